"""Drawings of games and positions: SVG in the arrangement of the old plates, with a text twin
inside.

Everything is drawn from the places of the game, the same that the board and the text picture use: a
card is 50 by 70 units, a place lies where its coordinates say, and a pile is spread, squared or
turned as its place says (`cadogan.drawing.arrangement`).

>>> import cadogan                                              # doctest: +SKIP
>>> position = cadogan.games["carpet"].deal(1)                  # doctest: +SKIP
>>> plate(position, marks=position.free).save("carpet.svg")     # doctest: +SKIP
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any
from xml.sax.saxutils import escape, quoteattr

from cadogan.drawing.arrangement import Box, Laid, Outline, Pile, around, arrange, shared_ground
from cadogan.drawing.faces import HEIGHT, WIDTH, card_svg_defs
from cadogan.echo import game_in
from cadogan.layout import Place

if TYPE_CHECKING:
    from cadogan.patience.game import Game
    from cadogan.patience.position import Position

__all__ = ["Plate", "plate"]


def __dir__() -> list[str]:
    return __all__


#: A card in its natural size on a page, in pixels of the screen, and the widest natural drawing.
CARD_PIXELS, WIDEST = 48, 760
_MARGIN = 5.0
_FONT = 'font-family="system-ui,sans-serif" fill="currentColor"'


@dataclass(frozen=True)
class Plate:
    """A finished drawing: an SVG that says in its description what it shows.

    ``svg`` stands alone; ``str()`` is the text twin. A notebook and the built page show the drawing
    as part of the page itself, so that its description is read aloud and its colours follow the
    page."""

    svg: str
    text: str

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"<Plate: {self.text.partition(chr(10))[0]}>"

    def _repr_mimebundle_(self, **kwargs: Any) -> dict[str, str]:
        return {"text/html": f'<div class="plate">{self.svg}</div>', "text/plain": self.text}

    def save(self, path: str | Path) -> Path:
        """Write the SVG to a file whose name ends in ``.svg``; anything else is a ``ValueError``."""
        path = Path(path)
        if path.suffix.lower() != ".svg":
            raise ValueError(f"a plate is saved as an .svg file, not as {path.name!r}")
        path.write_text(self.svg, encoding="utf-8")
        return path


def _number(value: float) -> str:
    return f"{value:.1f}".removesuffix(".0")


_OPEN = "\x00"  # stands for the prefix of the ids until the drawing is complete; no XML holds it


def _card(laid: Laid) -> str:
    """The ``use`` of one card."""
    frame = f'x="{_number(laid.x)}" y="{_number(laid.y)}" width="{WIDTH}" height="{HEIGHT}"'
    return f'<use href="#{_OPEN}card-{laid.what}" {frame}{_turn(laid)}/>'


def _turn(laid: Laid) -> str:
    about = f"{_number(laid.x + WIDTH / 2)} {_number(laid.y + HEIGHT / 2)}"
    return f' transform="rotate({laid.angle} {about})"' if laid.angle % 360 else ""


def _edge(laid: Laid) -> str:
    """A thick edge round a card that has moved, or is about to."""
    return (
        f'<rect class="moved" x="{_number(laid.x + 1)}" y="{_number(laid.y + 1)}" width="{WIDTH - 2}" height="{HEIGHT - 2}" '
        f'rx="4" fill="none" stroke="#b5472f" stroke-width="3"{_turn(laid)}/>'
    )


def _thickness(laid: Laid, count: int) -> str:
    """The edges of the cards under a packet's uppermost one, at its lower left as in the old
    plates.
    """
    edges = "".join(
        f'<use href="#{_OPEN}paper" x="{_number(laid.x - 1.2 * i)}" y="{_number(laid.y + 1.2 * i)}"/>'
        for i in range(1 + (count > 4) + (count > 12), 0, -1)
    )
    turn = _turn(laid)
    return f"<g{turn}>{edges}</g>" if turn else edges


def _words(laid: Laid, text: str, x: float, y: float, size: float) -> str:
    """A few letters on a card, turned with it but never upside down."""
    angle = laid.angle % 360
    if 90 < angle <= 270:
        angle -= 180
    return (
        f'<text x="{_number(laid.x + x)}" y="{_number(laid.y + y)}" font-size="{_number(size)}" '
        f'text-anchor="middle"{_turn(replace(laid, angle=angle))}>{escape(text)}</text>'
    )


def _count(laid: Laid, count: int) -> str:
    """How many cards a packet holds: in its lower margin, or on a plaque in the middle of a back."""
    if laid.what != "back":
        return f'<g fill="#444">{_words(laid, str(count), 25, 67.6, 7.5)}</g>'
    x, y = laid.x + 12, laid.y + 26
    plaque = f'<rect x="{_number(x)}" y="{_number(y)}" width="26" height="18" rx="4" fill="#fff" stroke="#555"/>'
    return f'{plaque}<g fill="#222">{_words(laid, str(count), 25, 40, 13)}</g>'


_CROSS = 3.0


def _cross(laid: Laid, spread: tuple[float, float], taken: Sequence[Outline]) -> tuple[str, Box]:
    """The small cross beside a card, on the first side where nothing lies; else in its upper
    margin.
    """
    turn, gap = math.radians(laid.angle), _CROSS + 2.5
    end, side = HEIGHT / 2 + gap, WIDTH / 2 + gap
    beside = [
        (0.0, end),
        (0.0, -end),
        (-side, 0.0),
        (side, 0.0),
    ]  # beyond the ends of the card, then beside it
    if spread[0]:  # first of all beyond the end of a fan
        beside.insert(0, (math.copysign(side, spread[0]), 0.0))
    for x, y in (*beside, (0.0, 5 - HEIGHT / 2 if laid.what != "slot" else 0.0)):
        at_x = laid.outline.x + x * math.cos(turn) - y * math.sin(turn)
        at_y = laid.outline.y + x * math.sin(turn) + y * math.cos(turn)
        cross = Outline(at_x, at_y, 2 * _CROSS, 2 * _CROSS)
        if not any(cross.meets(other) for other in taken):
            break
    left, top, _, _ = cross.box
    arm = _number(2 * _CROSS)
    lines = f"M{_number(left)} {_number(at_y)}h{arm}M{_number(at_x)} {_number(top)}v{arm}"
    return f'<path class="mark" d="{lines}"/>', cross.box


@dataclass(frozen=True)
class _Sheet:
    """The body of a drawing before its ids are known: markup with the prefix open, faces used,
    extent.
    """

    body: str
    faces: frozenset[str]
    box: Box


def _sheet(
    places: Sequence[Place],
    piles: Mapping[str, Pile],
    marks: Iterable[str],
    labels: bool,
    moved: Mapping[str, int] = MappingProxyType({}),
) -> _Sheet:
    """The places with their cards; ``moved`` says of how many uppermost cards of a place the edge
    is drawn thick.
    """
    laid = {place.id: arrange(place, tuple(piles.get(place.id, ())), places) for place in places}
    lying = [card.outline for cards in laid.values() for card in cards if card.what != "slot"]
    # The outline of an empty place would run across the cards of the places it lies on, or of a
    # fan; and an empty hand is no place on the table.
    faces = frozenset(card.what for cards in laid.values() for card in cards) - {"back", "slot"}
    unseen = shared_ground(places) if faces else frozenset()
    hidden = {
        place.id
        for place in places
        if laid[place.id][0].what == "slot"
        and (
            place.id in unseen
            or place.group == "hand"
            or any(laid[place.id][0].outline.meets(card, 6.0) for card in lying)
        )
    }
    taken = [card.outline for name, cards in laid.items() if name not in hidden for card in cards]
    boxes = [card.box for card in taken]
    parts: list[str] = []
    for place in places:
        if place.id in hidden:
            continue
        cards, count = laid[place.id], len(piles.get(place.id, ()))
        top = cards[-1]
        group = [*map(_card, cards)]
        if place.spread == (0.0, 0.0) and count > 1:
            group.insert(0, _thickness(top, count))
            if place.group != "foundations":
                group.append(_count(top, count))
        if labels:
            on_card = f'<g fill="#555">{_words(top, place.id, 25, 7.5, 7)}</g>'
            group.append(on_card if count else _words(top, place.id, 25, 38, 11))
        if count:
            group += map(_edge, cards[len(cards) - min(moved.get(place.id, 0), len(cards)) :])
        parts.append(f"<g data-place={quoteattr(place.id)}>{''.join(group)}</g>")
    crosses = []
    spreads = {place.id: place.spread for place in places}
    for mark in marks:
        if mark not in spreads:
            raise ValueError(f"{mark!r} is no place of this game, so nothing there can be marked")
        cross, box = _cross(laid[mark][-1], spreads[mark], taken)
        crosses.append(cross)
        boxes.append(box)
    if crosses:
        parts.append(
            f'<g stroke="currentColor" stroke-width="1.4" fill="none">{"".join(crosses)}</g>'
        )
    return _Sheet("".join(parts), faces, around(boxes or [(0, 0, WIDTH, HEIGHT)]))


def _prefix(*content: str) -> str:
    """The beginning of the ids of a drawing, made from its content."""
    return f"p{hashlib.sha256(chr(1).join(content).encode()).hexdigest()[:5]}-"


def _svg(
    sheet: _Sheet,
    size: tuple[float, float],
    title: str,
    text: str,
    prefix: str | None = None,
    four_colour: bool = False,
    large_index: bool = False,
    name: str = "",
    plain: bool = False,
) -> str:
    """A drawing as SVG. Its ids begin with ``prefix``, by default made from its content. With a
    ``name``, which sets its own ids apart, it uses the cards of another drawing on the page that has
    the same prefix.
    """
    if prefix is None:
        prefix = _prefix(sheet.body, title, text, repr(size), f"{four_colour}{large_index}")
    defs = card_svg_defs(four_colour, large_index, cards=sheet.faces, prefix=prefix, plain=plain)
    defs = "" if name else defs
    left, top = map(math.floor, sheet.box[:2])
    right, bottom = map(math.ceil, sheet.box[2:])
    own = prefix + name
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{left} {top} {right - left} {bottom - top}" '
        f'width="{round(size[0])}" height="{round(size[1])}" style="max-width:100%;height:auto" role="img" '
        f'aria-labelledby="{own}title" aria-describedby="{own}text">'
        f'<title id="{own}title">{escape(title)}</title><desc id="{own}text">{escape(text)}</desc>'
        f"{defs}<g {_FONT}>{sheet.body.replace(_OPEN, prefix)}</g></svg>"
    )


def _grown(box: Box) -> Box:
    left, top, right, bottom = box
    return left - _MARGIN, top - _MARGIN, right + _MARGIN, bottom + _MARGIN


def _natural(box: Box, width: int | None = None) -> tuple[float, float]:
    wide, high = box[2] - box[0], box[3] - box[1]
    pixels = float(width) if width is not None else min(WIDEST, wide * CARD_PIXELS / WIDTH)
    return pixels, pixels * high / wide


def _title(position: Position) -> str:
    """Name of the game, and the number of the deal where the position knows it."""
    number = getattr(position, "number", None)
    title = str(position.game.title)
    return title if number is None else f"{title}, deal {number}"


def _empty_text(game: Game) -> str:
    """The text twin of a table without cards: each group of places with its ids."""
    groups: dict[str, list[str]] = {}
    for place in game.places:
        groups.setdefault(place.group, []).append(place.id)
    return "\n".join([game.title, *(f"{group}: {' '.join(ids)}" for group, ids in groups.items())])


def plate(
    what: Position | Game | str,
    *,
    deal: int | None = None,
    seen: bool = True,
    marks: Iterable[str] = (),
    width: int | None = None,
    labels: bool = False,
    four_colour: bool = False,
    large_index: bool = False,
    plain: bool = False,
    prefix: str | None = None,
) -> Plate:
    """Draw a position, or a game (or its short name): dealt, if ``deal`` gives the number of a
    deal, else its empty places.

    ``seen=False`` shows the face of every card; ``marks`` are ids of places to be marked by a
    cross, as the old plates mark the free cards; ``labels`` writes the id of each place; ``width``
    is the width in pixels; ``plain`` has each card as its value and suit alone, in a quarter of the
    characters. The ids inside the drawing begin with ``prefix``, by default made from
    the content, so that different drawings on one page never share an id. An unknown place in
    ``marks`` raises ``ValueError``."""
    import cadogan

    dealt = hasattr(what, "seen")
    laid = dealt or hasattr(what, "places")  # a game, or what has its places
    subject: Any = what if laid else game_in(cadogan.games, what, cadogan.Game)
    places = (subject.game if dealt else subject).places
    if dealt and deal is not None:
        raise ValueError("a position is dealt already; give deal= only with a game")
    if dealt or deal is not None:
        position = subject if dealt else subject.deal(deal)
        piles: Mapping[str, Pile] = position.seen if seen else position.cards
        title, text = _title(position), position.picture(hidden=seen)
    else:
        piles = {place.id: (None,) for place in places if place.face_down}
        title, text = subject.title, _empty_text(subject)
    sheet = _sheet(places, piles, marks, labels)
    sheet = replace(sheet, box=_grown(sheet.box))
    size = _natural(sheet.box, width)
    drawing = _svg(sheet, size, title, text, prefix, four_colour, large_index, plain=plain)
    return Plate(drawing, text)
