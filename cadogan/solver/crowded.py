"""A quick proof that a position is lost: what lies above a card of the talon finds no room.

The games meant are among those of `cadogan.solver.plan.only_laid`, once the deal is over, without a
re-deal. The foundations all take the whole pack in one order (*values* here) and alternate colours,
and what may lie on a card elsewhere is the one below it in value, of the other colour. So on a card
there come only cards of its own *strand*: one has the red cards of even value and the black ones of
odd value, the other the rest. Where each place of the tableau holds a row, cards of one strand
without a gap in value, be it one card, it does so ever after: a card is laid on one that it fits,
or on a place found empty.

Before a card of the talon can be taken, those above it must have been, and all that is turned till
then. Just before it is taken, and just after, all cards but those in hand and in the talon are home
or lie in rows. Let `out` be how many such cards there are of a value in one strand, and `home` how
many of them are home. Each card home lies on one of the value below, so that `home` never grows with
the value. The rows that begin with a value are at least as many as its cards in the tableau less
those of the value below; so, too, at least the difference of their `out`. For each value that is as
small as can be where `home` is as large as can be, the least `out` of the value and those below: it
falls only where no card of the value lies in the tableau, and then no row need begin there. The sum
for all values must not be more than there are places.

For each card of the talon, from the uppermost down, a moment is looked for, not before that of the
card above, when the rows have room just before and just after it is taken.
"""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

from cadogan.engine.numbers import FACE, FACES, RED
from cadogan.engine.permits import OnCard
from cadogan.engine.rules import Rules
from cadogan.words.series import Series

if TYPE_CHECKING:
    from cadogan.solver.plan import Plan, Searching

#: The numbers that a strand has for its values.
VALUES = 16


def order_of(rules: Rules) -> tuple[int, ...]:
    """For each face its place in the order in which the foundations take their cards; empty where
    they do not all take them in one order.
    """
    places = [place for group in rules.foundations for place in group.places]
    if (
        not places
        or any(group.series is not Series for group in rules.foundations)
        or len({place.faces for place in places}) > 1
    ):
        return ()
    order = [0] * FACES
    for index, taken in enumerate(places[0].faces):
        for face in range(52):
            if taken >> face & 1:
                order[face] = index
    return tuple(order)


def whole(rules: Rules) -> bool:
    """Whether the foundations all take their cards in one order, every card once, and the game is
    won when the whole pack is home.
    """
    return (
        bool(order_of(rules))
        and not any(a & b for a, b in combinations(rules.foundations[0].places[0].faces, 2))
        and rules.goal is None
        and rules.goal_cards == len(rules.pack)
    )


def strands(rules: Rules, order: tuple[int, ...]) -> tuple[int, ...]:
    """For each face its strand and value as one number; nothing for other games."""
    faces = {card % FACES for card in rules.pack}
    numbers = [0] * FACES
    for face in faces:
        numbers[face] = VALUES * (RED[face] ^ order[face] & 1) + order[face]
    on_cards = rules.permits_of(OnCard)
    if (
        rules.redeal is not None
        or rules.deals_on
        or len(rules.talons) != 1
        or any(permit.to in rules.talons for permit in on_cards)
        or any(max(filling.least, filling.together) > 1 for filling in rules.fillings)
    ):
        return ()
    for a in faces:
        for b in faces:
            if any(g.follows[a] >> b & 1 and RED[a] == RED[b] for g in rules.foundations) or any(
                permit.fits[a] >> b & 1 and numbers[a] != numbers[b] + 1 for permit in on_cards
            ):
                return ()
    return tuple(numbers)


def crowded(rules: Rules, s: Searching, plan: Plan) -> int:
    """Whether some card of the talon can never be taken."""
    for i in range(2 * VALUES):
        s.out[i] = 0
    places = 0
    for group in rules.groups:
        if group is not rules.hand and group not in rules.talons:
            if not group.foundation:
                places += group.count
            for p in range(group.first, group.end):
                card = s.top[p]
                while card >= 0:
                    below = s.under[card]
                    if not group.foundation and below >= 0:
                        if plan.strands[below & FACE] != plan.strands[card & FACE] + 1:
                            return False
                    s.out[plan.strands[card & FACE]] += 1
                    card = below
    card, hand = s.top[rules.talons[0].first], s.top[rules.hand.first]
    while card >= 0:
        needed = rows(s)
        s.out[plan.strands[card & FACE]] += 1
        if max(needed, rows(s)) <= places:
            card = s.under[card]
        elif hand < 0:
            return True
        else:
            s.out[plan.strands[card & FACE]] -= 1
            s.out[plan.strands[hand & FACE]] += 1
            hand = s.under[hand]
    return False


def rows(s: Searching) -> int:
    """How many rows there must be in the tableau."""
    count = 0
    for strand in range(2):
        home, before = s.out[VALUES * strand], 0
        for value in range(VALUES):
            out = s.out[VALUES * strand + value]
            home = min(home, out)
            count += max(0, out - home - before)
            before = out - home
    return count
