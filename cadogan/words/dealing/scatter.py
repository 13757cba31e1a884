"""The player lays each card of a round where he likes: `rounds` with at_will."""

from __future__ import annotations

from dataclasses import dataclass

from cadogan.engine.home import put_up
from cadogan.engine.moves import LAID
from cadogan.engine.piles import next_card, push
from cadogan.engine.rules import Group, Rules, State

from .step import Doing, lay_here


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
        """Write a move to every place of the group."""
        for d in range(self.on.first, self.on.end):
            n = lay_here(s, rules.hand.first, d, n)
        return n

    def laid(self, rules: Rules, s: State, a: int, b: int, permit: int) -> None:
        """A card laid counts to the round."""
        card = next_card(rules, s)
        if rules.newest and permit == LAID:
            s.before[b] = s.height[b]
        push(rules, s, b, card)
        if permit == LAID:
            s.scattered += 1
