"""What the solver knows of a single game besides: a plan, or a proof of loss.

Each belongs to a game as the book has it; by other rules it is not asked."""

from __future__ import annotations

from collections.abc import Callable

from cadogan.patience.position import Position
from cadogan.solver import backwards, bare_king, bone, cushion, terrace
from cadogan.solver.verdict import LOST, UNKNOWN

#: Whether a position is proved lost.
PROOFS: dict[str, Callable[[Position], bool]] = {
    "herring-bone": bone.is_lost,
    "wheel": cushion.is_lost,
    "terrace": terrace.is_lost,
    "salic-law": bare_king.is_lost,
}


def verdict(position: Position) -> tuple[str, tuple[str, ...]]:
    """The verdict on a position and a line that wins, if there is one; `UNKNOWN` where nothing is
    known.
    """
    import cadogan

    game = position.game
    if game.slug in cadogan.games and game == cadogan.games[game.slug]:
        if game.slug == "zodiac":
            return backwards.plan(position)
        if game.slug in PROOFS and PROOFS[game.slug](position):
            return LOST, ()
    return UNKNOWN, ()
