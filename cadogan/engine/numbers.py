"""Cards as numbers: ``64 * copy + face``, a face being ``13 * suit + rank - 1`` with the suits in
the order of `cadogan.cards`.

A set of faces is a word of 52 bits. The face 63 belongs to no card: it is what is left of `NOTHING`
when a face is asked of it, and tables by face have 64 entries, the last of them for it."""

from __future__ import annotations

from collections.abc import Callable

from cadogan.cards import SUITS

#: No card, no place.
NOTHING = -1
#: The number of a card is its face plus this many times its copy; the face is got back with the
#: mask.
FACES, FACE = 64, 63
#: Two bits of the number of a copy lie above the face.
COPY = 6
EVERY_FACE = (1 << 52) - 1


def by_face(value: Callable[[int], int]) -> tuple[int, ...]:
    """A table by face: 52 values, and 0 for no card."""
    return tuple(value(face) for face in range(52)) + (0,) * (FACES - 52)


#: The rank (1 to 13) and the suit (0 to 3) of a face, and whether it is red.
RANK = by_face(lambda face: face % 13 + 1)
SUIT = by_face(lambda face: face // 13)
RED = by_face(lambda face: int(SUITS[face // 13] in "DH"))
#: The faces of a rank (from 1), and those of a suit.
OF_RANK = (0, *(sum(1 << (13 * suit + rank) for suit in range(4)) for rank in range(13)))
OF_SUIT = tuple(0x1FFF << 13 * suit for suit in range(4))


def card_number(copy: int, face: int) -> int:
    """The number of a card."""
    return FACES * copy + face


#: How many cards a move takes (the third part of its integer): the uppermost alone, the whole
#: face-up part, or from 2 on that number.
UPPERMOST, WHOLE = 0, 1
