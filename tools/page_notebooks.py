"""Each page with code as a notebook beside it, `fortress.ipynb` beside `fortress.html`: what its
cells are run from, and what is saved.

There are no outputs in it. It opens folded and tells no answer (`cadogan.edition.folding`); the cells
as they are printed, which the page runs, stand in their metadata. A page whose readers are not to
see the answers has none in its notebook, there neither."""

from __future__ import annotations

import json
import posixpath
import re
from collections.abc import Collection
from functools import partial
from pathlib import Path
from typing import Any

from house import BOOK

from cadogan.edition.folding import fold
from cadogan.edition.prose import readable
from cadogan.edition.sealing import LEFT_OUT

#: Under this name a cell's metadata have its text as printed, where it opens with another.
PRINTED = "printed"

#: A link to another page, which is a notebook there, and to the bibliography, which is none.
LINK = re.compile(r"(?<=\]\()([\w./-]+)\.md(?=[#)])")
CITED = re.compile(r"\[([^]]+)\]\(bibliography\.md\)")
#: A link to another page with its words.
WORDS = re.compile(r"\[([^]]+)\]\(([\w./-]+)\.md(?:#[^)]*)?\)")
#: A folded answer.
FOLDED = re.compile(r"<details>.*?</details>\s*", re.DOTALL)
#: A remark that tools of the text's sources have left in it.
REMARK = re.compile(r"<!--.*?-->\s*", re.DOTALL)


def has_code(page: Path) -> bool:
    """Whether a page has code, and so a notebook."""
    return "{code-cell}" in page.read_text(encoding="utf-8")


def notebook(page: Path, answers: bool = True, names: Collection[str] = ()) -> Any:
    """A page as a notebook; None for one without code. Where the pages of the book are named, its
    links to others are text.
    """
    from myst_nb.core.read import read_myst_markdown_notebook  # the reader of the book's builder

    if not has_code(page):
        return None
    text = page.read_text(encoding="utf-8")
    read = read_myst_markdown_notebook(text)
    for number, cell in enumerate(read.cells):
        tags = cell.metadata.get("tags", [])
        cell.id, cell.metadata = f"cell-{number}", {"tags": tags} if tags else {}
        if cell.cell_type != "code":
            words = REMARK.sub("", cell.source if answers else FOLDED.sub("", cell.source))
            words = CITED.sub(r"\1", readable(words))
            words = WORDS.sub(partial(_link_text, page, names), words) if names else words
            cell.source = LINK.sub(r"\1.ipynb", words)
    for cell, printed in fold(read.cells, text):
        if answers or cell.source.startswith("reveal("):
            cell.metadata[PRINTED] = printed
        elif not cell.source.startswith("ask("):  # a cell that only an answer needs
            cell.source = LEFT_OUT
    kernel = {"display_name": "Python 3", "language": "python", "name": "python3"}
    read.metadata = {"kernelspec": kernel, "language_info": {"name": "python"}}
    read.nbformat_minor = 5
    return read


def _link_text(page: Path, names: Collection[str], match: re.Match[str]) -> str:
    target = posixpath.join(page.relative_to(BOOK).parent.as_posix(), match[2])
    return match[0] if posixpath.normpath(target) in names else match[1]


def write(site: Path, names: list[str], answers: bool = True) -> None:
    """Lay the notebooks of these pages beside them."""
    for name in names:
        if (content := notebook(BOOK / f"{name}.md", answers, names)) is not None:
            (site / f"{name}.ipynb").write_text(
                json.dumps(content, ensure_ascii=False, separators=(",", ":")) + "\n",
                encoding="utf-8",
            )
