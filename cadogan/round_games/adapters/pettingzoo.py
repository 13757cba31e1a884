"""Any round game as an environment of PettingZoo (AEC): ``env("speculation", players=3)``.

Tried with PettingZoo 1.27.0 (its ``api_test`` and ``seed_test``). An observation is a dictionary:
``observation``, the features of the seat's view, and ``action_mask``; see
`cadogan.round_games.adapters` for both and for the numbers of actions. Rewards are the counters won
or lost by each action, the first stakes with the first; over a game they sum to its payoffs."""

from __future__ import annotations

from typing import Any

from cadogan.echo import game_in

try:
    import gymnasium
    import numpy as np
    from pettingzoo import AECEnv
    from pettingzoo.utils.wrappers import OrderEnforcingWrapper
except ImportError as error:
    raise ImportError(
        f"the PettingZoo adapter needs PettingZoo: pip install pettingzoo ({error})"
    ) from None

from cadogan.round_games import Action, Game, State, View, games
from cadogan.round_games.adapters import MOST, features, legal


def env(game: str | Game, players: int | None = None, **settings: Any) -> Any:
    """The environment, wrapped so that it complains when it is used before ``reset``; arguments as
    for `RoundGameEnv`.
    """
    return OrderEnforcingWrapper(RoundGameEnv(game, players, **settings))


class RoundGameEnv(AECEnv):  # type: ignore[misc]
    """A round game; the agents are ``seat_0``, ``seat_1`` …

    Args:
        game: a slug of `cadogan.round_games`, or a game with its options.
        players: the seats; the usual number unless told.
        render_mode: ``ansi`` (render gives the text of what the seat to act sees), ``human``
            (prints it) or None.
        most: the range of action numbers.
        limit: actions after which a game is truncated; None for never.

    Raises:
        KeyError: no such game.
        ValueError: the number of players is refused.
    """

    def __init__(
        self,
        game: str | Game,
        players: int | None = None,
        *,
        render_mode: str | None = None,
        most: int = MOST,
        limit: int | None = None,
    ) -> None:
        super().__init__()
        self.game = game_in(games, game, Game)
        self.players = self.game.seats if players is None else players
        name = f"cadogan_{self.game.slug.replace('-', '_')}_v0"
        self.metadata = {
            "name": name,
            "render_modes": ["ansi", "human"],
            "is_parallelizable": False,
        }
        self.render_mode, self.most, self.limit = render_mode, most, limit
        self.game_state: State = self.game.deal(0, self.players)
        self.possible_agents = [f"seat_{seat}" for seat in range(self.players)]
        wide = len(features(self.game_state.view(0)))
        space = gymnasium.spaces.Dict(
            {
                "observation": gymnasium.spaces.Box(-np.inf, np.inf, (wide,), np.float32),
                "action_mask": gymnasium.spaces.Box(0, 1, (most,), np.int8),
            }
        )
        self.observation_spaces = dict.fromkeys(self.possible_agents, space)
        self.action_spaces = {
            agent: gymnasium.spaces.Discrete(most) for agent in self.possible_agents
        }
        self.chance = np.random.default_rng()

    def observation_space(self, agent: str) -> Any:
        """The space of an agent's observations, the same for all."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """The numbers 0 to most - 1."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """A new deal: ``options={"deal": 1914}`` names its number, a seed fixes this one and those
        that follow.
        """
        if seed is not None:
            self.chance = np.random.default_rng(seed)
        number = (options or {}).get("deal", int(self.chance.integers(2**62)))
        self.game_state = self.game.deal(number, self.players)
        self.made = 0
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.told = (
            0,
        ) * self.players  # the payoffs that rewards have told of; not yet the first stakes
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        assert self.game_state.to_act is not None
        self.agent_selection = self.possible_agents[self.game_state.to_act]

    def view(self, agent: str) -> View:
        """What an agent sees: all of it, the history too."""
        return self.game_state.view(self.possible_agents.index(agent))

    def legal(self, agent: str) -> tuple[Action, ...]:
        """What each of an agent's action numbers means now."""
        return legal(self.view(agent), self.most)

    def observe(self, agent: str) -> dict[str, Any]:
        """The features of the agent's view, and which numbers are legal (none when another is to
        act).
        """
        view = self.view(agent)
        mask = np.zeros(self.most, np.int8)
        mask[: len(legal(view, self.most))] = 1
        return {"observation": np.array(features(view), np.float32), "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Carry out the action of this number for the agent to act.

        Raises:
            ValueError: the number is not legal; nothing has changed.
        """
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        choices = self.legal(agent)
        if action is None or not 0 <= action < len(choices):
            meant = ", ".join(f"{i} {a.text}" for i, a in enumerate(choices[:8]))
            raise ValueError(
                f"{agent}: {action} is not legal; 0 to {len(choices) - 1} are: {meant}{' …' * (len(choices) > 8)}"
            )
        self.game_state = self.game_state.play(choices[action])
        self.made += 1
        self._cumulative_rewards[agent] = 0.0
        for seat, other in enumerate(self.possible_agents):
            self.rewards[other] = float(self.game_state.payoffs[seat] - self.told[seat])
        self.told = self.game_state.payoffs
        if self.game_state.to_act is None:
            self.terminations = dict.fromkeys(self.agents, True)
        else:
            self.agent_selection = self.possible_agents[self.game_state.to_act]
            if self.limit is not None and self.made >= self.limit:
                self.truncations = dict.fromkeys(self.agents, True)
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def render(self) -> str | None:
        """What the seat to act sees, as text."""
        if self.render_mode is None:
            gymnasium.logger.warn(
                "render() has nothing to do: make the environment with render_mode='ansi' or 'human'"
            )
            return None
        text = str(self.game_state.view(self.game_state.to_act))
        if self.render_mode == "ansi":
            return text
        print(text)
        return None
