"""Figures of the lessons, one idea each, in one style that can be read in print, in the dark and without colour.

A figure is drawn as SVG in the colour of the text around it, and told in words: the description is made of the same numbers.
Series differ by their lines and marks. matplotlib is imported when the first figure is drawn.
"""

from __future__ import annotations

import hashlib
import io
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from statistics import mean, stdev
from typing import Any

from cadogan.extras import wanted

#: Ink, which becomes the colour of the text; and the greys, which are read on white and on black.
INK, GREY, PALE = "#010203", "#777777", "#bbbbbb"
STYLE: dict[Any, Any] = {
    "svg.fonttype": "none", "svg.hashsalt": "cadogan", "font.size": 11, "font.family": "sans-serif", "axes.spines.top": False,
    "axes.spines.right": False, "axes.edgecolor": INK, "axes.labelcolor": INK, "text.color": INK, "xtick.color": INK, "ytick.color": INK,
    "lines.color": INK, "patch.edgecolor": INK, "legend.frameon": False, "figure.facecolor": "none", "axes.facecolor": "none",
    "savefig.facecolor": "none",
}  # fmt: skip
LINES = ("-", "--", ":", "-.")


@dataclass(frozen=True)
class Figure:
    """A drawing, and the same in words."""

    svg: str
    says: str

    def __repr__(self) -> str:
        return f"[Figure: {self.says}]"

    def _repr_html_(self) -> str:
        return f'<figure class="cadogan-figure">{self.svg}</figure>'


def drawn(plot: Callable[[Any], None], says: str, size: tuple[float, float] = (5.0, 2.9)) -> Figure:
    """A figure of one's own in the style of the course.

    Args:
        plot: draws on a matplotlib axis.
        says: what is to be seen, in words, with the numbers.
        size: in inches; the drawing shrinks with a narrow page.
    """
    with wanted("A figure"):
        from matplotlib import rc_context
        from matplotlib.figure import Figure as Canvas
    with rc_context(STYLE):
        canvas = Canvas(figsize=size, layout="constrained")
        plot(canvas.subplots())
        file = io.StringIO()
        canvas.savefig(file, format="svg", metadata={"Date": None, "Creator": None})
    return Figure(_small(file.getvalue(), says), says)


def _small(svg: str, says: str) -> str:
    """The drawing to stand in a page: no prologue, no style for the whole page, no names that nothing refers to, ink in the colour of
    the text."""
    svg = svg[svg.index("<svg") :]
    svg = re.sub(r"<metadata>.*?</metadata>|<!--.*?-->", "", svg, flags=re.DOTALL)
    used = set(re.findall(r'(?:href="|url\()#([^")]+)', svg))
    salt = hashlib.sha256(svg.encode()).hexdigest()[:6]
    svg = re.sub(r' id="([^"]+)"', lambda found: f' id="{salt}-{found[1]}"' if found[1] in used else "", svg)
    svg = re.sub(r'((?:href="|url\()#)', rf"\g<1>{salt}-", svg)
    svg = re.sub(r"(\d+\.\d\d)\d+", r"\1", svg).replace(INK, "currentColor")
    svg = re.sub(r"<defs>\s*<style.*?</style>\s*</defs>|<path [^>]*style=\"fill: none\"/>| font-family: [^;\"]+;", "", svg, flags=re.DOTALL)
    head = (
        r'<svg role="img" aria-label="@" viewBox="\1" stroke-linejoin="round" font-family="sans-serif" style="max-width: 34em"'
        r' xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink">'
    )
    svg = re.sub(r'<svg [^>]*?viewBox="([^"]+)"[^>]*>', head, svg, count=1).replace('"@"', f'"{escape(says)}"', 1)
    return re.sub(r"\s*\n\s*", " ", svg).strip()


def _ends(interval: tuple[float, float]) -> str:
    return f"{interval[0]:.3g} to {interval[1]:.3g}"


def bars(counts: Mapping[Any, float], across: str, up: str, log: bool = False, level: float | None = None) -> Figure:
    """How often each value came: one bar a value.

    Args:
        counts: for each value its number or share.
        across, up: the names of the axes.
        log: whether the bars stand on a logarithmic scale.
        level: a height to be marked, such as what would be fair.
    """
    told = ", ".join(f"{value}: {count:,.4g}" if count % 1 else f"{value}: {int(count):,}" for value, count in counts.items())

    def plot(ax: Any) -> None:
        places = list(range(len(counts)))
        ax.bar(places, list(counts.values()), color=PALE, edgecolor=INK, width=0.8)
        ax.set_xticks(places, [str(value) for value in counts])
        if log:
            ax.set_yscale("log")
        if level is not None:
            ax.axhline(level, color=INK, linestyle="--")
        ax.set(xlabel=across, ylabel=up)

    marked = f" A broken line stands at {level:.3g}." if level is not None else ""
    return drawn(plot, f"Bars of {up} by {across}: {told}.{marked}")


def curves(series: Mapping[str, Sequence[tuple[float, float]]], across: str, up: str, level: float | None = None) -> Figure:
    """One line for each series of points, told apart by their strokes; a level line where one is wanted."""
    told = "; ".join(f"{name}: from {points[0][1]:.3g} at {points[0][0]:.3g} to {points[-1][1]:.3g} at {points[-1][0]:.3g}, "
                     f"lowest {min(y for _, y in points):.3g}, highest {max(y for _, y in points):.3g}"
                     for name, points in series.items())  # fmt: skip

    def plot(ax: Any) -> None:
        for (name, points), line in zip(series.items(), LINES):
            ax.plot([x for x, _ in points], [y for _, y in points], line, color=INK, label=name, linewidth=1.4)
        if level is not None:
            ax.axhline(level, color=GREY, linewidth=0.8)
        if all(x == int(x) for points in series.values() for x, _ in points):
            ax.locator_params(axis="x", integer=True)
        ax.set(xlabel=across, ylabel=up)
        if len(series) > 1:
            ax.legend(fontsize=9)

    marked = f" A thin line stands at {level:.3g}." if level is not None else ""
    return drawn(plot, f"{up} against {across}. {told}.{marked}")


def distribution(samples: Mapping[str, Sequence[float]], across: str) -> Figure:
    """Empirical distribution functions: for each value, the share of the sample that is not above it."""
    told = "; ".join(f"{name}: {len(values):,} values from {min(values):.3g} to {max(values):.3g}, half of them at most "
                     f"{sorted(values)[(len(values) - 1) // 2]:.3g}" for name, values in samples.items())  # fmt: skip

    def plot(ax: Any) -> None:
        for (name, values), line in zip(samples.items(), LINES):
            ax.ecdf(values, linestyle=line, color=INK, label=name)
        ax.set(xlabel=across, ylabel="share at most so large", ylim=(0, 1.02))
        if len(samples) > 1:
            ax.legend(fontsize=9)

    return drawn(plot, f"Empirical distribution of {across}. {told}.")


def paired_difference(first: Sequence[float], second: Sequence[float], names: tuple[str, str], what: str) -> Figure:
    """What the second gained on the first, deal by deal in order of size, with the mean and its 95 % interval (normal).

    Raises:
        ValueError: the two are not of the same deals, or fewer than two.
    """
    if len(first) != len(second) or len(first) < 2:
        raise ValueError(f"pairs are wanted, two or more: {len(first)} and {len(second)} values were given")
    gains = sorted(b - a for a, b in zip(first, second))
    middle = mean(gains)
    half = 1.959964 * stdev(gains) / len(gains) ** 0.5
    low, high = middle - half, middle + half

    def plot(ax: Any) -> None:
        ax.vlines(range(len(gains)), 0, gains, color=GREY, linewidth=max(0.5, min(3.0, 200 / len(gains))))
        ax.axhline(0, color=INK, linewidth=0.8)
        ax.axhspan(low, high, facecolor="none", edgecolor=INK, hatch="///", linewidth=0.5)
        ax.axhline(middle, color=INK, linestyle="--")
        ax.set(xlabel="deals, in order of the difference", ylabel=f"{what}: {names[1]} less {names[0]}")

    better, worse = sum(gain > 0 for gain in gains), sum(gain < 0 for gain in gains)
    return drawn(plot, f"Differences in {what} on {len(gains):,} common deals, {names[1]} less {names[0]}: {better} above nothing, "
                 f"{worse} below; mean {middle:+.3g}, 95 % interval {low:+.3g} to {high:+.3g}.")  # fmt: skip


def chance_along(shares: Sequence[float], intervals: Sequence[tuple[float, float]], across: str = "moves played") -> Figure:
    """The chance of winning as the game goes on, with its intervals."""

    def plot(ax: Any) -> None:
        steps = range(len(shares))
        ax.fill_between(steps, [a for a, _ in intervals], [b for _, b in intervals], color=PALE, linewidth=0)
        ax.plot(steps, shares, "o-", color=INK, markersize=3, linewidth=1.2)
        ax.set(xlabel=across, ylabel="chance of winning", ylim=(0, 1))

    return drawn(plot, f"The chance of winning, by {across}: from {shares[0]:.3g} (95 % interval {_ends(intervals[0])}) to "
                 f"{shares[-1]:.3g} ({_ends(intervals[-1])}) after {len(shares) - 1}; lowest {min(shares):.3g}, "
                 f"highest {max(shares):.3g}.")  # fmt: skip


def path(home: Sequence[int], marks: Mapping[int, str] | None = None, across: str = "moves", up: str = "cards home") -> Figure:
    """The path of one deal, such as the cards home after each move; ``marks`` are moves to be named."""
    marked = marks or {}

    def plot(ax: Any) -> None:
        ax.step(range(len(home)), home, where="post", color=INK)
        for at, name in marked.items():
            ax.annotate(name, (at, home[at]), (0, 14), textcoords="offset points", ha="center", fontsize=9, arrowprops={"arrowstyle": "-"})
        ax.set(xlabel=across, ylabel=up)

    told = "".join(f" At {at} {name}." for at, name in marked.items())
    return drawn(plot, f"{up.capitalize()} against {across}: from {home[0]} to {home[-1]} in {len(home) - 1}.{told}")


def price(readings: Sequence[tuple[str, float, tuple[float, float]]], what: str = "games won, in points of the percentage") -> Figure:
    """What each reading costs or gains on common deals, with its 95 % interval, one line each."""
    told = "; ".join(f"{name} {value:+.3g} (95 % interval {low:+.3g} to {high:+.3g})" for name, value, (low, high) in readings)

    def plot(ax: Any) -> None:
        for row, (_, value, (low, high)) in enumerate(reversed(readings)):
            ax.plot([low, high], [row, row], color=INK, linewidth=1.2)
            ax.plot([value], [row], "o" if low <= 0 <= high else "s", color=INK, fillstyle="none" if low <= 0 <= high else "full")
        ax.axvline(0, color=GREY, linewidth=0.8)
        ax.set_yticks(range(len(readings)), [name for name, _, _ in reversed(readings)])
        ax.set(xlabel=what, ylim=(-0.6, len(readings) - 0.4))

    return drawn(plot, f"The price of each reading, {what}: {told}.", (5.0, 0.9 + 0.4 * len(readings)))


def stacked_intervals(intervals: Sequence[tuple[float, float]], truth: float | None, across: str = "share of games won") -> Figure:
    """The intervals of a class, one above the other; those that miss the truth are drawn bold with a cross."""
    missing = [i for i, (low, high) in enumerate(intervals) if truth is not None and not low <= truth <= high]

    def plot(ax: Any) -> None:
        for row, (low, high) in enumerate(intervals):
            ax.plot([low, high], [row, row], color=INK if row in missing else GREY, linewidth=2.6 if row in missing else 1.1)
            if row in missing:
                ax.plot([(low + high) / 2], [row], "x", color=INK, markersize=8)
        if truth is not None:
            ax.axvline(truth, color=INK, linestyle="--")
        ax.set(xlabel=across, ylabel="student", yticks=[])

    low, high = min(a for a, _ in intervals), max(b for _, b in intervals)
    told = f", which {len(missing)} of them miss" if truth is not None else ""
    line = f" A broken line stands at {truth:.4g}{told}." if truth is not None else ""
    return drawn(plot, f"{len(intervals)} intervals of the {across}, between {low:.3g} and {high:.3g}.{line}",
                 (5.0, 1.0 + 0.09 * len(intervals)))  # fmt: skip
