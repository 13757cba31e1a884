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

    Where it is quick play that counts, its parts are asked by number: taken apart into two names it
    takes half as long again."""

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


def _fame(held: Held) -> tuple[bool, int]:
    """By how many a card has been seen."""
    return held.seen == ALL, held.seen.bit_count()


def _place(held: Held) -> tuple[int, int]:
    """As cards held are ordered, in numbers, which are compared sooner than cards."""
    return held[0].index, held[1]


class Pile(list[Held]):
    """Cards in order, the uppermost last."""

    __slots__ = ()

    @property
    def cards(self) -> list[Card]:
        """The faces, the uppermost last."""
        return [held[0] for held in self]

    def add(self, some: Card, seen: int = 0) -> None:
        """Lay a card on top."""
        self.append(lying(seen)[some.index])

    def take_in(self, some: Iterable[Card], seen: int = 0) -> None:
        """Lay cards on top, one after the other."""
        faces = lying(seen)
        self.extend([faces[one.index] for one in some])

    def under(self, some: Card, seen: int = 0) -> None:
        """Put a card under all the others."""
        self.insert(0, lying(seen)[some.index])

    def take(self, some: Card) -> Held:
        """Take out a card with this face; of two alike, the one that more have seen.

        Raises:
            ValueError: no such card lies here.
        """
        places = [i for i, held in enumerate(self) if held[0] is some]
        if not places:
            raise ValueError(f"{some} does not lie here")
        return self.pop(max(places, key=lambda i: _fame(self[i])))

    def has(self, some: Card | None) -> bool:
        """Whether a card with this face lies here."""
        for held in self:
            if held[0] is some:
                return True
        return False

    def show(self, to: int = ALL) -> None:
        """Let these seats see every card."""
        self[:] = [lying(held[1] | to)[held[0].index] for held in self]

    def forget(self, keep: int) -> None:
        """Only these seats still know where these cards lie: somebody has moved one of them unseen."""
        for i, held in enumerate(self):
            seen = held[1]
            if seen & keep != seen:
                self[i] = lying(seen & keep)[held[0].index]

    def copy(self) -> Self:
        """The same cards in another pile."""
        return self.__class__(self)


class Hand(Pile):
    """Cards without an order: they are kept sorted, so that their places tell nothing."""

    __slots__ = ()

    def add(self, some: Card, seen: int = 0) -> None:
        """Take a card into the hand."""
        insort(self, lying(seen)[some.index], key=_place)

    def take_in(self, some: Iterable[Card], seen: int = 0) -> None:
        """Take cards into the hand."""
        super().take_in(some, seen)
        self.sort(key=_place)
