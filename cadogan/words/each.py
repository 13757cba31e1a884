"""each: a number of cards to each place; with until=, cards are heaped on a place until one begins the
next.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

from cadogan.cards import cards
from cadogan.engine.home import put_up
from cadogan.engine.numbers import FACE, RANK
from cadogan.engine.permits import OnEmpty
from cadogan.engine.piles import lay, next_card
from cadogan.engine.play import legal
from cadogan.engine.rules import DEALING, PAUSE, Group, Rules, State
from cadogan.usage import OF_SUCH, Count, Name, Number, RankOrNone

from .citing import RuleError
from .clause import Making, Script, Setting
from .deal import Doing, Step, lay_here
from .english import a_rank, counted, each_of, joined, ordinal, rank_name, rank_names, singular, the
from .swap import swap
from .values import Covered, Staircase

Numbers = Annotated[tuple[Number, ...], OF_SUCH]


@dataclass(frozen=True)
class each(Step):
    """In the deal: a number of cards to each place in turn, together or a row at a time.

    Args:
        group: the group that the cards are dealt to.
        n: how many cards each place gets; or a row of numbers, one for each place; or staircase.
        under: the places, counted from 1, where the first card dealt stays the available one.
        down: how many of a place's cards lie face down, the first dealt; or a row of numbers; or
            covered, for all but the last.
        by_row: True where a card goes to each place in turn that wants one, row after row.
        until: the value that begins the next place; then n is not said, and the pack is dealt out.

    >>> each("fans", 3).tell()
    'deal three cards together to each of the fans'
    >>> each("lanes", (5,) * 8 + (6, 6)).tell()
    'deal five cards together to each of the lanes, but six to the last two'
    >>> from cadogan.words import covered, staircase
    >>> each("lanes", staircase, down=covered, by_row=True).tell()
    'deal one card to the first of the lanes, two to the second and so on, the last of each face up'
    >>> from cadogan.words import K
    >>> each("packets", until=K).tell()
    'deal the rest on the newest of the packets, each king beginning another'
    """

    group: Name
    n: Number | Numbers | Staircase = 0
    under: tuple[Count, ...] = ()
    down: Number | Numbers | Covered = 0
    by_row: bool = False
    until: RankOrNone = 0

    def __post_init__(self) -> None:
        if self.until and (self.n or self.under or self.down or self.by_row):
            raise RuleError(
                "each with until= deals to one place until such a card begins the next; nothing else is said of it"
            )
        if not self.until and self.n == 0:
            raise RuleError(
                "each(group, n, …) needs n, from 1 on, or until= the value that begins the next place"
            )

    @property
    def runs_out(self) -> bool:  # type: ignore[override]
        """Whether it goes on until the pack is out."""
        return bool(self.until)

    @property
    def face_down(self) -> bool:  # type: ignore[override]
        """Whether some of the cards lie face down."""
        return self.down not in (0, (0,) * len(self.down) if isinstance(self.down, tuple) else 0)

    def tell(self) -> str:
        """The step as a phrase."""
        if self.until:
            return f"deal the rest on the newest of the {self.group}, each {rank_name(self.until)} beginning another"
        return f"{self.dealt_to_each()}{self.laid_under()}{self.turned_down()}"

    def laid_under(self) -> str:
        """In which places each card is put under those before it, to be added to the phrase."""
        if not self.under:
            return ""
        places = self.group if len(self.under) > 1 else singular(self.group)
        return f", in {places} {joined([*map(str, self.under)])} each under the one before"

    def dealt_to_each(self) -> str:
        """How many cards each place gets, as a phrase."""
        if isinstance(self.n, Staircase):
            return f"deal one card to the first of {the(self.group)}, two to the second and so on"
        many = (self.n,) if isinstance(self.n, int) else self.n
        often = Counter(n for n in many if n).most_common() or [(0, len(many))]
        often += [(0, many.count(0))] * (0 in many and often[0][0] > 0)
        others = [
            f"{counted(n) if n else 'none'} to {these(many, n, places)}" for n, places in often[1:]
        ]
        if len(often) > 3 or not all(these(many, n, places) for n, places in often[1:]):
            numbers = ", ".join(counted(n) if n else "none" for n in many)
            return f"deal to {the(self.group)}, from the first to the last, {numbers}"
        n = often[0][0]
        manner = " a row at a time" if self.by_row else "" if n == 1 else " together"
        dealt = f"{counted(n) if n else 'no'} card{'s' if n != 1 else ''}{manner}"
        phrase = f"deal {dealt} to {each_of(self.group)}"
        return ", but ".join((phrase, " and ".join(others))) if others else phrase

    def turned_down(self) -> str:
        """Which of them lie face down, to be added to the phrase."""
        if not self.face_down:
            return ""
        if isinstance(self.down, Covered):
            return ", the last of each face up"
        if isinstance(self.down, int):
            return f", the first {counted(self.down)} of each face down"
        if len({*self.down}) == 1:
            return f", the first {counted(self.down[0])} of each face down"
        numbers = [counted(n) if n else "none" for n in self.down]
        place = singular(self.group)
        return f", face down, from the first {place} to the last, {', '.join(numbers)}"

    def dealt(self, making: Making) -> int:
        """The sum of what the places get."""
        return sum(self.of_each(self.n, making.count(self), making))

    def of_each(
        self, what: int | Sequence[int] | Staircase, places: int, making: Making
    ) -> Sequence[int]:
        """A number for each place, from one for all or one for each.

        Raises:
            RuleError: there are not as many numbers as places.
        """
        if isinstance(what, Staircase):
            return range(1, places + 1)
        many = (what,) * places if isinstance(what, int) else what
        if len(many) != places or max(self.under, default=0) > places:
            raise RuleError(
                f"each deals to the {places} places of {the(self.group)}: n= (and down=) is one "
                "number, or one for each of them, and under= counts them from 1",
                making.deal,
            )
        return many

    def write(self, script: Script) -> None:
        """Write the cards, place by place or row by row."""
        if self.until:
            write_heap(script, self)
            return
        spots = script.spots(self.group)
        many = self.of_each(self.n, len(spots), script.making)
        hidden = (
            [max(0, n - 1) for n in many]
            if isinstance(self.down, Covered)
            else self.of_each(self.down, len(spots), script.making)
        )
        if any(down > n for down, n in zip(hidden, many)):
            raise RuleError(
                f"each deals fewer cards to a place of {the(self.group)} than down= turns down there",
                script.making.deal,
            )
        order = [(row, place) for place, n in enumerate(many) for row in range(n)]
        for row, place in sorted(order) if self.by_row else order:
            script.lay(
                spots[place],
                as_it_lies=not self.by_row,
                under=place + 1 in self.under,
                down=row < hidden[place],
            )


def these(many: Sequence[int], n: int, places: int) -> str:
    """Which places get n cards, of a row of numbers: the first or the last of them, or a few by
    their numbers; empty where they are too many for that.
    """
    end = "first" if {*many[:places]} == {n} else "last" if {*many[-places:]} == {n} else ""
    if not end:
        numbers = [ordinal(i) for i, of_place in enumerate(many, 1) if of_place == n]
        return f"the {joined(numbers)}" if places <= 4 else ""
    return f"the {end} {counted(places)}" if places > 1 else f"the {end}"


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
