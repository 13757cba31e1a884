"""The searcher: the author's advice, bettered by playing it out; one for all six games.

A rollout policy, as Tesauro and Galperin describe it (On-line Policy Improvement using Monte-Carlo
Search, 1996): an action is worth what comes of it if everybody follows the advice from then on (or
what is known to be better than that, `Game.better`). What the seat does not see is imagined as the
play so far makes likely (`Game.imagine`), and every action is played out in the same imagined deals
as the advised one, so that luck common to both falls out of their difference. The advised action is
played unless another is better by more than the noise."""

from __future__ import annotations

import random
import time
from dataclasses import dataclass
from math import sqrt
from statistics import NormalDist

from cadogan.round_games import Action, Actions, State, View
from cadogan.round_games.table import Table

#: Actions after which a playout is stopped, and the state valued as it stands.
DEPTH = 400
NORMAL = NormalDist()
#: The standard errors by which a single other action must be better than the advised one to be
#: played; where there are several, so many that the best of them is no more often preferred by mere
#: noise (Bonferroni).
ERRORS = 2.0
#: The playouts of a sharp opponent, if its second allows for them all.
BUDGET = 400


@dataclass(slots=True)
class Rival:
    """An action that is not the advised one, and what it brought more than that in the deals
    imagined.

    Attributes:
        action: the action.
        visits: the deals in which it was played out.
        total: the sum of the differences, in counters.
        squares: the sum of their squares.
    """

    action: Action
    visits: int = 0
    total: float = 0.0
    squares: float = 0.0

    def add(self, difference: float) -> None:
        """Add a deal's result."""
        self.visits += 1
        self.total += difference
        self.squares += difference * difference

    @property
    def ahead(self) -> tuple[float, float]:
        """The mean of the differences and its standard error, in counters.

        Raises:
            ZeroDivisionError: it was played out in no deal.
        """
        mean = self.total / self.visits
        return mean, sqrt(max(0.0, self.squares / self.visits - mean * mean) / self.visits)

    def bound(self, errors: float, variance: float) -> float:
        """The mean difference plus that many standard errors: a confidence bound, lower if
        ``errors`` is negative.

        One deal in which the action was as good as the advised one is counted besides, and
        ``variance`` among the squares, so that one deal or two prove nothing (a prior of weight one
        for mean and variance)."""
        n = self.visits + 1
        mean = self.total / n
        return mean + errors * sqrt(max(0.0, (self.squares + variance) / n - mean * mean) / n)


class Searcher:
    """A bot that imagines deals and plays them out.

    Args:
        iterations: how often it plays out, 1 or more; with 1 it plays as advised.
        seconds: a limit of time for one action besides; None for none. It is kept but for the
            playout under way.
        likely: whether hidden hands are imagined as the play so far makes likely; otherwise at
            random.
    """

    def __init__(
        self,
        iterations: int = 200,
        seconds: float | None = None,
        *,
        likely: bool = True,
    ) -> None:
        if iterations < 1:
            raise ValueError(f"iterations are 1 or more, not {iterations}")
        self.iterations, self.seconds, self.likely = iterations, seconds, likely
        self.name = f"{'sharp' if likely else 'searcher'} {iterations}"

    def __call__(self, view: View, actions: Actions, rng: random.Random) -> Action:
        """The action with the highest lower bound; the advised one's is 0."""
        if len(actions) == 1:
            return actions[0]
        game = view.game
        advised = game.better(view, actions)
        if not getattr(game.adviser, "SEARCHED", True):
            return advised
        rivals, variance = self.search(view, advised, [a for a in actions if a != advised], rng)
        errors = -NORMAL.inv_cdf(NORMAL.cdf(-ERRORS) / len(rivals))
        best = max(rivals, key=lambda r: r.bound(-errors, variance))
        return best.action if best.bound(-errors, variance) > 0 else advised

    def search(
        self, view: View, advised: Action, others: Actions, rng: random.Random
    ) -> tuple[list[Rival], float]:
        """Play out, always the rival with the highest upper bound, until none can be better than
        the advised action.

        Returns:
            The rivals, and the variance of what the advised action brought.
        """
        rivals = [Rival(a) for a in rng.sample(others, len(others))]
        deals: list[State] = []
        brought: list[float] = []  # by the advised action in these deals
        variance = 0.0
        end = None if self.seconds is None else time.monotonic() + self.seconds
        for _ in range(self.iterations):
            if end is not None and time.monotonic() >= end:
                break
            rival = max(rivals, key=lambda r: (r.bound(ERRORS, variance), -r.visits))
            if rival.visits < len(deals):
                rival.add(self.worth(deals[rival.visits], rival.action) - brought[rival.visits])
            elif deals and rival.bound(ERRORS, variance) < 0:
                break
            else:
                deals.append(view.game.imagine(view, rng.getrandbits(60), self.likely))
                brought.append(self.worth(deals[-1], advised))
                mean = sum(brought) / len(brought)
                variance = sum((b - mean) ** 2 for b in brought) / len(brought)
        return rivals, variance

    def worth(self, state: State, action: Action) -> float:
        """What an action brings its seat if the deal is then played out."""
        game, seat, deal = state.game, state.to_act, state.deals
        assert seat is not None

        def choose(t: Table, actions: Actions) -> Action | None:
            if t.deals != deal:
                return None
            return (
                actions[0]
                if len(actions) == 1
                else game.better(View(game, t.to_act, t.masked(t.to_act)), actions)
            )

        return float(game.worth(state.play(action).run(choose, DEPTH, silent=True)[0])[seat])
