"""Piles: laying and taking cards, and keeping up to date what is available and what is wanted."""

from __future__ import annotations

from .bounds import OutOfBounds
from .numbers import COPY, FACE, NOTHING, OF_SUIT, SUIT, WHOLE
from .rules import END, OUT, PLAY, Group, PlaceRules, Rules, State


def phase_of(rules: Rules, s: State) -> int:
    """The phase as a bit; play with the pack spent is OUT, with the talon spent, too, END."""
    if not rules.tells_end:
        return s.phase
    if s.phase != PLAY or s.top[rules.hand.first] >= 0:
        return s.phase
    for talon in rules.talons:
        if s.top[talon.first] >= 0:
            return OUT
    return END


# --- what a foundation wants --------------------------------------------------------------------------


def wish(rules: Rules, s: State, group: Group, p: int) -> int:
    """The faces that a foundation may take now, as a bit set."""
    place = group.places[p - group.first]
    faces = group.series.faces(rules, s, place, p)
    top = s.top[p]
    if group.series.suit_given:
        return faces
    if top >= 0:
        return faces & group.follows[top & FACE]
    return opening(rules, s, group, place, p, faces & place.base)


def opening(rules: Rules, s: State, group: Group, place: PlaceRules, p: int, faces: int) -> int:
    """What an empty foundation takes: not the suit of another where each suit comes once; of
    several empty ones that would take the same cards, the first takes them."""
    for q in range(group.first, group.end):
        if q == p:
            pass
        elif s.top[q] < 0:
            if q < p and group.series.alike and group.places[q - group.first].base == place.base:
                return 0
        elif group.one_of_each:
            card = s.top[q]
            if not group.in_suit:
                while s.under[card] >= 0:
                    card = s.under[card]
            faces &= ~OF_SUIT[SUIT[card & FACE]]
    return faces


def wish_anew(rules: Rules, s: State, group: Group, p: int, emptied_or_opened: int) -> None:
    """Work out what a foundation wants after a card has come or gone, and what others of its group
    want."""
    s.want[p] = wish(rules, s, group, p)
    if emptied_or_opened:
        for q in range(group.first, group.end):
            if q != p and s.top[q] < 0:  # what an open one wants depends on its own cards alone
                s.want[q] = wish(rules, s, group, q)
    all_wishes(s, group)


def all_wish_anew(rules: Rules, s: State, group: Group) -> None:
    """Work out anew what all foundations of a group want."""
    for q in range(group.first, group.end):
        s.want[q] = wish(rules, s, group, q)
    all_wishes(s, group)


def all_wishes(s: State, group: Group) -> None:
    """Set what the foundations of a group want together."""
    faces = 0
    for q in range(group.first, group.end):
        faces |= s.want[q]
    s.wanted[group.number] = faces


# --- what is available --------------------------------------------------------------------------------


def offered(rules: Rules, s: State, group: Group, p: int) -> int:
    """The available card of a place, or none."""
    card = s.top[p]
    if group.keep:
        if s.height[p] <= group.keep:
            return NOTHING
    elif card < 0:
        return NOTHING
    if rules.flips and s.down[card]:
        return NOTHING
    if group.single and s.height[p] > group.keep + 1:
        return NOTHING
    for reason in group.withheld:
        if reason.withholds(rules, s, p, card):
            return NOTHING
    return card


def expose(rules: Rules, s: State, group: Group, p: int) -> None:
    """Bring the bit sets of available cards up to date for one place."""
    if group.offers:
        card = offered(rules, s, group, p)
        offer_instead(rules, s, group.number, s.live[p], card, p)
        s.live[p] = card
        if group.heads is not None:
            show_head(rules, s, group, p, card)


def show_head(rules: Rules, s: State, group: Group, p: int, card: int) -> None:
    """Make the head of a place's face-up run available as a card of an extra group."""
    assert group.heads is not None
    head = card
    if card >= 0:
        while s.under[head] >= 0 and not s.down[s.under[head]]:
            head = s.under[head]
    offer_instead(rules, s, group.heads.number, s.head[p], head, p)
    s.head[p] = head


def offer_instead(rules: Rules, s: State, number: int, old: int, card: int, p: int) -> None:
    """Offer a card of a place, or none, in a bit set instead of the one offered before."""
    if old >= 0:
        s.free[number * rules.copies + (old >> COPY)] &= ~(1 << (old & FACE))
    if card >= 0:
        s.free[number * rules.copies + (card >> COPY)] |= 1 << (card & FACE)
        s.where[card] = p


def on_offer(rules: Rules, s: State, group: Group, copy: int) -> int:
    """The faces that a group offers, of one copy of the pack; where the card just turned is a group
    of its own, only that group or the talon offers anything."""
    if group.just_turned is not None and group.just_turned != s.just_turned:
        return 0
    return s.free[group.number * rules.copies + copy]


def expose_place(rules: Rules, s: State, p: int) -> None:
    """Do what `expose` does, for a place of any group."""
    expose(rules, s, rules.places[p].group, p)


def changed_place(rules: Rules, s: State, p: int, emptied_or_opened: int) -> None:
    """Do what `changed` does, for a place of any group."""
    changed(rules, s, rules.places[p].group, p, emptied_or_opened)


def changed(rules: Rules, s: State, group: Group, p: int, emptied_or_opened: int) -> None:
    """Bring all that depends on a place up to date, after its pile has changed."""
    if group.foundation:
        wish_anew(rules, s, group, p, emptied_or_opened)
    for other in group.leads:
        all_wish_anew(rules, s, other)
    expose(rules, s, group, p)
    if rules.blocked and emptied_or_opened:
        for i in range(rules.blocked.start[p], rules.blocked.start[p + 1]):
            expose_place(rules, s, rules.blocked.items[i])


def refresh(rules: Rules, s: State) -> None:
    """Work out everything that is derived from the piles anew."""
    for i in range(rules.sets * rules.copies):
        s.free[i] = 0
    for group in rules.groups:
        if group.foundation:
            all_wish_anew(rules, s, group)
        if group.offers:
            for p in range(group.first, group.end):
                s.live[p] = NOTHING
                if group.heads is not None:
                    s.head[p] = NOTHING
                expose(rules, s, group, p)


# --- laying and taking --------------------------------------------------------------------------------


def lay(rules: Rules, s: State, group: Group, p: int, card: int) -> None:
    """Lay a card on a place of a group."""
    if rules.bounded and not (card >= 0 and group.first <= p < group.end):
        raise OutOfBounds
    below = s.top[p]
    s.under[card] = below
    s.top[p] = card
    s.height[p] += 1
    if rules.face_down:
        s.down[card] = 0
    if group.home:
        s.home += 1
    changed(rules, s, group, p, below < 0)


def take(rules: Rules, s: State, group: Group, p: int) -> int:
    """Take the uppermost card of a place of a group."""
    if rules.bounded and not (group.first <= p < group.end and s.top[p] >= 0):
        raise OutOfBounds
    card = s.top[p]
    below = s.under[card]
    s.top[p] = below
    s.height[p] -= 1
    if group.home:
        s.home -= 1
    if rules.flips and group is not rules.hand and below >= 0:
        s.down[below] = 0
    for word in group.watched:
        word.taken(rules, s, p)
    changed(rules, s, group, p, below < 0)
    return card


def push(rules: Rules, s: State, p: int, card: int) -> None:
    """Lay a card on a place of any group."""
    lay(rules, s, rules.places[p].group, p, card)


def pop(rules: Rules, s: State, p: int) -> int:
    """Take the uppermost card of a place of any group."""
    return take(rules, s, rules.places[p].group, p)


def next_card(rules: Rules, s: State) -> int:
    """Take the next card of the pack in hand."""
    return take(rules, s, rules.hand, rules.hand.first)


def push_under(rules: Rules, s: State, p: int, card: int) -> None:
    """Slip a card under a place's pile."""
    if rules.bounded and (card < 0 or p < 0):
        raise OutOfBounds
    if s.top[p] < 0:
        push(rules, s, p, card)
    else:
        lie_lowest(s, p, card)
        if rules.face_down:
            s.down[card] = 0
        s.height[p] += 1
        changed_place(rules, s, p, 0)


def lie_lowest(s: State, p: int, card: int) -> None:
    """Put a card beneath the others of a place."""
    lowest = s.top[p]
    while s.under[lowest] >= 0:
        lowest = s.under[lowest]
    s.under[lowest] = card
    s.under[card] = NOTHING


def card_at(s: State, p: int, index: int) -> int:
    """The card at a height (0 the lowest) in a place's pile."""
    card = s.top[p]
    for _ in range(s.height[p] - 1 - index):
        card = s.under[card]
    return card


def pop_at(rules: Rules, s: State, p: int, index: int) -> int:
    """Take the card at a height (0 the lowest) from a place's pile; those above close up."""
    if rules.bounded and not 0 <= index < s.height[p]:
        raise OutOfBounds
    if index == s.height[p] - 1:
        return pop(rules, s, p)
    above = card_at(s, p, index + 1)
    card = s.under[above]
    s.under[above] = s.under[card]
    s.height[p] -= 1
    changed_place(rules, s, p, 0)
    return card


def stack_hand(rules: Rules, s: State, first: int, end: int) -> None:
    """Lay a part of `s.pack` on the pack in hand, the first uppermost; what is available is worked
    out later.
    """
    hand = rules.hand.first
    above = s.top[hand]
    i = end - 1
    while i >= first:
        s.under[s.pack[i]] = above
        above = s.pack[i]
        i -= 1
    s.top[hand] = above
    s.height[hand] += end - first


def take_up(rules: Rules, s: State, p: int, n: int, backwards: bool) -> int:
    """Take up a pile: its cards are written to `s.pack` from n on, in the order in which they will
    be dealt; returns how many cards are there then. What is available must be worked out afterwards
    (`refresh`)."""
    group = rules.places[p].group
    h = s.height[p] - group.keep
    if h <= 0:
        return n
    card = s.top[p]
    for i in range(h):
        if backwards:
            s.pack[n + i] = card
        else:
            s.pack[n + h - 1 - i] = card
        card = s.under[card]
    s.top[p] = card
    s.height[p] -= h
    return n + h


def run_length(s: State, p: int) -> int:
    """How many cards the face-up run of a place has, down to its head."""
    card = s.top[p]
    length = 1
    while card != s.head[p]:
        card = s.under[card]
        length += 1
    return length


def size_of(rules: Rules, s: State, a: int, count: int) -> int:
    """How many cards of a place a move takes, by the third part of its integer."""
    if rules.parts and count > WHOLE:
        return count
    if rules.runs and count == WHOLE:
        return run_length(s, a)
    return 1


def lowest_of(rules: Rules, s: State, a: int, count: int) -> int:
    """The lowest of the cards of a place that a move takes, by the third part of its integer."""
    if rules.parts and count > WHOLE:
        return card_at(s, a, s.height[a] - count)
    if rules.runs and count == WHOLE:
        return s.head[a]
    return s.top[a]


def move_several(rules: Rules, s: State, a: int, b: int, count: int) -> None:
    """Move several cards of a place: the whole face-up part, or a part of it."""
    if rules.bounded and (a == b or s.height[a] < count):
        raise OutOfBounds
    lowest = lowest_of(rules, s, a, count)
    if rules.bounded and lowest < 0:
        raise OutOfBounds
    size = size_of(rules, s, a, count)
    if rules.flips and s.under[lowest] >= 0:
        s.down[s.under[lowest]] = 0
    carry(rules, s, a, b, lowest, size)


def carry(rules: Rules, s: State, a: int, b: int, lowest: int, size: int) -> None:
    """Carry ``size`` cards from place a, down to ``lowest``, to place b, and bring all that depends
    on them up to date.
    """
    left = s.under[lowest]
    opened = s.top[b] < 0
    s.under[lowest] = s.top[b]
    s.top[b] = s.top[a]
    s.height[b] += size
    s.top[a] = left
    s.height[a] -= size
    if rules.places[a].group.home:
        s.home -= size
    if rules.places[b].group.home:
        s.home += size
    changed_place(rules, s, a, left < 0)
    changed_place(rules, s, b, opened)
