"""The searcher: it betters the advice, from what its seat sees, in the time it is given."""

from __future__ import annotations

import importlib
import random

import pytest

from cadogan.round_games import State, exact, games, search
from cadogan.round_games.bots import rule_bot, step
from cadogan.round_games.search import Rival, Searcher


def states(slug: str, many: int = 4) -> list[State]:
    """Some states of a game with a choice, by the rule bot's play."""
    found, state, rng = [], games[slug].deal(11), random.Random(1)
    while len(found) < many and not state.is_over:
        if len(state.actions()) > 1:
            found.append(state)
        for _ in range(5):
            state = step(state, rule_bot, rng) if not state.is_over else state
    return found


def winning(slug: str) -> tuple[State, str]:
    """A state of the small game in which one action wins at once, and the first one does not."""
    for _, state in exact.mini(slug).worlds():
        for first in (a for a in state.actions() if a.verb in ("decline", "take")):
            drawn = state if slug == "conquian" else state.play(first)
            ends = [a.text for a in drawn.actions() if (end := drawn.play(a)).is_over and end.payoffs[state.to_act] > 0]
            if ends and drawn.actions()[0].text not in ends:
                return drawn, ends[0]
    raise AssertionError(f"no such state of {slug}")


@pytest.mark.parametrize("slug", ["conquian", "cooncan"])
def test_a_won_move_is_found_against_the_advice(slug: str, monkeypatch: pytest.MonkeyPatch) -> None:
    state, _ = winning(slug)
    module = importlib.import_module(f"cadogan.round_games.advice.{slug}")
    monkeypatch.setattr(module, "advise", lambda view, actions, rng: actions[0])
    view, actions = state.view(state.to_act), state.actions()
    assert rule_bot(view, actions, random.Random(1)) == actions[0]
    end = state.play(Searcher(40)(view, actions, random.Random(1)))
    assert end.is_over and end.payoffs[state.to_act] > 0


@pytest.mark.parametrize("slug", games)
def test_with_one_iteration_it_plays_as_advised(slug: str) -> None:
    for state in states(slug):
        view, actions = state.view(state.to_act), state.actions()
        assert Searcher(1)(view, actions, random.Random(2)) == rule_bot(view, actions, random.Random(2))


@pytest.mark.parametrize("slug", games)
def test_the_choice_hangs_on_nothing_that_is_hidden_and_is_the_same_each_time(slug: str) -> None:
    for state in states(slug, 3):
        seat, actions = state.to_act, state.actions()
        chosen = {
            Searcher(8)(other.view(seat), actions, random.Random(3)) for other in (state, state, *(state.redraw(seat, n) for n in (1, 2)))
        }
        assert len(chosen) == 1


def test_the_time_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    ticks = iter(range(1000))
    monkeypatch.setattr(search.time, "monotonic", lambda: next(ticks))
    played = []
    monkeypatch.setattr(Searcher, "worth", lambda self, state, seed, action: float(len(played.append(action) or played) % 3))
    state = games["pope-joan"].deal(3)
    Searcher(1000, seconds=5)(state.view(state.to_act), state.actions(), random.Random(1))
    assert len(played) == 4  # the clock is read once to begin with, and before every playout


def test_a_search_ends_when_nothing_can_be_better(monkeypatch: pytest.MonkeyPatch) -> None:
    state = games["pope-joan"].deal(3)
    view, actions = state.view(state.to_act), state.actions()
    advised, played = rule_bot(view, actions, random.Random(1)), []
    monkeypatch.setattr(Searcher, "worth", lambda self, state, seed, action: float(played.append(action) is None and action == advised))
    assert Searcher(300)(view, actions, random.Random(1)) == advised
    assert 2 * len(actions) <= len(played) < 5 * len(actions)


def test_a_rival_must_be_better_by_more_than_the_noise() -> None:
    rival = Rival(games["pope-joan"].deal(3).actions()[0])
    assert rival.bound(-1.5, 4.0) == -3 and rival.bound(1.5, 4.0) == 3  # nothing is known but the spread
    rival.add(3.0)
    assert rival.bound(-1.5, 4.0) < 0 < rival.bound(1.5, 4.0)  # once proves nothing
    for difference in (3.0, 1.0) * 6:
        rival.add(difference)
    assert 0 < rival.bound(-1.5, 4.0) < 2 < rival.bound(1.5, 4.0)


def test_luck_alone_seldom_beats_the_advice(monkeypatch: pytest.MonkeyPatch) -> None:
    """All actions are worth the same but for noise: of many, the luckiest is not taken for better."""
    state = games["pope-joan"].deal(3)
    view, actions = state.view(state.to_act), state.actions()
    assert len(actions) > 6
    monkeypatch.setattr(Searcher, "worth", lambda self, state, seed, action: random.Random(f"{seed} {action}").gauss(0, 10))
    advised = [rule_bot(view, actions, random.Random(n)) for n in range(200)]
    assert sum(Searcher(60)(view, actions, random.Random(n)) != advised[n] for n in range(200)) <= 20


def test_iterations_are_one_or_more_and_errors_not_below_none() -> None:
    with pytest.raises(ValueError, match="iterations are 1 or more, not 0"):
        Searcher(0)
    with pytest.raises(ValueError, match="standard errors are 0 to 30, not -1"):
        Searcher(errors=-1)
