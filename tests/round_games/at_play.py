"""What the tests of the round games do at a table."""

from __future__ import annotations

import random
from typing import Any

import pytest

from cadogan.round_games import Game, IllegalAction, State

#: Actions after which a game of random play must have ended.
MOST = 20_000


def play(state: State, *lines: str) -> State:
    """Plays a line of actions, with semicolons between them."""
    for action in "; ".join(lines).split("; "):
        state = state.play(action)
    return state


def texts(state: State, *verbs: str) -> list[str]:
    return [a.text for a in state.actions() if not verbs or a.verb in verbs]


def refused(state: State, action: Any, match: str) -> None:
    """That an action is refused in such a sentence."""
    with pytest.raises(IllegalAction, match=match):
        state.play(action)


def advised(state: State) -> str:
    """What the author advises, with the same lot each time."""
    return str(state.game.advice(state.view(state.to_act), state.actions(), random.Random(1)))


def walk(played: Game, seed: int, players: int | None = None, most: int = MOST) -> list[State]:
    """The states of a game of random play."""
    rng = random.Random(seed)
    states = [played.deal(seed, players)]
    while not states[-1].is_over and len(states) <= most:
        states.append(states[-1].play(rng.choice(states[-1].actions())))
    return states
