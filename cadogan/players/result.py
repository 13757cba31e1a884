"""What a simulation found: the counts of its deals, their shares and means with intervals."""

from __future__ import annotations

import math
from array import array
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from cadogan.echo import shown
from cadogan.engine.rules import DEALING, Rules
from cadogan.extras import axes
from cadogan.patience.game import Game
from cadogan.players.intervals import Z, measured, table_of
from cadogan.players.strategies import STRATEGIES, Own, Strategy


@dataclass(frozen=True)
class Odds:
    """What a simulation found.

    Attributes:
        game: the game.
        strategy: the strategy's name.
        n: the games played.
        wins: the games won.
        seed: game i of the simulation is the deal ``seed * 2**32 + i`` (`deals`).
        moves: the moves made in all games together.
        stopped: the games stopped at the limit of moves.
        limit: that limit.
        home: how many games ended with this many cards home, by number of cards.
        wanted: the games asked for; more than n when the run was interrupted.
        seconds: the time taken.
        ends: what came of each deal, in order: twice the cards home, and one more where the game
            was won; empty where it was not kept (in the committed table, and beyond ten million
            deals).
        player: who played: a strategy of the book, or the very function that was given; None where
            the result was stored, and the name alone tells.
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
    player: Strategy | Own | None = field(default=None, repr=False, compare=False)

    def __getstate__(self) -> dict[str, Any]:
        """All but the player: a function of one's own may be none that can be written."""
        return {name: value for name, value in vars(self).items() if name != "player"}

    @property
    def contradiction(self) -> str:
        """What cannot be about these counts, each set against the others; empty where nothing is.

        >>> import cadogan
        >>> Odds(cadogan.games["fortress"], "greedy", 9, 1, 1, 40, 0, 100, (0, 9)).contradiction
        '1 of 9 games won, and 0 with all 52 cards home'
        """
        rules, n, home = self.game.rules, self.n, self.home
        counts = {"n": n, "wins": self.wins, "moves": self.moves, "stopped": self.stopped}
        for name, value in (counts | {f"home {i}": games for i, games in enumerate(home)}).items():
            if type(value) is not int or not 0 <= value < 1 << 62:
                return f"{name} is {shown(value)}"
        if sum(home) != n or len(home) > len(rules.pack) + 1:
            return f"{sum(home):,} games with up to {len(home) - 1} of {len(rules.pack)} cards home, of {n:,} games"
        aim = rules.goal_cards
        if rules.goal is None and (won := sum(home[aim:])) != self.wins:
            return f"{self.wins:,} of {n:,} games won, and {won:,} with all {aim} cards home"
        if self.stopped > n - self.wins:
            return f"{self.wins:,} of {n:,} games won, and {self.stopped:,} stopped before that"
        least = max(self.limit * self.stopped, sum(home[home_undone(rules) + 1 :]))
        if not least <= self.moves <= self.limit * n:
            return f"{self.moves:,} moves in {n:,} games of at most {self.limit:,}, which had {least:,} at least"
        if self.ends and not self.ends_agree:
            return "what came of each deal does not add up to the counts of all"
        return ""

    @property
    def ends_agree(self) -> bool:
        """Whether what came of each deal adds up to the counts of all."""
        by_home = Counter(end >> 1 for end in self.ends)
        return (
            len(self.ends) == self.n
            and sum(end & 1 for end in self.ends) == self.wins
            and all(by_home[i] == games for i, games in enumerate(self.home))
        )

    def deals(self, won: bool = True) -> list[int]:
        """The numbers of the deals that were won, or with False of those that were not, in the order in
        which they were played: what `game.deal` takes.

        Raises:
            ValueError: what came of each deal was not kept (in the committed table, and beyond ten
                million deals).

        >>> import cadogan
        >>> odds = cadogan.odds.simulate("nestor", n=200)
        >>> len(odds.deals()) == odds.wins, len(odds.deals(won=False)) == 200 - odds.wins
        (True, True)
        >>> cadogan.odds.playout("nestor", odds.deals()[0]).last.is_won
        True
        """
        from cadogan.players.batches import first_deal  # late: counts that are stored play nothing

        if len(self.ends) != self.n:
            raise ValueError("what came of each deal was not kept; simulate it again to know")
        first = first_deal(self.seed)
        return [first + i for i, end in enumerate(self.ends) if bool(end & 1) == won]

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
        """How many decimals the share has as a percentage: two, or more where the interval is so
        narrow that it would vanish."""
        low, high = self.interval
        return 2 if high - low > 5e-4 else digits(self.n)

    def __str__(self) -> str:
        if not self.n:
            return (
                f"{self.game.title}: interrupted before the first of {self.wanted:,} games was over"
            )
        low, high = self.home_interval
        home = f"{self.mean_home:.2f} cards home on average ({low:.2f} to {high:.2f}), "
        sentence = (
            f"{self.game.title}: {self.wins:,} of {self.n:,} games won ({self.share}), "
            f"{home if self.game.rules.goal_cards else ''}strategy {self.strategy}, at most {self.limit:,} moves, seed {self.seed}"
        )
        if self.wanted > self.n:
            sentence += f"; interrupted, {self.wanted:,} were asked for"
        if self.stopped:
            sentence += f"; {self.stopped:,} stopped after {self.limit:,} moves"
        return sentence

    def plot(self, ax: Any = None) -> Any:
        """How many games ended with how many cards home, drawn with matplotlib; gives the axes.

        Raises:
            ImportError: matplotlib is not installed; the message says how to get it.
        """
        ax = axes(ax)
        ax.bar(range(len(self.home)), self.home, width=1, color="0.7", edgecolor="black")
        ax.set(xlabel="cards home", ylabel=f"games of {self.n:,}")
        return ax

    def __repr__(self) -> str:
        return f"<Odds {self}>"

    def _repr_html_(self) -> str:
        known = STRATEGIES.get(self.strategy)
        own = ("your own", "it stops when it gives no move")
        phrase, ends = (known.says, known.ends) if known else own
        low, high = self.home_interval
        stopped = f" ({self.stopped:,} games stopped there)" if self.stopped else ""
        rows = [
            ("game", self.game.title),
            ("strategy", f"{self.strategy}: {phrase}"),
            ("ends", f"{ends}; at most {self.limit:,} moves{stopped}"),
            ("games won", f"{self.wins:,} of {self.n:,}"),
            ("share", self.share),
            (
                "mean cards home",
                f"{measured(self.mean_home, low, high)}, in brackets the 95 % interval",
            ),
            ("seed", str(self.seed)),
        ]
        return table_of((), rows, "Simulated")


def home_undone(rules: Rules) -> int:
    """How many cards can be home at most before the first move of a game; all, where cards go home
    by themselves.
    """
    if rules.puts_up or rules.phases & DEALING or rules.finally_ or rules.colours is not None:
        return len(rules.pack)
    set_out = sum(rules.places[p].group.home for _, p in rules.withdrawn)
    return set_out + sum(entry.kind.label == "base" for entry in rules.script)


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
    """Wilson's interval for a share (E. B. Wilson 1927); (0, 1) when nothing was played.

    Raises:
        ValueError: more wins than games, or fewer than none.
    """
    if not 0 <= wins <= n:
        raise ValueError(f"{wins} wins of {n} games are no share")
    if n == 0:
        return 0.0, 1.0
    share = wins / n
    centre = (share + z * z / (2 * n)) / (1 + z * z / n)
    half = z / (1 + z * z / n) * math.sqrt(share * (1 - share) / n + z * z / (4 * n * n))
    return max(0.0, centre - half), min(1.0, centre + half)
