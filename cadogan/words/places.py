"""places: groups of packets, columns, lanes, fans, single cards."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Annotated

from cadogan.cards import cards
from cadogan.layout import Spot
from cadogan.usage import OF_SUCH, CardsOrNone, Count, Letter, Name, Offset

from .above import Making
from .clause import Setting
from .english import counted, each_of, is_plural, joined, the
from .values import rows_of, squared

#: More places than this are spoken of as cards.
ROW = 35


def shape(at: Sequence[Spot]) -> str:
    """How places lie, in words: their rows from the top, as far as these tell it.

    >>> from cadogan.layout import block, line, ring, triangle
    >>> shape(block(5, 5)), shape(line(4)), shape(line(4, dx=0, dy=1)), shape(triangle(7))
    ('in five rows of five', 'in a row', 'one below the other', 'in rows of one, two, three, four, five, six and seven')
    >>> shape(ring(8, 0, 0, 3))
    'in a ring'
    """
    rows = rows_of(at, range(len(at)))
    lengths = [len(row) for row in rows]
    x, y = (sum(way) / len(at) for way in zip(*((spot.x, spot.y) for spot in at)))
    far = [math.hypot(spot.x - x, (spot.y - y) * 7 / 5) for spot in at]
    if len(at) > 4 and max(far) - min(far) < 0.01:
        words = "in a ring"
    elif len(rows) == 1:
        words = "in a row"
    elif max(lengths) == 1:
        words = "one below the other"
    elif min(lengths) == max(lengths):
        words = f"in {counted(len(rows))} rows of {counted(lengths[0])}"
    else:
        words = f"in rows of {joined([counted(n) for n in lengths])}"
    crossways = {spot.angle % 180 == 90 for spot in at}
    return words + (", upright and crossways by turns" if len(crossways) > 1 else "")


@dataclass(frozen=True)
class places(Setting):
    """A group of places on the table, with a name: packets, columns, lanes, fans, or single cards.

    Args:
        name: what the group is called; the other clauses speak of it by this name, in quotes.
        n: how many places it has.
        at: how they lie, where a rule reads it, such as block(5, 5); drawn(…) only draws.
        spread: how far each further card lies to the right and down, such as (0, 0.22), for all or for
            each place. Without it a pile is squared; where nobody says where the places lie,
            only one that is not dealt more than a card.
        first_stays: True where the first card on each place never moves.
        single: True where a card on or under another can no longer be played alone.
        letter: the letter of its places in moves, as l in l7-f1.
        cards: cards laid there before the deal, such as "KH QC".

    >>> places("lanes", 10).tell()
    'There is room for ten lanes.'
    """

    name: Name
    n: Count
    at: tuple[Spot, ...] = ()
    spread: Offset | Annotated[tuple[Offset, ...], OF_SUCH] | None = None
    first_stays: bool = False
    single: bool = False
    letter: Letter = ""
    cards: CardsOrNone = ""

    def tell(self) -> str:
        """The clause as a sentence."""
        return " ".join([f"There is room for {self.room}.", *self.more])

    @property
    def room(self) -> str:
        """What there is room for on the table."""
        if self.name == "aside":
            return (
                "cards laid aside"
                if self.n == 1
                else f"cards laid aside in {counted(self.n)} places"
            )
        if self.n == 1:
            return f"one packet, {the(self.name)}"
        if self.spread in (None, squared) and self.n > ROW:  # a table full of single cards
            return f"{self.n} cards" + ("" if self.name == "places" else f" in the {self.name}")
        if is_plural(self.name):
            return f"{counted(self.n)} {self.name}"
        return f"{'an' if self.name[0].lower() in 'aeio' else 'a'} {self.name} of {counted(self.n)} places"

    @property
    def more(self) -> list[str]:
        """What else is said of the places, in sentences."""
        sentences = []
        if self.cards:
            first_cards = cards(self.cards)
            are = "is" if len(first_cards) == 1 else "are"
            phrase = (
                f"laid on the {self.name}"
                if len(first_cards) == self.n
                else f"laid down to begin the {self.name}"
            )
            sentences.append(
                f"{joined([c.symbol for c in first_cards])} {are} taken from the pack and {phrase}."
            )
        if self.first_stays:
            sentences.append(f"The first card on {each_of(self.name)} never moves.")
        if self.single:
            sentences.append(
                f"In the {self.name} a card that lies on another, or under one, can be played only together with that one."
            )
        return sentences

    def receives(self) -> Iterable[str]:
        """The group itself, where cards are set out on it."""
        return (self.name,) if self.cards else ()

    def set_out(self, making: Making) -> None:
        """Add the places to the table."""
        group = making.add_group(
            self.name, self, self.n, self.at, self.spread or squared, self.letter
        )
        group.keep, group.single = int(self.first_stays), self.single
        making.withdraw(self.name, self.cards, self)
