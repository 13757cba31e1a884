"""Comparing games, readings, rules and strategies on the same deals."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape
from typing import Any

from cadogan.extras import axes
from cadogan.players.intervals import Z, measured, table_of
from cadogan.players.result import Odds


@dataclass(frozen=True)
class Difference:
    """What another game or strategy did on the same deals, deal by deal.

    What a deal gives to both cancels out, so far fewer deals settle a question than two simulations
    apart would need.

    Attributes:
        n: the deals.
        gained, lost: the deals that it alone won, and that the first alone won.
        rate: the difference of the shares of games won, -1 to 1, and its 95 % interval.
        home: the difference of the mean cards home, and its 95 % interval.
        saved: how many deals more each would have needed for as narrow an interval of the rate, on
        deals of its own.
        seed: deal i is ``seed * 2**32 + i``, as in `cadogan.odds.simulate`.
        strategy: the name of the strategy, or both names.
    """

    n: int
    gained: int
    lost: int
    rate: tuple[float, float, float]
    home: tuple[float, float, float]
    saved: int
    seed: int
    strategy: str

    @property
    def home_error(self) -> float:
        """The standard error of the difference in cards home."""
        return (self.home[2] - self.home[0]) / Z

    @property
    def sigmas(self) -> float:
        """By how many standard errors the cards home differ from nothing; 0 where no deal differs."""
        return self.home[0] / self.home_error if self.home_error else 0.0

    @property
    def short(self) -> str:
        """The differences as text, without the note."""
        won, low, high = (100 * share for share in self.rate)
        home, least, most = self.home
        return f"{won:+z.2f} games won in a hundred ({low:+.2f} to {high:+.2f}), {home:+z.2f} cards home ({least:+.2f} to {most:+.2f})"

    @property
    def _cells(self) -> tuple[str, str]:
        """The games won in a hundred and the cards home, each with its interval."""
        won, low, high = (100 * share for share in self.rate)
        return measured(won, low, high, True), measured(*self.home, True)

    @property
    def people(self) -> str:
        """The differences rounded for readers, as HTML."""
        return "{} games in 100<br>{} cards".format(*self._cells)

    @property
    def note(self) -> str:
        """How the figures were found."""
        saved = f"; pairing saved {self.saved:,} deals" if self.saved > 0 else ""
        return f"95 % intervals, {self.n:,} common deals, seed {self.seed}, strategy {self.strategy}{saved}"

    def __str__(self) -> str:
        return f"{self.short}; {self.note}"

    __repr__ = __str__

    def _repr_html_(self) -> str:
        return Differences({"difference": self})._repr_html_()


class Differences(dict[str, Difference]):
    """Differences, each under its label, as one table."""

    @property
    def note(self) -> str:
        """How the figures were found."""
        counts = " or ".join(f"{n:,}" for n in sorted({row.n for row in self.values()}))
        seeds = " or ".join(str(seed) for seed in sorted({row.seed for row in self.values()}))
        names = ", ".join(dict.fromkeys(row.strategy for row in self.values()))
        return f"{counts} common deals, seed {seeds}, played by {names}; 95 % intervals in brackets"

    def __str__(self) -> str:
        return "\n".join([*(f"{label}: {row.short}" for label, row in self.items()), self.note])

    __repr__ = __str__

    def _repr_html_(self) -> str:
        rows = [(label, *row._cells) for label, row in self.items()]
        return table_of(("", "games won in a hundred", "cards home, on average"), rows, self.note)


def paired(first: Odds, other: Odds) -> Difference | None:
    """The difference of two results on the same deals; None where they are not, or what came of
    each deal was not kept.

    The interval of the shares is that of Agresti and Min (2005) for matched pairs: half a deal is
    added to those that each alone won, so that it never has no width; that of the cards home is the
    normal one of the mean of the differences.

    >>> from array import array
    >>> from cadogan.players.result import Odds
    >>> one = Odds(None, "a", 4, 1, 1, 0, 0, 9, (), ends=array("h", [8, 9, 8, 8]))
    >>> two = Odds(None, "b", 4, 2, 1, 0, 0, 9, (), ends=array("h", [9, 9, 8, 8]))
    >>> found = paired(one, two)
    >>> found.gained, found.lost, found.rate[0], found.home[0], found.strategy
    (1, 0, 0.25, 0.0, 'a and b')
    """
    n = first.n
    if (
        (first.seed, n, len(first.ends)) != (other.seed, other.n, len(other.ends))
        or len(first.ends) != n
        or n < 2
    ):
        return None
    names = " and ".join(dict.fromkeys((first.strategy, other.strategy)))
    return of_counts(counted(first.ends, other.ends), (first.rate, other.rate), first.seed, names)


@dataclass(frozen=True)
class Counted:
    """Two rows of results deal by deal: the deals that both played, those that the other alone won
    and that the first alone won, and the sum and the sum of squares of how many cards more the
    other brought home."""

    n: int
    gained: int
    lost: int
    more: int
    squares: int


def counted(first: Sequence[int], other: Sequence[int]) -> Counted:
    """What came of the same deals (`cadogan.players.odds.Odds.ends`), set side by side as far as
    both go.

    >>> counted([8, 9, 8, 8], [9, 9, 8, 6, 8])
    Counted(n=4, gained=1, lost=0, more=-1, squares=1)
    """
    pairs = list(zip(first, other, strict=False))
    gained = sum(b & ~a & 1 for a, b in pairs)
    lost = sum(a & ~b & 1 for a, b in pairs)
    steps = [b // 2 - a // 2 for a, b in pairs]
    return Counted(len(pairs), gained, lost, sum(steps), sum(step * step for step in steps))


def of_counts(counts: Counted, rates: tuple[float, float], seed: int, strategy: str) -> Difference:
    """The difference that the counts come to; ``rates`` are the two shares of games won."""
    n, gained, lost = counts.n, counts.gained, counts.lost
    centre = (gained - lost) / (n + 2)
    half = Z * math.sqrt(gained + lost + 1 - (gained - lost) ** 2 / (n + 2)) / (n + 2)
    mean = counts.more / n
    error = Z * math.sqrt(max(0.0, counts.squares - n * mean**2) / (n - 1) / n)
    together = (gained + lost) / n - ((gained - lost) / n) ** 2
    apart = sum(rate * (1 - rate) for rate in rates)
    saved = round(n * (apart / together - 1)) if together > 0 else 0
    rate = ((gained - lost) / n, max(-1.0, centre - half), min(1.0, centre + half))
    return Difference(
        n, gained, lost, rate, (mean, mean - error, mean + error), saved, seed, strategy
    )


@dataclass(frozen=True)
class Comparison:
    """The odds of several games (readings, variants, strategies) on the same deals.

    Attributes:
        rows: the label and the result of each.
        against: the label of the row with which the others are compared; the first by default.
    """

    rows: tuple[tuple[str, Odds], ...]
    against: str = ""

    @property
    def measure(self) -> tuple[str, Odds]:
        """The row with which the others are compared."""
        return next((row for row in self.rows if row[0] == self.against), self.rows[0])

    @property
    def differences(self) -> tuple[tuple[str, Difference], ...]:
        """What every other row did on the deals of the measure; those that cannot be compared deal
        by deal are left out.
        """
        name, first = self.measure
        pairs = ((label, paired(first, odds)) for label, odds in self.rows if label != name)
        return tuple((label, difference) for label, difference in pairs if difference is not None)

    def cells(self) -> Iterator[tuple[str, str, str, str]]:
        """For each row its label, the share of games won with its interval, and the mean cards home
        with theirs.
        """
        for label, o in self.rows:
            least, most = o.home_interval
            home = f"{o.mean_home:.2f} ({least:.2f} to {most:.2f})"
            if o.wins:
                yield label, o.percent, o.within, home
            else:
                yield label, f"0 of {o.n:,}", o.share.split(",")[0], home

    @property
    def note(self) -> str:
        """How the figures were found."""
        o = self.rows[0][1]
        names = ", ".join(sorted({r.strategy for _, r in self.rows}))
        limits = " or ".join(f"{limit:,}" for limit in sorted({r.limit for _, r in self.rows}))
        counts = sorted({r.n for _, r in self.rows})
        many = (
            f"{o.n:,} deals each, the same for all"
            if len(counts) == 1
            else f"{counts[0]:,} to {counts[-1]:,} deals, the same as far as they go"
        )
        return f"simulated: {many}, seed {o.seed}, strategy {names}, at most {limits} moves"

    def plot(self, ax: Any = None) -> Any:
        """The shares of games won with their intervals, drawn with matplotlib; gives the axes.

        Raises:
            ImportError: matplotlib is not installed; the message says how to get it.
        """
        ax = axes(ax)
        for label, o in reversed(self.rows):
            low, high = o.interval
            ax.errorbar(
                100 * o.rate,
                label,
                xerr=[[100 * (o.rate - low)], [100 * (high - o.rate)]],
                fmt="o",
                color="black",
                capsize=3,
            )
        ax.set_xlabel("games won, in a hundred, with the 95 % interval")
        return ax

    def __str__(self) -> str:
        heads = ("", "won", "95 % interval", "mean home")
        rows = [heads, *self.cells()]
        widths = [max(len(row[i]) for row in rows) for i in range(4)]
        lines = [
            "  ".join(
                f"{cell:<{w}}" if i == 0 else f"{cell:>{w}}"
                for i, (cell, w) in enumerate(zip(row, widths))
            )
            for row in rows
        ]
        first = self.measure[0]
        lines += [
            f"{label} against {first}: {difference.short}" for label, difference in self.differences
        ]
        return "\n".join([*lines, self.note])

    __repr__ = __str__

    def _repr_html_(self) -> str:
        differences = dict(self.differences)
        heads = ["games won", "cards home, on average"]
        heads += [f"difference from {self.measure[0]}"] if differences else []
        rows = []
        for label, o in self.rows:
            low, high = o.interval
            won = (
                f"{measured(100 * o.rate, 100 * low, 100 * high)} %"
                if o.wins
                else f"none of {o.n:,}: {o.share.split(',')[0]}"
            )
            cells = [escape(won), escape(measured(o.mean_home, *o.home_interval))]
            if differences:
                difference = differences.get(label)
                cells.append(difference.people if difference else "")
            rows.append(
                f"<tr><th scope='row'>{escape(label)}</th>{''.join(f'<td>{cell}</td>' for cell in cells)}</tr>"
            )
        head = "<td></td>" + "".join(f"<th scope='col'>{escape(name)}</th>" for name in heads)
        note = f"{self.note}; in brackets the 95 % intervals"
        return (
            f"<table class='cadogan-odds'><caption>{escape(note)}</caption>"
            f"<thead><tr>{head}</tr></thead><tbody>{''.join(rows)}</tbody></table>"
        )
