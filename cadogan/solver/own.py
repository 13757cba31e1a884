"""What a chapter knows of its game besides: a proof of loss, or a plan.

Its cells tagged ``proof`` define one of two functions of a position: ``is_lost``, whether it is
proved lost; ``plan``, a verdict and a line that wins. They are for the game as the book has it; by
other rules they are not asked."""

from __future__ import annotations

import functools
from typing import Any

from cadogan.edition.notebook import code_cells
from cadogan.patience.position import Position
from cadogan.solver.verdict import LOST, UNKNOWN


@functools.cache
def proof(slug: str) -> dict[str, Any]:
    """What the proof of a game's chapter defines, by its names; without ``is_lost`` and ``plan`` where
    there is none, and for a variant.
    """
    import cadogan

    names: dict[str, Any] = {"__name__": f"book.{slug}"}
    chapter = cadogan.games.text(slug) if cadogan.games.is_chapter(slug) else ""  # else a variant
    for cell in code_cells(chapter):
        if "proof" in cell.tags:
            exec(compile(cell.text, f"book/{slug}.md", "exec"), names)
    return names


def verdict(position: Position) -> tuple[str, tuple[str, ...]]:
    """The verdict on a position and a line that wins, if there is one; `UNKNOWN` where nothing is
    known.
    """
    import cadogan

    game = position.game
    if game.slug in cadogan.games and game == cadogan.games[game.slug]:
        known = proof(game.slug)
        if "plan" in known:
            planned: tuple[str, tuple[str, ...]] = known["plan"](position)
            return planned
        if "is_lost" in known and known["is_lost"](position):
            return LOST, ()
    return UNKNOWN, ()
