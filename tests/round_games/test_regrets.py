"""What the sharp player's decisions cost."""

import random
from itertools import combinations

from regrets import regret

from cadogan.round_games import games
from cadogan.round_games.advice.cooncan import covered
from cadogan.round_games.cards import card, cards, pack
from cadogan.round_games.cooncan import points

from ..conftest import text_of


def test_a_dear_decision_is_found_and_its_cost_measured_afresh():
    number = 1 << 32
    state = games["commerce"].deal(number).play("barter 8D")
    action, found = regret(state, 800, random.Random(3))
    assert (
        action.text == "stand"
        and found is not None
        and found.better.text == found.advised.text == "give JS"
    )
    assert found.cost > 3 * found.error > 0
    assert "after 1 action, player 3: chose “Stand, and so refuse the barter.”" in str(found)


def test_nothing_is_regretted_where_there_is_no_choice():
    state, rng = games["calabrasella"].deal(1870), random.Random(1)
    while len(state.actions()) > 1:
        state = state.play(state.actions()[0])
    action, found = regret(state, 100, rng)
    assert action == state.actions()[0] and found is None


def test_the_nine_of_diamonds_is_worth_four_cards_that_the_three_of_clubs_is_not():
    """The dearest decision of the page on the bots: with which card to come the hand is out."""
    page = text_of("book/bots.md")
    assert "goes out with a ten, an ace or a five, and with 7♦, 8♦, J♦ or Q♦ as well" in page

    def outs(thrown):
        left = [*cards("AC 3C AD 9D 10D AH 5H 5H 5S 10S JK")]
        left.remove(card(thrown))
        return {
            drawn.text
            for drawn in pack()
            if any(covered(ten) == points(ten) for ten in combinations([*left, drawn], 10))
        }

    anyhow = {rank + suit for rank in ("A", "5", "10") for suit in "CDHS"}
    assert outs("9D") == anyhow and outs("3C") == anyhow | {"7D", "8D", "JD", "QD"}
