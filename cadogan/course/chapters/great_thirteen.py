"""The exercises of The Great Thirteen."""

from __future__ import annotations

from functools import cache

import cadogan
from cadogan.course.kinds import Number, Numbers
from cadogan.course.old import Exercise
from cadogan.course.played import Change


def column(value: int) -> list[int]:
    """A card of the balcony and its numerals: once its value, twice … thirteen times, less thirteen as often as it goes.

    >>> column(12)[:12] == column(1)[11::-1] and sorted(column(12)) == list(range(1, 14))
    True
    """
    return [(value * times - 1) % 13 + 1 for times in range(1, 14)]


@cache
def barren(deals: int = 400) -> int:
    """In how many of the deals from 0 on nothing can be played to begin with."""
    return sum(all(move.text == "again" for move in cadogan.games["great-thirteen"].deal(number).moves()) for number in range(deals))


EXERCISES = (
    Exercise("great-thirteen/1", 1, "The values of the next five cards of her column; the knave counts eleven.",
        Numbers(lambda: column(12)[1:6], ("the second", "the third", "the fourth", "the fifth", "the sixth"))),
    Exercise("great-thirteen/2", 2, "", Number(barren, unit="deals")),
    Exercise("great-thirteen/3", 3, "The part that changes.",
        Change("great-thirteen", "foundations(8, by_addition, in_suit, name='numerals', under='balcony', letter='n')", near={
            "There they alternate in colour.": "foundations(8, by_addition, alternate, name='numerals', under='balcony', letter='n')"})),
)  # fmt: skip
