"""Random play at length: `python tools/soak.py [SLUG …] [-n 10000] [--seeds 1 2 3]`.

Plays every game (and variant, and option of each reading) at random with the compiled kernels and looks after every game
whether each card of the pack lies in exactly one place; plays a sample again as plain Python and compares the whole final
states; and in a sample of games tries every listed move. Exit status 1 at the first fault, which is named.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator
from typing import Any

import cadogan
from cadogan import kernels as plain
from cadogan import machine, odds
from cadogan.game import Game
from cadogan.position import ROOM, Position

SAMPLE = 5


def rulings(slugs: list[str]) -> Iterator[tuple[str, Game]]:
    """Every game with its variants and the other options of its readings, with a name."""
    for slug in slugs:
        game = cadogan.games[slug]
        for one in (game, *game.variants.values()):
            yield one.slug, one
        for name, options in game.readings.items():
            for option in options[1:]:
                yield f"{slug}, {name}: {option}", game.vary(**{name.replace(" ", "_"): option})


def lost_cards(program: machine.Program, state: Any) -> str:
    """What is wrong with the piles of a state; empty where every card lies in exactly one place."""
    tables = program.tables
    found: list[int] = []
    for p in range(len(program.places)):
        card = int(state[plain.a_top(tables) + p])
        for _ in range(int(state[plain.a_height(tables) + p])):
            found.append(card)
            card = int(state[plain.a_under(tables) + card])
    if sorted(found) != sorted(program.pack):
        return f"{len(found)} cards lie on the table, {len(set(found))} of them different; the pack has {len(program.pack)}"
    return ""


def soak(game: Game, fast: Any, n: int, seed: int, limit: int) -> tuple[int, str]:
    """Play n games; the moves made and the first fault."""
    import numpy as np

    def room(k: int) -> Any:
        return np.zeros(k, np.int64)

    program = game.program
    size, count = plain.state_size(program.tables), len(program.pack)
    state, chance, work, pack = room(size), room(4), room(ROOM), np.array(program.pack, np.int64)
    moves = 0
    for i in range(n):
        number = odds.first_deal(seed) + i
        cards = pack.copy()
        fast.seed(chance, number, 0)
        fast.shuffle_packs(program.array, chance, cards, count)
        fast.begin(program.array, state, cards, count, number, work)
        fast.seed(chance, number, 1 << 30)
        moves += fast.playout(program.array, state, chance, work, 0, limit)
        fault = lost_cards(program, state)
        if fault:
            return moves, f"deal {number}: {fault}"
        if i < SAMPLE:
            other, chance2 = list(game.deal(number).state), [0] * 4
            plain.seed(chance2, number, 1 << 30)
            plain.playout(program.tables, other, chance2, [0] * ROOM, 0, limit)
            if [int(x) for x in state] != other:
                return moves, f"deal {number}: compiled and plain play end in different states"
    return moves, ""


def try_moves(game: Game, seed: int) -> str:
    """Walk through a few games and try every listed move; the first fault."""
    for i in range(SAMPLE):
        position = game.deal(odds.first_deal(seed) + i)
        chance = [0] * 4
        plain.seed(chance, i, 7)
        for _ in range(40):
            listed = position.moves()
            if not listed:
                break
            for move in listed[:60]:
                after: Position = position.play(move.text)
                fault = lost_cards(game.program, after.state)
                if fault:
                    return f"deal {position.number}, {move}: {fault}"
            position = position.play(listed[plain.below(chance, len(listed))])
    return ""


def main() -> int:
    """See the module."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("slugs", nargs="*")
    parser.add_argument("-n", type=int, default=10_000, help="games for each seed")
    parser.add_argument("--seeds", type=int, nargs="+", default=[1, 2, 3])
    parser.add_argument("--limit", type=int, default=1000, help="moves after which a game is stopped")
    given = parser.parse_args()
    fast = machine.compiled()
    if fast is None:
        sys.exit("numba is not installed; the soak is for the compiled kernels")
    for name, game in rulings(given.slugs or list(cadogan.games)):
        began, moves = time.perf_counter(), 0
        fault = try_moves(game, 9)
        for seed in given.seeds:
            if not fault:
                made, fault = soak(game, fast, given.n, seed, given.limit)
                moves += made
        if fault:
            print(f"{name}: {fault}")
            return 1
        games, seconds = given.n * len(given.seeds), time.perf_counter() - began
        print(f"{name}: {games:,} games, {moves:,} moves, no card lost ({seconds:.0f} s)", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
