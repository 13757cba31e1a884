"""The referee: the engine at work on single positions. It changes no state that it is given."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from cadogan.engine import play
from cadogan.engine.bounds import unplayable
from cadogan.engine.rules import State

if TYPE_CHECKING:
    from cadogan.patience.game import Game


class Referee:
    """The engine of one game, for positions played one move at a time.

    The engine is run as it stands: that is ready at once, and quick enough for a board.
    """

    def __init__(self, game: Game) -> None:
        self.rules = game.rules

    @cached_property
    def _blank(self) -> State:
        return State(self.rules.layout)

    def new_state(self) -> State:
        """A state before any deal."""
        return self._blank.copy()

    def deal(self, number: int, pack: Sequence[int] | None = None) -> State:
        """The state after a deal by number, or of a pack in a given order."""
        state = self.new_state()
        try:
            if pack is None:
                play.deal(self.rules, state, number)
            else:
                state.pack[:] = pack
                play.begin(self.rules, state, number)
        except Exception as error:
            raise self._stopped(state, error) from None
        return state

    def legal(self, state: State) -> list[int]:
        """Every legal move, in the engine's order."""
        try:
            n = play.legal(self.rules, state)
        except Exception as error:
            raise self._stopped(state, error) from None
        return state.moves[:n]

    def after(self, state: State, code: int) -> State:
        """The state after a legal move."""
        later = state.copy()
        try:
            play.apply(self.rules, later, code)
        except Exception as error:
            raise self._stopped(later, error) from None
        return later

    def _stopped(self, state: State, error: Exception) -> Exception:
        """What is raised where a deal or a move leads beyond the table, or has no end: a sentence,
        where the rules are not the book's own (`Unplayable`); else the error itself, which is the
        engine's. The state that was given is as it was."""
        return (
            unplayable(self.rules, lambda name: getattr(state, name))
            if self.rules.bounded
            else error
        )

    def is_won(self, state: State) -> bool:
        """Whether the game is won."""
        return bool(play.is_won(self.rules, state))
