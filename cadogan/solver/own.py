"""What the solver knows of a single game besides: a plan, or a proof of loss.

Each belongs to a game as the book has it; by other rules it is not asked."""

from __future__ import annotations

from collections.abc import Callable

from cadogan.patience.position import Position
from cadogan.solver import backwards, bare_king, bone, cushion, terrace
from cadogan.solver.verdict import UNKNOWN

OWN: dict[str, Callable[[Position], tuple[str, tuple[str, ...]]]] = {
    "zodiac": backwards.plan,
    "herring-bone": bone.verdict,
    "wheel": cushion.verdict,
    "terrace": terrace.verdict,
    "salic-law": bare_king.verdict,
}


def verdict(position: Position) -> tuple[str, tuple[str, ...]]:
    """The verdict on a position and a line that wins, if there is one; `UNKNOWN` where nothing is
    known.
    """
    import cadogan

    game = position.game
    if game.slug not in OWN or game != cadogan.games[game.slug]:
        return UNKNOWN, ()
    return OWN[game.slug](position)
