"""What a cell can do with a round game's table, wherever its screen is."""

from __future__ import annotations

from typing import Any

from cadogan.board.driven import Driven
from cadogan.round_games.game import Game
from cadogan.round_games.records import Record
from cadogan.round_games.session import Session
from cadogan.round_games.state import Action, State


class DrivenTable(Driven):
    """A table of a round game."""

    _session: Session

    @property
    def game(self) -> Game[Any]:
        """The game on the table, with its options."""
        return self._session.game

    @property
    def state(self) -> State:
        """The state on the table: everything, secrets too."""
        return self._session.state

    @property
    def record(self) -> Record:
        """The game as far as it has been played."""
        return self._session.record

    def play(self, action: Action | str, seat: int | None = None) -> None:
        """Play an action, for ``seat`` if that is to be checked. Raises IllegalAction with the
        reason and its source.
        """
        self._session.play(action, seat)
        self._show([self._session.shown()])

    def bots(self) -> int:
        """Let the bots act until a person is to, or the game is over; how many actions. Raises
        BotError.
        """
        try:
            return self._session.bots()
        finally:
            self._show([self._session.shown()])

    def load(self, record: Record) -> None:
        """Go on where a record of this game ends. Raises ValueError if it is of another game,
        IllegalAction for an action.
        """
        self._session.load(record)
        self._show([self._session.shown()])

    def __repr__(self) -> str:
        text: str = self._session.shown()["text"]
        return text
