"""Fortress."""

from __future__ import annotations

from fractions import Fraction
from math import comb

from cadogan.course.exercises import Exercise
from cadogan.course.kinds import Choice, Number
from cadogan.course.played import Moves, at, turned_over
from cadogan.patience.position import Position

KINGS = """fortress.vary(reading("direction", {"kings": foundations(4, descending(K, A)), "aces": foundations(4, ascending(A, K))}))"""
OPTIONS = ("easier", "harder", "neither")


def aces(position: Position) -> int:
    """The foundations that have their ace."""
    return sum(bool(position.cards[f"f{i}"]) for i in range(1, 5))


EXERCISES = (
    Exercise("fortress/1", 1, "", Moves(lambda: at("fortress", 1933), lambda p: aces(p) == 4,
        "l9-f1 l7-f1 l7-f2 l9-l1 l7-l9 l7-f3 l7-l3 l10-l7 l10-f4",
        lambda p: f"Every move can be made; but of the four aces {aces(p)} lie home.", at_most=9)),
    Exercise("fortress/2", 2, "", Number(lambda: 1 - Fraction(comb(42, 4), comb(52, 4)), near={
        "That would be right if each card were put back.": lambda: 1 - Fraction(12, 13) ** 10,
        "That is the mean number of aces outside.": lambda: Fraction(10, 13)})),
    Exercise("fortress/3", 3, "", Choice(OPTIONS, lambda: "neither" if turned_over("fortress", KINGS) else "harder", {
        "easier": "Turn a pack upside down, so that every king is an ace, and deal it.",
        "harder": "Turn a pack upside down, so that every king is an ace, and deal it."})),
)  # fmt: skip
