"""free: which cards of a group are available."""

from __future__ import annotations

import json
import math
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Annotated

from cadogan.engine.numbers import FACE, RED
from cadogan.engine.piles import phase_of, refresh
from cadogan.engine.rules import END, PLAY, Rows, Rules, State
from cadogan.usage import checked, one_of

from .citing import RuleError
from .clause import TABLEAU, Clause, Making
from .english import Groups, each_of, groups, listed
from .meanings import Explained
from .places import places
from .values import Relation

#: How places must lie to each other to be in one another's way.
IN_ROW, IN_COLUMN, ON_RAY = (Relation(code, "") for code in ("row", "column", "ray"))


@dataclass(frozen=True, slots=True)
class Free(Explained):
    """Which cards of a place are available: a name, and what is said of it.

    >>> red.till_the_end.words
    'only red cards are at home and available, the others when pack and talon are spent'
    """

    code: str
    words: str
    to_the_end: bool = True
    sides: tuple[str, ...] = ()
    reach: str = ""
    said: str = ""

    @property
    def colour(self) -> str:
        """The colour that alone is at home, ``red`` or ``black``; empty for both."""
        return self.code if self.code in ("red", "black") else ""

    @property
    def blocks(self) -> bool:
        """Whether cards are blocked by others."""
        return self.code == "clear"

    @property
    def till_the_end(self) -> Free:
        """The same (a colour at home), but only while pack or talon lasts."""
        if not self.colour:
            raise RuleError("till_the_end goes with red and black")
        return replace(
            self,
            to_the_end=False,
            words=f"{self.words}, the others when pack and talon are spent",
            said=f"{self.code}.till_the_end",
        )


top = Free("top", "only the uppermost card is available")
"""Only the uppermost card of each place."""
#: In which direction no other card may lie, as `clear` says it; and how that is told where nothing
#: else is.
SIDES = {
    "above": "none lies above it in its column",
    "below": "none lies below it in its column",
    "left": "none lies left of it in its row",
    "right": "none lies right of it in its row",
    "outside": "no place outside it on its ray holds a card",
    "over": "no card lies over it",
    "after": "none lies after it",
    "narrow ends": "a clear lane leads from a narrow end to the edge",
}
#: What is told of some directions together, or of a shorter reach.
TOLD = {
    (("above", "below"), "lane"): "only the first and the last card of each column are available",
    (("after",), "lane"): "only the last card is available",
    (
        ("narrow ends",),
        "place",
    ): "a card is available when the place at one of its narrow ends is empty",
    (("narrow ends",), "edge"): "only cards with a narrow end at the edge are available",
}
HOW_FAR = {"place": ", in the next place", "edge": ", nor any place", "lane": ""}
Side = Annotated[str, one_of(*SIDES)]


@checked
def clear(*sides: Side, reach: Annotated[str, one_of(*HOW_FAR)] = "lane") -> Free:
    """A card on one side of which no other lies, or on one of two sides.

    Args:
        sides: one or two directions: "above", "below", "left" or "right" in its column or row,
            "outside" on its ray, "over" it, "after" it in its group, or at its "narrow ends".
        reach: how far: "lane", to the edge of the group; "place", the next place only; or "edge",
            where there must be no place at all.

    >>> clear("below").words
    'a card is available when none lies below it in its column'
    >>> clear("narrow ends", reach="place").words
    'a card is available when the place at one of its narrow ends is empty'
    """
    if not 1 <= len(sides) <= 2 or (len(sides) == 2 and "narrow ends" in sides):
        raise RuleError(
            'clear(…) names one direction, or two of which one must be clear, such as clear("above", "below")'
        )
    condition = " or ".join(SIDES[side] for side in sides) + HOW_FAR[reach]
    words = TOLD.get((sides, reach)) or f"a card is available when {condition}"
    written = ", ".join([*map(json.dumps, sides), *([f'reach="{reach}"'] * (reach != "lane"))])
    return Free("clear", words, sides=sides, reach=reach, said=f"clear({written})")


red = Free("red", "only red cards are at home and available")
"""Only red cards; black ones lie in the wrong place. red.till_the_end lets them go when pack and talon are spent."""
black = Free("black", "only black cards are at home and available")
"""Only black cards; red ones lie in the wrong place. black.till_the_end lets them go when pack and talon are spent."""
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
    >>> free("lanes", clear("below")).tell()
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

    def shape_read(self, making: Making) -> Iterator[str]:
        """Its groups, where a card is free when others lie in none of some directions."""
        if {*self.which.sides} - {"after"}:
            yield from groups(self.group)
        if "outside" in self.which.sides:  # on a ray lie places of other groups
            yield from (c.name for c in making.of(places))

    def enter(self, making: Making) -> None:
        """Add what makes a card of these places unavailable."""
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
                blocking = {i: blockers(self.which, making, inside, i) for i in inside}
                making.withhold(inside, Blocked(blocking, len(making.places)))
                for i, sets in blocking.items():
                    for j in {j for row in sets for j in row}:
                        making.blocks.setdefault(j, set()).add(i)


# --- in play ------------------------------------------------------------------------------------------


class Reason(ABC):
    """Why the uppermost card of some places may not be available."""

    #: For each place whether it is one of them (`Making.withhold`).
    members: tuple[int, ...] = ()

    @abstractmethod
    def withholds(self, rules: Rules, s: State, p: int, card: int) -> int:
        """Whether it makes the uppermost card of place p unavailable now."""


class Newest(Reason):
    """While the deal goes on only the newest card of a place is available."""

    def withholds(self, rules: Rules, s: State, p: int, card: int) -> int:
        """Whether the card was there before the last one was dealt."""
        return self.members[p] and s.phase < PLAY and s.height[p] <= s.before[p]


class Colour(Reason):
    """Only cards of one colour are at home here, and available; to the end, or until pack and talon
    are spent.
    """

    def __init__(self, red: bool, to_the_end: bool) -> None:
        self.red, self.to_the_end = int(red), to_the_end

    def withholds(self, rules: Rules, s: State, p: int, card: int) -> int:
        """Whether the card is a stray."""
        if not self.members[p] or RED[card & FACE] == self.red:
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
        self.first, *others = map(Rows, sets)
        #: The second set; where there is none, the first alone counts.
        self.second = others[0] if others else None

    def withholds(self, rules: Rules, s: State, p: int, card: int) -> int:
        """Whether neither of the two sets is empty."""
        if not self.members[p] or are_empty(s, self.first, p):
            return False
        return self.second is None or not are_empty(s, self.second, p)


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
    places = making.lying
    x = sum(places[j].x for j in inside) / len(inside)
    y = sum(places[j].y for j in inside) / len(inside)
    far = [math.hypot(p.x - x, (p.y - y) * 7 / 5) for p in places]
    place = places[i]
    return [
        j
        for j, p in enumerate(places)
        if making.in_tableau(p) and ON_RAY.holds(p, place) and far[j] > far[i] + 0.35
    ]


def blockers(which: Free, making: Making, inside: Sequence[int], i: int) -> list[Sequence[int]]:
    """The one or two sets of places of a group; the card of place i is free when one set is all
    empty.
    """
    lying = making.lying
    place = lying[i]
    sides = which.sides
    if sides == ("narrow ends",):
        sides = ("left", "right") if place.angle % 180 == 90 else ("above", "below")

    def distance(j: int) -> float:
        return abs(lying[j].x - place.x) + abs(lying[j].y - place.y)

    sets = [towards(side, making, inside, i) for side in sides]
    if which.reach == "place":
        return [sorted(row, key=distance)[:1] for row in sets]
    if which.reach == "edge":  # the card itself is in its way
        return [[i] if row else [] for row in sets]
    return list(sets)


def towards(side: str, making: Making, inside: Sequence[int], i: int) -> list[int]:
    """The places of a group that lie in a direction from place i."""
    if side == "outside":
        return outside(making, inside, i)
    if side == "after":
        return [j for j in inside if j > i]
    places, place = making.lying, making.lying[i]
    if side == "over":
        near = ((j, places[j]) for j in inside)
        return [j for j, p in near if abs(p.x - place.x) < 0.9 and 0 < p.y - place.y < 0.9]
    line, at = (IN_COLUMN, "y") if side in ("above", "below") else (IN_ROW, "x")
    ahead = {
        j: getattr(places[j], at) - getattr(place, at)
        for j in inside
        if line.holds(places[j], place)
    }
    return [j for j, way in ahead.items() if way and (way > 0) == (side in ("below", "right"))]
