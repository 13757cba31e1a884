"""Lesson 20: the same deals twice; regression to the mean (The Sultan with eight kings)."""

from __future__ import annotations

from fractions import Fraction
from math import ceil, comb, sqrt

from cadogan.course.kinds import Choice, Function, Number, Numbers
from cadogan.course.lesson import Lesson
from cadogan.course.old import Exercise, Guess
from cadogan.players.comparison import Z

#: The Divan; the shuffled cards of The Sultan, and those of its change, whose pack keeps the second
#: ace of hearts.
DIVAN, SULTAN, EIGHT = 8, 95, 96
#: The cards that can be played at once: nine in The Sultan, of which two are deuces of hearts;
#: eight aces in its change.
READY, DEUCES, ACES = 9, 2, 8
#: The readings that are tried, the deals of each, and the share of wins of them all.
READINGS, DEALS, SHARE = 20, 60, Fraction(1, 4)


def hypergeometric(k: int, pack: int, good: int, drawn: int) -> Fraction:
    """The chance of k good cards among those drawn.

    >>> sum(hypergeometric(k, 95, 9, 8) for k in range(9))
    Fraction(1, 1)
    """
    return (
        Fraction(comb(good, k) * comb(pack - good, drawn - k), comb(pack, drawn))
        if 0 <= k <= drawn
        else Fraction(0)
    )


def gains() -> dict[int, Fraction]:
    """What eight kings gain in cards ready at once, deal by deal: the chance of each difference.

    The deal of 96 is that of 95 with the ace of hearts put in somewhere. Behind the Divan, the
    deuces of hearts only lose their use. In the Divan it is ready itself, and pushes the eighth of
    the others out, which may be ready, too.

    >>> chances = gains()
    >>> sum(chances.values()), sum(d * p for d, p in chances.items()) == Fraction(8 * 8, 96) - Fraction(8 * 9, 95)
    (Fraction(1, 1), True)
    """
    found: dict[int, Fraction] = {}

    def add(gain: int, chance: Fraction) -> None:
        if chance:
            found[gain] = found.get(gain, Fraction(0)) + chance

    inside, others, aces = Fraction(DIVAN, EIGHT), SULTAN - 1, ACES - 1
    for deuces in range(DEUCES + 1):
        add(-deuces, (1 - inside) * hypergeometric(deuces, SULTAN, DEUCES, DIVAN))
        add(
            -deuces,
            inside * Fraction(aces, SULTAN) * hypergeometric(deuces, others, DEUCES, DIVAN - 1),
        )
        add(
            1 - deuces,
            inside
            * Fraction(SULTAN - aces - DEUCES, SULTAN)
            * hypergeometric(deuces, others, DEUCES, DIVAN - 1),
        )
        add(
            1 - deuces,
            inside
            * Fraction(DEUCES, SULTAN)
            * hypergeometric(deuces - 1, others, DEUCES - 1, DIVAN - 1),
        )
    return found


def variance_of(good: int, pack: int) -> Fraction:
    """The variance of the cards ready in the Divan, of this many good ones.

    A second way: from the chance of every number of them.

    >>> p = {k: hypergeometric(k, 95, 9, 8) for k in range(9)}
    >>> variance_of(9, 95) == sum(k * k * p[k] for k in p) - sum(k * p[k] for k in p) ** 2
    True
    >>> variance_of(9, 95)
    Fraction(269352, 424175)
    >>> variance_of(8, 96)
    Fraction(484, 855)
    """
    share = Fraction(good, pack)
    return DIVAN * share * (1 - share) * Fraction(pack - DIVAN, pack - 1)


def paired() -> Fraction:
    """The variance of the difference on common deals.

    A second way: both variances, less twice the covariance, which is added up over all pairs of one
    card of each game.

    >>> in_both = 7 * Fraction(8, 96)                                          # the same ace
    >>> extra = 9 * Fraction(8, 96) * Fraction(8, 95)                          # the ace of hearts, and any card ready in the first game
    >>> two = 7 * 8 * (Fraction(8, 96) * 7 * 7 + Fraction(88, 96) * 8 * 7) / (95 * 94)
    >>> covariance = in_both + extra + two - Fraction(8 * 8, 96) * Fraction(8 * 9, 95)
    >>> paired() == variance_of(9, 95) + variance_of(8, 96) - 2 * covariance
    True
    >>> paired()
    Fraction(1707161, 7635150)
    """
    chances = gains()
    mean = sum(gain * chance for gain, chance in chances.items())
    return sum((gain * gain * chance for gain, chance in chances.items()), Fraction(0)) - mean**2


def unpaired() -> Fraction:
    """The variance of the difference if each game has deals of its own."""
    return variance_of(READY, SULTAN) + variance_of(ACES, EIGHT)


def saving() -> Fraction:
    """How many times the deals it takes without pairing.


    A second way: the deals it takes to know the difference to a tenth of a card, without pairing
    and with it.

    >>> abs(enough(unpaired(), 0.1) / enough(paired(), 0.1) - saving()) < 0.01
    True
    >>> saving()
    Fraction(9170456, 1707161)
    """
    return unpaired() / paired()


def wins_at_most(k: int, deals: int, share: Fraction) -> Fraction:
    """The chance of k wins or fewer in this many deals."""
    return sum(
        (comb(deals, i) * share**i * (1 - share) ** (deals - i) for i in range(k + 1)), Fraction(0)
    )


def best(readings: int = READINGS, deals: int = DEALS, share: Fraction = SHARE) -> Fraction:
    """The mean number of wins of the best of several readings that are all alike: the chances of
    more than k, added up.

    A second way, by every outcome: two readings of two deals, one win in two.

    >>> from itertools import product
    >>> tosses = list(product((0, 1), repeat=4))
    >>> best(2, 2, Fraction(1, 2)) == Fraction(sum(max(a + b, c + d) for a, b, c, d in tosses), 16)
    True
    >>> best(1) == DEALS * SHARE
    True
    >>> round(float(best()), 6)
    21.455912
    """
    return sum((1 - wins_at_most(k, deals, share) ** readings for k in range(deals)), Fraction(0))


def best_of(readings: int, deals: int, share: float) -> float:
    """The same as a number, for `Function`."""
    return float(best(readings, deals, Fraction(share).limit_denominator(1000)))


def false_alarm() -> Fraction:
    """The chance that one or more of twenty comparisons, of which none has anything to find,
    exclude nothing by a 95 % interval.

    A second way: the chances of 1, 2 … 20 false alarms, added up.

    >>> false_alarm() == sum(comb(20, k) * Fraction(1, 20) ** k * Fraction(19, 20) ** (20 - k) for k in range(1, 21))
    True
    >>> false_alarm()
    Fraction(67267626542454041806644399, 104857600000000000000000000)
    """
    return 1 - Fraction(19, 20) ** READINGS


def matched(gained: int, lost: int, n: int) -> tuple[float, float]:
    """The normal 95 % interval of the difference of two shares on n common deals; gained and lost
    are the wins of only one of the two.

    >>> [round(end, 4) for end in matched(18, 6, 120)] == [round(0.1 + sign * 1.959964 * sqrt((0.2 - 0.01) / 120), 4) for sign in (-1, 1)]
    True
    """
    gain = (gained - lost) / n
    half = Z * sqrt(((gained + lost) / n - gain**2) / n)
    return gain - half, gain + half


def enough(variance: Fraction, half: float = 0.05) -> int:
    """The deals after which a difference of that variance is known to so much on either side, with
    95 %.
    """
    return ceil(Z * Z * float(variance) / half**2)


GUESSES = (
    Guess(
        "common-deals/saving",
        "One thousand deals played by both games tell you what they differ in. If each game had deals of its "
        "own instead, how many would each need to tell it as well, where only the cards ready in the Divan are counted?",
        lambda: 1000 * saving(),
        "Five times as many and more, for what the deal gives to both games cancels out.",
    ),
    Guess(
        "common-deals/best",
        "Twenty readings of a game, each of them won one time in four; sixty deals for each. How many of its "
        "sixty does the "
        "luckiest of the twenty win, on average?",
        best,
        "On average. Played again, it wins fifteen of sixty, as all the others do.",
    ),
)

EXERCISES = (
    Exercise(
        "common-deals/mean",
        1,
        "With eight kings, 96 cards are shuffled, and the eight aces among them can be played at once. "
        "How many "
        "of them lie in the Divan of eight, on average?",
        Number(
            lambda: Fraction(DIVAN * ACES, EIGHT),
            near={
                "That is The Sultan as it stands, with its deuces of hearts.": lambda: Fraction(
                    DIVAN * READY, SULTAN
                )
            },
        ),
        "Each of eight places holds one of them with chance 8/96: 2/3.",
    ),
    Exercise(
        "common-deals/half",
        1,
        "Two results have the same variance, and their correlation on common deals is 1/2. How many times "
        "as many "
        "deals does it take *without* pairing?",
        Number(
            lambda: 2,
            near={
                "That is the variance of the difference, as a share of one variance. What is it without "
                "pairing?": lambda: 1,
                "What is the variance of a difference of two that have nothing to do with each other?": lambda: (
                    4
                ),
            },
        ),
        "The variance of the difference is 2(1 − 1/2) = 1 variance, and 2 without pairing.",
    ),
    Exercise(
        "common-deals/again",
        1,
        "The best of your twenty readings won 22 of 60. Played again on sixty other deals, will it "
        "probably win "
        "*more*, *fewer* or *as many*?",
        Choice(
            ("more", "fewer", "as many"),
            lambda: "fewer",
            {
                "more": "What made it the best of twenty: its rule alone?",
                "as many": "It was chosen because it was high. Is the luck of the first sixty there again?",
            },
        ),
        "It was chosen for its rule and for its luck, and the luck does not come along.",
    ),
    Exercise(
        "common-deals/loss",
        2,
        "What do eight kings gain in cards that are ready in the Divan at once, on average? (In The "
        "Sultan nine of 95 "
        "cards are ready. The gain may be below zero.)",
        Number(lambda: Fraction(DIVAN * ACES, EIGHT) - Fraction(DIVAN * READY, SULTAN)),
        "8·8/96 − 8·9/95. Means add up, whether the deals are common or not.",
    ),
    Exercise(
        "common-deals/saving",
        2,
        "How many times the deals does the question need if each game is dealt its own? The variance of the "
        "difference on common deals is that of the lesson.",
        Number(
            saving,
            near={
                "Both games bring a variance; add them.": lambda: (
                    variance_of(READY, SULTAN) / paired()
                ),
                "That is the factor for the width of the interval. Deals go with its square.": lambda: (
                    sqrt(saving())
                ),
            },
        ),
        "(Variance of The Sultan + variance of eight kings) / variance of the difference.",
    ),
    Exercise(
        "common-deals/best",
        2,
        "Of *five* equal readings, sixty deals each, won one time in four: how many wins has the best, on "
        "average?",
        Number(
            lambda: best(5),
            near={"That is any one of them.": lambda: best(1), "That is the best of twenty.": best},
        ),
        "The chance that the best has more than k is 1 − (chance of k or fewer)⁵; add that up over k.",
    ),
    Exercise(
        "common-deals/alarm",
        2,
        "Twenty readings that change nothing are compared with the book's, each by a 95 % interval, on "
        "deals of its "
        "own. What is the chance that *at least one* interval excludes zero? (Take them as independent.)",
        Number(false_alarm, near={"That is one of them alone.": lambda: Fraction(1, 20)}),
        "1 − 0.95 ** 20.",
    ),
    Exercise(
        "common-deals/matched",
        3,
        "On 120 common deals the changed game alone wins 18, the old game alone 6. Give the 95 % "
        "interval of the "
        "difference of the shares of games won (mean plus and minus 1.96 standard errors).",
        Numbers(lambda: matched(18, 6, 120), ("lower end", "upper end")),
        "The difference of a deal is +1, −1 or 0: mean 0.1, variance 24/120 − 0.01.",
    ),
    Exercise(
        "common-deals/enough",
        3,
        "You want the difference in cards ready at once to 0.05 on either side (95 %). How many "
        "*common* deals do "
        "you plan for?",
        Number(
            lambda: enough(paired()),
            within=5,
            near={"So many it would take without pairing.": lambda: enough(unpaired())},
        ),
        "1.96² × variance / 0.05². The mean difference is 0.09: with half as many you could not be sure of its sign.",
    ),
    Exercise(
        "common-deals/function",
        3,
        "Write `best(readings, deals, share)`: the mean number of wins of the best of equal readings.",
        Function(
            "best",
            best_of,
            ((1, 60, 0.25), (2, 2, 0.5), (5, 20, 0.1), (20, 60, 0.25)),
            "readings, deals, share",
        ),
        "`sum(1 - at_most(k) ** readings for k in range(deals))`, with the binomial chance of k wins or fewer.",
    ),
)

LESSON = Lesson(
    number=20,
    title="The same deals twice",
    part="Decide",
    idea="Compare two rules on the same deals, and play the winner again before you believe it.",
    needs=(2, 3, 7),
    chapters=("sultan",),
    terms={
        "variance": "the mean square of the distance from the mean",
        "covariance": "the mean product of two results' distances from their means",
        "correlation": "the covariance divided by both standard deviations: from −1 to 1, and 1 where both lie on one rising line",
        "paired": "said of a comparison in which both sides are measured on the same deals, and each pair gives one difference",
        "regression to the mean": "what was chosen for being far out will mostly be nearer to the mean when it is measured again",
    },
    minutes={
        "play": 6,
        "guess": 4,
        "simulate": 10,
        "count": 14,
        "move": 6,
        "best of twenty": 12,
        "exercises": 14,
    },
    board="Two columns, one for each game, a row for each deal, and a third column for the difference. Compute the spread of each of "
    "the three. "
    "Which is the smallest, and why?",
    mistakes={
        "“The intervals overlap, so there is no difference.”": "Are the two on the same deals? Which interval do you want: of each, or "
        "of the difference?",
        "“Common deals are biased.”": "What is the mean difference with common deals, and without? Only which of its properties changes?",
        "“Our reading wins 22 of 60, and the book's only 15.”": "How many readings had you tried? What would the best of that many equal "
        "ones win?",
    },
    guesses=GUESSES,
    exercises=EXERCISES,
)
