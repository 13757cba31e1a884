"""Lesson 14: the drunkard wins: random walks, hitting times and the limit (The Nation, La Belle
Lucie refilled).
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache

import cadogan
from cadogan.course.kinds import Choice, Function, Number, Numbers
from cadogan.course.lesson import Lesson
from cadogan.course.old import Exercise, Guess

#: The steps of the little walk, from the door (0, where there is a wall behind him) to his house.
HOUSE, FEW, MANY, DEALS = 10, 100, 1000, 1000


@cache
def time_home(start: int, house: int = HOUSE) -> Fraction:
    """The expected number of steps of a walk between a wall at 0 and the house, by first steps.

    From 0 it goes to 1; from there on up or down with equal chances. The differences d(x) = E(x) -
    E(x + 1) grow by 2: 1, 3, 5 …

    A second way: the formula house² - start².

    >>> all(time_home(x) == 100 - x * x for x in range(11))
    True
    >>> time_home(0)
    Fraction(100, 1)
    """
    return Fraction(sum(2 * x + 1 for x in range(start, house)))


@cache
def home_within(steps: int, house: int = HOUSE) -> Fraction:
    """The chance that the walk from 0 is home within this many steps, by carrying the chances on.

    A second way: the mean is the sum over n of the chance not to be home after n steps.

    >>> abs(sum(1 - home_within(n) for n in range(2500)) - time_home(0)) < Fraction(1, 10**6)
    True
    >>> round(float(home_within(100)), 6)
    0.634148
    """
    return _walk(steps, house)[house]


@cache
def _walk(steps: int, house: int) -> tuple[Fraction, ...]:
    now = [Fraction(0)] * (house + 1)
    now[0] = Fraction(1)
    if steps == 0:
        return tuple(now)
    if steps > 200:
        _walk(steps - 200, house)  # not too deep
    before = _walk(steps - 1, house)
    now = [Fraction(0)] * (house + 1)
    now[house] = before[house]
    for x in range(house):
        for y in (1,) if x == 0 else (x - 1, x + 1):
            now[y] += before[x] * (1 if x == 0 else Fraction(1, 2))
    return tuple(now)


def hurdle(p: Fraction, house: int = 3) -> Fraction:
    """The expected steps where up has chance p only (down 1 - p), from 0.

    A second way: the equation of the first step, at every place.

    >>> hurdle(Fraction(1, 2)) == 9
    True
    >>> p = Fraction(1, 3)
    >>> e = [hurdle(p, 3), hurdle(p, 3) - hurdle(p, 1), hurdle(p, 3) - hurdle(p, 2), 0]
    >>> e[0] == 1 + e[1] and all(e[x] == 1 + p * e[x + 1] + (1 - p) * e[x - 1] for x in (1, 2))
    True
    >>> hurdle(Fraction(1, 3))
    Fraction(19, 1)
    """
    step, total = Fraction(1), Fraction(1)
    for _ in range(1, house):
        step = (1 + (1 - p) * step) / p
        total += step
    return total


def steps_home(start: int, house: int) -> float:
    """The expected steps, as a number."""
    return float(house * house - start * start)


@cache
def nation(strategy: str, limit: int) -> float:
    """The share of a thousand deals of The Nation that a player wins within this many moves (seed
    1).
    """
    return cadogan.odds.simulate(
        cadogan.games["nation"], strategy, n=DEALS, seed=1, limit=limit
    ).rate


GUESSES = (
    Guess(
        "random-walks/nation",
        "The Nation has marriages both ways, so that a move can be taken back. One player moves *at random*, "
        "at most a thousand times. How many "
        "of a hundred deals does he win?",
        lambda: 100 * nation("random", MANY),
        "Two in three. The greedy player, who never looks back, wins one in forty.",
    ),
    Guess(
        "random-walks/steps",
        "A drunkard stands at the door, ten steps from home; behind him is a wall. Each step goes either way. "
        "How many steps does he take on average?",
        lambda: time_home(0),
        "The square of the distance.",
    ),
)

EXERCISES = (
    Exercise(
        "random-walks/twice",
        1,
        "The house is twice as far away: *twenty* steps. How many steps does he take on average?",
        Number(
            lambda: time_home(0, 20),
            near={"Twice the distance does not take twice the time.": lambda: 2 * time_home(0)},
        ),
        "400: four times as many.",
    ),
    Exercise(
        "random-walks/nine",
        1,
        "He has come to within *one* step of the house. How many steps are still to be expected?",
        Number(
            lambda: time_home(9),
            near={
                "With chance one half he goes the wrong way, and then it is far.": lambda: 1,
                "What is 10² − 9²?": lambda: 2,
            },
        ),
        "19. Half of the time he goes back, and is two steps away.",
    ),
    Exercise(
        "random-walks/limit",
        1,
        "“The random player wins 67 % of the deals of The Nation.” What is missing for this to be a "
        "statement that can be checked: the *limit of moves*, the "
        "*number of columns*, or the *name of the player*?",
        Choice(
            ("limit of moves", "number of columns", "name of the player"),
            lambda: "limit of moves",
            {
                "number of columns": "That is part of the game's rules.",
                "name of the player": "He is called random. When does he stop?",
            },
        ),
        "With another limit it is another number; the lesson's slider shows it.",
    ),
    Exercise(
        "random-walks/within",
        2,
        "What is the chance that he is home within *exactly his mean*, a hundred steps?",
        Number(
            lambda: home_within(FEW), near={"That would be the median.": lambda: Fraction(1, 2)}
        ),
        "0.63: the mean is drawn up by the few very long walks.",
    ),
    Exercise(
        "random-walks/uphill",
        2,
        "The house is *three* steps away, and the way goes uphill: a step up has chance *one third* "
        "only. How many steps on average?",
        Number(
            lambda: hurdle(Fraction(1, 3)),
            near={"That is on level ground.": lambda: hurdle(Fraction(1, 2))},
        ),
        "From 0 to 1: 1. From 1 to 2: (1 + ⅔ · 1)/⅓ = 5. From 2 to 3: (1 + ⅔ · 5)/⅓ = 13. Together 19.",
    ),
    Exercise(
        "random-walks/two",
        2,
        "Give the expected steps from places *0*, *3* and *6*, if the house is at 7.",
        Numbers(lambda: [time_home(x, 7) for x in (0, 3, 6)], ("from 0", "from 3", "from 6")),
        "49, 40 and 13.",
    ),
    Exercise(
        "random-walks/function",
        2,
        "Write `steps_home(start, house)`: the expected number of steps from a place to the house, "
        "with the wall at 0.",
        Function(
            "steps_home", steps_home, ((0, 10), (3, 7), (6, 7), (5, 5), (0, 1)), "start, house"
        ),
        "`house**2 - start**2`.",
    ),
    Exercise(
        "random-walks/design",
        3,
        "You design a game in which a blind walker shall need about *fifty* steps on average. At how "
        "many steps from the wall do you put the house?",
        Number(
            lambda: min(range(1, 20), key=lambda n: abs(n * n - 50)),
            near={"The time is the square of the distance.": lambda: 50},
        ),
        "Seven: 49.",
    ),
)

LESSON = Lesson(
    number=14,
    title="The drunkard wins",
    part="Process",
    idea="Where moves can be taken back, patience is a random walk, and how much it wins is a question of time.",
    needs=(3, 7),
    chapters=("nation", "la-belle-lucie"),
    terms={
        "random walk": "a process that takes one step after another, each to a neighbouring place chosen by chance",
        "hitting time": "the number of steps until a certain place is reached for the first time",
        "recurrent": "of a walk that comes back to every place with certainty",
        "censored": "of a measurement that was broken off before it was complete",
    },
    minutes={"play": 10, "guess": 4, "simulate": 10, "count": 16, "move": 8, "exercises": 14},
    board="A row of eleven dots, the wall at the left, the house at the right. Write E under each: 100, 99, 96, 91 … and let the "
    "class find the rule.",
    mistakes={
        "“He makes no headway on average, so he never arrives.”": "Where is the wall? And how far has he strayed after a hundred steps?",
        "“Ten steps away: ten steps, perhaps twenty.”": "Toss a coin twenty times and walk it.",
        "“The greedy player is worse than chance, so greed is bad.”": "What can the random player do that the greedy one cannot? What "
        "does it cost him?",
    },
    guesses=GUESSES,
    exercises=EXERCISES,
)
