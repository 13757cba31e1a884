"""Figures of lessons and chapters, one idea each, in one style that can be read in print, in the
dark and without colour.

A figure is drawn as SVG in the colour of the text around it, and told in words: the description is
made of the same numbers. Series differ by their lines and marks. It is drawn by
`cadogan.course.chart`, in a notebook as in a page."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from html import escape
from itertools import cycle, pairwise
from statistics import NormalDist
from typing import TYPE_CHECKING, Any

from cadogan.course.chart import ACCENT, GREY, INK, MARKS, PALE, STROKES, Chart, Point

if TYPE_CHECKING:
    from cadogan.players.result import Odds


@dataclass(frozen=True)
class Figure:
    """A drawing, and the same in words."""

    svg: str
    says: str
    caption: str = ""
    chart: Chart | None = field(default=None, compare=False)

    def plot(self, ax: Any = None) -> Any:
        """The same data drawn with matplotlib, to be changed, restyled and saved.

        Args:
            ax: the axes to draw on; new ones if there are none.

        Returns:
            The axes: ``figure.plot().figure.savefig("mine.pdf")``.

        Raises:
            ImportError: matplotlib is not installed; the message says how to get it.
            ValueError: the figure has no data, only a drawing.
        """
        from cadogan.course.plotting import plot

        if self.chart is None:
            raise ValueError("this figure was not drawn on a chart, and has no data to plot")
        return plot(self.chart, ax)

    def titled(self, caption: str) -> Figure:
        """The same with a caption: what the reader is to see in it."""
        return replace(self, caption=caption)

    def __repr__(self) -> str:
        return f"[Figure: {self.caption} {self.says}]" if self.caption else f"[Figure: {self.says}]"

    def _repr_html_(self) -> str:
        below = f"<figcaption>{escape(self.caption)}</figcaption>" if self.caption else ""
        return f'<figure class="cadogan-figure">{self.svg}{below}</figure>'


def drawn(
    plot: Callable[[Chart], None], says: str, size: tuple[float, float] = (5.0, 2.9)
) -> Figure:
    """A figure of one's own in the style of the book.

    Args:
        plot: draws on a chart: its lines, bars, points, words.
        says: what is to be seen, in words, with the numbers.
        size: in inches; the drawing shrinks with a narrow page.
    """
    chart = Chart()
    plot(chart)
    return _figure(chart, says, size)


def _figure(chart: Chart, says: str, size: tuple[float, float] = (5.0, 2.9)) -> Figure:
    return Figure(chart.svg(size, says), says, chart=chart)


def counts(
    series: Mapping[str, Mapping[int, float]],
    across: str,
    up: str,
    high: float | None = None,
    answer: Sequence[int] = (),
    level: float | None = None,
    level_says: str = "",
    x: tuple[float, float] | None = None,
    bell: tuple[float, float] | None = None,
) -> Figure:
    """Distributions of a whole number, one bar a value, those of several series side by side.

    Args:
        series: for each name the share or the number of each value.
        across, up: the names of the axes.
        high: where the upward axis ends, so that it stands still while a slider moves.
        answer: the values whose bars answer the question, in the accent colour.
        level, level_says: a height to be marked, and what stands at it.
        x: where the axis across begins and ends.
        bell: the mean and the standard deviation of a normal curve that is laid over the bars.
    """
    # a bar lower than a thousandth of the highest cannot be seen, and is not told
    series = {
        name: {at: some[at] for at in sorted(some) if some[at] > max(some.values()) / 1000}
        for name, some in series.items()
    }
    told = "; ".join(
        f"{name}: {', '.join(f'{value} {share:.3g}' for value, share in some.items())}"
        for name, some in series.items()
    )
    values = sorted({at for some in series.values() for at in some})
    apart = min((b - a for a, b in pairwise(values)), default=1) if len(values) > 4 else 1
    wide = 0.8 * apart / len(series)  # bars of classes are as wide as their classes

    chart = Chart(across, up, whole=True)
    chart.limit(x, None if high is None else (0, high))
    for row, ((name, some), fill) in enumerate(zip(series.items(), cycle((PALE, GREY, "none")))):
        off = (row - (len(series) - 1) / 2) * wide
        label = name if len(series) > 1 or bell else ""
        chart.bars({at + off: share for at, share in some.items()}, wide, label, fill)
        marked = {at + off: share for at, share in some.items() if at in answer}
        if marked and row == 0:
            chart.bars(marked, wide, fill=ACCENT)
    over = ""
    if bell is not None:
        middle, spread = bell
        curve = [
            (middle + spread * i / 10, NormalDist().pdf(i / 10) / spread) for i in range(-40, 41)
        ]
        chart.line(curve, "bell", colour=ACCENT)
        over = f" Over them the bell of mean {middle:.4g} and standard deviation {spread:.3g}."
    if level is not None:
        chart.level(level, STROKES[1], INK, label=level_says)
    return _figure(chart, f"Bars of {up} by {across}. {told}.{over}")


def bars(
    counts: Mapping[Any, float],
    across: str,
    up: str,
    log: bool = False,
    level: float | None = None,
    high: float | None = None,
    answer: Sequence[Any] = (),
) -> Figure:
    """How often each value came: one bar a value.

    Args:
        counts: for each value its number or share.
        across, up: the names of the axes.
        log: whether the bars stand on a logarithmic scale.
        level: a height to be marked, such as what would be fair.
        high: where the upward axis ends, so that it stands still while a slider moves.
        answer: the values whose bars answer the question, in the accent colour.
    """
    told = ", ".join(
        f"{value}: {count:,.4g}" if count % 1 else f"{value}: {int(count):,}"
        for value, count in counts.items()
    )

    chart = Chart(across, up, log)
    chart.limit(y=None if high is None else (0, high))
    chart.bars(dict(enumerate(counts.values())))
    chart.bars({n: counts[value] for n, value in enumerate(counts) if value in answer}, fill=ACCENT)
    every = max(1, -(-len(counts) // 16))  # so many that their names do not touch
    chart.name("x", {n: str(value) for n, value in enumerate(counts) if n % every == 0})
    marked = ""
    if level is not None:
        chart.level(level, STROKES[1], INK)
        marked = f" A broken line stands at {level:.3g}."
    return _figure(chart, f"Bars of {up} by {across}: {told}.{marked}")


def curves(
    series: Mapping[str, Sequence[Point]],
    across: str,
    up: str,
    level: float | None = None,
    points: bool = False,
    steps: bool = False,
    x: tuple[float, float] | None = None,
    y: tuple[float, float] | None = None,
    level_says: str = "",
) -> Figure:
    """One line for each series of points, told apart by their strokes; a level line where one is
    wanted.

    Args:
        series: for each name its points, in order.
        across, up: the names of the axes.
        level: a height to be marked.
        points: whether each point has a mark.
        steps: whether each value holds until the next.
        x, y: where the axes begin and end, so that they stand still while a slider moves.
        level_says: what stands at the level.
    """
    told = "; ".join(
        f"{name}: from {some[0][1]:.3g} at {some[0][0]:.3g} to {some[-1][1]:.3g} at {some[-1][0]:.3g}, "
        f"lowest {min(y for _, y in some):.3g}, highest {max(y for _, y in some):.3g}"
        for name, some in series.items()
    )

    whole = all(at == int(at) for some in series.values() for at, _ in some)
    chart = Chart(across, up, whole=whole)
    chart.limit(x, y)
    for (name, some), stroke, mark in zip(series.items(), cycle(STROKES), cycle(MARKS)):
        chart.line(some, name, stroke, mark=mark if points else "", steps=steps)
    marked = ""
    if level is not None:
        chart.level(level, label=level_says)
        marked = f" A thin line stands at {level:.3g}."
    return _figure(chart, f"{up} against {across}. {told}.{marked}")


def at_least(
    results: Mapping[str, Odds], across: str = "cards home, or more", first: int = 0
) -> Figure:
    """The share of games, in hundredths, that ended with at least so many cards home.

    Args:
        results: for each name what was simulated, such as ``dict(odds.compare(…).rows)``.
        across: what the number of cards is called.
        first: the number that the figure begins with.
    """
    return curves(
        {
            name: [(n, 100 * sum(one.home[n:]) / one.n) for n in range(first, len(one.home))]
            for name, one in results.items()
        },
        across,
        "% of games",
    )


def ends(
    results: Mapping[str, Odds], across: str = "cards home at the end", lost: bool = False
) -> Figure:
    """How many games ended with each number of cards home, in hundredths of them; ``lost`` leaves
    out those that were won.
    """

    def shares(one: Odds) -> list[Point]:
        home = one.home[:-1] if lost else one.home
        last = max((n for n, games in enumerate(home) if games), default=0)
        return [(n, 100 * games / max(1, one.n)) for n, games in enumerate(home[: last + 1])]

    return curves(
        {name: shares(one) for name, one in results.items()}, across, "% of games", steps=True
    )


def courses(games: Sequence[tuple[bool, Sequence[float]]]) -> Figure:
    """The chance of winning as games go on: of each whether it was won, and the chance at points at
    equal distances from its deal to its last move.
    """
    won = sum(one for one, _ in games)

    chart = Chart("of the way, %", "chance of winning")
    chart.limit((0, 100), (0, 1))
    labels = {True: f"won, {won}", False: f"not won, {len(games) - won}"}
    for one, shares in sorted(games, key=lambda game: game[0]):
        along = [(100 * i / (len(shares) - 1), share) for i, share in enumerate(shares)]
        chart.line(along, labels.pop(one, ""), "" if one else "5 3", ACCENT if one else GREY)
    half = [shares[len(shares) // 2] for _, shares in games]
    return _figure(
        chart,
        f"The chance of winning as {len(games)} games go on, {won} of them won; half-way it lies "
        f"between {min(half):.2g} and {max(half):.2g}.",
    )


def price(
    readings: Sequence[tuple[str, float, tuple[float, float]]],
    what: str = "games won, in percentage points",
    x: tuple[float, float] | None = None,
) -> Figure:
    """What each reading costs or gains on common deals, with its 95 % interval, one line each.
    ``x`` is where the axis begins and ends, so that it stands still while a slider moves.
    """
    told = "; ".join(
        f"{name} {value:+.3g} (95 % interval {low:+.3g} to {high:+.3g})"
        for name, value, (low, high) in readings
    )

    chart = Chart(what)
    for row, (name, value, (low, high)) in enumerate(reversed(readings)):
        chart.line([(low, row), (high, row)], width=1.2)
        chart.points([(value, row)], mark="ring" if low <= 0 <= high else "square")
        chart.name("y", {row: name})
    chart.level(0, axis="x")
    chart.limit(x, (-0.6, len(readings) - 0.4))
    return _figure(
        chart, f"The price of each reading, {what}: {told}.", (5.0, 0.9 + 0.4 * len(readings))
    )


def intervals(
    values: Mapping[str, tuple[float, float, float]], across: str, up: str, level: str | None = None
) -> Figure:
    """A value with its interval for each name: the value, the lower end, the upper end. ``level``
    is a name to be marked.
    """
    told = "; ".join(
        f"{name}: {value:.3g} (95 % interval {low:.3g} to {high:.3g})"
        for name, (value, low, high) in values.items()
    )

    chart, marked = Chart(across, up), ""
    for at, (value, low, high) in enumerate(values.values()):
        chart.line([(at, low), (at, high)])
        chart.points([(at, value)])
    if level is not None:
        chart.level(list(values).index(level), STROKES[2], INK, axis="x")
        marked = f" A dotted line stands at {level}."
    chart.name("x", dict(enumerate(values)))
    return _figure(chart, f"{up} by {across}. {told}.{marked}")
