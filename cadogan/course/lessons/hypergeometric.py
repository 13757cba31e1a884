"""Lesson 2: the hypergeometric distribution, counted two ways (La Belle Lucie, Klondike)."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations
from math import comb

from cadogan.course.kinds import Choice, Function, Number, Numbers
from cadogan.course.lesson import Lesson
from cadogan.course.old import Exercise, Guess

#: The exposed cards of La Belle Lucie and of Klondike, and the cards and aces of a pack.
FANS, LANES, PACK, ACES = 18, 7, 52, 4


def aces_shown(k: int, shown: int = FANS, pack: int = PACK, aces: int = ACES) -> Fraction:
    """The chance of exactly k aces among the exposed cards, by choosing the exposed cards.

    A second way: by choosing the places of the aces.

    >>> all(aces_shown(k) == Fraction(comb(18, k) * comb(34, 4 - k), comb(52, 4)) for k in range(5))
    True
    >>> sum(aces_shown(k) for k in range(5)) == 1
    True
    >>> aces_shown(0)
    Fraction(2728, 15925)
    >>> aces_shown(0, LANES)
    Fraction(4257, 7735)
    """
    return (
        Fraction(comb(aces, k) * comb(pack - aces, shown - k), comb(pack, shown))
        if k <= shown
        else Fraction(0)
    )


def counted(k: int) -> Fraction:
    """The same for a pack of eight cards with three aces and four exposed, by looking at every
    choice.

    >>> [counted(k) == aces_shown(k, shown=4, pack=8, aces=3) for k in range(4)]
    [True, True, True, True]
    """
    tally = Counter(sum(card < 3 for card in shown) for shown in combinations(range(8), 4))
    return Fraction(tally[k], comb(8, 4))


def mean(shown: int = FANS) -> Fraction:
    """The mean number of aces exposed.

    A second way: each number of aces with its chance.

    >>> mean() == sum(k * aces_shown(k) for k in range(5)) == Fraction(18, 13)
    True
    >>> mean()
    Fraction(18, 13)
    """
    return Fraction(ACES * shown, PACK)


def variance(shown: int = FANS) -> Fraction:
    """The variance of the number of aces exposed: the binomial's, times (52 - 18)/51, for nothing
    is dealt twice.

    A second way: the mean of the squares, less the square of the mean.

    >>> variance() == sum(k * k * aces_shown(k) for k in range(5)) - mean() ** 2
    True
    >>> variance()
    Fraction(144, 169)
    """
    share = Fraction(ACES, PACK)
    return shown * share * (1 - share) * Fraction(PACK - shown, PACK - 1)


def least(shown_of: int = PACK) -> int:
    """The fewest cards to be exposed so that an ace is among them more often than not.

    >>> least(), float(1 - aces_shown(0, 8)) < 0.5 < float(1 - aces_shown(0, 9))
    (9, True)
    """
    return next(n for n in range(1, shown_of) if aces_shown(0, n) < Fraction(1, 2))


def hypergeometric(k: int, shown: int, pack: int, aces: int) -> float:
    """The chance of exactly k aces, as a number."""
    return float(aces_shown(k, shown, pack, aces))


GUESSES = (
    Guess(
        "hypergeometric/none",
        "Eighteen of the 52 cards lie exposed. Of a hundred deals of La Belle Lucie, how many show no ace at all?",
        lambda: 100 * aces_shown(0),
        "It is 2,728 of 15,925 deals, and nothing had to be shuffled.",
    ),
    Guess(
        "hypergeometric/klondike",
        "Klondike turns up seven cards. In how many deals of a hundred is there an ace among them?",
        lambda: 100 * (1 - aces_shown(0, LANES)),
        "More than four in ten.",
    ),
)

EXERCISES = (
    Exercise(
        "hypergeometric/klondike",
        1,
        "What is the chance that *no* ace lies among Klondike's seven exposed cards?",
        Number(
            lambda: aces_shown(0, LANES),
            near={
                "That would be right if each card went back into the pack before the next is turned.": lambda: (
                    Fraction(12, 13) ** 7
                ),
                "That is the chance for the eighteen cards of La Belle Lucie.": lambda: aces_shown(
                    0
                ),
                "That is the chance for one card alone.": lambda: aces_shown(0, 1),
            },
        ),
        "C(48, 7)/C(52, 7), or C(45, 4)/C(52, 4): the four aces lie somewhere among the other 45 cards.",
    ),
    Exercise(
        "hypergeometric/mean",
        1,
        "How many aces are exposed, on average, among eighteen cards?",
        Number(mean, near={"That is the mean of Klondike's seven cards.": lambda: mean(LANES)}),
        "Each exposed card is an ace with chance 4/52, and means add up: 18 × 4/52.",
    ),
    Exercise(
        "hypergeometric/which",
        1,
        "Twenty cards are turned one by one, and each is put back and shuffled in before the next. Is the "
        "number of aces seen *binomial* or *hypergeometric*?",
        Choice(
            ("binomial", "hypergeometric"),
            lambda: "binomial",
            {"hypergeometric": "Can the same ace be seen twice?"},
        ),
        "With replacement the turns are independent: binomial. Without it, hypergeometric.",
    ),
    Exercise(
        "hypergeometric/two",
        2,
        "What is the chance that *exactly two* aces are among the eighteen?",
        Number(
            lambda: aces_shown(2),
            near={
                "That is the chance of two or more.": lambda: sum(
                    (aces_shown(k) for k in (2, 3, 4)), Fraction(0)
                ),
                "That would be right if each card went back into the pack before the next is turned.": lambda: (
                    comb(FANS, 2) * Fraction(1, 13) ** 2 * Fraction(12, 13) ** 16
                ),
                "You have left out the choice of the other sixteen cards, or of the two aces.": lambda: (
                    Fraction(comb(48, 16), comb(52, 18))
                ),
            },
        ),
        "C(4, 2) C(48, 16)/C(52, 18), the same as C(18, 2) C(34, 2)/C(52, 4).",
    ),
    Exercise(
        "hypergeometric/variance",
        2,
        "What is the variance of the number of aces among the eighteen?",
        Number(
            variance,
            near={
                "That is the binomial's: what is dealt does not come again, and that makes the number steadier.": lambda: (
                    18 * Fraction(1, 13) * Fraction(12, 13)
                ),
                "That is the standard deviation; the variance is its square.": lambda: (
                    variance() ** 0.5
                ),
            },
        ),
        "18 × 1/13 × 12/13 × 34/51. The last factor is the correction for a finite pack.",
    ),
    Exercise(
        "hypergeometric/fortress",
        2,
        "Fortress shows ten outside cards. Give the chances of *no* ace and of *exactly one* among "
        "them.",
        Numbers(lambda: (aces_shown(0, 10), aces_shown(1, 10)), ("no ace", "exactly one")),
        "C(48, 10)/C(52, 10) and 4 C(48, 9)/C(52, 10).",
    ),
    Exercise(
        "hypergeometric/least",
        3,
        "You design a patience with one pack, and want an ace exposed by the deal *more often than "
        "not*. How many "
        "exposed cards are the fewest that do it?",
        Number(
            least,
            near={
                "Thirteen would be right for a mean of one ace; the chance of at least one is larger than a half "
                "before.": lambda: 13
            },
        ),
        "With eight cards the chance of an ace is 49.9 %, with nine 54.4 %.",
    ),
    Exercise(
        "hypergeometric/function",
        3,
        "Write `hypergeometric(k, shown, pack, aces)`: the chance of exactly *k* aces among the "
        "shown cards, as "
        "a fraction or a number.",
        Function(
            "hypergeometric",
            hypergeometric,
            ((0, 18, 52, 4), (2, 18, 52, 4), (1, 7, 52, 4), (4, 36, 104, 8), (3, 2, 52, 4)),
            "k, shown, pack, aces",
        ),
        "`comb(aces, k) * comb(pack - aces, shown - k) / comb(pack, shown)`; `math.comb` gives 0 where more is chosen than there is, "
        "but refuses a negative number.",
    ),
)

LESSON = Lesson(
    number=2,
    title="Counting what lies open",
    part="Count",
    idea="Choosing the cards and choosing the places are two ways to count one thing, and they must agree.",
    needs=(1,),
    chapters=("la-belle-lucie", "canfield-or-klondike", "fortress"),
    terms={
        "hypergeometric distribution": "how many cards of a kind are among some that are drawn without putting any back",
        "sampling without replacement": "drawing cards one after another, none of which goes back",
        "binomial distribution": "how many of a number of independent trials succeed, each with the same chance",
        "double counting": "counting one set in two ways, whose results must be equal",
    },
    minutes={"play": 8, "guess": 4, "simulate": 10, "count": 16, "move": 8, "exercises": 14},
    board="Left: 52 places, 18 of them ringed. Right: 52 cards, 4 of them ringed. The same question twice: which places do the aces get, "
    "and which cards do the ringed places get?",
    mistakes={
        "“(12/13) to the eighteenth.”": "Is the second card still one of 52? What would the chance be with fifty-two exposed cards?",
        "“At least one ace: 18 × 4/52.”": "That is 1.38. Can a chance be that? What is it the mean of?",
        "“Order matters, so it must be permutations.”": "It may be counted so; then both numerator and denominator have 18! too many.",
    },
    guesses=GUESSES,
    exercises=EXERCISES,
)
