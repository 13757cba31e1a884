"""The counts of a simulation on disk, so that one that is killed goes on where it stopped and loses a batch at most."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import TYPE_CHECKING

from cadogan.patience.game import Game

if TYPE_CHECKING:
    from cadogan.players.odds import Odds

COUNTS = ("strategy", "n", "wins", "seed", "moves", "stopped", "limit")


def save(path: Path, counts: Odds) -> None:
    """Write counts to a file, which holds the old ones or the new ones whenever the process ends."""
    from cadogan.players.table import fingerprint

    data = {name: getattr(counts, name) for name in COUNTS}
    data |= {"game": counts.game.title, "rules": fingerprint(counts.game), "home": list(counts.home)}
    half = path.with_name(path.name + ".part")
    half.write_text(json.dumps(data), encoding="utf-8")
    os.replace(half, path)


def load(path: Path, game: Game) -> Odds | None:
    """The counts of a file; None where there is no such file yet.

    Raises:
        ValueError: it is no such file, or one of another game.
    """
    from cadogan.players.odds import Odds
    from cadogan.players.table import fingerprint

    if not path.exists():
        return None
    try:
        data = json.loads(path.read_text(encoding="utf-8"))
        found = Odds(game, **{name: data[name] for name in COUNTS}, home=tuple(data["home"]), wanted=data["n"])
    except (json.JSONDecodeError, KeyError, TypeError) as error:
        raise ValueError(f"checkpoint: {path} holds no counts of a simulation ({error!r}); give another file") from None
    if data["rules"] != fingerprint(game):
        raise ValueError(f"checkpoint: {path} holds counts of {data['game']!r} or of other rules; give another file")
    return found
