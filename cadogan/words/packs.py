"""packs: the cards used."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from cadogan.cards import PIQUET, Card, cards, pack
from cadogan.usage import CardsOrNone, Rank, Such, whole

from .clause import Clause
from .english import joined
from .values import ALL_RANKS


@dataclass(frozen=True)
class packs(Clause):
    """The cards that the game is played with: so many whole packs, or the very cards.

    Args:
        n: how many packs are shuffled together, 1 to 8.
        ranks: the values that each pack has, such as PIQUET; without it all thirteen.
        held: the very cards instead: "AC 2D" are the ace of clubs and the deuce of diamonds.
        single: how many cards are dealt from one pack before the others are shuffled in, 0 to
            52.

    >>> packs(2).tell()
    'Two entire packs, 104 cards.'
    """

    n: Annotated[int, whole(1, 8)] = 1
    ranks: Annotated[tuple[Rank, ...], Such(bool, "a row of values, such as PIQUET")] = ALL_RANKS
    held: CardsOrNone = ""
    single: Annotated[int, whole(0, 52)] = 0

    def in_vain(self) -> str:
        """One pack is no first of several."""
        several = self.n > 1 and not self.held
        return "" if several or not self.single else "single is said of the first of several packs"

    def cards(self) -> tuple[Card, ...]:
        """Every card, pack by pack."""
        return cards(self.held) if self.held else tuple(pack(self.n, self.ranks))

    def tell(self) -> str:
        """The clause as a sentence."""
        if self.held:
            return f"Played with {joined([c.symbol for c in self.cards()])}."
        kind = "piquet pack" if self.ranks == PIQUET else "pack"
        number = ("no", "One", "Two", "Three", "Four")[self.n] if self.n < 5 else str(self.n)
        sentence = f"{number} entire {kind}{'s' if self.n > 1 else ''}, {len(self.cards())} cards"
        return sentence + (
            f"; the first {self.single} are dealt from a single pack." if self.single else "."
        )
