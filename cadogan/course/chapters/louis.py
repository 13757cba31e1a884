"""The exercises of The "Louis" Patience."""

from __future__ import annotations

from functools import cache
from math import factorial

import cadogan
from cadogan.course.kinds import Choice, Number
from cadogan.course.old import Exercise
from cadogan.course.played import Change

#: The letters of the alphabet of the plate, in the order of the places.
LETTERS = "abcdefghiklm"


@cache
def dealt_first(deal: int = 7) -> str:
    """The packet of which the lowest card is the first to be dealt again."""
    record = cadogan.odds.playout(cadogan.games["louis"], deal)
    before = record.positions()[record.moves.index("again")]
    after = before.play("again")
    first = (after.cards["l1"] or after.cards["hand"][-1:])[0]
    [place] = [place for place, pile in before.cards.items() if place.startswith("l") and pile and pile[0] is first]
    return LETTERS[int(place[1:]) - 1]


def riffles(cards: int = 12) -> int:
    """The orders that one riffle of so many cards can give: two interleaved rows.

    A second way: cut everywhere, and interleave in every way.

    >>> from itertools import combinations
    >>> def merged(n):
    ...     "The orders of n cards, each by the places where the upper part of the pack comes to lie."
    ...     orders = set()
    ...     for cut in range(n + 1):
    ...         for places in combinations(range(n), cut):
    ...             upper, lower = iter(range(cut)), iter(range(cut, n))
    ...             orders.add(tuple(next(upper if place in places else lower) for place in range(n)))
    ...     return orders
    >>> [len(merged(n)) for n in range(1, 9)] == [riffles(n) for n in range(1, 9)]
    True
    """
    return int(2**cards - cards)


EXERCISES = (
    Exercise("louis/1", 1, "The letter of its packet.",
        Choice(tuple(LETTERS), dealt_first, {
            "g": "It is taken up first, and each following packet goes under it. The heap is then turned.",
            "a": "In which order are the packets taken up, and on which side does the heap lie when it is dealt?"})),
    Exercise("louis/2", 2, "How many orders can the riffle give?",
        Number(riffles, unit="orders", near={
            "The order in which nothing has changed comes out of every cut.": lambda: 2**12,
            "One order too few: nothing changed is an order, too.": lambda: riffles() - 1,
            "Those are all orders.": lambda: factorial(12)})),
    Exercise("louis/3", 3, "The change.",
        Change("louis", "louis.vary(again(3, 'alphabet', shuffled=True), without=['taking up'])", near={
            "There the packets are only taken up in another order.": "louis.vary(taking_up='g comes first')",
            "There may be three re-deals.": "louis.vary(again(1, 'alphabet', shuffled=True), without=['taking up'])"})),
)  # fmt: skip
