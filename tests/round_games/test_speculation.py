"""Speculation: the worked examples, numbers and invariants of its digest, and each of its variants."""

import re
from itertools import pairwise

import pytest

import cadogan
from cadogan.board.round_session import Session
from cadogan.round_games.advice.speculation import fair_price
from cadogan.round_games.cards import high

from .at_play import walk

GAME = cadogan.round_games["speculation"]


def test_a_hint_to_ask_for_bids_names_the_bid_that_the_next_hint_takes():
    """Whoever follows every hint offers nothing for which no bid could be taken, and is told
    beforehand which he will take.
    """
    sales = {"sell": 0, "refuse": 0}
    for deal in range(1, 9):
        session = Session(GAME, deal, seats=["you", "rule", "rule", "rule", "rule"])
        least = 0
        while not session.state.is_over:
            session.bots()
            if session.state.to_act is None:
                break
            hint = session.handle({"kind": "hint"})[0]
            if named := re.search(r"take (\d+) or more", hint["says"]):
                least = int(named[1])
            verb = hint["text"].split()[0]
            if verb in sales:
                sales[verb] += 1
                assert (verb == "sell") == (max(session.state.bids.values()) >= least > 0), hint
            assert session.handle({"kind": "act", "text": hint["text"]})[0]["kind"] == "state"
    assert all(sales.values()), sales


@pytest.mark.table("players, win, gain, without", "dealers")
def test_what_the_dealer_may_expect_without_trade(players, win, gain, without):
    """The turn-up's own chance, and his part of the chances of the cards that may beat it."""

    def wins(**options):
        own = fair_price(GAME.deal(1, players, **options).view(0), "turn-up") / (players + 1)
        return own + (1 - own) / players

    assert wins() == pytest.approx(win, abs=1e-6)
    assert wins() * (players + 1) - 2 == pytest.approx(gain, abs=1e-6)
    assert wins(court_turn_up_passes=False) * (players + 1) - 2 == pytest.approx(without, abs=1e-6)


def test_everybody_believes_the_same():
    """Without looking there is no private knowledge: every seat's view shows the same faces."""
    for state in walk(GAME, 12, 4)[:-1]:
        views = [state.view(s) for s in range(4)]
        assert len({v.hands for v in views}) == len({v.history for v in views}) == 1


def led(state):
    """The rank that leads."""
    return high(state.lead[-1]) if state.lead and state.trumps else 0


@pytest.mark.parametrize(
    "options", [{}, {"spare_hand": True}, {"turn_up_to_pool": True}, {"hidden_sales": "any_time"}]
)
def test_the_lead_never_falls_and_every_card_is_shown(options):
    for seed in range(25):
        states = walk(GAME.vary(**options), seed, 4)
        for before, state in pairwise(states):
            if state.dealers == before.dealers and state.trumps == before.trumps:
                assert led(state) >= led(before)
        state = states[-1]
        turned = [e for e in state.history if " turns " in str(e)]
        assert len(turned) == 12 and not any(state.hands) and not state.spare
        assert sum(map(len, state.shown)) + len(state.lead) + len(state.aside) >= 13
