"""Lady Cadogan's Patience: an executable edition.

>>> import cadogan
>>> fortress = cadogan.games["fortress"]
>>> fortress.deal(1914).is_won
False
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from cadogan.cards import Card
from cadogan.chapters import Games
from cadogan.game import Game
from cadogan.position import IllegalMove, Move, Position, Record, RecordError

if TYPE_CHECKING:
    from cadogan import concordance, ledger, odds, plates, round_games, terms
    from cadogan.board import Board, play
    from cadogan.plates import plate
    from cadogan.round_games.widget import play_round
    from cadogan.table import summary

__version__ = "0.1.0"
__all__ = [
    "Board",
    "Card",
    "Game",
    "IllegalMove",
    "Move",
    "Position",
    "Record",
    "RecordError",
    "concordance",
    "games",
    "ledger",
    "odds",
    "plate",
    "plates",
    "play",
    "play_round",
    "round_games",
    "summary",
    "terms",
]

#: Every game of the book by its slug, in the book's order. Nothing is read until a game is asked for.
games = Games()

_LAZY = {
    "Board": "cadogan.board",
    "play": "cadogan.board",
    "plate": "cadogan.plates",
    "play_round": "cadogan.round_games.widget",
    "summary": "cadogan.table",
}


def __getattr__(name: str) -> Any:
    if name in _LAZY:
        return getattr(importlib.import_module(_LAZY[name]), name)
    if name in ("concordance", "ledger", "odds", "plates", "round_games", "solver", "terms", "board"):
        return importlib.import_module(f"cadogan.{name}")
    raise AttributeError(f"module 'cadogan' has no attribute {name!r}")
