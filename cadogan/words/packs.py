"""packs: the cards used."""

from __future__ import annotations

from dataclasses import dataclass

from cadogan.cards import PIQUET, Card, cards, pack
from cadogan.echo import is_whole, shown

from .citing import RuleError
from .clause import Clause
from .english import joined
from .values import ALL_RANKS, A, K

PACK = 52


def check_cards(named: str) -> None:
    """Raises RuleError for a text that is to name cards and names none."""
    if isinstance(named, str) and not named.split():
        raise RuleError(
            f"cards are named with blanks between them, as in 'AH KS'; {named!r} names none"
        )


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

    n: int = 1
    ranks: tuple[int, ...] = ALL_RANKS
    held: str = ""
    single: int = 0

    def __post_init__(self) -> None:
        if not is_whole(self.n, 1, 8):
            raise RuleError(f"packs(n) takes one pack to eight, not {shown(self.n)}")
        if not is_whole(self.single, 0, PACK):
            raise RuleError(
                f"single is the number of cards, 0 to {PACK}, dealt from the first of several packs, not {shown(self.single)}"
            )
        if (
            not isinstance(self.ranks, (tuple, range))
            or not self.ranks
            or not all(is_whole(rank, A, K) for rank in self.ranks)
        ):
            raise RuleError(f"ranks= is a row of values, such as PIQUET, not {shown(self.ranks)}")
        if self.held:
            check_cards(self.held)

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
