"""Values: rules cited, lines of values, relations of suits, series, phases, relations of places."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from cadogan.cards import RANK_NAMES, cards, rank_of
from cadogan.layout import Place

if TYPE_CHECKING:
    from .things import Clause

A, J, Q, K = 1, 11, 12, 13
ALL_RANKS = tuple(range(1, 14))

Groups = str | tuple[str, ...]


class RuleError(ValueError):
    """A rules cell that says something the vocabulary cannot mean; ``clause`` is the clause that says it, where known."""

    def __init__(self, message: str, clause: Clause | None = None) -> None:
        super().__init__(message)
        self.clause = clause


@dataclass(frozen=True, slots=True)
class Rule:
    """A place in the old text: ``Rule("I")``; ``Rule("PLAY", 3)`` for the third paragraph of PLAY, ``Rule("PLAY", 3, 2)`` for its
    second sentence."""

    number: str
    paragraph: int = 0
    sentence: int = 0

    def __str__(self) -> str:
        if not self.paragraph:
            return f"Rule {self.number}"
        return f"{self.number} {self.paragraph}" + (f".{self.sentence}" if self.sentence else "")

    __repr__ = __str__

    def covers(self, other: Rule) -> bool:
        """Whether the other place is this one or a part of it.

        >>> PLAY[3].covers(PLAY[3, 2]), PLAY[3, 2].covers(PLAY[3]), I.covers(I)
        (True, False, True)
        """
        return (self.number, self.paragraph) == (other.number, other.paragraph) and self.sentence in (0, other.sentence)


class _Play:
    def __getitem__(self, where: int | tuple[int, int]) -> Rule:
        numbers = where if isinstance(where, tuple) else (where,)
        if not 1 <= len(numbers) <= 2 or any(not isinstance(n, int) or isinstance(n, bool) or n < 1 for n in numbers):
            raise RuleError(
                "PLAY[n] is the n-th paragraph of PLAY, counted from 1, and PLAY[n, m] its m-th sentence; "
                f"not PLAY[{', '.join(map(repr, numbers))}]"
            )
        return Rule("PLAY", *numbers)

    def __repr__(self) -> str:
        return "PLAY"


PLAY = _Play()
I, II, III, IV, V, VI = (Rule(n) for n in ("I", "II", "III", "IV", "V", "VI"))  # noqa: E741


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
        """The same line in steps of so many values."""
        return replace(self, steps=tuple(s * step for s in self.steps), words=f"{self.words} by {counted(step)}s")

    def along(self, order: Series, total: int = 0) -> Line:
        """Also any two values that follow one another in a foundation's order, either way.

        With ``total`` only those of them that make that sum.

        >>> either.along(order("A K 2")).fits(13, 2), either.along(order("A K 2"), total=14).fits(13, 2)
        (True, False)
        """
        ranks = order.ranks(ALL_RANKS)
        neighbours = {(a, b) for a, b in zip(ranks, ranks[1:]) if total in (0, a + b)}
        pairs = neighbours | {(b, a) for a, b in neighbours}
        words = f"{self.words}, or as the foundations go"
        return replace(self, also=tuple(sorted(pairs)), words=f"{words} where two values make {total}" if total else words)

    def fits(self, top: int, card: int, ranks: Sequence[int] = ALL_RANKS) -> bool:
        """Whether a card of this value may lie on one of the value ``top`` in a pack of these values."""
        if not self.steps or (top, card) in self.also:
            return True
        i, j = ranks.index(top), ranks.index(card)
        return any((j - i - s) % len(ranks) == 0 if self.goes_round else j - i == s for s in self.steps)

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
class Series:
    """The order in which a foundation takes its cards: a list of values.

    ``kind`` is 0 for the values themselves, 1 for steps counted from a base found at play, 2 for the
    multiples of a card lying above (The Great Thirteen), 3 for values of the suit of a card lying beside.
    """

    values: tuple[int, ...]
    words: str
    kind: int = 0

    @property
    def is_plain(self) -> bool:
        """Whether the values stand for themselves."""
        return self.kind in (0, 3)

    def ranks(self, pack_ranks: Sequence[int]) -> tuple[int, ...]:
        """The values in order, without those the pack does not hold."""
        return tuple(v for v in self.values if v in pack_ranks) if self.is_plain else self.values

    def tell(self) -> str:
        """The order in words."""
        return self.words


def rank_name(rank: int) -> str:
    """A value in words.

    >>> rank_name(12)
    'queen'
    """
    return RANK_NAMES[rank - 1]


def rank_names(rank: int) -> str:
    """Several of a value in words.

    >>> rank_names(6), rank_names(12)
    ('sixes', 'queens')
    """
    return rank_name(rank) + ("es" if rank == 6 else "s")


def counted(n: int) -> str:
    """A number in words, as far as the old author writes them out.

    >>> counted(3), counted(14)
    ('three', '14')
    """
    words = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
    return words[n] if 0 <= n < len(words) else str(n)


def ordinal(n: int) -> str:
    """A place in a series in words.

    >>> ordinal(2)
    'second'
    """
    words = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")
    return words[n - 1] if 1 <= n <= len(words) else f"{n}th"


def _walk(start: int, to: int, step: int, laps: int, omit: Sequence[int]) -> tuple[int, ...]:
    values, rank, left = [start], start, laps
    while True:
        if rank == to:
            left -= 1
            if left == 0:
                break
        rank = (rank - 1 + step) % 13 + 1
        values.append(rank)
        if len(values) > 13 * laps + 13:
            raise RuleError(f"a series from {rank_name(start)} by steps of {step} never comes to {rank_name(to)}")
    return tuple(v for v in values if v not in omit)


def ascending(start: int = A, to: int = K, by: int = 1, laps: int = 1, omit: int = 0) -> Series:
    """Upward, going round from king to ace where it must.

    >>> ascending(K, Q).values
    (13, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12)
    >>> ascending(A, K, by=2).values
    (1, 3, 5, 7, 9, 11, 13)
    """
    return Series(_walk(start, to, by, laps, (omit,)), _order_words("ascend", start, to, by, laps, omit))


def descending(start: int = K, to: int = A, by: int = 1, laps: int = 1, omit: int = 0) -> Series:
    """Downward, going round from ace to king where it must."""
    return Series(_walk(start, to, -by, laps, (omit,)), _order_words("descend", start, to, by, laps, omit))


def _order_words(verb: str, start: int, to: int, by: int, laps: int, omit: int) -> str:
    words = f"{verb} from {rank_name(start)} to {rank_name(to)}"
    words += f" by {counted(by)}s" if by > 1 else ""
    words += f", {counted(laps)} times over" if laps > 1 else ""
    return words + (f", without the {rank_name(omit)}" if omit else "")


def order(text: str) -> Series:
    """A series written out: ``order("A K 2 Q 3 J")``.

    >>> order("A K 2").values, order("A K 2").tell(), order("A A").tell(), order("Q").tell()
    ((1, 13, 2), 'run A, K, 2', 'take two aces', 'hold one queen each')
    """
    values = tuple(rank_of(part) for part in text.split())
    if len(values) == 1:
        return Series(values, f"hold one {rank_name(values[0])} each")
    same = len(set(values)) == 1
    return Series(values, f"take {counted(len(values))} {rank_names(values[0])}" if same else f"run {', '.join(text.split())}")


def beside_its(rank: int) -> Series:
    """One card, of this value and of the suit of the foundation beside which it lies."""
    return Series((rank,), f"take each the {rank_name(rank)} of the suit beside it", kind=3)


def to_the_hour(held: str) -> tuple[Series, ...]:
    """The cards of a clock, I to XII: each ascends until its hour.

    >>> to_the_hour("6C 7H")[0].values
    (6, 7, 8, 9, 10, 11, 12, 13, 1)
    """
    return tuple(ascending(card.rank, hour) for hour, card in enumerate(cards(held), 1))


def from_base(direction: Line) -> Series:
    """All thirteen values from the base found at play, ``up`` or ``down``."""
    step = direction.steps[0]
    verb = "ascend" if step > 0 else "descend"
    return Series(tuple(step * i % 13 for i in range(13)), f"{verb} from the base, going round", kind=1)


multiples = Series(tuple(range(2, 14)), "take twice, three times … thirteen times the card above, less thirteens", kind=2)


@dataclass(frozen=True, slots=True)
class Phase:
    """When a clause is in force; with ``rest_home`` only when all cards but those it speaks of are home."""

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
dealing_too = Phase(31, "also while dealing")


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


@dataclass(frozen=True, slots=True)
class Free:
    """Which cards of a place are available: a name, and what is said of it.

    >>> red_only.till_the_end.words
    'only red cards are at home and available, the others when pack and talon are spent'
    """

    code: str
    words: str
    to_the_end: bool = True

    @property
    def till_the_end(self) -> Free:
        """The same (a colour at home), but only while pack or talon lasts."""
        if self.code not in ("red", "black"):
            raise RuleError("till_the_end goes with red_only and black_only")
        return replace(self, to_the_end=False, words=f"{self.words}, the others when pack and talon are spent")


top = Free("top", "only the uppermost card is available")
below = Free("below", "a card is available when none lies below it in its column")
outermost = Free("outer", "a card is available when no place outside it on its ray holds a card")
narrow_end = Free("narrow", "a card is available when the place at one of its narrow ends is empty")
clear_lane = Free("lane", "a card is available when a clear lane leads from a narrow end to the edge")
edge_only = Free("edge", "only cards with a narrow end at the edge are available")
either_end = Free("ends", "only the first and the last card of each column are available")
last = Free("last", "only the last card is available")
red_only = Free("red", "only red cards are at home and available")
black_only = Free("black", "only black cards are at home and available")
newest = Free("newest", "while dealing only the newest card of a place is available, afterwards the uppermost")

# Spreads: the offset of each further card, in card widths and heights.
squared = (0.0, 0.0)
spread_right = (0.28, 0.0)
spread_left = (-0.28, 0.0)
spread_down = (0.0, 0.22)
fan = (0.24, 0.0)

# When gaps are filled.
at_once, may, before_next = "at once", "when you like", "before the next card is turned or row dealt"

hand, talon, turned = "hand", "talon", "turned"
#: Among sources: each group from itself.
own = "own"


def groups(names: Groups | None) -> tuple[str, ...]:
    """One name or several, as a tuple."""
    if names is None:
        return ()
    return (names,) if isinstance(names, str) else tuple(names)


def is_plural(name: str) -> bool:
    """Whether the name of a group is a plural.

    >>> is_plural("fans"), is_plural("packets of the ring"), is_plural("divan"), is_plural("Congress")
    (True, True, False, False)
    """
    first = name.partition(" of ")[0].partition(" thrown ")[0]
    return first.endswith("s") and not first.endswith("ss")


def singular(name: str) -> str:
    """One of a group: ``fans`` gives ``fan``, ``bases`` ``base``.

    >>> singular("fans"), singular("places of the ring"), singular("Army")
    ('fan', 'place of the ring', 'Army')
    """
    first, _, rest = name.partition(" of ")
    first = first[:-3] + "y" if first.endswith("ies") else first[:-1] if first.endswith("s") and not first.endswith("ss") else first
    return f"{first} of {rest}" if rest else first


def the(name: str) -> str:
    """A group with its article."""
    return {turned: "the card just turned", hand: "the pack", "aside": "the place aside", own: "the same group"}.get(name, f"the {name}")


def listed(names: Sequence[str], last: str = "and") -> str:
    """Names joined as in a sentence, each with its article.

    >>> listed(("fans", "talon"), "or")
    'the fans or the talon'
    """
    return joined([the(n) for n in names], last)


def joined(said: Sequence[str], last: str = "and") -> str:
    """Words joined as in a sentence.

    >>> joined("abc")
    'a, b and c'
    """
    return said[0] if len(said) == 1 else ", ".join(said[:-1]) + f" {last} {said[-1]}"


def each_of(names: Groups) -> str:
    """Every place of some groups.

    >>> each_of("fans"), each_of(("garden", "bouquet"))
    ('each of the fans', 'each place of the garden and the bouquet')
    """
    these = groups(names)
    return f"each {'of' if all(map(is_plural, these)) else 'place of'} {listed(these)}"


def upper_first(text: str) -> str:
    """A phrase to begin a sentence."""
    return text[:1].upper() + text[1:]


def lower_first(text: str) -> str:
    """A sentence to stand after a colon."""
    return text[:1].lower() + text[1:]
