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
from cadogan.players.odds import simulate
from cadogan.players.strategies import CAREFUL, ROLLOUT
from cadogan.players.table import SEED

#: Of so many deals it is kept what came of each, so that a test can play them again.
FIRST = 4


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
