"""Lesson 12: what the others hold (Pope Joan, Cooncan, Calabrasella)."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import comb

from cadogan.course.exercises import Exercise, Guess
from cadogan.course.kinds import Choice, Function, Number
from cadogan.course.lesson import Lesson

#: Pope Joan: fifty-one cards as (rank, suit), without the eight of diamonds.
PACK = frozenset(product(range(1, 14), "CDHS")) - {(8, "D")}
#: Cooncan: the cards not seen by one who holds ten of 106; the adversary's; what completes a pair, and an open run of two.
UNSEEN, HAND, PAIR, RUN = 96, 10, 6, 4


def known_stops(turned: tuple[int, str]) -> int:
    """The cards in play whose follower everybody knows to be out of play.

    A second way, by cases: five to begin with, one more before the turn-up, and what is wrong with that for some turn-ups.

    >>> def by_cases(rank, suit):
    ...     return 6 - (rank in (1, 13) or (rank, suit) in ((7, "D"), (9, "D")))
    >>> all(known_stops(card) == by_cases(*card) for card in PACK), sum(known_stops(card) == 6 for card in PACK)
    (True, 41)
    """
    playing = PACK - {turned}
    return sum((rank + 1, suit) not in playing for rank, suit in playing)


def mean_stops() -> Fraction:
    """The mean number of known stops over all turn-ups.

    >>> mean_stops()
    Fraction(296, 51)
    """
    return Fraction(sum(map(known_stops, PACK)), len(PACK))


def completed(outs: int, draws: int, unseen: int = UNSEEN) -> Fraction:
    """The chance that one out or more, of a given number, comes in a number of draws from the unseen cards.

    A second way, draw by draw.

    >>> missed = Fraction(1)
    >>> for i in range(5):
    ...     missed *= Fraction(96 - 6 - i, 96 - i)
    >>> completed(6, 5) == 1 - missed
    True
    """
    return 1 - Fraction(comb(unseen - outs, draws), comb(unseen, draws))


def held(pair: int, run: int) -> Fraction:
    """The chance that the adversary holds this many outs of the pair, and this many of the run."""
    others = UNSEEN - PAIR - RUN
    return Fraction(comb(PAIR, pair) * comb(RUN, run) * comb(others, HAND - pair - run), comb(UNSEEN, HAND))


def seeing() -> Fraction:
    """What it is worth, in live outs, to see the adversary's hand before one throws away the pair or the run.

    One gains where the run has more live outs than the pair, and by how many.

    A second way: the mean of the better, less the better of the means.

    >>> cases = [(6 - a, 4 - b, held(a, b)) for a in range(7) for b in range(5)]
    >>> means = [sum(case[i] * case[2] for case in cases) for i in (0, 1)]
    >>> means == [6 * Fraction(86, 96), 4 * Fraction(86, 96)]
    True
    >>> seeing() == sum(max(a, b) * p for a, b, p in cases) - max(means)
    True
    """
    return sum((((RUN - b) - (PAIR - a)) * held(a, b) for a in range(PAIR + 1) for b in range(RUN + 1) if RUN - b > PAIR - a), Fraction(0))


def run_is_better() -> Fraction:
    """How often the run has more live outs.

    >>> 0 < run_is_better() < Fraction(1, 50)
    True
    """
    return sum((held(a, b) for a in range(PAIR + 1) for b in range(RUN + 1) if RUN - b > PAIR - a), Fraction(0))


def asked() -> Fraction:
    """Calabrasella: the chance that a card one does not hold is with one of the two adversaries, and not in the stock of four.

    >>> asked() == 1 - Fraction(comb(27, 3), comb(28, 4))
    True
    """
    return Fraction(24, 28)


def chance(outs: int, draws: int, unseen: int) -> float:
    """`completed` as a number, for `Function`."""
    return float(completed(outs, draws, unseen))


GUESSES = (
    Guess("hidden-hands/stops", "“Six regular known stops”, says Peel of Pope Joan. For how many of the 51 turn-ups is it six?",
          lambda: sum(known_stops(card) == 6 for card in PACK), "For the ten others it is five."),
    Guess("hidden-hands/seeing", "You hold a pair and an open run of two, and must part with one. In how many of a thousand deals "
        "would a look into "
          "the adversary's hand show that the run has more cards to wait for?", lambda: 1000 * run_is_better(),
          "In hardly any: what the adversary holds takes from both."),
)  # fmt: skip

EXERCISES = (
    Exercise("hidden-hands/outs", 1, "Two packs without jokers. You hold two nines of different suits. How many cards make a third nine?",
        Number(lambda: PAIR, near={"There are two packs.": lambda: 2, "Two of them you hold yourself.": lambda: 8}), "Eight nines, "
        "less two."),
    Exercise("hidden-hands/ace", 1, "At Pope Joan the *ace of spades* is turned up. How many stops does everybody know?",
        Number(lambda: known_stops((1, "S")), near={"Which card would the ace follow?": lambda: 6}), "Four kings and the seven of "
        "diamonds."),
    Exercise("hidden-hands/asked", 1, "At Calabrasella you hold twelve of forty cards, the two others twelve each, and four are the "
        "stock. You ask for a "
        "three that you do not hold. What is the chance that *one of the two* has it?",
        Number(asked, near={"That is one of them alone.": lambda: Fraction(12, 28), "Twelve of the forty are "
        "yours.": lambda: Fraction(24, 40)}),
        "24 of 28 unseen places."),
    Exercise("hidden-hands/pair", 2, "96 cards are not seen, and six of them complete your pair. What is the chance of one or more in "
        "*five* draws?",
        Number(lambda: completed(PAIR, 5), near={"Chances of several draws do not simply add up.": lambda: Fraction(30, 96),
                                                 "That is the open run.": lambda: completed(RUN, 5)}),
        "1 − C(90, 5)/C(96, 5)."),
    Exercise("hidden-hands/mean", 2, "How many known stops are there at Pope Joan *on average* over the turn-ups?",
        Number(mean_stops), "(41·6 + 10·5)/51."),
    Exercise("hidden-hands/none", 2, "What is the chance that the adversary, with ten of the 96 unseen cards, holds *none* of your six "
        "outs?",
        Number(lambda: 1 - completed(PAIR, HAND), near={"That would be so if each card were put back.": lambda: Fraction(90, 96) ** 10}),
        "C(90, 10)/C(96, 10)."),
    Exercise("hidden-hands/which", 3, "You want a rule of thumb for beginners at Cooncan: keep the pair or keep the open run of two? "
        "The adversary has just "
        "*thrown away two nines*, and they are dead; yours are nines. Keep the *pair*, the *run*, or is it *even*?",
        Choice(("pair", "run", "even"), lambda: "even" if PAIR - 2 == RUN else "pair", {
            "pair": "Count again what is left for it.", "run": "Count what is left for each."}),
        "Four outs each: beyond two dead outs the run is better."),
    Exercise("hidden-hands/function", 3, "Write `chance(outs, draws, unseen)`: the chance that one out or more comes in this many draws.",
        Function("chance", chance, ((6, 5, 96), (4, 5, 96), (1, 1, 28), (2, 10, 30)), "outs, draws, unseen"),
        "`1 - comb(unseen - outs, draws) / comb(unseen, draws)`."),
)  # fmt: skip

LESSON = Lesson(
    number=12, title="What the others hold", part="Update",
    idea="Count what is dead and what is live; and ask what a look would change before you pay for it.",
    needs=(2, 10), chapters=("pope-joan", "cooncan", "calabrasella"),
    terms={
        "out": "a card not seen that would complete what one holds",
        "stop": "a card whose follower is not in play",
        "hidden information": "what lies fixed, and is not seen by the player who must choose",
        "value of information": "the mean of the best choice after a look, less the best mean without it; never below zero",
    },
    minutes={"play": 9, "guess": 4, "stops": 10, "outs": 12, "move": 5, "a look": 12, "exercises": 12},
    board="Two columns, *pair* and *run*, with the cards that complete them. Strike out each that is seen to go. When do you change "
    "your mind?",
    mistakes={
        "“The adversary may hold my outs, so there are fewer.”": "And the stock may hold them. Which of the two have you seen?",
        "“Seeing the other hand must be worth a lot.”": "In how many deals would you choose otherwise?",
    },
    guesses=GUESSES, exercises=EXERCISES,
)  # fmt: skip
