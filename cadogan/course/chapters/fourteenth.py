"""The Fourteenth."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import cache
from math import comb

import cadogan
from cadogan.cards import Card, cards
from cadogan.course.kinds import Choice, Number
from cadogan.course.old import Exercise
from cadogan.course.played import Cards, changed

THIRTEENTH = """fourteenth.vary(packs(2, ranks=(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12)), pairs(13, "square", where=same_line))"""


def unfit(given: tuple[Card, ...]) -> str:
    """What is wrong with twenty-five cards that shall be lost."""
    if len(given) != 25:
        return f"The square has 25 cards, not {len(given)}."
    if often := [card for card, times in Counter(given).items() if times > 2]:
        return f"The {often[0].name} is in the packs only twice."
    for i, one in enumerate(given):
        for other in given[:i]:
            if one.rank + other.rank == 14:
                return f"The {other.name} and the {one.name} make fourteen."
    return ""


def choices(n: int) -> int:
    """In how many ways n cards of two packs can be chosen so that no two make fourteen.

    Of each of six pairs of values one side only, of the sevens at most one. A second way, for two cards:

    >>> choices(2) == comb(104, 2) - 6 * 8 * 8 - comb(8, 2)
    True
    """
    ways = [1, 8]  # no seven, or one of eight
    side = [1] + [2 * comb(8, k) for k in range(1, 9)]
    for _ in range(6):
        ways = [sum(ways[i] * side[k - i] for i in range(len(ways)) if 0 <= k - i < len(side)) for k in range(len(ways) + 8)]
    return ways[n]


@cache
def easier() -> str:
    """Whether the greedy player leaves fewer cards of ninety-six than of a hundred and four, on 200 deals."""
    left = [
        goal - cadogan.odds.simulate(game, "greedy", n=200, seed=1).mean_home
        for goal, game in ((104, cadogan.games["fourteenth"]), (96, changed("fourteenth", THIRTEENTH)))
    ]
    return "easier" if left[1] < left[0] else "harder"


EXERCISES = (
    Exercise("fourteenth/1", 1, "A square that is lost before.", Cards("twenty-five cards", unfit, lambda: cards(
        "AC 2C 3C AD 2D 3D AH 2H 3H AS 2S 3S " * 2 + "4C"))),
    Exercise("fourteenth/2", 2, "", Number(lambda: Fraction(choices(5), comb(104, 5)), near={
        "That takes the ten pairs as independent.": lambda: Fraction(12, 13) ** 10,
        "That takes the five cards one after another, and each as a partner for all before it.":
            lambda: Fraction(12, 13) * Fraction(11, 13) * Fraction(10, 13) * Fraction(9, 13)})),
    Exercise("fourteenth/3", 3, "Throw out the kings, and let pairs make thirteen.", Choice(("easier", "harder", "neither"), easier, {
        "harder": "What is the chance that two cards are partners, before and after?",
        "neither": "What is the chance that two cards are partners, before and after?"})),
)  # fmt: skip
