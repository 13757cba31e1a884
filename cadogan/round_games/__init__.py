"""The round games: Cooncan, Conquian, Commerce, Speculation, Pope Joan, Calabrasella.

The package is itself the mapping of its games: ``cadogan.round_games["speculation"]``.

>>> import cadogan
>>> game = cadogan.round_games["speculation"]
>>> state = game.deal(1914, players=5)
>>> state.to_act, state.phase, state.pools
(0, 'presale', {'pool': 6})
"""

from __future__ import annotations

import sys
from types import ModuleType

from cadogan.patience.text import RecordError
from cadogan.round_games.action import (
    Action,
    Actions as Actions,
    Choices as Choices,
    IllegalAction,
)
from cadogan.round_games.catalogue import RoundGames, games
from cadogan.round_games.game import Game
from cadogan.round_games.options import Option, OptionError, Whole
from cadogan.round_games.records import Record
from cadogan.round_games.rules import rule
from cadogan.round_games.state import State
from cadogan.round_games.view import View

__all__ = [
    "Action",
    "Game",
    "IllegalAction",
    "Option",
    "OptionError",
    "Record",
    "RecordError",
    "State",
    "View",
    "Whole",
    "games",
    "rule",
]


def __dir__() -> list[str]:
    return __all__


class _Package(ModuleType, RoundGames):
    """This package, which answers as the mapping `games` does."""

    __eq__, __hash__ = object.__eq__, object.__hash__


sys.modules[__name__].__class__ = _Package
