"""The Empress of India."""

from __future__ import annotations

from functools import cache

import cadogan
from cadogan.course.kinds import Choice, Number
from cadogan.course.old import Exercise
from cadogan.course.played import changed
from cadogan.words import A, J, K, descending

HALF = """empress.vary(packs(2), toss("QS QS QC"),
    ornaments("guard", "JH JH JD JD", letter="j", at=spots("5.34,2.12 6.54,2.12 5.34,4.48 6.54,4.48")),
    foundations(4, ascending(A, K, omit=Q), name="Admirals", letter="f", cards="AC AC AS AS", at=line(4, 4.2, 1.06, 1.15)),
    foundations(4, descending(K, A, omit=J), name="Generals", letter="g", cards="KH KD KH KD", at=line(4, 4.2, 5.54, 1.15)),
    places("Army", 12, letter="a", at=line(12, 0, 7.9, 1.08), single=True),
    places("Navy", 12, letter="n", at=line(12, 0, 9.1, 1.08), single=True), title="The Little Empress")"""


def without_one() -> int:
    """The cards home at most, of both colours, while one General waits for his queen: the others are done, and each has gone home
    beside a black card."""
    played = len(descending(K, A, omit=J).values) - 1
    return 16 + 2 * 7 * played


@cache
def laid_aside() -> tuple[int, ...]:
    """The cards of the longer talon in the deals 0 to 199.

    >>> max(laid_aside())
    18
    """
    deals = map(cadogan.games["empress-of-india"].deal, range(200))
    return tuple(max(len(one.cards["talon-r"]), len(one.cards["talon-b"])) for one in deals)


@cache
def smaller() -> str:
    """Whether the careful player wins a larger share of 100 deals with two packs, or a smaller one."""
    games = (cadogan.games["empress-of-india"], changed("empress-of-india", HALF))
    whole, half = (cadogan.odds.simulate(game, "careful", n=100, seed=1).rate for game in games)
    return "easier" if half > whole else "harder" if half < whole else "neither"


EXERCISES = (
    Exercise("empress-of-india/1", 1, "", Number(without_one, near={
        "The sixteen that are set out are home as well.": lambda: without_one() - 16,
        "Those are the red ones alone: with each goes a black one.": lambda: 8 + (without_one() - 16) // 2})),
    Exercise("empress-of-india/2", 2, "", Number(lambda: sum(n > 10 for n in laid_aside()), near={
        "Those are the deals with ten or more.": lambda: sum(n > 9 for n in laid_aside())})),
    Exercise("empress-of-india/3", 3, "Is it the easier game, or the harder?", Choice(("easier", "harder", "neither"), smaller, {
        "easier": "With how many cards of the other colour can a card be paired, in the one and in the other?",
        "neither": "With how many cards of the other colour can a card be paired, in the one and in the other?"})),
)  # fmt: skip
