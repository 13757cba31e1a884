"""Clauses: what a clause is, and the things of a game: packs, places, foundations, ornaments."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any, ClassVar, TypeVar

from cadogan.cards import PIQUET, Card, cards, pack
from cadogan.layout import Spot

from .values import *

C = TypeVar("C", bound="Clause")


@dataclass(frozen=True, kw_only=True)
class Clause:
    """One clause of a game. ``@`` adds the rule of the old text that it carries out."""

    #: The fields that name groups of places.
    speaks_of: ClassVar[tuple[str, ...]] = ()
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
        """The groups of places that the clause speaks of."""
        for field_name in self.speaks_of:
            yield from (name for name in groups(getattr(self, field_name) or None) if name != own)

    def tell(self) -> str:
        """The clause as a sentence."""
        raise NotImplementedError  # every word of the vocabulary says itself; a test sees to it

    @property
    def cited(self) -> str:
        """The rules in brackets, such as ``(Rule I, PLAY 3)``; empty where none is cited."""
        return f"({', '.join(map(str, self.rules))})" if self.rules else ""


class Clauses(tuple[Clause, ...]):
    """Several clauses said with one word; ``@`` adds a rule to each."""

    def __matmul__(self, rule: Rule) -> Clauses:
        return Clauses(clause @ rule for clause in self)


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

    def __post_init__(self) -> None:
        if isinstance(self.n, bool) or not isinstance(self.n, int) or not 1 <= self.n <= 8:
            raise RuleError(f"packs(n) takes one pack to eight, not {self.n!r}")

    def cards(self) -> tuple[Card, ...]:
        """Every card, pack by pack."""
        return cards(self.held) if self.held else tuple(pack(self.n, self.ranks))

    def tell(self) -> str:
        """The clause as a sentence."""
        if self.held:
            return f"The cards {joined([c.symbol for c in self.cards()])} are used."
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


@dataclass(frozen=True)
class foundations(Clause):
    """Foundations: what they take, in what order, and how suits agree.

    ``cards`` names the foundation cards withdrawn from the pack before the deal; ``suits`` gives each place
    its suit; ``one_of_each`` forbids two foundations of one suit; with ``put_up`` a foundation card goes up at
    once wherever it appears in dealing; ``under`` names the group whose cards set the series (multiples);
    ``always`` puts them up wherever they lie available, not only in dealing.

    >>> foundations(4, ascending(A, K)).tell()
    'The 4 foundations ascend from ace to king, in suit.'
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
    always: bool = False
    letter: str = ""

    speaks_of = ("under",)

    def series_of(self, i: int) -> Series:
        """The series of the i-th foundation, from 0."""
        return self.series if isinstance(self.series, Series) else self.series[i]

    @property
    def longest(self) -> int:
        """How many cards the longest of them takes."""
        return max(len(one.values) for one in ((self.series,) if isinstance(self.series, Series) else self.series))

    @property
    def key(self) -> tuple[object, ...]:
        """Groups are known by name."""
        return ("group", self.name)

    def tell(self) -> str:
        """The clause as a sentence."""
        series = self.series.tell() if isinstance(self.series, Series) else "ascend each from its card to its hour"
        one = self.n == 1
        many = not one or is_plural(self.name)
        if not many:
            verb, _, rest = series.partition(" ")
            series = f"{verb}s {rest}"
        said = f"The {self.name if one else f'{self.n} {self.name}'} {series}"
        said += f", {self.suit.tell()}" if self.longest > 1 else ""
        if self.cards:
            said += f", and {'are' if many else 'is'} set out before the deal"
        elif self.one_of_each:
            said += ", one of each suit"
        if self.always:
            said += "; their first cards go up at once wherever they lie available"
        elif self.put_up:
            said += "; their first cards go up at once when they appear in dealing"
        return said + "."


@dataclass(frozen=True)
class spaces_first(Clause):
    """Empty spaces of the foundations come first: they are all filled that can be before any foundation is continued; later
    none is continued with a card that would fill a space, or ``strictly`` with no card while one could be filled.

    >>> spaces_first("numerals").tell()
    'All numerals that can be are opened before any is continued; afterwards a card that would fill an empty space does so first.'
    """

    group: str
    strictly: bool = False

    speaks_of = ("group",)

    def tell(self) -> str:
        """The clause as a sentence."""
        said = f"All {self.group} that can be are opened before any is continued; afterwards "
        return said + ("an empty space is filled first, if any can be." if self.strictly else
                       "a card that would fill an empty space does so first.")  # fmt: skip


def aces_and_kings(
    aces: tuple[Spot, ...] = (), kings: tuple[Spot, ...] = (), suits: str = "DCHS", taken: bool = False, put_up: bool = False
) -> Clauses:
    """Four aces and four kings of different suits, the aces ascending to kings, the kings descending to aces."""
    shared: dict[str, Any] = {"suits": suits, "one_of_each": True, "put_up": put_up}
    up_cards = " ".join("A" + s for s in suits) if taken else ""
    down_cards = " ".join("K" + s for s in suits) if taken else ""
    return Clauses((
        foundations(4, ascending(A, K), at=aces, name="aces", cards=up_cards, letter="a", **shared),
        foundations(4, descending(K, A), at=kings, name="kings", cards=down_cards, letter="k", **shared),
    ))  # fmt: skip


@dataclass(frozen=True)
class ornaments(Clause):
    """Cards withdrawn to stand still: a Sultan, a guard, the thrown-aside.

    >>> ornaments("Sultan", "KH").tell()
    'The Sultan, K♥, is withdrawn and takes no part in play.'
    """

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
        said = f"The {self.name}, {joined([c.symbol for c in cards(self.cards)])}, "
        return said + ("are withdrawn and take no part in play." if is_plural(self.name) else "is withdrawn and takes no part in play.")


def toss(held: str) -> ornaments:
    """Cards thrown out of the game before the deal."""
    return ornaments("cards thrown aside", held, letter="x")
