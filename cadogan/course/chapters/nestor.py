"""Nestor."""

from __future__ import annotations

from fractions import Fraction
from math import prod

from cadogan.course.kinds import Choice, Numbers
from cadogan.course.old import Exercise
from cadogan.course.played import effect

SIX = """nestor.vary(places("columns", 6, at=line(6, 0, 0, 1.2), spread=(0, 0.4)), deal(rows("columns", 8, unlike=True)))"""


def lost(*columns: tuple[int, ...]) -> bool:
    """Whether cards are left of some columns, the lowest last, when all pairs have been taken that can be.

    >>> lost((7, 8), (8, 7)), lost((8, 7), (8, 7))
    (True, False)
    """
    left = list(columns)
    while True:
        ends = [column[-1] for column in left if column]
        alike = next((card for card in ends if ends.count(card) > 1), None)
        if alike is None:
            return any(left)
        for _ in range(2):
            i = next(i for i, column in enumerate(left) if column and column[-1] == alike)
            left[i] = left[i][:-1]


def clean(rows: int) -> Fraction:
    """The chance that so many cards of a pack are all of different values."""
    return prod((Fraction(52 - 4 * i, 52 - i) for i in range(rows)), start=Fraction(1))


EXERCISES = (
    Exercise("nestor/1", 1, "", Choice(("yes", "no"), lambda: "yes" if lost((7, 8), (8, 7)) else "no", {
        "no": "Which cards lie lowest, and what lies upon the partner of each?"})),
    Exercise("nestor/2", 2, "", Numbers(lambda: (max(n for n in range(1, 14) if clean(n) > Fraction(1, 2)), 52 // 8), (
        "the rows with which it is not yet more likely", "the greatest number of rows"))),
    Exercise("nestor/3", 3, "", Choice(("harder", "easier", "neither"), lambda: effect("nestor", SIX, "careful", 200), {
        "easier": "How many pairs do six open cards make, and how many do eight?",
        "neither": "How many pairs do six open cards make, and how many do eight?"})),
)  # fmt: skip
