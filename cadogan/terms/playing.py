"""What may be played: routes, marriages, fillings, re-deals, readings."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from cadogan.layout import Spot

from .dealing import *
from .things import *
from .values import *


def cards_of(names: Groups) -> str:
    """The cards of some groups, to begin a sentence.

    >>> cards_of(("lanes", turned))
    'Cards of the lanes and the card just turned'
    """
    loose = tuple(n for n in groups(names) if n != turned)
    return f"Cards of {listed(groups(names))}" if loose else upper_first(the(turned))


def card_from(names: Groups, what: str = "a card") -> str:
    """A card from one of some groups.

    >>> card_from(("lanes", turned))
    'a card from the lanes or the card just turned'
    """
    loose = tuple(n for n in groups(names) if n != turned)
    said = [f"{what} from {listed(loose, 'or')}"] if loose else []
    return " or ".join(said + [the(turned)] * (turned in groups(names)))


@dataclass(frozen=True)
class free(Clause):
    """Which cards of a group are available.

    >>> free("lanes", below).tell()
    'In the lanes a card is available when none lies below it in its column.'
    """

    group: Groups
    which: Free = top

    speaks_of = ("group",)

    @property
    def key(self) -> tuple[object, ...]:
        """One such clause for each group."""
        return ("free", self.group)

    def tell(self) -> str:
        """The clause as a sentence."""
        return f"In {listed(groups(self.group))} {self.which.words}."


@dataclass(frozen=True)
class play(Clause):
    """Which cards may go to the foundations, where not all available ones may.

    With any such clause the default (every available card, once dealt) no longer holds: the clauses say it all. A card of
    ``frm`` waits while an available one of the groups ``yields_to`` would go to the same foundation.

    >>> play("Privy Council").tell()
    'Cards of the Privy Council may be played to the foundations.'
    """

    frm: Groups
    to: Groups | None = None
    when: Phase = once_dealt
    where: Relation | None = None
    yields_to: Groups | None = None

    speaks_of = ("frm", "to", "yields_to")

    @property
    def key(self) -> tuple[object, ...]:
        """One such clause for each source, aim and time."""
        return ("play", self.frm, self.to, self.when)

    def tell(self) -> str:
        """The clause as a sentence."""
        said = f"{cards_of(self.frm)} may be played to "
        said += listed(groups(self.to)) if self.to else "the foundations"
        said += f" {self.where.words}" if self.where else ""
        said += f" {self.when.words}" if self.when.words else ""
        return said + (f", but not where an available card of {listed(groups(self.yields_to), 'or')} would go." if self.yields_to else ".")


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

    speaks_of = ("on", "to")

    @property
    def key(self) -> tuple[object, ...]:
        """One such clause for each group dealt to."""
        return ("as_dealt", self.on)

    def tell(self) -> str:
        """The clause as a sentence."""
        verb = "must" if self.must else "may"
        to = listed(groups(self.to)) if self.to else "the foundations"
        said = f"A suitable card that falls on {listed(groups(self.on), 'or')} in dealing {verb} be played at once to {to}"
        said += f" {self.where.words}" if self.where else ""
        said += from_deal(self.after)
        return said + ("; its number is used up." if self.counts else "; the next card is dealt in its stead.")


def from_deal(after: int) -> str:
    """From which deal on something is granted."""
    return f", from the {ordinal(after + 1)} deal on" if after else ""


@dataclass(frozen=True)
class lay_aside(Clause):
    """A card turned up in dealing that fits foundations of both kinds may be laid aside instead.

    >>> lay_aside("alphabet", "aside", after=1).tell()
    'A card that falls on the alphabet and suits an ascending and a descending foundation may be laid aside, from the second deal on.'
    """

    on: Groups
    to: str
    after: int = 0

    speaks_of = ("on", "to")

    def tell(self) -> str:
        """The clause as a sentence."""
        said = f"A card that falls on {listed(groups(self.on), 'or')} and suits an ascending and a descending foundation may be laid aside"
        return said + from_deal(self.after) + "."


@dataclass(frozen=True)
class build(Clause):
    """Cards laid on one another in the tableau: a line of values and a relation of suits.

    Without ``frm`` the cards come from the same groups; ``own`` among the sources stands for each group itself. ``run``
    moves the whole face-up part of a place; ``on_blocked`` admits blocked cards, too, to be laid on.

    >>> build(down, alternate, "lanes", talon).tell()
    'A card from the talon may be placed on the lanes, in alternate colours and in descending line.'
    """

    line: Line
    suit: Suits
    onto: Groups
    frm: Groups | None = None
    when: Phase = once_dealt
    where: Relation | None = None
    run: bool = False
    never_on: int = 0
    on_blocked: bool = False

    speaks_of = ("onto", "frm")

    @property
    def key(self) -> tuple[object, ...]:
        """One such clause for each group built on and each source, for single cards and for runs."""
        return ("build", self.onto, self.frm, self.run)

    @property
    def word(self) -> str:
        """The book's verb."""
        return "married" if self.suit is in_suit else "placed"

    def tell(self) -> str:
        """The clause as a sentence."""
        frm, onto = groups(self.frm) or groups(self.onto), groups(self.onto)
        among = frm == onto  # laid on one another
        if self.run:
            said = f"The whole face-up part of one of {listed(frm, 'or')} may be {self.word} on "
            said += "another" if among else listed(onto, "or")
        elif among:
            said = f"{cards_of(onto)} may be {self.word} on one another"
        else:
            said = f"{upper_first(card_from(frm))} may be {self.word} on {listed(onto, 'or')}"
        said += f" {self.where.words}" if self.where else ""
        said += f", {self.suit.tell()} and {self.line.tell()}"
        said += f", but never on a {rank_name(self.never_on)}" if self.never_on else ""
        said += ", on a blocked card as well" if self.on_blocked else ""
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
    last is filled; with ``lane`` a whole empty ray may take one such card before the rest of it is filled; with ``singly``
    places short of several cards get one each in turn; with ``once`` a place takes such a card once in the game.

    >>> fill("divan", (talon, hand), choose=False).tell()
    'Vacancies in the divan are filled at once, with a card from the talon, failing that from the pack.'
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
    singly: bool = False
    once: bool = False

    speaks_of = ("group", "frm")

    @property
    def key(self) -> tuple[object, ...]:
        """One such clause for each group filled, each time and each kind of source."""
        return ("fill", self.group, self.phase.bits, self.lane)

    def tell(self) -> str:
        """The clause as a sentence."""
        who = f"{counted(self.by)} cards together" if self.by > 1 else f"a {rank_name(self.only)} only" if self.only else "a card"
        who += ", and all the cards that lie on it," if self.run else ""
        sources = groups(self.frm)
        if self.choose or len(sources) == 1:
            what = card_from(sources, who)
        else:
            what = ", failing that ".join([card_from(sources[:1], who), *(f"from {the(s)}" for s in sources[1:])])
        where = listed(groups(self.group))
        if self.lane:
            said = f"When a whole ray is empty, its place in {where} may take {what}; the rest is filled at once"
            return f"{said}, {self.phase.words}." if self.phase.words else f"{said}."
        verb = "may be filled" if self.when == may else "are filled"
        said = upper_first(f"{self.phase.words}, vacancies" if self.phase.words else "vacancies")
        said += f" in {where} {verb} {self.when}, with {what}"
        said += f" {self.where.words}" if self.where else ""
        said += f", until each place has {counted(self.upto)}" if self.upto > 1 else ""
        said += ", one to each in turn" if self.singly else ""
        row = f" of {self.across}" if self.across else ""
        said += f", in the newest row{row} only" if self.newest else f", the uppermost rows{row} first" if row else ""
        rounds = "round" if self.rounds == 1 else f"{counted(self.rounds)} rounds"
        said += f", but only in the first {rounds} of the deal" if self.rounds else ""
        return said + (", each place once in the game." if self.once else ".")


@dataclass(frozen=True)
class turn(Clause):
    """The cards left in hand are turned one by one; those not used form the talon.

    With ``to`` they are turned to a group of their own when no set is left, or ``freely``, whenever the player likes.

    >>> turn().tell()
    'The cards left in hand are turned one by one; those not used form the talon.'
    """

    at: tuple[Spot, ...] = ()
    by_colour: bool = False
    to: str = ""
    freely: bool = False

    speaks_of = ("to",)

    def tell(self) -> str:
        """The clause as a sentence."""
        if self.to:
            return f"{'When you like' if self.freely else 'When no set is left'}, the next card in hand is turned to the {self.to}."
        talons = "two talons, red and black" if self.by_colour else "the talon"
        return f"The cards left in hand are turned one by one; those not used form {talons}."


@dataclass(frozen=True)
class again(Clause):
    """Re-deals, always in addition to the first deal; -1 for as many as you like.

    ``under``: each packet taken up is put under the heap, so that the last comes out first. ``placing``: only after a pass
    in which something was placed. ``complete_first``: a group whose vacancies are dealt to before the rest. Of the special
    re-deals, "round" deals each packet round the others, and "queens" pays three cards for each queen on the talon:
    ``counted`` says which ("new": those laid there since the last payment; "all"), ``lifted`` which of them come along
    ("met" among the cards paid; "all" that are paid for; "none").

    >>> again(2, "fans", shuffled=True).tell()
    'The fans may be taken up, shuffled and dealt again, twice.'
    """

    n: int
    what: Groups = talon
    shuffled: bool = False
    under: bool = False
    backwards: bool = False
    placing: bool = False
    complete_first: str = ""
    special: str = ""
    counted: str = "new"
    lifted: str = "met"

    speaks_of = ("what", "complete_first")

    def __post_init__(self) -> None:
        for name, known in (("special", ("", "queens", "round")), ("counted", ("new", "all")), ("lifted", ("met", "all", "none"))):
            if getattr(self, name) not in known:
                raise RuleError(f"{name} in again is {' or '.join(map(repr, known))}, not {getattr(self, name)!r}")

    def tell(self) -> str:
        """The clause as a sentence."""
        limit = "." if self.n < 0 else f"; {counted(self.n)} in all."
        if self.special == "queens":
            which = "laid on the talon by that deal" if self.counted == "new" else "in the talon"
            said = f"When the pack is out, three cards for each queen {which} come from its bottom and are dealt again"
            along = {"met": "a queen met among them goes along uncounted", "all": "the queens paid for go along, too",
                     "none": "the queens stay where they lie"}  # fmt: skip
            return f"{said}; {along[self.lifted]}{limit}"
        if self.special == "round":
            said = f"{upper_first(each_of(self.what))} may once be taken up, face down, and dealt round"
            return f"{said} from its right-hand neighbour{limit}"
        often = "as often as you like" if self.n < 0 else {1: "once", 2: "twice"}.get(self.n, f"{counted(self.n)} times")
        lies = "they lie" if len(groups(self.what)) > 1 or is_plural(groups(self.what)[0]) else "it lies"
        how = ", shuffled and dealt again" if self.shuffled else f" and dealt again as {lies}, without shuffling"
        said = f"{upper_first(listed(groups(self.what)))} may be taken up{how}, {often}"
        said += ", so long as each pass places something" if self.placing else ""
        said += f", after a card to each empty place of {the(self.complete_first)}" if self.complete_first else ""
        said += ", the uppermost card of each first" if self.backwards else ""
        return said + (", each packet put under the one before and the heap turned." if self.under else ".")


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
            raise RuleError(f"the reading {self.name!r} needs two options at least", self)
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

    @property
    def inside(self) -> tuple[Clause, ...]:
        """The clauses of the option in force, as they are written there."""
        found = self.options[self.taken]
        return (found,) if isinstance(found, Clause) else tuple(found)

    def clauses(self) -> tuple[Clause, ...]:
        """The clauses of the option in force, which carry the reading's rules besides their own."""
        return tuple(replace_rules(c, (*c.rules, *self.rules)) for c in self.inside)

    def putting(self, *clauses: Clause) -> reading:
        """The same reading with other clauses in the option in force."""
        return self if clauses == self.inside else replace(self, options={**self.options, self.taken: clauses}, chosen=self.taken)

    def tell(self) -> str:
        """The clause as a sentence."""
        return f"Reading “{self.name}”: {self.taken}."


def replace_rules(clause: C, rules: tuple[Rule, ...]) -> C:
    """A copy of a clause with other rules cited."""
    if isinstance(clause, deal):
        return deal(*clause.steps, rules=rules)  # type: ignore[return-value]
    return replace(clause, rules=rules)
