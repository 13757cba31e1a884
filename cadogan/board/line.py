"""A line of play: the states, what led from each to the next, and the place in it that is shown.

The same for a patience and for a round game. Whoever goes back forgets nothing; whoever plays on
from there forgets what came after.
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
    """The states of a game, one more than what was done, and the place, from 0.

    Attributes:
        states: every state, the opening first.
        made: what led from each state to the next: moves, or texts of actions.
        at: how many of ``made`` have been done at the place that is shown.
    """

    states: list[S]
    made: list[A]
    at: int

    @property
    def now(self) -> S:
        """The state that is shown."""
        return self.states[self.at]

    @property
    def at_end(self) -> bool:
        """Whether the place is where the play has come to."""
        return self.at == len(self.made)

    @property
    def played(self) -> list[A]:
        """What was done up to the place."""
        return self.made[: self.at]

    def cut(self) -> None:
        """Forget what came after the place."""
        del self.made[self.at :], self.states[self.at + 1 :]

    def add(self, done: A, after: S) -> None:
        """Go on from the place."""
        self.cut()
        self.made.append(done)
        self.states.append(after)
        self.at += 1

    def copy(self) -> Line[S, A]:
        """The same line, which goes its own way from here."""
        return Line([*self.states], [*self.made], self.at)


class Table(Referee, Generic[L]):
    """A table with a game on it, which one can take back and play again move by move, and after it the
    games that were on the table before.
    """

    _line: Line[Any, Any]
    #: What leads from a state to the next.
    _step: str

    def __init__(self) -> None:
        #: The games that have left the table: those before the one that lies on it, and those after
        #: it that were taken back.
        self._earlier: list[L] = []
        self._later: list[L] = []

    def shown(self, note: str = "") -> Reply:
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
        """Whether one stops here on the way back or forth."""
        return True

    def _may_go_back(self) -> None:
        """Refuse to take back where that is not allowed."""

    def _what(self, first: int, end: int) -> str:
        """What was done between two places, behind the note that says what became of it."""
        return ""

    def _put_by(self) -> None:
        """Keep the game that is to leave the table, if anything was played in it, to be taken back."""
        self._later.clear()
        if self._line.made:
            self._earlier = [*self._earlier, self._laid][-MOST_PUT_BY:]

    def _undo_brings(self) -> str:
        """What is said where another deal comes on the table, or the same one again."""
        return f" Undo brings back {self.dealt}." if self._line.made else ""

    def _to(self, place: int, note: str) -> Reply:
        self._line.at = place
        return self.shown(note)

    def _exchange(self, taken: list[L], left: list[L]) -> Reply:
        """Take up the last of the games before or after the one on the table, which is left to the
        others.
        """
        left.append(self._laid)
        self._lay(taken.pop())
        return self.shown(f"{upper_first(self.dealt)} again, at {self._step} {self._line.at}.")

    def _do_undo(self, message: Message) -> Reply:
        """Back to where one stops, or to the place ``to``; at the beginning, what took another game
        off the table.
        """
        at = self._line.at
        stop = next(filter(self._stops, range(at - 1, -1, -1)), None)
        if stop is None and self._earlier:
            return self._exchange(self._earlier, self._later)
        self._may_go_back()
        if stop is None:
            raise BadMessage("There is nothing to take back.")
        to = whole_of({"to": stop, **message}, "to", 0, at - 1)
        return self._to(to, f"Taken back{self._what(to, at)}.")

    def _do_redo(self, message: Message) -> Reply:
        at, end = self._line.at, len(self._line.made)
        if at == end and self._later:
            return self._exchange(self._later, self._earlier)
        if at == end:
            raise BadMessage("There is nothing to play again.")
        to = next(filter(self._stops, range(at + 1, end)), end)
        return self._to(to, f"Played again{self._what(at, to)}.")
