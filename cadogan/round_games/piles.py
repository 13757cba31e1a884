"""Piles of cards, and with every card the seats that have seen its face."""

from __future__ import annotations

from bisect import insort
from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple, Self

from cadogan.round_games.cards import HIDDEN, JOKER, Card

#: Seen by everybody, bystanders too.
ALL = -1


class Held(NamedTuple):
    """A card as it lies: its face, and the seats that have seen it (bits; `ALL` for everybody).

    Where speed counts its parts are read by index: to unpack it into two names takes half as long
    again."""

    card: Card
    seen: int


#: Every face by its index, the back of a card last.
FACES = (*map(Card, range(52)), JOKER, HIDDEN)


@lru_cache(maxsize=4096)
def lying(seen: int) -> tuple[Held, ...]:
    """Every card as it lies when these seats have seen it, by its index: it is laid often, and made
    once.
    """
    return tuple([Held(face, seen) for face in FACES])


def _fame(card: Held) -> tuple[bool, int]:
    """How many have seen a card, to sort by."""
    return card.seen == ALL, card.seen.bit_count()


def _place(card: Held) -> tuple[int, int]:
    """The order of the cards of a hand, in numbers, which are compared faster than cards."""
    return card[0].index, card[1]


class Pile(list[Held]):
    """Cards in order, the uppermost last."""

    __slots__ = ()

    @property
    def cards(self) -> list[Card]:
        """The faces, the uppermost last."""
        return [entry[0] for entry in self]

    def add(self, card: Card, seen: int = 0) -> None:
        """Lay a card on top."""
        self.append(lying(seen)[card.index])

    def take_in(self, cards: Iterable[Card], seen: int = 0) -> None:
        """Lay cards on top, one after the other."""
        faces = lying(seen)
        self.extend([faces[card.index] for card in cards])

    def under(self, card: Card, seen: int = 0) -> None:
        """Put a card under all the others."""
        self.insert(0, lying(seen)[card.index])

    def take(self, card: Card) -> Held:
        """Take out a card with this face; of two alike, the one that more have seen.

        Raises:
            ValueError: no such card lies here.
        """
        places = [i for i, entry in enumerate(self) if entry[0] is card]
        if not places:
            raise ValueError(f"{card} does not lie here")
        return self.pop(max(places, key=lambda i: _fame(self[i])))

    def has(self, card: Card | None) -> bool:
        """Whether a card with this face lies here."""
        for entry in self:
            if entry[0] is card:
                return True
        return False

    def show(self, to: int = ALL) -> None:
        """Let these seats see every card."""
        self[:] = [lying(entry[1] | to)[entry[0].index] for entry in self]

    def forget(self, keep: int) -> None:
        """Only these seats still know where these cards lie: somebody has moved one of them unseen."""
        for i, entry in enumerate(self):
            seen = entry[1]
            if seen & keep != seen:
                self[i] = lying(seen & keep)[entry[0].index]

    def copy(self) -> Self:
        """The same cards in another pile."""
        return self.__class__(self)


class Hand(Pile):
    """Cards without an order: they are kept sorted, so that their places tell nothing."""

    __slots__ = ()

    def add(self, card: Card, seen: int = 0) -> None:
        """Take a card into the hand."""
        insort(self, lying(seen)[card.index], key=_place)

    def take_in(self, cards: Iterable[Card], seen: int = 0) -> None:
        """Take cards into the hand."""
        super().take_in(cards, seen)
        self.sort(key=_place)
