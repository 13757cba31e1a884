"""The catalogue of the round games: each is read when it is first asked for."""

from __future__ import annotations

import importlib
from collections.abc import Iterator, Mapping
from functools import cache
from typing import TYPE_CHECKING

from cadogan.echo import Unknown, nearest

if TYPE_CHECKING:
    from cadogan.round_games.game import Game

#: The games' slugs; each game is written in the module of this name, and its class is called so.
WRITTEN = ("calabrasella", "commerce", "conquian", "cooncan", "pope-joan", "speculation")


class UnknownGame(Unknown):
    """No round game of that name."""


class RoundGames(Mapping[str, "Game"]):
    """Every round game by its slug, with its default options."""

    def __getitem__(self, slug: str) -> Game:
        if slug not in WRITTEN:
            known = f"the round games are {', '.join(WRITTEN)}"
            from cadogan.edition.chapters import games as patiences

            if slug in tuple(patiences):
                raise UnknownGame(
                    f"{slug} is a patience: cadogan.games[{slug!r}]; cadogan.play({slug!r}) plays it"
                )
            hint = nearest(str(slug).lower().replace(" ", "-"), WRITTEN, known, 2, 0.5)
            raise UnknownGame(f"there is no round game {str(slug)[:80]!r}{hint}")
        return _read(slug)

    def __iter__(self) -> Iterator[str]:
        return iter(WRITTEN)

    def __len__(self) -> int:
        return len(WRITTEN)

    def _ipython_key_completions_(self) -> list[str]:
        return list(self)

    def __repr__(self) -> str:
        return f"<{len(self)} round games: {', '.join(self)}>"


@cache
def _read(slug: str) -> Game:
    module = importlib.import_module(f"cadogan.round_games.{slug.replace('-', '_')}")
    game: Game = getattr(module, slug.title().replace("-", ""))()
    return game


#: Every round game by its slug.
games = RoundGames()
