"""Values that clauses are made of: lines of ranks, relations of suits, phases, relations of places,
spreads.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from cadogan.layout import Place

from .english import counted

if TYPE_CHECKING:
    from .series import Series

A, J, Q, K = 1, 11, 12, 13
ALL_RANKS = tuple(range(1, 14))


@dataclass(frozen=True, slots=True)
class Line:
    """How one value follows another: the steps allowed, and whether it goes round from king to ace.

    >>> down.fits(9, 8), down.fits(8, 9), either.fits(8, 9), down.by(2).fits(9, 7)
    (True, False, True, True)
    >>> down.fits(1, 13), down.round.fits(1, 13)
    (False, True)
    """

    steps: tuple[int, ...]
    goes_round: bool = False
    also: tuple[tuple[int, int], ...] = ()
    words: str = ""

    @property
    def round(self) -> Line:
        """The same line, going round between king and ace."""
        return replace(self, goes_round=True)

    def by(self, step: int) -> Line:
        """The same line in steps of that many values."""
        return replace(
            self,
            steps=tuple(s * step for s in self.steps),
            words=f"{self.words} by {counted(step)}s",
        )

    def along(self, order: Series, total: int = 0) -> Line:
        """Also any two values that follow one another in a foundation's order, either way.

        With ``total`` only those of them that make that sum.

        >>> from cadogan.words import order
        >>> either.along(order("A K 2")).fits(13, 2), either.along(order("A K 2"), total=14).fits(13, 2)
        (True, False)
        """
        ranks = order.ranks(ALL_RANKS)
        neighbours = {(a, b) for a, b in zip(ranks, ranks[1:]) if total in (0, a + b)}
        pairs = neighbours | {(b, a) for a, b in neighbours}
        words = f"{self.words}, or as the foundations go"
        return replace(
            self,
            also=tuple(sorted(pairs)),
            words=f"{words} where two values make {total}" if total else words,
        )

    def fits(self, top: int, card: int, ranks: Sequence[int] = ALL_RANKS) -> bool:
        """Whether a card of this value may lie on one of the value ``top`` in a pack of these
        values.
        """
        if not self.steps or (top, card) in self.also:
            return True
        i, j = ranks.index(top), ranks.index(card)
        return any(
            (j - i - s) % len(ranks) == 0 if self.goes_round else j - i == s for s in self.steps
        )

    def tell(self) -> str:
        """The line in words."""
        return self.words + (", going round from king to ace" if self.goes_round else "")


down = Line((-1,), words="in descending line")
up = Line((1,), words="in ascending line")
either = Line((-1, 1), words="in ascending or descending line")
anything = Line((), words="whatever the value")


@dataclass(frozen=True, slots=True)
class Suits:
    """How suits must agree: ``in_suit``, ``in_colour``, ``alternate`` (in colour) or ``any_suit``."""

    code: int
    words: str

    def fits(self, top: str, suit: str) -> bool:
        """Whether a card of this suit may lie on one of the suit ``top``.

        >>> in_suit.fits("H", "H"), alternate.fits("H", "S"), in_colour.fits("H", "D"), any_suit.fits("C", "H")
        (True, True, True, True)
        """
        if self.code == 0:
            return top == suit
        return self.code == 2 or ((top in "DH") == (suit in "DH")) == (self.code == 3)

    def tell(self) -> str:
        """The relation in words."""
        return self.words


in_suit = Suits(0, "in suit")
alternate = Suits(1, "in alternate colours")
any_suit = Suits(2, "whatever the suit")
in_colour = Suits(3, "in colour")


@dataclass(frozen=True, slots=True)
class Phase:
    """When a clause is in force; with ``rest_home`` only when all cards but those it speaks of are
    home.
    """

    bits: int
    words: str
    rest_home: bool = False


while_dealing = Phase(1, "while dealing")
between_rounds = Phase(2, "between the rounds of the deal")
after_deal = Phase(28, "after the deal")
pack_out = Phase(24, "when the pack is out")
pack_in_hand = Phase(20, "after the deal, until pack and talon are spent")
at_the_end = Phase(8, "when pack and talon are spent")
when_alone = Phase(8, "when every other card is home", rest_home=True)
once_dealt = Phase(30, "")
dealing_too = Phase(31, "even while dealing")


@dataclass(frozen=True, slots=True)
class Relation:
    """A relation between two places, read off their coordinates."""

    code: str
    words: str

    def holds(self, a: Place, b: Place) -> bool:
        """Whether it holds between two places."""
        across, along = abs(a.x - b.x), abs(a.y - b.y)
        if self.code == "row":
            return along < 0.35
        if self.code == "column":
            return across < 0.35
        if self.code == "line":
            return along < 0.35 or across < 0.35
        if self.code == "ray":
            return number_of(a.id) == number_of(b.id)
        return along < 0.35 and across < 1.7  # beside


def number_of(place: str) -> int:
    """The number at the end of a place's id.

    >>> number_of("t12")
    12
    """
    digits = place.lstrip("abcdefghijklmnopqrstuvwxyz-")
    return int(digits) if digits.isdigit() else 0


same_ray = Relation("ray", "on the same ray")
same_row = Relation("row", "in the same row")
same_column = Relation("column", "in the same column")
same_line = Relation("line", "in the same row or column")
beside = Relation("beside", "immediately adjoining")


# Spreads: the offset of each further card, in card widths and heights.
squared = (0.0, 0.0)
spread_right = (0.28, 0.0)
spread_left = (-0.28, 0.0)
spread_down = (0.0, 0.22)
fan = (0.24, 0.0)


# When gaps are filled.
at_once, may, before_dealing_on = (
    "at once",
    "when you like",
    "before the next card is turned or row dealt",
)
