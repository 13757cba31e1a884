"""Cooncan: the worked examples, numbers and invariants of its digest, and each of its options."""

import random
import re
from collections import Counter
from itertools import product

import pytest

import cadogan
from cadogan.board.round_session import Session
from cadogan.round_games.advice import cooncan
from cadogan.round_games.bots import play_out
from cadogan.round_games.cards import HIDDEN, JOKER, card, cards
from cadogan.round_games.melds import ACE_AT_EITHER_END, Meld, completing, laid_as, sets_in

from .at_play import lies, play, texts

GAME = cadogan.round_games["cooncan"]


def passing(state, turns):
    """So many turns in which nobody lays and each discards what he drew, if he can, or his first
    card.
    """
    for _ in range(turns):
        held = Counter(state.hands[state.to_act])
        state = play(state, "draw", "done")
        drawn = next(iter((Counter(state.hands[state.to_act]) - held).elements()))
        state = state.play(f"discard {drawn}")
    return state


def test_a_hint_holds_combinations_until_that_costs_more_than_it_brings():
    dealt = (GAME.vary(dealer=3).deal(number) for number in range(50))
    state = next(one for one in dealt if cooncan.best(tuple(one.hands[0])))

    def hint(turns):
        session = Session(GAME.vary(dealer=3), state.number)
        session.load(play(passing(state, turns), "draw").record())
        return session.handle({"kind": "hint"})[0]["says"]

    assert re.match(
        "As the author advises: .* If one of them goes out, you pay for them.$", hint(4)
    )
    assert re.match("Better than the author's advice: .* costs more than it brings", hint(16))


# --- the worked examples ---


# --- jokers: every place, against a plain reckoning ---


def test_joker_moves_agree_with_reckoning_from_the_rule():
    order = ACE_AT_EITHER_END
    for low, n, at in product(range(14), range(3, 15), ("low", "high")):
        if low + n > 14:
            continue
        line = [card(f"{'A23456789TJQK'[order[low + i] - 1]}H") for i in range(n)]
        lying = [JOKER, *line[1:]] if at == "low" else [*line[:-1], JOKER]
        meld = Meld(tuple(lying), suit="H", low=low, order=order)
        to = "high" if at == "low" else "low"
        new = low + n if to == "high" else low - 1  # where the joker goes
        found = GAME.moves(meld, to)
        if not 0 <= new < 14:
            assert found == {}
            continue
        beyond = new + (1 if to == "high" else -1)
        ways = {"fill", "beyond", "both"} if 0 <= beyond < 14 else {"fill"}
        assert set(found) == ways
        for how, (grown, paid) in found.items():
            assert (
                grown.cards.count(JOKER) == 1
                and len(grown.cards) == n + len(paid)
                and len(paid) == 1 + (how == "both")
            )
            i = grown.cards.index(JOKER)
            assert grown.low + i == new and grown.crossed == {i} and lies(grown, order)
            assert JOKER not in paid


# --- the pack runs out ---


def run_out(**options):
    """Everybody has drawn and discarded until the pack was drawn out."""
    return passing(GAME.deal(3, 4, deals=1, **options), 65)


def test_the_stock_is_turned_unshuffled():
    state = run_out()
    assert len(state.cards["pack"]) == 0 and len(state.stock) == 66
    assert {"take", "draw"} == set(texts(state))
    assert "Turn the stock, and draw its first card." in [a.says for a in state.actions()]
    after = state.play("draw")
    assert after.stock == () and after.view(0).pack == tuple(reversed(state.stock[1:])), (
        "everybody remembers the order"
    )
    assert (
        state.stock[0] in after.hands[after.to_act]
        and after.view(3).hands[after.to_act] != state.view(3).hands[after.to_act]
    )
    assert run_out(turned_stock="newest_first").play("draw").pack == state.stock[:-1]


def test_the_stock_may_be_turned_when_the_pack_is_drawn_out():
    state = run_out(turned_when="exhausted")
    assert len(state.stock) == 1 and len(state.pack) == 65, (
        "the last drawer's discard begins the new stock"
    )


def test_the_turned_stock_may_be_shuffled():
    plain = run_out()
    state = run_out(reshuffle_on_turn=True).play("draw")
    assert set(state.view(0).pack) == {HIDDEN} and set(state.turned) == set(plain.stock)
    assert not Counter(state.cards["pack"]) - Counter(plain.stock) and state.cards["pack"] != tuple(
        reversed(plain.stock[1:])
    )
    for seed in range(20):
        again = state.redraw(2, seed)
        assert set(again.cards["pack"]) <= set(plain.stock), "only discards lie in it"
        assert again.view(2) == state.view(2)


def test_a_deal_that_goes_on_too_long_is_void():
    state = GAME.deal(3, 4, deals=1, turn_limit=30)
    state = passing(state, 30)
    assert (
        state.is_over
        and state.payoffs == (0, 0, 0, 0)
        and "the deal is void" in str(state.history[-1])
    )
    assert any(c is HIDDEN for c in state.view(0).hands[1]), "nobody shows his hand"
    assert not passing(GAME.deal(3, 4, deals=1, turn_limit=None), 200).is_over


# --- further options ---


def test_runs_of_fourteen():
    thirteen = laid_as(cards("2S 3S 4S 5S 6S 7S 8S 9S 10S JS QS KS AS"), ACE_AT_EITHER_END)
    whole = thirteen.adding(card("AS"), "low")
    assert len(whole.cards) == 14 and whole.ends() == {}
    strict = GAME.vary(both_aces=False)
    assert GAME.allows(whole) and not strict.allows(whole) and strict.allows(thirteen)


@pytest.mark.slow
@pytest.mark.table("players, options, deals", "rounds")
def test_rounds_of_deals(players, options, deals):
    end = play_out(GAME.deal(5, players, **options), ["rule"])
    assert end.deals == deals
    assert [str(e)[:8] for e in end.history if " deals ten" in str(e)] == [
        f"Player {i % players + 1}" for i in range(deals)
    ]


@pytest.mark.slow
def test_rounds_without_an_end():
    open_ended = play_out(GAME.deal(5, 4, rounds=None), ["rule"], limit=3000)
    assert not open_ended.is_over and open_ended.deals > 8


def test_seats_are_cut_for():
    again = play_out(GAME.deal(2, 4, seating="redraw_hourly", rounds=2), ["rule"])
    assert again.deals == 8 and "From the dealer to the left sit" in str(again.history)
    plain = play_out(GAME.deal(2, 4, rounds=2), ["rule"])
    assert not any("sit" in str(e) for e in plain.history)


# --- invariants ---


@pytest.mark.slow
@pytest.mark.parametrize(
    "options", [{}, {"splash_bonus": 50}, {"reshuffle_on_turn": True}, {"return_taken_card": False}]
)
@pytest.mark.parametrize("players", [4, 5, 7])
def test_invariants(players, options):
    moved = 0
    for seed in range(6):
        rng, state = random.Random(seed), GAME.deal(seed, players, deals=1, **options)
        down = [0] * players
        while not state.is_over:
            moves = [a for a in state.actions() if a.verb == "move"]
            before, state = state, state.play(rng.choice(moves or state.actions()))
            assert all(lies(meld, (*range(1, 14), 1)) for meld in state.laid)
            for old, new in zip(before.laid, state.laid):
                assert not Counter(old.cards) - Counter(new.cards) and old.owner == new.owner
                assert len(old.crossed) <= len(new.crossed)
                assert all(new.cards[i] is JOKER for i in new.crossed)
            moved += crossed(state) > crossed(before)
            down[before.to_act] += len(lying(state)) - len(lying(before))
            assert max(map(len, state.hands)) <= 11
            if state.phase == "draw":
                assert [len(h) + d for h, d in zip(state.hands, down)] == [10] * players
                assert len(state.stock) + len(state.pack) == 106 - 10 * players and state.stock
    assert moved or players != 5, "no joker was ever moved"


def lying(state):
    return [c for m in state.laid for c in m.cards]


def crossed(state):
    """How many jokers have been moved."""
    return sum(len(m.crossed) for m in state.laid)


# --- numbers ---


@pytest.mark.parametrize(
    "two, third",
    [
        ("9H 9S", "9C 9D 9H 9S"),
        ("6C 7C", "5C 8C"),
        ("2D 4D", "3D"),
        ("KS AS", "QS"),
        ("AS 2S", "3S"),
    ],
)
def test_what_makes_three_of_two(two, third):
    one, other = cards(two)
    assert completing(one, [other], ACE_AT_EITHER_END) == {*cards(third)}


# --- the author's advice ---


def test_sets_of_a_kind_may_be_large():
    assert laid_as(cards("4C 4C 4D 4D 4H 4H 4S 4S JK JK"), ACE_AT_EITHER_END)
    assert [m.text for m in sets_in(cards("4C 4C 4D"))] == ["4C+4C+4D"]
