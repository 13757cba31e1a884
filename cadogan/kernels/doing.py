"""Doing it: plays, fillings, sets, re-deals."""

from __future__ import annotations

from .backend import Ints, kernel
from .chance import seed, shuffle
from .moves import *
from .piles import *
from .tables import *


@kernel
def home_for(T: Ints, S: Ints, card: int, only_bases: bool) -> int:
    """The first foundation that puts this card up at once, or (not only_bases) wants it; -1 for none."""
    for i in range(T[T[T_FOUND]]):
        p = T[T[T_FOUND] + 1 + i]
        if not (S[a_want(T) + p] >> (card % 52)) & 1:
            continue
        if not only_bases or (T[T[T_PLACE] + P_WIDTH * p + P_FLAGS] & PUT_UP and S[a_height(T) + p] == 0):
            return p
    return -1


@kernel
def put_up(T: Ints, S: Ints, source: int) -> bool:
    """Play the uppermost card of a place if it is a foundation card that must go up at once."""
    if not T[T_PUTS]:
        return False
    p = home_for(T, S, S[a_top(T) + source], True)
    if p < 0:
        return False
    push(T, S, p, pop(T, S, source), 0)
    return True


@kernel
def put_up_wherever(T: Ints, S: Ints) -> None:
    """Put up every available card that must never be left lying (The Fish-Bone's kings and queens)."""
    again = True
    while again:
        again = False
        for q in range(T[T_PLACES]):
            if S[a_live(T) + q] >= 0 and T[T[T_PLACE] + P_WIDTH * q + P_SERIES] < 0:
                again = put_up(T, S, q) or again


@kernel
def turn_one(T: Ints, S: Ints) -> None:
    """Turn the next card of the pack to the talon (of its colour, where there are two; or to a place of its own)."""
    if put_up(T, S, T[T_HAND]):
        return
    card = pop(T, S, T[T_HAND])
    talon = T[T_TALON]
    if T[T_TURN_TO] >= 0:
        talon = T[T_TURN_TO]
        while S[a_height(T) + talon] > 0:
            talon += 1
    elif T[T_TALON_BLACK] >= 0 and not 13 <= card % 52 < 39:
        talon = T[T_TALON_BLACK]
    push(T, S, talon, card, 0)


@kernel
def fill_one(T: Ints, S: Ints, p: int, q: int) -> None:
    """Fill p from the place q; a foundation card that must go up at once makes way for the next."""
    if q == T[T_HAND]:
        while S[a_height(T) + q] > 0 and put_up(T, S, q):
            pass
        if S[a_height(T) + q] == 0:
            return
        S[a_mark(T) + p] = S[a_height(T) + p]
    push(T, S, p, pop(T, S, q), 0)


@kernel
def open_gap(T: Ints, S: Ints, colour: int) -> int:
    """The first empty place of the division of a colour (1 red, 2 black), or -1."""
    for p in range(T[T_PLACES]):
        if T[T[T_PLACE] + P_WIDTH * p + P_COLOUR] == colour and S[a_height(T) + p] == 0:
            return p
    return -1


@kernel
def deal_by_colour(T: Ints, S: Ints) -> None:
    """While a gap is open, each card of the pack goes to a gap of its colour, else to its colour's talon."""
    hand = T[T_HAND]
    while S[a_height(T) + hand] > 0:
        red, black = open_gap(T, S, 1), open_gap(T, S, 2)
        if red < 0 and black < 0:
            return
        p = red if 13 <= S[a_top(T) + hand] % 52 < 39 else black
        if p >= 0:
            push(T, S, p, pop(T, S, hand), 0)
        else:
            turn_one(T, S)


@kernel
def fill_by_colour(T: Ints, S: Ints) -> None:
    """Fill two divisions: every gap first from the talon of its colour, then by dealing on (The Empress, Rules II and IV)."""
    for colour in range(1, 3):
        talon = T[T_TALON] if colour == 1 else T[T_TALON_BLACK]
        p = open_gap(T, S, colour)
        while p >= 0 and S[a_height(T) + talon] > 0:
            push(T, S, p, pop(T, S, talon), 0)
            p = open_gap(T, S, colour)
    deal_by_colour(T, S)


@kernel
def fill_at_once(T: Ints, S: Ints, M: Ints) -> None:
    """Fill what must be filled at once; where the player may choose, hold the gap open for him."""
    if T[T_TALON_BLACK] >= 0:
        if S[S_PHASE] >= PLAY:
            fill_by_colour(T, S)
        return
    again = S[S_HOLD] < 0
    while again:
        again = False
        for k in range(T[T_NFILLS]):
            f = T[T_FILLS] + F_WIDTH * k
            if T[f + F_WHEN] != AT_ONCE or not fill_active(T, S, f):
                continue
            for i in range(T[f + F_NORDER]):
                if not gap(T, S, f, i):
                    continue
                p = T[T[f + F_ORDER] + i]
                options = sources_for(T, S, f, p, M, 0)
                if options > 1 or (options == 1 and T[f + F_LANE]):
                    S[S_HOLD] = k * 1024 + p
                    return
                if options == 1:
                    q = (M[0] >> 5) & LOW
                    for _ in range(min(T[f + F_BY], S[a_height(T) + q])):
                        fill_one(T, S, p, q)
                    again = True


@kernel
def fill_gap(T: Ints, S: Ints, f: int, i: int, M: Ints, ask: bool) -> bool:
    """Bring one place up to its number of cards (or one card nearer to it), as far as its sources go; whether any came.

    With ``ask``, a place that several cards could fill is held open for the player.
    """
    p = T[T[f + F_ORDER] + i]
    came = False
    while gap(T, S, f, i):
        options = sources_for(T, S, f, p, M, 0)
        if options == 0:
            break
        if options > 1 and ask:
            S[S_HOLD] = (f - T[T_FILLS]) // F_WIDTH * 1024 + p
            break
        fill_one(T, S, p, (M[0] >> 5) & LOW)
        came = True
        if T[f + F_SINGLY]:
            break
    return came


@kernel
def fill_all(T: Ints, S: Ints, M: Ints, only: int, relation: int) -> None:
    """Fill every gap in its order, before the next card is turned or row dealt; or only those of one ray."""
    for k in range(T[T_NFILLS]):
        f = T[T_FILLS] + F_WIDTH * k
        if T[f + F_WHEN] != BEFORE_NEXT or not fill_active(T, S, f):
            continue
        again = True
        while again:
            again = False
            for i in range(T[f + F_NORDER]):
                p = T[T[f + F_ORDER] + i]
                if only < 0 or p == only or T[relation + only * T[T_PLACES] + p]:
                    again = fill_gap(T, S, f, i, M, only < 0) or again
                    if S[S_HOLD] >= 0:
                        return


@kernel
def take_up(T: Ints, S: Ints, p: int, heap: Ints, n: int, backwards: bool) -> int:
    """Take up a pile: its cards are written to the heap in the order in which they will be dealt.

    What is available must be worked out afterwards (`refresh`).
    """
    h = S[a_height(T) + p] - T[T[T_PLACE] + P_WIDTH * p + P_KEEP]
    if h <= 0:
        return n
    card = S[a_top(T) + p]
    for i in range(h):
        heap[n + (i if backwards else h - 1 - i)] = card
        card = S[a_under(T) + card]
    S[a_top(T) + p] = card
    S[a_height(T) + p] -= h
    return n + h


@kernel
def stack_hand(T: Ints, S: Ints, cards: Ints, n: int) -> None:
    """Lay cards on the pack in hand, face down, the first uppermost; what is available is worked out later."""
    hand, top, under, down = T[T_HAND], a_top(T), a_under(T), a_down(T)
    above = S[top + hand] if S[a_height(T) + hand] else -1
    for i in range(n):
        card = cards[n - 1 - i]
        S[under + card] = above
        S[down + card] = 1
        above = card
    if n > 0:
        S[top + hand] = above
        S[a_height(T) + hand] += n


@kernel
def deal_again(T: Ints, S: Ints, M: Ints) -> None:
    """Take up the talon or the tableau, shuffle where the text says so, and go on with the deal."""
    t = T[T_AGAIN]
    flags, restart, places = T[t + 1], T[t + 2], T[t + 3]
    S[S_AGAINS] += 1
    if flags & PAY_QUEENS:
        pay_queens(T, S, M)
        return
    n = 0
    if flags & DEAL_ROUND:
        i = S[S_COUNT]
        while S[a_height(T) + T[t + 4 + i]] == 0:
            i += 1
        S[S_COUNT] = i + 1
        n = take_up(T, S, T[t + 4 + i], M, 0, False)
        refresh(T, S)
        for k in range(n):
            push(T, S, T[t + 4 + (i + 1 + k) % places], M[k], 0)
        return
    for i in range(places):
        p = T[t + 4 + (places - 1 - i if flags & UNDER else i)]
        S[a_mark(T) + p] = 0
        n = take_up(T, S, p, M, n, flags & BACKWARDS != 0)
    if flags & SHUFFLED:
        R = M[n : n + 4]
        seed(R, S[S_NUMBER], S[S_AGAINS])
        shuffle(R, M, n)
    stack_hand(T, S, M, n)
    if restart >= 0:
        S[S_STEP] = restart
        S[S_PHASE] = DEALING
    refresh(T, S)


@kernel
def pay_queens(T: Ints, S: Ints, M: Ints) -> None:
    """Three cards for each queen from the bottom of the talon are a fresh pack (The Queens, Rule V)."""
    talon, flags = T[T_TALON], T[T[T_AGAIN] + 1]
    owed = 3 * queens_to_pay(T, S)
    counted = S[a_height(T) + talon] - paid_before(T, S)
    n = i = 0
    while owed > 0 and i < S[a_height(T) + talon]:
        queen = card_at(T, S, talon, i) % 13 == 11
        if queen and flags & QUEENS_STAY:
            i += 1
            continue
        M[n] = pop_at(T, S, talon, i)
        n += 1
        owed -= 0 if queen else 1
    if flags & QUEENS_ALONG:  # those paid for that lie farther up
        i = max(0, S[a_height(T) + talon] - counted)
        while i < S[a_height(T) + talon]:
            if card_at(T, S, talon, i) % 13 == 11:
                M[n] = pop_at(T, S, talon, i)
                n += 1
            else:
                i += 1
    stack_hand(T, S, M, n)
    refresh(T, S)
    S[a_mark(T) + talon] = S[a_height(T) + talon]


@kernel
def play(T: Ints, S: Ints, a: int, b: int, run: int, permit: int) -> None:
    """One card (or a whole face-up run) from a to b."""
    hand = T[T_HAND]
    dealing = S[S_PHASE] == DEALING and permit != FILLING
    if dealing and a == hand:
        step = T[T_SCRIPT] + STEP * S[S_STEP]
        laid = permit == LAID
        card = pop(T, S, hand)
        if T[step] == OP_BASE:
            S[S_BASE] = card % 13 + 1
            refresh(T, S)
        elif laid:
            S[a_mark(T) + b] = S[a_height(T) + b]
        push(T, S, b, card, 0)
        if T[step] == OP_BASE or (T[step] == OP_LAY and (laid or T[step + 2] & LAY_COUNTS)):
            S[S_STEP] += 1
        elif T[step] == OP_SCATTER and laid:
            S[S_COUNT] += 1
        return
    if dealing and permit == LAID:  # the choice of a base
        card = pop(T, S, a)
        S[S_BASE] = card % 13 + 1
        refresh(T, S)
        push(T, S, b, card, 0)
        S[S_STEP] += 1
        return
    if run:
        move_run(T, S, a, b)
        return
    if T[T_TESTED] and T[T[T_PLACE] + P_WIDTH * b + P_SERIES] >= 0:
        note_exchange(T, S, a, permit)
    if a == hand:
        fill_one(T, S, b, a)
        return
    push(T, S, b, pop(T, S, a), 0)
    if permit < FILLING and T[T[T_PERMITS] + R_WIDTH * permit + R_CONDITION] == ONCE:
        S[a_mark(T) + b] = -1


@kernel
def note_exchange(T: Ints, S: Ints, a: int, permit: int) -> None:
    """A packet that gave a card gives no other until a card of the tableau or talon has been played (The Mill)."""
    condition = T[T[T_PERMITS] + R_WIDTH * permit + R_CONDITION]
    if condition == IN_USE or condition == IN_TURN:
        S[a_mark(T) + a] = 1
        return
    for i in range(T[T[T_FOUND]]):
        S[a_mark(T) + T[T[T_FOUND] + 1 + i]] = 0


@kernel
def move_run(T: Ints, S: Ints, a: int, b: int) -> None:
    """Move the whole face-up part of a column."""
    head = S[a_run(T) + a]
    chain = S[a_top(T) + a]
    before_a, before_b = S[a_height(T) + a], S[a_height(T) + b]
    size = 1
    card = chain
    while card != head:
        card = S[a_under(T) + card]
        size += 1
    left = S[a_under(T) + head]
    S[a_under(T) + head] = S[a_top(T) + b] if before_b else -1
    S[a_top(T) + b] = chain
    S[a_height(T) + b] = before_b + size
    S[a_top(T) + a] = left
    S[a_height(T) + a] = before_a - size
    if left >= 0 and T[T_FLIPS]:
        S[a_down(T) + left] = 0
    changed(T, S, a, before_a)
    changed(T, S, b, before_b)


@kernel
def take_set(T: Ints, S: Ints, a: int, b: int, c: int, d: int) -> None:
    """Take up a set together and lay it on the next free place for sets."""
    group = T[T_GROUP] + G_WIDTH * T[T_DISCARD]
    p = T[group + G_FIRST]
    while T[group + G_COUNT] > 1 and S[a_height(T) + p] > 0:
        p += 1
    push(T, S, p, pop(T, S, a), 0)
    push(T, S, p, pop(T, S, b), 0)
    if c != LOW:
        push(T, S, p, pop(T, S, c), 0)
        push(T, S, p, pop(T, S, d), 0)


@kernel
def change_places(T: Ints, S: Ints, a: int, b: int) -> None:
    """Two uppermost cards change places; or the one moves to where none lies."""
    x = pop(T, S, a) if S[a_height(T) + a] else -1
    if S[a_height(T) + b]:
        push(T, S, a, pop(T, S, b), 0)
    if x >= 0:
        push(T, S, b, x, 0)


@kernel
def play_together(T: Ints, S: Ints, a: int, b: int) -> None:
    """Play a pair to its two foundations at the same moment."""
    for k in range(2):
        p = a if k == 0 else b
        card = S[a_top(T) + p]
        h = home_for(T, S, card, False)
        push(T, S, h, pop(T, S, p), 0)
