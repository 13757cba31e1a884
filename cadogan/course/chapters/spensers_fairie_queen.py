"""Spenser's Fairie Queen."""

from __future__ import annotations

from fractions import Fraction
from math import comb

from cadogan.course.kinds import Choice, Number
from cadogan.course.old import Exercise
from cadogan.course.played import effect

BOTH_WAYS = 'build(either, any_suit, "columns", when=after_deal)'


def carried(kings: int) -> int:
    """The cards that can be carried on when so many kings stand alone: one waits on each, and one more is moved straight on."""
    return kings + 1


def long(cards: int = 25) -> Fraction:
    """The chance that one of eight columns has more than so many cards below its king: the ways to cut 88 cards in eight."""
    short = sum((-1) ** j * comb(8, j) * comb(88 - (cards + 1) * j + 7, 7) for j in range(88 // (cards + 1) + 1))
    return 1 - Fraction(short, comb(95, 7))


def gains() -> str:
    """Which of the two players gains by it, as 150 common deals tell."""
    gaining = [who for who in ("greedy", "careful") if effect("spensers-fairie-queen", BOTH_WAYS, who, 150) == "easier"]
    return {0: "neither", 1: f"the {''.join(gaining)}", 2: "both"}[len(gaining)]


EXERCISES = (
    Exercise("spensers-fairie-queen/1", 1, "", Number(lambda: carried(1), near={
        "One waits on the king. And which is moved straight on?": lambda: carried(0)})),
    Exercise("spensers-fairie-queen/2", 2, "", Number(long, near={
        "That takes the columns one by one, and two can be long at once.": lambda: Fraction(8 * comb(88 - 26 + 7, 7), comb(95, 7)),
        "That is twenty-five cards or more.": lambda: long(24)})),
    Exercise("spensers-fairie-queen/3", 3, "", Choice(("the greedy", "the careful", "both", "neither"), gains, {
        "the greedy": "Does the greedy player ever break a sequence?",
        "both": "Does the greedy player ever break a sequence?",
        "neither": "Let each of the two play a few hundred common deals."})),
)  # fmt: skip
