"""Speculation: the worked examples, numbers and invariants of its digest, and each of its variants."""

from __future__ import annotations

import random
import re
from fractions import Fraction
from math import comb

import pytest

import cadogan
from cadogan.board.round_session import Session
from cadogan.round_games import IllegalAction, OptionError, State
from cadogan.round_games.advice.speculation import fair_price, unbeaten
from cadogan.round_games.bots import play_out
from cadogan.round_games.cards import card, cards, high

from .at_play import play, refused

GAME = cadogan.round_games["speculation"]
#: Five rows of three without a heart above the four, the top card first.
LOW = ["2C 3C 4C", "5C 6C 7C", "2D 3D 4D", "5D 6D 7D", "2S 3S 4S"]


def laid(rows: list[str], then: str, **options: object) -> State:
    """A deal with these rows (player 1 deals; the top card of each first) and these cards after
    them.
    """
    hands = [r.split() for r in rows]
    order = [hands[(1 + i) % len(rows)][k] for k in range(3) for i in range(len(rows))]
    return GAME.deal(1, len(rows), cards=[*order, *then.split()], **options)


def keeping(state: State) -> State:
    """To the end without a sale."""
    while not state.is_over:
        state = state.play("turn" if state.phase in ("sell_next", "final") else "keep")
    return state


def test_sp1_five_players_make_a_pool_of_six() -> None:
    state = GAME.deal(1, 5)
    assert state.pools == {"pool": 6} and state.payoffs == (-2, -1, -1, -1, -1)


def test_sp2_ten_players_leave_21_cards() -> None:
    state = GAME.deal(1, 10, court_turn_up_passes=False).play("keep")
    in_use = sum(len(pile) for name, pile in state.cards.items() if name != "pack")
    assert (in_use, len(state.cards["pack"])) == (31, 21)
    with pytest.raises(ValueError, match="Speculation is for 2 to 10 players, not 11"):
        GAME.deal(1, 11)


def test_sp3_six_players_with_32_cards_leave_13() -> None:
    state = GAME.deal(1, 6, pack=32, court_turn_up_passes=False).play("keep")
    in_use = sum(len(pile) for name, pile in state.cards.items() if name != "pack")
    assert (in_use, len(state.cards["pack"])) == (19, 13)
    with pytest.raises(ValueError, match="2 to 6 players with these options, not 7"):
        GAME.deal(1, 7, pack=32)


def test_sp4_a_knave_turned_takes_the_pool_and_the_deal_passes() -> None:
    before = laid(LOW, "JH 9S")
    state = before.play("keep")
    assert state.payoffs == (-2 + 6 - 1, -1 - 2, -2, -2, -2) and state.pools == {"pool": 6}
    assert (state.dealer, state.to_act, state.phase) == (1, 1, "presale")
    assert state.hands == before.hands and state.aside == (card("JH"),)
    state = state.play("keep")
    assert state.trumps == "S" and state.leader == 1 and state.lead == (card("9S"),)


def test_a_turned_court_card_sold_unseen_is_the_buyers() -> None:
    state = play(
        laid(LOW, "JH 9S"), "offer turn-up", "decline", "bid 3", "decline", "decline", "sell 3"
    )
    assert state.payoffs == (-2 + 3 - 1, -1 - 2, -1 - 3 + 6 - 1, -2, -2) and state.dealer == 1


def test_sp5_a_card_sold_before_showing_that_fails_stays() -> None:
    state = play(laid([LOW[0], "3H 6C 7C", *LOW[2:]], "8H"), "keep", "keep")
    assert (state.to_act, state.phase) == (1, "sell_next")
    sold = play(state, "offer top", "bid 2", "decline", "decline", "decline", "sell 3")
    assert sold.shown[1] == (card("3H"),) and sold.payoffs == (-2, -1 + 2, -1 - 2, -1, -1)
    assert sold.leader == 0 and sold.play("keep").to_act == 2
    back = play(
        laid([LOW[0], "3H 6C 7C", *LOW[2:]], "8H", failed_sale="returned"),
        "keep",
        "keep",
        "offer top",
        "bid 2",
        "decline",
        "decline",
        "decline",
        "sell 3",
    )
    assert back.payoffs == (-2, -1, -1, -1, -1)


def test_a_sold_card_that_beats_is_the_buyers_and_his_left_is_next() -> None:
    state = play(laid([LOW[0], "9H 6C 7C", *LOW[2:]], "8H"), "keep", "keep")
    sold = play(state, "offer top", "decline", "bid 2", "decline", "decline", "sell 4")
    assert sold.leader == 3 and sold.lead == (card("9H"),) and sold.shown[0] == (card("8H"),)
    assert sold.to_act == 3 and sold.play("keep").to_act == 4


def test_sp6_sold_to_the_right_the_old_leader_is_next() -> None:
    state = play(
        laid(LOW, "8H"), "keep", "offer lead", "decline", "decline", "decline", "bid 4", "sell 5"
    )
    assert state.leader == 4 and (state.to_act, state.phase) == (0, "sell_next")


def test_sp7_the_fair_price_of_a_ten() -> None:
    state = laid(LOW, "10H").play("keep")
    assert fair_price(state.view(3), "lead") == pytest.approx(float(Fraction(99, 70)))
    assert Fraction(6 * comb(47, 15), comb(51, 15)) == Fraction(99, 70)
    offered = play(state, "offer lead")
    assert play_out(offered, ["rule"], limit=4).bids == dict.fromkeys((1, 2, 3, 4), 1)


def test_a_hint_to_ask_for_bids_names_the_bid_that_the_next_hint_takes() -> None:
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


def test_nobody_is_advised_to_ask_for_bids_none_of_which_could_be_taken() -> None:
    for options in ({"highest_bid": 1}, {"purse": 2}):
        state = laid(LOW, "10H", **options).play("keep")
        assert fair_price(state.view(0), "lead") > 1 and "offer lead" in {
            a.text for a in state.actions()
        }
        assert (
            str(GAME.vary(**options).advice(state.view(0), state.actions(), random.Random(1)))
            == "keep"
        )


def test_sp8_a_spare_hand_that_wins_leaves_the_pool() -> None:
    state = laid(LOW, "9D 10H 4H 8H", spare_hand=True, deals=2).play("keep")
    while state.deals == 0:
        state = state.play("turn" if state.phase in ("sell_next", "final") else "keep")
    assert state.pools == {"pool": 12} and state.payoffs == (-2 - 1, -1 - 2, -2, -2, -2)


def test_sp9_an_unbeaten_turn_up_of_the_pool_carries() -> None:
    state = laid(LOW, "8H", turn_up_to_pool=True, deals=2)
    assert (state.to_act, state.phase, state.leader) == (1, "sell_next", None), (
        "there is no presale, and no market"
    )
    while state.deals == 0:
        assert state.phase == "sell_next", "nobody is skipped"
        state = state.play("turn")
    assert state.pools == {"pool": 12}


def test_a_court_card_of_the_pool_passes_the_deal_and_stays() -> None:
    state = laid(LOW, "JH 9S", turn_up_to_pool=True)
    assert state.pools == {"pool": 12} and state.dealer == 1 and state.trumps == "S"


def test_sp10_the_leaders_hidden_cards_wait_and_may_still_be_sold() -> None:
    state = laid([LOW[0], "9H 6C 7C", *LOW[2:]], "8H").play("keep")
    turned = []
    while state.phase != "final":
        if state.phase == "sell_next":
            turned.append(state.to_act)
            state = state.play("turn")
        else:
            state = state.play("keep")
    assert turned == [1, 2, 3, 4, 0, 2, 3, 4, 0, 2, 3, 4, 0]
    assert state.to_act == state.leader == 1 and len(state.hands[1]) == 2
    assert [a.text for a in state.actions()] == [
        "turn",
        "offer hidden-1",
        "offer hidden-2",
        "offer all",
    ]
    sold = play(state, "offer all", "bid 1", "decline", "decline", "decline", "sell 3")
    assert (sold.to_act, sold.phase) == (2, "sell_next") and len(sold.hands[2]) == 2
    one = play(state, "offer hidden-2", "bid 1", "decline", "decline", "decline", "sell 3")
    assert one.hands[2] == (card("7C"),) and one.hands[1] == (card("6C"),)
    unsold = play(state, "offer all", "decline", "decline", "decline", "decline")
    assert [a.text for a in unsold.actions()] == ["turn"], "what found no buyer is turned"
    assert keeping(state).payoffs == (-2, -1 + 6, -1, -1, -1)


UNBEATEN = {
    2: "105183/13340621",
    3: "841464/66703105",
    4: "32364/1626905",
    5: "7192/232415",
    6: "1798/37835",
    7: "2728/37835",
    8: "4092/37835",
    9: "264/1645",
    10: "33/140",
    11: "12/35",
    12: "42/85",
    13: "12/17",
    14: "1",
}


@pytest.mark.parametrize("rank", UNBEATEN)
def test_the_chance_that_a_turn_up_is_unbeaten(rank: int) -> None:
    assert unbeaten(51, 14 - rank, 15) == pytest.approx(float(Fraction(UNBEATEN[rank])), abs=1e-12)


@pytest.mark.parametrize(
    "players, win, gain, without",
    [
        (3, 0.637997, 0.551989, 0.357135),
        (4, 0.547929, 0.739646, 0.389087),
        (5, 0.488943, 0.933655, 0.395633),
        (6, 0.449436, 1.146052, 0.393628),
        (7, 0.42234, 1.378719, 0.389375),
        (10, 0.37949, 2.174394, 0.377419),
    ],
)
def test_what_the_dealer_may_expect_without_trade(
    players: int, win: float, gain: float, without: float
) -> None:
    """The turn-up's own chance, and his part of the chances of the cards that may beat it."""

    def wins(**options: object) -> float:
        own = fair_price(GAME.deal(1, players, **options).view(0), "turn-up") / (players + 1)
        return own + (1 - own) / players

    assert wins() == pytest.approx(win, abs=1e-6)
    assert wins() * (players + 1) - 2 == pytest.approx(gain, abs=1e-6)
    assert wins(court_turn_up_passes=False) * (players + 1) - 2 == pytest.approx(without, abs=1e-6)


@pytest.mark.slow
def test_no_trade_pays_the_dealer_what_the_digest_says() -> None:
    """Played, not reckoned: 3,000 deals of three players without a sale and without the court rule."""
    end = [GAME.deal(seed, 3, market="none", court_turn_up_passes=False) for seed in range(3000)]
    mean = sum(keeping(state).payoffs[0] for state in end) / len(end)
    assert mean == pytest.approx(0.357135, abs=4 * 2.0 / 3000**0.5)


def test_the_fair_price_is_a_martingale() -> None:
    """Its expectation after the next card is its present value."""
    for unseen, higher, down in ((51, 4, 15), (40, 1, 6), (30, 9, 3)):
        beats = Fraction(higher, unseen)
        after = (1 - beats) * Fraction(
            comb(unseen - 1 - higher, down - 1), comb(unseen - 1, down - 1)
        )
        assert float(after) == pytest.approx(unbeaten(unseen, higher, down))


def test_everybody_believes_the_same() -> None:
    """Without looking there is no private knowledge: every seat's view shows the same faces."""
    state = GAME.deal(12, 4)
    rng = random.Random(1)
    while not state.is_over:
        views = [state.view(s) for s in range(4)]
        assert len({v.hands for v in views}) == len({v.history for v in views}) == 1
        state = state.play(rng.choice(state.actions()))


@pytest.mark.parametrize(
    "options", [{}, {"spare_hand": True}, {"turn_up_to_pool": True}, {"hidden_sales": "any_time"}]
)
def test_the_lead_never_falls_and_every_card_is_shown(options: dict) -> None:
    for seed in range(25):
        state, rng = GAME.deal(seed, 4, **options), random.Random(seed)
        lead, dealers = 0, state.dealers
        shown_since_market = 0
        while not state.is_over:
            following = state.play(rng.choice(state.actions()))
            now = high(following.lead[-1]) if following.lead and following.trumps else 0
            if following.dealers == dealers and following.trumps == state.trumps:
                assert now >= lead
            lead, dealers, state = now, following.dealers, following
            shown_since_market += 1
        turned = [e for e in state.history if " turns " in str(e)]
        assert len(turned) == 12 and not any(state.hands) and not state.spare
        assert sum(map(len, state.shown)) + len(state.lead) + len(state.aside) >= 13


def test_knave_and_five() -> None:
    rows = [LOW[0], "JC 6C 7C", *LOW[2:]]
    state = play(laid(rows, "8H", knave_five_penalty=1), "keep", "keep", "turn")
    assert state.payoffs == (-2, -2, -1, -1, -1) and state.pools == {"pool": 7}
    sold = play(
        laid(rows, "8H", knave_five_penalty=1),
        "keep",
        "keep",
        "offer top",
        "bid 1",
        "decline",
        "decline",
        "decline",
        "sell 3",
    )
    assert sold.payoffs == (-2, 0, -3, -1, -1), (
        "the buyer pays for what was sold before it was turned"
    )
    knave = laid(LOW, "JH 9S", knave_five_penalty=1).play("keep")
    assert knave.payoffs[0] == -2 - 1 + 7 - 1, (
        "the owner of the turn-up pays, and takes it with the pool"
    )
    spare = keeping(laid(LOW, "JD JS 5H 8H", knave_five_penalty=1, spare_hand=True))
    assert spare.payoffs == (-2 + 6 + 2, -2, -1, -2, -1), (
        "the spare hand has no owner: only 5C and 5D are paid for"
    )


def test_looking_costs_the_right_to_the_pool() -> None:
    rows = [LOW[0], "9H 6C 7C", *LOW[2:]]
    asked = play(laid(rows, "8H", out_of_turn_penalty=1), "keep", "offer lead")
    state = asked.play("look")
    assert (
        state.pools == {"pool": 7}
        and state.to_act == 1
        and "look" not in [a.text for a in state.actions()]
    )
    assert state.view(1).hands[1][-1] == card("9H") and state.view(2).hands[1][-1].text == "??"
    assert "9♥" in str(state.view(1).history[-1]) and "9♥" not in str(state.view(2).history)
    state = play(state, "decline", "decline", "decline", "decline")
    while not state.is_over:
        state = state.play("turn" if state.phase in ("sell_next", "final") else "keep")
    assert state.leader == 1 and state.pools == {"pool": 7}, "left for the next deal"
    sold = play(
        asked,
        "look",
        "decline",
        "decline",
        "decline",
        "decline",
        "turn",
        "offer lead",
        "bid 2",
        "decline",
        "decline",
        "decline",
        "sell 3",
    )
    assert keeping(sold).payoffs[2] == -1 - 2 + 7, "sold, the buyer takes the pool as usual"
    with pytest.raises(OptionError, match="belongs to a market"):
        GAME.vary(out_of_turn_penalty=1, market="none")


def test_posted_prices() -> None:
    state = play(laid(LOW, "8H", market="posted_price"), "keep")
    assert [a.text for a in state.actions()] == ["keep", *(f"offer lead {p}" for p in range(1, 7))]
    asked = play(state, "offer lead 3", "decline")
    assert [a.text for a in asked.actions()] == ["decline", "buy"]
    sold = asked.play("buy")
    assert sold.leader == 2 and sold.payoffs == (1, -1, -4, -1, -1)


def test_offers_that_nobody_can_pay() -> None:
    state = play(laid(LOW, "8H", purse=3), "keep", "offer lead")
    assert [a.text for a in state.actions()] == ["decline", "bid 1", "bid 2"]
    refused(state, "bid 3", r"from 1 to 2; more is not in the purse of player 2 \(our reading\)")
    with pytest.raises(IllegalAction, match="from 1 to 6; that is the highest bid"):
        play(laid(LOW, "8H"), "keep", "offer lead", "bid 7")
    with pytest.raises(IllegalAction, match="player 4 has made no bid; bids came from player 2"):
        play(
            laid(LOW, "8H"),
            "keep",
            "offer lead",
            "bid 1",
            "decline",
            "decline",
            "decline",
            "sell 4",
        )
    dear = play(laid(LOW, "8H", purse=3, market="posted_price"), "keep", "offer lead 5")
    refused(dear, "buy", "the purse of player 2 does not hold 5")


def test_the_lead_changes_hands_as_often_as_agreed() -> None:
    sale = ("offer lead", "bid 1", "decline", "decline", "decline")
    state = play(laid(LOW, "8H", sales_per_opening=2), "keep", *sale, "sell 2")
    assert (state.to_act, state.phase) == (1, "market")
    state = play(state, *sale, "sell 3")
    assert state.phase == "sell_next" and state.leader == 2 and state.to_act == 3


def test_hidden_cards_at_any_time() -> None:
    state = play(laid(LOW, "8H", hidden_sales="any_time"), "keep")
    assert "offer hidden-3" in [a.text for a in state.actions()]
    state = play(state, "offer hidden-3", "bid 1", "decline", "decline", "decline", "sell 2")
    assert state.phase == "market" and state.hands[1][0] == card("4C") and len(state.hands[0]) == 2


def test_no_sales_at_all() -> None:
    state = laid(LOW, "8H", market="none")
    while not state.is_over:
        assert [a.text for a in state.actions()] == ["turn"]
        state = state.play("turn")
    assert state.payoffs == (4, -1, -1, -1, -1)


def test_a_pack_run_out_by_court_cards_is_dealt_again() -> None:
    rows = ["7C 8C 9C", "10C 7D 8D", "9D 10D 7H", "8H 9H 10H", "7S 8S 9S", "10S AC KC"]
    courts = "QC JC AD KD QD JD AH KH QH JH AS KS QS JS"
    state = laid(rows, courts, pack=32, presale=False)
    assert any("gathered and dealt again" in str(e) for e in state.history)
    assert sum(state.payoffs) + state.pools["pool"] == 0 and state.pools["pool"] == 7
    assert sorted(c for pile in state.cards.values() for c in pile) == sorted(
        GAME.vary(pack=32).cards(6)
    )


def test_cards_are_named() -> None:
    assert laid(LOW, "8H").hands[1] == cards("7C 6C 5C"), "the top card lies last"
