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

from cadogan.edition.old_text import Block, blocks
from cadogan.words.citing import ROMAN, Rule

if TYPE_CHECKING:
    from cadogan.drawing.plates import Plate

#: The credit: the last line of a chapter's quotations, which leads to the bibliography; and its
#: form on the old page.
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
        for block in self.paragraphs:
            restated = " [restated]" if block.kind == "restated" else ""
            lines.append(f"{block.number}. {block.text}{restated}" if block.number else block.text)
        return "\n\n".join([*lines, *([self.origin] if self.origin else [])])

    __repr__ = __str__

    def _repr_html_(self) -> str:
        quotation = "".join(map(_html, self.paragraphs))
        drawing = b64encode(self.plate.svg.encode()).decode()
        picture = f'<img loading="lazy" alt="{escape(self.plate.text)}" src="data:image/svg+xml;base64,{drawing}">'
        origin = f"<p><em>{escape(self.origin)}</em></p>" if self.origin else ""
        return (
            '<details class="cadogan-old-page"><summary>The old page</summary>'
            f"<blockquote>{quotation}</blockquote><figure>{picture}</figure>{origin}</details>"
        )


def _html(block: Block) -> str:
    if block.kind == "title":
        return f"<p><strong>{escape(block.text)}</strong></p>"
    restated = " <em>(restated)</em>" if block.kind == "restated" else ""
    return f"<p>{f'{block.number}. ' if block.number else ''}{escape(block.text)}{restated}</p>"


def paragraphs(text: str) -> list[Block]:
    """The lines of a chapter's old page: what is quoted, with the rules restated in front of PLAY,
    where the printed page had them.
    """
    printed: list[Block] = []
    restated: list[Block] = []
    play = 0
    for block in blocks(text):
        if block.kind == "restated":
            restated.append(block)
        elif block.goes_on:
            printed[-1] = printed[-1]._replace(text=f"{printed[-1].text} {block.text}")
        elif block.kind != "ours":
            if block.kind == "title" and block.place.number == "PLAY":
                play = len(printed)
            printed.append(block)
    titles = [block.text for block in printed if block.kind == "title"]
    if restated and not {"RULES", "RULE"} & {*titles}:
        restated.insert(0, Block("RULES", "title", Rule("RULES"), False, 0))
    return [
        *printed[:play],
        *sorted(restated, key=lambda rule: ROMAN.index(rule.number)),
        *printed[play:],
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
    board_deal = next((int(board[2]) for board in BOARD.finditer(text) if board[1] == slug), DEAL)
    credit = next(
        (match[1] for block in blocks(text) if (match := CREDIT.fullmatch(block.text))),
        "",
    )
    origin = ORIGIN if credit == AUTHOR else f"{credit}, reprinted in {ORIGIN}" if credit else ""
    return OldPage(
        tuple(paragraphs(text)),
        origin,
        plate(cadogan.games[slug].deal(board_deal if deal is None else deal)),
    )
