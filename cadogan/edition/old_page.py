"""The old page: the text of a chapter whole and undisturbed, with its plate.

It is put together again from the quotations between which the chapter's rules stand, and says
nothing that they do not. Numbered rules that the transcript has lost stand under RULES as the
chapter restates them, and are marked so."""

from __future__ import annotations

import re
from base64 import b64encode
from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING

from cadogan.edition.old_text import ROMAN, Block, blocks
from cadogan.words.citing import Rule

if TYPE_CHECKING:
    from cadogan.drawing.plates import Plate

#: Where the text comes from: the last line of a chapter's quotations, which leads to the
#: bibliography; and as the old page has it.
CREDIT = re.compile(r"\*(.+), \[1914\]\(bibliography\.md\)\.\*")
AUTHOR = "Lady Adelaide Cadogan"
ORIGIN = "Lady Adelaide Cadogan, Illustrated Games of Solitaire or Patience, 1914."
#: The first board of a chapter: its game and its deal.
BOARD = re.compile(r"\bcadogan\.play\(\"([\w-]+)\", (\d+)")
#: The deal of the plate where a chapter shows no board.
DEAL = 1914


@dataclass(frozen=True)
class OldPage:
    """The old text of a chapter as it was printed. It prints as plain text, and shows itself
    folded, with the plate.

    Attributes:
        paragraphs: its lines in order.
        origin: the book and the year; empty where the chapter does not say.
        plate: the table as it is dealt.
    """

    paragraphs: tuple[Block, ...]
    origin: str
    plate: Plate

    def __str__(self) -> str:
        lines = []
        for one in self.paragraphs:
            restated = " [restated]" if one.kind == "restated" else ""
            lines.append(f"{one.number}. {one.said}{restated}" if one.number else one.said)
        return "\n\n".join([*lines, *([self.origin] if self.origin else [])])

    __repr__ = __str__

    def _repr_html_(self) -> str:
        said = "".join(map(_html, self.paragraphs))
        drawing = b64encode(self.plate.svg.encode()).decode()
        picture = f'<img loading="lazy" alt="{escape(self.plate.text)}" src="data:image/svg+xml;base64,{drawing}">'
        origin = f"<p><em>{escape(self.origin)}</em></p>" if self.origin else ""
        return (
            '<details class="cadogan-old-page"><summary>The old page</summary>'
            f"<blockquote>{said}</blockquote><figure>{picture}</figure>{origin}</details>"
        )


def _html(one: Block) -> str:
    if one.kind == "title":
        return f"<p><strong>{escape(one.said)}</strong></p>"
    restated = " <em>(restated)</em>" if one.kind == "restated" else ""
    return f"<p>{f'{one.number}. ' if one.number else ''}{escape(one.said)}{restated}</p>"


def paragraphs(text: str) -> list[Block]:
    """The lines of a chapter's old page: what is quoted, with the rules restated in front of PLAY,
    where the printed page had them.
    """
    found: list[Block] = []
    restated: list[Block] = []
    play = 0
    for block in blocks(text):
        if block.kind == "restated":
            restated.append(block)
        elif block.goes_on:
            found[-1] = found[-1]._replace(said=f"{found[-1].said} {block.said}")
        elif block.kind != "ours":
            if block.kind == "title" and block.where.number == "PLAY":
                play = len(found)
            found.append(block)
    if restated and not any(one.kind == "title" and one.said in ("RULES", "RULE") for one in found):
        restated.insert(0, Block("RULES", "title", Rule("RULES"), False, 0))
    return [
        *found[:play],
        *sorted(restated, key=lambda one: ROMAN.index(one.number)),
        *found[play:],
    ]


def old_page(slug: str, deal: int | None = None) -> OldPage:
    """The old text of a game's chapter as it was printed, with its plate.

    Args:
        slug: the game, as in ``cadogan.games[slug]``.
        deal: the deal that the plate shows, from 0; without it that of the chapter's first board.

    Raises:
        UnknownGame: there is no chapter of that name.
        ValueError: there is no such deal.
    """
    import cadogan
    from cadogan.drawing.plates import plate

    text = cadogan.games.text(slug)
    shown = next((int(board[2]) for board in BOARD.finditer(text) if board[1] == slug), DEAL)
    credit = next(
        (found[1] for block in blocks(text) if (found := CREDIT.fullmatch(block.said))),
        "",
    )
    origin = ORIGIN if credit == AUTHOR else f"{credit}, reprinted in {ORIGIN}" if credit else ""
    return OldPage(
        tuple(paragraphs(text)),
        origin,
        plate(cadogan.games[slug].deal(shown if deal is None else deal)),
    )
