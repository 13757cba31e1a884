"""Lesson 10: conditioning, the fair price, martingales, and when to stop (Speculation)."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from math import comb

from cadogan.course.kinds import Choice, Function, Number, Numbers
from cadogan.course.lesson import Lesson
from cadogan.course.old import Exercise, Guess

#: Five players with three cards each, and a ten turned up: cards not seen, those of them that beat
#: it, those of them on the table.
UNSEEN, BEATING, DOWN, POOL = 51, 4, 15, 6


def price(
    shown: int = 0, beating: int = BEATING, down: int = DOWN, unseen: int = UNSEEN
) -> Fraction:
    """The chance that the turned card stays the highest trump, when this many harmless cards have
    been shown.

    A second way: none of the cards still face down beats it, one after another.

    >>> from math import prod
    >>> all(price(m) == prod((Fraction(47 - m - i, 51 - m - i) for i in range(15 - m)), start=Fraction(1)) for m in range(16))
    True
    >>> price()
    Fraction(33, 140)
    >>> [price(m) for m in (3, 6, 9, 12, 15)]
    [Fraction(1309, 4324), Fraction(17, 43), Fraction(561, 1066), Fraction(6545, 9139), Fraction(1, 1)]
    """
    left, under = unseen - shown, down - shown
    return Fraction(comb(left - beating, under), comb(left, under))


@cache
def stopped(least: Fraction) -> Fraction:
    """The mean share of the pool that an owner gets who sells, at the fair price, as soon as it
    reaches ``least``, and else keeps the card.

    A second way: a fair price gains nothing, so that it is the price at once, however long one
    waits.

    >>> {stopped(Fraction(n, 10)) for n in range(11)} == {price()}
    True
    >>> stopped(Fraction(1, 2))
    Fraction(33, 140)
    """

    def worth(shown: int) -> Fraction:
        now = price(shown)
        if shown == DOWN or now >= least:
            return now
        harmless = Fraction(UNSEEN - shown - BEATING, UNSEEN - shown)
        return harmless * worth(shown + 1)  # a higher trump: the card is worth nothing any more

    return worth(0)


def fair(unseen: int, beating: int, down: int) -> float:
    """The price as a number."""
    return float(price(0, beating, down, unseen))


def first_shows(beating: int = BEATING) -> Fraction:
    """The chance that the next card shown beats the turned one.


    A second way: what the price rises by, if it does not.

    >>> first_shows() == 1 - price() / price(1)
    True
    >>> first_shows()
    Fraction(4, 51)
    """
    return Fraction(beating, UNSEEN)


GUESSES = (
    Guess(
        "fair-price/ten",
        "Five play, six counters lie in the pool, and the ten of hearts is turned up. How many counters is it worth?",
        lambda: POOL * price(),
        "Not quite a counter and a half.",
    ),
    Guess(
        "fair-price/after",
        "Nine cards have been shown since, and none of them beats the ten. What is it worth now?",
        lambda: POOL * price(9),
        "More than half the pool, although nothing has happened.",
    ),
)

EXERCISES = (
    Exercise(
        "fair-price/king",
        1,
        "A *king* is turned up, five play. With what chance does it win the pool?",
        Number(
            lambda: price(0, 1),
            near={"That is the chance that it is beaten.": lambda: 1 - price(0, 1)},
        ),
        "The ace must be among the 36 cards that are not dealt: 36/51.",
    ),
    Exercise(
        "fair-price/next",
        1,
        "The ten is up, nothing has been shown. What is the chance that the *next* card shown beats it?",
        Number(
            first_shows,
            near={
                "That is the chance that one of the fifteen does.": lambda: 1 - price(),
                "The ten lies open: it can no longer come.": lambda: Fraction(BEATING, UNSEEN + 1),
            },
        ),
        "Four of 51.",
    ),
    Exercise(
        "fair-price/wait",
        1,
        "You own the ten and can sell it now at the fair price, or wait for three more cards and sell then "
        "at the fair price, if it still "
        "leads. Which brings *more on average*: “now”, “later”, or “the same”?",
        Choice(
            ("now", "later", "the same"),
            lambda: "the same",
            {
                "now": "The price can fall to nothing, yes; and else?",
                "later": "The price will have risen if it still leads; and if not?",
            },
        ),
        "The same: a fair price is a martingale.",
    ),
    Exercise(
        "fair-price/prices",
        2,
        "Give the chances that the ten wins after *three*, *six* and *twelve* harmless cards.",
        Numbers(
            lambda: [price(m) for m in (3, 6, 12)], ("after three", "after six", "after twelve")
        ),
        "C(44, 12)/C(48, 12), C(41, 9)/C(45, 9), C(35, 3)/C(39, 3).",
    ),
    Exercise(
        "fair-price/two",
        2,
        "Only *two* play. Which is the lowest card that is worth at least half the pool when it is turned "
        "up? (Knave 11, queen 12, king 13.)",
        Number(
            lambda: next(r for r in range(2, 15) if price(0, 14 - r, 6) >= Fraction(1, 2)),
            near={
                "That is with five players.": lambda: next(
                    r for r in range(2, 15) if price(0, 14 - r, 15) >= Fraction(1, 2)
                )
            },
        ),
        "The nine: five cards beat it, and six lie on the table.",
    ),
    Exercise(
        "fair-price/own",
        2,
        "You have looked at your own three cards by mistake: harmless, all three. What is the ten worth *to "
        "you*, as a share of the pool?",
        Number(lambda: price(3), near={"The others still think so.": price}),
        "33/140 for the others, as much as after three shown cards for you: you may buy at their price, and gain.",
    ),
    Exercise(
        "fair-price/fair",
        2,
        "Write `fair(unseen, beating, down)`: the chance that none of the beating cards lies face down on "
        "the table.",
        Function(
            "fair",
            fair,
            ((51, 4, 15), (51, 0, 15), (48, 4, 12), (39, 1, 3), (51, 12, 30)),
            "unseen, beating, down",
        ),
        "`comb(unseen - beating, down) / comb(unseen, down)`.",
    ),
    Exercise(
        "fair-price/players",
        3,
        "You choose the number of players so that a turned *ten* is worth about *half* the pool. How "
        "many do you invite (three cards each)?",
        Number(lambda: min(range(2, 11), key=lambda n: abs(price(0, 4, 3 * n) - Fraction(1, 2)))),
        "With two players the chance is 0.60, with three 0.45, which is nearer. The stake of the dealer changes the pool, not the chance.",
    ),
)

LESSON = Lesson(
    number=10,
    title="The price of a ten",
    part="Update",
    idea="A fair price already contains all that is known; it moves only when something new is seen, and nobody knows which way.",
    needs=(2, 3),
    chapters=("speculation",),
    terms={
        "conditional expectation": "the expected value among the cases that agree with what has been seen",
        "martingale": "a process whose expected next value, given all so far, is its present value",
        "fair price": "the expected worth, given what is known to all",
        "stopping rule": "a rule that says, from what has been seen so far, whether to stop now",
    },
    minutes={"play": 12, "guess": 4, "simulate": 8, "count": 16, "move": 6, "exercises": 14},
    board="One path of the price, drawn as the cards are shown: steps up, small ones, and one fall to zero. Draw ten of them over one "
    "another, "
    "and mark the mean at every step.",
    mistakes={
        "“It rises with every harmless card, so wait.”": "And on the other paths? What is the mean of all of them at that moment?",
        "“Sell when it is above a half.”": "Try it in the simulation. And above a quarter?",
        "“The cards in my own hand don't matter, they are face down.”": "Have you looked at them? For whom is the price fair?",
    },
    guesses=GUESSES,
    exercises=EXERCISES,
)
