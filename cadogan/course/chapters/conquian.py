"""The exercises of Conquian."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import product
from math import comb

from cadogan.course.kinds import Number
from cadogan.course.old import Exercise
from cadogan.round_games import games
from cadogan.round_games.cards import cards, pack
from cadogan.round_games.melds import runs_in

#: The hands of the pone and of the dealer, and how the stock begins; the run goes down, and the seven of spades is turned.
HANDS = ("3H 4H 5H 6H 7C 7D QC KC", "KD KS QD QS 2S AS 4S 3C 2D JC")
STOCK = "7H JH 7S"
SO_FAR = ("use 3H+4H+5H+6H+7H", "done", "discard QC", "pass", "decline", "pass")


@cache
def with_the_seven() -> int:
    """The combinations that can be laid with the seven of spades."""
    conquian = games["conquian"]
    rest = [card for card in conquian.cards(2) if card not in cards(f"{' '.join(HANDS)} {STOCK}")]
    random.Random(1).shuffle(rest)
    full = [[*cards(hand), *(rest.pop() for _ in range(10 - len(cards(hand))))] for hand in HANDS]
    state = conquian.deal(1, cards=[*(card for i in range(0, 10, 2) for hand in full for card in hand[i : i + 2]), *cards(STOCK)])
    for action in SO_FAR:
        state = state.play(action)
    return sum(action.verb == "use" for action in state.actions())


@cache
def some_combination(held: int = 10, suits: int = 4, ranks: int = 10) -> Fraction:
    """The chance of a combination among so many cards: three alike, or three in sequence and suit.

    The hands without one are counted rank by rank; for each suit is carried along how many in a row are held. A second way, on a
    smaller pack: every hand.

    >>> from itertools import combinations
    >>> def combined(hand):
    ...     "Does a hand of (rank, suit) hold three alike, or three in a row?"
    ...     alike = any(sum(other[0] == rank for other in hand) > 2 for rank, _ in hand)
    ...     return alike or any({(rank + 1, suit), (rank + 2, suit)} <= set(hand) for rank, suit in hand)
    >>> hands = list(combinations(product(range(4), range(3)), 4))
    >>> some_combination(4, 3, 4) == Fraction(sum(map(combined, hands)), len(hands))
    True
    """
    states = Counter({((0,) * suits, 0): 1})
    for _ in range(ranks):
        following: Counter[tuple[tuple[int, ...], int]] = Counter()
        for (rows, n), ways in states.items():
            for now in product((0, 1), repeat=suits):
                new = tuple((row + 1) * taken for row, taken in zip(rows, now, strict=True))
                if sum(now) <= 2 and max(new) <= 2 and n + sum(now) <= held:
                    following[new, n + sum(now)] += ways
        states = following
    return 1 - Fraction(sum(ways for (_, n), ways in states.items() if n == held), comb(suits * ranks, held))


@cache
def long_runs(least: int = 11, ranks: int = 13) -> int:
    """The sequences of so many cards or more in one suit.

    >>> long_runs(3, 10) * 4
    144
    """
    order = tuple(range(1, ranks + 1))
    return sum(run.suit == "H" and len(run.cards) >= least for run in runs_in(pack(order), order))


EXERCISES = (
    Exercise("conquian/1", 1, "How many combinations?",
        Number(with_the_seven, near={
            "The run has a card to lend.": lambda: 1,
            "Lent, the seven of hearts may go with one of the others or with both.": lambda: 2})),
    Exercise("conquian/2", 2, "", Number(some_combination)),
    Exercise("conquian/3", 3, "How many sequences of thirteen cards of a suit would win alone, having eleven cards or more?",
        Number(long_runs, near={"Eleven are enough, and more may be laid.": lambda: long_runs(11) - long_runs(12),
                                "Those are all that have three or more.": lambda: long_runs(3)})),
)  # fmt: skip
