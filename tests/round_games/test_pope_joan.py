"""Pope Joan: the worked examples, numbers and invariants of its digest, and each of its variants."""

import re
from itertools import pairwise, product

import pytest

import cadogan
from cadogan.round_games.cards import card, cards
from cadogan.round_games.pope_joan import BOARDS, above

from .at_play import texts, walk
from .laying import laid

GAME = cadogan.round_games["pope-joan"]


# --- the worked examples ---


@pytest.mark.parametrize(
    "board, shares", [("eight", (4, 3, 3, 3, 2, 2)), ("five", (3, 3, 2, 2, 2, 2))]
)
def test_pj6_what_each_puts_into_the_dressing(board, shares):
    assert tuple(GAME.vary(board=board).share(n) for n in GAME.players) == shares


@pytest.mark.table("players, each, over", "dealt")
def test_the_deal_table(players, each, over):
    state = GAME.deal(2, players)
    sizes = [len(state.hands[s]) for s in state._table.turn(1)]
    assert sizes == [each + 1] * over + [each] * (players - over)
    assert len(state.spare) == each - 1


def test_pj11_cards_that_can_only_be_led():
    before = {above(c) for c in GAME.cards(5)}
    assert {c for c in GAME.cards(5) if c not in before} == set(cards("AC AD AH AS 9D"))


# --- the invariants ---


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"pope_for_stop": True},
        {"board": "five"},
        {"stops": "fixed_number"},
        {"stops": "remainder"},
        {"lead_rule": "lowest_of_suit"},
        {"pope_turned_wins_game": True, "deals": 3},
    ],
)
@pytest.mark.parametrize("players", [3, 5, 8])
def test_invariants(options, players):
    for seed in range(4):
        for state in (states := walk(GAME.vary(**options), seed, players)):
            assert state.phase in ("lead", "stop", "over"), (
                "only leads are choices, and pope if agreed"
            )
            assert options.get("pope_for_stop") or state.phase != "stop"
            if state.phase == "stop":
                assert texts(state) in (["keep"], ["keep", "pope"])
        for state in states:
            shown = [c for row in state.played for c in row]
            assert len(shown) == len(set(shown)), "a card is played at most once"
        events = [e for e in states[-1].history if e.deal == states[-1].deals - 1]
        winners = [e.seat for e in events if str(e).endswith("is out.")]
        if not winners:
            assert any("pope turned up" in str(e) for e in events)
        else:
            assert not states[-1].hands[winners[0]] and len(winners) == 1


def test_each_run_rises_by_one_card_to_a_stop():
    for seed in range(6):
        for state, after in pairwise(walk(GAME, seed, 4)):
            told = " ".join(str(e) for e in after.history[len(state.history) :])
            run = [*map(card, re.findall(r" (?:leads|plays) (\S+)\.", told))]
            assert run and [*map(above, run[:-1])] == run[1:]
            if not after.is_over:
                last = above(run[-1])
                assert all(last not in hand for hand in after.hands), "its holder must play it"


def test_what_nobody_had_is_in_no_hand():
    state = laid("pope-joan", " | 9S | QS | 9D JS | ", "10S 2C 3C 4C 5C 6C 7C 8H").play("lead 9S")
    for seed, seat in product(range(40), (0, 1, None)):
        assert card("10S") not in [c for h in state.redraw(seat, seed).hands for c in h]


def test_who_leads_the_lowest_has_none_below_it():
    state = laid("pope-joan", " | 9S QS 3H | | | ", "10S", lead_rule="lowest_of_suit")
    lowest = min(c for c in state.hands[1] if c.suit == "S")
    after = state.play(f"lead {lowest}")
    for seed in range(40):
        left = [c for c in after.redraw(0, seed).hands[1] if c.suit == "S"]
        assert all(c.rank > lowest.rank for c in left)


# --- payments and options ---


@pytest.mark.table("turned, name", "turned")
def test_an_honour_turned_is_the_dealers(turned, name):
    state = laid("pope-joan", "||||", turned)
    assert (state.pools[name], state.payoffs[0]) == (0, -6 + BOARDS["eight"][name])
    assert state.trumps == turned[-1]
    stays = laid("pope-joan", "||||", turned, turned_honour="stays")
    assert stays.pools[name] == BOARDS["eight"][name] and stays.payoffs[0] == -6
    if name in ("king", "queen", "knave"):
        five = laid("pope-joan", "||||", turned, board="five")
        assert five.payoffs[0] == -4 and name not in five.pools


@pytest.mark.table("players, left", "remainders")
def test_the_remainder_in_place_of_the_spare_hand(players, left):
    even = GAME.deal(1, players, stops="remainder")
    assert len(even.spare) + 1 == left and len(set(map(len, even.hands))) == 1
