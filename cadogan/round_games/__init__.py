"""The round games: Cooncan, Conquian, Commerce, Speculation, Pope Joan, Calabrasella.

The package is itself the mapping of its games: ``cadogan.round_games["speculation"]``.

>>> import cadogan
>>> game = cadogan.round_games["speculation"]
>>> state = game.deal(1914, players=5)
>>> state.to_act, state.phase, state.pools
(0, 'presale', {'pool': 6})
"""

from __future__ import annotations

import difflib
import importlib
import sys
from collections.abc import ItemsView, Iterator, KeysView, Mapping, ValuesView
from types import ModuleType
from typing import Any

from cadogan.patience.text import RecordError
from cadogan.round_games.action import Action, IllegalAction
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

#: Where each game is written: slug -> module and class. A game is read when it is first asked for.
WRITTEN = {
    "calabrasella": ("calabrasella", "Calabrasella"),
    "commerce": ("commerce", "Commerce"),
    "conquian": ("conquian", "Conquian"),
    "cooncan": ("cooncan", "Cooncan"),
    "pope-joan": ("pope_joan", "PopeJoan"),
    "speculation": ("speculation", "Speculation"),
}


class UnknownGame(KeyError):
    """No round game of that name."""

    def __str__(self) -> str:
        return str(self.args[0])


class RoundGames(Mapping[str, Game[Any]]):
    """Every round game by its slug, with its default options."""

    def __init__(self) -> None:
        self._read: dict[str, Game[Any]] = {}

    def __getitem__(self, slug: str) -> Game[Any]:
        if slug not in WRITTEN:
            near = difflib.get_close_matches(
                str(slug)[:80].lower().replace(" ", "-"), WRITTEN, 2, 0.5
            )
            hint = (
                f"did you mean {' or '.join(map(repr, near))}?"
                if near
                else f"the round games are {', '.join(WRITTEN)}"
            )
            raise UnknownGame(f"there is no round game {str(slug)[:80]!r}; {hint}")
        if slug not in self._read:
            module, name = WRITTEN[slug]
            self._read[slug] = getattr(
                importlib.import_module(f"cadogan.round_games.{module}"), name
            )()
        return self._read[slug]

    def __iter__(self) -> Iterator[str]:
        return iter(WRITTEN)

    def __len__(self) -> int:
        return len(WRITTEN)

    def __repr__(self) -> str:
        return f"<{len(self)} round games: {', '.join(self)}>"


#: Every round game by its slug.
games = RoundGames()


class _Package(ModuleType):
    """This package, which answers as the mapping `games` does."""

    def __getitem__(self, slug: str) -> Game[Any]:
        return games[slug]

    def __iter__(self) -> Iterator[str]:
        return iter(games)

    def __len__(self) -> int:
        return len(games)

    def __contains__(self, slug: object) -> bool:
        return slug in games

    def keys(self) -> KeysView[str]:
        """The slugs."""
        return games.keys()

    def values(self) -> ValuesView[Game[Any]]:
        """The games."""
        return games.values()

    def items(self) -> ItemsView[str, Game[Any]]:
        """The slugs with their games."""
        return games.items()


sys.modules[__name__].__class__ = _Package
