"""Figures of lessons and chapters, one idea each, in one style that can be read in print, in the
dark and without colour.

A figure is drawn as SVG in the colour of the text around it, and described in words, from the same
numbers. Series differ by their lines and marks. It is drawn by `cadogan.course.chart`, in a notebook
as in a page."""

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
    """A drawing, and its description in words."""

    svg: str
    description: str
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
        """The same figure with a caption: what the reader is to see in it."""
        return replace(self, caption=caption)

    def __repr__(self) -> str:
        return f"[Figure: {f'{self.caption} ' if self.caption else ''}{self.description}]"

    def _repr_html_(self) -> str:
        below = f"<figcaption>{escape(self.caption)}</figcaption>" if self.caption else ""
        return f'<figure class="cadogan-figure">{self.svg}{below}</figure>'


def drawn(
    plot: Callable[[Chart], None], description: str, size: tuple[float, float] = (5.0, 2.9)
) -> Figure:
    """A figure of one's own in the style of the book.

    Args:
        plot: draws on a chart: its lines, bars, points, words.
        description: what is to be seen, in words, with the numbers.
        size: in inches; the drawing shrinks with a narrow page.
    """
    chart = Chart()
    plot(chart)
    return _figure(chart, description, size)


def _figure(chart: Chart, description: str, size: tuple[float, float] = (5.0, 2.9)) -> Figure:
    return Figure(chart.svg(size, description), description, chart=chart)


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
    """Distributions of a whole number, one bar a value, the bars of several series side by side.

    Args:
        series: for each name the share or the number of each value.
        across, up: the names of the axes.
        high: where the upward axis ends, so that it stands still while a slider moves.
        answer: the values whose bars answer the question, in the accent colour.
        level, level_says: a height to be marked, and what stands at it.
        x: where the axis across begins and ends.
        bell: the mean and the standard deviation of a normal curve that is laid over the bars.
    """
    # a bar lower than a thousandth of the highest could not be seen, and is left out
    series = {
        name: {n: shares[n] for n in sorted(shares) if shares[n] > max(shares.values()) / 1000}
        for name, shares in series.items()
    }
    in_words = "; ".join(
        f"{name}: {', '.join(f'{value} {share:.3g}' for value, share in shares.items())}"
        for name, shares in series.items()
    )
    values = sorted({value for shares in series.values() for value in shares})
    apart = min((b - a for a, b in pairwise(values)), default=1) if len(values) > 4 else 1
    wide = 0.8 * apart / len(series)  # bars of classes are as wide as their classes

    chart = Chart(across, up, whole=True)
    chart.limit(x, None if high is None else (0, high))
    for row, ((name, shares), fill) in enumerate(zip(series.items(), cycle((PALE, GREY, "none")))):
        off = (row - (len(series) - 1) / 2) * wide
        label = name if len(series) > 1 or bell else ""
        chart.bars({value + off: share for value, share in shares.items()}, wide, label, fill)
        marked = {value + off: share for value, share in shares.items() if value in answer}
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
    return _figure(chart, f"Bars of {up} by {across}. {in_words}.{over}")


def bars(
    counts: Mapping[Any, float],
    across: str,
    up: str,
    log: bool = False,
    level: float | None = None,
    high: float | None = None,
    answer: Sequence[Any] = (),
) -> Figure:
    """How often each value occurred: one bar a value.

    Args:
        counts: for each value its number or share.
        across, up: the names of the axes.
        log: whether the bars stand on a logarithmic scale.
        level: a height to be marked, such as what would be fair.
        high: where the upward axis ends, so that it stands still while a slider moves.
        answer: the values whose bars answer the question, in the accent colour.
    """
    in_words = ", ".join(
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
    return _figure(chart, f"Bars of {up} by {across}: {in_words}.{marked}")


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
    """One line for each series of points, told apart by their strokes, and a line at a level if there
    is one.

    Args:
        series: for each name its points, in order.
        across, up: the names of the axes.
        level: a height to be marked.
        points: whether each point has a mark.
        steps: whether each value holds until the next.
        x, y: where the axes begin and end, so that they stand still while a slider moves.
        level_says: what stands at the level.
    """
    in_words = "; ".join(
        f"{name}: from {curve[0][1]:.3g} at {curve[0][0]:.3g} to {curve[-1][1]:.3g} at {curve[-1][0]:.3g}, "
        f"lowest {min(y for _, y in curve):.3g}, highest {max(y for _, y in curve):.3g}"
        for name, curve in series.items()
    )

    whole = all(abscissa == int(abscissa) for curve in series.values() for abscissa, _ in curve)
    chart = Chart(across, up, whole=whole)
    chart.limit(x, y)
    for (name, curve), stroke, mark in zip(series.items(), cycle(STROKES), cycle(MARKS)):
        chart.line(curve, name, stroke, mark=mark if points else "", steps=steps)
    marked = ""
    if level is not None:
        chart.level(level, label=level_says)
        marked = f" A thin line stands at {level:.3g}."
    return _figure(chart, f"{up} against {across}. {in_words}.{marked}")


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
            name: [(n, 100 * sum(odds.home[n:]) / odds.n) for n in range(first, len(odds.home))]
            for name, odds in results.items()
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

    def shares(odds: Odds) -> list[Point]:
        home = odds.home[:-1] if lost else odds.home
        last = max((n for n, games in enumerate(home) if games), default=0)
        return [(n, 100 * games / max(1, odds.n)) for n, games in enumerate(home[: last + 1])]

    return curves(
        {name: shares(odds) for name, odds in results.items()}, across, "% of games", steps=True
    )


def courses(games: Sequence[tuple[bool, Sequence[float]]]) -> Figure:
    """The chance of winning as games go on: for each game whether it was won, and the chance at
    equal steps from its deal to its last move.
    """
    wins = sum(won for won, _ in games)

    chart = Chart("of the way, %", "chance of winning")
    chart.limit((0, 100), (0, 1))
    labels = {True: f"won, {wins}", False: f"not won, {len(games) - wins}"}
    for won, shares in sorted(games, key=lambda game: game[0]):
        along = [(100 * i / (len(shares) - 1), share) for i, share in enumerate(shares)]
        chart.line(along, labels.pop(won, ""), "" if won else "5 3", ACCENT if won else GREY)
    half = [shares[len(shares) // 2] for _, shares in games]
    return _figure(
        chart,
        f"The chance of winning as {len(games)} games go on, {wins} of them won; half-way it lies "
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
    in_words = "; ".join(
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
        chart, f"The price of each reading, {what}: {in_words}.", (5.0, 0.9 + 0.4 * len(readings))
    )


def intervals(
    values: Mapping[str, tuple[float, float, float]], across: str, up: str, level: str | None = None
) -> Figure:
    """A value with its interval for each name: the value, the lower end, the upper end. ``level``
    is a name to be marked.
    """
    in_words = "; ".join(
        f"{name}: {value:.3g} (95 % interval {low:.3g} to {high:.3g})"
        for name, (value, low, high) in values.items()
    )

    chart, marked = Chart(across, up), ""
    for index, (value, low, high) in enumerate(values.values()):
        chart.line([(index, low), (index, high)])
        chart.points([(index, value)])
    if level is not None:
        chart.level(list(values).index(level), STROKES[2], INK, axis="x")
        marked = f" A dotted line stands at {level}."
    chart.name("x", dict(enumerate(values)))
    return _figure(chart, f"{up} by {across}. {in_words}.{marked}")
