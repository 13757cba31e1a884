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

from house import asked

import cadogan
from cadogan.tables import winnable


def go_on(given: Any) -> None:
    """Go on with the rows, and print each."""
    with ProcessPoolExecutor(given.workers) if given.workers > 1 else nullcontext() as executor:
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


def main() -> None:
    """See the module."""
    given = asked(
        __doc__, cadogan.games, deals=winnable.DEALS, power=6, seconds=float("inf"), workers=1
    )
    try:
        go_on(given)
    except KeyboardInterrupt:
        print("stopped; what was found is written down", file=sys.stderr)


if __name__ == "__main__":
    main()
