"""Chapters: finding and reading the one ``rules`` cell in which a game stands.

A chapter is a MyST notebook (``book/<slug>.md``). Its cell tagged ``rules`` is the source of its game: it is read
when the game is first asked for, with every other line blank (so that an error shows the chapter's true line), and
evaluated with the words of `cadogan.terms` (`cadogan.cells`). The first game it names is the chapter's game;
further ones are its variants.
"""

from __future__ import annotations

import difflib
import functools
import re
from collections.abc import Iterator, Mapping
from pathlib import Path

from cadogan.cells import CellError, evaluate_with_lines, line_of
from cadogan.game import Game, slugify

CELL = re.compile(r"^```\{code-cell\}.*?$(.*?)^```\s*$", re.MULTILINE | re.DOTALL)
TAGGED_RULES = re.compile(r"^(:tags:\s*\[[^\]]*\brules\b[^\]]*\]|tags:\s*\[[^\]]*\brules\b[^\]]*\]|-\s*rules\s*)$", re.MULTILINE)


class RulesError(Exception):
    """A rules cell that cannot be read: the chapter, the line, the reason, the old text beside it.

    Attributes:
        line: the line, from 1; 0 where there is none.
        reason: what is wrong with it.
        sentence: the sentence of the old text nearest to the line; may be empty.
    """

    def __init__(self, said: str, line: int = 0, reason: str = "", sentence: str = "") -> None:
        super().__init__(said)
        self.line, self.reason, self.sentence = line, reason or said, sentence


def book_folder() -> Path:
    """Where the chapters lie: ``book/`` in a checkout, package data in an installed wheel."""
    here = Path(__file__).resolve().parent
    checkout = here.parent / "book"
    return checkout if (checkout / "_toc.yml").exists() else here / "_chapters"


def rules_cell(text: str) -> tuple[int, int]:
    """The first line (from 0) of a chapter's rules cell and the line behind its last.

    Raises:
        RulesError: there is none, or more than one.
    """
    lines = text.split("\n")
    found = []
    i = 0
    while i < len(lines):
        if lines[i].startswith("```{code-cell}"):
            end = next((j for j in range(i + 1, len(lines)) if lines[j].startswith("```")), len(lines))
            start = i + 1
            if start < end and lines[start].strip() == "---":
                start = next((j for j in range(start + 1, end) if lines[j].strip() == "---"), end) + 1
            while start < end and lines[start].startswith(":"):
                start += 1
            if TAGGED_RULES.search("\n".join(lines[i + 1 : start])):
                found.append((start, end))
            i = end
        i += 1
    if len(found) != 1:
        raise RulesError(f"a chapter has exactly one cell tagged rules; here are {len(found)}")
    return found[0]


def read_game(path: Path) -> Game:
    """The game of a chapter, with its variants.

    Raises:
        RulesError: the cell cannot be found, or it is refused, or the game cannot be lowered.
    """
    text = path.read_text(encoding="utf-8")
    lines = text.split("\n")
    try:
        start, end = rules_cell(text)
    except RulesError as error:
        raise RulesError(f"{path.name}: {error}") from None
    try:
        return game_of(["" if not start <= i < end else line for i, line in enumerate(lines)], path.stem)
    except CellError as error:
        raise told(error.reason, path.name, error.line, lines[error.line - 1], lines) from error


def read_changed(chapter: str, slug: str, cell: str) -> Game:
    """The game of a changed rules cell, with its variants; it may come from anybody.

    Args:
        chapter: the text of the chapter that the cell belongs to, for the sentence nearest to an error.
        slug: the chapter's game.
        cell: the changed cell. Lines of an error are counted in it, from 1.

    Raises:
        RulesError: the cell is refused, or its game cannot be lowered.
    """
    lines = cell.replace("\r\n", "\n").split("\n")
    try:
        return game_of(lines, slug)
    except CellError as error:
        shown = lines[error.line - 1] if error.line <= len(lines) else ""
        raise told(error.reason, "the rules", error.line, shown, chapter.split("\n")) from error


def game_of(lines: list[str], slug: str) -> Game:
    """The game that the lines of a cell make, under its slug, with its variants.

    Raises:
        CellError: the line that is refused, and why.
    """
    named = evaluate_with_lines("\n".join(lines))
    found = {id(value): (value, line) for value, line in named.values() if isinstance(value, Game)}
    first = next((i for i, line in enumerate(lines, 1) if line.strip()), 1)
    if not found:
        raise CellError(first, 'the rules cell names no game: name = Game("…", …)')
    for game, line in found.values():
        try:
            _ = game.program  # lowered here, so that an error is told with its line
        except Exception as error:
            reason = str(error) or type(error).__name__
            clause = getattr(error, "clause", None)
            raise CellError((clause and line_of(clause, "\n".join(lines))) or line, reason) from error
    main, *others = (game for game, _ in found.values())
    variants = {slugify(g.title): g for g in others}
    return main.named(slug, {name: g.named(name) for name, g in variants.items()})


def told(reason: str, where: str, line: int, shown: str, chapter: list[str]) -> RulesError:
    """The chapter, the line, the reason, and the sentence of the old text that is nearest to the line."""
    sentence = nearest_sentence(chapter, shown)
    said = f"{where}, line {line}: {reason}\n    {shown.strip()}"
    said += f"\nThe old text nearest to it: “{sentence}”" if sentence else ""
    return RulesError(said, line, reason, sentence)


def old_text(lines: list[str]) -> list[str]:
    """The sentences of the old text: the quoted paragraphs of the chapter."""
    quoted: list[list[str]] = [[]]
    for text in lines:
        if text.startswith(">"):
            quoted[-1].append(text[1:].strip())
        elif quoted[-1]:
            quoted.append([])
    sentences: list[str] = []
    for block in quoted:
        for paragraph in "\n".join(block).split("\n\n"):
            sentences += [s for s in re.split(r"(?<=[.!?])\s+", " ".join(paragraph.split())) if s and not s.startswith("**")]
    return sentences


def nearest_sentence(lines: list[str], shown: str) -> str:
    """The sentence of a chapter's old text that shares most words with a line of the rules and its comment."""
    said = re.sub(r"@\s*[A-Z]+(\[[\d, ]+\])?", "", shown)  # the rules cited are no words of the text
    wanted = set(re.findall(r"[a-z]{3,}", said.lower()))
    best, most = "", 0
    for sentence in old_text(lines):
        words = set(re.findall(r"[a-z]{3,}", sentence.lower()))
        share = sum(1 for w in wanted if any(v.startswith(w[:5]) or w.startswith(v[:5]) for v in words if len(v) > 3))
        if share > most:
            best, most = sentence, share
    return best


class Games(Mapping[str, Game]):
    """Every game by its slug. The list is the chapters in the book's order; a game is read on first use."""

    def __init__(self, folder: Path | None = None) -> None:
        self._folder = folder
        self._read: dict[str, Game] = {}

    @property
    def folder(self) -> Path:
        """The folder of the chapters."""
        return self._folder or book_folder()

    @functools.cached_property
    def _slugs(self) -> tuple[str, ...]:
        toc = self.folder / "_toc.yml"
        listed = re.findall(r"^\s*-\s*file:\s*([\w-]+)\s*$", toc.read_text(encoding="utf-8"), re.MULTILINE) if toc.exists() else []
        return tuple(s for s in listed if self._has_rules(s))

    def _has_rules(self, slug: str) -> bool:
        path = self.folder / f"{slug}.md"
        return path.exists() and bool(TAGGED_RULES.search(path.read_text(encoding="utf-8")))

    def text(self, slug: str) -> str:
        """The text of a chapter.

        Raises:
            UnknownGame: no chapter of that name.
        """
        if slug not in self._slugs:
            raise UnknownGame(f"there is no chapter {str(slug)[:80]!r}")
        return self.path(slug).read_text(encoding="utf-8")

    def path(self, slug: str) -> Path:
        """The chapter's file."""
        return self.folder / f"{slug}.md"

    def __getitem__(self, slug: str) -> Game:
        if slug in self._read:
            return self._read[slug]
        if slug in self._slugs:
            self._read[slug] = read_game(self.path(slug))
            return self._read[slug]
        for one in self._slugs:
            if isinstance(slug, str) and slug in self[one].variants:
                return self[one].variants[slug]
        near = difflib.get_close_matches(slugify(str(slug)), self._slugs, 3, 0.5)
        hint = f"did you mean {' or '.join(map(repr, near))}?" if near else f"the games are {', '.join(self._slugs)}"
        raise UnknownGame(f"there is no game {str(slug)[:80]!r}; {hint}")

    def __iter__(self) -> Iterator[str]:
        return iter(self._slugs)

    def __len__(self) -> int:
        return len(self._slugs)

    def __repr__(self) -> str:
        return f"<{len(self)} games: {', '.join(self)}>"


class UnknownGame(KeyError):
    """No game of that name."""

    def __str__(self) -> str:
        return str(self.args[0])
