"""The benchmark of the round games: the time of one action of random play, beside the rummy loops
of others.

In the environment `python tools/bench_round.py [--pairs 5] [--seconds 0.3] [game …]`. Ours are the
six round games, from Python: in place (`State.run`), as a playout uses them, and by
`actions()` and `play()`, with a state for each action. Before they are timed, both give the same
end of the same games. Beside them, where they are installed (they are in no lock), RLCard's
``gin-rummy`` and OpenSpiel's ``gin_rummy``, from Python too, two random players each. All take
turns; every figure stands as min / median / max over the pairs. Chance nodes are not counted as
actions; the time of dealing is in all figures. Each loop draws its actions from one generator,
seeded once: seeding one for every deal would be a fifteenth of a game of Commerce."""

from __future__ import annotations

import importlib.util
import random
import time
from collections.abc import Callable, Iterator

from bench import SEED, in_turn, openspiel, ratios, spread
from house import asked

from cadogan.round_games import State, games
from cadogan.round_games.bots import at_random, random_playout

#: A way to play: one game, from a number; the actions made.
Loop = Callable[[int], int]


def ours(slug: str) -> Loop:
    """A round game with its default options and its usual players, in place."""
    game, choose = games[slug], at_random(random.Random(SEED))
    return lambda number: game.deal(number).run(choose, silent=True)[1]


def by_states(slug: str, number: int, chance: random.Random) -> tuple[State, int]:
    """The same game with a state for each action: the end and the actions."""
    state, made = games[slug].deal(number), 0
    while actions := state.actions():
        state = state.play(actions[int(chance.random() * len(actions))])
        made += 1
    return state, made


def gin_rummy() -> Loop:
    """OpenSpiel's gin rummy, played from Python."""
    import pyspiel

    game, chance = pyspiel.load_game("gin_rummy"), random.Random(SEED)
    return lambda number: openspiel(game, chance)


def rlcard() -> Loop:
    """RLCard's gin rummy; its environment takes a seed only when it is made."""
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
    told = asked(__doc__, games, pairs=5, seconds=0.3)
    loops: dict[str, Loop] = {}
    for slug in told.names:
        for number in range(20):
            (one, made), (other, same) = (
                random_playout(games[slug], number),
                by_states(slug, number, random.Random(number)),
            )
            if (one, one.record(), made) != (other, other.record(), same):
                raise SystemExit(f"{slug}, deal {number}: in place and by states end differently")
        loops[slug] = ours(slug)
        chance = random.Random(SEED)
        loops[f"{slug}, by states"] = lambda number, slug=slug, chance=chance: by_states(
            slug, number, chance
        )[1]  # type: ignore[misc]
    others = {}
    for name, module, make in (
        ("OpenSpiel gin_rummy", "pyspiel", gin_rummy),
        ("RLCard gin-rummy", "rlcard", rlcard),
    ):
        if importlib.util.find_spec(module) is None:
            print(f"{name} is not installed")
        else:
            others[name] = make()
    every = {**loops, **others}
    numbers = iter(range(10**9))
    for loop in every.values():
        loop(next(numbers))  # what is loaded for the first time does not count
    sides = [lambda loop=loop: microseconds(loop, told.seconds, numbers) for loop in every.values()]
    found = dict(zip(every, in_turn(told.pairs, *sides), strict=True))
    print(
        f"microseconds of processor time for an action of random play, min / median / max of {told.pairs}"
    )
    for name, took in found.items():
        print(f"  {name:<24} {spread(took, digits=1)}")
    print("a state for each action, in times of playing in place (goal: below 1.33)")
    for slug in told.names:
        print(f"  {slug:<24} {spread(ratios(found[f'{slug}, by states'], found[slug]), digits=2)}")
    for name in others:
        print(f"times as fast as {name}, action for action (goal: above 1)")
        for slug in loops:
            print(f"  {slug:<24} {spread(ratios(found[name], found[slug]), digits=2)}")


if __name__ == "__main__":
    main()
