"""What one sees first of a page that is opened as a notebook, before anything is run: a line that says
what to do, and a chapter's board as a picture, or what a front page shows."""

from __future__ import annotations

import ast
import base64
import re
from contextlib import suppress
from functools import cache
from html import escape
from pathlib import Path
from typing import Any

import cadogan
from cadogan.edition.folding import untitled
from cadogan.edition.notebook import book_folder, code_cells
from cadogan.notebook.front import FITTED

#: The cell with a page's board: its game, and the deal that it shows; and that of a round game.
BOARD = re.compile(
    r"cadogan\.play\((?:cadogan\.games\[)?\"(?P<game>[\w-]+)\"\]?(?:,\s*(?P<deal>\d+))?"
)
TABLE = re.compile(r"cadogan\.play_round\(")
PLAY = "Run this cell (Shift+Enter), and the cards can be played; Run All Cells, in the menu Run, runs the page."
WHAT_TO_DO = f"{PLAY} Change a rule below, run its cell and the last of the rules, and the board under it is yours."
#: The front pages that are drawn at once, and what each says above its first drawing.
FRONT = {
    "intro": "A click on a game opens its chapter; run the cell of its board (Shift+Enter), and the cards can be played. "
    "Run All Cells, in the menu Run, runs this page.",
    "course": "A click on a lesson, in the list below the map, opens it. Run All Cells, in the menu Run, runs this page "
    "and shows how far you are.",
}


def show(cells: list[Any], slug: str, folder: Path) -> None:
    """Give the cell with a page's first board, and the line above it, something to show; and the
    folded cells of a front page what they draw.

    Args:
        cells: the cells of a notebook, without outputs.
        slug: the page; one that is no front page and has no board is left as it is.
        folder: where its notebook lies, to which links are relative.
    """
    if slug in FRONT:
        _show_front(cells, slug, folder)
        return
    for cell in cells:
        if cell["cell_type"] != "code":
            continue
        if f'cadogan.summary("{slug}")' in cell["source"]:
            line = cadogan.summary(slug)
            _put(cell, line._repr_html_(), str(line))
        elif (board := BOARD.search(cell["source"])) and board["game"] in [*cadogan.games]:
            plate = cadogan.plate(cadogan.games[board["game"]].deal(int(board["deal"] or 1)))
            drawing = base64.b64encode(plate.svg.encode()).decode()
            image = (
                f'<img alt="" src="data:image/svg+xml;base64,{drawing}" style="max-height:26em">'
            )
            text = WHAT_TO_DO if board["game"] == slug else PLAY
            _put(cell, f"<p>{escape(text)}</p>{image}", text)
            return
        elif TABLE.search(cell["source"]):
            _put(cell, f"<p>{escape(WHAT_TO_DO)}</p>", WHAT_TO_DO)
            return


def _show_front(cells: list[Any], slug: str, folder: Path) -> None:
    drawings = _front_drawings(slug)
    code = [cell for cell in cells if cell["cell_type"] == "code"]
    for cell in code:
        if drawing := drawings.get(untitled(cell["source"]).strip()):
            kind, text = drawing
            _show(cell, {kind: FITTED[kind](text, folder)})
    for cell in code[:1]:
        _put(cell, f"<p>{escape(FRONT[slug])}</p>", FRONT[slug])


@cache
def _front_drawings(slug: str) -> dict[str, tuple[str, str]]:
    """Run the folded cells of a front page; returns the media type and the text of what each shows,
    by its code. The book's own cells are run, whatever stands in the notebook.
    """
    from IPython.display import HTML, Markdown

    drawings: dict[str, tuple[str, str]] = {}
    names: dict[str, Any] = {}
    with suppress(Exception):  # an author's book may be broken; the page opens all the same
        for cell in code_cells((book_folder() / f"{slug}.md").read_text(encoding="utf-8")):
            if "remove-input" not in cell.tags:
                continue
            body, value = ast.parse(cell.text).body, None
            last = body.pop() if isinstance(body[-1], ast.Expr) else None
            exec(compile(ast.Module(body, []), slug, "exec"), names)
            if isinstance(last, ast.Expr):
                value = eval(compile(ast.Expression(last.value), slug, "eval"), names)
            if isinstance(value, HTML | Markdown):
                kind = "text/html" if isinstance(value, HTML) else "text/markdown"
                drawings[cell.text.strip()] = (kind, value.data)
    return drawings


def _put(cell: Any, html: str, text: str) -> None:
    _show(cell, {"text/html": html, "text/plain": text})


def _show(cell: Any, data: dict[str, str]) -> None:
    cell["outputs"] = [{"output_type": "display_data", "data": data, "metadata": {}}]
    cell["metadata"]["trusted"] = True
