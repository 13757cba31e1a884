"""scatter: the player lays each card of a round where he likes."""

from __future__ import annotations

from dataclasses import dataclass

from cadogan.engine.home import put_up
from cadogan.engine.moves import LAID
from cadogan.engine.piles import next_card, push
from cadogan.engine.rules import Group, Rules, State
from cadogan.usage import Count, Name

from ..above import Script
from ..english import counted, is_plural
from .pause import pause
from .rounds import Loop
from .step import Doing, Step, lay_here


@dataclass(frozen=True)
class scatter(Step):
    """In the deal: in each round some cards are laid on whichever places you like, with a pause
    for play after it.

    Args:
        group: the group that they are laid on.
        n: how many cards a round has.
    """

    group: Name
    n: Count
    runs_out = True
    pauses = True

    def tell(self) -> str:
        """The step as a phrase."""
        where = (
            f"whichever {'of' if is_plural(self.group) else 'places of'} the {self.group} you like"
        )
        return f"deal rounds of {counted(self.n)} cards on {where}, with a pause after each"

    def write(self, script: Script) -> None:
        """A round, a pause, and back while the pack lasts."""
        start = len(script)
        script.add(Scatter(script.group(self.group), self.n))
        script.add(pause())
        script.add(Loop(start))
        script.making.register("scattered", 0, self.n)


@dataclass(frozen=True)
class Scatter(Doing):
    """Rounds of a number of cards, each laid on whichever place the player likes."""

    on: Group
    n: int
    decides = True
    label = "scatter"

    def go(self, rules: Rules, s: State, p: int) -> int:
        """Until the round is full the player lays each card."""
        s.target = self.on.first
        if s.scattered >= self.n or s.top[rules.hand.first] < 0:
            s.step += 1
            return 1
        return put_up(rules, s, rules.hand, rules.hand.first)

    def choices(self, rules: Rules, s: State, p: int, n: int) -> int:
        """Any place of the group."""
        for d in range(self.on.first, self.on.end):
            n = lay_here(s, rules.hand.first, d, n)
        return n

    def laid(self, rules: Rules, s: State, a: int, b: int, by: int) -> None:
        """A card laid counts to the round."""
        card = next_card(rules, s)
        if rules.newest and by == LAID:
            s.before[b] = s.height[b]
        push(rules, s, b, card)
        if by == LAID:
            s.scattered += 1
