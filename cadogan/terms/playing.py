"""What may be played: routes, marriages, fillings, re-deals, licences, readings."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from cadogan.layout import Spot

from .dealing import *
from .things import *
from .values import *


@dataclass(frozen=True)
class free(Clause):
    """Which cards of a group are available.

    >>> free("lanes", below).tell()
    'In the lanes a card is available when none lies below it in its column.'
    """

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
    """Which cards may go to the foundations, where not all available ones may.

    With any such clause the default (every available card, once dealt) no longer holds: the clauses say it all.

    >>> play("Privy Council").tell()
    'Cards of the Privy Council may be played to the foundations.'
    """

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

    ``after`` is the number of re-deals before it is granted; ``must`` makes it compulsory; with ``counts`` the place's
    turn is used up, else the next card replaces it.

    >>> as_dealt("sides", where=beside).tell().split(";")[1]
    ' the next card is dealt in its stead.'
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
    """A card turned up in dealing that fits foundations of both kinds may be laid aside instead.

    >>> lay_aside("alphabet", "aside", after=1).tell()
    'A card that falls on the alphabet and would suit an ascending and a descending foundation may be laid aside, from deal 2 on.'
    """

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
    """Cards laid on one another in the tableau: a line of values and a relation of suits.

    >>> build(down, alternate, "lanes", talon).tell()
    'A card may be placed on the lanes, in alternate colours and in descending line, from the talon.'
    """

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
        said += f", but never on a {rank_name(self.never_on)}" if self.never_on else ""
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

    >>> fill("divan", (talon, hand), choose=False).tell()
    'Vacancies in the divan are filled at once, with a card from the talon, failing that the hand.'
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
        who = f"only a {rank_name(self.only)}" if self.only else "a card"
        who += " and all the cards that lie on it," if self.run else ""
        sources = groups(self.frm)
        order = listed(sources, "or") if self.choose or len(sources) == 1 else ", failing that ".join(f"the {s}" for s in sources)
        verb = "may be filled" if self.when == may else "are filled"
        said = f"Vacancies in {listed(groups(self.group))} {verb} {self.when}, with {who} from {order}"
        said += f" {self.where.words}" if self.where else ""
        if self.lane:
            where = listed(groups(self.group))
            return f"When a whole ray is empty, its place in {where} may take {who} from {order}; the rest is filled at once."
        said += f", up to {self.upto} cards" if self.upto > 1 else ""
        said += f", {self.by} together" if self.by > 1 else ""
        row = f" of {self.across}" if self.across else ""
        said += f", in the newest row{row} only" if self.newest else f", the uppermost rows{row} first" if row else ""
        said += f" {self.phase.words}" if self.phase.words else ""
        said += f", but only in the first {'round' if self.rounds == 1 else f'{self.rounds} rounds'} of the deal" if self.rounds else ""
        return said + "."


@dataclass(frozen=True)
class turn(Clause):
    """The cards left in hand are turned one by one; those not used form the talon.

    >>> turn().tell()
    'The cards left in hand are turned one by one; those not used form the talon.'
    """

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

    >>> again(2, "fans", shuffled=True).tell()
    'The fans may be taken up, shuffled and dealt again, twice.'
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
            return (
                "When the pack is out, three cards for each queen laid on the talon by that deal come from its bottom and are dealt again."
            )
        if self.special == "round":
            return f"Each of {listed(groups(self.what))} may once be taken up, face down, and dealt round from its right-hand neighbour."
        often = "as often as you like" if self.n < 0 else {1: "once", 2: "twice", 3: "three times"}.get(self.n, f"{self.n} times")
        how = "shuffled and dealt again" if self.shuffled else "dealt again as it lies, without shuffling"
        said = f"{listed(groups(self.what)).capitalize()} may be taken up, {how}, {often}"
        said += ", the uppermost card of each first" if self.backwards else ""
        return said + (", each packet put under the one before and the heap turned." if self.under else ".")


@dataclass(frozen=True)
class exchange(Clause):
    """The uppermost card may change from one foundation to another where it fits; base cards stay.

    >>> exchange("aces", "kings").tell()
    'A card may be exchanged between the aces and the kings, one at a time.'
    """

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
            return (f"The uppermost card of one of the {self.one} may be taken to the {self.other}, one of each at a time, "
                    "when that brings another available card into immediate use.")  # fmt: skip
        said = f"exchanged between the {self.one} and" if self.both else f"taken from the {self.one} to"
        said = f"A card may be {said} the {self.other}, one at a time"
        return said + (f", from deal {self.after + 1} on." if self.after else ".")


@dataclass(frozen=True)
class take(Clause):
    """Cards that leave the tableau as a set: pairs that make a sum (0: of equal value), or crowned triples.

    >>> pairs(14, "square", where=same_line).tell()
    'Two cards of the square that make 14 in the same row or column are taken up together.'
    """

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
    """Cards change places: any two at will; or, as a licence, two with two so as to make a set.

    >>> swap("square", 1).tell()
    'When no set stands, two cards of the square may once change places with two others so as to make one.'
    """

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
            return (f"A single card of {where} in the wrong hemisphere may change places with one in the other; "
                    "when pack and talon are spent it may move to a vacancy at home.")  # fmt: skip
        if self.or_empty:
            return f"Any two cards of {where} may change places, or one may move to a vacancy, {self.when.words}."
        if self.times < 0:
            return f"Any two cards of {where} may change places."
        often = "once" if self.times == 1 else f"{self.times} times"
        return f"When no set stands, two cards of {where} may {often} change places with two others so as to make one."


@dataclass(frozen=True)
class lift_blocked(Clause):
    """A licence: one ace and one king from a row (from 1) at the opening, or at the end any one card, laid aside.

    >>> lift_blocked("lanes", 6).tell()
    'While no foundation is begun and none can be, one ace and one king may be taken from row 6 of the lanes.'
    """

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
    """A licence before the first play: where both kings of a suit block lower cards of it, one may be slipped under.

    >>> slip_king("packets").tell()
    'Before the first play, where two kings of a suit both block lower cards of it on the packets, one may be slipped underneath.'
    """

    group: str

    def names(self) -> Iterator[str]:
        """The group concerned."""
        return iter((self.group,))

    def tell(self) -> str:
        """The clause as a sentence."""
        blocked = f"two kings of a suit both block lower cards of it on the {self.group}"
        return f"Before the first play, where {blocked}, one may be slipped underneath."


@dataclass(frozen=True)
class peek(Clause):
    """How deep a squared packet may be looked into: as many cards as there are vacancies in another group.

    >>> peek("line", "flanks").tell()
    'In the line you may look at as many cards below the uppermost as there are vacancies in the flanks.'
    """

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
    """The goal: every row, column and diagonal of a square makes a sum.

    >>> lines_make(15, "square").tell()
    'The game is won when every row, column and diagonal of the square makes 15.'
    """

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
    """Cards of two divisions are played in pairs, one of each, at the same moment.

    >>> together("army", "navy").tell()
    'A card of the army and one of the navy are played to their foundations at the same moment, never one alone.'
    """

    red: str
    black: str

    def names(self) -> Iterator[str]:
        """The two divisions."""
        return iter((self.red, self.black))

    def tell(self) -> str:
        """The clause as a sentence."""
        return f"A card of the {self.red} and one of the {self.black} are played to their foundations at the same moment, never one alone."


def pair(one: str, other: str) -> Clauses:
    """Any card of one division may be laid on any of the other, once; the two cannot be separated."""
    return Clauses((build(anything, any_suit, other, one), build(anything, any_suit, one, other)))


@dataclass(frozen=True)
class counters(Clause):
    """What the pack costs and what a card home earns, in counters.

    >>> counters(52, 5).tell()
    'The pack costs 52 counters; every card home earns 5.'
    """

    price: int
    each: int

    def tell(self) -> str:
        """The clause as a sentence."""
        return f"The pack costs {self.price} counters; every card home earns {self.each}."


@dataclass(frozen=True)
class reading(Clause):
    """A point that the text leaves open: a named switch. The first option is the one taken.

    Options are clauses (one or several), put in the place of the reading.

    >>> reading("vacancies", {"any card": fill("lanes", "lanes", may), "talon only": fill("lanes", talon, may)}).tell()
    'Reading “vacancies”: any card.'
    """

    name: str
    options: Mapping[str, Any]
    chosen: str = ""

    def __post_init__(self) -> None:
        if not self.name.replace(" ", "_").isidentifier():
            raise RuleError(f"a reading is named in plain words (letters, digits, blanks), for vary(); not {self.name!r}")
        if len(self.options) < 2:
            raise RuleError(f"the reading {self.name!r} needs two options at least")
        if self.chosen and self.chosen not in self.options:
            raise RuleError(f"the reading {self.name!r} has the options {', '.join(map(repr, self.options))}, not {self.chosen!r}")

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
        return deal(*clause.steps, rules=rules)  # type: ignore[return-value]
    return replace(clause, rules=rules)
