"""The exercises of The Fish-Bone."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import permutations

import cadogan
from cadogan.course.kinds import Number
from cadogan.course.old import Exercise
from cadogan.course.played import changed
from cadogan.words import J, up


def longest(last: int = J - 1) -> int:
    """The cards of the longest packet of the gridiron, as knaves go up at once.

    >>> longest(13)
    13
    """
    packet = [1]
    while packet[-1] < last:
        packet.append(next(value for value in range(1, 14) if up.fits(packet[-1], value)))
    return len(packet)


@cache
def in_time(courts: str = "KQ") -> Fraction:
    """The chance that in one suit none of these court cards comes before its knave.

    A second way, for the kings alone: the problem of the ballot.

    >>> in_time("K")
    Fraction(1, 3)
    """
    orders = set(permutations("JJ" + 2 * courts))
    starts = {order: [order[:n] for n in range(1, len(order))] for order in orders}
    good = [order for order in orders if all(start.count(c) <= start.count("J") for c in courts for start in starts[order])]
    return Fraction(len(good), len(orders))


@cache
def smallest() -> int:
    """The smallest gridiron with which the careful player wins three games in four."""
    games = ((n, changed("fish-bone", f"places('gridiron', {n})")) for n in range(6, 13))
    return next(n for n, game in games if cadogan.odds.simulate(game, "careful", n=30).rate > 0.75)


EXERCISES = (
    Exercise("fish-bone/1", 1, "",
        Number(longest, unit="cards", near={
            "What becomes of the knave?": lambda: longest(13), "The knave goes up at once.": lambda: longest(J)})),
    Exercise("fish-bone/2", 2, "",
        Number(in_time, near={
            "That would be so if kings and queens did not wait for the same knaves.": lambda: in_time("K") ** 2,
            "That is for the kings alone.": lambda: in_time("K"),
            "That is the chance that both knaves come first of all.": lambda: Fraction(6, 90)})),
    Exercise("fish-bone/3", 3, "The smallest gridiron with which the careful player wins three games in four.",
        Number(smallest, unit="places")),
)  # fmt: skip
