"""lift: cards that were dealt are lifted elsewhere: to other places, under the pack, or underneath
their own packet.
"""

from __future__ import annotations

from dataclasses import dataclass

from cadogan.engine.numbers import FACE, RANK
from cadogan.engine.piles import pop, push, push_under, refresh
from cadogan.engine.rules import Rules, State
from cadogan.usage import Count, Name, RankOrNone

from .citing import RuleError
from .clause import Script
from .deal import Doing, Step
from .english import a_rank, counted, each_of, groups, hand, rank_name


@dataclass(frozen=True)
class lift(Step):
    """In the deal: cards are lifted from the top of each place of a group, to the same place of
    another, under the pack, or underneath the others that lie there.

    Args:
        source: the group that gives the cards.
        target: the group that they are lifted to; or hand, for under the pack; without it, they go
            underneath their own packet.
        n: how many cards are lifted together.
        only: the one value that is lifted: as long as such a card lies uppermost, once where the
            cards go to another group.

    >>> lift("packets", "balcony").tell()
    'lift the uppermost card of each of the packets to the balcony'
    >>> from cadogan.words import K, Q
    >>> lift("packets", only=K).tell()
    'slip any king that lies uppermost on the packets under its packet'
    >>> lift("key", hand, 14, only=Q).tell()
    'while the key shows a queen, put fourteen cards from its top under the pack'
    """

    source: Name
    target: Name = ""
    n: Count = 1
    only: RankOrNone = 0

    def __post_init__(self) -> None:
        if self.target in ("", hand) and not self.only:
            raise RuleError(
                "lift: say which cards go underneath, such as only=K, or to which group they are lifted"
            )
        if not self.target and self.n > 1:
            raise RuleError("lift: one card at a time goes underneath its own packet")

    @property
    def to(self) -> tuple[str, ...]:
        """The groups that it concerns, without the pack."""
        return tuple(name for name in (self.source, *groups(self.target)) if name != hand)

    def tell(self) -> str:
        """The step as a phrase."""
        many = "a card" if self.n == 1 else f"{counted(self.n)} cards"
        if not self.target:
            return f"slip any {rank_name(self.only)} that lies uppermost on the {self.source} under its packet"
        if self.target == hand:
            return f"while the {self.source} shows {a_rank(self.only)}, put {many} from its top under the pack"
        what = f"the uppermost {'card' if self.n == 1 else many} of {each_of(self.source)}"
        condition = f" that shows {a_rank(self.only)}" if self.only else ""
        return f"lift {what}{condition} to the {self.target}"

    def write(self, script: Script) -> None:
        """Write the lifting, place by place."""
        sources = script.spots(self.source)
        if self.target in ("", hand):
            under = Under(self.n, self.only, bool(self.target))
            for p in sources:
                script.add(under, p)
            return
        targets = script.spots(self.target)
        if len(targets) < len(sources):
            raise RuleError(
                f"lift: each place of the {self.source} gives to one of the {self.target}, and there are "
                f"{len(sources)} of those and {len(targets)} of these",
                script.making.deal,
            )
        for p, q in zip(sources, targets):
            script.add(Lift(q, self.n, self.only), p)


@dataclass(frozen=True)
class Lift(Doing):
    """The uppermost cards of a place are lifted to another."""

    place: int
    n: int
    only: int
    label = "lift"

    def go(self, rules: Rules, s: State, p: int) -> int:
        """Lift them; what foundations want may depend on them."""
        if not self.only or (s.top[p] >= 0 and RANK[s.top[p] & FACE] == self.only):
            for _ in range(min(self.n, s.height[p])):
                push(rules, s, self.place, pop(rules, s, p))
                refresh(rules, s)
        s.step += 1
        return 1


@dataclass(frozen=True)
class Under(Doing):
    """Cards of a value that lie uppermost go underneath their packet; or, each time, so many cards
    go under the pack.
    """

    n: int
    only: int
    pack: bool

    @property
    def label(self) -> str:  # type: ignore[override]
        """What the program calls it."""
        return "key" if self.pack else "slip"

    def go(self, rules: Rules, s: State, p: int) -> int:
        """Slip as many as lie there; those that go under the pack are lifted as one packet and
        turned: the uppermost lies last.
        """
        if self.pack:
            while s.top[p] >= 0 and RANK[s.top[p] & FACE] == self.only:
                n = min(self.n, s.height[p])
                for i in range(n):
                    s.pack[i] = pop(rules, s, p)
                for i in range(n):
                    push_under(rules, s, rules.hand.first, s.pack[n - 1 - i])
        else:
            for _ in range(s.height[p]):
                if s.height[p] > 1 and RANK[s.top[p] & FACE] == self.only:
                    push_under(rules, s, p, pop(rules, s, p))
        s.step += 1
        return 1
