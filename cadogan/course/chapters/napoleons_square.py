"""Napoleon's Square."""

from __future__ import annotations

from functools import cache

import cadogan
from cadogan.course.kinds import Choice, Number
from cadogan.course.old import Exercise
from cadogan.course.played import at, effect


def matters() -> str:
    """Whether it matters which of the two kings is slipped in deal 5."""
    position = at("napoleons-square", 5)
    return "no" if position.play("slip p10.4") == position.play("slip p10.3") else "yes"


@cache
def slips() -> int:
    """In how many of the deals 0 to 499 a king can be slipped."""
    game = cadogan.games["napoleons-square"]
    return sum(any(move.kind == "slip" for move in game.deal(number).moves()) for number in range(500))


EXERCISES = (
    Exercise("napoleons-square/1", 1, "", Choice(("yes", "no"), matters, {
        "yes": "Write down how the packet reads after the one, and after the other."})),
    Exercise("napoleons-square/2", 2, "", Number(slips)),
    Exercise("napoleons-square/3", 3, "For the greedy player.", Choice(("easier", "harder", "neither"),
        lambda: effect("napoleons-square", 'marry(either, "packets", ("packets", talon))', "greedy", 100), {
            "easier": "In which order do the foundations want the cards of an ascending packet?",
            "neither": "In which order do the foundations want the cards of an ascending packet?"})),
)  # fmt: skip
