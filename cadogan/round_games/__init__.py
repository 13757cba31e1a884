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
from collections.abc import Iterator, Mapping
from types import ModuleType

from cadogan.patience.text import RecordError
from cadogan.round_games.action import Action, IllegalAction
from cadogan.round_games.catalogue import games
from cadogan.round_games.game import Game
from cadogan.round_games.options import Option, OptionError, Whole
from cadogan.round_games.records import Record
from cadogan.round_games.rules import Ruling, rule
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
    "Ruling",
    "State",
    "View",
    "Whole",
    "games",
    "rule",
]


class _Package(ModuleType, Mapping[str, Game]):
    """This package, which answers as the mapping `games` does."""

    def __getitem__(self, slug: str) -> Game:
        return games[slug]

    def __iter__(self) -> Iterator[str]:
        return iter(games)

    def __len__(self) -> int:
        return len(games)

    __eq__, __hash__ = object.__eq__, object.__hash__


sys.modules[__name__].__class__ = _Package
