"""A strip: a few moves as a row of plates, a sentence under each. In the page arrow keys walk it
(``book/_static/strip.js``); in print, in a notebook and without a script all plates are shown in
order.

>>> import cadogan
>>> walk = strip(cadogan.games["fortress"].deal(1933), ["l9-f1", ("l7-f1, l7-f2", "Two go home.")])
>>> print(walk.text.partition("Fortress, deal")[0].strip())
1. l9-f1: Ace of diamonds from lane 9 to foundation 1.
2. l7-f1, l7-f2: Two go home.
>>> walk.last.home
3
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from html import escape
from typing import Any

from cadogan.drawing.arrangement import around
from cadogan.drawing.faces import card_svg_defs
from cadogan.drawing.plates import (
    _grown,
    _natural,
    _prefix,
    _Sheet,
    _sheet,
    _svg,
)
from cadogan.drawing.trial import checked
from cadogan.patience.text import commas
from cadogan.words.english import upper_first

#: The sentence under the first plate unless another is given.
BEGINNING = "Before the first move."


@dataclass(frozen=True)
class Strip:
    """A few moves from a position, with a plate and a sentence for each step.

    Attributes:
        last: the position after the last move.
        html: the plates; the drawings of the cards stand in it once.
        text: the sentences, and the last position in letters.
    """

    last: Any
    html: str
    text: str

    def __str__(self) -> str:
        return self.text

    __repr__ = __str__

    def _repr_html_(self) -> str:
        return self.html


def strip(position: Any, steps: Sequence[str | tuple[str, str]], start: str = BEGINNING) -> Strip:
    """Play some moves, and show the table after each step with a sentence under it. The cards that
    moved last have a thick edge.

    Args:
        position: where it begins; it stays as it is.
        steps: of each step a move as text, or several with commas between them, and its sentence;
            without a sentence, that of its last move.
        start: the sentence under the first plate, which shows the position itself.

    Raises:
        TypeError: it is no position.
        ValueError: there is no step, or one has no move.
        IllegalMove: a move is refused; a note says in which step.
    """
    checked(position)
    if not steps:
        raise ValueError("a strip has at least one step, such as ('l8-l7', 'The eight goes …')")
    sheets = [_sheet(position.game.places, position.seen, (), False)]
    captions, pictures = [("", start)], [position.picture(hidden=True)]
    for number, step in enumerate(steps, 1):
        texts, sentence = step if isinstance(step, (tuple, list)) else (str(step), "")
        if not (moves := commas(texts)):
            raise ValueError(f"step {number} of the strip has no move: {step!r}")
        for text in moves:
            move = position.find(text)
            try:
                position = position.play(text)
            except ValueError as error:
                error.add_note(f"step {number} of the strip: {texts}")
                raise
        assert move is not None  # play() would have refused it
        captions.append((texts, sentence or f"{upper_first(move.says)}."))
        moved = {move.target: move.count}
        sheets.append(_sheet(position.game.places, position.seen, (), False, moved))
        pictures.append(position.picture(hidden=True))
    title = str(position.game.title)
    lines = [f"{n}. {moves}: {caption}" for n, (moves, caption) in enumerate(captions)]
    text = "\n".join(lines[1:])
    html = _html(title, captions, sheets, pictures)
    return Strip(position, html, f"{text}\n{pictures[-1]}")


def _html(
    title: str,
    captions: Sequence[tuple[str, str]],
    sheets: Sequence[_Sheet],
    pictures: Sequence[str],
) -> str:
    """The plates in order, all of one size; the cards' own drawings once, in front of them."""
    box = _grown(around(sheet.box for sheet in sheets))
    faces = frozenset[str]().union(*(sheet.faces for sheet in sheets))
    prefix = _prefix(title, *(caption for _, caption in captions), *pictures)
    defs = card_svg_defs(cards=faces, prefix=prefix)
    figures = []
    for number, ((moves, caption), sheet, picture) in enumerate(zip(captions, sheets, pictures)):
        plate_title = f"{title}, {number} of {len(captions) - 1}" if number else title
        framed = replace(sheet, box=box)
        drawing = _svg(framed, _natural(box), plate_title, picture, prefix, name=f"{number}-")
        code = f' <code class="moves">{escape(moves)}</code>' if moves else ""
        text = f"{escape(caption)}{code}"
        figures.append(f"<figure>{drawing}<figcaption>{text}</figcaption></figure>")
    return (
        f'<cadogan-strip class="cadogan-strip" role="group" aria-label="{escape(title)}, move by move">'
        f'<svg width="0" height="0" style="position:absolute" aria-hidden="true">{defs}</svg>'
        f"{''.join(figures)}</cadogan-strip>"
    )
