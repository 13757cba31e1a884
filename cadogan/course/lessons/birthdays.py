"""Lesson 4: birthdays without replacement (Nestor)."""

from __future__ import annotations

from fractions import Fraction
from math import comb, prod

from cadogan.course.kinds import Choice, Function, Number
from cadogan.course.lesson import Lesson
from cadogan.course.old import Exercise, Guess

#: The cards of a column of Nestor, and its columns.
COLUMN, COLUMNS = 6, 8


def all_differ(n: int, values: int = 13, of_each: int = 4) -> Fraction:
    """The chance that n cards of a pack have n different values, one card after another.

    A second way: choose the values, and a card of each.

    >>> all(all_differ(n) == Fraction(comb(13, n) * 4**n, comb(52, n)) for n in range(1, 14))
    True
    >>> all_differ(6)
    Fraction(67584, 195755)
    >>> 1 - all_differ(6)
    Fraction(128171, 195755)
    """
    pack = values * of_each
    return prod((Fraction(pack - of_each * i, pack - i) for i in range(n)), start=Fraction(1))


def with_replacement(n: int, days: int = 13) -> Fraction:
    """The same where each card is put back: the birthday problem with this many days.

    >>> with_replacement(2) == Fraction(12, 13) and round(float(with_replacement(23, 365)), 4)
    0.4927
    """
    return prod((Fraction(days - i, days) for i in range(n)), start=Fraction(1))


def least(values: int = 13, of_each: int = 4) -> int:
    """How many cards it takes until two of one value are likelier than not.

    >>> least(), all_differ(5) > Fraction(1, 2) > all_differ(6)
    (6, True)
    """
    return next(n for n in range(1, values + 2) if all_differ(n, values, of_each) < Fraction(1, 2))


def refused(column: int = COLUMN, values: int = 13, of_each: int = 4) -> Fraction:
    """The mean number of cards that a column of Nestor puts aside, if it is the first to be dealt.

    When i values lie there, the bad cards of the pack are those of these values that have not been
    put aside already; they lie in the gaps before, between and behind the good ones, alike in all,
    as in lesson 3.

    A second way, on a pack of three values: by looking at every order.

    >>> from itertools import permutations
    >>> def aside(order, column):
    ...     "How many cards come before the column is complete, besides its own."
    ...     return next(n for n in range(1, len(order) + 1) if len(set(order[:n])) == column) - column
    >>> orders = list(permutations((1, 1, 2, 2, 3, 3)))
    >>> refused(3, 3, 2) == Fraction(sum(aside(order, 3) for order in orders), len(orders))
    True
    >>> refused()
    Fraction(85779, 74333)
    """
    total = Fraction(0)
    for i in range(column):
        total += (i * (of_each - 1) - total) / ((values - i) * of_each + 1)
    return total


def pairs_mean(n: int = COLUMN) -> Fraction:
    """The mean number of pairs of one value among n cards.

    >>> pairs_mean(2) == 1 - all_differ(2)
    True
    """
    return comb(n, 2) * Fraction(3, 51)


def differ(n: int, pack: int, of_each: int) -> float:
    """The chance that n cards all differ, as a number."""
    return float(all_differ(n, pack // of_each, of_each))


GUESSES = (
    Guess(
        "birthdays/six",
        "Six cards are dealt from a shuffled pack. In how many of a hundred deals have all six different values?",
        lambda: 100 * all_differ(COLUMN),
        "Only one in three: that is why Nestor needs a rule.",
    ),
    Guess(
        "birthdays/half",
        "How many cards must be dealt before two of one value are likelier than not?",
        least,
        "With five cards the chance is 49.3 %, just short of a half.",
    ),
)

EXERCISES = (
    Exercise(
        "birthdays/two",
        1,
        "Two cards are dealt. What is the chance that they are of one value?",
        Number(
            lambda: 1 - all_differ(2),
            near={
                "The first card is gone: 51 are left, three of them of its value.": lambda: (
                    Fraction(4, 52)
                ),
                "Of the 51 cards left, how many have that value? The first is not among them.": lambda: (
                    Fraction(4, 51)
                ),
            },
        ),
        "3/51 = 1/17.",
    ),
    Exercise(
        "birthdays/fourteen",
        1,
        "Fourteen cards are dealt from one pack. What is the chance that they are all of different values?",
        Number(lambda: all_differ(14)),
        "0: there are only thirteen values. That is the pigeonhole principle.",
    ),
    Exercise(
        "birthdays/replaced",
        1,
        "If each card were put back before the next is dealt, would a repeated value among six be "
        "*likelier*, or *less likely*?",
        Choice(
            ("likelier", "less likely"),
            lambda: "likelier",
            {
                "less likely": "How many cards of a value already seen are still in the pack, in one case and in the other?"
            },
        ),
        "All four of a value are still there; without replacement only three.",
    ),
    Exercise(
        "birthdays/six",
        2,
        "What is the chance that a column of six has *two cards of one value, or more*?",
        Number(
            lambda: 1 - all_differ(COLUMN),
            near={
                "That would be right if each card were put back.": lambda: (
                    1 - with_replacement(COLUMN)
                ),
                "That is the mean number of pairs.": pairs_mean,
            },
        ),
        "1 − 67584/195755.",
    ),
    Exercise(
        "birthdays/eight",
        2,
        "How many of Nestor's eight columns would have a repeated value, on average, if the rule were not "
        "there?",
        Number(
            lambda: COLUMNS * (1 - all_differ(COLUMN)),
            near={
                "That is the chance that all eight have one, if they were independent.": lambda: (
                    (1 - all_differ(COLUMN)) ** COLUMNS
                )
            },
        ),
        "The columns depend on one another, and the means add up all the same: 8 × 0.6548.",
    ),
    Exercise(
        "birthdays/pairs",
        2,
        "How many *pairs* of one value are there among six cards, on average?",
        Number(
            pairs_mean, near={"That is the chance of at least one.": lambda: 1 - all_differ(COLUMN)}
        ),
        "15 pairs of cards, each alike with chance 3/51: 15/17.",
    ),
    Exercise(
        "birthdays/refused",
        2,
        "A card that would repeat a value of its column is put aside until another comes. How many cards "
        "does *one* column of six "
        "put aside on average, dealt first from a full pack? (Count the gaps, as in lesson 3.)",
        Number(
            refused,
            near={
                "Nearly; but a card that was put aside is no longer in the pack.": lambda: sum(
                    (Fraction(3 * i, 52 - 4 * i + 1) for i in range(COLUMN)), Fraction(0)
                ),
                "Is the last gap, behind all the good cards, a gap, too?": lambda: sum(
                    (Fraction(3 * i, 52 - 4 * i) for i in range(COLUMN)), Fraction(0)
                ),
            },
        ),
        "When i values lie: 3i bad cards, less those put aside already, in 52 − 4i + 1 gaps.",
    ),
    Exercise(
        "birthdays/column",
        3,
        "You want columns that need no rule: two cards of one value shall be *rarer than one deal in "
        "five*. How long may a column be, at most?",
        Number(
            lambda: max(n for n in range(1, 14) if 1 - all_differ(n) < Fraction(1, 5)),
            near={
                "That is the first length that is too long.": lambda: (
                    max(n for n in range(1, 14) if 1 - all_differ(n) < Fraction(1, 5)) + 1
                )
            },
        ),
        "With three cards 17.2 %, with four 32.4 %.",
    ),
    Exercise(
        "birthdays/function",
        3,
        "Write `differ(n, pack, of_each)`: the chance that n cards all differ in value, from a pack in "
        "which each value stands "
        "`of_each` times.",
        Function(
            "differ",
            differ,
            ((6, 52, 4), (6, 104, 8), (2, 32, 4), (14, 52, 4), (5, 40, 4)),
            "n, pack, of_each",
        ),
        "Multiply (pack − of_each·i)/(pack − i) for i from 0 to n − 1.",
    ),
)

LESSON = Lesson(
    number=4,
    title="Birthdays without replacement",
    part="Count",
    idea="A coincidence somewhere is much likelier than a coincidence here, for there are so many pairs.",
    needs=(2, 3),
    chapters=("nestor",),
    terms={
        "birthday problem": "how many people, or cards, it takes until two share a birthday, or a value, with chance one half",
        "conditional probability": "the chance of one event among the cases in which another has happened",
        "multiplication rule": "the chance of several events is the chance of the first, times that of the second given the first, "
        "and so on",
        "pigeonhole principle": "more things than holes: two of them share a hole",
    },
    minutes={"play": 10, "guess": 4, "simulate": 8, "count": 18, "move": 8, "exercises": 14},
    board="Six boxes in a row. Above each, how many cards are left; below, how many of them do. Multiply along.",
    mistakes={
        "“Six of thirteen: nearly a half.”": "Which pairs are you counting? How many pairs are there among six cards?",
        "“1/13 for each pair, 15 pairs: 15/13.”": "A chance above one? What is that number the mean of, and which pack does 1/13 "
        "belong to?",
        "“The columns depend on each other, so eight times is not allowed.”": "Is it a mean that you want, or a chance?",
    },
    guesses=GUESSES,
    exercises=EXERCISES,
)
