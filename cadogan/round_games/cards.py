"""Cards of the round games: the faces of `cadogan.cards`, the joker, and the back of a card nobody
may look at.

A card is a face, as everywhere in the book: two copies of a card, and the two jokers, look alike.

>>> card("JK"), card("10H"), card("TH")
(JOKER, Card('10H'), Card('10H'))
>>> len(pack(jokers=2, packs=2)), len(pack(FORTY)), len(pack(PIQUET))
(106, 40, 32)
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from cadogan.cards import (
    FORTY as FORTY,
    PIQUET as PIQUET,
    SUIT_NAMES as SUIT_NAMES,
    SUIT_SYMBOLS as SUIT_SYMBOLS,
    SUITS as SUITS,
    Card as Card,
    CardError as CardError,
    new_card,
    pack as packs_of,
)
from cadogan.echo import shown

#: Some cards, in an order.
Cards = tuple[Card, ...]


class _Special(Card):
    """A card without suit or value: its rank is 0 and its suit empty, and it is not red."""

    __slots__ = ()

    def __new__(cls, index: int, text: str, name: str) -> _Special:
        return new_card(cls, index, 0, "", False, text, text, name)

    def __repr__(self) -> str:
        return "JOKER" if self.text == "JK" else "HIDDEN"

    def __reduce__(self) -> str:  # type: ignore[override]
        return repr(self)  # pickled and copied by name, so that each stays the one object


#: A joker. Two jokers look alike.
JOKER: Card = _Special(52, "JK", "joker")
#: The back of a card: what a view shows of a card whose face the seat has not seen.
HIDDEN: Card = _Special(53, "??", "face-down card")


def card(text: str | Card) -> Card:
    """The card of a text: ``10H``, ``KS``, ``JK`` (``JK1`` and ``JK2`` are read as ``JK``).

    Raises:
        CardError: the text names no card.
    """
    if isinstance(text, str) and text.upper() in ("JK", "JK1", "JK2"):
        return JOKER
    return text if isinstance(text, Card) else Card(text)


def cards(text: str | Iterable[str | Card]) -> Cards:
    """Cards from a text with blanks between them, or from any run of texts and cards."""
    if not isinstance(text, Iterable):
        raise CardError(f"cards are a text such as 'KS 10H', or a row of cards, not {shown(text)}")
    return tuple(card(part) for part in (text.split() if isinstance(text, str) else text))


def pack(
    ranks: Iterable[int] = range(1, 14), *, packs: int = 1, jokers: int = 0, without: str = ""
) -> list[Card]:
    """The cards of a pack: its values, copies and jokers, without the cards named."""
    return list(_pack(tuple(ranks), packs, jokers, without))


@lru_cache(maxsize=None)
def _pack(ranks: tuple[int, ...], packs: int, jokers: int, without: str) -> Cards:
    left_out = cards(without)
    return (*(c for c in packs_of(packs, ranks) if c not in left_out), *[JOKER] * jokers)


def known(text: str) -> Card | None:
    """The card of a text; None if it names none."""
    try:
        return card(text)
    except CardError:
        return None


def high(face: Card) -> int:
    """The value with the ace highest: 2 to 14; 0 for a joker."""
    return 14 if face.rank == 1 else face.rank


def symbols(faces: Iterable[Card]) -> str:
    """Cards with their signs: ``10♥ K♠``."""
    return " ".join(face.symbol for face in faces)
