"""The dearest decisions of the sharp player: `python tools/regrets.py [SLUG …] [--deals 3]
[--playouts 2000] [--seed 1] [--most 3]`.

The sharp player of the tables sits in every seat, with all the time he wants. Wherever he has a
choice, what he chose is compared with everything else that he might have done, in up to
`--playouts` playouts for each choice (he has 400 himself); what comes out ahead by more than two
standard errors is compared once more, in as many that had no part in finding it, and that second
difference is what is printed: the largest of many first ones would be too large by luck alone.
Beside it stands what the author advises. The comparison plays on as he does, only longer; what he
imagines wrongly, it does not find.

Of each game the `--most` dearest are printed. Deal i is ``seed * 2**32 + i``.
"""

from __future__ import annotations

import random
from dataclasses import dataclass

from house import command_line

from cadogan.round_games import games
from cadogan.round_games.action import Action
from cadogan.round_games.bots import rule_bot
from cadogan.round_games.search import BUDGET, Rival, Searcher
from cadogan.round_games.state import State
from cadogan.round_games.telling import player


@dataclass(frozen=True)
class Regret:
    """A decision and what it cost: the state before it, the action chosen, the advised and the
    better one, the cost with its error.
    """

    state: State
    chosen: Action
    advised: Action
    better: Action
    cost: float
    error: float

    def __str__(self) -> str:
        seat = self.state.to_act
        assert seat is not None
        game, count = self.state.game, len(self.state.record().actions)
        half = 1.96 * self.error
        return (
            f"{game.slug}, deal {self.state.number}, after {count} action{'s' * (count != 1)}, {player(seat)}: chose “{self.chosen.says}”; "
            f"advised is “{self.advised.says}”; “{self.better.says}” brings {self.cost:+.2f} "
            f"({self.cost - half:+.2f} to {self.cost + half:+.2f}) counters more"
        )


def surely(rival: Rival) -> float:
    """By how much a rival is ahead at least, in counters: its mean less two standard errors."""
    mean, error = rival.ahead
    return mean - 2 * error


def regret(state: State, playouts: int, rng: random.Random) -> tuple[Action, Regret | None]:
    """The sharp player's choice in a state, and its cost if another action is better."""
    seat, actions = state.to_act, state.actions()
    assert seat is not None
    view = state.view(seat)
    chosen = Searcher(BUDGET)(view, actions, rng)
    action = next(candidate for candidate in actions if candidate == chosen)
    others = [candidate for candidate in actions if candidate != action]
    if not others:
        return action, None
    first, _ = Searcher(playouts, seconds=SECONDS).search(view, action, others, rng)
    best = max((rival for rival in first if rival.visits >= LEAST), key=surely, default=None)
    if best is None or surely(best) <= 0:
        return action, None
    (second,), _ = Searcher(playouts, seconds=SECONDS).search(view, action, [best.action], rng)
    advised = rule_bot(view, actions, rng)
    return action, Regret(
        state, action, advised, best.action, *second.ahead
    ) if second.visits >= LEAST else None


#: The fewest imagined deals by which anything is judged, and the seconds that a comparison may
#: take.
LEAST, SECONDS = 30, 20.0


def main() -> None:
    """See the module."""
    arguments = command_line(__doc__, games, deals=3, playouts=2000, seed=1, most=3)
    for slug in arguments.names:
        regrets: list[Regret] = []
        choices = 0
        for number in range(arguments.seed << 32, (arguments.seed << 32) + arguments.deals):
            state, rng = games[slug].deal(number), random.Random(number)
            while state.to_act is not None and not state.deals:
                action, cost = regret(state, arguments.playouts, rng)
                choices += len(state.actions()) > 1
                regrets += [cost] if cost else []
                state = state.play(action)
        print(f"{games[slug].title}: {choices} choices, in {len(regrets)} something was better")
        for decision in sorted(regrets, key=lambda decision: -decision.cost)[: arguments.most]:
            print(f"  {decision}", flush=True)


if __name__ == "__main__":
    main()
