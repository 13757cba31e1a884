"""Random play of the round games at length: `python tools/round_soak.py [SLUG …] [-n 1000] [--seed
1] [--jobs 1]`.

Plays every game in every option set that the tests know (the defaults, each other choice by itself,
some sets drawn at random) and in the variants of the books that change several options at once, `n`
games of each; with `--named` only in the defaults and in the variants that the books name. With the
fewest, the usual and the most players in turn. In every state the counters and the pools sum to
zero, no pool is below zero and there is an action; at the end of every game, and in one state of it
taken at random, every card of the pack is there once; in that state everything hidden from one seat
is dealt anew, and its view and its actions must be the same. A game that is not over after
`--limit` actions is a fault. Games are played upon one table (`State.run`); the tests compare that
with `play`.

Prints a line for each option set. Ctrl-C stops with what was done; `--seed` and `--only` go on
elsewhere. Exit status 1 at a fault, which is named with the game, its options, players and deal.
"""

from __future__ import annotations

import argparse
import importlib.util
import random
import sys
import time
from collections import Counter
from collections.abc import Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from typing import Any, NamedTuple

from house import ROOT

from cadogan.round_games import Game, State, games
from cadogan.round_games.state import Action
from cadogan.round_games.table import Table

#: The variants that the books name.
VARIANTS: dict[str, list[dict[str, Any]]] = {
    "calabrasella": [{"four_handed": True}],
    "commerce": [
        {"mode": "old"},
        {"mode": "pool"},
        {"mode": "pool", "horse": "third"},
        {"mode": "extended"},
        {"hands": "no_pair"},
        {"hands": "tricon_sequence_point"},
        {"continuous_dealing": True, "deals": 3},
        {"dealer_penalty": "all"},
        {"pack": 32},
    ],
    "conquian": [{"pack": "A23456789T", "first_card": "turn_up"}],
    "cooncan": [{"splash_bonus": 25}],
    "pope-joan": [
        {"board": "five"},
        {"dressing": "dealer"},
        {"stops": "remainder"},
        {"pope_turned_wins_game": True},
        {"pope_for_stop": True},
        {"deals": "round"},
    ],
    "speculation": [
        {"pack": 32},
        {"court_turn_up_passes": False},
        {"turn_up_to_pool": True},
        {"spare_hand": True},
        {"knave_five_penalty": 1},
        {"out_of_turn_penalty": 1},
    ],
}


class Soaked(NamedTuple):
    """What came of one option set."""

    games: int
    actions: int
    views: int
    seconds: float
    fault: str


def option_sets(slug: str, named: bool) -> list[Game[Any]]:
    """The defaults and the variants, and unless only these are wanted the option sets of the tests."""
    game = games[slug]
    variants = [game.vary(**options) for options in VARIANTS[slug]]
    if named:
        return [game, *variants]
    spec = importlib.util.spec_from_file_location(
        "round_table_tests", ROOT / "tests" / "round_games" / "test_table.py"
    )
    assert spec is not None and spec.loader is not None
    tests = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(tests)
    return list(dict.fromkeys([*tests.possible(game), *variants]))


def sizes(game: Game[Any]) -> list[int]:
    """The fewest, the usual number and the most players."""
    span = game.players
    return sorted({span[0], min(max(game.usual, span[0]), span[-1]), span[-1]})


def missing(t: Table, whole: Counter[Any]) -> str:
    """Cards lost or found twice; empty when every card is there."""
    found = Counter(t.everything())
    return (
        ""
        if found == whole
        else f"cards lost: {dict(whole - found)}, too many: {dict(found - whole)}"
    )


def unpaid(t: Table) -> str:
    """Counters that are nobody's, and pools that owe some; empty when all is right."""
    pools = t.pools.values()
    if total := sum(t.counters) + sum(pools):
        return f"the counters sum to {total}"
    return f"a pool is below zero: {t.pools}" if min(pools) < 0 else ""


def leak(state: State, seat: int | None, seed: int) -> str:
    """What a seat could see of what is hidden from it; empty when it sees nothing."""
    again = state.redraw(seat, seed)
    if again.view(seat) != state.view(seat):
        return f"seat {seat} sees what is hidden: its view changes when that is dealt anew"
    if seat is not None and seat == state.to_act and again.actions() != state.actions():
        return f"seat {seat} has other actions when what is hidden from it is dealt anew"
    return ""


class Player:
    """Any action, each equally likely, after a look at the table (`State.run`).

    Attributes:
        kept: a state taken at random, each equally likely.
        made: the actions so far.
        fault: what is wrong, in words.
    """

    def __init__(self, game: Game[Any], rng: random.Random) -> None:
        self.game, self.rng = game, rng
        self.kept: State | None = None
        self.made = 0
        self.fault = ""

    def __call__(self, t: Table, actions: Sequence[Action]) -> Action | None:
        """None at a fault."""
        self.fault = unpaid(t) or ("" if actions else f"nothing to do for seat {t.to_act}")
        if self.fault:
            return None
        self.made += 1
        if self.rng.random() * self.made < 1:
            self.kept = State(self.game, t.copy())
        return actions[int(self.rng.random() * len(actions))]


def one_game(game: Game[Any], number: int, players: int, limit: int) -> tuple[int, str]:
    """A game of random play; its actions and the first fault."""
    rng, whole = random.Random(number), Counter(game.cards(players))
    player = Player(game, rng)
    begun = game.deal(number, players)
    end, made = begun.run(player, limit, silent=True)
    if player.fault:
        return made, f"action {made}: {player.fault}"
    if not end.is_over:
        return made, f"not over after {limit} actions"
    kept, seat = player.kept or begun, rng.choice([*range(players), None])
    return made, unpaid(end._table) or missing(end._table, whole) or missing(
        kept._table, whole
    ) or leak(kept, seat, number)


def soak(game: Game[Any], n: int, seed: int, limit: int) -> Soaked:
    """So many games in one option set."""
    began, actions, done, seats = time.perf_counter(), 0, 0, sizes(game)
    try:
        for i in range(n):
            number, players = (seed << 32) + i, seats[i % len(seats)]
            try:
                made, fault = one_game(game, number, players, limit)
            except (
                Exception
            ) as error:  # a game that raises is a fault like another, and wants its deal named
                made, fault = 0, f"{type(error).__name__}: {error}"
            actions += made
            done += 1
            if fault:
                return Soaked(
                    done,
                    actions,
                    done,
                    time.perf_counter() - began,
                    f"deal {number}, {players} players: {fault}",
                )
    except KeyboardInterrupt:
        pass  # what was done is reported
    return Soaked(done, actions, done, time.perf_counter() - began, "")


def report(game: Game[Any], found: Soaked) -> None:
    """One line for an option set."""
    rate = found.actions / found.seconds if found.seconds else 0.0
    said = (
        found.fault
        or f"{found.games:,} games, {found.actions:,} actions, {rate:,.0f} a second ({found.seconds:.0f} s)"
    )
    print(f"{game!r}: {said}", flush=True)


def run(
    sets: list[Game[Any]], n: int, seed: int, limit: int, jobs: int
) -> Iterable[tuple[Game[Any], Soaked]]:
    """Every option set, here or in a number of processes."""
    if jobs == 1:
        yield from ((game, soak(game, n, seed, limit)) for game in sets)
        return
    with ProcessPoolExecutor(jobs) as pool:
        waiting = [
            (game, pool.submit(_elsewhere, game.slug, dict(game.options_set), n, seed, limit))
            for game in sets
        ]
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
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("slugs", nargs="*", help="games; all unless told")
    parser.add_argument("-n", type=int, default=1000, help="games in each option set (%(default)s)")
    parser.add_argument(
        "--total",
        type=int,
        help="games of each round game in all, shared among its option sets, instead of -n",
    )
    parser.add_argument(
        "--named",
        action="store_true",
        help="only the defaults and the variants that the books name",
    )
    parser.add_argument(
        "--only",
        type=int,
        nargs=2,
        metavar=("FROM", "TO"),
        help="only these option sets of each game, from 0",
    )
    parser.add_argument(
        "--seed", type=int, default=1, help="deal i is seed * 2**32 + i (%(default)s)"
    )
    parser.add_argument(
        "--limit",
        type=int,
        default=50_000,
        help="actions after which a game must have ended (%(default)s)",
    )
    parser.add_argument("--jobs", type=int, default=1, help="processes (%(default)s)")
    given = parser.parse_args()
    played = made = count = 0
    began = time.perf_counter()
    try:
        for slug in given.slugs or list(games):
            sets = option_sets(slug, given.named)
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
    print(
        f"{count} option sets, {played:,} games, {made:,} actions in {took:.0f} s: counters sum to zero, no card lost, every game "
        f"ended, {played:,} views looked through without a leak"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
