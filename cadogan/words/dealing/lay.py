"""A card is laid on a place: what most steps of a deal come to."""

from __future__ import annotations

from dataclasses import dataclass

from cadogan.engine.home import put_up
from cadogan.engine.moves import LAID, part
from cadogan.engine.piles import changed_place, lie_lowest, next_card, push, push_under, refresh
from cadogan.engine.play import legal
from cadogan.engine.rules import Rules, State

from .rows import find_unlike
from .step import Doing, lay_here


@dataclass(frozen=True)
class Lay(Doing):
    """A card is laid on a place.

    ``down``: face down; ``under``: beneath the others; ``examine``: the player may play it as it
    falls, or ``must``; with ``counts`` the place's turn is then used up; ``unlike``: no value comes
    twice in a place; ``if_empty``: only where the place is empty; ``as_it_lies``: no foundation
    card goes up by itself, as none does that lies face down."""

    down: bool = False
    under: bool = False
    examine: bool = False
    must: bool = False
    counts: bool = False
    unlike: bool = False
    in_spite: bool = False
    if_empty: bool = False
    as_it_lies: bool = False
    flat: bool = False

    label = "card"

    @property
    def decides(self) -> bool:  # type: ignore[override]
        """Whether the player may have to decide something here."""
        return self.examine

    def go(self, rules: Rules, s: State, p: int) -> int:
        """Deal one card, or as many as can be of no concern as they fall."""
        if self.flat:
            return lay_flat(rules, s)
        hand = rules.hand.first
        if s.top[hand] < 0 or (self.if_empty and s.top[p] >= 0):
            s.step += 1
            return 1
        if self.examine:
            if put_up(rules, s, rules.hand, hand):
                if self.counts:
                    s.step += 1
                return 1
            s.target = p
            if legal(rules, s) > 1:
                return 0
            if part(s.moves[0], 3) != LAID:  # the one play that the text demands
                self.laid(rules, s, hand, part(s.moves[0], 1), part(s.moves[0], 3))
                return 1
        elif not (self.as_it_lies or self.down) and put_up(rules, s, rules.hand, hand):
            return 1
        if self.unlike and not find_unlike(rules, s, p, self.in_spite):
            return 1
        if rules.newest:
            s.before[p] = s.height[p]
        card = next_card(rules, s)
        if self.under:
            push_under(rules, s, p, card)
        else:
            push(rules, s, p, card)
        if self.down:
            lie_down(rules, s, p, card)
        s.step += 1
        return 1

    def falls_on(self, place: int, target: int) -> bool:
        """Whether the target is the place itself: the card falls nowhere else."""
        return place == target

    def choices(self, rules: Rules, s: State, p: int, n: int) -> int:
        """Write the move that lays the card on its place, unless it must be played."""
        hand = rules.hand.first
        if self.must:
            for i in range(n):
                if part(s.moves[i], 0) == hand:
                    return n
        return lay_here(s, hand, p, n)

    def laid(self, rules: Rules, s: State, a: int, b: int, permit: int) -> None:
        """The card goes to a foundation, and the next is dealt in its stead (or its number is used up);
        or it lies here.
        """
        if rules.noted is not None and permit != LAID and rules.places[b].group.foundation:
            rules.noted.noted(rules, s, a, b, permit)
        card = next_card(rules, s)
        if rules.newest and permit == LAID:
            s.before[b] = s.height[b]
        push(rules, s, b, card)
        if permit == LAID or self.counts:
            s.step += 1


def lie_down(rules: Rules, s: State, p: int, card: int) -> None:
    """Turn a card just laid face down."""
    s.down[card] = 1
    changed_place(rules, s, p, 0)


def lay_flat(rules: Rules, s: State) -> int:
    """Deal on while no card can be of concern as it falls; what is available is worked out once,
    afterwards.
    """
    hand = rules.hand.first
    first = s.step
    end = rules.flat_until[first]
    for step in range(first, end):
        card = s.top[hand]
        if card >= 0:
            p = rules.script[step].place
            s.top[hand] = s.under[card]
            s.height[hand] -= 1
            if rules.script[step].kind.under and s.top[p] >= 0:
                lie_lowest(s, p, card)

            else:
                s.under[card] = s.top[p]
                s.top[p] = card
            if rules.face_down:
                s.down[card] = rules.script[step].kind.down
            if rules.newest:
                s.before[p] = s.height[p]
            s.height[p] += 1
    s.step = end
    refresh(rules, s)
    return 1
