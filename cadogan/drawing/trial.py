"""One move tried: the places that it concerns, before and after; or the sentence with which the
game refuses it.

>>> import cadogan                                                            # doctest: +SKIP
>>> trial(cadogan.games["fortress"].deal(1933), "l9-l1")                      # doctest: +SKIP
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from html import escape
from typing import Any

from cadogan.drawing.arrangement import Pile
from cadogan.drawing.faces import HEIGHT, WIDTH
from cadogan.drawing.plates import CARD_PIXELS, _grown, _number, _Sheet, _sheet, _svg
from cadogan.layout import Place
from cadogan.words.english import upper_first

#: How many cards of a pile are shown, the uppermost ones; and how far apart the piles and their
#: cards lie.
MOST_CARDS, APART, SPREAD = 3, 1.3, (0.0, 0.3)
#: The room between the two pictures, for the arrow.
GAP = 60.0


@dataclass(frozen=True)
class Trial:
    """A move that was tried; ``svg`` shows the places concerned, ``said`` is the sentence of the
    move or of the refusal.
    """

    move: str
    allowed: bool
    said: str
    svg: str
    text: str

    def __str__(self) -> str:
        return self.text

    __repr__ = __str__

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> dict[str, str]:
        kind = "allowed" if self.allowed else "refused"
        caption = f"<figcaption><code>{escape(self.move)}</code> {escape(self.said)}</figcaption>"
        return {
            "text/html": f'<figure class="cadogan-trial {kind}">{self.svg}{caption}</figure>',
            "text/plain": self.text,
        }


def trial(position: Any, move: str, also: str = "") -> Trial:
    """Try a move in a position, and show what it does to the places concerned, or with which
    sentence it is refused.

    Args:
        position: the position; it stays as it is.
        move: the move as text: ``"l8-l7"``, ``"turn"``.
        also: further places to be shown, with blanks between them: ``"l1 l2"``.

    Raises:
        ValueError: a place that the game does not have.
    """
    places = {place.id: place for place in position.game.places}
    if unknown := [name for name in also.split() if name not in places]:
        raise ValueError(f"{position.game.title} has no place {unknown[0]!r}")
    found = position.find(move)
    after = position.after(found.code) if found else None
    named = [name for name in re.findall(r"[\w]+", move) if name in places]
    changed = [
        name for name in places if after is not None and position.cards[name] != after.cards[name]
    ]
    shown = [places[name] for name in dict.fromkeys([*named, *changed, *also.split()])]
    said = upper_first(found.says) + "." if found else f"Refused: {position.why_not(move)}"
    pictures = [_detail(shown, one.seen) for one in (position, after) if one is not None]
    text = f"{_twin(shown, position.seen)}\n{move}: {said}"
    text += f"\n{_twin(shown, after.seen)}" if after is not None else ""
    return Trial(
        move,
        found is not None,
        said,
        _drawn(pictures, f"{position.game.title}: {move}", text),
        text,
    )


def _detail(places: Sequence[Place], piles: Mapping[str, Pile]) -> _Sheet:
    """A few places side by side, each with its uppermost cards."""
    row = [
        replace(place, x=APART * i, y=0.0, angle=0, spread=SPREAD, group="shown")
        for i, place in enumerate(places)
    ]
    return _sheet(row, {place.id: tuple(piles[place.id])[-MOST_CARDS:] for place in row}, (), True)


def _drawn(pictures: Sequence[_Sheet], title: str, text: str) -> str:
    """The pictures beside one another, an arrow between them."""
    parts, right, low = [], 0.0, float(HEIGHT)
    for i, sheet in enumerate(pictures):
        if i:
            middle, tip = HEIGHT / 2, right + GAP - 14
            parts.append(
                f'<path d="M{_number(right + 14)} {_number(middle)}H{_number(tip)}m-9 -7l9 7l-9 7" '
                'fill="none" stroke="currentColor" stroke-width="2"/>'
            )
            right += GAP
        parts.append(f'<g transform="translate({right - sheet.box[0]:.1f} 0)">{sheet.body}</g>')
        right += sheet.box[2] - sheet.box[0]
        low = max(low, sheet.box[3])
    box = _grown(
        (0.0, min((sheet.box[1] for sheet in pictures), default=0.0), max(right, WIDTH), low)
    )
    faces = frozenset[str]().union(*(sheet.faces for sheet in pictures))
    scale = CARD_PIXELS / WIDTH
    return _svg(
        "".join(parts),
        faces,
        box,
        ((box[2] - box[0]) * scale, (box[3] - box[1]) * scale),
        title,
        text,
        None,
    )


def _twin(places: Sequence[Place], piles: Mapping[str, Pile]) -> str:
    """The same in letters: ``l7[7H 8H] l8[]``."""
    return "  ".join(
        f"{place.id}[{'… ' if len(piles[place.id]) > MOST_CARDS else ''}"
        f"{' '.join('??' if card is None else str(card) for card in tuple(piles[place.id])[-MOST_CARDS:])}]"
        for place in places
    )
