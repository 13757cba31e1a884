"""The Flower Garden."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from math import perm

import cadogan
from cadogan.cards import Card
from cadogan.course.kinds import Choice, Numbers
from cadogan.course.old import Exercise

Garden = tuple[tuple[Card, ...], ...]
#: A garden, what is left of the Bouquet, and the highest card home of each suit.
State = tuple[Garden, frozenset[Card], tuple[int, ...]]


def after(garden: Garden, bouquet: frozenset[Card], home: tuple[int, ...]) -> Iterator[State]:
    """Every position one card further."""
    for card, i in [*((pile[-1], i) for i, pile in enumerate(garden) if pile), *((card, -1) for card in bouquet)]:
        rest = tuple(pile[:-1] if k == i else pile for k, pile in enumerate(garden))
        suit = "CDHS".index(card.suit)
        if home[suit] == card.rank - 1:
            yield rest, bouquet - {card}, (*home[:suit], card.rank, *home[suit + 1 :])
        for j, pile in enumerate(garden):
            if j != i and (not pile or pile[-1].rank == card.rank + 1):
                yield tuple((*pile, card) if k == j else pile for k, pile in enumerate(rest)), bouquet - {card}, home


@cache
def cleared(spent: int, deal: int = 1914) -> bool:
    """Whether a packet can be cleared with so many cards of the Bouquet: every position is looked at, until one has.

    >>> cleared(2)
    True
    """
    cards = cadogan.games["flower-garden"].deal(deal).cards
    bouquet = frozenset(card for place, pile in cards.items() if place[0] == "b" for card in pile)
    waiting: list[State] = [(tuple(cards[f"g{i}"] for i in range(1, 7)), bouquet, (0, 0, 0, 0))]
    found = set()
    while waiting:
        for state in after(*waiting.pop()):
            if len(bouquet) - len(state[1]) <= spent and (key := (frozenset(state[0]), state[1])) not in found:
                if () in state[0]:
                    return True
                found.add(key)
                waiting.append(state)
    return False


def sequences() -> int:
    """The ways in which six cards can lie in descending sequence, whatever their suits."""
    return 8 * 4**6


@cache
def needed() -> str:
    """What part of the careful player's wins, in 2,000 deals, is lost without the new packets."""
    game = cadogan.games["flower-garden"]
    won, without = (cadogan.odds.simulate(one, "careful", n=2000, seed=1).wins for one in (game, game.vary(without=["new_packet"])))
    lost = 1 - without / won
    return "nearly always" if lost > 0.8 else "about every second time" if lost > 0.3 else "seldom"


EXERCISES = (
    Exercise("flower-garden/1", 1, "", Choice(("yes", "no"), lambda: "yes" if cleared(1) else "no", {
        "yes": "Then write the moves down. Which packet is it, and where do its six cards go?"})),
    Exercise("flower-garden/2", 2, "", Numbers(lambda: (sequences(), Fraction(sequences(), perm(52, 6))), (
        "the ways", "the chance of one given packet"))),
    Exercise("flower-garden/3", 3, "", Choice(("nearly always", "about every second time", "seldom"), needed, {
        "about every second time": "Of two thousand deals with the careful player, how many are still won without new packets?",
        "seldom": "Of two thousand deals with the careful player, how many are still won without new packets?"})),
)  # fmt: skip
