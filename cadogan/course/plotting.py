"""Draws the book's figures with matplotlib: the same data, on the reader's own axes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from cadogan.course.chart import INK, Chart, Point
from cadogan.extras import axes

#: matplotlib's markers for the marks of a chart's points.
MARKERS = {
    "disc": "o",
    "square": "s",
    "ring": "o",
    "diamond": "D",
    "cross": "x",
    "triangle": "^",
    "bar": "|",
}


def plot(chart: Chart, ax: Any = None) -> Any:
    """Draw a chart on matplotlib's axes, new ones if none are given; returns the axes.

    Raises:
        ImportError: matplotlib is not installed.
    """
    ax = axes(ax)
    for name, arguments in chart.content:
        globals()[f"_{name}"](ax, *arguments.values())
    ax.set(xlabel=chart.across, ylabel=chart.up)
    if chart.log:
        ax.set_yscale("log")
    for axis, names in chart.names.items():
        if names:
            getattr(ax, f"set_{axis}ticks")([*names], [*names.values()])
    for axis, ends in chart.limits.items():
        getattr(ax, f"set_{axis}lim")(*ends)
    if ax.get_legend_handles_labels()[1]:
        ax.legend()
    return ax


def _ink(colour: str) -> str:
    """A colour for matplotlib; the colour of the book's text becomes black."""
    return "black" if colour == INK else colour


def _dashes(dash: str) -> Any:
    return (0, tuple(map(float, dash.split()))) if dash else "-"


def _line(
    ax: Any,
    points: Sequence[Point],
    label: str,
    dash: str,
    colour: str,
    width: float,
    mark: str,
    steps: bool,
) -> None:
    x, y = zip(*points) if points else ((), ())
    face = {"markerfacecolor": "none"} if mark == "ring" else {}
    ax.plot(
        x,
        y,
        label=label or None,
        linestyle=_dashes(dash) if width else "none",
        linewidth=width,
        color=_ink(colour),
        marker=MARKERS.get(mark),
        drawstyle="steps-post" if steps else "default",
        **face,
    )


def _bars(ax: Any, heights: Mapping[float, float], width: float, label: str, fill: str) -> None:
    ax.bar(
        [*heights], [*heights.values()], width, label=label or None, color=fill, edgecolor="black"
    )


def _band(ax: Any, lower: Sequence[Point], upper: Sequence[Point]) -> None:
    ax.fill(*zip(*lower, *reversed(upper)), color="0.8")


def _level(ax: Any, value: float, dash: str, colour: str, axis: str, label: str) -> None:
    draw = ax.axhline if axis == "y" else ax.axvline
    draw(value, linestyle=_dashes(dash), color=_ink(colour), linewidth=0.9, label=label or None)


def _words(ax: Any, point: Point, text: str, place: Point | None) -> None:
    ax.annotate(
        text,
        point,
        place or (0, 14),
        textcoords="data" if place else "offset points",
        arrowprops={"arrowstyle": "-"},
    )


def _strokes(ax: Any, points: Sequence[Point], high: float, colour: str) -> None:
    ax.plot(*zip(*points), linestyle="none", marker="|", markersize=high, color=_ink(colour))


def _text(ax: Any, point: Point, text: str, size: float, colour: str) -> None:
    ax.text(*point, text, size=size, color=_ink(colour), ha="center", va="center")


def _card(ax: Any, point: Point, face: str, high: float) -> None:
    ax.text(
        *point, face, ha="center", va="center", bbox={"boxstyle": "round", "facecolor": "white"}
    )
