"""Boards and tables that cells make in the built page: the page draws them where the cell shows
them, and its Python referees.

In a notebook `cadogan.play` gives a widget (`cadogan.board.widget`); in the page it gives an object
that is driven and read in the same way."""

from __future__ import annotations

from itertools import count
from typing import Any

import cadogan
from cadogan.board.driven import DrivenTable
from cadogan.board.round_session import Session as RoundSession
from cadogan.course import sliders
from cadogan.patience.game import Game
from cadogan.patience.record import Record

from .driven import Driven, DrivenBoard
from .messages import Reply
from .page import sessions
from .session import Session

#: The media type under which a cell shows a board: the number of its session.
FORM = "application/vnd.cadogan.board+json"
#: The numbers of the sessions of boards that cells have made; and the replies still to be sent to
#: their screens.
_numbers = count(1_000_000)
_replies: list[tuple[int, Reply]] = []


class _Laid(Driven):
    """A board in the page."""

    def __init__(self, session: Session | RoundSession) -> None:
        self._session = session
        self._number = next(_numbers)
        sessions[self._number] = session

    def send(self, reply: Reply) -> None:
        """Send a reply to the screen, once the cell has run."""
        _replies.append((self._number, reply))

    def _repr_mimebundle_(self, **kwargs: Any) -> dict[str, Any]:
        return {
            "text/plain": repr(self),
            FORM: {"session": self._number, "round": isinstance(self, DrivenTable)},
        }


class PageBoard(DrivenBoard, _Laid):
    """A patience's board in the page: see `cadogan.board.widget.Board`."""

    def __init__(self, game: Game | str, deal: int = 1, replay: Record | None = None) -> None:
        super().__init__(Session(game, deal))


class LaidTable(DrivenTable, _Laid):
    """A round game's table in the page: see `cadogan.board.round_widget.RoundTable`."""

    def __init__(self, *arguments: Any, replay: Any = None, **keywords: Any) -> None:
        super().__init__(RoundSession(*arguments[:4], **keywords))


def take_replies() -> list[tuple[int, Reply]]:
    """Hand over the replies that cells have caused since the last call, each with the number of its
    session.
    """
    replies = [*_replies]
    _replies.clear()
    return replies


def install() -> None:
    """Let cells make boards of the page, and give their sliders names that none of the page has."""
    cadogan.play = PageBoard  # type: ignore[assignment]
    cadogan.Board = PageBoard  # type: ignore[assignment, misc]
    cadogan.play_round = LaidTable  # type: ignore[assignment]
    sliders._number = count(1000)
