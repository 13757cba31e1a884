"""What a cell can do with a board or a table, wherever its screen is: in a notebook's widget, or in
the page.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from cadogan.board.round_session import Session as RoundSession
    from cadogan.patience.game import Game
    from cadogan.patience.position import Move, Position
    from cadogan.patience.record import Record
    from cadogan.round_games.action import Action
    from cadogan.round_games.game import Game as RoundGame
    from cadogan.round_games.records import Record as RoundRecord
    from cadogan.round_games.state import State


class Driven:
    """A screen with a session behind it, which is the referee; `send` brings a reply to the screen."""

    _session: Any

    def send(self, reply: dict[str, Any]) -> None:
        """Bring a reply to the screen."""
        raise NotImplementedError  # each screen has its own way

    def deal(self, number: int) -> None:
        """Lay out another deal. Raises ValueError if it is no number of a deal."""
        self._drive({"kind": "new", "deal": number})

    def undo(self) -> None:
        """Take back the last move; at a table where one person sits, all back to that person's last
        decision.

        Raises:
            ValueError: there is nothing to take back, or several persons sit at the table.
        """
        self._drive({"kind": "undo"})

    def load(self, record: Any) -> None:
        """Go on where a record of the same game ends. Raises ValueError if it is of another game,
        IllegalMove or IllegalAction if a move or an action is refused.
        """
        self._session.load(record)
        self._show([self._session.snapshot()])

    def _drive(self, message: dict[str, Any]) -> None:
        replies = self._session.handle(message)
        for reply in replies:
            if reply["kind"] in ("error", "refused", "trouble"):
                raise ValueError(reply["sentence"])
        self._show(replies)

    def _show(self, replies: list[dict[str, Any]]) -> None:
        for reply in replies:
            self.send(reply)
        self._note()

    def _note(self) -> None:
        """Bring what can be observed up to date; in the page there is nothing."""


class DrivenBoard(Driven):
    """A patience's board."""

    @property
    def game(self) -> Game:
        """The game on the board."""
        return self._session.game  # type: ignore[no-any-return]

    @property
    def position(self) -> Position:
        """The position on the board."""
        return self._session.position  # type: ignore[no-any-return]

    @property
    def record(self) -> Record:
        """The game as far as it has been played."""
        return self._session.record  # type: ignore[no-any-return]

    def move(self, move: Move | str) -> None:
        """Play a move, given as a Move or by its text. Raises IllegalMove with the reason and the
        rule.
        """
        played = self._session.play(move)
        self._show([self._session.snapshot(played.says)])

    def load(self, record: Record) -> None:
        """Go on where a record of the same game ends. Raises ValueError if it is of another game,
        IllegalMove for a move.
        """
        if record.game != self.game:
            raise ValueError(
                f"This record is of another game than the board's, {self.game.title}: {record.game.title}."
            )
        super().load(record)

    def redo(self) -> None:
        """Play again what was taken back. Raises ValueError when there is nothing."""
        self._drive({"kind": "redo"})

    def restart(self) -> None:
        """Go back to the start of the deal; what was played can be redone."""
        self._drive({"kind": "restart"})

    def __repr__(self) -> str:
        return self.position.picture(hidden=True)


class DrivenTable(Driven):
    """A table of a round game."""

    _session: RoundSession

    @property
    def game(self) -> RoundGame:
        """The game on the table, with its options."""
        return self._session.game

    @property
    def state(self) -> State:
        """The state on the table: everything, secrets too."""
        return self._session.state

    @property
    def record(self) -> RoundRecord:
        """The game as far as it has been played."""
        return self._session.record

    def play(self, action: Action | str, seat: int | None = None) -> None:
        """Play an action, for ``seat`` if that is to be checked. Raises IllegalAction with the
        reason and its source.
        """
        self._session.play(action, seat)
        self._show([self._session.snapshot()])

    def bots(self) -> int:
        """Let the bots act until a person is to, or the game is over; return how many acted. Raises
        BotError.
        """
        try:
            return self._session.bots()
        finally:
            self._show([self._session.snapshot()])

    def __repr__(self) -> str:
        text: str = self._session.snapshot()["text"]
        return text
