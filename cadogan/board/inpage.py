"""Boards and tables that a cell makes in the page: the page lays them where the cell shows them,
and its Python referees.

In a notebook `cadogan.play` gives a widget (`cadogan.board.widget`); here it gives what can be
driven and read in the same way."""

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
from .session import Session

#: The form of a board in what a cell shows: the number of its session.
FORM = "application/vnd.cadogan.board+json"
#: The sessions of boards that cells have made, from here on by number; and what they have still to
#: tell the screen.
sessions: dict[int, Session | RoundSession] = {}
_numbers = count(1_000_000)
_told: list[tuple[int, Reply]] = []


class _Laid(Driven):
    """A board in the page."""

    def __init__(self, session: Session | RoundSession) -> None:
        self._session = session
        self._number = next(_numbers)
        sessions[self._number] = session

    def send(self, reply: Reply) -> None:
        """Bring a reply to the screen, when the cell has run."""
        _told.append((self._number, reply))

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
    """A round game's table in the page: see `cadogan.board.widget.RoundTable`."""

    def __init__(self, *given: Any, replay: Any = None, **named: Any) -> None:
        super().__init__(RoundSession(*given[:4], **named))


def told() -> list[tuple[int, Reply]]:
    """What boards have been told by cells since this was asked last: the numbers of their sessions,
    and the replies.
    """
    said = [*_told]
    _told.clear()
    return said


def install() -> None:
    """Let cells make boards of the page; and give their sliders names that no slider of the page
    has.
    """
    cadogan.play = PageBoard  # type: ignore[assignment]
    cadogan.Board = PageBoard  # type: ignore[assignment, misc]
    cadogan.play_round = LaidTable  # type: ignore[assignment]
    sliders._number = count(1000)
