"""The exercises of The Queens."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

import cadogan
from cadogan.course.kinds import Choice, Number, Numbers
from cadogan.course.old import Exercise
from cadogan.course.played import changed
from cadogan.patience.position import Position

#: The foundations wait for knaves and queens; ten cards lie in the talon, four of them queens.
TALON_OF_TEN = """The Queens, deal 0
{full}
s1[JC] s2[JD] s3[QC] s4[QD] s5[QH] s6[QS]
talon[JC JD QC JH JS QD JH QH JS QS]"""

#: The two licences, as one would write them.
LICENCES = {
    "the shutter of ten": "places('shutter', 10, letter='s', at=block(2, 5, 2.6, 1.3, 1.3, 1.2))",
    "marriages both ways": "marry(either, 'shutter', ('shutter', talon))",
}


@cache
def repaid() -> tuple[int, int]:
    """The cards of the fresh pack, and those left in the talon, when the four queens are paid for."""
    values = "K A 2 3 4 5 6 7 8 9 10".split()
    full = "\n".join(f"f{i}[{' '.join(value + suit for value in values)}]" for i, suit in enumerate("CCDDHHSS", 1))
    before = Position.parse(TALON_OF_TEN.format(full=full), cadogan.games["queens"])
    held, left = (len(position.cards["talon"]) for position in (before, before.play("again")))
    return held - left, left


def king_on_the_key(payments: int = 2) -> Fraction:
    """The chance that a king lies uppermost on the key, after so many payments at most.

    A second way: counted in deals of the book.

    >>> keys = [cadogan.games["queens"].deal(number).cards["key"] for number in range(400)]
    >>> abs(sum(bool(key) and key[-1].rank == 13 for key in keys) / 400 - king_on_the_key()) < 0.04
    True
    """
    chance, queens_so_far = Fraction(0), Fraction(1)
    for paid in range(payments + 1):
        chance += queens_so_far * Fraction(8, 104 - paid)
        queens_so_far *= Fraction(8 - paid, 104 - paid)
    return chance


@cache
def worth_more() -> str:
    """Which of the two licences brings the greedy player more cards home, on common deals."""
    gains = {
        name: cadogan.odds.difference(cadogan.games["queens"], changed("queens", said), "greedy", n=40).home
        for name, said in LICENCES.items()
    }
    best = max(gains, key=lambda name: gains[name][0])
    assert all(gains[best][1] > high for name, (_, _, high) in gains.items() if name != best)
    return best


EXERCISES = (
    Exercise("queens/1", 1, "", Numbers(repaid, ("cards in the fresh pack", "cards left in the talon"))),
    Exercise("queens/2", 2, "The chance, from the fractions.",
        Number(king_on_the_key, near={
            "What if the thirty-second card is a queen?": lambda: king_on_the_key(0),
            "Nearly all of it; but the card that is laid bare may be a queen, too.": lambda: king_on_the_key(1)})),
    Exercise("queens/3", 3, "Which is worth more to the greedy player?",
        Choice(tuple(LICENCES), worth_more, {
            "marriages both ways": "More moves are not more cards home, to a player who makes every one of them."})),
)  # fmt: skip
