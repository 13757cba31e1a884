"""Special moves: what words permit besides one card from a place to a place."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING

from .moves import Kind
from .rules import Rules, State

if TYPE_CHECKING:
    from cadogan.words.clause import Clause


class Special(ABC):
    """A word with moves of its own.

    Attributes:
        clause: the clause that grants them.
        kind: the kind of its moves.
        worth: what such a move is worth to the greedy player.
        compulsory: whether nothing else may be done while it can be; ``duty`` then says so.
        plays, takes_sets: whether its moves place cards on the foundations, or take up sets
            (`cadogan.words.after`).
    """

    clause: Clause
    kind: Kind
    worth = 4
    compulsory = False
    duty = ""
    plays = False
    takes_sets = False

    @abstractmethod
    def most(self) -> int:
        """How many moves of its own a position can have at most."""

    @abstractmethod
    def moves(self, rules: Rules, s: State, phase: int, n: int) -> int:
        """Write its moves to `s.moves` from n on; returns how many stand there then."""

    @abstractmethod
    def do(self, rules: Rules, s: State, move: int) -> None:
        """Carry out one of its moves."""

    def of_place(self, p: int) -> object:
        """What it knows of a place: places of which it knows the same are alike to it. By default
        it tells every place apart.
        """
        return p

    def of_face(self, face: int) -> object:
        """What it asks of a card, by its face: cards of which it asks the same are alike to it. By
        default it tells all faces apart.
        """
        return face

    def left(self, s: State) -> int | None:
        """How often its licence can still be used; None where it is no licence."""
        return None


class OfTwo(Special):
    """A word whose moves concern two uppermost cards of a run of places."""

    def __init__(self, inside: range) -> None:
        self.first, self.end = inside.start, inside.stop

    def most(self) -> int:
        """One move for every two of its places."""
        n = self.end - self.first
        return n * (n - 1) // 2
