"""The exercises of Cooncan."""

from __future__ import annotations

import random
from fractions import Fraction
from functools import cache

from cadogan.course.kinds import Number
from cadogan.course.old import Exercise
from cadogan.round_games import bots, games
from cadogan.round_games.cards import JOKER, cards

#: What players 2 and 3 hold, and the cards that lie next; and how the combination of the chapter comes to lie.
HANDS = ("7H 8H JK", "9H 5H")
NEXT = "QD KS 2C"
SO_FAR = ("draw", "lay 7H+8H+JK(9H)", "done", "discard KS", "draw")


@cache
def most_laid() -> int:
    """How many of the two cards can go, at most, by one move of the joker."""
    cooncan = games["cooncan"]
    odd = [card for card in cooncan.cards(4) if card is not JOKER]
    for card in cards(f"{' '.join(HANDS)} {NEXT}"):
        if card is not JOKER:
            odd.remove(card)
    random.Random(2).shuffle(odd)
    full = [[*cards(hand), *(odd.pop() for _ in range(10 - len(cards(hand))))] for hand in (*HANDS, "", "")]
    state = cooncan.deal(1, cards=[*(card for turn in zip(*full, strict=True) for card in turn), *cards(NEXT)], deals=1)
    for action in SO_FAR:
        state = state.play(action)
    seat, held = state.to_act, set(cards(HANDS[1]))
    after = (state.play(action) for action in state.actions() if action.verb == "move")
    return max(len(held - set(one.hands[seat])) for one in after)


def no_joker(dealt: int = 40, pack: int = 106) -> Fraction:
    """The chance that neither joker is among so many cards dealt.

    A second way: all the cards dealt are others.

    >>> from math import comb
    >>> no_joker() == Fraction(comb(104, 40), comb(106, 40))
    True
    """
    left = pack - dealt
    return Fraction(left * (left - 1), pack * (pack - 1))


@cache
def splashes(deals: int = 10) -> int:
    """How many of the first deals are won by a splash when all four hold."""
    cooncan = games["cooncan"]
    ends = [bots.play_out(cooncan.deal(number, deals=1, splash_bonus=50), ["rule"]) for number in range(1, deals + 1)]
    return sum(any("makes a splash" in str(event) for event in end.history) for end in ends)


EXERCISES = (
    Exercise("cooncan/1", 1, "How many of your cards can go?", Number(most_laid, unit="cards")),
    Exercise("cooncan/2", 2, "",
        Number(no_joker, near={
            "The second joker has 105 places left, not 106.": lambda: Fraction(66, 106) ** 2,
            "Both of them must lie there.": lambda: Fraction(66, 106)})),
    Exercise("cooncan/3", 3, "When all four are rule bots, how many of the deals 1 to 10 are won by a splash?",
        Number(splashes, unit="deals")),
)  # fmt: skip
