"""The odds: strategies, simulation, intervals.

>>> import cadogan
>>> result = cadogan.odds.simulate(cadogan.games["fourteenth"], strategy="random", n=10, seed=1)
>>> result.n, result.strategy
(10, 'random')
"""

from __future__ import annotations

import contextlib
import math
import time
import warnings
from array import array
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from cadogan.echo import shown
from cadogan.extras import wanted
from cadogan.patience.game import Game
from cadogan.patience.record import Record
from cadogan.players import checkpoint as checkpoints
from cadogan.players import playing
from cadogan.players.batches import Play
from cadogan.players.batches import first_deal as first_deal
from cadogan.players.batches import play_out as play_out
from cadogan.players.batches import run as run
from cadogan.players.comparison import Comparison as Comparison
from cadogan.players.comparison import Difference, Z, measured, paired
from cadogan.players.strategies import LIMIT, STRATEGIES, Own, Player, Strategy, named

HIGHEST_SEED = 2**30 - 1
#: What came of each deal is kept for at most this many deals: twenty megabytes.
MOST_KEPT = 10_000_000
#: The most fuel of a deal: a batch's still is a number of the machine.
MOST_FUEL = 10**12


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
        home: how many games ended with this many cards home, by number of cards.
        wanted: the games asked for; more than n when the run was interrupted.
        seconds: the time taken.
        ends: what came of each deal, in order: twice the cards home, and one more where the game
            was won; empty where it was not kept (in the committed table, and beyond ten million
            deals).
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
    ends: array[int] = field(default_factory=lambda: array("h"), repr=False, compare=False)

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
    def home_interval(self) -> tuple[float, float]:
        """The 95 % interval of the mean number of cards home (normal; the whole range where fewer
        than two games were played).
        """
        if self.n < 2:
            return 0.0, float(max(0, len(self.home) - 1))
        mean = self.mean_home
        variance = sum(c * (h - mean) ** 2 for h, c in enumerate(self.home)) / (self.n - 1)
        half = Z * math.sqrt(variance / self.n)
        return max(0.0, mean - half), min(float(len(self.home) - 1), mean + half)

    @property
    def mean_counters(self) -> float:
        """The mean gain in counters, where the game stakes any."""
        price, each = self.game.capital
        return each * self.mean_home - price

    @property
    def share(self) -> str:
        """The share of games won with its interval, as text; where none was won, what the rule of
        three leaves.

        >>> Odds(None, "", 100, 10, 1, 0, 0, 0, ()).share, Odds(None, "", 2000, 0, 1, 0, 0, 0, ()).share
        ('10.00 %, 95 % interval 5.52 to 17.44', 'at most 0.15 %, by the rule of three')
        """
        if not self.wins:
            return (
                f"at most {100 * rule_of_three(self.n):.{digits(self.n)}f} %, by the rule of three"
            )
        return f"{self.percent}, 95 % interval {self.within}"

    @property
    def percent(self) -> str:
        """The share of games won as a percentage; all of them are 100 % without decimals."""
        return "100 %" if 0 < self.wins == self.n else f"{100 * self.rate:.{self.places}f} %"

    @property
    def within(self) -> str:
        """The interval of the share, its ends as percentages.

        >>> Odds(None, "", 100, 10, 1, 0, 0, 0, ()).within, Odds(None, "", 100_000, 100_000, 1, 0, 0, 0, ()).within
        ('5.52 to 17.44', '99.9962 to 100')
        """
        low, high = self.interval
        return f"{100 * low:.{self.places}f} to {'100' if 0 < self.wins == self.n else f'{100 * high:.{self.places}f}'}"

    @property
    def places(self) -> int:
        """With how many decimals the share is written as a percentage: two, or more where the
        interval is so narrow that it would vanish."""
        low, high = self.interval
        return 2 if high - low > 5e-4 else digits(self.n)

    def __str__(self) -> str:
        low, high = self.home_interval
        said = (
            f"{self.game.title}: {self.wins:,} of {self.n:,} games won ({self.share}), "
            f"{self.mean_home:.2f} cards home on average ({low:.2f} to {high:.2f}), "
            f"strategy {self.strategy}, at most {self.limit:,} moves, seed {self.seed}"
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

        low, high = self.home_interval
        stopped = f" ({self.stopped:,} games stopped there)" if self.stopped else ""
        rows = [
            ("game", self.game.title),
            ("strategy", f"{self.strategy}: {says(self.strategy)}"),
            ("ends", f"{ends(self.strategy)}; at most {self.limit:,} moves{stopped}"),
            ("games won", f"{self.wins:,} of {self.n:,}"),
            ("share", self.share),
            (
                "mean cards home",
                f"{measured(self.mean_home, low, high)}, in brackets the 95 % interval",
            ),
            ("seed", str(self.seed)),
        ]
        cells = "".join(
            f"<tr><th scope='row'>{escape(a)}</th><td>{escape(b)}</td></tr>" for a, b in rows
        )
        return f"<table class='cadogan-odds'><caption>Simulated</caption>{cells}</table>"


def rule_of_three(n: int) -> float:
    """The share that can hardly be exceeded (with 95 % confidence) where it did not happen once in
    n trials: three in n.
    """
    return min(1.0, 3 / n) if n else 1.0


def digits(n: int) -> int:
    """How many decimals of a percentage a share of this many deals is worth, 2 at least: 0.15 % of
    2,000, but 0.0030 % of 100,000.
    """
    return max(2, len(str(n)) - 2) if n > 9999 else 2


def wilson(wins: int, n: int, z: float = Z) -> tuple[float, float]:
    """Wilson's interval for a share (E. B. Wilson 1927); (0, 1) when nothing was played."""
    if n == 0:
        return 0.0, 1.0
    share = wins / n
    centre = (share + z * z / (2 * n)) / (1 + z * z / n)
    half = z / (1 + z * z / n) * math.sqrt(share * (1 - share) / n + z * z / (4 * n * n))
    return max(0.0, centre - half), min(1.0, centre + half)


def says(strategy: str) -> str:
    """What a strategy does, as a phrase; one that is not the book's is somebody's own."""
    return STRATEGIES[strategy].says if strategy in STRATEGIES else "your own"


def ends(strategy: str) -> str:
    """When a strategy stops, as a phrase."""
    return STRATEGIES[strategy].ends if strategy in STRATEGIES else "it stops when it gives no move"


def simulate(
    game: Game,
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
    checkpoint: str | Path | None = None,
) -> Odds:
    """Play this many deals by a strategy, and count.

    Args:
        strategy: the name of a strategy of the book (`cadogan.players.strategies`), or a function
            of your own.
        n: games, 1 or more; by default 1,000, or 20 by a strategy that takes its time.
        seed: 0 to 2**30 - 1; game i is the deal ``seed * 2**32 + i``, so every game can be looked
            at.
        limit: moves after which a game is stopped.
        backend: what runs the game's program: ``"wasm"``, ``"python"``, ``"interpreted"``, or
            ``"auto"`` for the fastest there is. The counts are the same.
        workers: threads; the counts do not depend on it.
        executor: who plays instead of threads of this process: any executor of
            `concurrent.futures`, such as a ``ProcessPoolExecutor``, or ``client.get_executor()`` of
            a Dask cluster. The counts do not depend on it, nor on workers that die where their
            executor gives their work to others, as Dask does; a pool of processes breaks instead,
            and `checkpoint` keeps what was counted. It is not shut down.
        progress: True for a bar, or a function that is called with (games done, games asked for).
        resume: an interrupted result, to go on where it stopped.
        fuel: the rounds of loops that a deal may take, for games of unknown origin
            (`cadogan.compiler.run.Machine`; WebAssembly makes some 300 million a second); none counts
            them otherwise, and none where the engine is interpreted.
        checkpoint: a file in which the counts are kept after every batch, of 2,000 games at most;
            where it is there already, the simulation goes on from it (what came of each single deal
            is not kept there). A simulation that is killed loses the batches under way, one for
            each worker.

    Returns:
        The counts. Interrupted (Ctrl-C, or the notebook's stop button), the counts so far, with
        `Odds.wanted` larger than `Odds.n`.

    Raises:
        ValueError: an unknown strategy, or a number out of range.
        TypeError: no game, but its name, say; or a resume that is no result.
        RuntimeError: a backend that cannot run here.
        OutOfTime: the deals of a batch took more fuel than there was.
    """
    if not hasattr(game, "rules"):
        raise TypeError(f"a game is simulated, such as cadogan.games['fortress'], not {game!r}")
    if n is None:
        n = 1000 if callable(strategy) else named(strategy).quick
    check(strategy, n, seed, limit, workers, executor)
    if fuel is not None and (
        isinstance(fuel, bool) or not isinstance(fuel, int) or not 1 <= fuel <= MOST_FUEL
    ):
        raise ValueError(
            f"fuel is a whole number from 1 to {MOST_FUEL:,}, or None, not {shown(fuel)}"
        )
    if resume is not None and not isinstance(resume, Odds):
        raise TypeError(
            f"resume is what an earlier simulation gave, not {shown(resume)}; a file is named by checkpoint="
        )
    if checkpoint is not None and resume is None:
        resume = checkpoints.load(Path(checkpoint), game)
    done = resume.n if resume else 0
    of_the_book = None if callable(strategy) else named(strategy)
    name = of_the_book.name if of_the_book else getattr(strategy, "__name__", "own")
    if resume is not None and (resume.game, resume.strategy, resume.seed, resume.limit) != (
        game,
        name,
        seed,
        limit,
    ):
        raise ValueError("resume: these counts belong to another game, strategy, seed or limit")
    if resume is not None and (off := checkpoints.odd(resume, len(game.rules.pack))):
        raise ValueError(f"resume: these counts cannot be: {off}")
    if done > n:
        raise ValueError(f"resume: {done} games were played already, more than the {n} asked for")
    tally = [0] * (playing.BY_HOME + 1 + len(game.rules.pack))
    if resume is not None:
        tally[: playing.BY_HOME + len(resume.home)] = [
            resume.wins,
            resume.moves,
            resume.stopped,
            *resume.home,
        ]
    outcomes = array("h", resume.ends if resume is not None else ())
    kept = n <= MOST_KEPT and len(outcomes) == done
    unsaved = False
    began = time.perf_counter()
    play = Play(game, of_the_book or strategy, seed, limit, backend, fuel)  # type: ignore[arg-type]
    batches = play.batches(done, n, workers, executor)
    with _shown(progress, n, done) as show, contextlib.closing(batches):
        try:
            for counts, batch in batches:
                for i, c in enumerate(counts):
                    tally[i] += c
                if kept:
                    outcomes.extend(batch)
                done += len(batch)
                if checkpoint is not None:
                    won, moves, stopped, *home = tally
                    try:
                        checkpoints.save(
                            Path(checkpoint),
                            Odds(
                                game, name, done, won, seed, moves, stopped, limit, tuple(home), n
                            ),
                        )
                    except (
                        OSError
                    ) as error:  # a full disk: what has been counted is not lost for that
                        if not unsaved:
                            warnings.warn(
                                f"checkpoint: {error}; the games go on, and are counted here alone",
                                RuntimeWarning,
                                stacklevel=2,
                            )
                        unsaved = True
                show(done, n)
        except KeyboardInterrupt:
            pass  # the counts so far are the result; resume= goes on
    won, moves, stopped, *home = tally
    seconds = time.perf_counter() - began
    return Odds(
        game,
        name,
        done,
        won,
        seed,
        moves,
        stopped,
        limit,
        tuple(home),
        n,
        seconds,
        outcomes if kept else array("h"),
    )


def check(
    strategy: object, n: int, seed: int, limit: int, workers: int, executor: object = None
) -> None:
    """Refuse what cannot be simulated, and say what would be right."""
    if not callable(strategy):
        named(strategy)  # type: ignore[arg-type]
    for name, value, low, high in (
        ("n", n, 1, 2**32),
        ("seed", seed, 0, HIGHEST_SEED),
        ("limit", limit, 1, 10**6),
        ("workers", workers, 1, 64),
    ):
        if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
            raise ValueError(f"{name} is a whole number from {low} to {high}, not {value!r}")
    if executor is not None and not isinstance(executor, Executor):
        raise ValueError(
            f"executor is one of concurrent.futures, such as a ProcessPoolExecutor(2), not {executor!r}"
        )
    if executor is not None and workers != 1:
        raise ValueError("an executor has workers of its own: give workers= or executor=, not both")


def playout(
    game: Game, deal: int = 1, strategy: str | Strategy = "greedy", limit: int = LIMIT
) -> Record:
    """One whole game by a strategy of the book, as a record."""
    check(strategy, 1, 0, limit, 1)
    player = Player(strategy)
    position = game.deal(deal)
    made: list[str] = []
    while len(made) < limit:
        move = player.choose(position)
        if move is None:
            break
        made.append(move.text)
        position = position.after(move.code)
    return Record(game, deal, made)


@contextlib.contextmanager
def _shown(
    progress: bool | Callable[[int, int], None], n: int, done: int
) -> Iterator[Callable[[int, int], None]]:
    """Progress: a function of one's own, tqdm's bar, or nothing."""
    if callable(progress):
        yield progress
        return
    if not progress:
        yield lambda done, n: None
        return
    with wanted("A progress bar"):
        from tqdm.auto import tqdm

    with tqdm(total=n, initial=done, unit=" games") as bar:
        yield lambda done, n: bar.update(done - bar.n) and None


#: What comparisons found of late, this many, of so many deals at most (20 MB): whoever sets five
#: changes beside a game has it played once.
_found: dict[tuple[Game, str, Strategy, int, int, int], Odds] = {}
MOST_FOUND, LONGEST_FOUND = 100, 100_000


def _compared(
    game: Game, strategy: str | Strategy | Own, n: int | None, seed: int, options: Mapping[str, Any]
) -> Odds:
    """`simulate`, but what was found before in this process is not played again, for it would be
    the same. A strategy of one's own is always played, for it may remember; so is everything where
    more than a limit is asked for, such as progress or workers."""
    if callable(strategy) or not isinstance(game, Game) or options.keys() - {"limit"}:
        return simulate(game, strategy, n, seed, **options)
    n, limit = named(strategy).quick if n is None else n, options.get("limit", LIMIT)
    check(strategy, n, seed, limit, 1)
    how = (game, game.played_as, named(strategy), n, seed, limit)
    result = _found.pop(how, None) or simulate(game, strategy, n, seed, limit=limit)
    if result.n == n <= LONGEST_FOUND:
        _found[how] = result  # the last used is the last to go
        while len(_found) > MOST_FOUND:
            del _found[next(iter(_found))]
    return result


def compare(
    games: Mapping[str, Game],
    strategy: str | Strategy | Own | Sequence[str | Strategy | Own] = "greedy",
    n: int | None = None,
    seed: int = 1,
    against: str = "",
    **options: Any,
) -> Comparison:
    """Simulate several games, or one game by several strategies, on the same deals.

    Args:
        games: a label for each game.
        strategy: one strategy, or several: then each game is played by each.
        n, seed, options: as for `simulate`.
        against: the label of the row with which the others are compared, deal by deal; the first by
            default.

    Raises:
        ValueError: no row has that label.
    """
    names = (
        (strategy,)
        if isinstance(strategy, (str, Strategy)) or callable(strategy)
        else tuple(strategy)
    )
    rows = []
    for label, game in games.items():
        for name in names:
            result = _compared(game, name, n, seed, options)
            said = (
                label
                if len(names) == 1
                else f"{label}, {result.strategy}"
                if len(games) > 1
                else result.strategy
            )
            rows.append((said, result))
    if against and against not in dict(rows):
        raise ValueError(f"no row is called {against!r}; there are {', '.join(dict(rows))}")
    return Comparison(tuple(rows), against)


def difference(
    one: Game,
    other: Game,
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
    -1.00 points (-7.63 to +5.67), -2.14 cards home (-4.19 to -0.09); pairing saved 41 deals
    """
    if isinstance(n, int) and not 2 <= n <= MOST_KEPT:
        raise ValueError(
            f"n is 2 to {MOST_KEPT:,} where deals are compared one by one, not {n!r}: one alone has no spread"
        )
    first = _compared(one, strategy, n, seed, options)
    found = paired(first, _compared(other, strategy if than is None else than, n, seed, options))
    if found is None:
        raise KeyboardInterrupt  # one of the two was broken off: their deals are no longer the same
    return found


def worth(slug: str, *looks: str) -> Any:
    """What the careful player loses in a game without one of the things it looks at
    (`cadogan.players.worth.worth`).

    Raises:
        KeyError: the game is not in the table, or its rules have changed since; or it has no such
            look.
    """
    from cadogan.players.worth import worth as committed

    return committed(slug, *looks)


def table(slug: str) -> Comparison:
    """The committed odds of a game of the book (`cadogan.players.table`).

    Raises:
        KeyError: the game is not in the table, or its rules have changed since.
    """
    from cadogan.players.table import table as committed

    return committed(slug)
