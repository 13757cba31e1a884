"""The text of a page as any notebook can show it: citations with names and years, pictures as
pictures, deals as words, without what only the builder of the book reads.

>>> readable("As {cite:t}`feller1968` has it; play [deal 7](deal:7).")
'As [Feller (1968)](bibliography.md) has it; play deal 7.'
"""

from __future__ import annotations

import functools
import re
from collections.abc import Mapping

from cadogan.edition.notebook import book_folder

CITE = re.compile(r"\{cite:([tp])\}`(\w+)`")
DEAL = re.compile(r"\[([^\]]*)\]\(deal:[^)]*\)")
FIGURE = re.compile(
    r"^```\{figure\} (\S+)\n(?::alt: ([^\n]*)\n)?(?::[^\n]*\n)*\n?(.*?)\n?^```$",
    re.MULTILINE | re.DOTALL,
)
BIBLIOGRAPHY = re.compile(r"^```\{bibliography\}\n.*?^```$", re.MULTILINE | re.DOTALL)
#: The name of a place, which only the builder of the book reads.
PLACE = re.compile(r"^\([\w-]+\)=\n", re.MULTILINE)
_ENTRY = re.compile(r"^@\w+\{(\w+),(.*)\}$", re.MULTILINE)
_FIELD = re.compile(r"(\w+) = \{((?:[^{}]|\{[^{}]*\})*)\}")


def readable(text: str, top: str = "") -> str:
    """A text cell of a page, for a notebook.

    Args:
        text: the cell.
        top: the path from the page to the folder of the book, such as ``"../"``.
    """
    text = DEAL.sub(r"\1", PLACE.sub("", text))
    text = CITE.sub(lambda match: _cited(match, top), text)
    text = FIGURE.sub(r"![\2](\1)\n\n*\3*", text)
    return BIBLIOGRAPHY.sub(lambda _: _listed(), text)


@functools.cache
def references() -> Mapping[str, Mapping[str, str]]:
    """The fields of each entry of the bibliography, by its key."""
    path = book_folder() / "references.bib"
    text = path.read_text(encoding="utf-8") if path.is_file() else ""
    return {
        key: {name: re.sub("[{}]", "", value) for name, value in _FIELD.findall(fields)}
        for key, fields in _ENTRY.findall(text)
    }


def _names(entry: Mapping[str, str], most: int = 2) -> str:
    """The surnames of an entry's authors."""
    authors = filter(None, entry.get("author", "").split(" and "))
    names = [author.partition(",")[0] for author in authors]
    if not names:
        return entry.get("title", "")
    return " and ".join(names) if len(names) <= most else f"{names[0]} et al."


def _cited(match: re.Match[str], top: str) -> str:
    entry = references().get(match[2])
    if entry is None:
        return match[0]
    year, names = entry.get("year", "n.d."), _names(entry)
    if match[1] == "t":
        return f"[{names} ({year})]({top}bibliography.md)"
    return f"([{names}, {year}]({top}bibliography.md))"


def _listed() -> str:
    """The whole bibliography, as a list."""
    lines = []
    for entry in references().values():
        publication = [
            entry[name]
            for name in ("journal", "booktitle", "publisher", "howpublished", "note")
            if name in entry
        ]
        details = ". ".join([f"*{entry.get('title', '')}*", *publication])
        lines.append(f"- {_names(entry, 9)} ({entry.get('year', 'n.d.')}). {details}.")
    return "\n".join(sorted(lines))
