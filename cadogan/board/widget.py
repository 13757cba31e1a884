"""The widgets of the board and of the round games' table: they hold the game, answer the screen, and
can be driven from a cell.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from html import escape
from pathlib import Path
from typing import Any
from urllib.parse import quote

import anywidget
import traitlets
from IPython.core.getipython import get_ipython
from IPython.display import display

from cadogan.drawing.faces import card_svg_defs, joker_svg_defs
from cadogan.drawing.plates import plate
from cadogan.patience.game import Game
from cadogan.patience.record import Record
from cadogan.players.odds import playout
from cadogan.round_games.game import Game as RoundGame
from cadogan.round_games.records import Record as RoundRecord

from . import round_replay
from .driven import Driven, DrivenBoard, DrivenTable
from .round_session import Session as RoundSession
from .round_shown import opening
from .script import script
from .seats import Seat
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
        replay = replay or playout(session.game, deal, strategy="greedy")
        first = {**session.snapshot(), "odds": odds(session.game)}
        super().__init__(session, first=first, replay=replay_of(replay), **traits)

    def _picture(self) -> str:
        # As an image: of a drawing in an untrusted notebook Jupyter leaves only the text.
        drawing = quote(plate(self.position, plain=True).svg, safe=" =/:;,.()-")
        name = escape(repr(self).partition("\n")[0])
        return f'<img alt="{name}" src="data:image/svg+xml,{drawing}" style="max-width:100%">'

    def _note(self) -> None:
        self.position_text = repr(self)
        self.moved = len(self._session.moves)
        self.won = self.position.is_won


def play(game: Game | str, deal: int = 1, replay: Record | None = None) -> Board:
    """A board with that deal of a game, given as a Game or by its slug.

    `replay` is the finished game that a page without Python steps through; by default the greedy
    strategy's. Raises KeyError for an unknown slug, ValueError for a number that is no deal's,
    ImportError without anywidget.
    """
    any_game: Any = game
    if isinstance(any_game, RoundGame):
        raise TypeError(f"{any_game.title} is a round game: cadogan.play_round({any_game.slug!r})")
    return Board(game, deal, replay=replay)


class RoundTable(DrivenTable, LiveBoard):
    """A table: shows a round game, takes actions from mouse, touch and keys, and from Python.

    `play_round` makes one. The traits `acted` (number of actions), `over` and
    `table_text` (the text picture of what is shown) can be observed."""

    _session: RoundSession
    _esm = script("round")
    _css = "\n".join(
        (_HERE / name).read_text(encoding="utf-8") for name in ("board.css", "round.css")
    )

    joker_svg = traitlets.Unicode().tag(sync=True)
    table_text = traitlets.Unicode().tag(sync=True)
    acted = traitlets.Int().tag(sync=True)
    over = traitlets.Bool().tag(sync=True)

    def __init__(self, session: RoundSession, replay: RoundRecord | None = None) -> None:
        state, start = session.state, opening(session.record, session.seats)
        replay = replay or round_replay.finished(session.game, state.number, state.players)
        super().__init__(
            session,
            joker_svg=joker_svg_defs(prefix="cb-"),
            first=session.first(),
            replay={**round_replay.replay(replay, session.seats), "start": start},
        )

    def _note(self) -> None:
        self.table_text = repr(self)
        self.acted = len(self._session.record.actions)
        self.over = self.state.is_over


def play_round(
    game: RoundGame | str,
    seed: int = 1,
    players: int | None = None,
    seats: str | Sequence[Seat] | None = None,
    replay: RoundRecord | None = None,
    **options: Any,
) -> RoundTable:
    """A table with that deal of a round game, to play at.

    Args:
        game: a round game, or its slug.
        seed: the number of the deal.
        players: the number of seats; as many as ``seats`` names, or the usual number.
        seats: who sits where: ``"you"``; ``"beginner"``, ``"steady"`` or ``"sharp"``, an opponent
            of that level; or a bot of your own; one for all, or one each. Several ``"you"`` share
            the screen, with a curtain between their turns. By default you and steady opponents.
        replay: the finished game that a page without Python steps through; by default one of rule
            bots.
        options: the game's named switches.

    Raises:
        KeyError: an unknown slug.
        OptionError: an option is refused.
        ValueError: the players, the deal or the seats are wrong.
    """
    return RoundTable(RoundSession(game, seed, players, seats, **options), replay)
