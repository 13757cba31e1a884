"""spaces_first: empty spaces of the foundations come first."""

from __future__ import annotations

from dataclasses import dataclass

from cadogan.cards import Card
from cadogan.engine.home import some_available
from cadogan.engine.joints import Restrains, Settles
from cadogan.engine.permits import Permit
from cadogan.engine.rules import PLAY, Group, Rules, State
from cadogan.usage import Name

from .above import Making, Reasons, Said
from .citing import RuleError, rule_of
from .clause import FOUNDATIONS, Clause
from .english import singular


@dataclass(frozen=True)
class spaces_first(Clause):
    """Foundations are opened before others are continued: first all that can be opened; later a
    card that would open one does so.

    Args:
        group: the foundations.
        strictly: True where nothing is continued as long as one could be opened.

    >>> spaces_first("numerals").tell()
    'Those numerals that can be opened are opened before any is continued; afterwards a card that would fill an empty space does so first.'
    """

    group: Name
    strictly: bool = False

    speaks_of = {"group": FOUNDATIONS}

    def tell(self) -> str:
        """The clause as a sentence."""
        sentence = (
            f"Those {self.group} that can be opened are opened before any is continued; afterwards "
        )
        return sentence + (
            "an empty space is filled first, if any can be."
            if self.strictly
            else "a card that would fill an empty space does so first."
        )

    def idle(self, making: Making) -> str:
        """Turns are kept otherwise."""
        if making.has("strictly_in_turn"):
            raise RuleError("strictly_in_turn and spaces_first cannot both be kept", self)
        return ""

    def enter(self, making: Making) -> None:
        """What it forbids."""
        making.group(self.group, self)
        making.hook(SpacesFirst(self))
        making.register("opened", 0, 1)


class SpacesFirst(Settles, Restrains):
    """No foundation is continued before all are opened that can be; later a card that would open
    one does so.
    """

    def __init__(self, clause: spaces_first) -> None:
        self.clause = clause

    def restrained(self, rules: Rules, s: State, permit: Permit, d: int, wanted: int) -> int:
        """An open foundation takes nothing that would open another; nothing at all while one must
        be opened.
        """
        if s.top[d] < 0:
            return wanted
        if not s.opened or (self.clause.strictly and some_start(rules, s)):
            return 0
        return wanted & ~openings(s, permit.to)

    def refused(self, why: Reasons, permit: Permit, card: Card, b: int) -> Said | None:
        """Why a card is kept from a foundation that wants it."""
        group = permit.to
        if not why.p.piles[b] or group.name != self.clause.group:
            return None
        if not why.s.opened or (self.clause.strictly and some_start(why.rules, why.s)):
            return (
                f"No {singular(group.name)} is continued while an available card can still open an empty one.",
                rule_of(self.clause),
            )
        return (
            f"{card.symbol} would fill an empty space of the {group.name}, which comes first.",
            rule_of(self.clause),
        )

    def settled(self, rules: Rules, s: State) -> None:
        """Whether all are opened that can be."""
        if not s.opened and s.phase == PLAY:
            s.opened = 0 if some_start(rules, s) else 1


def openings(s: State, group: Group) -> int:
    """What the empty ones of some foundations want."""
    faces = 0
    for p in range(group.first, group.end):
        if s.top[p] < 0:
            faces |= s.want[p]
    return faces


def some_start(rules: Rules, s: State) -> int:
    """Whether an available card fits an empty foundation."""
    wanted = 0
    for group in rules.foundations:
        wanted |= openings(s, group)
    return some_available(rules, s, wanted)
