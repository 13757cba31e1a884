"""The exercises of Red and Black."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from math import comb

import cadogan
from cadogan.course.kinds import Choice, Number, Numbers
from cadogan.course.old import Exercise
from cadogan.course.played import changed


def no_deuce(aces: int = 8) -> Fraction:
    """The chance that eight cards hold no deuce, if so many aces are withdrawn.

    A second way: the eight deuces lie among the 88 other cards.

    >>> no_deuce() == Fraction(comb(88, 8), comb(96, 8)) == Fraction(comb(96 - 8, 8), comb(96, 8))
    True
    """
    return Fraction(comb(96 - aces, 8), comb(104 - aces, 8))


@cache
def always_uppermost(deals: int = 4) -> str:
    """Which of the cards that are left lie uppermost, however they lie, when pack and talon are spent."""
    spent = []
    for deal in range(1, deals + 1):
        for position in cadogan.odds.playout(cadogan.games["red-and-black"], deal).positions():
            piles = [pile for place, pile in position.cards.items() if pile and place.startswith("v")]
            if piles and not position.cards["hand"] and not position.cards["talon"]:
                spent.append(piles)
    for told, which in (("the lowest", min), ("the highest", max)):
        values = [which(card.rank for pile in piles for card in pile) for piles in spent]
        if all(card.rank != value for piles, value in zip(spent, values, strict=True) for pile in piles for card in pile[:-1]):
            return told
    return "none for certain"


@cache
def volunteers() -> tuple[int, int]:
    """The numbers of Volunteers, of six to nine, with which the greedy player wins nearest to one game in four, and to three."""
    rates = {n: cadogan.odds.simulate(changed("red-and-black", f"places('volunteers', {n})"), "greedy", n=80).rate for n in range(6, 10)}
    one, three = (min(rates, key=lambda n: abs(rates[n] - share)) for share in (0.25, 0.75))
    return one, three


EXERCISES = (
    Exercise("red-and-black/1", 1, "",
        Number(no_deuce, near={
            "The aces have been withdrawn.": lambda: no_deuce(0),
            "That would be right if each card were put back.": lambda: Fraction(11, 12) ** 8})),
    Exercise("red-and-black/2", 2, "Pack and talon are spent. Which of the cards left can be played, however they lie?",
        Choice(("the lowest", "the highest", "none for certain"), always_uppermost, {
            "the highest": "What may be laid on it, by Rule II? And is all below it home?",
            "none for certain": "By Rule II only lower cards can lie on a Volunteer. What can lie on the lowest that is left?"})),
    Exercise("red-and-black/3", 3, "How many Volunteers?",
        Numbers(volunteers, ("for one game in four", "for three games in four"))),
)  # fmt: skip
