"""Lesson 7: what is 95 %? Coverage and the rule of three (Anna, The Zodiac)."""

from __future__ import annotations

from fractions import Fraction
from math import ceil, comb

from cadogan.course.intervals import clopper_pearson, coverage, wald
from cadogan.course.kinds import Choice, Number, Numbers
from cadogan.course.lesson import Lesson
from cadogan.course.old import Exercise, Guess
from cadogan.players.comparison import Z
from cadogan.players.odds import wilson

#: The deals of a student, and the students of a class.
DEALS, STUDENTS = 60, 30


def covered() -> Fraction:
    """How often Wilson's interval of sixty deals covers a share of one half.

    A second way, in numbers of the machine, as the curves of the lesson are drawn.

    >>> abs(float(covered()) - coverage(wilson, DEALS, 0.5)) < 1e-12
    True
    >>> covered()
    Fraction(273272979008140937, 288230376151711744)
    """
    inside = [k for k in range(DEALS + 1) if wilson(k, DEALS)[0] <= 0.5 <= wilson(k, DEALS)[1]]
    return Fraction(sum(comb(DEALS, k) for k in inside), 2**DEALS)


def all_hold() -> Fraction:
    """The chance that all thirty intervals of a class hold, if each does with 95 %.

    A second way: 1 less the chances of 1, 2 … 30 misses.

    >>> misses = [comb(30, k) * Fraction(1, 20) ** k * Fraction(19, 20) ** (30 - k) for k in range(31)]
    >>> all_hold() == 1 - sum(misses[1:])
    True
    >>> all_hold()
    Fraction(230466617897195215045509519405933293401, 1073741824000000000000000000000000000000)
    """
    return Fraction(95, 100) ** STUDENTS


def permitted(n: int) -> float:
    """The share that a 95 % upper bound still permits after no win in n deals: that under which
    none would come one time in twenty.

    A second way: under such a share sixty deals without a win have the chance 1/20.

    >>> from cadogan.players.odds import rule_of_three
    >>> permitted(3000) < rule_of_three(3000) == 0.001
    True
    >>> abs((1 - permitted(60)) ** 60 - 0.05) < 1e-12
    True
    >>> round(permitted(60), 6)
    0.048703
    """
    return 1.0 - float(0.05 ** (1 / n))


def enough(half: float) -> int:
    """The deals after which the interval of a share near one half reaches no further than this to
    either side.

    >>> low, high = wald(enough(0.05) // 2, enough(0.05))
    >>> 0.0495 < (high - low) / 2 <= 0.0501
    True
    """
    return ceil(Z * Z / 4 / half**2)


GUESSES = (
    Guess(
        "coverage/wins",
        "The greedy player plays sixty deals of Anna. How many are won?",
        lambda: 30,
        "Or so: in 20,000 deals (seed 1, at most 1,000 moves each) 50.15 % were won, 95 % interval 49.46 to 50.84.",
    ),
    Guess(
        "coverage/missing",
        "Thirty students draw a 95 % interval each. How many of the thirty miss the truth?",
        lambda: STUDENTS * (1 - covered()),
        "On average. Nobody can be told which of them it will be.",
    ),
)

EXERCISES = (
    Exercise(
        "coverage/expected",
        1,
        "Each of thirty intervals covers the truth with chance 95 %. How many are expected to miss it?",
        Number(
            lambda: Fraction(STUDENTS, 20),
            near={"That is how many are expected to hold it.": lambda: Fraction(STUDENTS * 19, 20)},
        ),
        "Means add up: thirty times one in twenty.",
    ),
    Exercise(
        "coverage/three",
        1,
        "Sixty deals of The Zodiac, and no win. What share of wins does the *rule of three* still permit?",
        Number(
            lambda: Fraction(3, DEALS),
            near={
                "That is one in sixty: an interval must leave room for bad luck.": lambda: Fraction(
                    1, DEALS
                )
            },
        ),
        "Three in sixty.",
    ),
    Exercise(
        "coverage/thousand",
        1,
        "How many deals without a single win must you see before you may say “fewer than one in a thousand”?",
        Number(
            lambda: 3000,
            within=10,
            near={
                "So many would be expected to bring one win, and bring none more than one time in three.": lambda: (
                    1000
                )
            },
        ),
        "Three thousand by the rule of three; 2,995 exactly.",
    ),
    Exercise(
        "coverage/all",
        2,
        "What is the chance that *all* thirty intervals hold the truth, if each does so with 95 %?",
        Number(
            all_hold,
            near={
                "The intervals are thirty independent ones: the chances are to be multiplied.": lambda: (
                    Fraction(19, 20)
                )
            },
        ),
        "0.95 thirty times over. A class in which nobody misses is the exception.",
    ),
    Exercise(
        "coverage/wilson",
        2,
        "A student wins 25 of 60 deals. Give the ends of *Wilson's* interval.",
        Numbers(lambda: wilson(25, DEALS), ("lower end", "upper end")),
        "`cadogan.odds.wilson(25, 60)`; the formula is in the lesson.",
    ),
    Exercise(
        "coverage/wald",
        2,
        "How often does the *textbook* interval (the share and 1.96 standard errors to either side) of sixty "
        "deals cover a true share of 2 %?",
        Number(
            lambda: coverage(wald, DEALS, 0.02),
            near={
                "That is Wilson's interval.": lambda: coverage(wilson, DEALS, 0.02),
                "That is the exact interval.": lambda: coverage(clopper_pearson, DEALS, 0.02),
            },
        ),
        "Add up the binomial chances of those numbers of wins whose interval holds 0.02. Without a win the interval is a "
        "single point, and no win at all has chance 0.98 ** 60, nearly 30 %.",
    ),
    Exercise(
        "coverage/said",
        1,
        "“My interval goes from 30 % to 54 %. So in 95 of 100 further sixties of deals my share of wins will lie "
        "in it.” Is that *right* or *wrong*?",
        Choice(
            ("right", "wrong"),
            lambda: "wrong",
            {
                "right": "How far may another sixty be off, and in which direction is yours off already?"
            },
        ),
        "The method covers the true share in 95 of 100 classes. Another sixty deals have bad luck of their own, besides yours.",
    ),
    Exercise(
        "coverage/enough",
        3,
        "You plan a class experiment that must tell 50 % from 45 %: the interval should reach 5 points to "
        "either side, no more. How many deals must be played?",
        Number(
            lambda: enough(0.05),
            within=5,
            near={
                "That is the interval for 10 points. Half the width costs four times the deals.": lambda: (
                    enough(0.10)
                ),
                "You have left out the 1.96.": lambda: 100,
            },
        ),
        "1.96 times the standard error, 0.5 over the root of n, must be 0.05: n = (1.96 × 0.5 / 0.05)² = 384.1…",
    ),
)

LESSON = Lesson(
    number=7,
    title="What is 95 %?",
    part="Measure",
    idea="what an interval promises; what no win at all still says",
    needs=(1,),
    chapters=("anna", "zodiac"),
    terms={
        "binomial": "The distribution of the number of successes in independent trials that are alike.",
        "standard error": "The standard deviation of an estimate: how far it strays from one sample to the next.",
        "interval (confidence interval)": "A range made from a sample, by a method that covers the true value in a stated share of all "
        "samples.",
        "confidence": "The share of samples whose interval covers the truth. It belongs to the method, not to one interval.",
        "coverage": "How often a method's interval really holds the true value, counted for a given true value and sample size.",
        "rule of three": "After n trials without a success, 3/n is nearly the upper end of a 95 % bound for its chance.",
    },
    minutes={
        "play": 6,
        "guess": 4,
        "simulate and pool": 14,
        "count": 12,
        "slider": 5,
        "no win at all": 8,
        "change one rule": 4,
        "exercises": 12,
    },
    board="Each student draws the interval of their own seed as a line on one common axis, without knowing the truth. Only when all thirty "
    "stand there is the line at one half drawn, and those that miss are counted. Ask who knew.",
    mistakes={
        "“95 % of the deals lie in my interval.”": "What are the values of one deal? How many of them lie between 0.33 and 0.58?",
        "“The truth lies in mine with 95 %.”": "Student 20 has 26 to 49 %, students 3 and 30 have 52 to 76 %. Both with 95 %?",
        "“No win in sixty: it cannot be won.”": "Play sixty tickets of a lottery. What do you know of the lottery?",
        "“Sixty more deals, and fewer of us will miss.”": "What gets shorter, and what stays? Move the slider.",
    },
    guesses=GUESSES,
    exercises=EXERCISES,
)
