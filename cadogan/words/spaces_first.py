"""spaces_first: empty spaces of the foundations, or of the table, come first."""

from __future__ import annotations

from dataclasses import dataclass

from cadogan.cards import Card
from cadogan.engine.home import some_available
from cadogan.engine.joints import ActsAfter, Restrains, Settles
from cadogan.engine.moves import KIND, part
from cadogan.engine.permits import PLAYING, Permit
from cadogan.engine.piles import phase_of
from cadogan.engine.rules import PLAY, Group, Rules, State

from .citing import rule_of
from .clause import FOUNDATIONS, Clause, Making, Reasons, Said
from .english import singular
from .fill_gaps import FILL
from .turn import TURN


@dataclass(frozen=True)
class spaces_first(Clause):
    """Spaces are filled before others are built on. Of foundations: first all are opened that can
    be; later a card that would open one does so. Of the table, where no group is named: after a
    marriage nothing is played before the vacancies are refilled or the next card is turned.

    Args:
        group: the foundations; without it, the vacancies of the table.
        strictly: True where no foundation is continued as long as one could be opened.

    >>> spaces_first("numerals").tell()
    'Those numerals that can be opened are opened before any is continued; afterwards a card that would fill an empty space does so first.'
    >>> spaces_first().tell()
    'While the pack lasts, nothing is played after a marriage until the vacancies are refilled or the next card is turned.'
    """

    group: str = ""
    strictly: bool = False

    speaks_of = {"group": FOUNDATIONS}

    def tell(self) -> str:
        """The clause as a sentence."""
        if not self.group:
            return "While the pack lasts, nothing is played after a marriage until the vacancies are refilled or the next card is turned."
        sentence = (
            f"Those {self.group} that can be opened are opened before any is continued; afterwards "
        )
        return sentence + (
            "an empty space is filled first, if any can be."
            if self.strictly
            else "a card that would fill an empty space does so first."
        )

    def in_vain(self) -> str:
        """Foundations alone are opened."""
        return (
            "strictly is a matter of foundations: name them"
            if self.strictly and not self.group
            else ""
        )

    def idle(self, making: Making) -> str:
        """Without foundations there must be something to marry, and a card to turn."""
        if self.group or (making.has("build") and making.has("turn")):
            return ""
        return "there is nothing to marry, or no card to turn"

    def enter(self, making: Making) -> None:
        """Add what the clause forbids."""
        if not self.group:
            making.hook(InTurn(self))
            making.rules.tells_end = True
            making.register("married", 0, 1)
            return
        making.hook(SpacesFirst(self, making.group(self.group, self)))
        making.register("opened", 0, 1)


class SpacesFirst(Settles, Restrains):
    """No foundation is continued before all are opened that can be; later a card that would open
    one does so.
    """

    def __init__(self, clause: spaces_first, group: Group) -> None:
        self.clause, self.group = clause, group

    def restrained(self, rules: Rules, s: State, permit: Permit, d: int, faces: int) -> int:
        """An open foundation of the group takes nothing that would open another; nothing at all
        while one must be opened.
        """
        if s.top[d] < 0 or not self.group.first <= d < self.group.end:
            return faces
        if not s.opened or (self.clause.strictly and self.some_start(rules, s)):
            return 0
        return faces & ~openings(s, self.group)

    def some_start(self, rules: Rules, s: State) -> int:
        """Whether an available card fits an empty foundation of the group."""
        return some_available(rules, s, openings(s, self.group))

    def refused(self, why: Reasons, permit: Permit, card: Card, b: int) -> Said | None:
        """Why a card is kept from a foundation that wants it."""
        group = permit.to
        if not why.p.piles[b] or group.name != self.clause.group:
            return None
        if not why.s.opened or (self.clause.strictly and self.some_start(why.rules, why.s)):
            return (
                f"No {singular(group.name)} is continued while an available card can still open an empty one.",
                rule_of(self.clause),
            )
        return (
            f"{card.symbol} would fill an empty space of the {group.name}, which comes first.",
            rule_of(self.clause),
        )

    def settled(self, rules: Rules, s: State) -> None:
        """Note whether all are opened that can be."""
        if not s.opened and s.phase == PLAY:
            s.opened = 0 if self.some_start(rules, s) else 1


def openings(s: State, group: Group) -> int:
    """The faces that the empty foundations of a group want."""
    faces = 0
    for p in range(group.first, group.end):
        if s.top[p] < 0:
            faces |= s.want[p]
    return faces


class InTurn(Restrains, ActsAfter):
    """After a marriage nothing is played to a foundation until the vacancies are refilled or the
    next card is turned.
    """

    def __init__(self, clause: spaces_first) -> None:
        self.clause = clause

    def restrained(self, rules: Rules, s: State, permit: Permit, d: int, faces: int) -> int:
        """The faces wanted; none after a marriage, while the pack lasts."""
        if s.married and phase_of(rules, s) == PLAY:
            return 0
        return faces

    def refused(self, why: Reasons, permit: Permit, card: Card, b: int) -> Said | None:
        """Why a card is kept from a foundation that wants it."""
        if why.s.married and why.phase == PLAY:
            return why.game.say(self.clause), rule_of(self.clause)
        return None

    def after(self, rules: Rules, s: State, move: int) -> None:
        """A card laid on another in the tableau is a marriage; a play, a filling or a card turned
        ends it.
        """
        kind = move & KIND
        if kind == FILL.number or kind == TURN.number:
            s.married = 0
        elif kind == PLAYING:
            s.married = 0
            for permit in rules.permits:
                if permit.marries and part(move, 3) == permit.number:
                    s.married = 1
