"""The same question answered by trying everything, in plain Python over positions: what the solver
is held to on small packs.
"""

from __future__ import annotations

from cadogan.engine.moves import KIND
from cadogan.patience.position import Position
from cadogan.solver.verdict import LOST, UNKNOWN, WON
from cadogan.words.again import AGAIN, TakeUp


def verdict(position: Position, most: int = 100_000) -> tuple[str, str, int]:
    """Whether a position can be won, by searching every position that can be reached, each kept
    whole, with what is out of play: the verdict, the limit where it is unknown (as in
    `cadogan.solver.Verdict`), and the number of positions."""
    referee, redeal = position.game.referee, position.game.rules.redeal
    shuffles = isinstance(redeal, TakeUp) and redeal.shuffled
    known, waiting, chance = {position.whole}, [position], False
    while waiting:
        here = waiting.pop()
        if referee.is_won(here.state):
            return WON, "", len(known)
        for code in referee.legal(here.state):
            if shuffles and code & KIND == AGAIN.number:
                chance = True
                continue
            there = here.after(code)
            if there.whole not in known:
                known.add(there.whole)
                waiting.append(there)
        if len(known) > most:
            return UNKNOWN, "states", len(known)
    return (UNKNOWN, "re-deal", len(known)) if chance else (LOST, "", len(known))
