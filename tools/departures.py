"""Which games depart from what is stored of them: from their golden playthrough
(`tests/golden/<slug>.txt`), and from the tables that were made by their rules. `make check` says it
before all else, for a changed rule fails in many tests and its cause in few of them.

    python tools/departures.py [slug …]

Exit status 1 where a game departs from its playthrough."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from house import PACKAGE, ROOT, command_line

sys.path.insert(0, str(ROOT))

import cadogan
from cadogan.edition.chapters import RulesError
from cadogan.patience.game import Game
from cadogan.players.fingerprint import fingerprint

GOLDEN = ROOT / "tests" / "golden"
#: The tables whose rows carry the fingerprint of the rules they were made by, and what makes them.
TABLES = {
    "players/odds.json": "make odds",
    "tables/rows.json": "make odds",
    "tables/winnable.json": "make odds",
    "players/hints.json": "tools/hints.py",
    "tables/obeyed.json": "tools/hints.py",
}
#: The line of a move in a playthrough, and the line of its end.
MOVE = re.compile(r"^[ \d]{2}\d\. (.*?)(?: · (.*))?$", re.MULTILINE)
END = re.compile(r"^The game is (won|over|given up) after", re.MULTILINE)


def from_playthrough(game: Game, text: str) -> str:
    """Where a game departs from its written playthrough; empty where it does not."""
    position = game.deal(int(text.partition("\n")[0].rpartition(" ")[2]))
    if str(position) != text.partition("\n\n")[0]:
        return "at the deal"
    for number, (move, sentence) in enumerate(MOVE.findall(text), 1):
        place = f"at move {number}, {move}"
        legal = position.find(move)
        if legal is None:
            return f"{place}: {position.why_not(move)}"
        if sentence and legal.says != sentence:
            return f"{place}: {legal.says}; written is: {sentence}"
        position = position.play(legal)
    end = "won" if position.is_won else "over" if position.is_over else "given up"
    written = END.search(text)
    if not written or written[1] != end:
        return f"at its end: the game is {end}" + (f", and was {written[1]}" if written else "")
    return (
        ""
        if text.endswith(f"{str(position).partition(chr(10))[2]}\n")
        else "in what follows a move"
    )


def stale_tables(game: Game) -> list[str]:
    """The stored tables that hold rows of this game by other rules."""
    rules = fingerprint(game)
    return [name for name in TABLES if (row := _row(name, game.slug)) and row["rules"] != rules]


def _row(name: str, slug: str) -> Any:
    row = _table(PACKAGE / name).get(slug)
    return row.get("", row) if row else None


_tables: dict[Path, Any] = {}


def _table(path: Path) -> Any:
    if path not in _tables:
        _tables[path] = json.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}
    return _tables[path]


def departures(slugs: list[str]) -> Iterator[tuple[str, str, list[str]]]:
    """Each game that is not as it is stored: its slug, where it departs from its playthrough (empty
    where it does not), and the stored tables that are of other rules.
    """
    for slug in slugs:
        path = GOLDEN / f"{slug}.txt"
        try:
            game = cadogan.games[slug]
            text = path.read_text(encoding="utf-8") if path.is_file() else ""
            departure, tables = from_playthrough(game, text) if text else "", stale_tables(game)
        except RulesError as error:
            departure, tables = f"for it cannot be read: {error}", []
        if departure or tables:
            yield slug, departure, tables


def main(line: list[str] | None = None) -> int:
    """See the module."""
    departing = False
    names = command_line(__doc__, list(cadogan.games), line).names
    for slug, departure, tables in departures(names):
        if departure:
            departing = True
            print(f"{slug} departs from its golden playthrough {departure}")
        if tables:
            makers = ", ".join(dict.fromkeys(TABLES[name] for name in tables))
            print(f"{slug}: stored by other rules: {', '.join(tables)} ({makers} makes them anew)")
        if departure and "cannot be read" not in departure:
            print(
                f"  If that is meant: pytest tests/test_golden.py tests/test_counts.py --regenerate -k {slug}, "
                "then make odds and make notebooks."
            )
    return int(departing)


if __name__ == "__main__":
    sys.exit(main())
