"""Calabrasella: placeholder."""

from __future__ import annotations

import random
from collections.abc import Sequence

from cadogan.round_games.state import Action, View


def advise(view: View, actions: Sequence[Action], rng: random.Random) -> Action:
    """Any."""
    return actions[int(rng.random() * len(actions))]
