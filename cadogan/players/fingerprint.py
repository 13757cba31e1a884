"""Whether what is stored of a game still belongs to its rules."""

from __future__ import annotations

import hashlib
from dataclasses import fields, is_dataclass
from typing import Any

from cadogan.patience.game import Game


def fingerprint(game: Game) -> str:
    """Sixteen hexadecimal digits that change when a clause of the game changes, whatever it cites."""
    return hashlib.sha256("\n".join(map(_as_text, game.active)).encode()).hexdigest()[:16]


def _as_text(value: Any) -> str:
    """A clause, or a value in one, as text: with its arguments other than the defaults, and without
    what it cites, so that an argument added to a word later leaves the text as it is.
    """
    if isinstance(value, tuple):
        return f"({', '.join(map(_as_text, value))})"
    if not is_dataclass(value):
        return repr(value)
    facts = {f: getattr(value, f.name) for f in fields(value) if f.name != "rules"}
    arguments = (f"{f.name}={_as_text(fact)}" for f, fact in facts.items() if fact != f.default)
    return f"{type(value).__name__}({', '.join(arguments)})"
