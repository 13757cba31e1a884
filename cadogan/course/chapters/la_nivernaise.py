"""La Nivernaise."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from math import comb

import cadogan
from cadogan.course.kinds import Number, Numbers, Race
from cadogan.course.old import Exercise


@cache
def rounds() -> int:
    """The rounds dealt when nothing is played, all of them whole.

    >>> rounds() == (104 - 8) / 24
    True
    """
    position, dealt = cadogan.games["la-nivernaise"].deal(1), 1
    while position.find("deal"):
        position, dealt = position.play("deal"), dealt + 1
    assert (
        not position.cards["hand"] and len({len(position.cards[f"l{i}"]) for i in range(1, 7)}) == 1
    )
    return dealt


def shut(flanks: int) -> Fraction:
    """The chance that no ace or king lies among so many cards of two packs."""
    return Fraction(comb(88, flanks), comb(104, flanks))


EXERCISES = (
    Exercise(
        "la-nivernaise/1",
        1,
        "How many rounds?",
        Number(
            rounds,
            near={
                "The first one was dealt before you could play: does it count?": lambda: (
                    rounds() - 1
                )
            },
        ),
    ),
    Exercise(
        "la-nivernaise/2",
        2,
        "It is raced against the greedy player.",
        Race("la-nivernaise", "greedy", n=20),
    ),
    Exercise(
        "la-nivernaise/3",
        3,
        "",
        Numbers(lambda: (shut(6), shut(10)), ("shut with six places", "shut with ten")),
    ),
)
