"""The odds: strategies, simulation, intervals.

>>> import cadogan
>>> result = cadogan.odds.simulate(cadogan.games["fourteenth"], strategy="random", n=10, seed=1, compiled=False)
>>> result.n, result.strategy
(10, 'random')
"""

from __future__ import annotations

import contextlib
import math
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any

from cadogan import compiling
from cadogan import kernels as plain
from cadogan.cards import Card
from cadogan.game import Game
from cadogan.position import ROOM, Move, Position, Record

#: A strategy of one's own: it gets what is seen of each place and the legal moves, and gives one of them, or
#: None to stop.
Strategy = Callable[[Mapping[str, tuple[Card | None, ...]], Sequence[Move]], Move | None]
NAMED = {
    "random": "any legal move, each equally likely",
    "greedy": "the eager player: to the foundations whenever possible, then marriages that break no sequence, then the next card",
}
#: A game is stopped after so many moves: some games can be shuffled to and fro for ever.
LIMIT = 1000
HIGHEST_SEED = 2**30 - 1


@dataclass(frozen=True)
class Odds:
    """What a simulation found.

    Attributes:
        game: the game.
        strategy: the strategy's name.
        n: the games played.
        wins: the games won.
        seed: game i of the simulation is the deal ``seed * 2**32 + i``.
        moves: the moves made in all games together.
        stopped: the games stopped at the limit of moves.
        limit: that limit.
        home: how many games ended with so many cards home, by number of cards.
        wanted: the games asked for; more than n when the run was interrupted.
        seconds: the time taken.
    """

    game: Game
    strategy: str
    n: int
    wins: int
    seed: int
    moves: int
    stopped: int
    limit: int
    home: tuple[int, ...] = field(repr=False)
    wanted: int = 0
    seconds: float = field(default=0.0, compare=False)

    @property
    def rate(self) -> float:
        """The share of games won, 0 to 1 (0 when none was played)."""
        return self.wins / self.n if self.n else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of the share of games won (Wilson 1927).

        >>> low, high = Odds(None, "", 100, 10, 1, 0, 0, 0, ()).interval
        >>> round(low, 3), round(high, 3)
        (0.055, 0.174)
        """
        return wilson(self.wins, self.n)

    @property
    def mean_home(self) -> float:
        """The mean number of cards home at the end."""
        return sum(h * c for h, c in enumerate(self.home)) / self.n if self.n else 0.0

    @property
    def mean_counters(self) -> float:
        """The mean gain in counters, where the game stakes any."""
        price, each = self.game.capital
        return each * self.mean_home - price

    def __str__(self) -> str:
        low, high = self.interval
        said = (
            f"{self.game.title}: {self.wins:,} of {self.n:,} games won ({100 * self.rate:.2f} %, 95 % interval "
            f"{100 * low:.2f} to {100 * high:.2f}), strategy {self.strategy}, seed {self.seed}"
        )
        if self.wanted > self.n:
            said += f"; interrupted, {self.wanted:,} were asked for"
        if self.stopped:
            said += f"; {self.stopped:,} stopped after {self.limit:,} moves"
        return said

    def __repr__(self) -> str:
        return f"<Odds {self}>"

    def _repr_html_(self) -> str:
        from html import escape

        low, high = self.interval
        rows = [
            ("game", self.game.title), ("strategy", f"{self.strategy}: {NAMED.get(self.strategy, 'your own')}"),
            ("games won", f"{self.wins:,} of {self.n:,}"), ("share", f"{100 * self.rate:.2f} %"),
            ("95 % interval", f"{100 * low:.2f} % to {100 * high:.2f} %"), ("mean cards home", f"{self.mean_home:.2f}"),
            ("seed", str(self.seed)),
        ]  # fmt: skip
        cells = "".join(f"<tr><th scope='row'>{escape(a)}</th><td>{escape(b)}</td></tr>" for a, b in rows)
        return f"<table class='cadogan-odds'><caption>Simulated</caption>{cells}</table>"

    def plot(self, ax: Any = None) -> Any:
        """How far the games went: a bar chart of the cards home at the end, on a matplotlib axis."""
        if ax is None:
            import matplotlib.pyplot as plt

            _, ax = plt.subplots(figsize=(7, 2.6))
        last = max((h for h, c in enumerate(self.home) if c), default=0)
        ax.bar(range(last + 1), [100 * c / max(1, self.n) for c in self.home[: last + 1]], color="#7a1f2b", width=0.9)
        ax.set_xlabel("cards home at the end")
        ax.set_ylabel("% of games")
        ax.set_title(f"{self.game.title}, {self.strategy}, {self.n:,} games, seed {self.seed}", fontsize=10)
        return ax


def wilson(wins: int, n: int, z: float = 1.959964) -> tuple[float, float]:
    """Wilson's interval for a share (E. B. Wilson 1927); (0, 1) when nothing was played."""
    if n == 0:
        return 0.0, 1.0
    share = wins / n
    centre = (share + z * z / (2 * n)) / (1 + z * z / n)
    half = z / (1 + z * z / n) * math.sqrt(share * (1 - share) / n + z * z / (4 * n * n))
    return max(0.0, centre - half), min(1.0, centre + half)


def simulate(
    game: Game,
    strategy: str | Strategy = "greedy",
    n: int = 1000,
    seed: int = 1,
    *,
    limit: int = LIMIT,
    compiled: bool | None = None,
    workers: int = 1,
    progress: bool | Callable[[int, int], None] = False,
    resume: Odds | None = None,
) -> Odds:
    """Play so many deals by a strategy, and count.

    Args:
        strategy: ``"random"``, ``"greedy"``, or a function (see `Strategy`).
        n: games, 1 or more.
        seed: 0 to 2**30 - 1; game i is the deal ``seed * 2**32 + i``, so every game can be looked at.
        limit: moves after which a game is stopped.
        compiled: with numba (True), as plain Python (False); by default with numba where that pays. The counts
            are the same.
        workers: threads; the counts do not depend on it.
        progress: True for a bar, or a function that is called with (games done, games asked for).
        resume: an interrupted result, to go on where it stopped.

    Returns:
        The counts. Interrupted (Ctrl-C, or the notebook's stop button), the counts so far, with `Odds.wanted`
        larger than `Odds.n`.

    Raises:
        ValueError: an unknown strategy, or a number out of range.
    """
    check(strategy, n, seed, limit, workers)
    program = game.program
    done = resume.n if resume else 0
    name = strategy if isinstance(strategy, str) else getattr(strategy, "__name__", "own")
    if resume is not None and (resume.game, resume.strategy, resume.seed, resume.limit) != (game, name, seed, limit):
        raise ValueError("resume: these counts belong to another game, strategy, seed or limit")
    if done > n:
        raise ValueError(f"resume: {done} games were played already, more than the {n} asked for")
    tally = [0] * (3 + 1 + len(program.pack))
    if resume is not None:
        tally[: 3 + len(resume.home)] = [resume.wins, resume.moves, resume.stopped, *resume.home]
    began = time.perf_counter()
    if callable(strategy):
        batches = _own(game, strategy, done, n, seed, limit)
    else:
        fast = compiling.compiled() if compiled or (compiled is None and (n - done) >= 200) else None
        if compiled and fast is None:
            raise ValueError("compiled=True needs numba, which is not installed")
        policy = list(NAMED).index(strategy)
        batches = _batches(game, fast, policy, done, n, seed, limit, workers)
    with _shown(progress, n, done) as show:
        try:
            for played, counts in batches:
                for i, c in enumerate(counts):
                    tally[i] += c
                done += played
                show(done, n)
        except KeyboardInterrupt:
            pass  # the counts so far are the result; resume= goes on
    return Odds(game, name, done, tally[0], seed, tally[1], tally[2], limit, tuple(tally[3:]), n, time.perf_counter() - began)


def check(strategy: str | Strategy, n: int, seed: int, limit: int, workers: int) -> None:
    """Refuse what cannot be simulated, and say what would be right."""
    if not callable(strategy) and strategy not in NAMED:
        raise ValueError(f"there is no strategy {strategy!r}; there are {', '.join(NAMED)}, or a function of your own")
    for name, value, low, high in (
        ("n", n, 1, 2**32),
        ("seed", seed, 0, HIGHEST_SEED),
        ("limit", limit, 1, 10**6),
        ("workers", workers, 1, 64),
    ):
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            raise ValueError(f"{name} is a whole number from {low} to {high}, not {value!r}")


def first_deal(seed: int) -> int:
    """The deal's number of the first game of a simulation."""
    return seed << 32


def _batches(
    game: Game, fast: Any, policy: int, done: int, n: int, seed: int, limit: int, workers: int
) -> Iterator[tuple[int, Sequence[int]]]:
    """Batches of games and their counts, played by the kernels."""
    size = max(1, min(2000, (n - done) // 20)) if fast else 5
    starts = list(range(done, n, size))

    def batch(start: int) -> tuple[int, Sequence[int]]:
        count = min(size, n - start)
        return count, run(game, fast, policy, first_deal(seed) + start, count, limit)

    if workers == 1:
        yield from map(batch, starts)
        return
    pool = ThreadPoolExecutor(workers)
    try:
        yield from pool.map(batch, starts)
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def run(game: Game, fast: Any, policy: int, number: int, games: int, limit: int) -> list[int]:
    """Play the deals number, number + 1, … with the kernels; the tally (see `kernels.simulate`)."""
    program = game.program
    size, cards = plain.state_size(program.tables), len(program.pack)
    if fast is None:
        tally = [0] * (4 + cards)
        plain.simulate(
            program.tables, [0] * size, [0] * 4, [0] * ROOM, [0] * cards, list(program.pack), cards, number, games, policy, limit, tally
        )
        return tally
    import numpy as np

    def room(k: int) -> Any:
        return np.zeros(k, np.int64)

    counts = room(4 + cards)
    fast.simulate(
        program.array,
        room(size),
        room(4),
        room(ROOM),
        room(cards),
        np.array(program.pack, np.int64),
        cards,
        number,
        games,
        policy,
        limit,
        counts,
    )
    return [int(c) for c in counts]


def _own(game: Game, strategy: Strategy, done: int, n: int, seed: int, limit: int) -> Iterator[tuple[int, Sequence[int]]]:
    """Games played by a strategy of one's own, one by one."""
    for i in range(done, n):
        position, moves = play_out(game.deal(first_deal(seed) + i), strategy, limit)
        tally = [0] * (4 + len(game.program.pack))
        tally[0], tally[1] = int(position.is_won), len(moves)
        tally[2] = int(len(moves) >= limit and not position.is_won)
        tally[3 + position.home] = 1
        yield 1, tally


def play_out(position: Position, strategy: Strategy, limit: int = LIMIT) -> tuple[Position, list[str]]:
    """Play a position on by a strategy of one's own; the last position and the moves.

    Raises:
        IllegalMove: the strategy gave a move that is not legal.
    """
    made: list[str] = []
    while len(made) < limit:
        moves = position.moves()
        chosen = strategy(position.seen, moves) if moves else None
        if chosen is None:
            break
        position = position.play(chosen)
        made.append(str(chosen))
    return position, made


def playout(game: Game, deal: int = 1, strategy: str = "greedy", limit: int = LIMIT) -> Record:
    """One whole game by a named strategy, as a record."""
    check(strategy, 1, 0, limit, 1)
    position = game.deal(deal)
    tables, state = game.program.tables, list(position.state)
    room, chance = [0] * ROOM, [0] * 4
    plain.seed(chance, position.number, 1 << 30)
    made: list[str] = []
    while len(made) < limit and not plain.is_won(tables, state):
        n = plain.legal(tables, state, room)
        if n == 0:
            break
        if strategy == "random":
            code = room[plain.below(chance, n) if n > 1 else 0]
        else:
            code = plain.eager(tables, state, room, n)
            if code < 0:
                break
        made.append(Position(game, state)._move(code).text)
        plain.apply(tables, state, code, room)
    return Record(game, deal, made)


@contextlib.contextmanager
def _shown(progress: bool | Callable[[int, int], None], n: int, done: int) -> Iterator[Callable[[int, int], None]]:
    """Progress: a function of one's own, tqdm's bar, or nothing."""
    if callable(progress):
        yield progress
        return
    if not progress:
        yield lambda done, n: None
        return
    from tqdm.auto import tqdm

    with tqdm(total=n, initial=done, unit=" games") as bar:
        yield lambda done, n: bar.update(done - bar.n) and None


@dataclass(frozen=True)
class Comparison:
    """The odds of several games (readings, variants, strategies) on the same deals."""

    rows: tuple[tuple[str, Odds], ...]

    def __str__(self) -> str:
        width = max(len(label) for label, _ in self.rows)
        lines = [f"{'':{width}}  {'won':>8}  {'95 % interval':>15}  {'mean home':>9}"]
        for label, o in self.rows:
            low, high = o.interval
            lines.append(f"{label:{width}}  {100 * o.rate:6.2f} %  {100 * low:6.2f} – {100 * high:5.2f}  {o.mean_home:9.2f}")
        o = self.rows[0][1]
        names = sorted({r.strategy for _, r in self.rows})
        return "\n".join([*lines, f"simulated: {o.n:,} deals each, the same for all, seed {o.seed}, strategy {', '.join(names)}"])

    __repr__ = __str__


def compare(
    games: Mapping[str, Game], strategy: str | Strategy | Sequence[str | Strategy] = "greedy", n: int = 1000, seed: int = 1, **options: Any
) -> Comparison:
    """Simulate several games, or one game by several strategies, on the same deals.

    Args:
        games: a label for each game.
        strategy: one strategy, or several: then each game is played by each.
        n, seed, options: as for `simulate`.
    """
    names = (strategy,) if isinstance(strategy, str) or callable(strategy) else tuple(strategy)
    rows = []
    for label, game in games.items():
        for name in names:
            result = simulate(game, name, n, seed, **options)
            said = label if len(names) == 1 else f"{label}, {result.strategy}" if len(games) > 1 else result.strategy
            rows.append((said, result))
    return Comparison(tuple(rows))


def table(slug: str) -> Comparison:
    """The committed odds of a game of the book (`cadogan.table`).

    Raises:
        KeyError: the game is not in the table, or its rules have changed since.
    """
    from cadogan.table import table as committed

    return committed(slug)
