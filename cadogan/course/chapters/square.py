"""The exercises of The Square."""

from __future__ import annotations

from functools import cache

import cadogan
from cadogan.cards import RANKS
from cadogan.course.kinds import Number
from cadogan.course.old import Exercise
from cadogan.course.played import Change, changed


@cache
def before_the_second_ace() -> int:
    """How many hearts lie under the second ace, in a game with the hearts alone.

    A second way: a suit has so many cards in two packs, and the ace closes.

    >>> before_the_second_ace() == 2 * len(RANKS) - 1
    True
    """
    suit = " ".join(2 * [f"{rank}H" for rank in RANKS])
    corner = "foundations(1, there_and_back, as_they_appear=True, one_of_each=True, suits='H')"
    alone = changed("square", f"square.vary(packs(held={suit!r}), {corner})")
    home = max(cadogan.odds.playout(alone, 1).last.cards.values(), key=len)
    assert home[0].rank == home[-1].rank == 1
    return len(home) - 1


@cache
def worth_of_a_redeal() -> float:
    """The cards that a re-deal brings home, to the greedy player, on common deals."""
    return cadogan.odds.difference(cadogan.games["square"], changed("square", "again(1, talon)"), "greedy", n=200).home[0]


EXERCISES = (
    Exercise("square/1", 1, "How many hearts must be home before it?",
        Number(before_the_second_ace, near={
            "That is the way up, which ends with a king.": lambda: len(RANKS),
            "It is not under itself.": lambda: 2 * len(RANKS)})),
    Exercise("square/2", 2, "To the greedy player, in cards home on the average.", Number(worth_of_a_redeal, within=2)),
    Exercise("square/3", 3, "The change.",
        Change("square", "square.vary(aces_and_kings(line(4, 0, 6.5), line(4, 5, 6.5), as_they_appear=True), without=['four_aces'])", near={
            "There the foundations lie ready; in this game they are put up as they appear.":
                "square.vary(aces_and_kings(line(4, 0, 6.5), line(4, 5, 6.5), taken=True), without=['four_aces'])"})),
)  # fmt: skip
