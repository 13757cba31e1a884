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

#: No table has more spots than that; the largest of the book has 104 cards.
MOST_SPOTS = 500


@dataclass(frozen=True, slots=True)
class Spot:
    """A card's place on the table: x in card widths, y in card heights, angle in degrees clockwise."""

    x: float
    y: float
    angle: int = 0


@dataclass(frozen=True, slots=True)
class Place:
    """A place of a game: what is drawn there, and what it is called.

    ``spread`` is the offset of each further card in widths and heights; (0, 0) is a squared packet of
    which only the uppermost card shows. ``face_down`` says that the place is kept face down.
    """

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
        raise ValueError(f"a table has at most {MOST_SPOTS} spots, not {n}")


def line(
    n: int, x: float = 0, y: float = 0, dx: float = 1.1, dy: float = 0, angle: int = 0
) -> tuple[Spot, ...]:
    """So many spots in a line from (x, y), each (dx, dy) from the last."""
    _check(n)
    return tuple(_spot(x + dx * i, y + dy * i, angle) for i in range(n))


def block(
    rows: int, columns: int, x: float = 0, y: float = 0, dx: float = 1.1, dy: float = 1.1, angle: int = 0
) -> tuple[Spot, ...]:
    """Rows of spots, row by row from the top left."""
    _check(rows * columns)
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
    """Spots round a centre (x, y), clockwise; ``turn`` lays each card along its ray.

    ``rx`` is the radius in card widths, ``ry`` in card heights (5/7 of rx, a true circle, by default);
    ``start`` is the direction of the first in degrees (-90 is the top), ``sweep`` the whole angle.
    """
    _check(n)
    down = rx * 5 / 7 if ry is None else ry
    step = sweep / n if abs(sweep) == 360 else sweep / max(1, n - 1)
    spots = []
    for i in range(n):
        degrees = start + step * i
        ray = math.radians(degrees)
        angle = round(degrees + 90) % 360 if turn else 0
        spots.append(_spot(x + rx * math.cos(ray) - 0.5, y + down * math.sin(ray) - 0.5, angle))
    return tuple(spots)


def repeat(n: int, pattern: tuple[Spot, ...], dx: float = 0, dy: float = 0) -> tuple[Spot, ...]:
    """A pattern of spots so many times, each (dx, dy) from the last.

    >>> repeat(2, spots("0,0 1,0"), 0, 2)[2:]
    (Spot(x=0.0, y=2.0, angle=0), Spot(x=1.0, y=2.0, angle=0))
    """
    _check(n * len(pattern))
    return tuple(_spot(s.x + dx * i, s.y + dy * i, s.angle) for i in range(n) for s in pattern)


def spots(text: str) -> tuple[Spot, ...]:
    """Explicit spots: ``"0,0 2.5,1@90"`` is an upright card and one lying crossways.

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
            raise ValueError(f"{part!r} is no spot; a spot is x,y or x,y@angle, such as 2.5,1@90") from None
    return tuple(found)


def weave(rows: int, columns: int, x: float = 0, y: float = 0, dx: float = 1.35, dy: float = 0.95) -> tuple[Spot, ...]:
    """A basket weave: cards upright where row + column is even, crossways between them."""
    _check(rows * columns)
    return tuple(
        _spot(x + dx * c, y + dy * r, 90 * ((r + c) % 2)) for r in range(rows) for c in range(columns)
    )
