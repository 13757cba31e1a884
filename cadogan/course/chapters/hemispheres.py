"""The Hemispheres."""

from __future__ import annotations

from fractions import Fraction
from math import comb

import cadogan
from cadogan.cards import Card
from cadogan.course.kinds import Number
from cadogan.course.old import Exercise
from cadogan.course.played import Change, in_any_order

REVERSED = "marry(up, northern, (its_own, talon)), marry(down, southern, (its_own, talon))"


def homeward() -> list[Card]:
    """The cards that can go to a foundation at once in deal 1911."""
    moves = cadogan.games["hemispheres"].deal(1911).moves()
    return sorted({move.cards[0] for move in moves if move.target[:1] in ("a", "k")})


def exchanges() -> Fraction:
    """The mean of the smaller number of exiles, of six red and six black places and 92 cards, half of them red."""
    return sum(
        (
            Fraction(comb(46, x) * comb(46, 6 - x), comb(92, 6)) * Fraction(comb(40 + x, y) * comb(46 - x, 6 - y), comb(86, 6)) * min(x, y)
            for x in range(7)
            for y in range(7)
        ),
        Fraction(0),
    )


EXERCISES = (
    Exercise("hemispheres/1", 1, "", in_any_order("the cards, in any order", homeward)),
    Exercise("hemispheres/2", 2, "", Number(exchanges, near={
        "That is the mean number of exiles on one side.": lambda: 3,
        "The two sides depend on one another: of the red cards, the north has had its share.": lambda: sum(
            (Fraction(comb(46, x) * comb(46, 6 - x), comb(92, 6)) * Fraction(comb(46, y) * comb(46, 6 - y), comb(92, 6)) * min(x, y)
            for x in range(7) for y in range(7)), Fraction(0))})),
    Exercise("hemispheres/3", 3, "", Change("hemispheres", REVERSED, {
        "That turns the north alone.": "marry(up, northern, (its_own, talon))",
        "That turns the south alone.": "marry(down, southern, (its_own, talon))"})),
)  # fmt: skip
