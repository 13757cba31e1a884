"""A tableau so small that a card is only a card: red, black, face down, or an empty place."""

from __future__ import annotations

from typing import Any

from cadogan.drawing.arrangement import Laid, around, arrange
from cadogan.drawing.faces import HEIGHT, WIDTH

#: Ink that is seen on a light page and on a dark one. What is face down is full, a place without a
#: card has no filling.
RED, BLACK, EDGE = "#b3404f", "#3d3d3d", "#8a8177"
_FRAME = f'width="{WIDTH}" height="{HEIGHT}" rx="5" stroke="{EDGE}" stroke-width="3"'
_KINDS = {
    "r": f'<g id="r"><rect {_FRAME} fill="#fff"/><circle cx="17" cy="20" r="9" fill="{RED}"/></g>',
    "b": f'<g id="b"><rect {_FRAME} fill="#fff"/><rect x="8" y="11" width="18" height="18" fill="{BLACK}"/></g>',
    "back": f'<rect id="back" {_FRAME} fill="{RED}"/>',
    "slot": f'<rect id="slot" {_FRAME} fill="none" stroke-dasharray="8"/>',
}


def sketch(position: Any) -> str:
    """A position as an SVG of a few kilobytes, in the arrangement of its plate.

    >>> import cadogan
    >>> drawn = sketch(cadogan.games["fortress"].deal(1))
    >>> drawn.count("<use"), drawn.count('"#slot"')
    (57, 5)
    """
    places = position.game.places
    laid = [card for place in places for card in arrange(place, position.seen[place.id], places)]
    left, top, right, bottom = around(card.box for card in laid)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{left - 4:.0f} {top - 4:.0f} {right - left + 8:.0f} {bottom - top + 8:.0f}">'
        f"<defs>{''.join(_KINDS.values())}</defs>{''.join(map(_card, laid))}</svg>"
    )


def _card(card: Laid) -> str:
    kind = card.what if card.what in _KINDS else "r" if card.what[-1] in "HD" else "b"
    turned = (
        f' transform="rotate({card.angle} {card.x + WIDTH / 2:.0f} {card.y + HEIGHT / 2:.0f})"'
        if card.angle
        else ""
    )
    return f'<use href="#{kind}" x="{card.x:.0f}" y="{card.y:.0f}"{turned}/>'
