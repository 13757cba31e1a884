"""What one sees first of a chapter that is opened as a notebook, before anything is run: its board as
a picture, and a line that says what to do."""

from __future__ import annotations

import base64
import re
from html import escape
from typing import Any

import cadogan

#: The cell with a page's board: its game, and the deal that it shows; and that of a round game.
BOARD = re.compile(
    r"cadogan\.play\((?:cadogan\.games\[)?\"(?P<game>[\w-]+)\"\]?(?:,\s*(?P<deal>\d+))?"
)
TABLE = re.compile(r"cadogan\.play_round\(")
PLAY = "Run this cell (Shift+Enter), and the cards can be played; Run All Cells, in the menu Run, runs the page."
WHAT_TO_DO = f"{PLAY} Change a rule below, run its cell and the last of the rules, and the board under it is yours."


def show(cells: list[Any], slug: str) -> None:
    """Give the cell with a page's first board, and the line above it, something to show.

    Args:
        cells: the cells of a notebook, without outputs.
        slug: the chapter or the lesson; a page without a board is left as it is.
    """
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


def _put(cell: Any, html: str, text: str) -> None:
    data = {"text/html": html, "text/plain": text}
    cell["outputs"] = [{"output_type": "display_data", "data": data, "metadata": {}}]
    cell["metadata"]["trusted"] = True
