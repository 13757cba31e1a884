"""Fit the weights of the careful player (`cadogan.players.careful`) on training deals.

    python tools/fit_careful.py                    one set of weights for all games python
    tools/fit_careful.py SLUG … --own       a set of its own for each of these games, beginning with
    that it has

The cross-entropy method (Rubinstein 1999): weights are drawn from a normal distribution, played,
and the distribution is fitted to the best quarter of them, again and again. What is made as large
as possible is, summed over the games, the share of cards home and twice the square root of the
share of games won, whose error is the same everywhere. Training deals are those of seed 1001
onward; nothing is reported on them. The weights of the last mean are printed, to be written into
`cadogan/players/weights.json`."""

from __future__ import annotations

import argparse
import json
import math
import random
import statistics
import sys
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import astuple
from functools import cache
from typing import Any

import cadogan
from cadogan.compiler.layout import Field
from cadogan.compiler.run import Machine
from cadogan.engine.rules import Rules
from cadogan.players import odds, playing
from cadogan.players.careful import Careful, memory
from cadogan.players.strategies import Strategy
from cadogan.players.weights import NAMES, Weights, weights_of

TRAINING = 1001
LIMIT = 600


class Tunable(Careful):
    """The careful player with weights that stand in the state, so that one program serves for all
    of them.
    """

    def weight(self, s: Any, i: int) -> int:
        """One of the weights."""
        weights: list[int] = s.weights
        return weights[i]


def with_weights(rules: Rules) -> tuple[Field, ...]:
    """What it keeps in mind, and the weights."""
    return (*memory(rules), Field("weights", len(NAMES)))


PLAYER = Tunable(Weights())
TUNABLE = Strategy(
    "tunable", "the careful player", PLAYER.choose, memory=with_weights, begin=PLAYER.begin
)


@cache
def machine(slug: str) -> Machine:
    """The program of a game, kept by each process."""
    return Machine(cadogan.games[slug].program_for(TUNABLE))


def gain(slug: str, candidates: Sequence[Sequence[int]], first: int, deals: int) -> list[float]:
    """How well each set of weights plays a game on the same deals."""
    one, goal = machine(slug), max(1, cadogan.games[slug].rules.goal_cards)
    found = []
    for weights in candidates:
        one.write("weights", list(weights))
        tally = odds.run(one, first, deals, LIMIT)
        home = sum(h * c for h, c in enumerate(tally[playing.BY_HOME :])) / deals
        found.append(home / goal + 2 * math.sqrt(tally[playing.WON] / deals))
    return found


def fit(
    slugs: Sequence[str], start: Sequence[float], given: argparse.Namespace, pool: Any, wide: float
) -> list[int]:
    """The mean of the distribution at the end."""
    chance = random.Random(given.seed)
    mean = [float(w) for w in start]
    spread = [wide * (10 + abs(w) / 2) for w in mean]
    for generation in range(given.generations):
        drawn = [
            [round(chance.gauss(m, d)) for m, d in zip(mean, spread)]
            for _ in range(given.population - 1)
        ]
        candidates = [[round(m) for m in mean], *drawn]
        first = odds.first_deal(given.seed + generation)
        jobs = [(slug, candidates, first, given.deals) for slug in slugs]
        gains = [sum(row) for row in zip(*pool(gain, *zip(*jobs)))]
        order = sorted(range(given.population), key=lambda i: -gains[i])
        best = [candidates[i] for i in order[: given.population // 4]]
        mean = [0.3 * m + 0.7 * statistics.fmean(c[i] for c in best) for i, m in enumerate(mean)]
        spread = [
            0.3 * d + 0.7 * statistics.pstdev([c[i] for c in best]) + 0.3
            for i, d in enumerate(spread)
        ]
        print(
            f"{generation}: mean {gains[0]:.4f}, best {gains[order[0]]:.4f} of {len(slugs)} games",
            file=sys.stderr,
            flush=True,
        )
    return [round(m) for m in mean]


def main() -> None:
    """See the module."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("slugs", nargs="*", help="games; all by default")
    parser.add_argument("--own", action="store_true", help="weights for each game alone")
    parser.add_argument("--deals", type=int, default=200, help="deals of each game and generation")
    parser.add_argument("--generations", type=int, default=15)
    parser.add_argument("--population", type=int, default=32)
    parser.add_argument(
        "--seed", type=int, default=TRAINING, help="the first seed of the training deals"
    )
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument(
        "--wide", type=float, default=1.0, help="how far to search, in the usual spread"
    )
    given = parser.parse_args()
    slugs, start = given.slugs or list(cadogan.games), astuple(Weights())
    if given.own:
        for slug in slugs:
            found = fit([slug], astuple(weights_of(slug)), given, map, given.wide)
            print(json.dumps({slug: dict(zip(NAMES, found))}), flush=True)
        return
    with ProcessPoolExecutor(given.workers) as pool:
        print(json.dumps(dict(zip(NAMES, fit(slugs, start, given, pool.map, given.wide)))))


if __name__ == "__main__":
    main()
