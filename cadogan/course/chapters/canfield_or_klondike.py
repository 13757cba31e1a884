"""The exercises of Canfield or Klondike."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

import cadogan
from cadogan.cards import Card
from cadogan.course.kinds import Function, Numbers
from cadogan.course.old import Exercise
from cadogan.course.played import in_any_order

#: Who plays.
PLAYERS = ("random", "greedy", "careful")
#: Deal 1914 after these six moves shows king and queen in lane 1.
SIX = "l1-f1 l5-l2 l4-l3 l5-l7 l5-l6 l6-l1"


@cache
def for_the_queen() -> frozenset[Card]:
    """The cards that would fit on the lowest card of lane 1, after the six moves."""
    position = cadogan.games["canfield-or-klondike"].deal(1914)
    for move in SIX.split():
        position = position.play(move)
    queen = position.cards["l1"][-1]
    every = [card for pile in position.cards.values() for card in pile]
    return frozenset(card for card in every if card.rank == queen.rank - 1 and card.red != queen.red)


@cache
def fair_pay() -> tuple[float, ...]:
    """The pay per card at which the price is fair, for each player, by the odds that are kept with the book."""
    price, _ = cadogan.games["canfield-or-klondike"].capital
    found = dict(cadogan.odds.table("canfield-or-klondike").rows)
    return tuple(price / found[name].mean_home for name in PLAYERS)


def bonus(home: float, share: float) -> float:
    """The bonus for the whole pack that makes the game fair to a player who brings so many cards home and finishes such a share of games.

    >>> bonus(10, 0.5), bonus(8, 0.25)
    (4.0, 48.0)
    """
    price, each_card = cadogan.games["canfield-or-klondike"].capital
    return (price - each_card * home) / share


EXERCISES = (
    Exercise("canfield-or-klondike/1", 1, "", in_any_order("the two cards", for_the_queen)),
    Exercise("canfield-or-klondike/2", 2, "", Numbers(fair_pay, PLAYERS, within=0.5)),
    Exercise("canfield-or-klondike/3", 3, "As a function of the mean cards home and of the share of games finished, such as 0.02.",
        Function("bonus", bonus, ((10, 0.5), (8.82, 0.0192), (8.29, Fraction(1, 80)), (3.92, 0.00022)), "home, share")),
)  # fmt: skip
