"""The Four Corners."""

from __future__ import annotations

from fractions import Fraction
from math import comb

from cadogan.course.kinds import Choice, Number
from cadogan.course.old import Exercise
from cadogan.course.played import effect

SHUFFLED = (
    """four_corners.vary(reading("taken up", {"shuffled": again(2, AROUND, shuffled=True), "in order": again(2, AROUND, under=True)}))"""
)


def held() -> int:
    """The cards that the two foundations of a suit hold when both want the same value: the same for each."""
    (cards,) = {(value - 1) + (13 - value) for value in range(1, 14)}
    return cards


def opened() -> Fraction:
    """How many of eight foundations twelve cards of two packs open, on average."""
    return 8 * (1 - Fraction(comb(92, 2), comb(104, 2)))


EXERCISES = (
    Exercise("four-corners/1", 1, "", Number(held, near={
        "Does either of the two hold the card they both want?": lambda: held() + 1,
        "Does either of the two hold the card they both want? And both copies?": lambda: held() + 2})),
    Exercise("four-corners/2", 2, "", Number(opened, near={
        "That is the chance of one foundation.": lambda: opened() / 8,
        "Two aces of a suit open the one foundation only once.": lambda: Fraction(12 * 16, 104)})),
    Exercise("four-corners/3", 3, "What does shuffling make of it for the greedy player, who never looks ahead?", Choice(
        ("easier", "harder", "neither"), lambda: effect("four-corners", SHUFFLED, "greedy", 400), {
            "easier": "Simulate some hundred common deals: which way do the cards home differ?",
            "neither": "Simulate some hundred common deals: does the interval of the cards home hold 0?"})),
)  # fmt: skip
