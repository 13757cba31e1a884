"""The search itself, in the engine's own part of Python: depth first, with an explicit stack, in
slices.

It is specialised for each game as the engine is, and runs over the same `legal`, `apply` and
`is_won`. A call of `search` goes on for this many positions; between two calls the whole of the
search lies in the state, so that it can be watched and stopped."""

from __future__ import annotations

from cadogan.compiler import lowest
from cadogan.engine.moves import FILLING, KIND, part
from cadogan.engine.numbers import FACE, NOTHING
from cadogan.engine.permits import PLAYING
from cadogan.engine.piles import lowest_of
from cadogan.engine.play import is_won, legal
from cadogan.engine.rules import Rules
from cadogan.players import strategies
from cadogan.solver.alike import settles
from cadogan.solver.crowded import crowded
from cadogan.solver.hopeless import hopeless, in_run, shifted
from cadogan.solver.leftover import uneven, unpaired
from cadogan.solver.plan import HOME_AT_ONCE, RELEASING, Plan, Searching
from cadogan.solver.steps import FULL, NEW, back, count_all, enter, forget, forth, mixed, save
from cadogan.words.again import AGAIN

#: What a call of `search` ends with: it can go on; a won position stands there; all has been
#: searched; the table is full.
GOES_ON, WON, DONE, NO_ROOM = 0, 1, 2, 3
#: What a move is worth is kept above its integer while it waits.
WORTH = 44
MOVE = (1 << WORTH) - 1
#: What it is worth to lay a card where it waits for others neither more nor less than before
#: (`released`).
NEUTRAL = 3


def start(rules: Rules, s: Searching, plan: Plan, mode: int, lot: int, deep: int) -> None:
    """Begin a search from the position that lies in the state, so restricted, by a lot (0 for
    none), and this many moves deep at most.
    """
    s.mode = mode
    s.lot = lot
    s.deep = deep
    s.least = NEUTRAL if plan.order and mode & RELEASING else 0
    s.depth = 0
    s.states = 1
    s.cut = 0
    s.shuffles_met = 0
    s.in_order = in_order(rules, s, plan)
    forget(s)
    count_all(rules, s, plan)
    enter(s, plan)
    expand(rules, s, plan)


def search(rules: Rules, s: Searching, plan: Plan, states: int) -> int:
    """Search on for this many positions. Where it ends with WON, the won position stands in the
    state.
    """
    left = states
    while left > 0:
        d = s.depth
        if s.next_move[d] < s.last_move[d]:
            move = s.line[s.next_move[d]] & MOVE
            s.next_move[d] += 1
            forth(rules, s, plan, move)
            s.states += 1
            left -= 1
            if is_won(rules, s):
                return WON
            fresh = NEW if must_cover(rules, s, plan, move) else enter(s, plan)
            if fresh == NEW and fits(rules, s, plan):
                s.depth = d + 1
                expand(rules, s, plan)
            else:
                back(rules, s, plan, move)
                if fresh == NEW:
                    s.cut = 1
                elif fresh == FULL:
                    return NO_ROOM
        elif d == 0:
            return DONE
        else:
            s.depth = d - 1
            back(rules, s, plan, move_of(s, d - 1))
    return GOES_ON


def fits(rules: Rules, s: Searching, plan: Plan) -> int:
    """Whether there is room for the moves of one more level."""
    return s.depth + 1 < min(plan.levels, s.deep) and s.last_move[s.depth] + rules.room <= plan.line


def expand(rules: Rules, s: Searching, plan: Plan) -> None:
    """Write the moves of the position to the line, those that are worth most first."""
    d = s.depth
    first = s.last_move[d - 1] if d > 0 else 0
    s.next_move[d] = first
    n = legal(rules, s)
    if d > 0 and must_cover(rules, s, plan, move_of(s, d - 1)):
        n = only_to(s, n, part(move_of(s, d - 1), 1))
    sure = sure_move(rules, s, plan, n) if plan.needs else NOTHING
    if sure < 0 and s.mode & HOME_AT_ONCE:
        sure = home_move(rules, s, n)
    if sure >= 0:
        s.line[first] = s.moves[sure]
        s.last_move[d] = first + 1
    elif (
        (plan.hopes and hopeless(rules, s, plan) and nothing_hidden(rules, s, plan, n))
        or (plan.pairs is not None and unpaired(rules, s, plan))
        or (plan.even and uneven(rules, s, plan))
        or (plan.strands and crowded(rules, s, plan))
    ):
        s.last_move[d] = first
    else:
        s.last_move[d] = sorted_moves(rules, s, plan, first, n)
    if not plan.steady and s.last_move[d] > first:
        save(s, plan)


def must_cover(rules: Rules, s: Searching, plan: Plan, move: int) -> int:
    """Whether the next move must lay a card on that which this one has laid
    (`cadogan.solver.plan.can_wait`).
    """
    return (
        move & KIND == PLAYING
        and plan.reserve[part(move, 0)]
        and s.top[part(move, 0)] < 0
        and not goes_home(rules, move)
    )


def only_to(s: Searching, n: int, p: int) -> int:
    """Keep only the moves that lay a card on a place; returns how many they are."""
    count = 0
    for i in range(n):
        if s.moves[i] & KIND == PLAYING and part(s.moves[i], 1) == p:
            s.moves[count] = s.moves[i]
            count += 1
    return count


def nothing_hidden(rules: Rules, s: Searching, plan: Plan, n: int) -> int:
    """Whether a position lost before the re-deal needs no search: the re-deal can be made here,
    which is noted, or there is none.
    """
    if not plan.shuffles:
        return True
    for i in range(n):
        if s.moves[i] & KIND == AGAIN.number:
            s.shuffles_met = 1
            return True
    assert rules.redeal is not None
    return rules.redeal.limit >= 0 and s.redeals >= rules.redeal.limit


def sorted_moves(rules: Rules, s: Searching, plan: Plan, first: int, n: int) -> int:
    """Write the moves to be tried to the line from `first` on; where they end."""
    end = first
    for i in range(n):
        move = s.moves[i]
        if plan.shuffles and move & KIND == AGAIN.number:
            s.shuffles_met = 1
        elif not (s.stays and move & KIND == PLAYING) and not in_vain(rules, s, plan, move):
            slot = end
            worth = worth_of(rules, s, plan, move)
            if worth >= s.least:
                if s.lot:
                    worth = 4 * worth + (mixed(s.digest ^ (move << 20) ^ s.lot) & 15)
                while slot > first and s.line[slot - 1] >> WORTH < worth:
                    s.line[slot] = s.line[slot - 1]
                    slot -= 1
                s.line[slot] = (worth << WORTH) | move
                end += 1
    return end


def worth_of(rules: Rules, s: Searching, plan: Plan, move: int) -> int:
    """What a move is worth, for the order in which moves are tried: what it releases, or else as
    the greedy player values it.
    """
    if (
        plan.order
        and move & KIND == PLAYING
        and part(move, 3) < FILLING
        and not goes_home(rules, move)
    ):
        return released(rules, s, plan, move)
    return strategies.worth_of(rules, s, move)


def released(rules: Rules, s: Searching, plan: Plan, move: int) -> int:
    """What it is worth to lay a card elsewhere: most where it lay upon one that is wanted before it
    and will no longer, least where it comes to lie upon one."""
    a, b = part(move, 0), part(move, 1)
    card = lowest_of(rules, s, a, part(move, 2))
    worth = NEUTRAL + 2 * waits(s, plan, card, s.under[card]) - 2 * waits(s, plan, card, s.top[b])
    if s.top[b] >= 0:
        worth += 1
    return worth


def waits(s: Searching, plan: Plan, card: int, below: int) -> int:
    """Whether a card that is wanted before this one lies in a pile, from `below` down."""
    mine = plan.order[card & FACE]
    while below >= 0:
        if plan.order[below & FACE] < mine:
            return True
        below = s.under[below]
    return False


def in_vain(rules: Rules, s: Searching, plan: Plan, move: int) -> int:
    """Whether a move to an empty place leads to nothing that another does not: an interchangeable
    place before it is empty, too, or the card comes from such a place where it lies alone, and
    nothing else follows from the move."""
    if (
        move & KIND != PLAYING
        or part(move, 3) >= FILLING
        or s.top[part(move, 1)] >= 0
        or rules.places[part(move, 1)].group.foundation
    ):
        return False
    if plan.settled != plan.first and settles(rules, s):
        return none_new(s, plan, plan.settled, part(move, 0), part(move, 1))
    return none_new(s, plan, plan.first, part(move, 0), part(move, 1))


def none_new(s: Searching, plan: Plan, first: tuple[int, ...], a: int, b: int) -> int:
    """Whether that is so of a card that goes from a to b; ``first`` has for each place the first
    with which it is interchangeable."""
    if plan.steady and first[a] == first[b] and s.under[s.top[a]] < 0:
        return True
    for q in range(first[b], b):
        if s.top[q] < 0 and first[q] == first[b]:
            return True
    return False


def sure_move(rules: Rules, s: Searching, plan: Plan, n: int) -> int:
    """The first move to a foundation that loses nothing (`cadogan.solver.plan.safe`), or none."""
    home = 0
    for group in rules.foundations:
        for p in range(group.first, group.end):
            if s.top[p] >= 0:
                home |= plan.sent[s.top[p] & FACE]
    if plan.in_turn and s.in_order:
        home |= ready(plan, home)
    for i in range(n):
        move = s.moves[i]
        if goes_home(rules, move) and not plan.needs[s.top[part(move, 0)] & FACE] & ~home:
            return i
    return NOTHING


def in_order(rules: Rules, s: Searching, plan: Plan) -> int:
    """Whether every card of a run fits the one that it lies on, or will when it is turned up; then
    it is so ever after.
    """
    if plan.in_turn and rules.runs:
        for p in range(len(rules.places)):
            card = s.top[p]
            while card >= 0:
                below = s.under[card]
                if in_run(rules, s, plan, p, below):
                    if not plan.needs[below & FACE] >> (card & FACE) & 1:
                        return False
                card = below
    return True


def ready(plan: Plan, home: int) -> int:
    """The faces that are wanted, and on which nothing fits but what is home or ready
    (`cadogan.solver.plan.safe`).
    """
    next_faces = (shifted(plan.upward, home) | plan.lowest) & ~home
    ready_faces = 0
    before = NOTHING
    while before != ready_faces:
        before = ready_faces
        faces = next_faces & ~ready_faces
        while faces:
            face = lowest(faces)
            faces &= faces - 1
            if not plan.needs[face] & ~(home | ready_faces):
                ready_faces |= 1 << face
    return ready_faces


def home_move(rules: Rules, s: Searching, n: int) -> int:
    """The first move to a foundation, or none."""
    for i in range(n):
        if goes_home(rules, s.moves[i]):
            return i
    return NOTHING


def goes_home(rules: Rules, move: int) -> int:
    """Whether a move lays a card on a foundation."""
    return move & KIND == PLAYING and rules.places[part(move, 1)].group.foundation


# --- making a line shorter ----------------------------------------------------------------------------


def root(rules: Rules, s: Searching, plan: Plan) -> None:
    """Number the position that lies in the state, from which no way leads back."""
    s.mode = 0
    s.depth = 0
    count_all(rules, s, plan)


def lay(rules: Rules, s: Searching, plan: Plan, d: int, move: int) -> None:
    """Write a move of a line found elsewhere as that made from a level."""
    s.line[d] = move
    s.next_move[d] = d + 1


def trace(rules: Rules, s: Searching, plan: Plan, length: int) -> None:
    """Make the moves of the line again, and write down the number of each position before its move."""
    for d in range(length):
        s.depth = d
        s.before_digest[d] = s.digest
        forth(rules, s, plan, move_of(s, d))


def farther(rules: Rules, s: Searching, plan: Plan, step: int, length: int) -> int:
    """Make the move that leads farthest along the line traced, from its position numbered ``step``;
    returns the number of the position reached, ``length`` for a win. The move stands in
    `s.chosen`."""
    s.depth = 0
    n = legal(rules, s)
    if not plan.steady:
        save(s, plan)
    for i in range(n):
        s.looked[i] = s.moves[i]
    best = step
    for i in range(n):
        move = s.looked[i]
        if not (plan.shuffles and move & KIND == AGAIN.number):
            forth(rules, s, plan, move)
            reached = length
            if not is_won(rules, s):
                reached -= 1
                while reached > best and s.before_digest[reached] != s.digest:
                    reached -= 1
            back(rules, s, plan, move)
            if reached > best:
                best = reached
                s.chosen = move
    forth(rules, s, plan, s.chosen)
    return best


def move_of(s: Searching, d: int) -> int:
    """The move that was made from a level."""
    return s.line[s.next_move[d] - 1] & MOVE
