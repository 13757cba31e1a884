"""What a player makes of the first deals of a game, counted deal by deal."""

from __future__ import annotations

import hashlib
import math
from array import array
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from cadogan.compiler.run import Machine
from cadogan.patience.game import Game
from cadogan.players.batches import first_deal, run
from cadogan.players.comparison import Difference, counted, of_counts
from cadogan.players.counting import COUNTS, counting
from cadogan.players.intervals import Z
from cadogan.players.result import wilson
from cadogan.players.strategies import AT_SIGHT, LIMIT, STRATEGIES

#: How many deals are played between two looks at the clock.
STEP = 20
#: So many of the first deals say whether a game is played as it was.
FIRST = 200
#: A share or a mean, and the ends of its 95 % interval.
Measure = tuple[float, float, float]


@dataclass
class Tally:
    """What a player made of the first deals of a game: for each deal one entry in each row.

    Attributes:
        game, player, seed: deal i is ``seed * 2**32 + i``, as in `cadogan.odds.simulate`.
        ends: twice the cards home, and one more where the game was won.
        moves, choices, forced: the moves made, the moves there were to choose from at each of them
        together, those without a choice.
        redeals: how often the pack was dealt again.
        ceased: 1 where the player stopped although there was a move.
    """

    game: Game
    player: str
    seed: int = 1
    fuel: int | None = None
    ends: array[int] = field(default_factory=lambda: array("h"))
    moves: array[int] = field(default_factory=lambda: array("l"))
    choices: array[int] = field(default_factory=lambda: array("l"))
    forced: array[int] = field(default_factory=lambda: array("l"))
    redeals: array[int] = field(default_factory=lambda: array("l"))
    ceased: array[int] = field(default_factory=lambda: array("b"))

    @property
    def n(self) -> int:
        """The deals played."""
        return len(self.ends)

    @cached_property
    def machine(self) -> Machine:
        """The machine that plays the deals."""
        strategy = counting(STRATEGIES[self.player].suited(self.game.played_as))
        return Machine(self.game.program_for(strategy), fuel=self.fuel)

    def play(self, more: int) -> None:
        """Play this many more deals, `BATCH` at most.

        Raises:
            OutOfTime: they took more fuel than there was.
        """
        machine = self.machine
        machine.write("counted", -1)
        if self.fuel is not None:
            machine.fuel = self.fuel * more
        run(machine, first_deal(self.seed) + self.n, more, LIMIT)
        for name in ("ends", *COUNTS):  # an entry for each of the deals just played
            getattr(self, name.removesuffix("_of")).extend(machine.row(name)[:more])

    def go_on(self, n: int) -> Iterator[None]:
        """Play some of the deals up to n. Making a game's program takes as long as many deals, so it
        is a step of its own.
        """
        if "machine" not in vars(self):
            _ = self.machine
            yield
        self.play(min(STEP, n - self.n))
        yield

    def counts(self) -> list[list[int]]:
        """The counts: a row for each, an entry in it for each deal played."""
        return [[*getattr(self, name.removesuffix("_of"))] for name in ("ends", *COUNTS)]

    # Results
    # ---------------------------------------------------------------------------------

    @property
    def wins(self) -> int:
        """The deals won."""
        return sum(end & 1 for end in self.ends)

    @property
    def won(self) -> Measure:
        """The share of deals won (Wilson's interval)."""
        return (self.wins / max(1, self.n), *wilson(self.wins, self.n))

    @property
    def length(self) -> Measure:
        """The mean number of moves of a deal."""
        return ratio(self.moves, [1] * self.n)

    @property
    def choice(self) -> Measure:
        """The mean number of moves there were to choose from."""
        return ratio(self.choices, self.moves)

    @property
    def forced_share(self) -> Measure:
        """The share of forced moves among all moves."""
        low, middle, high = sorted(ratio(self.forced, self.moves))
        return middle, max(0.0, low), min(1.0, high)

    @property
    def dead(self) -> Measure:
        """The share of deals that ended in a dead end: not won, and no move left (Wilson's
        interval).
        """
        ended = sum(
            not end & 1 and not ceased and moves < LIMIT
            for end, ceased, moves in zip(self.ends, self.ceased, self.moves)
        )
        return (ended / max(1, self.n), *wilson(ended, self.n))

    @property
    def stopped(self) -> int:
        """The deals that were stopped at the limit of moves."""
        return sum(not end & 1 and moves >= LIMIT for end, moves in zip(self.ends, self.moves))

    def against(self, other: Tally) -> Difference | None:
        """The difference from another to this one, on the deals that both have played; None where
        there are fewer than two.

        Raises:
            ValueError: the two played other deals.
        """
        if self.seed != other.seed:
            raise ValueError(
                f"these are no common deals: one has the seed {other.seed}, the other {self.seed}"
            )
        n = min(self.n, other.n)
        if n < 2:
            return None
        a, b = other.ends[:n], self.ends[:n]
        rates = tuple(sum(end & 1 for end in ends) / n for ends in (a, b))
        names = " and ".join(dict.fromkeys((other.player, self.player)))
        return of_counts(counted(a, b), (rates[0], rates[1]), self.seed, names)


def ratio(over: Sequence[float], under: Sequence[int]) -> Measure:
    """The ratio of two sums over the same deals, and its 95 % interval: linearised, as Cochran has
    it (Sampling Techniques, 1977, § 6.3); the whole line where there are fewer than two deals.

    >>> ratio([1, 2, 3], [1, 1, 1])[0], ratio([2, 4], [1, 2])
    (2.0, (2.0, 2.0, 2.0))
    """
    n, total = len(over), sum(under)
    if not total:
        return 0.0, 0.0, 0.0
    quotient = sum(over) / total
    if n < 2:
        return quotient, -math.inf, math.inf
    squares = sum((a - quotient * b) ** 2 for a, b in zip(over, under, strict=True))
    half = Z * math.sqrt(squares / (n - 1) / n) * n / total
    return quotient, quotient - half, quotient + half


def play_of(game: Game) -> str:
    """Eight hexadecimal digits of how a game is played: of every count of every player at sight on
    the first deals.

    A fingerprint is of the clauses; this changes, too, when a word comes to mean something else, or
    a player plays otherwise.
    """
    counted = hashlib.sha256()
    for player in AT_SIGHT:
        tally = Tally(game, player)
        tally.play(FIRST)
        counted.update(str(tally.counts()).encode())
    return counted.hexdigest()[:8]
