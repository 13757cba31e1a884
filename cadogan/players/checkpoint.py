"""The counts of a simulation on disk, so that one that is killed goes on where it stopped and loses
a batch at most.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from cadogan.echo import cut, shown
from cadogan.patience.game import Game
from cadogan.players.fingerprint import fingerprint
from cadogan.players.result import Odds

#: The counts that are stored, but for the cards home.
COUNTS = ("n", "wins", "seed", "moves", "stopped", "limit")


def counts_of(found: Odds) -> dict[str, Any]:
    """The counts of a result as they are stored."""
    return {name: getattr(found, name) for name in COUNTS} | {"home": list(found.home)}


def odds_of(game: Game, strategy: str, counts: Mapping[str, Any]) -> Odds:
    """The result that was stored as these counts."""
    whole = {name: counts[name] for name in COUNTS}
    return Odds(game, strategy, **whole, home=tuple(counts["home"]), wanted=counts["n"])


def save(path: Path, counts: Odds) -> None:
    """Write counts to a file (`replace`)."""
    data = counts_of(counts) | {
        "strategy": counts.strategy,
        "game": counts.game.title,
        "rules": fingerprint(counts.game),
    }
    replace(path, json.dumps(data))


def replace(path: Path, text: str) -> None:
    """Write a file, which holds the old text or the new one whenever the process ends.

    Raises:
        OSError: it cannot be written, as on a full disk; the file holds the old text.
    """
    half = path.with_name(path.name + ".part")
    try:
        half.write_text(text, encoding="utf-8")
        half.replace(path)
    except OSError:
        with suppress(OSError):
            half.unlink(missing_ok=True)
        raise


def load(path: Path, game: Game) -> Odds | None:
    """The counts of a file, each checked against the others; None where there is no such file yet.

    Raises:
        ValueError: it is no such file, or one of another game, or there is no folder for it.
    """
    if not path.exists():
        if not path.absolute().parent.is_dir():
            raise ValueError(f"checkpoint: there is no folder {path.parent} to keep the counts in")
        return None
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
        found = odds_of(game, data["strategy"], data)
        rules, title = data["rules"], data["game"]
    except (OSError, ValueError, KeyError, TypeError, RecursionError) as error:
        raise ValueError(
            f"checkpoint: {path} holds no counts of a simulation ({cut(repr(error), 100)}); give another file"
        ) from None
    if rules != fingerprint(game):
        raise ValueError(
            f"checkpoint: {path} holds counts of {cut(repr(title))} or of other rules; give another file"
        )
    if off := odd(found, len(game.rules.pack)):
        raise ValueError(
            f"checkpoint: {path} holds counts that cannot be: {off}; give another file"
        )
    return found


def odd(counts: Odds, pack: int) -> str:
    """What cannot be about counts of games with so many cards; empty where nothing is off."""
    n, home = counts.n, counts.home
    strategy: object = counts.strategy
    whole = {name: getattr(counts, name) for name in COUNTS}
    whole |= {f"home {i}": one for i, one in enumerate(home)}
    for name, value in whole.items():
        if type(value) is not int or not 0 <= value < 1 << 62:
            return f"{name} is {shown(value)}"
    if not isinstance(strategy, str):
        return f"strategy is {shown(strategy)}"
    if sum(home) != n or len(home) > pack + 1:
        return f"home has {sum(home):,} games with up to {len(home) - 1} cards home, of {n:,} games with {pack} cards"
    if counts.wins > n or counts.stopped > n - counts.wins or counts.moves > n * counts.limit:
        return f"{counts.wins:,} won, {counts.stopped:,} stopped and {counts.moves:,} moves, in {n:,} games of {counts.limit:,} at most"
    return ""
