"""What the table of odds has from the solver: how many deals can be won, all cards known, and at
which move they are lost.
"""

from __future__ import annotations

import time
from typing import Any

from cadogan.patience.game import Game
from cadogan.players.odds import first_deal, playout
from cadogan.players.table import SEED
from cadogan.solver.advice import TurningPoint, found_lost
from cadogan.solver.search import Solver
from cadogan.solver.verdict import LOST, WON

#: The solver is given at least this many deals, and more until it has taken this many seconds of a
#: processor, but at most this many.
SOLVED, SECONDS, MOST_SOLVED = 25, 5.0, 10_000
#: The positions that it may search for each, and its megabytes.
POSITIONS, MEGABYTES = 100_000, 64
#: Games of which that leaves most deals undecided and more decides them: the deals that it is given
#: there, positions and megabytes.
LONGER = ("flower-garden", "canfield-or-klondike")
DEALS_LONGER, POSITIONS_LONGER, MEGABYTES_LONGER = 100, 4_000_000, 256
#: Moves that lost a deal are looked for until this many are found, or this many seconds of a
#: processor are gone, or this many deals.
MOST_TURNED, TURNING, MOST_LOOKED = 40, 5.0, 1000


def solve(game: Game, seconds: float = SECONDS) -> dict[str, Any]:
    """How many deals can be won, all cards known, each with so many positions to be searched at
    most.

    Where re-deals are shuffled, "re-deal" counts the deals that are not won before one: what it
    brings is chance."""
    least, states, memory = SOLVED, POSITIONS, MEGABYTES
    if game.slug in LONGER:
        least, states, memory = DEALS_LONGER, POSITIONS_LONGER, MEGABYTES_LONGER
    found = {"n": 0, "won": 0, "lost": 0, "re-deal": 0, "open": 0, "seed": SEED, "states": states}
    solver, began = Solver(game, memory), time.process_time()
    while found["n"] < least or (
        found["n"] < MOST_SOLVED and time.process_time() - began < seconds
    ):
        verdict = solver.solve(game.deal(first_deal(SEED) + found["n"]), states)
        found["n"] += 1
        found[
            verdict.verdict
            if verdict.verdict in (WON, LOST)
            else "re-deal"
            if verdict.limit == "re-deal"
            else "open"
        ] += 1
    return found | {"seconds": round(time.process_time() - began, 1)}


def turned(game: Game, states: int = POSITIONS, seconds: float = TURNING) -> dict[str, Any]:
    """At which move the careful player loses deals that can be won.

    Of each deal that the player does not win and the solver does, the first position from which
    nothing wins is found: before the move a line is known that wins, after it there is proved to be
    none, all cards known.

    Returns:
        ``n`` the deals looked at; ``kept`` those that the careful player won; ``hopeless`` those of
        the others of which no line that wins is known; ``open`` those in which the move was not
        found within the limits; ``moves`` of each of the rest the number of the move that lost it,
        from 1, and the moves that were played in all.
    """
    moves: list[tuple[int, int]] = []
    found = {"n": 0, "kept": 0, "hopeless": 0, "open": 0, "seed": SEED, "states": states}
    solver, began = Solver(game, MEGABYTES), time.process_time()
    while (
        found["n"] < MOST_LOOKED
        and len(moves) < MOST_TURNED
        and time.process_time() - began < seconds
    ):
        record = playout(game, first_deal(SEED) + found["n"], "careful")
        found["n"] += 1
        if record.last.is_won:
            found["kept"] += 1
        elif solver.solve(game.deal(record.deal), states).verdict != WON:
            found["hopeless"] += 1
        else:
            turn = found_lost(solver, record, None, states)
            if isinstance(turn, TurningPoint) and turn.instead.verdict == WON:
                moves.append((turn.number, len(record.moves)))
            else:
                found["open"] += 1
    return found | {"moves": moves, "seconds": round(time.process_time() - began, 1)}
