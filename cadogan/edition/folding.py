"""A page as a notebook that gives no answer away: how its code cells look when it is opened.

The board stands first, and cells that only explain or check are folded. A question's cell holds
nothing but its name; the page's own cell, with what is right, is run in its place
(`cadogan.course.ask`). What stands behind a folded answer of a chapter, its sum or its search, is
shown when it is asked for (`cadogan.course.answer`).

>>> page = "## Exercises\\n\\n1. *By hand.* How many?\\n\\n```{code-cell} ipython3\\n:tags: [exercise]\\nask('kings/1', Number(4))\\n```\\n"
>>> folded(page.replace("'", '"'))
[Folded(source='ask("kings/1")', hidden=True)]
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from cadogan.edition.notebook import CodeCell, code_cells

#: Cells with one of these tags are folded in the book, and open folded in a notebook.
TAGS = frozenset({"hide-input", "remove-input", "hide-cell", "remove-cell", "exercise"})
EXERCISES = "\n## Exercises\n"
#: A folded answer of a chapter, with the cells behind it, up to the next question or section.
ANSWER = re.compile(r"^<details>.*?(?=^(?:\*\*\d\. |\d\. \*|## )|\Z)", re.MULTILINE | re.DOTALL)
#: The titles of folded cells, written on the first line, which is all that is seen of one: each with
#: the tag and the pattern of the code that it is for; the first that fits is taken.
TITLES = (
    ("own-board", "", "The board of this notebook's game"),
    ("remove-input", r"cadogan\.summary\(", "The game in a line"),
    ("remove-input", r"cadogan\.old_page\(", "The old page"),
    ("remove-input", r"worth\(", "What each look is worth"),
    ("hide-cell", r"cadogan\.plate\(", "The plate of a deal"),
    ("rules", r"", "The plate: where the cards lie"),
    ("proof", "", "What the chapter proves of its game"),
    ("hide-input", r"cadogan\.play(_round)?\(", "The board"),
    ("hide-input", r"cadogan\.trial\(", "A move tried"),
    ("hide-input", r"cadogan\.strip\(", "The worked example"),
    ("hide-input", r"\A((import|from) [^\n]*\n*)+\Z", "What this page imports"),
    ("remove-cell", r"assert|claim\(", "Holds the page's text to its numbers"),
    ("remove-input", r"\b(HTML|Markdown)\(", "Draws what stands below"),
    ("remove-input", r"\A(import|from) ", "Prepares what is drawn below"),
)
#: The functions with which a cell asks a question.
ASKING = ("ask", "reveal")


@dataclass(frozen=True)
class Folded:
    """A code cell as it opens.

    Attributes:
        source: its text.
        hidden: whether it is folded.
    """

    source: str
    hidden: bool


def folded(page: str) -> list[Folded]:
    """The code cells of a page's text as they open in a notebook, in order."""
    cells = code_cells(page)
    behind = _behind_answers(page)
    opened, question, count = [], "", 0
    for cell in cells:
        source, hidden = cell.text, bool(TAGS & {*cell.tags})
        if call := question_of(cell):
            kind, name = call
            source, question, count = f'{kind}("{name}")', name, 0
        elif any(start <= cell.start < end for start, end in behind) and question:
            count += 1
            more = f", {count}" if count > 1 else ""
            source, hidden = f'cadogan.course.answer("{question}"{more})', True
        elif hidden and (title := title_of(cell)):
            source = f"# {title}\n{source}"
        opened.append(Folded(source, hidden))
    return opened


def title_of(cell: CodeCell) -> str:
    """The title of a folded cell; empty if none fits."""
    return next(
        (title for tag, code, title in TITLES if tag in cell.tags and re.search(code, cell.text)),
        "",
    )


def untitled(source: str) -> str:
    """The text of a cell without its title."""
    first, _, rest = source.partition("\n")
    return rest if first.removeprefix("# ") in {title for *_, title in TITLES} else source


def question_of(cell: CodeCell) -> tuple[str, str] | None:
    """The function with which a cell asks a question, and the question's name; None if it asks none."""
    if "exercise" not in cell.tags:
        return None
    for node in ast.parse(cell.text).body:
        match node:
            case ast.Expr(ast.Call(ast.Name(kind), [ast.Constant(str(name)), *_])):
                if kind in ASKING:
                    return kind, name
    return None


def answer_cells(page: str, name: str) -> list[int]:
    """The numbers of the code cells behind the folded answer of a question, from 0."""
    call = re.compile(rf'cadogan\.course\.answer\("{re.escape(name)}"[,)]')
    return [number for number, cell in enumerate(folded(page)) if call.match(cell.source)]


def cells_behind_answers(page: str) -> frozenset[int]:
    """The numbers of the code cells behind the folded answers of a page's questions, from 0."""
    behind = _behind_answers(page)
    return frozenset(
        number
        for number, cell in enumerate(code_cells(page))
        if any(start <= cell.start < end for start, end in behind)
    )


def _behind_answers(page: str) -> list[tuple[int, int]]:
    """The first line, from 0, of each folded answer, and the line where the cells behind it end."""
    offset = page.find(EXERCISES)
    if offset < 0:
        return []
    return [
        (page.count("\n", 0, offset + answer.start()), page.count("\n", 0, offset + answer.end()))
        for answer in ANSWER.finditer(page[offset:])
    ]


def hide(cell: Any) -> None:
    """Fold a cell of a notebook, and leave its code out of exported pages: nbconvert does not ask
    what is folded, but for the mark that its own `TagRemovePreprocessor` writes.
    """
    cell["metadata"]["jupyter"] = {"source_hidden": True}
    cell["metadata"]["transient"] = {"remove_source": True}


def fold(cells: list[Any], page: str) -> Iterator[tuple[Any, str]]:
    """Fold the code cells of a notebook that was read from a page.

    Args:
        cells: all its cells, with ``cell_type``, ``source`` and ``metadata``.
        page: the text of the page; where its code cells are not these, nothing is folded.

    Yields:
        Each code cell whose text has changed, with the text before.
    """
    code = [cell for cell in cells if cell["cell_type"] == "code"]
    forms = folded(page)
    if len(forms) != len(code):
        return
    for cell, form in zip(code, forms):
        if form.hidden:
            hide(cell)
        if form.source.strip() != cell["source"].strip():
            before, cell["source"] = cell["source"], form.source
            yield cell, before


def unfold(cells: list[Any], page: str) -> None:
    """Give the code cells of a notebook that are as they opened the texts of its page again, and
    unfold all."""
    opened = (cell.source for cell in folded(page))
    texts = dict(zip(opened, (cell.text for cell in code_cells(page))))
    for cell in cells:
        if cell["cell_type"] == "code":
            hidden = cell["metadata"].get("jupyter", {})
            hidden.pop("source_hidden", None)
            if not hidden:
                cell["metadata"].pop("jupyter", None)
            cell["metadata"].pop("transient", None)
            cell["source"] = texts.get(cell["source"].strip(), untitled(cell["source"]))
