"""One step of a search, forth and back, and the number of a position; in the engine's own part of
Python.

A position's number is the sum of its piles' numbers, mixed each with the key of its place, and of
the registers'. Interchangeable places have one key, so that their order vanishes; equal cards of
two packs have one key, so that it does not matter which lies where. In a steady game
(`cadogan.solver.plan`) only the two piles that a move touches are numbered anew."""

from __future__ import annotations

from cadogan.engine.moves import KIND, part
from cadogan.engine.numbers import FACE, FACES, NOTHING
from cadogan.engine.permits import PLAYING
from cadogan.engine.piles import card_at, carry, size_of
from cadogan.engine.play import apply
from cadogan.engine.rules import Rules
from cadogan.solver.alike import settles
from cadogan.solver.plan import ROW, SUITS_ALIKE, WHOLE, Plan, Searching

#: What `enter` says of a position: met before, new, or that the table is full.
MET, NEW, FULL = 0, 1, 2
#: The size of the smallest table; it grows twofold when it is five eighths full.
SMALLEST = 1 << 10
#: Odd numbers with which numbers are mixed (from a table of random digits: any would do).
ONE, OTHER = 0x2545F4914F6CDD1D, 0x1B873593CC9E2D51


# --- the number of a position -------------------------------------------------------------------------


def mixed(number: int) -> int:
    """A number thoroughly mixed; different numbers stay different."""
    number = ((number ^ (number >> 31)) * ONE) & WHOLE
    number = ((number ^ (number >> 29)) * OTHER) & WHOLE
    return number ^ (number >> 32)


def key_of(rules: Rules, s: Searching, plan: Plan, p: int, card: int, height: int) -> int:
    """The key of a card so high (0 the lowest) in the pile of a place; the pack in hand always lies
    face down.
    """
    index = height * ROW + (card & FACE)
    if s.mode & SUITS_ALIKE:
        index += plan.alike_at
    if rules.face_down and p != rules.hand.first and s.down[card]:
        index += FACES
    return plan.keys[index]


def count_pile(rules: Rules, s: Searching, plan: Plan, p: int) -> None:
    """Work out the number of a pile from all its cards; of a heap, from how many they are, and of a
    sink, from the uppermost, of a foundation in any order from its first card, which tells its
    suit: the rest follows from the other piles.
    """
    number = 0
    height = s.height[p]
    card = s.top[p]
    if plan.heap[p]:
        number = height
        card = NOTHING
    elif plan.in_any_order[p] and card >= 0:
        while s.under[card] >= 0:
            card = s.under[card]
        number = up_key(s, plan, card, 0)
        card = NOTHING
    elif plan.sink[p] and card >= 0:
        number = up_key(s, plan, card, 0)
        card = NOTHING
    while card >= 0:
        height -= 1
        number ^= key_of(rules, s, plan, p, card, height)
        card = s.under[card]
    s.packet_keys[p] = number


def count_all(rules: Rules, s: Searching, plan: Plan) -> None:
    """Work out the number of a position from all its piles and registers."""
    number = 0
    over = plan.settled != plan.first and settles(rules, s)
    for p in range(len(rules.places)):
        count_pile(rules, s, plan, p)
        if over:
            number += mixed(s.packet_keys[p] ^ plan.settled_keys[p])
        else:
            number += mixed(s.packet_keys[p] ^ plan.place_keys[p])
    i = 0
    for name, size in plan.registers:
        if size:
            for k in range(size):
                number += mixed((getattr(s, name)[k] * ONE & WHOLE) ^ plan.others[i + k])
        else:
            value = getattr(s, name)
            if name == "redeals":
                value = min(value, plan.redeals)
            elif name == "gap" and value >= 0:  # it is empty, as are those that it stands for
                value = plan.settled[value] if over else plan.first[value]
            number += mixed((value * ONE & WHOLE) ^ plan.others[i])
        i += max(1, size)
    s.digest = number & WHOLE


# --- the positions met --------------------------------------------------------------------------------


def enter(s: Searching, plan: Plan) -> int:
    """Enter the position into the table of those met; returns MET, NEW or FULL. The table is open:
    a place taken sends to the next.
    """
    number = s.digest or 1  # 0 is an empty place
    if s.entered * 8 > s.table * 5:
        if s.table == plan.slots:
            return FULL
        grow(s)
    if not put(s, number):
        return MET
    s.entered += 1
    return NEW


def put(s: Searching, number: int) -> int:
    """Put a number into the table; returns whether it is new. The table of a size lies behind those
    of all smaller sizes.
    """
    size = s.table
    index = number & (size - 1)
    entry = s.met[size + index]
    while entry:
        if entry == number:
            return 0
        index = (index + 1) & (size - 1)
        entry = s.met[size + index]
    s.met[size + index] = number
    return 1


def grow(s: Searching) -> None:
    """Go over to a table of twice the size."""
    size = s.table
    s.table = 2 * size
    for i in range(size, 2 * size):
        if s.met[i]:
            put(s, s.met[i])
            s.met[i] = 0


def forget(s: Searching) -> None:
    """Go back to an empty table of the smallest size."""
    if s.table:
        for i in range(s.table, 2 * s.table):
            s.met[i] = 0
    s.table = SMALLEST
    s.entered = 0


# --- forth and back -----------------------------------------------------------------------------------


def forth(rules: Rules, s: Searching, plan: Plan, move: int) -> None:
    """Make a move from the level where the search stands, so that it can be taken back."""
    if not plan.steady:
        apply(rules, s, move)
        count_all(rules, s, plan)
    else:
        a, b = source(rules, move), target(rules, move)
        size = size_of(rules, s, a, part(move, 2)) if move & KIND == PLAYING else 1
        s.before_digest[s.depth] = s.digest
        number = s.digest - number_of(s, plan, a) - number_of(s, plan, b)
        s.moved[s.depth] = 2 * size + carried(rules, s, plan, a, b, size)
        s.digest = (number + number_of(s, plan, a) + number_of(s, plan, b)) & WHOLE
        apply(rules, s, move)


def number_of(s: Searching, plan: Plan, p: int) -> int:
    """What a pile adds to the number of the position."""
    return mixed(s.packet_keys[p] ^ plan.place_keys[p])


def source(rules: Rules, move: int) -> int:
    """The place that a card leaves by a move of a steady game."""
    return part(move, 0) if move & KIND == PLAYING else rules.hand.first


def target(rules: Rules, move: int) -> int:
    """The place to which a card goes by a move of a steady game."""
    if rules.talons and move & KIND != PLAYING:
        return rules.talons[0].first
    return part(move, 1)


def carried(rules: Rules, s: Searching, plan: Plan, a: int, b: int, size: int) -> int:
    """Set the numbers of two piles after this many cards have been carried from a to b; returns
    whether another is turned up by it.
    """
    card = s.top[a]
    low, high = s.height[a], s.height[b] + size
    key_a, key_b = s.packet_keys[a], s.packet_keys[b]
    for _ in range(size):
        low -= 1
        high -= 1
        key_a ^= key_of(rules, s, plan, a, card, low)
        key_b ^= up_key(s, plan, card, high)
        card = s.under[card]
    if plan.sink[b]:
        key_b = up_key(s, plan, s.top[a], 0)
    turned = 0
    if rules.flips and a != rules.hand.first and card >= 0 and s.down[card]:
        turned = 1
        key_a ^= key_of(rules, s, plan, a, card, low - 1) ^ up_key(s, plan, card, low - 1)
    s.packet_keys[a], s.packet_keys[b] = key_a, key_b
    return turned


def up_key(s: Searching, plan: Plan, card: int, height: int) -> int:
    """The key of a card that lies face up, or will."""
    index = height * ROW + (card & FACE)
    if s.mode & SUITS_ALIKE:
        index += plan.alike_at
    return plan.keys[index]


def back(rules: Rules, s: Searching, plan: Plan, move: int) -> None:
    """Take back the move that was made from the level where the search stands."""
    if not plan.steady:
        put_back(s, plan)
    else:
        a, b = source(rules, move), target(rules, move)
        size = s.moved[s.depth] >> 1
        if rules.flips and s.moved[s.depth] & 1:
            s.down[s.top[a]] = 1
        carry(rules, s, b, a, card_at(s, b, s.height[b] - size), size)
        uncounted(rules, s, plan, b, a, size)
        s.digest = s.before_digest[s.depth]


def uncounted(rules: Rules, s: Searching, plan: Plan, a: int, b: int, size: int) -> None:
    """Set the numbers of two piles, once this many cards have been carried back from a to b."""
    if rules.flips or size > 1 or plan.sink[a]:
        count_pile(rules, s, plan, b)
        count_pile(rules, s, plan, a)
    else:
        card = s.top[b]
        s.packet_keys[a] ^= up_key(s, plan, card, s.height[a])
        s.packet_keys[b] ^= up_key(s, plan, card, s.height[b] - 1)


# --- saving a state, where a move cannot be taken back by its contrary -----------------------------------


def save(s: Searching, plan: Plan) -> None:
    """Save the state at the level where the search stands."""
    for name, size, row, entries, offset in plan.kept:
        first = s.depth * entries + offset
        for i in range(size):
            getattr(s, row)[first + i] = getattr(s, name)[i]
        if not size:
            getattr(s, row)[first] = getattr(s, name)


def put_back(s: Searching, plan: Plan) -> None:
    """Bring back the state saved at the level where the search stands."""
    for name, size, row, entries, offset in plan.kept:
        first = s.depth * entries + offset
        if size:
            for i in range(size):
                getattr(s, name)[i] = getattr(s, row)[first + i]
        else:
            setattr(s, name, getattr(s, row)[first])
