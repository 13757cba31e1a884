"""packs, ornaments, counters: the cards used, those that stand still or are thrown out, and what the
pack costs.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated

from cadogan.cards import PIQUET, RANKS, SUIT_NAMES, SUITS, Card, CardError, cards, pack, rank_of
from cadogan.layout import Spot
from cadogan.usage import Cards, Count, Letter, Name, Number, Such, whole

from .clause import Clause, Making, Setting
from .english import counted, is_plural, joined, rank_names, upper_first
from .values import ALL_RANKS, squared


def _values_or_cards(text: str) -> bool:
    parts = text.split()
    if all(part in RANKS for part in parts):
        return bool(parts) or not text
    try:
        return bool(cards(text))
    except CardError:
        return False


#: The values of the cards, or the very cards, by their names; or all.
ValuesOrCards = Annotated[
    str,
    Such(
        _values_or_cards,
        "values or cards with blanks between them, as in 'A 7 8' or 'AH KS'",
    ),
]


def _some_suits(text: str) -> bool:
    return 0 < len(text) == len({*text} & {*SUITS})


@dataclass(frozen=True)
class packs(Clause):
    """The cards that the game is played with: so many whole packs, or the very cards.

    Args:
        n: how many packs are shuffled together, 1 to 8.
        of: the values that each pack has, as in "A 7 8", without it all thirteen; or the very cards,
            as in "AC 2D".
        single: how many cards are dealt from one pack before the others are shuffled in, 0 to
            52.
        suits: the suits that each pack has, such as "S" or "HS"; without it all four.

    >>> packs(2).tell()
    'Two entire packs, 104 cards.'
    """

    n: Annotated[int, whole(1, 8)] = 1
    of: ValuesOrCards = ""
    single: Annotated[int, whole(0, 52)] = 0
    suits: Annotated[str, Such(_some_suits, "C, D, H or S, each once, as in 'HS'")] = field(
        default=SUITS, kw_only=True
    )

    @property
    def held(self) -> tuple[Card, ...]:
        """The very cards, where they are named."""
        return () if all(part in RANKS for part in self.of.split()) else cards(self.of)

    @property
    def ranks(self) -> tuple[int, ...]:
        """The values that the cards have, from the lowest, in whatever order they are written."""
        if self.held:
            return tuple(sorted({card.rank for card in self.held}))
        return tuple(sorted(map(rank_of, self.of.split()))) or ALL_RANKS

    def in_vain(self) -> str:
        """The very cards have their suits, and are all there are; a single pack is a whole one, the
        first of several.
        """
        if self.held and self.suits != SUITS:
            return "the cards held are said with their suits"
        if self.held and self.n > 1:
            return "the cards held are all that there are, each as often as it is named: write packs(1, of=…)"
        if len({*self.ranks}) < len(self.ranks):
            return "each of the values is named once; how often a pack has it, n says"
        if self.single and (self.n == 1 or self.held):
            return "single is said of the first of several packs"
        if self.single and len(self.cards()) < 52 * self.n:
            return "single is said of whole packs of 52 cards: leave it out, or of= and suits="
        return ""

    def cards(self) -> tuple[Card, ...]:
        """Every card, pack by pack."""
        if self.held:
            return self.held
        return tuple(card for card in pack(self.n, self.ranks) if card.suit in self.suits)

    def tell(self) -> str:
        """The clause as a sentence."""
        if self.held:
            return f"Played with {joined([c.symbol for c in self.cards()])}."
        kind = "piquet pack" if self.ranks == PIQUET else "pack"
        kind += "s" if self.n > 1 else ""
        which = f"entire {kind}"
        if self.suits != SUITS:
            which = f"{kind} of {joined([SUIT_NAMES[suit] for suit in self.suits])} alone"
        if self.ranks not in (ALL_RANKS, PIQUET):
            which = f"{which.removeprefix('entire ')}, {self._values()}"
        sentence = f"{upper_first(counted(self.n))} {which}, {len(self.cards())} cards"
        return sentence + (
            f"; the first {self.single} are dealt from a single pack." if self.single else "."
        )

    def _values(self) -> str:
        """Which values there are, or are not, whichever is shorter."""
        missing = [rank for rank in ALL_RANKS if rank not in self.ranks]
        without = len(missing) < len(self.ranks)
        names = joined([rank_names(rank) for rank in (missing if without else self.ranks)])
        return f"without the {names}" if without else f"with no cards but the {names}"


THROWN_ASIDE = "cards thrown aside"
#: More cards than any place can have: all that lie on an ornament stay.
ALL_OF_THEM = 999


@dataclass(frozen=True)
class ornaments(Setting):
    """Cards that are taken from the pack, lie on the table and take no part in play.

    Args:
        name: what they are called; "cards thrown aside" lie in one heap, out of the game.
        cards: which cards they are, such as "KH".
        at: where they lie; most chapters say it in drawn(…).
        letter: the letter of its places in moves, as l in l7-f1.

    >>> ornaments("Sultan", "KH").tell()
    'The Sultan, K♥, is withdrawn and takes no part in play.'
    >>> ornaments("cards thrown aside", "QS QC").tell()
    'The cards thrown aside, Q♠ and Q♣, are withdrawn and take no part in play.'
    """

    name: Name
    cards: Cards
    at: tuple[Spot, ...] = ()
    letter: Letter = ""

    brings_to = ("name",)

    def tell(self) -> str:
        """The clause as a sentence."""
        sentence = f"The {self.name}, {joined([c.symbol for c in cards(self.cards)])}, "
        return sentence + (
            "are withdrawn and take no part in play."
            if is_plural(self.name)
            else "is withdrawn and takes no part in play."
        )

    def set_out(self, making: Making) -> None:
        """Its places: one for each card, or one for all that are thrown aside."""
        if self.name == THROWN_ASIDE:
            spots = (Spot(making.right_edge() + 0.6, 3.6),)
            group = making.add_group(
                self.name, self, 1, spots, squared, self.letter or "x", ("the cards thrown aside",)
            )
        else:
            group = making.add_group(
                self.name, self, len(cards(self.cards)), self.at, squared, self.letter
            )
        group.keep, group.offers = ALL_OF_THEM, False
        making.withdraw(self.name, self.cards, self)


@dataclass(frozen=True)
class counters(Clause):
    """What the pack costs and what each card home earns, in counters.

    Args:
        price: what the pack costs.
        each: what each card on the foundations earns.

    >>> counters(52, 5).tell()
    'The pack costs 52 counters; every card home earns 5.'
    """

    price: Number
    each: Count

    def tell(self) -> str:
        """The clause as a sentence."""
        return f"The pack costs {self.price} counters; every card home earns {self.each}."
