"""Cards are heaped on the last packet until one begins the next: `each` with until=."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from cadogan.cards import cards
from cadogan.engine.home import put_up
from cadogan.engine.numbers import FACE, RANK
from cadogan.engine.permits import OnEmpty
from cadogan.engine.piles import lay, next_card
from cadogan.engine.play import legal
from cadogan.engine.rules import DEALING, PAUSE, Group, Rules, State

from ..above import Making, Script
from ..citing import RuleError
from ..clause import Setting
from ..english import a_rank, rank_names
from ..swap import swap
from .step import Doing, lay_here

if TYPE_CHECKING:
    from .each import each


def write_heap(script: Script, step: each) -> None:
    """Cards go on the last packet until one of a value begins the next, until the pack is out.

    Raises:
        RuleError: there is not a place for every card that is to begin a packet.
    """
    making, group = script.making, script.group(step.group)
    begin = making.dealt_of_rank(step.until)
    if begin >= group.count:
        raise RuleError(
            f"each: {begin} cards may begin a packet after the first, and the {step.group} has fewer places"
        )
    if other := laid_before(making, step, range(group.first + 1, group.end)):
        raise RuleError(
            f"each: packets after the first are begun by {rank_names(step.until)}, and cards may lie there before: {other}",
            making.deal,
        )
    script.add(Heap(group, step.until))


def laid_before(making: Making, step: each, later: range) -> str:
    """What else may bring cards to the packets after the first before the deal is made, as a
    sentence or phrase of the game; empty where nothing does.
    """
    for clause in making.of(Setting):
        if any(p in later for p in making.members(clause.name, clause)[: len(cards(clause.cards))]):
            return clause.tell()
    before = making.deal.steps[: making.deal.steps.index(step)]
    for previous in before:
        if any(p in later for name in previous.to for p in making.members(name, making.deal)):
            return previous.tell()
    phases = DEALING | PAUSE * any(previous.pauses for previous in before)
    for permit in making.rules.permits:
        if permit.phases & phases and isinstance(permit, OnEmpty) and permit.to.end == later.stop:
            return permit.clause.tell()
    for filling in making.fillings:
        if filling.phases & phases and any(p in later for p in filling.places):
            return filling.clause.tell()
    for exchange in making.of(swap):
        if exchange.or_empty and exchange.when.bits & phases:
            return exchange.tell()
    return ""


@dataclass(frozen=True)
class Heap(Doing):
    """Cards are heaped on the last packet until a card of a rank begins the next."""

    on: Group
    rank: int
    decides = True
    label = "heap"

    def go(self, rules: Rules, s: State, p: int) -> int:
        """Deal one card on to the last packet, or to the next."""
        hand = rules.hand.first
        if s.top[hand] < 0:
            s.step += 1
            return 1
        if put_up(rules, s, rules.hand, hand):
            return 1
        last = self.on.first
        while last + 1 < self.on.end and s.top[last + 1] >= 0:
            last += 1
        if RANK[s.top[hand] & FACE] == self.rank and last + 1 < self.on.end:
            lay(rules, s, self.on, last + 1, next_card(rules, s))
            return 1
        s.target = last
        if legal(rules, s) > 1:
            return 0
        lay(rules, s, self.on, last, next_card(rules, s))
        return 1

    def choices(self, rules: Rules, s: State, p: int, n: int) -> int:
        """Write the move that lays the card on the heap."""
        return lay_here(s, rules.hand.first, s.target, n)

    def fault(self, rules: Rules, s: State) -> str:
        """Every card that begins a packet wants a place of its own (`write_heap` sees to it for a
        pack as it is dealt).
        """
        begin, card = 0, s.top[rules.hand.first]
        while card >= 0:
            begin += RANK[card & FACE] == self.rank
            card = s.under[card]
        room = sum(s.top[p] < 0 for p in range(self.on.first + 1, self.on.end))
        if begin <= room:
            return ""
        return (
            f"{begin} cards in the hand are each to begin a packet with {a_rank(self.rank)}, "
            f"and the places left for that are {room}"
        )
