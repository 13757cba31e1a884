"""The table of what can be won: verdicts on the first deals of each game, all cards known.

All cards are those of the deal, the shuffles of its re-deals included: whoever plays the same deal
again meets them again. A row belongs to the rules, and to what their words mean (`play_of`), and
holds a letter for each deal, ``w`` for won (the referee has played
the line), ``l`` for proved lost, a digit for undecided: 6 after 10**6 positions searched or played
through (`cadogan.solver.Search`). ``python tools/solve.py SLUG`` makes a row, or goes on with it
where it stands."""

from __future__ import annotations

import functools
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Executor
from dataclasses import dataclass
from itertools import starmap
from pathlib import Path
from typing import Any

from cadogan.echo import check_whole
from cadogan.patience.game import Game
from cadogan.players.batches import first_deal, in_order
from cadogan.players.fingerprint import fingerprint
from cadogan.players.intervals import Z
from cadogan.players.result import wilson
from cadogan.players.table import SEED, keep, kept, version
from cadogan.solver.search import Solver
from cadogan.solver.verdict import LOST, WON
from cadogan.tables.tally import play_of

PATH = Path(__file__).with_name("winnable.json")
#: Each deal has this many positions at first, as a power of ten; and those left undecided ten
#: times as many, and so on. No more than `MOST`.
LEAST, MOST = 5, 8
#: The deals of a row, or as few as this if its interval is then so narrow: deals, width, fewest.
DEALS, NARROW, SOME = 400, 0.01, 100
MEGABYTES = 256
#: An executor has this many deals at most that have not been counted yet; a row is written down
#: whenever this many seconds have passed.
AHEAD, EVERY = 200, 5.0
#: A deal's number in the row, its letter, the line that wins, and the seconds of a processor
#: that it took.
DealVerdict = tuple[int, str, tuple[str, ...], float]


@dataclass(frozen=True)
class Solved:
    """The verdicts on the first deals of a game, all cards known.

    Attributes:
        verdicts: a letter for each deal.
        seed: deal i is ``seed * 2**32 + i``.
        seconds: the time taken, of one processor.
        example: the number of a deal that can be won, and its line.
    """

    verdicts: str
    seed: int
    seconds: float
    example: tuple[int, tuple[str, ...]] | None = None

    @property
    def n(self) -> int:
        """The deals."""
        return len(self.verdicts)

    @property
    def won(self) -> int:
        """The deals that can be won."""
        return self.verdicts.count("w")

    @property
    def lost(self) -> int:
        """The deals that are proved to be lost."""
        return self.verdicts.count("l")

    @property
    def open(self) -> int:
        """The deals that are left undecided."""
        return self.n - self.won - self.lost

    @property
    def states(self) -> int:
        """The most positions that an undecided deal has had; at least 10**`LEAST`."""
        return int(10 ** max(map(int, {*self.verdicts} - {"w", "l"}), default=LEAST))

    @property
    def interval(self) -> tuple[float, float]:
        """The share that can be won: Wilson's 95 % interval, the open deals counted as lost below
        and as won above.

        >>> low, high = Solved("w" * 40 + "l" * 50 + "6" * 10, 1, 0.0).interval
        >>> round(low, 2), round(high, 2)
        (0.31, 0.6)
        """
        return wilson(self.won, self.n, Z)[0], wilson(self.n - self.lost, self.n, Z)[1]

    @property
    def width(self) -> float:
        """How wide the interval is, 0 to 1."""
        low, high = self.interval
        return high - low

    def __str__(self) -> str:
        low, high = self.interval
        return f"{self.won:,} won, {self.lost:,} lost, {self.open:,} undecided of {self.n:,}: {100 * low:.1f} to {100 * high:.1f} %"


def stored() -> dict[str, dict[str, Any]]:
    """The table as it is committed; empty where it was never made."""
    return kept(PATH)


def solved(game: Game) -> Solved | None:
    """The row of a game of the book; None where it has none by the rules as they stand."""
    row = stored().get(game.slug)
    if row is None or row["rules"] != fingerprint(game):
        return None
    deal, line = row["example"] or (0, ())
    example = (deal, tuple(line)) if line else None
    return Solved(row["verdicts"], row["seed"], row["seconds"], example)


# --- making it ---


@functools.lru_cache(maxsize=1)
def solver_of(slug: str) -> Solver:
    """The solver of a game, one to a process."""
    import cadogan

    return Solver(cadogan.games[slug], MEGABYTES, shuffles=True)


def solve(slug: str, i: int, power: int) -> DealVerdict:
    """The verdict on the i-th deal of a row after at most 10**power positions."""
    began, solver = time.process_time(), solver_of(slug)
    search = solver.solve(solver.game.deal(first_deal(SEED) + i), 10**power)
    letter = search.verdict[0] if search.verdict in (WON, LOST) else str(power)
    return i, letter, search.line, time.process_time() - began


class Row:
    """A row being made; it begins with what is stored, if that was made by the same rules."""

    def __init__(self, game: Game) -> None:
        self.game, self.play, row = game, play_of(game), stored().get(game.slug)
        made_by = fingerprint(game), self.play, SEED
        if row is None or (row["rules"], row.get("play"), row["seed"]) != made_by:
            row = {"verdicts": "", "seconds": 0.0, "example": None}
        self.verdicts, self.seconds = list(row["verdicts"]), row["seconds"]
        self.example = row["example"]

    @property
    def solved(self) -> Solved:
        """The row as it stands."""
        return Solved("".join(self.verdicts), SEED, self.seconds)

    @property
    def narrow(self) -> bool:
        """Whether the interval is so narrow that no more deals are needed."""
        return len(self.verdicts) >= SOME and self.solved.width <= NARROW

    def waiting(self, deals: int, power: int) -> Iterator[tuple[int, int]]:
        """The deals to be solved and their powers, one by one: first those that are new,
        then those left undecided, with ten times as many positions each time.
        """
        for p in range(LEAST, power + 1):
            for i in range(deals):
                new = i >= len(self.verdicts)
                if (p == LEAST and new) or (not new and self.verdicts[i] in map(str, range(p))):
                    yield i, p

    def note(self, i: int, letter: str, line: tuple[str, ...], seconds: float) -> None:
        """Enter the verdict on a deal."""
        self.verdicts[i : i + 1] = [letter]
        self.seconds += seconds
        if line and self.example is None:
            self.example = [first_deal(SEED) + i, list(line)]

    def write(self) -> None:
        """Write the file, a line to each row."""
        row = {
            "rules": fingerprint(self.game),
            "play": self.play,
            "seed": SEED,
            "version": version(),
            "seconds": round(self.seconds, 1),
            "verdicts": "".join(self.verdicts),
            "example": self.example,
        }
        kept.cache_clear()  # another run may have written other rows meanwhile
        keep(PATH, {**stored(), self.game.slug: row})


def go_on(
    game: Game,
    deals: int = DEALS,
    power: int = 6,
    seconds: float = float("inf"),
    executor: Executor | None = None,
    progress: Callable[[Solved], Any] = lambda solved: None,
) -> Solved:
    """Make the row of a game, or go on with it.

    Args:
        game: a game of the book as it stands.
        deals: how many of its first deals, unless fewer make the interval narrow (`NARROW`).
        power: undecided deals have up to 10**power positions, 5 to 8.
        seconds: the time after which no further deal is begun.
        executor: who solves instead of this process (as for `cadogan.odds.simulate`).
        progress: called with the row whenever it is written down.

    Raises:
        ValueError: a number out of range.
    """
    check_whole(("power", power, LEAST, MOST))
    if not 1 <= deals <= 10**6:
        raise ValueError(f"deals is a whole number from 1 to 1,000,000, not {deals!r}")
    row, until, wrote = Row(game), time.monotonic() + seconds, time.monotonic()
    try:
        for verdict in results(row, deals, power, executor):
            row.note(*verdict)
            now = time.monotonic()
            if now - wrote > EVERY:
                wrote = now
                row.write()
                progress(row.solved)
            if now > until or row.narrow:
                break
    finally:
        row.write()
    return row.solved


def results(row: Row, deals: int, power: int, executor: Executor | None) -> Iterator[DealVerdict]:
    """The verdicts on the deals that wait, in their order."""
    slug = row.game.slug
    if row.narrow:
        return
    for p in range(LEAST, power + 1):
        waiting = ((slug, i, q) for i, q in row.waiting(deals, p))
        if executor is None:
            yield from starmap(solve, waiting)
        else:
            yield from in_order(executor, solve, waiting, AHEAD)
