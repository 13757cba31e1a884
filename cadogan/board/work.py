"""What Python does in the page for longer than a moment: measuring and simulating, played on a moment
at a time, so that others have a word and the reader can stop it.
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

#: The seconds after which others have a word.
PATIENCE = 0.1
#: How much is under way at a time: the rule editor's counting, and the studio's measuring beside it.
MOST = 2


@dataclass
class Deals:
    """The first deals of a game, which may be a stranger's, as they are simulated.

    Attributes:
        fuel: what each deal may take.
    """

    game: Game
    strategy: str
    fuel: int
    found: odds.Odds | None = None

    @property
    def n(self) -> int:
        """The deals played."""
        return self.found.n if self.found else 0

    def go_on(self, n: int) -> Iterator[None]:
        """Play on to n deals, as many at a time as a moment holds."""
        more = 1
        while self.n < n:
            began = time.monotonic()
            self.found = odds.simulate(
                self.game,
                self.strategy,
                min(n, self.n + more),
                resume=self.found,
                fuel=self.fuel,
            )
            quick = time.monotonic() - began < PATIENCE / 4
            more = 2 * more if quick else more // 2 or 1
            yield


@dataclass
class Work:
    """Something under way: what is played, in order, how many deals of each, and what is to be told
    after each step.
    """

    order: Sequence[Measuring]
    wanted: int
    told: Callable[[], Reply]

    def __post_init__(self) -> None:
        self.steps = steps(self.order, self.wanted)


_work: dict[object, Work] = {}
_numbers = count(1)


def begin(work: Work) -> Reply:
    """Begin something: the number by which it goes on, as ``id``."""
    for number in [*_work][: 1 - MOST]:
        del _work[number]
    number = next(_numbers)
    _work[number] = work
    return {"id": number}


def go_on(number: object) -> Reply:
    """Go on for a moment; what there is so far, and whether it is done.

    Raises:
        ValueError: it was stopped, or a deal takes too long.
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
    played = sum(min(work.wanted, one.n) for one in work.order)
    wanted = work.wanted * len(work.order)
    if played == wanted:
        del _work[number]
    return {**work.told(), "played": played, "wanted": wanted, "done": played == wanted}
