"""The odds: strategies, simulation, intervals.

>>> import cadogan
>>> result = cadogan.odds.simulate(cadogan.games["fourteenth"], strategy="random", n=10, seed=1)
>>> result.n, result.strategy
(10, 'random')
"""

from __future__ import annotations

import contextlib
import itertools
import sys
import time
from array import array
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from typing import Any

from cadogan.compiler.run import has_webassembly
from cadogan.echo import check_whole, game_in, is_whole, shown
from cadogan.extras import needs_extra, remedy
from cadogan.patience.game import Game
from cadogan.patience.record import Record
from cadogan.players import playing
from cadogan.players.batches import Play, first_deal as first_deal, play_out as play_out, run as run
from cadogan.players.comparison import (
    Comparison as Comparison,
    Difference as Difference,
    Differences as Differences,
    paired as _paired,
)
from cadogan.players.result import (
    Odds as Odds,
    digits as digits,
    rule_of_three as rule_of_three,
    wilson as wilson,
)
from cadogan.players.strategies import LIMIT, STRATEGIES, Own, Player, Strategy, named
from cadogan.players.table import table as table
from cadogan.players.worth import worth as worth

__all__ = [
    "Comparison",
    "Difference",
    "Differences",
    "Odds",
    "compare",
    "difference",
    "playout",
    "rule_of_three",
    "simulate",
    "table",
    "wilson",
    "worth",
]

HIGHEST_SEED = 2**30 - 1
#: What came of each deal is kept for at most this many deals: twenty megabytes.
MOST_KEPT = 10_000_000
#: The most fuel of a deal: a batch's still is a number of the machine.
MOST_FUEL = 10**12


def __dir__() -> list[str]:
    return __all__


def simulate(
    game: Game | str,
    strategy: str | Strategy | Own = "greedy",
    n: int | None = None,
    seed: int = 1,
    *,
    limit: int = LIMIT,
    backend: str = "auto",
    workers: int = 1,
    executor: Executor | None = None,
    progress: bool | Callable[[int, int], None] = False,
    resume: Odds | None = None,
    fuel: int | None = None,
) -> Odds:
    """Play this many deals by a strategy, and count.

    Args:
        game: a game, or its slug.
        strategy: the name of a strategy of the book (random, greedy, careful, rollout, …), or a
            function of your own. It is called with two arguments before each move: what the player
            sees, the cards of each place by the place's id, uppermost last, None for one that is
            face down; and the legal moves, a list. It gives one of these moves, or None to stop.
        n: games, 1 or more; by default 1,000, or 20 by a strategy that takes its time.
        seed: 0 to 2**30 - 1; game i is the deal ``seed * 2**32 + i``, so every game can be looked
            at.
        limit: moves, 1 to 1,000,000, after which a game is stopped.
        backend: what runs the game's program: ``"wasm"``, ``"python"``, ``"interpreted"``, or
            ``"auto"`` for the fastest there is. The counts are the same.
        workers: 1 to 64 threads; the counts do not depend on it.
        executor: who plays instead of threads of this process: any executor of
            `concurrent.futures`, such as a ``ProcessPoolExecutor``, or the executor that the client
            of a cluster gives. The counts do not depend on it, nor on workers that die where their
            executor gives their work to others. It is not shut down.
        progress: True for a bar, or a function that is called with (games done, games asked for).
        resume: an interrupted result, to go on where it stopped; by a strategy of your own, with
            the very function that began it.
        fuel: the rounds of loops that a deal may take, for games of unknown origin
            (`cadogan.compiler.run.Machine`; WebAssembly makes some 300 million a second); none counts
            them otherwise, and none where the engine is interpreted.

    Returns:
        The counts; `Odds.deals` has the numbers of the deals that were won. Interrupted (Ctrl-C, or
        the notebook's stop button), the counts so far, with
        `Odds.wanted` larger than `Odds.n`.

    Raises:
        ValueError: an unknown strategy, or a number out of range.
        KeyError: no game has that slug.
        TypeError: neither a game nor a slug; or a resume that is no result.
        RuntimeError: a backend that cannot run here; or counts that cannot be, which no game
            should give.
        OutOfTime: the deals of a batch took more fuel than there was.
    """
    game = _game(game)
    if n is None:
        n = 1000 if callable(strategy) else named(strategy).quick
    check(game, strategy, n, seed, limit, workers, executor)
    if fuel is not None and not is_whole(fuel, 1, MOST_FUEL):
        raise ValueError(
            f"fuel is a whole number from 1 to {MOST_FUEL:,}, or None, not {shown(fuel)}"
        )
    player = strategy if callable(strategy) else named(strategy)
    name = player.name if isinstance(player, Strategy) else getattr(player, "__name__", "own")
    done = 0
    tally = [0] * (playing.BY_HOME + 1 + len(game.rules.pack))
    outcomes = array("h")
    if resume is not None:
        check_resumed(resume, game, player, name, n, seed, limit)
        done = resume.n
        before = resume.wins, resume.moves, resume.stopped, *resume.home
        tally[: len(before)] = before
        outcomes.extend(resume.ends)
    keep_ends = n <= MOST_KEPT and len(outcomes) == done
    began = time.perf_counter()

    def so_far() -> Odds:
        won, moves, stopped, *home = tally
        took, each = time.perf_counter() - began, outcomes if keep_ends else array("h")
        counts = (done, won, seed, moves, stopped, limit, tuple(home), n, took, each)
        odds = Odds(game, name, *counts, player)
        if fault := odds.contradiction:
            raise RuntimeError(
                f"{game.title}: no odds are given, for these counts cannot be: {fault}"
            )
        return odds

    play = Play(game, player, seed, limit, backend, fuel)
    batches = play.batches(done, n, workers, executor)
    with _progress(progress, n, done) as show, contextlib.closing(batches):
        try:
            for counts, batch in batches:
                for i, c in enumerate(counts):
                    tally[i] += c
                if keep_ends:
                    outcomes.extend(batch)
                done += len(batch)
                show(done, n)
        except KeyboardInterrupt:
            pass  # the counts so far are the result; resume= goes on
    return so_far()


def _game(game: Game | str) -> Game:
    """A game of the book by its slug, or a game as it is."""
    import cadogan

    return game_in(cadogan.games, game, Game)


def check_resumed(
    resume: object,
    game: Game,
    player: Strategy | Own,
    name: str,
    n: int,
    seed: int,
    limit: int,
) -> None:
    """Refuse counts that a simulation cannot go on with: those of another simulation, or impossible
    ones."""
    if not isinstance(resume, Odds):
        raise TypeError(f"resume is what an earlier simulation gave, not {shown(resume)}")
    expected = game, game.played_as, name, seed, limit
    began = resume.game, resume.game.played_as, resume.strategy, resume.seed, resume.limit
    if began != expected:
        raise ValueError("resume: these counts belong to another game, strategy, seed or limit")
    if (resume.player or STRATEGIES.get(name)) is not player:
        raise ValueError(
            f"resume: these counts were made by another strategy that is called {name}, too; "
            "a function of your own goes on with what it began itself"
        )
    if fault := resume.contradiction:
        raise ValueError(f"resume: these counts cannot be: {fault}")
    if resume.n > n:
        raise ValueError(
            f"resume: {resume.n} games were played already, more than the {n} asked for"
        )


def check(
    game: object,
    strategy: object,
    n: int,
    seed: int,
    limit: int,
    workers: int = 1,
    executor: object = None,
) -> None:
    """Refuse what cannot be simulated, and say what would be right."""
    if not isinstance(game, Game):
        raise TypeError(f"a game is simulated, or its slug, such as 'fortress', not {shown(game)}")
    if not callable(strategy):
        named(strategy)  # type: ignore[arg-type]
    check_whole(
        ("n", n, 1, 2**32),
        ("seed", seed, 0, HIGHEST_SEED),
        ("limit", limit, 1, 10**6),
        ("workers", workers, 1, 64),
    )
    if executor is not None and not isinstance(executor, Executor):
        raise ValueError(
            f"executor is one of concurrent.futures, such as a ProcessPoolExecutor(2), not {executor!r}"
        )
    if executor is not None and workers != 1:
        raise ValueError("an executor has workers of its own: give workers= or executor=, not both")


def playout(
    game: Game | str, deal: int = 1, strategy: str | Strategy = "greedy", limit: int = LIMIT
) -> Record:
    """One whole game by a strategy of the book, as a record."""
    game = _game(game)
    check(game, strategy, 1, 0, limit)
    return Player(strategy).playout(game, deal, limit)


#: Seconds until the reader is told why it takes so long, and between two counts.
SLOW, AGAIN = 3.0, 10.0


def _slowly() -> Callable[[int, int], None]:
    """A function that tells, where games are played in Python for want of WebAssembly, why a
    simulation takes long, and how far it has come.
    """
    due, explained = time.monotonic() + SLOW, False

    def show(done: int, n: int) -> None:
        nonlocal due, explained
        if time.monotonic() < due or done >= n:
            return
        if not explained:
            why = f"without wasmtime games are played in plain Python, many times as slowly; {remedy('wasmtime')}"
            print(why, file=sys.stderr)
        explained, due = True, time.monotonic() + AGAIN
        print(f"{done:,} of {n:,} games", file=sys.stderr, flush=True)

    return show


@contextlib.contextmanager
def _progress(
    progress: bool | Callable[[int, int], None], n: int, done: int
) -> Iterator[Callable[[int, int], None]]:
    """Progress: a function of one's own, tqdm's bar, or nothing."""
    if callable(progress):
        yield progress
        return
    if not progress:
        yield (lambda done, n: None) if has_webassembly() else _slowly()
        return
    with needs_extra("A progress bar"):
        from tqdm.auto import tqdm

    with tqdm(total=n, initial=done, unit=" games") as bar:
        yield lambda done, n: bar.update(done - bar.n) and None


#: The latest results of comparisons, at most this many, of at most so many deals (20 MB): a game
#: that is compared with five changes is played once.
_recent: dict[tuple[Game, str, Strategy, int, int, int], Odds] = {}
MOST_FOUND, LONGEST_FOUND = 100, 100_000


def _compared(
    game: Game, strategy: str | Strategy | Own, n: int | None, seed: int, options: Mapping[str, Any]
) -> Odds:
    """`simulate`, but what this process has played before is not played again, for it would be the
    same. A strategy of one's own is always played, for it may remember; so is everything where more
    than a limit is asked for, such as progress or workers."""
    if callable(strategy) or not isinstance(game, Game) or options.keys() - {"limit"}:
        return simulate(game, strategy, n, seed, **options)
    n, limit = named(strategy).quick if n is None else n, options.get("limit", LIMIT)
    check(game, strategy, n, seed, limit)
    key = (game, game.played_as, named(strategy), n, seed, limit)
    result = _recent.pop(key, None) or simulate(game, strategy, n, seed, limit=limit)
    if result.n == n <= LONGEST_FOUND:
        _recent[key] = result  # the last used is the last to go
        while len(_recent) > MOST_FOUND:
            del _recent[next(iter(_recent))]
    return result


def compare(
    games: Mapping[str, Game | str],
    strategy: str | Strategy | Own | Sequence[str | Strategy | Own] = "greedy",
    n: int | None = None,
    seed: int = 1,
    against: str = "",
    **options: Any,
) -> Comparison:
    """Simulate several games, or one game by several strategies, on the same deals.

    Args:
        games: a label for each game, or for its slug.
        strategy: one strategy, or several: then each game is played by each.
        n, seed, options: as for `simulate`.
        against: the label of the row with which the others are compared, deal by deal; the first by
            default.

    Raises:
        TypeError: games without labels, or none.
        ValueError: no row has that label, or no strategy is named.
    """
    if not hasattr(games, "items") or not games:
        raise TypeError(f"games are compared by labels, as {{'mine': game}}, not {games!r}")
    names: Sequence[Any] = strategy if isinstance(strategy, (list, tuple)) else (strategy,)
    if not names:
        raise ValueError("no strategy is named; one is enough, such as 'greedy'")
    rows = []
    for (label, game), name in itertools.product(games.items(), names):
        result = _compared(_game(game), name, n, seed, options)
        row_label = (
            label
            if len(names) == 1
            else f"{label}, {result.strategy}"
            if len(games) > 1
            else result.strategy
        )
        rows.append((row_label, result))
        if result.n < result.wanted:  # interrupted: the rows so far are given
            return Comparison(tuple(rows), against if against in dict(rows) else "")
    if against and against not in dict(rows):
        raise ValueError(f"no row is called {against!r}; there are {', '.join(dict(rows))}")
    return Comparison(tuple(rows), against)


def difference(
    one: Game | str,
    other: Game | str,
    strategy: str | Strategy | Own = "greedy",
    than: str | Strategy | Own | None = None,
    n: int = 1000,
    seed: int = 1,
    **options: Any,
) -> Difference:
    """What the second gains on the first, deal by deal.

    Args:
        strategy: who plays ``one``, and ``other`` too unless ``than`` says who plays that.
        n: deals, 2 to 10,000,000; seed, options: as for `simulate`.

    Raises:
        ValueError: an unknown strategy, or a number out of range.

    >>> import cadogan
    >>> nestor = cadogan.games["nestor"]
    >>> print(difference(nestor, nestor.vary(turning="at any time"), "random", n=100).short)
    -1.00 games won in a hundred (-7.63 to +5.67), -2.14 cards home (-4.19 to -0.09)
    """
    if not is_whole(n, 2, MOST_KEPT):
        raise ValueError(
            f"n is 2 to {MOST_KEPT:,} where deals are compared one by one, not {n!r}: one alone has no spread"
        )
    one, other = _game(one), _game(other)
    first = _compared(one, strategy, n, seed, options)
    if first.n < first.wanted:
        raise KeyboardInterrupt
    gain = _paired(first, _compared(other, strategy if than is None else than, n, seed, options))
    if gain is None:
        raise KeyboardInterrupt  # one of the two was broken off: their deals are no longer the same
    return gain
