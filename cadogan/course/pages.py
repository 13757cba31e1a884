"""The pages about the course, made of its lessons: the map, the glossary, the notes for teachers.
Each gives Markdown.
"""

from __future__ import annotations

from dataclasses import dataclass

from cadogan.course.asking import lessons
from cadogan.course.lesson import PARTS, Lesson

#: The ready courses: for each week the numbers of its lessons.
WEEKS = {
    "probability": ((1, 2), (3, 4), (7, 8), (9, 10), (14, 15), (17, 21)),
    "design": ((7, 20), (18, 19), (22,), (23,)),
}


@dataclass(frozen=True)
class Page:
    """Some Markdown, which a notebook and the book show as such."""

    text: str

    def __repr__(self) -> str:
        return self.text

    def _repr_markdown_(self) -> str:
        return self.text


def course_map() -> Page:
    """Every lesson: its part, its idea, what must come before, and the chapters it plays."""
    rows = ["| part | lesson | idea | needs | chapters | minutes |", "|---|---|---|---|---|---|"]
    for slug, one in lessons().items():
        needs = (
            ", ".join(f"[{n}](lessons/{_slug(n)}.md)" if _slug(n) else str(n) for n in one.needs)
            or "nothing"
        )
        chapters = ", ".join(f"[{_title(chapter)}]({chapter}.md)" for chapter in one.chapters)
        part = f"{'I II III IV V VI VII'.split()[PARTS.index(one.part)]} {one.part}"
        row = (
            part,
            f"[{one.number} {one.title}](lessons/{slug}.md)",
            one.idea,
            needs,
            chapters,
            str(sum(one.minutes.values())),
        )
        rows.append(f"| {' | '.join(row)} |")
    return Page("\n".join(rows))


def weeks(course: str) -> Page:
    """A ready course, week by week; ``course`` is a name in `WEEKS`."""
    told = []
    for n, numbers in enumerate(WEEKS[course], 1):
        there = [(slug, one) for slug, one in lessons().items() if one.number in numbers]
        told.append(
            f"- Week {n}: {'; '.join(f'[{one.number} {one.title}](lessons/{slug}.md), {one.idea}' for slug, one in there)}"
        )
    return Page("\n".join(told))


def _slug(number: int) -> str:
    return next((slug for slug, one in lessons().items() if one.number == number), "")


def _title(chapter: str) -> str:
    import cadogan
    from cadogan.round_games import games as round_games

    return cadogan.games[chapter].title if chapter in cadogan.games else round_games[chapter].title


def glossary() -> Page:
    """Every term that a lesson defines, in the order of the alphabet, with its lesson."""
    terms = sorted(
        (
            (term, said, slug, one)
            for slug, one in lessons().items()
            for term, said in one.terms.items()
        ),
        key=lambda row: row[0].lower(),
    )
    return Page(
        "\n\n".join(
            f"**{term}**\n: {said} ([lesson {one.number}](lessons/{slug}.md))"
            for term, said, slug, one in terms
        )
    )


def teaching() -> Page:
    """The notes for teachers, lesson by lesson: timing, board, common wrong answers."""
    return Page("\n\n".join(_notes(slug, one) for slug, one in lessons().items()))


def _notes(slug: str, one: Lesson) -> str:
    timing = ", ".join(f"{part} {minutes}" for part, minutes in one.minutes.items())
    mistakes = "\n".join(f"- *{said}* {asked}" for said, asked in one.mistakes.items())
    return (
        f"**[{one.number} {one.title}](lessons/{slug}.md).** Minutes: {timing}; {sum(one.minutes.values())} in all.\n\n"
        f"*On the board.* {one.board}\n\n*Common wrong answers, and what to ask.*\n\n{mistakes}"
    )
