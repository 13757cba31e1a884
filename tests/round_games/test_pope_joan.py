"""Pope Joan: the worked examples, numbers and invariants of its digest, and each of its variants."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction

import pytest

import cadogan
from cadogan.round_games import OptionError, State
from cadogan.round_games.advice.pope_joan import own_run
from cadogan.round_games.bots import play_out
from cadogan.round_games.cards import Card, card, cards, pack
from cadogan.round_games.pope_board import BOARDS, above

from .at_play import play, refused, walk

GAME = cadogan.round_games["pope-joan"]


def laid(hands: list[str], spare: str, **options: object) -> State:
    """A deal in which these hands (player 1 deals) begin with these cards and the spare hand with
    these, the turn-up last.
    """
    n = len(hands)
    rows = [*(hands[(1 + i) % n].split() for i in range(n)), spare.split()]
    sizes = [len(range(i, 51, n + 1)) for i in range(n + 1)]
    assert len(rows[-1]) in (1, sizes[-1])
    if len(rows[-1]) < sizes[-1]:  # only the turn-up is told
        rows[-1] = [""] * (sizes[-1] - 1) + rows[-1]
    named = {c for row in rows for c in row}
    rest = iter(c for c in map(str, GAME.cards(n)) if c not in named)
    for row, size in zip(rows, sizes):
        row += [""] * (size - len(row))
        row[:] = [c or next(rest) for c in row]
    return GAME.deal(1, n, cards=[rows[i % (n + 1)][i // (n + 1)] for i in range(51)], **options)


def bare(state: State, hands: list[str]) -> State:
    """The same state with only these cards in the hands; the others lie with the spare hand."""
    t = state._table.copy()
    for seat, text in enumerate(hands):
        keep = cards(text)
        for held in list(t.hands[seat]):
            if held.card not in keep:
                t.hands[seat].remove(held)
                t.spare.append(held._replace(seen=0))
        assert tuple(t.hands[seat].cards) == tuple(sorted(keep))
    return State(state.game, t)


# --- the worked examples ---


def test_pj1_a_board_of_fifteen() -> None:
    assert (
        list(BOARDS["eight"].values()) == [6, 2, 2, 1, 1, 1, 1, 1]
        and sum(BOARDS["eight"].values()) == 15
    )
    state = laid(["AC", "2C", "3C"], "10S", dressing="dealer")
    assert state.pools == BOARDS["eight"] and state.payoffs == (-15, 0, 0)


def test_pj2_the_board_of_five_pools_takes_twelve() -> None:
    state = laid(["AC", "2C", "3C"], "10S", board="five", dressing="dealer")
    assert (
        state.pools == {"pope": 6, "matrimony": 2, "intrigue": 2, "ace": 1, "game": 1}
        and sum(state.pools.values()) == 12
    )


def known_stops(state: State) -> set[Card]:
    """The stops that everybody knows when the cards are turned up."""
    return {
        c
        for c in GAME.cards(state.players)
        if c not in state.turned and above(c) in (None, *state.turned)
    }


def test_pj3_six_known_stops() -> None:
    assert known_stops(laid(["AC"] + [""] * 4, "10S")) == set(cards("KC KD KH KS 7D 9S"))


def test_pj4_the_card_under_the_turn_up_is_a_stop() -> None:
    state = laid(["", "9S", "", "", ""], "10S")
    assert (
        state.turned == (card("10S"),) and state.trumps == "S" and card("9S") in known_stops(state)
    )
    after = state.play("lead 9S")
    assert (after.to_act, after.phase) == (1, "lead") and after.history[
        -1
    ].says() == "Nobody has 10♠: a stop."


def test_pj5_the_seven_of_diamonds_stops() -> None:
    state = laid(["", "6D", "", "7D", ""], "10S").play("lead 6D")
    assert state.played[1] == cards("6D") and state.played[3] == cards("7D")
    assert (state.to_act, state.phase) == (3, "lead") and state.history[
        -1
    ].says() == "Nothing follows 7♦: a stop."


def test_pj6_five_players_share_the_dressing_at_three() -> None:
    state = laid(["AC"] + [""] * 4, "10S")
    assert (
        state.payoffs == (-6, -3, -3, -3, -3)
        and sum(state.pools.values()) == 18
        and state.pools["game"] == 4
    )
    assert {n: GAME.share(n) for n in GAME.players} == {3: 4, 4: 3, 5: 3, 6: 3, 7: 2, 8: 2}
    assert {n: GAME.vary(board="five").share(n) for n in GAME.players} == {
        3: 3,
        4: 3,
        5: 2,
        6: 2,
        7: 2,
        8: 2,
    }


def test_pj7_six_hands_of_eight_and_three_cards_over() -> None:
    state = GAME.deal(1, 5)
    assert [len(state.hands[s]) for s in (1, 2, 3, 4, 0)] == [9, 9, 9, 8, 8]
    assert len(state.spare) + len(state.turned) == 8
    for seat in range(5):
        view = state.view(seat)
        assert view.hand == state.hands[seat] and all(
            c.text == "??" for s in range(5) if s != seat for c in view.hands[s]
        )
        assert all(c.text == "??" for c in view.spare)


@pytest.mark.parametrize(
    "players, row",
    [
        (3, (4, 12, 3)),
        (4, (5, 10, 1)),
        (5, (6, 8, 3)),
        (6, (7, 7, 2)),
        (7, (8, 6, 3)),
        (8, (9, 5, 6)),
    ],
)
def test_the_deal_table(players: int, row: tuple[int, int, int]) -> None:
    hands, each, over = row
    state = GAME.deal(2, players)
    sizes = [len(state.hands[s]) for s in state._table.turn(1)]
    assert (
        hands == players + 1
        and sizes == [each + 1] * over + [each] * (players - over)
        and len(state.spare) == each - 1
    )


def test_pj8_knave_queen_king_and_ace_of_trumps_bring_eight() -> None:
    state = laid(["", "JS QS KS AS", "", "", ""], "10S")
    after = state.play("lead JS")
    assert after.payoffs[1] - state.payoffs[1] == 1 + 1 + 1 + 2 + 2 and after.to_act == 1
    after = after.play("lead AS")
    assert after.payoffs[1] - state.payoffs[1] == 8
    assert {n: c for n, c in after.pools.items() if c} == {"pope": 6, "game": 4}


def test_pj9_the_winner_is_paid_for_the_cards_left() -> None:
    hands = ["2C 3C 4C", "KS", "5C", "6C 9D 7C 8C", "9C 10C"]
    state = bare(laid(hands, "10H"), hands)
    end = state.play("lead KS")
    assert end.view(0).hands == end.hands, "what is paid for is shown"
    assert end.is_over and end.payoffs[1] - state.payoffs[1] == 4 + 3 + 1 + 2
    assert [b - a for a, b in zip(state.payoffs, end.payoffs)] == [-3, 10, -1, 0, -2] and end.pools[
        "pope"
    ] == 6
    paid = bare(laid(hands, "10H", pope_exempt=False), hands).play("lead KS")
    assert [b - a for a, b in zip(state.payoffs, paid.payoffs)] == [-3, 14, -1, -4, -2]


def pope_deal(**options: object) -> State:
    """The nine of spades is a stop: the ten is in the spare hand; player 4 has pope and the knave."""
    return laid(["", "9S", "QS", "9D JS", ""], "10S 2C 3C 4C 5C 6C 7C 8H", **options)


def test_pj10_pope_for_a_stop() -> None:
    state = pope_deal(pope_for_stop=True).play("lead 9S")
    assert (state.to_act, state.phase) == (1, "stop"), (
        "everybody is asked, from the player of the stop"
    )
    assert [a.text for a in state.actions()] == ["keep"]
    state = play(state, "keep", "keep")
    assert state.to_act == 3 and [a.text for a in state.actions()] == ["keep", "pope"]
    after = state.play("pope")
    assert after.payoffs[3] - state.payoffs[3] == 6 and after.played[3][:2] == cards("9D JS")
    assert after.played[2] == cards("QS"), (
        "the run goes on above the missing card, whoever holds it"
    )
    assert play(pope_deal().play("lead 9S")).phase == "lead", "not unless it is agreed"


def test_pope_after_a_king_only_takes_over_the_lead() -> None:
    state = laid(["", "KC", "", "9D JS", ""], "10S", pope_for_stop=True).play("lead KC")
    after = play(state, "keep", "keep", "pope")
    assert (after.to_act, after.phase) == (3, "lead") and after.pools["pope"] == 0
    kept = play(state, *["keep"] * 5)
    assert (kept.to_act, kept.phase) == (1, "lead")
    assert play(after, next(a.text for a in after.actions())).phase != "stop", (
        "pope is played: nobody is asked any more"
    )


def test_pope_stands_where_nobody_can_go_on() -> None:
    state = laid(["", "9S", "", "9D", ""], "10S JS 3C 4C 5C 6C 7C 8H", pope_for_stop=True)
    after = play(state, "lead 9S", "keep", "keep", "pope")
    assert (after.to_act, after.phase) == (3, "lead") and set(cards("10S JS")) <= set(after.missing)


def test_pj11_cards_that_can_only_be_led() -> None:
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
def test_invariants(options: dict, players: int) -> None:
    for seed in range(4):
        for state in (states := walk(GAME.vary(**options), seed, players)):
            assert sum(state.payoffs) + sum(state.pools.values()) == 0
            assert Counter(state._table.everything()) == Counter(pack(without="8D"))
            assert state.phase in ("lead", "stop", "over"), (
                "only leads are choices, and pope if agreed"
            )
            assert options.get("pope_for_stop") or state.phase != "stop"
            if state.phase == "stop":
                assert [a.text for a in state.actions()] in (["keep"], ["keep", "pope"])
        for state in states:
            shown = [c for row in state.played for c in row]
            assert len(shown) == len(set(shown)), "a card is played at most once"
        events = [e for e in states[-1].history if e.deal == states[-1].deals - 1]
        winners = [e.seat for e in events if str(e).endswith("is out.")]
        if not winners:
            assert any("pope turned up" in str(e) for e in events)
        else:
            assert not states[-1].hands[winners[0]] and len(winners) == 1


def test_each_run_rises_by_one_card_to_a_stop() -> None:
    for seed in range(6):
        state, runs = GAME.deal(seed, 4), 0
        rng = random.Random(seed)
        while not state.is_over:
            after = state.play(rng.choice(state.actions()))
            run = [
                str(e).rsplit(" ", 1)[1][:-1]
                for e in after.history[len(state.history) :]
                if " leads " in str(e) or " plays " in str(e)
            ]
            for low, high in zip(run, run[1:]):
                assert above(card(low)) == card(high)
            if not after.is_over:
                last = above(card(run[-1]))
                assert all(last not in hand for hand in after.hands), (
                    "the holder must have played it"
                )
            state, runs = after, runs + 1
        assert runs


def test_what_nobody_had_is_in_no_hand() -> None:
    state = pope_deal().play("lead 9S")
    assert state.missing == (card("10S"),)
    for seed in range(40):
        for seat in (0, 1, None):
            assert card("10S") not in [c for h in state.redraw(seat, seed).hands for c in h]


def test_who_leads_the_lowest_has_none_below_it() -> None:
    state = laid(["", "9S QS 3H", "", "", ""], "10S", lead_rule="lowest_of_suit")
    spades = sorted(c for c in state.hands[1] if c.suit == "S")
    assert f"lead {spades[0]}" in [a.text for a in state.actions()]
    refused(state, "lead QS", rf"the lowest card is led, and {spades[0].symbol} is lower than Q♠")
    after = state.play(f"lead {spades[0]}")
    for seed in range(40):
        left = [c for c in after.redraw(0, seed).hands[1] if c.suit == "S"]
        assert all(c.rank > spades[0].rank for c in left)


# --- payments and options ---


def test_matrimony_and_intrigue_need_one_player_but_not_one_run() -> None:
    state = laid(["", "KS 3H", "QS", "", ""], "10S")
    split = state.play("lead KS")
    assert split.pools["matrimony"] == 2, "the queen is another's"
    run = laid(["", "JS", "QS", "KS", ""], "10S").play("lead JS")
    assert (run.pools["intrigue"], run.pools["matrimony"], run.pools["king"]) == (2, 2, 0), (
        "each is another's"
    )
    mine = laid(["", "KS JS QS", "", "", ""], "10S").play("lead KS")
    assert mine.pools["matrimony"] == 2
    mine = mine.play("lead QS")
    assert mine.pools["matrimony"] == 0 and mine.pools["intrigue"] == 2 and mine.to_act == 1
    assert mine.play("lead JS").pools["intrigue"] == 0
    plain = laid(["", "KH QH JH AH", "", "", ""], "10S")
    assert play(plain, "lead JH", "lead AH").pools == plain.pools, "not of trumps"


def test_matrimony_cannot_be_won_when_the_king_is_turned() -> None:
    state = laid(["", "JS QS", "", "", ""], "KS")
    assert state.pools["king"] == 0, "the dealer has taken it"
    assert state.play("lead JS").pools["matrimony"] == 2


@pytest.mark.parametrize(
    "turned, name",
    [("AH", "ace"), ("KS", "king"), ("QC", "queen"), ("JD", "knave"), ("9D", "pope")],
)
def test_an_honour_turned_is_the_dealers(turned: str, name: str) -> None:
    state = laid([""] * 5, turned)
    assert (
        state.pools[name] == 0
        and state.payoffs[0] == -6 + BOARDS["eight"][name]
        and state.trumps == turned[-1]
    )
    stays = laid([""] * 5, turned, turned_honour="stays")
    assert stays.pools[name] == BOARDS["eight"][name] and stays.payoffs[0] == -6
    if name in ("king", "queen", "knave"):
        five = laid([""] * 5, turned, board="five")
        assert five.payoffs[0] == -4 and name not in five.pools
    assert len(known_stops(state)) == (6 if name in ("queen", "knave") else 5)


def test_pope_turned_wins_the_game_if_agreed() -> None:
    end = laid([""] * 5, "9D", pope_turned_wins_game=True)
    assert end.is_over and end.payoffs == (-6 + 6 + 4 + 9 + 9 + 9 + 8, -12, -12, -12, -11)
    on = laid([""] * 5, "9D", pope_turned_wins_game=True, deals=2)
    assert on.deals == 1 and on.dealer == 1 and on.pools["pope"] == 6 and on.pools["matrimony"] == 4


def test_what_is_not_won_stays_and_is_dressed_on_top() -> None:
    hands = ["2C", "KS", "5C", "6C 9D", "9C"]
    after = bare(laid(hands, "10H", deals=2), hands).play("lead KS")
    assert after.deals == 1 and after.dealer == 1 and not after.is_over
    grown = {name: BOARDS["eight"][name] for name in ("matrimony", "intrigue")}
    assert {name: after.pools[name] for name in grown} == {name: 2 * n for name, n in grown.items()}
    assert (
        after.pools["pope"] == (6 if after.turned == (card("9D"),) else 12)
        and after.pools["game"] == 4
    )


def test_the_dealer_may_look_at_the_spare_hand() -> None:
    state = GAME.deal(1, 5, look_at_spare_hand=True, dealer=2)
    assert state.view(2).spare == state.spare and all(c.text == "??" for c in state.view(1).spare)
    assert all(c.text == "??" for c in GAME.deal(1, 5, dealer=2).view(2).spare)


def test_cards_set_aside_in_place_of_the_spare_hand() -> None:
    state = GAME.deal(1, 5, stops="fixed_number")
    assert len(state.spare) + 1 == 7 and sorted(map(len, state.hands)) == [8, 9, 9, 9, 9]
    for players, left in {3: 3, 4: 3, 5: 1, 6: 3, 7: 2, 8: 3}.items():
        even = GAME.deal(1, players, stops="remainder")
        assert len(even.spare) + 1 == left and len(set(map(len, even.hands))) == 1
    most = GAME.deal(1, 8, stops="fixed_number", stop_cards=43)
    assert set(map(len, most.hands)) == {1}
    with pytest.raises(OptionError, match="stop_cards is a whole number from 1 to 43"):
        GAME.deal(1, stops="fixed_number", stop_cards=44)
    with pytest.raises(
        OptionError, match="stop_cards belongs to stops='fixed_number', not 'spare_hand'"
    ):
        GAME.vary(stop_cards=3)


def test_a_stake_too_small_for_the_board_is_refused() -> None:
    with pytest.raises(
        OptionError, match="stake is at least 3 with 5 players, not 2: the board needs 15 counters"
    ):
        GAME.deal(1, 5, stake=2)
    assert sum(GAME.deal(1, 5, stake=2, board="five", turned_honour="stays").pools.values()) == 12
    assert sum(GAME.deal(1, 5, stake=10, turned_honour="stays").pools.values()) == 60
    with pytest.raises(OptionError, match="stake belongs to dressing='shared'"):
        GAME.vary(stake=3, dressing="dealer")


def test_refusals_say_why() -> None:
    state = laid(["", "6D", "", "7D", ""], "10S")
    refused(state, "lead 7D", r"7♦ is not in the hand: .*6♦")
    with pytest.raises(ValueError, match="Pope Joan is for 3 to 8 players, not 2"):
        GAME.deal(1, 2)
    with pytest.raises(cadogan.cards.CardError, match="8D is not in this pack"):
        GAME.deal(1, cards="8D")
    stop = pope_deal(pope_for_stop=True).play("lead 9S")
    refused(stop, "pope", "pope, the nine of diamonds, is not in the hand")


def test_the_rule_bot_leads_what_comes_back_then_pope_then_an_ace() -> None:
    view = laid(["", "7S 8S 9S 9D KC AH", "", "", ""], "10S").view(1)
    assert (own_run(view, card("7S")), own_run(view, card("KC")), own_run(view, card("AH"))) == (
        3,
        1,
        0,
    )
    hands = ["2C", "7S 8S 9S 9D KC AH", "3C", "4C", "5C"]
    state = bare(laid(hands, "10S"), hands)
    chosen = []
    while not state.is_over and state.to_act == 1:
        action = state.game.advice(state.view(1), state.actions(), random.Random(1))
        chosen.append(action.text)
        state = state.play(action)
    assert chosen[:4] == ["lead 7S", "lead KC", "lead 9D", "lead AH"]


# --- the numbers ---

PACK = pack(without="8D")


def test_how_often_the_dealer_collects_at_the_turn_up() -> None:
    collects = [c for c in PACK if c == card("9D") or c.rank in (1, 11, 12, 13)]
    assert Fraction(len(collects), 51) == Fraction(1, 3)
    dealt = sum(GAME.deal(seed, dressing="dealer").payoffs[0] > -15 for seed in range(1500))
    assert abs(dealt / 1500 - 1 / 3) < 0.045


def test_known_stops_by_turn_up() -> None:
    six = Counter(sum(above(c) in (None, turned) for c in PACK if c != turned) for turned in PACK)
    assert six == {6: 41, 5: 10}


@pytest.mark.parametrize(
    "players, spare, expected",
    [
        (3, 12, "5213/425"),
        (4, 10, "2911/255"),
        (5, 8, "4429/425"),
        (6, 7, "12584/1275"),
        (7, 6, "789/85"),
    ],
)
def test_expected_stops_in_the_hands(players: int, spare: int, expected: str) -> None:
    ends = [c for c in PACK if above(c) is None]
    exact = Fraction(len(ends) * (51 - spare), 51) + Fraction(
        (51 - len(ends)) * (51 - spare) * spare, 51 * 50
    )
    assert exact == Fraction(expected)
    found = 0
    for seed in range(300):
        state = GAME.deal(seed, players)
        held = {c for h in state.hands for c in h}
        found += sum(above(c) not in held for c in held)
    assert abs(found / 300 - exact) < 0.6


@pytest.mark.parametrize(
    "players, both, three",
    [
        (3, "234/1225", "429/9800"),
        (4, "38/245", "3/112"),
        (5, "164/1225", "13/700"),
        (6, "4/35", "9/700"),
        (7, "123/1225", "37/3920"),
    ],
)
def test_matrimony_in_one_hand(players: int, both: str, three: str) -> None:
    """Given that none of the cards is the turn-up."""
    sizes = [len(h) for h in GAME.deal(1, players).hands]
    assert sum(Fraction(n * (n - 1), 50 * 49) for n in sizes) == Fraction(both)
    assert sum(Fraction(n * (n - 1) * (n - 2), 50 * 49 * 48) for n in sizes) == Fraction(three)


@pytest.mark.parametrize(
    "players, chance", [(3, "13/17"), (4, "41/51"), (5, "43/51"), (6, "44/51"), (7, "15/17")]
)
def test_pope_is_with_a_player(players: int, chance: str) -> None:
    assert Fraction(sum(map(len, GAME.deal(1, players).hands)), 51) == Fraction(chance)


def test_bots_play_a_session() -> None:
    end = play_out(GAME.deal(5, 5, deals="round"), ["rule", "random"] + ["rule"] * 3)
    assert end.deals == 5 and end.is_over and sum(end.payoffs) + sum(end.pools.values()) == 0
