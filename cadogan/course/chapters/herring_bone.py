"""The exercises of The Herring-Bone."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

import cadogan
from cadogan.cards import RANKS
from cadogan.course.kinds import Choice, Number
from cadogan.course.old import Exercise
from cadogan.course.played import Moves, effect
from cadogan.patience.position import Position


def whole(suit: str, step: int, length: int = 13) -> str:
    """A foundation on a deuce, of so many cards, ascending (step 1) or descending (-1).

    >>> whole("H", -1, 4)
    '2H AH KH QH'
    """
    return " ".join(RANKS[(1 + step * i) % 13] + suit for i in range(length))


def nine_first() -> Position:
    """The worked example of the chapter after the nine of hearts, by rules without an exchange."""
    full = [f"f{i}[{whole(suit, 1)}] d{i}[{whole(suit, -1)}]" for i, suit in enumerate("CDS", 2)]
    hearts = [
        f"f1[{whole('H', 1, 7)}] d1[{whole('H', -1, 7)}]",
        "h1[KH] h2[8H] h3[4H] h4[AH]   b1[7H] b2[QH] b3[JH] b4[10H]",
        "s1[3H] s2[5H] s3[6H] s5[9H]",
        "base=2",
    ]
    still = cadogan.games["herring-bone"].vary(without=["exchange"])
    return Position.parse("\n".join(["The Herring-Bone, deal 0", *full, *hearts]), still).play("s5-f1")


@cache
def refilled() -> str:
    """What the talon and the pack, as sources of the bars after the herring-bone, do to the game."""
    return effect("herring-bone", "fill('bars', 'herring-bone', or_else=(talon, hand))", "greedy", 60)


EXERCISES = (
    Exercise("herring-bone/1", 1, "The moves after `s5-f1` that win without an exchange.",
        Moves(nine_first, lambda position: position.is_won, "b4-f1 b3-f1 b2-f1 b2-d1 b1-d1 s3-d1 s2-d1 b3-d1 s1-d1 b2-f1 b4-f1",
            lambda position: f"Every move can be made; {104 - position.home} cards are not home yet.")),
    Exercise("herring-bone/2", 2, "",
        Number(lambda: Fraction(7, 103), near={
            "The base itself is not among them.": lambda: Fraction(8, 104),
            "The base has been dealt; how many cards are left, and how many of its value?": lambda: Fraction(8, 103)})),
    Exercise("herring-bone/3", 3, "As far as sixty deals of the greedy player can tell.",
        Choice(("easier", "harder", "neither"), refilled, {
            "easier": "When is the herring-bone gone, and how many cards are there still to come? Try it on common deals.",
            "harder": "Each bar that is filled is one card more to choose from. Try it on common deals."})),
)  # fmt: skip
