"""A line of play: the states of a game, the steps between them, and the place that is shown.

Patiences and round games share it. Going back forgets nothing; playing on from there forgets what
came after.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from ..words.english import upper_first
from .messages import BadMessage, Message, Referee, Reply, whole_of

S = TypeVar("S")
A = TypeVar("A")
L = TypeVar("L")

#: How many games are kept that another deal, or the start of the same one, has taken off the table.
MOST_PUT_BY = 20


@dataclass
class Line(Generic[S, A]):
    """The states of a game, the steps between them, and the place that is shown.

    Attributes:
        states: every state, the opening first.
        steps: what led from each state to the next: moves, or texts of actions.
        place: how many of ``steps`` lead to the state that is shown.
    """

    states: list[S]
    steps: list[A]
    place: int

    @property
    def now(self) -> S:
        """The state that is shown."""
        return self.states[self.place]

    @property
    def at_end(self) -> bool:
        """Whether the last state is shown."""
        return self.place == len(self.steps)

    @property
    def played(self) -> list[A]:
        """The steps up to the place."""
        return self.steps[: self.place]

    def cut(self) -> None:
        """Forget the steps after the place."""
        del self.steps[self.place :], self.states[self.place + 1 :]

    def add(self, done: A, after: S) -> None:
        """Add a step and its state at the place; what came after is forgotten."""
        self.cut()
        self.steps.append(done)
        self.states.append(after)
        self.place += 1

    def copy(self) -> Line[S, A]:
        """A copy that can be played on by itself."""
        return Line([*self.states], [*self.steps], self.place)


class Table(Referee, Generic[L]):
    """A table with a game on it, whose moves can be taken back and played again, and after them the
    games that were on the table before.
    """

    _line: Line[Any, Any]
    #: What a step is called: ``move`` or ``action``.
    _step: str

    def __init__(self) -> None:
        #: The games that have left the table: those before the one that lies on it, and those after
        #: it that were taken back.
        self._earlier: list[L] = []
        self._later: list[L] = []

    def snapshot(self, note: str = "") -> Reply:
        """All that the screen needs, with a note of what was done."""
        raise NotImplementedError  # each table has its own

    @property
    def deal(self) -> int:
        """The number of the deal."""
        raise NotImplementedError  # each table has its own

    @property
    def dealt(self) -> str:
        """The deal, as it is called in a sentence."""
        return f"deal {self.deal}"

    @property
    def _laid(self) -> L:
        """The game on the table, to be put by."""
        raise NotImplementedError  # each table has its own

    def _lay(self, laid: L) -> None:
        """Put a game on the table, where it stands."""
        raise NotImplementedError  # each table has its own

    def _stops(self, place: int) -> bool:
        """Whether undo and redo stop at a place."""
        return True

    def _may_go_back(self) -> None:
        """Refuse to take back where that is not allowed."""

    def _what(self, first: int, end: int) -> str:
        """The steps between two places in words, to follow a note such as “Taken back”."""
        return ""

    def _put_by(self) -> None:
        """Keep the game that is to leave the table, if anything was played in it, to be taken back."""
        self._later.clear()
        if self._line.steps:
            self._earlier = [*self._earlier, self._laid][-MOST_PUT_BY:]

    def _undo_note(self) -> str:
        """What a new deal's note says of undo; empty where nothing was played in any deal before."""
        if self._line.steps:
            return f" Undo brings back {self.dealt}."
        return " Undo brings back the deal last played." if self._earlier else ""

    def _to(self, place: int, note: str) -> Reply:
        self._line.place = place
        return self.snapshot(note)

    def _exchange(self, taken: list[L], left: list[L]) -> Reply:
        """Put the last game of ``taken`` on the table, and the one that lies there into ``left``."""
        left.append(self._laid)
        self._lay(taken.pop())
        return self.snapshot(
            f"{upper_first(self.dealt)} again, at {self._step} {self._line.place}."
        )

    def _do_undo(self, message: Message) -> Reply:
        """Go back to the last stop, or to the place ``to``; from the beginning, to the game that
        lay there before.
        """
        place = self._line.place
        stop = next(filter(self._stops, range(place - 1, -1, -1)), None)
        if stop is None and self._earlier:
            return self._exchange(self._earlier, self._later)
        self._may_go_back()
        if stop is None:
            raise BadMessage("There is nothing to take back.")
        to = whole_of({"to": stop, **message}, "to", 0, place - 1)
        return self._to(to, f"Taken back{self._what(to, place)}.")

    def _do_redo(self, message: Message) -> Reply:
        place, end = self._line.place, len(self._line.steps)
        if place == end and self._later:
            return self._exchange(self._later, self._earlier)
        if place == end:
            raise BadMessage("There is nothing to play again.")
        to = next(filter(self._stops, range(place + 1, end)), end)
        return self._to(to, f"Played again{self._what(place, to)}.")
