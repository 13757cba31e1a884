"""The Clock."""

from __future__ import annotations

from functools import cache

from cadogan.cards import RANKS, Card, cards
from cadogan.course.kinds import Number, Numbers
from cadogan.course.old import Exercise
from cadogan.course.played import Cards, at
from cadogan.patience.position import Position

FIRST = "p2-f5 p2-f3 p5-f6 p5-f3 p9-f3 p9-f1 p10-f8 p5-f10 p7-f10 p9-f10"
#: The six hours: II, IIII, VI, VIII, X, XII.
HOURS = (2, 4, 6, 8, 10, 12)


def taken(marriage: str = "") -> int:
    """The cards that the refilling takes, after a marriage."""
    before = at("clock", 1942, f"{FIRST} {marriage}")
    return len(before.cards["hand"]) - len(before.play("fill").cards["hand"])


@cache
def positions() -> frozenset[Position]:
    """What can be reached in deal 1942 before the first refilling.

    >>> max(one.home for one in positions()) - at("clock", 1942).home
    11
    """
    start = at("clock", 1942)
    seen, waiting = {start}, [start]
    while waiting:
        one = waiting.pop()
        new = {one.play(move) for move in one.moves() if move.kind == "play"} - seen
        seen |= new
        waiting += new
    return frozenset(seen)


def hour(first: Card, last: int) -> set[Card]:
    """The cards of a foundation that begins with a card and ascends, round the corner, to the value of its hour.

    >>> len(hour(Card("JH"), 10)), Card("AH") in hour(Card("QH"), 2)
    (13, True)
    """
    return {Card(RANKS[(first.rank - 1 + n) % 13] + first.suit) for n in range((last - first.rank) % 13 + 1)}


def unfit(given: tuple[Card, ...]) -> str:
    """What is wrong with six foundation cards."""
    if len(given) != len(HOURS):
        return f"Six cards are wanted, one for each hour, not {len(given)}."
    laid = [card for first, last in zip(given, HOURS) for card in hour(first, last)]
    if twice := len(laid) - len(set(laid)):
        return f"With these, {twice} {'card is' if twice == 1 else 'cards are'} wanted in two places."
    if without := 52 - len(laid):
        return f"With these, {without} {'card has' if without == 1 else 'cards have'} no place."
    return ""


EXERCISES = (
    Exercise("clock/1", 1, "", Numbers(lambda: (taken(), taken("p11-p7"), taken("p8-p11")), (
        "after the ten plays", "after the queen's marriage", "after the knave's instead"))),
    Exercise("clock/2", 2, "How many positions can be reached, the first one included?", Number(lambda: len(positions()), near={
        "Did you count the first one?": lambda: len(positions()) - 1})),
    Exercise("clock/3", 3, "", Cards("the six cards in the order of their hours, from II", unfit, lambda: cards("7C 9D 3C 5D JH KS"))),
)  # fmt: skip
