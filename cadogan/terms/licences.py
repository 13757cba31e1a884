"""Licences and duties that few games have: exchanges, sets taken together, blocked cards lifted, kings slipped, counters."""

from __future__ import annotations

from dataclasses import dataclass

from .dealing import *
from .playing import *
from .things import *
from .values import *


@dataclass(frozen=True)
class exchange(Clause):
    """The uppermost card may change from one foundation to another where it fits; base cards stay.

    With ``in_turn`` each foundation gives one card between two plays from the tableau or the talon; with ``in_use``,
    besides, only where that lets another available card be played.

    >>> exchange("aces", "kings").tell()
    'A card may be exchanged between the aces and the kings, one at a time.'
    """

    one: str
    other: str
    both: bool = True
    in_turn: bool = False
    in_use: bool = False
    after: int = 0

    speaks_of = ("one", "other")

    def tell(self) -> str:
        """The clause as a sentence."""
        if self.in_use or self.in_turn:
            said = f"The uppermost card of one of the {self.one} may be taken to the {self.other}, one of each between two other plays"
            return said + (", when that brings another available card into immediate use." if self.in_use else ".")
        said = f"exchanged between the {self.one} and" if self.both else f"taken from the {self.one} to"
        said = f"A card may be {said} the {self.other}, one at a time"
        return said + from_deal(self.after) + "."


@dataclass(frozen=True)
class take(Clause):
    """Cards that leave the tableau as a set: pairs that make a sum (0: of equal value), or crowned triples.

    >>> pairs(14, "square", where=same_line).tell()
    'Two cards from the square in the same row or column that make 14 are taken up together.'
    """

    size: int
    total: int
    group: Groups
    to: str
    where: Relation | None = None

    speaks_of = ("group", "to")

    def tell(self) -> str:
        """The clause as a sentence."""
        where = f" {self.where.words}" if self.where else ""
        if self.size == 4:
            return (f"Three cards of {listed(groups(self.group))} of different values{where} that make {self.total} are taken up together "
                    f"with a court card and laid on the {self.to}.")  # fmt: skip
        kind = "" if self.total else " of equal value"
        sums = f" that make {self.total}" if self.total else ""
        return f"Two cards{kind} from {listed(groups(self.group), 'or')}{where}{sums} are taken up together."


def pairs(total: int, group: Groups, to: str = "pairs", where: Relation | None = None) -> take:
    """Two cards that make a sum; 0 stands for two of equal value."""
    return take(2, total, group, to, where)


def crowned_triples(total: int, group: str, to: str) -> take:
    """Three cards of different values that make a sum, with a court card as their crown."""
    return take(4, total, group, to)


@dataclass(frozen=True)
class swap(Clause):
    """Cards change places: any two at will; or, as a licence, two with two so as to make a set (unless not ``make``).

    With ``or_empty`` one card may also move to a vacancy; with ``in_use`` only an exchange counts that lets one of the two
    be laid elsewhere at once. ``strays`` are single cards in a hemisphere where their colour is not at home.

    >>> swap("square", 1).tell()
    'When no set stands, two cards of the square may once change places with two others so as to make one.'
    """

    group: Groups
    times: int = -1
    when: Phase = after_deal
    or_empty: bool = False
    strays: bool = False
    make: bool = True
    in_use: bool = False

    speaks_of = ("group",)

    def tell(self) -> str:
        """The clause as a sentence."""
        where = listed(groups(self.group))
        if self.strays:
            said = f"A single card of {where} in the wrong hemisphere may change places with one in the other"
            return said + ("; when pack and talon are spent it may move to a vacancy at home." if self.or_empty else ".")
        if self.times < 0:
            said = f"Any two cards of {where} may change places" + (", or one may move to a vacancy" if self.or_empty else "")
            said += f", {self.when.words}" if self.when is not after_deal else ""
            return said + (", where that lets one of them be laid elsewhere at once." if self.in_use else ".")
        said = f"When no set stands, two cards of {where} may{' once' if self.times == 1 else ''} change places with two others"
        said += " so as to make one" if self.make else ", whether that makes one or not"
        return said + (f", up to {self.times} times." if self.times > 1 else ".")


@dataclass(frozen=True)
class lift_blocked(Clause):
    """A licence: one ace and one king from a row (from 1) at the opening, or at the end any one card, laid aside.

    >>> lift_blocked("lanes", 6).tell()
    'While no foundation is begun and none can be, one ace and one king may be taken from row 6 of the lanes.'
    """

    group: str
    row: int = 0
    to: str = ""

    speaks_of = ("group", "to")

    def tell(self) -> str:
        """The clause as a sentence."""
        if self.to:
            return f"Once, when nothing more can be played, any one card of the {self.group} may be lifted {self.to}."
        return f"While no foundation is begun and none can be, one ace and one king may be taken from row {self.row} of the {self.group}."


@dataclass(frozen=True)
class slip_king(Clause):
    """A licence before the first play: where both kings of a suit block lower cards of it (with ``alike``, the two copies of
    one card), one may be slipped under, or ``must`` be.

    >>> slip_king("packets").tell()
    'Before the first play, where two kings of a suit both block lower cards of it on the packets, one may be slipped underneath.'
    """

    group: str
    alike: bool = False
    must: bool = False

    speaks_of = ("group",)

    def tell(self) -> str:
        """The clause as a sentence."""
        blocked = f"two kings of a suit both block {'the same lower card' if self.alike else 'lower cards'} of it on the {self.group}"
        return f"Before the first play, where {blocked}, one {'must' if self.must else 'may'} be slipped underneath."


@dataclass(frozen=True)
class peek(Clause):
    """How deep a squared packet may be looked into: as many cards as there are vacancies in another group.

    >>> peek("line", "flanks").tell()
    'In the line you may look at as many cards below the uppermost as there are vacancies in the flanks.'
    """

    group: str
    vacancies: str
    counting_top: bool = False

    speaks_of = ("group", "vacancies")

    def tell(self) -> str:
        """The clause as a sentence."""
        top = "counting the uppermost" if self.counting_top else "below the uppermost"
        return f"In the {self.group} you may look at as many cards {top} as there are vacancies in the {self.vacancies}."


@dataclass(frozen=True)
class lines_make(Clause):
    """The goal: every row, column and diagonal of a square makes a sum; or only its rows and columns.

    >>> lines_make(15, "square").tell()
    'The game is won when every row, column and diagonal of the square makes 15.'
    """

    total: int
    group: str
    diagonals: bool = True

    speaks_of = ("group",)

    def tell(self) -> str:
        """The clause as a sentence."""
        lines = "row, column and diagonal" if self.diagonals else "row and column"
        return f"The game is won when every {lines} of the {self.group} makes {self.total}."


@dataclass(frozen=True)
class together(Clause):
    """Cards of two divisions are played in pairs, one of each, at the same moment; with ``paired`` only such as lie paired.

    >>> together("army", "navy").tell()
    'A card of the army and one of the navy are played to their foundations at the same moment, never one alone.'
    """

    red: str
    black: str
    paired: bool = False

    speaks_of = ("red", "black")

    def tell(self) -> str:
        """The clause as a sentence."""
        both = f"A card of the {self.red} and one of the {self.black}{' that lie paired' if self.paired else ''}"
        return f"{both} are played to their foundations at the same moment, never one alone."


@dataclass(frozen=True)
class strictly_in_turn(Clause):
    """Playing, marrying and refilling are done in turn, while the pack lasts.

    >>> strictly_in_turn().tell()
    'While the pack lasts, nothing is played after a marriage until the vacancies are refilled or the next card is turned.'
    """

    def tell(self) -> str:
        """The clause as a sentence."""
        return "While the pack lasts, nothing is played after a marriage until the vacancies are refilled or the next card is turned."


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
