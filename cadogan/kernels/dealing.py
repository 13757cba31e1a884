"""The deal: a script that runs up to the next decision."""

from __future__ import annotations

from .backend import Ints, kernel
from .chance import seed, shuffle
from .doing import *
from .moves import *
from .piles import *
from .tables import *


@kernel
def begin(T: Ints, S: Ints, cards: Ints, n: int, number: int, M: Ints) -> None:
    """Lay out a game from a pack (the first entry is dealt first), up to the first decision."""
    for i in range(state_size(T)):
        S[i] = 0
    for i in range(a_live(T), a_want(T)):
        S[i] = -1
    for i in range(a_run(T), a_under(T)):
        S[i] = -1
    for i in range(a_top(T), a_height(T)):
        S[i] = -1
    for i in range(a_under(T), a_down(T)):
        S[i] = -1
    S[S_NUMBER] = number
    S[S_HOLD] = -1
    S[S_TARGET] = -1
    S[S_PHASE] = DEALING
    for i in range(T[T_LICENCE], T[T_LICENCE] + 4):
        S[S_GRACES + i - T[T_LICENCE]] = T[i]
    stack_hand(T, S, cards, n)
    for i in range(T[T_NTAKEN]):
        withdraw(T, S, T[T[T_TAKEN] + 2 * i], T[T[T_TAKEN] + 2 * i + 1])
    refresh(T, S)
    go_on_dealing(T, S, M)
    if T[T_STAGED] and S[S_PHASE] == PLAY:
        S[S_STAGE] = 0 if some_start(T, S) else 1


@kernel
def withdraw(T: Ints, S: Ints, face: int, p: int) -> None:
    """Take a card of a face out of the pack and lay it on a place; what is available is worked out later.

    It is the lowest copy in the pack's numbering, not the one that comes first in the dealing: that one would leave
    the other copy farther down the pack than chance puts it.
    """
    hand, under, height = T[T_HAND], a_under(T), a_height(T)
    above = last = card = -1
    c = S[a_top(T) + hand]
    while c >= 0:
        if c % 52 == face and (card < 0 or c < card):
            above, card = last, c
        last = c
        c = S[under + c]
    if above < 0:
        S[a_top(T) + hand] = S[under + card]
    else:
        S[under + above] = S[under + card]
    S[height + hand] -= 1
    S[under + card] = S[a_top(T) + p] if S[height + p] else -1
    S[a_top(T) + p] = card
    S[height + p] += 1
    S[a_down(T) + card] = 0
    if T[T[T_PLACE] + P_WIDTH * p + P_FLAGS] & HOME:
        S[S_HOME] += 1


@kernel
def go_on_dealing(T: Ints, S: Ints, M: Ints) -> None:
    """Go on with the deal up to the next decision."""
    hand = T[T_HAND]
    height, top = a_height(T), a_top(T)
    while S[S_PHASE] == DEALING:
        step = T[T_SCRIPT] + STEP * S[S_STEP]
        op, a, b = T[step], T[step + 1], T[step + 2]
        if op == OP_END:
            set_phase(T, S, PLAY)
            fill_at_once(T, S, M)
        elif op == OP_PAUSE:
            S[S_COUNT] = 0
            if S[height + hand] > 0:
                set_phase(T, S, PAUSE)
                fill_at_once(T, S, M)
            else:
                S[S_STEP] += 1
        elif op == OP_LOOP:
            S[S_STEP] = a if S[height + hand] > 0 else S[S_STEP] + 1
        elif op == OP_LAY:
            if lies_flat(T, b):
                lay_many(T, S)
            elif not lay_step(T, S, M, a, b):
                return
        elif op == OP_BASE:
            if a != b:
                return
            card = pop(T, S, hand)
            S[S_BASE] = card % 13 + 1
            refresh(T, S)
            push(T, S, a, card, 0)
            S[S_STEP] += 1
        elif op == OP_HEAP:
            if not heap_step(T, S, M, a, b):
                return
        elif op == OP_SCATTER:
            S[S_TARGET] = T[T[T_GROUP] + G_WIDTH * a + G_FIRST]
            if S[S_COUNT] >= b or S[height + hand] == 0:
                S[S_STEP] += 1
            elif not put_up(T, S, hand):
                return
        elif op == OP_COLOURS:
            deal_by_colour(T, S)
            S[S_STEP] += 1
        elif op == OP_SLIP:
            while S[height + a] > 1 and S[top + a] % 13 + 1 == b:
                push_under(T, S, a, pop(T, S, a), 0)
            S[S_STEP] += 1
        elif op == OP_LIFT:
            push(T, S, b, pop(T, S, a), 0)
            refresh(T, S)  # what the foundations under it want hangs on this card
            S[S_STEP] += 1
        elif op == OP_KEY:
            pay_the_key(T, S, a, b, M)
            S[S_STEP] += 1
        else:  # OP_CHOOSE
            return


@kernel
def lies_flat(T: Ints, flags: int) -> bool:
    """Whether a card dealt with these flags is of no concern as it falls."""
    return flags & ~(LAY_DOWN | LAY_AS_IT_LIES) == 0 and (T[T_PUTS] == 0 or flags & LAY_AS_IT_LIES != 0)


@kernel
def lay_many(T: Ints, S: Ints) -> None:
    """Deal on while no card can be of concern as it falls; what is available is worked out once, afterwards."""
    hand, top, height, under, down, mark = T[T_HAND], a_top(T), a_height(T), a_under(T), a_down(T), a_mark(T)
    step = T[T_SCRIPT] + STEP * S[S_STEP]
    left, card = S[height + hand], S[top + hand]
    while T[step] == OP_LAY and lies_flat(T, T[step + 2]):
        if left > 0:
            p = T[step + 1]
            following = S[under + card]
            h = S[height + p]
            S[under + card] = S[top + p] if h else -1
            S[top + p] = card
            S[down + card] = T[step + 2] & LAY_DOWN
            S[height + p] = h + 1
            S[mark + p] = h
            card = following
            left -= 1
        step += STEP
    S[top + hand] = card
    S[height + hand] = left
    S[S_STEP] = (step - T[T_SCRIPT]) // STEP
    refresh(T, S)


@kernel
def lay_step(T: Ints, S: Ints, M: Ints, p: int, flags: int) -> bool:
    """Deal one card to a place; False where the player must decide."""
    hand = T[T_HAND]
    if S[a_height(T) + hand] == 0 or (flags & LAY_IF_EMPTY and S[a_height(T) + p] > 0):
        S[S_STEP] += 1
        return True
    if flags & LAY_EXAMINE:
        if put_up(T, S, hand):
            S[S_STEP] += 1 if flags & LAY_COUNTS else 0
            return True
        S[S_TARGET] = p
        if legal(T, S, M) > 1:
            return False
        permit = (M[0] >> (5 + 3 * BITS)) & LOW
        if permit != LAID:  # the one play that the text demands
            play(T, S, hand, (M[0] >> (5 + BITS)) & LOW, 0, permit)
            return True
    elif not flags & LAY_AS_IT_LIES and put_up(T, S, hand):
        return True
    if flags & LAY_UNLIKE and not find_unlike(T, S, p, M, flags & LAY_IN_SPITE != 0):
        return True
    card = pop(T, S, hand)
    S[a_mark(T) + p] = S[a_height(T) + p]
    if flags & LAY_UNDER:
        push_under(T, S, p, card, flags & LAY_DOWN)
    else:
        push(T, S, p, card, flags & LAY_DOWN)
    S[S_STEP] += 1
    return True


@kernel
def find_unlike(T: Ints, S: Ints, p: int, M: Ints, in_spite: bool) -> bool:
    """Bring up a card whose value the column has not yet; else take the next in spite of it, or shuffle all and begin
    again (Nestor)."""
    hand = T[T_HAND]
    for _ in range(S[a_height(T) + hand]):
        rank = S[a_top(T) + hand] % 13
        card = S[a_top(T) + p] if S[a_height(T) + p] else -1
        while card >= 0 and card % 13 != rank:
            card = S[a_under(T) + card]
        if card < 0:
            return True
        push_under(T, S, hand, pop(T, S, hand), 1)
    if in_spite:
        return True
    S[S_REPEATS] += 1
    n = 0
    for q in range(T[T_PLACES]):
        n = take_up(T, S, q, M, n, False)
    R = M[n : n + 4]
    seed(R, S[S_NUMBER], 1000 + S[S_REPEATS])
    shuffle(R, M, n)
    stack_hand(T, S, M, n)
    refresh(T, S)
    S[S_STEP] = 0
    return False


@kernel
def heap_step(T: Ints, S: Ints, M: Ints, g: int, rank: int) -> bool:
    """Deal one card on to the last packet; a card of the heading rank begins the next (Salic Law)."""
    hand = T[T_HAND]
    if S[a_height(T) + hand] == 0:
        S[S_STEP] += 1
        return True
    if put_up(T, S, hand):
        return True
    group = T[T_GROUP] + G_WIDTH * g
    p = T[group + G_FIRST]
    last = p + T[group + G_COUNT]
    while p + 1 < last and S[a_height(T) + p + 1] > 0:
        p += 1
    if S[a_top(T) + hand] % 13 + 1 == rank:
        push(T, S, p + 1, pop(T, S, hand), 0)
        return True
    S[S_TARGET] = p
    if legal(T, S, M) > 1:
        return False
    push(T, S, p, pop(T, S, hand), 0)
    return True


@kernel
def pay_the_key(T: Ints, S: Ints, p: int, size: int, M: Ints) -> None:
    """While the key shows a queen, its uppermost cards go under the pack (The Queens, Rule IV)."""
    hand = T[T_HAND]
    while S[a_height(T) + p] > 0 and S[a_top(T) + p] % 13 == 11:
        n = min(size, S[a_height(T) + p])
        for i in range(n):
            M[i] = pop(T, S, p)
        for i in range(n):  # lifted as one packet and turned: the queen lies last
            push_under(T, S, hand, M[n - 1 - i], 1)
