"""Lesson 1: a sample space you can hold (Cæsar)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations, permutations
from math import comb, factorial

from cadogan.course.exercises import Exercise, Guess
from cadogan.course.kinds import Function, Members, Number
from cadogan.course.lesson import Lesson

#: The places of the eight lines, in reading order.
LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))
#: The choices of three of the nine cards that make fifteen.
THREES = [three for three in combinations(range(1, 10), 3) if sum(three) == 15]


def fifteens(square: Sequence[int]) -> int:
    """How many of the eight lines make fifteen?"""
    return sum(square[a] + square[b] + square[c] == 15 for a, b, c in LINES)


@cache
def tally() -> tuple[int, ...]:
    """How many of the 362,880 layouts have 0, 1 … 8 fifteens.

    One of each eight that turn or mirror into one another is looked at: the one whose least corner stands first, and the lesser of its
    neighbours second.

    A second way: by looking at all of them.

    >>> tally()
    (168768, 131040, 48960, 10240, 2824, 832, 176, 32, 8)
    >>> every = Counter(map(fifteens, permutations(range(1, 10))))
    >>> tuple(every[n] for n in range(9)) == tally()
    True
    >>> Fraction(tally()[3], factorial(9))
    Fraction(16, 567)
    """
    ones = (s for s in permutations(range(1, 10)) if s[0] < s[2] < s[6] and s[0] < s[8])
    counted = Counter(map(fifteens, ones))
    return tuple(8 * counted[n] for n in range(9))


def chance(*numbers: int) -> Fraction:
    """The chance that the number of fifteens is one of these."""
    return Fraction(sum(tally()[n] for n in numbers), factorial(9))


def mean() -> Fraction:
    """The mean number of fifteens, by lines.

    A second way: from the table.

    >>> mean() == sum(n * chance(n) for n in range(9)) == Fraction(16, 21)
    True
    >>> mean()
    Fraction(16, 21)
    """
    return 8 * Fraction(len(THREES), comb(9, 3))


def variance() -> Fraction:
    """The variance, from the table.

    A second way: the mean square by pairs of lines, of which 12 do not meet and 44 ordered ones do.

    >>> ordered = [(a, b) for a in LINES for b in LINES if a != b]
    >>> def both(a, b):
    ...     "The chance that two lines make fifteen."
    ...     places = sorted({*a, *b})
    ...     found = [dict(zip(places, p)) for p in permutations(range(1, 10), len(places))]
    ...     return Fraction(sum(sum(p[i] for i in a) == 15 == sum(p[i] for i in b) for p in found), len(found))
    >>> meeting, apart = both(LINES[0], LINES[3]), both(LINES[0], LINES[1])
    >>> square = mean() + sum(meeting if set(a) & set(b) else apart for a, b in ordered)
    >>> variance() == square - mean() ** 2
    True
    >>> variance()
    Fraction(1031, 1323)
    """
    return sum((n * n * chance(n) for n in range(9)), Fraction(0)) - mean() ** 2


def mean_with_five_in_the_middle() -> Fraction:
    """The mean number of fifteens of the layouts whose middle is the five, by lines.

    A second way: by looking at every such layout.

    >>> such = [fifteens((*s[:4], 5, *s[4:])) for s in permutations((1, 2, 3, 4, 6, 7, 8, 9))]
    >>> mean_with_five_in_the_middle() == Fraction(sum(such), len(such))
    True
    >>> mean_with_five_in_the_middle()
    Fraction(6, 7)
    """
    through = sum(5 in three for three in THREES)
    return 4 * Fraction(through, comb(8, 2)) + 4 * Fraction(len(THREES) - through, comb(8, 3))


def best_sum(cards: Sequence[int]) -> int:
    """The sum that three of the cards make most often; the smallest, if there are several."""
    sums = Counter(sum(three) for three in combinations(cards, 3))
    return min(sums, key=lambda total: (-sums[total], total))


GUESSES = (
    Guess("sample-space/mean", "How many of the eight lines make fifteen, on average, when nine cards are laid out blindly?", mean,
          "Fewer than one: most of what the old plate shows is not luck."),
    Guess("sample-space/none", "And of a hundred such layouts, how many have no fifteen at all?", lambda: 100 * chance(0),
          "Nearly half of them, although the mean is not far from one."),
)  # fmt: skip

EXERCISES = (
    Exercise("sample-space/middle", 1, "In how many of the 362,880 layouts does the five stand in the middle?",
        Number(lambda: factorial(8), near={"That is the chance; the number of layouts is asked.": lambda: Fraction(1, 9)}),
        "The five is laid; the other eight cards can be laid out in 8! ways."),
    Exercise("sample-space/line", 1, "What is the chance that the *middle row* makes fifteen?",
        Number(lambda: Fraction(len(THREES), comb(9, 3)), near={
            "You have counted the threes without their order, but all the rows with it.": lambda: Fraction(len(THREES), 504),
            "That is the chance of a line of three given cards; eight different threes make fifteen.": lambda: Fraction(1, 84)}),
        "Of the 84 ways to choose three cards, 8 make fifteen. A row is a random three, in whatever order it lies."),
    Exercise("sample-space/corners", 1, "Which cards belong to exactly *two* of the eight threes that make fifteen?",
        Members(lambda: {card for card in range(1, 10) if sum(card in three for three in THREES) == 2}),
        "A corner of a solved square lies on three lines, a side on two. So these four stand at the sides, always."),
    Exercise("sample-space/none", 2, "What is the chance that *no* line makes fifteen?",
        Number(lambda: chance(0), near={"That would be right if the eight lines were independent. They are not.":
                                        lambda: Fraction(19, 21) ** 8}),
        "Count them: 168,768 of 362,880. The lines share cards, so multiplying 19/21 by itself eight times is wrong, "
        "though not by much."),
    Exercise("sample-space/three", 2, "The author's tableau “shows only three fifteens”. What is the chance of exactly three?",
        Number(lambda: chance(3), near={"That is the chance of three or more.": lambda: chance(*range(3, 9))}),
        "10,240 of 362,880."),
    Exercise("sample-space/variance", 2, "What is the variance of the number of fifteens?",
        Number(variance, near={"That is the mean of the squares; the square of the mean is still to be taken away.":
                               lambda: variance() + mean() ** 2,
                               "That would be right if the lines were independent.": lambda: 8 * Fraction(2, 21) * Fraction(19, 21)}),
        "The mean of the squares less the square of the mean. Independent lines would have 304/441, a little more."),
    Exercise("sample-space/given", 2, "The five has been laid in the middle. How many fifteens are to be expected now?",
        Number(mean_with_five_in_the_middle, near={"That is the mean before anything is laid.": mean}),
        "Four lines go through the five: each needs one of 4 pairs of 28. The four sides need one of the 4 threes without a five, of 56. "
        "Means add up: 4/7 + 2/7."),
    Exercise("sample-space/best-sum", 3, "Lay out nine cards of your own. Which sum would you have the player try to make? Write "
        "`best_sum(cards)`: the sum that three of the nine cards make most often (the smallest, if there are several).",
        Function("best_sum", best_sum, ((range(1, 10),), (range(2, 11),), ((1, 1, 1, 5, 5, 5, 9, 9, 9),),
            ((1, 2, 4, 8, 9, 10, 11, 12, 13),), ((4, 4, 4, 5, 5, 5, 6, 6, 6),)), "cards"),
        "Count the sums of all 84 choices of three with a `Counter`, and take the commonest."),
)  # fmt: skip

LESSON = Lesson(
    number=1, title="A sample space you can hold", part="Count", idea="a sample space, counted whole; expected values add up",
    needs=(), chapters=("caesar",),
    terms={
        "sample space": "All outcomes of an experiment together, such as the 362,880 layouts of nine cards.",
        "event": "A part of the sample space: the outcomes that have something in common.",
        "random variable": "A number that belongs to every outcome, such as the fifteens of a layout.",
        "distribution": "How likely each value of a random variable is.",
        "expected value": "The mean of a random variable over the whole sample space, each outcome weighed by its chance.",
        "linearity of the expected value": "Expected values of sums are the sums of expected values, even where the parts depend "
            "on one another.",
        "independent": "Two events are independent if the chance of both is the product of their chances.",
        "variance": "The expected square of the distance from the expected value.",
    },
    minutes={"play": 8, "guess": 4, "simulate": 8, "count": 18, "interval": 4, "slider": 5, "change one rule": 5, "exercises": 13},
    board="The 84 threes are not written out, the eight that make fifteen are: the class finds them. Beside them the square, with "
        "the number of threes in which each card occurs (5: four; 2, 4, 6, 8: three; 1, 3, 7, 9: two). Then one line, 8/84, and the sum of "
        "eight such.",
    mistakes={
        "“8/84, so with eight lines 64/84 is the chance of a fifteen.”": "What is added up, a chance or a mean? Can the sum exceed one? "
            "(With twelve lines it does: 8/7.)",
        "“The lines share cards, so the means may not be added.”": "Work it out for two cards on two places. Where was independence used?",
        "“(19/21)⁸ for none.”": "Suppose seven lines have missed. Is the eighth still a random three?",
    },
    guesses=GUESSES, exercises=EXERCISES,
)  # fmt: skip
