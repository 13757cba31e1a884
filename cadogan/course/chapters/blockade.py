"""The Blockade."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

import cadogan
from cadogan.cards import Card
from cadogan.course.kinds import Number
from cadogan.course.old import Exercise
from cadogan.course.played import at, changed, these

#: Deal 1375 until the second row has been dealt.
TWO_ROWS = "p11-f1 p6-p12 p10-p7 fill p6-p3 p2-p3 fill p1-p2 p6-p5 fill deal"


def laid() -> tuple[Card, ...]:
    """What is laid on place 21 when the five of place 23 was not married."""
    return at("blockade", 1375, f"{TWO_ROWS} p21-f4 p13-p9 p1-p22 p16-p17 fill").cards["p21"]


def early() -> Fraction:
    """The mean number of aces that go up while the first row is dealt."""
    return 8 * Fraction(12, 104 - 8 + 1)


def rate(length: int) -> float:
    """The share of 400 deals that the greedy player wins with rows of so many cards."""
    deep = -(-104 // length)
    said = f"""blockade.vary(places("places", {deep * length}, at=block({deep}, {length}, 0, 1.2, 1.02, 1.02), letter="p"),
        deal(rounds("places", pause=True, across={length})), marry(down, "places"),
        fill("places", hand, before_dealing_on, across={length}), without=["vacancies"])"""
    return cadogan.odds.simulate(changed("blockade", said), "greedy", n=400, seed=1).rate


@cache
def enough() -> int:
    """The shortest row with which the greedy player wins more often than not: longer rows are easier, so halve what is left."""
    low, high = 12, 26  # too short, long enough
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if rate(middle) > 1 / 2 else (middle, high)
    return high


EXERCISES = (
    Exercise("blockade/1", 1, "", these("the card", laid)),
    Exercise("blockade/2", 2, "", Number(early, near={
        "Twelve cards of the pack hold so many; but the row goes on until twelve others lie there.": lambda: Fraction(8 * 12, 104)})),
    Exercise("blockade/3", 3, "How many cards in a row? One more or less will do.", Number(enough, within=1, near={
        "With that it wins about one deal in three.": lambda: 20})),
)  # fmt: skip
