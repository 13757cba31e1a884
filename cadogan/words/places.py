"""places: groups of packets, columns, lanes, fans, single cards."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from cadogan.cards import cards
from cadogan.layout import Spot, check_spread

from .clause import Clause
from .english import is_plural, joined, the
from .values import squared

if TYPE_CHECKING:
    from cadogan.patience.making import Making


@dataclass(frozen=True)
class places(Clause):
    """A group of places: packets, columns, lanes, fans, single cards.

    ``spread`` is how each pile is drawn (one offset, or one for each place); ``headed`` the number of cards
    at the head of each place that never move; ``single`` places whose card, once another lies on it, can no
    longer be played alone; ``cards`` the cards withdrawn from the pack and placed there before the deal.

    >>> places("lanes", 10).tell()
    'There are 10 lanes.'
    """

    name: str
    n: int
    at: tuple[Spot, ...] = ()
    spread: tuple[Any, ...] = squared
    headed: int = 0
    single: bool = False
    letter: str = ""
    cards: str = ""

    def __post_init__(self) -> None:
        check_spread(self.spread)

    @property
    def key(self) -> tuple[object, ...]:
        """Groups are known by name."""
        return ("group", self.name)

    def tell(self) -> str:
        """The clause as a sentence."""
        if self.n == 1:
            said = "There is a place aside." if self.name == "aside" else f"There is a place for {the(self.name)}."
        else:
            said = f"There are {self.n} {self.name}." if is_plural(self.name) else f"The {self.name} has {self.n} places."
        if self.cards:
            held = cards(self.cards)
            said += f" {joined([c.symbol for c in held])} {'is' if len(held) == 1 else 'are'} withdrawn and placed there."
        if self.headed:
            said += " The card at the head of each never moves."
        if self.single:
            said += " A card that lies on another, or under one, can no longer be played alone."
        return said

    def receives(self) -> Iterable[str]:
        """Itself, where cards are set out on it."""
        return (self.name,) if self.cards else ()

    def set_out(self, making: Making) -> None:
        """Its places."""
        group = making.add_group(self.name, self, self.n, self.at, self.spread, self.letter)
        group.keep, group.single = self.headed, self.single
        making.withdraw(self.name, self.cards, self)
