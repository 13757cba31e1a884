"""base: the next card, or one of some cards that the player chooses, opens the foundations."""

from __future__ import annotations

from dataclasses import dataclass

from cadogan.engine.numbers import FACE, RANK
from cadogan.engine.piles import next_card, pop, push, refresh
from cadogan.engine.rules import Group, Rules, State
from cadogan.usage import Count, Name

from .citing import RuleError
from .clause import Making, Script
from .deal import Doing, Step, lay_here
from .english import Groups, counted, groups, listed


@dataclass(frozen=True)
class base(Step):
    """In the deal: the next card is the base and opens the first foundation of the group; or some
    cards are turned up, and you choose which of them does.

    Args:
        foundation: the foundations; where two groups are named you choose one of them.
        frm: the group that the cards to choose from are dealt to; without it, the next card opens.
        n: how many cards are dealt there.

    >>> base("foundations", "valley", 3).tell()
    'deal three cards to the valley, and choose one of them to open the foundations as their base'
    """

    concerns = ("frm", "foundation")

    foundation: Groups
    frm: Name | None = None
    n: Count = 1

    def __post_init__(self) -> None:
        if self.n > 1 and self.frm is None:
            raise RuleError("base: n= says how many cards are turned up, and frm= where they lie")
        if self.frm is not None and len(self.opens) > 1:
            raise RuleError("base: the card chosen opens one group of foundations; name one")

    @property
    def opens(self) -> tuple[str, ...]:
        """All foundations named."""
        return groups(self.foundation)

    def tell(self) -> str:
        """The step as a phrase."""
        opened = listed(self.opens, "or")
        if self.frm is not None:
            if self.n == 1:
                return f"deal one card to the {self.frm}, which opens {opened} as their base"
            return f"deal {counted(self.n)} cards to the {self.frm}, and choose one of them to open {opened} as their base"
        choice = ", as you choose" if len(self.opens) > 1 else ""
        return f"play the next card as the base, which opens {opened}{choice}"

    def dealt(self, making: Making) -> int:
        """The cards to choose from, or the one that opens."""
        return self.n

    def write(self, script: Script) -> None:
        """Write the opening; or a card to each place, and then the choice."""
        script.opens_with_base(self.opens)
        firsts = [script.spots(name)[0] for name in self.opens]
        if self.frm is None:
            script.add(Base(firsts[0], firsts[-1]))
            return
        spots = script.spots(self.frm)
        if len(spots) < self.n:
            raise RuleError(
                f"base: {self.n} cards are turned, but the {self.frm} has {len(spots)} places"
            )
        for p in spots[: self.n]:
            script.lay(p)
        script.add(Choose(script.group(self.frm), self.n, firsts[0]))


@dataclass(frozen=True)
class Base(Doing):
    """The next card is the base; of two foundations the player may choose which it opens."""

    first: int
    second: int
    label = "base"

    @property
    def decides(self) -> bool:  # type: ignore[override]
        """Whether there is a choice."""
        return self.first != self.second

    chooses = True

    def go(self, rules: Rules, s: State, p: int) -> int:
        """Open the only foundation, or ask."""
        if s.top[rules.hand.first] < 0:
            s.step += 1
            return 1
        if self.decides:
            return 0
        found_base(rules, s, next_card(rules, s), self.first)
        return 1

    def choices(self, rules: Rules, s: State, p: int, n: int) -> int:
        """Write the moves that open either of the two."""
        n = lay_here(s, rules.hand.first, self.first, n)
        return lay_here(s, rules.hand.first, self.second, n)

    def laid(self, rules: Rules, s: State, a: int, b: int, permit: int) -> None:
        """The base opens the foundation chosen."""
        found_base(rules, s, next_card(rules, s), b)


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
        """Write the moves of the cards to choose from."""
        for a in range(self.among.first, self.among.first + self.n):
            if s.top[a] >= 0:
                n = lay_here(s, a, self.to, n)
        return n

    def laid(self, rules: Rules, s: State, a: int, b: int, permit: int) -> None:
        """The card opens the foundation; where it lay is filled with all other gaps."""
        found_base(rules, s, pop(rules, s, a), b)


def found_base(rules: Rules, s: State, card: int, p: int) -> None:
    """A card becomes the base and opens a foundation."""
    s.base = RANK[card & FACE]
    refresh(rules, s)
    push(rules, s, p, card)
    s.step += 1
