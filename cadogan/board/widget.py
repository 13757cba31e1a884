"""The widget's Python side: it holds the game, answers the screen, and can be driven from a cell."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import traitlets

from cadogan.drawing.faces import card_svg_defs
from cadogan.patience.game import Game
from cadogan.patience.record import Record

from .driven import DrivenBoard
from .live import LiveBoard
from .script import script
from .session import Session
from .shown import odds as odds_of, replay as replay_of

_HERE = Path(__file__).parent


class Board(DrivenBoard, LiveBoard):
    """A board: shows a game, takes moves from mouse, touch and keys, and from Python.

    `game` is a Game or a slug, `deal` the number of the deal, `replay` the Record of a finished
    game for a page without Python (by default what the greedy strategy makes of the same deal).

    The traits `moved` (number of moves played), `won` and `position_text` (the text picture) can be
    observed; boards stand side by side in an ``ipywidgets.HBox``."""

    _session: Session
    _esm = script()
    _css = _HERE / "board.css"

    position_text = traitlets.Unicode().tag(sync=True)
    moved = traitlets.Int().tag(sync=True)
    won = traitlets.Bool().tag(sync=True)

    def __init__(
        self, game: Game | str, deal: int = 1, replay: Record | None = None, **traits: Any
    ) -> None:
        session = Session(game, deal)
        if replay is None:
            from cadogan.players.odds import playout

            replay = playout(session.game, deal, strategy="greedy")
        first = {**session.shown(), "odds": odds_of(session.game)}
        super().__init__(
            session,
            cards_svg=card_svg_defs(prefix="cb-", switch=True),
            first=first,
            replay=replay_of(replay),
            **traits,
        )

    def _note(self) -> None:
        self.position_text = repr(self)
        self.moved = len(self._session.moves)
        self.won = self.position.is_won


def play(game: Game | str, deal: int = 1, replay: Record | None = None) -> Board:
    """A board with that deal of a game, given as a Game or by its slug.

    `replay` is the finished game that a page without Python steps through; by default the greedy
    strategy's. Raises KeyError for an unknown slug, ValueError for a deal that there is not, ImportError
    without anywidget.
    """
    return Board(game, deal, replay=replay)
