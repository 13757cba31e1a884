"""What the sharp player's decisions cost."""

from __future__ import annotations

import random

from regrets import regret

from cadogan.round_games import games


def test_a_dear_decision_is_found_and_its_cost_measured_afresh() -> None:
    number = 1 << 32
    state = games["commerce"].deal(number).play("barter 8D")
    action, found = regret(state, 800, random.Random(3))
    assert action.text == "stand" and found is not None and found.better.text == found.advised.text == "give JS"
    assert found.cost > 3 * found.error > 0
    assert "after 1 action, player 3: chose “Stand, and so refuse the barter.”" in str(found)


def test_nothing_is_regretted_where_there_is_no_choice() -> None:
    state, rng = games["calabrasella"].deal(1870), random.Random(1)
    while len(state.actions()) > 1:
        state = state.play(state.actions()[0])
    action, found = regret(state, 100, rng)
    assert action == state.actions()[0] and found is None
