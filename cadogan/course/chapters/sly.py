"""The exercises of Sly."""

from __future__ import annotations

from functools import cache
from math import comb

import cadogan
from cadogan.course.kinds import Members, Number, Numbers
from cadogan.course.old import Exercise
from cadogan.course.played import changed
from cadogan.words import down, up


def last_of_all() -> set[int]:
    """The values whose second card is the last that a foundation of its suit takes: no card fits on it."""
    values = range(1, 14)
    return {value for value in values if any(not any(step.fits(value, other) for other in values) for step in (up, down))}


def ways(packets: int = 20) -> tuple[int, int]:
    """In how many ways as many cards can be laid on so many packets; and in how many patterns of numbers.

    >>> from itertools import product
    >>> laid = list(product(range(4), repeat=4))
    >>> ways(4) == (len(laid), len({tuple(way.count(i) for i in range(4)) for way in laid}))
    True
    """
    return int(packets**packets), comb(2 * packets - 1, packets - 1)


@cache
def four_more() -> float:
    """The cards that four packets more bring home, to the careful player, on common deals."""
    wide = changed("sly", "places('promenade', 24, at=block(2, 12, 0, 1.2, 1.15, 1.1))")
    return cadogan.odds.difference(cadogan.games["sly"], wide, "careful", n=30).home[0]


EXERCISES = (
    Exercise("sly/1", 1, "The two values, from the ace, one, to the king, thirteen, of which you may bury the second card of each suit.",
        Members(last_of_all)),
    Exercise("sly/2", 2, "", Numbers(ways, ("ways", "patterns"))),
    Exercise("sly/3", 3, "How many cards more come home, on average?", Number(four_more, within=4)),
)  # fmt: skip
