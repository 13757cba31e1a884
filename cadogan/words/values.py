"""Values that clauses are made of: lines of ranks, relations of suits, phases, relations of places,
spreads.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Annotated

from cadogan.layout import Place, Spot
from cadogan.usage import VOCABULARY, checked, one_of, whole as whole_number

from .citing import RuleError
from .english import counted, upper_first
from .meanings import Explained

if TYPE_CHECKING:
    from .series import Series

A = 1
"""The ace, value 1. The values from 2 to 10 are written as numbers."""
J = 11
"""The knave, value 11."""
Q = 12
"""The queen, value 12."""
K = 13
"""The king, value 13."""
#: How many values a step takes.
Pace = Annotated[int, whole_number(1, 12)]
ALL_RANKS = tuple(range(1, 14))
"""All thirteen values, from the ace to the king."""


@dataclass(frozen=True, slots=True)
class Line(Explained):
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
    #: The words with the order of `along` told in full: no part of what the line is.
    told: str = field(default="", repr=False, compare=False)

    @property
    def round(self) -> Line:
        """The same line, going round between king and ace: after the king comes the ace."""
        return replace(self, goes_round=True)

    @checked
    def by(self, step: Pace) -> Line:
        """The same line in steps of several values: with 2, the seven on the nine.

        Args:
            step: how many values each step takes.
        """
        if self.also or {*map(abs, self.steps)} != {1}:
            raise RuleError(
                "by(…) is said once, of down, up or either, and before along(…), as in down.by(2)"
            )
        return replace(
            self,
            steps=tuple(s * step for s in self.steps),
            words=f"{self.words} by {counted(step)}s",
            told=self.told and f"{self.told} by {counted(step)}s",
        )

    @checked
    def along(self, order: Series, total: Annotated[int, whole_number(0, 26)] = 0) -> Line:
        """The same line, and besides any two values that follow one another in a foundation's
        order, either way. So with up, order("2 3 4 5 6 7 8 9 10 J Q K") is either line, but no ace
        goes on its deuce.

        Args:
            order: the order, such as order("A K 2").
            total: the sum that the two values must make; 0 for any.

        >>> from cadogan.words import order
        >>> either.along(order("A K 2")).fits(13, 2), either.along(order("A K 2"), total=14).fits(13, 2)
        (True, False)
        >>> up.along(order("2 3 4 5")).tell()
        'in ascending line, or either way from two to five'
        """
        if self.also or not self.steps:
            raise RuleError("along(…) is said once, of down, up, either or equal")
        ranks = order.ranks(ALL_RANKS)
        neighbours = {(a, b) for a, b in zip(ranks, ranks[1:]) if total in (0, a + b)}
        pairs = neighbours | {(b, a) for a, b in neighbours}
        condition = f" where two values make {total}" if total else ""
        return replace(
            self,
            also=tuple(sorted(pairs)),
            words=f"{self.words}, or as the foundations go{condition}",
            told=f"{self.told or self.words}, or {order.either_way()}{condition}",
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
        """The line in words.

        >>> down.round.tell()
        'in descending line, going round from ace to king'
        """
        if not self.goes_round:
            return self.told or self.words
        ups = {step > 0 for step in self.steps}
        way = "between king and ace" if len(ups) > 1 else "from king to ace"
        way = "from ace to king" if ups == {False} else way
        return f"{self.told or self.words}, going round {way}"


down = Line((-1,), words="in descending line")
"""Downward: a card goes on the next higher one, as the nine on the ten. down.round lets a king go on an ace, too."""
up = Line((1,), words="in ascending line")
"""Upward: a card goes on the next lower one, as the ten on the nine. up.round lets an ace go on a
king, too. up.along(order("2 3 4 5 6 7 8 9 10 J Q K")) goes down that series as well as up: either
line, but no ace on a deuce."""
either = Line((-1, 1), words="in ascending or descending line")
"""Up or down: a card goes on the next lower or the next higher one, as the nine on the eight or on the ten."""
equal = Line((0,), words="of equal value")
"""Equal: two cards of one value go together."""
anything = Line((), words="whatever the value")
"""Any value: a card goes on any other."""


@dataclass(frozen=True, slots=True)
class Suits(Explained):
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
        return "in one colour" if self.code == 3 else self.words


in_suit = Suits(0, "in suit")
"""Of the same suit: hearts on hearts."""
alternate = Suits(1, "in alternate colours")
"""Red on black and black on red."""
any_suit = Suits(2, "whatever the suit")
"""Of any suit: the suit does not matter."""
in_colour = Suits(3, "in colour")
"""Of the same colour: red on red, black on black."""


@dataclass(frozen=True, slots=True)
class Moving(Explained):
    """How many cards move together: one, or a card with those that lie on it.

    >>> part.in_suit.who("the lanes")
    'Any part of a sequence in suit, from a card of the lanes upward,'
    """

    code: str
    words: str
    suit: Suits | None = None

    def _with_suit(self, suit: Suits) -> Moving:
        if self.code not in ("part", "whole sequence"):
            raise RuleError(
                "in_suit, alternate and any_suit go with part, as in part.in_suit: no other cards that "
                "move together must be of certain suits"
            )
        of_suits = "of any suits" if suit is any_suit else suit.words
        return replace(self, suit=suit, words=f"{self.words} {of_suits}")

    @property
    def in_suit(self) -> Moving:
        """The same, where the part that moves must be a sequence of one suit."""
        return self._with_suit(in_suit)

    @property
    def alternate(self) -> Moving:
        """The same, where the part that moves must be a sequence in alternate colours."""
        return self._with_suit(alternate)

    @property
    def any_suit(self) -> Moving:
        """The same, where the part that moves may be a sequence of any suits."""
        return self._with_suit(any_suit)

    @property
    def said(self) -> str:
        """As a rules cell writes it."""
        names = {v: name for name, v in VOCABULARY.items() if isinstance(v, (Moving, Suits))}
        plain = next(v for v in names if isinstance(v, Moving) and v.code == self.code)
        return names[plain] + (f".{names[self.suit]}" if self.suit else "")

    @property
    def in_part(self) -> bool:
        """Whether some of the cards that could move may stay."""
        return self.code in ("part", "all on it", "whole sequence")

    def who(self, places: str) -> str:
        """Who moves, as the subject of a sentence."""
        if self.code == "whole":
            return f"The whole face-up part of one of {places}"
        if self.code == "all on it":
            return f"Any face-up card of {places}, with all that lie on it,"
        return f"{upper_first(self.words)}, from a card of {places} upward,"


single = Moving("single", "one card at a time")
"""One card at a time."""
whole = Moving("whole", "the whole face-up part")
"""The whole face-up part of a place moves together."""
part = Moving("part", "any part of a sequence")
"""A card moves with all that lie on it, where these follow one another as the clause says. With
part.in_suit, part.alternate and part.any_suit what moves must be a sequence of such suits."""
whole_sequence = Moving("whole sequence", "a complete sequence")
"""A complete sequence, from the foundation's first value to its last, goes home together and not otherwise."""
with_all_on_it = Moving("all on it", "any face-up card with all that lie on it")
"""Any face-up card moves with all that lie on it, whatever they are."""


@dataclass(frozen=True, slots=True)
class Phase(Explained):
    """When a clause is in force; with ``rest_home`` only when all cards but those it speaks of are
    home.
    """

    bits: int
    words: str
    rest_home: bool = False


while_dealing = Phase(1, "while dealing")
"""Only while the cards are being dealt."""
between_rounds = Phase(2, "between the rounds of the deal")
"""Only in the pauses of the deal."""
after_deal = Phase(28, "after the deal")
"""As soon as the deal is complete."""
pack_out = Phase(24, "when the pack is out")
"""As soon as no card is left in hand."""
pack_in_hand = Phase(20, "after the deal, until pack and talon are spent")
"""After the deal, as long as cards are left in hand or on the talon."""
at_the_end = Phase(8, "when pack and talon are spent")
"""When no card is left in hand or on the talon."""
when_alone = Phase(8, "when every other card is home", rest_home=True)
"""When all cards but those the clause speaks of are on the foundations."""
once_dealt = Phase(30, "")
"""Whenever you may play: in the pauses of the deal and after it. Clauses mean this where they say nothing else."""
dealing_too = Phase(31, "even while dealing")
"""At any time, even while the cards are being dealt."""


@dataclass(frozen=True, slots=True)
class Relation(Explained):
    """A relation between two places, read off their coordinates; ``said`` as in a rules cell."""

    code: str
    words: str
    said: str = ""
    #: Whether all places that stand in the relation must be empty.
    whole: bool = False

    @property
    def empty(self) -> Relation:
        """The same, where all the places that lie so must be empty: a whole ray, a whole row."""
        return replace(self, said=f"{self.said}.empty", whole=True)

    @property
    def reads_shape(self) -> bool:
        """Whether it depends on where places lie; a ray is known by its number."""
        return self.code != "ray"

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


def rows_of(places: Sequence[Place | Spot], inside: Sequence[int]) -> list[list[int]]:
    """Some places by the rows in which they lie, from above, each from the left."""
    rows: list[list[int]] = []
    for i in sorted(inside, key=lambda i: (places[i].y, places[i].x)):
        if rows and places[i].y - places[rows[-1][0]].y < 0.35:
            rows[-1].append(i)
        else:
            rows.append([i])
    return [sorted(row, key=lambda i: places[i].x) for row in rows]


_IN_ONE = {
    "row": "in the same row",
    "column": "in the same column",
    "line": "in the same row or column",
    "ray": "on the same ray",
}


@checked
def same(what: Annotated[str, one_of(*_IN_ONE)]) -> Relation:
    """Two places that lie in the same row, in the same column, in the same line (a row or a
    column), or on the same ray of a figure of rings.

    Args:
        what: "row", "column", "line" or "ray". same("ray").empty asks that the whole ray be empty.

    >>> same("line").words
    'in the same row or column'
    """
    return Relation(what, _IN_ONE[what], f'same("{what}")')


beside = Relation("beside", "immediately adjoining")
"""The two places lie side by side."""


#: The spread of a squared packet: only its uppermost card is seen.
squared = (0.0, 0.0)


@dataclass(frozen=True, slots=True)
class Covered(Explained):
    """Which cards of a packet lie face down."""

    words: str


covered = Covered("all but the last dealt")
"""All cards of a place but the last one dealt lie face down."""


@dataclass(frozen=True, slots=True)
class Staircase(Explained):
    """How many cards each place gets, where that hangs on which place it is."""

    words: str


staircase = Staircase("one card to the first, two to the second and so on")
"""One card to the first place, two to the second, and so on to the last."""


@dataclass(frozen=True, slots=True)
class When(Explained):
    """When gaps are filled, and how often: ``may.when(after_deal)``, ``may.once``, ``at_once.first_round``.

    Attributes:
        words: when a gap is filled.
        phase: the part of the game in which it is.
        only_first: whether it is in the first round of the deal only.
        only_once: whether a place takes one such card in the whole game.
    """

    words: str
    phase: Phase = once_dealt
    only_first: bool = False
    only_once: bool = False

    @property
    def said(self) -> str:
        """As a rules cell writes it."""
        names = {v: name for name, v in VOCABULARY.items() if isinstance(v, (When, Phase))}
        phase = f".when({names[self.phase]})" if self.phase != once_dealt else ""
        more = ".first_round" * self.only_first + ".once" * self.only_once
        return names[self.moment] + phase + more

    @property
    def moment(self) -> When:
        """The same, in any part of the game and as often as you like."""
        return When(self.words)

    @checked
    def when(self, phase: Phase) -> When:
        """The same, in one part of the game only.

        Args:
            phase: the part, such as after_deal.
        """
        return replace(self, phase=phase)

    @property
    def first_round(self) -> When:
        """The same, in the first round of the deal only."""
        return replace(self, only_first=True)

    @property
    def once(self) -> When:
        """The same, each place once in the game."""
        return replace(self, only_once=True)


at_once = When("at once")
"""A vacancy is filled by itself, within the move that makes it. at_once.when(after_deal) holds in that
part of the game only; at_once.first_round in the first round of the deal."""
may = When("when you like")
"""A vacancy is filled when you like; you may leave it empty. may.when(after_deal) holds in that part of the
game only; with may.once a place takes such a card once in the game."""
before_dealing_on = When("before the next card is turned or row dealt")
"""A vacancy may wait, and must be filled before the next card is turned or the next row is dealt."""
