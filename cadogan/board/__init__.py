"""The board: a widget to play on, and the referee behind it.

`play` and `Board` need anywidget, which is imported on first use; `cadogan.board.session`, the
referee, needs nothing but Python."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..extras import wanted

if TYPE_CHECKING:
    from cadogan.patience.game import Game
    from cadogan.patience.record import Record

    from .widget import Board

__all__ = ["Board", "play"]


def play(game: Game | str, deal: int = 1, replay: Record | None = None) -> Board:
    """A board with that deal of a game, given as a Game or by its slug.

    `replay` is the finished game that a page without Python steps through; by default the greedy
    strategy's. Raises KeyError for an unknown slug, ValueError for a deal that there is not, ImportError
    without anywidget.
    """
    with wanted("A board"):
        from .widget import Board

    return Board(game, deal, replay=replay)


def __getattr__(name: str) -> Any:
    if name == "Board":
        from .widget import Board

        return Board
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
