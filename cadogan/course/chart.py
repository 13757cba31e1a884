"""Charts as SVG, in the colour of the text around them: the few marks that the book's figures are
made of.

The standard library only, so that the same call draws the same figure in a notebook and in a page.
Lengths are in units of the drawing, a hundred to an inch of a wide page; values are in the units of
the axes."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from html import escape
from textwrap import wrap

GREY, PALE = "#777777", "#bbbbbb"
INK = "currentColor"
#: The one colour: for what the figure answers. It can be read on white and on the dark page.
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
Point = tuple[float, float]
#: Where a value of an axis stands in the drawing; and what draws a mark by the scales of both axes.
Scale = Callable[[float], float]
Draw = Callable[[Scale, Scale], str]


def _n(value: float) -> str:
    return f"{value:.1f}".removesuffix(".0")


def ticks(low: float, high: float, whole: bool = False) -> list[float]:
    """Round numbers from one end to the other.

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


def said(value: float) -> str:
    """A number at a tick.

    >>> said(20.0), said(0.25), said(12000), said(-5.0)
    ('20', '0.25', '12,000', '−5')
    """
    return (f"{value:,.0f}" if value == int(value) else f"{value:g}").replace("-", "−")


@dataclass
class Chart:
    """A pair of axes, and what stands on them.

    Attributes:
        across, up: the names of the axes.
        log: whether the axis that leads up is logarithmic.
        whole: whether the axis that leads across has whole numbers only.
    """

    across: str = ""
    up: str = ""
    log: bool = False
    whole: bool = False
    _marks: list[Draw] = field(default_factory=list)
    _seen: dict[str, list[float]] = field(default_factory=lambda: {"x": [], "y": []})
    _key: list[tuple[str, str, str, str]] = field(default_factory=list)
    _names: dict[str, dict[float, str]] = field(default_factory=lambda: {"x": {}, "y": {}})
    _levels: dict[str, list[tuple[float, str]]] = field(default_factory=lambda: {"x": [], "y": []})
    _limits: dict[str, tuple[float, float]] = field(default_factory=dict)

    def _see(self, points: Iterable[Point]) -> None:
        for x, y in points:
            self._seen["x"].append(x)
            self._seen["y"].append(y)

    def limit(
        self, x: tuple[float, float] | None = None, y: tuple[float, float] | None = None
    ) -> None:
        """Where an axis begins and ends, if not with what stands on it."""
        self._limits |= {axis: ends for axis, ends in (("x", x), ("y", y)) if ends is not None}

    def name(self, axis: str, names: Mapping[float, str]) -> None:
        """Words in the place of numbers at the ticks of an axis, ``x`` or ``y``."""
        self._names[axis] |= names
        self._seen[axis].extend(names)

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
        """A line through points; in steps, each value holding until the next; with a mark at each."""
        self._see(points)
        if label:
            self._key.append((label, dash if width else "-", colour, mark))

        def draw(x: Scale, y: Scale) -> str:
            at = [(x(a), y(b)) for a, b in points]
            marks = "".join(_mark(mark, a, b, colour) for a, b in at)
            if not width:
                return marks
            if steps:
                ends = [*at[1:], at[-1]]
                at = [point for one, two in zip(at, ends) for point in (one, (two[0], one[1]))]
            path = " ".join(f"{_n(a)},{_n(b)}" for a, b in at)
            return (
                f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="{_n(width)}"{_dashed(dash)}/>'
                + marks
            )

        self._marks.append(draw)

    def points(
        self, points: Sequence[Point], label: str = "", mark: str = "disc", colour: str = INK
    ) -> None:
        """A mark at each point."""
        self.line(points, label, "", colour, 0, mark)

    def bars(
        self,
        heights: Mapping[float, float],
        width: float = 0.8,
        label: str = "",
        fill: str = PALE,
    ) -> None:
        """A bar from nothing to each height."""
        self._see(
            (x + side * width / 2, height) for x, height in heights.items() for side in (-1, 1)
        )
        if not self.log:
            self._seen["y"].append(0.0)
        if label:
            self._key.append((label, "bar", fill, ""))

        def draw(x: Scale, y: Scale) -> str:
            foot = y(self._ends("y")[0] if self.log else 0)
            return "".join(
                f'<rect x="{_n(x(at - width / 2))}" y="{_n(min(y(height), foot))}" width="{_n(x(at + width / 2) - x(at - width / 2))}" '
                f'height="{_n(abs(foot - y(height)))}" fill="{fill}" stroke="{INK}"/>'
                for at, height in heights.items()
                if height
            )

        self._marks.append(draw)

    def band(self, lower: Sequence[Point], upper: Sequence[Point]) -> None:
        """What lies between two lines."""
        self._see([*lower, *upper])

        def draw(x: Scale, y: Scale) -> str:
            corners = " ".join(f"{_n(x(a))},{_n(y(b))}" for a, b in [*lower, *reversed(upper)])
            return f'<polygon points="{corners}" fill="{PALE}"/>'

        self._marks.append(draw)

    def level(
        self, at: float, dash: str = "", colour: str = GREY, axis: str = "y", label: str = ""
    ) -> None:
        """A straight line over the whole width, or with axis ``x`` the whole height; its label
        stands outside the axes, where no curve crosses it: at the right end, or above the upper.
        """
        self._seen[axis].append(at)
        if label:
            self._levels[axis].append((at, label))

        def draw(x: Scale, y: Scale) -> str:
            (left, right), (low, high) = self._ends("x"), self._ends("y")
            a, b = ((left, at), (right, at)) if axis == "y" else ((at, low), (at, high))
            return (
                f'<line x1="{_n(x(a[0]))}" y1="{_n(y(a[1]))}" x2="{_n(x(b[0]))}" y2="{_n(y(b[1]))}" '
                f'stroke="{colour}" stroke-width="0.9"{_dashed(dash)}/>'
            )

        self._marks.append(draw)

    def words(self, at: Point, text: str, place: Point | None = None) -> None:
        """A word above a point; or at a place of its own, with a thin line to the point."""
        x0, y0 = at
        self._see([at] if place is None else [at, place])

        def draw(x: Scale, y: Scale) -> str:
            if place is None:
                return (
                    f'<line x1="{_n(x(x0))}" y1="{_n(y(y0) - 3)}" x2="{_n(x(x0))}" y2="{_n(y(y0) - 14)}" stroke="{INK}"/>'
                    f'<text x="{_n(x(x0))}" y="{_n(y(y0) - 18)}" text-anchor="middle" font-size="11">{escape(text)}'
                    "</text>"
                )
            a, b = x(place[0]), y(place[1])
            return (
                f'<line x1="{_n(x(x0))}" y1="{_n(y(y0))}" x2="{_n(a + 3)}" y2="{_n(b)}" stroke="{GREY}" stroke-width="0.8"/>'
                f'<text x="{_n(a)}" y="{_n(b + 4)}" text-anchor="end" font-size="11">{escape(text)}</text>'
            )

        self._marks.append(draw)

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

    def svg(self, size: tuple[float, float], says: str) -> str:
        """The drawing.

        Args:
            size: in inches; it shrinks with a narrow page.
            says: what it says in words, for those who do not see it.
        """
        width, height = 100 * size[0], 100 * size[1]
        (x0, x1), (y0, y1) = self._ends("x"), self._ends("y")
        at_y = ticks(y0, y1)
        if self.log:
            powers = range(math.ceil(math.log10(y0)), math.floor(math.log10(y1)) + 1)
            at_y = [10.0**n for n in powers]
        names_x = self._names["x"] or {t: said(t) for t in ticks(x0, x1, self.whole)}
        names_y = self._names["y"] or {t: said(t) for t in at_y}
        longest = max(map(len, names_y.values()), default=1)
        left = 14 + LETTER * longest + (LINE if self.up else 0)
        key, top = self._drawn_key(left, width)
        if self._levels["x"]:
            top += LINE - 4
        beside = [(at, wrap(label, 12)) for at, label in self._levels["y"]]
        margin = max((LETTER * len(line) for _, lines in beside for line in lines), default=4)
        bottom, right = height - 26 - (LINE if self.across else 0), width - 6 - margin

        def lift(value: float) -> float:
            return math.log10(value) if self.log else value

        def x(value: float) -> float:
            return left + (value - x0) / (x1 - x0) * (right - left)

        def y(value: float) -> float:
            return bottom - (lift(value) - lift(y0)) / (lift(y1) - lift(y0)) * (bottom - top)

        axes = [
            f'<path d="M{_n(left)},{_n(top)} V{_n(bottom)} H{_n(right)}" fill="none" stroke="{INK}"/>'
        ]
        for at, name in names_x.items():
            axes.append(f'<path d="M{_n(x(at))},{_n(bottom)} v4" stroke="{INK}"/>')
            axes.append(
                f'<text x="{_n(_inside(x(at), name, width))}" y="{_n(bottom + 18)}" text-anchor="middle">{escape(name)}</text>'
            )
        for at, name in names_y.items():
            axes.append(f'<path d="M{_n(left)},{_n(y(at))} h-4" stroke="{INK}"/>')
            axes.append(
                f'<text x="{_n(left - 7)}" y="{_n(y(at) + 4)}" text-anchor="end">{escape(name)}</text>'
            )
        for at, lines in beside:
            if y0 <= at <= y1:
                first = y(at) + 4 - 6 * (len(lines) - 1)
                axes += [
                    f'<text x="{_n(right + 4)}" y="{_n(first + 12 * n)}" font-size="11">{escape(line)}</text>'
                    for n, line in enumerate(lines)
                ]
        for at, label in self._levels["x"]:
            if x0 <= at <= x1:
                axes.append(
                    f'<text x="{_n(_inside(x(at), label, width))}" y="{_n(top - 4)}" text-anchor="middle" '
                    f'font-size="11">{escape(label)}</text>'
                )
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
        inside = "".join(mark(x, y) for mark in self._marks)
        a, b, wide, high = map(_n, (left - 1, top - 4, right - left + 6, bottom - top + 6))
        inner = f'<svg x="{a}" y="{b}" width="{wide}" height="{high}" viewBox="{a} {b} {wide} {high}">{inside}</svg>'
        return (
            f'<svg role="img" aria-label="{escape(says)}" viewBox="0 0 {_n(width)} {_n(height)}" stroke-linejoin="round" '
            f'font-family="sans-serif" font-size="12" fill="{INK}" style="max-width: 34em" xmlns="http://www.w3.org/2000/svg">'
            f"{inner}{''.join(axes)}{key}</svg>"
        )

    def _drawn_key(self, left: float, width: float) -> tuple[str, float]:
        """Which line is which, in rows above the drawing, and where the drawing begins below them."""
        if len(self._key) < 2 and not any(kind == "bar" for _, kind, _, _ in self._key):
            return "", 14.0
        drawn, at, row = [], left, 0
        for label, kind, colour, mark in self._key:
            wide = 40 + LETTER * len(label)
            if at > left and at + wide > width:
                at, row = left, row + 1
            y = 12 + LINE * row
            if kind == "bar":
                drawn.append(
                    f'<rect x="{_n(at)}" y="{_n(y - 5)}" width="22" height="9" fill="{colour}" stroke="{INK}"/>'
                )
            else:
                if kind != "-":
                    drawn.append(
                        f'<path d="M{_n(at)},{_n(y)} h24" stroke="{colour}" stroke-width="1.4"{_dashed(kind)}/>'
                    )
                drawn.append(_mark(mark, at + 12, y, colour))
            drawn.append(f'<text x="{_n(at + 29)}" y="{_n(y + 4)}">{escape(label)}</text>')
            at += wide + 12
        return "".join(drawn), 12.0 + LINE * (row + 1)


def _inside(middle: float, text: str, room: float) -> float:
    """Where the middle of a text stands so that neither end leaves the drawing."""
    half = min(LETTER * len(text) / 2 + 2, room / 2)
    return min(max(middle, half), room - half)


def _fitted(text: str, room: float) -> str:
    """A smaller type for a text that is longer than its side."""
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
        "arrow": f'<path d="M{_n(x - 3)},{_n(y - 4)} l6,4 l-6,4 z" fill="none" stroke="{colour}"/>',
        "triangle": f'<path d="M{_n(x)},{_n(y - 4)} l4,7 h-8 z" fill="none" stroke="{colour}"/>',
    }
    return shapes.get(kind, "")
