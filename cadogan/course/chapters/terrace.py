"""The exercises of The Terrace."""

from __future__ import annotations

from fractions import Fraction

import cadogan
from cadogan.course.kinds import Number
from cadogan.course.old import Exercise
from cadogan.course.played import Change, Moves

#: The cards of the Terrace as it is dealt.
DEALT = 13


def all_differ(packs: int = 2) -> Fraction:
    """The chance that three cards differ in value.

    A second way: choose the values, and a card of each.

    >>> from math import comb
    >>> all_differ() == Fraction(comb(13, 3) * 8**3, comb(104, 3))
    True
    """
    cards, alike = 52 * packs, 4 * packs
    return Fraction(cards - alike, cards - 1) * Fraction(cards - 2 * alike, cards - 2)


EXERCISES = (
    Exercise("terrace/1", 1, "The choice of the base, and the move that follows it.",
        Moves(lambda: cadogan.games["terrace"].deal(1914), lambda position: len(position.cards["terrace"]) < DEALT, "v1-f1 terrace-f2",
            "They can be made, and the Terrace is as long as it was.", at_most=2)),
    Exercise("terrace/2", 2, "",
        Number(all_differ, near={
            "That would be right for one pack.": lambda: all_differ(1),
            "That would be right if each card were put back.": lambda: Fraction(12 * 11, 13 * 13),
            "The third card must miss two values.": lambda: Fraction(96, 103) * Fraction(95, 102)})),
    Exercise("terrace/3", 3, "The part that changes.",
        Change("terrace", "foundations(8, from_base(up))", near={
            "There the valley follows suit as well; it is to stay as it is.":
                "foundations(8, from_base(up)), build(down.round, in_suit, 'valley', ('valley', talon))",
            "That is the valley. It is the foundations that are to follow suit.":
                "build(down.round, in_suit, 'valley', ('valley', talon))"})),
)  # fmt: skip
