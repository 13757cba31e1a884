"""Calabrasella: the worked examples, numbers and invariants of its digest."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction
from math import comb, factorial

import pytest

import cadogan
from cadogan.round_games import OptionError, State
from cadogan.round_games.advice.calabrasella import ENOUGH, strength
from cadogan.round_games.bots import play_out
from cadogan.round_games.calabrasella import ALL_POINTS, LAST_TRICK, ORDER, points
from cadogan.round_games.cards import FORTY, Card, card, cards, pack
from cadogan.round_games.tricks import winner

from .at_play import play, refused, walk

GAME = cadogan.round_games["calabrasella"]
CLUBS = "3C 2C AC KC QC JC 7C 6C 5C 4C"


def laid(hands: list[str], stock: str, **options: object) -> State:
    """A deal with these hands, player 1 dealing, and this stock, filled up with the lowest cards
    left.
    """
    rows = [h.split() for h in (*hands, stock)]
    named = {c for row in rows for c in row}
    rest = iter(
        str(c)
        for c in sorted(pack(FORTY), key=lambda c: ORDER.index(c.rank))
        if str(c) not in named
    )
    for row, size in zip(rows, (12, 12, 12, 4)):
        row += [next(rest) for _ in range(size - len(row))]
    packet = options.get("packet", 2)
    assert isinstance(packet, int)
    order = [
        rows[(1 + i) % 3][k + j]
        for k in range(0, 12, packet)
        for i in range(3)
        for j in range(packet)
    ]
    return GAME.deal(1, cards=[*order, *rows[3]], **options)


def whole(seed: int, **options: object) -> State:
    """A game of random play in which the eldest hand plays."""
    state, rng = GAME.deal(seed, **options).play("play"), random.Random(seed)
    while not state.is_over:
        state = state.play(rng.choice(state.actions()))
    return state


#: Player 2 holds every three, two and ace but those of spades, and three small clubs; player 1 the
#: spades.
STRONG = [
    "3S 2S AS KS QS JS 7S 6S 5S 4S KH QH",
    "3C 2C AC 3D 2D AD 3H 2H AH 5C 6C 7C",
    "KC QC JC KD QD JD 7D 6D 5D 4D JH 7H",
]


# --- the worked examples ---


def test_ca1_all_points_are_35() -> None:
    assert points(pack(FORTY)) + LAST_TRICK == 4 * (3 + 5) + 3 == 35 == ALL_POINTS
    assert [points(cards(f"{r}H")) for r in "A 3 2 K Q J 7 6 5 4".split()] == [
        3,
        1,
        1,
        1,
        1,
        1,
        0,
        0,
        0,
        0,
    ]


@pytest.mark.parametrize(
    "mine, gain", [(23, 11), (16, -3), (18, 1), (17, -1), (35, 70), (0, -70), (34, 33)]
)
def test_ca2_ca3_ca4_ca5_the_difference(mine: int, gain: int) -> None:
    assert GAME.gain(mine) == gain
    assert GAME.vary(sweep_doubles=False).gain(mine) == max(-35, min(35, gain))


def test_ca5_all_the_points_bring_140() -> None:
    state = laid(STRONG, "4C 6H 5H 4H").play("play")
    state = play(state, "ask 3S", "give 7C", "discard 5C", "discard 6C", "enough", "take 4H 5H")
    for trick in range(12):  # from the top: nobody else has a hand to win with
        for _ in range(3):
            mine = state.to_act == 1
            chosen = max(
                state.actions(), key=lambda a: ORDER.index(a.args[0].rank) * (1 if mine else -1)
            )
            if mine and trick == 0:
                chosen = next(a for a in state.actions() if a.text == "lay 3S")
            state = state.play(chosen)
    assert state.is_over and state.points == (35, 0) and state.payoffs == (-70, 140, -70)


def test_ca6_a_revoke_moves_nine_points() -> None:
    assert GAME.revoke_penalty == 9 and GAME.gain(24, revokes=1) == 33 - 2 == 31
    state = laid(["3S 4S", "7C 2S", "3D 5C"], "")
    state = play(state, "play", "forgo", "discard 2S")
    state = play(state, "enough", state.play("enough").actions()[0].text, "lay 7C")
    assert state.to_act == 2 and any(c.suit == "C" for c in state.hands[2])
    refused(state, "lay 3D", "clubs were led and must be followed")


def test_ca7_an_ask_is_lost_if_the_card_is_in_the_stock() -> None:
    before = laid(["3C", "3D", "3H"], "3S 4S 5S 6S").play("play")
    state = before.play("ask 3S")
    assert (state.to_act, state.phase) == (1, "discard") and state.hands == before.hands
    assert all(card("3S") in state.view(s).stock for s in (0, 1, 2, None)), (
        "everybody learns that it lies there"
    )
    assert sum(c.text == "??" for c in state.view(0).stock) == 3
    assert card("3S") in play(state, "discard 3D", "enough", "take 3S").hands[1], (
        "and it may be taken from there"
    )


def test_ca7_how_likely_that_is() -> None:
    assert Fraction(4, 28) == Fraction(1, 7)
    state, found = laid(["3C", "3D", "3H"], "").play("play"), 0
    for seed in range(700):
        found += card("3S") in state.redraw(1, seed).stock
    assert abs(found / 700 - 1 / 7) < 0.045


def test_ca8_as_many_cards_are_taken_as_are_laid_away() -> None:
    state = laid(["3C", "3D 4D 5D 6D", "3H"], "3S 4S 5S 6S")
    state = play(state, "play", "forgo", "discard 4D", "discard 5D", "discard 6D", "enough")
    assert len(state.hands[1]) == 9 and len(state.actions()) == 4 and state.phase == "take"
    refused(
        state,
        "take 3S 4S",
        "as many cards are taken as were laid away, 3, and named as they lie: 3♠ 4♠ 5♠ 6♠",
    )
    state = state.play("take 3S 5S 6S")
    assert len(state.hands[1]) == 12 and set(state.stock) == set(cards("4S 4D 5D 6D"))
    assert (
        state.view(2).stock.count(card("4S")) == 1
        and sum(c.text == "??" for c in state.view(2).stock) == 3
    )
    assert set(state.view(1).stock) == set(state.stock), "the player knows what he laid away"
    assert set(cards("3S 5S 6S")) <= set(state.view(0).hands[1]), "what he took, all have seen"
    assert (state.to_act, state.phase) == (1, "trick")


def test_ca9_the_highest_of_the_suit_led_wins_whatever_the_others_are() -> None:
    assert winner(cards("7H 5H 3S"), ORDER) == 0
    state = laid(["3S 2S AS KS QS JS 7S 6S 5S 4S 4D 5D", "7H 6H 4H", "5H"], "KD QD JD 7D")
    state = play(
        state, "play", "forgo", "discard 4H", "enough", "take 7D", "lay 7H", "lay 5H", "lay 3S"
    )
    assert (
        state.to_act == 1 and state.points == (1, 0) and set(state.won[1]) == set(cards("7H 5H 3S"))
    )


def test_ca10_the_last_trick_brings_the_stock() -> None:
    end, seen = whole(3), False
    for seed in range(60):
        end = whole(seed)
        last = next(e for e in reversed(end.history) if "has the last trick" in str(e))
        tricks = [0, 0]
        for seat in range(3):
            tricks[seat != end.alone] += points(end.won[seat])
        tricks[last.seat != end.alone] += 3 + points(end.stock)
        assert end.points == tuple(tricks)
        seen |= points(end.stock) == 6
        assert all(end.view(s).stock == end.stock for s in (0, 1, 2, None)), (
            "the stock is shown when it is won"
        )
    assert seen and LAST_TRICK + points(cards("AS AD 4S 4D")) == 3 + 2 * 3 == 9


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
def test_invariants(options: dict) -> None:
    for seed in range(12):
        states = walk(GAME.vary(**options), seed)
        for state in states:
            assert Counter(state._table.everything()) == Counter(pack(FORTY))
            assert sum(state.payoffs) == 0 and state.pools == {"pool": 0}
            if state.phase == "trick":
                sizes = sorted(len(h) for h in state.hands if h or not options.get("four_handed"))
                assert len(state.stock) == 4 and not state.aside
                if not state.trick:
                    assert set(sizes) == {12 - state.tricks}
                led = state.trick[0].suit if state.trick else ""
                held = [c for c in state.hands[state.to_act] if c.suit == led]
                assert {a.args[0] for a in state.actions()} == set(
                    held or state.hands[state.to_act]
                )
        end = states[-1]
        if end.alone is not None and end.tricks == 12:
            assert sum(end.points) == 35
        if end.alone is not None and end.deals == 1:
            gain = GAME.vary(**{k: v for k, v in options.items() if k != "deals"}).gain(
                end.points[0]
            )
            assert gain % 2 or abs(gain) == 70
            assert [end.payoffs[s] for s in range(end.players) if s != end.alone] == [-gain] * (
                end.players - 1
            )


# --- the announcement, the ask, the exchange ---


def test_each_announces_once_and_the_first_who_plays_is_the_player() -> None:
    state = GAME.deal(1)
    assert [s.to_act for s in (state, state.play("pass"), play(state, "pass", "pass"))] == [1, 2, 0]
    assert play(state, "pass", "play").alone == 2 and play(state, "pass", "play").to_act == 2
    out = play(state, "pass", "pass", "pass")
    assert out.is_over and out.payoffs == (0, 0, 0) and out.deals == 1
    again = play(GAME.deal(1, deals=2), "pass", "pass", "pass")
    assert (again.dealer, again.to_act, again.phase) == (
        1,
        2,
        "announce",
    ) and again.hands != state.hands


def test_the_eldest_leads_whoever_plays() -> None:
    state = play(laid(["3C", "3D", "3H"], "3S 4S 5S 6S"), "pass", "pass", "play", "forgo")
    state = play(state, state.actions()[0].text, "enough", "take 3S")
    assert state.alone == 0 and (state.to_act, state.phase) == (1, "trick")


def test_a_card_asked_for_must_be_given_up() -> None:
    state = laid(["3C 4C", "3D 4D", "3H"], "").play("play")
    assert [a.text for a in state.actions()] == ["ask 3C", "ask 3H", "ask 3S", "forgo"]
    asked = state.play("ask 3C")
    assert (
        card("3C") in asked.hands[1]
        and card("3C") in asked.view(2).hands[1]
        and (asked.giver, asked.phase) == (0, "give_back")
    )
    assert len(asked.actions()) == 12 and "give 3C" not in [a.text for a in asked.actions()]
    refused(asked, "give 3C", "the card just received may not be given back")
    given = asked.play("give 4D")
    assert card("4D") in given.view(1).hands[0] and card("4D") in given.view(0).hands[0]
    assert all(c.text == "??" for c in given.view(2).hands[0]), "only the two know it"
    assert "4♦" in str(given.view(0).history[-1]) and "4♦" not in str(given.view(2).history[-1])
    assert "ask" not in [a.verb for a in given.actions()], "there is no second ask"


def test_who_has_all_threes_asks_for_a_two_and_then_an_ace() -> None:
    threes = laid(["", "3C 3D 3H 3S 2C", ""], "").play("play")
    assert [a.text for a in threes.actions()] == ["ask 2D", "ask 2H", "ask 2S", "forgo"]
    only = laid(["", "3C 3D 3H 3S 2C", ""], "", ask_two_with_four_threes=False).play("play")
    assert [a.text for a in only.actions()] == ["forgo"]
    twos = laid(["", "3C 3D 3H 3S 2C 2D 2H 2S AC", ""], "").play("play")
    assert [a.text for a in twos.actions()] == ["ask AD", "ask AH", "ask AS", "forgo"]
    every = laid(["", "3C 3D 3H 3S 2C 2D 2H 2S AC AD AH AS", ""], "").play("play")
    assert [a.text for a in every.actions()] == ["forgo"], (
        "asked all the same: that there is nothing tells his hand"
    )
    refused(threes, "ask AD", "who has all, asks for a two")
    refused(threes, "ask 3C", "that card is in the hand")


def test_what_an_ask_tells() -> None:
    """Who asks for a two has the threes; the card asked for is with the player or laid away."""
    state = laid(["2D", "3C 3D 3H 3S 2C", ""], "").play("play").play("ask 2D")
    for seed in range(30):
        assert set(cards("3C 3D 3H 3S 2D")) <= set(state.redraw(2, seed).hands[1])
    given = play(state, "give 2C", "discard 2D")
    for seed in range(30):
        dreamt = given.redraw(2, seed)
        assert card("2D") in (*dreamt.hands[1], *dreamt.aside)
    kept = play(state, "give 2C", state.play("give 2C").actions()[0].text)
    assert card("2D") in kept.hands[1]
    assert all(c.text == "??" for c in kept.view(2).hands[1]), (
        "it may be the card that was laid away"
    )


def test_who_does_not_follow_has_none() -> None:
    state = laid(["3S 2S AS KS QS JS 7S 6S 5S 4S 4D 5D", "7H 6H 4H", "5H"], "KD QD JD 7D")
    state = play(
        state, "play", "forgo", "discard 4H", "enough", "take 7D", "lay 7H", "lay 5H", "lay 3S"
    )
    assert state.voids == ("H", "", "")
    for seed in range(30):
        assert not any(c.suit == "H" for c in state.redraw(2, seed).hands[0])


@pytest.mark.parametrize("least", [0, 1])
def test_how_many_are_laid_away(least: int) -> None:
    state = laid(["", "4C 5C 6C 7C", ""], "3S 4S 5S 6S", min_discard=least)
    state = play(state, "play", "forgo")
    assert ("enough" in [a.text for a in state.actions()]) == (least == 0)
    if least == 0:
        none = state.play("enough")
        assert none.phase == "trick" and set(none.view(2).stock) == set(cards("3S 4S 5S 6S"))
    four = play(state, *(f"discard {c}" for c in "4C 5C 6C 7C".split()))
    assert (
        four.phase == "trick"
        and set(cards("3S 4S 5S 6S")) <= set(four.hands[1])
        and set(four.stock) == set(cards("4C 5C 6C 7C"))
    )
    assert all(c.text == "??" for c in four.view(0).stock)


def test_cards_are_dealt_two_or_four_at_a_time() -> None:
    two = GAME.deal(1, cards="3C 2C AC KC QC JC")
    assert [
        set(cards(t)) <= set(two.hands[s]) for s, t in ((1, "3C 2C"), (2, "AC KC"), (0, "QC JC"))
    ] == [True] * 3
    four = GAME.deal(1, cards=CLUBS, packet=4)
    assert [
        set(cards(t)) <= set(four.hands[s])
        for s, t in ((1, "3C 2C AC KC"), (2, "QC JC 7C 6C"), (0, "5C 4C"))
    ] == [True] * 3
    assert [len(h) for h in two.hands] == [12, 12, 12] and len(two.stock) == 4
    for seat in range(3):
        view = two.view(seat)
        assert view.hand == two.hands[seat]
        assert all(
            c.text == "??" for s in range(3) if s != seat for c in (*view.hands[s], *view.stock)
        )


def test_four_at_the_table() -> None:
    state = GAME.deal(1, four_handed=True, dealer=2)
    assert (
        state.players == 4
        and [len(h) for h in state.hands] == [12, 12, 0, 12]
        and state.to_act == 3
    )
    end = play_out(state.play("play"), ["rule"])
    gain = GAME.gain(end.points[0])
    assert end.payoffs == (-gain, -gain, -gain, 3 * gain), (
        "the dealer shares the fortune of the two partners"
    )
    with pytest.raises(ValueError, match="Calabrasella is for 3 players, not 4"):
        GAME.deal(1, 4)
    with pytest.raises(ValueError, match="Calabrasella is for 4 players with these options, not 3"):
        GAME.deal(1, 3, four_handed=True)
    with pytest.raises(OptionError, match="bids is one of 'single', not 'chiamo_solo_solissimo'"):
        GAME.deal(1, bids="chiamo_solo_solissimo")


def test_refusals_say_why() -> None:
    state = laid(["3C", "3D", "3H"], "3S").play("play")
    refused(state.play("forgo"), "discard 3C", "3♣ is not in the hand")
    refused(state.play("forgo"), "enough", "at least one card is laid away")
    with pytest.raises(cadogan.cards.CardError, match="10H is not in this pack"):
        GAME.deal(1, cards="10H")


def test_the_rule_bot() -> None:
    strong, weak = laid(STRONG, ""), laid(STRONG[::-1], "")
    assert (
        strength(strong.hands[1]) >= ENOUGH > strength(GAME.deal(1, cards="4C 5C 6D 7D").hands[2])
    )
    advised = strong.game.advice(strong.view(1), strong.actions(), random.Random(1))
    assert advised.text == "play" and weak.players == 3
    state = laid(["AH 4H", "3H 4C", "5H KH"], "")
    state = play(
        state,
        "play",
        "forgo",
        "discard 4C",
        "enough",
        state.play("play").play("forgo").play("discard 4C").play("enough").actions()[0].text,
        "lay 3H",
    )
    chosen = state.game.advice(state.view(2), state.actions(), random.Random(1))
    assert chosen.args[0].rank not in (1, 2, 3), "no ace to the player's three"


# --- the numbers ---


def held(of: int, count: int) -> Fraction:
    """The chance that a hand of twelve has so many of so many cards."""
    return Fraction(comb(of, count) * comb(40 - of, 12 - count), comb(40, 12))


def test_numbers() -> None:
    assert factorial(40) // (factorial(12) ** 3 * factorial(4)) == 309330635776812468000
    chances = [
        Fraction(t) for t in ("315/1406", "1512/3515", "12474/45695", "616/9139", "99/18278")
    ]
    assert [held(4, k) for k in range(5)] == chances
    assert Fraction(points(pack(FORTY)) * 12, 40) == Fraction(48, 5) and Fraction(
        points(pack(FORTY)) * 4, 40
    ) == Fraction(16, 5)
    assert 1 - Fraction(comb(36, 4), comb(40, 4)) == Fraction(6497, 18278)
    assert comb(28, 12) * comb(16, 12) == 55367594100


def test_the_deals_agree_with_the_numbers() -> None:
    deals = [GAME.deal(seed) for seed in range(600)]
    threes = Counter(sum(c.rank == 3 for c in d.hands[1]) for d in deals)
    assert abs(threes[0] / 600 - 315 / 1406) < 0.07 and abs(threes[2] / 600 - 12474 / 45695) < 0.07
    assert abs(sum(points(d.hands[0]) for d in deals) / 600 - 9.6) < 0.5
    assert abs(sum(any(c.rank == 1 for c in d.stock) for d in deals) / 600 - 6497 / 18278) < 0.08


def test_ranks() -> None:
    assert [Card(f"{r}H").rank for r in "3 2 A K Q J 7 6 5 4".split()] == list(ORDER[::-1])
