"""Exact chances where a re-deal is shuffled: the numbers that a program found which knows nothing of
the engine, such as the lesson *bellman* shows and compares.
"""

from fractions import Fraction

import naive
import pytest
from small_games import SMALL, small

import cadogan
from cadogan.solver import exact_chance, exact_value
from cadogan.words import again, deal, down, each, marry, places


def lucie(ranks, fans, redeals):
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


@pytest.mark.slow
@pytest.mark.table("ranks, fans, redeals, chance", "chances")
def test_a_chance_is_what_a_program_of_its_own_found(ranks, fans, redeals, chance):
    assert exact_chance(lucie(ranks, (*fans,), redeals)) == Fraction(chance)


def test_a_position_that_needs_no_re_deal_is_won_or_lost():
    """Where nothing is shuffled the value is 1 or 0, and it is the verdict of a search of every
    position; a re-deal leaves hope.
    """
    for title in ("Lucie of 8", "Klondike of 9", "Fortress of 8", "Colours of 12 with a talon"):
        for number in range(6):
            position = SMALL[title].deal(number)
            assert exact_value(position) == (naive.verdict(position)[0] == "won")


def test_a_re_deal_is_worth_its_mean():
    game = lucie(3, (3, 3), 1)
    position = next(p for p in map(game.deal, range(99)) if naive.verdict(p)[0] == "unknown")
    found = exact_value(position)
    assert 0 < found < 1
    assert all(
        exact_value(position.play(move)) <= found
        for move in position.moves()
        if move.kind != "again"
    )


def test_what_is_too_large_or_of_another_kind_is_refused():
    too_many = "52 cards would be shuffled; exact values are worked out for 9 at most"
    for slug, said in (("la-belle-lucie", too_many), ("fourteenth", "nothing happens by itself")):
        with pytest.raises(ValueError, match=said):
            exact_chance(cadogan.games[slug])
