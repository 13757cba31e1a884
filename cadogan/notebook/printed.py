"""A page as it is printed, beside the notebook that was opened from it: which cells are the book's
own, and whether the notebook's game is still the book's."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Any

from cadogan.edition.folding import cells_behind_answers, folded, untitled
from cadogan.edition.notebook import CodeCell, code_cells, page_path

#: A short name in quotes, as a page names its game: ``cadogan.summary("fortress")``, or with a
#: question's own behind it.
SLUG = re.compile(r"""["']([a-z][a-z-]+)(?:/[\w-]+)?["']""")
#: Names that a page gives to a game of the round games.
ROUND = "round_games"


@dataclass(frozen=True)
class Page:
    """A page of the book.

    Attributes:
        slug: its short name.
        cells: its code cells, in order.
        answers: the numbers of those that stand behind the folded answer of a question, from 0.
        forms: the texts with which they open in a notebook, where a question tells no answer.
    """

    slug: str
    cells: tuple[CodeCell, ...]
    answers: frozenset[int] = frozenset()
    forms: frozenset[str] = frozenset()

    @cached_property
    def numbers(self) -> Mapping[str, int]:
        """The number of each code cell, from 0, by its text."""
        return {settled(cell.text): number for number, cell in enumerate(self.cells)}

    def number(self, source: str) -> int | None:
        """Which cell of the page a text is; None for one that a reader has written or changed."""
        return self.numbers.get(settled(source))

    def has(self, source: str) -> bool:
        """Whether a text is a cell's as printed or as opened in a notebook, or mostly so."""
        known = self.number(source) is not None or settled(source) in self.forms
        return known or self.has_most_of(source)

    def has_most_of(self, source: str) -> bool:
        """Whether more than half of the lines of a text, of several, are the page's."""
        lines = [line for line in settled(source).split("\n") if line]
        return len(lines) > 2 and 2 * len(self.lines.intersection(lines)) > len(lines)

    @cached_property
    def lines(self) -> frozenset[str]:
        """The lines of its code."""
        return frozenset(line for text in self.numbers for line in text.split("\n") if line)

    @cached_property
    def rules(self) -> Mapping[str, Any]:
        """The values that the page's rules cells bind, by name; of a round game, the game."""
        import cadogan

        if self.slug in [*cadogan.games]:
            from cadogan.edition.chapters import read_rules

            return read_rules(cadogan.games.text(self.slug), f"{self.slug}.md").values
        from cadogan.round_games import games

        if self.slug in games:
            game = games[self.slug]
            return dict.fromkeys(names_of_round_game(self.cells), game)
        return {}

    @cached_property
    def game(self) -> str:
        """The name that the page gives its game; empty where it has none."""
        return next((name for name, value in self.rules.items() if is_game(value)), "")

    def departs(self, names: Mapping[str, Any]) -> list[str]:
        """The names of rules that stand for something else in a notebook than in the page."""
        return [
            name
            for name, value in self.rules.items()
            if name in names and not alike(names[name], value)
        ]


def settled(source: str) -> str:
    """The text of a cell without what opening and folding it may add or take away."""
    lines = [line.rstrip() for line in untitled(source.strip()).strip().split("\n")]
    return "\n".join(lines)


def is_game(value: Any) -> bool:
    """Whether something is a patience or a round game."""
    from cadogan.patience.game import Game

    return isinstance(value, Game) or hasattr(value, "declared")


def alike(mine: Any, printed: Any) -> bool:
    """Whether a value of a notebook equals the page's, whatever rules it cites."""
    from cadogan.patience.game import Game
    from cadogan.players.fingerprint import fingerprint

    if isinstance(printed, Game):
        return (
            isinstance(mine, Game)
            and fingerprint(mine) == fingerprint(printed)
            and mine.drawings == printed.drawings
        )
    if hasattr(printed, "options"):
        return type(mine) is type(printed) and dict(mine.options) == dict(printed.options)
    return type(mine) is type(printed) and bool(mine == printed)


@cache
def page(slug: str) -> Page | None:
    """The page of a short name; None where there is none, or none with code."""
    path: Path | None = page_path(slug)
    text = path.read_text(encoding="utf-8") if path else ""
    cells = code_cells(text)
    if not cells:
        return None
    forms = frozenset(settled(form.source) for form in folded(text))
    return Page(slug, tuple(cells), cells_behind_answers(text), forms)


def page_of(source: str) -> Page | None:
    """The page that a cell belongs to, by a short name that it holds: one of its cells, or one whose
    lines are mostly the page's, for its reader has changed some; None for any other cell.
    """
    for slug in dict.fromkeys(SLUG.findall(source)):
        if (candidate := page(slug)) and candidate.has(source):
            return candidate
    return None


def names_of_round_game(cells: tuple[CodeCell, ...]) -> Iterator[str]:
    """The names that the cell with the table gives to its round game."""
    for cell in cells:
        if "play_round(" in cell.text:
            for node in ast.parse(cell.text).body:
                match node:
                    case ast.Assign([ast.Name(name)], ast.Subscript(ast.Attribute(attr=attr))):
                        if attr == ROUND:
                            yield name
