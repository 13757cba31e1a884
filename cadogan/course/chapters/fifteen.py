"""The Fifteen."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from math import comb

import cadogan
from cadogan.course.kinds import Choice, Number
from cadogan.course.old import Exercise
from cadogan.course.played import Moves, at, changed
from cadogan.patience.position import Position

TEN = "l13-a2 l13-k2 l1-l2 l1-k1 l13-l1 l13-a3 l13-l2 l13-a3 l9-l3 l13-l9"
CHANGES = {
    "twenty columns": """fifteen.vary(places("lanes", 20, at=line(20, 0, 0, 1.02), spread=(0, 0.55)),
        deal(rows("lanes", 6)), without=["lift_blocked"])""",
    "two open lanes": 'fifteen.vary(deal(each("lanes", (8,) * 13 + (0, 0))), without=["lift_blocked"])',
}


def marriages(moves: int = 2) -> Fraction:
    """The mean number of married pairs among fifteen available cards, each so many moves."""
    alike = 4 * 12 * 2 * 2  # suits, pairs of neighbouring values, copies of each card
    return moves * comb(15, 2) * Fraction(alike, comb(104, 2))


def short(position: Position) -> str:
    """What eight cards home with lane 13 open still want."""
    if position.cards["l13"]:
        return "Every move can be made; but lane 13 has been filled."
    return f"Every move can be made; but {position.home} cards are home."


@cache
def liked() -> str:
    """With which change the greedy player brings more cards home, on 100 deals."""
    return max(CHANGES, key=lambda name: cadogan.odds.simulate(changed("fifteen", CHANGES[name]), "greedy", n=100, seed=1).mean_home)


EXERCISES = (
    Exercise("fifteen/1", 1, "The moves after those ten.", Moves(
        lambda: at("fifteen", 1914, TEN), lambda p: p.home >= 8 and not p.cards["l13"], "l11-l3 l11-k2 l6-l2 l6-k2 l6-a2", short)),
    Exercise("fifteen/2", 2, "", Number(marriages, near={
        "Those are the pairs: each can be married in two ways.": lambda: marriages(1),
        "How many of two packs' cards are neighbours of a given one? Each is there twice.": lambda: marriages() / 2 - Fraction(1, 1000)})),
    Exercise("fifteen/3", 3, "", Choice(tuple(CHANGES), liked, {
        "two open lanes": "What does a player without a plan do with an open lane, and how soon?"})),
)  # fmt: skip
