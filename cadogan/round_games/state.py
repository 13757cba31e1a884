"""States, actions and views: what people hold, print, compare and save."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NoReturn

from cadogan.echo import cut, shown
from cadogan.round_games.cards import HIDDEN, Card, known, symbols
from cadogan.round_games.options import nearest
from cadogan.round_games.table import ALL, Event, Hand, Held, Log, Pile, Table
from cadogan.round_games.telling import NUMBERED, Names, cited, player, tell

if TYPE_CHECKING:
    from cadogan.round_games.game import Game
    from cadogan.round_games.records import Record


#: What a table is laid out by: the seats, the deal's number, the cards with which its pack begins.
Deal = tuple[int, int, tuple[Card, ...]]
#: In a line of states one in this many keeps its own table.
EVERY = 256
#: The longest text that is looked at as an action, in characters.
LONGEST = 400
_put = object.__setattr__


class IllegalAction(ValueError):
    """An action that the rules refuse. ``str()`` is the sentence; ``rule`` its source in the text,
    or what else it rests on.
    """

    def __init__(self, sentence: str, rule: str = "") -> None:
        super().__init__(f"{sentence} ({rule})" if rule else sentence)
        self.sentence = sentence
        self.rule = rule


class Action:
    """One legal action of a state: a verb and what it is done with.

    Attributes:
        verb: such as ``bid``.
        args: cards, seats or numbers; their texts have no blanks.
    """

    __slots__ = ("_of", "_says", "_text", "args", "verb")

    def __init__(self, verb: str, *args: Any, says: str = "", **of: Any) -> None:
        """``says`` names in braces what is in ``of``: the sentence is put together only when
        somebody reads it.
        """
        self.verb, self.args, self._says, self._of, self._text = verb, args, says, of, ""

    @property
    def text(self) -> str:
        """The short text, unique in its state: ``bid 3``."""
        if not self._text:
            self._text = " ".join([self.verb, *map(str, self.args)])
        return self._text

    @property
    def says(self) -> str:
        """The action as a sentence."""
        return self.told()

    def told(self, names: Names = NUMBERED) -> str:
        """The action as a sentence, with the players called by these names."""
        return tell(self._says, None, (), names, **self._of) if self._of else self._says

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"<{self.text}: {self.says}>"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Action) and other.text == self.text

    def __hash__(self) -> int:
        return hash(self.text)


class State:
    """One state of a game: immutable, hashable, printable; undo is holding the earlier one.

    A table is not copied for every state: it goes on to the state after, and is laid anew from an
    earlier one, of which every `EVERY`-th keeps its own, or from the deal, when somebody comes
    back. So a long game takes little memory, and playing on is quick."""

    __slots__ = ("_by", "_depth", "_from", "_game", "_here", "_legal", "_log", "_said")

    def __init__(
        self,
        game: Game[Any],
        table: Table,
        origin: State | Deal | None = None,
        by: Action | tuple[Action, ...] = (),
        depth: int = 0,
    ) -> None:
        self._game = game
        self._here: Table | None = table  # None when the table has gone on to the state after
        self._log: Log | None = None  # the log of the table that has gone on
        self._said = 0  # how much of it had happened here
        self._legal: tuple[Action, ...] | None = None
        self._from = (
            origin  # the state before, or the deal; None where it was neither dealt nor played to
        )
        self._by = by  # the action that led here from the state before, or all that did, from the deal in one that was pickled
        self._depth = depth  # how many were made since a state that keeps its own table, the deal counted as one; 0 for such a state

    @property
    def game(self) -> Game[Any]:
        """The game with its options."""
        return self._game

    @property
    def _table(self) -> Table:
        """The table as it lies in this state, to be read only."""
        if self._here is None:
            self._here = self._anew()
        return self._here

    def _anew(self) -> Table:
        """The table played to again from the nearest earlier state that has kept its own, or from
        the deal.
        """
        since: list[Action] = []
        state = self
        while state._here is None and isinstance(state._from, State):
            assert isinstance(state._by, Action)
            since.append(state._by)
            state = state._from
        if state._here is not None:
            table = state._here.copy()
        else:
            assert isinstance(state._from, tuple)
            table = self.game.new_table(*state._from)
        table.silent = True
        for action in reversed(since):
            self.game.perform(table, action)
        table.silent = False
        assert self._log is not None
        table.log = self._log.until(self._said)
        return table

    def _onward(self) -> Table:
        """A table to play on upon: this state's own, if it can be laid anew, otherwise a copy."""
        table = self._here
        if table is None or self._log is not None or not self._depth:
            return self._table.copy()
        log = self._log = table.log
        self._said, self._here, self._legal = log.length, None, None
        return table

    # --- what is the case ---

    @property
    def to_act(self) -> int | None:
        """The seat that is to act; None when the game is over."""
        return self._table.to_act

    @property
    def phase(self) -> str:
        """The name of the phase; ``over`` at the end."""
        return self._table.phase

    @property
    def is_over(self) -> bool:
        """Whether nobody is to act any more."""
        return self._table.to_act is None

    @property
    def payoffs(self) -> tuple[int, ...]:
        """What each seat has won so far, in counters; final when the game is over."""
        return tuple(self._table.counters)

    @property
    def payoffs_settled(self) -> tuple[int, ...]:
        """What each seat had won when the last hand was settled, before the stakes of the next."""
        return self._table.settled

    @property
    def pools(self) -> dict[str, int]:
        """The counters in the pool and the other compartments; at the end they are nobody's."""
        return dict(self._table.pools)

    @property
    def players(self) -> int:
        """The number of seats."""
        return self._table.seats

    @property
    def dealer(self) -> int:
        """The dealer's seat."""
        return self._table.dealer

    @property
    def deals(self) -> int:
        """The deals settled so far."""
        return self._table.deals

    @property
    def number(self) -> int:
        """The deal's number."""
        return self._table.number

    @property
    def history(self) -> tuple[Event, ...]:
        """Everything that happened, secrets too."""
        return tuple(self._table.log)

    @property
    def cards(self) -> dict[str, tuple[Card, ...]]:
        """Every card, face down too: pile name -> cards, the uppermost last; ``meld 0`` … the
        combinations on the table.
        """
        melds = {f"meld {i}": meld.cards for i, meld in enumerate(self._table.melds())}
        return {name: tuple(pile.cards) for name, pile in self._table.piles()} | melds

    def __getattr__(self, name: str) -> Any:
        """The game's own facts: ``state.trumps``."""
        if name.startswith("_") or name not in self._table.__dict__:
            raise AttributeError(f"a state of {self.game.title} has no {name!r}")
        return _plain(self._table.__dict__[name])

    # --- playing ---

    def actions(self) -> tuple[Action, ...]:
        """Every legal action of the seat that is to act, in a fixed order; none when the game is
        over.
        """
        legal = self._legal
        if legal is None:
            table = (
                self._here
            )  # looked at first, for it is mostly there, and asking `_table` takes longer
            legal = self._legal = tuple(
                self._game.legal(table if table is not None else self._table)
            )
        return legal

    def _meant(self, action: Action | str) -> Action | None:
        """The legal action of this text; None if there is none."""
        legal, text = self.actions(), str(action)
        if (found := next((one for one in legal if one.text == text), None)) is None and len(
            text
        ) <= LONGEST:
            spelt = " ".join(_spelt(text)).casefold()
            found = next((one for one in legal if one.text.casefold() == spelt), None)
        return found

    def play(self, action: Action | str, seat: int | None = None) -> State:
        """The state after an action (or its text); ``seat`` says who does it, if that is to be
        checked.

        In a text capitals, the number of blanks, and the sign of a ten do not matter.

        Raises:
            IllegalAction: the rules refuse it; the message says why, with the source of the rule.
        """
        chosen: Action | None
        for chosen in self._legal or self.actions():
            if chosen is action:  # mostly it is one of these themselves
                break
        else:
            chosen = self._meant(action)
        if chosen is None or (seat is not None and seat != self.to_act):
            raise self._refusal(str(action), seat)
        game, table, depth = self._game, self._here, self._depth
        if table is None or self._log is not None or not depth:
            table = self._table.copy()
        else:  # as `_onward`: to ask it would take a twentieth of the time of an action of Speculation
            log = self._log = table.log
            self._said, self._here, self._legal = log.length, None, None
        game.perform(table, chosen)
        return State(game, table, self, chosen, (depth + 1) % EVERY)

    def run(
        self,
        choose: Callable[[Table, Sequence[Action]], Action | None],
        limit: int | None = None,
        *,
        silent: bool = False,
    ) -> tuple[State, int]:
        """Play on upon one table, keeping no state on the way: two or three times as fast as
        `play`.

        Args:
            choose: is given the table as it lies, to be read and not kept, and the legal actions;
                it gives one of these, which is not checked, or None to stop.
            limit: actions after which to stop; None for never.
            silent: nobody will read what happens, so the history is not kept on.

        Returns:
            The state reached, as `play` gives it, and the number of actions.
        """
        game, table = self._game, self._onward()
        made: list[Action] = []
        table.silent = silent
        while table.to_act is not None and len(made) != limit:
            actions = list(game.legal(table))
            chosen = choose(table, actions)
            if chosen is None:
                break
            game.perform(table, chosen)
            made.append(chosen)
        table.silent = False
        return State(game, table, self, tuple(made)), len(made)

    def why_not(self, action: Action | str, seat: int | None = None) -> str | None:
        """Why an action is refused, as a sentence with its source; None when it is legal."""
        if self._meant(action) is not None and seat in (None, self.to_act):
            return None
        return str(self._refusal(str(action), seat))

    def _refusal(self, text: str, seat: int | None) -> IllegalAction:
        game, t = self.game, self._table
        if t.to_act is None:
            return IllegalAction("the game is over; nobody is to act")
        turn = f"it is {player(t.to_act)}'s turn ({t.phase.replace('_', ' ')})"
        phase = cited(game.source(f"at_{t.phase}"))
        if seat is not None and seat != t.to_act:
            return IllegalAction(f"{turn}, not {_whose(seat)}", phase)
        verb, *words = _spelt(text)
        verbs = list(dict.fromkeys(a.verb for a in self.actions()))
        legal = _listed([a.text for a in self.actions()])
        if verb not in game.verbs:
            return IllegalAction(
                f"there is no action {cut(verb)!r}{nearest(verb, verbs)}; legal now: {legal}"
            )
        if verb not in verbs:
            why = game.why(t, verb, words)
            grounds = cited(game.grounds(t, verb)) if why else ""
            return IllegalAction(
                why or f"{turn}, and {verb} is not to be chosen; legal now: {legal}",
                grounds or phase,
            )
        said = game.why(t, verb, words)
        return IllegalAction(
            said or f"{cut(text)!r} is no choice here; legal now: {legal}",
            cited(game.source(f"do_{verb}")) or phase,
        )

    # --- what a seat sees ---

    def view(self, seat: int | None) -> View:
        """Everything that a seat may see, and nothing else; None for a bystander.

        Raises:
            ValueError: there is no such seat.
        """
        if seat is not None and (
            isinstance(seat, bool) or not isinstance(seat, int) or not 0 <= seat < self.players
        ):
            raise ValueError(
                f"a seat is a whole number from 0 to {self.players - 1}, not {shown(seat)}"
            )
        return View(self.game, seat, self._table.masked(seat))

    def redraw(self, seat: int | None, seed: int) -> State:
        """The same state with everything dealt anew that this seat has not seen."""
        t = self._table.copy()
        mine = 0 if seat is None else 1 << seat

        def unseen(held: Held) -> bool:
            return not (held.seen == ALL or held.seen & mine)

        cards = sorted(h.card for _, pile in t.piles() for h in pile if unseen(h))
        t.refill(unseen, cards, self.game.barred(self.view(seat)), seed)
        return State(self.game, t)

    def record(self) -> Record:
        """The game so far, to be saved.

        Raises:
            ValueError: the state was imagined or redrawn, not played to.
        """
        from cadogan.round_games.records import Record

        deal, made = self._since()
        if deal is None:
            raise ValueError(
                "only a game that was dealt and played has a record, not an imagined one"
            )
        return Record(self.game, self.players, self.number, made, self._table.first)

    def _since(self) -> tuple[Deal | None, tuple[Action, ...]]:
        """The deal that the game began with, None where it was not dealt, and every action since."""
        made: list[Action] = []  # the last first
        state = self
        while True:
            made += (state._by,) if isinstance(state._by, Action) else state._by[::-1]
            if not isinstance(state._from, State):
                return state._from, tuple(made[::-1])
            state = state._from

    # --- as a value and as text ---

    def __copy__(self) -> State:
        return self

    def __deepcopy__(self, memo: Any) -> State:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickled as its table, and what it was played from: the states in between are not kept."""
        return State, (self.game, self._table, *self._since())

    def __eq__(self, other: object) -> bool:
        return isinstance(other, State) and other.game == self.game and other._table == self._table

    def __hash__(self) -> int:
        return hash((self.game, self._table.key()))

    def __str__(self) -> str:
        return picture(self.game, self._table, f"deal {self.number}")

    def __repr__(self) -> str:
        turn = (
            "over"
            if self.to_act is None
            else f"{player(self.to_act)}, {self.phase.replace('_', ' ')}"
        )
        return f"<{self.game.title}, deal {self.number}, {turn}>"


class View:
    """What one seat sees: a plain value, with `HIDDEN` for every face unseen.

    Every fact of the game is an attribute: ``view.hands``, ``view.pool``, ``view.trumps`` …; piles
    are tuples of cards, the uppermost last.

    Attributes:
        game: the game with its options.
        seat: the seat; None for a bystander.
        table: a table on which only what the seat sees is told (a copy each time).
    """

    __slots__ = ("_facts", "_table", "game", "seat")
    game: Game[Any]
    seat: int | None
    _table: Table
    _facts: dict[str, Any]

    def __init__(self, game: Game[Any], seat: int | None, masked: Table) -> None:
        put = _put
        put(self, "game", game)
        put(self, "seat", seat)
        put(self, "_table", masked)
        put(self, "_facts", {})

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError("a view does not change")

    def __getattr__(self, name: str) -> Any:
        facts = self._facts
        if name not in facts:
            if name in ("left", "turn", "others"):
                return getattr(self._table, name)
            if name.startswith("_") or name not in self._table.__dict__:
                raise AttributeError(
                    f"a view of {self.game.title} has no {name!r}; it has {', '.join(self)}"
                )
            facts[name] = _plain(self._table.__dict__[name])
        return facts[name]

    def __iter__(self) -> Iterator[str]:
        """The names of the facts."""
        return iter(n for n in self._table.__dict__ if n not in ("number", "first"))

    @property
    def table(self) -> Table:
        """What is seen, as a table of one's own."""
        return self._table.copy()

    @property
    def hand(self) -> tuple[Card, ...]:
        """The seat's own hand; empty for a bystander."""
        return () if self.seat is None else tuple(self._table.hands[self.seat].cards)

    @property
    def pool(self) -> int:
        """The counters in the pool."""
        return self._table.pool

    @property
    def history(self) -> tuple[Event, ...]:
        """What happened, as this seat knows it."""
        return tuple(self._table.log)

    @property
    def unseen(self) -> list[Card]:
        """The cards of the pack that this seat sees nowhere, in order."""
        if "unseen" not in self._facts:  # bots ask more than once
            left = Counter(self.game.cards(self._table.seats))
            left.subtract(c for c in self._table.everything() if c is not HIDDEN)
            self._facts["unseen"] = sorted(left.elements())
        return list(self._facts["unseen"])

    def __copy__(self) -> View:
        return self

    def __deepcopy__(self, memo: Any) -> View:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return View, (self.game, self.seat, self._table)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, View) and (other.game, other.seat, other._table) == (
            self.game,
            self.seat,
            self._table,
        )

    def __hash__(self) -> int:
        return hash((self.game, self.seat, self._table.key()))

    def __str__(self) -> str:
        return picture(self.game, self._table, whose_view(self.seat))

    def __repr__(self) -> str:
        return f"<{'a bystander' if self.seat is None else player(self.seat)}'s view of {self.game.title}>"


def _plain(value: Any) -> Any:
    """A value that cannot change: tuples for lists, cards for piles."""
    if isinstance(value, Pile):
        return tuple(value.cards)
    if isinstance(value, list):
        return tuple(map(_plain, value))
    return (
        MappingProxyType({k: _plain(v) for k, v in value.items()})
        if isinstance(value, dict)
        else value
    )


def _whose(seat: object) -> str:
    """Whose turn somebody took it for."""
    return (
        f"{player(seat)}'s"
        if type(seat) is int and 0 <= seat < 100
        else f"that of {shown(seat, 20)}"
    )


def _spelt(text: str) -> list[str]:
    """The words of an action that somebody wrote, its cards as they are written in the texts of
    actions.
    """
    verb, *words = text[:LONGEST].split() or [""]
    return [verb.lower(), *(one.text if (one := known(word)) else word for word in words)]


def _listed(texts: list[str], most: int = 8) -> str:
    return ", ".join(texts[:most]) + (f" … ({len(texts)} in all)" if len(texts) > most else "")


def whose_view(seat: int | None) -> str:
    """Whose view a picture shows; None for a bystander's."""
    return "a bystander's view" if seat is None else f"{player(seat)}'s view"


def picture(game: Game[Any], t: Table, whose: str) -> str:
    """The text picture: a line for each seat, each pile, and the pools."""
    hands = t.deals + (t.to_act is not None)
    hand = f"hand {hands}, " if hands > 1 and t.to_act is not None else ""
    hand = (
        f"{hand}{player(t.dealer)} deals; "
        if t.to_act is not None
        else f"{hands} hands, "
        if hands > 1
        else ""
    )
    turn = "the hand is settled" if t.phase == "settled" else "the game is over"
    if t.to_act is not None:
        turn = f"{player(t.to_act)} to act ({t.phase.replace('_', ' ')})"
    lines = [f"{game.title}, {whose}: {hand}{turn}"]
    for seat in range(t.seats):
        mark = ">" if seat == t.to_act else " "
        lines.append(
            f"{mark} {player(seat)} {t.counters[seat]:+5d}  {symbols(t.hands[seat].cards)}".rstrip()
        )
    for name, pile in t.piles():
        if pile and not name.startswith("hands "):
            of = name.split(" ")
            name = f"{of[0]}, {player(int(of[1]))}" if len(of) > 1 and of[1].isdecimal() else name
            down = all(c is HIDDEN for c in pile.cards) or name == "pack"
            shown = f"{len(pile)} card{'s' * (len(pile) != 1)}" if down else symbols(pile.cards)
            lines.append(
                f"  {name.replace('_', ' ')}: {shown}{' (any order)' if isinstance(pile, Hand) and down else ''}"
            )
    for i, meld in enumerate(t.melds()):
        lines.append(
            f"  meld {i}: {meld.symbols}"
            + (f" ({player(meld.owner)})" if meld.owner is not None else "")
        )
    lines.append("  " + ", ".join(f"{name}: {n}" for name, n in t.pools.items()))
    told = game.facts(t) | {
        name: ", ".join(map(player, t.__dict__[name])) for name in game.marks if t.__dict__[name]
    }
    told |= {
        name: " ".join(map(str, t.__dict__[name])) for name in game.counted if any(t.__dict__[name])
    }
    lines += [f"  {name}: {value}" for name, value in told.items()]
    return "\n".join(lines)
