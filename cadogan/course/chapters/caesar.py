"""The exercises of Cæsar."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations, permutations

from cadogan.course.kinds import Function, Members, Number
from cadogan.course.old import Exercise

Square = tuple[int, ...]
#: The lines of a square of nine places, in reading order: rows, columns, diagonals.
LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))
PLATE: Square = (7, 8, 3, 5, 6, 4, 9, 1, 2)


@cache
def squares() -> frozenset[Square]:
    """The magic squares of one to nine, from their first two cards and the middle one.

    >>> len(squares()), all(sum(square[place] for place in line) == 15 for square in squares() for line in LINES)
    (8, True)
    """
    made = []
    for a, b, e in permutations(range(1, 10), 3):
        c, h, i = 15 - a - b, 15 - b - e, 15 - a - e
        g = 15 - c - e
        made.append((a, b, c, 15 - a - g, e, 15 - c - i, g, h, i))
    return frozenset(
        one for one in made if sorted(one) == [*range(1, 10)] and all(sum(one[place] for place in line) == 15 for line in LINES)
    )


def corners() -> set[int]:
    """The values that can stand in a corner.

    A second way: they lie on three of the threes that make fifteen.

    >>> threes = [three for three in combinations(range(1, 10), 3) if sum(three) == 15]
    >>> corners() == {value for value in range(1, 10) if sum(value in three for three in threes) == 3}
    True
    """
    return {square[place] for square in squares() for place in (0, 2, 6, 8)}


def exchanges(square: Sequence[int], goal: Sequence[int]) -> int:
    """The fewest exchanges that make one layout into another: nine, less the number of cycles.

    >>> min(exchanges(PLATE, square) for square in squares())
    5
    """
    left, cycles = dict(zip(square, goal, strict=True)), 0
    while left:
        start, value = left.popitem()
        cycles += 1
        while value != start:
            value = left.pop(value)
    return len(square) - cycles


@cache
def by_threes(values: tuple[int, int, int] = (4, 5, 6)) -> Fraction:
    """The share of the layouts of three cards each of three values in which all eight lines make the same sum.

    The values make no difference, as long as they are evenly spaced:

    >>> by_threes((1, 2, 3)) == by_threes((2, 5, 8)) == by_threes(), by_threes((1, 2, 4))
    (True, Fraction(0, 1))
    """
    won = every = 0
    for low in combinations(range(9), 3):
        for high in combinations(sorted({*range(9)} - {*low}), 3):
            pips = [values[0] if place in low else values[2] if place in high else values[1] for place in range(9)]
            every, won = every + 1, won + (len({sum(pips[place] for place in line) for line in LINES}) == 1)
    return Fraction(won, every)


EXERCISES = (
    Exercise("caesar/1", 1, "The values that can stand in a corner.", Members(corners)),
    Exercise("caesar/2", 2, "",
        Function("exchanges", exchanges, (
            (PLATE, (2, 7, 6, 9, 5, 1, 4, 3, 8)), (PLATE, (8, 1, 6, 3, 5, 7, 4, 9, 2)), (PLATE, PLATE),
            ((2, 3, 4, 5, 6, 7, 8, 9, 1), (1, 2, 3, 4, 5, 6, 7, 8, 9)), ((2, 1, 4, 3, 6, 5, 8, 7, 9), (1, 2, 3, 4, 5, 6, 7, 8, 9)),
        ), "square, goal")),
    Exercise("caesar/3", 3, "The share of all layouts by value that win.",
        Number(by_threes, near={
            "The layouts by value: two fives are alike.": lambda: by_threes() / 6**3,
            "In how many ways can the one diagonal that holds all three values lie, and in which directions?": lambda: by_threes() / 2})),
)  # fmt: skip
