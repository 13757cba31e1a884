"""Deals worth playing: for each game numbers of deals that have been won, into cadogan/board/deals.json.

    python tools/deals.py [SECONDS]      # seconds for each game at most, 6 by default

The deals are tried from 1 on by the eager player; a deal that it wins can be won. A game of which none is
found has no list: there the board deals any deal that is not dead after a few moves. Standard library and the package only.
"""

from __future__ import annotations

import json
import sys
import time

import cadogan
from cadogan.board.offers import ENOUGH, KEPT
from cadogan.players.odds import playout

MOST, LAST = 40, 20_000


def won(slug: str, seconds: float) -> list[int]:
    """Numbers of deals that the eager player wins, the lowest first."""
    found: list[int] = []
    until = time.monotonic() + seconds
    for deal in range(1, LAST):
        if len(found) == MOST or time.monotonic() > until:
            break
        if playout(cadogan.games[slug], deal).last.is_won:
            found.append(deal)
    return found


def main() -> None:
    """Try every game of the book and write the list."""
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 6.0
    lists = {}
    for slug in cadogan.games:
        lists[slug] = won(slug, seconds)
        print(f"{slug:<28} {len(lists[slug])}", flush=True)
    kept = {slug: deals for slug, deals in lists.items() if len(deals) >= ENOUGH}
    about = "Deals won by the eager player, the lowest numbers first; made by tools/deals.py."
    lines = ",\n".join(f"  {json.dumps(slug)}: {json.dumps(deals)}" for slug, deals in kept.items())
    KEPT.write_text(f'{{"about": {json.dumps(about)},\n "won": {{\n{lines}\n}}}}\n', encoding="utf-8")


if __name__ == "__main__":
    main()
