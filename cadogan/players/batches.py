"""The games of a simulation in batches, played here or by any executor: by threads, processes, or
the machines of a cluster.

A batch is a range of deals. A worker is sent the game, the strategy's name, the seed and that range
(some five kilobytes), and sends back counts (some four). Batches are counted in the order of their
deals, whoever played them and whenever, so that the counts are always those of the first deals."""

from __future__ import annotations

import threading
from array import array
from collections import deque
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from dataclasses import dataclass, fields
from functools import lru_cache
from itertools import islice
from queue import Empty, SimpleQueue
from typing import Any, TypeVar

from cadogan.compiler.program import Program
from cadogan.compiler.run import Machine, has_webassembly
from cadogan.patience.game import Game
from cadogan.patience.position import Position
from cadogan.players import playing
from cadogan.players.strategies import LIMIT, Own, Strategy

#: The counts of some games (`playing.simulate`), and what came of each.
Batch = tuple[Sequence[int], Sequence[int]]
#: Games to a batch at most where they are not played in WebAssembly, so that a simulation can be
#: stopped.
SLOW = 5
#: An executor has this many batches at most that have not been counted yet: work for a large
#: cluster, and little memory.
AHEAD = 1000


@dataclass(frozen=True)
class Play:
    """How the games of a simulation are played: what a worker must know besides the range of deals."""

    game: Game
    strategy: Strategy | Own
    seed: int
    limit: int
    backend: str
    fuel: int | None

    def __reduce__(self) -> tuple[Any, ...]:
        """To a worker the game is sent without its drawings."""
        others = (getattr(self, fact.name) for fact in fields(self)[1:])
        return Play, (self.game.undrawn(), *others)

    def batch(self, start: int, size: int) -> Batch:
        """Play the games start, start + 1, … of the simulation."""
        if not isinstance(self.strategy, Strategy):
            return self.by_own(start, size)
        machine, idle = machine_for(self.game, self.strategy, self.backend, self.fuel)
        try:
            if self.fuel is not None:
                machine.fuel = self.fuel * size
            counts = run(machine, first_deal(self.seed) + start, size, self.limit)
            return counts, array("h", machine.row("ends")[:size])
        finally:
            idle.put(machine)

    def by_own(self, start: int, size: int) -> Batch:
        """Play them by a strategy of one's own, one move after another."""
        assert not isinstance(self.strategy, Strategy)
        tally, ends = [0] * (playing.BY_HOME + 1 + len(self.game.rules.pack)), array("h")
        for number in range(first_deal(self.seed) + start, first_deal(self.seed) + start + size):
            position, moves = play_out(self.game.deal(number), self.strategy, self.limit)
            won = int(position.is_won)
            tally[playing.WON] += won
            tally[playing.MOVES] += len(moves)
            tally[playing.STOPPED] += int(len(moves) >= self.limit and not won)
            tally[playing.BY_HOME + position.home] += 1
            ends.append(2 * position.home + won)
        return tally, ends

    def whole(self, games: int, executor: Executor | None) -> int:
        """How many of n games make a batch: a twentieth, so that progress is seen, and no more than
        can be stopped soon.
        """
        most = (
            playing.BATCH
            if self.backend == "wasm" or (self.backend == "auto" and has_webassembly())
            else SLOW
        )
        if not isinstance(self.strategy, Strategy):
            most = 1 if executor is None else SLOW
        return max(1, min(most, games // 20))

    def batches(
        self, done: int, n: int, workers: int, executor: Executor | None
    ) -> Generator[Batch]:
        """The games from number ``done`` to n - 1: by the executor, or by this many threads."""
        size = self.whole(n - done, executor)
        ranges = ((start, min(size, n - start)) for start in range(done, n, size))
        if executor is not None:
            yield from in_order(executor, self.batch, ranges, AHEAD)
        elif workers == 1 or not isinstance(self.strategy, Strategy):
            yield from (self.batch(start, size) for start, size in ranges)
        else:
            with ThreadPoolExecutor(workers) as pool:
                yield from in_order(pool, self.batch, ranges, AHEAD)


Result = TypeVar("Result")


def in_order(
    executor: Executor,
    work: Callable[..., Result],
    arguments: Iterator[tuple[Any, ...]],
    ahead: int,
) -> Generator[Result]:
    """The results of an executor's calls, in the order of their arguments, with at most ``ahead``
    calls waiting. When this is stopped, no more are sent, and those not begun are cancelled.
    """
    waiting: deque[Future[Result]] = deque()
    try:
        while True:
            waiting.extend(
                executor.submit(work, *call) for call in islice(arguments, ahead - len(waiting))
            )
            if not waiting:
                return
            yield waiting.popleft().result()
    finally:
        for future in waiting:
            future.cancel()


_making = threading.Lock()


def machine_for(
    game: Game, strategy: Strategy, backend: str, fuel: int | None
) -> tuple[Machine, SimpleQueue[Machine]]:
    """A machine for a game's program, and the queue to which it is given back: a worker makes them
    once, not for each batch.
    """
    with _making:
        program, idle = shared_program(game, game.played_as, strategy, backend, fuel is not None)
        try:
            return idle.get_nowait(), idle
        except Empty:
            return Machine(program, backend, fuel), idle


@lru_cache(maxsize=8)
def shared_program(
    game: Game, played_as: str, strategy: Strategy, backend: str, guarded: bool
) -> tuple[Program, SimpleQueue[Machine]]:
    """A game's program for a strategy, and the machines for it that nobody uses."""
    return game.program_for(strategy), SimpleQueue()


def first_deal(seed: int) -> int:
    """The number of the first deal of a simulation."""
    return seed << 32


def run(machine: Machine, number: int, games: int, limit: int) -> list[int]:
    """Play the deals number, number + 1, … with a program made for a strategy; the tally (see
    `playing.simulate`).
    """
    machine.write("tally", [0] * len(machine.row("tally")))
    machine.call("simulate", number, games, limit)
    return machine.row("tally")


def play_out(position: Position, strategy: Own, limit: int = LIMIT) -> tuple[Position, list[str]]:
    """Play a position on by a strategy of one's own; the last position and the moves.

    Raises:
        IllegalMove: the strategy gave a move that is not legal.
    """
    played: list[str] = []
    while len(played) < limit:
        moves = position.moves()
        chosen = strategy(position.seen, moves) if moves else None
        if chosen is None:
            break
        position = position.play(chosen)
        played.append(str(chosen))
    return position, played
