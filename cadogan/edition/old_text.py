"""The old text of a chapter: its sentences with their places, and what stands between them.

The old text stands in the chapter's part `HEADING`, quoted; the cells tagged ``rules`` take turns
with it. Each paragraph of PLAY has its number, and each of its sentences. A paragraph that a cell
interrupts goes on behind the line ``<!-- continued -->``.

A part of the rules cites the sentences and numbered rules quoted since the part before, except
those that are marked as advice, description or example, or as one of the book's own defaults. The
marks are a comment, a line for each sentence with its opening words::

    <!-- concordance
    PLAY 3.2 advice: But this must be done
    PLAY 5.1 rule (no re-deal): There is no
    -->
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from cadogan.edition.notebook import rules_cells
from cadogan.words.citing import ROMAN, Rule

#: The part of a chapter in which the old text and its rules take turns.
HEADING = "## The rules, a sentence at a time"
KINDS = ("rule", "advice", "description", "example")
CONTINUED = "<!-- continued -->"
#: The parts that a title begins, their paragraphs counted anew.
PARTS = {"PLAY": ("PLAY", 0), "RULES": ("RULES", 0), "RULE": ("RULES", 0)}

TITLE = re.compile(r"^\*\*(.+)\*\*$")
RESTATED = re.compile(r"^\*\*([IVX]+)\.\*\*\s+(.*)", re.DOTALL)
COMMENT = re.compile(r"^<!-- concordance\n(.*?)^-->$", re.MULTILINE | re.DOTALL)
MARK = re.compile(
    r"^(?P<part>HEAD|PLAY|[IVX]+)(?: (?P<paragraph>\d+)(?:\.(?P<sentence>\d+))?)?"
    r" (?P<kind>\w+)(?: \((?P<default>[^)]*)\))?: (?P<opening>.+)$"
)
#: A sentence ends at a stop, with what closes after it, before a capital, a digit or a bracket; not
#: after "St.", "No." or "U. S.".
END = re.compile(
    r"(?<!\bSt\.)(?<!\bNo\.)(?<!\bU\.)(?<!\bU\. S\.)(?:(?<=[.!?])|(?<=[.!?][\"”’)\]]))\s+(?=[\"“‘(\[]*[A-Z0-9])"
)


class Passage(NamedTuple):
    """A sentence of the old text, or a numbered rule restated.

    Attributes:
        place: its place in the chapter.
        text: its words.
        restated: whether it is a numbered rule in our words.
        line: the line of the chapter (from 1) on which its paragraph, or this part of it, begins.
    """

    place: Rule
    text: str
    restated: bool
    line: int


@dataclass(frozen=True)
class Mark:
    """A line of the chapter's comment."""

    place: Rule
    kind: str
    default: str
    opening: str
    line: str


def sentences(paragraph: str) -> list[str]:
    """The sentences of a paragraph.

    >>> sentences("Deal out the pack (Rules I. and II.). Note.—The aces of St. Helena. Go on!")
    ['Deal out the pack (Rules I. and II.).', 'Note.—The aces of St. Helena.', 'Go on!']
    >>> sentences("They cannot be refilled. (Rule I.) Cards of The U. S. Playing Card Co.")
    ['They cannot be refilled.', '(Rule I.)', 'Cards of The U. S. Playing Card Co.']
    """
    return [s for s in END.split(" ".join(paragraph.split())) if s]


class Block(NamedTuple):
    """A paragraph of the part in which the old text stands, or the part of one that a cell
    interrupts.

    Attributes:
        text: its words, without the signs of a quotation.
        kind: ``"title"``, ``"text"`` or ``"rule"`` where it is quoted; ``"restated"`` where it is a
            numbered rule in our words, ``"ours"`` a note or a cell.
        place: its place; of a title the part that it stands in.
        goes_on: whether it continues the quoted paragraph before.
        line: the line of the chapter (from 1) on which it begins.
    """

    text: str
    kind: str
    place: Rule
    goes_on: bool
    line: int

    @property
    def number(self) -> str:
        """The number of a rule; else empty."""
        return self.place.number if self.kind in ("rule", "restated") else ""


def blocks(text: str) -> Iterator[Block]:
    """The paragraphs of a chapter's part `HEADING` in order.

    Quoted paragraphs before RULES and PLAY are HEAD; those under RULES are numbered as rules; each
    paragraph of PLAY has its number. A numbered rule restated may stand anywhere among them."""
    before, _, after = text.partition(f"\n{HEADING}\n")
    section = after.partition("\n## ")[0]
    line, goes_on, part, count = before.count("\n") + 3, False, "HEAD", 0
    for block in re.split(r"(\n(?:>[ \t]*)?\n)", section):
        content, quoted = _content(block)
        words = " ".join((content if quoted else block).split())
        if words == CONTINUED:
            goes_on = True
        elif content and not quoted:
            restated = RESTATED.match(words)
            kind, place = ("restated", Rule(restated[1])) if restated else ("ours", Rule(part))
            yield Block(restated[2] if restated else words, kind, place, False, line)
        elif title := TITLE.match(content):
            part, count = PARTS.get(title[1], (part, count))
            yield Block(title[1], "title", Rule(part), goes_on, line)
            goes_on = False
        elif content:
            count += not goes_on
            rule = part == "RULES"
            place = Rule(ROMAN[count]) if rule else Rule(part, count)
            yield Block(words, "rule" if rule else "text", place, goes_on, line)
            goes_on = False
        line += block.count("\n")


def passages(text: str) -> Iterator[Passage]:
    """The sentences of a chapter's old text in order, and its numbered rules."""
    sentence = 0
    for block in blocks(text):
        if block.number:
            yield Passage(block.place, block.text, block.kind == "restated", block.line)
        elif block.kind == "text":
            sentence = sentence if block.goes_on else 0
            for words in sentences(block.text):
                sentence += 1
                place = Rule(block.place.number, block.place.paragraph, sentence)
                yield Passage(place, words, False, block.line)


def _content(block: str) -> tuple[str, bool]:
    """The words of a quoted block, and whether it is quoted."""
    lines = block.strip("\n").split("\n")
    return "\n".join(line[1:].strip() for line in lines).strip(), all(
        line.startswith(">") for line in lines
    )


def marks(text: str) -> list[Mark]:
    """The marks of a chapter's comment, on the sentences that no clause cites.

    Raises:
        ValueError: a line that cannot be read, with the line.
    """
    marked = []
    for comment in COMMENT.findall(text):
        for line in comment.strip().splitlines():
            m = MARK.match(line.strip())
            if not m or m["kind"] not in KINDS:
                raise ValueError(
                    f"{line.strip()!r} is not such as 'PLAY 3.2 advice: But this must' (kinds: {', '.join(KINDS)})"
                )
            place = Rule(m["part"], int(m["paragraph"] or 0), int(m["sentence"] or 0))
            marked.append(Mark(place, m["kind"], m["default"] or "", m["opening"], line.strip()))
    return marked


def places_above(text: str) -> list[tuple[Rule, ...]]:
    """The rules that each rules cell of a chapter cites by its place: those quoted since the cell
    before and not marked.

    Raises:
        ValueError: a mark cannot be read.
    """
    cells = [cell.start for cell in rules_cells(text)]
    marked = {mark.place for mark in marks(text)}
    every = list(passages(text))
    long = {(p.place.number, p.place.paragraph) for p in every if p.place.sentence > 1}
    rules_by_cell: list[list[Rule]] = [[] for _ in cells]
    for place, _, _, line in every:
        cell = bisect_right(cells, line)
        if cell < len(cells) and place not in marked:
            alone = (
                place.number,
                place.paragraph,
            ) not in long  # a paragraph of one sentence is cited as a paragraph
            rules_by_cell[cell].append(Rule(place.number, place.paragraph) if alone else place)
    return [tuple(places) for places in rules_by_cell]
