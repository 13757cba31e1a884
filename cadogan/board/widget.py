"""The widget's Python side: it holds the game, answers the screen, and can be driven from a cell."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import anywidget
import traitlets

from ..faces import card_svg_defs
from ..game import Game
from ..position import Move, Position, Record
from .script import script
from .session import Session
from .session import odds as odds_of
from .session import replay as replay_of

_HERE = Path(__file__).parent


class Board(anywidget.AnyWidget):
    """A board: shows a game, takes moves from mouse, touch and keys, and from Python.

    `game` is a Game or a slug, `deal` the number of the deal, `replay` the Record of a finished game for
    a page without Python (by default what the greedy strategy makes of the same deal).

    The traits `moved` (number of moves played), `won` and `position_text` (the text picture) can be observed; boards stand
    side by side in an ``ipywidgets.HBox``.
    """

    _esm = script()
    _css = _HERE / "board.css"

    cards_svg = traitlets.Unicode().tag(sync=True)
    first = traitlets.Dict().tag(sync=True)
    replay = traitlets.Dict(allow_none=True).tag(sync=True)
    position_text = traitlets.Unicode().tag(sync=True)
    moved = traitlets.Int().tag(sync=True)
    won = traitlets.Bool().tag(sync=True)

    def __init__(self, game: Game | str, deal: int = 1, replay: Record | None = None, **traits: Any) -> None:
        session = Session(game, deal)
        if replay is None:
            from ..odds import playout

            replay = playout(session.game, deal, strategy="greedy")
        first = {**session.state(), "odds": odds_of(session.game)}
        super().__init__(cards_svg=card_svg_defs(prefix="cb-", switch=True), first=first, replay=replay_of(replay), **traits)
        self._session = session
        self.on_msg(self._answer)
        self._note()

    # What a cell can hold ------------------------------------------------------------------------

    @property
    def game(self) -> Game:
        """The game on the board."""
        return self._session.game

    @property
    def position(self) -> Position:
        """The position on the board."""
        return self._session.position

    @property
    def record(self) -> Record:
        """The game as far as it has been played."""
        return self._session.record

    def deal(self, number: int) -> None:
        """Lay out another deal. Raises ValueError if it is no number of a deal."""
        self._drive({"kind": "new", "deal": number})

    def move(self, move: Move | str) -> None:
        """Play a move, given as a Move or by its text. Raises IllegalMove with the reason and the rule."""
        played = self._session.play(move)
        self._show([self._session.state(played.says)])

    def undo(self) -> None:
        """Take back the last move. Raises ValueError when there is none."""
        self._drive({"kind": "undo"})

    def redo(self) -> None:
        """Play again what was taken back. Raises ValueError when there is nothing."""
        self._drive({"kind": "redo"})

    def restart(self) -> None:
        """Go back to the start of the deal; what was played can be redone."""
        self._drive({"kind": "restart"})

    def load(self, record: Record) -> None:
        """Go on where a record of the same game ends. Raises ValueError if it is of another game, IllegalMove for a move."""
        if record.game != self.game:
            raise ValueError(f"This record is of another game than the board's, {self.game.title}: {record.game.title}.")
        self._session.load(record)
        self._show([self._session.state()])

    # Between Python and the screen -----------------------------------------------------------------

    def _drive(self, message: dict[str, Any]) -> None:
        replies = self._session.handle(message)
        for reply in replies:
            if reply["kind"] == "error":
                raise ValueError(reply["sentence"])
        self._show(replies)

    def _answer(self, _widget: Any, message: Any, _buffers: Any) -> None:
        self._show(self._session.handle(message))

    def _show(self, replies: list[dict[str, Any]]) -> None:
        for reply in replies:
            self.send(reply)
        self._note()

    def _note(self) -> None:
        self.position_text = repr(self)
        self.moved = len(self._session.moves)
        self.won = self.position.is_won

    def __repr__(self) -> str:
        return self.position.picture(hidden=True)

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        """The widget for a screen, and the text picture for everything else."""
        bundle = super()._repr_mimebundle_(**kwargs)
        data = bundle[0] if isinstance(bundle, tuple) else bundle
        if data is not None:
            data["text/plain"] = repr(self)
        return bundle
