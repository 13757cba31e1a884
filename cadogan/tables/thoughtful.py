"""What the rows of the table have from those who take their time: from the solver, at which move
deals are lost that could be won; from the patient player, how many of the table's first deals he
wins, and what he gains there on the careful player, of whose playouts his choices are made."""

from __future__ import annotations

import time
from dataclasses import asdict
from typing import Any

from cadogan.patience.game import Game
from cadogan.players.comparison import counted
from cadogan.players.odds import first_deal, playout, simulate
from cadogan.players.strategies import CAREFUL, ROLLOUT
from cadogan.players.table import SEED, counts_of
from cadogan.solver.advice import TurningPoint, found_lost
from cadogan.solver.search import Solver
from cadogan.solver.verdict import WON

#: The positions that the solver may search for each deal, and its megabytes.
POSITIONS, MEGABYTES = 100_000, 64
#: Moves that lost a deal are looked for until this many are found, or this many seconds of a
#: processor are gone, or this many deals.
MOST_TURNED, TURNING, MOST_LOOKED = 40, 5.0, 1000
#: The results of this many deals of the patient player are stored one by one, so that a test can
#: play them again.
FIRST = 4


def turned(game: Game, seconds: float = TURNING) -> dict[str, Any]:
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
    counts = {"n": 0, "kept": 0, "hopeless": 0, "open": 0, "seed": SEED, "states": POSITIONS}
    solver, began = Solver(game, MEGABYTES), time.process_time()
    while (
        counts["n"] < MOST_LOOKED
        and len(moves) < MOST_TURNED
        and time.process_time() - began < seconds
    ):
        record = playout(game, first_deal(SEED) + counts["n"], "careful")
        counts["n"] += 1
        if record.last.is_won:
            counts["kept"] += 1
        elif solver.solve(game.deal(record.deal), POSITIONS).verdict != WON:
            counts["hopeless"] += 1
        else:
            turn = found_lost(solver, record, None, POSITIONS)
            if isinstance(turn, TurningPoint) and turn.proved:
                moves.append((turn.number, len(record.moves)))
            else:
                counts["open"] += 1
    return counts | {"moves": moves, "seconds": round(time.process_time() - began, 1)}


def patience(game: Game, deals: int = ROLLOUT.deals) -> dict[str, Any]:
    """Play so many of the table's first deals by the patient player.

    Returns:
        ``n`` the deals; ``wins``, ``moves``, ``stopped``, ``limit`` and ``home`` as in
        `cadogan.players.odds.Odds`; ``first`` what came of the first few (``ends`` there); ``over``
        all of them beside the careful player's (`cadogan.players.comparison.Counted`).

    Raises:
        KeyboardInterrupt: it was stopped.
    """
    began = time.process_time()
    careful, result = (simulate(game, player, deals, SEED) for player in (CAREFUL, ROLLOUT))
    if result.n < deals or careful.n < deals:
        raise KeyboardInterrupt
    return counts_of(result) | {
        "first": list(result.ends[:FIRST]),
        "over": asdict(counted(careful.ends, result.ends)),
        "seconds": round(time.process_time() - began, 1),
    }
