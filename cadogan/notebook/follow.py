"""Cells that follow a change: which of the cells that were run are out of date by the rules as they
now are, and a way to run these again.

What a cell depends on is read off its text (`cadogan.live.names`), as in the built page. The
notebook's own texts are known as far as they were run; a rules cell that was changed stands in the
place of the one that gives the same names."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from cadogan.edition.needs import statements
from cadogan.live.names import Page as Names
from cadogan.notebook.asides import say
from cadogan.notebook.printed import Page, settled

#: Cells that only hold the page's text to its numbers: run again without being shown.
QUIET = frozenset({"remove-cell"})
#: But this one, which is the board of the notebook's game.
BOARD = "own-board"


class Followed:
    """The cells of one page that were run, as they were run.

    Attributes:
        page: the page.
        texts: of each cell the text that was run last, or else the printed one.
        ran: of each cell that was run its signature at that time.
    """

    def __init__(self, page: Page) -> None:
        self.page = page
        self.texts = [settled(cell.text) for cell in page.cells]
        self.ran: dict[int, str] = {}
        self.rules = {
            name: number
            for number, cell in enumerate(page.cells)
            if "rules" in cell.tags
            for statement in statements([cell.text])
            for name in statement.binds
        }

    def place(self, source: str) -> int | None:
        """Which cell of the page a text was run for; None for a cell of the reader's own."""
        if (number := self.page.number(source)) is not None:
            return number
        bound = {name for statement in statements([source]) for name in statement.binds}
        places = {self.rules[name] for name in bound if name in self.rules}
        return max(places, default=None)

    def took(self, source: str) -> bool:
        """Take note of a cell that has run, and return whether it changed rules."""
        if (number := self.place(source)) is None:
            return False
        source = settled(source)
        changed = settled(self.texts[number]) != source
        self.texts[number] = source
        names = Names(self.texts)
        above = {first for first in names.uses[number].values() if first in self.ran}
        if all(self.ran[first] == names.signatures[first] for first in above):
            self.ran[number] = names.signatures[number]
        return changed and "rules" in self.page.cells[number].tags

    def stale(self) -> list[int]:
        """The cells whose output is out of date, in order."""
        signatures = Names(self.texts).signatures
        return [number for number in sorted(self.ran) if self.ran[number] != signatures[number]]

    def run_again(self, run: Callable[[str], Any]) -> int:
        """Run the cells whose output is out of date, and return how many.

        Args:
            run: runs a cell and shows its output; its result has ``success``.
        """
        from IPython.utils.capture import capture_output

        count = 0
        for number in self.stale():
            cell, text = self.page.cells[number], self.texts[number]
            if QUIET & {*cell.tags} and BOARD not in cell.tags:
                with capture_output():
                    result = run(text)
            else:
                say(f"Cell {number + 1}: {text.strip().partition(chr(10))[0]}")
                result = run(text)
            count += 1
            if not result.success:
                break
            self.took(text)
        return count
