"""The exercises of Calabrasella."""

from __future__ import annotations

from fractions import Fraction
from math import comb

from cadogan.cards import SUIT_NAMES, Card, cards
from cadogan.course.kinds import Numbers
from cadogan.course.old import Exercise
from cadogan.course.played import Cards
from cadogan.round_games import games
from cadogan.round_games.calabrasella import ORDER, Calabrasella

WHOLE_SUIT = "3H 2H AH KH QH JH 7H 6H 5H 4H 3S 2S"


def gains() -> tuple[int, int, int]:
    """What the player wins of each with 23 points and with 16, and the fewest points with which he wins anything."""
    game = games["calabrasella"]
    assert isinstance(game, Calabrasella)
    return game.gain(23), game.gain(16), next(mine for mine in range(36) if game.gain(mine) > 0)


def four_threes(held: int) -> Fraction:
    """The chance of all four threes, for one who holds so many and asks for another: those that are left then all lie in the stock.

    Of the 28 cards that he does not hold the stock has four; the three that he asks for is his, wherever it lies.

    >>> four_threes(3), four_threes(2) == Fraction(4, 28)
    (Fraction(1, 1), True)
    """
    others = 4 - held - 1
    return Fraction(comb(4, others), comb(28, others))


def beaten(held: list[int]) -> bool:
    """Whether one who holds all that is missing of a suit, and plays his lowest cards, can take a trick in it.

    >>> beaten([9, 8]), beaten([9, 7]), beaten([9, 8, 7, 6, 5, 0]), beaten([])
    (False, True, False, False)
    """
    missing = [place for place in range(len(ORDER)) if place not in held]
    return any(card < max(missing, default=-1) for card in sorted(held, reverse=True)[: len(missing)])


def invincible(hand: tuple[Card, ...]) -> str:
    """What keeps a hand from taking every trick from the lead, whatever the others hold; empty where nothing does."""
    if len(hand) != 12 or len(set(hand)) != 12 or any(card.rank not in ORDER for card in hand):
        return "Twelve different cards of the forty are wanted, without eights, nines and tens."
    lost = [suit for suit in SUIT_NAMES if beaten([ORDER.index(card.rank) for card in hand if card.suit == suit])]
    return f"A trick can be lost in {' and in '.join(SUIT_NAMES[suit] for suit in lost)}." if lost else ""


EXERCISES = (
    Exercise("calabrasella/1", 1, "", Numbers(gains, ("with twenty-three points", "with sixteen", "the fewest that win"))),
    Exercise("calabrasella/2", 2, "The chances.", Numbers(lambda: (four_threes(3), four_threes(2)), ("with three", "with two"))),
    Exercise("calabrasella/3", 3, "", Cards("the twelve cards", invincible, lambda: cards(WHOLE_SUIT))),
)  # fmt: skip
