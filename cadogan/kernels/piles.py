"""Piles: laying and taking cards, and keeping the bit sets of what is available and wanted."""

from __future__ import annotations

from .backend import Ints, kernel
from .tables import *


@kernel
def want(T: Ints, S: Ints, p: int) -> int:
    """The faces that a foundation may take now, as a bit set."""
    row = T[T_PLACE] + P_WIDTH * p
    series = T[T_SERIES] + T[row + P_SERIES]
    kind, length = T[series], T[series + 1]
    top, height = a_top(T), a_height(T)
    h = S[height + p]
    if h >= length:
        return 0
    rank = T[series + 2 + h]
    if kind == 1:  # counted from the base found at play
        if S[S_BASE] == 0:
            return 0
        rank = (S[S_BASE] - 1 + rank) % 13 + 1
    elif kind == 2:  # multiples of the card on the linked place
        link = T[row + P_LINK]
        if S[height + link] == 0:
            return 0
        b = S[top + link] % 13 + 1
        rank = (b * (h + 2) - 1) % 13 + 1
    wanted = T[T[T_RANKS] + rank]
    if kind == 3:  # beside a foundation of its suit
        link = T[row + P_LINK]
        if S[height + link] == 0:
            return 0
        return wanted & T[T[T_SUITS] + (S[top + link] % 52) // 13]
    if h > 0:
        suit = (S[top + p] % 52) // 13
        mode = T[row + P_SUIT]
        if mode == 0:
            wanted &= T[T[T_SUITS] + suit]
        elif mode != 2:  # the other colour, or the same
            wanted &= T[T[T_SUITS] + (5 if (suit == 1 or suit == 2) == (mode == 1) else 4)]
        return wanted
    wanted &= T[row + P_BASE]
    family = T[row + P_FAMILY]
    group = T[T_GROUP] + G_WIDTH * T[row + P_GROUP]
    for q in range(T[group + G_FIRST], T[group + G_FIRST] + T[group + G_COUNT]):
        other = T[T_PLACE] + P_WIDTH * q
        if T[other + P_FAMILY] != family or q == p:
            continue
        if S[height + q] == 0:
            # of several empty spaces that would take the same cards, the first takes them
            if q < p and T[other + P_BASE] == T[row + P_BASE] and kind != 2:
                return 0
        elif T[row + P_FLAGS] & ONE_OF_EACH:
            card = S[top + q]
            while S[a_under(T) + card] >= 0:
                card = S[a_under(T) + card]
            wanted &= ~T[T[T_SUITS] + (card % 52) // 13]
    return wanted


@kernel
def empty_of(T: Ints, S: Ints, start: int) -> bool:
    """Whether every place of a blockers' list (length first) is empty."""
    for i in range(start + 1, start + 1 + T[start]):
        if S[a_height(T) + T[i]] > 0:
            return False
    return True


@kernel
def phase_bit(T: Ints, S: Ints) -> int:
    """The phase as a bit; play with the pack spent is OUT, with the talon too END."""
    if S[S_PHASE] == PLAY and S[a_height(T) + T[T_HAND]] == 0:
        if T[T_TALON] < 0 or S[a_height(T) + T[T_TALON]] == 0:
            if T[T_TALON_BLACK] < 0 or S[a_height(T) + T[T_TALON_BLACK]] == 0:
                return END
        return OUT
    return S[S_PHASE]


@kernel
def expose(T: Ints, S: Ints, p: int) -> None:
    """Bring the bit sets of available cards up to date for one place."""
    row = T[T_PLACE] + P_WIDTH * p
    free = a_free(T)
    copies = T[T_COPIES]
    old = S[a_live(T) + p]
    card = -1
    h = S[a_height(T) + p]
    if h > T[row + P_KEEP]:
        card = S[a_top(T) + p]
        flags = T[row + P_FLAGS]
        if S[a_down(T) + card]:
            card = -1
        elif flags & NEWEST and S[S_PHASE] < PLAY and h <= S[a_mark(T) + p]:
            card = -1
        elif flags & SINGLE and h > T[row + P_KEEP] + 1:
            card = -1
        elif flags & (ONLY_RED | ONLY_BLACK) and (13 <= card % 52 < 39) != (flags & ONLY_RED != 0):
            if not flags & TILL_THE_END or phase_bit(T, S) != END:
                card = -1
        elif T[row + P_BLOCK_A] >= 0 and not empty_of(T, S, T[row + P_BLOCK_A]):
            if T[row + P_BLOCK_B] < 0 or not empty_of(T, S, T[row + P_BLOCK_B]):
                card = -1
    group = T[row + P_GROUP]
    if p == T[T_TALON] and T[T_SPLIT] >= 0 and S[S_FRESH]:
        group = T[T_SPLIT]
    new = -1 if card < 0 else group * 1024 + card
    if new != old:
        if old >= 0:
            c = old % 1024
            S[free + (old // 1024) * copies + c // 52] &= ~(1 << (c % 52))
        if new >= 0:
            S[free + group * copies + card // 52] |= 1 << (card % 52)
            S[a_where(T) + card] = p
        S[a_live(T) + p] = new
    if T[row + P_FLAGS] & RUNS:
        run = T[T[T_GROUP] + G_WIDTH * T[row + P_GROUP] + G_RUN]
        old = S[a_run(T) + p]
        head = -1
        if card >= 0:
            head = card
            while S[a_under(T) + head] >= 0 and not S[a_down(T) + S[a_under(T) + head]]:
                head = S[a_under(T) + head]
        if head != old:
            if old >= 0:
                S[free + run * copies + old // 52] &= ~(1 << (old % 52))
            if head >= 0:
                S[free + run * copies + head // 52] |= 1 << (head % 52)
            S[a_run(T) + p] = head
        if head >= 0:
            S[a_where(T) + head] = p


@kernel
def changed(T: Ints, S: Ints, p: int, before: int) -> None:
    """After the pile on p changed (its height was ``before``): all that depends on it."""
    row = T[T_PLACE] + P_WIDTH * p
    if T[row + P_SERIES] >= 0:
        S[a_want(T) + p] = want(T, S, p)
        if (before == 0) != (S[a_height(T) + p] == 0):
            for i in range(T[T[T_FOUND]]):
                q = T[T[T_FOUND] + 1 + i]
                if q != p:
                    S[a_want(T) + q] = want(T, S, q)
    expose(T, S, p)
    if (before == 0) != (S[a_height(T) + p] == 0) and T[row + P_DEPENDS] >= 0:
        start = T[row + P_DEPENDS]
        for i in range(start + 1, start + 1 + T[start]):
            expose(T, S, T[i])


@kernel
def refresh(T: Ints, S: Ints) -> None:
    """Work out everything that is derived from the piles anew."""
    for g in range(T[T_GROUPS] * T[T_COPIES]):
        S[a_free(T) + g] = 0
    for p in range(T[T_PLACES]):
        S[a_live(T) + p] = -1
        S[a_run(T) + p] = -1
        S[a_want(T) + p] = 0
    for p in range(T[T_PLACES]):
        if T[T[T_PLACE] + P_WIDTH * p + P_SERIES] >= 0:
            S[a_want(T) + p] = want(T, S, p)
        expose(T, S, p)


@kernel
def push(T: Ints, S: Ints, p: int, card: int, down: int) -> None:
    """Lay a card on a place."""
    h = S[a_height(T) + p]
    S[a_under(T) + card] = S[a_top(T) + p] if h else -1
    S[a_top(T) + p] = card
    S[a_down(T) + card] = down
    S[a_height(T) + p] = h + 1
    if T[T[T_PLACE] + P_WIDTH * p + P_FLAGS] & HOME:
        S[S_HOME] += 1
    changed(T, S, p, h)


@kernel
def pop(T: Ints, S: Ints, p: int) -> int:
    """Take the uppermost card of a place."""
    card = S[a_top(T) + p]
    h = S[a_height(T) + p]
    S[a_top(T) + p] = S[a_under(T) + card]
    S[a_under(T) + card] = -1
    S[a_height(T) + p] = h - 1
    if T[T[T_PLACE] + P_WIDTH * p + P_FLAGS] & HOME:
        S[S_HOME] -= 1
    if T[T_FLIPS] and h > 1 and p != T[T_HAND]:
        S[a_down(T) + S[a_top(T) + p]] = 0
    if p == T[T_TALON] and S[a_mark(T) + p] >= h:
        S[a_mark(T) + p] = h - 1  # a card that an earlier deal laid has gone
    changed(T, S, p, h)
    return card


@kernel
def push_under(T: Ints, S: Ints, p: int, card: int, down: int) -> None:
    """Slip a card under a place's pile."""
    h = S[a_height(T) + p]
    if h == 0:
        push(T, S, p, card, down)
        return
    lowest_card = S[a_top(T) + p]
    while S[a_under(T) + lowest_card] >= 0:
        lowest_card = S[a_under(T) + lowest_card]
    S[a_under(T) + lowest_card] = card
    S[a_under(T) + card] = -1
    S[a_down(T) + card] = down
    S[a_height(T) + p] = h + 1
    changed(T, S, p, h)


@kernel
def set_phase(T: Ints, S: Ints, phase: int) -> None:
    """Enter a phase; which cards are available can hang on it."""
    before = S[S_PHASE]
    S[S_PHASE] = phase
    S[S_TARGET] = -1
    if (before < PLAY) != (phase < PLAY):
        for p in range(T[T_PLACES]):
            if T[T[T_PLACE] + P_WIDTH * p + P_FLAGS] & NEWEST:
                expose(T, S, p)


@kernel
def card_at(T: Ints, S: Ints, p: int, index: int) -> int:
    """The card that lies so high (0 the lowest) in a place's pile."""
    card = S[a_top(T) + p]
    for _ in range(S[a_height(T) + p] - 1 - index):
        card = S[a_under(T) + card]
    return card


@kernel
def pop_at(T: Ints, S: Ints, p: int, index: int) -> int:
    """Take the card that lies so high (0 the lowest) in a place's pile; those above close up."""
    h = S[a_height(T) + p]
    if index == h - 1:
        return pop(T, S, p)
    above = card_at(T, S, p, index + 1)
    card = S[a_under(T) + above]
    S[a_under(T) + above] = S[a_under(T) + card]
    S[a_under(T) + card] = -1
    S[a_height(T) + p] = h - 1
    changed(T, S, p, h)
    return card


@kernel
def code(kind: int, a: int, b: int, c: int, d: int) -> int:
    """A move as one integer."""
    return kind | (a << 5) | (b << (5 + BITS)) | (c << (5 + 2 * BITS)) | (d << (5 + 3 * BITS))


@kernel
def gap(T: Ints, S: Ints, f: int, i: int) -> bool:
    """Whether the i-th place in the order of a way of filling is short of cards."""
    p = T[T[f + F_ORDER] + i]
    h = S[a_height(T) + p] - T[T[T_PLACE] + P_WIDTH * p + P_KEEP]
    if h >= T[f + F_UPTO]:
        return False
    across = T[f + F_ACROSS]
    if across and (i >= (S[S_ROUND] + 1) * across or (T[f + F_NEWEST] and i < S[S_ROUND] * across)):
        return False  # a row not dealt yet, or an older one
    return T[f + F_LANE] == 0 or ray_empty(T, S, T[f + F_RELATION], p)


@kernel
def ray_empty(T: Ints, S: Ints, relation: int, p: int) -> bool:
    """Whether p and every place related to it are empty (The Shah's lane)."""
    if S[a_height(T) + p] > 0:
        return False
    for q in range(T[T_PLACES]):
        if T[relation + p * T[T_PLACES] + q] and S[a_height(T) + q] > 0:
            return False
    return True


@kernel
def fill_active(T: Ints, S: Ints, f: int) -> bool:
    """Whether a way of filling is in force in this phase and round."""
    if not T[f + F_PHASES] & phase_bit(T, S):
        return False
    return T[f + F_ROUND] == 0 or S[S_ROUND] < T[f + F_ROUND]
