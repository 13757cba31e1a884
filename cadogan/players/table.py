"""The committed table of odds.

``cadogan table --make`` (`cadogan.tables.rows`) writes what the random, the greedy and the careful
player make of each game to ``odds.json`` beside this file; a row carries a fingerprint of the rules
it was made with, and a test fails when the rules have changed since."""

from __future__ import annotations

import functools
import json
import os
import tempfile
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cadogan.patience.game import Game
from cadogan.players.fingerprint import fingerprint
from cadogan.players.result import Odds
from cadogan.players.strategies import STRATEGIES

if TYPE_CHECKING:
    from cadogan.players.comparison import Comparison

PATH = Path(__file__).with_name("odds.json")
SEED = 1


#: The counts of a result that are stored, but for the cards home.
COUNTS = ("n", "wins", "seed", "moves", "stopped", "limit")


def counts_of(result: Odds) -> dict[str, Any]:
    """The counts of a result as they are stored."""
    return {name: getattr(result, name) for name in COUNTS} | {"home": list(result.home)}


def odds_of(game: Game, strategy: str, counts: Mapping[str, Any]) -> Odds:
    """The result that was stored as these counts."""
    whole = {name: counts[name] for name in COUNTS}
    return Odds(game, strategy, **whole, home=tuple(counts["home"]), wanted=counts["n"])


def version() -> str:
    """The version of the package that made a row."""
    from importlib import metadata  # late: a game that is played asks for no version

    try:
        return metadata.version("cadogan")
    except metadata.PackageNotFoundError:
        return "unknown"


@functools.cache
def kept(path: Path) -> dict[str, Any]:
    """What a committed file of a table holds; empty where it was never made."""
    return json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}


def stored() -> dict[str, Any]:
    """The whole table as it is committed."""
    return kept(PATH)


def row(game: Game) -> list[Odds]:
    """The results for a game, random play first; empty where its rules are not in the table."""
    entry = stored().get(game.slug)
    if entry is None or entry["rules"] != fingerprint(game):
        return []
    return [odds_of(game, name, counts) for name, counts in entry["results"].items()]


def table(slug: str) -> Comparison:
    """The committed odds of a game of the book.

    Raises:
        KeyError: the game is not in the table, or its rules have changed since.
    """
    import cadogan
    from cadogan.players.comparison import Comparison

    results = row(cadogan.games[slug])
    if not results:
        raise KeyError(
            f"the committed table has no row for {slug!r} as it now stands; cadogan table {slug} --make makes it"
        )
    return Comparison(tuple((r.strategy, r) for r in results))


def write(game: Game, results: Mapping[str, Odds]) -> None:
    """Write what strategies made of a game; what others made of it by the same rules stays, as do
    other games.
    """
    kept.cache_clear()  # another run may have written other rows meanwhile
    rules, before = fingerprint(game), stored().get(game.slug)
    entries: dict[str, Any] = (
        before["results"] if before is not None and before["rules"] == rules else {}
    )
    for name, r in results.items():
        entries[name] = counts_of(r) | {"seconds": round(r.seconds, 1), "version": version()}
    ordered = {name: entries[name] for name in STRATEGIES if name in entries}
    keep(PATH, {**stored(), game.slug: {"rules": rules, "results": ordered}})


def keep(path: Path, rows: Mapping[str, Any], written: Callable[[Any], str] = json.dumps) -> None:
    """Write a table, game by game in the order of the book, so that a change can be read; the file
    holds the old table or the new one whenever the process ends.
    """
    import cadogan

    lines = [
        f" {json.dumps(slug)}: {written(rows[slug])}" for slug in cadogan.games if slug in rows
    ]
    replace(path, "{\n" + ",\n".join(lines) + "\n}\n")
    kept.cache_clear()


def replace(path: Path, text: str) -> None:
    """Write a file, which holds the old text or the new one whenever the process ends, whoever else
    writes it meanwhile.

    Raises:
        OSError: it cannot be written, as on a full disk; the file holds the old text.
    """
    number, half = tempfile.mkstemp(prefix=f"{path.name}.", suffix=".part", dir=path.parent)
    try:
        with open(number, "w", encoding="utf-8") as file:
            file.write(text)
        os.chmod(half, 0o644)  # mkstemp's files are their owner's alone
        os.replace(half, path)
    except OSError:
        with suppress(OSError):
            os.unlink(half)
        raise
