"""Light and Shade."""

from __future__ import annotations

from functools import cache

import cadogan
from cadogan.course.kinds import Number
from cadogan.course.old import Exercise
from cadogan.course.played import changed

RED, BLACK = "red", "black"


def home(run: list[tuple[int, str]], wants: tuple[int, str]) -> int:
    """How many cards of a run, the available one last, go home on a foundation that ascends in alternate colours.

    >>> home([(8, BLACK), (7, BLACK), (6, RED)], (6, RED))
    2
    """
    gone = 0
    for card in reversed(run):
        if card != wants:
            break
        gone, wants = gone + 1, (card[0] + 1, BLACK if card[1] == RED else RED)
    return gone


@cache
def gain() -> float:
    """The cards home that one re-deal brings the greedy player, in 1,000 common deals."""
    game = cadogan.games["light-and-shade"]
    return cadogan.odds.difference(game, changed("light-and-shade", "again(1, talon)"), "greedy", n=1000, seed=1).home[0]


EXERCISES = (
    Exercise("light-and-shade/1", 1, "", Number(lambda: home([(8, RED), (7, BLACK), (6, RED)], (6, RED)))),
    Exercise("light-and-shade/2", 2, "How many ways?", Number(lambda: 2**12, near={
        "The ace lies there already.": lambda: 2**13, "Which of the four suits has the colour that is wanted?": lambda: 4**12})),
    Exercise("light-and-shade/3", 3, "The first re-deal, for the greedy player, in cards home. Two more or less will do.",
        Number(gain, within=2)),
)  # fmt: skip
