"""Whole games: one move with all that follows from it, the named players, playouts."""

from __future__ import annotations

from .backend import Ints, kernel
from .chance import below, seed, shuffle_packs
from .dealing import *
from .doing import *
from .moves import *
from .piles import *
from .tables import *


@kernel
def apply(T: Ints, S: Ints, move: int, M: Ints) -> None:
    """Do a legal move, and what the text makes compulsory after it. M is room to work in."""
    kind = move & 31
    a = (move >> 5) & LOW
    b = (move >> (5 + BITS)) & LOW
    c = (move >> (5 + 2 * BITS)) & LOW
    d = (move >> (5 + 3 * BITS)) & LOW
    fresh = S[S_FRESH]
    S[S_FRESH] = 0
    held = S[S_HOLD]
    S[S_HOLD] = -1
    if kind == M_PLAY:
        play(T, S, a, b, c, d)
    elif kind == M_TURN:
        turn_one(T, S)
        if T[T_SPLIT] >= 0:  # only where the rules ask for the card just turned
            S[S_FRESH] = 1
    elif kind == M_DEAL:
        S[S_STEP] += 1
        S[S_ROUND] += 1
        set_phase(T, S, DEALING)
    elif kind == M_FILL:
        fill_all(T, S, M, -1, 0)
    elif kind == M_AGAIN:
        deal_again(T, S, M)
    elif kind == M_TAKE:
        take_set(T, S, a, b, c, d)
    elif kind == M_SWAP:
        change_places(T, S, a, b)
        if T[T[T_SWAP] + 3] == EXCHANGE_FOR_SET:
            S[S_GRACES + T[T[T_SWAP] + 2]] -= 1 if S[S_COUNT] else 0
            S[S_COUNT] = 0 if S[S_COUNT] else 1 + 512 * a + b
    elif kind == M_TOGETHER:
        play_together(T, S, a, b)
    elif kind == M_LIFT:
        card = pop_at(T, S, a, c)
        push(T, S, b, card, 0)
        S[S_GRACES + (1 if T[T[T_LIFT] + 2] < 0 and card % 13 == 12 else 0)] -= 1
        S[S_FRESH] = 1
    elif kind == M_SLIP:
        push_under(T, S, a, pop_at(T, S, a, b), 0)
    if T[T_AGAIN] >= 0:
        if T[T[T_AGAIN] + 1] & PAY_QUEENS and kind != M_AGAIN:
            S[S_REPEATS] = S[S_REPEATS] + 1 if kind == M_TURN else 0
        elif T[T[T_AGAIN] + 1] & PLACING and (kind == M_AGAIN or kind == M_PLAY):
            S[S_REPEATS] = 1 if kind == M_AGAIN else 0
    if T[T_ORDER] and (kind == M_FILL or kind == M_TURN or kind == M_PLAY):
        S[S_STAGE] = 1 if kind == M_PLAY and d < FILLING and T[T[T_PLACE] + P_WIDTH * b + P_SERIES] < 0 else 0
    if held >= 0 and T[T[T_FILLS] + F_WIDTH * (held // 1024) + F_WHEN] == BEFORE_NEXT:
        fill_all(T, S, M, -1, 0)
    if held >= 0 and T[T[T_FILLS] + F_WIDTH * (held // 1024) + F_LANE]:
        fill_all(T, S, M, held % 1024, T[T[T_FILLS] + F_WIDTH * (held // 1024) + F_RELATION])
        if kind == M_PLAY:
            fill_all(T, S, M, a, T[T[T_FILLS] + F_WIDTH * (held // 1024) + F_RELATION])
    if kind != M_SLIP and T[T_SLIP] >= 0:
        S[S_GRACES + 3] = 0
    if T[T_SPLIT] >= 0 and (kind == M_TURN or fresh != S[S_FRESH]):
        expose(T, S, T[T_TALON])
    if T[T_PUTS] == 2:
        put_up_wherever(T, S)
    fill_at_once(T, S, M)
    if T[T_PUTS] == 2 and S[S_HOLD] < 0:
        put_up_wherever(T, S)
    if S[S_PHASE] == DEALING and S[S_HOLD] < 0:
        go_on_dealing(T, S, M)
    if T[T_STAGED] and S[S_STAGE] == 0 and S[S_PHASE] == PLAY:
        S[S_STAGE] = 0 if some_start(T, S) else 1
    if T[T_LOOSE] and phase_bit(T, S) == END:
        refresh(T, S)


@kernel
def is_won(T: Ints, S: Ints) -> bool:
    """Whether the goal is reached: every card home, or every line fifteen (Cæsar)."""
    if T[T_LINES] < 0:
        return S[S_HOME] >= T[T_GOAL]
    t = T[T_LINES]
    for i in range(T[t + 1]):
        total = 0
        for j in range(T[t + 2]):
            p = T[t + 3 + i * T[t + 2] + j]
            if S[a_height(T) + p] == 0:
                return False
            total += S[a_top(T) + p] % 13 + 1
        if total != T[t]:
            return False
    return True


@kernel
def married(T: Ints, S: Ints, a: int, fit: int) -> bool:
    """Whether the uppermost card of a already lies on a card that it fits."""
    card = S[a_top(T) + a]
    under = S[a_under(T) + card]
    return under >= 0 and (T[fit + under % 52] >> (card % 52)) & 1 == 1


@kernel
def eager(T: Ints, S: Ints, M: Ints, n: int) -> int:
    """The eager player's move: the first of the best rank; -1 where he sees nothing worth doing.

    Ranks: to a foundation, taking a set; a marriage or a filling that breaks no sequence and leaves
    something released; then filling, turning, dealing; then a re-deal.
    """
    best, move = 0, -1
    for i in range(n):
        kind = M[i] & 31
        rank = 0
        if kind == M_PLAY:
            a, b = (M[i] >> 5) & LOW, (M[i] >> (5 + BITS)) & LOW
            k = (M[i] >> (5 + 3 * BITS)) & LOW
            if T[T[T_PLACE] + P_WIDTH * b + P_SERIES] >= 0:
                exchange = T[T[T_PLACE] + P_WIDTH * a + P_SERIES] >= 0
                rank = 0 if exchange else 9
            elif k >= FILLING:
                rank = 5
            else:
                rank = marriage_rank(T, S, a, b, k)
        elif kind == M_TAKE or kind == M_TOGETHER:
            rank = 8
        elif kind == M_SWAP:
            rank = 3 if T[T[T_SWAP] + 3] == EXCHANGE_FOR_SET else 0
        elif kind == M_AGAIN:
            rank = 1
        else:
            rank = 4
        if rank > best:
            best, move = rank, M[i]
    return move


@kernel
def marriage_rank(T: Ints, S: Ints, a: int, b: int, k: int) -> int:
    """How much the eager player likes to lay a on b, where b is no foundation."""
    r = T[T_PERMITS] + R_WIDTH * k
    keep = T[T[T_PLACE] + P_WIDTH * a + P_KEEP]
    if T[r + R_RUN]:
        # a whole face-up run: worth it when it turns a card up, or joins two packets
        below_run = S[a_under(T) + S[a_run(T) + a]]
        return 7 if below_run >= 0 or T[r + R_CONDITION] == SEVERAL else 0
    if T[r + R_MODE] == ON_CARD:
        if b == T[T_TALON]:
            return 6  # whatever leaves the tableau for the talon releases something
        return 0 if married(T, S, a, T[r + R_FIT]) else 7
    if a == T[T_HAND] or a == T[T_TALON]:
        return 6
    for j in range(T[T_NPERMITS]):
        other = T[T_PERMITS] + R_WIDTH * j
        if T[other + R_MODE] == ON_CARD and married(T, S, a, T[other + R_FIT]):
            return 0
    return 6 if S[a_height(T) + a] > keep + 1 else 0


@kernel
def playout(T: Ints, S: Ints, R: Ints, M: Ints, policy: int, limit: int) -> int:
    """Play a game on, at random (0) or eagerly (1), to its end or so many moves; the moves made."""
    made = 0
    while made < limit and not is_won(T, S):
        n = legal(T, S, M)
        if n == 0:
            break
        if policy == 0:
            move = M[below(R, n) if n > 1 else 0]
        else:
            move = eager(T, S, M, n)
            if move < 0:
                break
        apply(T, S, move, M)
        made += 1
    return made


@kernel
def simulate(
    T: Ints, S: Ints, R: Ints, M: Ints, cards: Ints, fresh: Ints, n: int, number: int, games: int, policy: int,
    limit: int, tally: Ints,
) -> None:  # fmt: skip
    """Deal and play the games number, number + 1, …; adds to the tally.

    tally[0] games won, [1] moves, [2] games stopped at the limit, [3 + h] games that ended with h cards home.
    """
    for g in range(games):
        for i in range(n):
            cards[i] = fresh[i]
        seed(R, number + g, 0)
        shuffle_packs(T, R, cards, n)
        begin(T, S, cards, n, number + g, M)
        seed(R, number + g, 1 << 30)
        made = playout(T, S, R, M, policy, limit)
        won = is_won(T, S)
        tally[0] += 1 if won else 0
        tally[1] += made
        tally[2] += 1 if made >= limit and not won else 0
        tally[3 + S[S_HOME]] += 1
