"""Calabrasella: the worked examples and invariants of its digest."""

import random

import pytest

import cadogan
from cadogan.round_games.bots import play_out
from cadogan.round_games.calabrasella import ALL_POINTS, LAST_TRICK, ORDER, points
from cadogan.round_games.cards import FORTY, Card, card, cards, pack

from .at_play import at_random, play, texts, walk
from .laying import laid

GAME = cadogan.round_games["calabrasella"]


# --- the worked examples ---


def test_ca1_all_points_are_35():
    assert points(pack(FORTY)) + LAST_TRICK == 4 * (3 + 5) + 3 == 35 == ALL_POINTS
    worth = {points(cards(f"{rank}H")): ranks for ranks in ("A", "32KQJ", "7654") for rank in ranks}
    assert worth == {3: "A", 1: "32KQJ", 0: "7654"}
    assert [Card(f"{rank}H").rank for rank in "32AKQJ7654"] == [*ORDER[::-1]]


@pytest.mark.table("mine, gain", "gains")
def test_ca2_ca3_ca4_ca5_the_difference(mine, gain):
    assert GAME.gain(mine) == gain
    assert GAME.vary(sweep_doubles=False).gain(mine) == max(-35, min(35, gain))


def test_ca10_the_last_trick_brings_the_stock():
    sixes = 0
    for seed in range(60):
        end, _ = GAME.deal(seed).play("play").run(at_random(random.Random(seed)))
        last = next(e for e in reversed(end.history) if "has the last trick" in str(e))
        tricks = [0, 0]
        for seat in range(3):
            tricks[seat != end.alone] += points(end.won[seat])
        tricks[last.seat != end.alone] += 3 + points(end.stock)
        assert end.points == tuple(tricks)
        sixes += points(end.stock) == 6
        assert all(end.view(s).stock == end.stock for s in (0, 1, 2, None)), "it is shown when won"
    assert sixes and LAST_TRICK + points(cards("AS AD 4S 4D")) == 3 + 2 * 3 == 9


# --- the invariants ---


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"four_handed": True},
        {"min_discard": 0},
        {"packet": 4},
        {"sweep_doubles": False, "deals": 3},
    ],
)
def test_invariants(options):
    for seed in range(12):
        states = walk(GAME.vary(**options), seed)
        for state in states:
            if state.phase == "trick":
                sizes = sorted(len(h) for h in state.hands if h or not options.get("four_handed"))
                assert len(state.stock) == 4 and not state.aside
                if not state.trick:
                    assert set(sizes) == {12 - state.tricks}
                led = state.trick[0].suit if state.trick else ""
                held = [c for c in state.hands[state.to_act] if c.suit == led]
                lay = held or state.hands[state.to_act]
                assert {a.args[0] for a in state.actions()} == set(lay)
        end = states[-1]
        if end.alone is not None and end.tricks == 12:
            assert sum(end.points) == 35
        if end.alone is not None and end.deals == 1:
            gain = end.game.gain(end.points[0])
            assert gain % 2 or abs(gain) == 70
            assert [p for s, p in enumerate(end.payoffs) if s != end.alone] == [-gain] * (
                end.players - 1
            )


# --- the announcement, the ask, the exchange ---


def test_what_an_ask_tells():
    """Who asks for a two has the threes; the card asked for is with the player or laid away."""
    state = play(laid("calabrasella", "2D | 3C 3D 3H 3S 2C | "), "play; ask 2D")
    given = play(state, "give 2C; discard 2D")
    for seed in range(30):
        assert set(cards("3C 3D 3H 3S 2D")) <= set(state.redraw(2, seed).hands[1])
        dreamt = given.redraw(2, seed)
        assert card("2D") in (*dreamt.hands[1], *dreamt.aside)
    kept = state.play("give 2C")
    kept = play(kept, texts(kept)[0])
    assert card("2D") in kept.hands[1]
    assert {str(c) for c in kept.view(2).hands[1]} == {"??"}, "it may be the card laid away"


def test_who_does_not_follow_has_none():
    state = laid(
        "calabrasella", "3S 2S AS KS QS JS 7S 6S 5S 4S 4D 5D | 7H 6H 4H | 5H", "KD QD JD 7D"
    )
    state = play(state, "play; forgo; discard 4H; enough; take 7D; lay 7H; lay 5H; lay 3S")
    assert state.voids == ("H", "", "")
    for seed in range(30):
        assert not any(c.suit == "H" for c in state.redraw(2, seed).hands[0])


def test_four_at_the_table():
    end = play_out(GAME.deal(1, four_handed=True, dealer=2).play("play"), ["rule"])
    gain = GAME.gain(end.points[0])
    assert end.payoffs == (-gain, -gain, -gain, 3 * gain), "the dealer shares the partners' fortune"
