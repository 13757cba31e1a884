"""The Mill."""

from __future__ import annotations

from functools import cache
from math import ceil

import cadogan
from cadogan.course.kinds import Choice, Number
from cadogan.course.old import Exercise
from cadogan.course.played import changed

#: The deviation of the share won from deal to deal, and the difference to be settled.
DEVIATION, WANTED = 0.10, 0.02


def deals(times: float = 1.96, spread: float = DEVIATION) -> int:
    """The common deals whose 95 % interval is as wide, to either side, as the difference wanted."""
    return ceil((times * spread / WANTED) ** 2)


@cache
def home(suit: str) -> float:
    """The cards home of 100 greedy games with all five foundations built so."""
    said = f"""mill.vary(foundations(1, ascending(A, K, laps=4), {suit}, at=spots("3.5,2.4"), name="centre", cards="AH"),
        foundations(4, descending(K, A), {suit}, at=angles, name="kings", letter="k", as_they_appear=True))"""
    return cadogan.odds.simulate(changed("mill", said), "greedy", n=100, seed=1).mean_home


def nearer() -> str:
    """What the alternate colours lie nearer to, in cards home."""
    return "in suit" if 2 * home("alternate") < home("any_suit") + home("in_suit") else "any suit"


EXERCISES = (
    Exercise("mill/1", 1, "Where can one card be used at more moments, and so is the better place for it?", Choice(
        ("a wing", "the talon"), lambda: "a wing", {"the talon": "What lies on a card of the talon a moment later?"})),
    Exercise("mill/2", 2, "How many common deals does it take?", Number(deals, near={
        "That is one deviation to either side: where is the 1.96 of a 95 % interval?": lambda: deals(1),
        "That is the number before it is squared.": lambda: ceil(1.96 * DEVIATION / WANTED),
        "A deal more is wanted: the number is to be rounded up.": lambda: deals() - 1})),
    Exercise("mill/3", 3, "In cards home of the greedy player: near which?", Choice(("any suit", "in suit"), nearer, {
        "any suit": "Half of the cards of a value fit. But how soon is the card that fits covered by one that does not?"})),
)  # fmt: skip
