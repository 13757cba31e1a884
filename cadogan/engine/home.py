"""Foundation cards that go up by themselves: in dealing, in filling, or wherever they lie
available.
"""

from __future__ import annotations

from .numbers import FACE, NOTHING
from .piles import lay, next_card, pop, push, take
from .rules import Group, Rules, State


def home_for(rules: Rules, s: State, card: int) -> int:
    """The first foundation that wants a card, or none."""
    for group in rules.foundations:
        for p in range(group.first, group.end):
            if s.want[p] >> (card & FACE) & 1:
                return p
    return NOTHING


def homes_for(rules: Rules, s: State, card: int) -> int:
    """The number of foundations that want a card."""
    count = 0
    for group in rules.foundations:
        for p in range(group.first, group.end):
            count += s.want[p] >> (card & FACE) & 1
    return count


def kinds_for(rules: Rules, s: State, card: int) -> int:
    """The number of groups of foundations in which some want a card."""
    count = 0
    for group in rules.foundations:
        count += s.wanted[group.number] >> (card & FACE) & 1
    return count


def some_available(rules: Rules, s: State, faces: int) -> int:
    """Whether one of these faces is available, foundations left out."""
    for group in rules.groups:
        if group.offers and not group.foundation:
            for p in range(group.first, group.end):
                if s.live[p] >= 0 and faces >> (s.live[p] & FACE) & 1:
                    return True
    return False


def put_up(rules: Rules, s: State, source: Group, a: int) -> int:
    """Play the uppermost card of a place if it is a foundation card that must go up at once;
    returns whether it went.
    """
    card = s.top[a]
    for group in rules.foundations:
        if group.puts_up and s.wanted[group.number] >> (card & FACE) & 1:
            for p in range(group.first, group.end):
                if s.want[p] >> (card & FACE) & 1 and s.top[p] < 0:
                    lay(rules, s, group, p, take(rules, s, source, a))
                    return True
    return False


def put_up_anywhere(rules: Rules, s: State) -> None:
    """Put up every available card that must never be left lying, but for those among which the
    player chooses (`is_spoilt_for_choice`).
    """
    progress = 1
    while progress:
        progress = 0
        for group in rules.groups:
            if group.offers and not group.foundation:
                for p in range(group.first, group.end):
                    if (
                        s.live[p] >= 0
                        and not is_spoilt_for_choice(rules, s, s.live[p] & FACE)
                        and put_up(rules, s, group, p)
                    ):
                        progress = 1


def is_spoilt_for_choice(rules: Rules, s: State, face: int) -> int:
    """Whether more cards of a face are available than there are foundations to open with them."""
    room = 0
    for group in rules.foundations:
        if group.puts_up and s.wanted[group.number] >> face & 1:
            room += room_for(s, group, face)
    if room == 0:
        return False
    for other in rules.groups:
        if other.offers and not other.foundation:
            for p in range(other.first, other.end):
                if s.live[p] >= 0 and s.live[p] & FACE == face:
                    room -= 1
    return room < 0


def room_for(s: State, group: Group, face: int) -> int:
    """How many foundations of a group a card of this face could open. Where any of several empty
    ones would take it, only the first wants it.
    """
    room = 0
    faces = 0
    for p in range(group.first, group.end):
        if s.top[p] < 0:
            faces |= s.want[p]
            told_apart = group.series.suit_given or not group.series.alike or group.one_of_each
            opens = s.want[p] if told_apart else group.places[p - group.first].base
            room += opens >> face & 1
    return room if faces >> face & 1 else 0


def fill_one(rules: Rules, s: State, p: int, q: int) -> None:
    """Fill p from the place q; a foundation card that must go up at once makes way for the next."""
    if q == rules.hand.first:
        while s.top[q] >= 0 and put_up(rules, s, rules.hand, q):
            pass
        if s.top[q] >= 0:
            if rules.newest:
                s.before[p] = s.height[p]
            push(rules, s, p, next_card(rules, s))
    else:
        push(rules, s, p, pop(rules, s, q))
