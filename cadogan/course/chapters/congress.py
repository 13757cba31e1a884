"""The exercises of The Congress."""

from __future__ import annotations

from functools import cache

import cadogan
from cadogan.cards import RANK_NAMES
from cadogan.course.kinds import Choice, Numbers, Race
from cadogan.course.old import Exercise
from cadogan.words import down, up


def first_given(marry_up: bool) -> str:
    """Which of seven, eight and nine a packet of the three gives up first, if it was married upward
    or downward.
    """
    step = up if marry_up else down
    packet = [7 if marry_up else 9]
    while len(packet) < 3:
        packet.append(next(value for value in (7, 8, 9) if step.fits(packet[-1], value)))
    return f"the {RANK_NAMES[packet[-1] - 1]}"


@cache
def rows(across: int = 8) -> tuple[int, int]:
    """The full rows of the rivers, and the cards of the last, when the pack is out and no card was
    played.

    A second way: the pack without the aces and the helps.

    >>> rows() == divmod(104 - 8 - 4, 8)
    True
    """
    position = cadogan.games["congress"].deal(3)
    while any(move.text == "deal" for move in position.moves()):
        position = position.play("deal")
    return divmod(
        sum(bool(pile) for place, pile in position.cards.items() if place.startswith("r")), across
    )


EXERCISES = (
    Exercise(
        "congress/1",
        1,
        "Seven, eight and nine are married upward to one packet. Which of them does it give up first?",
        Choice(
            ("the seven", "the eight", "the nine"),
            lambda: first_given(True),
            {
                "the seven": "So it is if they are married downward.",
                "the eight": "That one lies between the others, either way.",
            },
        ),
    ),
    Exercise("congress/2", 2, "", Numbers(rows, ("full rows", "cards in the last row"))),
    Exercise(
        "congress/3",
        3,
        "It is to bring home more than the greedy player, on common deals.",
        Race("congress", "greedy", n=30),
    ),
)
