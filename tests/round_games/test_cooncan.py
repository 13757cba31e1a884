"""Cooncan: the worked examples, numbers and invariants of its digest, and each of its options."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction
from itertools import product
from math import comb

import pytest

import cadogan
from cadogan.round_games import IllegalAction, OptionError, State
from cadogan.round_games.bots import play_out
from cadogan.round_games.cards import HIDDEN, JOKER, card, cards, pack
from cadogan.round_games.cooncan import points
from cadogan.round_games.melds import ACE_AT_EITHER_END, Meld, run, runs_in, set_of, sets_in
from cadogan.round_games.piles import ALL

from .at_play import advised, play, refused, texts

GAME = cadogan.round_games["cooncan"]
WHOLE = pack(packs=2, jokers=2)
#: Nothing in it makes a combination, not even two such hands.
ODD = "2C 4D 6S 9H JC KD 2S 5H 7D 10S"


def laid(
    hands: dict[int, str], stock: str = "QD", then: str = "", players: int = 4, **options: object
) -> State:
    """A deal in which these seats hold these cards (the hands filled up from the pack), this card
    is the stock, and these come next from the pack. Player 1 deals, player 2 begins."""
    left = Counter(WHOLE)
    named = {seat: list(cards(text)) for seat, text in hands.items()}
    end = [*cards(stock), *cards(then)]
    left.subtract([c for some in named.values() for c in some] + end)
    assert min(left.values()) >= 0, "a card is named too often"
    fill = [c for c in left.elements() if c is not JOKER]
    random.Random(1).shuffle(fill)
    full = [
        [*named.get(seat, []), *(fill.pop() for _ in range(10 - len(named.get(seat, []))))]
        for seat in range(players)
    ]
    order = [full[(1 + i) % players][k] for k in range(10) for i in range(players)]
    return GAME.deal(1, players, cards=[*order, *end], **{"deals": 1, **options})


def passing(state: State, turns: int) -> State:
    """So many turns in which nobody lays and each discards what he drew, if he can, or his first
    card.
    """
    for _ in range(turns):
        held = Counter(state.hands[state.to_act])
        state = play(state, "draw", "done")
        drawn = next(iter((Counter(state.hands[state.to_act]) - held).elements()))
        state = state.play(f"discard {drawn}")
    return state


# --- the worked examples ---


def test_co1_nine_cards_can_be_got_rid_of() -> None:
    state = play(laid({1: "4C 4D 4H 6H 7H 8H"}), "draw", "lay 4C+4D+4H", "lay 6H+7H+8H")
    assert [m.text for m in state.laid] == ["4C+4D+4H", "6H+7H+8H"]
    others = Counter(WHOLE)
    others.subtract(c for m in state.laid for c in m.cards)
    rid = [
        c
        for c in others.elements()
        if c is not JOKER and any(m.adding(c, end) for m in state.laid for end in ("low", "high"))
    ]
    assert (
        Counter(rid) == Counter(cards("4C 4D 4H 4S 4S 5H 5H 9H 9H")) and len(rid) == (8 - 3) + 2 + 2
    )


def test_co2_thirty_three_points_to_pay() -> None:
    out = "AC AD AH AS 3C 3D 3H 3S 9C 9D"
    state = laid({2: "4C 4D 4H 6H 7H 8H KC KD KH KS", 3: out}, then="2C 2D 9S")
    state = play(
        state, "draw", "done", "discard 2C", "draw", "lay KC+KD+KH+KS", "done", "discard 2D"
    )
    state = play(state, "draw", "lay AC+AD+AH+AS", "lay 3C+3D+3H+3S", "lay 9C+9D+9S")
    assert (
        state.is_over
        and state.hands[3] == ()
        and state.payoffs[2] == -33 == -points(cards("4C 4D 4H 6H 7H 8H"))
    )
    assert state.payoffs[3] == -sum(state.payoffs[s] for s in (0, 1, 2))


def test_co3_the_joker_as_the_six() -> None:
    hand = cards("4H 5H 7H 8H JK")
    five = [m for m in runs_in(hand, ACE_AT_EITHER_END) if len(m.cards) == 5]
    assert [m.text for m in five] == ["4H+5H+JK(6H)+7H+8H"] and points(hand[:4]) == 24
    assert GAME.moves(five[0], "low") == GAME.moves(five[0], "high") == {}
    state = play(
        laid({1: "4H 5H 7H 8H JK", 2: "3H 6H 9H"}, then="KS 2C"),
        "draw",
        "lay 4H+5H+JK(6H)+7H+8H",
        "done",
        "discard KS",
        "draw",
    )
    assert texts(state, "move") == [] and {"add 3H 0 low", "add 9H 0 high"} <= set(
        texts(state, "add")
    )


def opened(hand: str, **options: object) -> State:
    """Player 2 has laid 7H 8H and the joker as 9H; player 3 holds these cards and has drawn 2C."""
    odd = "3C 6C 9C QC 3S 6S 9S QS 3D".split()
    state = laid({1: "7H 8H JK", 2: " ".join([*hand.split(), *odd][:10])}, then="KS 2C", **options)
    return play(state, "draw", "lay 7H+8H+JK(9H)", "done", "discard KS", "draw")


def test_co4_the_joker_makes_room_for_the_nine() -> None:
    state = opened("9H")
    assert texts(state, "move") == ["move 0 low fill"]
    state = state.play("move 0 low fill")
    assert state.laid[0].text == "JK(6H)+7H+8H+9H" and state.laid[0].crossed == {0}
    assert "JK(6♥, crossways) 7♥ 8♥ 9♥" in str(state)
    refused(
        state,
        "move 0 high fill",
        r"this joker lies crossways: it has been moved once .*\(COONCAN 20.3, 22.1\)",
    )


def test_co5_or_goes_next_to_the_five() -> None:
    state = opened("5H")
    assert texts(state, "move") == ["move 0 low beyond"]
    state = state.play("move 0 low beyond")
    assert state.laid[0].text == "5H+JK(6H)+7H+8H" and state.laid[0].crossed == {1}
    assert GAME.moves(state.laid[0], "high") == GAME.moves(state.laid[0], "low") == {}
    both = opened("5H 9H")
    assert texts(both, "move") == ["move 0 low fill", "move 0 low beyond", "move 0 low both"]
    both = both.play("move 0 low both")
    assert both.laid[0].text == "5H+JK(6H)+7H+8H+9H" and not {card("5H"), card("9H")} & set(
        both.hands[2]
    )
    assert both.laid[0].owner == 1, "it is still the combination of seat 1"


def test_co6_round_the_corner() -> None:
    assert run(cards("QS KS AS"), ACE_AT_EITHER_END) and run(cards("AS 2S 3S"), ACE_AT_EITHER_END)
    state = laid({1: "KS AS 2S QS 3S"}).play("draw")
    assert {"lay QS+KS+AS", "lay AS+2S+3S"} <= set(texts(state)) and "lay KS+AS+2S" not in texts(
        state
    )
    refused(
        state,
        "lay KS+AS+2S",
        r"neither a sequence in suit nor of one denomination; king-ace-deuce goes round the corner",
    )


def test_co7_what_the_cards_count() -> None:
    assert [points(cards(c)) for c in ("JK", "AS", "KS", "QS", "JS", "10S", "9S", "2S")] == [
        15,
        11,
        10,
        10,
        10,
        10,
        9,
        2,
    ]
    assert points(WHOLE) == 790 == 2 * 4 * (11 + 54 + 10 * 3) + 2 * 15


@pytest.mark.parametrize("players, left", [(4, 65), (5, 55), (6, 45), (7, 35)])
def test_co8_what_remains_face_down(players: int, left: int) -> None:
    state = GAME.deal(1, players)
    assert (
        len(state.cards["pack"]) == left
        and all(len(h) == 10 for h in state.hands)
        and len(state.stock) == 1
    )
    assert left + 1 == 106 - 10 * players and (state.to_act, state.phase) == (1, "draw")
    assert set(state.view(1).pack) == {HIDDEN} and len(state.view(1).unseen) == 106 - 10 - 1


def test_co9_six_cards_either_way() -> None:
    state = laid({1: "JD 8D 7C 6C 5C KH AH 4H 6H 8H"}, then="8C").play("draw")
    assert "lay 5C+6C+7C+8C" in texts(state) and {"lay 5C+6C+7C", "lay 8C+8D+8H"} <= set(
        texts(state)
    )
    state = play(state, "lay 5C+6C+7C", "lay 8C+8D+8H")
    assert len(state.hands[1]) == 5 and texts(state, "lay") == []


def test_co10_the_joker_is_anything() -> None:
    state = laid({1: "KS KS JK QS JS"}).play("draw")
    assert "lay JS+QS+JK(KS)" in texts(state)
    assert state.play("lay JS+QS+JK(KS)").laid[0].named == cards("JS QS KS")


def test_co11_a_joker_inside_stays() -> None:
    state = opened("10H 9H 6H")
    assert texts(state, "move") == ["move 0 low fill"]
    state = state.play("add 10H 0 high")
    assert state.laid[0].text == "7H+8H+JK(9H)+10H" and texts(state, "move") == []
    refused(
        state, "move 0 low fill", "no joker lies at the open end; an interior joker cannot be moved"
    )


# --- jokers: every place, against a plain reckoning ---


def test_joker_moves_agree_with_reckoning_from_the_rule() -> None:
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
            assert (
                grown.low + i == new
                and grown.crossed == {i}
                and run(grown.cards, order, grown.low) is not None
            )
            assert JOKER not in paid


def test_a_joker_among_one_denomination_gains_nothing() -> None:
    state = play(
        laid({1: "9C 9D JK", 2: "9H"}, then="KS 2C"),
        "draw",
        "lay 9C+9D+JK(9)",
        "done",
        "discard KS",
        "draw",
    )
    assert texts(state, "move") == []
    refused(state, "move 0 low fill", "a joker of one denomination has no other end to go to")
    assert state.play("add 9H 0").laid[0].text == "9C+9D+JK(9)+9H"


def test_a_joker_may_be_moved_in_the_turn_in_which_it_is_laid_and_by_its_owner() -> None:
    state = play(laid({1: "7H 8H JK 9H"}), "draw", "lay 7H+8H+JK(9H)", "move 0 low fill")
    assert state.laid[0].text == "JK(6H)+7H+8H+9H"


def test_two_jokers_at_the_two_ends_move_each_once() -> None:
    state = play(
        laid({1: "JK 8H JK 9H 10H 6H 5H 2C 9S KD"}, then="KS"), "draw", "lay JK(7H)+8H+JK(9H)"
    )
    assert "move 0 low both" in texts(state) and "move 0 high fill" not in texts(state), (
        "he holds 9H and 5H, not 7H"
    )
    state = state.play("move 0 low both")
    assert state.laid[0].text == "5H+JK(6H)+JK(7H)+8H+9H" and texts(state, "move") == [], (
        "now both lie inside"
    )


# --- drawing, discarding, going out ---


def test_the_stock_card_is_known_and_the_drawn_card_is_not() -> None:
    state = laid({1: ODD}, stock="QD", then="QS")
    took = state.play("take")
    assert took.taken == "QD" and card("QD") in took.view(3).hands[1] and took.stock == ()
    drew = state.play("draw")
    assert card("QS") in drew.view(1).hand and set(drew.view(3).hands[1]) == {HIDDEN}
    assert "Q♠" in str(drew.view(1).history[-1]) and "Q♠" not in str(drew.view(2).history[-1])
    gone = play(took, "done", "discard QD")
    assert card("QD") not in gone.view(3).hands[1] and gone.stock == (card("QD"),)


def test_nothing_is_laid_after_the_discard_phase_begins() -> None:
    state = play(laid({1: "4C 4D 4H"}), "draw", "done")
    refused(
        state,
        "lay 4C+4D+4H",
        r"you have done with laying out; discard, and lay again in your next turn \(COONCAN 11.2",
    )
    refused(state, "discard JK", r"JK is not in the hand: .*\(COONCAN 11.2")
    with pytest.raises(IllegalAction, match="player 2's turn"):
        state.play("discard 4C", seat=2)


def test_impossible_combinations_are_refused() -> None:
    state = laid({1: "4C 4D 4H 6H 7H 9H"}).play("draw")
    for text, why in {
        "lay 4C+4D": "a combination has three cards or more, not 2",
        "lay 6H+7H+9H": "are neither a sequence in suit nor of one denomination",
        "lay 4C+4D+4S": "4♠ is not in the hand",
        "lay 4C+4C+4D": "4♣ is in the hand only once",
        "lay 1X+4C+4D": "is no card",
        "add 4C 0": "there is no combination '0' on the table; there is none",
        "move x low fill": "there is no combination 'x'",
    }.items():
        refused(state, text, why)
    state = state.play("lay 4C+4D+4H")
    refused(state, "add 6H 0", "6♥ does not fit 4♣ 4♦ 4♥")
    refused(state, "move 0 low fill", "there is no joker in")
    refused(state, "draw", "and draw is not to be chosen")


def out_by(last: str, **options: object) -> State:
    """Player 2 holds nine aces, threes and nines and one card more, and draws the tenth of the
    nine's kind.
    """
    state = laid({1: "AC AD AH 3C 3D 3H 9C 9D 9H 5S"}, then=last, **options)
    return play(state, "draw", "lay AC+AD+AH", "lay 3C+3D+3H", "lay 9C+9D+9H")


def test_the_last_card_is_laid_or_discarded() -> None:
    state = out_by("9S")
    assert not state.is_over and len(state.hands[1]) == 2
    by_discard = play(state, "add 9S 2", "done", "discard 5S")
    assert by_discard.is_over and by_discard.payoffs[1] == sum(
        points(by_discard.hands[s]) for s in (0, 2, 3)
    )
    assert "Player 2 is out." in [str(e) for e in by_discard.history]
    assert all(c is not HIDDEN for hand in by_discard.view(0).hands for c in hand), (
        "the hands are shown"
    )


def test_splashes() -> None:
    plain = play(out_by("9S"), "add 9S 2", "done", "discard 5S")
    splash = play(out_by("9S", splash_bonus=25), "add 9S 2", "done", "discard 5S")
    assert splash.payoffs == tuple(p + (75 if s == 1 else -25) for s, p in enumerate(plain.payoffs))
    assert "and 25 for the splash" in str(splash.history[-1])
    earlier = laid({1: "AC AD AH 3C 3D 3H 9C 9D 9H 5S"}, then="KS 2C 2D 2H 9S", splash_bonus=50)
    earlier = play(earlier, "draw", "lay AC+AD+AH", "done", "discard KS")
    for _ in range(3):
        earlier = passing(earlier, 1)
    earlier = play(earlier, "draw", "lay 3C+3D+3H", "lay 9C+9D+9H+9S", "done", "discard 5S")
    assert earlier.is_over and "splash" not in " ".join(str(e) for e in earlier.history), (
        "something was laid in an earlier turn"
    )


def test_the_taken_card_may_go_back_or_not() -> None:
    assert "discard QD" in texts(play(laid({1: ODD}), "take", "done"))
    kept = play(laid({1: ODD}, return_taken_card=False), "take", "done")
    assert "discard QD" not in texts(kept) and len(texts(kept)) == 10
    refused(kept, "discard QD", "QD was taken from the stock this turn and may not go back at once")
    twin = play(laid({1: "QD"}, return_taken_card=False), "take", "done")
    assert "discard QD" in texts(twin), "the other queen may go, and looks alike"
    last = laid({1: "AC AD AH 3C 3D 3H 9C 9D 9H 9S"}, return_taken_card=False)
    last = play(last, "take", "lay AC+AD+AH", "lay 3C+3D+3H", "lay 9C+9D+9H+9S", "done")
    assert texts(last) == ["discard QD"] and last.play("discard QD").is_over, (
        "the last card may always be discarded"
    )
    three = play(laid({1: "QS QC"}, return_taken_card=False), "take", "lay QC+QD+QS", "done")
    assert three.taken == "", "laid, it is no longer held"


# --- the pack runs out ---


def run_out(**options: object) -> State:
    """Everybody has drawn and discarded until the pack was drawn out."""
    return passing(GAME.deal(3, 4, deals=1, **options), 65)


def test_the_stock_is_turned_unshuffled() -> None:
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


def test_the_stock_may_be_turned_when_the_pack_is_drawn_out() -> None:
    state = run_out(turned_when="exhausted")
    assert len(state.stock) == 1 and len(state.pack) == 65, (
        "the last drawer's discard begins the new stock"
    )


def test_the_turned_stock_may_be_shuffled() -> None:
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


def test_a_deal_that_goes_on_too_long_is_void() -> None:
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


def test_natural_cards_wanted() -> None:
    one = laid({1: "JK JK 8H"}).play("draw")
    assert "lay 8H+JK(9H)+JK(10H)" in texts(one)
    for option in ({"min_naturals": 2}, {"most_jokers": 1}):
        other = laid({1: "JK JK 8H 9H"}, **option).play("draw")
        assert "lay 8H+JK(9H)+JK(10H)" not in texts(other) and "lay 8H+9H+JK(10H)" in texts(other)
    four = play(laid({1: "JK JK 8H 9H"}, most_jokers=1), "draw", "lay 8H+9H+JK(10H)")
    assert "add JK 0 low" not in texts(four)


def test_jokers_added() -> None:
    state = play(laid({1: "7H 8H 9H JK"}), "draw", "lay 7H+8H+9H")
    assert {"add JK 0 low", "add JK 0 high"} <= set(texts(state))
    assert state.play("add JK 0 low").laid[0].text == "JK(6H)+7H+8H+9H"
    without = play(laid({1: "7H 8H 9H JK"}, joker_added=False), "draw", "lay 7H+8H+9H")
    assert [t for t in texts(without, "add") if "JK" in t] == []


def test_aces_at_both_ends() -> None:
    line = "3S 4S 5S 6S 7S 8S 9S 10S JS QS"
    for both in (True, False):
        state = laid({1: line, 2: "2S 3S KS AS AS"}, then="4D 2C", both_aces=both)
        state = play(
            state, "draw", "lay " + line[3:].replace(" ", "+"), "done", "discard 4D", "draw"
        )
        state = play(state, "add KS 0 high", "add AS 0 high", "add 3S 0 low", "add 2S 0 low")
        assert ("add AS 0 low" in texts(state)) == both
    meld = run(cards("2S 3S 4S 5S 6S 7S 8S 9S 10S JS QS KS AS"), ACE_AT_EITHER_END)
    whole = meld.adding(card("AS"), "low")
    assert len(whole.cards) == 14 and whole.ends() == {}
    assert (
        GAME.allows(whole)
        and not GAME.vary(both_aces=False).allows(whole)
        and GAME.vary(both_aces=False).allows(meld)
    )


@pytest.mark.slow
def test_rounds_of_deals() -> None:
    end = play_out(GAME.deal(5, 4), ["rule"])
    assert end.deals == 4 and end.dealer == 0
    assert [
        s
        for s in range(4)
        if any(str(e).startswith(f"Player {s + 1} deals ten") for e in end.history)
    ] == [0, 1, 2, 3], "each has dealt once"
    assert play_out(GAME.deal(5, 4, rounds=2), ["rule"]).deals == 8
    assert play_out(GAME.deal(5, 5, rounds=1), ["rule"]).deals == 5
    assert play_out(GAME.deal(5, 4, deals=3), ["rule"]).deals == 3, "it can be stopped at any time"
    assert play_out(GAME.deal(5, 4, rounds=2, deals="round"), ["rule"]).deals == 4
    open_ended = play_out(GAME.deal(5, 4, rounds=None), ["rule"], limit=3000)
    assert not open_ended.is_over and open_ended.deals > 8


def test_seats_are_cut_for() -> None:
    state = GAME.deal(1, 4, cards="QS JK KD 5H", seating="second_cut_next")
    assert state.order == (2, 0, 3, 1) and state.dealer == 2 and state.to_act == 0
    assert [str(e) for e in state.history[:4]] == [
        "Player 1 cuts Q♠.",
        "Player 2 cuts JK.",
        "Player 3 cuts K♦.",
        "Player 4 cuts 5♥.",
    ]
    tied = GAME.deal(1, 4, cards="KS 2H KD 5H 3C 4C", seating="second_cut_next")
    assert tied.order == (2, 0, 3, 1), "the second cut decides the tie: four over three"
    assert GAME.deal(1, 4, cards="AS JK KD 5H", seating="second_cut_next").order == (2, 3, 0, 1), (
        "the ace is lowest but for the joker"
    )
    following = play(state, "draw", "done", f"discard {next(c for c in state.hands[0])}")
    assert following.to_act == 3, "the deal and the turn go round as they sit"
    again = play_out(GAME.deal(2, 4, seating="redraw_hourly", rounds=2), ["rule"])
    assert again.deals == 8 and any(
        "From the dealer to the left sit" in str(e) for e in again.history
    )
    assert not any("sit" in str(e) for e in play_out(GAME.deal(2, 4, rounds=2), ["rule"]).history)
    with pytest.raises(OptionError, match="dealer is found by the cut"):
        GAME.vary(seating="second_cut_next", dealer=1)


# --- invariants ---


def lies(meld: Meld) -> bool:
    """Whether a combination is one, reckoned from its cards alone."""
    naturals = [c for c in meld.cards if c is not JOKER]
    if len(meld.cards) < 3 or not naturals:
        return False
    if not meld.is_run:
        return {c.rank for c in naturals} == {meld.rank}
    line = "A 2 3 4 5 6 7 8 9 10 J Q K A".split()[meld.low : meld.low + len(meld.cards)]
    return len(line) == len(meld.cards) and all(
        c is JOKER or c.text == r + meld.suit for c, r in zip(meld.cards, line)
    )


@pytest.mark.slow
@pytest.mark.parametrize(
    "options", [{}, {"splash_bonus": 50}, {"reshuffle_on_turn": True}, {"return_taken_card": False}]
)
@pytest.mark.parametrize("players", [4, 5, 7])
def test_invariants(players: int, options: dict) -> None:
    moved = 0
    for seed in range(6):
        rng, state = random.Random(seed), GAME.deal(seed, players, deals=1, **options)
        down = [0] * players
        while not state.is_over:
            moves = [a for a in state.actions() if a.verb == "move"]
            before, state = state, state.play(rng.choice(moves or state.actions()))
            everything = [
                *state.cards["pack"],
                *state.stock,
                *(c for h in state.hands for c in h),
                *(c for m in state.laid for c in m.cards),
            ]
            assert Counter(everything) == Counter(WHOLE)
            assert all(map(lies, state.laid))
            for old, new in zip(before.laid, state.laid):
                assert (
                    not Counter(old.cards) - Counter(new.cards)
                    and len(old.crossed) <= len(new.crossed)
                    and old.owner == new.owner
                )
                assert all(new.cards[i] is JOKER for i in new.crossed)
            moved += sum(len(m.crossed) for m in state.laid) > sum(
                len(m.crossed) for m in before.laid
            )
            seat = before.to_act
            down[seat] += sum(len(m.cards) for m in state.laid) - sum(
                len(m.cards) for m in before.laid
            )
            assert max(map(len, state.hands)) <= 11
            if state.phase == "draw":
                assert [len(h) + d for h, d in zip(state.hands, down)] == [10] * players
                assert len(state.stock) + len(state.pack) == 106 - 10 * players and state.stock
        assert sum(state.payoffs) == 0
    assert moved or players != 5, "no joker was ever moved"


# --- numbers ---


def test_points_of_hands() -> None:
    assert Fraction(10 * points(WHOLE), len(WHOLE)) == Fraction(3950, 53)
    values = sorted(points([c]) for c in WHOLE)
    assert sum(values[:10]) == 22 and sum(values[-10:]) == 118
    none = Fraction(comb(104, 10), comb(106, 10))
    one, two = Fraction(2 * comb(104, 9), comb(106, 10)), Fraction(comb(104, 8), comb(106, 10))
    assert [round(float(p), 6) for p in (none, one, two)] == [0.819407, 0.172507, 0.008086]


def hands_without(jokers: int) -> int:
    """How many hands of ten, so many of them jokers, have no combination, counted rank by rank.

    With a joker no two cards may be alike in rank, nor lie within two of each other in suit; with
    two jokers there is always a combination."""
    most, reach = (2, 2) if jokers == 0 else (1, 1)

    def chosen(copies: tuple[int, ...]) -> int:
        ways = 1
        for n in copies:
            ways *= comb(2, n)
        return ways

    picks = [p for p in product(range(3), repeat=4) if sum(p) <= most]
    total = 0
    for aces, alike in Counter(
        tuple(sorted(p)) for p in picks
    ).items():  # (the suits may change places)
        # state: for each suit the last two ranks held, beginning with the ace
        start = tuple((0, int(n > 0)) for n in aces)
        states: Counter = Counter(
            {(start, tuple((int(n > 0), -1) for n in aces), sum(aces)): chosen(aces)}
        )
        for rank in range(2, 15):
            grown: Counter = Counter()
            for (last, first, n), ways in states.items():
                for p in picks if rank < 14 else [aces]:
                    if n + (sum(p) if rank < 14 else 0) > 10 - jokers:
                        continue
                    held = [int(x > 0) for x in p]
                    line = [(*two, h) for two, h in zip(last, held)]
                    if any(sum(x) == 3 if reach == 2 else sum(x) >= 2 and x[2] for x in line):
                        continue
                    key = (tuple(x[1:] for x in line), first, n + (sum(p) if rank < 14 else 0))
                    grown[key] += ways * (chosen(p) if rank < 14 else 1)
            states = grown
        total += alike * sum(ways for (_, _, n), ways in states.items() if n == 10 - jokers)
    return total


@pytest.mark.slow
def test_how_often_a_combination_is_dealt() -> None:
    without = hands_without(0)
    assert round(float(1 - Fraction(without, comb(104, 10))), 6) == 0.477641
    one = hands_without(1)
    some = 1 - Fraction(without + 2 * one, comb(106, 10))
    assert some == Fraction(18214424109393, 31853506369685)


def test_cards_still_to_come() -> None:
    from cadogan.round_games.advice.cooncan import completing

    unseen = Counter(WHOLE)
    unseen.subtract(cards("9H 9S 6C 7C 2D 4D"))

    def live(one: str, two: str) -> int:
        return sum(unseen[c] for c in completing(card(one), [card(two)]))

    assert (live("9H", "9S"), live("6C", "7C"), live("2D", "4D")) == (6, 4, 2)
    assert (live("KS", "AS"), live("AS", "2S")) == (2, 2) and completing(
        card("KS"), [card("AS")]
    ) == {card("QS")}


# --- the author's advice ---


def test_the_rule_bot() -> None:

    assert advised(laid({1: "QS QC 2D 5H"}, stock="QD")) == "take", "it makes a combination"
    assert advised(laid({1: ODD}, stock="QD")) == "draw"
    held = laid({1: "4C 4D 4H 6H 7H 8H 2S JD KC 9S"}).play("draw")
    assert advised(held) == "done", "combinations are held while nobody is near the end"
    assert advised(out_by("9S")) == "add 9S 2"
    assert advised(laid({1: "AC AD AH 3C 3D 3H 9C 9D 9H 5S"}, then="9S").play("draw")).startswith(
        "lay "
    ), "all goes at once"
    assert advised(play(held, "done")) == "discard KC", "the dearest of the odd cards"


def test_sets_of_a_kind_may_be_large() -> None:
    eight = set_of(cards("4C 4C 4D 4D 4H 4H 4S 4S JK JK"))
    assert eight is not None and len(eight.cards) == 10
    assert [m.text for m in sets_in(cards("4C 4C 4D"))] == ["4C+4C+4D"]


def test_knowledge_of_a_taken_card_ends_when_a_like_card_goes() -> None:
    state = laid({1: "QD 2C"}, stock="QD").play("take")
    assert state.view(3).hands[1].count(card("QD")) == 1 and state.hands[1].count(card("QD")) == 2
    state = play(state, "done", "discard QD")
    assert card("QD") not in state.view(3).hands[1] and state.hands[1].count(card("QD")) == 1
    assert all(h.seen == ALL for h in state._table.stock)
