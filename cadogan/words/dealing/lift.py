"""lift: the uppermost cards of one group are lifted to another."""

from __future__ import annotations

from dataclasses import dataclass

from cadogan.engine.piles import pop, push, refresh
from cadogan.engine.rules import Rules, State
from cadogan.usage import Name

from ..above import Script
from ..english import each_of
from .step import Doing, Step


@dataclass(frozen=True)
class lift(Step):
    """In the deal: the uppermost card of each place of one group is lifted to the same place of
    another.

    Args:
        source: the group that gives the cards.
        target: the group that they are lifted to.
    """

    concerns = ("source", "target")

    source: Name
    target: Name

    def tell(self) -> str:
        """The step as a phrase."""
        return f"lift the uppermost card of {each_of(self.source)} to the {self.target}"

    def write(self, script: Script) -> None:
        """Place by place."""
        for p, q in zip(script.spots(self.source), script.spots(self.target)):
            script.add(Lift(q), p)


@dataclass(frozen=True)
class Lift(Doing):
    """The uppermost card of a place is lifted to another."""

    to: int
    label = "lift"

    def go(self, rules: Rules, s: State, p: int) -> int:
        """Lift it; what foundations want may hang on the card."""
        if s.top[p] >= 0:
            push(rules, s, self.to, pop(rules, s, p))
            refresh(rules, s)
        s.step += 1
        return 1
