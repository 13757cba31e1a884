"""The adapters: PettingZoo's and OpenSpiel's own tests of every round game, where they are
installed.
"""

import importlib
import random

import pytest

from cadogan.round_games import games
from cadogan.round_games.adapters import MOST, TooManyActions, features, legal

from ..conftest import python
from .at_play import walk

EACH = [
    pytest.param(slug, players, id=f"{slug}-{players}")
    for slug in games
    for players in {games[slug].players[0], games[slug].usual}
]


@pytest.mark.parametrize("slug, players", EACH)
def test_the_view_alone_gives_actions_and_features(slug, players):
    for i, state in enumerate(walk(games[slug], 5, players, 400)):
        for seat in range(players):
            view = state.view(seat)
            assert legal(view, MOST) == (state.actions() if seat == state.to_act else ())
            if i == 0:
                wide = len(features(view))
            assert len(features(view)) == wide
            if i % 16 == 0:
                again = state.redraw(seat, i).view(seat)
                assert features(again) == features(view) and legal(again) == legal(view)


def test_features_tell_states_apart():
    states = [s for s in walk(games["speculation"], 8, 3, 400) if not s.is_over]
    assert len({tuple(features(state.view(state.to_act))) for state in states}) == len(states)


def test_more_actions_than_numbers_are_refused():
    state = games["speculation"].deal(1)
    with pytest.raises(
        TooManyActions,
        match="Speculation has 2 legal actions here, and most=1; make it with a larger most",
    ):
        legal(state.view(state.to_act), 1)


@pytest.mark.parametrize(
    "name, says",
    [("pettingzoo", "pip install pettingzoo"), ("openspiel", "pip install open_spiel")],
)
def test_what_is_missing_is_named(name, says):
    hide = "import sys; sys.modules.update(dict.fromkeys(('pettingzoo', 'pyspiel', 'gymnasium'))); "
    done = python("-c", f"{hide}import cadogan.round_games.adapters.{name}")
    assert done.returncode and says in done.stderr


# --- PettingZoo ---


@pytest.fixture
def zoo():
    pytest.importorskip("pettingzoo", reason="PettingZoo is not installed: pip install pettingzoo")
    return importlib.import_module("cadogan.round_games.adapters.pettingzoo")


@pytest.mark.filterwarnings("ignore:Observation")
@pytest.mark.parametrize("slug, players", EACH)
def test_pettingzoos_own_tests(zoo, slug, players):
    from pettingzoo.test import api_test, seed_test

    api_test(zoo.env(slug, players), num_cycles=100)
    seed_test(lambda: zoo.env(slug, players), num_cycles=50)


def test_rewards_are_the_payoffs(zoo):
    env = zoo.env("speculation", 3)
    env.reset(seed=3)
    rng = random.Random(3)
    total = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        observation, reward, over, cut, _ = env.last()
        total[agent] += reward
        env.step(None if over or cut else rng.randrange(int(observation["action_mask"].sum())))
    assert tuple(total.values()) == env.unwrapped.game_state.payoffs
    assert any(total.values())


def test_seeds_and_deals_are_named(zoo):
    one, other = zoo.RoundGameEnv("commerce", 3), zoo.RoundGameEnv("commerce", 3)
    one.reset(seed=9)
    other.reset(seed=9)
    assert one.game_state == other.game_state
    one.reset()
    other.reset()
    assert one.game_state == other.game_state, "the deals that follow a seed are fixed too"
    other.reset(seed=9)
    assert one.game_state != other.game_state
    one.reset(options={"deal": 1914})
    assert one.game_state == games["commerce"].deal(1914, 3)


def test_an_illegal_number_changes_nothing(zoo):
    env = zoo.RoundGameEnv("commerce", 3, render_mode="ansi", limit=2)
    env.reset(seed=1)
    before = env.game_state
    with pytest.raises(ValueError, match="seat_1: 511 is not legal; 0 to 6 are: 0 stand, 1 buy "):
        env.step(511)
    assert env.game_state is before and "player 2's view" in env.render()
    env.step(1)
    env.step(0)
    assert all(env.truncations.values()), "the limit cuts the game short"


# --- OpenSpiel ---


@pytest.fixture
def spiel():
    pytest.importorskip("pyspiel", reason="OpenSpiel is not installed: pip install open_spiel")
    return importlib.import_module("cadogan.round_games.adapters.openspiel")


@pytest.mark.parametrize("slug, players", EACH)
def test_openspiels_own_test(spiel, slug, players):
    import pyspiel

    game = pyspiel.load_game(f"cadogan_{slug.replace('-', '_')}(players={players})")
    pyspiel.random_sim_test(
        game, num_sims=1 if slug == "cooncan" else 3, serialize=True, verbose=False
    )


def test_options_go_through_the_name(spiel):
    import pyspiel

    game = pyspiel.load_game(
        "cadogan_speculation(players=3,options=pack:32;market:none;spare_hand:True)"
    )
    assert game.game == games["speculation"].vary(pack=32, market="none", spare_hand=True)
    assert str(pyspiel.load_game(str(game))) == str(game)
    with pytest.raises(Exception, match="pack is one of 52, 32, not 33"):
        pyspiel.load_game("cadogan_speculation(options=pack:33)")


def test_a_game_of_ones_own_and_exact_chance(spiel):
    game = spiel.load(games["speculation"].vary(pack=32), 2)
    state = game.new_initial_state()
    assert state.chance_outcomes() == [
        (c.index, 1 / 32) for c in sorted(games["speculation"].vary(pack=32).cards(2))
    ]
    rng = random.Random(4)
    while state.is_chance_node():
        state.apply_action(rng.choice(state.chance_outcomes())[0])
    assert state.state.cards["hands 1"][-1].index == state.history()[0], (
        "the first card dealt is the next player's top card"
    )
    ours = state.state
    while not state.is_terminal():
        number = rng.choice(state.legal_actions())
        ours = ours.play(state.action_to_string(number))
        state.apply_action(number)
    assert state.returns() == list(map(float, ours.payoffs))


def test_information_is_the_view(spiel):
    import pyspiel
    from open_spiel.python.observation import make_observation

    game = spiel.load("commerce", 3)
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.chance_outcomes()[0][0])
    state.apply_action(1)
    seen = make_observation(game, pyspiel.IIGObservationType(perfect_recall=True))
    mine, theirs = seen.string_from(state, 1), seen.string_from(state, 2)
    assert "is thrown out" in mine and "is thrown out" not in theirs
    assert state.clone().state == state.state
