"""Lady Cadogan's Patience: an executable edition.

>>> import cadogan
>>> fortress = cadogan.games["fortress"]
>>> fortress.deal(1914).is_won
False
"""

from __future__ import annotations

import pkgutil as _pkgutil
import sys as _sys
import typing as _typing

from cadogan.extras import needs_extra as _needs_extra

if _typing.TYPE_CHECKING:
    from cadogan import course, round_games, solver, words
    from cadogan.board.round_widget import play_round
    from cadogan.board.widget import Board, play
    from cadogan.cards import Card
    from cadogan.drawing import plates
    from cadogan.drawing.plates import plate
    from cadogan.drawing.strip import strip
    from cadogan.drawing.trial import trial
    from cadogan.edition import concordance
    from cadogan.edition.chapters import games
    from cadogan.edition.old_page import old_page
    from cadogan.patience.game import Game
    from cadogan.patience.position import IllegalMove, Move, Position
    from cadogan.patience.record import Record
    from cadogan.patience.text import RecordError
    from cadogan.players import odds
    from cadogan.tables.summary import summary

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
    "odds",
    "old_page",
    "plate",
    "plates",
    "play",
    "play_round",
    "round_games",
    "solver",
    "strip",
    "summary",
    "trial",
    "words",
]

#: Where each name comes from, imported when it is first asked for: the module, and behind the colon
#: the name in it (none for the module itself).
_LATER = {
    "Board": "cadogan.board.widget:Board",
    "Card": "cadogan.cards:Card",
    "Game": "cadogan.edition.chapters:Game",  # with the chapters, whose citations a game takes
    "IllegalMove": "cadogan.patience.position:IllegalMove",
    "Move": "cadogan.patience.position:Move",
    "Position": "cadogan.patience.position:Position",
    "Record": "cadogan.patience.record:Record",
    "RecordError": "cadogan.patience.text:RecordError",
    "concordance": "cadogan.edition.concordance:",
    "games": "cadogan.edition.chapters:games",
    "course": "cadogan.course:",
    "odds": "cadogan.players.odds:",
    "old_page": "cadogan.edition.old_page:old_page",
    "plate": "cadogan.drawing.plates:plate",
    "plates": "cadogan.drawing.plates:",
    "play": "cadogan.board.widget:play",
    "play_round": "cadogan.board.round_widget:play_round",
    "round_games": "cadogan.round_games:",
    "solver": "cadogan.solver:",
    "strip": "cadogan.drawing.strip:strip",
    "summary": "cadogan.tables.summary:summary",
    "trial": "cadogan.drawing.trial:trial",
    "words": "cadogan.words:",
}


def __getattr__(name: str) -> _typing.Any:
    if name not in _LATER:
        raise AttributeError(f"module 'cadogan' has no attribute {name!r}")
    with _needs_extra(f"cadogan.{name}"):
        globals()[name] = _pkgutil.resolve_name(_LATER[name])
    return globals()[name]


def __dir__() -> list[str]:
    return [*__all__, "__version__"]


if "IPython" in _sys.modules and (_shell := _sys.modules["IPython"].get_ipython()) is not None:
    from cadogan.notebook.kernel import attach as _attach

    _attach(_shell)
