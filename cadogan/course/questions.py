"""The questions of the pages, from the cells tagged ``exercise`` and the text above them.

A question is text in its page; the cell below it gives the expected answer, ``ask("kings/2",
Number(…))``, in the names of the page. To mark an answer where that cell has not been run, the cell
is run with the statements above that it needs, and nothing else of the page."""

from __future__ import annotations

import ast
import re
from dataclasses import dataclass
from functools import cache
from typing import Any

from cadogan.edition.needs import Names
from cadogan.edition.notebook import CodeCell, code_cells, page_path
from cadogan.edition.sealing import unsealed

TAG = "exercise"
GRADES = {1: "by hand", 2: "to compute", 3: "to design"}
#: The heading of a lesson's last exercises, which are of the second grade.
EXPERIMENT = "An experiment of your own"
#: How a question begins: with its number, in a chapter also with its grade; in a lesson a heading
#: gives the grade.
OPENING = re.compile(
    r"^(?:\*Guess\.\*|(?:\*\*)?(\d+)\.\s*(?:\*?(By hand|To compute|To design)\.\*{1,2})?)\s*",
    re.MULTILINE,
)
HEADING = re.compile(rf"^#+ (By hand|To compute|To design|{EXPERIMENT})$", re.MULTILINE)


@dataclass(frozen=True)
class Question:
    """A question, a guess or a revealed answer in its page.

    Attributes:
        kind: the function that the cell calls: ``ask``, ``guess`` or ``reveal``.
        name: the name of the page and of the question, such as ``kings/2``.
        number: its number in the page; empty if it has none.
        grade: 1 by hand, 2 to compute, 3 to design.
        text: the question, as Markdown without its number and grade.
        cell: the number of its cell among the code cells of the page, from 0.
    """

    kind: str
    name: str
    number: str
    grade: int
    text: str
    cell: int


def questions(slug: str) -> tuple[Question, ...]:
    """The questions of a chapter or a lesson, in their order; none if there is no such page."""
    path = page_path(slug)
    return questions_of(path.read_text(encoding="utf-8")) if path else ()


def question(kind: str, name: str) -> Question | None:
    """The question of a kind and a name; None if its page does not hold it, or cannot be read."""
    return next(
        (q for q in questions(name.partition("/")[0]) if (q.kind, q.name) == (kind, name)),
        None,
    )


def name_of(name: str) -> str:
    """The name of an exercise that may be called by its number in the page; other names unchanged.

    >>> name_of("sample-space/2"), name_of("kings/2")
    ('sample-space/line', 'kings/2')
    """
    slug, _, number = name.partition("/")
    if not number.isdecimal():
        return name
    exercises = [q for q in questions(slug) if q.kind == "ask"]
    numbers = {q.number: q.name for q in exercises} | {q.name: q.name for q in exercises}
    return numbers.get(name) or numbers.get(number, name)


@cache
def questions_of(page: str) -> tuple[Question, ...]:
    """The questions of a page's text.

    >>> cell = '```{code-cell} ipython3\\n:tags: [exercise]\\nask("kings/1", Number(4))\\n```\\n'
    >>> questions_of("## Exercises\\n\\n1. *By hand.* How many?\\n\\n" + cell)
    (Question(kind='ask', name='kings/1', number='1', grade=1, text='How many?', cell=0),)
    """
    lines = page.split("\n")
    return tuple(
        _question(cell, number, call, lines)
        for number, cell in enumerate(code_cells(page))
        if TAG in cell.tags
        for node in ast.parse(cell.text).body
        if (call := called(node))
    )


def _question(cell: CodeCell, number: int, call: tuple[str, str], lines: list[str]) -> Question:
    text = cell.above.rpartition("</details>")[2].strip()
    opening = next(iter([*OPENING.finditer(text)][-1:]), None)
    headings = HEADING.findall("\n".join(lines[: cell.start]))
    grade_name = (opening and opening[2]) or (headings[-1] if headings else "By hand")
    grade = next((n for n, name in GRADES.items() if name == grade_name.lower()), 2)
    return Question(
        *call,
        (opening and opening[1]) or "",
        grade,
        " ".join(text[opening.end() if opening else 0 :].split()),
        number,
    )


def called(node: ast.stmt) -> tuple[str, str] | None:
    """The kind and the name of the question that a statement asks; None if it asks none."""
    match node:
        case ast.Expr(
            ast.Call(ast.Name("ask" | "guess" | "reveal" as kind), [ast.Constant(str(name)), *_])
        ):
            return kind, name
    return None


# What they expect
# ------------------------------------------------------------------------------------------------------------


_names: dict[str, Names] = {}


def names_of(slug: str) -> Names | None:
    """The names of a page, computed when they are needed; None if there is no such page."""
    if slug not in _names and (path := page_path(slug)):
        cells = code_cells(path.read_text(encoding="utf-8"))
        _names[slug] = Names([unsealed(cell.text) for cell in cells], slug)
    return _names.get(slug)


def exercise(name: str) -> Any:
    """The exercise of a name: its cell is run with what it needs from above; None if no page asks
    it.
    """
    names = names_of(name.partition("/")[0])
    asks = [s for s in names.statements if called(s.node) == ("ask", name)] if names else []
    return names.value(asks[0]) if names and asks else None
