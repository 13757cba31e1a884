"""Where every card of a pile lies: spread, squared or turned as its place says, in the units of a
drawing.

A card is 50 by 70 units. Where a fan would run into another place, or further than the table is
wide, its cards lie closer together."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from cadogan.cards import Card
from cadogan.drawing.faces import HEIGHT, WIDTH
from cadogan.layout import Place

#: A pile as the player sees it, the uppermost card last; None for a card unseen.
Pile = tuple[Card | None, ...]
#: Left, top, right and bottom of an upright rectangle.
Box = tuple[float, float, float, float]

#: How many card widths an unhindered fan reaches across, or heights down, or as far as the other
#: places do.
REACH = (6.5, 4.6)
# A little table shows between a long fan and its neighbour.
_GAP = 4.0


def around(boxes: Iterable[Box]) -> Box:
    """The rectangle round several, of which there is one at least."""
    lefts, tops, rights, bottoms = zip(*boxes)
    return min(lefts), min(tops), max(rights), max(bottoms)


@dataclass(frozen=True)
class Outline:
    """A rectangle about its middle, turned clockwise by an angle in degrees."""

    x: float
    y: float
    wide: float
    high: float
    angle: int = 0

    @property
    def box(self) -> Box:
        """The upright rectangle round it."""
        turn = math.radians(self.angle)
        cos, sin = abs(math.cos(turn)), abs(math.sin(turn))
        across, down = (
            (self.wide * cos + self.high * sin) / 2,
            (self.wide * sin + self.high * cos) / 2,
        )
        return self.x - across, self.y - down, self.x + across, self.y + down

    def _half_along(self, x: float, y: float) -> float:
        """Half the length of its shadow on a line in the direction (x, y)."""
        turn = math.radians(self.angle)
        cos, sin = math.cos(turn), math.sin(turn)
        return (abs(x * cos + y * sin) * self.wide + abs(y * cos - x * sin) * self.high) / 2

    def meets(self, other: Outline, slack: float = 0.0) -> bool:
        """Whether the two overlap by more than ``slack``: no line along a side of either passes
        between them.
        """
        dx, dy = other.x - self.x, other.y - self.y
        for angle in (self.angle, self.angle + 90, other.angle, other.angle + 90):
            x, y = math.cos(math.radians(angle)), math.sin(math.radians(angle))
            if abs(dx * x + dy * y) >= self._half_along(x, y) + other._half_along(x, y) - slack:
                return False
        return True


@dataclass(frozen=True)
class Laid:
    """One thing on the table: a card's text, ``back`` or ``slot``, its upper left corner in units,
    its angle.
    """

    what: str
    x: float
    y: float
    angle: int

    @property
    def outline(self) -> Outline:
        """The card's outline on the table."""
        return Outline(self.x + WIDTH / 2, self.y + HEIGHT / 2, WIDTH, HEIGHT, self.angle)

    @property
    def box(self) -> Box:
        """The upright rectangle round the card."""
        return self.outline.box


def first_card(place: Place, steps: float = 0.0) -> Outline:
    """The outline of a place's first card, or of the one this many steps of its spread further."""
    dx, dy = place.spread
    return Laid(
        "", (place.x + dx * steps) * WIDTH, (place.y + dy * steps) * HEIGHT, place.angle
    ).outline


def room(place: Place, places: Sequence[Place], enough: float = math.inf) -> float:
    """How many natural steps a fan may spread from its first card before it meets another place;
    counted no further than ``enough``.

    A fan with more cards than that lies closer. Places that overlap the first card anyway do not
    count. In the open a fan reaches as far as ``REACH`` or the furthest other place; at least one
    step is always granted."""
    dx, dy = place.spread[0] * WIDTH, place.spread[1] * HEIGHT
    if not (dx or dy):
        return 0.0
    first = first_card(place)
    others = [first_card(other) for other in places if other is not place]
    across, down = REACH[0] * WIDTH, REACH[1] * HEIGHT
    if others:
        left, top, right, bottom = first.box
        leftmost, upmost, rightmost, lowest = around(other.box for other in others)
        across = max(across, rightmost - right if dx > 0 else left - leftmost)
        down = max(down, lowest - bottom if dy > 0 else top - upmost)
    limit = min(far / abs(step) for far, step in ((across, dx), (down, dy)) if step)
    others = [other for other in others if not first.meets(other, 2.0)]
    steps, part, gap = 0.0, 0.25, _GAP / math.hypot(dx, dy)
    while steps < enough and steps + part <= limit:
        card = first_card(place, steps + part + gap)
        if any(card.meets(other, 2.0) for other in others):
            break
        steps += part
    return max(1.0, steps)


def arrange(place: Place, pile: Pile, places: Sequence[Place]) -> list[Laid]:
    """The cards of a pile that are drawn, the uppermost last: a fan whole, a packet by its uppermost
    card.
    """
    x, y = place.x * WIDTH, place.y * HEIGHT
    names = [card.text if card is not None else "back" for card in pile] or ["slot"]
    if place.spread == (0.0, 0.0):
        del names[:-1]
    steps = max(1, len(names) - 1)
    step = min(1.0, room(place, places, steps) / steps)
    dx, dy = place.spread[0] * WIDTH * step, place.spread[1] * HEIGHT * step
    return [Laid(name, x + dx * i, y + dy * i, place.angle) for i, name in enumerate(names)]


def shared_ground(places: Sequence[Place]) -> frozenset[str]:
    """The ids of places that lie partly on another place, as in a herring-bone or in half covered
    rows.
    """
    outlines = [first_card(place) for place in places]
    return frozenset(
        place.id
        for i, place in enumerate(places)
        if any(outlines[i].meets(other, 6.0) for j, other in enumerate(outlines) if i != j)
    )
