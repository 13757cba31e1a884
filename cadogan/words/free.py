"""free: which cards of a group are available."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from cadogan.engine.numbers import FACE, RED
from cadogan.engine.piles import phase_of, refresh
from cadogan.engine.rules import END, PLAY, Rows, Rules, State

from .above import Making
from .citing import RuleError
from .clause import TABLEAU, Clause
from .english import Groups, each_of, groups, listed
from .meanings import Explained
from .values import same_column, same_ray, same_row


@dataclass(frozen=True, slots=True)
class Free(Explained):
    """Which cards of a place are available: a name, and what is said of it.

    >>> red_only.till_the_end.words
    'only red cards are at home and available, the others when pack and talon are spent'
    """

    code: str
    words: str
    to_the_end: bool = True

    @property
    def colour(self) -> str:
        """The colour that alone is at home, ``red`` or ``black``; empty for both."""
        return self.code if self.code in ("red", "black") else ""

    @property
    def blocks(self) -> bool:
        """Whether cards are blocked by others."""
        return self.code not in ("top", "newest", "red", "black")

    @property
    def till_the_end(self) -> Free:
        """The same (a colour at home), but only while pack or talon lasts."""
        if not self.colour:
            raise RuleError("till_the_end goes with red_only and black_only")
        return replace(
            self, to_the_end=False, words=f"{self.words}, the others when pack and talon are spent"
        )


top = Free("top", "only the uppermost card is available")
"""Only the uppermost card of each place."""
below = Free("below", "a card is available when none lies below it in its column")
"""A card below which no other lies in its column."""
outermost = Free("outer", "a card is available when no place outside it on its ray holds a card")
"""The outermost card of each ray."""
narrow_end = Free("narrow", "a card is available when the place at one of its narrow ends is empty")
"""A card with an empty place at one of its narrow ends."""
clear_lane = Free(
    "lane", "a card is available when a clear lane leads from a narrow end to the edge"
)
"""A card with a clear lane from one of its narrow ends to the edge."""
edge_only = Free("edge", "only cards with a narrow end at the edge are available")
"""A card with a narrow end at the edge of the table."""
either_end = Free("ends", "only the first and the last card of each column are available")
"""The first and the last card of each column."""
last = Free("last", "only the last card is available")
"""Only the last card of the group."""
uncovered = Free("uncovered", "a card is available when no card lies over it")
"""A card over which no other lies: none of the next row overlaps it."""
red_only = Free("red", "only red cards are at home and available")
"""Only red cards; black ones lie in the wrong place. red_only.till_the_end lets them go when pack and talon are spent."""
black_only = Free("black", "only black cards are at home and available")
"""Only black cards; red ones lie in the wrong place. black_only.till_the_end lets them go when pack and talon are spent."""
newest = Free(
    "newest", "while dealing only the newest card of a place is available, afterwards the uppermost"
)
"""While dealing only the card just dealt; afterwards the uppermost card of each place."""


@dataclass(frozen=True)
class free(Clause):
    """Which cards of a group are available, that is, may be played.

    Args:
        group: the group or groups of places.
        which: which cards of it; without it the uppermost card of each place.

    >>> free("lanes").tell()
    'Only the uppermost card of each of the lanes is available.'
    >>> free("lanes", below).tell()
    'In the lanes a card is available when none lies below it in its column.'
    """

    group: Groups
    which: Free = top

    speaks_of = {"group": TABLEAU}
    keyed_by = ("group",)  # one such clause for each group

    def tell(self) -> str:
        """The clause as a sentence."""
        if self.which.code == "top":
            return f"Only the uppermost card of {each_of(self.group)} is available."
        if self.which.code == "newest":
            return f"While dealing, only the newest card of {each_of(self.group)} is available; afterwards, the uppermost."
        return f"{'Among' if self.which.colour else 'In'} {listed(groups(self.group))} {self.which.words}."

    rank = 2

    def enter(self, making: Making) -> None:
        """What makes a card of these places unavailable."""
        for name in groups(self.group):
            inside = list(making.members(name, self))
            if self.which.code == "top":
                continue
            if self.which.code == "newest":
                making.withhold(inside, Newest())
                making.rules.newest = True
                for p in inside:
                    making.rules.places[p].group.newest = True
            elif self.which.colour:
                colour = Colour(self.which.code == "red", self.which.to_the_end)
                making.withhold(inside, colour)
                making.colour_at_home.update(dict.fromkeys(inside, self.which.code))
                if not self.which.to_the_end:
                    making.rules.tells_end = True
                    making.rules.finally_ += (colour,)
            else:
                blocking = {i: blockers(self.which.code, making, inside, i) for i in inside}
                making.withhold(inside, Blocked(blocking, len(making.places)))
                for i, sets in blocking.items():
                    for j in {j for those in sets for j in those}:
                        making.blocks.setdefault(j, set()).add(i)


# --- in play ------------------------------------------------------------------------------------------


class Reason(ABC):
    """Why the uppermost card of some places may not be available."""

    #: For each place whether it is one of them (`Making.withhold`).
    of: tuple[int, ...] = ()

    @abstractmethod
    def withholds(self, rules: Rules, s: State, p: int, card: int) -> int:
        """Whether it makes the uppermost card of place p unavailable now."""


class Newest(Reason):
    """While the deal goes on only the newest card of a place is available."""

    def withholds(self, rules: Rules, s: State, p: int, card: int) -> int:
        """Whether the card was there before the last one was dealt."""
        return self.of[p] and s.phase < PLAY and s.height[p] <= s.before[p]


class Colour(Reason):
    """Only cards of one colour are at home here, and available; to the end, or until pack and talon
    are spent.
    """

    def __init__(self, red: bool, to_the_end: bool) -> None:
        self.red, self.to_the_end = int(red), to_the_end

    def withholds(self, rules: Rules, s: State, p: int, card: int) -> int:
        """Whether the card is a stray."""
        if not self.of[p] or RED[card & FACE] == self.red:
            return False
        return self.to_the_end or phase_of(rules, s) != END

    def settled(self, rules: Rules, s: State) -> None:
        """At the end strays, too, become available."""
        if phase_of(rules, s) == END:
            refresh(rules, s)


class Blocked(Reason):
    """A card is available when a set of places is empty, or one of two."""

    def __init__(self, blocking: Mapping[int, Sequence[Sequence[int]]], places: int) -> None:
        sets = zip(*(blocking.get(p, ((), ())) for p in range(places)))
        self.one, *others = map(Rows, sets)
        #: The second set; where there is none, the first alone counts.
        self.other = others[0] if others else None

    def withholds(self, rules: Rules, s: State, p: int, card: int) -> int:
        """Whether neither of the two sets is empty."""
        if not self.of[p] or are_empty(s, self.one, p):
            return False
        return self.other is None or not are_empty(s, self.other, p)


def are_empty(s: State, rows: Rows, p: int) -> int:
    """Whether every place of a row is empty."""
    for i in range(rows.start[p], rows.start[p + 1]):
        if s.top[rows.items[i]] >= 0:
            return False
    return True


# --- read off the coordinates -------------------------------------------------------------------------


def outside(making: Making, inside: Sequence[int], i: int) -> list[int]:
    """The places further out than place i on its ray; the ring ``inside`` has the rays' centre in
    its middle.
    """
    places = making.places
    x = sum(places[j].x for j in inside) / len(inside)
    y = sum(places[j].y for j in inside) / len(inside)
    far = [math.hypot(p.x - x, (p.y - y) * 7 / 5) for p in places]
    here = places[i]
    return [
        j
        for j, p in enumerate(places)
        if making.in_tableau(p) and same_ray.holds(p, here) and far[j] > far[i] + 0.35
    ]


def blockers(code: str, making: Making, inside: Sequence[int], i: int) -> tuple[Sequence[int], ...]:
    """The one or two sets of places of a group; the card of place i is free when one set is all
    empty.
    """
    if code == "outer":
        return (outside(making, inside, i),)
    places = making.places
    here = places[i]
    in_column = [j for j in inside if same_column.holds(places[j], here)]
    in_row = [j for j in inside if same_row.holds(places[j], here)]
    lower = [j for j in in_column if places[j].y > here.y]
    upper = [j for j in in_column if places[j].y < here.y]
    if code == "below":
        return (lower,)
    if code == "uncovered":
        near = [places[j] for j in inside]
        over = [abs(p.x - here.x) < 0.9 and 0 < p.y - here.y < 0.9 for p in near]
        return ([j for j, lies_over in zip(inside, over) if lies_over],)
    if code == "ends":
        return upper, lower
    if code == "last":
        return ([j for j in inside if j > i],)
    crossways = here.angle % 180 == 90
    one = [j for j in in_row if places[j].x < here.x] if crossways else upper
    other = [j for j in in_row if places[j].x > here.x] if crossways else lower
    if code == "lane":
        return one, other
    if code == "edge":
        return ([i] if one and other else (),)

    def distance(j: int) -> float:
        return abs(places[j].x - here.x) + abs(places[j].y - here.y)

    return tuple(sorted(those, key=distance)[:1] for those in (one, other))
