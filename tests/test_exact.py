"""Exact chances where a re-deal is shuffled: the same numbers by a program that knows nothing of
the engine.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from itertools import permutations

import pytest
from small_games import SMALL, small

import cadogan
from cadogan import Game
from cadogan.solver import exact_chance, exact_value, naive
from cadogan.words import again, deal, down, each, marry, places

Home = tuple[int, ...]
#: Packets of cards, each a suit and a rank.
Fans = tuple[tuple[tuple[int, int], ...], ...]


def lucie(ranks: int, fans: tuple[int, ...], redeals: int) -> Game:
    """A likeness of La Belle Lucie: two suits in fans, married downwards."""
    more = (again(redeals, "fans", shuffled=True),) if redeals else ()
    return small(
        "A small Lucie",
        ranks,
        "HS",
        places("fans", len(fans)),
        deal(each("fans", fans)),
        marry(down, "fans"),
        *more,
    )


def by_hand(ranks: int, fans: tuple[int, ...], redeals: int) -> Fraction:
    """The chance of such a game, from its rules alone."""
    pack = [(suit, rank) for suit in range(2) for rank in range(1, ranks + 1)]

    def dealt(order: tuple[tuple[int, int], ...]) -> Fans:
        at = [0]
        for size in fans:
            at.append(at[-1] + size)
        return tuple(sorted(filter(None, (order[a:b] for a, b in zip(at, at[1:])))))

    def steps(home: Home, lie: Fans) -> Iterator[tuple[Home, Fans]]:
        for i, fan in enumerate(lie):
            suit, rank = fan[-1]
            rest = [*lie[:i], fan[:-1], *lie[i + 1 :]]
            if home[suit] == rank - 1:
                yield (
                    tuple(h + (k == suit) for k, h in enumerate(home)),
                    tuple(sorted(filter(None, rest))),
                )
            for j, other in enumerate(lie):
                if j != i and other[-1] == (suit, rank + 1):
                    yield (
                        home,
                        tuple(sorted(filter(None, [*rest[:j], (*other, fan[-1]), *rest[j + 1 :]]))),
                    )

    @lru_cache(maxsize=None)
    def value(home: Home, lie: Fans, left: int) -> Fraction:
        met, waiting, reached = {(home, lie)}, [(home, lie)], set()
        while waiting:
            here = waiting.pop()
            reached.add(here[0])
            new = [there for there in steps(*here) if there not in met]
            met.update(new)
            waiting += new
        if (ranks, ranks) in reached:
            return Fraction(1)
        return max(shuffled(home, left - 1) for home in reached) if left else Fraction(0)

    @lru_cache(maxsize=None)
    def shuffled(home: Home, left: int) -> Fraction:
        cards = [card for card in pack if card[1] > home[card[0]]]
        return sum(
            (value(home, dealt(order), left) for order in permutations(cards)), Fraction(0)
        ) / math.factorial(len(cards))

    return shuffled((0, 0), redeals)


@pytest.mark.parametrize(
    ("fans", "redeals", "chance"),
    [
        ((3, 3), 0, "4/15"),
        ((3, 3), 1, "593/1080"),
        ((3, 3), 2, "193769/259200"),
        ((2, 2, 2), 0, "3/5"),
        ((2, 2, 2), 1, "89/100"),
        ((2, 2, 2), 2, "13153/13500"),
    ],
)
@pytest.mark.slow
def test_a_chance_is_the_same_by_two_programs(
    fans: tuple[int, ...], redeals: int, chance: str
) -> None:
    assert exact_chance(lucie(3, fans, redeals)) == Fraction(chance) == by_hand(3, fans, redeals)


@pytest.mark.slow
@pytest.mark.parametrize(("redeals", "chance"), [(0, "149/560"), (2, "855884219/1185408000")])
def test_eight_cards_in_threes(redeals: int, chance: str) -> None:
    """Lesson 17 works the same out by a program of its own (tests/course/test_values.py)."""
    assert exact_chance(lucie(4, (3, 3, 2), redeals)) == Fraction(chance)


def test_a_position_that_needs_no_re_deal_is_won_or_lost() -> None:
    """Where nothing is shuffled the value is 1 or 0, and it is the verdict of a search of every
    position; a re-deal leaves hope.
    """
    for title in ("Lucie of 8", "Klondike of 9", "Fortress of 8", "Colours of 12 with a talon"):
        for number in range(6):
            position = SMALL[title].deal(number)
            assert exact_value(position) == (naive.verdict(position)[0] == "won")


def test_a_re_deal_is_worth_its_mean() -> None:
    game = lucie(3, (3, 3), 1)
    position = next(p for p in map(game.deal, range(99)) if naive.verdict(p)[0] == "unknown")
    found = exact_value(position)
    assert 0 < found < 1
    assert all(
        exact_value(position.play(move)) <= found
        for move in position.moves()
        if move.kind != "again"
    )


def test_what_is_too_large_or_of_another_kind_is_refused() -> None:
    with pytest.raises(
        ValueError, match="52 cards would be shuffled; exact values are worked out for 9 at most"
    ):
        exact_chance(cadogan.games["la-belle-lucie"])
    with pytest.raises(ValueError, match="nothing happens by itself"):
        exact_chance(cadogan.games["fourteenth"])
