"""Napoleon at St. Helena."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from math import comb

import cadogan
from cadogan.course.kinds import Choice, Number
from cadogan.course.old import Exercise
from cadogan.course.played import changed

#: What might make it kinder.
CHANGES = {
    "three rows": 'deal(rows("lanes", 3))',
    "both ways": 'marry(either, "lanes", ("lanes", talon))',
    "alternate colours": 'build(down, alternate, "lanes", ("lanes", talon))',
}


@cache
def kindest() -> str:
    """The change with which the careful player wins most of 500 deals."""
    won = {
        name: cadogan.odds.simulate(changed("napoleon-at-st-helena", said), "careful", n=500, seed=1).wins for name, said in CHANGES.items()
    }
    return max(won, key=lambda name: won[name])


EXERCISES = (
    Exercise("napoleon-at-st-helena/1", 1, "One ten has a single card above it, the other three. Marry the ten below how many?",
        Choice(("one", "three"), lambda: "one", {"three": "Which lane is nearer to being empty when its ten has gone?"})),
    Exercise("napoleon-at-st-helena/2", 2, "", Number(lambda: Fraction(comb(96, 10), comb(104, 10)), near={
        "That would be right if each card were put back.": lambda: Fraction(12, 13) ** 10,
        "That would be a row of ten from one pack with its four aces.": lambda: Fraction(comb(48, 10), comb(52, 10))})),
    Exercise("napoleon-at-st-helena/3", 3, "With which does the careful player win most?", Choice(tuple(CHANGES), kindest, {
        "three rows": "It brings more cards home; but are more games won?",
        "alternate colours": "Twice as many cards may be laid on each. But can they go home from there?"})),
)  # fmt: skip
