"""Any round game as a Python game of OpenSpiel:
``pyspiel.load_game("cadogan_speculation(players=3)")``.

Tried with OpenSpiel 2.0.2 (its ``random_sim_test``). Importing this module registers every round
game as ``cadogan_`` and its slug, with two parameters: ``players``, and ``options``, a text such as
``pack:32;market:none``; `load` makes one from a game of yours. See `cadogan.round_games.adapters`
for the numbers of actions.

Chance deals the first pack card by card, so that all is exact: a chance node for each card, its
outcomes the faces still in the pack. Whatever is shuffled later follows from that order, as if from
a deal's number. Counters left in a pool are nobody's, so the games are of general sum."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any, ClassVar

from cadogan.echo import game_in

try:
    import numpy as np
    import pyspiel
except ImportError as error:
    raise ImportError(
        f"the OpenSpiel adapter needs OpenSpiel: pip install open_spiel ({error})"
    ) from None

from cadogan.round_games import Game, State, games
from cadogan.round_games.adapters import MOST, features, legal
from cadogan.round_games.piles import FACES

#: No game of random play was longer than this (the tests of the round games hold them to it).
LONGEST = 20_000
#: Counters that nobody wins or loses in a game of a session.
HIGHEST = 1_000_000.0


def options_of(game: Game, text: str) -> dict[str, Any]:
    """The options of a text such as ``pack:32;market:none``.

    Raises:
        OptionError: an option or value is refused.
    """
    found: dict[str, Any] = {}
    for part in filter(None, text.split(";")):
        name, _, value = part.partition(":")
        option = game.declared.get(name)
        read = {str(v): v for v in option.values} if option else {}
        found[name] = (
            read[value] if value in read else int(value) if value.lstrip("-").isdigit() else value
        )
    return found


def text_of(game: Game) -> str:
    """The options in force, as `options_of` reads them."""
    return ";".join(f"{name}:{value}" for name, value in game.options_set.items())


def game_type(game: Game) -> Any:
    """What OpenSpiel is told of a kind of game."""
    return pyspiel.GameType(
        short_name=f"cadogan_{game.slug.replace('-', '_')}",
        long_name=f"{game.title} ({game.author})",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=12,
        min_num_players=2,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=False,
        parameter_specification={"players": 0, "options": ""},
    )


class RoundGame(pyspiel.Game):  # type: ignore[misc]
    """A round game, with its players and options, for OpenSpiel: a class for each game, made at the
    end of this module.
    """

    declared: ClassVar[Game]

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        game, given = self.declared, params or {}
        self.game = game.vary(**options_of(game, given.get("options", "")))
        self.players = int(given.get("players", 0)) or self.game.seats
        dealt = self.game.deal(0, self.players)  # refuses what cannot be
        self.pack = Counter(c.index for c in self.game.cards(self.players))
        self.wide = len(features(dealt.view(0)))
        info = pyspiel.GameInfo(
            num_distinct_actions=MOST,
            max_chance_outcomes=len(FACES) - 1,
            num_players=self.players,
            min_utility=-HIGHEST,
            max_utility=HIGHEST,
            max_game_length=LONGEST,
        )
        super().__init__(
            game_type(game), info, {"players": self.players, "options": text_of(self.game)}
        )

    def dealt(self, faces: list[int]) -> State:
        """The round game with a pack in this order."""
        number = random.Random(" ".join(map(str, faces))).getrandbits(61)
        return self.game.deal(number, self.players, cards=[FACES[face] for face in faces])

    def new_initial_state(self) -> RoundState:
        """The pack, not yet dealt."""
        return RoundState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        """What a player sees: as a tensor (`features`) and as a text."""
        if params:
            raise ValueError(f"an observer has no parameters, not {params}")
        return Observer(self, iig_obs_type)


class RoundState(pyspiel.State):  # type: ignore[misc]
    """The cards dealt so far; when all are out, a state of the round game."""

    def __init__(self, game: RoundGame) -> None:
        super().__init__(game)
        self.dealt: list[int] = []
        self.state: State | None = None  # of the round game; None while chance deals

    def current_player(self) -> int:
        """The seat to act, chance, or the end."""
        state = self.state
        if state is None:
            return int(pyspiel.PlayerId.CHANCE)
        return int(pyspiel.PlayerId.TERMINAL) if state.to_act is None else state.to_act

    def _legal_actions(self, player: int) -> list[int]:
        assert self.state is not None
        return list(range(len(legal(self.state.view(player), MOST))))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The faces still in the pack, each as likely as it is frequent."""
        left = self.get_game().pack - Counter(self.dealt)
        return [(face, n / left.total()) for face, n in sorted(left.items())]

    def _apply_action(self, action: int) -> None:
        if self.state is not None:
            self.state = self.state.play(self.state.actions()[action])
            return
        self.dealt.append(action)
        game: RoundGame = self.get_game()
        if len(self.dealt) == game.pack.total():
            self.state = game.dealt(self.dealt)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"deal {FACES[action].text}"
        assert self.state is not None
        return legal(self.state.view(player))[action].text

    def is_terminal(self) -> bool:
        """Whether the game is over."""
        return self.state is not None and self.state.is_over

    def returns(self) -> list[float]:
        """What each seat has won, in counters, once the game is over; until then nothing."""
        return (
            list(map(float, self.state.payoffs))
            if self.state is not None and self.state.is_over
            else [0.0] * self.num_players()
        )

    def __str__(self) -> str:
        return (
            f"dealing: {' '.join(FACES[face].text for face in self.dealt)}"
            if self.state is None
            else str(self.state)
        )


class Observer:
    """What a player sees: his view, as `features` and as text; with perfect recall the history
    besides.
    """

    def __init__(self, game: RoundGame, kind: Any) -> None:
        self.recalls = kind is not None and kind.perfect_recall
        self.private = kind is None or kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        self.tensor = np.zeros(game.wide, np.float32)
        self.dict = {"view": self.tensor}

    def set_from(self, state: RoundState, player: int) -> None:
        """The features of the player's view; zeros while chance deals."""
        self.tensor.fill(0)
        if state.state is not None:
            self.tensor[:] = features(state.state.view(player if self.private else None))

    def string_from(self, state: RoundState, player: int) -> str:
        """The text of the player's view."""
        if state.state is None:
            return "dealing"
        view = state.state.view(player if self.private else None)
        return "\n".join([str(view), *map(str, view.history)] if self.recalls else [str(view)])


def load(game: str | Game, players: int | None = None) -> RoundGame:
    """A game for OpenSpiel, from a slug or from a game of yours with its options; the usual number
    of players unless told.
    """
    made = game_in(games, game, Game)
    return kind_of(type(made)())({"players": players or 0, "options": text_of(made)})


def kind_of(game: Game) -> type[RoundGame]:
    """The class for a game, which OpenSpiel makes with parameters."""

    class Kind(RoundGame):
        declared = game

    return Kind


#: The registered games, by slug.
REGISTERED = {slug: kind_of(games[slug]) for slug in games}
for _kind in REGISTERED.values():
    pyspiel.register_game(game_type(_kind.declared), _kind)
