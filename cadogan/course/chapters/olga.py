"""The exercises of The Olga."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from math import comb

import cadogan
from cadogan.cards import Card
from cadogan.course.kinds import Choice, Number
from cadogan.course.old import Exercise
from cadogan.course.played import changed, in_any_order

#: The twelve moves of the chapter, which empty column 5 of deal 1904.
TWELVE = "b1-f1 b1-f2 b1-f3 b6-f4 b6-b2 b5-b6 b5-b1 b5-f5 b5-b2 b5-b3 b5-f5 b5-b2".split()


@cache
def for_the_space() -> frozenset[Card]:
    """The cards that may go into the empty column."""
    opened = cadogan.Record(cadogan.games["olga"], 1904, TWELVE).last
    return frozenset(move.cards[0] for move in opened.moves() if move.target == "b5")


def transfers(values: int = 8) -> Fraction:
    """The mean number of transfers that seven lowest cards offer.

    A second way: each ordered pair of the seven, by the chance that the one fits on the other.

    >>> transfers() == 7 * 6 * Fraction(7, 8) * Fraction(8, 127)
    True
    """
    cards = 16 * values
    return comb(7, 2) * Fraction((values - 1) * 2 * 8 * 8, comb(cards, 2))


@cache
def gains_more() -> str:
    """Which player gains more cards by building in any colour, on common deals."""
    loose = changed("olga", "build(down, any_suit, 'flower-bed', ('flower-bed', talon))")
    gains = {who: cadogan.odds.difference(cadogan.games["olga"], loose, who, n=12).home[0] for who in ("greedy", "careful")}
    return max(gains, key=lambda who: gains[who])


EXERCISES = (
    Exercise("olga/1", 1, "", in_any_order("the cards that could go there", for_the_space)),
    Exercise("olga/2", 2, "",
        Number(transfers, near={
            "That would be right if the king could take an ace, too.": lambda: Fraction(8, 7) * transfers(),
            "There are no deuces to sixes in a piquet pack.": lambda: transfers(13),
            "Only half the pairs of neighbours differ in colour.": lambda: 2 * transfers()})),
    Exercise("olga/3", 3, "Who gains more cards by it?",
        Choice(("greedy", "careful"), gains_more, {"greedy": "Who of the two can do something with an emptied column?"})),
)  # fmt: skip
