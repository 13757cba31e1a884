"""Where places lie: coordinates in card widths and card heights, written with a few words.

A place's spot is the top left corner of its first card, before the card is turned. One source
serves the plate, the board, the text picture and the replay.

>>> line(3, 0, 2)
(Spot(x=0.0, y=2.0, angle=0), Spot(x=1.1, y=2.0, angle=0), Spot(x=2.2, y=2.0, angle=0))
>>> len(block(4, 3) + ring(12, 5, 5, 3))
24
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Annotated

from cadogan.echo import cut
from cadogan.usage import Checked, RuleError, checked, number, whole

#: No table has more spots than that; the largest of the book has 104 cards.
MOST_SPOTS = 500
#: How far a place lies from the corner, or from another, in card widths or heights.
Distance = Annotated[float, number(1_000)]
#: How far a card is turned clockwise, in degrees.
Angle = Annotated[int, whole(-360, 360)]
Some = Annotated[int, whole(0, MOST_SPOTS)]


@dataclass(frozen=True, slots=True)
class Spot(Checked):
    """A card's place on the table: x in card widths, y in card heights, angle in degrees clockwise."""

    x: Distance
    y: Distance
    angle: Angle = 0


@dataclass(frozen=True, slots=True)
class Place:
    """A place of a game: what is drawn there, and what it is called.

    ``spread`` is the offset of each further card in widths and heights; (0, 0) is a squared packet
    of which only the uppermost card shows. ``face_down`` says that the place is kept face down."""

    id: str
    name: str
    group: str
    x: float
    y: float
    angle: int = 0
    spread: tuple[float, float] = (0.0, 0.0)
    face_down: bool = False


def _spot(x: float, y: float, angle: int = 0) -> Spot:
    return Spot(round(float(x), 3), round(float(y), 3), angle)


def _check(n: int) -> None:
    if n > MOST_SPOTS:
        raise RuleError(f"a table has at most {MOST_SPOTS} spots, not {n:,}")


@checked
def line(
    n: Some,
    x: Distance = 0,
    y: Distance = 0,
    dx: Distance = 1.1,
    dy: Distance = 0,
    angle: Angle = 0,
) -> tuple[Spot, ...]:
    """Spots in a line, for drawing.

    Args:
        n: how many spots.
        x: card widths from the left to the first spot.
        y: card heights from the top to it.
        dx: card widths from one spot to the next.
        dy: card heights from one spot to the next.
        angle: degrees by which each card is turned clockwise.
    """
    return tuple(_spot(x + dx * i, y + dy * i, angle) for i in range(n))


@checked
def block(
    rows: Some,
    columns: Some,
    x: Distance = 0,
    y: Distance = 0,
    dx: Distance = 1.1,
    dy: Distance = 1.1,
    angle: Angle = 0,
    woven: bool = False,
) -> tuple[Spot, ...]:
    """Rows of spots, for drawing, row by row from the top left. It takes what line(…) takes
    besides.

    Args:
        rows: how many rows.
        columns: how many spots in each.
        woven: True for a basket weave: one card upright, the next crossways between its neighbours.
    """
    _check(rows * columns)
    return tuple(
        _spot(x + dx * c, y + dy * r, angle + 90 * (woven and (r + c) % 2))
        for r in range(rows)
        for c in range(columns)
    )


@checked
def ring(
    n: Some,
    x: Distance,
    y: Distance,
    rx: Distance,
    ry: Distance | None = None,
    start: Distance = -90,
    sweep: Distance = 360,
    turn: bool = False,
) -> tuple[Spot, ...]:
    """Spots round a centre, clockwise, for drawing.

    Args:
        n: how many spots.
        x: card widths from the left to the centre.
        y: card heights from the top to it.
        rx: the radius across, in card widths.
        ry: the radius down, in card heights; without it a true circle (5/7 of rx).
        start: the direction of the first spot, in degrees; -90 is the top.
        sweep: how much of the circle is used, in degrees.
        turn: True where each card is turned along its ray.
    """
    down = rx * 5 / 7 if ry is None else ry
    step = sweep / max(1, n) if abs(sweep) == 360 else sweep / max(1, n - 1)
    spots = []
    for i in range(n):
        degrees = start + step * i
        ray = math.radians(degrees)
        angle = round(degrees + 90) % 360 if turn else 0
        spots.append(_spot(x + rx * math.cos(ray) - 0.5, y + down * math.sin(ray) - 0.5, angle))
    return tuple(spots)


@checked
def repeat(
    n: Some, pattern: tuple[Spot, ...], dx: Distance = 0, dy: Distance = 0
) -> tuple[Spot, ...]:
    """A pattern of spots, repeated, for drawing.

    Args:
        n: how many times.
        pattern: the spots to be repeated.
        dx: card widths from one copy to the next.
        dy: card heights from one copy to the next.

    >>> repeat(2, spots("0,0 1,0"), 0, 2)[2]
    Spot(x=0.0, y=2.0, angle=0)
    """
    _check(n * len(pattern))
    return tuple(_spot(s.x + dx * i, s.y + dy * i, s.angle) for i in range(n) for s in pattern)


@checked
def spots(text: str) -> tuple[Spot, ...]:
    """Spots written out one by one, for drawing.

    Args:
        text: x,y of each, in card widths and heights; @90 turns the card: "0,0 2.5,1@90".

    >>> spots("0,0 2.5,1@90")
    (Spot(x=0.0, y=0.0, angle=0), Spot(x=2.5, y=1.0, angle=90))
    """
    placed = []
    for part in text.split():
        corner, _, angle = part.partition("@")
        try:
            x, y = corner.split(",")
            placed.append(_spot(float(x), float(y), int(angle or 0)))
        except ValueError:
            raise RuleError(
                f"{cut(repr(part))} is not a spot; a spot is x,y or x,y@angle, such as 2.5,1@90"
            ) from None
    _check(len(placed))
    return tuple(placed)


def triangle(rows: Some, x: Distance = 0) -> tuple[Spot, ...]:
    """Rows of one, two, three … spots, each over the gaps of the last, for drawing.

    Args:
        rows: how many rows.
        x: that of the lowest row.

    >>> triangle(2)
    (Spot(x=0.55, y=0.0, angle=0), Spot(x=0.0, y=0.5, angle=0), Spot(x=1.1, y=0.5, angle=0))
    """
    _check(rows * (rows + 1) // 2)
    return tuple(
        spot for r in range(rows) for spot in line(r + 1, x + 0.55 * (rows - 1 - r), 0.5 * r)
    )
