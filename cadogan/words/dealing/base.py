"""base, choose_base: the next card, or one of some cards that the player chooses, opens the
foundations.
"""

from __future__ import annotations

from dataclasses import dataclass

from cadogan.engine.numbers import FACE, RANK
from cadogan.engine.piles import next_card, pop, push, refresh
from cadogan.engine.rules import Group, Rules, State
from cadogan.usage import Count, Name

from ..above import Script
from ..citing import RuleError
from ..english import Groups, counted, listed
from .step import Doing, Step, lay_here


@dataclass(frozen=True)
class base(Step):
    """In the deal: the next card is the base and opens the first foundation of the group.

    Args:
        group: the foundations; where two groups are named you choose one of them.
    """

    group: Groups

    @property
    def opens(self) -> tuple[str, ...]:
        """All of them."""
        return self.to

    def tell(self) -> str:
        """The step as a phrase."""
        choice = ", as you choose" if len(self.to) > 1 else ""
        return f"play the next card as the base, which opens {listed(self.to, 'or')}{choice}"

    def write(self, script: Script) -> None:
        """The first foundation of each group."""
        script.opens_with_base(self.to)
        firsts = [script.spots(name)[0] for name in self.to]
        script.add(Base(firsts[0], firsts[-1]))


@dataclass(frozen=True)
class Base(Doing):
    """The next card is the base; of two foundations the player may choose which it opens."""

    one: int
    other: int
    label = "base"

    @property
    def decides(self) -> bool:  # type: ignore[override]
        """Whether there is a choice."""
        return self.one != self.other

    chooses = True

    def go(self, rules: Rules, s: State, p: int) -> int:
        """Open the only one, or ask."""
        if s.top[rules.hand.first] < 0:
            s.step += 1
            return 1
        if self.decides:
            return 0
        found_base(rules, s, next_card(rules, s), self.one)
        return 1

    def choices(self, rules: Rules, s: State, p: int, n: int) -> int:
        """Either of the two."""
        n = lay_here(s, rules.hand.first, self.one, n)
        return lay_here(s, rules.hand.first, self.other, n)

    def laid(self, rules: Rules, s: State, a: int, b: int, by: int) -> None:
        """It opens the one chosen."""
        found_base(rules, s, next_card(rules, s), b)


@dataclass(frozen=True)
class choose_base(Step):
    """In the deal: some cards are turned up, and you choose which of them opens the foundations.

    Args:
        n: how many cards are turned up.
        group: the group that they are dealt to.
        foundation: the foundations that the chosen card opens.
    """

    concerns = ("group", "foundation")

    n: Count
    group: Name
    foundation: Name

    @property
    def opens(self) -> tuple[str, ...]:
        """The foundations that the chosen card opens."""
        return (self.foundation,)

    def tell(self) -> str:
        """The step as a phrase."""
        return f"deal {counted(self.n)} cards to the {self.group}, and choose one of them to open the {self.foundation} as their base"

    def write(self, script: Script) -> None:
        """A card to each place; then the choice."""
        script.opens_with_base((self.foundation,))
        if len(script.spots(self.group)) < self.n:
            raise RuleError(
                f"choose_base: {self.n} cards are turned, but the {self.group} has {len(script.spots(self.group))} places"
            )
        for p in script.spots(self.group)[: self.n]:
            script.lay(p)
        script.add(Choose(script.group(self.group), self.n, script.spots(self.foundation)[0]))


@dataclass(frozen=True)
class Choose(Doing):
    """The player chooses which of some cards opens a foundation."""

    among: Group
    n: int
    to: int
    decides = chooses = True
    label = "choose"

    def go(self, rules: Rules, s: State, p: int) -> int:
        """The player decides."""
        return 0

    def choices(self, rules: Rules, s: State, p: int, n: int) -> int:
        """Each of them."""
        for a in range(self.among.first, self.among.first + self.n):
            if s.top[a] >= 0:
                n = lay_here(s, a, self.to, n)
        return n

    def laid(self, rules: Rules, s: State, a: int, b: int, by: int) -> None:
        """It opens the foundation; where it lay is filled with all other gaps."""
        found_base(rules, s, pop(rules, s, a), b)


def found_base(rules: Rules, s: State, card: int, p: int) -> None:
    """A card becomes the base and opens a foundation."""
    s.base = RANK[card & FACE]
    refresh(rules, s)
    push(rules, s, p, card)
    s.step += 1
