"""Where every card of a pile lies: spread, squared or turned as its place says, in the units of a drawing.

A card is 50 by 70 units. Where a fan would run into another place, or further than the table is wide,
its cards lie closer together.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from cadogan.cards import Card
from cadogan.faces import HEIGHT, WIDTH
from cadogan.layout import Place

#: A pile as the player sees it, the uppermost card last; None for a card unseen.
Pile = tuple[Card | None, ...]
#: Left, top, right and bottom of an upright rectangle.
Box = tuple[float, float, float, float]

#: An unhindered fan reaches so many card widths across or heights down, or as far as the other places do.
REACH = (6.5, 4.6)
# A little table shows between a long fan and its neighbour.
_GAP = 4.0


@dataclass(frozen=True)
class Laid:
    """One thing on the table: a card's text, ``back`` or ``slot``, its upper left corner in units, its angle."""

    what: str
    x: float
    y: float
    angle: int

    @property
    def box(self) -> Box:
        """The upright rectangle round the card: left, top, right, bottom."""
        return box_of(self.x, self.y, self.angle)


def box_of(x: float, y: float, angle: int) -> Box:
    """The upright rectangle round a card with its upper left corner at (x, y) before it is turned."""
    turn = math.radians(angle)
    wide = abs(WIDTH * math.cos(turn)) + abs(HEIGHT * math.sin(turn))
    high = abs(WIDTH * math.sin(turn)) + abs(HEIGHT * math.cos(turn))
    middle_x, middle_y = x + WIDTH / 2, y + HEIGHT / 2
    return middle_x - wide / 2, middle_y - high / 2, middle_x + wide / 2, middle_y + high / 2


def meet(one: Box, other: Box, slack: float = 0.0) -> bool:
    """Whether two rectangles overlap by more than ``slack``."""
    return (
        one[0] < other[2] - slack
        and other[0] < one[2] - slack
        and one[1] < other[3] - slack
        and other[1] < one[3] - slack
    )


def room(place: Place, places: Sequence[Place]) -> float:
    """How many natural steps a fan may spread from its first card before it meets another place.

    A fan with more cards than that lies closer. Places that overlap the first card anyway do not count. In the
    open a fan reaches as far as ``REACH`` or the furthest other place; at least one step is always granted.
    """
    dx, dy = place.spread[0] * WIDTH, place.spread[1] * HEIGHT
    if not (dx or dy):
        return 0.0
    x, y = place.x * WIDTH, place.y * HEIGHT
    first = box_of(x, y, place.angle)
    others = [box_of(other.x * WIDTH, other.y * HEIGHT, other.angle) for other in places if other is not place]
    across, down = REACH[0] * WIDTH, REACH[1] * HEIGHT
    if others:
        across = max(across, max(b[2] for b in others) - first[2] if dx > 0 else first[0] - min(b[0] for b in others))
        down = max(down, max(b[3] for b in others) - first[3] if dy > 0 else first[1] - min(b[1] for b in others))
    limit = min(far / abs(step) for far, step in ((across, dx), (down, dy)) if step)
    others = [box for box in others if not meet(first, box, 2.0)]
    steps, part = 0.0, 0.25
    while steps + part <= limit:
        beyond = steps + part + _GAP / math.hypot(dx, dy)  # so that a little table shows between
        there = box_of(x + dx * beyond, y + dy * beyond, place.angle)
        if any(meet(there, box, 2.0) for box in others):
            break
        steps += part
    return max(1.0, steps)


def arrange(place: Place, pile: Pile, places: Sequence[Place]) -> list[Laid]:
    """What of a pile is to be drawn, the uppermost last: a fan whole, a packet by its uppermost card."""
    x, y = place.x * WIDTH, place.y * HEIGHT
    if not pile:
        return [Laid("slot", x, y, place.angle)]
    names = [card.text if card is not None else "back" for card in pile]
    if place.spread == (0.0, 0.0):
        return [Laid(names[-1], x, y, place.angle)]
    step = min(1.0, room(place, places) / max(1, len(pile) - 1))
    dx, dy = place.spread[0] * WIDTH * step, place.spread[1] * HEIGHT * step
    return [Laid(name, x + dx * i, y + dy * i, place.angle) for i, name in enumerate(names)]


def shared_ground(places: Sequence[Place]) -> frozenset[str]:
    """The ids of places that lie partly on another place, as in a herring-bone or in half covered rows."""
    boxes = [(place.id, box_of(place.x * WIDTH, place.y * HEIGHT, place.angle)) for place in places]
    return frozenset(
        name for i, (name, box) in enumerate(boxes)
        if any(meet(box, other, 6.0) for j, (_, other) in enumerate(boxes) if i != j)
    )  # fmt: skip
