"""Deals worth playing, and how hard each is: numbers of deals that have been won, into
cadogan/tables/deals.json.

    python tools/deals.py [--seconds 8] [GAME …]        so many seconds for each game

For each game the deals are tried from 1 on, each by one player after another, the simplest first:
whoever wins a deal first says how hard it is. A deal that none of them wins is given to the solver.
A game of which hardly any deal is found has no list: there the board deals any deal that is not
dead after a few moves."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from itertools import count

from house import command_line

import cadogan
from cadogan.compiler.run import Machine
from cadogan.patience.game import Game
from cadogan.players import odds, playing
from cadogan.players.strategies import LIMIT, STRATEGIES
from cadogan.solver import Solver
from cadogan.tables.deals import ENOUGH, HARDNESS, KEPT

#: Deals kept of each hardness, and the seconds that the solver may take for one.
MOST, SOLVING = 500, 0.3


def hardness(game: Game, seconds: float) -> dict[str, list[int]]:
    """Numbers of deals by the first player who wins them, the lowest first; the players get half of
    the time, the solver the other.
    """
    won: dict[str, list[int]] = {name: [] for name in HARDNESS}
    machines = {
        name: Machine(game.program_for(STRATEGIES[name])) for name in HARDNESS if name in STRATEGIES
    }
    solver = Solver(game, 256)

    def by_player(deal: int) -> str:
        wins = (name for name in machines if odds.run(machines[name], deal, 1, LIMIT)[playing.WON])
        return next(wins, "")

    def by_solver(deal: int) -> str:
        verdict = solver.solve(game.deal(deal), seconds=SOLVING).verdict
        return "solver" if verdict == "won" else ""

    def sift(deals: Iterable[int], names: Sequence[str], who: Callable[[int], str]) -> list[int]:
        """Put each deal to the one who wins it, as long as there is time and room; returns those
        that nobody wins.
        """
        until, left = time.monotonic() + seconds / 2, list[int]()
        for deal in deals:
            if time.monotonic() > until or min(len(won[name]) for name in names) >= MOST:
                break
            name = who(deal)
            (won[name] if name else left).append(deal)
        return left

    sift(sift(count(1), list(machines), by_player), ["solver"], by_solver)
    return {name: deals[:MOST] for name, deals in won.items() if deals}


def main() -> None:
    """Try every game of the book, or those named, and write the list."""
    arguments = command_line(__doc__, cadogan.games, seconds=8.0)
    lists = json.loads(KEPT.read_text(encoding="utf-8"))["won"] if KEPT.is_file() else {}
    for slug in arguments.names:
        lists[slug] = hardness(cadogan.games[slug], arguments.seconds)
        print(
            f"{slug:<28}",
            *(f"{name} {len(deals)}" for name, deals in lists[slug].items()),
            file=sys.stderr,
            flush=True,
        )
    long = {
        slug: lists[slug]
        for slug in cadogan.games
        if sum(map(len, lists.get(slug, {}).values())) >= ENOUGH
    }
    about = "Deals that have been won, the lowest numbers first, by the simplest player that wins them; made by tools/deals.py."
    lines = ",\n".join(f"  {json.dumps(slug)}: {json.dumps(deals)}" for slug, deals in long.items())
    KEPT.write_text(
        f'{{"about": {json.dumps(about)},\n "won": {{\n{lines}\n}}}}\n', encoding="utf-8"
    )


if __name__ == "__main__":
    main()
