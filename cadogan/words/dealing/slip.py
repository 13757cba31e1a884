"""slip: cards of a value that lie uppermost are slipped underneath."""

from __future__ import annotations

from dataclasses import dataclass

from cadogan.engine.numbers import FACE, RANK
from cadogan.engine.piles import pop, push_under
from cadogan.engine.rules import Rules, State
from cadogan.usage import Name, Rank

from ..above import Script
from ..english import rank_name
from .step import Doing, Step


@dataclass(frozen=True)
class slip(Step, Doing):
    """In the deal: a card of one value that lies uppermost is slipped under its packet.

    Args:
        group: the packets.
        rank: the value that is slipped under.
    """

    group: Name
    rank: Rank
    label = "slip"

    def tell(self) -> str:
        """The step as a phrase."""
        return f"slip any {rank_name(self.rank)} that lies uppermost on the {self.group} under its packet"

    def write(self, script: Script) -> None:
        """Place by place."""
        for p in script.spots(self.group):
            script.add(self, p)

    def go(self, rules: Rules, s: State, p: int) -> int:
        """Slip as many as lie there."""
        for _ in range(s.height[p]):
            if s.height[p] > 1 and RANK[s.top[p] & FACE] == self.rank:
                push_under(rules, s, p, pop(rules, s, p))
        s.step += 1
        return 1
