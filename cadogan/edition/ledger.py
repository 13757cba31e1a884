"""The ledger: what the old text gets wrong, what it leaves open, what is taken, and the switch.

Both stand in the chapters and nowhere else: slips of the print as paragraphs that begin ``*Erratum:
``, open points in the table under "Readings and changes", whose last column names the switch."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from html import escape

from cadogan.edition.chapters import texts

HEAD = "| what the text leaves open | taken | otherwise | switch |"
ERRATUM = re.compile(r"^\*Erratum: (.+?)\*$", re.MULTILINE | re.DOTALL)
CELL = re.compile(r"(?<!\\)\|")


@dataclass(frozen=True)
class Open:
    """A point that the text leaves open.

    Attributes:
        question: the point.
        taken: the reading taken, and why.
        otherwise: the other reading; empty where nobody has proposed one.
        switch: how to get it, as code in backticks; or why there is no switch.
    """

    question: str
    taken: str
    otherwise: str
    switch: str


@dataclass(frozen=True)
class Entry:
    """What the ledger has of one chapter."""

    slug: str
    title: str
    errata: tuple[str, ...]
    points: tuple[Open, ...]


def points(text: str) -> tuple[Open, ...]:
    """The rows of a chapter's table of readings.

    Raises:
        ValueError: a row does not have four cells.
    """
    rows = text.partition(HEAD + "\n")[2].partition("\n\n")[0].splitlines()[1:]
    found = []
    for row in rows:
        cells = [cell.strip() for cell in CELL.split(row)[1:-1]]
        if len(cells) != 4:
            raise ValueError(
                f"a row of the table of readings has four cells, not {len(cells)}: {row}"
            )
        found.append(Open(*cells))
    return tuple(found)


def errata(text: str) -> tuple[str, ...]:
    """The slips of the print that a chapter notes."""
    return tuple(" ".join(found.split()) for found in ERRATUM.findall(text))


def read(text: str, slug: str, title: str) -> Entry:
    """What the ledger has of a chapter."""
    return Entry(slug, title, errata(text), points(text))


class Ledger:
    """The ledger of one chapter or of the whole book; prints, and shows itself as a table."""

    def __init__(self, entries: Mapping[str, Entry]) -> None:
        self.entries = entries

    def __str__(self) -> str:
        slips = sum(len(entry.errata) for entry in self.entries.values())
        every = [point for entry in self.entries.values() for point in entry.points]
        switches = sum("`" in point.switch for point in every)
        return f"{slips} slips of the print and {len(every)} open points, {switches} of them with a switch, in {len(self.entries)} chapters"

    __repr__ = __str__

    def _repr_html_(self) -> str:
        head = "".join(
            f"<th>{name}</th>"
            for name in (
                "what the text says, or leaves open",
                "taken, and why",
                "otherwise",
                "switch",
            )
        )
        rows = []
        for entry in self.entries.values():
            rows.append(
                f'<tr><th colspan="4"><a href="{entry.slug}.html#readings-and-changes">{escape(entry.title)}</a></th></tr>'
            )
            for slip in entry.errata:
                said, _, instead = slip.partition(": ")
                rows.append(
                    f"<tr class='erratum'><td>{inline(said)}</td><td>{inline(instead)}</td><td></td><td></td></tr>"
                )
            for p in entry.points:
                rows.append(
                    "<tr>"
                    + "".join(
                        f"<td>{inline(c)}</td>"
                        for c in (p.question, p.taken, p.otherwise, p.switch)
                    )
                    + "</tr>"
                )
        return f'<table class="ledger"><thead><tr>{head}</tr></thead><tbody>{"".join(rows)}</tbody></table>'


def inline(text: str) -> str:
    """The little Markdown of a cell as HTML: code and emphasis."""
    html = escape(text, quote=False).replace("\\|", "|")
    html = re.sub(r"`([^`]+)`", r"<code>\1</code>", html)
    return re.sub(r"\*([^*]+)\*", r"<em>\1</em>", html)


def table(slug: str = "") -> Ledger:
    """The ledger of a chapter, or of the whole book.

    Raises:
        KeyError: there is no such game.
        ValueError: a chapter's table cannot be read.
    """
    import cadogan

    games = cadogan.games
    return Ledger({one: read(text, one, games[one].title) for one, text in texts(slug).items()})
