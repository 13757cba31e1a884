"""The exercises of Speculation."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from math import comb

from cadogan.course.kinds import Number, Numbers
from cadogan.course.old import Exercise

ACE = 14


def unbeaten(unseen: int, better: int, face_down: int) -> Fraction:
    """The chance that none of so many better cards is among those that lie face down.

    A second way: card by card.

    >>> from math import prod
    >>> unbeaten(51, 5, 15) == prod(Fraction(36 - i, 51 - i) for i in range(5))
    True
    """
    return Fraction(comb(unseen - better, face_down), comb(unseen, face_down))


def worth(rank: int, players: int) -> Fraction:
    """The share of the pool that a turn-up is worth; the ace is 14."""
    return unbeaten(51, ACE - rank, 3 * players)


def lowest(players: int) -> int:
    """The lowest turn-up that is worth half the pool."""
    return next(rank for rank in range(2, ACE + 1) if worth(rank, players) >= Fraction(1, 2))


@cache
def upside_down(rank: int = 10, players: int = 5) -> int:
    """The turn-up that is worth as much when the lowest trump wins."""
    return next(other for other in range(2, ACE + 1) if unbeaten(51, other - 2, 3 * players) == worth(rank, players))


EXERCISES = (
    Exercise("speculation/1", 1, "What is the card worth, in counters?",
        Number(lambda: 6 * worth(9, 5), near={
            "That is the chance that it remains the highest; how many counters are in the pool?": lambda: worth(9, 5),
            "The dealer has paid two counters, so that there are six in the pool.": lambda: 5 * worth(9, 5),
            "The nine is beaten by five cards, not by four.": lambda: 6 * worth(10, 5)})),
    Exercise("speculation/2", 2, "The lowest of them, the knave being 11 and the ace 14.",
        Numbers(lambda: (lowest(2), lowest(10)), ("with two players", "with ten"))),
    Exercise("speculation/3", 3, "The turn-up, by its value.", Number(upside_down)),
)  # fmt: skip
