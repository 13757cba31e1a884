"""What few games allow: pairs together, sets taken, exchanges, strays, blocked cards lifted, kings slipped."""

from __future__ import annotations

from .backend import Ints, kernel
from .piles import *
from .tables import *


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
    if T[t + 4]:  # only such as lie paired
        return n
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
def swaps(T: Ints, S: Ints, M: Ints, n: int, phase: int) -> int:
    """Cards that may change places: any two; strays of two halves; or once two with two so as to make a set."""
    t = T[T_SWAP]
    first, last, cost, kind = T[t], T[t] + T[t + 1], T[t + 2], T[t + 3]
    if kind == EXCHANGE_FOR_SET:
        if S[S_GRACES + cost] > 0 and n == 0:  # a licence for when no set stands
            n = exchanges_for_set(T, S, M, n, first, last)
        return n
    for a in range(first, last):
        for b in range(a + 1, last):
            if kind == STRAYS:
                may = strays(T, S, a, b, phase)
            else:
                may = S[a_height(T) + a] > 0 and S[a_height(T) + b] > 0
                if kind == OR_EMPTY:
                    may = S[a_height(T) + a] > 0 or S[a_height(T) + b] > 0
                if may and T[t + 5]:
                    may = enters(T, S, a, b, phase) or enters(T, S, b, a, phase)
            if may:
                M[n] = code(M_SWAP, a, b, LOW, LOW)
                n += 1
    return n


@kernel
def stray(T: Ints, S: Ints, p: int) -> bool:
    """Whether a single card lies in the half of the other colour (The Hemispheres)."""
    if S[a_height(T) + p] != 1:
        return False
    red = 13 <= S[a_top(T) + p] % 52 < 39
    return (T[T[T_PLACE] + P_WIDTH * p + P_FLAGS] & ONLY_RED != 0) != red


@kernel
def strays(T: Ints, S: Ints, a: int, b: int, phase: int) -> bool:
    """Whether two strays of different halves, or at the end a stray and a vacancy at home, may change places."""
    halves = (T[T[T_PLACE] + P_WIDTH * a + P_FLAGS] ^ T[T[T_PLACE] + P_WIDTH * b + P_FLAGS]) & ONLY_RED
    if not halves:
        return False
    if stray(T, S, a) and stray(T, S, b):
        return True
    if phase != END or not T[T[T_SWAP] + 5]:
        return False
    empty_a, empty_b = S[a_height(T) + a] == 0, S[a_height(T) + b] == 0
    return (stray(T, S, a) and empty_b) or (stray(T, S, b) and empty_a)


@kernel
def enters(T: Ints, S: Ints, a: int, b: int, phase: int) -> bool:
    """Whether the card of a, moved to b, could at once be laid elsewhere from there, or fill a gap."""
    if S[a_height(T) + a] == 0:
        return False
    card, places = S[a_top(T) + a], T[T_PLACES]
    group = T[T[T_PLACE] + P_WIDTH * b + P_GROUP]
    for k in range(T[T_NPERMITS]):
        r = T[T_PERMITS] + R_WIDTH * k
        if not T[r + R_PHASES] & phase or T[r + R_MODE] != ON_CARD or not (T[r + R_FROM] >> group) & 1:
            continue
        to = T[T_GROUP] + G_WIDTH * T[r + R_TO]
        for d in range(T[to + G_FIRST], T[to + G_FIRST] + T[to + G_COUNT]):
            if S[a_live(T) + d] >= 0 and (T[T[r + R_FIT] + S[a_top(T) + d] % 52] >> (card % 52)) & 1:
                if T[r + R_RELATION] < 0 or T[T[r + R_RELATION] + b * places + d]:
                    return True
    for k in range(T[T_NFILLS]):
        f = T[T_FILLS] + F_WIDTH * k
        for j in range(T[f + F_NSOURCES]):
            if T[T[f + F_SOURCES] + j] == group and fill_active(T, S, f):
                for i in range(T[f + F_NORDER]):
                    d = T[T[f + F_ORDER] + i]
                    if gap(T, S, f, i) and (T[f + F_RELATION] < 0 or T[T[f + F_RELATION] + b * places + d]):
                        return True
    return False


@kernel
def exchanges_for_set(T: Ints, S: Ints, M: Ints, n: int, first: int, last: int) -> int:
    """Two cards with two others, so that a set stands (The Fourteenth). It is made in two moves: the first pair that
    changes places is any that a second can complete; the second is of other cards, and leaves a set standing."""
    height = a_height(T)
    held = S[S_COUNT] - 1
    for a in range(first, last):
        for c in range(a + 1, last):
            if S[height + a] == 0 or S[height + c] == 0:
                continue
            if held >= 0:
                p, q = held // 512, held % 512
                may = a != p and a != q and c != p and c != q and (T[T[T_SWAP] + 5] > 0 or set_stands(T, S, a, c, a, c))
            else:
                may = T[T[T_SWAP] + 5] > 0 or can_complete(T, S, a, c, first, last)
            if may:
                M[n] = code(M_SWAP, a, c, LOW, LOW)
                n += 1
    return n


@kernel
def can_complete(T: Ints, S: Ints, a: int, c: int, first: int, last: int) -> bool:
    """Whether, once a and c have changed places, two others can change so that a set stands."""
    height = a_height(T)
    for b in range(first, last):
        if b == a or b == c or S[height + b] == 0:
            continue
        for d in range(b + 1, last):
            if d != a and d != c and S[height + d] > 0 and set_stands(T, S, a, c, b, d):
                return True
    return False


@kernel
def lifts(T: Ints, S: Ints, M: Ints, n: int, phase: int) -> int:
    """A licence: a blocked card lifted out (The Fifteen's ace and king; The Labyrinth's one card)."""
    t = T[T_LIFT]
    first, last = T[t], T[t] + T[t + 1]
    if T[t + 2] >= 0:  # to a place of its own, when nothing more can be played
        if S[S_GRACES] > 0 and phase == END and n == 0:
            for p in range(first, last):
                if S[a_height(T) + p] > 0:
                    M[n] = code(M_LIFT, p, T[t + 2], S[a_height(T) + p] - 1, 0)
                    n += 1
        return n
    lifted = 2 - S[S_GRACES] - S[S_GRACES + 1]
    if S[S_HOME] != lifted or (lifted > 0 and not S[S_FRESH]):
        return n
    if lifted == 0:
        for i in range(n):
            if T[T[T_PLACE] + P_WIDTH * ((M[i] >> (5 + BITS)) & LOW) + P_SERIES] >= 0:
                return n  # an ace or a king is free
    depth = T[t + 3]
    for p in range(first, last):
        if S[a_height(T) + p] <= depth:
            continue
        card = S[a_top(T) + p]
        for _ in range(S[a_height(T) + p] - depth):
            card = S[a_under(T) + card]
        if (card % 13 == 0 and S[S_GRACES] > 0) or (card % 13 == 12 and S[S_GRACES + 1] > 0):
            for i in range(T[T[T_FOUND]]):
                d = T[T[T_FOUND] + 1 + i]
                if (S[a_want(T) + d] >> (card % 52)) & 1:
                    M[n] = code(M_LIFT, p, d, depth - 1, 0)
                    n += 1
    return n


@kernel
def slips(T: Ints, S: Ints, M: Ints, n: int) -> int:
    """Kings that may be slipped under before the first play (Napoleon's Square): both of a suit lie above a lower card."""
    t = T[T_SLIP]
    first, last, rank = T[t], T[t] + T[t + 1], T[t + 2]
    for suit in range(4):
        blocking, shared = 0, 0x1FFF
        before = n
        for p in range(first, last):
            card = S[a_top(T) + p] if S[a_height(T) + p] else -1
            for i in range(S[a_height(T) + p]):
                if card % 52 == 13 * suit + rank - 1:
                    under, values = S[a_under(T) + card], 0
                    while under >= 0:
                        if (under % 52) // 13 == suit:
                            values |= 1 << (under % 13)
                        under = S[a_under(T) + under]
                    if values:
                        blocking += 1
                        shared &= values
                        M[n] = code(M_SLIP, p, S[a_height(T) + p] - 1 - i, 0, 0)
                        n += 1
                card = S[a_under(T) + card]
        if blocking < 2 or (T[t + 3] and shared == 0):
            n = before
    return n


@kernel
def set_stands(T: Ints, S: Ints, a: int, c: int, b: int, d: int) -> bool:
    """Whether a pair stands once a has changed places with c, and b with d (which may be the same two)."""
    t = T[T_SETS]
    total, relation, first, last = T[t + 1], T[t + 2], T[t + 3], T[t + 3] + T[t + 4]
    top, height, places = a_top(T), a_height(T), T[T_PLACES]
    for p in range(first, last):
        if S[height + p] == 0:
            continue
        e = c if p == a else a if p == c else d if p == b else b if p == d else p
        rank = S[top + e] % 13 + 1
        for q in range(p + 1, last):
            if S[height + q] == 0 or (relation >= 0 and not T[relation + p * places + q]):
                continue
            e = c if q == a else a if q == c else d if q == b else b if q == d else q
            if rank + S[top + e] % 13 + 1 == total:
                return True
    return False
