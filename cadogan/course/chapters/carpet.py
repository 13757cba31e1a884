"""The exercises of The Carpet."""

from __future__ import annotations

from functools import cache

import cadogan
from cadogan.cards import RANK_NAMES
from cadogan.course.kinds import Choice, Number
from cadogan.course.old import Exercise
from cadogan.course.played import changed

SMALL = "places('carpet', 48, at=weave(8, 6, 1.28, 1.2, 1.28, 0.914))"


@cache
def to_lay(uppermost: int = 7) -> str:
    """Which neighbour is to lie above a card of the talon, if its suit goes down from the queen: the one that is wanted before it."""
    wanted = list(range(12, 0, -1))
    return next(f"the {RANK_NAMES[value - 1]}" for value in (uppermost - 1, uppermost + 1) if wanted.index(value) < wanted.index(uppermost))


@cache
def unshuffled() -> float:
    """The cards that the greedy player gains if the talon is dealt again as it lies, on common deals."""
    return cadogan.odds.difference(cadogan.games["carpet"], changed("carpet", "again(2, talon)"), "greedy", n=100).home[0]


@cache
def free_at_first(change: str = SMALL) -> int:
    """How many cards of the carpet are free when it has been laid.

    >>> free_at_first("carpet")
    16
    """
    return len(changed("carpet", change).deal(1).free)


EXERCISES = (
    Exercise("carpet/1", 1, "Which of the two is to be laid on the seven?",
        Choice(("the six", "the eight"), to_lay, {
            "the six": "The talon gives up its cards from the top. In which order will the king's foundation want them?"})),
    Exercise("carpet/2", 2, "How many cards more come home by it, to the greedy player, on average? A minus sign for fewer.",
        Number(unshuffled, within=2.5)),
    Exercise("carpet/3", 3, "How many cards of the small carpet are free at first?",
        Number(free_at_first, unit="cards", near={
            "So many are free in the large carpet.": lambda: free_at_first("carpet"),
            "Not every card at the edge has a narrow end there.": lambda: 2 * (8 + 6) - 4})),
)  # fmt: skip
