"""places: groups of packets, columns, lanes, fans, single cards; peek: how deep a squared packet may be
looked into; drawn: where the places of a group lie on the plate. The last is no rule: it is said
apart, and no move depends on it."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Any, ClassVar

from cadogan.cards import cards
from cadogan.engine.rules import Group, Rules, State
from cadogan.layout import Spot
from cadogan.usage import OF_SUCH, CardsOrNone, Count, Letter, Name, Offset

from .citing import RuleError
from .clause import TABLEAU, Clause, Making, Setting
from .english import counted, each_of, hand, is_plural, joined, the
from .reading import reading
from .turn import turn
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


@dataclass(frozen=True)
class peek(Clause):
    """How far you may look into a squared packet: as many cards as another group has vacancies.

    Args:
        group: the packets that may be looked into.
        vacancies: the group whose vacancies are counted.
        counting_top: True where the uppermost card is one of those cards.

    >>> peek("line", "flanks").tell()
    'In the line you may look at as many cards below the uppermost as there are vacancies in the flanks.'
    """

    group: Name
    vacancies: Name
    counting_top: bool = False

    speaks_of = {"group": TABLEAU, "vacancies": TABLEAU}

    def tell(self) -> str:
        """The clause as a sentence."""
        top = "counting the uppermost" if self.counting_top else "below the uppermost"
        return f"In the {self.group} you may look at as many cards {top} as there are vacancies in the {self.vacancies}."

    def enter(self, making: Making) -> None:
        """Set how deep the packets of the group may be looked into."""
        making.group(self.group, self).squared = Depth(
            making.group(self.vacancies, self), 0 if self.counting_top else 1
        )


class Depth:
    """How many cards of a packet are seen from the top: as many as there are vacancies, and
    ``more``.
    """

    def __init__(self, vacancies: Group, more: int) -> None:
        self.vacancies, self.more = vacancies, more

    def seen(self, rules: Rules, s: State) -> int:
        """How many cards are seen, at least one."""
        vacant = self.more
        for p in range(self.vacancies.first, self.vacancies.end):
            if s.top[p] < 0:
                vacant += 1
        return max(1, vacant)


@dataclass(frozen=True)
class drawn(Clause):
    """Where a group lies on the table. It changes the picture and never the game.

    Args:
        name: the group; hand stands for the pack in hand with the talon beside it.
        at: the spot of each place, such as line(10).
        spread: how each pile is spread: two numbers, across and down, for each further card; or
            such a pair for each place.

    >>> from cadogan.layout import line
    >>> drawn("lanes", line(10)).tell()
    'The lanes lie as they are drawn.'
    """

    name: Name
    at: tuple[Spot, ...] = ()
    spread: Offset | Annotated[tuple[Offset, ...], OF_SUCH] | None = None

    keyed_by = ("name",)  # groups are known by name
    #: Whether it is the drawing of a game that others are made from: it goes with its group.
    taken_over: ClassVar[bool] = False

    def tell(self) -> str:
        """The clause as a sentence."""
        return f"The {self.name} lie as they are drawn."

    def over(self, before: drawn) -> drawn:
        """This drawing, and what an earlier one of the same group says besides."""
        spread = before.spread if self.spread is None else self.spread
        return replace(self, at=self.at or before.at, spread=spread)

    def spots(self, said: Sequence[Spot], n: int) -> Sequence[Spot]:
        """The spots of n places: as drawn, where there are enough, else as the rules have them."""
        return self.at if self.at and len(self.at) >= n else said

    def spreads(self, usual: Any, n: int) -> Any:
        """How n piles are spread: as drawn, else as usual."""
        each = bool(self.spread) and isinstance(self.spread[0], tuple)  # type: ignore[index]
        return usual if self.spread is None or (each and len(self.spread) != n) else self.spread


def drawn_last(clauses: Sequence[Clause]) -> tuple[Clause, ...]:
    """The clauses, and behind them how each group is drawn, a clause to each.

    Raises:
        RuleError: what is drawn is no group of theirs.
    """
    others = [c for c in clauses if not isinstance(c, drawn)]
    inside = [i for c in others for i in (c.clauses_of_all() if isinstance(c, reading) else (c,))]
    known = {
        hand if isinstance(c, turn) else c.name for c in inside if isinstance(c, turn | Setting)
    }
    drawings: dict[str, drawn] = {}
    for c in clauses:
        if isinstance(c, drawn):
            if c.name not in known and c.taken_over:
                continue
            if c.name not in known:
                raise RuleError(
                    f"drawn: there is no {c.name!r} on this table; it has {', '.join(sorted(known))}",
                    c,
                )
            drawing = c.over(drawings[c.name]) if c.name in drawings else replace(c)
            vars(drawing).update(taken_over=True)  # it is frozen
            drawings[c.name] = drawing
    return (*others, *drawings.values())
