"""Lesson 16: shuffling, and the distance from uniform (La Belle Lucie, The Sultan, Babette, The
Nation, Louis).
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import cache
from math import comb, factorial

from cadogan.course.kinds import Choice, Function, Number
from cadogan.course.lesson import Lesson
from cadogan.course.old import Exercise, Guess


@cache
def eulerian(n: int) -> tuple[int, ...]:
    """How many orders of n cards have 1, 2 … n rising sequences.

    A second way: every order of five cards, its rising sequences counted.

    >>> sum(eulerian(5)) == factorial(5)
    True
    >>> from itertools import permutations
    >>> def rising(order):
    ...     return 1 + sum(order.index(card + 1) < order.index(card) for card in range(4))
    >>> tally = Counter(map(rising, permutations(range(5))))
    >>> eulerian(5) == tuple(tally[r] for r in range(1, 6))
    True
    >>> eulerian(5)
    (1, 26, 66, 26, 1)
    """
    row = [1]
    for m in range(2, n + 1):
        row = [
            (r + 1) * (row[r] if r < m - 1 else 0) + (m - r) * (row[r - 1] if r else 0)
            for r in range(m)
        ]
    return tuple(row)


@cache
def distance(n: int, riffles: int) -> Fraction:
    """The total variation distance of n different cards after this many riffles from a
    well-shuffled pack (Bayer and Diaconis 1992).

    A second way, for five cards: carry the chances on from order to order.

    >>> all(distance(5, k) == by_hand(range(5), k) for k in range(4))
    True
    >>> [round(float(distance(52, k)), 3) for k in range(5, 11)]
    [0.924, 0.614, 0.334, 0.167, 0.085, 0.043]
    """
    hands, even = 2**riffles, Fraction(1, factorial(n))
    total = Fraction(0)
    for r, orders in enumerate(eulerian(n), 1):
        chance = Fraction(comb(hands + n - r, n), hands**n)
        total += orders * abs(chance - even)
    return total / 2


def riffled(order: tuple[int, ...]) -> Counter[tuple[int, ...]]:
    """What one riffle makes of an order: every way to give each place a card of the upper or the
    lower packet, equally likely.
    """
    found: Counter[tuple[int, ...]] = Counter()
    n = len(order)
    for ways in range(2**n):
        upper = bin(ways).count("1")
        top, low = iter(order[:upper]), iter(order[upper:])
        found[tuple(next(top) if ways >> place & 1 else next(low) for place in range(n))] += 1
    return found


def by_hand(cards: range | tuple[int, ...], riffles: int) -> Fraction:
    """The same distance by carrying the chances on, for a few cards of which some may look alike."""
    now: dict[tuple[int, ...], Fraction] = {tuple(cards): Fraction(1)}
    for _ in range(riffles):
        then: dict[tuple[int, ...], Fraction] = {}
        for order, chance in now.items():
            for new, ways in riffled(order).items():
                then[new] = then.get(new, Fraction(0)) + chance * ways / 2 ** len(order)
        now = then
    orders = factorial(len(cards))
    for same in Counter(cards).values():
        orders //= factorial(same)
    seen = sum((abs(chance - Fraction(1, orders)) for chance in now.values()), Fraction(0))
    return (seen + Fraction(orders - len(now), orders)) / 2


@cache
def six_cards(riffles: int) -> tuple[Fraction, Fraction]:
    """The distances of six different cards, and of three pairs that lie apart like two packs on one
    another.

    A second way: the different ones carried on by hand, too.

    >>> six_cards(0)
    (Fraction(719, 720), Fraction(89, 90))
    >>> all(alike < different for different, alike in map(six_cards, range(1, 5)))
    True
    >>> all(six_cards(k)[0] == by_hand(range(6), k) for k in range(3))
    True
    >>> [tuple(round(float(one), 3) for one in six_cards(k)) for k in range(1, 6)]
    [(0.919, 0.7), (0.426, 0.314), (0.24, 0.154), (0.123, 0.076), (0.062, 0.037)]
    """
    return distance(6, riffles), by_hand((1, 2, 3, 1, 2, 3), riffles)


def enough(n: int, wanted: Fraction) -> int:
    """How many riffles bring n cards to such a distance at most.

    A second way: the distance before and after the last riffle.

    >>> enough(52, Fraction(1, 2)), enough(104, Fraction(1, 2))
    (7, 8)
    >>> distance(52, 6) > Fraction(1, 2) >= distance(52, 7) and distance(104, 7) > Fraction(1, 2) >= distance(104, 8)
    True
    """
    return next(k for k in range(1, 30) if distance(n, k) <= wanted)


def stays_on_top(n: int) -> Fraction:
    """The chance that one riffle leaves the top card where it was.

    The upper packet is not empty with chance 1 − 1/2ⁿ; the first card comes from it with chance one
    half; if it is empty, too.

    A second way, for three cards: all eight riffles.

    >>> stays_on_top(3) == Fraction(sum(ways for order, ways in riffled((1, 2, 3)).items() if order[0] == 1), 8)
    True
    >>> stays_on_top(10)
    Fraction(513, 1024)
    """
    return Fraction(1, 2) + Fraction(1, 2**n)


def variation(p: list[float], q: list[float]) -> float:
    """Half the sum of the differences of two distributions."""
    return sum(abs(a - b) for a, b in zip(p, q, strict=True)) / 2


GUESSES = (
    Guess(
        "shuffling/riffles",
        "How many riffles bring a pack of 52 nearer to well shuffled than to not shuffled at all (a distance "
        "of at most one half)?",
        lambda: enough(52, Fraction(1, 2)),
        "After five the distance is still 0.92.",
    ),
    Guess(
        "shuffling/two-packs",
        "And two packs together, 104 cards, if all of them are different?",
        lambda: enough(104, Fraction(1, 2)),
        "Only one more: what counts is the logarithm of the number of cards.",
    ),
)

EXERCISES = (
    Exercise(
        "shuffling/orders",
        1,
        "How many different orders of a pack can *one* riffle bring about at most? Give the number for a "
        "pack of 52.",
        Number(
            lambda: 2**52 - 52,
            near={
                "That is the number of riffles; several of them leave the order as it is.": lambda: (
                    2**52
                ),
                "That is the number of all orders.": lambda: factorial(52),
            },
        ),
        "2⁵² ways to give each place to the upper or the lower packet; 53 of them leave the order as it was, and count as one.",
    ),
    Exercise(
        "shuffling/top",
        1,
        "What is the chance that one riffle of *ten* cards leaves the top card on top?",
        Number(
            lambda: stays_on_top(10),
            near={"And if the coin says “lower packet” ten times running?": lambda: Fraction(1, 2)},
        ),
        "One half, and 1/1024 more: the upper packet may be empty.",
    ),
    Exercise(
        "shuffling/babette",
        1,
        "Babette's talon is dealt again *without* shuffling. Given the first deal, is the second deal "
        "*random* or *determined*?",
        Choice(
            ("random", "determined"),
            lambda: "determined",
            {"random": "What could a player who remembers everything know?"},
        ),
        "Determined: the order of the talon is that in which the cards were laid on it.",
    ),
    Exercise(
        "shuffling/three",
        2,
        "A “pack” of three cards is riffled once. What is its distance from uniform?",
        Number(
            lambda: distance(3, 1),
            near={
                "Half of the sum, so that the distance is at most 1.": lambda: 2 * distance(3, 1)
            },
        ),
        "The old order has chance 4/8, four others 1/8 each, one cannot come: ½ (|½ − ⅙| + 4 |⅛ − ⅙| + ⅙) = 1/3.",
    ),
    Exercise(
        "shuffling/distance",
        2,
        "Write `variation(p, q)`: the total variation distance of two distributions, given as lists of "
        "chances.",
        Function(
            "variation",
            variation,
            (
                ([0.5, 0.5], [0.5, 0.5]),
                ([1, 0], [0, 1]),
                ([0.5, 0.25, 0.25], [0.25, 0.25, 0.5]),
                ([0.7, 0.3], [0.4, 0.6]),
            ),
            "p, q",
        ),
        "Half the sum of the differences, each taken positive.",
    ),
    Exercise(
        "shuffling/ten",
        2,
        "What is the distance of 52 cards after *ten* riffles?",
        Number(
            lambda: distance(52, 10),
            figures=2,
            near={"That is after nine.": lambda: distance(52, 9)},
        ),
        "0.043: from the seventh on each riffle halves it.",
    ),
    Exercise(
        "shuffling/enough",
        3,
        "Your own patience takes *three* packs. Suppose that all 156 cards are different: how many "
        "riffles do you ask for, if the distance "
        "shall be at most *one tenth*?",
        Number(
            lambda: enough(156, Fraction(1, 10)),
            near={
                "That is for one pack, or for a distance of one half.": lambda: enough(
                    52, Fraction(1, 10)
                )
            },
        ),
        "Twelve; for one pack nine.",
    ),
)

LESSON = Lesson(
    number=16,
    title="When is a pack shuffled?",
    part="Process",
    idea="A shuffle is a Markov chain on orders; how far it has come is one number.",
    needs=(2, 15),
    chapters=("la-belle-lucie", "sultan", "babette", "nation", "louis"),
    terms={
        "total variation distance": "the most by which two distributions can differ in the chance of any event",
        "stationary distribution": "a distribution that the next step of a Markov chain leaves as it is",
        "rising sequence": "cards of neighbouring numbers that lie in their old order, though others lie between them",
        "cut-off": "the sudden fall of the distance from nearly 1 to nearly 0 within a few steps",
    },
    minutes={"play": 8, "guess": 4, "simulate": 10, "count": 18, "move": 6, "exercises": 14},
    board="A pack of eight, numbered, cut and riffled by hand: find the two rising sequences. Riffle again: four at the most.",
    mistakes={
        "“Seven riffles make it perfectly random.”": "What is the distance after seven? And after twenty: is it 0?",
        "“Two packs need twice as many.”": "Each riffle doubles the number of rising sequences there can be. How many are needed?",
        "“The distance is the chance that a given card is in its old place.”": "Which event is it the chance of?",
    },
    guesses=GUESSES,
    exercises=EXERCISES,
)
