"""Intervals for a share, beside `cadogan.odds.wilson`, and how often an interval covers the share
that is true.

Coverage is counted exactly: the chance of every number of wins, added up over those whose interval
holds the truth."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from math import comb, sqrt

from cadogan.players.comparison import Z

Interval = Callable[[int, int], tuple[float, float]]


def wald(wins: int, n: int, z: float = Z) -> tuple[float, float]:
    """The interval of the first textbooks: the share and two of its standard errors to either side.

    >>> wald(0, 60)
    (0.0, 0.0)
    """
    share = wins / n
    half = z * sqrt(share * (1 - share) / n)
    return share - half, share + half


def clopper_pearson(wins: int, n: int, doubt: float = 0.05) -> tuple[float, float]:
    """The exact interval (C. J. Clopper and E. S. Pearson 1934): the shares under which no more
    wins, or no fewer, would not be too rare.

    Args:
        wins: 0 to n.
        doubt: what both sides together may miss, 0.05 for 95 %.

    >>> [round(end, 4) for end in clopper_pearson(0, 60)]    # the upper end is 1 - 0.025 ** (1 / 60)
    [0.0, 0.0596]
    """
    return _exact_ends(wins, n, doubt)


@lru_cache(
    maxsize=1000
)  # whoever asks for the coverage of one share after another asks for the same intervals
def _exact_ends(wins: int, n: int, doubt: float) -> tuple[float, float]:
    low = 0.0 if wins == 0 else _where(lambda p: 1 - at_most(wins - 1, n, p) < doubt / 2)
    high = 1.0 if wins == n else _where(lambda p: at_most(wins, n, p) > doubt / 2)
    return low, high


def _where(below: Callable[[float], bool]) -> float:
    """Where a condition that holds for small shares ceases to hold, by halving."""
    low, high = 0.0, 1.0
    for _ in range(50):
        middle = (low + high) / 2
        low, high = (middle, high) if below(middle) else (low, middle)
    return (low + high) / 2


def exactly(wins: int, n: int, share: float) -> float:
    """The binomial chance of this many wins in n independent trials."""
    return comb(n, wins) * share**wins * (1 - share) ** (n - wins)


def at_most(wins: int, n: int, share: float) -> float:
    """The binomial chance of this many wins or fewer."""
    return sum(exactly(k, n, share) for k in range(wins + 1))


def coverage(interval: Interval, n: int, share: float) -> float:
    """How often an interval for n trials covers the true share.

    >>> from cadogan.players.odds import wilson
    >>> round(coverage(wald, 60, 0.02), 3), round(coverage(wilson, 60, 0.02), 3)
    (0.701, 0.968)
    """
    ends = (interval(k, n) for k in range(n + 1))
    return sum(exactly(k, n, share) for k, (low, high) in enumerate(ends) if low <= share <= high)
