"""The benchmark: what the engine does in a second, always as a ratio measured in one run.

`make bench`, or in the environment `python tools/bench.py [--pairs 5] [--games fortress,carpet] [row …]`. Both
sides of a ratio alternate, results are compared before anything is timed, and every figure stands as
min / median / max. Rows: klondike, moves, deals, decks, start, cores. OpenSpiel stands beside Klondike where it
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
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import cadogan
from cadogan.engine.chance import seed, shuffle
from cadogan.engine.layout import Field, State
from cadogan.engine.run import Machine
from cadogan.engine.specialise import Entry, specialise
from cadogan.patience.game import Game
from cadogan.players import odds
from cadogan.players.strategies import Strategy

ROOT = Path(__file__).resolve().parent.parent
SEED = 7
#: A game of so few moves is measured by the deal, too.
SHORT = 12


def no_move(rules: Any, s: Any, n: int) -> int:
    """Stop at once."""
    return -1


AT_ONCE = Strategy("none", "no move", no_move)


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


def timed(game: Game, n: int, workers: int = 1, number: int = SEED) -> tuple[odds.Odds, float]:
    """Random play of n deals, and the seconds it took."""
    start = time.perf_counter()
    result = odds.simulate(game, "random", n=n, seed=number, workers=workers)
    return result, time.perf_counter() - start


def enough(game: Game, seconds: float) -> int:
    """How many deals take about so long."""
    n = 50
    timed(game, 1)  # what is made for the first time does not count
    while True:
        _, took = timed(game, n)
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
    print(f"   ratio: games {spread(ratios(a, b))}, moves {spread(ratios(moves, steps))}   (goal: moves 100)")


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
        print(f"   {game.slug:<26} {spread(rates, digits=2)}   ({result.moves / result.n:.1f} moves a deal)")
    print(f"   slowest {min(medians):.2f}, median {statistics.median(medians):.2f}, fastest {max(medians):.2f}   (goal: median 10)")


def laid_out(games: list[Game], n: int) -> None:
    """Row 3: whole games a second where a game is short, and deals laid out."""
    print(f"3  games of at most {SHORT} moves: million deals/s on one core, laid out and played at random (min / median / max)")
    for game in games:
        if timed(game, 200)[0].moves > 200 * SHORT:
            continue
        deals = enough(game, 0.25)
        played = [deals / timed(game, deals)[1] / 1e6 for _ in range(n)]
        with_no_move = Machine(game.program_for(AT_ONCE))
        only = [deals / clock(lambda machine=with_no_move, deals=deals: odds.run(machine, 1, deals, 1)) / 1e6 for _ in range(n)]  # type: ignore[misc]
        print(f"   {game.slug:<26} laid out {spread(only, digits=2)}; played {spread(played, digits=2)}")
    print("   (goal: 3 laid out)")


def decks(games: list[Game], n: int) -> None:
    """Row 4: packs of 52 shuffled in a second."""
    layout = (Field("chance", 4), Field("pack", 52, 2))
    machine = Machine(specialise({"shuffles": Entry(shuffles, {})}, layout, "shuffles"))
    machine.write("pack", range(52))
    plain = State(layout)
    plain.pack[:] = range(52)
    machine.call("shuffles", SEED, 1000)
    shuffles(plain, SEED, 1000)
    if machine.dump() != plain.dump():
        raise SystemExit("the program and the engine as it stands shuffle differently")
    rates = [2_000_000 / clock(lambda: machine.call("shuffles", SEED, 2_000_000)) / 1e6 for _ in range(n)]
    print(f"4  packs shuffled, millions a second: {spread(rates, digits=2)}")


def shuffles(s: Any, number: int, n: int) -> None:
    """Shuffle a pack again and again."""
    seed(s.chance, number, 0)
    for _ in range(n):
        shuffle(s.chance, s.pack, 0, 52)


def fresh(code: str, last: str = "") -> float:
    """The seconds that statements take in a new process, by its own clock; with ``last``, those of that alone, which follows them."""
    before, measured = (code, last) if last else ("", code)
    script = f"import time\n{before}\nstart = time.perf_counter()\n{measured}\nprint(time.perf_counter() - start)"
    surroundings = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run([sys.executable, "-c", script], env=surroundings, capture_output=True, text=True, check=True)
    return float(done.stdout.split()[-1])


def start(games: list[Game], n: int) -> None:
    """Row 5: importing; the first answer; from a changed rule to its first thousand games."""
    answer = f"import cadogan; cadogan.odds.simulate(cadogan.games[{games[0].slug!r}], 'random', n=1000)"
    imports = [fresh("import cadogan") for _ in range(n)]
    listing = [fresh("import cadogan; list(cadogan.games)") for _ in range(n)]
    answers = [fresh(answer) for _ in range(n)]
    print(f"5  import cadogan {spread(imports, ' s', 3)} (goal 0.1); list of the games {spread(listing, ' s', 3)}")
    print(f"   first answer of a new process ({games[0].slug}, 1,000 random games): {spread(answers, ' s', 2)}   (goal 1)")
    changed = []
    for game in games:
        other = game.vary(without=["again"]) if any(type(c).__name__ == "again" for c in game.active) else Game("Copy", *game.active)

        def first_thousand(other: Game = other) -> None:
            odds.simulate(Game(other.title, *other.clauses), "random", n=1000)

        changed.append(min(clock(first_thousand) for _ in range(2)))
    print(f"   from a changed rule to its first 1,000 games, over {len(games)} games: {spread(changed, ' s', 2)}   (goal 0.5)")


def cores(games: list[Game], n: int) -> None:
    """Row 6: two cores against one, the same counts."""
    game = games[0]
    deals = enough(game, 1.0)
    one, two = timed(game, deals)[0], timed(game, deals, workers=2)[0]
    if one != two:
        raise SystemExit(f"{game.slug}: one worker and two count differently")
    a, b = in_turn(n, lambda: deals / timed(game, deals, workers=2)[1], lambda: deals / timed(game, deals)[1])
    print(f"6  two cores / one core, {game.slug}, {deals:,} deals, equal counts: {spread(ratios(a, b), digits=2)}   (goal 1.8)")


ROWS = {"klondike": klondike, "moves": moves_a_second, "deals": laid_out, "decks": decks, "start": start, "cores": cores}


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
