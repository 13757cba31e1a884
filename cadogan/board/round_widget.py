"""The widget of the round games' table: it holds the game, answers the screen, and can be driven from a
cell.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import anywidget  # noqa: F401 - first: whoever has neither is told to get anywidget
import traitlets

from cadogan.drawing.faces import joker_svg_defs
from cadogan.round_games.game import Game
from cadogan.round_games.records import Record

from . import round_replay
from .driven import DrivenTable
from .round_session import Session
from .round_shown import opening
from .script import script
from .seats import Seat
from .widget import LiveBoard

_HERE = Path(__file__).parent


class RoundTable(DrivenTable, LiveBoard):
    """A table: shows a round game, takes actions from mouse, touch and keys, and from Python.

    `play_round` makes one. The traits `acted` (number of actions), `over` and
    `table_text` (the text picture of what is shown) can be observed."""

    _session: Session
    _esm = script("round")
    _css = "\n".join(
        (_HERE / name).read_text(encoding="utf-8") for name in ("board.css", "round.css")
    )

    joker_svg = traitlets.Unicode().tag(sync=True)
    table_text = traitlets.Unicode().tag(sync=True)
    acted = traitlets.Int().tag(sync=True)
    over = traitlets.Bool().tag(sync=True)

    def __init__(self, session: Session, replay: Record | None = None) -> None:
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
    game: Game | str,
    seed: int = 1,
    players: int | None = None,
    seats: str | Sequence[Seat] | None = None,
    replay: Record | None = None,
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
    return RoundTable(Session(game, seed, players, seats, **options), replay)
