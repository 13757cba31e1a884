"""What may be done: every legal move of a state, in a fixed order."""

from __future__ import annotations

from .backend import Ints, kernel, lowest
from .licences import *
from .piles import *
from .tables import *


@kernel
def sources_for(T: Ints, S: Ints, f: int, p: int, M: Ints, n: int) -> int:
    """Write the moves that would fill p to M from n; the first source that can give ends it where none is chosen."""
    start = n
    relation = -1 if T[f + F_LANE] else T[f + F_RELATION]
    for j in range(T[f + F_NSOURCES]):
        g = T[T[f + F_SOURCES] + j]
        group = T[T_GROUP] + G_WIDTH * g
        for q in range(T[group + G_FIRST], T[group + G_FIRST] + T[group + G_COUNT]):
            if q == p or S[a_height(T) + q] == 0 or (q != T[T_HAND] and S[a_live(T) + q] < 0):
                continue
            if relation >= 0 and not T[relation + q * T[T_PLACES] + p]:
                continue
            M[n] = code(M_PLAY, q, p, 0, FILLING)
            n += 1
        if not T[f + F_CHOOSE] and n > start:
            break
    return n


@kernel
def short_before_next(T: Ints, S: Ints, M: Ints, n: int) -> bool:
    """Whether a gap stands that must be filled before the next card is turned or row dealt."""
    for k in range(T[T_NFILLS]):
        f = T[T_FILLS] + F_WIDTH * k
        if T[f + F_WHEN] != BEFORE_NEXT or not fill_active(T, S, f):
            continue
        for i in range(T[f + F_NORDER]):
            if gap(T, S, f, i) and sources_for(T, S, f, T[T[f + F_ORDER] + i], M, n) > n:
                return True
    return False


@kernel
def choices_to_fill(T: Ints, S: Ints, M: Ints) -> int:
    """The moves that fill the gap now held open."""
    f = T[T_FILLS] + F_WIDTH * (S[S_HOLD] // 1024)
    n = sources_for(T, S, f, S[S_HOLD] % 1024, M, 0)
    if T[f + F_LANE]:
        M[n] = code(M_PASS, 0, 0, 0, 0)
        n += 1
    return n


@kernel
def allowed(T: Ints, S: Ints, r: int, s: int, d: int, card: int) -> bool:
    """Whether what a permit asks besides rank and suit holds for a card of s going to d."""
    condition, relation, places = T[r + R_CONDITION], T[r + R_RELATION], T[T_PLACES]
    if condition == RAY_EMPTY:
        return s != d and not T[relation + s * places + d] and ray_empty(T, S, relation, d)
    if condition == DEALT:  # what is near the card in dealing is what is near the place it falls on
        return relation < 0 or T[relation + S[S_TARGET] * places + d] == 1
    if condition == NO_TALON:
        return S[a_height(T) + T[T_TALON]] == 0
    if condition == ASIDE:  # a card that fits foundations of both kinds
        return home_count(T, S, card) > 1
    if condition == FROM_PACK:
        return True
    if s == d or (relation >= 0 and not T[relation + s * places + d]):
        return False
    if condition == IN_USE or condition == IN_TURN:
        return S[a_mark(T) + s] == 0 and (condition == IN_TURN or brings_into_use(T, S, s, d, card))
    if condition == ONCE:
        return S[a_mark(T) + d] >= 0
    if condition == REST_HOME:
        return rest_home(T, S, T[T[T_PLACE] + P_WIDTH * s + P_GROUP])
    return condition != SEVERAL or card != S[a_top(T) + s]


@kernel
def rest_home(T: Ints, S: Ints, group: int) -> bool:
    """Whether every card is home, but for those of one group and those that never move."""
    for p in range(T[T_PLACES]):
        row = T[T_PLACE] + P_WIDTH * p
        if T[row + P_SERIES] < 0 and T[row + P_GROUP] != group and S[a_height(T) + p] > T[row + P_KEEP]:
            return False
    return True


@kernel
def some_start(T: Ints, S: Ints) -> bool:
    """Whether an available card fits an empty foundation."""
    wanted = 0
    for p in range(T[T_PLACES]):
        if T[T[T_PLACE] + P_WIDTH * p + P_SERIES] >= 0 and S[a_height(T) + p] == 0:
            wanted |= S[a_want(T) + p]
    for p in range(T[T_PLACES]):
        if S[a_live(T) + p] >= 0 and (wanted >> (S[a_top(T) + p] % 52)) & 1:
            if T[T[T_PLACE] + P_WIDTH * p + P_SERIES] < 0:
                return True
    return False


@kernel
def home_count(T: Ints, S: Ints, card: int) -> int:
    """How many foundations want a card."""
    count = 0
    for i in range(T[T[T_FOUND]]):
        count += (S[a_want(T) + T[T[T_FOUND] + 1 + i]] >> (card % 52)) & 1
    return count


@kernel
def brings_into_use(T: Ints, S: Ints, s: int, d: int, card: int) -> bool:
    """Whether taking a king packet's card to the ace packet lets a wing or talon card be played (The Mill)."""
    rank = card % 13 + 1
    series = T[T_SERIES] + T[T[T_PLACE] + P_WIDTH * d + P_SERIES]
    after = T[series + 2 + S[a_height(T) + d] + 1] if S[a_height(T) + d] + 1 < T[series + 1] else 0
    for p in range(T[T_PLACES]):
        if S[a_live(T) + p] >= 0 and T[T[T_PLACE] + P_WIDTH * p + P_SERIES] < 0:
            other = S[a_top(T) + p] % 13 + 1
            if other == rank or other == after:
                return True
    return False


@kernel
def legal(T: Ints, S: Ints, M: Ints) -> int:
    """Write every legal move to M, in a fixed order; the number of them."""
    if S[S_HOLD] >= 0:
        return choices_to_fill(T, S, M)
    n = 0
    if T[T_SWAP] >= 0 and T[T[T_SWAP] + 3] == EXCHANGE_FOR_SET and S[S_COUNT] > 0:  # half an exchange is made
        return exchanges_for_set(T, S, M, n, T[T[T_SWAP]], T[T[T_SWAP]] + T[T[T_SWAP] + 1])
    copies = T[T_COPIES]
    top, height, free, where = a_top(T), a_height(T), a_free(T), a_where(T)
    wishes, rows, hand = a_want(T), T[T_PLACE], T[T_HAND]
    phase = phase_bit(T, S)
    # where playing, marrying and refilling go in turn, nothing is played after a marriage
    married = T[T_ORDER] > 0 and S[S_STAGE] > 0 and phase == PLAY
    # where empty foundations come first, whether none may be continued
    waiting = T[T_STAGED] > 0 and (S[S_STAGE] == 0 or (T[T_STAGED] == 2 and some_start(T, S)))
    for k in range(T[T_NPERMITS]):
        r = T[T_PERMITS] + R_WIDTH * k
        if not T[r + R_PHASES] & phase or S[S_AGAINS] < T[r + R_AFTER]:
            continue
        group = T[T_GROUP] + G_WIDTH * T[r + R_TO]
        first = T[group + G_FIRST]
        last = first + T[group + G_COUNT]
        mode, run, fit, condition = T[r + R_MODE], T[r + R_RUN], T[r + R_FIT], T[r + R_CONDITION]
        if married and mode == TO_FOUNDATION:
            continue
        asks = condition != 0 or T[r + R_RELATION] >= 0
        starts = empty_wishes(T, S, first, last) if mode == TO_FOUNDATION and T[T_STAGED] else 0
        for copy in range(copies):
            word = 0
            if condition == DEALT or condition == FROM_PACK or condition == NO_TALON or condition == ASIDE:
                if S[height + hand] > 0 and S[top + hand] // 52 == copy:
                    word = 1 << (S[top + hand] % 52)
            else:
                sources = T[r + R_FROM]
                while sources:
                    word |= S[free + lowest(sources) * copies + copy]
                    sources &= sources - 1
            if word == 0:
                continue
            for d in range(first, last):
                if mode == TO_FOUNDATION:
                    wanted = S[wishes + d]
                    if T[T_STAGED] and S[height + d] > 0:
                        wanted = 0 if waiting else wanted & ~starts
                    if T[r + R_YIELDS] and available_of(T, S, T[r + R_YIELDS]) & wanted:
                        wanted = 0
                else:
                    h = S[height + d] - T[rows + P_WIDTH * d + P_KEEP]
                    if mode == ON_CARD:
                        # nothing is laid on a card that may not be used, but where a game says so
                        blocked = S[a_live(T) + d] < 0 and (T[r + R_ON_BLOCKED] == 0 or S[a_down(T) + S[top + d]] > 0)
                        wanted = T[fit + S[top + d] % 52] if h > 0 and not blocked else 0
                        if h > 1 and T[rows + P_WIDTH * d + P_FLAGS] & SINGLE:
                            wanted = 0
                    else:
                        wanted = fit if h == 0 else 0
                x = word & wanted
                while x:
                    card = 52 * copy + lowest(x)
                    x &= x - 1
                    s = S[where + card]
                    if condition == DEALT or condition == FROM_PACK or condition == NO_TALON or condition == ASIDE:
                        s = hand
                    if s != d if not asks else allowed(T, S, r, s, d, card):
                        M[n] = code(M_PLAY, s, d, run, k)
                        n += 1
    return specials(T, S, M, n, phase)


@kernel
def available_of(T: Ints, S: Ints, groups: int) -> int:
    """The faces available in some groups (a bit set), of whichever copy."""
    word = 0
    while groups:
        for copy in range(T[T_COPIES]):
            word |= S[a_free(T) + lowest(groups) * T[T_COPIES] + copy]
        groups &= groups - 1
    return word


@kernel
def empty_wishes(T: Ints, S: Ints, first: int, last: int) -> int:
    """What the empty ones of some foundations want."""
    word = 0
    for d in range(first, last):
        if S[a_height(T) + d] == 0:
            word |= S[a_want(T) + d]
    return word


@kernel
def specials(T: Ints, S: Ints, M: Ints, n: int, phase: int) -> int:
    """The moves that are not one card from a place to a place."""
    height = a_height(T)
    hand = T[T_HAND]
    if T[T_TOGETHER] >= 0 and phase >= PLAY:
        n = pairs_together(T, S, M, n)
    if T[T_SETS] >= 0 and phase > DEALING:
        n = sets_to_take(T, S, M, n)
    if T[T_SWAP] >= 0 and T[T[T_SWAP] + 4] & phase:
        n = swaps(T, S, M, n, phase)
    if T[T_LIFT] >= 0 and phase >= PLAY:
        n = lifts(T, S, M, n, phase)
    if T[T_SLIP] >= 0 and S[S_GRACES + 3] > 0:
        before = n
        n = slips(T, S, M, n)
        if T[T[T_SLIP] + 4] and n > before:  # the one thing that must be done
            for i in range(n - before):
                M[i] = M[before + i]
            return n - before
    if phase == DEALING:
        return to_lay(T, S, M, n)
    if T[T_NFILLS] > 0 and short_before_next(T, S, M, n):
        M[n] = code(M_FILL, 0, 0, 0, 0)
        return n + 1
    if phase == PAUSE:
        M[n] = code(M_DEAL, 0, 0, 0, 0)
        return n + 1
    if S[height + hand] > 0 and (T[T_TURNS] == 1 or (T[T_TURNS] == 2 and n == 0) or T[T_TURNS] == 3):
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
    elif T[step] == OP_BASE:
        for i in range(1, 3):
            M[n] = code(M_PLAY, hand, T[step + i], 0, LAID)
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
    if flags & PAY_QUEENS:  # unless the whole talon has been round since the last play
        return S[S_REPEATS] < 2 * S[a_height(T) + T[T_TALON]] and queens_to_pay(T, S) > 0
    if flags & PLACING:  # only after a pass in which something was placed
        idle = S[a_height(T) + T[T_TALON]] >= T[t + 4 + T[t + 3]] if S[S_AGAINS] == 0 else S[S_REPEATS] > 0
        if idle:
            return False
    for i in range(T[t + 3]):
        p = T[t + 4 + i]
        if S[a_height(T) + p] > T[T[T_PLACE] + P_WIDTH * p + P_KEEP]:
            if not flags & DEAL_ROUND or i >= S[S_COUNT]:
                return True
    return False


@kernel
def queens_to_pay(T: Ints, S: Ints) -> int:
    """The queens on the talon that are paid for."""
    talon = T[T_TALON]
    card = S[a_top(T) + talon]
    count = 0
    for _ in range(S[a_height(T) + talon] - paid_before(T, S)):
        if card % 13 == 11:
            count += 1
        card = S[a_under(T) + card]
    return count


@kernel
def paid_before(T: Ints, S: Ints) -> int:
    """How many cards of the talon, from its bottom, lay there before the deal just ended; none where all count."""
    return 0 if T[T[T_AGAIN] + 1] & ALL_QUEENS else S[a_mark(T) + T[T_TALON]]
