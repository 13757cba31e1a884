"""The referee of a round game's table: JSON messages in, JSON replies out, nothing but the standard library.

The same `Session` serves the widget in JupyterLab and the worker in the built page. It knows who sits where: persons,
who are asked, and bots, who play when the screen says so. What is sent is one seat's view and nothing more: that of
the only person at the table; with several persons that of the one who has said to be ready, and before it a
curtain; with bots alone, a bystander's. Only when the lecturer lifts the curtain is everything sent, and the screen says so.

Whatever arrives is untrusted: what cannot be understood gets a sentence in reply, and the game is as it was.
"""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from cadogan.board import messages
from cadogan.board.messages import BadMessage, Message, Referee, Reply, as_sentence, counted, text_of, whole_of
from cadogan.position import RecordError
from cadogan.round_games import screen
from cadogan.round_games.bots import Bot, BotError, bot_name, named, step
from cadogan.round_games.game import Game
from cadogan.round_games.options import Option, OptionError, Whole
from cadogan.round_games.records import Record
from cadogan.round_games.search import Searcher
from cadogan.round_games.state import Action, IllegalAction, State
from cadogan.round_games.table import Event

#: A person at the table, and the bots that a screen may seat.
PERSON, BOTS = "you", ("rule", "random", "searcher")
#: How many actions bots make at one message at most, and how much of what was said is sent.
MOST_AT_ONCE, MOST_SAID = 100, 120
#: How long a searcher thinks about an action at a table where somebody waits, in seconds.
THINKING = 1.5

Seat = str | Bot


class Session(Referee):
    """One round game at one table: a line of states and the place in it, who sits where, and who is looking.

    Args:
        game: a game, or the slug of one.
        seed: the number of the deal.
        players: the number of seats; as many as ``seats`` names, or the usual number.
        seats: who sits where, ``"you"`` for a person, ``"rule"``, ``"random"`` or ``"searcher"`` for a bot, or a bot of
            one's own; one name serves for all. Unless told, a person at seat 0 and rule bots.
        options: as for `Game.vary`.

    Raises:
        KeyError: an unknown slug.
        OptionError: an option is refused.
        ValueError: the number of players, the deal or the seats are wrong.
    """

    def __init__(
        self, game: Game[Any] | str, seed: int = 1, players: int | None = None, seats: str | Sequence[Seat] | None = None, **options: Any
    ) -> None:
        if isinstance(game, str):
            from cadogan.round_games import games

            game = games[game]
        game = game.vary(**options)
        if players is None and seats is not None and not isinstance(seats, str):
            players = len(seats)
        first = game.deal(seed, players)
        self.seats = _seated(seats, first.players)
        self._begin([first], [])

    @classmethod
    def of(cls, record: Record, seats: str | Sequence[Seat] | None = None) -> Session:
        """A session that goes on where a record ends. Raises IllegalAction for an action of it."""
        session = cls(record.game, record.seed, record.players, seats)
        session.load(record)
        return session

    def _begin(self, states: list[State], made: list[str]) -> None:
        self._states, self._made, self._at = states, made, len(made)
        self.lifted = False
        self._looking: int | None = None  # of several persons, the one who has said to be ready
        self._fair = not made  # nobody has gone back, looked at other hands or taken another seat since the deal

    # What a program holds ------------------------------------------------------------------------

    @property
    def game(self) -> Game[Any]:
        """The game with its options."""
        return self.state.game

    @property
    def state(self) -> State:
        """The state on the table."""
        return self._states[self._at]

    @property
    def record(self) -> Record:
        """The game as far as it has been played."""
        return self.state.record()

    @property
    def persons(self) -> list[int]:
        """The seats at which persons sit."""
        return [seat for seat, who in enumerate(self.seats) if who == PERSON]

    @property
    def seen_from(self) -> int | None:
        """The seat whose view is shown; None for a bystander's."""
        persons = self.persons
        if len(persons) == 1:
            return persons[0]
        if self._looking is None or self._at < len(self._made):
            return None
        turn = self.state.to_act
        return self._looking if turn == self._looking or turn not in persons else None

    @property
    def kept_as(self) -> str:
        """The name under which a reader's statistics of this game are kept: its slug, marked where its options are not the book's."""
        return f"{self.game.slug} (changed)" if self.game.options_set else self.game.slug

    @property
    def counted(self) -> bool:
        """Whether this game counts in a reader's statistics: one person among bots, who has taken nothing back and seen no other hand."""
        return self._fair and len(self.persons) == 1 and not self._states[0]._table.first

    @property
    def at_end(self) -> bool:
        """Whether the table stands where the play has come to."""
        return self._at == len(self._made)

    def play(self, action: Action | str, seat: int | None = None) -> None:
        """Play an action, for ``seat`` if that is to be checked. Raises IllegalAction, and then nothing has changed."""
        self._put(self.state.play(action, seat))

    def _put(self, after: State) -> None:
        """The state after an action of the present one; what had been taken back is forgotten."""
        self._made[self._at :] = [_last(after)]
        self._states[self._at + 1 :] = [after]
        self._at += 1

    def bots(self, most: int = 10_000, deal: bool = False) -> int:
        """Let the bots act until a person is to, the game is over, or so many actions; gives how many.

        Args:
            deal: stop when a deal has been settled.

        Raises:
            BotError: a bot failed; what was played before it stands.
        """
        made = 0
        while made < most and (seat := self.state.to_act) is not None and seat not in self.persons:
            before, who = self.state, self.seats[seat]
            bot = Searcher(seconds=THINKING) if who == "searcher" else named(who)
            # The same bot at the same place of the same deal does the same, whatever was taken back before.
            self._put(step(before, bot, random.Random(f"{before.number} {seat} {self._at}")))
            made += 1
            if deal and self.state.deals != before.deals:
                break
        return made

    def load(self, record: Record) -> None:
        """Go on where a record of this game ends; seats beyond those that there are get rule bots.

        Raises:
            IllegalAction: an action is refused; nothing has changed.
            ValueError: the record is of another game.
        """
        if record.game.slug != self.game.slug:
            raise ValueError(f"This record is of {record.game.title}, not of {self.game.title}.")
        states = record.states()
        self.seats = [*self.seats, *["rule"] * record.players][: record.players]
        self._begin(states, list(record.actions))

    # Messages ------------------------------------------------------------------------------------

    def _refused(self, error: Exception, message: Message) -> list[Reply] | None:
        if isinstance(error, IllegalAction):
            return [{"kind": "refused", "sentence": as_sentence(error.sentence), "rule": error.rule}]
        if isinstance(error, BotError):
            return [self.shown(), {"kind": "trouble", "seat": error.seat, "sentence": self._failed(error)}]
        return None

    def _failed(self, error: BotError) -> str:
        """What is told of a bot that failed: its own words may name its cards, so only a table without secrets hears them."""
        open_table = self.lifted or not self.persons
        cause = type(error.__cause__).__name__
        why = as_sentence(str(error)) if open_table else f"The {_who(self.seats[error.seat])} at seat {error.seat} failed ({cause})."
        return f"{why} The game is as it was; seat another there, or try again."

    def _answers(self) -> dict[str, Callable[[Message], list[Reply]]]:
        return {
            "hello": lambda m: [self.shown()],
            "act": self._act,
            "try": self._try,
            "bot": self._bot,
            "hint": self._hint,
            "ready": self._ready,
            "lift": self._lift,
            "undo": self._undo,
            "redo": self._redo,
            "go": self._go,
            "cut": self._cut,
            "restart": lambda m: self._deal(self.state.number, "The deal begins again."),
            "new": lambda m: self._deal(whole_of(m, "deal", 0, messages.LARGEST_DEAL)),
            "sit": self._sit,
            "options": lambda m: [self._options()],
            "change": self._change,
            "save": lambda m: [{"kind": "saved", "record": self.record.to_json(), "seats": opening(self.record, self.seats)["seats"]}],
            "load": self._load,
        }

    def _acting(self) -> int | None:
        """The seat for which the person at the screen acts."""
        turn = self.state.to_act
        if len(self.persons) == 1 and not self.lifted:
            return self.persons[0]
        if turn in self.persons and (self.lifted or self.seen_from == turn):
            return turn
        if turn is None or turn in self.persons:
            return turn if turn is None else self._curtained(turn)
        return self.persons[0] if self.persons else self._nobody()

    def _curtained(self, turn: int) -> int:
        if not self.at_end:
            raise BadMessage("This is an earlier state, and several sit at the table: go to the end to play on, or lift the curtain.")
        raise BadMessage(f"It is seat {turn}'s turn: pass the screen on first.")

    def _nobody(self) -> int:
        raise BadMessage("Bots alone sit at this table; take a seat to play.")

    def _act(self, message: Message) -> list[Reply]:
        self.play(text_of(message, "text"), self._acting())
        return [self.shown()]

    def _try(self, message: Message) -> list[Reply]:
        """Cards were chosen and a verb pressed: play it if it is one action, or say why it is none."""
        verb, cards = text_of(message, "verb"), message.get("cards", [])
        meld = None if message.get("meld") is None else whole_of(message, "meld", 0, 999)
        if not isinstance(cards, list) or len(cards) > 60 or not all(isinstance(c, str) and len(c) <= 4 for c in cards):
            raise BadMessage("The message needs a list of cards.")
        seat = self._acting()
        found = [
            one
            for one in self._told(seat)
            if one["verb"] == verb and Counter(one["pick"]) == Counter(cards) and meld in (None, one["meld"])
        ]
        if len(found) > 1:
            raise BadMessage("There is more than one way: choose one of the buttons.")
        self.play(found[0]["text"] if found else screen.attempt(self.game, verb[:40], cards, meld), seat)
        return [self.shown()]

    def _told(self, seat: int | None) -> list[Reply]:
        if seat is None or self.state.to_act != seat:
            return []
        table = self._table(seat)
        return [screen.action(self.game, table, seat, one) for one in self.state.actions()]

    def _table(self, seat: int | None) -> Any:
        """The table as this seat sees it; all of it when the curtain is lifted."""
        return self.state._table.copy() if self.lifted else self.state.view(seat).table

    def _bot(self, message: Message) -> list[Reply]:
        if message.get("at", self._at) != self._at:
            return []  # another screen of the same table has asked already
        most = whole_of(message, "actions", 1, MOST_AT_ONCE) if "actions" in message else 1
        if not self.at_end:
            raise BadMessage("This is an earlier state: go to the end, or go on from here.")
        self.bots(most, deal=True)
        return [self.shown()]

    def _hint(self, message: Message) -> list[Reply]:
        seat, state = self._acting(), self.state
        if seat is None or state.to_act != seat:
            raise BadMessage("There is nothing to advise: it is not your turn.")
        text = _last(step(state, named("rule"), random.Random(self._at)))
        says = next(one.says for one in state.actions() if one.text == text)
        return [{"kind": "hint", "text": text, "says": f"The rule bot, in your place: {says}"}]

    def _ready(self, message: Message) -> list[Reply]:
        seat = whole_of(message, "seat", 0, len(self.seats) - 1)
        if not self.at_end or seat != self.state.to_act or seat not in self.persons:
            raise BadMessage(f"It is not the turn of seat {seat}.")
        self._looking = seat
        return [self.shown(f"Seat {seat} is ready.")]

    def _lift(self, message: Message) -> list[Reply]:
        on = message.get("on")
        if not isinstance(on, bool):
            raise BadMessage("The curtain is lifted (true) or lowered (false).")
        self.lifted, self._looking = on, None
        self._fair = self._fair and not on
        return [self.shown("The curtain is lifted: everybody's cards are shown." if on else "The curtain is down again.")]

    def _undo(self, message: Message) -> list[Reply]:
        """Back to one's own last decision; a bystander or a lecturer goes back one action."""
        stops = range(self._at)
        if len(self.persons) == 1 and not self.lifted:
            stops = [i for i in stops if self._states[i].to_act == self.persons[0]]  # type: ignore[assignment]
        if len(self.persons) > 1 and not self.lifted:
            raise BadMessage("Several persons sit at this table: what was played stands, unless the curtain is lifted.")
        if not stops:
            raise BadMessage("There is nothing to take back.")
        return self._to(stops[-1], "Taken back.")

    def _redo(self, message: Message) -> list[Reply]:
        if self.at_end:
            raise BadMessage("There is nothing to play again.")
        own = self.persons if len(self.persons) == 1 and not self.lifted else None
        later = range(self._at + 1, len(self._made) + 1)
        return self._to(next((i for i in later if own is None or self._states[i].to_act in own), len(self._made)), "Played again.")

    def _go(self, message: Message) -> list[Reply]:
        to = whole_of(message, "to", 0, len(self._made))
        return self._to(to, "")

    def _to(self, place: int, note: str) -> list[Reply]:
        self._at, self._looking, self._fair = place, None, False
        return [self.shown(note)]

    def _cut(self, message: Message) -> list[Reply]:
        """Go on from an earlier state; what was played after it is forgotten."""
        if len(self.persons) > 1 and not self.lifted:
            raise BadMessage("Several persons sit at this table: what was played stands, unless the curtain is lifted.")
        del self._made[self._at :], self._states[self._at + 1 :]
        return [self.shown("The game goes on from here.")]

    def _deal(self, number: int, note: str = "") -> list[Reply]:
        self._begin([self.game.deal(number, self.state.players)], [])
        return [self.shown(note or f"Deal {number}.")]

    def _sit(self, message: Message) -> list[Reply]:
        seat, who = whole_of(message, "seat", 0, len(self.seats) - 1), text_of(message, "who")
        before, self.seats[seat] = self.persons, _one(who)
        self._looking, self._fair = None, self._fair and before == self.persons
        return [self.shown(f"At seat {seat} now: {_who(who)}.")]

    def _change(self, message: Message) -> list[Reply]:
        """Another deal with other options, players and seats; everything is checked before anything is changed."""
        options, seats = message.get("options", {}), message.get("seats")
        if not isinstance(options, Mapping) or len(options) > 60 or not all(isinstance(name, str) for name in options):
            raise BadMessage("Options are an object, each with its value.")
        if seats is not None and (not isinstance(seats, list) or not all(isinstance(who, str) for who in seats)):
            raise BadMessage("Seats are a list of who sits where.")
        number = whole_of(message, "deal", 0, messages.LARGEST_DEAL) if "deal" in message else self.state.number
        try:
            game = self.game.vary(**options)
            first = game.deal(number, whole_of(message, "players", 1, 99) if "players" in message else self.state.players)
        except OptionError as error:
            raise BadMessage(f"This game cannot be played so: {error}") from None
        sit = [*(self.seats if seats is None else [_one(who) for who in seats]), *["rule"] * first.players][: first.players]
        self.seats = sit
        self._begin([first], [])
        return [self.shown(f"Deal {number}."), self._options()]

    def _load(self, message: Message) -> list[Reply]:
        try:
            record = Record.from_json(text_of(message, "record", messages.LONGEST_RECORD))
        except (RecordError, IllegalAction) as error:
            raise BadMessage(f"This saved game cannot be read: {error}") from None
        if record.game.slug != self.game.slug:
            raise BadMessage(f"This saved game is of {record.game.title}, not of {self.game.title}.")
        self.load(record)
        return [self.shown(f"Loaded: deal {record.seed}, {counted(len(record.actions), 'action')}."),
                self._options()]  # fmt: skip

    # What the screen shows -----------------------------------------------------------------------

    def shown(self, note: str = "") -> Reply:
        """All that the screen needs: the view of the seat that is shown, and what that seat may do."""
        state, seat = self.state, self.seen_from
        table, turn, persons = self._table(seat), self.state.to_act, self.persons
        mine = turn if turn in persons and (self.lifted or turn == seat) else None
        actions = self._told(mine)
        tries = screen.verbs(self.game, state.phase, actions) if mine is not None else []
        curtain = turn if turn in persons and mine is None and self.at_end else None
        return {
            "kind": "state",
            "note": note,
            "title": self.game.title,
            "slug": self.game.slug,
            "varied": bool(self.game.options_set),
            "kept_as": self.kept_as,
            "counted": self.counted,
            "deal": state.number,
            "seat": seat,
            "persons": persons,
            "acting": mine,
            "curtain": curtain,
            "lifted": self.lifted,
            "over": state.is_over,
            "bot": turn is not None and turn not in persons and self.at_end,
            "at": self._at,
            "length": len(self._made),
            "can_undo": self._at > 0 and (len(persons) < 2 or self.lifted),
            "parts": screen.parts(self.game, table, [_who(who) for who in self.seats]),
            "actions": actions,
            "tries": tries,
            "drops": screen.drops(self.game, tries),
            "says_turn": _turn(state, mine),
            "text": str(state) if self.lifted else str(state.view(seat)),
            **heard(table.log),
            **self._settled(table.log),
        }

    def _settled(self, log: Sequence[Event]) -> Reply:
        """What was said at the end of a deal, when the last action settled it."""
        state = self.state
        if not self._at or (deal := self._states[self._at - 1].deals) == state.deals:
            return {}
        said = [str(event) for event in log if event.deal == deal]
        return {"settled": {"deal": deal + 1, "said": said[-2 * state.players - 2 :], "counters": list(state.payoffs)}}

    def _options(self) -> Reply:
        """Every switch of the game, for a form."""
        span = self.game.players
        return {
            "kind": "options",
            "players": [span[0], span[-1]],
            "now": self.state.players,
            "seats": [who if isinstance(who, str) else "" for who in self.seats],
            "who": {name: _who(name) for name in (PERSON, *BOTS)},
            "options": [{"name": name, "value": self.game.options[name], **_switch(one)} for name, one in self.game.declared.items()],
        }


def heard(log: Sequence[Event], most: int = MOST_SAID) -> Reply:
    """What was said last, as this table knows it, and how much was said before."""
    return {
        "said_before": max(0, len(log) - most),
        "said": [{"seat": event.seat, "says": str(event), "deal": event.deal + 1} for event in log[-most:]],
    }


def replay(record: Record, seats: str | Sequence[Seat] | None = None, most: int = 600) -> Reply:
    """A finished game that a page can step through without Python, as the first person's seat saw it (a bystander, if there is none).

    Frame 0 has every part of the table; each later one what has changed (None for a part that is gone), and what was said.
    """
    sit = _seated(seats, record.players)
    seat = next((i for i, who in enumerate(sit) if who == PERSON), None)
    names, told = [_who(who) for who in sit], 0
    before: Reply = {}
    frames: list[Reply] = []
    for state in record.states()[: most + 1]:
        table = state.view(seat).table
        now = screen.parts(record.game, table, names)
        changed = {name: part for name, part in now.items() if part != before.get(name)}
        frame = {"changed": {**changed, **dict.fromkeys(name for name in before if name not in now)}}
        frames.append({**frame, "said": [{"seat": e.seat, "says": str(e), "deal": e.deal + 1} for e in table.log[told:]]})
        before, told = now, len(table.log)
    return {"title": record.game.title, "slug": record.game.slug, "deal": record.seed, "seat": seat, "over": state.is_over,
            "frames": frames, "opening": opening(record, sit)}  # fmt: skip


def finished(game: Game[Any], seed: int, players: int, most: int = 600) -> Record:
    """A game of rule bots alone, for a replay; of random ones where a rule bot fails."""
    for bot in ("rule", "random"):
        session = Session(game, seed, players, bot)
        try:
            session.bots(most)
        except BotError:
            continue
        break
    return session.record


def opening(record: Record, seats: Sequence[Seat]) -> Reply:
    """All that is needed to open this table again where it stands."""
    return {"round": json.loads(record.to_json()), "seats": [who if isinstance(who, str) else "rule" for who in seats]}


class PageTable(Session):
    """A table in the page, which can be opened again."""

    @property
    def opening(self) -> Reply:
        """All that is needed to open this table again where it stands."""
        return opening(self.record, self.seats)


def reopen(given: Mapping[str, Any]) -> PageTable:
    """The table of an opening, which may come from anybody.

    Raises:
        RecordError, BadMessage: what is wrong with it.
    """
    seats = given.get("seats")
    if set(given) != {"round", "seats"} or not isinstance(seats, list) or not all(isinstance(who, str) for who in seats):
        raise BadMessage("A table is an object with a record (round) and who sits where (seats).")
    record = Record.from_json(json.dumps(given["round"]))
    table = PageTable(record.game, record.seed, record.players, [_one(who) for who in seats])
    table.load(record)
    return table


# Pieces --------------------------------------------------------------------------------------------


def _last(state: State) -> str:
    """The text of the action that led to a state."""
    assert state._made
    return str(state._made[1])


def _seated(seats: str | Sequence[Seat] | None, players: int) -> list[Seat]:
    """Who sits where; raises ValueError for nobody known, or the wrong number."""
    if seats is None:
        return [PERSON, *["rule"] * (players - 1)]
    some = [seats] * players if isinstance(seats, str) else list(seats)
    if len(some) != players:
        raise ValueError(f"{players} seats want {players} names in seats, not {len(some)}")
    return [who if callable(who) else _one(who) for who in some]


def _one(who: object) -> str:
    if who not in (PERSON, *BOTS):
        raise BadMessage(f"At a seat sits {PERSON!r} or a bot, {', '.join(map(repr, BOTS))}, not {str(who)[:40]!r}.")
    return str(who)


def _who(who: Seat) -> str:
    return "you" if who == PERSON else f"{bot_name(who)} bot" if who != "searcher" else "searcher"


def _turn(state: State, mine: int | None) -> str:
    """Whose turn it is, and for what."""
    if state.to_act is None:
        return "The game is over."
    if mine is None:
        return f"Seat {state.to_act} is to act ({state.phase.replace('_', ' ')})."
    verbs = list(dict.fromkeys(one.verb for one in state.actions()))
    listed = " or ".join(filter(None, [", ".join(verbs[:-1]), verbs[-1]]))
    return f"Your turn, seat {mine}: {listed}."


def _switch(one: Option[Any]) -> Reply:
    span = one.values
    allowed: Reply = {"low": span.low, "high": span.high, "also": list(span.also)} if isinstance(span, Whole) else {"values": list(span)}
    return {**allowed, "default": one.default, "says": one.says, "source": one.source, "reading": one.reading}
