"""A picture that moves: frames on fixed axes, played, stepped through, or chosen with a slider.

In the page ``book/_static/moving.js`` moves it, in a notebook the handlers in its own controls. On
paper, and where no script runs, it is one still."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from html import escape
from typing import Any

from cadogan.course.chart import Chart
from cadogan.echo import having

#: The most frames of a picture: each is stored in the page.
MOST_FRAMES = 80
#: What the controls do in a notebook, without the page's script: show the slider's frame …
SHOW = (
    "const box = this.closest('cadogan-moving'), at = Number(this.value), grows = 'grows' in box.dataset;"
    " const all = [...box.querySelectorAll('.frame')], says = JSON.parse(box.dataset.says)[at];"
    " all.forEach((one, n) => one.setAttribute('display', n === at || (grows && n < at) ? 'inline' : 'none'));"
    " this.setAttribute('aria-valuetext', says); box.querySelector('output').textContent = says;"
)
#: … go one step on or back …
STEP = (
    "const box = this.closest('cadogan-moving'), bar = box.querySelector('input');"
    " bar.value = Number(bar.value) + Number(this.dataset.by); bar.oninput();"
)
#: … and play all frames, or go one step if the reader prefers reduced motion.
PLAY = (
    "const box = this.closest('cadogan-moving'), bar = box.querySelector('input'), last = bar.max;"
    " const on = () => { bar.value = Number(bar.value) + 1; bar.oninput(); };"
    " if (bar.value === last) { bar.value = 0; bar.oninput(); }"
    " if (matchMedia('(prefers-reduced-motion: reduce)').matches) { on(); return; }"
    " const stop = () => { clearInterval(box.beat); box.beat = 0; this.textContent = 'Play'; };"
    " if (box.beat) { stop(); return; }"
    " this.textContent = 'Pause';"
    " box.beat = setInterval(() => { on(); if (bar.value === last || !box.isConnected) stop(); }, box.dataset.beat);"
)


@dataclass(frozen=True)
class Moving:
    """A picture that moves.

    Attributes:
        svg: the drawing, its axes and all frames.
        description: what happens in the picture, in words.
        name: the name of its slider.
        labels: a few words for each frame.
        still: the number of the frame that is shown on paper.
        grows: whether a frame stays when the next one comes.
        beat: the seconds from one frame to the next.
        caption: what the reader should see in the picture.
    """

    svg: str
    description: str
    name: str
    labels: tuple[str, ...]
    still: int
    grows: bool
    beat: float
    caption: str = ""

    def titled(self, caption: str) -> Moving:
        """The same picture with a caption: what the reader should see in it."""
        return replace(self, caption=caption)

    def __repr__(self) -> str:
        summary = f"{self.description} {len(self.labels)} frames, from “{self.labels[0]}” to “{self.labels[-1]}”."
        return f"[A picture that moves: {self.caption} {summary}]".replace(":  ", ": ")

    def _repr_html_(self) -> str:
        below = f"<figcaption>{escape(self.caption)}</figcaption>" if self.caption else ""
        words = escape(self.labels[self.still])
        labels = escape(json.dumps(self.labels, ensure_ascii=False))
        steps = [
            f'<button type="button" data-by="{step}" aria-label="{label}" onclick="{escape(STEP)}">{sign}</button>'
            for step, label, sign in ((-1, "One step back", "◀"), (1, "One step on", "▶"))
        ]
        return (
            f'<figure class="cadogan-figure"><cadogan-moving role="group" aria-label="{escape(self.name)}, a picture that moves" '
            f'data-beat="{round(1000 * self.beat)}"{" data-grows" if self.grows else ""} data-says="{labels}">{self.svg}'
            f'<div class="walk"><button type="button" class="play" onclick="{escape(PLAY)}">Play</button>{"".join(steps)}'
            f'<input type="range" aria-label="{escape(self.name)}" min="0" max="{len(self.labels) - 1}" step="1" value="{self.still}" '
            f'aria-valuetext="{words}" autocomplete="off" onkeydown="event.stopPropagation()" oninput="{escape(SHOW)}">'
            f"<output>{words}</output></div></cadogan-moving>{below}</figure>"
        )


def moving(
    name: str,
    values: Sequence[Any],
    frame: Callable[[Chart, Any], str],
    description: str,
    ground: Callable[[Chart], None] = lambda chart: None,
    *,
    still: int = -1,
    grows: bool = False,
    beat: float = 0.4,
    size: tuple[float, float] = (5.0, 2.9),
) -> Moving:
    """A picture with a frame for each of some values, all on the same axes.

    Args:
        name: what its slider moves: ``"layouts"``.
        values: 2 to 80 of them, in order.
        frame: a function that draws the frame of a value on a chart, and returns a few words for it.
        description: what happens, in words, with the numbers.
        ground: draws what does not move, above the frames, and names and limits the axes.
        still: the number of the frame that is shown on paper; the last if none is given.
        grows: whether a frame stays when the next one comes, which draws only what is new.
        beat: the seconds from one frame to the next, 0.05 to 5.
        size: the width and height in inches; the drawing shrinks on a narrow page.

    Raises:
        ValueError: the number of values, the still or the beat is out of range.

    >>> moving("n", [1, 2], lambda chart, n: chart.points([(n, n)]) or f"at {n}", "A point climbs.")
    [A picture that moves: A point climbs. 2 frames, from “at 1” to “at 2”.]
    """
    having(frame, "__call__", "what stands in a frame is drawn by a function")
    if not 2 <= len(having(values, "__len__", "a picture has values in a row")) <= MOST_FRAMES:
        raise ValueError(
            f"a picture has 2 to {MOST_FRAMES} frames, not {len(values)}: each is stored in the page"
        )
    if not -len(values) <= still < len(values):
        raise ValueError(f"the still is one of {len(values)} frames, not number {still}")
    if not 0.05 <= beat <= 5:
        raise ValueError(f"from one frame to the next it takes 0.05 to 5 seconds, not {beat}")
    index, below = still % len(values), Chart()
    ground(below)
    frames = [Chart() for _ in values]
    labels = tuple(frame(chart, value) for chart, value in zip(frames, values))
    svg = below.svg(size, description, frames, index, grows)
    return Moving(svg, description, name, labels, index, grows, beat)
