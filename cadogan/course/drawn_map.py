"""The map of the course as a drawing: the lessons by parts, and lines from what a lesson needs."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from textwrap import wrap

from cadogan.course.asking import lessons
from cadogan.course.lesson import PARTS

#: A lesson's box, the room from one to the next, and the room for the names of the parts.
BOX, STEP, LEFT = (150, 54), (172, 88), 92
_STYLE = (
    ".course-map text{font:14px var(--f-ours,sans-serif);fill:var(--c-ink,#211d19)}"
    ".course-map .part{font:18px var(--f-author,serif);font-variant-caps:small-caps;fill:var(--c-accent,#7a1f2b)}"
    ".course-map a{text-decoration:none}"
    ".course-map rect{fill:var(--c-paper,#fffdf9);stroke:var(--c-edge,#938879)}"
    ".course-map a:is(:hover,:focus-visible) rect{stroke:var(--c-accent,#7a1f2b);stroke-width:2.5}"
    ".course-map path{fill:none;stroke:var(--c-edge,#938879)}"
)


def direct(needs: Mapping[int, tuple[int, ...]]) -> dict[int, tuple[int, ...]]:
    """What each lesson needs that none of its other needs needs already.

    >>> direct({1: (), 2: (1,), 3: (1, 2)})
    {1: (), 2: (1,), 3: (2,)}
    """

    def before(number: int) -> set[int]:
        return {
            *needs.get(number, ()),
            *(n for one in needs.get(number, ()) for n in before(one)),
        }

    return {
        number: tuple(n for n in wanted if not any(n in before(other) for other in wanted))
        for number, wanted in needs.items()
    }


class Map:
    """The drawing. It prints as a list: each lesson with what it needs."""

    def __init__(self) -> None:
        self.lessons = {one.number: (slug, one) for slug, one in lessons().items()}
        self.needs = direct({number: one.needs for number, (_, one) in self.lessons.items()})

    def __repr__(self) -> str:
        return "\n".join(
            f"{number} {one.title}: after {', '.join(map(str, self.needs[number])) or 'nothing'}"
            for number, (_, one) in self.lessons.items()
        )

    def places(self) -> dict[int, tuple[int, int]]:
        """The upper left corner of each lesson's box, in the drawing's units."""
        taken = dict.fromkeys(PARTS, 0)
        found = {}
        for number, (_, one) in self.lessons.items():
            found[number] = LEFT + taken[one.part] * STEP[0], PARTS.index(one.part) * STEP[1] + 4
            taken[one.part] += 1
        return found

    def _repr_html_(self) -> str:
        places, (wide, high) = self.places(), BOX
        lines = []
        for number, wanted in self.needs.items():
            x, y = places[number]
            for a, b in (places[one] for one in wanted):
                if b == y:  # in one row
                    lines.append(f'<path d="M{a + wide} {b + high / 2}H{x}"/>')
                else:
                    down = (y - b - high) / 2
                    lines.append(
                        f'<path d="M{a + wide / 2} {b + high}c0 {down} {x - a} {down} {x - a} {2 * down}"/>'
                    )
        boxes = []
        for number, (slug, one) in self.lessons.items():
            x, y = places[number]
            rows = wrap(f"{number} {one.title}", 20)
            first = y + high / 2 + 5 - 9 * (len(rows) - 1)
            text = "".join(
                f'<text x="{x + 8}" y="{first + 18 * n:g}">{escape(row)}</text>'
                for n, row in enumerate(rows)
            )
            boxes.append(
                f'<a href="lessons/{slug}.html"><title>{escape(one.idea)}</title>'
                f'<rect x="{x}" y="{y}" width="{wide}" height="{high}" rx="4"/>{text}</a>'
            )
        names = "".join(
            f'<text class="part" x="0" y="{n * STEP[1] + 36}">{name}</text>'
            for n, name in enumerate(PARTS)
        )
        width = max(x for x, _ in places.values()) + wide + 2
        return (
            f'<div class="course-map" style="overflow-x:auto"><style>{_STYLE}</style>'
            f'<svg viewBox="0 0 {width} {len(PARTS) * STEP[1]}" style="min-width:40rem;width:100%" role="group" '
            f'aria-label="The map of the course">{"".join(lines)}{"".join(boxes)}{names}</svg></div>'
        )


def course_drawn() -> Map:
    """The map of the course, to be shown."""
    return Map()
