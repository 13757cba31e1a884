"""The chance of winning from a position on: playouts by the careful player in worlds that the
player cannot tell from the real one.

What has not been seen is drawn anew for every playout (`cadogan.players.unseen`), so that the
chance tells nothing that the player could not know. The same position has the same chance, whoever
asks and however it is run."""

from __future__ import annotations

from dataclasses import dataclass

from cadogan.compiler.program import Program
from cadogan.compiler.run import Machine
from cadogan.engine.chance import seed
from cadogan.engine.play import is_won
from cadogan.engine.rules import Rules
from cadogan.patience.game import Game, compiled
from cadogan.patience.position import Position
from cadogan.players.mind import Choosing
from cadogan.players.playing import playout
from cadogan.players.result import wilson
from cadogan.players.rollout import bring_back, keep
from cadogan.players.strategies import CAREFUL, LIMIT, ROLLOUT, Strategy
from cadogan.players.unseen import WORLDS, redraw


@dataclass(frozen=True)
class Chance:
    """How many of a number of playouts from a position were won."""

    wins: int
    n: int

    @property
    def share(self) -> float:
        """The share of playouts won, 0 to 1."""
        return self.wins / self.n

    @property
    def interval(self) -> tuple[float, float]:
        """Its 95 % interval (Wilson 1927)."""
        return wilson(self.wins, self.n)

    def __str__(self) -> str:
        low, high = self.interval
        return (
            f"the careful player wins {self.wins:,} of {self.n:,} playouts from here "
            f"(95 % interval {100 * low:.1f} to {100 * high:.1f} %)"
        )


class Foresight:
    """Plays out the positions of one game with the careful player.

    >>> import cadogan
    >>> sly = cadogan.games["sly"]
    >>> chance = Foresight(sly).chance(sly.deal(1), 200)
    >>> chance.n, 0 <= chance.wins <= 200
    (200, True)
    """

    def __init__(self, game: Game, fuel: int | None = None) -> None:
        self.game, self.fuel = game, fuel
        self.machine = Machine(program(game), fuel=fuel)

    def chance(self, position: Position, n: int = 1000, first: int = 1) -> Chance:
        """Play a position out this many times.

        Args:
            position: a position of this game.
            n: playouts, 1 or more.
            first: the number of the first world that is drawn; playout i is world ``first + i``.

        Raises:
            OutOfTime: the playouts took more than ``fuel`` rounds of loops each.
        """
        if position.is_won:
            return Chance(n, n)
        if self.fuel is not None:
            self.machine.fuel = self.fuel * n
        self.machine.take(position.state)
        wins = self.machine.call("from_here", first, n, LIMIT)
        assert wins is not None
        return Chance(wins, n)


def program(game: Game) -> Program:
    """The game's program with what plays its positions out."""
    layout, player = ROLLOUT.layout(game.rules), CAREFUL.suited(game.played_as)
    return compiled(game, [from_here], layout, ", played out", strategy=player)


def from_here(rules: Rules, s: Choosing, strategy: Strategy, first: int, n: int, limit: int) -> int:
    """Play a position out n times; how many of the games were won."""
    wins = 0
    keep(rules, s)
    for i in range(n):
        bring_back(rules, s)
        seed(s.lots, first + i, WORLDS)
        redraw(rules, s, s.lots)
        strategy.begin(rules, s)
        playout(rules, s, strategy, limit)
        if is_won(rules, s):
            wins += 1
    bring_back(rules, s)
    return wins
