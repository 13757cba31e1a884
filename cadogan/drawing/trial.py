"""One move tried: the places that it concerns, before and after, and moves that are refused there,
each with its sentence.

>>> import cadogan
>>> cadogan.trial(cadogan.games["fortress"].deal(1933), "l8-l2", refused="l3-l5")
l8[… 7C 2H 2C]  l2[… 6H 10H 3C]
l8-l2: Two of clubs from lane 8 to lane 2.
l8[… 3D 7C 2H]  l2[… 10H 3C 2C]
l3-l5 is refused: 10♦ may not marry 10♠: in suit only. (PLAY 4.1)
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
from cadogan.echo import having
from cadogan.layout import Place
from cadogan.patience.text import commas
from cadogan.words.english import upper_first

#: How many cards of a pile are shown, the uppermost ones; and how far apart the piles and their
#: cards lie.
MOST_CARDS, APART, SPREAD = 3, 1.3, (0.0, 0.3)
#: The room between the two pictures, for the arrow.
GAP = 60.0


@dataclass(frozen=True)
class Trial:
    """A move that was tried.

    Attributes:
        move: the move as text.
        allowed: whether it may be made.
        sentence: its sentence, or that of the refusal.
        refused: further moves, each with the sentence by which it is refused.
        clauses: the sentences of the game's clauses: one that a refusal only repeats is folded.
        svg: the places concerned, before and after.
        text: the whole in letters.
    """

    move: str
    allowed: bool
    sentence: str
    refused: tuple[tuple[str, str], ...]
    clauses: tuple[str, ...]
    svg: str
    text: str

    def __str__(self) -> str:
        return self.text

    __repr__ = __str__

    def _repr_html_(self) -> str:
        kind = "allowed" if self.allowed else "refused"
        lines = [(kind, self.move, self.sentence), *(("refused", *other) for other in self.refused)]
        caption = "".join(self._line(*line) for line in lines)
        return f'<figure class="cadogan-trial {kind}">{self.svg}<figcaption>{caption}</figcaption></figure>'

    def _line(self, kind: str, move: str, sentence: str) -> str:
        code = f"<code>{escape(move)}</code>"
        for clause in self.clauses:
            quoted = f": {clause[:1].lower()}{clause[1:].rstrip('.')}"
            head, colon, rest = sentence.partition(quoted)
            if colon:
                return (
                    f'<details class="{kind}"><summary>{code} {escape(head)}.</summary>'
                    f"<p>{escape(clause.rstrip('.') + rest)}</p></details>"
                )
        return f'<p class="{kind}">{code} {escape(sentence)}</p>'


def trial(position: Any, move: str, also: str = "", refused: str = "") -> Trial:
    """Try a move in a position, and show what it does to the places concerned, or with which
    sentence it is refused. The cards that move have a thick edge.

    Args:
        position: the position; it stays as it is.
        move: the move as text: ``"l8-l7"``, ``"turn"``.
        also: further places to be shown, with blanks between them: ``"l1 l2"``.
        refused: moves that are refused in this position, with commas between them: each is told
            with its sentence.

    Raises:
        TypeError: it is no position.
        ValueError: a place that the game does not have, or a move of ``refused`` that is allowed.
    """
    move, places = str(move), {place.id: place for place in checked(position).game.places}
    if unknown := [name for name in also.split() if name not in places]:
        raise ValueError(f"{position.game.title} has no place {unknown[0]!r}")
    if allowed := [other for other in commas(refused) if position.find(other)]:
        raise ValueError(f"{allowed[0]!r} is not refused here: it may be made")
    legal = position.find(move)
    after = position.after(legal.code) if legal else None
    mentioned = [name for name in re.findall(r"[\w]+", move) if name in places]
    changed = [
        name for name in places if after is not None and position.cards[name] != after.cards[name]
    ]
    concerned = [places[name] for name in dict.fromkeys([*mentioned, *changed, *also.split()])]
    sentence = upper_first(legal.says) + "." if legal else f"Refused: {position.why_not(move)}"
    others = tuple((other, position.why_not(other)) for other in commas(refused))
    pictures = [_detail(concerned, position.seen, {legal.source: legal.count} if legal else {})]
    text = f"{_twin(concerned, position.seen)}\n{move}: {sentence}"
    if legal is not None and after is not None:
        pictures.append(_detail(concerned, after.seen, {legal.target: legal.count}))
        text += f"\n{_twin(concerned, after.seen)}"
    text = "\n".join([text, *(f"{other} is refused: {why}" for other, why in others)])
    drawn = _drawn(pictures, f"{position.game.title}: {move}", text)
    clauses = tuple(position.game.say(clause) for clause in position.game.active)
    return Trial(move, legal is not None, sentence, others, clauses, drawn, text)


def checked(position: Any) -> Any:
    """The position itself; raises TypeError if it is none, such as a game."""
    return having(position, "seen", "a position is shown, such as game.deal(7)")


def _detail(places: Sequence[Place], piles: Mapping[str, Pile], moved: Mapping[str, int]) -> _Sheet:
    """A few places side by side, each with its uppermost cards."""
    row = [
        replace(place, x=APART * i, y=0.0, angle=0, spread=SPREAD, group="shown")
        for i, place in enumerate(places)
    ]
    uppermost = {place.id: tuple(piles[place.id])[-MOST_CARDS:] for place in row}
    return _sheet(row, uppermost, (), True, moved)


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
    size = (box[2] - box[0]) * scale, (box[3] - box[1]) * scale
    return _svg(_Sheet("".join(parts), faces, box), size, title, text)


def _twin(places: Sequence[Place], piles: Mapping[str, Pile]) -> str:
    """The places in letters: ``l7[7H 8H] l8[]``."""
    return "  ".join(
        f"{place.id}[{'… ' if len(piles[place.id]) > MOST_CARDS else ''}"
        f"{' '.join('??' if card is None else str(card) for card in tuple(piles[place.id])[-MOST_CARDS:])}]"
        for place in places
    )
