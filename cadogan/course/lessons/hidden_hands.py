"""Lesson 11: what the others hold (Pope Joan, Cooncan, Calabrasella)."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import product
from math import comb

from cadogan.course.kinds import Choice, Function, Number
from cadogan.course.lesson import Lesson
from cadogan.course.old import Exercise, Guess

#: Pope Joan: fifty-one cards as (rank, suit), without the eight of diamonds.
PACK = frozenset(product(range(1, 14), "CDHS")) - {(8, "D")}
#: Cooncan: the cards not seen by one who holds ten of 106; the adversary's; what completes a pair,
#: and an open run of two.
UNSEEN, HAND, PAIR, RUN = 96, 10, 6, 4


def known_stops(turned: tuple[int, str]) -> int:
    """The cards in play whose follower everybody knows to be out of play.

    A second way, by cases: five to begin with, one more before the turn-up, and what is wrong with
    that for some turn-ups.

    >>> def by_cases(rank, suit):
    ...     return 6 - (rank in (1, 13) or (rank, suit) in ((7, "D"), (9, "D")))
    >>> all(known_stops(card) == by_cases(*card) for card in PACK)
    True
    >>> Fraction(sum(known_stops(card) == 6 for card in PACK), len(PACK))
    Fraction(41, 51)
    """
    playing = PACK - {turned}
    return sum((rank + 1, suit) not in playing for rank, suit in playing)


def mean_stops() -> Fraction:
    """The mean number of known stops over all turn-ups.

    A second way: six, less one for each of ten turn-ups.

    >>> mean_stops()
    Fraction(296, 51)
    >>> mean_stops() == 6 - Fraction(10, 51)
    True
    """
    return Fraction(sum(map(known_stops, PACK)), len(PACK))


def completed(outs: int, draws: int, unseen: int = UNSEEN) -> Fraction:
    """The chance that one out or more, of a given number, comes in a number of draws from the
    unseen cards.

    A second way, draw by draw.

    >>> missed = Fraction(1)
    >>> for i in range(5):
    ...     missed *= Fraction(96 - 6 - i, 96 - i)
    >>> completed(6, 5) == 1 - missed
    True
    >>> completed(PAIR, 5)
    Fraction(1431233, 5093672)
    >>> completed(RUN, 5)
    Fraction(21643, 110732)
    """
    return 1 - Fraction(comb(unseen - outs, draws), comb(unseen, draws))


def held(pair: int, run: int) -> Fraction:
    """The chance that the adversary holds this many outs of the pair, and this many of the run."""
    others = UNSEEN - PAIR - RUN
    return Fraction(
        comb(PAIR, pair) * comb(RUN, run) * comb(others, HAND - pair - run), comb(UNSEEN, HAND)
    )


def seeing() -> Fraction:
    """What it is worth, in live outs, to see the adversary's hand before one throws away the pair
    or the run.

    One gains where the run has more live outs than the pair, and by how many.

    A second way: the mean of the better, less the better of the means.

    >>> cases = [(6 - a, 4 - b, held(a, b)) for a in range(7) for b in range(5)]
    >>> means = [sum(case[i] * case[2] for case in cases) for i in (0, 1)]
    >>> means == [6 * Fraction(86, 96), 4 * Fraction(86, 96)]
    True
    >>> seeing() == sum(max(a, b) * p for a, b, p in cases) - max(means)
    True
    >>> seeing()
    Fraction(4784634725, 433843325256)
    """
    return sum(
        (
            ((RUN - b) - (PAIR - a)) * held(a, b)
            for a in range(PAIR + 1)
            for b in range(RUN + 1)
            if RUN - b > PAIR - a
        ),
        Fraction(0),
    )


def run_is_better() -> Fraction:
    """How often the run has more live outs.


    A second way: 1 less the chance of all other hands.

    >>> run_is_better() == 1 - sum(held(a, b) for a in range(7) for b in range(5) if RUN - b <= PAIR - a)
    True
    >>> run_is_better()
    Fraction(29218021109, 2819981614164)
    """
    return sum(
        (held(a, b) for a in range(PAIR + 1) for b in range(RUN + 1) if RUN - b > PAIR - a),
        Fraction(0),
    )


#: Pope Joan with four players: the cards of a hand, and of the spare hand without the turn-up.
HELD, SPARE = 10, 9


def spare(played: int = 0) -> Fraction:
    """The chance that a card one does not hold lies in Pope Joan's spare hand, when the others have
    played so many cards.

    A second way: of all the places where the card may lie.

    >>> places = ["spare"] * 9 + ["others"] * (51 - 1 - 10 - 9 - 12)
    >>> spare(12) == Fraction(places.count("spare"), len(places)) == Fraction(9, 28)
    True
    >>> spare()
    Fraction(9, 40)
    >>> spare(12)
    Fraction(9, 28)
    """
    return Fraction(SPARE, len(PACK) - 1 - HELD - played)


def left_alone(nines: int = 5, unseen: int = UNSEEN - 1) -> Fraction:
    """The mean number of live nines, when the adversary has let a nine lie that he would have taken
    with two of them in his hand.

    One holds a pair of nines oneself; a third has been thrown away, and five are not seen. The
    adversary holds none of the five, or one.

    A second way: each of the five by itself, by the law of total probability.

    >>> none, one = (comb(5, x) * comb(90, 10 - x) for x in (0, 1))
    >>> left_alone() == 5 - Fraction(one, none + one)
    True
    >>> left_alone()
    Fraction(605, 131)
    """
    ways = {x: comb(nines, x) * comb(unseen - nines, HAND - x) for x in (0, 1)}
    return Fraction(sum((nines - x) * n for x, n in ways.items()), sum(ways.values()))


def look(worlds: Sequence[tuple[float, Sequence[float]]]) -> float:
    """What a look is worth: of each world its chance, and what each of the actions would bring in
    it.

    >>> look([(0.25, (20, 0)), (0.75, (-12, 0))]), look([(0.5, (3, 1)), (0.5, (2, 1))])
    (5.0, 0.0)
    """
    without = max(sum(p * gains[i] for p, gains in worlds) for i in range(len(worlds[0][1])))
    return sum(p * max(gains) for p, gains in worlds) - without


def asked() -> Fraction:
    """Calabrasella: the chance that a card one does not hold is with one of the two adversaries,
    and not in the stock of four.

    A second way: the card lies in the stock with three others.

    >>> asked() == 1 - Fraction(comb(27, 3), comb(28, 4))
    True
    >>> asked()
    Fraction(6, 7)
    """
    return Fraction(24, 28)


def chance(outs: int, draws: int, unseen: int) -> float:
    """`completed` as a number, for `Function`."""
    return float(completed(outs, draws, unseen))


GUESSES = (
    Guess(
        "hidden-hands/stops",
        "“Six regular known stops”, says Peel of Pope Joan. For how many of the 51 turn-ups is it six?",
        lambda: sum(known_stops(card) == 6 for card in PACK),
        "For the ten others it is five.",
    ),
    Guess(
        "hidden-hands/seeing",
        "You hold a pair and an open run of two, and must part with one. In how many of a thousand deals "
        "would a look into "
        "the adversary's hand show that the run has more cards to wait for?",
        lambda: 1000 * run_is_better(),
        "In hardly any: what the adversary holds takes from both.",
    ),
)

EXERCISES = (
    Exercise(
        "hidden-hands/outs",
        1,
        "Two packs without jokers. You hold two nines of different suits. How many cards make a third nine?",
        Number(
            lambda: PAIR,
            near={"There are two packs.": lambda: 2, "Two of them you hold yourself.": lambda: 8},
        ),
        "Eight nines, less two.",
    ),
    Exercise(
        "hidden-hands/ace",
        1,
        "At Pope Joan the *ace of spades* is turned up. How many stops does everybody know?",
        Number(lambda: known_stops((1, "S")), near={"Which card would the ace follow?": lambda: 6}),
        "Four kings and the seven of diamonds.",
    ),
    Exercise(
        "hidden-hands/asked",
        1,
        "At Calabrasella you hold twelve of forty cards, the two others twelve each, and four are the "
        "stock. You ask for a "
        "three that you do not hold. What is the chance that *one of the two* has it?",
        Number(
            asked,
            near={
                "That is one of them alone.": lambda: Fraction(12, 28),
                "Twelve of the forty are yours.": lambda: Fraction(24, 40),
            },
        ),
        "24 of 28 unseen places.",
    ),
    Exercise(
        "hidden-hands/pair",
        2,
        "96 cards are not seen, and six of them complete your pair. What is the chance of one or more in "
        "*five* draws?",
        Number(
            lambda: completed(PAIR, 5),
            near={
                "Chances of several draws do not simply add up.": lambda: Fraction(30, 96),
                "That is the open run.": lambda: completed(RUN, 5),
            },
        ),
        "1 − C(90, 5)/C(96, 5).",
    ),
    Exercise(
        "hidden-hands/mean",
        2,
        "How many known stops are there at Pope Joan *on average* over the turn-ups?",
        Number(mean_stops),
        "(41·6 + 10·5)/51.",
    ),
    Exercise(
        "hidden-hands/none",
        2,
        "What is the chance that the adversary, with ten of the 96 unseen cards, holds *none* of your six "
        "outs?",
        Number(
            lambda: 1 - completed(PAIR, HAND),
            near={"That would be so if each card were put back.": lambda: Fraction(90, 96) ** 10},
        ),
        "C(90, 10)/C(96, 10).",
    ),
    Exercise(
        "hidden-hands/look",
        1,
        "Passing brings nothing. Playing wins *20* counters one time in four, and loses *12* three times in "
        "four. What is it "
        "worth to *see*, before you say which, whether this is the one time?",
        Number(
            lambda: Fraction(20, 4),
            near={
                "So much playing brings without a look; but who would play, then?": lambda: (
                    Fraction(20 - 3 * 12, 4)
                ),
                "Compared with what you would do without the look, which is to pass.": lambda: (
                    5 - Fraction(20 - 3 * 12, 4)
                ),
            },
        ),
        "Without a look you pass, for 0. With it you play one time in four: 20/4 = 5.",
    ),
    Exercise(
        "hidden-hands/spare",
        2,
        "Pope Joan with four players: you hold ten cards, the others ten, ten and eleven; the spare hand "
        "has nine and the "
        "turn-up. The others have played *twelve* cards. What is the chance that the five of hearts, which you have not seen, lies in the "
        "spare hand?",
        Number(
            lambda: spare(12),
            near={
                "So it was before anything had been played.": spare,
                "The turn-up lies open.": lambda: Fraction(10, 28),
            },
        ),
        "9 of the 28 places that are left: the spare hand does not shrink, and the others do.",
    ),
    Exercise(
        "hidden-hands/alone",
        2,
        "You hold two nines; somebody has thrown a third away, and your adversary, with ten of the 95 "
        "unseen cards, let it "
        "lie. Suppose that with two nines or more in hand he would have taken it. How many of the five other nines are *live* for you, on "
        "average?",
        Number(
            left_alone,
            near={"That is if his letting it lie told nothing.": lambda: 5 * Fraction(85, 95)},
        ),
        "He holds none of the five, or one: weigh the two by their hands. It is a little more than 5 · 85/95 = 4.47.",
    ),
    Exercise(
        "hidden-hands/value",
        2,
        "Write `look(worlds)`: what a look is worth. `worlds` is a list of (chance, payoffs), one payoff "
        "for each action, "
        "such as `[(0.25, (20, 0)), (0.75, (-12, 0))]`.",
        Function(
            "look",
            look,
            (
                ([(0.25, (20, 0)), (0.75, (-12, 0))],),
                ([(0.5, (3, 1)), (0.5, (2, 1))],),
                ([(1.0, (4, 7, 1))],),
                ([(0.2, (1, 2, 9)), (0.3, (4, 0, 1)), (0.5, (2, 6, 3))],),
            ),
            "worlds",
        ),
        "The mean of the best, less the best of the means.",
    ),
    Exercise(
        "hidden-hands/which",
        3,
        "You want a rule of thumb for beginners at Cooncan: keep the pair or keep the open run of two? "
        "The adversary has just "
        "*thrown away two nines*, and they are dead; yours are nines. Keep the *pair*, the *run*, or is it *even*?",
        Choice(
            ("pair", "run", "even"),
            lambda: "even" if PAIR - 2 == RUN else "pair",
            {"pair": "Count again what is left for it.", "run": "Count what is left for each."},
        ),
        "Four outs each: beyond two dead outs the run is better.",
    ),
    Exercise(
        "hidden-hands/function",
        3,
        "Write `chance(outs, draws, unseen)`: the chance that one out or more comes in this many draws.",
        Function(
            "chance",
            chance,
            ((6, 5, 96), (4, 5, 96), (1, 1, 28), (2, 10, 30)),
            "outs, draws, unseen",
        ),
        "`1 - comb(unseen - outs, draws) / comb(unseen, draws)`.",
    ),
)

LESSON = Lesson(
    number=11,
    title="What the others hold",
    part="Update",
    idea="Count what is dead and what is live; and ask what a look would change before you pay for it.",
    needs=(2, 9),
    chapters=("pope-joan", "cooncan", "calabrasella"),
    terms={
        "out": "a card not seen that would complete what one holds",
        "stop": "a card whose follower is not in play",
        "hidden information": "what lies fixed, and is not seen by the player who must choose",
        "value of information": "the mean of the best choice after a look, less the best mean without it; never below zero",
        "determinization": "a full deal imagined for a player who sees only part of it: what is hidden is drawn anew, and what is seen "
        "stays",
    },
    minutes={
        "play": 8,
        "guess": 4,
        "stops": 13,
        "outs": 9,
        "move": 4,
        "a look": 10,
        "the game itself": 10,
        "exercises": 14,
    },
    board="Two columns, *pair* and *run*, with the cards that complete them. Strike out each that is seen to go. When do you change "
    "your mind?",
    mistakes={
        "“The adversary may hold my outs, so there are fewer.”": "And the stock may hold them. Which of the two have you seen?",
        "“He did not take it, so he does not know.”": "What would he have held, to take it? Which hands are gone from your list?",
        "“Seeing the other hand must be worth a lot.”": "In how many deals would you choose otherwise?",
    },
    guesses=GUESSES,
    exercises=EXERCISES,
)
