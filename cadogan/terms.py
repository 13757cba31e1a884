"""The vocabulary: the words in which a chapter's rules cell is written.

Every word is a small frozen value in the book's own terms. It knows what it means (its fields, which
`cadogan.machine` lowers to tables), and how to say itself (`tell`). A clause carries the rules of the old
text that it carries out: ``free("fans") @ I``, ``marry(down, "fans") @ PLAY[4]`` (the fourth paragraph of
PLAY). Rank and suit stay two separate values; nothing is multiplied into classes.

The book's defaults need not be said: foundations are built in suit, one card at a time; the uppermost card
of a place is available and may be played to the foundations; a place once empty stays empty; there is no
re-deal; the game is won when every card is home.

>>> print(marry(down, "fans").tell())
A card may be married on the fans, in suit and in descending line, from the fans.
>>> (marry(down, "fans") @ I @ PLAY[4]).rules
(Rule I, PLAY 4)
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar, Union

from cadogan.cards import PIQUET, RANK_NAMES, RANKS, Card, cards, pack, rank_of
from cadogan.layout import Place, Spot, block, line, repeat, ring, spots, weave

A, J, Q, K = 1, 11, 12, 13
ALL_RANKS = tuple(range(1, 14))

Groups = Union[str, tuple[str, ...]]
C = TypeVar("C", bound="Clause")


class RuleError(ValueError):
    """A rules cell that says something the vocabulary cannot mean."""


# --- rules cited -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Rule:
    """A place in the old text: ``Rule("I")``, or ``Rule("PLAY", 3)`` for the third paragraph of PLAY."""

    number: str
    paragraph: int = 0

    def __str__(self) -> str:
        return f"{self.number} {self.paragraph}" if self.paragraph else f"Rule {self.number}"

    __repr__ = __str__


class _Play:
    def __getitem__(self, paragraph: int) -> Rule:
        if not isinstance(paragraph, int) or paragraph < 1:
            raise RuleError(f"PLAY[n] is the n-th paragraph of PLAY, counted from 1, not {paragraph!r}")
        return Rule("PLAY", paragraph)

    def __repr__(self) -> str:
        return "PLAY"


PLAY = _Play()
I, II, III, IV, V, VI = (Rule(n) for n in ("I", "II", "III", "IV", "V", "VI"))  # noqa: E741


# --- values: rank, suit, series, phase, relation ------------------------------------------------------


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
        return replace(self, steps=tuple(s * step for s in self.steps), words=f"{self.words} by {step}s")

    def along(self, order: Series) -> Line:
        """Also any two values that follow one another in a foundation's order, either way."""
        ranks = order.ranks(ALL_RANKS)
        pairs = {(a, b) for a, b in zip(ranks, ranks[1:])} | {(b, a) for a, b in zip(ranks, ranks[1:])}
        return replace(self, also=tuple(sorted(pairs)), words=f"{self.words}, or as the foundations go")

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
    """How suits must agree: ``in_suit``, ``alternate`` (in colour) or ``any_suit``."""

    code: int
    words: str

    def fits(self, top: str, suit: str) -> bool:
        """Whether a card of this suit may lie on one of the suit ``top``.

        >>> in_suit.fits("H", "H"), alternate.fits("H", "S"), alternate.fits("H", "D"), any_suit.fits("C", "H")
        (True, True, False, True)
        """
        if self.code == 0:
            return top == suit
        return self.code == 2 or (top in "DH") != (suit in "DH")

    def tell(self) -> str:
        """The relation in words."""
        return self.words


in_suit = Suits(0, "in suit")
alternate = Suits(1, "in alternate colours")
any_suit = Suits(2, "whatever the suit")


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


def _name(rank: int) -> str:
    return RANK_NAMES[rank - 1]


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
            raise RuleError(f"a series from {_name(start)} by steps of {step} never comes to {_name(to)}")
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
    words = f"{verb} from {_name(start)} to {_name(to)}"
    words += f" by {by}s" if by > 1 else ""
    words += f", {laps} times over" if laps > 1 else ""
    return words + (f", without the {_name(omit)}" if omit else "")


def order(text: str) -> Series:
    """A series written out: ``order("A K 2 Q 3 J")``.

    >>> order("A K 2").values
    (1, 13, 2)
    """
    return Series(tuple(rank_of(part) for part in text.split()), f"run {text}")


def beside_its(rank: int) -> Series:
    """One card, of this value and of the suit of the foundation beside which it lies."""
    return Series((rank,), f"take the {_name(rank)} of the suit beside it", kind=3)


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
    """When a clause is in force."""

    bits: int
    words: str


while_dealing = Phase(1, "while dealing")
between_rounds = Phase(2, "between the rounds of the deal")
after_deal = Phase(28, "after the deal")
pack_out = Phase(24, "when the pack is out")
pack_in_hand = Phase(20, "after the deal, until pack and talon are spent")
at_the_end = Phase(8, "when pack and talon are spent")
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
    """Which cards of a place are available: a name, and what is said of it."""

    code: str
    words: str


top = Free("top", "only the uppermost card is available")
below = Free("below", "a card is available when none lies below it in its column")
outermost = Free("outer", "a card is available when no place outside it on its ray holds a card")
narrow_end = Free("narrow", "a card is available when the place at one of its narrow ends is empty")
clear_lane = Free("lane", "a card is available when a clear lane leads from a narrow end to the edge")
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


def groups(names: Groups | None) -> tuple[str, ...]:
    """One name or several, as a tuple."""
    if names is None:
        return ()
    return (names,) if isinstance(names, str) else tuple(names)


def listed(names: Sequence[str], last: str = "and") -> str:
    """Names joined as in a sentence, each with its article.

    >>> listed(("fans", "talon"), "or")
    'the fans or the talon'
    """
    said = ["the card just turned" if n == turned else f"the {n}" for n in names]
    return said[0] if len(said) == 1 else ", ".join(said[:-1]) + f" {last} {said[-1]}"


# --- clauses -----------------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class Clause:
    """One clause of a game. ``@`` adds the rule of the old text that it carries out."""

    rules: tuple[Rule, ...] = field(default=(), compare=False)

    def __matmul__(self: C, rule: Rule) -> C:
        if not isinstance(rule, Rule):
            raise RuleError(f"after @ stands a rule, such as @ II or @ PLAY[3], not {rule!r}")
        return replace(self, rules=(*self.rules, rule))

    @property
    def key(self) -> tuple[object, ...]:
        """What a changed copy replaces: two clauses with one key say the same kind of thing."""
        return (type(self).__name__,)

    def names(self) -> Iterator[str]:
        """The groups of places that the clause speaks of, for checking."""
        return iter(())

    def tell(self) -> str:
        """The clause as a sentence."""
        raise NotImplementedError  # every word of the vocabulary says itself; a test sees to it

    @property
    def cited(self) -> str:
        """The rules in brackets, such as ``(Rule I, PLAY 3)``; empty where none is cited."""
        return f"({', '.join(map(str, self.rules))})" if self.rules else ""


@dataclass(frozen=True)
class packs(Clause):
    """The cards used: so many whole packs, or the very cards.

    ``single`` is the number of cards dealt from one pack before the others are shuffled in.

    >>> len(packs(2).cards()), len(packs(4, ranks=PIQUET).cards()), len(packs(held="AC 2D").cards())
    (104, 128, 2)
    """

    n: int = 1
    ranks: tuple[int, ...] = ALL_RANKS
    held: str = ""
    single: int = 0

    def cards(self) -> tuple[Card, ...]:
        """Every card, pack by pack."""
        return cards(self.held) if self.held else tuple(pack(self.n, self.ranks))

    def tell(self) -> str:
        """The clause as a sentence."""
        if self.held:
            return f"The cards {', '.join(c.symbol for c in self.cards())} are used."
        kind = "piquet pack" if self.ranks == PIQUET else "pack"
        number = ("no", "One", "Two", "Three", "Four")[self.n] if self.n < 5 else str(self.n)
        said = f"{number} entire {kind}{'s' if self.n > 1 else ''}, {len(self.cards())} cards"
        return said + (f"; the first {self.single} are dealt from a single pack." if self.single else ".")


@dataclass(frozen=True)
class places(Clause):
    """A group of places: packets, columns, lanes, fans, single cards.

    ``spread`` is how each pile is drawn (one offset, or one for each place); ``headed`` the number of cards
    at the head of each place that never move; ``single`` places whose card, once another lies on it, can no
    longer be played alone; ``cards`` the cards withdrawn from the pack and placed there before the deal.
    """

    name: str
    n: int
    at: tuple[Spot, ...] = ()
    spread: tuple[Any, ...] = squared
    headed: int = 0
    single: bool = False
    letter: str = ""
    cards: str = ""

    @property
    def key(self) -> tuple[object, ...]:
        """Groups are known by name."""
        return ("group", self.name)

    def tell(self) -> str:
        """The clause as a sentence."""
        if self.n == 1:
            said = f"There is the {self.name}."
        else:
            said = f"There are {self.n} {self.name}." if self.name.endswith("s") else f"The {self.name} has {self.n} places."
        if self.cards:
            said += f" {', '.join(c.symbol for c in cards(self.cards))} are withdrawn and placed there."
        if self.headed:
            said += " The card at the head of each never moves."
        return said


@dataclass(frozen=True)
class foundations(Clause):
    """Foundations: what they take, in what order, and how suits agree.

    ``cards`` names the foundation cards withdrawn from the pack before the deal; ``suits`` gives each place
    its suit; ``one_of_each`` forbids two foundations of one suit; with ``put_up`` a foundation card goes up at
    once wherever it appears in dealing; ``under`` names the group whose cards set the series (multiples);
    ``always`` puts them up wherever they lie available, not only in dealing;
    ``first`` says that an empty space must be filled before a foundation is continued with such a card.
    """

    n: int
    series: Series | tuple[Series, ...]
    suit: Suits = in_suit
    at: tuple[Spot, ...] = ()
    name: str = "foundations"
    cards: str = ""
    suits: str = ""
    one_of_each: bool = False
    put_up: bool = False
    under: str = ""
    first: bool = False
    always: bool = False
    letter: str = ""

    def series_of(self, i: int) -> Series:
        """The series of the i-th foundation, from 0."""
        return self.series if isinstance(self.series, Series) else self.series[i]

    @property
    def key(self) -> tuple[object, ...]:
        """Groups are known by name."""
        return ("group", self.name)

    def names(self) -> Iterator[str]:
        """The group above, if any."""
        return iter(groups(self.under or None))

    def tell(self) -> str:
        """The clause as a sentence."""
        series = self.series.tell() if isinstance(self.series, Series) else "ascend each from its card to its hour"
        one = self.n == 1
        if one:
            verb, _, rest = series.partition(" ")
            series = f"{verb}s {rest}"
        said = f"The {self.name if one else f'{self.n} {self.name}'} {series}, {self.suit.tell()}"
        if self.cards:
            said += f", and {'is' if one else 'are'} set out before the deal"
        elif self.one_of_each:
            said += ", one of each suit"
        if self.put_up:
            said += "; their first cards go up at once when they appear in dealing"
        if self.first:
            said += "; an empty space is filled before another is continued with such a card"
        return said + "."


def aces_and_kings(
    aces: tuple[Spot, ...] = (), kings: tuple[Spot, ...] = (), suits: str = "DCHS", taken: bool = False, put_up: bool = False
) -> tuple[foundations, foundations]:
    """Four aces and four kings of different suits, the aces ascending to kings, the kings descending to aces."""
    shared: dict[str, Any] = {"suits": suits, "one_of_each": True, "put_up": put_up}
    up_cards = " ".join("A" + s for s in suits) if taken else ""
    down_cards = " ".join("K" + s for s in suits) if taken else ""
    return (
        foundations(4, ascending(A, K), at=aces, name="aces", cards=up_cards, letter="a", **shared),
        foundations(4, descending(K, A), at=kings, name="kings", cards=down_cards, letter="k", **shared),
    )


@dataclass(frozen=True)
class ornaments(Clause):
    """Cards withdrawn to stand still: a Sultan, a guard, the thrown-aside."""

    name: str
    cards: str
    at: tuple[Spot, ...] = ()
    letter: str = ""

    @property
    def key(self) -> tuple[object, ...]:
        """Groups are known by name."""
        return ("group", self.name)

    def tell(self) -> str:
        """The clause as a sentence."""
        held = cards(self.cards)
        said = f"The {self.name}, {', '.join(c.symbol for c in held)}, "
        return said + ("is withdrawn and takes no part in play." if len(held) == 1 else "are withdrawn and take no part in play.")


def toss(held: str) -> ornaments:
    """Cards thrown out of the game before the deal."""
    return ornaments("cards thrown aside", held, letter="x")


# --- the deal ----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Step:
    """A step of the deal: an operation, the groups or places it concerns, and numbers."""

    op: str
    to: tuple[str, ...]
    words: str
    n: Any = 1
    options: tuple[tuple[str, Any], ...] = ()

    def option(self, name: str, default: Any = None) -> Any:
        """An option of the step."""
        return dict(self.options).get(name, default)


def each(group: str, n: int | tuple[int, ...], under: Sequence[int] = ()) -> Step:
    """So many cards together to each place in turn; ``under`` lists the places (from 1) laid inward."""
    many = n if isinstance(n, int) else f"{min(n)} or {max(n)}" if min(n) != max(n) else n[0]
    return Step("each", (group,), f"{many} cards together to each of the {group}", n, (("under", tuple(under)),))


def rows(group: Groups, n: int = 1, down: Sequence[int] = (), unlike: bool = False) -> Step:
    """So many rounds of one card to each place in turn; ``down`` lists the rows (from 1) laid face down."""
    said = f"{n} row{'s' if n > 1 else ''} of one card to each of {listed(groups(group))}"
    said += f", rows {', '.join(map(str, down))} face down" if down else ""
    said += ", no value twice in a column: such a card goes under the pack" if unlike else ""
    return Step("rows", groups(group), said, n, (("down", tuple(down)), ("unlike", unlike)))


def staircase(group: str) -> Step:
    """One column more in each row, the last card of each column face up and the others face down."""
    return Step("staircase", (group,), f"one to each of the {group} from one to the last, the lowest of each face up")


def rounds(group: Groups, n: int = 1, pause: bool = False, across: int = 0) -> Step:
    """Rounds of ``n`` cards to each place until the pack is out, with or without a pause for play.

    With ``across``, each round is a new row of so many places beneath the last.
    """
    said = f"rows of {across} beneath one another" if across else f"rounds of {n} to each of {listed(groups(group))}"
    said += " until the pack is out" + (", with a pause for play after each" if pause else "")
    return Step("rounds", groups(group), said, n, (("pause", pause), ("across", across)))


def choose_base(n: int, group: str, to: str) -> Step:
    """So many cards are turned to a group, and the player chooses which of them opens the foundations."""
    return Step("choose", (group, to), f"{n} cards to the {group}, of which you choose one to open the {to} as their base", n)


def complete(group: str) -> Step:
    """One card to each place of a group that is still empty."""
    return Step("complete", (group,), f"a card to each empty place of the {group}")


def pause() -> Step:
    """A pause for play."""
    return Step("pause", (), "a pause for play")


def lift(source: str, to: str) -> Step:
    """The uppermost card of each place of one group is lifted to another."""
    return Step("lift", (source, to), f"the uppermost card of each of the {source} is lifted to the {to}")


def slip(group: str, rank: int) -> Step:
    """Cards of a value that lie uppermost are slipped underneath their packets."""
    return Step("slip", (group,), f"each {_name(rank)} uppermost on the {group} is slipped underneath its packet", rank)


def pay_key(group: str, n: int) -> Step:
    """While the uppermost card is a queen, so many cards go from the packet to the bottom of the pack."""
    return Step("key", (group,), f"while the {group} shows a queen, {n} cards from its top go under the pack", n)


def by_colour(red: str, black: str) -> Step:
    """Red cards to one group and black to another until both are full, the surplus to their talons."""
    return Step("colours", (red, black), f"red cards to the {red}, black to the {black}, the surplus of each to its talon")


def base(group: str) -> Step:
    """The next card is the base, and opens the first foundation."""
    return Step("base", (group,), f"the next card opens the {group} and is their base")


def heap(group: str, rank: int) -> Step:
    """Cards are heaped on the last packet until a card of the value begins the next."""
    return Step("heap", (group,), f"the cards are heaped on the last of the {group}; each {_name(rank)} begins the next", rank)


def scatter(group: str, n: int) -> Step:
    """Rounds of so many cards on whichever places the player likes, with a pause after each."""
    return Step("scatter", (group,), f"rounds of {n} cards on whichever of the {group} you like, with a pause after each", n)


@dataclass(frozen=True, init=False)
class deal(Clause):
    """The deal, step by step; what is left stays in hand."""

    steps: tuple[Step, ...]

    def __init__(self, *steps: Step, rules: tuple[Rule, ...] = ()) -> None:
        object.__setattr__(self, "steps", steps)
        object.__setattr__(self, "rules", rules)

    def __matmul__(self, rule: Rule) -> deal:
        return deal(*self.steps, rules=(*self.rules, rule))

    def names(self) -> Iterator[str]:
        """Every group dealt to."""
        for step in self.steps:
            yield from step.to

    def tell(self) -> str:
        """The clause as a sentence."""
        return f"Deal {'; then '.join(s.words for s in self.steps)}."


# --- what may be played ------------------------------------------------------------------------------


@dataclass(frozen=True)
class free(Clause):
    """Which cards of a group are available."""

    group: Groups
    which: Free = top

    @property
    def key(self) -> tuple[object, ...]:
        """One such clause for each group."""
        return ("free", self.group)

    def names(self) -> Iterator[str]:
        """The groups concerned."""
        return iter(groups(self.group))

    def tell(self) -> str:
        """The clause as a sentence."""
        return f"In {listed(groups(self.group))} {self.which.words}."


@dataclass(frozen=True)
class play(Clause):
    """Which cards may go to the foundations, where not all available ones may."""

    frm: Groups
    to: Groups | None = None
    when: Phase = once_dealt
    where: Relation | None = None

    @property
    def key(self) -> tuple[object, ...]:
        """One such clause for each source, aim and time."""
        return ("play", self.frm, self.to, self.when.bits)

    def names(self) -> Iterator[str]:
        """The groups concerned."""
        yield from groups(self.frm)
        yield from groups(self.to)

    def tell(self) -> str:
        """The clause as a sentence."""
        said = f"Cards of {listed(groups(self.frm))} may be played to "
        said += listed(groups(self.to)) if self.to else "the foundations"
        said += f" {self.where.words}" if self.where else ""
        return said + (f" {self.when.words}" if self.when.words else "") + "."


@dataclass(frozen=True)
class as_dealt(Clause):
    """A suitable card may be played as it falls on a place in dealing.

    ``after`` is the number of re-deals before it is granted; ``must`` makes it compulsory; with ``counts`` the place's turn is used up, else the next card replaces it.
    """

    on: Groups
    to: Groups | None = None
    where: Relation | None = None
    must: bool = False
    counts: bool = False
    after: int = 0

    @property
    def key(self) -> tuple[object, ...]:
        """One such clause for each group dealt to."""
        return ("as_dealt", self.on)

    def names(self) -> Iterator[str]:
        """The groups concerned."""
        yield from groups(self.on)
        yield from groups(self.to)

    def tell(self) -> str:
        """The clause as a sentence."""
        verb = "must" if self.must else "may"
        to = listed(groups(self.to)) if self.to else "the foundations"
        said = f"A suitable card that falls on {listed(groups(self.on))} in dealing {verb} be played at once to {to}"
        said += f" {self.where.words}" if self.where else ""
        said += f", from deal {self.after + 1} on" if self.after else ""
        return said + ("; its number is used up." if self.counts else "; the next card is dealt in its stead.")


@dataclass(frozen=True)
class lay_aside(Clause):
    """A card turned up in dealing that fits foundations of both kinds may be laid aside instead."""

    on: Groups
    to: str
    after: int = 0

    def names(self) -> Iterator[str]:
        """The groups dealt to, and the place aside."""
        yield from groups(self.on)
        yield self.to

    def tell(self) -> str:
        """The clause as a sentence."""
        said = f"A card that falls on {listed(groups(self.on))} and would suit an ascending and a descending foundation may be laid aside"
        return said + (f", from deal {self.after + 1} on." if self.after else ".")


@dataclass(frozen=True)
class build(Clause):
    """Cards laid on one another in the tableau: a line of values and a relation of suits."""

    line: Line
    suit: Suits
    onto: Groups
    frm: Groups | None = None
    when: Phase = once_dealt
    where: Relation | None = None
    run: bool = False
    never_on: int = 0

    @property
    def key(self) -> tuple[object, ...]:
        """One such clause for each group built on and each source."""
        return ("build", self.onto, self.frm)

    def names(self) -> Iterator[str]:
        """The groups concerned."""
        yield from groups(self.onto)
        yield from groups(self.frm)

    @property
    def word(self) -> str:
        """The book's verb."""
        return "married" if self.suit is in_suit else "placed"

    def tell(self) -> str:
        """The clause as a sentence."""
        what = "The whole face-up part of a column" if self.run else "A card"
        said = f"{what} may be {self.word} on {listed(groups(self.onto))}, {self.suit.tell()} and {self.line.tell()}"
        said += f", from {listed(groups(self.frm) or groups(self.onto))}"
        said += f" {self.where.words}" if self.where else ""
        said += f", but never on a {_name(self.never_on)}" if self.never_on else ""
        return said + (f", {self.when.words}" if self.when.words else "") + "."


def marry(line: Line, onto: Groups, frm: Groups | None = None, **other: Any) -> build:
    """To place a card of the same suit on the next one above or below it in value (the book's definition)."""
    return build(line, in_suit, onto, frm, **other)


@dataclass(frozen=True)
class fill(Clause):
    """How vacancies are filled: by whom, when, and with what.

    With several sources the player chooses, unless ``choose`` is false: then the first that has a card gives
    it. ``upto`` is the number of cards a place is brought up to; ``only`` the one value admitted; ``run`` moves
    a whole face-up part; ``rounds`` limits the clause to so many rounds of the deal; ``by`` cards together fill an
    empty place; ``across`` is the length of the rows dealt beneath one another, of which with ``newest`` only the
    last is filled; with ``lane`` a whole empty ray may take one such card before the rest of it is filled.
    """

    group: Groups
    frm: Groups
    when: str = at_once
    choose: bool = True
    upto: int = 1
    only: int = 0
    where: Relation | None = None
    phase: Phase = once_dealt
    rounds: int = 0
    run: bool = False
    by: int = 1
    across: int = 0
    newest: bool = False
    lane: bool = False

    @property
    def key(self) -> tuple[object, ...]:
        """One such clause for each group filled, each time and each kind of source."""
        return ("fill", self.group, self.phase.bits, self.lane)

    def names(self) -> Iterator[str]:
        """The groups concerned."""
        yield from groups(self.group)
        yield from groups(self.frm)

    def tell(self) -> str:
        """The clause as a sentence."""
        who = f"only a {_name(self.only)}" if self.only else "a card"
        sources = groups(self.frm)
        order = listed(sources, "or") if self.choose or len(sources) == 1 else ", failing that ".join(f"the {s}" for s in sources)
        verb = "may be filled" if self.when == may else "are filled"
        said = f"Vacancies in {listed(groups(self.group))} {verb} {self.when}, with {who} from {order}"
        said += f" {self.where.words}" if self.where else ""
        if self.lane:
            return f"When a whole ray is empty, its place in {listed(groups(self.group))} may take {who} from {order}; the rest of the ray is filled at once."
        said += f", up to {self.upto} cards" if self.upto > 1 else ""
        said += f", {self.by} together" if self.by > 1 else ""
        said += ", in the newest row only" if self.newest else ", the uppermost rows first" if self.across else ""
        said += f" {self.phase.words}" if self.phase.words else ""
        said += f", but only in the first {'round' if self.rounds == 1 else f'{self.rounds} rounds'} of the deal" if self.rounds else ""
        return said + "."


@dataclass(frozen=True)
class turn(Clause):
    """The cards left in hand are turned one by one; those not used form the talon."""

    at: tuple[Spot, ...] = ()
    by_colour: bool = False
    to: str = ""

    def names(self) -> Iterator[str]:
        """The group turned to, where it is not the talon."""
        return iter(groups(self.to or None))

    def tell(self) -> str:
        """The clause as a sentence."""
        if self.to:
            return f"When no set is left, the next card in hand is turned to the {self.to}."
        talons = "two talons, red and black" if self.by_colour else "the talon"
        return f"The cards left in hand are turned one by one; those not used form {talons}."


@dataclass(frozen=True)
class again(Clause):
    """Re-deals, always in addition to the first deal; -1 for as many as you like.

    ``under``: each packet taken up is put under the heap, so that the last comes out first.
    """

    n: int
    what: Groups = talon
    shuffled: bool = False
    under: bool = False
    backwards: bool = False
    special: str = ""

    def names(self) -> Iterator[str]:
        """The groups taken up."""
        return iter(groups(self.what))

    def tell(self) -> str:
        """The clause as a sentence."""
        if self.special == "queens":
            return "When the pack is out, three cards for each queen laid on the talon by that deal come from its bottom and are dealt again."
        if self.special == "round":
            return f"Each of {listed(groups(self.what))} may once be taken up, face down, and dealt round from its right-hand neighbour."
        often = "as often as you like" if self.n < 0 else ("once", "twice", "three times")[self.n - 1]
        how = "shuffled and dealt again" if self.shuffled else "dealt again as it lies, without shuffling"
        said = f"{listed(groups(self.what)).capitalize()} may be taken up, {how}, {often}"
        return said + (", each packet put under the one before and the heap turned." if self.under else ".")


@dataclass(frozen=True)
class exchange(Clause):
    """The uppermost card may change from one foundation to another where it fits; base cards stay."""

    one: str
    other: str
    both: bool = True
    in_use: bool = False
    after: int = 0

    def names(self) -> Iterator[str]:
        """The two groups."""
        return iter((self.one, self.other))

    def tell(self) -> str:
        """The clause as a sentence."""
        if self.in_use:
            return (f"The uppermost card of one of the {self.one} may be taken to the {self.other}, one of each at a time, when that brings "
                    "another available card into immediate use.")  # fmt: skip
        said = f"A card may be exchanged between the {self.one} and the {self.other}, one at a time"
        return said + (f", from deal {self.after + 1} on." if self.after else ".")


@dataclass(frozen=True)
class take(Clause):
    """Cards that leave the tableau as a set: pairs that make a sum (0: of equal value), or crowned triples."""

    size: int
    total: int
    group: Groups
    to: str
    where: Relation | None = None

    def names(self) -> Iterator[str]:
        """The tableau and the discard."""
        yield from groups(self.group)
        yield self.to

    def tell(self) -> str:
        """The clause as a sentence."""
        where = f" {self.where.words}" if self.where else ""
        if self.size == 4:
            return (f"Three cards of {listed(groups(self.group))} of different values that make {self.total}{where} are taken up together "
                    f"with a court card and laid on the {self.to}.")  # fmt: skip
        what = f"that make {self.total}" if self.total else "of equal value"
        return f"Two cards of {listed(groups(self.group))} {what}{where} are taken up together."


def pairs(total: int, group: Groups, to: str = "pairs", where: Relation | None = None) -> take:
    """Two cards that make a sum; 0 stands for two of equal value."""
    return take(2, total, group, to, where)


def crowned_triples(total: int, group: str, to: str) -> take:
    """Three cards of different values that make a sum, with a court card as their crown."""
    return take(4, total, group, to)


@dataclass(frozen=True)
class swap(Clause):
    """Cards change places: any two at will; or, as a licence, two with two so as to make a set."""

    group: Groups
    times: int = -1
    when: Phase = after_deal
    or_empty: bool = False
    strays: bool = False

    def names(self) -> Iterator[str]:
        """The groups concerned."""
        return iter(groups(self.group))

    def tell(self) -> str:
        """The clause as a sentence."""
        where = listed(groups(self.group))
        if self.strays:
            return (f"A single card of {where} in the wrong hemisphere may change places with one in the other; when pack and talon are spent "
                    "it may move to a vacancy at home.")  # fmt: skip
        if self.or_empty:
            return f"Any two cards of {where} may change places, or one may move to a vacancy, {self.when.words}."
        if self.times < 0:
            return f"Any two cards of {where} may change places."
        return f"When no set stands, two cards of {where} may change places with two others so as to make one: {self.times} time."


@dataclass(frozen=True)
class lift_blocked(Clause):
    """A licence: one ace and one king from a row (from 1) at the opening, or at the end any one card, laid aside."""

    group: str
    row: int = 0
    to: str = ""

    def names(self) -> Iterator[str]:
        """The groups concerned."""
        yield self.group
        yield from groups(self.to or None)

    def tell(self) -> str:
        """The clause as a sentence."""
        if self.to:
            return f"Once, when nothing more can be played, any one card of the {self.group} may be lifted {self.to}."
        return f"While no foundation is begun and none can be, one ace and one king may be taken from row {self.row} of the {self.group}."


@dataclass(frozen=True)
class slip_king(Clause):
    """A licence before the first play: where both kings of a suit block lower cards of it, one may be slipped under."""

    group: str

    def names(self) -> Iterator[str]:
        """The group concerned."""
        return iter((self.group,))

    def tell(self) -> str:
        """The clause as a sentence."""
        return f"Before the first play, where two kings of a suit both block lower cards of it on the {self.group}, one may be slipped underneath."


@dataclass(frozen=True)
class peek(Clause):
    """How deep a squared packet may be looked into: as many cards as there are vacancies in another group."""

    group: str
    vacancies: str
    counting_top: bool = False

    def names(self) -> Iterator[str]:
        """The packets and the vacancies."""
        return iter((self.group, self.vacancies))

    def tell(self) -> str:
        """The clause as a sentence."""
        top = "counting the uppermost" if self.counting_top else "below the uppermost"
        return f"In the {self.group} you may look at as many cards {top} as there are vacancies in the {self.vacancies}."


@dataclass(frozen=True)
class lines_make(Clause):
    """The goal: every row, column and diagonal of a square makes a sum."""

    total: int
    group: str

    def names(self) -> Iterator[str]:
        """The square."""
        return iter((self.group,))

    def tell(self) -> str:
        """The clause as a sentence."""
        return f"The game is won when every row, column and diagonal of the {self.group} makes {self.total}."


@dataclass(frozen=True)
class together(Clause):
    """Cards of two divisions are played in pairs, one of each, at the same moment."""

    red: str
    black: str

    def names(self) -> Iterator[str]:
        """The two divisions."""
        return iter((self.red, self.black))

    def tell(self) -> str:
        """The clause as a sentence."""
        return f"A card of the {self.red} and one of the {self.black} are played to their foundations at the same moment, never one alone."


def pair(one: str, other: str) -> tuple[build, build]:
    """Any card of one division may be laid on any of the other, once; the two cannot be separated."""
    return build(anything, any_suit, other, one), build(anything, any_suit, one, other)


@dataclass(frozen=True)
class counters(Clause):
    """What the pack costs and what a card home earns, in counters."""

    price: int
    each: int

    def tell(self) -> str:
        """The clause as a sentence."""
        return f"The pack costs {self.price} counters; every card home earns {self.each}."


@dataclass(frozen=True)
class reading(Clause):
    """A point that the text leaves open: a named switch. The first option is the one taken.

    Options are clauses (one or several), put in the place of the reading.
    """

    name: str
    options: Mapping[str, Any]
    chosen: str = ""

    def __hash__(self) -> int:
        return hash((self.name, tuple(self.options), self.chosen))

    @property
    def key(self) -> tuple[object, ...]:
        """One such clause for each name."""
        return ("reading", self.name)

    @property
    def taken(self) -> str:
        """The option in force."""
        return self.chosen or next(iter(self.options))

    def clauses(self) -> tuple[Clause, ...]:
        """The clauses of the option in force, which carry the reading's rules besides their own."""
        found = self.options[self.taken]
        inside = (found,) if isinstance(found, Clause) else tuple(found)
        return tuple(replace_rules(c, (*c.rules, *self.rules)) for c in inside)

    def tell(self) -> str:
        """The clause as a sentence."""
        return f"Reading “{self.name}”: {self.taken}."


def replace_rules(clause: C, rules: tuple[Rule, ...]) -> C:
    """A copy of a clause with other rules cited."""
    if isinstance(clause, deal):
        return deal(*clause.steps, rules=rules)
    return replace(clause, rules=rules)


__all__ = [
    "A", "ALL_RANKS", "I", "II", "III", "IV", "J", "K", "PIQUET", "PLAY", "Q", "RANKS", "V", "VI", "aces_and_kings",
    "after_deal", "again", "alternate", "any_suit", "anything", "as_dealt", "ascending", "at_once", "at_the_end",
    "base", "before_next", "below", "beside", "beside_its", "between_rounds", "black_only", "block", "build",
    "by_colour", "choose_base", "clear_lane", "complete", "counters", "crowned_triples", "deal", "dealing_too",
    "descending", "down", "each", "either", "either_end", "exchange", "fan", "fill", "foundations", "free",
    "from_base", "hand", "heap", "in_suit", "last", "lay_aside", "lift", "lift_blocked", "line", "lines_make",
    "marry", "may", "multiples", "narrow_end", "newest", "once_dealt", "order", "ornaments", "outermost", "pack_in_hand",
    "pack_out", "packs", "pair", "pairs", "pause", "pay_key", "peek", "places", "play", "reading", "red_only",
    "repeat", "ring", "rounds", "rows", "same_column", "same_line", "same_ray", "same_row", "scatter", "slip",
    "slip_king", "spots", "spread_down", "spread_left", "spread_right", "squared", "staircase", "swap", "talon",
    "to_the_hour", "together", "top", "toss", "turn", "turned", "up", "weave", "while_dealing",
]  # fmt: skip
