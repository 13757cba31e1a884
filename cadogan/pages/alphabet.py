"""The index: games under all their names, terms, lessons, pages, words of the vocabulary, names of
the package.

>>> [entry.label for entry in entries() if entry.label.startswith("Klon")]
['Klondike']
"""

from __future__ import annotations

import itertools
import re
import unicodedata
from collections.abc import Iterator
from html import escape
from typing import NamedTuple

import cadogan
from cadogan.course import asking
from cadogan.edition.chapters import book_folder
from cadogan.pages import reference
from cadogan.round_games import games as round_games

#: Names under which a game is known elsewhere, and which its title does not have; its chapter says
#: who calls it so.
OTHER_NAMES = {
    "Klondike": "canfield-or-klondike",
    "Forty Thieves": "napoleon-at-st-helena",
    "Le Cadran": "napoleon-at-st-helena",
    "Fair Lucy": "la-belle-lucie",
    "Midnight Oil": "la-belle-lucie",
    "Windmill": "mill",
    "Propeller": "mill",
    "The Garden": "flower-garden",
    "The Bouquet": "flower-garden",
    "Sly Fox": "sly",
    "Sultan of Turkey": "sultan",
    "Queen of Italy": "terrace",
}
#: Where a title is not sought by its first word.
ARTICLE = re.compile(r"^(the|la|le|an?) (?=\S)", re.IGNORECASE)


class Entry(NamedTuple):
    """A line of the index: the label, the page with the place in it, and what kind of thing it is;
    `code` is set as such.
    """

    label: str
    at: str
    kind: str
    code: bool = False


def entries() -> list[Entry]:
    """Every line, in the order of the alphabet."""
    found = dict.fromkeys(itertools.chain(_games(), _terms(), _pages(), _names()))
    return sorted(found, key=lambda entry: (sorted_by(entry.label), entry.kind, entry.at))


def sorted_by(label: str) -> str:
    """By what a label is sorted: no article, no accent, no capitals, no mark.

    >>> sorted_by("The Mill"), sorted_by("Cæsar"), sorted_by('The "Louis" Patience'), sorted_by(".rate")
    ('mill', 'caesar', 'louis patience', 'rate')
    """
    plain = (
        unicodedata.normalize("NFKD", ARTICLE.sub("", label)).replace("æ", "ae").replace("Æ", "Ae")
    )
    return re.sub(r"[^a-z0-9 ]", "", plain.lower().replace("_", " ").replace("-", " ")).strip()


def _games() -> Iterator[Entry]:
    for slug, game in cadogan.games.items():
        yield Entry(_turned(game.title), f"{slug}.html", "patience")
        for variant in game.variants.values():
            yield Entry(_turned(variant.title), f"{slug}.html", f"a form of {game.title}")
    for slug, round_game in round_games.items():
        yield Entry(round_game.title, f"{slug}.html", "round game")
    for name, slug in OTHER_NAMES.items():
        yield Entry(_turned(name), f"{slug}.html", f"see {cadogan.games[slug].title}")


def _turned(title: str) -> str:
    """A title with its article behind: Mill, The."""
    found = ARTICLE.match(title)
    return f"{title[found.end() :]}, {found[1]}" if found else title


def _terms() -> Iterator[Entry]:
    for head in re.findall(r"^### (.+)$", _text("terms"), re.MULTILINE):
        yield Entry(
            head, f"terms.html#{re.sub(r'[^a-z]+', '-', head.lower())}", "the author's term"
        )
    for author, words, _ in card_words():
        at = "glossary.html#the-words-of-card-players"
        yield Entry(author, at, "the author's word")
        for today in words.split(", "):
            if today != author:
                yield Entry(today, at, f"today; the author says {author}")
    for slug, lesson in asking.lessons().items():
        yield Entry(lesson.title, f"lessons/{slug}.html", f"lesson {lesson.number}")
        for term in lesson.terms:
            yield Entry(term, f"lessons/{slug}.html", f"defined in lesson {lesson.number}")


def card_words() -> list[tuple[str, str, str]]:
    """The words of card players, as the table of the glossary has them: what the author calls a
    thing, what it is called today, and the chapter where she has the word.
    """
    table = _text("glossary").partition("\n## The terms")[0]
    return re.findall(r"^\| (.+?) \| (.+?) \| .+ \| \[.+\]\((.+)\.md\) \|$", table, re.MULTILINE)


def _pages() -> Iterator[Entry]:
    listed = re.findall(
        r"file:\s*([\w-]+)\s*$",
        (book_folder() / "_toc.yml").read_text(encoding="utf-8"),
        re.MULTILINE,
    )
    for page in listed:
        if (
            page not in cadogan.games
            and page not in round_games
            and (title := re.search(r"^# (.+)$", _text(page), re.MULTILINE))
        ):
            yield Entry(_turned(title[1]), f"{page}.html", "page")


def _names() -> Iterator[Entry]:
    for of in reference.MODULES:
        kind = "word of the rules" if of == "cadogan.words" else f"in {of}"
        for name in reference.names(of):
            yield Entry(name, f"reference.html#{reference.anchor(f'{of}.{name}')}", kind, code=True)


def _text(page: str) -> str:
    return (book_folder() / f"{page}.md").read_text(encoding="utf-8")


class Index:
    """The index as a page shows it, letter by letter."""

    def __init__(self) -> None:
        grouped = itertools.groupby(entries(), key=lambda entry: sorted_by(entry.label)[:1].upper())
        self.letters = {letter: list(those) for letter, those in grouped}

    def __repr__(self) -> str:
        return f"<An index of {sum(map(len, self.letters.values()))} lines>"

    def _repr_html_(self) -> str:
        jumps = " ".join(
            f'<a href="#letter-{letter.lower()}">{letter}</a>' for letter in self.letters
        )
        parts = [f'<nav class="book-letters" aria-label="Letters">{jumps}</nav>']
        for letter, those in self.letters.items():
            lines = "".join(f"<li>{_line(entry)}</li>" for entry in those)
            parts.append(
                f'<h3 id="letter-{letter.lower()}">{letter}</h3><ul class="book-index">{lines}</ul>'
            )
        return "".join(parts)


def _line(entry: Entry) -> str:
    label = f"<code>{escape(entry.label)}</code>" if entry.code else escape(entry.label)
    return f'<a href="{entry.at}">{label}</a> <small>{escape(entry.kind)}</small>'
