"""as_dealt, lay_aside: what may be done with a card as it falls in dealing."""

from __future__ import annotations

from dataclasses import dataclass

from cadogan.engine.home import kinds_for
from cadogan.engine.permits import FromHand, OnEmpty, ToFoundation
from cadogan.engine.rules import DEALING, Rules, State
from cadogan.usage import Name, Number

from .again import waits_in_vain
from .clause import FOUNDATIONS, TABLEAU, Clause, Making
from .english import Groups, from_deal, groups, listed, the
from .foundations import foundations
from .values import Relation


@dataclass(frozen=True)
class as_dealt(Clause):
    """A card that suits a foundation may be played at the moment it is dealt to certain places.

    Args:
        on: the places on which the card must fall.
        to: the foundations to which it may go; without it, all.
        where: how card and foundation must lie to each other, such as beside.
        must: True where it has to be played.
        number_used_up: True where it counts as dealt to its place; else the next card is dealt
            there.

    >>> as_dealt("corners").tell()
    'A suitable card dealt to the corners may be played at once to the foundations; the next card is dealt in its place.'
    """

    on: Groups
    to: Groups | None = None
    where: Relation | None = None
    must: bool = False
    number_used_up: bool = False

    speaks_of = {"on": TABLEAU, "to": FOUNDATIONS}
    takes_from = ("on",)
    keyed_by = ("on",)  # one such clause for each group dealt to

    def tell(self) -> str:
        """The clause as a sentence."""
        verb = "must" if self.must else "may"
        to = listed(groups(self.to)) if self.to else "the foundations"
        sentence = f"A suitable card dealt to {listed(groups(self.on), 'or')} {verb} be played at once to {to}"
        sentence += f" {self.where.words}" if self.where else ""
        return sentence + (
            "; its number is used up all the same."
            if self.number_used_up
            else "; the next card is dealt in its place."
        )

    rank = 10

    def idle(self, making: Making) -> str:
        """It can apply only where cards are dealt."""
        dealt_to = making.dealt_to
        return (
            ""
            if any(making.group_of(g) in dealt_to for g in groups(self.on))
            else f"nothing is dealt to {listed(groups(self.on), 'or')}"
        )

    def enter(self, making: Making) -> None:
        """Add a permit for each group of foundations, and examine cards that fall on these places."""
        on = making.inside(self.on, self)
        making.examine(on, must=self.must, counts=self.number_used_up)
        for to in making.aims(self.to, self):
            near = making.holds(self.where, "falls_beside", on)
            making.permit(AsDealt(self, (), to, DEALING, near))


class AsDealt(FromHand, ToFoundation):
    """The card in dealing goes to a foundation. What is near it is what is near the place on which
    it falls.
    """

    def allowed(self, rules: Rules, s: State, card: int, a: int, d: int) -> int:
        """Whether the card falls on one of the places named, and near enough."""
        assert self.where is not None
        return self.where.between(s.target, d)


@dataclass(frozen=True)
class lay_aside(Clause):
    """A card that is turned up in dealing and suits foundations of both kinds may be laid aside
    instead.

    Args:
        on: the places on which the card must fall.
        to: the place where it is laid aside.
        after: the number of re-deals before it is allowed.

    >>> lay_aside("alphabet", "aside", after=1).tell()
    'A card dealt to the alphabet that suits both an ascending and a descending foundation may be laid aside, from the second deal on.'
    """

    on: Groups
    to: Name
    after: Number = 0

    speaks_of = {"on": TABLEAU, "to": TABLEAU}
    brings_to = ("to",)

    def tell(self) -> str:
        """The clause as a sentence."""
        text = f"A card dealt to {listed(groups(self.on), 'or')} that suits both an ascending and a descending foundation may be laid aside"
        return text + from_deal(self.after) + "."

    rank = 15

    def idle(self, making: Making) -> str:
        """There must be foundations of two kinds, and the place aside must not be dealt to; and the
        clause may wait for a re-deal.
        """
        if len(making.of(foundations)) < 2:
            return "no card can suit foundations of two kinds, for there is one kind at most"
        if making.group_of(self.to) in making.dealt_to:
            return f"the deal itself lays cards on {the(self.to)}, so nothing lies aside there"
        return waits_in_vain(making, self.after)

    def enter(self, making: Making) -> None:
        """Add a permit, and examine cards that fall on these places."""
        making.examine(making.inside(self.on, self))
        making.group(self.to, self).aside = True
        making.permit(Aside(self, (), making.group(self.to, self), DEALING, None, self.after))


class Aside(FromHand, OnEmpty):
    """The card in dealing is laid aside, if it fits foundations of both kinds."""

    def worth(self, rules: Rules, s: State, a: int, b: int) -> int:
        """What laying aside is worth to greedy."""
        return 6

    def allowed(self, rules: Rules, s: State, card: int, a: int, d: int) -> int:
        """Whether foundations of both kinds want the card."""
        return kinds_for(rules, s, card) > 1
