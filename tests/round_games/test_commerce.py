"""Commerce: the worked examples, numbers and invariants of its digest, in every mode."""

import random
import re
from collections import Counter
from itertools import combinations, pairwise

import pytest

import cadogan
from cadogan.round_games import Record, RecordError
from cadogan.round_games.cards import card, cards, pack
from cadogan.round_games.commerce_hands import COMBINATIONS, RECOGNISED, ranked, strength
from cadogan.round_games.piles import ALL

from .at_play import play, texts, walk
from .laying import laid

GAME = cadogan.round_games["commerce"]
FIVE = "3C 3D KH | 2C 5D 8H | 2H 5H 9H | 9C 9D 4S | 4C 6D 8S"


def worth(text, recognised="all", flush_tie="high_cards"):
    return strength(cards(text), recognised, flush_tie)


@pytest.mark.table("cm, falling", "falling")
def test_hands_from_the_best_to_the_worst(cm, falling):
    for better, worse in pairwise(re.split("( [>=] )", falling)[::2]):
        equal = f"{better} = {worse}" in falling
        assert worth(better) == worth(worse) if equal else worth(better) > worth(worse)


@pytest.mark.table("hand, recognised, kind, number", "hands")
def test_what_a_hand_is(hand, recognised, kind, number):
    found, *more = worth(hand, recognised)
    assert COMBINATIONS[found] == kind and number in (0, more[0])


@pytest.mark.parametrize("players", [2, 3, 5])
@pytest.mark.parametrize("horse", ["none", "third", "half"])
@pytest.mark.slow
def test_cm8_hands_in_pool_commerce(players, horse):
    """One counter is lost a hand, but where the worst hands are equal; a horse is one counter more."""
    bought_at_all = False
    for seed in range(12):
        states = walk(GAME.vary(mode="pool", horse=horse), seed, players)
        assert states[0].lives == (3,) * players and states[0].pools == {"pool": 6 * players}
        for state, following in pairwise(states):
            grown = [s for s in range(players) if following.lives[s] > state.lives[s]]
            assert not grown or (state.phase == "horse" and len(grown) == 1)
            assert max(following.lives) > 0
            if following.deals > state.deals and not following.is_over:
                assert [*map(bool, following.hands)] == [*map(bool, following.lives)]
        state = states[-1]
        lost = Counter(str(e).split(",")[0] for e in state.history if "gives a counter" in str(e))
        bought = sum("buys a horse" in str(e) for e in state.history)
        bought_at_all |= bool(bought)
        assert bought <= (horse != "none") and state.pools == {"pool": 0}
        assert sum(lost.values()) == 3 * players + bought - sum(state.lives)
        hands = {e.deal for e in state.history if "gives a counter" in str(e)}
        if sum(lost.values()) == len(hands) == state.deals:  # nothing was tied
            assert 3 * players - 3 <= state.deals <= 3 * players - 1 + bought
    assert bought_at_all == (horse != "none")


# --- the hands ---


def test_distinct_strengths():
    """Where equal flushes are told apart by their high cards; the chapter counts those that share."""
    assert len(set(ranked(52, "all", "high_cards"))) == 741


@pytest.mark.parametrize(
    "options", [{"hands": h, "flush_tie": f} for h in RECOGNISED for f in ("high_cards", "share")]
)
def test_a_game_finds_the_strength_of_a_hand_by_its_ranks(options):
    """It is kept for all hands of these ranks, in whatever order they lie."""
    game, some = GAME.vary(**options), random.Random(3)
    for three in [*combinations(pack()[:20], 3), *(some.sample(pack(), 3) for _ in range(3000))]:
        assert game.strength(three) == strength(
            tuple(three), options["hands"], options["flush_tie"]
        )


# --- the modern game ---


def test_who_threw_a_card_out_knows_who_draws_it():
    state = laid("commerce", "2C 5D 8H | 2H 5H 9H", round_cap=None)
    state = play(state, "buy 2H; on; barter 2C; give 5H; on")
    for _ in range(45):  # what is left of the pack of 46 comes before the card thrown out
        assert not any(c.text != "??" for c in state.view(1).hands[0] if c != card("5H"))
        state = play(state, texts(state, "buy")[0], "on")
    assert state.to_act == 0 and state.view(1).pack[-1] == card("2H")
    state = state.play(texts(state, "buy")[0])
    assert card("2H") in state.view(1).hands[0]


def test_the_neighbour_may_be_drawn_from():
    picks = play(laid("commerce", FIVE, barter_choice="trader_picks"), "barter 8H; allow")
    assert (picks.to_act, texts(picks)) == (1, ["pick"])
    hands = [picks.redraw(2, seed).play("pick").hands[2] for seed in range(60)]
    drawn = {card for card in picks.hands[2] for hand in hands if card not in hand}
    assert drawn == set(picks.hands[2]), "any of the three may be drawn"


# --- the old game ---


@pytest.mark.parametrize("mode", ["old", "pool", "extended"])
def test_who_stood_or_passed_never_acts_again(mode):
    for seed in range(20):
        for state in walk(GAME.vary(mode=mode), seed, 5):
            if state.phase not in ("barter_reply", "after_trade", "horse"):
                assert state.to_act not in (*state.stood, *state.passed)


# --- pool commerce ---


def test_the_horse():
    seen = set()
    for seed in range(40):
        states = walk(GAME.vary(mode="pool", horse="half", pool_entry=12), seed, 4)
        (state,) = (state for state in states if state.phase == "horse")  # once a session
        seat = state.to_act
        assert state.lives[seat] == 0
        for choice, paid, lives in (("horse", 6, 1), ("refuse", 0, 0)):
            after = state.play(choice)
            seen.add((choice, after.is_over))
            assert after.payoffs[seat] == state.payoffs[seat] - paid
            assert after.is_over or after.lives[seat] == lives
        assert sum(map(bool, states[-1].lives)) == 1
    assert ("horse", False) in seen


# --- invariants ---


@pytest.mark.parametrize("mode", ["modern", "extended", "old", "pool"])
def test_hands_of_three_and_a_steady_pack(mode):
    for seed in range(15):
        states = walk(GAME.vary(mode=mode), seed, 5)
        for state in states[:-1]:
            if not state.view(None).offered:
                assert all(
                    len(hand) == 3
                    for seat, hand in enumerate(state.hands)
                    if mode != "pool" or state.lives[seat] or state.phase == "horse"
                )
            if not state.deals and mode != "pool":
                assert len(state.pack) == len(states[0].pack)
        assert all(held.seen == ALL for hand in states[-1]._table.hands for held in hand), (
            "all hands are shown"
        )


class Even(type(GAME)):
    """A house rule: the dealer adds no stake."""

    def settle(self, t, of, best):
        """The best hand takes the pool, and nothing besides."""
        for seat in best:
            t.win(seat, t.pool // len(best))


def test_a_house_rule_is_told_and_its_record_is_not_the_books():
    told = [line for line in Even().tell().split("\n") if line.startswith("Settle. ")]
    assert told == ["Settle. The best hand takes the pool, and nothing besides. (house rule)"]
    end = Even().deal(1, 5).play("stand")
    text = end.record().to_json()
    assert Record.from_json(text, Even()).last.payoffs == end.payoffs
    with pytest.raises(RecordError, match=r"has a house rule; give the game as well"):
        Record.from_json(text)
    assert Record.from_json(GAME.deal(1, 5).record().to_json(), Even()).game == GAME
