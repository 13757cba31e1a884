"""The Zodiac."""

from __future__ import annotations

from fractions import Fraction

from cadogan.course.kinds import Number, Numbers
from cadogan.course.old import Exercise
from cadogan.course.played import Change


def home(*packets: tuple[int, ...]) -> int:
    """How many cards of some packets, the uppermost last, go home on a deuce upward and on a queen downward.

    >>> home((5, 4, 3), (9, 10, 11)), home((3, 4, 5), (11, 10, 9))
    (6, 0)
    """
    up, down, left = 2, 12, list(packets)
    while going := [i for i, packet in enumerate(left) if packet and packet[-1] in (up + 1, down - 1)]:
        *rest, card = left[going[0]]
        left[going[0]] = tuple(rest)
        up, down = (card, down) if card == up + 1 else (up, card)
    return sum(map(len, packets)) - sum(map(len, left))


def both() -> tuple[int, int]:
    """The cards home of the two packets as they are, and married the other way."""
    return home((5, 4, 3), (9, 10, 11)), home((3, 4, 5), (11, 10, 9))


EXERCISES = (
    Exercise("zodiac/1", 1, "How many of the six cards go home?", Numbers(both,
        ("as they are", "married the other way"))),
    Exercise("zodiac/2", 2, "", Number(lambda: 24 * Fraction(2, 13), near={
        "Those are the aces alone, or the kings.": lambda: Fraction(24, 13),
        "That is the chance of one place.": lambda: Fraction(2, 13)})),
    Exercise("zodiac/3", 3, "", Change("zodiac", 'marry(down, "Zodiac", ("Equator", talon))', {
        "That is upward.": 'marry(up, "Zodiac", ("Equator", talon))'})),
)  # fmt: skip
