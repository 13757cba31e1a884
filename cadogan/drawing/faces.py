"""The faces of the cards, drawn by us: 52 cards, the back and the empty place, as SVG symbols.

A drawing, and the board, embeds ``card_svg_defs()`` once and then shows a card with ``<use
href="#card-10H" x="…" y="…" width="50" height="70"/>``. Every symbol has the view box ``0 0 50
70``. No letter is set in a font: all signs are strokes, so a card looks the same everywhere.

Suits differ in shape, and the red suits have a light heart in every pip where the black are solid,
so that neither suit nor colour is told by ink alone. Each corner shows the suit, so that a card
half covered from any side can still be read.

What a page may change with CSS custom properties, all inherited by the cards:

========================  =======================================================
``--card-red``            ink of hearts and diamonds
``--card-black``          ink of clubs and spades
``--card-C`` … ``-S``     ink of one suit (four colours), before the two above
``--card-paper``          the face
``--card-edge``           the line round a card
``--card-gold``           crowns
``--card-stroke``         the breadth of the strokes of a value
``--card-frame``          ``none`` takes away the line round the pips
``--card-joker``          ink of the joker
``--card-back``           the back
``--card-slot``           the outline of an empty place
``--card-small``          ``none`` hides the ordinary face (symbols with both faces)
``--card-large``          ``inline`` shows the face with the large index (same)
========================  =======================================================
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from cadogan.cards import RANKS, Card, pack

#: The size of a card in the units of every drawing.
WIDTH, HEIGHT = 50, 70

RED, BLACK = "#b3122b", "#1a1a1a"
#: Inks when each suit has its own: green clubs, blue diamonds, red hearts, black spades.
FOUR_INKS = {"C": "#0b6b35", "D": "#1a4fa3", "H": RED, "S": BLACK}

# Every suit about its middle, a hundred high; the light heart of the red suits is a hole.
_SUITS = {
    "C": "m0-46a23 23 0 0 1 19 36 24 24 0 1 1-13 36q2 14 13 20h-38q11-6 13-20"
    "a24 24 0 1 1-13-36 23 23 0 0 1 19-36z",
    "D": "m0-50q18 28 42 50-24 22-42 50-18-28-42-50 24-22 42-50zm0 36 12 14-12 14-12-14z",
    "H": "m0 48c-16-26-46-43-46-69a24 24 0 0 1 46-8 24 24 0 0 1 46 8c0 26-30 43-46 69zm0-34"
    "c-6-10-19-16-19-27a10 10 0 0 1 19-3 10 10 0 0 1 19 3c0 11-13 17-19 27z",
    "S": "m0-48c16 24 44 37 44 59a20 20 0 0 1-38 11q2 17 14 26h-40q12-9 14-26a20 20 0 0 1-38-11"
    "c0-22 28-35 44-59z",
}

# Every value in strokes, in the upper left corner: x 3.4 to 10.6, y 4.4 to 15.4.
_VALUES = {
    "A": "M3.3 15.4 7 4.4l3.7 11M4.6 11.8H9.4",
    "2": "M3.6 7.3A3.4 3.3 0 0 1 10.3 7.5C10.3 10.2 5 12 3.6 15.2H10.6",
    "3": "M3.6 4.6H10L6.4 8.7A3.3 3.3 0 1 1 3.4 13.5",
    "4": "M8.6 15.6V4.6L3.2 12.1H11",
    "5": "M10 4.6H4.6L4 9.3A3.5 3.4 0 1 1 3.4 13.5",
    "6": "M9.2 4.5Q3.6 7.5 3.6 12A3.4 3.4 0 1 0 7 8.6 3.5 3.5 0 0 0 3.7 11.5",
    "7": "M3.4 4.6H10.4Q6.6 9.5 6 15.5",
    "8": "M7 9.5A2.6 2.5 0 1 1 7.1 9.5M7 9.5A3.3 3 0 1 0 7.1 9.5",
    "9": "M4.8 15.5Q10.4 12.5 10.4 8A3.4 3.4 0 1 0 7 11.4 3.5 3.5 0 0 0 10.3 8.5",
    "10": "M2.5 6.4 3.9 4.6V15.5M8.3 4.6Q6.2 4.6 6.2 10T8.3 15.4 10.4 10 8.3 4.6z",
    "J": "M6 4.6H10.2M8.6 4.6V12.2A2.7 2.9 0 0 1 3.4 13",
    "Q": "M7 4.5Q3.4 4.5 3.4 9.9T7 15.3 10.6 9.9 7 4.5zM7.4 12 10.8 15.9",
    "K": "M4 4.4V15.6M10.2 4.5 4.1 11M6.4 8.8 10.6 15.5",
}

# Without a line below it, a six that lies turned is a nine.
_UNDERLINED = ("6", "9")
_LINE_BELOW = "M3.6 18.2H10.4"

# The upper half of each court, the lower is the same turned round. Light parts are class core,
# crowns class gold; everything is drawn about x = 25, between y = 10 and the middle of the card.
_COURTS = {
    "K": (
        '<path d="M14 35.2V31.5Q16 28 20.5 27L25 33 29.5 27Q34 28 36 31.5V35.2z"/>'
        '<path class="core" d="M16.5 35 20.6 29.3 25 35zM33.5 35 29.4 29.3 25 35z"/>'
        '<path class="core line" d="M20.2 19.5H29.8V25Q29.6 31 25 31.5 20.4 31 20.2 25z"/>'
        '<path d="M20 24Q21.5 26.3 25 26.2 28.5 26.3 30 24 30.2 31.6 25 32.2 19.8 31.6 20 24z"/>'
        '<path class="core" d="M23.5 28H26.5L25 29z"/>'
        '<path class="gold line" d="M19.6 19.5 18 12.2 21.7 15.2 25 10.8 28.3 15.2 32 12.2 30.4 19.5z"/>'
        '<path d="M22.3 22.6h1.4v1H22.3zM26.3 22.6h1.4v1H26.3zM19.4 18.5H30.6V20.4H19.4z"/>'
    ),
    "Q": (
        '<path d="M14 35.2V32.5Q16 29 21 28.3H29Q34 29 36 32.5V35.2z"/>'
        '<path d="M19.4 20Q17.8 27 19.3 29.8H30.7Q32.2 27 30.6 20z"/>'
        '<path class="core line" d="M20.8 19H29.2V24Q28.8 29.4 25 30.3 21.2 29.4 20.8 24z"/>'
        '<path class="core" d="M21 31.5Q25 34 29 31.5L27 35H23z"/>'
        '<path class="line" fill="none" d="M23.6 27Q25 28 26.4 27"/>'
        '<path class="gold line" d="M19.8 19.5Q18.3 16 19.3 13.4 20.6 15.6 22.3 15.9 23.3 13 25 12 26.7 13 27.7 15.9'
        ' 29.4 15.6 30.7 13.4 31.7 16 30.2 19.5z"/>'
        '<path d="M22.6 22.4h1.4v1H22.6zM26 22.4h1.4v1H26zM19.6 18.6H30.4V20H19.6z"/>'
        '<circle cx="25" cy="11" r="1.1"/><circle cx="19" cy="12.6" r="1"/><circle cx="31" cy="12.6" r="1"/>'
    ),
    "J": (
        '<path d="M14 35.2V31.5Q16.5 28.6 21 28.3H29Q33.5 28.6 36 31.5V35.2z"/>'
        '<path class="core" d="M17 35 22 29.4H24.3L20 35zM33 35 28 29.4H25.7L30 35z"/>'
        '<path d="M19.6 19Q18.4 24 19.7 27.3H30.3Q31.6 24 30.4 19z"/>'
        '<path class="core line" d="M20.9 19H29.1V24Q28.7 29.6 25 30.3 21.3 29.6 20.9 24z"/>'
        '<path class="line" fill="none" d="M23.8 27.2H26.2M29.5 14.5Q34 13 34.5 10.5 31 10 28 13"/>'
        '<path class="gold line" d="M18.3 19.3Q17.6 14.8 21.5 13.5 26 12.2 30.5 14.2 32.6 15.5 31.7 19.3z"/>'
        '<path d="M22.6 22.4h1.4v1H22.6zM26 22.4h1.4v1H26zM18.2 18.2H31.8V20H18.2z"/>'
    ),
}

_LEFT, _MIDDLE, _RIGHT = 18.6, 25.0, 31.4
_PAIR = ((_LEFT, 0), (_RIGHT, 0))
# For each value: the pips of the upper half, which are repeated upside down, and the upright pips
# between.
_ROW = {0: 15.0, 1: 28.4, 2: 21.7, 3: 35.0, 4: 25.0}
_HALVES: dict[int, tuple[tuple[float, int], ...]] = {
    2: ((_MIDDLE, 0),),
    3: ((_MIDDLE, 0),),
    4: _PAIR,
    5: _PAIR,
    6: _PAIR,
    7: _PAIR,
    8: (*_PAIR, (_MIDDLE, 4)),
    9: (*_PAIR, (_LEFT, 1), (_RIGHT, 1)),
    10: (*_PAIR, (_LEFT, 1), (_RIGHT, 1), (_MIDDLE, 2)),
}
_UPRIGHT: dict[int, tuple[tuple[float, int], ...]] = {
    3: ((_MIDDLE, 3),),
    5: ((_MIDDLE, 3),),
    6: ((_LEFT, 3), (_RIGHT, 3)),
    7: ((_LEFT, 3), (_RIGHT, 3), (_MIDDLE, 4)),
    8: ((_LEFT, 3), (_RIGHT, 3)),
    9: ((_MIDDLE, 3),),
}


def _number(value: float) -> str:
    """A coordinate with at most two decimals and no idle zeros."""
    return f"{value:.2f}".rstrip("0").rstrip(".")


def _ink(suit: str, four_colour: bool) -> str:
    red = suit in "DH"
    plain = FOUR_INKS[suit] if four_colour else RED if red else BLACK
    pair = "" if four_colour else f"var(--card-{'red' if red else 'black'},{plain})"
    # The attribute serves drawing programs that know no custom properties.
    return f'color="{plain}" style="color:var(--card-{suit},{pair or plain})"'


def _signs(suit: str, *spots: tuple[float, float], size: float = 0.086, name: str = "") -> str:
    """Signs of a suit about some spots, in one path: a page may show thousands of them."""
    path = "".join(f"M{x / size:.0f} {y / size:.0f}{_SUITS[suit]}" for x, y in spots)
    hole = ' fill-rule="evenodd"' if suit in "DH" else ""
    return f'<path{name} transform="scale({size})" d="{path}"{hole}/>'


def _index(value: str, transform: str = "") -> str:
    """A value in the corner; with a line below it where, turned round, it would be another."""
    line = f'<path d="{_LINE_BELOW}"{transform} fill="none" stroke="currentColor" stroke-width="1.4" stroke-linecap="round"/>'
    return f'<use href="#value-{value}"{transform}/>' + (line if value in _UNDERLINED else "")


def _twice(name: str, parts: str) -> str:
    """The upper half of a face, and once more turned round."""
    return f'<g id="{name}">{parts}</g><use href="#{name}" transform="rotate(180 25 35)"/>'


def _small(card: Card) -> str:
    """The ordinary face: the upper half with its index, once more turned round, and what lies
    between.
    """
    value = RANKS[card.rank - 1]
    corners = f"{'low-' * (value in _UNDERLINED)}corners-{card.suit}"
    pips, upright = (
        [(x, _ROW[row]) for x, row in layout.get(card.rank, ())] for layout in (_HALVES, _UPRIGHT)
    )
    half = f'{_index(value)}<use href="#{corners}"/>{_signs(card.suit, *pips) if pips else ""}'
    if card.rank > 10:
        half += f'<use href="#court-{value}"/>'
    between = _signs(card.suit, *upright) if upright else ""
    if card.rank == 1:
        between = _signs(card.suit, (25, 35), size=0.2)
    return f'<use href="#frame"/>{_twice(f"half-{card.text}", half)}{between}'


def _large(card: Card) -> str:
    """The face with the large index: value and suit twice, the second time turned round, a six and
    a nine with a line below.

    The ten is drawn narrower than the others, so that a fan which shows a third of each card shows
    the whole of it."""
    value = RANKS[card.rank - 1]
    place = (
        "translate(-1.55 -4.6) scale(1.72 1.95)"
        if value == "10"
        else "translate(-3 -4.6) scale(1.95)"
    )
    corner = _index(value, f' transform="{place}"') + _signs(card.suit, (38.5, 14), size=0.17)
    return _twice(f"large-{card.text}", corner)


def _symbol(card: Card, four_colour: bool, large_index: bool, switch: bool) -> str:
    if switch:
        small, large = ("none", "inline") if large_index else ("inline", "none")
        face = (
            f'<g display="{small}" style="display:var(--card-small,{small})">{_small(card)}</g>'
            f'<g display="{large}" style="display:var(--card-large,{large})">{_large(card)}</g>'
        )
    else:
        face = _large(card) if large_index else _small(card)
    return (
        f'<symbol id="card-{card.text}" viewBox="0 0 50 70" fill="currentColor" {_ink(card.suit, four_colour)}>'
        f'<use href="#paper"/>{face}</symbol>'
    )


def _plain(card: Card) -> str:
    """A card as its value over the sign of its suit, as text."""
    ink = RED if card.suit in "DH" else BLACK
    return (
        f'<symbol id="card-{card.text}" viewBox="0 0 50 70"><use href="#paper"/>'
        f'<text x="4" y="21" fill="{ink}">{RANKS[card.rank - 1]}'
        f'<tspan x="3" y="42">{card.symbol[-1]}</tspan></text></symbol>'
    )


def _paint(markup: str) -> str:
    """Write out the few classes used in the drawings above, so that no style sheet is needed."""
    return (
        markup.replace('class="core line"', f"{_PAPER} {_LINE}")
        .replace('class="gold line"', f"{_GOLD} {_LINE}")
        .replace('class="core"', _PAPER)
        .replace('class="line"', _LINE)
    )


_PAPER = 'fill="#fff" style="fill:var(--card-paper,#fff)"'
_GOLD = 'fill="#e0b83a" style="fill:var(--card-gold,#e0b83a)"'
_LINE = 'stroke="currentColor" stroke-width=".7"'


_FRAME = (
    '<path id="frame" d="M13.5 9h23v52h-23z" fill="none" stroke="currentColor" stroke-width=".5" '
    'stroke-opacity=".55" style="display:var(--card-frame,inline)"/>'
)


def _shared(values: Iterable[str], suits: Iterable[str], large_only: bool) -> str:
    """The parts that several cards use: paper, frame, signs in the corners, values, courts."""
    parts = [
        '<rect id="paper" x=".5" y=".5" width="49" height="69" rx="4" fill="#fff" stroke="#555" '
        f'style="fill:var(--card-paper,#fff);stroke:var(--card-edge,#555)"/>{_FRAME}'
    ]
    for suit in suits:
        for name, y in ("corners", 21.5), ("low-corners", 23.5):
            parts.append(_signs(suit, (7, y), (43.4, 9), size=0.08, name=f' id="{name}-{suit}"'))
    for value in values:
        parts.append(
            f'<path id="value-{value}" d="{_VALUES[value]}" fill="none" stroke="currentColor" '
            'stroke-width="1.8" style="stroke-width:var(--card-stroke,1.8)" stroke-linecap="round" stroke-linejoin="round"/>'
        )
        if value in _COURTS and not large_only:
            parts.append(f'<g id="court-{value}" fill="currentColor">{_paint(_COURTS[value])}</g>')
    return "".join(parts)


#: The back, and the empty place.
_BACK_AND_SLOT = (
    '<pattern id="hatch" width="5" height="5" patternUnits="userSpaceOnUse">'
    '<path d="M0 0 5 5M5 0 0 5" stroke="#31517a" style="stroke:var(--card-back,#31517a)" '
    'stroke-width=".9"/></pattern>'
    '<symbol id="card-back" viewBox="0 0 50 70"><use href="#paper"/>'
    '<rect x="4" y="4" width="42" height="62" rx="2" fill="url(#hatch)" stroke="#31517a" '
    'style="stroke:var(--card-back,#31517a)"/></symbol>'
    '<symbol id="card-slot" viewBox="0 0 50 70"><rect x="1" y="1" width="48" height="68" rx="4" '
    'fill="none" stroke="#767676" style="stroke:var(--card-slot,#767676)"/></symbol>'
)
_NAMED = re.compile(r'(?<= id=")|(?<=href="#)|(?<=url\(#)')


def _called(defs: str, prefix: str) -> str:
    """The ``<defs>`` of some symbols, every id in them after a prefix."""
    return f"<defs>{prefix.join(_NAMED.split(defs))}</defs>"


def card_svg_defs(
    four_colour: bool = False,
    large_index: bool = False,
    *,
    cards: Iterable[Card | str] | None = None,
    prefix: str = "",
    switch: bool = False,
    plain: bool = False,
) -> str:
    """The ``<defs>`` with the symbols of the given cards, by default all 52, the back and the empty
    place.

    The ids are ``card-AC`` … ``card-KS``, ``card-back`` and ``card-slot``, each after ``prefix``:
    two drawings on one page need different prefixes. ``four_colour`` gives each suit its own ink,
    and ``large_index`` the face for tired eyes. With ``switch`` a card has both faces, and the page
    chooses by ``--card-small`` and ``--card-large``. With ``plain`` a card is its value and the sign of
    its suit, as text, in a sixth of the characters.

    >>> card_svg_defs(cards=["10H"], prefix="a-").count("<symbol")
    3
    """
    faces: Sequence[Card] = (
        list(pack()) if cards is None else sorted({Card(card) for card in cards})
    )
    if plain:
        paper = _shared((), (), True).replace(_FRAME, "")
        return _called(f"{paper}{''.join(map(_plain, faces))}{_BACK_AND_SLOT}", prefix)
    values = [
        value for rank, value in enumerate(RANKS, 1) if any(card.rank == rank for card in faces)
    ]
    body = "".join(_symbol(card, four_colour, large_index, switch) for card in faces)
    suits = sorted({card.suit for card in faces})
    shared = _shared(values, suits, large_index and not switch)
    return _called(f"{shared}{body}{_BACK_AND_SLOT}", prefix)


def joker_svg_defs(prefix: str = "") -> str:
    """The ``<defs>`` with the symbol of the joker, ``card-JK``, for a page that has the other cards
    with the same prefix.
    """
    bells = "".join(
        f'<circle cx="{x}" cy="{y}" r="1.9" {_GOLD} {_LINE}/>'
        for x, y in ((11.8, 32.4), (38.2, 32.4), (25, 21.6))
    )
    cap = (
        f'<path d="M17 46Q14 37 12 33 19 33 21.5 39 20.5 28 25 22 29.5 28 28.5 39 31 33 38 33 36 37 33 46z" fill="currentColor"/>'
        f'<path d="M23.2 44Q22.2 32 25 25.5 27.8 32 26.8 44z" {_PAPER}/><path d="M16.4 46H33.6V49.4H16.4z" {_GOLD} {_LINE}/>'
    )
    letters = (
        '<g fill="none" stroke="currentColor" stroke-width="1.8" stroke-linecap="round" stroke-linejoin="round">'
        f'<path d="{_VALUES["J"]}"/><path d="{_VALUES["K"]}" transform="translate(0 13.5)"/></g>'
    )
    return _called(
        f'<symbol id="card-JK" viewBox="0 0 50 70" color="#5b2a86" style="color:var(--card-joker,#5b2a86)">'
        f'<use href="#paper"/>{_twice("joker-corner", letters)}{cap}{bells}</symbol>',
        prefix,
    )
