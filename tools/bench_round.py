"""The benchmark of the round games: the time of one action of random play, beside the rummy loops of others.

In the environment `python tools/bench_round.py [--pairs 5] [--seconds 0.3] [game …]`. Ours are the six round games, from
Python, as anybody plays them: `actions()` and `play()`. Beside them, where they are installed (they are in no lock), RLCard's
``gin-rummy`` and OpenSpiel's ``gin_rummy``, from Python too, two random players each. All take turns; every figure
stands as min / median / max over the pairs. Chance nodes are not counted as actions; the time of dealing is in all figures.
"""

from __future__ import annotations

import argparse
import importlib.util
import random
import statistics
import time
from collections.abc import Callable, Iterator

from bench import SEED, spread

from cadogan.round_games import games
from cadogan.round_games.bots import random_playout

#: A way to play: one game, from a number; the actions made.
Loop = Callable[[int], int]


def ours(slug: str) -> Loop:
    """A round game with its default options and its usual players."""
    game = games[slug]
    return lambda number: random_playout(game, number)[1]


def openspiel() -> Loop:
    """OpenSpiel's gin rummy, played from Python."""
    import pyspiel

    game = pyspiel.load_game("gin_rummy")

    def play(number: int) -> int:
        chance, made, state = random.Random(number), 0, game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                actions, weights = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(chance.choices(actions, weights)[0])
            else:
                state.apply_action(chance.choice(state.legal_actions()))
                made += 1
        return made

    return play


def rlcard() -> Loop:
    """RLCard's gin rummy; the seed is set once, for its environment takes one only when it is made."""
    import rlcard as library

    env = library.make("gin-rummy", config={"seed": SEED})
    chance = random.Random(SEED)

    def play(number: int) -> int:
        state, _ = env.reset()
        made = 0
        while not env.is_over():
            state, _ = env.step(chance.choice(list(state["legal_actions"])))
            made += 1
        return made

    return play


def microseconds(loop: Loop, seconds: float, numbers: Iterator[int]) -> float:
    """The time of one action, in games that take so long together."""
    made, start = 0, time.process_time()
    while (took := time.process_time() - start) < seconds:
        made += loop(next(numbers))
    return took / made * 1e6


def main() -> None:
    """See the module."""
    reader = argparse.ArgumentParser(description="time per action of random play")
    reader.add_argument("games", nargs="*", help=f"some of {', '.join(games)}; all, unless told")
    reader.add_argument("--pairs", type=int, default=5)
    reader.add_argument("--seconds", type=float, default=0.3, help="of play, for each figure")
    told = reader.parse_args()
    loops = {slug: ours(slug) for slug in told.games or games}
    others = {}
    for name, module, make in (("OpenSpiel gin_rummy", "pyspiel", openspiel), ("RLCard gin-rummy", "rlcard", rlcard)):
        if importlib.util.find_spec(module) is None:
            print(f"{name} is not installed")
        else:
            others[name] = make()
    every = {**loops, **others}
    numbers = iter(range(10**9))
    found: dict[str, list[float]] = {name: [] for name in every}
    for loop in every.values():
        loop(next(numbers))  # what is loaded for the first time does not count
    for turn in range(told.pairs):
        for name in list(every) if turn % 2 == 0 else reversed(list(every)):
            found[name].append(microseconds(every[name], told.seconds, numbers))
    print(f"microseconds of processor time for an action of random play, min / median / max of {told.pairs}")
    for name, took in found.items():
        print(f"  {name:<20} {spread(took, digits=1)}")
    for name in others:
        print(f"times as fast as {name}, action for action (goal {25 if name.startswith('Open') else 100})")
        for slug in loops:
            times = [theirs / mine for theirs, mine in zip(found[name], found[slug], strict=True)]
            print(f"  {slug:<20} {spread(times, digits=2)}")
    if others:
        medians = {name: statistics.median(took) for name, took in found.items()}
        print("slowest of ours:", max(loops, key=lambda slug: medians[slug]))


if __name__ == "__main__":
    main()
