"""States: what people hold, play on, print, compare and save."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from cadogan.echo import Lasting, cut, is_whole, nearest, shown
from cadogan.round_games.action import Action, Actions, IllegalAction
from cadogan.round_games.cards import Cards, known
from cadogan.round_games.log import Event, Log
from cadogan.round_games.picture import picture
from cadogan.round_games.records import Record
from cadogan.round_games.table import Table
from cadogan.round_games.telling import cited, player
from cadogan.round_games.view import View, plain

if TYPE_CHECKING:
    from cadogan.round_games.game import Game


#: What a table is laid out by: the seats, the deal's number, the cards with which its pack begins.
Deal = tuple[int, int, Cards]
#: In a line of states one in this many keeps its own table.
EVERY = 256
#: The longest text that is looked at as an action, in characters.
LONGEST = 400


class State(Lasting):
    """One state of a game: immutable, hashable, printable; undo is holding the earlier one.

    A table is not copied for every state: it goes on to the state after, and is laid anew from an
    earlier one, of which every `EVERY`-th keeps its own, or from the deal, when somebody comes
    back. So a long game takes little memory, and playing on is quick.

    Attributes:
        dealer: the dealer's seat.
        deals: the deals settled so far.
        number: the deal's number.
        settled: what each seat had won when the last hand was settled, before the stakes of the
            next.
    """

    __slots__ = ("_depth", "_game", "_laid", "_legal", "_log", "_log_length", "_origin", "_played")
    dealer: int
    deals: int
    number: int
    settled: tuple[int, ...]

    def __init__(
        self,
        game: Game,
        table: Table,
        origin: State | Deal | None = None,
        actions: tuple[Action, ...] = (),
        depth: int = 0,
    ) -> None:
        self._game = game
        self._laid: Table | None = table  # None when the table has gone on to the state after
        self._log: Log | None = None  # the log of the table that has gone on
        self._log_length = 0  # how long it was in this state
        self._legal: tuple[Action, ...] | None = None
        # The state before, or the deal; None where it was neither dealt nor played to.
        self._origin = origin
        # The actions that led here from there: mostly one; all since the deal if it was pickled.
        self._played = actions
        # The states since one that keeps its own table, the deal counted as one; 0 for such a state.
        self._depth = depth

    @property
    def game(self) -> Game:
        """The game with its options."""
        return self._game

    @property
    def _table(self) -> Table:
        """The table as it lies in this state, to be read only."""
        if self._laid is None:
            self._laid = self._anew()
        return self._laid

    def _anew(self) -> Table:
        """The table, played anew from the nearest earlier state that has kept its own, or from the
        deal.
        """
        origin, since = self._line(to_kept=True)
        assert origin is not None
        table = origin._table.copy() if isinstance(origin, State) else self.game.new_table(*origin)
        table.silent = True
        for action in since:
            self.game.perform(table, action)
        table.silent = False
        assert self._log is not None
        table.log = self._log.until(self._log_length)
        return table

    def _onward(self) -> Table:
        """A table to play on: this state's own, if it can be laid anew, otherwise a copy."""
        table = self._laid
        if table is None or self._log is not None or not self._depth:
            return self._table.copy()
        log = self._log = table.log
        self._log_length, self._laid, self._legal = log.length, None, None
        return table

    # --- facts ---

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
        """Whether the game is over."""
        return self._table.to_act is None

    @property
    def payoffs(self) -> tuple[int, ...]:
        """What each seat has won so far, in counters; final when the game is over."""
        return tuple(self._table.counters)

    @property
    def standing(self) -> tuple[int, ...]:
        """How far each seat has come, as all can see (`Game.standing`)."""
        return tuple(self.game.standing(self._table))

    @property
    def pools(self) -> dict[str, int]:
        """The counters in the pool and the other compartments; at the end they are nobody's."""
        return dict(self._table.pools)

    @property
    def players(self) -> int:
        """The number of seats."""
        return self._table.seats

    @property
    def history(self) -> tuple[Event, ...]:
        """Everything that happened, secrets too."""
        return tuple(self._table.log)

    @property
    def cards(self) -> dict[str, Cards]:
        """Every card, face down too: pile name -> cards, the uppermost last; ``meld 0`` … the
        combinations on the table.
        """
        melds = {f"meld {i}": meld.cards for i, meld in enumerate(self._table.melds())}
        return {name: tuple(pile.cards) for name, pile in self._table.piles()} | melds

    def __getattr__(self, name: str) -> Any:
        """Every other fact of the table, the game's own too: ``state.dealer``, ``state.trumps``."""
        if name.startswith("_") or name not in self._table.__dict__:
            raise AttributeError(f"a state of {self.game.title} has no {name!r}")
        return plain(self._table.__dict__[name])

    # --- playing ---

    def actions(self) -> tuple[Action, ...]:
        """Every legal action of the seat that is to act, in a fixed order; none when the game is
        over.
        """
        legal = self._legal
        if legal is None:
            table = (
                self._laid
            )  # looked at first, for it is mostly there, and asking `_table` takes longer
            legal = self._legal = tuple(
                self._game.legal(table if table is not None else self._table)
            )
        return legal

    def _meant(self, action: Action | str) -> Action | None:
        """The legal action of this text; None if there is none."""
        legal, text = self.actions(), str(action)
        if (chosen := next((a for a in legal if a.text == text), None)) is None and len(
            text
        ) <= LONGEST:
            spelt = " ".join(_spelt(text)).casefold()
            chosen = next((a for a in legal if a.text.casefold() == spelt), None)
        return chosen

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
        table = self._onward()
        self._game.perform(table, chosen)
        return State(self._game, table, self, (chosen,), (self._depth + 1) % EVERY)

    def run(
        self,
        choose: Callable[[Table, Actions], Action | None],
        limit: int | None = None,
        *,
        silent: bool = False,
    ) -> tuple[State, int]:
        """Play on at one table, keeping no state on the way: two or three times as fast as
        `play`.

        Args:
            choose: takes the table as it lies, to be read and not kept, and the legal actions;
                it gives one of these, which is not checked, or None to stop.
            limit: actions after which to stop; None for never.
            silent: nobody will read what happens, so the history is not kept on.

        Returns:
            The state reached, as `play` gives it, and the number of actions.
        """
        game, table = self._game, self._onward()
        played: list[Action] = []
        table.silent = silent
        while table.to_act is not None and len(played) != limit:
            actions = list(game.legal(table))
            chosen = choose(table, actions)
            if chosen is None:
                break
            game.perform(table, chosen)
            played.append(chosen)
        table.silent = False
        return State(game, table, self, tuple(played)), len(played)

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
            seated = type(seat) is int and 0 <= seat < 100
            whose = f"{player(seat)}'s" if seated else f"that of {shown(seat, 20)}"
            return IllegalAction(f"{turn}, not {whose}", phase)
        verb, *words = _spelt(text)
        verbs = list(dict.fromkeys(a.verb for a in self.actions()))
        legal = _listed([a.text for a in self.actions()])
        if verb not in game.verbs:
            return IllegalAction(
                f"there is no action {cut(verb)!r}{nearest(verb, verbs, alike=0.5)}; legal now: {legal}"
            )
        reason = game.why(t, verb, *words)
        otherwise = f"{cut(text)!r} is no choice here"
        source = game.source(f"do_{verb}")
        if verb not in verbs:
            otherwise = f"{turn}, and {verb} is not to be chosen"
            source = reason and game.grounds(t, verb)
        return IllegalAction(reason or f"{otherwise}; legal now: {legal}", cited(source) or phase)

    # --- what a seat sees ---

    def view(self, seat: int | None) -> View:
        """Everything that a seat may see, and nothing else; None for a bystander.

        Raises:
            ValueError: there is no such seat.
        """
        if seat is not None and not is_whole(seat, 0, self.players - 1):
            raise ValueError(
                f"a seat is a whole number from 0 to {self.players - 1}, not {shown(seat)}"
            )
        return View(self.game, seat, self._table.masked(seat))

    def redraw(self, seat: int | None, seed: int) -> State:
        """The same state with everything dealt anew that this seat has not seen."""
        return self.game.imagine(self.view(seat), seed, likely=False)

    def record(self) -> Record:
        """The game so far, to be saved.

        Raises:
            ValueError: the state was imagined or redrawn, not played to.
        """
        deal, played = self._line()
        if deal is None:
            raise ValueError(
                "only a game that was dealt and played has a record, not an imagined one"
            )
        return Record(
            self.game, self.players, self.number, tuple(map(str, played)), self._table.first
        )

    def _line(self, to_kept: bool = False) -> tuple[State | Deal | None, tuple[Action, ...]]:
        """The deal that the game began with, None where it was not dealt, and every action since;
        or no further back than the nearest state that has kept its table, and the actions since.
        """
        played: list[Action] = []  # the last first
        origin: State | Deal | None = self
        while isinstance(origin, State) and not (to_kept and origin._laid is not None):
            played += origin._played[::-1]
            origin = origin._origin
        return origin, tuple(played[::-1])

    # --- as a value and as text ---

    def __reduce__(self) -> tuple[Any, ...]:
        """It is pickled as its table, its deal and its actions, without the states in between."""
        return State, (self.game, self._table, *self._line())

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


def _spelt(text: str) -> list[str]:
    """The words of an action that somebody wrote, its cards as they are written in the texts of
    actions.
    """
    verb, *words = text[:LONGEST].split() or [""]
    return [verb.lower(), *(card.text if (card := known(word)) else word for word in words)]


def _listed(texts: list[str]) -> str:
    return ", ".join(texts[:8]) + (f" … ({len(texts)} in all)" if len(texts) > 8 else "")
