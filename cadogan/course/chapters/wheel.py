"""The exercises of The Wheel."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import combinations, product
from math import comb

import cadogan
from cadogan.course.kinds import Number, Numbers
from cadogan.course.old import Exercise

#: The eighteens: three different values that make it.
EIGHTEENS = [three for three in combinations(range(2, 11), 3) if sum(three) == 18]
#: They are the rows and columns of a magic square, and its diagonals.
DIAGONALS = ({3, 6, 9}, {5, 6, 7})
#: The seven packets of the first page.
SEVEN = ("take c1 c2 c5 c3", "take c1 c3 c5 c9", "take c2 c3 c7 c9", "take c2 c3 c6 c9", "take c2 c3 c8 c6", "take c2 c3 c7 c6",
         "take c1 c2 c7 c3")  # fmt: skip


@cache
def won_games() -> frozenset[tuple[int, int]]:
    """How often a diagonal is taken in a won game, and the middle row and the middle column together.

    The corners and sides of the square are used eight times each, and so is the middle.

    >>> won_games()
    frozenset({(0, 8)})
    """
    found = set()
    for row, column, diagonal in product(range(9), repeat=3):
        side_row, side_column = 8 - column, 8 - row
        if side_row + side_column + diagonal == 8 == row + column + 2 * diagonal:
            found.add((diagonal, row + column))
    return frozenset(found)


@cache
def lost_with() -> int:
    """Which of the seven packets is the first diagonal."""
    position = cadogan.games["wheel"].deal(1914)
    for number, text in enumerate(SEVEN, 1):
        after = position.play(text)
        if {card.rank for card in after.cards[f"o{number}"][:3]} in DIAGONALS:
            return number
        position = after
    raise AssertionError("no diagonal was taken")


@cache
def nothing(packs: int = 1, size: int = 6) -> Fraction:
    """The chance that the first cushion offers no packet.

    A second way: counted in deals of the book, of which those that offer nothing but to deal on have one move.

    >>> deals = [len(cadogan.games["wheel"].deal(number).moves()) == 1 for number in range(300)]
    >>> abs(sum(deals) / 300 - nothing(2, 12)) < 0.06
    True
    """
    copies, courts = 4 * packs, 12 * packs

    def cushions(values: int, others: int) -> int:
        return sum((-1) ** k * comb(values, k) * comb(copies * (values - k) + others, size) for k in range(values + 1))

    lineless = Counter(
        len(some) for n in range(10) for some in combinations(range(2, 11), n) if not any(set(line) <= set(some) for line in EIGHTEENS)
    )
    crowned = sum(times * (cushions(n, courts) - cushions(n, 0)) for n, times in lineless.items())
    return Fraction(crowned + comb(9 * copies, size), comb(9 * copies + courts, size))


EXERCISES = (
    Exercise("wheel/1", 1, "In a won game, how often is a diagonal taken, and how often the middle row and the middle column together?",
        Numbers(lambda: next(iter(won_games())), ("each diagonal", "middle row and middle column"))),
    Exercise("wheel/2", 2, "", Number(lost_with)),
    Exercise("wheel/3", 3, "How likely is it that the first cushion of six offers no packet at all?",
        Number(nothing, near={
            "That is a cushion of twelve.": lambda: nothing(1, 12),
            "That is the Wheel for two packs.": lambda: nothing(2, 12),
            "There are four cards of a value now, and twelve courts.": lambda: nothing(2, 6)})),
)  # fmt: skip
