"""Lesson 19: luck, skill and the house (Canfield or Klondike; all the games)."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

import cadogan
from cadogan.course.kinds import Choice, Function, Number, Numbers
from cadogan.course.lesson import Lesson
from cadogan.course.old import Exercise, Guess

#: What the pack costs in Canfield's house, what a card home is paid, and the cards.
PAID, EACH, CARDS = 52, 5, 52
PLAYERS = ("random", "greedy", "careful")


@cache
def row(slug: str) -> dict[str, tuple[int, int, float]]:
    """Of each player of the table of odds: deals, wins, mean number of cards home."""
    return {
        one.strategy: (one.n, one.wins, one.mean_home) for _, one in cadogan.odds.table(slug).rows
    }


def returns(player: str) -> float:
    """What a player gets back for 52 counters, on average (table of odds, 100,000 deals, seed 1).

    >>> returns("careful") == 5 * row("canfield-or-klondike")["careful"][2]
    True
    """
    return EACH * row("canfield-or-klondike")[player][2]


def rate(slug: str, player: str) -> float:
    """The share of deals that a player wins."""
    n, wins, _ = row(slug)[player]
    return wins / n


def skill(slug: str) -> float:
    """What care is worth in a game: the careful player's share of wins less the random one's."""
    return rate(slug, "careful") - rate(slug, "random")


def luck(slug: str) -> float:
    """How much is left to the deal when play is careful: the standard deviation of one game's
    result, p (1 - p) under the root.

    >>> luck("nation") < luck("two-rings")
    True
    """
    p = rate(slug, "careful")
    return float((p * (1 - p)) ** 0.5)


def parted(first: Fraction, second: Fraction) -> tuple[Fraction, Fraction]:
    """The variance of one result, when a coin decides which of two players plays: within the
    players, and between them.

    A second way: the variance of the mixture itself is the sum.

    >>> p, q = Fraction(1, 5), Fraction(3, 5)
    >>> mixed = (p + q) / 2
    >>> sum(parted(p, q)) == mixed * (1 - mixed)
    True
    >>> parted(p, q)
    (Fraction(1, 5), Fraction(1, 25))
    """
    within = (first * (1 - first) + second * (1 - second)) / 2
    between = ((first - second) / 2) ** 2
    return within, between


def games_to_tell(first: float, second: float) -> int:
    """How many games on different deals each of two players must play until their difference is two
    standard errors.

    >>> games_to_tell(0.6, 0.5) > games_to_tell(0.6, 0.3)
    True
    """
    variance = first * (1 - first) + second * (1 - second)
    gap = first - second
    return round(4 * variance / gap**2)


def house(paid: float, each: float, home: float) -> float:
    """What the house keeps on average, in counters."""
    return paid - each * home


GUESSES = (
    Guess(
        "luck-and-skill/back",
        "Canfield's house sold the pack for 52 counters and paid five for every card home. How many counters "
        "does a *careful* player get back on average?",
        lambda: returns("careful"),
        "In 100,000 deals (seed 1). The house keeps the rest.",
    ),
    Guess(
        "luck-and-skill/random",
        "And one who plays at random?",
        lambda: returns("random"),
        "Care is worth more than half of what comes back.",
    ),
)

EXERCISES = (
    Exercise(
        "luck-and-skill/even",
        1,
        "How many cards must come home on average for the house to make *nothing* (52 counters paid, "
        "five a card)?",
        Number(
            lambda: Fraction(PAID, EACH), near={"That is the number of counters.": lambda: PAID}
        ),
        "10.4. The careful player brings fewer than nine.",
    ),
    Exercise(
        "luck-and-skill/house",
        1,
        "A player brings eight cards home on average. How many counters does the house keep?",
        Number(lambda: PAID - EACH * 8, near={"That is what it pays out.": lambda: EACH * 8}),
        "52 − 40.",
    ),
    Exercise(
        "luck-and-skill/which",
        1,
        "A careful player wins 99.8 % of the deals of The Nation, a random one 67 %. Is the result of "
        "*one* game of a careful player mostly *luck*, mostly *skill*, or *neither*: "
        "nearly settled in advance?",
        Choice(
            ("luck", "skill", "neither"),
            lambda: "neither",
            {"luck": "How often is he surprised?", "skill": "What could more skill still change?"},
        ),
        "Neither: two games in a thousand are lost. There is room for skill below him, none above.",
    ),
    Exercise(
        "luck-and-skill/variance",
        2,
        "A coin decides whether a player with a win rate of 1/5 or one with 3/5 plays. Give the "
        "variance of the result *within* the players (the mean of "
        "their variances) and *between* them.",
        Numbers(lambda: parted(Fraction(1, 5), Fraction(3, 5)), ("within", "between")),
        "(4/25 + 6/25)/2 = 1/5, and (1/5)² = 1/25. Together 6/25 = 2/5 · 3/5.",
    ),
    Exercise(
        "luck-and-skill/tell",
        2,
        "Two players win 60 % and 50 % of their deals, each on deals of their own. How many games must "
        "each play until the difference is two standard errors?",
        Number(
            lambda: games_to_tell(0.6, 0.5),
            near={"That is until it is one.": lambda: games_to_tell(0.6, 0.5) / 4},
        ),
        "4 (0.24 + 0.25)/0.1² = 196. On common deals far fewer do: lesson 20.",
    ),
    Exercise(
        "luck-and-skill/function",
        2,
        "Write `house(paid, each, home)`: what the house keeps on average, when `home` cards come "
        "home on average.",
        Function(
            "house", house, ((52, 5, 8), (52, 5, 10.4), (30, 2, 20), (0, 1, 1)), "paid, each, home"
        ),
        "`paid - each * home`: negative if the house loses.",
    ),
    Exercise(
        "luck-and-skill/price",
        3,
        "You keep the house, and pay *six* counters a card. What do you ask for the pack, so that a "
        "careful player loses *two* counters a game on average? (To the counter.)",
        Number(
            lambda: round(6 * row("canfield-or-klondike")["careful"][2] + 2),
            near={
                "That would be fair.": lambda: round(6 * row("canfield-or-klondike")["careful"][2])
            },
        ),
        "Six times the mean number of cards home, and two more.",
    ),
)

LESSON = Lesson(
    number=19,
    title="Luck, skill and the house",
    part="Decide",
    idea="Luck is what differs from deal to deal for one player; skill is what differs from player to player on one deal.",
    needs=(7, 10),
    chapters=("canfield-or-klondike", "nation"),
    terms={
        "house edge": "what the one who offers a game keeps on average, as a share of what is staked",
        "fair game": "a game in which nobody gains on average",
        "law of total variance": "the variance of a result is the mean variance within the groups plus the variance between their means",
        "skill": "how much the result changes with the player while the deals stay the same",
    },
    minutes={"play": 10, "guess": 4, "simulate": 8, "count": 16, "move": 8, "exercises": 14},
    board="Two axes: to the right, how often care wins; upwards, by how much more than chance. Let the class place ten games before "
    "the figure is shown.",
    mistakes={
        "“A game with a low win rate is a game of luck.”": "Whose win rate? Could anybody win those deals?",
        "“The house wins because people play badly.”": "What does the careful player get back?",
        "“He won five times running, so he is good.”": "At which rate would that happen to somebody in this room?",
    },
    guesses=GUESSES,
    exercises=EXERCISES,
)
