"""The machine's kernels: the only place where rules are executed.

Every function works on two flat runs of integers: a *program* ``T`` (a game lowered to tables, see
`cadogan.machine`) and a *state* ``S`` (one position). They are written in the part of Python that the
interpreter and numba both accept: whole numbers below 2**63, no calls into other libraries, the state
passed in. `cadogan.machine.compiled` loads this same file a second time with ``kernel`` standing for
numba's compiler, so that there is one source and both give the same results, bit for bit.

A card is ``52 * copy + face``. The piles are linked lists: the uppermost card of each place, and for each
card the one under it. What is available is kept as bit sets of faces, one 52-bit word for each group of
places and each copy of the pack; what a place wants is a 52-bit word from a table. A legal move is a bit
in which the two agree.
"""

from __future__ import annotations

from typing import Any, TypeVar

_F = TypeVar("_F")
Ints = Any  #: a list of int, or an int64 array where numba compiled this file


def _plain(function: _F) -> _F:
    return function


def _lowest(word: int) -> int:
    return (word & -word).bit_length() - 1


# The compiled copy of this module finds both already set (cadogan.machine.compiled).
kernel = globals().get("kernel", _plain)
lowest = globals().get("lowest", _lowest)

# --- the program: header ---------------------------------------------------------------------------
T_PLACES, T_GROUPS, T_COPIES, T_HAND, T_TALON, T_TALON_BLACK = 0, 1, 2, 3, 4, 5
T_GOAL, T_TURNS, T_SPLIT, T_FLIPS, T_DISCARD, T_START = 6, 7, 8, 9, 10, 11
T_PLACE, T_GROUP, T_SERIES, T_FITS, T_PERMITS, T_NPERMITS = 12, 13, 14, 15, 16, 17
T_FILLS, T_NFILLS, T_SCRIPT, T_AGAIN, T_SETS, T_SWAP, T_LICENCE = 18, 19, 20, 21, 22, 23, 24
T_TOGETHER, T_LINES, T_TAKEN, T_NTAKEN, T_RANKS, T_SUITS, T_STAGED = 25, 26, 27, 28, 29, 30, 31
T_PAIRING, T_KEEP_TURNING, T_HEADER = 32, 33, 40

# --- the program: a place's row, a group's row -------------------------------------------------------
(P_GROUP, P_KEEP, P_SERIES, P_BASE, P_FAMILY, P_SUIT, P_FLAGS, P_LINK, P_BLOCK_A, P_BLOCK_B, P_DEPENDS,
 P_COLOUR, P_WIDTH) = range(13)  # fmt: skip
PUT_UP, ONE_OF_EACH, HOME, NEWEST, RUNS, SINGLE = 1, 2, 4, 8, 16, 32
G_FIRST, G_COUNT, G_RUN, G_WIDTH = 0, 1, 2, 3

# --- the program: a permit, a way of filling, a step of the deal -------------------------------------
(R_FROM, R_TO, R_MODE, R_FIT, R_RELATION, R_PHASES, R_RUN, R_COST, R_RANK, R_CONDITION,
 R_WIDTH) = range(11)  # fmt: skip
TO_FOUNDATION, ON_CARD, ON_EMPTY, ON_ANY = 0, 1, 2, 3
(F_TO, F_WHEN, F_UPTO, F_PHASES, F_NSOURCES, F_SOURCES, F_CHOOSE, F_ORDER, F_NORDER, F_RELATION, F_ROUND,
 F_WIDTH) = range(12)  # fmt: skip
AT_ONCE, BEFORE_NEXT = 0, 1
(OP_END, OP_LAY, OP_PAUSE, OP_LOOP, OP_BASE, OP_HEAP, OP_SCATTER, OP_COLOURS, OP_SLIP, OP_LIFT, OP_KEY,
 OP_CHOOSE) = range(12)  # fmt: skip
LAY_DOWN, LAY_UNDER, LAY_EXAMINE, LAY_MUST, LAY_COUNTS, LAY_UNLIKE = 1, 2, 4, 8, 16, 32
STEP = 4

# --- the phases, as bits -----------------------------------------------------------------------------
DEALING, PAUSE, PLAY, END = 1, 2, 4, 8

# --- the state ---------------------------------------------------------------------------------------
(S_PHASE, S_STEP, S_COUNT, S_FRESH, S_AGAINS, S_NUMBER, S_BASE, S_TARGET, S_HOLD, S_ROUND, S_STAGE, S_HOME,
 S_REPEATS, S_GRACES) = range(14)  # fmt: skip
S_HEADER = 20

# --- the moves ---------------------------------------------------------------------------------------
M_PLAY, M_TURN, M_DEAL, M_FILL, M_AGAIN, M_TAKE, M_SWAP, M_TOGETHER, M_LIFT, M_SLIP, M_PASS = range(11)
BITS, LOW = 9, 511
#: In place of a permit's number: the card is laid in dealing, or fills a gap that must be filled.
LAID, FILLING = LOW, LOW - 1

SHUFFLED, UNDER, BACKWARDS, PAY_QUEENS, DEAL_ROUND = 1, 2, 4, 8, 16


@kernel
def a_top(T: Ints) -> int:
    """Where the uppermost cards begin in the state."""
    return S_HEADER


@kernel
def a_height(T: Ints) -> int:
    """Where the heights of the places begin."""
    return S_HEADER + T[T_PLACES]


@kernel
def a_live(T: Ints) -> int:
    """Where the available card of each place (with its group) begins."""
    return S_HEADER + 2 * T[T_PLACES]


@kernel
def a_want(T: Ints) -> int:
    """Where the wishes of the foundations begin."""
    return S_HEADER + 3 * T[T_PLACES]


@kernel
def a_mark(T: Ints) -> int:
    """Where the heights before the last dealt card begin."""
    return S_HEADER + 4 * T[T_PLACES]


@kernel
def a_run(T: Ints) -> int:
    """Where the head of each place's face-up run begins."""
    return S_HEADER + 5 * T[T_PLACES]


@kernel
def a_under(T: Ints) -> int:
    """Where the card under each card begins."""
    return S_HEADER + 6 * T[T_PLACES]


@kernel
def a_down(T: Ints) -> int:
    """Where the marks of the face-down cards begin."""
    return S_HEADER + 6 * T[T_PLACES] + 52 * T[T_COPIES]


@kernel
def a_where(T: Ints) -> int:
    """Where the place of each available card begins."""
    return S_HEADER + 6 * T[T_PLACES] + 104 * T[T_COPIES]


@kernel
def a_free(T: Ints) -> int:
    """Where the bit sets of available faces begin, one word a group and copy."""
    return S_HEADER + 6 * T[T_PLACES] + 156 * T[T_COPIES]


@kernel
def state_size(T: Ints) -> int:
    """How many integers a state of this program has."""
    return a_free(T) + T[T_GROUPS] * T[T_COPIES]


# --- chance ------------------------------------------------------------------------------------------
# The small fast counting generator of Chris Doty-Humphrey (sfc32, from PractRand): four words of 32 bits,
# a few additions and shifts. Deals are drawn without bias: a draw that would favour a value is drawn anew.


@kernel
def draw(R: Ints) -> int:
    """The next 32 random bits of the generator R (four words)."""
    t = (R[0] + R[1] + R[3]) & 0xFFFFFFFF
    R[3] = (R[3] + 1) & 0xFFFFFFFF
    R[0] = R[1] ^ (R[1] >> 9)
    R[1] = (R[2] + (R[2] << 3)) & 0xFFFFFFFF
    R[2] = (((R[2] << 21) & 0xFFFFFFFF) + (R[2] >> 11) + t) & 0xFFFFFFFF
    return t


@kernel
def seed(R: Ints, number: int, stream: int) -> None:
    """Set the generator to a number (below 2**62) and a stream: 0 the deal, k the k-th re-deal …"""
    R[0] = number & 0xFFFFFFFF
    R[1] = number >> 32
    R[2] = stream & 0xFFFFFFFF
    R[3] = 1
    for _ in range(15):
        draw(R)


@kernel
def below(R: Ints, n: int) -> int:
    """A number from 0 to n - 1, each equally likely (Lemire's method, redrawing the biased tail)."""
    m = draw(R) * n
    if (m & 0xFFFFFFFF) < n:
        tail = (1 << 32) % n
        while (m & 0xFFFFFFFF) < tail:
            m = draw(R) * n
    return m >> 32


@kernel
def shuffle(R: Ints, cards: Ints, n: int) -> None:
    """Shuffle the first n entries: every order is equally likely, as far as the generator goes.

    Two places are drawn at once from the product of their ranges, which halves the draws
    (batched bounded numbers, Brackett-Rozinsky and Lemire 2024).
    """
    i = n - 1
    while i > 1:
        both = (i + 1) * i
        x = below(R, both)
        j = x // i
        k = x - j * i
        cards[i], cards[j] = cards[j], cards[i]
        i -= 1
        cards[i], cards[k] = cards[k], cards[i]
        i -= 1
    if i == 1:
        j = below(R, 2)
        cards[1], cards[j] = cards[j], cards[1]


@kernel
def shuffle_many(R: Ints, cards: Ints, n: int, times: int) -> int:
    """Shuffle so many times (for the benchmark); the sum of the first cards shows that it was done."""
    total = 0
    for _ in range(times):
        shuffle(R, cards, n)
        total += cards[0]
    return total


# --- piles -------------------------------------------------------------------------------------------


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
    if h > 0:
        suit = (S[top + p] % 52) // 13
        mode = T[row + P_SUIT]
        if mode == 0:
            wanted &= T[T[T_SUITS] + suit]
        elif mode == 1:
            wanted &= T[T[T_SUITS] + (5 if suit == 1 or suit == 2 else 4)]
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
        if h > 0 and not S[a_down(T) + S[a_top(T) + p]]:
            head = S[a_top(T) + p]
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
            group = T[T_GROUP] + G_WIDTH * T[row + P_GROUP]
            for q in range(T[group + G_FIRST], T[group + G_FIRST] + T[group + G_COUNT]):
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
def pop_bottom(T: Ints, S: Ints, p: int) -> int:
    """Take the lowest card of a place."""
    h = S[a_height(T) + p]
    if h == 1:
        return pop(T, S, p)
    above = S[a_top(T) + p]
    while S[a_under(T) + S[a_under(T) + above]] >= 0:
        above = S[a_under(T) + above]
    card = S[a_under(T) + above]
    S[a_under(T) + above] = -1
    S[a_height(T) + p] = h - 1
    changed(T, S, p, h)
    return card


@kernel
def set_phase(T: Ints, S: Ints, phase: int) -> None:
    """Enter a phase; which cards are available can hang on it."""
    before = S[S_PHASE]
    S[S_PHASE] = phase
    if (before < PLAY) != (phase < PLAY):
        for p in range(T[T_PLACES]):
            if T[T[T_PLACE] + P_WIDTH * p + P_FLAGS] & NEWEST:
                expose(T, S, p)


@kernel
def phase_bit(T: Ints, S: Ints) -> int:
    """The phase as a bit; play with pack and talon spent is the END."""
    if S[S_PHASE] == PLAY and S[a_height(T) + T[T_HAND]] == 0:
        if T[T_TALON] < 0 or S[a_height(T) + T[T_TALON]] == 0:
            if T[T_TALON_BLACK] < 0 or S[a_height(T) + T[T_TALON_BLACK]] == 0:
                return END
    return S[S_PHASE]


# --- what may be done --------------------------------------------------------------------------------


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


# --- doing it ----------------------------------------------------------------------------------------


@kernel
def home_for(T: Ints, S: Ints, card: int, only_bases: bool) -> int:
    """The first foundation that puts this card up at once, or (not only_bases) wants it; -1 for none."""
    for p in range(T[T_PLACES]):
        row = T[T_PLACE] + P_WIDTH * p
        if T[row + P_SERIES] < 0 or not (S[a_want(T) + p] >> (card % 52)) & 1:
            continue
        if not only_bases or (T[row + P_FLAGS] & PUT_UP and S[a_height(T) + p] == 0):
            return p
    return -1


@kernel
def put_up(T: Ints, S: Ints, source: int) -> bool:
    """Play the uppermost card of a place if it is a foundation card that must go up at once."""
    p = home_for(T, S, S[a_top(T) + source], True)
    if p < 0:
        return False
    push(T, S, p, pop(T, S, source), 0)
    return True


@kernel
def turn_one(T: Ints, S: Ints) -> None:
    """Turn the next card of the pack to the talon (of its colour, where there are two)."""
    if put_up(T, S, T[T_HAND]):
        return
    card = pop(T, S, T[T_HAND])
    talon = T[T_TALON]
    if T[T_TALON_BLACK] >= 0 and not 13 <= card % 52 < 39:
        talon = T[T_TALON_BLACK]
    push(T, S, talon, card, 0)


@kernel
def fill_one(T: Ints, S: Ints, p: int, q: int) -> None:
    """Fill p from the place q; a foundation card that must go up at once makes way for the next."""
    if q == T[T_HAND]:
        colour = T[T[T_PLACE] + P_WIDTH * p + P_COLOUR]
        while S[a_height(T) + q] > 0:
            if put_up(T, S, q):
                continue
            face = S[a_top(T) + q] % 52
            if colour and (13 <= face < 39) != (colour == 1):
                turn_one(T, S)  # the other colour is laid on its own talon
                continue
            push(T, S, p, pop(T, S, q), 0)
            S[a_mark(T) + p] = S[a_height(T) + p] - 1
            return
        return
    push(T, S, p, pop(T, S, q), 0)


@kernel
def fill_at_once(T: Ints, S: Ints) -> None:
    """Fill what must be filled at once; where the player may choose, hold the gap open for him."""
    again = True
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
                S[S_HOLD] = k * 1024 + p
                options, one = fill_options(T, S, f, p)
                S[S_HOLD] = -1
                if options > 1:
                    S[S_HOLD] = k * 1024 + p
                    return
                if options == 1:
                    fill_one(T, S, p, one)
                    again = True


@kernel
def fill_options(T: Ints, S: Ints, f: int, p: int) -> tuple[int, int]:
    """How many places can give a card to the gap p (all that matter), and the first of them."""
    found, one = 0, -1
    for j in range(T[f + F_NSOURCES]):
        g = T[T[f + F_SOURCES] + j]
        group = T[T_GROUP] + G_WIDTH * g
        for q in range(T[group + G_FIRST], T[group + G_FIRST] + T[group + G_COUNT]):
            if q == p or S[a_height(T) + q] == 0 or (q != T[T_HAND] and S[a_live(T) + q] < 0):
                continue
            relation = T[f + F_RELATION]
            if relation >= 0 and not T[relation + q * T[T_PLACES] + p]:
                continue
            found += 1
            if one < 0:
                one = q
        if found and not T[f + F_CHOOSE]:
            return found, one
    return found, one


@kernel
def fill_all(T: Ints, S: Ints) -> None:
    """Fill every gap in its order, before the next card is turned or row dealt."""
    for k in range(T[T_NFILLS]):
        f = T[T_FILLS] + F_WIDTH * k
        if T[f + F_WHEN] != BEFORE_NEXT or not fill_active(T, S, f):
            continue
        for i in range(T[f + F_NORDER]):
            p = T[T[f + F_ORDER] + i]
            while gap(T, S, f, i):
                options, q = fill_options(T, S, f, p)
                if options == 0:
                    break
                fill_one(T, S, p, q)


@kernel
def take_up(T: Ints, S: Ints, p: int, heap: Ints, n: int, backwards: bool) -> int:
    """Take up a pile: its cards are written to the heap in the order in which they will be dealt."""
    h = S[a_height(T) + p] - T[T[T_PLACE] + P_WIDTH * p + P_KEEP]
    for i in range(h):
        heap[n + (i if backwards else h - 1 - i)] = pop(T, S, p)
    return n + max(h, 0)


@kernel
def deal_again(T: Ints, S: Ints, M: Ints) -> None:
    """Take up the talon or the tableau, shuffle where the text says so, and go on with the deal."""
    t = T[T_AGAIN]
    flags, restart, places = T[t + 1], T[t + 2], T[t + 3]
    hand = T[T_HAND]
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
        for k in range(n):
            push(T, S, T[t + 4 + (i + 1 + k) % places], M[k], 0)
        return
    for i in range(places):
        p = T[t + 4 + (places - 1 - i if flags & UNDER else i)]
        n = take_up(T, S, p, M, n, flags & BACKWARDS != 0)
    if flags & SHUFFLED:
        R = M[n : n + 4]
        seed(R, S[S_NUMBER], S[S_AGAINS])
        shuffle(R, M, n)
    for i in range(n):
        push(T, S, hand, M[n - 1 - i], 1)
    if restart >= 0:
        S[S_STEP] = restart
        set_phase(T, S, DEALING)


@kernel
def pay_queens(T: Ints, S: Ints, M: Ints) -> None:
    """Three cards for each queen from the bottom of the talon are a fresh pack (The Queens, Rule V)."""
    talon, hand = T[T_TALON], T[T_HAND]
    owed = 3 * queens_to_pay(T, S)
    n = 0
    while owed > 0 and S[a_height(T) + talon] > 0:
        card = pop_bottom(T, S, talon)
        if card % 13 != 11:
            owed -= 1
        M[n] = card
        n += 1
    for i in range(n):
        push(T, S, hand, M[n - 1 - i], 1)
    S[a_mark(T) + talon] = S[a_height(T) + talon]


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
        S[S_FRESH] = 1
    elif kind == M_DEAL:
        S[S_STEP] += 1
        S[S_ROUND] += 1
        set_phase(T, S, DEALING)
    elif kind == M_FILL:
        fill_all(T, S)
    elif kind == M_AGAIN:
        deal_again(T, S, M)
    elif kind == M_TAKE:
        take_set(T, S, a, b, c, d)
    elif kind == M_SWAP:
        change_places(T, S, a, b)
        if c != LOW:
            change_places(T, S, a, b)
            change_places(T, S, a, c)
            change_places(T, S, b, d)
            S[S_GRACES + T[T[T_SWAP] + 2]] -= 1
    elif kind == M_TOGETHER:
        play_together(T, S, a, b)
    if T[T_SPLIT] >= 0 and fresh != S[S_FRESH]:
        expose(T, S, T[T_TALON])
    if held >= 0 or kind != M_TURN:
        S[S_REPEATS] = 0
    fill_at_once(T, S)
    if S[S_PHASE] == DEALING and S[S_HOLD] < 0:
        go_on_dealing(T, S, M)
    if T[T_STAGED] and S[S_STAGE] == 0 and S[S_PHASE] == PLAY:
        S[S_STAGE] = 0 if some_start(T, S) else 1


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
def play(T: Ints, S: Ints, a: int, b: int, run: int, permit: int) -> None:
    """One card (or a whole face-up run) from a to b."""
    hand = T[T_HAND]
    dealing = S[S_PHASE] == DEALING and permit != FILLING
    if permit < FILLING:
        cost = T[T[T_PERMITS] + R_WIDTH * permit + R_COST]
        if cost >= 0:
            S[S_GRACES + cost] -= 1
    if dealing and a == hand:
        step = T[T_SCRIPT] + STEP * S[S_STEP]
        laid = permit == LAID
        card = pop(T, S, hand)
        if laid:
            S[a_mark(T) + b] = S[a_height(T) + b]
        push(T, S, b, card, 0)
        if T[step] == OP_LAY and (laid or T[step + 2] & LAY_COUNTS):
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
    if a == hand:
        fill_one(T, S, b, a)
        return
    push(T, S, b, pop(T, S, a), 0)


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
    """Two uppermost cards change places."""
    x, y = pop(T, S, a), pop(T, S, b)
    push(T, S, a, y, 0)
    push(T, S, b, x, 0)


@kernel
def play_together(T: Ints, S: Ints, a: int, b: int) -> None:
    """Play a pair to its two foundations at the same moment."""
    for k in range(2):
        p = a if k == 0 else b
        card = S[a_top(T) + p]
        h = home_for(T, S, card, False)
        push(T, S, h, pop(T, S, p), 0)


# --- the deal ----------------------------------------------------------------------------------------


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
    refresh(T, S)
    for i in range(n):
        push(T, S, T[T_HAND], cards[n - 1 - i], 1)
    for i in range(T[T_NTAKEN]):
        withdraw(T, S, T[T[T_TAKEN] + 2 * i], T[T[T_TAKEN] + 2 * i + 1])
    go_on_dealing(T, S, M)
    if T[T_STAGED] and S[S_PHASE] == PLAY:
        S[S_STAGE] = 0 if some_start(T, S) else 1


@kernel
def withdraw(T: Ints, S: Ints, face: int, p: int) -> None:
    """Take the first card of a face out of the pack and lay it on a place."""
    hand = T[T_HAND]
    above = -1
    card = S[a_top(T) + hand]
    while card % 52 != face:
        above = card
        card = S[a_under(T) + card]
    if above < 0:
        pop(T, S, hand)
    else:
        S[a_under(T) + above] = S[a_under(T) + card]
        S[a_height(T) + hand] -= 1
    push(T, S, p, card, 0)


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
            fill_at_once(T, S)
        elif op == OP_PAUSE:
            S[S_COUNT] = 0
            if S[height + hand] > 0:
                set_phase(T, S, PAUSE)
                fill_at_once(T, S)
            else:
                S[S_STEP] += 1
        elif op == OP_LOOP:
            S[S_STEP] = a if S[height + hand] > 0 else S[S_STEP] + 1
        elif op == OP_LAY:
            if not lay_step(T, S, M, a, b):
                return
        elif op == OP_BASE:
            card = pop(T, S, hand)
            S[S_BASE] = card % 13 + 1
            refresh(T, S)
            push(T, S, a, card, 0)
            S[S_STEP] += 1
        elif op == OP_HEAP:
            if not heap_step(T, S, M, a, b):
                return
        elif op == OP_SCATTER:
            if S[S_COUNT] >= b or S[height + hand] == 0:
                S[S_STEP] += 1
            elif not put_up(T, S, hand):
                return
        elif op == OP_COLOURS:
            if not colour_step(T, S, a, b):
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
def lay_step(T: Ints, S: Ints, M: Ints, p: int, flags: int) -> bool:
    """Deal one card to a place; False where the player must decide."""
    hand = T[T_HAND]
    if S[a_height(T) + hand] == 0:
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
    elif put_up(T, S, hand):
        return True
    if flags & LAY_UNLIKE and not find_unlike(T, S, p, M):
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
def find_unlike(T: Ints, S: Ints, p: int, M: Ints) -> bool:
    """Bring up a card whose value the column has not yet; else shuffle all and begin again (Nestor)."""
    hand = T[T_HAND]
    for _ in range(S[a_height(T) + hand]):
        rank = S[a_top(T) + hand] % 13
        card = S[a_top(T) + p] if S[a_height(T) + p] else -1
        while card >= 0 and card % 13 != rank:
            card = S[a_under(T) + card]
        if card < 0:
            return True
        push_under(T, S, hand, pop(T, S, hand), 1)
    S[S_REPEATS] += 1
    n = 0
    for q in range(T[T_PLACES]):
        n = take_up(T, S, q, M, n, False)
    R = M[n : n + 4]
    seed(R, S[S_NUMBER], 1000 + S[S_REPEATS])
    shuffle(R, M, n)
    for i in range(n):
        push(T, S, hand, M[i], 1)
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
def colour_step(T: Ints, S: Ints, red: int, black: int) -> bool:
    """Deal one card to the next gap of its colour, else to its talon; False when no gap is left."""
    hand = T[T_HAND]
    gaps = 0
    for k in range(2):
        group = T[T_GROUP] + G_WIDTH * (red if k == 0 else black)
        for p in range(T[group + G_FIRST], T[group + G_FIRST] + T[group + G_COUNT]):
            if S[a_height(T) + p] == 0:
                gaps += 1
    if gaps == 0 or S[a_height(T) + hand] == 0:
        return False
    face = S[a_top(T) + hand] % 52
    group = T[T_GROUP] + G_WIDTH * (red if 13 <= face < 39 else black)
    for p in range(T[group + G_FIRST], T[group + G_FIRST] + T[group + G_COUNT]):
        if S[a_height(T) + p] == 0:
            push(T, S, p, pop(T, S, hand), 0)
            return True
    turn_one(T, S)
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


# --- whole games -------------------------------------------------------------------------------------


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
            rank = 3 if (M[i] >> (5 + 2 * BITS)) & LOW != LOW else 0
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
        # a whole face-up run: worth it when it turns a card up, or brings a king's lane into use
        below_run = S[a_under(T) + S[a_run(T) + a]]
        return 7 if below_run >= 0 else 0
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
        shuffle(R, cards, n)
        begin(T, S, cards, n, number + g, M)
        seed(R, number + g, 1 << 30)
        made = playout(T, S, R, M, policy, limit)
        won = is_won(T, S)
        tally[0] += 1 if won else 0
        tally[1] += made
        tally[2] += 1 if made >= limit and not won else 0
        tally[3 + S[S_HOME]] += 1
