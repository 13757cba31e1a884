"""What may be done: every legal move of a state, in a fixed order."""

from __future__ import annotations

from .backend import Ints, kernel, lowest
from .piles import *
from .tables import *


@kernel
def code(kind: int, a: int, b: int, c: int, d: int) -> int:
    """A move as one integer."""
    return kind | (a << 5) | (b << (5 + BITS)) | (c << (5 + 2 * BITS)) | (d << (5 + 3 * BITS))


@kernel
def gap(T: Ints, S: Ints, f: int, i: int) -> bool:
    """Whether the i-th place in the order of a way of filling is short of cards."""
    p = T[T[f + F_ORDER] + i]
    return S[a_height(T) + p] < T[f + F_UPTO] + T[T[T_PLACE] + P_WIDTH * p + P_KEEP]


@kernel
def fill_active(T: Ints, S: Ints, f: int) -> bool:
    """Whether a way of filling is in force in this phase and round."""
    if not T[f + F_PHASES] & phase_bit(T, S):
        return False
    return T[f + F_ROUND] == 0 or S[S_ROUND] < T[f + F_ROUND]


@kernel
def source_place(T: Ints, S: Ints, f: int, j: int, p: int) -> int:
    """The first place of the j-th source of a way of filling that can give a card to p, or -1."""
    g = T[T[f + F_SOURCES] + j]
    group = T[T_GROUP] + G_WIDTH * g
    for q in range(T[group + G_FIRST], T[group + G_FIRST] + T[group + G_COUNT]):
        if q == p or S[a_height(T) + q] == 0:
            continue
        if q != T[T_HAND] and S[a_live(T) + q] < 0:
            continue
        relation = T[f + F_RELATION]
        if relation >= 0 and not T[relation + q * T[T_PLACES] + p]:
            continue
        return q
    return -1


@kernel
def short_before_next(T: Ints, S: Ints) -> bool:
    """Whether a gap stands that must be filled before the next card is turned or row dealt."""
    for k in range(T[T_NFILLS]):
        f = T[T_FILLS] + F_WIDTH * k
        if T[f + F_WHEN] != BEFORE_NEXT or not fill_active(T, S, f):
            continue
        for i in range(T[f + F_NORDER]):
            if gap(T, S, f, i):
                for j in range(T[f + F_NSOURCES]):
                    if source_place(T, S, f, j, T[T[f + F_ORDER] + i]) >= 0:
                        return True
    return False


@kernel
def choices_to_fill(T: Ints, S: Ints, M: Ints, n: int) -> int:
    """The moves that fill the gap now held open, written to M from n."""
    f = T[T_FILLS] + F_WIDTH * (S[S_HOLD] // 1024)
    p = S[S_HOLD] % 1024
    for j in range(T[f + F_NSOURCES]):
        g = T[T[f + F_SOURCES] + j]
        group = T[T_GROUP] + G_WIDTH * g
        for q in range(T[group + G_FIRST], T[group + G_FIRST] + T[group + G_COUNT]):
            if q == p or S[a_height(T) + q] == 0 or (q != T[T_HAND] and S[a_live(T) + q] < 0):
                continue
            relation = T[f + F_RELATION]
            if relation >= 0 and not T[relation + q * T[T_PLACES] + p]:
                continue
            M[n] = code(M_PLAY, q, p, 0, FILLING)
            n += 1
        if not T[f + F_CHOOSE] and n > 0:
            break
    return n


@kernel
def legal(T: Ints, S: Ints, M: Ints) -> int:
    """Write every legal move to M, in a fixed order; the number of them."""
    n = 0
    if S[S_HOLD] >= 0:
        return choices_to_fill(T, S, M, 0)
    places, copies = T[T_PLACES], T[T_COPIES]
    top, height, free, where = a_top(T), a_height(T), a_free(T), a_where(T)
    phase = phase_bit(T, S)
    hand = T[T_HAND]
    for k in range(T[T_NPERMITS]):
        r = T[T_PERMITS] + R_WIDTH * k
        if not T[r + R_PHASES] & phase:
            continue
        if T[r + R_COST] >= 0 and S[S_GRACES + T[r + R_COST]] <= 0:
            continue
        group = T[T_GROUP] + G_WIDTH * T[r + R_TO]
        first = T[group + G_FIRST]
        last = first + T[group + G_COUNT]
        mode = T[r + R_MODE]
        relation = T[r + R_RELATION]
        run = T[r + R_RUN]
        starts = 0
        if mode == TO_FOUNDATION and T[T_STAGED]:
            for d in range(first, last):
                if S[height + d] == 0:
                    starts |= S[a_want(T) + d]
        for copy in range(copies):
            word = 0
            sources = T[r + R_FROM]
            while sources:
                g = lowest(sources)
                sources &= sources - 1
                word |= S[free + g * copies + copy]
            if T[r + R_CONDITION] and S[height + hand] > 0:
                # the card in dealing, or (to fill a gap) the unseen next card of the pack
                card = S[top + hand]
                word = 1 << (card % 52) if card // 52 == copy else 0
            if word == 0:
                continue
            for d in range(first, last):
                h = S[height + d]
                keep = T[T[T_PLACE] + P_WIDTH * d + P_KEEP]
                if mode == TO_FOUNDATION:
                    wanted = S[a_want(T) + d]
                    if starts and h > 0:
                        wanted &= ~starts
                    if T[T_STAGED] and S[S_STAGE] == 0 and h > 0:
                        wanted = 0
                elif mode == ON_CARD:
                    wanted = T[T[r + R_FIT] + S[top + d] % 52] if h > keep else 0
                    if T[T[T_PLACE] + P_WIDTH * d + P_FLAGS] & SINGLE and h > keep + 1:
                        wanted = 0
                elif mode == ON_EMPTY:
                    wanted = T[r + R_FIT] if h == keep else 0
                else:
                    wanted = T[r + R_FIT]
                x = word & wanted
                while x:
                    face = lowest(x)
                    x &= x - 1
                    card = 52 * copy + face
                    s = S[where + card]
                    if T[r + R_CONDITION]:
                        # what is near the card in dealing is what is near the place it falls on
                        if relation >= 0 and not T[relation + S[S_TARGET] * places + d]:
                            continue
                        s = hand
                    elif s == d or (relation >= 0 and not T[relation + s * places + d]):
                        continue
                    M[n] = code(M_PLAY, s, d, run, k)
                    n += 1
    return specials(T, S, M, n, phase)


@kernel
def specials(T: Ints, S: Ints, M: Ints, n: int, phase: int) -> int:
    """The moves that are not one card from a place to a place."""
    height = a_height(T)
    hand = T[T_HAND]
    if T[T_TOGETHER] >= 0 and phase >= PLAY:
        n = pairs_together(T, S, M, n)
    if T[T_SETS] >= 0 and phase > DEALING:
        n = sets_to_take(T, S, M, n)
    if T[T_SWAP] >= 0 and phase >= PLAY:
        n = swaps(T, S, M, n)
    if phase == DEALING:
        return to_lay(T, S, M, n)
    waiting = short_before_next(T, S)
    if waiting:
        M[n] = code(M_FILL, 0, 0, 0, 0)
        return n + 1
    if phase == PAUSE:
        M[n] = code(M_DEAL, 0, 0, 0, 0)
        return n + 1
    if T[T_TURNS] and S[height + hand] > 0:
        M[n] = code(M_TURN, 0, 0, 0, 0)
        n += 1
    if T[T_AGAIN] >= 0 and may_deal_again(T, S):
        M[n] = code(M_AGAIN, 0, 0, 0, 0)
        n += 1
    return n


@kernel
def to_lay(T: Ints, S: Ints, M: Ints, n: int) -> int:
    """The places on which the card in dealing may be laid."""
    step = T[T_SCRIPT] + STEP * S[S_STEP]
    hand = T[T_HAND]
    if T[step] == OP_SCATTER:
        group = T[T_GROUP] + G_WIDTH * T[step + 1]
        for d in range(T[group + G_FIRST], T[group + G_FIRST] + T[group + G_COUNT]):
            M[n] = code(M_PLAY, hand, d, 0, LAID)
            n += 1
    elif T[step] == OP_CHOOSE:
        group = T[T_GROUP] + G_WIDTH * T[step + 1]
        for s in range(T[group + G_FIRST], T[group + G_FIRST] + T[step + 2]):
            M[n] = code(M_PLAY, s, T[step + 3], 0, LAID)
            n += 1
    elif not (T[step] == OP_LAY and T[step + 2] & LAY_MUST and n > 0):
        M[n] = code(M_PLAY, hand, S[S_TARGET], 0, LAID)
        n += 1
    return n


@kernel
def may_deal_again(T: Ints, S: Ints) -> bool:
    """Whether a re-deal is granted, and there is something to take up."""
    t = T[T_AGAIN]
    limit, flags = T[t], T[t + 1]
    if S[a_height(T) + T[T_HAND]] > 0 or (limit >= 0 and S[S_AGAINS] >= limit):
        return False
    if flags & PAY_QUEENS:
        return queens_to_pay(T, S) > 0
    for i in range(T[t + 3]):
        p = T[t + 4 + i]
        if S[a_height(T) + p] > T[T[T_PLACE] + P_WIDTH * p + P_KEEP]:
            if not flags & DEAL_ROUND or i >= S[S_COUNT]:
                return True
    return False


@kernel
def queens_to_pay(T: Ints, S: Ints) -> int:
    """The queens on the talon that the deal just ended laid there."""
    talon = T[T_TALON]
    card = S[a_top(T) + talon]
    fresh = S[a_height(T) + talon] - S[a_mark(T) + talon]
    count = 0
    for _ in range(fresh):
        if card % 13 == 11:
            count += 1
        card = S[a_under(T) + card]
    return count


@kernel
def pairs_together(T: Ints, S: Ints, M: Ints, n: int) -> int:
    """Two cards of the two divisions that may go to their foundations at the same moment."""
    t = T[T_TOGETHER]
    top, height = a_top(T), a_height(T)
    red = T[T_GROUP] + G_WIDTH * T[t]
    black = T[T_GROUP] + G_WIDTH * T[t + 1]
    wanted = 0
    group = T[T_GROUP] + G_WIDTH * T[t + 2]
    for d in range(T[group + G_FIRST], T[group + G_FIRST] + T[group + G_COUNT]):
        wanted |= S[a_want(T) + d]
    group = T[T_GROUP] + G_WIDTH * T[t + 3]
    for d in range(T[group + G_FIRST], T[group + G_FIRST] + T[group + G_COUNT]):
        wanted |= S[a_want(T) + d]
    first, last = T[red + G_FIRST], T[black + G_FIRST] + T[black + G_COUNT]
    for a in range(first, last):
        if S[height + a] == 2:
            card = S[top + a]
            if (wanted >> (card % 52)) & 1 and (wanted >> (S[a_under(T) + card] % 52)) & 1:
                M[n] = code(M_TOGETHER, a, a, 0, 0)
                n += 1
    for a in range(T[red + G_FIRST], T[red + G_FIRST] + T[red + G_COUNT]):
        if S[height + a] != 1 or not (wanted >> (S[top + a] % 52)) & 1:
            continue
        for b in range(T[black + G_FIRST], T[black + G_FIRST] + T[black + G_COUNT]):
            if S[height + b] == 1 and (wanted >> (S[top + b] % 52)) & 1:
                M[n] = code(M_TOGETHER, a, b, 0, 0)
                n += 1
    return n


@kernel
def sets_to_take(T: Ints, S: Ints, M: Ints, n: int) -> int:
    """The sets of available cards that may be taken up together: pairs, or crowned triples."""
    t = T[T_SETS]
    size, total, relation, first, count = T[t], T[t + 1], T[t + 2], T[t + 3], T[t + 4]
    top, live, places = a_top(T), a_live(T), T[T_PLACES]
    last = first + count
    if size == 2:
        for a in range(first, last):
            if S[live + a] < 0:
                continue
            ra = S[top + a] % 13 + 1
            for b in range(a + 1, last):
                if S[live + b] < 0 or (relation >= 0 and not T[relation + a * places + b]):
                    continue
                rb = S[top + b] % 13 + 1
                if (total > 0 and ra + rb == total) or (total == 0 and ra == rb):
                    M[n] = code(M_TAKE, a, b, LOW, LOW)
                    n += 1
        return n
    for a in range(first, last):
        ra = S[top + a] % 13 + 1 if S[live + a] >= 0 else 99
        if ra > 10:
            continue
        for b in range(a + 1, last):
            rb = S[top + b] % 13 + 1 if S[live + b] >= 0 else 99
            if rb > 10 or rb == ra or ra + rb >= total:
                continue
            for c in range(b + 1, last):
                rc = S[top + c] % 13 + 1 if S[live + c] >= 0 else 99
                if rc > 10 or ra + rb + rc != total or rc == ra or rc == rb:
                    continue
                for d in range(first, last):
                    if S[live + d] >= 0 and S[top + d] % 13 >= 10:
                        M[n] = code(M_TAKE, a, b, c, d)
                        n += 1
    return n


@kernel
def swaps(T: Ints, S: Ints, M: Ints, n: int) -> int:
    """Cards that may change places: any two, or once two with two so as to make a set."""
    t = T[T_SWAP]
    first, last, cost, kind = T[t], T[t] + T[t + 1], T[t + 2], T[t + 3]
    height = a_height(T)
    if kind == 0:
        for a in range(first, last):
            for b in range(a + 1, last):
                if S[height + a] > 0 and S[height + b] > 0:
                    M[n] = code(M_SWAP, a, b, LOW, LOW)
                    n += 1
        return n
    if S[S_GRACES + cost] <= 0 or n > 0:  # a licence for when no set stands
        return n
    for a in range(first, last):
        if S[height + a] == 0:
            continue
        for b in range(a + 1, last):
            if S[height + b] == 0:
                continue
            for c in range(first, last):
                if c == a or c == b or S[height + c] == 0:
                    continue
                for d in range(first, last):
                    # a changes with c, b with d; each exchange of two pairs is written once
                    if d <= b or d == c or S[height + d] == 0 or a > c:
                        continue
                    if makes_a_set(T, S, a, b, c, d):
                        M[n] = code(M_SWAP, a, b, c, d)
                        n += 1
    return n


@kernel
def makes_a_set(T: Ints, S: Ints, a: int, b: int, c: int, d: int) -> bool:
    """Whether a pair stands once a has changed places with c, and b with d."""
    t = T[T_SETS]
    total, relation, first, last = T[t + 1], T[t + 2], T[t + 3], T[t + 3] + T[t + 4]
    top, height, places = a_top(T), a_height(T), T[T_PLACES]
    for k in range(4):
        p = a if k == 0 else b if k == 1 else c if k == 2 else d
        e = c if k == 0 else d if k == 1 else a if k == 2 else b
        rank = S[top + e] % 13 + 1
        for q in range(first, last):
            if q == p or S[height + q] == 0 or not T[relation + p * places + q]:
                continue
            e = c if q == a else d if q == b else a if q == c else b if q == d else q
            if rank + S[top + e] % 13 + 1 == total:
                return True
    return False
