"""pay_key: what a queen uppermost costs."""

from __future__ import annotations

from dataclasses import dataclass

from cadogan.engine.numbers import FACE, RANK
from cadogan.engine.piles import pop, push_under
from cadogan.engine.rules import Rules, State
from cadogan.usage import Count, Name

from ..above import Script
from ..english import counted
from ..values import Q as QUEEN
from .step import Doing, Step


@dataclass(frozen=True)
class pay_key(Step, Doing):
    """In the deal: as long as the uppermost card is a queen, some cards go from the top of the
    packet under the pack.

    Args:
        group: the packet.
        n: how many cards go under the pack for each queen.
    """

    group: Name
    n: Count
    label = "key"

    def tell(self) -> str:
        """The step as a phrase."""
        return f"while the {self.group} shows a queen, put {counted(self.n)} cards from its top under the pack"

    def write(self, script: Script) -> None:
        """Once, for the first place of the group."""
        script.add(self, script.spots(self.group)[0])

    def go(self, rules: Rules, s: State, p: int) -> int:
        """They are lifted as one packet and turned: the uppermost lies last."""
        while s.top[p] >= 0 and RANK[s.top[p] & FACE] == QUEEN:
            n = min(self.n, s.height[p])
            for i in range(n):
                s.pack[i] = pop(rules, s, p)
            for i in range(n):
                push_under(rules, s, rules.hand.first, s.pack[n - 1 - i])
        s.step += 1
        return 1
