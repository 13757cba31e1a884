"""A page of the book as text: its front matter, its code cells with their tags, and what stands
above a cell.

A page is a MyST notebook (``book/<slug>.md``, ``book/lessons/<slug>.md``). A game's rules
are the cells tagged ``rules``; questions, guesses and answers are those tagged ``exercise``. This
is the one reader that finds them; it runs nothing.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

#: The line between two cells where they come as one text.
NEXT_CELL = "# %%"
#: A code cell with its fences: its options, between two rules or behind colons, and its code.
CELL = re.compile(
    r"^```\{code-cell\}.*\n(?P<head>(?:---\s*\n(?:.*\n)*?---\s*\n)?(?::.*\n)*)(?P<code>(?:(?!```).*(?:\n|\Z))*?)(?:```.*|\Z)",
    re.MULTILINE,
)
HEADING = re.compile(r"^#.*$", re.MULTILINE)
TAGS = re.compile(r"^:?tags:\s*\[([^\]]*)\]|^\s*-\s*([\w-]+)\s*$", re.MULTILINE)


@dataclass(frozen=True)
class CodeCell:
    """A code cell of a page.

    Attributes:
        text: its code.
        start, end: its first line in the page (from 0), and the line behind its last.
        tags: its tags.
        above: the text between the code cell before it, or the heading, and this one.
    """

    text: str
    start: int
    end: int
    tags: tuple[str, ...]
    above: str


def book_folder() -> Path:
    """The folder of the chapters: ``book/`` in a checkout, package data in an installed wheel."""
    package = Path(__file__).resolve().parent.parent
    checkout = package.parent / "book"
    return checkout if (checkout / "_toc.yml").exists() else package / "_chapters"


def page_path(slug: str) -> Path | None:
    """The file of a chapter or a lesson; None where there is no such page."""
    folder = book_folder()
    if not re.fullmatch(r"[\w-]+", slug):
        return None
    return next(
        (
            path
            for path in (folder / f"{slug}.md", folder / "lessons" / f"{slug}.md")
            if path.is_file()
        ),
        None,
    )


def code_cells(text: str) -> list[CodeCell]:
    """The code cells of a page, in order.

    >>> page = "Two and two?\\n```{code-cell} ipython3\\n:tags: [exercise, hide-input]\\n2 + 2\\n```"
    >>> code_cells(page)
    [CodeCell(text='2 + 2', start=3, end=4, tags=('exercise', 'hide-input'), above='Two and two?')]
    """
    cells, behind = [], 0
    for cell in CELL.finditer(text):
        start, code = text.count("\n", 0, cell.start("code")), cell["code"].removesuffix("\n")
        tags = [
            tag.strip() for row in TAGS.findall(cell["head"]) for tag in "".join(row).split(",")
        ]
        above = HEADING.split(text[behind : cell.start()])[-1].strip()
        end = start + cell["code"].count("\n")
        cells.append(CodeCell(code, start, end, tuple(tags), above))
        behind = cell.end()
    return cells


def rules_cells(text: str) -> list[CodeCell]:
    """The rules cells of a chapter, in order."""
    return [cell for cell in code_cells(text) if "rules" in cell.tags]


def front_matter(text: str) -> str:
    """The lines between the two rules at the head of a page, without them; empty where there are
    none.
    """
    match = re.match(r"---\n(.*?\n)---\n", text, re.DOTALL)
    return match[1] if match else ""


def joined(texts: list[str]) -> str:
    """Cells as one text, which `parted` takes apart again."""
    return f"\n{NEXT_CELL}\n".join(texts)


def parted(text: str) -> list[str]:
    """The cells of a text that `joined` made."""
    return text.replace("\r\n", "\n").replace("\r", "\n").split(f"\n{NEXT_CELL}\n")
