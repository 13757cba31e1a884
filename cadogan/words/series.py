"""Series: the order in which a foundation takes its cards, and how the engine reads it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Annotated, ClassVar

from cadogan.cards import RANKS, rank_of
from cadogan.engine.numbers import EVERY_FACE, FACE, FACES, OF_RANK, OF_SUIT, RANK, SUIT
from cadogan.engine.rules import PlaceRules, Rules, State
from cadogan.usage import Name, Rank, Such, checked, whole

from .english import counted, rank_name, rank_names
from .meanings import Explained
from .values import A, K, Line, Pace

#: How often a series goes round.
Laps = Annotated[int, whole(1, 8)]
Values = Annotated[str, Such(str.strip, "values with blanks between them, as in 'A K 2'")]
FromBaseOn = Annotated[
    Line, Such(lambda way: way.steps in ((1,), (-1,), ()), "up, down or anything")
]


@dataclass(frozen=True, slots=True)
class Series(Explained):
    """The order in which a foundation takes its cards: a list of values.

    >>> ascending(A, K).ranks((1, 7, 8))
    (1, 7, 8)
    """

    values: tuple[int, ...]
    words: str
    #: The group whose cards say what each foundation takes; empty for none.
    above: str = ""

    #: Whether the values stand for themselves, so that the cards of a pack can be counted off
    #: against them.
    is_plain: ClassVar[bool] = True
    #: Whether every card belongs to exactly one foundation's values, so that cards and places can
    #: be counted.
    is_counted: ClassVar[bool] = True
    #: Whether its foundations take as many cards as the series has values.
    fills_up: ClassVar[bool] = True
    #: Whether the suit, too, is given by what the series reads, so that nothing need be asked of
    #: the cards that lie there.
    suit_given: ClassVar[bool] = False
    #: Whether it must be said of which group's cards it is read (`under`).
    reads_above: ClassVar[bool] = False
    #: Whether two empty foundations of one group may want the same cards.
    alike: ClassVar[bool] = True

    @checked
    def under(self, group: Name) -> Series:
        """The same values, for foundations that lie one under each card of a group: they are of the
        suit of that card, with by_addition they are counted from its value.

        Args:
            group: the group, such as "knaves".

        >>> order("K").under("knaves").tell()
        'take one king each, of the same suit as the foundation beside it'
        """
        words = self.words.replace("hold one", "take one")
        return OfTheSuitBeside(
            self.values, f"{words}, of the same suit as the foundation beside it", group
        )

    def ranks(self, pack_ranks: Sequence[int]) -> tuple[int, ...]:
        """The values in order, without those the pack does not hold."""
        return tuple(v for v in self.values if v in pack_ranks) if self.is_plain else self.values

    def tell(self) -> str:
        """The order in words.

        >>> ascending(K, 12).tell(), descending(A, K).tell(), order("A K 2").tell()
        ('ascend from king, past ace, to queen', 'descend from ace to king', 'take A, K, 2 in this order')
        """
        verb, _, rest = self.words.partition(" ")
        start, to = self.values[0], self.values[-1]
        if verb == "run":
            return f"take {rest} in this order"
        if (verb == "ascend" and to < start) or (
            verb == "descend" and to > start
        ):  # round the corner
            past = [
                rank_name(rank)
                for rank in ((K, A) if verb == "ascend" else (A, K))
                if rank not in (start, to)
            ]
            if past:
                return self.words.replace(" to ", f", past {' and '.join(past)}, to ", 1)
        return self.words

    def following(self) -> tuple[int, ...]:
        """By the face of a card, the card of its suit that comes next in the order, as a face."""
        nexts = [0] * FACES
        for value, after in zip(self.values, self.values[1:]):
            for suit in range(4):
                face = 13 * suit + value - 1
                nexts[face] = OF_RANK[after] & OF_SUIT[suit]
        return tuple(nexts)

    def either_way(self) -> str:
        """The order as a line that goes both ways, said once where it comes back the same way.

        >>> ascending(2, K).either_way(), order("A K 2 2 K A").either_way()
        ('either way from two to king', 'either way along A K 2 2')
        """
        if not self.is_plain:
            return "as the foundations go"
        values, half = self.values, len(self.values) // 2 + 1
        if {b - a for a, b in zip(values, values[1:])} in ({1}, {-1}):
            return f"either way from {rank_name(values[0])} to {rank_name(values[-1])}"
        once = values[:half] if values == values[::-1] else values
        return "either way along " + " ".join(RANKS[rank - 1] for rank in once)

    @classmethod
    def faces(cls, rules: Rules, s: State, place: PlaceRules, p: int) -> int:
        """The faces that its foundation on a place takes next, whatever their suit; 0 when it is
        complete.
        """
        return place.faces[s.height[p]]


class FromBase(Series):
    """Values counted from the base found at play."""

    __slots__ = ()
    is_plain = is_counted = False

    @classmethod
    def faces(cls, rules: Rules, s: State, place: PlaceRules, p: int) -> int:
        """The value that many steps from the base; nothing while there is none."""
        if s.base == 0 or s.height[p] >= place.length:
            return 0
        return OF_RANK[(s.base - 1 + place.steps[s.height[p]]) % 13 + 1]


class AnyFromBase(Series):
    """The base, and then any other value; or of the values only those that lie on a linked place."""

    __slots__ = ()
    is_plain = is_counted = False

    def under(self, group: Name) -> Series:
        """The base, and then only values that lie on the foundation above: of the same group the one
        before it, of another the one of the same number.

        Args:
            group: the foundations, such as "foundations".
        """
        words = "take the base first and then any value, but below another foundation only values that lie there"
        return replace(self, words=words, above=group)

    @classmethod
    def faces(cls, rules: Rules, s: State, place: PlaceRules, p: int) -> int:
        """The base; then every value that the foundation lacks, if it lies on the one above."""
        if s.base == 0 or s.height[p] >= place.length:
            return 0
        if s.top[p] < 0:
            return OF_RANK[s.base]
        faces = EVERY_FACE if place.link < 0 else values_on(s, place.link)
        return faces & ~values_on(s, p)


def values_on(s: State, p: int) -> int:
    """All cards of the values that lie on a place, as faces."""
    faces = 0
    card = s.top[p]
    while card >= 0:
        faces |= OF_RANK[RANK[card & FACE]]
        card = s.under[card]
    return faces


class ByAddition(Series):
    """The value of the card on a linked place, added to itself again and again, less thirteen where
    it exceeds thirteen.
    """

    __slots__ = ()
    is_plain = is_counted = fills_up = False
    reads_above = True
    alike = False

    def under(self, group: Name) -> Series:
        """The same, counted from the cards of a group.

        Args:
            group: the group, such as "balcony".
        """
        return replace(self, above=group)

    def tell(self) -> str:
        """The order in words."""
        return "take twice the value of the card above each, then that much more with every card, less thirteen where it exceeds thirteen"

    @classmethod
    def faces(cls, rules: Rules, s: State, place: PlaceRules, p: int) -> int:
        """Twice, three times … the value of the card that lies above; nothing while none does."""
        card = s.top[place.link]
        if card < 0 or s.height[p] >= place.length:
            return 0
        return OF_RANK[(RANK[card & FACE] * (s.height[p] + 2) - 1) % 13 + 1]


class OfTheSuitBeside(Series):
    """Values of the suit of the card beside which the foundation lies."""

    __slots__ = ()
    suit_given = reads_above = True

    @classmethod
    def faces(cls, rules: Rules, s: State, place: PlaceRules, p: int) -> int:
        """The next value, of the suit of the card beside; nothing while that is missing."""
        card = s.top[place.link]
        if card < 0:
            return 0
        return place.faces[s.height[p]] & OF_SUIT[SUIT[card & FACE]]


def _walk(start: int, to: int, step: int, laps: int) -> tuple[int, ...]:
    values, rank, left = [start], start, laps
    while True:
        if rank == to:
            left -= 1
            if left == 0:
                break
        rank = (rank - 1 + step) % 13 + 1
        values.append(rank)
    return tuple(values)


@checked
def ascending(start: Rank = A, to: Rank = K, by: Pace = 1, laps: Laps = 1) -> Series:
    """A series that goes upward, from one value to another; after the king it goes on with the ace
    where it must.

    Args:
        start: the value it begins with.
        to: the value it ends with.
        by: the step: 1 takes every value, 2 every other one.
        laps: how often it goes round before it ends.

    >>> from cadogan.words import Q
    >>> ascending(K, Q).tell()
    'ascend from king, past ace, to queen'
    """
    values = _walk(start, to, by, laps)
    return Series(values, _order_words("ascend", values, by, laps))


@checked
def descending(start: Rank = K, to: Rank = A, by: Pace = 1, laps: Laps = 1) -> Series:
    """A series that goes downward, from one value to another; after the ace it goes on with the
    king where it must. It takes what ascending(…) takes.

    >>> descending(K, A).tell()
    'descend from king to ace'
    """
    values = _walk(start, to, -by, laps)
    return Series(values, _order_words("descend", values, by, laps))


def _order_words(verb: str, values: tuple[int, ...], step: int, laps: int) -> str:
    words = f"{verb} from {rank_name(values[0])} to {rank_name(values[-1])}"
    words += f" by {counted(step)}s" if step > 1 else ""
    if step > 1 and any(
        (b - a) * (-1) ** (verb == "descend") < 0 for a, b in zip(values, values[1:])
    ):
        words += ", going round"
    return words + (f", {counted(laps)} times over" if laps > 1 else "")


@checked
def order(text: Values) -> Series:
    """A series written out, card by card.

    Args:
        text: the values in order, with blanks between them, such as "A K 2 Q 3 J".

    >>> order("A K 2").tell(), order("A A").tell(), order("Q").tell(), order("A 2 3 5").tell()
    ('take A, K, 2 in this order', 'take two aces', 'hold one queen each', 'ascend from ace to five, without the four')
    """
    values = tuple(rank_of(part) for part in text.split())
    if len(values) == 1:
        return Series(values, f"hold one {rank_name(values[0])} each")
    if len(set(values)) == 1:
        return Series(values, f"take {counted(len(values))} {rank_names(values[0])}")
    step = 1 if values[-1] > values[0] else -1
    ranks = [*range(values[0], values[-1], step), values[-1]]
    omitted = [rank for rank in ranks if rank not in values]
    in_line = [rank for rank in ranks if rank in values] == [*values]
    if not in_line or len(values) < 4 or len(omitted) > 1:
        return Series(values, f"run {', '.join(text.split())}")
    words = _order_words("ascend" if step > 0 else "descend", values, 1, 1)
    return Series(values, words + "".join(f", without the {rank_name(rank)}" for rank in omitted))


@checked
def from_base(direction: FromBaseOn) -> Series:
    """A series of all thirteen values that begins with the base, the card that the deal finds.

    Args:
        direction: up, down or anything; with .under("foundations") only what lies on the one above.

    >>> from cadogan.words import up
    >>> from_base(up).tell()
    'ascend from the base, with the ace after the king'
    """
    if not direction.steps:
        return AnyFromBase(tuple(range(13)), "take the base first and then any value once")
    step = direction.steps[0]
    verb, turn = (
        ("ascend", "the ace after the king") if step > 0 else ("descend", "the king after the ace")
    )
    return FromBase(tuple(step * i % 13 for i in range(13)), f"{verb} from the base, with {turn}")


by_addition = ByAddition(
    tuple(range(2, 14)), "take twice, three times … thirteen times the card above, less thirteens"
)
"""A series counted from the card above, as in by_addition.under("balcony"): twice its value, three
times, and so on, less thirteen where it is more."""
