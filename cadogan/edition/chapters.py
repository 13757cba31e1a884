"""Chapters: finding and reading the ``rules`` cells in which a game stands.

A chapter is a MyST notebook (``book/<slug>.md``). Its cells tagged ``rules``, in order, are the
source of its game: they are read when the game is first asked for, with the true lines of the
chapter, by the one reader of rules (`cadogan.edition.cells`). The first game that they name is the
chapter's game; further ones are its variants."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from html import escape
from itertools import accumulate
from pathlib import Path

from cadogan.echo import Unknown, cut, nearest
from cadogan.edition import notebook
from cadogan.edition.cells import OURS, read
from cadogan.edition.notebook import (
    book_folder as book_folder,
    parted as parted,
    rules_cells as rules_cells,
)
from cadogan.edition.old_text import HEADING, Passage, passages, places_above
from cadogan.edition.parsing import Cell, CellError
from cadogan.edition.rules import Rules, WrittenGame, line_of
from cadogan.patience.game import Game, slugify
from cadogan.words import Clause, reading
from cadogan.words.citing import OldText, Rule

#: How much of the line itself an error shows, in characters.
LONGEST_LINE = 140


class RulesError(Exception):
    """A rules cell that cannot be read: the chapter, the line, the reason, the old text beside it.

    Attributes:
        line: the line, from 1; 0 where there is none.
        reason: what is wrong with it.
        sentence: the sentence of the old text nearest to the line; may be empty.
        cell: the number of the rules cell in which the line stands, from 1; 0 where it stands in
        none.
    """

    def __init__(
        self, message: str, line: int = 0, reason: str = "", sentence: str = "", cell: int = 0
    ) -> None:
        super().__init__(message)
        self.line, self.reason, self.sentence, self.cell = line, reason or message, sentence, cell


def read_rules(text: str, name: str = "the chapter") -> Rules:
    """The rules of a chapter, their lines counted through the chapter.

    Raises:
        RulesError: there is no such cell, or one is refused.
    """
    cells = cells_of(text, name)
    with errors_of(cells, text, name):
        return read(*cells)


def cells_of(text: str, name: str = "the chapter") -> list[Cell]:
    """The rules cells of a chapter.

    Raises:
        RulesError: there is none.
    """
    cells = rules_cells(text)
    if not cells:
        raise RulesError(f"{name}: a chapter has at least one cell tagged rules; here is none")
    return [
        Cell(cell.text, cell.start + 1, cites)
        for cell, cites in zip(cells, places_above(text), strict=True)
    ]


def read_game(path: Path) -> Game:
    """The game of a chapter, with its variants.

    Raises:
        RulesError: the chapter has no rules cell, or one is refused, or the game cannot be lowered.
    """
    text = path.read_text(encoding="utf-8")
    cells = cells_of(text, path.name)
    with errors_of(cells, text, path.name):
        return game_of(cells, path.stem, own=True)


def read_changed(chapter: str, slug: str, rules: str) -> Game:
    """The game of changed rules, with its variants; they may come from anybody.

    Args:
        chapter: the text of the chapter that the rules belong to: errors quote its nearest
            sentence, and if it has as many cells, each part cites the text above its own.
        slug: the chapter's game.
        rules: the cells, parted by lines ``# %%``. Lines of an error are counted in the text of its
            cell, from 1.

    Raises:
        RulesError: a cell is refused, or its game cannot be lowered.
    """
    texts = parted(rules)
    above = places_above(chapter)
    cites = above if len(above) == len(texts) else [()] * len(texts)
    starts = accumulate((text.count("\n") + 1 for text in texts), initial=1)
    cells = [Cell(*parts) for parts in zip(texts, starts, cites)]
    own = texts == [cell.text for cell in rules_cells(chapter)]
    with errors_of(cells, chapter):
        return game_of(cells, slug, own)


def joined(cells: Sequence[Cell]) -> str:
    """Rules cells as one text, which `read_changed` takes apart again."""
    return notebook.joined([cell.text for cell in cells])


@contextmanager
def errors_of(cells: Sequence[Cell], chapter: str, name: str = "") -> Iterator[None]:
    """Turn the refusal of a line into a `RulesError` that shows the chapter, the line itself, and
    the nearest sentence of the old text, preferably one that is quoted above the cell.

    Args:
        cells: the rules cells.
        chapter: the text of the chapter that they belong to.
        name: its name, where these are its own cells, lines counted through the chapter; else they
            are counted in the cell.
    """
    try:
        yield
    except CellError as error:
        number = max(i for i, cell in enumerate(cells, 1) if cell.line <= error.line or i == 1)
        text, first, _ = cells[number - 1]
        code_line = text.split("\n")[error.line - first]
        sentence = nearest_sentence(chapter, code_line, number, len(cells))
        cell_name = name or ("the rules" if len(cells) == 1 else f"cell {number} of the rules")
        line = error.line if name else error.line - first + 1
        message = f"{cell_name}, line {line}: {error.reason}\n    "
        message += cut(code_line.strip(), LONGEST_LINE)
        message += f"\nThe old text nearest to it: “{sentence}”" if sentence else ""
        raise RulesError(message, line, error.reason, sentence, number) from error


def nearest_sentence(chapter: str, code_line: str, number: int, count: int) -> str:
    """The sentence of the old text that shares most words with a line of the rules and its comment,
    among those above its cell, or among all if there are none; the last above if none shares any.

    Args:
        chapter: the text of the chapter.
        code_line: the line.
        number, count: the number of its cell, from 1, and how many there are.
    """
    quoted = [passage for passage in passages(chapter) if not passage.restated]
    cells = rules_cells(chapter)
    above: list[Passage] = []
    if len(cells) == count > 1:
        behind = cells[number - 2].end if number > 1 else 0
        above = [passage for passage in quoted if behind < passage.line <= cells[number - 1].start]
    # a cited rule is not a word of the text
    sought = _words(re.sub(r"@\s*[A-Z]+(\[[\d, ]+\])?", "", code_line))

    def shared(passage: Passage) -> int:
        words = [word for word in _words(passage.text) if len(word) > 3]
        return sum(any(v.startswith(w[:5]) or w.startswith(v[:5]) for v in words) for w in sought)

    nearest = max(above or quoted, key=shared, default=None)
    if nearest is not None and shared(nearest):
        return nearest.text
    return above[-1].text if above else ""


def _words(text: str) -> set[str]:
    return set(re.findall(r"[a-z]{3,}", text.lower()))


def game_of(cells: Sequence[Cell], slug: str, own: bool = False) -> Game:
    """The game that rules cells make, under its slug, with its variants; ``own`` says that they
    are the book's.

    Raises:
        CellError: the line that is refused, and why.
    """
    rules = read(*cells)
    named = rules.definitions.values()
    definitions = {id(d.value): d for d in named if isinstance(d.value, Game)}
    if not definitions:
        last = cells[-1]
        first = next((i for i, line in enumerate(last.text.split("\n")) if line.strip()), 0)
        raise CellError(
            last.line + first, 'this names no game; a game is put together with name = Game("…", …)'
        )
    games: list[Game] = [definition.value for definition in definitions.values()]
    variants = [game.named(slugify(game.title), own=own) for game in games[1:]]
    main = games[0].named(slug, {game.slug: game for game in variants}, own)
    for definition, game in zip(definitions.values(), (main, *variants)):
        try:
            _ = game.rules  # made here, so that an error is told with its line
        except Exception as error:
            clause = getattr(error, "clause", None)
            line = (clause and line_of(clause, rules.calls)) or definition.first
            reason = (
                str(error)
                if isinstance(error, OURS)
                else f"{game.title}: no game can be made of these clauses"
            )
            raise CellError(line, reason) from error
    return main


class Games(Mapping[str, Game]):
    """Every game by its slug, in the order of the book's chapters; a game is read on first use."""

    def __init__(self, folder: Path | None = None) -> None:
        self._folder = folder
        self._read: dict[str, Game] = {}

    @property
    def folder(self) -> Path:
        """The folder of the chapters."""
        return self._folder or book_folder()

    @functools.cached_property
    def _listed(self) -> list[str]:
        toc = self.folder / "_toc.yml"
        text = toc.read_text(encoding="utf-8") if toc.exists() else ""
        return re.findall(r"^\s*-\s*file:\s*([\w-]+)\s*$", text, re.MULTILINE)

    @functools.cached_property
    def _slugs(self) -> tuple[str, ...]:
        return tuple(filter(self.is_chapter, self._listed))

    def is_chapter(self, slug: str) -> bool:
        """Whether the book has a chapter of this name whose game is a patience. Only that one is
        read, not all: a page opens one game."""
        if slug in self._read or slug not in self._listed:
            return slug in self._read
        path = self.path(slug)
        return path.exists() and bool(rules_cells(path.read_text(encoding="utf-8")))

    def text(self, slug: str) -> str:
        """The text of a chapter.

        Raises:
            UnknownGame: no chapter of that name.
        """
        if not self.is_chapter(slug):
            raise UnknownGame(f"there is no chapter of a patience {str(slug)[:80]!r}")
        return self.path(slug).read_text(encoding="utf-8")

    def path(self, slug: str) -> Path:
        """The chapter's file."""
        return self.folder / f"{slug}.md"

    def __getitem__(self, slug: str) -> Game:
        if slug in self._read:
            return self._read[slug]
        if self.is_chapter(slug):
            self._read[slug] = read_game(self.path(slug))
            return self._read[slug]
        for chapter in self._slugs:
            if isinstance(slug, str) and slug in self[chapter].variants:
                return self[chapter].variants[slug]
        from cadogan.round_games.catalogue import WRITTEN

        if slug in WRITTEN:
            raise UnknownGame(
                f"{slug} is a round game: cadogan.round_games[{slug!r}]; cadogan.play_round({slug!r}) plays it"
            )
        names = [*self._slugs, *WRITTEN]
        hint = nearest(slugify(str(slug)), names, f"the games are {', '.join(names)}", 3, 0.5)
        raise UnknownGame(f"there is no game {str(slug)[:80]!r}{hint}")

    def __iter__(self) -> Iterator[str]:
        return iter(self._slugs)

    def __len__(self) -> int:
        return len(self._slugs)

    def _ipython_key_completions_(self) -> list[str]:
        return list(self)

    def __repr__(self) -> str:
        return f"<{len(self)} games: {', '.join(self)}>"

    def _repr_html_(self) -> str:
        rows = []
        for slug, game in self.items():
            variants = ", ".join(f"<code>{escape(name)}</code>" for name in game.variants)
            rows.append(
                f"<tr><td><code>{escape(slug)}</code></td><td>{escape(game.title)}</td><td>{game.packs}</td><td>{variants}</td></tr>"
            )
        head = "<tr><th>slug</th><th>title</th><th>packs</th><th>variants</th></tr>"
        return f'<table class="cadogan-list"><thead>{head}</thead><tbody>{"".join(rows)}</tbody></table>'


class UnknownGame(Unknown):
    """No game of that name."""


@functools.cache
def sentences_of(slug: str) -> Mapping[Rule, str]:
    """The sentences of a chapter's old text and its numbered rules, by their places; none where
    there is no such chapter.
    """
    path = book_folder() / f"{slug}.md"
    return (
        {passage.place: passage.text for passage in passages(path.read_text(encoding="utf-8"))}
        if path.exists()
        else {}
    )


@functools.cache
def clauses_of(slug: str) -> Mapping[tuple[object, ...], Sequence[Clause]]:
    """The clauses of a chapter's games by their keys, those of readings as well, each with the rules
    that it cites; none if there is no such chapter.
    """
    clauses: dict[tuple[object, ...], list[Clause]] = {}
    for written_game in _written_games(slug):
        for written in written_game.clauses:
            clause = written.clause
            inside = clause.clauses_of_all() if isinstance(clause, reading) else ()
            clauses.setdefault(clause.key, []).append(clause)
            for c in inside:
                clauses.setdefault(c.key, []).append(c.citing((*c.rules, *clause.rules)))
    return clauses


@functools.cache
def parts_of(slug: str) -> Mapping[str, tuple[Clause, ...]]:
    """The parts of a chapter's game by their names; none where there is no such chapter."""
    games = _written_games(slug)
    return dict(games[0].game.parts) if games else {}


def _written_games(slug: str) -> Sequence[WrittenGame]:
    path = book_folder() / f"{slug}.md"
    return read_rules(path.read_text(encoding="utf-8"), path.name).games if path.exists() else ()


def texts(slug: str = "") -> dict[str, str]:
    """The text of a chapter, or of every one, by its slug.

    Raises:
        UnknownGame: no game of that name; the nearest are named.
    """
    if slug:
        _ = games[slug]
    return {name: games.text(name) for name in ([slug] if slug else games)}


@functools.cache
def rules_section(slug: str) -> str:
    """The part of a chapter in which the old text and the rules take turns: the text that changed
    parts cite and errors quote.

    Raises:
        UnknownGame: no chapter of that name.
    """
    _, heading, rest = games.text(slug).partition(f"\n{HEADING}\n")
    return heading + rest.partition("\n## ")[0]


#: Every game of the book by its slug, in the book's order. Nothing is read until a game is asked
#: for.
games = Games()

OldText.read, OldText.clauses, OldText.parts = (
    staticmethod(sentences_of),
    staticmethod(clauses_of),
    staticmethod(parts_of),
)
