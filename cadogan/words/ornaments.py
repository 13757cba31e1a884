"""ornaments: cards that stand still, or are thrown out of the game."""

from __future__ import annotations

from dataclasses import dataclass

from cadogan.cards import cards
from cadogan.layout import Spot
from cadogan.usage import Cards, Letter, Name

from .above import Making
from .clause import Setting
from .english import is_plural, joined
from .values import squared

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
