"""The referee of a round game's table: JSON messages in, JSON replies out, nothing but the standard
library.

The same `Session` serves the widget in JupyterLab and the worker in the built page. It knows who
sits where: persons, who are asked, and bots, who play when the screen says so. What is sent is one
seat's view and nothing more: that of the only person at the table; with several persons that of the
one who has said to be ready, and before it a curtain; with bots alone, a bystander's. Only when the
lecturer lifts the curtain is everything sent, and the screen says so.

Whatever arrives is untrusted: what cannot be understood gets a sentence in reply, and the game is
as it was."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from cadogan.board import messages
from cadogan.board import round_screen as screen
from cadogan.board.messages import (
    BadMessage,
    Message,
    Referee,
    Reply,
    as_sentence,
    counted,
    text_of,
    whole_of,
)
from cadogan.board.seats import CAST, PERSON, Seat, called, checked, level_of, seated
from cadogan.patience.text import RecordError
from cadogan.round_games.bots import LEVELS, THINKING, BotError, bot_name, named, step
from cadogan.round_games.game import Game
from cadogan.round_games.options import Option, OptionError, Whole
from cadogan.round_games.primer import primer
from cadogan.round_games.records import LONGEST, MOST_ACTIONS, Record
from cadogan.round_games.search import BUDGET, Searcher
from cadogan.round_games.state import Action, IllegalAction, State, picture, whose_view
from cadogan.round_games.table import Event, Log, Table
from cadogan.round_games.telling import Names, cited, player

#: Actions that end a turn, as they are said after the others.
ENDING = {"done": "be done", "on": "go on", "enough": "have enough"}
#: How many actions bots make at one message at most, and how much of what was said is sent.
MOST_AT_ONCE, MOST_SAID = 100, 120


class Session(Referee):
    """One round game at one table: a line of states and the place in it, who sits where, and who is
    looking.

    Args:
        game: a game, or the slug of one.
        seed: the number of the deal.
        players: the number of seats; as many as ``seats`` names, or the usual number.
        seats: who sits where, ``"you"`` for a person, ``"beginner"``, ``"steady"`` or ``"sharp"``
            for an opponent of that level (or ``"rule"``, ``"random"``, ``"searcher"``), or a bot of
            one's own; one name serves for all. Unless told, a person at seat 0 and steady
            opponents.
        options: as for `Game.vary`.

    Raises:
        KeyError: an unknown slug.
        OptionError: an option is refused.
        ValueError: the number of players, the deal or the seats are wrong.
    """

    def __init__(
        self,
        /,
        game: Game[Any] | str,
        seed: int = 1,
        players: int | None = None,
        seats: str | Sequence[Seat] | None = None,
        **options: Any,
    ) -> None:
        if isinstance(game, str):
            from cadogan.round_games import games

            game = games[game]
        game = game.vary(**options)
        if players is None and seats is not None and not isinstance(seats, str):
            players = len(seats)
        first = game.deal(seed, players)
        self.seats = seated(seats, first.players)
        self.forced = True  # whether what is the only action of a person is done without asking him
        self._begin([first], [])

    @classmethod
    def of(cls, record: Record, seats: str | Sequence[Seat] | None = None) -> Session:
        """A session that goes on where a record ends. Raises IllegalAction for an action of it."""
        session = cls(record.game, record.seed, record.players, seats)
        session.load(record)
        return session

    def _begin(
        self, states: list[State], made: list[str], before: list[Reply] | None = None
    ) -> None:
        self._states, self._made, self._at = states, made, len(made)
        self._earlier = before or []  # the score sheet's rows of the games before this one
        self._settled_at: list[int] = []  # the states after a hand's end
        self._sheet_at: int | None = (
            None  # the place at which the score sheet is on the screen, the next hand not yet begun
        )
        self._begun_at: int | None = None  # the place at which the last hand was begun
        self._passing: tuple[int, int] | None = (
            None  # a person who passes for the rest of a hand, and that hand
        )
        self.lifted = False
        self._looking: int | None = None  # of several persons, the one who has said to be ready
        self._fair = (
            not made
        )  # nobody has gone back, looked at other hands or taken another seat since the deal

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
        """The name under which a reader's statistics of this game are kept: its slug, marked where
        its options are not the book's.
        """
        return f"{self.game.slug} (changed)" if self.varied else self.game.slug

    @property
    def varied(self) -> list[str]:
        """The options that are not the book's, each with its value; who deals first does not count."""
        return [
            screen.varied(name.replace("_", " "), value)
            for name, value in self.game.options_set.items()
            if name != "dealer"
        ]

    @property
    def names(self) -> Names:
        """What the players are called by whoever looks: himself ``you``, bots by their names, other
        persons by their numbers.
        """
        persons = self.persons
        you = persons[0] if len(persons) == 1 else None
        called = [
            player(seat).capitalize() if seat in persons else self._character(seat)[0]
            for seat in range(len(self.seats))
        ]
        return Names(called, you)

    def _character(self, seat: int) -> tuple[str, str]:
        """The name of the bot at a seat, and what is said of it; a bot of one's own has its own
        name.
        """
        who = self.seats[seat]
        if not isinstance(who, str):
            return bot_name(who)[:40], "a bot of your own"
        first = min(self.persons, default=-1)
        return CAST[(seat - first - 1) % len(self.seats) % len(CAST)]

    @property
    def counted(self) -> bool:
        """Whether this game counts in a reader's statistics: one person among bots, who has taken
        nothing back and seen no other hand.
        """
        return self._fair and len(self.persons) == 1 and not self._states[0]._table.first

    @property
    def at_end(self) -> bool:
        """Whether the table stands where the play has come to."""
        return self._at == len(self._made)

    def play(self, action: Action | str, seat: int | None = None) -> None:
        """Play an action, for ``seat`` if that is to be checked. Raises IllegalAction, and then
        nothing has changed.
        """
        self._put(self.state.play(action, seat))

    def _put(self, after: State) -> None:
        """The state after an action of the present one; what had been taken back is forgotten."""
        if self._at >= MOST_ACTIONS:
            raise BadMessage(
                f"A game has {MOST_ACTIONS:,} actions at most, so that it can be saved; deal anew."
            )
        before = self.state.deals
        self._made[self._at :] = [_last(after)]
        self._states[self._at + 1 :] = [after]
        self._settled_at = [i for i in self._settled_at if i <= self._at]
        self._at += 1
        if after.deals != before:
            self._settled_at.append(self._at)
            self._passing = None

    def bots(self, most: int = 10_000, deal: bool = False) -> int:
        """Let the bots act until a person is to act, the game is over, or a number of actions is
        reached; gives how many.

        Args:
            deal: stop when a deal has been settled.

        Raises:
            BotError: a bot failed; what was played before it stands.
        """
        made = 0
        while made < most and (seat := self.state.to_act) is not None and seat not in self.persons:
            before, who = self.state, self.seats[seat]
            bot = Searcher(BUDGET, THINKING) if who == "searcher" else named(who)
            # The same bot at the same place of the same deal does the same, whatever was taken back
            # before.
            chance = random.Random(f"{before.number} {seat} {self._at}")
            actions = before.actions()
            if self.persons:
                actions = tuple(a for a in actions if not self.game.tiresome(before._table, a))
            self._put(step(before, bot, chance, actions))
            made += 1
            if deal and self.state.deals != before.deals:
                break
        return made

    def load(self, record: Record) -> None:
        """Go on where a record of this game ends; at seats beyond those that there are sit steady
        opponents.

        Raises:
            IllegalAction: an action is refused; nothing has changed.
            ValueError: the record is of another game.
        """
        if record.game.slug != self.game.slug:
            raise ValueError(f"This record is of {record.game.title}, not of {self.game.title}.")
        states: list[State] = []
        settled, deals = [], 0
        for state in record.played():
            if state.deals != deals:
                settled.append(len(states))
                deals = state.deals
            states.append(state)
        self.seats = [*self.seats, *["steady"] * record.players][: record.players]
        self._begin(states, list(record.actions))
        self._settled_at = settled

    # Messages ------------------------------------------------------------------------------------

    def _refused(self, error: Exception, message: Message) -> list[Reply] | None:
        if isinstance(error, IllegalAction):
            return [
                {"kind": "refused", "sentence": as_sentence(error.sentence), "rule": error.rule}
            ]
        if isinstance(error, BotError):
            return [
                self.shown(),
                {"kind": "trouble", "seat": error.seat, "sentence": self._failed(error)},
            ]
        return None

    def _failed(self, error: BotError) -> str:
        """What is told of a bot that failed: its own words may name its cards, so only a table
        without secrets hears them.
        """
        open_table = self.lifted or not self.persons
        cause = type(error.__cause__).__name__
        why = (
            as_sentence(str(error))
            if open_table
            else f"{self.names.names[error.seat]} failed ({cause})."
        )
        return f"{why} The game is as it was; seat another there, or try again."

    def _answers(self) -> dict[str, Callable[[Message], list[Reply]]]:
        return {
            "hello": lambda m: [self.shown()],
            "act": self._act,
            "next": self._next,
            "pass": self._pass,
            "forced": self._force,
            "try": self._try,
            "bot": self._bot,
            "hint": self._hint,
            "how": lambda m: [{"kind": "how", "sections": primer(self.game)}],
            "ready": self._ready,
            "lift": self._lift,
            "undo": self._undo,
            "redo": self._redo,
            "go": self._go,
            "cut": self._cut,
            "restart": lambda m: self._deal(self._states[0].number, "The deal begins again."),
            "new": lambda m: self._deal(whole_of(m, "deal", 0, messages.LARGEST_DEAL)),
            "sit": self._sit,
            "options": lambda m: [self._options()],
            "change": self._change,
            "save": lambda m: [
                {
                    "kind": "saved",
                    "record": self.record.to_json(),
                    "seats": opening(self.record, self.seats)["seats"],
                }
            ],
            "load": self._load,
            "keep": lambda m: [{"kind": "kept", **opening(self.record, self.seats)}],
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
            raise BadMessage(
                "This is an earlier state, and several sit at the table: go to the end to play on, or lift the curtain."
            )
        raise BadMessage(f"It is {player(turn)}'s turn: pass the screen on first.")

    def _nobody(self) -> int:
        raise BadMessage("Bots alone sit at this table; take a seat to play.")

    def _act(self, message: Message) -> list[Reply]:
        self._going_on()
        self.play(text_of(message, "text"), self._acting())
        return self._after()

    def _going_on(self) -> None:
        """Refuse to play on while the score sheet is on the screen."""
        if self.between:
            raise BadMessage("The hand is over: go on to the next one first.")

    @property
    def between(self) -> bool:
        """Whether the score sheet of a hand is on the screen, and the next hand has not begun."""
        return self._sheet_at == self._at and not self.state.is_over

    def _after(self, made: int = 0) -> list[Reply]:
        """What is forced is done, and the table shown; or the score sheet, where a hand has been
        settled.
        """
        while made < MOST_AT_ONCE and not self._stopped() and (forced := self._only()) is not None:
            self._put(self.state.play(forced))
            made += 1
        self._stopped()
        return [self.shown()]

    def _stopped(self) -> bool:
        """Whether the last action has settled a hand; then the score sheet is shown."""
        if self._settled_at and self._settled_at[-1] == self._at != self._begun_at:
            self._sheet_at = self._at
            return True
        return False

    def _only(self) -> Action | None:
        """What a person does without being asked: the only action, or how he is played for who
        passes.
        """
        state, turn = self.state, self.state.to_act
        if turn is None or turn not in self.persons or not self.at_end:
            return None
        actions = state.actions()
        if self.forced and len(actions) == 1:
            return actions[0]
        if self._passing == (turn, state.deals):
            return next(
                (one for verb in self.game.passive for one in actions if one.verb == verb), None
            )
        return None

    def _next(self, message: Message) -> list[Reply]:
        """The next hand of the game, or, when it is over, another game with the next deal and the
        next dealer.
        """
        if self.between:
            self._sheet_at, self._begun_at = None, self._at
            return self._begun()
        if not self.state.is_over or not self.at_end:
            raise BadMessage("The hand is not over yet.")
        number = self._states[0].number + 1
        if number > messages.LARGEST_DEAL:
            raise BadMessage("This is the last deal that there is.")
        rows, dealer = self._rows(), (self._states[0].dealer + 1) % self.state.players
        try:
            game = self.game.vary(dealer=dealer)
        except OptionError:  # the cards choose the dealer
            game = self.game
        self._begin([game.deal(number, self.state.players)], [], rows)
        return self._begun(f"Deal {number}.")

    def _begun(self, note: str = "") -> list[Reply]:
        shown = self._after()
        shown[0]["note"] = note
        return shown

    def _pass(self, message: Message) -> list[Reply]:
        """The person buys and sells no more in this hand: what there is to do is done for him."""
        self._going_on()
        seat = self._acting()
        if seat is None or not self.game.passive:
            raise BadMessage("In this game nobody passes for the rest of a hand.")
        self._passing = (seat, self.state.deals)
        return self._after()

    def _force(self, message: Message) -> list[Reply]:
        on = message.get("on")
        if not isinstance(on, bool):
            raise BadMessage("What is forced is done without asking (true) or asked for (false).")
        self.forced = on
        return self._after() if on and not self.between and self.at_end else [self.shown()]

    def _try(self, message: Message) -> list[Reply]:
        """Cards were chosen and a verb pressed: play it if it is one action, or say why it is none."""
        self._going_on()
        verb, cards = text_of(message, "verb"), message.get("cards", [])
        meld = None if message.get("meld") is None else whole_of(message, "meld", 0, 999)
        if (
            not isinstance(cards, list)
            or len(cards) > 60
            or not all(isinstance(c, str) and len(c) <= 4 for c in cards)
        ):
            raise BadMessage("The message needs a list of cards.")
        seat = self._acting()
        found = [
            one
            for one in self._told(seat)
            if one["verb"] == verb
            and Counter(one["pick"]) == Counter(cards)
            and meld in (None, one["meld"])
        ]
        if len(found) > 1:
            raise BadMessage("There is more than one way: choose one of the buttons.")
        self.play(
            found[0]["text"] if found else screen.attempt(self.game, verb[:40], cards, meld), seat
        )
        return self._after()

    def _told(self, seat: int | None) -> list[Reply]:
        if seat is None or self.state.to_act != seat:
            return []
        table = self._table(seat)
        return [
            screen.action(self.game, table, seat, one, self.names) for one in self.state.actions()
        ]

    def _table(self, seat: int | None) -> Any:
        """The table as this seat sees it; all of it when the curtain is lifted."""
        return self.state._table.copy() if self.lifted else self.state.view(seat).table

    def _bot(self, message: Message) -> list[Reply]:
        if message.get("at", self._at) != self._at:
            return []  # another screen of the same table has asked already
        most = whole_of(message, "actions", 1, MOST_AT_ONCE) if "actions" in message else 1
        if not self.at_end:
            raise BadMessage("This is an earlier state: go to the end, or go on from here.")
        if self.between:
            return [self.shown()]
        made = self.bots(most, deal=True)
        return self._after(made)

    def _hint(self, message: Message) -> list[Reply]:
        seat, state = self._acting(), self.state
        if seat is None or state.to_act != seat:
            raise BadMessage("There is nothing to advise: it is not your turn.")
        view = state.view(seat)
        advised = named("rule")(view, state.actions(), random.Random(self._at))
        one = next(one for one in state.actions() if one.text == str(advised))
        says = (
            f"As the author advises: {one.told(self.names)} {self.game.because(view, one)}".rstrip()
        )
        return [{"kind": "hint", "text": one.text, "says": says}]

    def _ready(self, message: Message) -> list[Reply]:
        seat = whole_of(message, "seat", 0, len(self.seats) - 1)
        if not self.at_end or seat != self.state.to_act or seat not in self.persons:
            raise BadMessage(f"It is not {player(seat)}'s turn.")
        self._looking = seat
        return [self.shown(f"{player(seat).capitalize()} is ready.")]

    def _lift(self, message: Message) -> list[Reply]:
        on = message.get("on")
        if not isinstance(on, bool):
            raise BadMessage("The curtain is lifted (true) or lowered (false).")
        self.lifted, self._looking = on, None
        self._fair = self._fair and not on
        return [
            self.shown(
                "The curtain is lifted: everybody's cards are shown."
                if on
                else "The curtain is down again."
            )
        ]

    def _undo(self, message: Message) -> list[Reply]:
        """Back to one's own last decision; a bystander or a lecturer goes back one action."""
        if len(self.persons) > 1 and not self.lifted:
            raise BadMessage(
                "Several persons sit at this table: what was played stands, unless the curtain is lifted."
            )
        stop = next((i for i in range(self._at - 1, -1, -1) if self._decides(i)), None)
        if stop is None:
            raise BadMessage("There is nothing to take back.")
        self._passing = None
        return self._to(stop, "Taken back.")

    def _decides(self, place: int) -> bool:
        """Whether one stops here on the way back or forth: the only person at the table decides
        here; any place for others.
        """
        if len(self.persons) != 1 or self.lifted:
            return True
        state = self._states[place]
        return state.to_act == self.persons[0] and (not self.forced or len(state.actions()) > 1)

    def _redo(self, message: Message) -> list[Reply]:
        if self.at_end:
            raise BadMessage("There is nothing to play again.")
        later = range(self._at + 1, len(self._made) + 1)
        return self._to(
            next((i for i in later if self._decides(i)), len(self._made)), "Played again."
        )

    def _go(self, message: Message) -> list[Reply]:
        to = whole_of(message, "to", 0, len(self._made))
        return self._to(to, "")

    def _to(self, place: int, note: str) -> list[Reply]:
        self._at, self._looking, self._fair, self._sheet_at, self._begun_at = (
            place,
            None,
            False,
            None,
            None,
        )
        return [self.shown(note)]

    def _cut(self, message: Message) -> list[Reply]:
        """Go on from an earlier state; what was played after it is forgotten."""
        if len(self.persons) > 1 and not self.lifted:
            raise BadMessage(
                "Several persons sit at this table: what was played stands, unless the curtain is lifted."
            )
        del self._made[self._at :], self._states[self._at + 1 :]
        self._settled_at = [i for i in self._settled_at if i <= self._at]
        return [self.shown("The game goes on from here.")]

    def _deal(self, number: int, note: str = "") -> list[Reply]:
        self._begin([self.game.deal(number, self.state.players)], [])
        return self._begun(note or f"Deal {number}.")

    def _sit(self, message: Message) -> list[Reply]:
        seat, who = whole_of(message, "seat", 0, len(self.seats) - 1), text_of(message, "who")
        before, self.seats[seat] = self.persons, checked(who)
        self._looking, self._passing, self._fair = None, None, self._fair and before == self.persons
        now = "a person" if who == PERSON else f"{self.names.names[seat]}, {called(who)}"
        return [self.shown(f"In the place of {player(seat)} now sits {now}.")]

    def _change(self, message: Message) -> list[Reply]:
        """Another deal with other options, players and seats; everything is checked before anything
        is changed.
        """
        options, seats = message.get("options", {}), message.get("seats")
        if (
            not isinstance(options, Mapping)
            or len(options) > 60
            or not all(isinstance(name, str) for name in options)
        ):
            raise BadMessage("Options are an object, each with its value.")
        if seats is not None and (
            not isinstance(seats, list) or not all(isinstance(who, str) for who in seats)
        ):
            raise BadMessage("Seats are a list of who sits where.")
        number = (
            whole_of(message, "deal", 0, messages.LARGEST_DEAL)
            if "deal" in message
            else self.state.number
        )
        players = (
            whole_of(message, "players", 1, 99) if "players" in message else self.state.players
        )
        try:
            game = self.game.vary(**options)
            if (
                game.dealer == self.game.dealer == self.state.players - 1
                and players in game.players
            ):
                game = game.vary(
                    dealer=players - 1
                )  # the last seat deals, so that player 1 begins, however many there are
            first = game.deal(number, players)
        except OptionError as error:
            raise BadMessage(f"This game cannot be played so: {error}") from None
        sit = [
            *(self.seats if seats is None else [checked(who) for who in seats]),
            *["steady"] * first.players,
        ][: first.players]
        self.seats = sit
        self._begin([first], [])
        return [*self._begun(f"Deal {number}."), self._options()]

    def _load(self, message: Message) -> list[Reply]:
        try:
            record = Record.from_json(text_of(message, "record", LONGEST))
        except (RecordError, IllegalAction) as error:
            raise BadMessage(f"This saved game cannot be read: {error}") from None
        if record.game.slug != self.game.slug:
            raise BadMessage(
                f"This saved game is of {record.game.title}, not of {self.game.title}."
            )
        self.load(record)
        return [
            self.shown(f"Loaded: deal {record.seed}, {counted(len(record.actions), 'action')}."),
            self._options(),
        ]

    def first(self) -> Reply:
        """What a screen is given to begin with: the table, and how the game is played."""
        return {**self.shown(), "how": primer(self.game)}

    # What the screen shows -----------------------------------------------------------------------

    def shown(self, note: str = "") -> Reply:
        """All that the screen needs: the view of the seat that is shown, and what that seat may do."""
        state, seat, between = self.state, self.seen_from, self.between
        turn, persons, names = state.to_act, self.persons, self.names
        table = self._settled_table() if between or state.is_over else self._table(seat)
        mine = turn if turn in persons and (self.lifted or turn == seat) and not between else None
        actions = self._told(mine)
        tries = screen.verbs(self.game, state.phase, actions) if mine is not None else []
        curtain = turn if turn in persons and mine is None and self.at_end and not between else None
        log = self._table(seat).log
        return {
            "kind": "state",
            "note": note,
            "title": self.game.title,
            "slug": self.game.slug,
            "varied": self.varied,
            "kept_as": self.kept_as,
            "counted": self.counted,
            "deal": state.number,
            "seat": seat,
            "persons": persons,
            "players": [self._sitting(i, names) for i in range(state.players)],
            "acting": mine,
            "curtain": curtain,
            "lifted": self.lifted,
            "over": state.is_over,
            "between": between,
            "bot": turn is not None and turn not in persons and self.at_end and not between,
            "at": self._at,
            "length": len(self._made),
            "can_undo": self._at > 0 and (len(persons) < 2 or self.lifted),
            "can_pass": self._can_pass(mine),
            "passing": self._passing is not None,
            "forced": self.forced,
            "parts": self._parts(table, names),
            "actions": actions,
            "tries": tries,
            "drops": screen.drops(self.game, tries),
            "says_turn": "The hand is over." if between else _turn(state, mine, names),
            "text": self._text(table, seat),
            **heard(
                [event for event in log[-2 * MOST_SAID :] if event.deal < state.deals]
                if between
                else log,
                names,
            ),
            **self._sheet(log),
        }

    def _can_pass(self, mine: int | None) -> bool:
        """Whether the person at the screen may pass for the rest of this hand, now or while the
        others act.
        """
        alone = (
            len(self.persons) == 1 and self.at_end and not self.state.is_over and not self.between
        )
        return bool(self.game.passive) and self._passing is None and (alone or mine is not None)

    def _settled_table(self) -> Any:
        """The table on which a hand has just been settled, everybody's cards turned up, the next
        hand not yet dealt.
        """
        if self.state.is_over:
            table = self.state._table.copy()
        else:
            before = self._states[self._at - 1]
            table = before._table.copy()
            self.game.last_action(
                table, next(a for a in before.actions() if a.text == self._made[self._at - 1])
            )
        return turned_up(table, self.seen_from)

    def _text(self, table: Any, seat: int | None) -> str:
        """The table as text, as this seat sees it."""
        return picture(
            self.game, table, f"deal {self.state.number}" if self.lifted else whose_view(seat)
        )

    def _parts(self, table: Any, names: Names) -> screen.Parts:
        """All that is to be drawn; where a hand has been settled, what it brought each seat, and
        who has won it.
        """
        parts = screen.parts(self.game, table, names, [called(who) for who in self.seats])
        if table.to_act is None and (rows := self._rows()):
            gained = rows[-1]["gained"]
            won = self.game.winners(table, gained)
            for seat, n in enumerate(gained):
                parts[f"seat {seat}"] |= {"gained": n, "won": seat in won}
        return parts

    def _sitting(self, seat: int, names: Names) -> Reply:
        """Who sits at a seat: the name, and of a bot its level and what is said of it."""
        who = self.seats[seat]
        bot = who != PERSON
        return {
            "name": screen.as_name(names, seat),
            "person": not bot,
            "level": (level_of(who) if isinstance(who, str) else "") if bot else "",
            "character": self._character(seat)[1] if bot else "",
        }

    def _rows(self) -> list[Reply]:
        """The score sheet so far: what each hand brought each player."""
        rows, before = list(self._earlier), [0] * self.state.players
        for hand, place in enumerate((i for i in self._settled_at if i <= self._at), 1):
            now = self._states[place].payoffs_settled
            rows.append(
                {
                    "deal": self._states[0].number,
                    "hand": hand,
                    "gained": [a - b for a, b in zip(now, before)],
                }
            )
            before = list(now)
        return rows

    def _sheet(self, log: Sequence[Event]) -> Reply:
        """The score sheet, when the last action has settled a hand."""
        if not (self._settled_at and self._at in self._settled_at) or not (
            self.between or self.state.is_over
        ):
            return {}
        rows, hand = self._rows(), self.state.deals - 1
        said = [event.says(self.names) for event in log[-4 * MOST_SAID :] if event.deal == hand]
        gained = rows[-1]["gained"]
        return {
            "settled": {
                "deal": hand + 1,
                "said": said[-self.state.players - 2 :],  # how it ended, and what each paid
                "counters": list(self.state.payoffs),
                "gained": gained,
                "rows": rows,
                "totals": [
                    sum(row["gained"][i] for row in rows) for i in range(self.state.players)
                ],
                "over": self.state.is_over,
            }
        }

    def _options(self) -> Reply:
        """Every switch of the game, for a form."""
        span = self.game.players
        return {
            "kind": "options",
            "players": [span[0], span[-1]],
            "now": self.state.players,
            "seats": [
                (PERSON if who == PERSON else level_of(who)) if isinstance(who, str) else ""
                for who in self.seats
            ],
            "names": [screen.as_name(self.names, seat) for seat in range(len(self.seats))],
            "who": {name: called(name) for name in (PERSON, *(level.name for level in LEVELS))},
            "levels": [{"name": level.name, "says": level.says} for level in LEVELS],
            "options": [
                {"name": name, "value": self.game.options[name], **_switch(one)}
                for name, one in self.game.declared.items()
            ],
        }


def turned_up(table: Table, seat: int | None) -> Table:
    """A table after a hand as a seat sees it: nobody keeps the cards left from the others any more."""
    for hand in table.hands:
        hand.show()
    return table.masked(seat)


def heard(log: Sequence[Event] | Log, names: Names, most: int = MOST_SAID) -> Reply:
    """What was said last, as this table knows it, and how much was said before."""
    return {
        "said_before": max(0, len(log) - most),
        "said": [_heard(event, names) for event in log[-most:]],
    }


def _heard(event: Event, names: Names) -> Reply:
    return {"seat": event.seat, "says": event.says(names), "deal": event.deal + 1}


def opening(record: Record, seats: Sequence[Seat]) -> Reply:
    """All that is needed to open this table again where it stands."""
    return {
        "round": json.loads(record.to_json()),
        "seats": [who if isinstance(who, str) else "steady" for who in seats],
    }


def _last(state: State) -> str:
    """The text of the action that led to a state."""
    assert isinstance(state._by, Action)
    return state._by.text


def _turn(state: State, mine: int | None, names: Names) -> str:
    """Whose turn it is, and for what."""
    if state.to_act is None:
        return "The game is over."
    if mine is None:
        said = names(state.to_act)
        return f"{said[:1].upper() + said[1:]} {'are' if said == 'you' else 'is'} to act ({state.phase.replace('_', ' ')})."
    verbs = list(dict.fromkeys(one.verb for one in state.actions()))
    verbs = [
        *(verb for verb in verbs if verb not in ENDING),
        *(ENDING[verb] for verb in verbs if verb in ENDING),
    ]
    listed = " or ".join(filter(None, [", ".join(verbs[:-1]), verbs[-1]]))
    return f"{'Your turn' if names.you == mine else f'Your turn, {player(mine)}'}: {listed}."


def _switch(one: Option[Any]) -> Reply:
    span = one.values
    allowed: Reply = (
        {"low": span.low, "high": span.high, "also": list(span.also)}
        if isinstance(span, Whole)
        else {"values": list(span)}
    )
    return {
        **allowed,
        "default": one.default,
        "says": one.says,
        "source": cited(one.source),
        "reading": one.reading,
    }
