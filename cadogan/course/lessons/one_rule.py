"""Lesson 22: one rule (La Belle Lucie; the readings of the book)."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import permutations

import cadogan
from cadogan import Game
from cadogan.course.kinds import Choice, Function, Number
from cadogan.course.lesson import Lesson
from cadogan.course.old import Exercise, Guess
from cadogan.words import (
    A,
    K,
    again,
    ascending,
    deal,
    down,
    each,
    either,
    fill,
    foundations,
    marry,
    may,
    packs,
    places,
)

#: The fans of the small game, from the lowest card up.
Fans = tuple[tuple[int, ...], ...]
#: The cards of the small game.
CARDS = (1, 2, 3, 4, 5, 6)


def steps(wanted: int, fans: Fans, marriages: bool, filling: bool) -> Iterator[tuple[int, Fans]]:
    """What one move makes of the small game: six cards of one suit in fans, the one wanted next
    goes home.
    """
    for i, fan in enumerate(fans):
        if not fan:
            continue
        card, rest = fan[-1], (*fans[:i], fan[:-1], *fans[i + 1 :])
        if card == wanted:
            yield wanted + 1, rest
        for j, other in enumerate(rest):
            if j != i and (
                (marriages and other and other[-1] == card + 1) or (filling and not other)
            ):
                yield wanted, (*rest[:j], (*other, card), *rest[j + 1 :])


def is_won(fans: Fans, marriages: bool, filling: bool) -> bool:
    """Whether the small game can be won.

    >>> is_won(((2, 1), (4, 3), (6, 5)), False, False), is_won(((1, 2), (4, 3), (6, 5)), False, False)
    (True, False)
    """
    seen = {(1, fans)}
    waiting = [(1, fans)]
    while waiting:
        wanted, here = waiting.pop()
        if wanted > len(CARDS):
            return True
        for found in steps(wanted, here, marriages, filling):
            if found not in seen:
                seen.add(found)
                waiting.append(found)
    return False


@cache
def share(marriages: bool, filling: bool, size: int = 2) -> Fraction:
    """The share of the 720 deals of the small game that can be won; ``size`` is the number of cards
    in a fan.

    A second way: the book's engine plays the same game; and without licences every fan must lie in
    order, one of two for each.

    >>> share(False, False) == Fraction(1, 2) ** 3
    True
    >>> [share(m, f) == by_engine(m, f) for m in (False, True) for f in (False, True)]
    [True, True, True, True]
    >>> [share(m, f) for m in (False, True) for f in (False, True)]
    [Fraction(1, 8), Fraction(1, 4), Fraction(3, 8), Fraction(3, 4)]
    """
    orders = list(permutations(CARDS))
    dealt = (tuple(order[at : at + size] for at in range(0, len(order), size)) for order in orders)
    return Fraction(sum(is_won(fans, marriages, filling) for fans in dealt), len(orders))


def small(marriages: bool, filling: bool, size: int = 2) -> Game:
    """The small game in the words of the book."""
    licences = ((marry(down, "fans"),) if marriages else ()) + (
        (fill("fans", "fans", may),) if filling else ()
    )
    return Game(
        "Six Cards",
        packs(1, CARDS, held="AH 2H 3H 4H 5H 6H"),
        foundations(1, ascending(A, 6)),
        places("fans", len(CARDS) // size),
        deal(each("fans", size)),
        *licences,
    )


def by_engine(marriages: bool, filling: bool, size: int = 2) -> Fraction:
    """The same share, counted by the book's engine: every order of the pack is dealt, and every
    move that the rules allow is tried.
    """
    game = small(marriages, filling, size)
    referee, orders = game.referee, list(permutations(game.rules.pack))
    won = 0
    for order in orders:
        waiting = [referee.deal(0, list(order))]
        seen = set()
        while waiting:
            here = waiting.pop()
            if referee.is_won(here):
                won += 1
                break
            for there in (referee.after(here, code) for code in referee.legal(here)):
                key = (*there.top, *there.under)
                if key not in seen:
                    seen.add(key)
                    waiting.append(there)
    return Fraction(won, len(orders))


def interaction(bare: Fraction, first: Fraction, second: Fraction, both: Fraction) -> Fraction:
    """What two changes do together beyond the sum of what each does alone.

    A second way: the price of the first when the second is there, less its price when it is not.

    >>> rates = share(False, False), share(True, False), share(False, True), share(True, True)
    >>> interaction(*rates) == (rates[3] - rates[2]) - (rates[1] - rates[0])
    True
    >>> interaction(*rates)
    Fraction(1, 4)
    """
    return both - first - second + bare


def of_size(size: int) -> Fraction:
    """The interaction in the small game with fans of that size.

    A second way: by what the engine counts.

    >>> of_size(3) == interaction(*(by_engine(m, f, 3) for m, f in ((0, 0), (1, 0), (0, 1), (1, 1))))
    True
    >>> of_size(2)
    Fraction(1, 4)
    >>> of_size(3)
    Fraction(1, 72)
    """
    return interaction(
        share(False, False, size),
        share(True, False, size),
        share(False, True, size),
        share(True, True, size),
    )


def lucie(redeals: int = 2, filled: str = "never", way: str = "down") -> Game:
    """La Belle Lucie changed: re-deals, what may fill an empty fan ("never", "kings", "any"),
    marriages "down" or "either" way.

    >>> from cadogan.players.table import fingerprint
    >>> fingerprint(lucie()) == fingerprint(cadogan.games["la-belle-lucie"])
    True
    """
    game = cadogan.games["la-belle-lucie"]
    game = (
        game.vary(again(redeals, "fans", shuffled=True))
        if redeals
        else game.vary(without=["again"])
    )
    if filled != "never":
        game = game.vary(fill("fans", "fans", may, only=K if filled == "kings" else 0))
    return game.vary(marry(either, "fans")) if way == "either" else game


#: Three ways to let the careful player win one deal in four, more or less.
FOURTHS = {
    "four": (4, "never", "down"),
    "three": (3, "never", "either"),
    "kings": (0, "kings", "either"),
}


@cache
def played(redeals: int, filled: str = "never", way: str = "down") -> tuple[float, float]:
    """The share of wins and the mean number of moves of the careful player (500 deals, seed 1, at
    most 1,000 moves).
    """
    found = cadogan.odds.simulate(lucie(redeals, filled, way), "careful", n=500, seed=1)
    return found.rate, found.moves / found.n


def shortest() -> str:
    """Which of the three has the fewest moves.

    >>> all(0.2 < played(*one)[0] < 0.3 for one in FOURTHS.values())
    True
    """
    return min(FOURTHS, key=lambda name: played(*FOURTHS[name])[1])


def re_deals_for(target: float) -> int:
    """The fewest re-deals with which the careful player wins at least such a share in the
    simulation.

    >>> played(re_deals_for(1 / 3) - 1)[0] < 1 / 3 <= played(re_deals_for(1 / 3))[0]
    True
    """
    return next(n for n in range(10) if played(n)[0] >= target)


def filled_rate() -> float:
    """The careful player's share of wins where any card may fill an empty fan."""
    return played(2, "any")[0]


GUESSES = (
    Guess(
        "one-rule/filled",
        "In La Belle Lucie a careful player wins one deal in ten; an empty fan stays empty. What share does that "
        "player win if *any "
        "available card* may fill it?",
        filled_rate,
        "In 500 deals (seed 1, at most 1,000 moves). One line of the rules is worth all the rest.",
    ),
    Guess(
        "one-rule/both",
        "Six cards in three fans of two: 1/8 of the deals can be won. The first licence makes it 3/8, the second "
        "1/4. And both "
        "together?",
        lambda: share(True, True),
        "More than the two prices added.",
    ),
)

EXERCISES = (
    Exercise(
        "one-rule/price",
        1,
        "In the game of six cards, what is the price of filling empty fans *when marriages are allowed already*?",
        Number(
            lambda: share(True, True) - share(True, False),
            near={
                "That is its price without marriages.": lambda: (
                    share(False, True) - share(False, False)
                ),
                "That is the price of both licences.": lambda: (
                    share(True, True) - share(False, False)
                ),
            },
        ),
        "3/4 − 3/8. Alone the licence is worth 1/8.",
    ),
    Exercise(
        "one-rule/order",
        1,
        "With no licence, six cards in *two* fans of three: in what share of the deals does every card lie "
        "above all the higher "
        "cards of its fan, so that the game can be won?",
        Number(
            lambda: share(False, False, 3),
            near={"A fan of three has six orders, not two.": lambda: Fraction(1, 4)},
        ),
        "One order of six for each fan: 1/36, which is 20 deals of 720.",
    ),
    Exercise(
        "one-rule/touched",
        1,
        "A rule comes into play in 3 deals of 100, and in all the others nothing is changed by it. By how "
        "much, at most, can "
        "it change the share of wins?",
        Number(lambda: Fraction(3, 100)),
        "By 3 points: where it never comes into play, the same deal ends in the same way.",
    ),
    Exercise(
        "one-rule/interaction",
        2,
        "What is the interaction of the two licences when the six cards lie in *two fans of three*?",
        Number(lambda: of_size(3), near={"That is with three fans of two.": lambda: of_size(2)}),
        "(80 − 58 − 32 + 20)/720. With fans of three an empty place comes late, and helps less.",
    ),
    Exercise(
        "one-rule/function",
        2,
        "Write `interaction(bare, first, second, both)`, which takes four shares of wins.",
        Function(
            "interaction",
            interaction,
            (
                (Fraction(1, 8), Fraction(3, 8), Fraction(1, 4), Fraction(3, 4)),
                (0, 0.5, 0.25, 0.75),
                (Fraction(1, 36), Fraction(29, 360), Fraction(2, 45), Fraction(1, 9)),
            ),
            "bare, first, second, both",
        ),
        "`both - first - second + bare`: nothing where the prices add up.",
    ),
    Exercise(
        "one-rule/tune",
        3,
        "How many shuffled re-deals does La Belle Lucie want, with empty fans left empty, for a careful "
        "player to win *one deal in "
        "three*? (500 deals, seed 1.)",
        Number(
            lambda: re_deals_for(1 / 3),
            near={"The share wins one deal in four there.": lambda: re_deals_for(1 / 4)},
        ),
        "Each re-deal adds less than a tenth at first, then more. Two stand in the old text.",
    ),
    Exercise(
        "one-rule/length",
        3,
        "Three changes all lead to about one win in four: *four* re-deals; *three* re-deals with marriages "
        "either way; no "
        "re-deal, but *kings* into empty fans and marriages either way. Which game is the shortest?",
        Choice(
            tuple(FOURTHS),
            shortest,
            {"four": "Each re-deal is another round of moves.", "three": "Count the rounds."},
        ),
        "Kings: one round in place of four or five, and the same chance.",
    ),
)

LESSON = Lesson(
    number=22,
    title="One rule",
    part="Studio",
    idea="A rule is worth what it changes on the same deals; and what it changes depends on the other rules.",
    needs=(7, 19),
    chapters=("la-belle-lucie", "canfield-or-klondike", "anna", "four-corners"),
    terms={
        "licence": "a rule that allows a move which would otherwise be refused",
        "price of a rule": "the difference that a rule makes to the share of wins, all other rules and the deals being the same",
        "factorial design": "an experiment in which every combination of the changes is tried, not only one change at a time",
        "interaction": "what two changes do together beyond the sum of what each does alone",
        "difficulty": "one less the share of wins; it belongs to a game and a player together",
    },
    minutes={"play": 8, "guess": 4, "simulate": 10, "count": 14, "move": 10, "exercises": 16},
    board="Four corners of a square: no licence, the one, the other, both. Write the four shares of wins at the corners and the prices "
    "on the sides; "
    "opposite sides do not agree.",
    mistakes={
        "“The licence is worth an eighth.”": "With which other rules?",
        "“The two prices add up.”": "What stands in the fourth corner?",
        "“Two runs gave 10 % and 12 %, so the rule is worth two points.”": "Were they the same deals? What is the interval of the "
        "difference?",
        "“It is easier, so it is better.”": "For whom? And how long does it take?",
    },
    guesses=GUESSES,
    exercises=EXERCISES,
)
