"""Where a game is lost: the careful player's first deals, searched move by move."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from html import escape
from random import Random
from statistics import median

from cadogan.course.figures import Figure, courses
from cadogan.course.measuring import PLAYERS, check, steps
from cadogan.patience.game import Game
from cadogan.patience.position import Move
from cadogan.players.batches import first_deal
from cadogan.players.foresight import Foresight
from cadogan.players.intervals import table_of
from cadogan.solver.search import Solver

#: At how many points of a deal the chance of winning is estimated, and from how many playouts.
POINTS, PLAYOUTS = 11, 20
#: How many moves of a position the solver tries at most, drawn at random if there are more.
TRIED = 40
#: The heads of the columns in a table of losses.
CLOSER = ("meaningful choices", "forced", "lost from the start", "point of loss", "open half-way")


@dataclass
class Losses:
    """Which choices of the careful player are meaningful, where it loses a deal that could have
    been won, and its chance of winning as the game goes on, in its first deals.

    The solver knows all cards; the chance uses only what the player could know (`Foresight`).

    Attributes:
        game, seed, fuel: as in `Tally`.
        states: how many positions the solver may search for each question.
        won: how many deals were won.
        lost: for each deal lost by a move, the number of that move and of all moves made.
        never: how many deals were lost from the beginning.
        unknown: for how many lost deals the solver found neither.
        kinds: for one position drawn from each deal, whether the move was forced, a meaningful choice
            (one move keeps a win, another throws it away), or free.
        courses: for each deal whether it was won, and the chance of winning at eleven points from
            the deal to the last move.
    """

    game: Game
    seed: int = 1
    states: int = 3000
    won: int = 0
    lost: list[tuple[int, int]] = field(default_factory=list)
    never: int = 0
    unknown: int = 0
    kinds: list[str] = field(default_factory=list)
    courses: list[tuple[bool, list[float]]] = field(default_factory=list)
    fuel: int | None = None

    @property
    def n(self) -> int:
        """The number of deals searched."""
        return self.won + len(self.lost) + self.never + self.unknown

    @cached_property
    def _foresight(self) -> Foresight:
        return Foresight(self.game, fuel=self.fuel)

    @cached_property
    def _solver(self) -> Solver:
        return Solver(self.game, 64)

    def go_on(self, n: int) -> Iterator[None]:
        """Search the next deal step by step; it counts once the last step is done.

        Raises:
            OutOfTime: the playouts took more than ``fuel``.
        """
        from cadogan.players.odds import playout
        from cadogan.solver.advice import TurningPoint, found_lost
        from cadogan.solver.verdict import LOST, Verdict

        number = first_deal(self.seed) + self.n
        record = playout(self.game, number, "careful")
        positions = record.positions()
        shares = []
        for i in range(POINTS):
            position = positions[round(i * (len(positions) - 1) / (POINTS - 1))]
            shares.append(self._foresight.chance(position, PLAYOUTS).share)
            yield
        verdicts: set[str] = set()
        moves: Sequence[Move] = ()
        if positions[1:]:
            lots = Random(number)
            position = lots.choice(positions[:-1])
            moves = position.moves()
            for move in lots.sample(moves, min(len(moves), TRIED)) if len(moves) > 1 else ():
                if not {"won", "lost"} <= verdicts:
                    after = position.play(move)
                    verdicts.add(self._solver.solve(after, self.states, None).verdict)
                    yield
        loss = None if record.last.is_won else found_lost(self._solver, record, None, self.states)
        if moves:
            free = "meaningful" if {"won", "lost"} <= verdicts else "free"
            self.kinds.append(free if len(moves) > 1 else "forced")
        self.courses.append((record.last.is_won, shares))
        if loss is None:
            self.won += 1
        elif isinstance(loss, TurningPoint) and loss.proved:
            self.lost.append((loss.number, len(record.moves)))
        elif isinstance(loss, Verdict) and loss.verdict == LOST:
            self.never += 1
        else:
            self.unknown += 1

    @property
    def point(self) -> float | None:
        """The median point of loss, 0 to 1: the losing move's number over the moves of its deal."""
        return median(move / moves for move, moves in self.lost) if self.lost else None

    def cells(self) -> tuple[str, ...]:
        """The cells of the game's row in a table, below `CLOSER`."""
        half = [shares[POINTS // 2] for _, shares in self.courses]
        point = self.point
        return (
            *(
                f"{self.kinds.count(kind)} of {len(self.kinds)}"
                for kind in ("meaningful", "forced")
            ),
            f"{self.never} of {self.n}",
            "" if point is None else f"{100 * point:.0f} % of the way",
            f"{sum(0 < share < 1 for share in half)} of {self.n}",
        )

    def figure(self, title: str = "") -> Figure:
        """Draw the chance of winning as the game goes on, a line for each deal."""
        return courses(self.courses).titled(
            f"{title}{': ' * bool(title)}the chance of winning as the game goes on, a line for each of {self.n} deals; those won in colour."
        )

    @property
    def note(self) -> str:
        """How the numbers were found, and that they are no estimate."""
        return (
            f"The careful player's first {self.n} deals of seed {self.seed}: one move drawn from each, {TRIED} alternatives at most; "
            f"{self.states:,} positions for each question to the solver, all cards known; the chance from {PLAYOUTS} playouts, "
            "open where some are won and some lost. An impression, not an estimate."
        )

    def __str__(self) -> str:
        if not self.n:
            return "No deal has been looked at."
        text = f"Of {self.n} deals, the careful player won {self.won}"
        if self.point is not None:
            text += f"; {len(self.lost)} were lost by a move that the solver names, at the median {100 * self.point:.0f} % of the way"
        text += f"; {self.never} were lost from the beginning" if self.never else ""
        text += f"; {self.unknown} the solver left open" if self.unknown else ""
        return f"{text} (seed {self.seed}, {self.states:,} positions a question, all cards known; an impression, not an estimate)."

    __repr__ = __str__

    def _repr_html_(self) -> str:
        if not self.n:
            return escape(str(self))
        row = (self.game.title, *self.cells())
        table = table_of(("game", *CLOSER), [row], self.note)
        return f"{table}<p>{escape(str(self))}</p>{self.figure()._repr_html_()}"


def losses(game: Game, n: int = 12, seed: int = 1, states: int = 3000) -> Losses:
    """Find where the careful player loses in its first n deals.

    Args:
        game: the patience.
        n: deals, 2 to 100,000.
        seed: deal i is ``seed * 2**32 + i``.
        states: how many positions the solver may search for each question.

    Raises:
        ValueError: n or seed is out of range.
    """
    check(n, seed, PLAYERS)
    study = Losses(game, seed, states)
    for _ in steps([study], n):
        pass
    return study
