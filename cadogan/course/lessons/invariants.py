"""Lesson 12: invariants as design (The Wheel, The Great Thirteen, The Clock)."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import combinations

from cadogan.course.kinds import Choice, Function, Members, Number, Numbers
from cadogan.course.lesson import Lesson
from cadogan.course.old import Exercise, Guess

#: The values of The Wheel's cushion, each eight times, and the threes of them that make eighteen.
VALUES, EACH = range(2, 11), 8
EIGHTEENS = tuple(three for three in combinations(VALUES, 3) if sum(three) == 18)
#: The square in whose rows and columns they stand.
ROWS = ((3, 8, 7), (10, 6, 2), (5, 4, 9))


@cache
def ways(each: int = EACH) -> tuple[tuple[int, ...], ...]:
    """How often each of the eight eighteens can be taken so that every value is used up: all the
    ways.

    A second way: rows some number of times, columns the rest, no diagonal at all.

    >>> columns = tuple(zip(*ROWS))
    >>> def by_square(k, each):
    ...     "Rows k times each, columns each - k times."
    ...     taken = {tuple(sorted(line)): n for lines, n in ((ROWS, k), (columns, each - k)) for line in lines}
    ...     return tuple(taken.get(three, 0) for three in EIGHTEENS)
    >>> all(set(ways(each)) == {by_square(k, each) for k in range(each + 1)} for each in range(1, 6))
    True
    >>> len(ways())
    9
    """
    found = []

    def take(i: int, left: tuple[int, ...], chosen: tuple[int, ...]) -> None:
        if i == len(EIGHTEENS):
            if not any(left):
                found.append(chosen)
            return
        most = min(left[value - 2] for value in EIGHTEENS[i])
        last = [
            left[value - 2]
            for value in EIGHTEENS[i]
            if not any(value in three for three in EIGHTEENS[i + 1 :])
        ]
        for n in last[:1] or range(most + 1):  # what no later three can take must be taken now
            if n > most:
                continue
            take(
                i + 1,
                tuple(
                    have - n * (value in EIGHTEENS[i])
                    for value, have in zip(VALUES, left, strict=True)
                ),
                (*chosen, n),
            )

    take(0, (each,) * len(VALUES), ())
    return tuple(found)


def eighteens() -> int:
    """How many eighteens a won game takes, by the points of the cards.

    A second way: by the cards, three at a time; and as many as there are court cards in two packs,
    for each of them is crowned by one.

    >>> eighteens() == EACH * len(VALUES) // 3 == 3 * 4 * 2
    True
    >>> eighteens()
    24
    """
    return EACH * sum(VALUES) // 18


def never() -> set[tuple[int, ...]]:
    """The eighteens that no won game takes.

    A second way: the diagonals of the square.

    >>> sorted(never())
    [(3, 6, 9), (5, 6, 7)]
    >>> never() == {tuple(sorted(ROWS[i][j] for i, j in diagonal)) for diagonal in (((0, 0), (1, 1), (2, 2)), ((0, 2), (1, 1), (2, 0)))}
    True
    """
    return {three for i, three in enumerate(EIGHTEENS) if not any(way[i] for way in ways())}


def column(first: int, values: int = 13) -> list[int]:
    """A packet of numerals of The Great Thirteen: once the first value, twice, three times …, less
    the number of values as often as " "it goes.

    >>> column(7)
    [7, 1, 8, 2, 9, 3, 10, 4, 11, 5, 12, 6, 13]
    """
    return [(first * k - 1) % values + 1 for k in range(1, values + 1)]


def works(values: int) -> bool:
    """Whether every column but the last value's takes each value once.

    A second way: the prime numbers, found by dividing.

    >>> [n for n in range(2, 32) if works(n)] == [n for n in range(2, 32) if all(n % d for d in range(2, n))]
    True
    >>> [n for n in range(2, 32) if works(n)]
    [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31]
    """
    return all(len(set(column(first, values))) == values for first in range(1, values))


def a_king_shows() -> Fraction:
    """The chance that at least one of the eight uppermost cards of two packs is a king.

    A second way: by choosing the eight cards at once.

    >>> from math import comb
    >>> a_king_shows() == 1 - Fraction(comb(96, 8), comb(104, 8))
    True
    >>> a_king_shows()
    Fraction(640894907, 1320900119)
    """
    none = Fraction(1)
    for i in range(8):
        none *= Fraction(96 - i, 104 - i)
    return 1 - none


def clock_hours() -> int:
    """How many of the Clock's 104 cards its twelve foundations hold in the end, if each ascends to
    its hour in the deal of the old plate.

    A second way: the cards of two packs.

    >>> clock_hours()
    104
    >>> clock_hours() == 2 * 52
    True
    """
    import cadogan

    return sum(
        len(one.values)
        for clause in cadogan.games["clock"].active
        if hasattr(clause, "series")
        for one in clause.series
    )


def sums(cards: int, total: int) -> int:
    """How many threes of different values from 1 to this many make the total."""
    return sum(sum(three) == total for three in combinations(range(1, cards + 1), 3))


GUESSES = (
    Guess(
        "invariants/eighteens",
        "Eight of each value from 2 to 10 lie in The Wheel, and are taken up by threes that make eighteen. "
        "How many eighteens are there in a won game?",
        eighteens,
        "There are 432 points in all, and as many court cards to crown the eighteens.",
    ),
    Guess(
        "invariants/ways",
        "Eight different threes make eighteen. In how many ways can a won game have taken them (counting only how "
        "often each)?",
        lambda: len(ways()),
        "So little freedom is left.",
    ),
)

EXERCISES = (
    Exercise(
        "invariants/never",
        1,
        "Name the cards of *one* eighteen that no won game of The Wheel can contain, though it makes "
        "eighteen. (Three values.)",
        Choice(
            ("2, 6, 10", "3, 6, 9", "3, 5, 10", "4, 5, 9"),
            lambda: "3, 6, 9",
            {
                "2, 6, 10": "The middle row of the square.",
                "3, 5, 10": "A column of the square.",
                "4, 5, 9": "The last row of the square.",
            },
        ),
        "3, 6, 9 and 5, 6, 7 are the diagonals. Add up how often corners and middles are used.",
    ),
    Exercise(
        "invariants/seven",
        1,
        "Which values lie on *three* of the eight eighteens?",
        Members(lambda: {v for v in VALUES if sum(v in three for three in EIGHTEENS) == 3}),
        "The corners of the square: 3, 5, 7, 9.",
    ),
    Exercise(
        "invariants/king",
        1,
        "The Great Thirteen looks at the tops of eight packets. With what chance is at least one of the "
        "eight a *king*?",
        Number(
            a_king_shows,
            near={
                "That is the mean number of kings.": lambda: Fraction(64, 104),
                "That is the chance of none.": lambda: 1 - a_king_shows(),
            },
        ),
        "1 − C(96, 8)/C(104, 8).",
    ),
    Exercise(
        "invariants/column",
        2,
        "A five stands on the balcony of The Great Thirteen. Which values does its column take second, "
        "third and fourth?",
        Numbers(lambda: column(5)[1:4], ("second", "third", "fourth")),
        "10, 15 − 13 = 2, and 7.",
    ),
    Exercise(
        "invariants/courts",
        2,
        "Leave the tens out of The Wheel, and ask for a sum of sixteen: values 2 to 9, eight of each. How "
        "many sets of three would a won game need? "
        "(Is it a whole number?)",
        Number(
            lambda: Fraction(8 * sum(range(2, 10)), 16),
            near={"That counts the cards by threes; count the points.": lambda: Fraction(64, 3)},
        ),
        "By points 352/16 = 22; by cards 64/3, which is no whole number. So such a game can never be won: two invariants that do not "
        "agree.",
    ),
    Exercise(
        "invariants/works",
        2,
        "Write `works(values)`: whether with this many values every packet of The Great Thirteen (but the "
        "highest card's) takes each value once.",
        Function("works", works, ((13,), (12,), (11,), (9,), (2,), (15,)), "values"),
        "It is so for the primes, and for no others.",
    ),
    Exercise(
        "invariants/fifteen",
        3,
        "A game takes threes of *different* values that make *fifteen* out of the values 1 to n, each "
        "value once. For n = 9 there are eight such threes. "
        "How many are there for n = *12*?",
        Number(lambda: sums(12, 15), near={"That is for nine.": lambda: sums(9, 15)}),
        "Twelve. But can they use up the cards? 78 points are no multiple of fifteen.",
    ),
)

LESSON = Lesson(
    number=12,
    title="What cannot change",
    part="Detours",
    idea="A number that no move can change decides more than any search; good games are built around one.",
    needs=(1, 4),
    chapters=("wheel", "great-thirteen", "clock"),
    terms={
        "invariant": "a quantity that no move changes",
        "necessary condition": "what must hold if something is to be possible, though it may not be enough",
        "modular arithmetic": "reckoning with remainders, as on a clock",
    },
    minutes={"play": 10, "guess": 4, "simulate": 8, "count": 18, "move": 6, "exercises": 14},
    board="The square 3 8 7 / 10 6 2 / 5 4 9. Circle the corners in red, the sides in blue. How many red cards does a row take, a "
    "column, a diagonal?",
    mistakes={
        "“It makes eighteen, so it is a good move.”": "Write down what is left, and add it up by corners and sides.",
        "“The invariant holds, so the game can be won.”": "Is it a necessary or a sufficient condition?",
        "“Thirteen is prime because there are thirteen hearts.”": "Who chose thirteen, and what would fail with twelve?",
    },
    guesses=GUESSES,
    exercises=EXERCISES,
)
