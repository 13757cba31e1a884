"""The Besieged City."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache

import cadogan
from cadogan.cards import Card
from cadogan.course.kinds import Choice, Number, Numbers
from cadogan.course.old import Exercise
from cadogan.course.played import effect, named
from cadogan.patience.position import Move
from cadogan.words import ALL_RANKS

EIGHT = """besieged_city.vary(foundations(8, order("A K 2 Q 3 J 4 10 5 9 6 8 7"),
    at=spots("0,0 6.5,0 6.5,5.8 0,5.8 -1.1,0 7.6,0 7.6,5.8 -1.1,5.8")))"""


def neighbours(top: int) -> int:
    """How many values may be laid on one in the Ramparts.

    >>> min(ALL_RANKS, key=neighbours)  # the ace
    1
    """
    return sum(named("besieged-city", "any_two").fits(top, rank) for rank in ALL_RANKS)


def storm(seen: Mapping[str, Sequence[Card | None]], moves: Sequence[Move]) -> Move | None:
    """Home, or into the gap; else stop."""
    home = [move for move in moves if move.target[:1] == "f"]
    gap = [move for move in moves if move.source[:1] == "r" and not seen[move.target]]
    return next(iter(home + gap), None)


@cache
def stormed() -> int:
    """In how many of 200 deals six cards are home, or more."""
    return sum(cadogan.odds.simulate(cadogan.games["besieged-city"], storm, n=200, seed=1).home[6:])


EXERCISES = (
    Exercise("besieged-city/1", 1, "How many values fit?", Numbers(lambda: (neighbours(2), neighbours(7), min(map(neighbours, ALL_RANKS))),
        ("on a deuce", "on a seven", "on the value with the fewest"))),
    Exercise("besieged-city/2", 2, "", Number(stormed)),
    Exercise("besieged-city/3", 3, "", Choice(("easier", "harder", "neither"), lambda: effect("besieged-city", EIGHT, "careful", 100), {
        "harder": "For how many different cards do two foundations of a suit wait, and for how many waits one?",
        "neither": "For how many different cards do two foundations of a suit wait, and for how many waits one?"})),
)  # fmt: skip
