"""What the solver found out about a position."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from cadogan.solver.plan import BITS

if TYPE_CHECKING:
    from cadogan.patience.position import Position

WON, LOST, UNKNOWN = "won", "lost", "unknown"
#: What each limit means, as a clause that follows "unknown: ".
LIMITS = {
    "states": "the positions allowed were searched",
    "seconds": "the time allowed was over",
    "memory": "the memory allowed was full",
    "depth": "some lines went on longer than there was room for",
    "re-deal": "lost before the re-deal, and what a shuffle brings is chance",
    "stopped": "the search was stopped",
}


@dataclass(frozen=True)
class Verdict:
    """What the solver found out about a position, all cards known.

    Attributes:
        position: the position.
        verdict: ``won`` (it can be won: ``line`` does it), ``lost`` (it cannot, all that can be
        reached was searched) or ``unknown``.
        line: the moves of a won line, as texts; the referee has played them.
        limit: why it is unknown: ``states``, ``seconds``, ``memory``, ``depth``, ``stopped``, or
            ``re-deal``: everything up to a shuffled re-deal was searched, and none of it wins.
        states: the positions searched and those met in playouts, those met again included.
        seconds: the time taken.
        memory: the bytes that the search had.
    """

    position: Position = field(repr=False)
    verdict: str
    line: tuple[str, ...] = ()
    limit: str = ""
    states: int = 0
    seconds: float = field(default=0.0, compare=False)
    memory: int = 0

    @property
    def doubt(self) -> float:
        """The chance, at most, that two different positions met were taken for one: n² / 2^64 of n
        positions with numbers of 63 bits.

        The bound is that of random numbers. A won line is replayed, so only ``lost`` and
        ``re-deal`` stand under it.

        >>> Verdict(None, "lost", states=1000) .doubt < 1e-13
        True
        """
        return 0.0 if self.verdict == WON else min(1.0, self.states**2 / 2.0 ** (BITS + 1))

    def __str__(self) -> str:
        searched = f"{self.states:,} positions searched"
        if self.verdict == WON:
            return f"won in {len(self.line)} moves; {searched}"
        if self.verdict == LOST:
            return f"lost, whatever is played; {searched}"
        return f"unknown: {LIMITS[self.limit]}; {searched}"

    def __repr__(self) -> str:
        return f"<Verdict {self}>"
