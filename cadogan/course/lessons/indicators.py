"""Lesson 3: indicators, linearity and exchangeable gaps (Spenser's Fairie Queen)."""

from __future__ import annotations

from fractions import Fraction
from math import comb

from cadogan.course.kinds import Choice, Function, Number
from cadogan.course.lesson import Lesson
from cadogan.course.old import Exercise, Guess

#: Behind the first king and without the aces: the number of cards, and how many of them are kings.
CARDS, KINGS = 95, 7


def gaps(kings: tuple[int, ...], cards: int) -> list[int]:
    """How many cards lie behind the first king and behind each of the others, whose places are
    given from 0.

    >>> gaps((0, 3), 5)
    [0, 2, 1]
    """
    marks = (-1, *kings, cards)
    return [b - a - 1 for a, b in zip(marks, marks[1:], strict=False)]


def mean_alone(cards: int = CARDS, kings: int = KINGS) -> Fraction:
    """The mean number of kings that nothing is dealt upon, by indicators: each gap is empty with
    the chance that the first is.

    A second way, on a little pack: by looking at every way in which the kings can lie.

    >>> from itertools import combinations
    >>> ways = [gaps(places, 7) for places in combinations(range(7), 3)]
    >>> mean_alone(7, 3) == Fraction(sum(way.count(0) for way in ways), len(ways))
    True
    >>> mean_alone()
    Fraction(56, 95)
    """
    return (kings + 1) * Fraction(kings, cards)


def some_alone(cards: int = CARDS, kings: int = KINGS) -> Fraction:
    """The chance that at least one king stands alone: not all the gaps have a card.

    A second way, on a little pack, as above; a third, by including and excluding.

    >>> from itertools import combinations
    >>> ways = [gaps(places, 7) for places in combinations(range(7), 3)]
    >>> some_alone(7, 3) == Fraction(sum(0 in way for way in ways), len(ways))
    True
    >>> some_alone() == sum((-1) ** (k + 1) * comb(8, k) * all_empty(k) for k in range(1, 9))
    True
    >>> some_alone()
    Fraction(1735576246, 3683361565)
    """
    return 1 - Fraction(comb(cards - kings - 1, kings), comb(cards, kings))


def all_empty(k: int, cards: int = CARDS, kings: int = KINGS) -> Fraction:
    """The chance that k given gaps are all empty: the other gaps share the cards.

    >>> all_empty(1) == Fraction(KINGS, CARDS)
    True
    """
    others, bars = cards - kings, kings - k
    if bars < 0:
        return Fraction(int(others == 0))
    return Fraction(comb(others + bars, bars), comb(cards, kings))


def first_king(kings: int = 4, pack: int = 52) -> Fraction:
    """The mean place of the first king of a pack, from 1: the other cards share the gaps alike.

    A second way, on a pack of five with two kings: by looking at every way in which they can lie.

    >>> from itertools import combinations
    >>> first_king(2, 5) == Fraction(sum(min(places) + 1 for places in combinations(range(5), 2)), 10)
    True
    >>> first_king()
    Fraction(53, 5)
    """
    return Fraction(pack - kings, kings + 1) + 1


def neighbours() -> Fraction:
    """The mean number of places where a card is followed by one of its own value, in a pack of 52.

    A second way, by counting ordered pairs.

    >>> neighbours() == 51 * Fraction(13 * 4 * 3, 52 * 51)
    True
    >>> neighbours()
    Fraction(3, 1)
    """
    return 51 * Fraction(3, 51)


def mean_gap(kings: int, pack: int) -> float:
    """The mean number of cards before the first king, as a number."""
    return (pack - kings) / (kings + 1)


GUESSES = (
    Guess(
        "indicators/mean",
        "Eight kings head the columns of Spenser's Fairie Queen, each with the cards that were dealt upon it. "
        "How many kings "
        "stand alone, on average?",
        mean_alone,
        "That is, if only the aces are played in the deal.",
    ),
    Guess(
        "indicators/some",
        "In how many deals of a hundred does at least one king stand alone?",
        lambda: 100 * some_alone(),
        "Fewer than the mean would have it: some deals have two such kings, and count once.",
    ),
)

EXERCISES = (
    Exercise(
        "indicators/first",
        1,
        "A pack of 52 is turned card by card. At which card, on average, does the *first king* come "
        "(counting from 1)?",
        Number(
            first_king,
            near={
                "So many cards come before it.": lambda: first_king() - 1,
                "That would be right if each card went back into the pack.": lambda: 13,
            },
        ),
        "The 48 other cards lie in five gaps, alike by symmetry: 48/5 before the first king. So 10.6.",
    ),
    Exercise(
        "indicators/neighbours",
        1,
        "How many times, on average, is a card of a shuffled pack followed by one of *its own value*?",
        Number(
            neighbours,
            near={"There are 51 pairs of neighbours, not 52.": lambda: Fraction(52 * 3, 51)},
        ),
        "51 indicators, each 1 with chance 3/51: exactly three.",
    ),
    Exercise(
        "indicators/independent",
        1,
        "Two of the eight gaps: is “the first is empty” *independent* of “the second is empty”, or "
        "*dependent* on it?",
        Choice(
            ("independent", "dependent"),
            lambda: "dependent",
            {"independent": "Compare the chance that both are empty with the square of 7/95."},
        ),
        "Both are empty with chance (7 × 6)/(95 × 94), less than the square. And yet the means add up.",
    ),
    Exercise(
        "indicators/both",
        2,
        "What is the chance that *both* the first and the second gap are empty?",
        Number(
            lambda: all_empty(2),
            near={"They are not independent.": lambda: Fraction(KINGS, CARDS) ** 2},
        ),
        "The first two of the 95 cards are kings: 7/95 × 6/94.",
    ),
    Exercise(
        "indicators/some",
        2,
        "What is the chance that at least one king stands alone?",
        Number(
            some_alone,
            near={
                "That is the mean number; a deal with two such kings is counted twice in it.": mean_alone,
                "That treats the gaps as independent.": lambda: (
                    1 - (1 - Fraction(KINGS, CARDS)) ** 8
                ),
            },
        ),
        "1 − C(87, 7)/C(95, 7): the ways to fill eight gaps with at least one card each, over all.",
    ),
    Exercise(
        "indicators/variance",
        2,
        "What is the *variance* of the number of kings that stand alone?",
        Number(
            lambda: variance(),
            near={
                "The gaps are not independent: the covariances are missing.": lambda: (
                    8 * Fraction(7, 95) * Fraction(88, 95)
                )
            },
        ),
        "The mean square is 8 P(one empty) + 56 P(two empty).",
    ),
    Exercise(
        "indicators/design",
        3,
        "Leave out some kings, and the rest will less often stand alone. With how many kings in all (the "
        "two packs have "
        "eight; the aces are out) is the mean number of single kings *nearest to a quarter*?",
        Number(
            lambda: min(
                range(2, 9), key=lambda k: abs(mean_alone(CARDS - (8 - k), k - 1) - Fraction(1, 4))
            ),
            near={
                "That many behind the first; the first one counts, too.": lambda: (
                    min(
                        range(2, 9),
                        key=lambda k: abs(mean_alone(CARDS - (8 - k), k - 1) - Fraction(1, 4)),
                    )
                    - 1
                )
            },
        ),
        "With k kings the mean is k (k − 1)/(87 + k): 20/92 for five, 30/93 for six.",
    ),
    Exercise(
        "indicators/function",
        3,
        "Write `mean_gap(kings, pack)`: how many cards lie before the first king, on average.",
        Function(
            "mean_gap", mean_gap, ((4, 52), (1, 9), (8, 104), (13, 52), (52, 52)), "kings, pack"
        ),
        "`(pack - kings) / (kings + 1)`: the other cards, shared by one gap more than there are kings.",
    ),
)


def variance() -> Fraction:
    """The variance of the number of kings that stand alone.

    >>> from itertools import combinations
    >>> ways = [gaps(places, 7).count(0) for places in combinations(range(7), 3)]
    >>> mean = Fraction(sum(ways), len(ways))
    >>> little = 4 * all_empty(1, 7, 3) + 12 * all_empty(2, 7, 3) - mean_alone(7, 3) ** 2
    >>> little == Fraction(sum(n * n for n in ways), len(ways)) - mean ** 2
    True
    """
    return 8 * all_empty(1) + 56 * all_empty(2) - mean_alone() ** 2


LESSON = Lesson(
    number=3,
    title="Means add up",
    part="Count",
    idea="The expected value of a count is the sum of chances, whether or not the things counted are independent.",
    needs=(1, 2),
    chapters=("spensers-fairie-queen",),
    terms={
        "indicator": "a random variable that is 1 if something happens and 0 if it does not; its expected value is the chance of it",
        "exchangeable": "of random variables whose joint distribution stays the same when they change places",
        "covariance": "the expected product of two random variables less the product of their expected values",
        "inclusion and exclusion": "counting a union by adding the single events, taking away the pairs, adding the triples, and so on",
    },
    minutes={"play": 10, "guess": 4, "simulate": 10, "count": 18, "move": 6, "exercises": 14},
    board="A row of 95 strokes, seven of them crossed: the kings. Eight gaps, numbered. Ask for the chance that gap 1 is empty, then "
    "gap 5: who "
    "says that it is another?",
    mistakes={
        "“The first king gets more cards than the last.”": "Turn the row round. Which gap is the first now?",
        "“They are dependent, so the means cannot be added.”": "Which step of the proof uses independence? What does need it?",
        "“The mean is 0.59, so 59 % of the deals have a single king.”": "How often does a deal with two single kings count in the mean?",
    },
    guesses=GUESSES,
    exercises=EXERCISES,
)
