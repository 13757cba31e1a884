"""A line of play: the states, what led from each to the next, and the place in it that is shown.

The same for a patience and for a round game. Whoever goes back forgets nothing; whoever plays on
from there forgets what came after.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Generic, TypeVar

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


class PutBy(Generic[L]):
    """The games that have left a table: those before the one that lies on it, and those after it
    that were taken back.
    """

    def __init__(self) -> None:
        self.earlier: list[L] = []
        self.later: list[L] = []

    def add(self, laid: L, line: Line[Any, Any]) -> None:
        """Another game comes in the place of this one, which is kept if anything was played in it."""
        self.later.clear()
        if line.made:
            self.earlier = [*self.earlier, laid][-MOST_PUT_BY:]

    def back(self, laid: L) -> L:
        """The game before this one."""
        self.later.append(laid)
        return self.earlier.pop()

    def forth(self, laid: L) -> L:
        """The game after this one, from which one has come back."""
        self.earlier.append(laid)
        return self.later.pop()
