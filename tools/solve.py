"""How many deals can be won, all cards known: `python tools/solve.py SLUG … --deals 1000 --power 6`.

Goes on with the rows of these games (all of the book without any) in the table
`cadogan/tables/winnable.json` where they stand: it may be stopped (Ctrl-C, or killed) at any time,
and loses a few seconds at most; after so many `--seconds` of a game it stops by itself. `--workers`
processes share the deals. Deals that are left undecided have up to 10**power positions each."""

from __future__ import annotations

import sys
from concurrent.futures import ProcessPoolExecutor
from contextlib import nullcontext
from typing import Any

from house import command_line

import cadogan
from cadogan.tables import winnable


def go_on(chosen: Any) -> None:
    """Go on with the rows, and print each."""
    with ProcessPoolExecutor(chosen.workers) if chosen.workers > 1 else nullcontext() as executor:
        for slug in chosen.names:
            solved = winnable.go_on(
                cadogan.games[slug],
                chosen.deals,
                chosen.power,
                chosen.seconds,
                executor,
                lambda row: print(f"  {row}", file=sys.stderr, flush=True),
            )
            print(f"{slug:<23} {solved}; {solved.seconds:.0f} s in all", flush=True)


def main() -> None:
    """See the module."""
    chosen = command_line(
        __doc__, cadogan.games, deals=winnable.DEALS, power=6, seconds=float("inf"), workers=1
    )
    try:
        go_on(chosen)
    except KeyboardInterrupt:
        print("stopped; what was found is written down", file=sys.stderr)


if __name__ == "__main__":
    main()
