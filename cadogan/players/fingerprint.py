"""Whether what is stored of a game still belongs to its rules."""

from __future__ import annotations

import hashlib
from dataclasses import fields

from cadogan.patience.game import Game
from cadogan.words import Clause


def fingerprint(game: Game) -> str:
    """Sixteen hexadecimal digits that change when a clause of the game changes, whatever it cites."""
    return hashlib.sha256("\n".join(map(_said, game.active)).encode()).hexdigest()[:16]


def _said(clause: Clause) -> str:
    """A clause with what is said of it besides its word's own defaults, and without what it cites."""
    facts = {f.name: getattr(clause, f.name) for f in fields(clause) if f.name != "rules"}
    defaults = {f.name: f.default for f in fields(clause)}
    said = (f"{name}={fact!r}" for name, fact in facts.items() if fact != defaults[name])
    return f"{type(clause).__name__}({', '.join(said)})"
