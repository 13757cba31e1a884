"""La Belle Lucie."""

from __future__ import annotations

from functools import cache

from cadogan.course.kinds import Choice, Number
from cadogan.course.old import Exercise
from cadogan.course.played import Change, at
from cadogan.patience.position import Position


def trap() -> bool:
    """Whether the ten of clubs, on the knave in fan 3, lies above a card that must go home before it."""
    pile = at("la-belle-lucie", 1914, "t6-f1 t12-f2 t7-f2 t9-f3 t15-f3 t2-t3").cards["t3"]
    return any(card.suit == pile[-1].suit and card.rank < pile[-1].rank for card in pile[:-1])


def send_home(position: Position) -> Position:
    """Play to the foundations until nothing more will go."""
    while home := [move for move in position.moves() if move.target.startswith("f")]:
        position = position.play(home[0])
    return position


@cache
def positions() -> frozenset[Position]:
    """What can be reached in deal 1914 before a re-deal, each with all home that can go.

    >>> max(one.home for one in positions())
    14
    """
    new = known = {send_home(at("la-belle-lucie", 1914))}
    while new:
        new = {send_home(one.play(move)) for one in new for move in one.moves() if move.kind == "play"} - known
        known = known | new
    return frozenset(known)


EXERCISES = (
    Exercise("la-belle-lucie/1", 1, "", Choice(("yes", "no"), lambda: "yes" if trap() else "no", {
        "no": "What must be home before the ten of clubs can leave the knave again, and where does it lie?"})),
    Exercise("la-belle-lucie/2", 2, "How many such positions are there, the first one included?", Number(lambda: len(positions()), near={
        "Did you count the first one?": lambda: len(positions()) - 1})),
    Exercise("la-belle-lucie/3", 3, "", Change("la-belle-lucie", 'again(2, "fans")', {
        "That is one re-deal; the author grants two.": 'again(1, "fans")'})),
)  # fmt: skip
