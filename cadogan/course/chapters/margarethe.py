"""The exercises of Margarethe."""

from __future__ import annotations

from functools import cache
from itertools import count

import cadogan
from cadogan.course.kinds import Choice, Number
from cadogan.course.old import Exercise
from cadogan.course.played import changed

#: Changes that are small, and what each is called.
SMALL = {
    "no re-deal": "margarethe.vary(without=['again'])",
    "three help cards": "margarethe.vary(help=3)",
    "spaces from the pack alone": "margarethe.vary(spaces='pack only')",
}


def safe(packet: int) -> int:
    """How many re-deals bring packets of so many cards home without any help: a passage of the pack is worth one card of each, at worst.

    >>> safe(3)
    1
    """
    return next(redeals for redeals in count() if packet - (redeals + 1) <= 1)


@cache
def second_deals() -> int:
    """In how many of the deals 1 to 60 the greedy player takes up the talon."""
    return sum("again" in cadogan.odds.playout(cadogan.games["margarethe"], deal).moves for deal in range(1, 61))


@cache
def mended() -> str:
    """Which of the small changes, made alone, has the game lost more often than won."""
    for name, said in SMALL.items():
        if cadogan.odds.simulate(changed("margarethe", said), "greedy", n=60).rate < 0.5:
            return name
    return "none of them"


EXERCISES = (
    Exercise("margarethe/1", 1, "",
        Number(lambda: safe(5), near={
            "When only fifth cards are left, all of them are wanted.": lambda: 4,
            "The first passage is no re-deal.": lambda: 5})),
    Exercise("margarethe/2", 2, "", Number(second_deals, unit="deals")),
    Exercise("margarethe/3", 3, "Which of these, made alone, has the greedy player lose more often than win?",
        Choice((*SMALL, "none of them"), mended, dict.fromkeys(SMALL, "Try it, on a hundred deals."))),
)  # fmt: skip
