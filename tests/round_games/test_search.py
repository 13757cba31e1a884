"""The searcher: it betters the advice, from what its seat sees, in the time it is given."""

import random

import pytest

from cadogan.round_games import games, search
from cadogan.round_games.advice import calabrasella, commerce, conquian, cooncan, pope_joan
from cadogan.round_games.bots import rule_bot, step
from cadogan.round_games.cards import Card, cards, symbols
from cadogan.round_games.pope_joan import POPE
from cadogan.round_games.search import Rival, Searcher

from .at_play import MINIS, advised, sight


def states(slug, many=4):
    """Some states of a game with a choice, by the rule bot's play."""
    found, state, rng = [], games[slug].deal(11), random.Random(1)
    while len(found) < many and not state.is_over:
        if len(state.actions()) > 1:
            found.append(state)
        for _ in range(5):
            state = step(state, rule_bot, rng) if not state.is_over else state
    return found


def winning(slug):
    """A state of the small game in which one action wins at once, and the first one does not."""
    for _, state in MINIS[slug].worlds():
        for first in (a for a in state.actions() if a.verb in ("decline", "take")):
            drawn = state if slug == "conquian" else state.play(first)
            ends = [
                a.text
                for a in drawn.actions()
                if (end := drawn.play(a)).is_over and end.payoffs[state.to_act] > 0
            ]
            if ends and drawn.actions()[0].text not in ends:
                return drawn
    raise AssertionError(f"no such state of {slug}")


@pytest.mark.parametrize("slug, module", [("conquian", conquian), ("cooncan", cooncan)])
def test_a_won_move_is_found_against_the_advice(slug, module, monkeypatch):
    state = winning(slug)
    monkeypatch.setattr(module, "advise", lambda view, actions: actions[0])
    monkeypatch.delattr(module, "better", raising=False)
    monkeypatch.setattr(module, "SEARCHED", True, raising=False)
    assert rule_bot(*sight(state), random.Random(1)) == state.actions()[0]
    end = state.play(Searcher(40)(*sight(state), random.Random(1)))
    assert end.is_over and end.payoffs[state.to_act] > 0


def test_with_one_iteration_it_plays_as_advised(slug):
    for state in states(slug):
        better = state.game.better(*sight(state))
        assert Searcher(1)(*sight(state), random.Random(2)) == better


@pytest.mark.slow
def test_the_choice_hangs_on_nothing_that_is_hidden_and_is_the_same_each_time(slug):
    for state in states(slug, 3):
        seat, actions = state.to_act, state.actions()
        chosen = {
            Searcher(8)(other.view(seat), actions, random.Random(3))
            for other in (state, state, *(state.redraw(seat, n) for n in (1, 2)))
        }
        assert len(chosen) == 1 and chosen <= {*actions}


def test_the_time_is_kept(monkeypatch):
    ticks = iter(range(1000))
    monkeypatch.setattr(search.time, "monotonic", lambda: next(ticks))
    played = []
    monkeypatch.setattr(
        Searcher,
        "worth",
        lambda self, state, action: float(len(played.append(action) or played) % 3),
    )
    state = games["pope-joan"].deal(3)
    Searcher(1000, seconds=5)(*sight(state), random.Random(1))
    assert len(played) == 4  # the clock is read once to begin with, and before every playout


def test_a_search_ends_when_nothing_can_be_better(monkeypatch):
    state = games["pope-joan"].deal(3)
    view, actions = sight(state)
    advised, played = state.game.better(view, actions), []
    monkeypatch.setattr(
        Searcher,
        "worth",
        lambda self, state, action: float(played.append(action) is None and action == advised),
    )
    assert Searcher(300)(view, actions, random.Random(1)) == advised
    assert 2 * len(actions) <= len(played) < 5 * len(actions)


def test_a_rival_must_be_better_by_more_than_the_noise():
    rival = Rival(games["pope-joan"].deal(3).actions()[0])
    assert (
        rival.bound(-1.5, 4.0) == -3 and rival.bound(1.5, 4.0) == 3
    )  # nothing is known but the spread
    rival.add(3.0)
    assert rival.bound(-1.5, 4.0) < 0 < rival.bound(1.5, 4.0)  # once proves nothing
    for difference in (3.0, 1.0) * 6:
        rival.add(difference)
    assert 0 < rival.bound(-1.5, 4.0) < 2 < rival.bound(1.5, 4.0)


@pytest.mark.slow
def test_luck_alone_seldom_beats_the_advice(monkeypatch):
    """All actions are worth the same but for noise: of many, the luckiest is not taken for better."""
    state = games["pope-joan"].deal(3)
    view, actions = sight(state)
    assert len(actions) > 6
    monkeypatch.setattr(
        Searcher,
        "worth",
        lambda self, state, action: random.Random(f"{state.number} {action}").gauss(0, 10),
    )
    advised = state.game.better(view, actions)
    assert sum(Searcher(60)(view, actions, random.Random(n)) != advised for n in range(200)) <= 20


def test_iterations_are_one_or_more():
    with pytest.raises(ValueError, match="iterations are 1 or more, not 0"):
        Searcher(0)


# --- what is known to be better than the advice ---


def advised_and_better(state):
    """What the author advises here, and what is known to be better."""
    return advised(state), state.game.better(*sight(state)).text


def test_stops_can_wait_and_what_is_stranded_cannot():
    state = games["pope-joan"].deal(1)
    assert symbols(state.view(state.to_act).hand) == "2♣ 4♣ 5♣ K♣ A♦ 6♦ 10♦ 7♥ 9♥"
    assert advised_and_better(state) == ("lead KC", "lead AD")
    view = state.view(state.to_act)
    four, five, ace, king = cards("4C 5C AD KC")
    assert (
        pope_joan.stranded(view, ace, set(), 0.25) == 1
        and pope_joan.stranded(view, king, set(), 0.25) == 0.25
    )
    assert (
        pope_joan.stranded(view, five, set(), 0.25) == 0
        and pope_joan.stranded(view, four, {Card("3C")}, 0.25) == 1
    )
    # the four brings out the five; what follows is another's, and comes unless a card before it is
    # buried
    assert pope_joan.brings_out(view, four, {Card("6C")}, 0.25) == 2
    assert pope_joan.brings_out(view, four, {Card("7C")}, 0.25) == pytest.approx(2 - 0.2)
    assert pope_joan.brings_out(view, four, {Card("8C")}, 0.25) == pytest.approx(
        2 - 0.2 - 0.75 * 0.2
    )


def test_in_commerce_nobody_waits_for_even_money():
    state = games["commerce"].deal(4)
    hand = state.view(state.to_act).hand
    assert symbols(hand) == "5♣ A♥ 5♠" and 0.75 / 5 < commerce.chance(state.game, hand, 4) < 0.5
    assert advised_and_better(state) == ("barter AH", "stand")
    assert advised_and_better(games["commerce"].deal(4, mode="extended")) == (
        "barter AH",
        "barter AH",
    )  # there he would wait for the rest


def test_who_bids_the_fair_price_gains_nothing_by_it():
    state = games["speculation"].deal(3)
    while state.phase != "bid":
        state = step(state, rule_bot, random.Random(1))
    assert advised_and_better(state) == ("bid 2", "bid 1")


# --- what is imagined ---


def share(state, seat, holds, likely):
    """In how many of 150 hands imagined this is the case."""
    view = state.view(seat)
    return sum(holds(state.game.imagine(view, seed, likely)) for seed in range(150)) / 150


def test_who_has_passed_is_thought_to_be_weak():
    state = games["calabrasella"].deal(1).play("pass")
    assert state.to_act == 2

    def strong(other):
        return calabrasella.strength(other.hands[1]) >= calabrasella.ENOUGH

    assert share(state, 2, strong, True) < 0.5 * share(state, 2, strong, False)


def test_who_went_on_is_not_thought_to_have_the_best_hand():
    state = games["commerce"].deal(1)
    state = state.play(next(a for a in state.actions() if a.verb == "buy")).play("on")

    def good(other):
        return commerce.chance(state.game, other.hands[1], 4) >= 0.5

    assert share(state, 2, good, True) < 0.6 * share(state, 2, good, False)


def test_who_leads_elsewhere_is_not_thought_to_have_pope():
    state = games["pope-joan"].deal(4)
    while len(state.leads) < 3:
        state = state.play(state.actions()[0])
    seat = state.to_act
    leaders = {s for s, card in state.leads} - {seat}

    def pope(other):
        return any(POPE in other.hands[s] for s in leaders)

    if POPE not in state.view(seat).unseen:
        pytest.skip("pope has been seen")
    assert share(state, seat, pope, True) <= share(state, seat, pope, False)


def test_what_was_passed_could_not_be_used():
    state, rng = games["conquian"].deal(11), random.Random(1)
    while len(state.passed) < 6:
        state = step(state, rule_bot, rng)
    seat = state.to_act

    def refused_much(other):
        return conquian.likely(other.view(seat), other._table) < 0.4**1.5

    assert share(state, seat, refused_much, True) < share(state, seat, refused_much, False)
