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
from typing import Any

from cadogan.echo import cut, is_whole

#: No table has more spots than that; the largest of the book has 104 cards.
MOST_SPOTS = 500
#: No place lies further from the corner than that, in card widths or heights, and no card of a pile
#: further from the one before.
FARTHEST, WIDEST_SPREAD = 1_000, 20


class LayoutError(ValueError):
    """Geometry that cannot be drawn: a coordinate that is not a number, too many spots, an offset
    of three parts.
    """


@dataclass(frozen=True, slots=True)
class Spot:
    """A card's place on the table: x in card widths, y in card heights, angle in degrees clockwise."""

    x: float
    y: float
    angle: int = 0

    def __post_init__(self) -> None:
        checked("x", self.x, FARTHEST)
        checked("y", self.y, FARTHEST)
        whole("angle", self.angle, -360, 360)


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


def checked(name: str, value: Any, farthest: float) -> float:
    """The value, when it is a number that can be drawn.

    >>> checked("x", float("nan"), 10)
    Traceback (most recent call last):
    ...
    cadogan.layout.LayoutError: x is a number from -10 to 10, not nan
    """
    if (
        isinstance(value, bool)
        or not isinstance(value, (int, float))
        or not -farthest <= value <= farthest
    ):  # false for nan, too
        raise LayoutError(
            f"{name} is a number from {-farthest:,} to {farthest:,}, not {shown(value)}"
        )
    return value


def whole(name: str, value: Any, low: int, high: int) -> int:
    """The value, when it is a whole number within its bounds; LayoutError if not."""
    if not is_whole(value, low, high):
        raise LayoutError(f"{name} is a whole number from {low:,} to {high:,}, not {shown(value)}")
    return value


def shown(value: object) -> str:
    """A value as an error quotes it, cut where it is long."""
    return cut(repr(value) if isinstance(value, (int, float, str)) else f"a {type(value).__name__}")


def check_spread(spread: Any) -> None:
    """Check how piles are spread: one offset, such as (0.28, 0), or a row of offsets, one for each
    place.

    >>> check_spread(((-1, 0), (1, 0, 0)))
    Traceback (most recent call last):
    ...
    cadogan.layout.LayoutError: an offset of spread is two numbers, across and down, in card widths and heights: (0.28, 0)

    Raises:
        LayoutError: an offset is not two numbers within `WIDEST_SPREAD`.
    """
    if not isinstance(spread, (tuple, list)):
        raise LayoutError(
            f"spread is an offset of two numbers, such as (0.28, 0), or a row of offsets, not {shown(spread)}"
        )
    several = any(isinstance(part, (tuple, list)) for part in spread)
    for offset in spread if several else (spread,):
        if not isinstance(offset, (tuple, list)) or len(offset) != 2:
            raise LayoutError(
                "an offset of spread is two numbers, across and down, in card widths and heights: (0.28, 0)"
            )
        for part in offset:
            checked("each number of spread", part, WIDEST_SPREAD)


def _spot(x: float, y: float, angle: int = 0) -> Spot:
    return Spot(
        round(float(checked("x", x, FARTHEST)), 3),
        round(float(checked("y", y, FARTHEST)), 3),
        angle,
    )


def _check(*counts: int, **numbers: Any) -> None:
    n = math.prod(whole("the number of spots", count, 0, 10**9) for count in counts)
    if n > MOST_SPOTS:
        raise LayoutError(f"a table has at most {MOST_SPOTS} spots, not {n:,}")
    for name, value in numbers.items():
        checked(name, value, FARTHEST)


def line(
    n: int, x: float = 0, y: float = 0, dx: float = 1.1, dy: float = 0, angle: int = 0
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
    _check(n, x=x, y=y, dx=dx, dy=dy)
    return tuple(_spot(x + dx * i, y + dy * i, angle) for i in range(n))


def block(
    rows: int,
    columns: int,
    x: float = 0,
    y: float = 0,
    dx: float = 1.1,
    dy: float = 1.1,
    angle: int = 0,
) -> tuple[Spot, ...]:
    """Rows of spots, for drawing, row by row from the top left. It takes what line(…) takes
    besides.

    Args:
        rows: how many rows.
        columns: how many spots in each.
    """
    _check(rows, columns, x=x, y=y, dx=dx, dy=dy)
    return tuple(spot for r in range(rows) for spot in line(columns, x, y + dy * r, dx, 0, angle))


def ring(
    n: int,
    x: float,
    y: float,
    rx: float,
    ry: float | None = None,
    start: float = -90,
    sweep: float = 360,
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
    _check(n, x=x, y=y, rx=rx, ry=0 if ry is None else ry, start=start, sweep=sweep)
    down = rx * 5 / 7 if ry is None else ry
    step = sweep / max(1, n) if abs(sweep) == 360 else sweep / max(1, n - 1)
    spots = []
    for i in range(n):
        degrees = start + step * i
        ray = math.radians(degrees)
        angle = round(degrees + 90) % 360 if turn else 0
        spots.append(_spot(x + rx * math.cos(ray) - 0.5, y + down * math.sin(ray) - 0.5, angle))
    return tuple(spots)


def repeat(n: int, pattern: tuple[Spot, ...], dx: float = 0, dy: float = 0) -> tuple[Spot, ...]:
    """A pattern of spots, repeated, for drawing.

    Args:
        n: how many times.
        pattern: the spots to be repeated.
        dx: card widths from one copy to the next.
        dy: card heights from one copy to the next.

    >>> repeat(2, spots("0,0 1,0"), 0, 2)[2]
    Spot(x=0.0, y=2.0, angle=0)
    """
    _check(n, len(pattern), dx=dx, dy=dy)
    return tuple(_spot(s.x + dx * i, s.y + dy * i, s.angle) for i in range(n) for s in pattern)


def spots(text: str) -> tuple[Spot, ...]:
    """Spots written out one by one, for drawing.

    Args:
        text: x,y of each, in card widths and heights; @90 turns the card: "0,0 2.5,1@90".

    >>> spots("0,0 2.5,1@90")
    (Spot(x=0.0, y=0.0, angle=0), Spot(x=2.5, y=1.0, angle=90))
    """
    found = []
    for part in text.split():
        where, _, angle = part.partition("@")
        try:
            x, y = where.split(",")
            found.append(_spot(float(x), float(y), int(angle or 0)))
        except ValueError:
            raise LayoutError(
                f"{shown(part)} is not a spot; a spot is x,y or x,y@angle, such as 2.5,1@90"
            ) from None
    _check(len(found))
    return tuple(found)


def weave(
    rows: int, columns: int, x: float = 0, y: float = 0, dx: float = 1.35, dy: float = 0.95
) -> tuple[Spot, ...]:
    """Spots in a basket weave, for drawing: one card upright, the next crossways between its
    neighbours. x, y, dx and dy are as in line(…).

    Args:
        rows: how many rows.
        columns: how many spots in each.
    """
    _check(rows, columns, x=x, y=y, dx=dx, dy=dy)
    return tuple(
        _spot(x + dx * c, y + dy * r, 90 * ((r + c) % 2))
        for r in range(rows)
        for c in range(columns)
    )
