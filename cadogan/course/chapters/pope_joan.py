"""The exercises of Pope Joan."""

from __future__ import annotations

from fractions import Fraction
from math import comb

from cadogan.course.kinds import Function, Number
from cadogan.course.old import Exercise
from cadogan.course.played import in_any_order
from cadogan.round_games import games
from cadogan.round_games.cards import Card
from cadogan.round_games.pope_board import above


def known_stops(turned: str = "10S") -> frozenset[Card]:
    """The cards that all know to be stops: nothing follows them, or the card that was turned up.

    >>> len(known_stops("KS")), len(known_stops("8S"))
    (5, 6)
    """
    up = Card(turned)
    pack = games["pope-joan"].cards(5)
    return frozenset(card for card in pack if card != up and above(card) in (None, up))


def deals_needed(gain: float, spread: float) -> float:
    """The deals after which a mean gain is twice its standard error, if that of a single deal scatters so.

    >>> deals_needed(0.5, 5)
    400.0
    """
    return (2 * spread / gain) ** 2


def in_one_hand(hands: tuple[int, ...] = (10,) * 5, cards: int = 50) -> Fraction:
    """The chance that two given cards come to one hand, if neither is turned up.

    A second way, for five hands of ten: wherever the one lies, nine of the 49 other places are of its hand.

    >>> in_one_hand() == Fraction(9, 49)
    True
    """
    return sum((Fraction(comb(hand, 2), comb(cards, 2)) for hand in hands), Fraction(0))


EXERCISES = (
    Exercise("pope-joan/1", 1, "", in_any_order("the six known stops", known_stops)),
    Exercise("pope-joan/2", 2, "How many deals does it take, if the mean gain is to be twice its standard error?",
        Function("deals_needed", deals_needed, ((0.5, 5), (0.1, 4), (2, 3)), "gain, spread")),
    Exercise("pope-joan/3", 3, "The chance of matrimony without a spare hand, for five players, if neither card is turned up.",
        Number(in_one_hand, near={
            "That is the chance with a spare hand.": lambda: in_one_hand((9, 9, 9, 8, 8)),
            "It is lost in no spare hand now, and may come to any of five.": lambda: in_one_hand((10,))})),
)  # fmt: skip
