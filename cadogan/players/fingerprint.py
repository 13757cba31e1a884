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
    said = (f"{name}={_written(fact)}" for name, fact in facts.items() if fact != defaults[name])
    return f"{type(clause).__name__}({', '.join(said)})"


#: Of steps of a deal, what was added to the word after rows had been made: left out where it says
#: nothing, so that they stay valid.
LATER = (", down=0", ", by_row=False")


def _written(fact: object) -> str:
    """What is said, as Python writes it."""
    text = repr(fact)
    for addition in LATER:
        text = text.replace(addition, "")
    return text
