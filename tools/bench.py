"""The benchmark: what the engine does in a second, always as a ratio measured in one run.

`make bench`, or in the environment `python tools/bench.py [--pairs 5] [--games fortress,carpet] [row …]`. Both
sides of a ratio alternate, results are compared before anything is timed, and every figure stands as
min / median / max. Rows: klondike, moves, plain, decks, start, cores. OpenSpiel stands beside Klondike where it
is installed (it is in no lock).
"""

from __future__ import annotations

import argparse
import importlib.util
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import cadogan
from cadogan import compiling, kernels, odds
from cadogan.game import Game

ROOT = Path(__file__).resolve().parent.parent
SEED = 7


def spread(values: Iterable[float], unit: str = "", digits: int = 0) -> str:
    """The values as min / median / max."""
    ordered = sorted(values)
    return " / ".join(f"{v:,.{digits}f}" for v in (ordered[0], statistics.median(ordered), ordered[-1])) + unit


def clock(work: Callable[[], object]) -> float:
    """The seconds that a piece of work takes."""
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def in_turn(n: int, *sides: Callable[[], float]) -> list[list[float]]:
    """Measure all sides n times, taking turns, each time in the other order."""
    found: list[list[float]] = [[] for _ in sides]
    for i in range(n):
        both = list(zip(found, sides, strict=True))
        for values, side in both if i % 2 == 0 else reversed(both):
            values.append(side())
    return found


def ratios(a: list[float], b: list[float]) -> list[float]:
    """The quotient of each pair."""
    return [x / y for x, y in zip(a, b, strict=True)]


def timed(game: Game, n: int, compiled: bool = True, workers: int = 1, number: int = SEED) -> tuple[odds.Odds, float]:
    """Random play of so many deals, and the seconds it took."""
    start = time.perf_counter()
    result = odds.simulate(game, "random", n=n, seed=number, compiled=compiled, workers=workers)
    return result, time.perf_counter() - start


def enough(game: Game, seconds: float, compiled: bool = True) -> int:
    """How many deals take about so long."""
    n = 50 if compiled else 2
    timed(game, 1, compiled)  # what is compiled or loaded for the first time does not count
    while True:
        _, took = timed(game, n, compiled)
        if took > seconds / 4:
            return max(1, round(n * seconds / took))
        n *= 4


def openspiel(game: Any, chance: random.Random) -> int:
    """One game of random play with OpenSpiel, from Python; the actions, chance nodes not counted."""
    made, state = 0, game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            actions, weights = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(chance.choices(actions, weights)[0])
        else:
            state.apply_action(chance.choice(state.legal_actions()))
            made += 1
    return made


def klondike(games: list[Game], n: int) -> None:
    """Row 1: random Klondike, games and moves a second on one core, against OpenSpiel's loop from Python."""
    game = next((g for g in games if g.slug == "canfield-or-klondike"), None)
    if game is None:
        print("1  Klondike: no chapter")
        return
    deals = enough(game, 0.5)

    def ours() -> float:
        result, took = timed(game, deals)
        moves.append(result.moves / took)
        return result.n / took

    moves: list[float] = []
    if importlib.util.find_spec("pyspiel") is None:
        games_a_second = spread([ours() for _ in range(n)])
        print(f"1  Klondike, random play: {games_a_second} games/s, {spread(moves)} moves/s (OpenSpiel is not installed)")
        return
    import pyspiel

    solitaire = pyspiel.load_game("solitaire(players=1)")
    steps: list[float] = []

    def theirs() -> float:
        chance, made, played = random.Random(SEED), 0, 200
        start = time.perf_counter()
        for _ in range(played):
            made += openspiel(solitaire, chance)
        took = time.perf_counter() - start
        steps.append(made / took)
        return played / took

    a, b = in_turn(n, ours, theirs)
    print(f"1  Klondike, random play: {spread(a)} games/s, {spread(moves)} moves/s")
    print(f"   OpenSpiel from Python:  {spread(b)} games/s, {spread(steps)} moves/s")
    print(f"   ratio: games {spread(ratios(a, b))}, moves {spread(ratios(moves, steps))}   (goal 500, 150)")


def moves_a_second(games: list[Game], n: int) -> None:
    """Row 2: every game, moves a second on one core."""
    medians = []
    print("2  random play, million moves/s on one core (min / median / max)")
    for game in games:
        deals = enough(game, 0.25)
        rates = []
        for _ in range(n):
            result, took = timed(game, deals)
            rates.append(result.moves / took / 1e6)
        medians.append(statistics.median(rates))
        print(f"   {game.slug:<26} {spread(rates, digits=2)}")
    print(f"   slowest {min(medians):.2f}, median {statistics.median(medians):.2f}   (goal 10, 20)")


def against_plain(games: list[Game], n: int) -> None:
    """Row 3: the same kernels compiled and as plain Python, the same deals, the same counts."""
    medians = []
    print("3  compiled against plain Python, times as fast (min / median / max)")
    for game in games:
        few, many = enough(game, 0.3, compiled=False), enough(game, 0.15)
        one, other = timed(game, few, compiled=False)[0], timed(game, few)[0]
        if one != other:
            raise SystemExit(f"{game.slug}: compiled and plain differ: {one} {other}")

        def rate(compiled: bool, deals: int, game: Game = game) -> float:
            result, took = timed(game, deals, compiled)
            return result.moves / took

        a, b = in_turn(n, lambda many=many, rate=rate: rate(True, many), lambda few=few, rate=rate: rate(False, few))  # type: ignore[misc]
        medians.append(statistics.median(ratios(a, b)))
        print(f"   {game.slug:<26} {spread(ratios(a, b))}   ({few} deals compared, equal)")
    print(f"   lowest {min(medians):.0f}, median {statistics.median(medians):.0f}   (goal 100)")


def decks(games: list[Game], n: int) -> None:
    """Row 4: packs of 52 shuffled in a second."""
    import numpy as np

    fast = compiling.compiled()
    if fast is None:
        raise SystemExit("numba is not installed")
    plain_cards, plain_chance = list(range(52)), [0] * 4
    cards, chance = np.arange(52), np.zeros(4, np.int64)
    kernels.seed(plain_chance, SEED, 0)
    fast.seed(chance, SEED, 0)
    sums = kernels.shuffle_many(plain_chance, plain_cards, 52, 1000), fast.shuffle_many(chance, cards, 52, 1000)
    if sums[0] != sums[1] or plain_cards != list(cards):
        raise SystemExit("compiled and plain shuffle differently")
    rows, numpys = 100_000, np.random.default_rng(SEED)
    block = np.tile(np.arange(52, dtype=np.int8), (rows, 1))
    a, b = in_turn(
        n,
        lambda: 2_000_000 / clock(lambda: fast.shuffle_many(chance, cards, 52, 2_000_000)) / 1e6,
        lambda: rows / clock(lambda: numpys.permuted(block, axis=1, out=block)) / 1e6,
    )
    print(f"4  packs shuffled, millions a second: {spread(a, digits=2)}; numpy permuted {spread(b, digits=2)}; "
          f"ratio {spread(ratios(a, b), digits=1)}   (goal 18 M)")  # fmt: skip


def fresh(code: str, cache: str) -> float:
    """The seconds that a statement takes in a new process, by its own clock (importing nothing before)."""
    script = f"import time; start = time.perf_counter()\n{code}\nprint(time.perf_counter() - start)"
    surroundings = {**os.environ, "NUMBA_CACHE_DIR": cache, "PYTHONPATH": str(ROOT)}
    done = subprocess.run([sys.executable, "-c", script], env=surroundings, capture_output=True, text=True, check=True)
    return float(done.stdout.split()[-1])


def start(games: list[Game], n: int) -> None:
    """Row 8: importing, the first answer, compiling from nothing."""
    answer = f"import cadogan; cadogan.odds.simulate(cadogan.games[{games[0].slug!r}], 'random', n=1000, compiled=True)"
    with tempfile.TemporaryDirectory() as cache:
        cold = fresh(answer, cache)
        kept = len(list(Path(cache).rglob("*.nbi")))
        warm = [fresh(answer, cache) for _ in range(n)]
        imports = [fresh("import cadogan", cache) for _ in range(n)]
        listing = [fresh("import cadogan; list(cadogan.games)", cache) for _ in range(n)]
    print(f"8  import cadogan {spread(imports, ' s', 3)} (goal 0.1); list of the games {spread(listing, ' s', 3)}")
    print(f"   first simulation, cache warm {spread(warm, ' s', 2)} (goal 1)")
    print(f"   cold: {cold:.1f} s in all, {kept} functions compiled and kept (goal 5 s a kernel)")


def cores(games: list[Game], n: int) -> None:
    """Row 9: two cores against one, the same counts."""
    game = games[0]
    deals = enough(game, 1.0)
    one, two = timed(game, deals)[0], timed(game, deals, workers=2)[0]
    if one != two:
        raise SystemExit(f"{game.slug}: one worker and two count differently")
    a, b = in_turn(n, lambda: deals / timed(game, deals, workers=2)[1], lambda: deals / timed(game, deals)[1])
    print(f"9  two cores / one core, {game.slug}, {deals:,} deals, equal counts: {spread(ratios(a, b), digits=2)}   (goal 1.8)")


ROWS = {"klondike": klondike, "moves": moves_a_second, "plain": against_plain, "decks": decks, "start": start, "cores": cores}


def main() -> None:
    """Measure the rows asked for, or all."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("rows", nargs="*", help=f"only these: {', '.join(ROWS)}")
    parser.add_argument("--pairs", type=int, default=5, help="measurements of each side (default 5)")
    parser.add_argument("--games", help="only these slugs, with commas between them")
    chosen = parser.parse_args()
    slugs = chosen.games.split(",") if chosen.games else list(cadogan.games)
    if unknown := set(chosen.rows) - set(ROWS):
        parser.error(f"no such row: {', '.join(sorted(unknown))}")
    games = [cadogan.games[slug] for slug in slugs]
    if not games:
        parser.error("there is no game to measure")
    for row in chosen.rows or ROWS:
        ROWS[row](games, chosen.pairs)
        sys.stdout.flush()


if __name__ == "__main__":
    main()
