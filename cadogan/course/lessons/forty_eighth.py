"""Lesson 23: the forty-eighth patience (the reader's own)."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from math import comb
from random import Random

import cadogan
from cadogan import Game, Position
from cadogan.course.kinds import Choice, Function, Number
from cadogan.course.lesson import Lesson
from cadogan.course.old import Exercise, Guess
from cadogan.words import (
    A,
    K,
    ascending,
    deal,
    each,
    either,
    fill,
    foundations,
    free,
    marry,
    may,
    packs,
    places,
)

#: The seed of every simulation of the lesson, and the first of its deals.
SEED = 48
FIRST = SEED << 32
CARDS, COLUMNS, SUITS = 48, 12, 4


def forty_eight(chairs: int = 1) -> Game:
    """The worked game, with this many chairs.

    >>> forty_eight().deal(1).home
    4
    """
    seats = (
        (places("chairs", chairs), free("chairs"), fill("chairs", "columns", may)) if chairs else ()
    )
    return Game(
        "The Forty-Eighth",
        packs(1),
        foundations(4, ascending(A, K), cards="AS AH AD AC"),
        places("columns", COLUMNS),
        deal(each("columns", 4)),
        free("columns"),
        marry(either, "columns"),
        fill("columns", "columns", may),
        *seats,
    )


def no_two() -> Fraction:
    """The chance that none of the four twos lies uppermost, so that nothing can go home at once.

    A second way: none of the twelve uppermost cards is one of the four.

    >>> no_two() == Fraction(comb(CARDS - SUITS, COLUMNS), comb(CARDS, COLUMNS))
    True
    >>> no_two()
    Fraction(1309, 4324)
    """
    return Fraction(comb(CARDS - COLUMNS, SUITS), comb(CARDS, SUITS))


def marriages() -> Fraction:
    """The mean number of marriages that lie open after the deal: 11 neighbours in each of four
    suits.

    A second way: each pair of the uppermost cards is a pair of neighbours with the same chance.

    >>> marriages() == comb(COLUMNS, 2) * Fraction(11 * SUITS, comb(CARDS, 2))
    True
    >>> marriages()
    Fraction(121, 47)
    """
    return 11 * SUITS * Fraction(COLUMNS, CARDS) * Fraction(COLUMNS - 1, CARDS - 1)


def missed(chance: Fraction, people: int) -> Fraction:
    """The chance that none of this many people meets something that one person meets with that
    chance.
    """
    return (1 - chance) ** people


def found_by_three() -> Fraction:
    """Trouble that one player in three meets: the chance that it is seen with three players.

    A second way: one, two or all three of them meet it.

    >>> found_by_three() == sum(comb(3, k) * Fraction(1, 3) ** k * Fraction(2, 3) ** (3 - k) for k in (1, 2, 3))
    True
    >>> found_by_three()
    Fraction(19, 27)
    """
    return 1 - missed(Fraction(1, 3), 3)


@cache
def rate(chairs: int) -> float:
    """The careful player's share of wins (500 deals, seed 48, at most 1,000 moves)."""
    return cadogan.odds.simulate(forty_eight(chairs), "careful", n=500, seed=SEED).rate


def chairs_for(target: float) -> int:
    """The fewest chairs with which that share reaches a target."""
    return next(chairs for chairs in range(6) if rate(chairs) >= target)


def kind_of(solver: cadogan.solver.Solver, position: Position, states: int = 3000) -> str:
    """What may be chosen in a position: "forced" (one move only), "real" (one move keeps a win,
    another throws it away), or "free".
    """
    moves = position.moves()
    if len(moves) == 1:
        return "forced"
    met = set()
    for move in moves:
        met.add(solver.solve(position.play(move), states, None).verdict)
        if {"won", "lost"} <= met:
            return "real"
    return "free"


def choices(n: int, chairs: int = 1) -> list[str]:
    """One move each, drawn by lot, of this many games of the careful player (seed 48); what may be
    chosen there.
    """
    game, lots = forty_eight(chairs), Random(SEED)
    solver = cadogan.solver.Solver(game, 100)
    games = (cadogan.odds.playout(game, FIRST + i, "careful").positions()[:-1] for i in range(n))
    return [kind_of(solver, lots.choice(positions)) for positions in games]


GUESSES = (
    Guess(
        "forty-eighth/two",
        "Forty-eight cards lie in twelve columns of four, the aces are out. What is the chance that *no two* "
        "lies uppermost, so "
        "that no card can go home at once?",
        no_two,
        "Exactly so: 36 · 35 · 34 · 33 over 48 · 47 · 46 · 45.",
    ),
    Guess(
        "forty-eighth/careful",
        "What share of its deals does a careful player win? (The target is 20 to 40 %.)",
        lambda: rate(1),
        "In 500 deals (seed 48, at most 1,000 moves).",
    ),
)

EXERCISES = (
    Exercise(
        "forty-eighth/twos",
        1,
        "How many of the four twos lie uppermost, on average?",
        Number(
            lambda: Fraction(SUITS * COLUMNS, CARDS),
            near={"That is the chance for one of them.": lambda: Fraction(COLUMNS, CARDS)},
        ),
        "4 · 12/48: each lies uppermost with chance 1/4.",
    ),
    Exercise(
        "forty-eighth/three",
        1,
        "One player in three misreads a rule of yours. Three people play it, each alone. What is the "
        "chance that you *see* the "
        "trouble?",
        Number(
            found_by_three, near={"That is the chance for one of them.": lambda: Fraction(1, 3)}
        ),
        "1 − (2/3)³.",
    ),
    Exercise(
        "forty-eighth/kind",
        1,
        "A position has five legal moves, and after each of them the game is lost. What is the next move: "
        "*forced*, a "
        "*meaningful* choice, or *neither*?",
        Choice(
            ("forced", "meaningful", "neither"),
            lambda: "neither",
            {"forced": "How many moves are legal?", "meaningful": "What hangs on it?"},
        ),
        "Neither: there are five moves, but nothing hangs on which is made.",
    ),
    Exercise(
        "forty-eighth/marriages",
        2,
        "How many marriages lie open after the deal, on average? (Two uppermost cards of one suit "
        "that are neighbours.)",
        Number(
            marriages,
            near={
                "The second card lies uppermost with another chance than the first.": lambda: (
                    Fraction(44, 16)
                ),
                "Each pair is counted once.": lambda: 2 * marriages(),
            },
        ),
        "44 pairs of neighbours, each with chance 12/48 · 11/47: 121/47.",
    ),
    Exercise(
        "forty-eighth/missed",
        2,
        "Write `missed(chance, people)`: the chance that none of this many people meets what one meets "
        "with that chance.",
        Function(
            "missed", missed, ((Fraction(1, 3), 3), (0.5, 1), (0, 9), (0.2, 10)), "chance, people"
        ),
        "`(1 - chance) ** people`.",
    ),
    Exercise(
        "forty-eighth/ten",
        2,
        "You claim 30 %. Ten games are played, and none is won. How probable was that, if you are right?",
        Number(lambda: missed(Fraction(3, 10), 10)),
        "0.7¹⁰: under three in a hundred. Either the claim is wrong, or the players are "
        "not careful yet.",
    ),
    Exercise(
        "forty-eighth/tune",
        3,
        "With how many chairs does the careful player first win *one deal in three*? (500 deals, seed 48.)",
        Number(
            lambda: chairs_for(1 / 3),
            near={"That is for one deal in five.": lambda: chairs_for(1 / 5)},
        ),
        "The first chair adds some ten points, the next some ten more.",
    ),
)

LESSON = Lesson(
    number=23,
    title="The forty-eighth patience",
    part="Studio",
    idea="A game is designed by saying what it should do, predicting what a rule will change, and measuring it.",
    needs=(19, 22),
    chapters=("la-belle-lucie", "flower-garden"),
    terms={
        "meaningful choice": "a choice between moves of which one keeps a win and another throws it away",
        "forced move": "a move where no other is legal",
        "dead end": "a position that is not won, and in which no move is left",
        "point of loss": "the first move after which a deal that could be won is lost",
        "uncertainty over time": "how the chance of winning changes as the game goes on",
        "playtest": "a game played by somebody else while the designer watches and says nothing",
    },
    minutes={
        "play": 10,
        "guess": 4,
        "simulate": 10,
        "count": 8,
        "judge": 14,
        "move": 6,
        "exercises": 16,
    },
    board="The table of the worked game at the left, an empty one for the class's own game at the right; beside each number the "
    "prediction, written "
    "before it is measured.",
    mistakes={
        "“There are eight legal moves, so there is choice.”": "What hangs on which of them is made?",
        "“Nobody won, so it cannot be won.”": "What does the solver say of those deals?",
        "“They did not understand my rules.”": "Which sentence did they read?",
        "“I changed three rules, and it is better.”": "Which of the three did it?",
    },
    guesses=GUESSES,
    exercises=EXERCISES,
)
