"""Random play at length: `python tools/soak.py [SLUG …] [--moves 1000000] [--seed 1]`.

Plays every game (and variant, and option of each reading) at random with the compiled kernels until so many moves are made, and
looks after every game whether each card of the pack lies in exactly one place; plays a sample of the games again as plain
Python and compares the whole final states. In a sample of games it tries every listed move, tries moves that are not
listed (each must be refused, and change nothing), and plays the record of the game again, through its JSON. Exit status 1 at the
first fault, which is named.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator
from typing import Any

import cadogan
from cadogan import compiling, machine, odds
from cadogan import kernels as plain
from cadogan.game import Game
from cadogan.position import ROOM, IllegalMove, Position, Record

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


def soak(game: Game, fast: Any, wanted: int, seed: int, limit: int) -> tuple[int, int, str]:
    """Play until so many moves are made; the games, the moves made and the first fault."""
    import numpy as np

    def room(k: int) -> Any:
        return np.zeros(k, np.int64)

    program = game.program
    size, count = plain.state_size(program.tables), len(program.pack)
    state, chance, work, pack = room(size), room(4), room(ROOM), np.array(program.pack, np.int64)
    games = moves = 0
    while moves < wanted:
        number = odds.first_deal(seed) + games
        cards = pack.copy()
        fast.seed(chance, number, 0)
        fast.shuffle_packs(program.array, chance, cards, count)
        fast.begin(program.array, state, cards, count, number, work)
        fast.seed(chance, number, 1 << 30)
        made = fast.playout(program.array, state, chance, work, 0, limit)
        moves += max(1, made)  # a deal without a move counts, or the count might never be reached
        games += 1
        if fault := lost_cards(program, state):
            return games, moves, f"deal {number}: {fault}"
        if games <= SAMPLE:
            other, chance2 = list(game.deal(number).state), [0] * 4
            plain.seed(chance2, number, 1 << 30)
            plain.playout(program.tables, other, chance2, [0] * ROOM, 0, limit)
            if [int(x) for x in state] != other:
                return games, moves, f"deal {number}: compiled and plain play end in different states"
    return games, moves, ""


def attempts(position: Position, chance: list[int], n: int) -> list[str]:
    """Texts of moves that might be legal and are not listed: between places, and of each other kind."""
    names = [place.id for place in position.game.places]
    listed = {move.text for move in position.moves()}
    found = [f"{kind}" for kind in ("turn", "deal", "again", "fill", "next", "pass")]
    for _ in range(n):
        one, two = names[plain.below(chance, len(names))], names[plain.below(chance, len(names))]
        found += [f"{one}-{two}", f"{one}-{two} 2", f"fill {one}", f"take {one} {two}", f"swap {one} {two}"]
    return [text for text in found if text not in listed]


def try_moves(game: Game, seed: int) -> tuple[int, str]:
    """Walk through a few games: every listed move, others that must be refused, and the record again; attempts refused, first fault."""
    refused = 0
    for i in range(SAMPLE):
        opening = position = game.deal(odds.first_deal(seed) + i)
        chance = [0] * 4
        plain.seed(chance, i, 7)
        moves: list[str] = []
        for _ in range(40):
            listed = position.moves()
            if not listed:
                break
            for move in listed[:60]:
                after: Position = position.play(move.text)
                if fault := lost_cards(game.program, after.state):
                    return refused, f"deal {position.number}, {move}: {fault}"
            before = position.state
            for text in attempts(position, chance, 4):
                try:
                    position.play(text)
                except IllegalMove:
                    refused += 1
                else:
                    if position.find(text) not in listed:
                        return refused, f"deal {position.number}, {' '.join(moves)}: {text} is not listed and was accepted"
                if position.state != before:
                    return refused, f"deal {position.number}, {text}: a refused move changed the position"
            moves.append(listed[plain.below(chance, len(listed))].text)
            position = position.play(moves[-1])
        record = Record(game, opening.number, moves)
        if game.origin is None:  # another Python finds a game by its slug
            record = Record.from_json(record.to_json())
        if record.last != position or record.last.state != position.state:
            return refused, f"deal {opening.number}: the record plays to another position"
    return refused, ""


def main() -> int:
    """See the module."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("slugs", nargs="*")
    parser.add_argument("--moves", type=int, default=1_000_000, help="random moves in each game, variant and reading")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--limit", type=int, default=1000, help="moves after which a game is stopped")
    given = parser.parse_args()
    fast = compiling.compiled()
    if fast is None:
        sys.exit("numba is not installed; the soak is for the compiled kernels")
    count = total = 0
    for name, game in rulings(given.slugs or list(cadogan.games)):
        began = time.perf_counter()
        refused, fault = try_moves(game, given.seed + 8)
        games = moves = 0
        if not fault:
            games, moves, fault = soak(game, fast, given.moves, given.seed, given.limit)
        if fault:
            print(f"{name}: {fault}")
            return 1
        count, total = count + 1, total + moves
        print(f"{name}: {moves:,} moves in {games:,} games, {refused:,} attempts refused ({time.perf_counter() - began:.0f} s)", flush=True)
    print(f"{count} games, variants and readings: {total:,} random moves, no card lost")
    return 0


if __name__ == "__main__":
    sys.exit(main())
