"""Lady Cadogan's Patience: an executable edition.

>>> import cadogan
>>> fortress = cadogan.games["fortress"]
>>> fortress.deal(1914).is_won
False
"""

from __future__ import annotations

import importlib as _importlib
import typing as _typing

from cadogan.cards import Card
from cadogan.edition.chapters import Games as _Games
from cadogan.extras import wanted as _wanted
from cadogan.patience.game import Game
from cadogan.patience.position import IllegalMove, Move, Position
from cadogan.patience.record import Record
from cadogan.patience.text import RecordError

if _typing.TYPE_CHECKING:
    from cadogan import course, round_games, solver, words
    from cadogan.board import Board, play
    from cadogan.drawing import plates
    from cadogan.drawing.plates import plate
    from cadogan.drawing.trial import trial
    from cadogan.edition import concordance, ledger
    from cadogan.edition.old_page import old_page
    from cadogan.players import odds
    from cadogan.players.table import summary
    from cadogan.round_games.widget import play_round

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
    "course",
    "games",
    "ledger",
    "odds",
    "old_page",
    "plate",
    "plates",
    "play",
    "play_round",
    "round_games",
    "solver",
    "summary",
    "trial",
    "words",
]

#: Every game of the book by its slug, in the book's order. Nothing is read until a game is asked for.
games = _Games()

#: What is imported when it is first asked for: the module, and the name in it (none for the module itself).
_LATER = {
    "Board": ("cadogan.board", "Board"),
    "concordance": ("cadogan.edition.concordance", ""),
    "ledger": ("cadogan.edition.ledger", ""),
    "course": ("cadogan.course", ""),
    "odds": ("cadogan.players.odds", ""),
    "old_page": ("cadogan.edition.old_page", "old_page"),
    "plate": ("cadogan.drawing.plates", "plate"),
    "plates": ("cadogan.drawing.plates", ""),
    "play": ("cadogan.board", "play"),
    "play_round": ("cadogan.round_games.widget", "play_round"),
    "round_games": ("cadogan.round_games", ""),
    "solver": ("cadogan.solver", ""),
    "summary": ("cadogan.players.table", "summary"),
    "trial": ("cadogan.drawing.trial", "trial"),
    "words": ("cadogan.words", ""),
}


def __getattr__(name: str) -> _typing.Any:
    if name not in _LATER:
        raise AttributeError(f"module 'cadogan' has no attribute {name!r}")
    module, inside = _LATER[name]
    with _wanted(f"cadogan.{name}"):
        found = _importlib.import_module(module)
        return getattr(found, inside) if inside else found


def __dir__() -> list[str]:
    return [*__all__, "__version__"]
