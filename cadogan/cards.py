"""Cards, suits, values and packs, in text and in symbols.

A card is a *face*: its suit and its value. Two packs shuffled together hold two cards of each
face, and nothing in the book ever tells one from the other, so neither do we.

>>> Card("10H")
Card('10H')
>>> Card("10H").name, Card("KS").symbol, Card("QD").red
('ten of hearts', 'K♠', True)
>>> Card("10H").rank, Card("10H").suit
(10, 'H')
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NoReturn, TypeVar

from cadogan.echo import is_whole, shown

SUITS = "CDHS"
SUIT_NAMES = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}
SUIT_SYMBOLS = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}
RANKS = tuple("A 2 3 4 5 6 7 8 9 10 J Q K".split())
"""The thirteen values as they are written."""
RANK_NAMES = tuple("ace two three four five six seven eight nine ten knave queen king".split())
PIQUET = (1, 7, 8, 9, 10, 11, 12, 13)
"""The values of a piquet pack: the ace and the seven to the king."""
#: The values of a forty-card pack without eights, nines and tens.
FORTY = (1, 2, 3, 4, 5, 6, 7, 11, 12, 13)


class CardError(ValueError):
    """A text that names no card, or cards that make no pack."""


class Card:
    """One face, ``Card("10H")`` or ``Card(index)`` with the index from 0 to 51.

    The index is ``13 * suit + rank - 1`` with the suits in the order clubs, diamonds, hearts,
    spades. Cards are ordered and hashed by index; the same face is always the same object.

    Attributes:
        index: 0 to 51.
        rank: the value, 1 (ace) to 13 (king).
        suit: ``C``, ``D``, ``H`` or ``S``.
        red: whether the card is a diamond or a heart.
        text: the short text, such as ``10H``.
        symbol: the text with the suit's sign, such as ``10♥``.
        name: the spoken name, such as ``ten of hearts``.
    """

    __slots__ = ("index", "name", "rank", "red", "suit", "symbol", "text")
    index: int
    rank: int
    suit: str
    red: bool
    text: str
    symbol: str
    name: str

    def __new__(cls, face: str | int | Card) -> Card:  # noqa: D102
        if isinstance(face, Card):
            return face
        return CARDS[face_index(face) if isinstance(face, str) else _checked(face)]

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"{self.name} is one card, the same for all: it does not change")

    def __repr__(self) -> str:
        return f"Card({self.text!r})"

    def __str__(self) -> str:
        return self.text

    def __lt__(self, other: object) -> bool:
        return self.index < other.index if isinstance(other, Card) else NotImplemented

    def __hash__(self) -> int:
        return self.index

    def __reduce__(self) -> tuple[type[Card], tuple[int]]:
        return Card, (self.index,)


C = TypeVar("C", bound=Card)


def _card(index: int) -> Card:
    suit, sign = SUITS[index // 13], RANKS[index % 13]
    name = f"{RANK_NAMES[index % 13]} of {SUIT_NAMES[suit]}"
    return new_card(
        Card,
        index,
        index % 13 + 1,
        suit,
        suit in "DH",
        sign + suit,
        sign + SUIT_SYMBOLS[suit],
        name,
    )


def new_card(kind: type[C], *facts: object) -> C:
    """A card of this kind, with its facts in the order of the class; nothing else sets an attribute
    of a card.
    """
    card = object.__new__(kind)
    for name, fact in zip(
        ("index", "rank", "suit", "red", "text", "symbol", "name"), facts, strict=True
    ):
        object.__setattr__(card, name, fact)
    return card


#: The fifty-two cards by their index.
CARDS: tuple[Card, ...] = tuple(map(_card, range(52)))


def _checked(index: int) -> int:
    if not is_whole(index, 0, 51):
        raise CardError(
            f"a card is a text, such as '10H', or an index from 0 to 51, not {shown(index)}"
        )
    return index


def rank_of(text: str) -> int:
    """The value 1 to 13 of ``A``, ``2`` … ``10``, ``J``, ``Q``, ``K`` (``T`` is read as ten).

    >>> rank_of("A"), rank_of("10"), rank_of("K")
    (1, 10, 13)
    """
    if not isinstance(text, str):
        raise CardError(f"a value is a text, such as 'K' or '10', not {shown(text)}")
    value = text.upper()
    value = "10" if value == "T" else value
    if value not in RANKS:
        raise CardError(f"{text[:20]!r} is not a value; values are A, 2 … 10, J, Q, K")
    return RANKS.index(value) + 1


def face_index(text: str) -> int:
    """The index of a card's text; suits may be letters or signs.

    >>> face_index("AC"), face_index("10♥"), face_index("ks")
    (0, 35, 51)
    >>> face_index("1X")
    Traceback (most recent call last):
    ...
    cadogan.cards.CardError: '1X' is not a card; a card is a value (A, 2 … 10, J, Q, K) and a suit (C, D, H, S), such as 10H
    """
    for letter, symbol in SUIT_SYMBOLS.items():
        text = text.replace(symbol, letter)
    value, suit = text[:-1], text[-1:].upper()
    try:
        return SUITS.index(suit) * 13 + rank_of(value) - 1 if suit else _checked(-1)
    except ValueError:
        raise CardError(
            f"{text[:20]!r} is not a card; a card is a value (A, 2 … 10, J, Q, K) and a suit (C, D, H, S), such as 10H"
        ) from None


def cards(text: str | Iterable[str | Card]) -> tuple[Card, ...]:
    """Cards from a text with blanks between them, or from any run of texts and cards.

    >>> cards("7H KS 10d")
    (Card('7H'), Card('KS'), Card('10D'))
    """
    parts: Iterable[str | Card] = text.split() if isinstance(text, str) else text
    if not isinstance(parts, Iterable):
        raise CardError(f"cards are a text, such as '7H KS', or a row of cards, not {shown(parts)}")
    return tuple(Card(part) for part in parts)


def pack(packs: int = 1, ranks: Iterable[int] = range(1, 14)) -> Iterator[Card]:
    """Every card of a number of packs, in order of pack, suit and value.

    Args:
        packs: how many, from 0 on.
        ranks: the values that each has, 1 to 13.

    Raises:
        CardError: there is no such value.

    >>> len(list(pack(2))), len(list(pack(4, PIQUET)))
    (104, 128)
    """
    values = tuple(ranks)
    if strange := [rank for rank in values if not is_whole(rank, 1, 13)]:
        raise CardError(f"a value is a whole number from 1 to 13, not {shown(strange[0])}")
    for _ in range(packs):
        for suit in range(4):
            for rank in values:
                yield CARDS[suit * 13 + rank - 1]
