"""Tricks: who must follow, and who takes them.

>>> from cadogan.round_games.cards import cards
>>> winner(cards("7H 5H 3S"), (4, 5, 6, 7, 11, 12, 13, 1, 2, 3))
0
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from cadogan.round_games.cards import Card


def following(hand: Iterable[Card], led: Card | None) -> list[Card]:
    """The cards that may be played to a trick: of the suit led if there are any, otherwise every
    card.
    """
    cards = list(hand)
    return list(
        dict.fromkeys([c for c in cards if led is not None and c.suit == led.suit] or cards)
    )


def winner(trick: Sequence[Card], order: Sequence[int]) -> int:
    """Which card of a trick wins, from 0: the highest of the suit led.

    ``order`` gives the ranks from the lowest to the highest.
    """
    return max(
        (i for i, c in enumerate(trick) if c.suit == trick[0].suit),
        key=lambda i: order.index(trick[i].rank),
    )
