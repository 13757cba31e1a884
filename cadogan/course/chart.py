"""Charts as SVG, in the colour of the text around them: the few marks that the book's figures are
made of.

They use the standard library only, so that the same call draws the same figure in a notebook and in
a page. Lengths are in units of the drawing, a hundred to an inch of a wide page; values are in the
units of the axes."""

from __future__ import annotations

import inspect
import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import wraps
from html import escape
from textwrap import wrap
from typing import Any
from zlib import crc32

from cadogan.drawing.faces import HEIGHT, WIDTH, card_svg_defs

GREY, PALE = "#777777", "#bbbbbb"
INK = "currentColor"
#: The one colour, for the answer that a figure gives; legible on a white page and on a dark one.
ACCENT = "#b5473c"
#: The strokes of lines, one after another: drawn through, dashed, dotted, dashed and dotted; and
#: two wider apart.
STROKES = ("", "7 4", "2 3", "8 3 2 3", "12 6", "2 7")
#: The marks of points, one after another.
MARKS = ("disc", "square", "ring", "diamond", "cross")
#: How many ticks an axis has at most, or nearly.
MOST_TICKS = 6
#: How wide a letter is on average, and how high a line of text is.
LETTER, LINE = 6.4, 16
#: How a drawing refers to a card, before the cards' ids are made its own.
_CARD = 'href="#card-'
Point = tuple[float, float]
#: The place in the drawing of a value on an axis; and the SVG of a mark, from its points' places.
Scale = Callable[[float], float]
Draw = Callable[[list[Point]], str]
#: The end of a line that runs to the end of its axis.
END = math.inf


def _n(value: float) -> str:
    return f"{value:.1f}".removesuffix(".0")


def ticks(low: float, high: float, whole: bool = False) -> list[float]:
    """Round numbers for the ticks of an axis, from one end to the other.

    >>> ticks(0, 104), ticks(0.02, 0.31), ticks(1, 3, whole=True)
    ([0.0, 20.0, 40.0, 60.0, 80.0, 100.0], [0.05, 0.1, 0.15, 0.2, 0.25, 0.3], [1.0, 2.0, 3.0])
    """
    if not high > low:
        return [low]
    rough = (high - low) / MOST_TICKS
    power = 10 ** math.floor(math.log10(rough))
    step = next(n * power for n in (1, 2, 5, 10) if n * power >= rough * 0.999)
    if whole:
        step = max(1, round(step))
    first, last = math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9)
    return [float(f"{n * step:.10g}") for n in range(first, last + 1)]


def tick_label(value: float) -> str:
    """A number as it is written at a tick.

    >>> tick_label(20.0), tick_label(0.25), tick_label(12000), tick_label(-5.0)
    ('20', '0.25', '12,000', '−5')
    """
    return (f"{value:,.0f}" if value == int(value) else f"{value:g}").replace("-", "−")


def _recorded(draw: Callable[..., None]) -> Callable[..., None]:
    """Record in the chart each mark put on it, so that matplotlib can draw it too."""
    signature = inspect.signature(draw)

    @wraps(draw)
    def recording(self: Chart, *args: Any, **keywords: Any) -> None:
        bound = signature.bind(self, *args, **keywords)
        bound.apply_defaults()
        _, *values = bound.arguments.items()
        self.content.append((draw.__name__, dict(values)))
        draw(self, *args, **keywords)

    return recording


@dataclass
class Chart:
    """A pair of axes, and what stands on them.

    Attributes:
        across, up: the names of the axes.
        log: whether the axis that leads up is logarithmic.
        whole: whether the axis that leads across has whole numbers only.
        content: the marks put on it: the name of each method, and its arguments.
    """

    across: str = ""
    up: str = ""
    log: bool = False
    whole: bool = False
    content: list[tuple[str, dict[str, Any]]] = field(default_factory=list, repr=False)
    _marks: list[tuple[Sequence[Point], Draw]] = field(default_factory=list)
    _seen: dict[str, list[float]] = field(default_factory=lambda: {"x": [], "y": []})
    _key: list[tuple[str, str, str, str]] = field(default_factory=list)
    _names: dict[str, dict[float, str]] = field(default_factory=lambda: {"x": {}, "y": {}})
    _levels: dict[str, list[tuple[float, str]]] = field(default_factory=lambda: {"x": [], "y": []})
    _limits: dict[str, tuple[float, float]] = field(default_factory=dict)
    _faces: set[str] = field(default_factory=set)

    def _add(self, points: Sequence[Point], draw: Draw) -> None:
        """Add a mark that stands at some points."""
        self._marks.append((points, draw))
        for axis, values in zip("xy", zip(*points)):
            self._seen[axis] += filter(math.isfinite, values)

    def limit(
        self, x: tuple[float, float] | None = None, y: tuple[float, float] | None = None
    ) -> None:
        """Set where an axis begins and ends, if not with the marks on it."""
        self._limits |= {axis: ends for axis, ends in (("x", x), ("y", y)) if ends is not None}

    def name(self, axis: str, names: Mapping[float, str]) -> None:
        """Put words in place of numbers at the ticks of an axis, ``x`` or ``y``."""
        self._names[axis] |= names
        self._seen[axis].extend(names)

    @_recorded
    def line(
        self,
        points: Sequence[Point],
        label: str = "",
        dash: str = "",
        colour: str = INK,
        width: float = 1.4,
        mark: str = "",
        steps: bool = False,
    ) -> None:
        """Draw a line through points, with a mark at each; in steps, each value holds to the next."""
        if label:
            self._key.append((label, dash if width else "-", colour, mark))

        def draw(spots: list[Point]) -> str:
            marks = "".join(_mark(mark, a, b, colour) for a, b in spots)
            if not width:
                return marks
            if steps:
                ends = [*spots[1:], spots[-1]]
                spots = [point for a, b in zip(spots, ends) for point in (a, (b[0], a[1]))]
            return (
                f'<polyline points="{_path(spots)}" fill="none" stroke="{colour}" stroke-width="{_n(width)}"{_dashed(dash)}/>'
                + marks
            )

        self._add(points, draw)

    def points(
        self, points: Sequence[Point], label: str = "", mark: str = "disc", colour: str = INK
    ) -> None:
        """Draw a mark at each point."""
        self.line(points, label, "", colour, 0, mark)

    @_recorded
    def bars(
        self,
        heights: Mapping[float, float],
        width: float = 0.8,
        label: str = "",
        fill: str = PALE,
    ) -> None:
        """Draw a bar from nought to each height."""
        if label:
            self._key.append((label, "bar", fill, ""))

        def draw(spots: list[Point]) -> str:
            (left, top), (right, foot) = spots
            return (
                f'<rect x="{_n(left)}" y="{_n(min(top, foot))}" width="{_n(right - left)}" '
                f'height="{_n(abs(foot - top))}" fill="{fill}" stroke="{INK}"/>'
            )

        foot = -END if self.log else 0.0
        for x, height in heights.items():
            bar = [(x - width / 2, height), (x + width / 2, foot)]
            self._add(bar, draw if height else lambda spots: "")

    @_recorded
    def band(self, lower: Sequence[Point], upper: Sequence[Point]) -> None:
        """Shade the band between two lines."""
        self._add(
            [*lower, *reversed(upper)],
            lambda spots: f'<polygon points="{_path(spots)}" fill="{PALE}"/>',
        )

    @_recorded
    def level(
        self, value: float, dash: str = "", colour: str = GREY, axis: str = "y", label: str = ""
    ) -> None:
        """Draw a straight line over the whole width, or with axis ``x`` the whole height; its label
        stands outside the axes, where no curve crosses it: at the right end, or at the top.
        """
        if label:
            self._levels[axis].append((value, label))

        def draw(ends: list[Point]) -> str:
            (x1, y1), (x2, y2) = ends
            return (
                f'<line x1="{_n(x1)}" y1="{_n(y1)}" x2="{_n(x2)}" y2="{_n(y2)}" '
                f'stroke="{colour}" stroke-width="0.9"{_dashed(dash)}/>'
            )

        self._add([(end, value) if axis == "y" else (value, end) for end in (-END, END)], draw)

    @_recorded
    def words(self, point: Point, text: str, place: Point | None = None) -> None:
        """Write a text above a point; or at a place of its own, with a thin line to the point."""

        def draw(points: list[Point]) -> str:
            (x, y), *beside = points
            if not beside:
                return (
                    f'<line x1="{_n(x)}" y1="{_n(y - 3)}" x2="{_n(x)}" y2="{_n(y - 14)}" stroke="{INK}"/>'
                    f'<text x="{_n(x)}" y="{_n(y - 18)}" text-anchor="middle" font-size="11">{escape(text)}</text>'
                )
            a, b = beside[0]
            return (
                f'<line x1="{_n(x)}" y1="{_n(y)}" x2="{_n(a + 3)}" y2="{_n(b)}" stroke="{GREY}" stroke-width="0.8"/>'
                f'<text x="{_n(a)}" y="{_n(b + 4)}" text-anchor="end" font-size="11">{escape(text)}</text>'
            )

        self._add([point] if place is None else [point, place], draw)

    @_recorded
    def strokes(self, points: Sequence[Point], high: float = 10, colour: str = GREY) -> None:
        """Draw an upright stroke through each point, as for cards seen from the edge."""

        def draw(spots: list[Point]) -> str:
            path = "".join(f"M{_n(x)},{_n(y - high / 2)}v{_n(high)}" for x, y in spots)
            return f'<path d="{path}" stroke="{colour}"/>'

        self._add(points, draw)

    @_recorded
    def text(self, point: Point, text: str, size: float = 11, colour: str = INK) -> None:
        """Write a text centred on a point."""
        self._add(
            [point],
            lambda points: (
                f'<text x="{_n(points[0][0])}" y="{_n(points[0][1] + size / 3)}" text-anchor="middle" '
                f'font-size="{_n(size)}" fill="{colour}">{escape(text)}</text>'
            ),
        )

    @_recorded
    def card(self, point: Point, face: str, high: float = 70) -> None:
        """Draw a card of the book centred on a point.

        Args:
            point: the card's middle.
            face: the card as text: ``"10H"``.
            high: the card's height in the drawing.
        """
        self._faces.add(face)
        wide = high * WIDTH / HEIGHT
        self._add(
            [point],
            lambda points: (
                f'<use {_CARD}{face}" x="{_n(points[0][0] - wide / 2)}" y="{_n(points[0][1] - high / 2)}" '
                f'width="{_n(wide)}" height="{_n(high)}"/>'
            ),
        )

    @property
    def limits(self) -> dict[str, tuple[float, float]]:
        """Where each axis begins and ends for which `limit` has set it."""
        return self._limits

    @property
    def names(self) -> dict[str, dict[float, str]]:
        """The words in place of numbers at the ticks of each axis."""
        return self._names

    # The drawing
    # ------------------------------------------------------------------------------------------------------

    def _ends(self, axis: str) -> tuple[float, float]:
        if axis in self._limits:
            return self._limits[axis]
        low, high = min(self._seen[axis], default=0.0), max(self._seen[axis], default=1.0)
        if axis == "y" and self.log:
            return low / 1.5, high * 1.5
        room = (high - low) * 0.04 or 0.5
        names = self._names[axis]
        return (low - (0.6 if names else room if low else 0), high + (0.6 if names else room))

    def _drawn(self, x: Scale, y: Scale) -> str:
        """The marks as SVG, on two scales."""
        return "".join(draw([(x(a), y(b)) for a, b in points]) for points, draw in self._marks)

    def svg(
        self,
        size: tuple[float, float],
        description: str,
        frames: Sequence[Chart] = (),
        still: int = 0,
        grows: bool = False,
    ) -> str:
        """The drawing as SVG.

        Args:
            size: width and height in inches; the drawing shrinks with a narrow page.
            description: the drawing in words, for those who do not see it.
            frames: charts that are shown on the same axes, one after another: their marks alone.
            still: the number of the frame that is shown where nothing moves.
            grows: whether each frame stays when the next ones come.
        """
        for axis, seen in self._seen.items():
            seen += [value for frame in frames for value in frame._seen[axis]]
        width, height = 100 * size[0], 100 * size[1]
        ends_x, ends_y = self._ends("x"), self._ends("y")
        ticks_y = ticks(*ends_y)
        if self.log:
            first, last = map(math.log10, ends_y)
            ticks_y = [10.0**n for n in range(math.ceil(first), math.floor(last) + 1)]
        names_x = self._names["x"] or {t: tick_label(t) for t in ticks(*ends_x, self.whole)}
        names_y = self._names["y"] or {t: tick_label(t) for t in ticks_y}
        longest = max(map(len, names_y.values()), default=1)
        left = 14 + LETTER * longest + (LINE if self.up else 0)
        key, top = self._drawn_key(left, width)
        if self._levels["x"]:
            top += LINE - 4
        beside = [(level, wrap(label, 12)) for level, label in self._levels["y"]]
        margin = max((LETTER * len(line) for _, lines in beside for line in lines), default=4)
        bottom, right = height - 26 - (LINE if self.across else 0), width - 6 - margin
        x, y = _scale(ends_x, left, right), _scale(ends_y, bottom, top, self.log)

        axes = [
            f'<path d="M{_n(left)},{_n(top)} V{_n(bottom)} H{_n(right)}" fill="none" stroke="{INK}"/>'
        ]
        axes += [
            f'<path d="M{_n(x(tick))},{_n(bottom)} v4" stroke="{INK}"/>'
            f'<text x="{_n(_inside(x(tick), name, width))}" y="{_n(bottom + 18)}" text-anchor="middle">{escape(name)}</text>'
            for tick, name in names_x.items()
        ]
        axes += [
            f'<path d="M{_n(left)},{_n(y(tick))} h-4" stroke="{INK}"/>'
            f'<text x="{_n(left - 7)}" y="{_n(y(tick) + 4)}" text-anchor="end">{escape(name)}</text>'
            for tick, name in names_y.items()
        ]
        axes += [
            f'<text x="{_n(right + 4)}" y="{_n(y(level) + 4 - 6 * (len(lines) - 1) + 12 * n)}" font-size="11">{escape(line)}</text>'
            for level, lines in beside
            if ends_y[0] <= level <= ends_y[1]
            for n, line in enumerate(lines)
        ]
        axes += [
            f'<text x="{_n(_inside(x(level), label, width))}" y="{_n(top - 4)}" text-anchor="middle" '
            f'font-size="11">{escape(label)}</text>'
            for level, label in self._levels["x"]
            if ends_x[0] <= level <= ends_x[1]
        ]
        if self.across:
            axes.append(
                f'<text x="{_n(_inside((left + right) / 2, self.across, width))}" y="{_n(height - 6)}" '
                f'text-anchor="middle"{_fitted(self.across, width)}>{escape(self.across)}</text>'
            )
        if self.up:
            middle = _inside((top + bottom) / 2, self.up, height)
            axes.append(
                f'<text transform="translate(13 {_n(middle)}) rotate(-90)" '
                f'text-anchor="middle"{_fitted(self.up, height)}>{escape(self.up)}</text>'
            )
        inside = ""
        for number, frame in enumerate(frames):
            visible = number == still or (grows and number < still)
            attributes = ' class="frame still"' if visible else ' class="frame" display="none"'
            inside += f"<g{attributes}>{frame._drawn(x, y)}</g>"
        inside += self._drawn(x, y)
        defs = ""
        if faces := self._faces.union(*(frame._faces for frame in frames)):
            prefix = f"f{crc32(description.encode()):08x}-"
            defs = card_svg_defs(cards=faces, prefix=prefix)
            inside = inside.replace(_CARD, _CARD.replace("#", f"#{prefix}"))
        box = " ".join(map(_n, (left - 1, top - 4, right - left + 6, bottom - top + 6)))
        a, b, wide, high = box.split()
        inner = (
            f'<svg x="{a}" y="{b}" width="{wide}" height="{high}" viewBox="{box}">{inside}</svg>'
        )
        return (
            f'<svg role="img" aria-label="{escape(description)}" viewBox="0 0 {_n(width)} {_n(height)}" stroke-linejoin="round" '
            f'font-family="sans-serif" font-size="12" fill="{INK}" style="max-width: 34em" xmlns="http://www.w3.org/2000/svg">'
            f"{defs}{inner}{''.join(axes)}{key}</svg>"
        )

    def _drawn_key(self, left: float, width: float) -> tuple[str, float]:
        """The key, in rows above the drawing, and where the drawing begins below it."""
        if len(self._key) < 2 and not any(kind == "bar" for _, kind, _, _ in self._key):
            return "", 14.0
        drawn, x, row = [], left, 0
        for label, kind, colour, mark in self._key:
            wide = 40 + LETTER * len(label)
            if x > left and x + wide > width:
                x, row = left, row + 1
            y = 12 + LINE * row
            if kind == "bar":
                drawn.append(
                    f'<rect x="{_n(x)}" y="{_n(y - 5)}" width="22" height="9" fill="{colour}" stroke="{INK}"/>'
                )
            else:
                if kind != "-":
                    drawn.append(
                        f'<path d="M{_n(x)},{_n(y)} h24" stroke="{colour}" stroke-width="1.4"{_dashed(kind)}/>'
                    )
                drawn.append(_mark(mark, x + 12, y, colour))
            drawn.append(f'<text x="{_n(x + 29)}" y="{_n(y + 4)}">{escape(label)}</text>')
            x += wide + 12
        return "".join(drawn), 12.0 + LINE * (row + 1)


def _scale(ends: Point, first: float, last: float, log: bool = False) -> Scale:
    """The scale of an axis that leads from one place of the drawing to another."""
    lift = math.log10 if log else float
    low, high = map(lift, ends)

    def position(value: float) -> float:
        finite = ends[value > 0] if math.isinf(value) else value
        return first + (lift(finite) - low) / (high - low) * (last - first)

    return position


def _path(points: Iterable[Point]) -> str:
    return " ".join(f"{_n(a)},{_n(b)}" for a, b in points)


def _inside(middle: float, text: str, room: float) -> float:
    """Where the middle of a text stands so that neither end leaves the drawing."""
    half = min(LETTER * len(text) / 2 + 2, room / 2)
    return min(max(middle, half), room - half)


def _fitted(text: str, room: float) -> str:
    """The smaller type of a text that is longer than its side."""
    wide = LETTER * len(text) + 4
    return f' font-size="{_n(12 * room / wide)}"' if wide > room else ""


def _dashed(dash: str) -> str:
    return f' stroke-dasharray="{dash}"' if dash else ""


def _mark(kind: str, x: float, y: float, colour: str) -> str:
    shapes = {
        "cross": f'<path d="M{_n(x - 4)},{_n(y - 4)} l8,8 m0,-8 l-8,8" stroke="{colour}" fill="none"/>',
        "bar": f'<path d="M{_n(x)},{_n(y - 5)} v10" stroke="{colour}"/>',
        "disc": f'<circle cx="{_n(x)}" cy="{_n(y)}" r="3" fill="{colour}"/>',
        "ring": f'<circle cx="{_n(x)}" cy="{_n(y)}" r="3.2" fill="none" stroke="{colour}"/>',
        "square": f'<rect x="{_n(x - 3)}" y="{_n(y - 3)}" width="6" height="6" fill="{colour}"/>',
        "diamond": f'<path d="M{_n(x)},{_n(y - 4)} l4,4 l-4,4 l-4,-4 z" fill="{colour}"/>',
        "triangle": f'<path d="M{_n(x)},{_n(y - 4)} l4,7 h-8 z" fill="none" stroke="{colour}"/>',
    }
    return shapes.get(kind, "")
