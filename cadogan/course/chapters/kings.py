"""The Kings."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from math import comb

from cadogan.course.kinds import Choice, Number, Numbers
from cadogan.course.old import Exercise
from cadogan.course.played import turned_over

Row = tuple[int, ...]

KINGS = """kings.vary(foundations(8, descending(K, A), any_suit, cards="KD KD KC KC KH KH KS KS",
    at=repeat(4, spots("7.5,0 8.7,0"), 0, 1.1)))"""


def steps(line: Row, lane: Row, low: int, high: int, first: int) -> Iterator[tuple[Row, Row, int, int]]:
    """What one move makes of a line and the lane beside it, with what the two foundations show; the first card home goes on ``first``."""
    for one, other in ((line, lane), (lane, line)):
        if one:
            rest, card = one[:-1], one[-1]
            if not other or abs(other[-1] - card) == 1:
                yield rest, (*other, card), low, high
            if card == low + 1 and (first == 4 or high > 8):
                yield rest, other, card, high
            if card == high + 1 and (first == 8 or low > 4):
                yield rest, other, low, card


@cache
def fewest(first: int) -> int:
    """The fewest moves that bring nine to five home, beside an empty lane, if the foundation that shows ``first``, 4 or 8, is served first.

    >>> fewest(4) == 5 and fewest(8) == 5 + 4 + 3
    True
    """
    reached: set[tuple[Row, Row, int, int]] = {((9, 8, 7, 6, 5), (), 4, 8)}
    moves = 0
    while not any(line == lane == () for line, lane, _, _ in reached):
        reached = {after for state in reached for after in steps(*state, first)}
        moves += 1
    return moves


EXERCISES = (
    Exercise("kings/1", 1, "All five go home; in how many moves?",
        Numbers(lambda: (fewest(4), fewest(8)), ("the four served first", "the eight served first"))),
    Exercise("kings/2", 2, "", Number(lambda: 1 - Fraction(comb(88, 4), comb(96, 4)), near={
        "The eight aces are laid out already: how many cards are dealt from?": lambda: 1 - Fraction(comb(96, 4), comb(104, 4)),
        "That would be right if each card were put back.": lambda: 1 - Fraction(88, 96) ** 4,
        "That is the mean number of deuces in the column.": lambda: Fraction(4 * 8, 96)})),
    Exercise("kings/3", 3, "", Choice(("harder", "easier", "neither"), lambda: "neither" if turned_over("kings", KINGS) else "harder", {
        "harder": "Turn a pack upside down, so that every king is an ace, and deal it.",
        "easier": "Turn a pack upside down, so that every king is an ace, and deal it."})),
)  # fmt: skip
