"""The exercises of The Anna."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from math import comb

import cadogan
from cadogan.course.kinds import Choice, Number
from cadogan.course.old import Exercise
from cadogan.course.played import Change
from cadogan.words import Q


@cache
def care_is_needed(deals: int = 4) -> str:
    """Whether a player who takes no care of the queens ever wins without the eight of them in the A."""
    ends = [cadogan.odds.playout(cadogan.games["anna"], deal).last for deal in range(1, deals + 1)]
    won = [end for end in ends if end.is_won]
    assert won
    return "no" if all(end.cards[f"h{i}"][-1].rank == Q for end in won for i in range(1, 9)) else "yes"


def some_queen(cards: int = 96) -> Fraction:
    """The chance of a queen among eight cards of so many, of which eight are queens.

    A second way: card by card.

    >>> from math import prod
    >>> some_queen() == 1 - prod(Fraction(88 - i, 96 - i) for i in range(8))
    True
    """
    return 1 - Fraction(comb(cards - 8, 8), comb(cards, 8))


EXERCISES = (
    Exercise("anna/1", 1, "", Choice(("yes", "no"), care_is_needed, {
        "yes": "When the other cards are home, how many cards are left, and how many places?"})),
    Exercise("anna/2", 2, "",
        Number(some_queen, near={
            "Forget the knaves: 96 cards can lie there.": lambda: some_queen(104),
            "That would be right if each card were put back.": lambda: 1 - Fraction(11, 12) ** 8,
            "That is the mean number of queens.": lambda: Fraction(8, 12)})),
    Exercise("anna/3", 3, "The part that changes.",
        Change("anna", "marry(down, 'helps', ('helps', talon), never_on=Q)", near={
            "There they go both ways.": "marry(either, 'helps', ('helps', talon), never_on=Q)"})),
)  # fmt: skip
