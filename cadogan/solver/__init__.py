"""The solver: whether a position can be won, all cards known.

It searches with the game's own program over the same moves that the referee allows, depth first,
keeps the number of every position that it has met, and turns back where some card can never go home
(`cadogan.solver.hopeless`) or find room (`crowded`). Where that lasts, playouts and beams look for
a win beside it (`cadogan.solver.finder`, `beam`); the chapters of five games know more (`own`).
What it calls won is replayed by the referee; what it calls lost has been searched through, or
proved so. Face-down cards and the order of the pack count as known ("thoughtful" play). A shuffled
re-deal is chance: the search goes up to it, and a position that cannot be won without it is
*unknown*, never *lost*. Of small packs `exact_value` works out what such a re-deal is worth.

>>> import cadogan
>>> fortress = cadogan.games["fortress"]
>>> cadogan.solver.solve(fortress.deal(1))
<Verdict lost, whatever is played; 0 positions searched>
>>> found = cadogan.solver.solve(fortress.deal(1933))
>>> found.verdict, cadogan.Record(fortress, 1933, found.line).last.is_won
('won', True)
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from cadogan.patience.position import Position
from cadogan.solver.advice import Hint, TurningPoint, hint, turning_point
from cadogan.solver.exact import exact_chance, exact_value
from cadogan.solver.search import MEMORY, Search, Solver
from cadogan.solver.verdict import Verdict

__all__ = [
    "Hint",
    "Search",
    "Solver",
    "TurningPoint",
    "Verdict",
    "exact_chance",
    "exact_value",
    "hint",
    "solve",
    "turning_point",
]


def __dir__() -> list[str]:
    return __all__


def solve(
    position: Position,
    states: int | None = None,
    seconds: float | None = 10.0,
    *,
    memory: int = MEMORY,
    backend: str = "auto",
    progress: Callable[[int, float], Any] | None = None,
) -> Verdict:
    """Whether a position can be won, all cards known.

    Args:
        position: the position, such as ``game.deal(7)``.
        states: positions to be searched or met in playouts at most; None for no limit. The same
            limit gives the same verdict everywhere.
        seconds: the time after which the search stops; None for no limit.
        memory: megabytes that it may use, 4 to 3,500; some 20 bytes are wanted for each position.
        backend: what runs it: ``"wasm"``, ``"python"``, ``"interpreted"``, or ``"auto"`` for the
            fastest there is.
        progress: called some times a second with the positions searched and the seconds taken;
            where it gives False, the search stops.

    Returns:
        The verdict. Ctrl-C stops the search, too. To go on with a stopped one, use `Search`.

    Raises:
        TypeError: no position, but a game, say.
        ValueError: a number out of range, or no such backend.
        RuntimeError: a backend that cannot run here.
    """
    return Solver.of(position, memory, backend).solve(position, states, seconds, progress)
