"""Random play of the round games at length: `python tools/round_soak.py [SLUG …] [-n 1000] [--seed 1] [--jobs 1]`.

Plays every game in every option set that the tests know (the defaults, each other choice by itself, some sets drawn at
random) and in the variants that change several options at once, `n` games of each, with the fewest, the usual and the most
players in turn. In every state the counters and the pools sum to zero and no pool is below zero; at the end of every game, and
in one state of it taken at random, every card of the pack is there once; in that state everything hidden from one seat is
dealt anew, and its view and its actions must be the same. A game that is not over after `--limit` actions is a fault.

Prints a line for each option set. Ctrl-C stops with what was done; `--seed` and `--only` go on elsewhere. Exit status 1 at a
fault, which is named with the game, its options, players and deal.
"""

from __future__ import annotations

import argparse
import importlib.util
import random
import sys
import time
from collections import Counter
from collections.abc import Iterable
from concurrent.futures import ProcessPoolExecutor
from typing import Any, NamedTuple

from house import ROOT

from cadogan.round_games import Game, State, games

#: Variants of the books that change more than one option.
VARIANTS: dict[str, list[dict[str, Any]]] = {
    "conquian": [{"pack": "A23456789T", "first_card": "turn_up"}],
    "commerce": [{"mode": "pool", "horse": "third"}],
    "calabrasella": [{"bids": "chiamo_solo_solissimo", "packet": 4}],
}


class Soaked(NamedTuple):
    """What came of one option set."""

    games: int
    actions: int
    views: int
    seconds: float
    fault: str


def option_sets(slug: str) -> list[Game[Any]]:
    """The option sets of the tests, and the variants."""
    spec = importlib.util.spec_from_file_location("round_table_tests", ROOT / "tests" / "round_games" / "test_table.py")
    assert spec is not None and spec.loader is not None
    tests = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(tests)
    game = games[slug]
    return list(dict.fromkeys([*tests.possible(game), *(game.vary(**options) for options in VARIANTS.get(slug, []))]))


def sizes(game: Game[Any]) -> list[int]:
    """The fewest, the usual number and the most players."""
    span = game.players
    return sorted({span[0], min(max(game.usual, span[0]), span[-1]), span[-1]})


def missing(state: State, whole: Counter[Any]) -> str:
    """Cards lost or found twice; empty when every card is there."""
    found = Counter(state._table.everything())
    return "" if found == whole else f"cards lost: {dict(whole - found)}, too many: {dict(found - whole)}"


def leak(state: State, seat: int | None, seed: int) -> str:
    """What a seat could see of what is hidden from it; empty when it sees nothing."""
    again = state.redraw(seat, seed)
    if again.view(seat) != state.view(seat):
        return f"seat {seat} sees what is hidden: its view changes when that is dealt anew"
    if seat is not None and seat == state.to_act and again.actions() != state.actions():
        return f"seat {seat} has other actions when what is hidden from it is dealt anew"
    return ""


def one_game(game: Game[Any], number: int, players: int, limit: int) -> tuple[int, str]:
    """A game of random play; its actions and the first fault."""
    rng, whole = random.Random(number), Counter(game.cards(players))
    state = kept = game.deal(number, players)
    made = 0
    while True:
        counters, pools = state._table.counters, state._table.pools.values()
        if sum(counters) + sum(pools):
            return made, f"action {made}: the counters sum to {sum(counters) + sum(pools)}"
        if min(pools) < 0:
            return made, f"action {made}: a pool is below zero: {state.pools}"
        if rng.random() * (made + 1) < 1:
            kept = state
        actions = state.actions()
        if bool(actions) == state.is_over:
            return made, f"action {made}: {'actions after the end' if actions else f'nothing to do for seat {state.to_act}'}"
        if state.is_over:
            break
        if made == limit:
            return made, f"not over after {limit} actions"
        state = state.play(actions[int(rng.random() * len(actions))])
        made += 1
    seat = rng.choice([*range(players), None])
    return made, missing(state, whole) or missing(kept, whole) or leak(kept, seat, number)


def soak(game: Game[Any], n: int, seed: int, limit: int) -> Soaked:
    """So many games in one option set."""
    began, actions, done, seats = time.perf_counter(), 0, 0, sizes(game)
    try:
        for i in range(n):
            number, players = (seed << 32) + i, seats[i % len(seats)]
            try:
                made, fault = one_game(game, number, players, limit)
            except Exception as error:  # a game that raises is a fault like another, and wants its deal named
                made, fault = 0, f"{type(error).__name__}: {error}"
            actions += made
            done += 1
            if fault:
                return Soaked(done, actions, done, time.perf_counter() - began, f"deal {number}, {players} players: {fault}")
    except KeyboardInterrupt:
        pass  # what was done is reported
    return Soaked(done, actions, done, time.perf_counter() - began, "")


def report(game: Game[Any], found: Soaked) -> None:
    """One line for an option set."""
    rate = found.actions / found.seconds if found.seconds else 0.0
    said = found.fault or f"{found.games:,} games, {found.actions:,} actions, {rate:,.0f} a second ({found.seconds:.0f} s)"
    print(f"{game!r}: {said}", flush=True)


def run(sets: list[Game[Any]], n: int, seed: int, limit: int, jobs: int) -> Iterable[tuple[Game[Any], Soaked]]:
    """Every option set, here or in so many processes."""
    if jobs == 1:
        yield from ((game, soak(game, n, seed, limit)) for game in sets)
        return
    with ProcessPoolExecutor(jobs) as pool:
        waiting = [(game, pool.submit(_elsewhere, game.slug, dict(game.options_set), n, seed, limit)) for game in sets]
        try:
            for game, future in waiting:
                yield game, future.result()
        except KeyboardInterrupt:
            for _, future in waiting:
                future.cancel()
            raise


def _elsewhere(slug: str, options: dict[str, Any], n: int, seed: int, limit: int) -> Soaked:
    return soak(games[slug].vary(**options), n, seed, limit)


def main() -> int:
    """See the module."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("slugs", nargs="*", help="games; all unless told")
    parser.add_argument("-n", type=int, default=1000, help="games in each option set (%(default)s)")
    parser.add_argument("--total", type=int, help="games of each round game in all, shared among its option sets, instead of -n")
    parser.add_argument("--only", type=int, nargs=2, metavar=("FROM", "TO"), help="only these option sets of each game, from 0")
    parser.add_argument("--seed", type=int, default=1, help="deal i is seed * 2**32 + i (%(default)s)")
    parser.add_argument("--limit", type=int, default=50_000, help="actions after which a game must have ended (%(default)s)")
    parser.add_argument("--jobs", type=int, default=1, help="processes (%(default)s)")
    given = parser.parse_args()
    played = made = count = 0
    began = time.perf_counter()
    try:
        for slug in given.slugs or list(games):
            sets = option_sets(slug)
            n = given.n if given.total is None else -(-given.total // len(sets))
            chosen = sets[slice(*given.only)] if given.only else sets
            print(f"{slug}: {len(chosen)} option sets, {n:,} games of each", flush=True)
            for game, found in run(chosen, n, given.seed, given.limit, given.jobs):
                report(game, found)
                played, made, count = played + found.games, made + found.actions, count + 1
                if found.fault:
                    return 1
                if found.games < n:
                    raise KeyboardInterrupt
    except KeyboardInterrupt:
        print("stopped")
    took = time.perf_counter() - began
    print(f"{count} option sets, {played:,} games, {made:,} actions in {took:.0f} s: counters sum to zero, no card lost, every game "
          f"ended, {played:,} views looked through without a leak")  # fmt: skip
    return 0


if __name__ == "__main__":
    sys.exit(main())
