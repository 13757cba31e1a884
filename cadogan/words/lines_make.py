"""lines_make: the goal that every line of a square makes a sum."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from cadogan.engine.numbers import FACE, RANK
from cadogan.engine.rules import Rules, State
from cadogan.layout import Place
from cadogan.usage import Count, Name

from .above import Making
from .citing import RuleError
from .clause import TABLEAU, Aim
from .values import K


@dataclass(frozen=True)
class lines_make(Aim):
    """How the game is won: the lines of a square must make a sum.

    Args:
        total: the sum that each row, column and diagonal makes.
        group: the group that forms the square.
        diagonals: False where the diagonals do not count.

    >>> lines_make(15, "square").tell()
    'Won when every row, column and diagonal of the square makes 15.'
    """

    total: Count
    group: Name
    diagonals: bool = True

    speaks_of = {"group": TABLEAU}

    def tell(self) -> str:
        """The clause as a sentence."""
        lines = "row, column and diagonal" if self.diagonals else "row and column"
        return f"Won when every {lines} of the {self.group} makes {self.total}."

    def enter(self, making: Making) -> None:
        """Set the goal of the game."""
        making.rules.goal = Lines(
            self, square_lines(making.places, list(making.members(self.group, self)), self)
        )


class Lines:
    """Every line of places makes the same sum."""

    def __init__(self, clause: lines_make, lines: list[list[int]]) -> None:
        self.clause, self.total, self.length = clause, clause.total, len(lines[0])
        self.items = tuple(p for line in lines for p in line)
        self.count = len(lines)

    def of_place(self, p: int) -> object:
        """Every place of the square is itself."""
        return p + 1 if p in self.items else 0

    def reached(self, rules: Rules, s: State) -> int:
        """Whether all do."""
        for i in range(self.count):
            total = 0
            for j in range(self.length):
                p = self.items[i * self.length + j]
                if s.top[p] < 0:
                    return False
                total += RANK[s.top[p] & FACE]
            if total != self.total:
                return False
        return True


def square_lines(
    places: Sequence[Place], inside: Sequence[int], clause: lines_make
) -> list[list[int]]:
    """The rows, columns and diagonals of a square of places, as a clause asks for them."""
    side = round(len(inside) ** 0.5)
    if side * side != len(inside):
        raise RuleError(f"{len(inside)} places are no square", clause)
    if not side <= clause.total <= side * K:
        raise RuleError(
            f"lines_make: a line of {side} cards makes {side} to {side * K}, not {clause.total}",
            clause,
        )
    ordered = sorted(inside, key=lambda i: (places[i].y, places[i].x))
    rows = [ordered[r : r + side] for r in range(0, len(ordered), side)]
    columns = [ordered[c::side] for c in range(side)]
    diagonals = [ordered[:: side + 1], [ordered[k * (side - 1)] for k in range(1, side + 1)]]
    return [*rows, *columns, *(diagonals if clause.diagonals else ())]
