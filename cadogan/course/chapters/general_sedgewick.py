"""The exercises of General Sedgewick."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from math import comb

import cadogan
from cadogan.course.kinds import Choice, Number
from cadogan.course.old import Exercise
from cadogan.course.played import Change
from cadogan.patience.position import Position

#: The worked example of the chapter: the two queens each lie on the other's king.
QUEENS = """General Sedgewick, deal 0
f1[2C 3C 4C 5C 6C 7C 8C 9C]   f2[2H 3H 4H 5H 6H 7H 8H 9H]
c1[KC QH]   c2[KH QC]   c3[KD]   c4[JC]   c5[JH]
f3[2D 3D 4D 5D 6D 7D 8D 9D 10D JD QD]   f4[2S 3S 4S 5S 6S 7S 8S 9S 10S JS QS KS AS]
hand[AD AC AH 10H 10C]
base=2"""


@cache
def sorted_after(first: str = "c3-f3") -> str:
    """Whether both queens can come to lie on their own kings after a first move, without a card of
    the pack.

    >>> sorted_after(), sorted_after("c1-c3")
    ('no', 'yes')
    """
    seen = {Position.parse(QUEENS, cadogan.games["general-sedgewick"]).play(first)}
    new = set(seen)
    while new:
        new = {
            old.play(move) for old in new for move in old.moves() if move.source.startswith("c")
        } - seen
        seen |= new
    return "yes" if any(each_on_her_king(position) for position in seen) else "no"


def each_on_her_king(position: Position) -> bool:
    """Whether the queens of clubs and of hearts lie on their kings."""
    packets = [
        " ".join(card.text for card in pile)
        for place, pile in position.cards.items()
        if place.startswith("c")
    ]
    return all(any(f"K{suit} Q{suit}" in packet for packet in packets) for suit in "CH")


def none_in_the_cross(known: int = 1) -> Fraction:
    """The chance that no other foundation card lies in the cross, if so many cards are known.

    A second way: the three others are among the 46 cards outside the cross.

    >>> none_in_the_cross() == Fraction(comb(46, 3), comb(51, 3))
    True
    """
    return Fraction(comb(48, 5), comb(52 - known, 5))


EXERCISES = (
    Exercise(
        "general-sedgewick/1",
        1,
        "",
        Choice(
            ("yes", "no"),
            sorted_after,
            {
                "yes": "On what can a queen be laid? Say which kings are left, and what lies on each."
            },
        ),
    ),
    Exercise(
        "general-sedgewick/2",
        2,
        "",
        Number(
            none_in_the_cross,
            near={
                "The base is known, and is not among the cards from which the cross comes.": lambda: (
                    none_in_the_cross(0)
                ),
                "That would be right if each card were put back.": lambda: Fraction(48, 51) ** 5,
            },
        ),
    ),
    Exercise(
        "general-sedgewick/3",
        3,
        "The re-deal that is the better present to the careful player.",
        Change(
            "general-sedgewick",
            "again(1)",
            near={
                "That is the other one; look at the table once more.": "again(1, shuffled=True)",
                "One re-deal is to be granted, not two.": "again(2)",
            },
        ),
    ),
)
