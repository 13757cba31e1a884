"""Small games solved exactly, one of each of the six, and the numbers of the digest that small
games show.
"""

import random
from fractions import Fraction
from math import comb

import pytest

from cadogan.round_games import Action, games
from cadogan.round_games.bots import play_out
from cadogan.round_games.exact import Solution, backward, deals, face_up, small, solve, tree

from .at_play import MINIS

SPECULATION, COMMERCE = games["speculation"], games["commerce"]
STILL = SPECULATION.vary(court_turn_up_passes=False, market="none")
SIX = "2H 3H 4H 2S 3S 4S"


# --- every deal ---


def test_every_deal_is_there_with_its_weight():
    worlds = MINIS["commerce"].worlds()
    assert len(worlds) == comb(6, 3) and {w for w, _ in worlds} == {1}
    assert len({s.hands for _, s in worlds}) == 20
    assert len(MINIS["pope-joan"].worlds()) == comb(7, 3) * comb(4, 2) * 2
    twins = small(COMMERCE, "AH AH KH KH QH QH")
    worlds = deals(twins)
    assert sum(w for w, _ in worlds) == 720 and len(worlds) == 7, (
        "cards that look alike are one deal"
    )


def test_a_small_game_is_the_game_itself():
    tiny = MINIS["speculation"].game
    assert isinstance(tiny, type(SPECULATION)) and tiny.options["highest_bid"] == 1
    assert tiny.vary(market="none").cards(2) == tiny.cards(2)
    with pytest.raises(ValueError, match="Speculation is for 2 players"):
        tiny.deal(1, 3)
    with pytest.raises(ValueError, match="Speculation has no fact 'eech'"):
        small(SPECULATION, "2H 3H", eech=1)
    assert play_out(tiny.deal(1, 2), ["rule"]).is_over


# --- without secrets ---


@pytest.mark.parametrize("players, ranks", [(3, "234"), (2, "2345")])
@pytest.mark.slow
def test_speculation_without_sales_is_the_formula(players, ranks):
    """What the dealer may expect: the turn-up's own chance, and his part of the chances of what
    beats it.
    """
    pack = [r + s for s in "HS" for r in ranks]
    still = small(STILL, pack, range(2, 4), each=1)
    unseen = len(pack) - 1
    own = sum(
        Fraction(comb(unseen - h, players), comb(unseen, players)) for h in range(len(ranks))
    ) / len(ranks)
    gain = backward(deals(still, players, matter=players + 1))
    assert gain[0] == (players + 1) * (own + (1 - own) / players) - 2 and sum(gain) == 0


@pytest.mark.slow
def test_the_market_is_worth_nothing_among_those_who_reckon():
    """Who refuses everything wins what his own cards are worth; as all can, nobody gets more. (The
    chapter has it of bids.)
    """
    tiny = MINIS["speculation"]
    traded = tiny.game.vary(highest_bid=None, presale=False, market="posted_price")
    assert backward(deals(traded, 2, 3)) == (tiny.worth, -tiny.worth)


def test_everybody_does_what_is_best_for_himself():
    class Generous(type(SPECULATION)):
        """Before he turns a card a player may give his left neighbour a counter."""

        def at_sell_next(self, t):
            yield Action("gift")
            yield Action("turn")

        def do_gift(self, t):
            t.pay(t.seller, t.left(t.seller), 1)
            self.do_turn(t)

    plain, generous = (
        backward(deals(small(game, SIX, each=1), 2, matter=3))
        for game in (STILL, Generous(**STILL.options_set))
    )
    assert plain == generous


def test_a_penalty_is_reckoned_too():
    plain, paid = (
        backward(deals(small(STILL.vary(knave_five_penalty=p), "2H 4H 5H 2S 4S 5S", each=1), 2, 3))
        for p in (0, 1)
    )
    differ = [b - a for a, b in zip(plain, paid, strict=True)]
    assert sum(differ) == 0 and differ[0] != 0, "what is paid goes to the pool, and is won with it"


def test_secrets_are_refused():
    with pytest.raises(
        ValueError, match=r"a seat knows a card that not all know; solve\(\) is for that"
    ):
        backward(MINIS["commerce"].worlds())
    with pytest.raises(ValueError, match="for two players only"):
        tree(MINIS["calabrasella"].worlds())


# --- with secrets ---


@pytest.mark.slow
def test_commerce_with_a_seventh_card():
    solved = solve(tree(deals(small(COMMERCE.vary(round_cap=1), "AH KH QH AS KS QS JS"))), 12)
    assert solved.exploitability < 0.03 and -solved.best[1] <= Fraction(-97, 70) <= solved.best[0]


@pytest.mark.slow
def test_a_solution_plays_and_holds_its_own():
    """Against any strategy it wins, on the average of all deals, no less than its worth less its
    exploitability.
    """
    tiny = MINIS["commerce"]
    solved = solve(tree(tiny.worlds()), 60)
    for other in ("random", "rule"):
        for seat in (0, 1):
            won = 0.0
            for i, (_, state) in enumerate(tiny.worlds() * 8):
                bots = [other, other]
                bots[seat] = solved
                end = play_out(state, bots, seed=i)
                won += (end.payoffs[seat] - end.payoffs[1 - seat]) / 2 / 160
            worth = float(tiny.worth) * (1 if seat == 0 else -1)
            assert won > worth - 3 * 1.6 / 160**0.5
    view = tiny.worlds()[0][1].view(1)
    assert sum(solved[view].values()) == pytest.approx(1) and set(solved[view]) == {
        a.text for a in tiny.worlds()[0][1].actions()
    }
    with pytest.raises(KeyError):
        solved[COMMERCE.deal(1, 3).view(1)]


def test_a_careless_strategy_is_exploited():
    grown = tree(MINIS["pope-joan"].worlds())
    even = Solution(grown, [[1 / len(actions)] * len(actions) for _, actions in grown.sets])
    assert even.exploitability > 0.05 and even.best[0] >= even.worth > -even.best[1]


def test_knowing_is_seeing():
    """Two states with the same view are one information set, and no others."""
    grown, worlds = tree(MINIS["commerce"].worlds()), MINIS["commerce"].worlds()
    rng, seen = random.Random(2), {}
    for _, state in worlds:
        while not state.is_over:
            seen.setdefault(state.view(state.to_act), set()).add(
                tuple(a.text for a in state.actions())
            )
            state = state.play(rng.choice(state.actions()))
    assert all(len(actions) == 1 for actions in seen.values())
    assert len(grown.numbers) == len(grown.sets) >= len(seen) > 20


# --- with all cards face up ---


@pytest.mark.slow
def test_calabrasella_face_up():
    """All 630 deals, which take a minute, come to 610 of the one kind, in which all fourteen points
    count double, and 20 of the other; three of these are among the fifteen.
    """
    tiny = MINIS["calabrasella"]
    worlds = tiny.worlds()
    assert len(worlds) == comb(7, 2) * comb(5, 2) * comb(3, 2) == 630
    found = [face_up(state) for _, state in worlds[180:240:4]]
    assert (found.count((-28, 56, -28)), found.count((-4, 8, -4))) == (12, 3)
    assert Fraction(610 * -28 + 20 * -4, 630) == tiny.worth


# --- numbers of the digest, counted in small games that are played ---


def test_how_often_the_spare_hand_of_a_small_game_wins():
    """The same formula, played out: two suits of three, one card each and one in the middle."""
    tiny = small(STILL.vary(spare_hand=True), SIX, each=1)
    left = 0
    worlds = deals(tiny, 2, matter=4)
    for _, state in worlds:
        while not state.is_over:
            state = state.play("turn")
        left += state.pools["pool"] > 0
    formula = sum(1 - Fraction(comb(5 - h, 3), comb(5, 3)) for h in range(3)) / 3 * Fraction(1, 3)
    assert Fraction(left, len(worlds)) == formula
