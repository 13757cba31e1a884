"""The benchmark of the round games: the time of one action of random play, beside the loop of
OpenSpiel's gin rummy.

In the environment `python tools/bench_round.py [--pairs 5] [--seconds 0.3] [game …]`. Ours are the
six round games, from Python: in place (`State.run`), as a playout uses them, and by
`actions()` and `play()`, with a state for each action (a test holds that both give the same end of
the same games). Beside them, where it is installed (it is in no lock), OpenSpiel's
``gin_rummy``, from Python too, two random players. All take
turns; every figure stands as min / median / max over the pairs. Chance nodes are not counted as
actions; the time of dealing is in all figures. Each loop draws its actions from one generator,
seeded once: seeding one for every deal would be a fifteenth of a game of Commerce."""

from __future__ import annotations

import importlib.util
import random
import time
from collections.abc import Callable, Iterator
from functools import partial

from bench import SEED, in_turn, openspiel, ratios, spread
from house import command_line

from cadogan.round_games import games

OTHER = "OpenSpiel gin_rummy"
#: A way to play: one game, from a number; the actions made.
Loop = Callable[[int], int]


def ours(slug: str) -> Loop:
    """A round game with its default options and its usual players, in place."""
    game, chance = games[slug], random.Random(SEED)
    choose = lambda table, actions: actions[int(chance.random() * len(actions))]  # noqa: E731
    return lambda number: game.deal(number).run(choose, silent=True)[1]


def by_states(slug: str, chance: random.Random, number: int) -> int:
    """The same game with a state for each action."""
    state, count = games[slug].deal(number), 0
    while actions := state.actions():
        state = state.play(actions[int(chance.random() * len(actions))])
        count += 1
    return count


def gin_rummy() -> Loop:
    """OpenSpiel's gin rummy, played from Python."""
    import pyspiel

    game, chance = pyspiel.load_game("gin_rummy"), random.Random(SEED)
    return lambda number: openspiel(game, chance)


def microseconds(loop: Loop, seconds: float, numbers: Iterator[int]) -> float:
    """The time of one action, in games that take so long together."""
    actions, start = 0, time.process_time()
    while (took := time.process_time() - start) < seconds:
        actions += loop(next(numbers))
    return took / actions * 1e6


def main() -> None:
    """See the module."""
    arguments = command_line(__doc__, games, pairs=5, seconds=0.3)
    loops: dict[str, Loop] = {}
    for slug in arguments.names:
        loops[slug] = ours(slug)
        loops[f"{slug}, by states"] = partial(by_states, slug, random.Random(SEED))
    every = dict(loops)
    if importlib.util.find_spec("pyspiel"):
        every[OTHER] = gin_rummy()
    numbers = iter(range(10**9))
    for loop in every.values():
        loop(next(numbers))  # what is loaded for the first time does not count
    sides = [partial(microseconds, loop, arguments.seconds, numbers) for loop in every.values()]
    times = dict(zip(every, in_turn(arguments.pairs, *sides), strict=True))
    print(
        f"microseconds of processor time for an action of random play, min / median / max of {arguments.pairs}"
    )
    for name, took in times.items():
        print(f"  {name:<24} {spread(took, digits=1)}")
    print("a state for each action, in times of playing in place (goal: below 1.33)")
    for slug in arguments.names:
        print(f"  {slug:<24} {spread(ratios(times[f'{slug}, by states'], times[slug]), digits=2)}")
    if OTHER in every:
        print(f"times as fast as {OTHER}, action for action (goal: above 1)")
        for slug in loops:
            print(f"  {slug:<24} {spread(ratios(times[OTHER], times[slug]), digits=2)}")
    else:
        print("OpenSpiel is not installed")


if __name__ == "__main__":
    main()
