"""The exact interval for a share, beside `cadogan.odds.wilson`."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from math import comb


@lru_cache(maxsize=1000)  # the coverage of one share after another asks for the same intervals
def clopper_pearson(wins: int, n: int, doubt: float = 0.05) -> tuple[float, float]:
    """The exact interval (C. J. Clopper and E. S. Pearson 1934): the shares under which no more
    wins, or no fewer, would not be too rare.

    Args:
        wins: 0 to n.
        doubt: what both sides together may miss, 0.05 for 95 %.

    >>> [round(end, 4) for end in clopper_pearson(0, 60)]    # the upper end is 1 - 0.025 ** (1 / 60)
    [0.0, 0.0596]
    """
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


def at_most(wins: int, n: int, share: float) -> float:
    """The binomial chance of this many wins or fewer in n independent trials."""
    return sum(comb(n, k) * share**k * (1 - share) ** (n - k) for k in range(wins + 1))
