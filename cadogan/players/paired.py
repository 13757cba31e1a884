"""Two games, or two players, on the same deals: the difference deal by deal, and how surely it is more than chance.

What one deal gives to both cancels out, so far fewer deals settle a question than two separate simulations would need.

>>> import cadogan
>>> nestor = cadogan.games["nestor"]
>>> print(difference(nestor, nestor.vary(turning="at any time"), "random", n=100))
cards home -2.14 (95 % interval -4.19 to -0.09), games won -1.00 % (-7.53 to 5.53); 100 common deals, seed 1, strategy random
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import sqrt
from statistics import mean, stdev

from cadogan.engine.run import Machine
from cadogan.patience.game import Game
from cadogan.players.odds import check, first_deal, play_out, run
from cadogan.players.playing import BY_HOME, WON
from cadogan.players.strategies import LIMIT, Own, Strategy, named

#: Standard errors to either side in a normal 95 % interval.
WIDTH = 1.959964


@dataclass(frozen=True)
class Difference:
    """What the second gains on the first.

    Attributes:
        home: mean difference of the cards home at the end.
        home_error: its standard error.
        won: difference of the shares of games won, -1 to 1.
        won_error: its standard error.
        n: the common deals.
        seed: deal i is ``seed * 2**32 + i``, as in `cadogan.odds.simulate`.
        strategy: the name of the strategy, or both names.
    """

    home: float
    home_error: float
    won: float
    won_error: float
    n: int
    seed: int
    strategy: str

    @property
    def sigmas(self) -> float:
        """By how many standard errors the cards home differ from nothing; 0 where no deal differs."""
        return self.home / self.home_error if self.home_error else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """The normal 95 % interval of the difference in cards home."""
        return self.home - WIDTH * self.home_error, self.home + WIDTH * self.home_error

    def __str__(self) -> str:
        low, high = self.interval
        share, half = 100 * self.won, 100 * WIDTH * self.won_error
        return (
            f"cards home {self.home:+.2f} (95 % interval {low:.2f} to {high:.2f}), games won {share:+.2f} % "
            f"({share - half:.2f} to {share + half:.2f}); {self.n:,} common deals, seed {self.seed}, strategy {self.strategy}"
        )

    __repr__ = __str__


def difference(
    one: Game,
    other: Game,
    strategy: str | Strategy | Own = "greedy",
    than: str | Strategy | Own | None = None,
    n: int = 1000,
    seed: int = 1,
    limit: int = LIMIT,
) -> Difference:
    """Play both games on the same deals, and compare them deal by deal.

    Args:
        strategy: who plays ``one``, and ``other`` too unless ``than`` says who plays that.
        n: deals, 2 or more; seed, limit: as for `cadogan.odds.simulate`.

    Raises:
        ValueError: an unknown strategy, or a number out of range.
    """
    players = (strategy, strategy if than is None else than)
    for player in players:
        check(player, n, seed, limit, 1)
    if n < 2:
        raise ValueError("n is 2 or more: one deal has no spread")
    pairs = list(zip(results(one, players[0], n, seed, limit), results(other, players[1], n, seed, limit), strict=True))
    home, home_error = estimate([b[0] - a[0] for a, b in pairs])
    won, won_error = estimate([b[1] - a[1] for a, b in pairs])
    names = dict.fromkeys(getattr(p, "__name__", "own") if callable(p) else named(p).name for p in players)
    return Difference(home, home_error, won, won_error, n, seed, " and ".join(names))


def results(game: Game, strategy: str | Strategy | Own, n: int, seed: int, limit: int = LIMIT) -> Iterator[tuple[int, int]]:
    """Of each deal: the cards home at the end, and 1 if it was won."""
    numbers = range(first_deal(seed), first_deal(seed) + n)
    if callable(strategy):
        for number in numbers:
            last, _ = play_out(game.deal(number), strategy, limit)
            yield last.home, int(last.is_won)
        return
    machine = Machine(game.program_for(named(strategy)))
    for number in numbers:
        tally = run(machine, number, 1, limit)
        yield next(home for home, games in enumerate(tally[BY_HOME:]) if games), tally[WON]


def estimate(values: list[int]) -> tuple[float, float]:
    """Their mean, and its standard error."""
    return mean(values), stdev(values) / sqrt(len(values))
