"""Lesson 15: an absorbing Markov chain (Pool Commerce)."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

from cadogan.course.kinds import Choice, Function, Number, Numbers
from cadogan.course.lesson import Lesson
from cadogan.course.old import Exercise, Guess

#: The counters with which each player of Pool Commerce begins.
LIVES = 3


def after(state: tuple[int, ...]) -> list[tuple[int, ...]]:
    """The states that may follow, all equally likely: one of the players still in loses a counter.
    Counters in falling order.
    """
    return [
        tuple(
            sorted(
                (n - (i == loser) for i, n in enumerate(state) if n - (i == loser)), reverse=True
            )
        )
        for loser in range(len(state))
    ]


@cache
def hands(state: tuple[int, ...]) -> Fraction:
    """The expected number of hands until one player is left, by first steps.

    A second way for two players: the game lasts exactly n hands if the loser's third loss comes in
    the n-th.

    >>> from math import comb
    >>> hands((3, 3)) == sum(n * 2 * comb(n - 1, 2) * Fraction(1, 2) ** n for n in (3, 4, 5)) == Fraction(33, 8)
    True
    >>> hands((3, 3, 3, 3))
    Fraction(6911959, 663552)
    >>> hands((3, 3))
    Fraction(33, 8)
    """
    if len(state) == 1:
        return Fraction(0)
    return 1 + sum(map(hands, after(state)), Fraction(0)) / len(state)


def expected(players: int) -> Fraction:
    """The expected number of hands of this many players.

    A second way: the chance that the game is not over after n hands, summed over n
    (`distribution`).

    >>> expected(3) == sum(n * p for n, p in distribution(3).items())
    True
    >>> [expected(n) for n in (2, 3, 4)]
    [Fraction(33, 8), Fraction(4747, 648), Fraction(6911959, 663552)]
    """
    return hands((LIVES,) * players)


@cache
def distribution(players: int) -> dict[int, Fraction]:
    """The chance of each number of hands, by carrying the states on hand by hand.

    A second way, for two players: the loser's third loss comes in the last hand.

    >>> distribution(2)
    {3: Fraction(1, 4), 4: Fraction(3, 8), 5: Fraction(3, 8)}
    >>> from math import comb
    >>> distribution(2) == {n: 2 * comb(n - 1, 2) * Fraction(1, 2) ** n for n in (3, 4, 5)}
    True
    """
    now: dict[tuple[int, ...], Fraction] = {(LIVES,) * players: Fraction(1)}
    found: dict[int, Fraction] = {}
    hand = 0
    while now:
        hand += 1
        then: dict[tuple[int, ...], Fraction] = {}
        for state, chance in now.items():
            for next_state in after(state):
                then[next_state] = then.get(next_state, Fraction(0)) + chance / len(state)
        over = sum((chance for state, chance in then.items() if len(state) == 1), Fraction(0))
        if over:
            found[hand] = over
        now = {state: chance for state, chance in then.items() if len(state) > 1}
    return found


@cache
def until_one_is_out(players: int) -> Fraction:
    """The expected number of hands until the first player is out.

    A second way, for two players, with whom it is the whole game.

    >>> until_one_is_out(2) == expected(2)
    True
    >>> until_one_is_out(4)
    Fraction(48039, 8192)
    """

    @cache
    def left(state: tuple[int, ...]) -> Fraction:
        if len(state) < players:
            return Fraction(0)
        return 1 + sum(map(left, after(state)), Fraction(0)) / len(state)

    return left((LIVES,) * players)


@cache
def last_left(mine: int, other: int) -> Fraction:
    """The chance that a player with this many counters outlasts one with this many others.

    A second way: the other's losses must come first; like points in a match, by the binomial
    distribution.

    >>> from math import comb
    >>> last_left(1, 3) == Fraction(1, 8) and last_left(3, 3) == Fraction(1, 2)
    True
    >>> last_left(2, 3) == sum(comb(4, k) for k in range(3, 5)) * Fraction(1, 16)
    True
    >>> last_left(1, 3)
    Fraction(1, 8)
    >>> last_left(2, 3)
    Fraction(5, 16)
    """
    if not mine or not other:
        return Fraction(int(mine > 0))
    return (last_left(mine - 1, other) + last_left(mine, other - 1)) / 2


def with_horse() -> Fraction:
    """The expected hands of two players where the first who is out gets one counter more, once.

    A second way: the hands that come on top of a game without it.

    >>> more = {3: hands((3, 1)), 4: hands((2, 1)), 5: hands((1, 1))}
    >>> with_horse() - expected(2) == sum(chance * more[n] for n, chance in distribution(2).items())
    True
    >>> with_horse()
    Fraction(11, 2)
    """
    total = Fraction(0)
    for n, chance in distribution(2).items():
        left = (
            2 * LIVES - n
        )  # the counters of the one who is still in when the other has lost three
        total += chance * (n + hands(tuple(sorted((left, 1), reverse=True))))
    return total


def steps(state: tuple[int, ...]) -> float:
    """The expected number of hands, as a number."""
    return float(hands(tuple(sorted((n for n in state if n), reverse=True))))


GUESSES = (
    Guess(
        "absorbing/two",
        "Two players with three counters each; each hand one of them, either as likely as the other, loses a "
        "counter. How many hands "
        "does the game last on average?",
        lambda: expected(2),
        "At least three hands, at most five.",
    ),
    Guess(
        "absorbing/four",
        "And with four players, until one is left?",
        lambda: expected(4),
        "Between nine hands and eleven.",
    ),
)

EXERCISES = (
    Exercise(
        "absorbing/most",
        1,
        "Four players have three counters each. How many hands can the game last *at most*?",
        Number(
            lambda: 4 * LIVES - 1,
            near={"Is the last counter of the last player lost, too?": lambda: 4 * LIVES},
        ),
        "Every hand costs one counter; the last player keeps one at least. Eleven.",
    ),
    Exercise(
        "absorbing/absorbed",
        1,
        "In a game of two, is (2, 0) *transient* or *absorbing*?",
        Choice(
            ("transient", "absorbing"),
            lambda: "absorbing",
            {"transient": "Does anything follow it?"},
        ),
        "Nobody can lose a counter to nobody: the game is over.",
    ),
    Exercise(
        "absorbing/behind",
        1,
        "You have one counter left, the other player three. What is the chance that you are the last one left?",
        Number(
            lambda: last_left(1, 3),
            near={
                "That is the share of the counters that you hold.": lambda: Fraction(1, 4),
                "That is the chance of the other player.": lambda: 1 - last_left(1, 3),
            },
        ),
        "You must see the other lose three times running: 1/8. In a game where counters pass from one to the other it would be 1/4; "
        "here they go to "
        "the pool.",
    ),
    Exercise(
        "absorbing/three",
        2,
        "How many hands do *three* players take on average?",
        Number(
            lambda: expected(3),
            near={"That is until the first of them is out.": lambda: until_one_is_out(3)},
        ),
        "By first steps from (1, 1) upwards, or carry the states on hand by hand.",
    ),
    Exercise(
        "absorbing/lengths",
        2,
        "Two players: give the chances that the game lasts *three*, *four* and *five* hands.",
        Numbers(
            lambda: [distribution(2)[n] for n in (3, 4, 5)],
            ("three hands", "four hands", "five hands"),
        ),
        "1/4, 3/8 and 3/8.",
    ),
    Exercise(
        "absorbing/horse",
        2,
        "“Buying a horse”: the first of two players who is out gets one counter more, once. How many hands "
        "does a game of two "
        "last on average now?",
        Number(with_horse, near={"That is without the horse.": lambda: expected(2)}),
        "When the third loss comes after n hands, the other has 6 − n counters left; from there the game goes on from (6 − n, 1).",
    ),
    Exercise(
        "absorbing/steps",
        2,
        "Write `steps(state)`: the expected number of hands from any state, such as `(3, 1, 2)`.",
        Function(
            "steps", steps, (((3, 3),), ((1, 1),), ((3, 1, 2),), ((3, 3, 3, 3),), ((5,),)), "state"
        ),
        "1 + the mean of `steps` over the states that may follow; 0 where one player is left. A cache keeps it quick.",
    ),
    Exercise(
        "absorbing/lives",
        3,
        "You have four players and want a game of *about eighteen hands*. How many counters should each be "
        "given?",
        Number(
            lambda: min(range(1, 9), key=lambda n: abs(hands((n,) * 4) - 18)),
            near={
                "Eighteen counters must go, but the last player keeps some: the game would be over after some fourteen hands.": lambda: (
                    4
                )
            },
        ),
        "Four players with five counters take 18.03 hands on average, with four 14.2.",
    ),
)


LESSON = Lesson(
    number=15,
    title="How long until one is left",
    part="Process",
    idea="Where only the present matters, an expectation is one equation for each state.",
    needs=(1, 3),
    chapters=("commerce",),
    terms={
        "Markov chain": "a process in which the chances of what comes next depend on the present state alone",
        "state": "all that must be known of the present to know the chances of what comes next",
        "transient": "of a state that is left sooner or later and never returned to",
        "absorbing": "of a state that is never left",
        "first-step analysis": "an equation for each state: what is expected from here is one step and the mean of what is expected "
        "from the next states",
    },
    minutes={"play": 10, "guess": 4, "simulate": 8, "count": 20, "move": 6, "exercises": 14},
    board="The states of two players as a lattice from (3, 3) down to (n, 0), two arrows out of each, a half beside every arrow. "
    "Write E in the corners first: they are 0. Then fill in from below.",
    mistakes={
        "“Each of six counters is lost: six hands.”": "Does the winner lose his, too?",
        "“The state is who lost last.”": "Does that change what happens next? What does?",
        "“Whoever has a quarter of the counters wins one time in four.”": "To whom do the counters go?",
    },
    guesses=GUESSES,
    exercises=EXERCISES,
)
