"""The referee: the engine at work on single positions. It changes no state that it is given."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial

from cadogan.engine import play
from cadogan.engine.bounds import unplayable
from cadogan.engine.moves import KIND
from cadogan.engine.rules import State
from cadogan.patience.game import Game


class Referee:
    """The engine of one game, for positions played one move at a time.

    The engine is run as it stands: that is ready at once, and quick enough for a board.
    """

    def __init__(self, game: Game) -> None:
        self.rules = game.rules

    def new_state(self) -> State:
        """A state before any deal."""
        return State(self.rules.layout)

    def deal(self, number: int, pack: Sequence[int] | None = None) -> State:
        """The state after a deal by number, or of a pack in a given order."""
        state = self.new_state()
        with self._bounded(state):
            if pack is None:
                play.deal(self.rules, state, number)
            else:
                state.pack[:] = pack
                play.begin(self.rules, state, number)
        return state

    def legal(self, state: State) -> list[int]:
        """Every legal move, in the engine's order."""
        with self._bounded(state):
            return state.moves[: play.legal(self.rules, state)]

    def after(self, state: State, code: int) -> State:
        """The state after a legal move."""
        later = state.copy()
        with self._bounded(later):
            play.apply(self.rules, later, code)
        return later

    def alone(self, state: State, code: int) -> State:
        """The state after a legal move alone, before anything follows from it by itself: no gap is
        filled, no card put up, the deal does not go on. What its foundations want is not asked.
        """
        later = state.copy()
        with self._bounded(later):
            for word in self.rules.before:
                word.before(self.rules, later)
            for number, doer in self.rules.doers:
                if code & KIND == number:
                    doer.do(self.rules, later, code)
        return later

    @contextmanager
    def _bounded(self, state: State) -> Iterator[None]:
        """Raise `Unplayable` where a deal or a move leads beyond the table, or has no end, if the
        rules are not the book's own; otherwise the engine's error itself.
        """
        try:
            yield
        except Exception:
            if not self.rules.bounded:
                raise
            raise unplayable(self.rules, partial(getattr, state)) from None

    def is_won(self, state: State) -> bool:
        """Whether the game is won."""
        return bool(play.is_won(self.rules, state))
