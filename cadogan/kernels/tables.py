"""The shape of a program and of a state: where everything stands in the two runs of integers."""

from __future__ import annotations

from .backend import Ints, kernel

# --- the program: header ---------------------------------------------------------------------------
T_PLACES, T_GROUPS, T_COPIES, T_HAND, T_TALON, T_TALON_BLACK = 0, 1, 2, 3, 4, 5
T_GOAL, T_TURNS, T_SPLIT, T_FLIPS, T_DISCARD, T_LOOSE = 6, 7, 8, 9, 10, 11
T_PLACE, T_GROUP, T_SERIES, T_ORDER, T_PERMITS, T_NPERMITS = 12, 13, 14, 15, 16, 17
T_FILLS, T_NFILLS, T_SCRIPT, T_AGAIN, T_SETS, T_SWAP, T_LICENCE = 18, 19, 20, 21, 22, 23, 24
T_TOGETHER, T_LINES, T_TAKEN, T_NTAKEN, T_RANKS, T_SUITS, T_STAGED = 25, 26, 27, 28, 29, 30, 31
T_FOUND, T_PUTS, T_TURN_TO, T_LIFT, T_SLIP, T_TESTED, T_SINGLE = 32, 33, 34, 35, 36, 37, 38
T_HEADER = 40

# --- the program: a place's row, a group's row -------------------------------------------------------
(P_GROUP, P_KEEP, P_SERIES, P_BASE, P_FAMILY, P_SUIT, P_FLAGS, P_LINK, P_BLOCK_A, P_BLOCK_B, P_DEPENDS,
 P_COLOUR, P_WIDTH) = range(13)  # fmt: skip
PUT_UP, ONE_OF_EACH, HOME, NEWEST, RUNS, SINGLE, TILL_THE_END, ONLY_RED, ONLY_BLACK = 1, 2, 4, 8, 16, 32, 64, 128, 256
G_FIRST, G_COUNT, G_RUN, G_WIDTH = 0, 1, 2, 3

# --- the program: a permit, a way of filling, a step of the deal -------------------------------------
(R_FROM, R_TO, R_MODE, R_FIT, R_RELATION, R_PHASES, R_RUN, R_CONDITION, R_AFTER, R_YIELDS, R_ON_BLOCKED,
 R_WIDTH) = range(12)  # fmt: skip
TO_FOUNDATION, ON_CARD, ON_EMPTY = 0, 1, 2
(F_WHEN, F_UPTO, F_PHASES, F_NSOURCES, F_SOURCES, F_CHOOSE, F_ORDER, F_NORDER, F_RELATION, F_ROUND, F_BY,
 F_ACROSS, F_NEWEST, F_LANE, F_SINGLY, F_WIDTH) = range(16)  # fmt: skip
AT_ONCE, BEFORE_NEXT = 0, 1
(OP_END, OP_LAY, OP_PAUSE, OP_LOOP, OP_BASE, OP_HEAP, OP_SCATTER, OP_COLOURS, OP_SLIP, OP_LIFT, OP_KEY,
 OP_CHOOSE) = range(12)  # fmt: skip
LAY_DOWN, LAY_UNDER, LAY_EXAMINE, LAY_MUST, LAY_COUNTS, LAY_UNLIKE, LAY_IF_EMPTY, LAY_AS_IT_LIES = 1, 2, 4, 8, 16, 32, 64, 128
LAY_IN_SPITE = 256
STEP = 4

# --- the phases, as bits -----------------------------------------------------------------------------
DEALING, PAUSE, PLAY, END, OUT = 1, 2, 4, 8, 16

# --- the state ---------------------------------------------------------------------------------------
(S_PHASE, S_STEP, S_COUNT, S_FRESH, S_AGAINS, S_NUMBER, S_BASE, S_TARGET, S_HOLD, S_ROUND, S_STAGE, S_HOME,
 S_REPEATS, S_GRACES) = range(14)  # fmt: skip
S_HEADER = 20

# --- the moves ---------------------------------------------------------------------------------------
M_PLAY, M_TURN, M_DEAL, M_FILL, M_AGAIN, M_TAKE, M_SWAP, M_TOGETHER, M_LIFT, M_SLIP, M_PASS = range(11)
BITS, LOW = 9, 511
#: In place of a permit's number: the card is laid in dealing, or fills a gap that must be filled.
LAID, FILLING = LOW, LOW - 1

ANY_TWO, EXCHANGE_FOR_SET, OR_EMPTY, STRAYS = 0, 1, 2, 3
SHUFFLED, UNDER, BACKWARDS, PAY_QUEENS, DEAL_ROUND, PLACING = 1, 2, 4, 8, 16, 32
ALL_QUEENS, QUEENS_ALONG, QUEENS_STAY = 64, 128, 256
#: What a permit asks besides: the card in dealing; the next of the pack; a whole ray empty; the next of the pack,
#: no talon standing; the card in dealing laid aside; an exchange that brings another card into use; one from each
#: foundation between two plays; a place that has had no such card before; all other cards home; more than one card.
DEALT, FROM_PACK, RAY_EMPTY, NO_TALON, ASIDE, IN_USE, IN_TURN, ONCE, REST_HOME, SEVERAL = range(1, 11)


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
