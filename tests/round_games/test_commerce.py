"""Commerce: the worked examples, numbers and invariants of its digest, in every mode."""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from itertools import combinations

import pytest

import cadogan
from cadogan.round_games import OptionError, State
from cadogan.round_games.advice.commerce import chance
from cadogan.round_games.bots import play_out
from cadogan.round_games.cards import PIQUET, Card, card, cards, pack
from cadogan.round_games.commerce_hands import COMBINATIONS, RECOGNISED, ranked, strength
from cadogan.round_games.piles import ALL

from .at_play import play, refused

GAME = cadogan.round_games["commerce"]
#: Five hands: player 1 (the dealer) a pair of threes, player 3 a flush, player 4 a pair of nines,
#: seats 1 and 4 nothing.
FIVE = ["3C 3D KH", "2C 5D 8H", "2H 5H 9H", "9C 9D 4S", "4C 6D 8S"]
#: What the other four do before the dealer is to act.
ROUND_THE_TABLE = "barter 2C|give 2H|on|barter 5H|give 4S|on|buy 9C|on|buy 8S|on".split("|")


def laid(rows_of: list[str], then: str = "", **options: object) -> State:
    """A deal with these hands, player 1 dealing, and these cards after them."""
    rows = [h.split() for h in rows_of]
    order = [rows[(1 + i) % len(rows)][k] for k in range(3) for i in range(len(rows))]
    return GAME.deal(1, len(rows), cards=[*order, *then.split()], **options)


def worth(text: str, recognised: str = "all", flush_tie: str = "high_cards") -> tuple[int, ...]:
    return strength(cards(text), recognised, flush_tie)


def test_cm1_the_first_to_speak_stands() -> None:
    state = laid(FIVE)
    assert (
        state.pools == {"pool": 6} and state.payoffs == (-2, -1, -1, -1, -1) and state.to_act == 1
    )
    end = state.play("stand")
    assert end.is_over and end.payoffs == (-3, -1, -1 + 7, -1, -1) and end.pools == {"pool": 0}


def test_cm2_ready_money() -> None:
    state = laid(FIVE, "QS")
    after = state.play("buy 8H")
    assert after.payoffs == (-1, -2, -1, -1, -1) and set(after.hands[1]) == set(cards("2C 5D QS"))
    assert len(after.cards["pack"]) == len(state.cards["pack"]) and after.cards["pack"][0] == card(
        "8H"
    )
    assert (after.to_act, after.phase) == (1, "after_trade")
    assert after.view(1).pack[0] == card("8H"), "the buyer alone knows the bottom card"
    assert all(after.view(s).pack[0].text == "??" for s in (0, 2, 3, 4))
    assert "8♥" in str(after.view(1).history[-1]) and "8♥" not in str(after.view(2).history)
    dealers = play(
        laid(FIVE, "QS QD"),
        *ROUND_THE_TABLE,
    )
    assert dealers.to_act == 0
    assert play(dealers, "buy KH").payoffs == dealers.payoffs, "the dealer pays nobody"


def test_cm3_a_barter_refused_by_standing() -> None:
    end = play(laid(FIVE), "barter 2C", "stand")
    assert end.is_over and set(end.hands[1]) == set(cards("2C 5D 8H")) and end.payoffs[2] == 6
    assert play(laid(FIVE), "barter 2C").actions()[0].text == "stand"


def test_cm4_sequences() -> None:
    assert [COMBINATIONS[worth(t)[0]] for t in ("AH 2H 3H", "QH KH AH", "KH AH 2H")] == [
        "sequence",
        "sequence",
        "flush",
    ]
    assert (
        worth("QH KH AH")
        > worth("JS QS KS")
        > worth("4C 3C 2C")
        > worth("AH 2H 3H")
        > worth("KH AH QS")
    )
    assert COMBINATIONS[worth("8D 7D AD")[0]] == "flush"


def test_cm5_pairs_by_the_third_card() -> None:
    assert worth("9C 9D KS") > worth("9H 9S QS") > worth("8H 8S AS") and worth("9C KS 9D") == worth(
        "9H 9S KD"
    )


def test_cm6_points_by_the_highest_card() -> None:
    assert worth("AC KD QH")[:2] == (0, 31) == worth("AC KD JH")[:2] == worth("AC KD 10H")[:2]
    assert worth("AC KD QH") > worth("AC KD JH") > worth("AC KD 10H") > worth("AC QD JH")


def test_cm7_two_equal_best_hands_in_the_old_game() -> None:
    state = laid(["2C 5D 8H", "9C 9D 4S", "2H 6S 7H", "9H 9S 4C"], mode="old")
    assert state.payoffs == (0, 0, 0, 0), "no stakes are put up beforehand"
    end = play(state, "stand", "stand", "decline", "decline")
    assert end.is_over and end.payoffs == (-2, 2, -2, 2)


@pytest.mark.parametrize("players", [2, 3, 5])
@pytest.mark.parametrize("horse", ["none", "third", "half"])
@pytest.mark.slow
def test_cm8_hands_in_pool_commerce(players: int, horse: str) -> None:
    """One counter is lost a hand, but where the worst hands are equal; a horse is one counter more."""
    bought_at_all = False
    for seed in range(12):
        state, rng = GAME.deal(seed, players, mode="pool", horse=horse), random.Random(seed)
        assert state.lives == (3,) * players and state.pools == {"pool": 6 * players}
        while not state.is_over:
            following = state.play(rng.choice(state.actions()))
            grown = [s for s in range(players) if following.lives[s] > state.lives[s]]
            assert not grown or (state.phase == "horse" and len(grown) == 1)
            assert max(following.lives) > 0
            if following.deals > state.deals and not following.is_over:
                assert all(
                    bool(following.hands[s]) == bool(following.lives[s]) for s in range(players)
                )
            state = following
        lost = Counter(str(e).split(",")[0] for e in state.history if "gives a counter" in str(e))
        bought = sum("buys a horse" in str(e) for e in state.history)
        bought_at_all |= bool(bought)
        assert bought <= (horse != "none") and state.pools == {"pool": 0}
        assert sum(lost.values()) == 3 * players + bought - sum(state.lives)
        hands = {e.deal for e in state.history if "gives a counter" in str(e)}
        if sum(lost.values()) == len(hands) == state.deals:  # nothing was tied
            assert 3 * players - 3 <= state.deals <= 3 * players - 1 + bought
    assert bought_at_all == (horse != "none")


def test_cm9_the_first_turn_of_the_old_game_has_eleven_choices() -> None:
    state = GAME.deal(1, mode="old")
    assert len(state.actions()) == 2 + 3 * 3 == 11
    assert Counter(a.verb for a in state.actions()) == {"stand": 1, "pass": 1, "exchange": 9}


def test_cm10_twelve_players() -> None:
    assert len(GAME.deal(1, 12).cards["pack"]) == 16
    old = GAME.deal(1, 12, mode="old").cards
    assert sum(len(p) for n, p in old.items() if n != "pack") == 39
    with pytest.raises(ValueError, match="2 to 12 players, not 13"):
        GAME.deal(1, 13)


def test_cm11_seven_players_with_32_cards() -> None:
    assert len(GAME.deal(1, 7, pack=32).cards["pack"]) == 11
    with pytest.raises(ValueError, match="2 to 7 players with these options, not 8"):
        GAME.deal(1, 8, pack=32)


def test_cm12_the_dealers_penalty() -> None:
    plain, better, every = (
        laid(FIVE, dealer_penalty=p).play("stand").payoffs for p in ("none", "better_only", "all")
    )
    assert [b - a for a, b in zip(plain, better)] == [-2, 0, 1, 1, 0]
    assert [b - a for a, b in zip(plain, every)] == [-4, 1, 1, 1, 1]
    assert plain[0] == -3, "one more to the winner in the modern mode"
    old = [
        play(
            laid(FIVE, "JC QD 7S", mode="old", dealer_penalty=p),
            "stand",
            "stand",
            "decline",
            "decline",
            "decline",
        ).payoffs
        for p in ("none", "better_only")
    ]
    assert [b - a for a, b in zip(*old)] == [-2, 0, 1, 1, 0]
    point = ["3C 5S KH", *FIVE[1:]]
    assert (
        laid(point, dealer_penalty="all").play("stand").payoffs == laid(point).play("stand").payoffs
    )
    unrecognised = laid(FIVE, dealer_penalty="all", hands="no_pair").play("stand").payoffs
    assert unrecognised == laid(FIVE, hands="no_pair").play("stand").payoffs


# --- the hands ---


@pytest.mark.parametrize(
    "size, counts", [(52, (17160, 3744, 1096, 48, 52)), (32, (3360, 1344, 200, 24, 32))]
)  # point, pair, flush, sequence, tricon
def test_how_many_hands_of_each_kind(size: int, counts: tuple[int, ...]) -> None:
    found = Counter(s[0] for s in ranked(size, "all", "share"))
    assert tuple(found[k] for k in range(5)) == counts


def test_distinct_strengths() -> None:
    kinds = Counter(s[0] for s in set(ranked(52, "all", "share")))
    assert [kinds[k] for k in (4, 3, 2, 1, 0)] == [13, 12, 22, 156, 286]
    assert (
        len(set(ranked(52, "all", "share"))) == 489
        and len(set(ranked(52, "all", "high_cards"))) == 741
    )
    assert len({s for s in ranked(52, "all", "high_cards") if s[0] == 2}) == 274


@pytest.mark.parametrize(
    "options", [{"hands": h, "flush_tie": f} for h in RECOGNISED for f in ("high_cards", "share")]
)
def test_a_game_finds_the_strength_of_a_hand_by_its_ranks(options: dict[str, str]) -> None:
    """It is kept for all hands of these ranks, in whatever order they lie."""
    game, some = GAME.vary(**options), random.Random(3)
    for three in [*combinations(pack()[:20], 3), *(some.sample(pack(), 3) for _ in range(3000))]:
        assert game.strength(three) == strength(
            tuple(three), options["hands"], options["flush_tie"]
        )


@pytest.mark.parametrize("size, ties, pairs", [(52, 255148, 203585200), (32, 47280, 9061920)])
def test_two_hands_that_tie(size: int, ties: int, pairs: int) -> None:
    groups: dict[tuple[int, ...], list[set[Card]]] = defaultdict(list)
    whole = pack(PIQUET) if size == 32 else pack()
    for three in combinations(whole, 3):
        groups[strength(three, "all", "share")].append(set(three))
    n, m = len(whole), len(whole) - 3
    assert n * (n - 1) * (n - 2) // 6 * (m * (m - 1) * (m - 2) // 6) // 2 == pairs
    assert sum(a.isdisjoint(b) for g in groups.values() for a, b in combinations(g, 2)) == ties


def test_flushes_of_equal_points() -> None:
    """Pairs of flushes that can be held at once."""
    flushes = [t for t in combinations(pack(), 3) if strength(t)[0] == 2]
    for flush_tie, expected in (("share", 31528), ("high_cards", 1644)):
        groups: dict[tuple[int, ...], list[set[Card]]] = defaultdict(list)
        for three in flushes:
            groups[strength(three, "all", flush_tie)].append(set(three))
        assert (
            sum(a.isdisjoint(b) for g in groups.values() for a, b in combinations(g, 2)) == expected
        )


def test_limited_commerce() -> None:
    assert worth("9C 9D KS", "no_pair")[:2] == (0, 28) and worth("2H 5H 9H", "no_pair")[0] == 2
    assert (
        worth("2H 5H 9H", "tricon_sequence_point")[:2] == (0, 16)
        and worth("9C 9D KS", "tricon_sequence_point")[0] == 0
    )
    assert worth("9C 9D 9S", "tricon_sequence_point")[0] == 4


@pytest.mark.parametrize(
    "rivals, weakest",
    [(1, (0, 24)), (2, (0, 28)), (3, (1, 3)), (4, (1, 6)), (5, (1, 9)), (6, (1, 10)), (8, (1, 12))],
)
@pytest.mark.slow
def test_the_hand_to_stand_on_at_even_money(rivals: int, weakest: tuple[int, int]) -> None:
    """The weakest kind of hand of which some are good enough, as the digest has it: a point, or a
    pair's rank.
    """
    good = [t for t in combinations(pack(), 3) if chance(GAME, t, rivals) >= 0.5]
    assert min(strength(t) for t in good)[:2] == weakest


# --- the modern game ---


def test_a_barter_and_who_knows_what() -> None:
    state = play(laid(FIVE, "QS"), "barter 8H")
    assert state.view(2).offered[0].text == "??" and state.view(1).offered == (card("8H"),)
    assert [a.text for a in state.actions()] == ["stand", "give 2H", "give 5H", "give 9H"]
    state = state.play("give 9H")
    assert set(state.hands[1]) == set(cards("2C 5D 9H")) and set(state.hands[2]) == set(
        cards("2H 5H 8H")
    )
    assert card("8H") in state.view(1).hands[2] and card("9H") in state.view(2).hands[1]
    assert all(c.text == "??" for h in (1, 2) for c in state.view(3).hands[h])
    forgot = play(state, "on", "buy 2H")
    assert card("8H") not in forgot.view(1).hands[2], "he may have thrown it out"
    assert card("9H") in forgot.view(2).hands[1], "player 2 has not traded since"


def test_who_threw_a_card_out_knows_who_draws_it() -> None:
    state = play(
        laid(["2C 5D 8H", "2H 5H 9H"], round_cap=None), "buy 2H", "on", "barter 2C", "give 5H", "on"
    )
    for _ in range(45):  # what is left of the pack of 46 comes before the card thrown out
        assert not any(c.text != "??" for c in state.view(1).hands[0] if c != card("5H"))
        state = play(state, next(a.text for a in state.actions() if a.verb == "buy"), "on")
    assert state.to_act == 0 and state.view(1).pack[-1] == card("2H")
    state = state.play(next(a for a in state.actions() if a.verb == "buy"))
    assert card("2H") in state.view(1).hands[0]


def test_the_neighbour_may_see_first_or_be_drawn_from() -> None:
    sees = play(laid(FIVE, barter_choice="neighbour_sees"), "barter 8H", "allow")
    assert sees.view(2).offered == (card("8H"),) and sees.to_act == 2
    assert play(sees, "give 9H").phase == "after_trade"
    picks = play(laid(FIVE, barter_choice="trader_picks"), "barter 8H", "allow")
    assert (picks.to_act, [a.text for a in picks.actions()]) == (1, ["pick"])
    drawn = Counter()
    for seed in range(60):
        end = play(picks.redraw(2, seed), "pick")
        drawn[next(c for c in picks.hands[2] if c not in end.hands[2])] += 1
    assert set(drawn) == set(picks.hands[2]), "any of the three may be drawn"


def test_one_trade_a_turn_and_standing_at_once() -> None:
    after = laid(FIVE).play("buy 8H")
    assert [a.text for a in after.actions()] == ["on", "stand"]
    refused(
        after,
        "barter 2C",
        r"you have traded this turn, and may not do both; go on or stand \(COMMERCE 3.1\)",
    )
    assert after.play("stand").is_over and after.play("on").to_act == 2
    refused(laid(FIVE), "buy KS", r"K♠ is not in the hand: 2♣ 5♦ 8♥ \(COMMERCE 1.1\)")
    refused(laid(FIVE), "on", r"on is not to be chosen.*\(COMMERCE 4.1\)")


def test_a_dealer_who_may_not_buy_and_an_empty_purse() -> None:
    state = play(
        laid(FIVE, dealer_buys="not_allowed"),
        *ROUND_THE_TABLE,
    )
    assert state.to_act == 0 and not any(a.verb == "buy" for a in state.actions())
    refused(state, "buy KH", "the dealer may not buy")
    poor = laid(FIVE, purse=1)
    assert not any(a.verb == "buy" for a in poor.actions())
    refused(poor, "buy 8H", "the purse of player 2 is empty")


def test_equal_best_hands_share_in_whole_counters() -> None:
    hands = ["2C 5D 8H", "9C 9D KS", "2H 6S 7H", "9H 9S KD", "3C 4D 6C"]
    end = laid(hands).play("stand")
    assert end.payoffs == (-3, 2, -1, 2, -1) and end.pools == {"pool": 1}, (
        "seven between two, one is left"
    )
    going = laid(hands, deals=2).play("stand")
    assert going.pools == {"pool": 7} and going.dealer == 1
    dealer_wins = laid([hands[1], hands[0], *hands[2:]]).play("stand")
    assert dealer_wins.payoffs == (-2 + 3, -1, -1, -1 + 3, -1) and dealer_wins.pools == {"pool": 0}


def test_the_round_cap_shows_the_hands() -> None:
    state, turns = laid(FIVE, round_cap=2), 0
    while not state.is_over:
        turns += state.phase == "turn"
        state = state.play(next(a for a in state.actions() if a.verb in ("buy", "on")))
    assert turns == 10


def test_extended_commerce_goes_on_until_all_stand() -> None:
    state = play(laid(FIVE, mode="extended"), "barter 2C", "stand")
    assert (state.to_act, state.phase, state.stood) == (1, "turn", (2,)), (
        "the asker has not traded yet"
    )
    assert "to player 4" in next(a.says for a in state.actions() if a.verb == "barter")
    assert all(c.text == "??" for c in state.view(1).hands[2]), "who has stood is not shown yet"
    state = play(state, "stand", "stand", "stand")
    assert state.to_act == 0 and not any(a.verb == "barter" for a in state.actions())
    refused(state, "barter KH", "nobody to barter with")
    assert state.play("stand").is_over


def test_continuous_dealing() -> None:
    points = ["3C 5S KH", "2C 5D 8H", "2H 6S 7C", "9C 8D 4S", "4C 6D 8S"]
    assert play(laid(points, continuous_dealing=True, deals=3), "stand").dealer == 0
    assert play(laid(FIVE, continuous_dealing=True, deals=3), "stand").dealer == 1, (
        "player 3 shows a flush"
    )
    assert (
        play(
            laid(FIVE, continuous_dealing=True, deals=3, hands="tricon_sequence_point"), "stand"
        ).dealer
        == 0
    )
    state = GAME.deal(3, 3, continuous_dealing=True, deals="round")
    while not state.is_over:
        state = state.play("stand")
    assert state.dealer == 0 and state.deals > 3


def test_a_round_of_deals_ends_before_the_first_dealers_second() -> None:
    state, dealers = GAME.deal(3, 4, deals="round", dealer=2), []
    while not state.is_over:
        dealers.append(state.dealer)
        state = state.play("stand")
    assert dealers == [2, 3, 0, 1] and state.deals == 4


# --- the old game ---


def test_the_old_game() -> None:
    state = laid(FIVE, "JC QD 7S", mode="old")
    assert state.middle == cards("JC QD 7S") and state.view(None).middle == state.middle
    state = state.play("exchange 2C JC")
    assert set(state.middle) == set(cards("2C QD 7S")) and card("JC") in state.view(4).hands[1], (
        "all know where it went"
    )
    state = play(state, "pass", "stand", "stand")
    assert (state.to_act, state.phase) == (0, "last_exchange"), (
        "from the left of the second to stand, but for who passed"
    )
    state = play(state, "exchange KH QD")
    assert (state.to_act, state.phase) == (1, "last_exchange")
    assert state.actions()[0].text == "decline" and len(state.actions()) == 10
    assert state.play("decline").is_over


def test_one_stand_and_the_rest_passed() -> None:
    end = play(laid(FIVE, mode="old"), "pass", "pass", "stand", "pass", "pass")
    assert end.is_over and end.payoffs == (-1, -1, 4, -1, -1), (
        "hands of those who passed are shown too"
    )


def test_who_stood_or_passed_never_acts_again() -> None:
    for mode in ("old", "pool", "extended"):
        for seed in range(20):
            state, rng = GAME.deal(seed, 5, mode=mode), random.Random(seed)
            while not state.is_over:
                if state.phase not in ("barter_reply", "after_trade", "horse"):
                    assert state.to_act not in state.stood and state.to_act not in state.passed
                state = state.play(rng.choice(state.actions()))


# --- pool commerce ---


def test_pool_commerce_pays_prize_and_counter() -> None:
    state = laid(FIVE, mode="pool", pool_entry=12, pool_prize=2)
    assert state.pools == {"pool": 60}
    after = play(state, "stand", "stand", "decline", "decline", "decline")
    assert after.payoffs == (-12, -12, -10, -12, -12) and after.pools == {"pool": 58}
    assert after.lives == (3, 2, 3, 3, 3) and after.deals == 1 and after.dealer == 1, (
        "2 5 8 is the worst hand"
    )


def test_the_horse() -> None:
    seen = set()
    for seed in range(40):
        state, rng = (
            GAME.deal(seed, 4, mode="pool", horse="half", pool_entry=12),
            random.Random(seed),
        )
        offered = 0
        while not state.is_over:
            if state.phase == "horse":
                offered += 1
                assert state.lives[state.to_act] == 0
                for choice, paid, lives in (("horse", 6, 1), ("refuse", 0, 0)):
                    after = state.play(choice)
                    seen.add((choice, after.is_over))
                    assert after.payoffs[state.to_act] == state.payoffs[state.to_act] - paid
                    assert after.is_over or after.lives[state.to_act] == lives
            state = state.play(rng.choice(state.actions()))
        assert offered == 1, "once a session"
        assert max(state.lives) > 0 and sum(map(bool, state.lives)) == 1
    assert ("horse", False) in seen


def test_options_that_do_not_go_together() -> None:
    for options, match in [
        ({"horse": "third"}, "horse belongs to mode='pool'"),
        ({"continuous_dealing": True, "mode": "old"}, "belongs to mode='modern' or 'extended'"),
        ({"mode": "pool", "deals": 3}, "deals is not for mode='pool'"),
        ({"mode": "pool", "horse": "half", "pool_entry": 10}, "a multiple of 6"),
        ({"mode": "pool", "pool_prize": 3}, "pool_entry is at least 9"),
        (
            {"mode": "moden"},
            "mode is one of 'modern', 'old', 'pool', 'extended', not 'moden'; did you mean 'modern'",
        ),
        ({"pack": 40}, "pack is one of 52, 32, not 40"),
    ]:
        with pytest.raises(OptionError, match=match):
            GAME.deal(1, **options)


# --- invariants ---


@pytest.mark.parametrize("mode", ["modern", "extended", "old", "pool"])
def test_hands_of_three_and_a_steady_pack(mode: str) -> None:
    for seed in range(15):
        state, rng = GAME.deal(seed, 5, mode=mode), random.Random(seed)
        size, deals = len(state.pack), state.deals
        while not state.is_over:
            if not state.view(None).offered:
                assert all(
                    len(h) == 3
                    for s, h in enumerate(state.hands)
                    if mode != "pool" or state.lives[s] or state.phase == "horse"
                )
            if state.deals == deals and mode != "pool":
                assert len(state.pack) == size
            state = state.play(rng.choice(state.actions()))
        assert all(held.seen == ALL for s in range(5) for held in state._table.hands[s]), (
            "all hands are shown"
        )


def test_the_rule_bot_stands_on_a_tricon() -> None:
    state = laid(["3C 5S KH", "8C 8D 8H", "2H 6S 7C", "9C JD 4S", "4C 6D 9S"])
    assert play_out(state, ["rule"], limit=1).is_over
