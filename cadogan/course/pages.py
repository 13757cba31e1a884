"""The pages about the course, made of its lessons: the map, the glossary, the notes for teachers.
Each gives Markdown.
"""

from __future__ import annotations

import ast
import re
from dataclasses import dataclass

from cadogan.course.asking import lessons
from cadogan.course.lesson import PARTS, Lesson
from cadogan.course.questions import questions
from cadogan.edition.notebook import code_cells, page_path

#: The ready courses: for each week the numbers of its lessons, none before those that it needs.
WEEKS = {
    "term": (
        (1, 2),
        (3, 4),
        (5, 6),
        (7, 8),
        (9, 10),
        (11, 12),
        (14, 15),
        (16, 17),
        (18, 19),
        (20, 21),
        (13, 22),
        (23,),
    ),
    "design": ((1, 2), (3, 4), (5, 6), (7, 10), (19, 20), (22, 23)),
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
    """A ready course, week by week: its lessons, what a student can do after them, and the problem
    set, the exercises to compute and to design.

    Args:
        course: a name in `WEEKS`.
    """
    rows = ["| week | lessons | afterwards a student can | problem set |", "|---|---|---|---|"]
    for n, numbers in enumerate(WEEKS[course], 1):
        there = [(slug, lessons()[slug]) for slug in map(_slug, numbers)]
        titles = "<br>".join(
            f"[{one.number} {one.title}](lessons/{slug}.md)" for slug, one in there
        )
        goals = "; ".join(one.goal for _, one in there)
        sets = "; ".join(f"{one.number}: {_problem_set(slug)}" for slug, one in there)
        rows.append(f"| {n} | {titles} | {goals} | {sets} |")
    return Page("\n".join(rows))


def _problem_set(slug: str) -> str:
    """The numbers of a lesson's exercises beyond those by hand."""
    numbers = [one.number for one in questions(slug) if one.kind == "ask" and one.grade > 1]
    return f"{numbers[0]} to {numbers[-1]}"


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


def anatomy() -> Page:
    """What each lesson is made of: the step it is about, words, lines of code in sight, what its cells take from the
    package, sliders and figures, exercises by hand, to compute and to design.
    """
    rows = [
        "| lesson | its step | words | lines of code | taken from the package | sliders, figures | exercises |",
        "|---|---|---|---|---|---|---|",
    ]
    for slug, one in lessons().items():
        path = page_path(slug)
        text = path.read_text(encoding="utf-8") if path else ""
        seen = [c.text for c in code_cells(text) if not HIDDEN & set(c.tags)]
        code = "\n".join(seen)
        prose = re.sub(r"^```.*?^```", "", text.partition("\n---\n")[2], flags=re.S | re.M)
        drawn = len(re.findall(r"\bfigures\.(?!Chart|Figure)[a-z]\w+\(", code))
        grades = [sum(q.kind == "ask" and q.grade == n for q in questions(slug)) for n in (1, 2, 3)]
        row = (
            f"[{one.number} {one.title}](lessons/{slug}.md)",
            f"`{one.step}`",
            f"{len(prose.split()):,}",
            str(sum(bool(line.strip()) for line in code.split("\n"))),
            ", ".join(f"`{name}`" for name in sorted(_taken(code))) or "nothing",
            f"{len(re.findall(r'^slide[(]', code, re.M))}, {drawn}",
            " + ".join(map(str, grades)),
        )
        rows.append(f"| {' | '.join(row)} |")
    return Page("\n".join(rows))


#: Cells that a reader does not see, or sees as a question.
HIDDEN = {"exercise", "remove-cell", "remove-input"}
#: Parts of the package that lessons import whole.
MODULES = ("odds", "bots")


def _taken(code: str) -> set[str]:
    """What code takes from the package, but for the course's own tools: questions, figures, sliders."""
    tree, found, modules = ast.parse(code), set(), {"cadogan": "cadogan"}
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("cadogan"):
            if node.module != "cadogan.course":
                found |= {f"{node.module}.{name.name}" for name in node.names}
            modules |= {n.name: f"{node.module}.{n.name}" for n in node.names if n.name in MODULES}
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute):
            root, _, rest = ast.unparse(node).partition(".")
            found.add(f"{modules.get(root, '')}.{rest}")
    names = {
        name.removeprefix("cadogan.") for name in found if re.fullmatch(r"cadogan[\w.*]+", name)
    }
    return {name for name in names if not any(one.startswith(f"{name}.") for one in names)}


def _notes(slug: str, one: Lesson) -> str:
    timing = ", ".join(f"{part} {minutes}" for part, minutes in one.minutes.items())
    mistakes = "\n".join(f"- *{said}* {asked}" for said, asked in one.mistakes.items())
    return (
        f"**[{one.number} {one.title}](lessons/{slug}.md).** Afterwards a student can {one.goal}.\n\n"
        f"*Minutes.* {timing}; {sum(one.minutes.values())} in all.\n\n"
        f"*On the board.* {one.board}\n\n*Common wrong answers, and what to ask.*\n\n{mistakes}"
    )
