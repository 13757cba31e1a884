"""How many deals can be won, all cards known: `python tools/solve.py SLUG … --deals 1000 --power 6`.

Goes on with the rows of these games (all of the book without any) in the table
`cadogan/tables/winnable.json` where they stand: it may be stopped (Ctrl-C, or killed) at any time,
and loses a few seconds at most; after so many `--seconds` of a game it stops by itself. `--workers`
processes share the deals. Deals that are left undecided have up to 10**power positions each.

`python tools/solve.py --check 4000` instead holds the solver against a search of every position, on
so many deals of each of the small games of `tests/solver/small_games.py` (with `--backend python` in Python)."""

from __future__ import annotations

import sys
from collections import Counter
from concurrent.futures import Executor, ProcessPoolExecutor
from contextlib import nullcontext
from typing import Any

from house import ROOT, asked

import cadogan
from cadogan.solver import naive
from cadogan.solver.search import Solver
from cadogan.tables import winnable


def go_on(given: Any) -> None:
    """Go on with the rows, and print each."""
    pool = ProcessPoolExecutor(given.workers) if given.workers > 1 else nullcontext()
    executor: Executor | None
    with pool as executor:
        for slug in given.names:
            found = winnable.go_on(
                cadogan.games[slug],
                given.deals,
                given.power,
                given.seconds,
                executor,
                lambda row: print(f"  {row}", file=sys.stderr, flush=True),
            )
            print(f"{slug:<23} {found}; {found.seconds:.0f} s in all", flush=True)


def check(deals: int, backend: str) -> int:
    """The solver against a search of every position; the number of verdicts that differ."""
    sys.path.append(str(ROOT / "tests" / "solver"))
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


def main() -> None:
    """See the module."""
    given = asked(
        __doc__,
        cadogan.games,
        deals=winnable.DEALS,
        power=6,
        seconds=float("inf"),
        workers=1,
        check=0,
        backend="auto",
    )
    if given.check:
        raise SystemExit(1 if check(given.check, given.backend) else 0)
    try:
        go_on(given)
    except KeyboardInterrupt:
        print("stopped; what was found is written down", file=sys.stderr)


if __name__ == "__main__":
    main()
