"""What the famous patiences are worth: `python tools/famous.py [TITLE …]` plays and solves the games of
`book/famous.md` and writes `cadogan/tables/famous.json`.

The games are the cells tagged `famous` of that page, read as rules are. A row carries the
fingerprint of the rules that it was made with; a game that is named, or whose rules have changed,
is measured anew."""

from __future__ import annotations

import sys
from typing import Any

from house import BOOK, PACKAGE, command_line, read_rows, say, write_rows
from notebooks import code_of, read as read_page

PATH = PACKAGE / "tables" / "famous.json"
#: Deals of seed 1 that the players are given, and that are solved; positions searched at most.
DEALS, SOLVED, STATES = 2_000, 60, 100_000


def games() -> dict[str, Any]:
    """The games of the page, by title."""
    from cadogan.edition.cells import read

    cells = [
        cell.source
        for cell in code_of(read_page(BOOK / "famous.md"))
        if "famous" in cell.metadata.get("tags", ())
    ]
    return {written.game.title: written.game for written in read(*cells).games}


def row_of(game: Any) -> dict[str, Any]:
    """Play and solve a game."""
    from cadogan.players.batches import first_deal
    from cadogan.players.fingerprint import fingerprint
    from cadogan.players.odds import simulate
    from cadogan.solver import Solver

    row: dict[str, Any] = {"rules": fingerprint(game), "deals": DEALS}
    for player in ("greedy", "careful"):
        row[player] = simulate(game, player, n=DEALS, seed=1).wins
    solver, names = Solver(game, 512), {"won": "won", "lost": "lost"}
    row |= {"won": 0, "lost": 0, "open": 0}
    for i in range(SOLVED):
        verdict = solver.solve(game.deal(first_deal(1) + i), STATES).verdict
        row[names.get(verdict, "open")] += 1
    return row


def main(words: list[str] | None = None) -> int:
    """See the module; returns the exit status."""
    from cadogan.players.fingerprint import fingerprint

    known, rows = games(), read_rows(PATH)
    arguments = command_line(__doc__, known, words)
    chosen = arguments.names if len(arguments.names) < len(known) else ()
    for title, game in known.items():
        if title in chosen or rows.get(title, {}).get("rules") != fingerprint(game):
            rows[title] = row_of(game)
            say(f"{title}: {rows[title]}")
            write_rows(PATH, {name: rows[name] for name in known if name in rows})
    write_rows(PATH, {name: rows[name] for name in known if name in rows})
    return 0


if __name__ == "__main__":
    sys.exit(main())
