"""Moves: the one registry of their kinds, and how a move is one integer.

A kind of move has a number, a name (the first word of its text), the sentence that says it, and
what the board shows for it: a button with its key where the move is one that a player orders by
name (turn, deal, fill, again …). The board, the page, the readers and the refusals all take it from
here."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from .numbers import WHOLE
from .rules import State

if TYPE_CHECKING:
    from cadogan.cards import Card
    from cadogan.patience.position import Position
    from cadogan.patience.refusals import Reasons

#: A move as an integer: the number of its kind, then up to four numbers (places, a card's height, a
#: permit).
KIND_BITS, PART_BITS = 5, 9
KIND, PART = (1 << KIND_BITS) - 1, (1 << PART_BITS) - 1
#: Of a move: its kind and its first two parts, from where to where.
WAY = (1 << KIND_BITS + 2 * PART_BITS) - 1
#: The same, and how many cards: all but the permit.
ANYHOW = (1 << KIND_BITS + 3 * PART_BITS) - 1
#: In place of a part: none.
NONE = PART
#: A game keeps at most this many of the moves that have been made.
KEPT = 1 << 14
#: In place of a permit's number: the card is laid in dealing, or fills a gap that must be filled.
LAID, FILLING = PART, PART - 1


@dataclass(frozen=True, slots=True)
class Move:
    """One legal move of a position.

    Attributes:
        text: its short text, unique within its position, such as ``t3-f1`` or ``turn``.
        kind: one of ``play``, ``turn``, ``deal``, ``fill``, ``again``, ``take``, ``swap``,
        ``together`` …
        source: the id of the place a card leaves; empty where there is no one place.
        target: the id of the place it goes to.
        count: the number of cards that move; 0 where that is not the point.
        cards: the cards that move, as far as the player sees them.
        says: the move as a sentence.
        places: every place concerned.
        code: the move as the engine's integer.
    """

    text: str
    kind: str
    source: str = ""
    target: str = ""
    count: int = 0
    cards: tuple[Card, ...] = ()
    says: str = ""
    places: tuple[str, ...] = ()
    code: int = 0

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True)
class Kind:
    """A kind of move.

    Attributes:
        number: its number in a move's integer.
        name: the word its text begins with; `play` alone is written as place-place.
        read: the move of a position, from its integer.
        button, key: what the board's button says, and the key that makes it; empty for moves made
        by touching cards.
        ordered: whether the places in its text have an order.
        refuse: why a move of this kind is refused, from the places it names; None for `play`, which
        is refused by its permits.
        takes_places: whether its text names places.
        chosen: whether it is made by choosing the cards of several places, none of which goes to
        another.
        told: what was done, in the past tense, with ``{cards}``, ``{source}`` and ``{target}``;
            empty where the board looks at the positions before and after to say it
            (`cadogan.board.told`), or says the move as it is.
    """

    number: int
    name: str
    read: Callable[[Position, int], Move]
    button: str = ""
    key: str = ""
    ordered: bool = True
    refuse: Refuse | None = None
    takes_places: bool = True
    chosen: bool = False
    told: str = ""


KINDS: dict[str, Kind] = {}
_BY_NUMBER: list[Kind] = []
#: Why a move of a kind is refused: from the reasons that a position has and the places named, a
#: sentence and a rule.
Refuse = Callable[["Reasons", list[str]], tuple[str, str]]


def enter(name: str, read: Callable[[Position, int], Move], **more: Any) -> Kind:
    """Enter a kind of move into the registry."""
    kind = KINDS[name] = Kind(len(KINDS), name, read, **more)
    _BY_NUMBER.append(kind)
    return kind


def order(name: str, sentence: str, refuse: Refuse, button: str, key: str, past: str = "") -> Kind:
    """A kind of move that is a word alone, such as ``turn``."""
    read = lambda position, code: Move(name, name, says=sentence, code=code)  # noqa: E731
    return enter(
        name,
        read,
        button=button,
        key=key,
        refuse=refuse,
        takes_places=False,
        told=past,
    )


def several(
    name: str,
    sentence_of: Callable[[Sequence[str]], str],
    refuse: Refuse,
    most: int = 2,
    ordered: bool = True,
    past: str = "",
) -> Kind:
    """A kind of move that concerns the uppermost cards of several places, such as ``take t1 t4``.
    ``sentence_of`` makes its sentence from the cards with their places, of which there are at most
    ``most``."""

    def read(position: Position, code: int) -> Move:
        indices = [i for i in parts(code)[:most] if i != NONE]
        numbers = tuple(dict.fromkeys(indices))
        ids = tuple([position.game.places[i].id for i in numbers])
        cards = position.shown_cards(numbers)[-len(indices) :]
        sentence = sentence_of(position.named_cards(numbers, cards))
        text = f"{name} {' '.join(ids)}"
        return Move(text, name, cards=cards, says=sentence, places=ids, code=code)

    return enter(name, read, ordered=ordered, refuse=refuse, chosen=True, told=past)


def one_card(
    name: str,
    template: str,
    refuse: Refuse,
    past: str,
    underneath: bool = False,
    button: str = "",
) -> Kind:
    """A kind of move that takes one card out of a place: from a height in it to another place, or
    ``underneath`` it.
    """

    def read(position: Position, code: int) -> Move:
        a, b, c, _ = parts(code)
        source = position.game.places[a]
        card = position.cards[source.id][b if underneath else c]
        target = source if underneath else position.game.places[b]
        text = f"{name} {source.id}.{b + 1}" if underneath else f"{name} {source.id}-{target.id}"
        sentence = template.format(card=card.name, source=source.name, target=target.name)
        ids = (source.id,) if underneath else (source.id, target.id)
        return Move(text, name, source.id, target.id, 1, (card,), sentence, ids, code)

    return enter(name, read, refuse=refuse, button=button, told=past)


def read_play(position: Position, code: int) -> Move:
    """A card (or several that lie on one another) from a place to a place; the game keeps it for
    the positions to come. Where a part of several moves, its text says how many: ``c3-c5 4``.
    """
    game = position.game
    first, second, several, _ = parts(code)
    count = position.count_of(first, several)
    cards = tuple([card for card in position._seen_on(first)[-count:] if card is not None])
    carried, key = game._carried, (code, count, cards)
    if key not in carried:
        if len(carried) >= KEPT:
            carried.clear()
        a, b = game.places[first], game.places[second]
        what = cards[0].name if cards else "next card of the pack"
        if count > 1:
            what = f"{what} to {cards[-1].name} ({count} cards)"
        text, sentence = f"{a.id}-{b.id}", f"{what} from {a.name} to {b.name}"
        if several > WHOLE:
            text = f"{text} {count}"
        carried[key] = Move(text, PLAY.name, a.id, b.id, count, cards, sentence, (a.id, b.id), code)
    return carried[key]


PLAY = enter("play", read_play)


def kind_of(code: int) -> Kind:
    """The kind of a move's integer."""
    return _BY_NUMBER[code & KIND]


def parts(code: int) -> tuple[int, int, int, int]:
    """The four parts of a move's integer."""
    code >>= KIND_BITS
    return (
        code & PART,
        code >> PART_BITS & PART,
        code >> 2 * PART_BITS & PART,
        code >> 3 * PART_BITS & PART,
    )


def encoded(kind: int, a: int, b: int, c: int, d: int) -> int:
    """A move as one integer (the engine's)."""
    return (
        kind
        | (a << KIND_BITS)
        | (b << (KIND_BITS + PART_BITS))
        | (c << (KIND_BITS + 2 * PART_BITS))
        | (d << (KIND_BITS + 3 * PART_BITS))
    )


def listed(s: State, n: int, move: int, mask: int) -> int:
    """Whether one of the first n moves found takes a card from a to b (the engine's)."""
    for i in range(n):
        if s.moves[i] & mask == move & mask:
            return True
    return False


def part(code: int, i: int) -> int:
    """One of the four parts of a move's integer (the engine's)."""
    return (code >> (KIND_BITS + PART_BITS * i)) & PART
