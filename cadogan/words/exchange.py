"""exchange: the uppermost card may change from one foundation to another."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from cadogan.engine.home import kinds_for, some_available
from cadogan.engine.numbers import FACE, OF_RANK, RANK
from cadogan.engine.permits import ToFoundation
from cadogan.engine.rules import Rules, State
from cadogan.usage import Name, Number, one_of

from .above import Making
from .again import waits_in_vain
from .clause import FOUNDATIONS, Clause
from .english import from_deal
from .values import Phase, once_dealt


@dataclass(frozen=True)
class exchange(Clause):
    """The uppermost card of one foundation may pass to another that it fits; the first card of
    each stays.

    Args:
        one: the foundations that give the card.
        other: the foundations that take it.
        how: "both ways"; "one way"; "in turn", so and each foundation gives one card between two
            other plays; "of use", so and only where another card can then be played, which goes
            before the next; or "alike", both ways, a card that suited both when turned up.
        after: the number of re-deals before it is allowed.
        when: when it is allowed; without it, whenever you may play.

    >>> exchange("aces", "kings").tell()
    'One card at a time may pass between the aces and the kings.'
    """

    one: Name
    other: Name
    how: Annotated[str, one_of("both ways", "one way", "in turn", "of use", "alike")] = "both ways"
    after: Number = 0
    when: Phase = once_dealt

    speaks_of = {"one": FOUNDATIONS, "other": FOUNDATIONS}

    @property
    def _both_ways(self) -> bool:
        return self.how in ("both ways", "alike")

    def tell(self) -> str:
        """The clause as a sentence."""
        what, end = "One card at a time may", ""
        if self.how == "alike":
            what = "Cards that suited both when they turned up may, one at a time,"
        way = f"pass from the {self.one} to the {self.other}"
        if self._both_ways:
            way = f"pass between the {self.one} and the {self.other}"
        if self.one == self.other:
            way = f"pass from one of the {self.one} to another"
        if self.how == "in turn":
            end = ", at most one from each between two other plays"
        if self.how == "of use":
            end = ", when that brings another available card into immediate use; "
            end += "before the same one gives again, a card is played there or upon it"
        if end:
            what = f"The uppermost card of one of the {self.one} may"
            way = f"be taken to the {self.other}"
        when = f", {self.when.words}" if self.when.words else ""
        return f"{what} {way}{from_deal(self.after)}{when}{end}."

    rank = 45

    def idle(self, making: Making) -> str:
        """The re-deal that it waits for must come."""
        return waits_in_vain(making, self.after)

    def enter(self, making: Making) -> None:
        """Add a permit one way, or both ways."""
        making.aims((self.one, self.other), self)
        kind = {"in turn": InTurn, "of use": InTurn, "alike": Alike}.get(self.how, Exchange)
        ways = ((self.one, self.other), (self.other, self.one))[: 2 if self._both_ways else 1]
        for a, b in ways:
            sources, to = making.sources(a, self), making.group(b, self)
            permit = kind(self, sources, to, self.when.bits, None, self.after)
            if isinstance(permit, InTurn):
                permit.of_use = self.how == "of use"
            making.permit(permit)
            if isinstance(permit, (InTurn, Alike)):
                making.rules.noted = making.rules.noted or permit
                making.row(permit.row)


class Exchange(ToFoundation):
    """A card goes from a foundation to another."""

    def worth(self, rules: Rules, s: State, a: int, b: int) -> int:
        """Nothing: the greedy player makes no exchange."""
        return 0


class Alike(Exchange):
    """A card that fitted foundations of both kinds when it was turned up may change over as often
    as it fits.

    The state has a row of bits for each place, one for each height: whether the card that lies
    there is such a card."""

    row = "alike"
    exacting = True

    def allowed(self, rules: Rules, s: State, card: int, a: int, d: int) -> int:
        """Whether the card fitted both kinds when it was turned up."""
        return super().allowed(rules, s, card, a, d) and s.alike[a] >> (s.height[a] - 1) & 1

    def noted(self, rules: Rules, s: State, a: int, b: int, permit: int) -> None:
        """Note, before a card goes home, whether it is one of them: turned up just now, laid aside
        or changing over.
        """
        bit = 0
        if a == rules.hand.first:
            bit = int(s.redeals >= self.from_redeal and kinds_for(rules, s, s.top[a]) > 1)
        elif rules.places[a].group.foundation:
            bit = s.alike[a] >> (s.height[a] - 1) & 1
            s.alike[a] &= ~(1 << (s.height[a] - 1))
        elif rules.places[a].group.aside:
            bit = 1
        s.alike[b] = (s.alike[b] & ~(1 << s.height[b])) | (bit << s.height[b])


class InTurn(Exchange):
    """A foundation gives one card between two plays from elsewhere; where it must be of use, only
    if that lets another be played, and again when one has been played, there or upon it.
    """

    row = "given"
    exacting = True
    of_use = False

    def allowed(self, rules: Rules, s: State, card: int, a: int, d: int) -> int:
        """Whether the foundation has given no card since, and brings one into use where it must."""
        if not super().allowed(rules, s, card, a, d) or s.given[a]:
            return False
        return not self.of_use or self.brings_into_use(rules, s, card, d)

    def brings_into_use(self, rules: Rules, s: State, card: int, d: int) -> int:
        """Whether another available card could take its place here, or follow it there."""
        place = self.to.places[d - self.to.first]
        faces = OF_RANK[RANK[card & FACE]]
        if s.height[d] + 1 < place.length:
            faces |= place.faces[s.height[d] + 1]
        return some_available(rules, s, faces)

    def noted(self, rules: Rules, s: State, a: int, b: int, permit: int) -> None:
        """Note, before a card goes home by some permit, that a foundation has given its card, or
        which may give again.
        """
        if permit == self.number:
            s.given[a] = 1
        elif self.of_use and not self.to.first <= b < self.to.end:
            s.given[b] = 0
        else:
            for group in rules.foundations:
                for p in range(group.first, group.end):
                    s.given[p] = 0
