"""What the table of odds has from the patient player, who takes his time: how many of the table's
first deals he wins, and what he gains there on the careful player, of whose playouts his choices
are made."""

from __future__ import annotations

import time
from dataclasses import asdict
from typing import Any

from cadogan.patience.game import Game
from cadogan.players.checkpoint import counts_of
from cadogan.players.comparison import counted
from cadogan.players.odds import Odds, simulate
from cadogan.players.strategies import CAREFUL, ROLLOUT
from cadogan.players.table import SEED

#: He begins no more deals when so many seconds of a processor have passed.
SECONDS = 300.0
#: Between two looks at the clock.
STEP = 10
#: Of so many deals it is kept what came of each, so that a test can play them again.
FIRST = 4


def patience(game: Game, deals: int = ROLLOUT.deals, seconds: float = SECONDS) -> dict[str, Any]:
    """Play the table's first deals by the patient player: so many, or what the seconds allow.

    Returns:
        ``n`` the deals; ``wins``, ``moves``, ``stopped``, ``limit`` and ``home`` as in
        `cadogan.players.odds.Odds`; ``first`` what came of the first few (``ends`` there); ``over``
        all of them beside the careful player's (`cadogan.players.comparison.Counted`).

    Raises:
        KeyboardInterrupt: it was stopped.
    """
    began, result = time.process_time(), whole(simulate(game, ROLLOUT, STEP, SEED))
    while result.n < deals and time.process_time() - began < seconds:
        result = whole(simulate(game, ROLLOUT, result.n + STEP, SEED, resume=result))
    careful = simulate(game, CAREFUL, result.n, SEED)
    return counts_of(result) | {
        "first": list(result.ends[:FIRST]),
        "over": asdict(counted(careful.ends, result.ends)),
        "seconds": round(time.process_time() - began, 1),
    }


def whole(result: Odds) -> Odds:
    """A result that was not broken off."""
    if result.n < result.wanted:
        raise KeyboardInterrupt
    return result
