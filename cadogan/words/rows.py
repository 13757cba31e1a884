"""rows: rounds of one card to each place, some face down, or never two of one value in a place; red
cards to one group and black ones to another.

Here, too, is how any step of a deal lays a card (`Lay`)."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Annotated

from cadogan.engine.chance import REPEATED, seed, shuffle
from cadogan.engine.home import put_up
from cadogan.engine.moves import LAID, part
from cadogan.engine.numbers import FACE, RANK
from cadogan.engine.piles import (
    changed_place,
    lie_lowest,
    next_card,
    push,
    push_under,
    refresh,
    stack_hand,
    take_up,
)
from cadogan.engine.play import legal
from cadogan.engine.rules import Rules, State
from cadogan.usage import Count, one_of

from .citing import RuleError
from .clause import Making, Script
from .deal import Doing, Step, lay_here
from .english import Groups, counted, each_of, groups, joined, listed, talon
from .turn import Colours, turn

#: How often a first deal is begun anew at most; then a card is laid in spite of all.
MOST_REPEATS = 1000


@dataclass(frozen=True)
class rows(Step):
    """In the deal: one card to each place in turn, once or several times.

    Args:
        group: the group or groups that the cards are dealt to.
        n: how many cards each place gets.
        down: the rows, counted from 1, that are dealt face down.
        unlike: where no value may come twice in one place, and such a card goes under the pack,
            what is done when none left will do: "or afresh", all are dealt anew; "or in spite", the
            next card is laid after all.
        gaps: True where only places that are still empty get a card.
        by_colour: True where, of two groups, the first gets red cards and the second black ones,
            until both are full; what is too much goes to the talon of its colour.

    >>> rows("lanes", 4).tell()
    'deal four rows, a card to each of the lanes'
    """

    group: Groups
    n: Count = 1
    down: tuple[Count, ...] = ()
    unlike: Annotated[str, one_of("", "or afresh", "or in spite")] = ""
    gaps: bool = False
    by_colour: bool = False

    def __post_init__(self) -> None:
        if self.down and max(self.down) > self.n:
            raise RuleError(
                f"rows deals {counted(self.n)} here, and there is no row {max(self.down)} to lie down"
            )
        if (self.gaps or self.by_colour) and (self.n > 1 or self.down or self.unlike):
            raise RuleError(
                "rows with gaps= or by_colour= is one card to each place, and nothing else is said of it"
            )
        if self.by_colour and (self.gaps or len(self.to) != 2):
            raise RuleError("rows by colour has two groups, one for red cards and one for black")

    @property
    def face_down(self) -> bool:  # type: ignore[override]
        """Whether any row lies face down."""
        return bool(self.down)

    def tell(self) -> str:
        """The step as a phrase."""
        if self.by_colour:
            red, black = self.to
            return f"deal red cards to the {red} and black ones to the {black}, and lay any surplus on the talon of its colour"
        if self.gaps:
            return "deal a card to each empty place of " + listed(self.to)
        sentence = f"deal {'a card' if self.n == 1 else f'{counted(self.n)} rows, a card'} to {each_of(self.group)}"
        sentence += (
            f", row{'s' if len(self.down) > 1 else ''} {joined(list(map(str, self.down)))} face down"
            if self.down
            else ""
        )
        if self.unlike:
            sentence += ", never two of one value in a place: such a card goes under the pack, and when no card left will do, "
            sentence += (
                "the next is laid after all"
                if self.unlike == "or in spite"
                else "all are shuffled and dealt afresh"
            )
        return sentence

    def dealt(self, making: Making) -> int:
        """One for each place and row; how many by colour, or to gaps, is not known beforehand."""
        return 0 if self.by_colour or self.gaps else self.n * making.count(self)

    def write(self, script: Script) -> None:
        """Write the cards, row by row."""
        if self.unlike and self.n > len(script.making.one_packs.ranks):
            raise RuleError(
                f"rows: no {self.n} cards of one place can all be unlike, for the pack has fewer values"
            )
        if self.unlike == "or afresh" and self.something_else_lies(script.making):
            raise RuleError(
                'rows: unlike="or afresh" takes up every card on the table and deals from the beginning, '
                "so that no card may be set out there or stay, none be played before all are dealt, and "
                'none be dealt again later; say unlike="or in spite"',
                script.making.deal,
            )
        if self.by_colour:
            self.write_by_colour(script)
            return
        for row in range(1, self.n + 1):
            for p in script.spots(self.group):
                script.lay(
                    p,
                    down=row in self.down,
                    unlike=self.unlike != "",
                    in_spite=self.unlike == "or in spite",
                    if_empty=self.gaps,
                )
        if self.unlike:
            script.making.register("repeats", 0, MOST_REPEATS)

    def something_else_lies(self, making: Making) -> bool:
        """Whether there may be cards on the table that this deal has not laid there, or may not lay
        there again.
        """
        set_out = Counter(p for _, p in making.taken)
        rules, steps = making.rules, making.deal.steps
        again = rules.redeal and groups(rules.redeal.clause.what) != (talon,)
        return bool(
            again
            or making.examines_all
            or making.examined
            or rules.puts_up
            or any(step.pauses or step.opens for step in steps[: steps.index(self)])
            or any(
                set_out[p] != rules.places[p].group.keep
                for p, place in enumerate(making.places)
                if making.in_tableau(place)
            )
        )

    def write_by_colour(self, script: Script) -> None:
        """Write both groups at once; the gaps of each are filled by its colour from then on."""
        making = script.making
        if not any(c.by_colour for c in making.of(turn)):
            raise RuleError(
                "rows by colour lays the surplus on a talon of its colour; turn(by_colour=True) makes them",
                making.deal,
            )
        making.rules.colours = Colours(*map(script.group, self.to))
        script.add(ByColour())


@dataclass(frozen=True)
class ByColour(Doing):
    """Red cards go to one group and black cards to another."""

    label = "by_colour"

    def go(self, rules: Rules, s: State, p: int) -> int:
        """Deal until both are full."""
        assert rules.colours is not None
        rules.colours.deal(rules, s)
        s.step += 1
        return 1


def find_unlike(rules: Rules, s: State, p: int, in_spite: bool) -> int:
    """Bring up a card whose value the column has not yet; else take the next in spite of it, or
    shuffle all and begin again; 0 where it begins again."""
    hand = rules.hand.first
    for _ in range(s.height[hand]):
        rank = RANK[s.top[hand] & FACE]
        card = s.top[p]
        while card >= 0 and RANK[card & FACE] != rank:
            card = s.under[card]
        if card < 0:
            return 1
        push_under(rules, s, hand, next_card(rules, s))
    if in_spite or s.repeats >= MOST_REPEATS:
        return 1
    s.repeats += 1
    n = 0
    for q in range(len(rules.places)):
        n = take_up(rules, s, q, n, False)
    seed(s.chance, s.number, REPEATED + s.repeats)
    shuffle(s.chance, s.pack, 0, n)
    stack_hand(rules, s, 0, n)
    refresh(rules, s)
    s.step = 0
    return 0


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
