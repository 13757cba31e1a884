"""exchange: the uppermost card may change from one foundation to another."""

from __future__ import annotations

from dataclasses import dataclass

from cadogan.engine.home import homes_for, some_available
from cadogan.engine.numbers import FACE, OF_RANK, RANK
from cadogan.engine.permits import ToFoundation
from cadogan.engine.rules import Rules, State
from cadogan.usage import Name, Number

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
        both: False where cards pass only from the one to the other.
        in_turn: True where each foundation gives one card between two other plays.
        in_use: True where it must let another card be played, which goes before the next.
        after: the number of re-deals before it is allowed.
        alike: True where only a card may pass that suited both kinds when it was turned up.
        when: when it is allowed; without it, whenever you may play.

    >>> exchange("aces", "kings").tell()
    'One card at a time may pass between the aces and the kings.'
    """

    one: Name
    other: Name
    both: bool = True
    in_turn: bool = False
    in_use: bool = False
    after: Number = 0
    alike: bool = False
    when: Phase = once_dealt

    speaks_of = {"one": FOUNDATIONS, "other": FOUNDATIONS}

    def tell(self) -> str:
        """The clause as a sentence."""
        if self.in_use or self.in_turn:
            sentence = (
                f"The uppermost card of one of the {self.one} may be taken to the {self.other}"
            )
            return sentence + (
                ", when that brings another available card into immediate use; before the same one "
                "gives again, a card is played there or upon it."
                if self.in_use
                else ", at most one from each between two other plays."
            )
        way = (
            f"from one of the {self.one} to another"
            if self.one == self.other
            else f"between the {self.one} and the {self.other}"
            if self.both
            else f"from the {self.one} to the {self.other}"
        )
        what = (
            "Cards that suited both when they turned up may, one at a time,"
            if self.alike
            else "One card at a time may"
        )
        sentence = f"{what} pass {way}"
        return (
            sentence
            + from_deal(self.after)
            + (f", {self.when.words}" if self.when.words else "")
            + "."
        )

    rank = 45

    def in_vain(self) -> str:
        """Some arguments exclude others."""
        if self.in_turn and self.in_use:
            return "in_use says in_turn too"
        if self.alike and (self.in_turn or self.in_use):
            return "alike is a matter of an exchange without turns"
        if (self.in_turn or self.in_use) and self.both:
            return "a foundation gives its card in turn to one other: both=False"
        return ""

    def idle(self, making: Making) -> str:
        """The re-deal that it waits for must come."""
        return waits_in_vain(making, self.after)

    def enter(self, making: Making) -> None:
        """Add a permit one way, or both ways."""
        making.aims((self.one, self.other), self)
        kind = InTurn if self.in_turn or self.in_use else Alike if self.alike else Exchange
        ways = ((self.one, self.other), (self.other, self.one))[: 2 if self.both else 1]
        for a, b in ways:
            sources, to = making.sources(a, self), making.group(b, self)
            permit = kind(self, sources, to, self.when.bits, None, self.after)
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
            bit = int(s.redeals >= self.from_redeal and homes_for(rules, s, s.top[a]) > 1)
        elif rules.places[a].group.foundation:
            bit = s.alike[a] >> (s.height[a] - 1) & 1
            s.alike[a] &= ~(1 << (s.height[a] - 1))
        elif rules.places[a].group.aside:
            bit = 1
        s.alike[b] = (s.alike[b] & ~(1 << s.height[b])) | (bit << s.height[b])


class InTurn(Exchange):
    """A foundation gives one card between two plays from elsewhere; with ``in_use`` only where that
    lets another be played, and again when one has been played, there or upon it.
    """

    clause: exchange
    row = "given"
    exacting = True

    def allowed(self, rules: Rules, s: State, card: int, a: int, d: int) -> int:
        """Whether the foundation has given no card since, and with ``in_use`` brings one into use."""
        if not super().allowed(rules, s, card, a, d) or s.given[a]:
            return False
        return not self.clause.in_use or self.brings_into_use(rules, s, card, d)

    def brings_into_use(self, rules: Rules, s: State, card: int, d: int) -> int:
        """Whether another available card could take its place here, or follow it there."""
        place = self.to.places[d - self.to.first]
        faces = OF_RANK[RANK[card & FACE]]
        if s.height[d] + 1 < place.length:
            faces |= place.faces[s.height[d] + 1]
        return some_available(rules, s, faces)

    def noted(self, rules: Rules, s: State, a: int, b: int, permit: int) -> None:
        """Note, after a card has gone home by some permit, that a foundation has given its card, or
        which may give again.
        """
        if permit == self.number:
            s.given[a] = 1
        elif self.clause.in_use and not self.to.first <= b < self.to.end:
            s.given[b] = 0
        else:
            for group in rules.foundations:
                for p in range(group.first, group.end):
                    s.given[p] = 0
