"""Lesson 21: claims on trial: the remarks of the old authors, made precise and measured (all the
games).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from math import comb

import cadogan
from cadogan.course.kinds import Choice, Function, Number
from cadogan.course.lesson import Lesson
from cadogan.course.old import Exercise, Guess

#: What “difficult” and “seldom” are taken to mean here: a careful player wins fewer than one deal
#: in ten. It is a decision, and another one would change some of the verdicts.
SELDOM = 0.10


@cache
def rate(slug: str, player: str = "careful") -> tuple[float, tuple[float, float]]:
    """A player's share of wins in the table of odds (100,000 deals, seed 1), with its 95 %
    interval.
    """
    found = next(one for _, one in cadogan.odds.table(slug).rows if one.strategy == player)
    return found.rate, found.interval


@dataclass(frozen=True)
class Claim:
    """A remark of an old author's, and what is found.

    Attributes:
        chapter: the game's slug.
        said: the words of the text.
        meant: the remark made precise, so that it can be measured.
        found: what was measured or counted.
        verdict: ``"true"``, ``"too strong"`` or ``"wrong"``.
    """

    chapter: str
    said: str
    meant: str
    found: Callable[[], str]
    verdict: Callable[[], str]


def _seldom(slug: str) -> tuple[Callable[[], str], Callable[[], str]]:
    def found() -> str:
        share, (low, high) = rate(slug)
        return f"{100 * share:.2f} % ({100 * low:.2f} to {100 * high:.2f})"

    return (
        found,
        lambda: (
            "true"
            if rate(slug)[1][1] < SELDOM
            else "too strong"
            if rate(slug)[0] < 0.5
            else "wrong"
        ),
    )


def stays_highest(higher: int, players: int = 5) -> Fraction:
    """The chance that a turned trump stays the highest, when this many cards beat it and each
    player has three (Speculation).

    A second way: one card after another.

    >>> stays_highest(3) == Fraction(12, 35) and stays_highest(2) == Fraction(42, 85)
    True
    >>> from math import prod
    >>> stays_highest(3) == prod((Fraction(48 - i, 51 - i) for i in range(15)), start=Fraction(1))
    True
    >>> stays_highest(3)
    Fraction(12, 35)
    """
    down = 3 * players
    return Fraction(comb(51 - higher, down), comb(51, down))


def known_stops(turned: tuple[int, str]) -> set[tuple[int, str]]:
    """The cards of which all know, when one is turned up, that nobody can follow them (Pope Joan,
    without the eight of diamonds).

    >>> sorted(known_stops((10, "C")))
    [(7, 'D'), (9, 'C'), (13, 'C'), (13, 'D'), (13, 'H'), (13, 'S')]
    """
    out = {(8, "D"), turned}
    pack = {(rank, suit) for rank in range(1, 14) for suit in "CDHS"} - out
    return {(rank, suit) for rank, suit in pack if rank == 13 or (rank + 1, suit) in out}


def six_stops() -> Fraction:
    """The share of Pope Joan's turn-ups at which six stops are known.

    A second way, by thought: one fewer for an ace, a king, the seven or the nine of diamonds.

    >>> six_stops() == 1 - Fraction(4 + 4 + 1 + 1, 51)
    True
    >>> six_stops()
    Fraction(41, 51)
    """
    pack = [(rank, suit) for rank in range(1, 14) for suit in "CDHS" if (rank, suit) != (8, "D")]
    return Fraction(sum(len(known_stops(card)) == 6 for card in pack), len(pack))


def points(values: tuple[int, ...]) -> int:
    """The points of cards at Cooncan: court cards ten, the others their pips.

    A second way: added up by hand.

    >>> points((4, 4, 4, 6, 7, 8))
    33
    >>> points((4, 4, 4, 6, 7, 8)) == 3 * 4 + 6 + 7 + 8
    True
    """
    return sum(min(value, 10) for value in values)


CLAIMS = (
    Claim(
        "shah",
        "this patience seldom succeeds",
        "a careful player wins fewer than one deal in ten",
        *_seldom("shah"),
    ),
    Claim(
        "besieged-city",
        "This patience is exceedingly difficult.",
        "a careful player wins fewer than one deal in ten",
        *_seldom("besieged-city"),
    ),
    Claim(
        "flower-garden",
        "This patience is exceedingly difficult.",
        "a careful player wins fewer than one deal in ten",
        *_seldom("flower-garden"),
    ),
    Claim(
        "great-thirteen",
        "This is a very difficult game and requires much attention.",
        "a careful player wins fewer than one deal in ten",
        *_seldom("great-thirteen"),
    ),
    Claim(
        "fifteen",
        "In theory this patience is simple, but it is very difficult to play.",
        "a careful player wins fewer than one deal in ten",
        *_seldom("fifteen"),
    ),
    Claim(
        "kings",
        "the game being a very difficult one",
        "a careful player wins fewer than one deal in ten",
        *_seldom("kings"),
    ),
    Claim(
        "speculation",
        "there are so few chances of either of the players having a better one",
        "a knave that is turned up stays the highest trump more often than not, five playing",
        lambda: f"{stays_highest(3)} = {float(stays_highest(3)):.3f}",
        lambda: "true" if stays_highest(3) > Fraction(1, 2) else "wrong",
    ),
    Claim(
        "pope-joan",
        "there are six regular known stops at the commencement of each game",
        "six for every card that can be turned up",
        lambda: f"{six_stops()} of the turn-ups",
        lambda: "true" if six_stops() == 1 else "too strong",
    ),
    Claim(
        "cooncan",
        "there will be 33 points to pay for",
        "three fours and six, seven, eight count 33",
        lambda: f"{points((4, 4, 4, 6, 7, 8))} points",
        lambda: "true" if points((4, 4, 4, 6, 7, 8)) == 33 else "wrong",
    ),
)


def verdict(high: float, rate: float) -> str:
    """The verdict on “seldom” by an upper bound and a rate."""
    return "true" if high < SELDOM else "too strong" if rate < 0.5 else "wrong"


GUESSES = (
    Guess(
        "claims/besieged",
        "“This patience is exceedingly difficult”, says the author of The Besieged City. In how many of a hundred "
        "deals does the careful player win it?",
        lambda: 100 * rate("besieged-city")[0],
        "More than half; and the greedy one, of 100,000 deals, not one.",
    ),
    Guess(
        "claims/shah",
        "“This patience seldom succeeds”: The Shah. How many of a thousand deals does the careful player win?",
        lambda: 1000 * rate("shah")[0],
        "Seldom indeed.",
    ),
)

EXERCISES = (
    Exercise(
        "claims/knave",
        1,
        "A *queen* is turned up at Speculation, five playing. With what chance does it stay the highest trump?",
        Number(
            lambda: stays_highest(2),
            near={
                "That is the knave's.": lambda: stays_highest(3),
                "That is the king's.": lambda: stays_highest(1),
            },
        ),
        "42/85, less than a half: “so few chances” is too strong for the queen, too.",
    ),
    Exercise(
        "claims/meaning",
        1,
        "A player without any plan wins none of 100,000 deals. Does that show that the game is *difficult*, "
        "*impossible*, or *neither*?",
        Choice(
            ("difficult", "impossible", "neither"),
            lambda: "neither",
            {
                "difficult": "What did the greedy player win of The Besieged City, and the careful one?",
                "impossible": "What does zero of 100,000 permit?",
            },
        ),
        "Neither: it shows something about that player.",
    ),
    Exercise(
        "claims/points",
        1,
        "How many points are 4, 4, 4, 6, 7, 8 and a *king* at Cooncan?",
        Number(
            lambda: points((4, 4, 4, 6, 7, 8, 13)),
            near={"A court card counts ten.": lambda: 33 + 13},
        ),
        "33 and ten.",
    ),
    Exercise(
        "claims/bound",
        2,
        "Give the upper end of Wilson's 95 % interval for *none of 100,000* deals (as a percentage or a share).",
        Number(
            lambda: cadogan.odds.wilson(0, 100_000)[1],
            figures=2,
            near={"That is the rule of three, which is a little smaller.": lambda: 3 / 100_000},
        ),
        "0.0038 %, near the rule of three's 0.003 %.",
    ),
    Exercise(
        "claims/players",
        2,
        "With how many players does a turned *knave* stay the highest trump just as “few chances” would have "
        "it: in more than *half* of the deals? Give the largest number.",
        Number(
            lambda: max(n for n in range(1, 11) if stays_highest(3, n) > Fraction(1, 2)),
            near={
                "From that number on it does not.": lambda: (
                    max(n for n in range(1, 11) if stays_highest(3, n) > Fraction(1, 2)) + 1
                )
            },
        ),
        "Three: 0.556. With four players it is 0.442.",
    ),
    Exercise(
        "claims/gap",
        2,
        "By how much does the *careful* player's share of wins in Kings exceed the *greedy* one's (table of odds)?",
        Number(
            lambda: rate("kings")[0] - rate("kings", "greedy")[0],
            figures=2,
            near={
                "That is his lead over the random player.": lambda: (
                    rate("kings")[0] - rate("kings", "random")[0]
                )
            },
        ),
        "Nearly thirty points. The random player stands between them: greed is what makes Kings difficult.",
    ),
    Exercise(
        "claims/verdict",
        3,
        'Write `verdict(high, rate)`: "true" if the upper end of the interval is below one tenth, else '
        '"too strong" if the rate is below one half, else "wrong".',
        Function(
            "verdict",
            verdict,
            ((0.05, 0.04), (0.12, 0.09), (0.6, 0.55), (0.0999, 0.09), (0.5, 0.49)),
            "high, rate",
        ),
        "Three lines, and they are the judge: whoever writes them decides.",
    ),
)

LESSON = Lesson(
    number=21,
    title="Claims on trial",
    part="Studio",
    idea="Before a remark can be judged it must be made precise, and that is where the judging is done.",
    needs=(7, 19),
    chapters=(
        "shah",
        "besieged-city",
        "flower-garden",
        "great-thirteen",
        "fifteen",
        "kings",
        "speculation",
        "pope-joan",
        "cooncan",
    ),
    terms={
        "operational definition": "a meaning given to a word by saying how it is to be measured",
        "hypothesis": "a statement that a measurement can contradict",
        "lower bound": "here: what the best player we have wins; nobody knows how much more could be won",
        "multiple comparisons": "asking many questions of one set of data, so that some answers look striking by chance",
    },
    minutes={"play": 8, "guess": 4, "simulate": 10, "count": 16, "move": 8, "exercises": 14},
    board="Three columns: what she said, what we take it to mean, what would prove it wrong. Fill the second before anybody has seen a "
    "number.",
    mistakes={
        "“She was wrong.”": "By which definition of difficult? And which player did she have in mind?",
        "“0 of 100,000, so it cannot be won.”": "Cannot, or was not? By whom?",
        "“The interval is narrow, so the verdict is certain.”": "The interval is about this player. What is it silent about?",
    },
    guesses=GUESSES,
    exercises=EXERCISES,
)
