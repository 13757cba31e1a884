"""How many deals can be won, all cards known: `python tools/solve.py SLUG --deals 1000 --seconds
10`.

Prints the deals won, lost and undecided, with a 95 % interval that counts the undecided on both
sides, the positions searched, and the peak memory. Deal i is number ``seed * 2**32 + i``, as in
`cadogan.odds.simulate`. With ``--file`` every batch is written down, and a run that was stopped
(Ctrl-C, or killed) goes on where it stood. Where re-deals are shuffled, the first deal alone
counts.

`python tools/solve.py --check 4000` instead holds the solver against a search of every position, on
so many deals of each of the small games of `small_games.py`."""

from __future__ import annotations

import argparse
import json
import os
import resource
import sys
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

import cadogan
from cadogan.players.odds import first_deal, wilson
from cadogan.solver import naive
from cadogan.solver.search import MEMORY, Solver
from cadogan.solver.verdict import LOST, UNKNOWN, WON

#: What is written of a deal: its index, the verdict's letter, the limit, the positions searched,
#: the seconds, the length of the line.
Row = list[Any]
BATCH = 5

_solver: Solver


def prepare(slug: str, readings: dict[str, str], memory: int) -> None:
    """A solver for this process."""
    global _solver
    game = cadogan.games[slug]
    _solver = Solver(
        game.vary(**{name.replace(" ", "_"): option for name, option in readings.items()})
        if readings
        else game,
        memory,
    )


def batch(
    deals: list[tuple[int, int]], states: int | None, seconds: float | None
) -> tuple[list[Row], int]:
    """Some deals solved; what is written of them, and this process's peak memory in bytes."""
    rows: list[Row] = []
    for index, number in deals:
        found = _solver.solve(_solver.game.deal(number), states, seconds)
        rows.append(
            [
                index,
                found.verdict[0],
                found.limit,
                found.states,
                round(found.seconds, 3),
                len(found.line),
            ]
        )
    return rows, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


def runs(given: argparse.Namespace, done: set[int]) -> Iterator[tuple[list[Row], int]]:
    """The batches still to be solved, by one process or several."""
    left = [(i, first_deal(given.seed) + i) for i in range(given.deals) if i not in done]
    parts = [left[i : i + BATCH] for i in range(0, len(left), BATCH)]
    setting = (given.slug, dict(given.reading), given.memory)
    if given.workers == 1:
        prepare(*setting)
        yield from (batch(part, given.states, given.seconds) for part in parts)
        return
    with ProcessPoolExecutor(given.workers, initializer=prepare, initargs=setting) as pool:
        waiting = [pool.submit(batch, part, given.states, given.seconds) for part in parts]
        try:
            yield from (one.result() for one in waiting)
        finally:
            pool.shutdown(wait=True, cancel_futures=True)


def told(rows: list[Row], seconds: float, peak: int) -> str:
    """The figures."""
    n = len(rows)
    won = sum(row[1] == WON[0] for row in rows)
    lost = sum(row[1] == LOST[0] for row in rows)
    before = sum(row[1] == UNKNOWN[0] and row[2] == "re-deal" for row in rows)
    open_ = n - won - lost - before
    low, high = wilson(won, n)[0], wilson(won + open_, n)[1]
    states, taken = sum(row[3] for row in rows), sum(row[4] for row in rows)
    limits = Counter(row[2] for row in rows if row[1] == UNKNOWN[0] and row[2] != "re-deal")
    doubt = sum(row[3] ** 2 for row in rows if row[1] != WON[0]) / 2.0**64
    return "\n".join(
        (
            f"deals {n:,}: won {won:,} ({100 * won / max(1, n):.2f} %), lost {lost:,}, "
            f"lost before the re-deal {before:,}, undecided {open_:,}"
            + "".join(f", {count} for {limit}" for limit, count in limits.items()),
            f"can be won: {100 * low:.2f} % to {100 * high:.2f} % (95 % interval, the undecided on both sides); "
            f"decided {100 * (n - open_) / max(1, n):.2f} %",
            f"positions searched {states:,}, {states / max(taken, 1e-9) / 1e6:.2f} million a second of search; "
            f"a wrong prune anywhere: at most {doubt:.1e}",
            f"lines won: longest {max((row[5] for row in rows), default=0)} moves; peak memory {peak / 2**20:.0f} MB a process; "
            f"{seconds:.0f} s in this run",
        )
    )


def solved(given: argparse.Namespace) -> None:
    """Solve the deals, and print the figures."""
    setting = {
        key: getattr(given, key) for key in ("slug", "seed", "states", "seconds", "memory")
    } | {"reading": dict(given.reading)}
    rows: list[Row] = []
    if given.file and given.file.exists():
        kept = json.loads(given.file.read_text())
        if kept["setting"] != setting:
            raise SystemExit(f"{given.file} belongs to other settings: {kept['setting']}")
        rows = kept["rows"]
    began, wrote, peak = time.monotonic(), 0.0, 0

    def write() -> None:
        if given.file:
            beside = given.file.with_suffix(".new")
            beside.write_text(json.dumps({"setting": setting, "rows": rows}))
            os.replace(beside, given.file)

    try:
        for found, memory in runs(given, {row[0] for row in rows}):
            rows += found
            peak = max(peak, memory)
            if time.monotonic() - wrote > 5:
                wrote = time.monotonic()
                write()
    except KeyboardInterrupt:
        print("stopped; the deals solved so far:", file=sys.stderr)
    finally:
        write()
    print(
        f"{cadogan.games[given.slug].title}, seed {given.seed}, at most {given.seconds} s and {given.states} positions a deal"
    )
    print(told(rows, time.monotonic() - began, peak))


def check(deals: int, backend: str) -> int:
    """The solver against a search of every position; the number of verdicts that differ."""
    from small_games import SMALL

    wrong = compared = 0
    for title, game in SMALL.items():
        solver, tally = Solver(game, 8, backend), Counter[str]()
        for number in range(deals):
            position = game.deal(number)
            found, (verdict, limit, _) = solver.solve(position), naive.verdict(position)
            tally[f"{verdict} {limit}".strip()] += 1
            if (found.verdict, found.limit) != (verdict, limit):
                wrong += 1
                print(
                    f"{title}, deal {number}: the solver says {found}, the search of every position {verdict} {limit}"
                )
        compared += deals
        print(
            f"{title:<34} {', '.join(f'{count} {what}' for what, count in sorted(tally.items()))}",
            flush=True,
        )
    print(f"{compared:,} deals of {len(SMALL)} games compared, {wrong} verdicts differ")
    return wrong


def reading(text: str) -> tuple[str, str]:
    """A reading and its option, from ``name=option``."""
    name, sign, option = text.partition("=")
    if not sign:
        raise argparse.ArgumentTypeError(f"a reading is given as name=option, not {text!r}")
    return name, option


def main() -> None:
    """See the module."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("slug", nargs="?", help="the game")
    parser.add_argument("--deals", type=int, default=100)
    parser.add_argument("--seconds", type=float, default=10.0, help="at most so many for a deal")
    parser.add_argument("--states", type=int, help="at most so many positions for a deal")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--memory", type=int, default=MEMORY, help="megabytes a process")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument(
        "--reading", type=reading, action="append", default=[], metavar="NAME=OPTION"
    )
    parser.add_argument("--file", type=Path, help="where the run is kept")
    parser.add_argument(
        "--check",
        type=int,
        metavar="DEALS",
        help="hold the solver against a search of every position",
    )
    parser.add_argument("--backend", default="auto", help="for --check")
    given = parser.parse_args()
    if given.check:
        raise SystemExit(1 if check(given.check, given.backend) else 0)
    if not given.slug:
        parser.error("which game? give its slug, or --check")
    solved(given)


if __name__ == "__main__":
    main()
