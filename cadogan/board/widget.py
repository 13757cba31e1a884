"""The widget of a patience's board: it holds the game, answers the screen, and can be driven from a
cell. The round games' table, which builds on it, is `cadogan.board.round_widget`.
"""

from __future__ import annotations

import os
from html import escape
from pathlib import Path
from typing import Any
from urllib.parse import quote

import anywidget
import traitlets
from IPython.core.getipython import get_ipython
from IPython.display import display

from cadogan.drawing.faces import card_svg_defs
from cadogan.patience.game import Game
from cadogan.patience.record import Record
from cadogan.players.strategies import Player

from .driven import Driven, DrivenBoard
from .script import script
from .session import Session
from .shown import odds, replay as replay_of

_HERE = Path(__file__).parent
#: Hides what Jupyter writes in place of a board that the kernel no longer knows: the picture stands
#: for it.
_WITHOUT_KERNEL = (
    "<style>.jp-OutputArea-child:has(.cadogan-picture) + .jp-OutputArea-child "
    ".jupyter-widgets:not(:has(*)) {display: none}</style>"
)


class LiveBoard(Driven, anywidget.AnyWidget):
    """A widget with a session behind it, which is the referee."""

    cards_svg = traitlets.Unicode().tag(sync=True)
    first = traitlets.Dict().tag(sync=True)
    replay = traitlets.Dict(allow_none=True).tag(sync=True)

    def __init__(self, session: Any, **traits: Any) -> None:
        cards = card_svg_defs(prefix="cb-", switch=True)
        anywidget.AnyWidget.__init__(self, cards_svg=cards, **traits)
        self._session = session
        self.on_msg(self._answer)
        self._note()

    def send(self, reply: dict[str, Any], buffers: Any = None) -> None:
        """Bring a reply to the screen, with the name by which the kernel knows this board."""
        anywidget.AnyWidget.send(self, {**reply, "comm": self.model_id}, buffers)

    def _answer(self, _widget: Any, message: Any, _buffers: Any) -> None:
        self._show(self._session.handle(message))

    def _note(self) -> None:
        """Bring the traits that a cell observes up to date."""
        raise NotImplementedError  # each widget has traits of its own

    def _ipython_display_(self) -> None:
        """Leave a picture of the game beside the widget, for a notebook that is opened without its
        kernel and for a page made of one; the screen hides it (`board.css`). A build of the book has
        none.

        Raises:
            NotImplementedError: always, so that IPython goes on to show the widget itself.
        """
        shell = get_ipython()
        if getattr(shell, "kernel", None) is not None and not os.environ.get("CADOGAN_PAGE"):
            picture = f'{_WITHOUT_KERNEL}<div class="cadogan-picture">{self._picture()}</div>'
            display({"text/html": picture}, raw=True)  # type: ignore[no-untyped-call]
        raise NotImplementedError

    def _picture(self) -> str:
        """What stands on the table, as HTML."""
        return f"<pre>{escape(repr(self))}</pre>"

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        """The widget for a screen, and the text picture for everything else."""
        bundle = super()._repr_mimebundle_(**kwargs)
        data = bundle[0] if isinstance(bundle, tuple) else bundle
        if data is not None:
            data["text/plain"] = repr(self)
        return bundle


class Board(DrivenBoard, LiveBoard):
    """A board: shows a game, takes moves from mouse, touch and keys, and from Python.

    `game` is a Game or a slug, `deal` the number of the deal, `replay` the Record of a finished
    game for a page without Python (by default the greedy strategy's game of the same deal).

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
        replay = replay or _before_it_goes_round(Player("greedy").playout(session.game, deal))
        first = {**session.snapshot(), "odds": odds(session.game)}
        super().__init__(session, first=first, replay=replay_of(replay), **traits)

    def _picture(self) -> str:
        from cadogan.drawing.plates import plate

        # As an image: of a drawing in an untrusted notebook Jupyter leaves only the text.
        drawing = quote(plate(self.position, plain=True).svg, safe=" =/:;,.()-")
        name = escape(repr(self).partition("\n")[0])
        return f'<img alt="{name}" src="data:image/svg+xml,{drawing}" style="max-width:100%">'

    def _note(self) -> None:
        self.position_text = repr(self)
        self.moved = len(self._session.moves)
        self.won = self.position.is_won


def _before_it_goes_round(record: Record) -> Record:
    """A game up to where the cards lie as they did before, if it did not come to its end: a pack
    that may be turned without end is not shown going round.
    """
    seen = set()
    for n, position in enumerate(record.positions()):
        if (lying := tuple(position.cards.values())) in seen and not record.last.is_over:
            return Record(record.game, record.deal, record.moves[:n])
        seen.add(lying)
    return record


def play(game: Game | str, deal: int = 1, replay: Record | None = None) -> Board:
    """A board with that deal of a game, given as a Game or by its slug.

    `replay` is the finished game that a page without Python steps through; by default the greedy
    strategy's. Raises KeyError for an unknown slug, ValueError for a number that is no deal's,
    ImportError without anywidget.
    """
    any_game: Any = game
    if not isinstance(any_game, (Game, str)):
        from cadogan.round_games.game import Game as RoundGame

        if isinstance(any_game, RoundGame):
            raise TypeError(
                f"{any_game.title} is a round game: cadogan.play_round({any_game.slug!r})"
            )
    return Board(game, deal, replay=replay)
