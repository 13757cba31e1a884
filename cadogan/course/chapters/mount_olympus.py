"""The exercises of Mount Olympus."""

from __future__ import annotations

from functools import cache

import cadogan
from cadogan.course.kinds import Members, Number
from cadogan.course.old import Exercise
from cadogan.course.played import changed
from cadogan.words import down, packs


def marriages(step: int = 2) -> int:
    """How many ordered pairs of the 88 cards could be married, the one on the other.

    A second way: nine steps, two copies of each card, four suits.

    >>> marriages() == 9 * 2 * 2 * 4
    True
    """
    held = [card for card in packs(2).cards() if card.rank > 2]
    return sum(a.suit == b.suit and down.by(step).fits(b.rank, a.rank) for a in held for b in held)


def bare() -> set[int]:
    """The values on which nothing can be laid."""
    values = {card.rank for card in packs(2).cards() if card.rank > 2}
    return {under for under in values if not any(down.by(2).fits(under, above) for above in values)}


@cache
def smallest() -> int:
    """The smallest battery with which the greedy player wins three games in four."""
    games = ((n, changed("mount-olympus", f"mount_olympus.vary(battery={n})")) for n in range(1, 10))
    return next(n for n, game in games if cadogan.odds.simulate(game, "greedy", n=100).rate > 0.75)


EXERCISES = (
    Exercise("mount-olympus/1", 1, "The values on which nothing may be laid.", Members(bare)),
    Exercise("mount-olympus/2", 2, "",
        Number(marriages, unit="pairs", near={
            "Each of the two copies can be married, and each can be married on.": lambda: marriages() // 4,
            "The one on the other: which of the two can lie above?": lambda: 2 * marriages(),
            "They go downward by twos.": lambda: marriages(1)})),
    Exercise("mount-olympus/3", 3, "The smallest battery with which the greedy player, with the re-deal, still wins three games in four.",
        Number(smallest, unit="places")),
)  # fmt: skip
