"""The exercises of Commerce."""

from __future__ import annotations

from collections import Counter, defaultdict
from fractions import Fraction
from functools import cache
from itertools import combinations
from math import comb

from cadogan.course.kinds import Choice, Number
from cadogan.course.old import Exercise
from cadogan.round_games.cards import Card, cards, pack
from cadogan.round_games.commerce_hands import COMBINATIONS, strength

HAND, MIDDLE = "KS KH 4D", "QS JS 4C"


@cache
def best_of_two(exchanges: int = 2) -> str:
    """The best combination that so many exchanges with the middle can reach, if nobody comes between.

    >>> best_of_two(0), best_of_two(1)
    ('pair', 'pair')
    """
    held = {frozenset(cards(HAND))}
    every = frozenset(cards(HAND)) | frozenset(cards(MIDDLE))
    for _ in range(exchanges):
        held |= {hand - {given} | {taken} for hand in held for given in hand for taken in every - hand}
    return COMBINATIONS[max(strength(tuple(sorted(hand)))[0] for hand in held)]


Hand = tuple[Card, ...]


def disjoint(ones: list[Hand], others: list[Hand]) -> int:
    """How many pairs of hands, one of each list, share no card: by inclusion and exclusion.

    >>> three = [tuple(cards(text)) for text in ("2C 3C 4C", "4C 5C 6C", "2C 3C 7C", "8C 9C 10C")]
    >>> disjoint(three, three) == sum(not set(a) & set(b) for a in three for b in three)
    True
    """
    total = 0
    for size in range(4):
        left, right = (Counter(part for hand in hands for part in combinations(sorted(hand), size)) for hands in (ones, others))
        total += (-1) ** size * sum(n * right[part] for part, n in left.items())
    return total


@cache
def by_strength() -> dict[tuple[int, ...], list[Hand]]:
    """All hands of three, by their strength, flushes of equal points being equal."""
    found: dict[tuple[int, ...], list[Hand]] = defaultdict(list)
    for three in combinations(pack(), 3):
        found[strength(three, "all", "share")].append(three)
    return found


@cache
def tied() -> Fraction:
    """The chance that two hands dealt from one pack are equal in strength."""
    return Fraction(sum(disjoint(group, group) for group in by_strength().values()), comb(52, 3) * comb(49, 3))


@cache
def crossed() -> Fraction:
    """The chance that of two hands dealt one is a tricon and the other a sequence."""
    kinds: dict[str, list[Hand]] = {
        name: [hand for strong, hands in by_strength().items() for hand in hands if COMBINATIONS[strong[0]] == name]
        for name in ("sequence", "tricon")
    }
    return Fraction(2 * disjoint(kinds["sequence"], kinds["tricon"]), comb(52, 3) * comb(49, 3))


EXERCISES = (
    Exercise("commerce/1", 1, "What is the best that two exchanges can make of the hand, if nobody comes between?",
        Choice(COMBINATIONS, best_of_two, {
            "pair": "That you have already.", "point": "That is less than you have.",
            "tricon": "Which three cards of one value would lie there?",
            "flush": "There is better: look at the suit of the cards in the middle once more."})),
    Exercise("commerce/2", 2, "",
        Number(tied, near={"The two hands share no card.": lambda: sum(
            (Fraction(len(group), comb(52, 3)) ** 2 for group in by_strength().values()), Fraction(0))})),
    Exercise("commerce/3", 3, "The chance that of two hands dealt one is a tricon and the other a sequence.",
        Number(crossed, near={
            "Either hand may be the tricon.": lambda: crossed() / 2,
            "The two hands share no card.": lambda: 2 * Fraction(48 * 52, comb(52, 3) ** 2)})),
)  # fmt: skip
