"""Long work in the page, measuring and simulating, which goes on a moment at a time, so that other
messages are answered and the reader can stop it.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import count

from cadogan.compiler.run import OutOfTime
from cadogan.course.measuring import Measuring, steps
from cadogan.patience.game import Game
from cadogan.players import odds

from .messages import Reply

#: The seconds after which other messages are answered.
PATIENCE = 0.1
#: How many are under way at a time: the rule editor's counting, and the studio's measuring beside
#: it.
MOST = 2


@dataclass
class Deals:
    """The first deals of a game, which may be a stranger's, as they are simulated.

    Attributes:
        fuel: the rounds of loops that a deal may take on average.
    """

    game: Game
    strategy: str
    fuel: int
    odds_so_far: odds.Odds | None = None

    @property
    def n(self) -> int:
        """The deals played."""
        return self.odds_so_far.n if self.odds_so_far else 0

    def go_on(self, n: int) -> Iterator[None]:
        """Play on to n deals, as many at a time as a moment holds."""
        more = 1
        while self.n < n:
            began = time.monotonic()
            self.odds_so_far = odds.simulate(
                self.game,
                self.strategy,
                min(n, self.n + more),
                resume=self.odds_so_far,
                fuel=self.fuel,
            )
            quick = time.monotonic() - began < PATIENCE / 4
            more = 2 * more if quick else more // 2 or 1
            yield


@dataclass
class Work:
    """Work under way: what is played, in order, how many deals of each, and the report after each
    step.
    """

    order: Sequence[Measuring]
    deals_each: int
    report: Callable[[], Reply]

    def __post_init__(self) -> None:
        self.steps = steps(self.order, self.deals_each)


_work: dict[object, Work] = {}
_numbers = count(1)


def begin(work: Work) -> Reply:
    """Begin work, and give the number by which it goes on, as ``id``."""
    for number in [*_work][: 1 - MOST]:
        del _work[number]
    number = next(_numbers)
    _work[number] = work
    return {"id": number}


def go_on(number: object) -> Reply:
    """Go on for a moment, and report what there is so far, and whether it is done.

    Raises:
        ValueError: the work was stopped, or a deal takes too long.
    """
    work = _work.get(number) if isinstance(number, int) else None
    if work is None:
        raise ValueError("This was stopped.")
    until = time.monotonic() + PATIENCE
    try:
        while next(work.steps, None) is not None and time.monotonic() < until:
            pass
    except OutOfTime:
        del _work[number]
        raise ValueError(
            "A deal of this game takes too long to play; it was cut off. Nothing else is changed."
        ) from None
    played = sum(min(work.deals_each, run.n) for run in work.order)
    total = work.deals_each * len(work.order)
    if played == total:
        del _work[number]
    return {**work.report(), "played": played, "wanted": total, "done": played == total}
