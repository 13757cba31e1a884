"""A finder of wins that keeps many positions at once: beam search with weights drawn by lot.

All moves of the positions of a level are made; of what comes of them the best, by what can be seen
of a position (`LOOKS`), are the next level (B. Lowerre, *The HARPY Speech Recognition System*,
1976). What was met before is passed over. A beam that comes to its end is followed by another,
whose weights are drawn anew and whose width follows the universal series 1, 1, 2, 1, 1, 2, 4, …
(Luby, Sinclair and Zuckerman, *Optimal speedup of Las Vegas algorithms*, 1993): what one order of
merit loses, another finds. A win is a witness; that there is none says nothing.

It wins where the tableau is rich in moves that look alike, and playouts (`cadogan.solver.finder`)
win where the pack comes once and order is all."""

from __future__ import annotations

from functools import lru_cache

from cadogan.compiler.layout import Field
from cadogan.compiler.program import Program
from cadogan.compiler.run import Machine
from cadogan.engine.chance import below, seed
from cadogan.engine.numbers import FACE, FACES, NOTHING, SUIT
from cadogan.engine.permits import OnCard
from cadogan.engine.play import apply, is_won, legal
from cadogan.engine.rules import Group, Rules
from cadogan.patience.game import Game, compiled
from cadogan.players.careful import find_needs, have_changed, needs
from cadogan.players.mind import Remembering
from cadogan.solver.finder import Finder
from cadogan.solver.plan import Plan, Room, Searching
from cadogan.solver.searching import in_vain, sure_move
from cadogan.solver.steps import NEW, back, count_all, enter, forget, forth, put_back, save

#: What is looked at of a position, with its usual weight (the mean of what proved best in five
#: games): lots take a weight from nothing to twice that.
LOOKS = {
    "home": 45,  # a card at home
    "blocked": 12,  # a card with one above it that is wanted later
    "blocker": 15,  # a card above one that is wanted sooner
    "dig": 2,  # for each card upon one that is wanted, the more the sooner (sixteenths)
    "soon": 8,  # for each step fewer than three after which a card so blocked is wanted
    "late": 1,  # for each card the steps after which it is wanted
    "pair": 7,  # a card that fits on the one beneath it
    "suit": 4,  # and is of its suit
    "down": 25,  # a card face down
    "empty": 15,  # an empty place
    "hand": 3,  # a card in the pack
    "lot": 25,  # chance, up to this much
}
HOME, BLOCKED, BLOCKER, DIG, SOON, LATE, PAIR, SUITED, DOWN, EMPTY, HAND, LOT = range(len(LOOKS))
USUAL = tuple(LOOKS.values())
#: What a position is worth is between 0 and this; a middling one is worth about a third of it.
MOST = 1 << 14
MIDDLE = MOST // 3
#: How wide the narrowest beam is, and how much wider the widest.
NARROW, WIDEST = 60, 32
#: Moves weighed in a level at most, for each position in it; levels that a beam has room for where
#: all are of full width; places in the table of positions met.
MOVES, LONGEST, SLOTS = 24, 500, 1 << 19
#: The stream of lots by which the beams differ.
LOTS = 1 << 29


class Beaming(Searching, Remembering):
    """The state of a game with what a search and beams keep besides: their rows."""

    __slots__ = ()
    weights: list[int]
    way: list[int]
    tried: list[int]
    column: list[int]
    parent: list[int]
    move: list[int]
    worth: list[int]
    reached: list[int]
    ranked: list[int]
    rank: list[int]
    way_from: list[int]
    way_by: list[int]


class Beams:
    """How much room the beams have: positions in two levels and the root behind them, moves weighed
    in a level, and moves that led to all positions kept."""

    def __init__(self) -> None:
        self.width = WIDEST * NARROW
        self.weighed, self.ways = MOVES * self.width, LONGEST * self.width
        self.root = 2 * self.width

    def memory(self, rules: Rules) -> tuple[Field, ...]:
        """What is seen of the foundations; the weights; the beam, its level and the candidates for
        the next; and by which move from where each position came.
        """
        single = ("first_lot", "beams", "wide", "half", "standing", "candidates", "ways", "walked")
        return (
            *needs(rules),
            *(Field(name) for name in (*single, "tries", "won_at", "won_by")),
            *(Field("weights", len(USUAL)), Field("way", self.root, 4)),
            *(Field("tried", rules.room), Field("column", len(rules.pack) + 1, 1)),
            *(Field("parent", self.weighed, 4), Field("move", self.weighed)),
            *(Field("worth", self.weighed, 4), Field("reached", self.weighed)),
            *(Field("ranked", self.weighed, 4), Field("rank", MOST + 1, 4)),
            *(Field("way_from", self.ways, 4), Field("way_by", self.ways)),
        )


def start(rules: Rules, s: Beaming, plan: Plan, f: Beams, lot: int) -> None:
    """Begin from the position that lies in the state; this lot is that of the first beam."""
    s.first_lot = lot
    s.beams = 0
    s.walked = 0
    s.mode = 0
    for p in range(len(rules.places)):
        s.needed_for[p] = NOTHING
    s.depth = f.root
    save(s, plan)
    begin_beam(rules, s, plan, f)


def begin_beam(rules: Rules, s: Beaming, plan: Plan, f: Beams) -> None:
    """Begin a beam at the root, the first by the usual weights, others by weights drawn anew."""
    s.depth = f.root
    put_back(s, plan)
    s.depth = 0
    save(s, plan)
    seed(s.lots, s.first_lot + s.beams, LOTS)
    for i in range(len(USUAL)):
        s.weights[i] = USUAL[i] if s.beams == 0 else below(s.lots, 2 * USUAL[i] + 1)
    s.beams += 1
    s.wide = NARROW * min(WIDEST, luby(s.beams))
    s.half = 0
    s.standing = 1
    s.way[0] = 0
    s.ways = 1
    forget(s)


def luby(n: int) -> int:
    """The nth of the series 1, 1, 2, 1, 1, 2, 4, 1, …, n from 1 on."""
    size = 2
    while size <= n:
        size *= 2
    while size != n + 1:
        n -= (size >> 1) - 1
        size = 2
        while size <= n:
            size *= 2
    return size >> 1


def search(rules: Rules, s: Beaming, plan: Plan, f: Beams, moves: int) -> int:
    """Go on for about this many moves; whether a game is won: `s.won_by` is its last move, from
    where the way `s.won_at` led.
    """
    until = s.walked + moves
    while s.walked < until:
        if weigh(rules, s, plan, f):
            return True
        choose(rules, s, plan, f)
        if s.standing == 0 or s.ways + f.width > f.ways:
            begin_beam(rules, s, plan, f)
    return False


def weigh(rules: Rules, s: Beaming, plan: Plan, f: Beams) -> int:
    """Make every move of the positions of the level, and note what comes of it; whether a game is
    won.
    """
    s.candidates = 0
    s.walked += 1
    for i in range(s.standing):
        s.depth = s.half * f.width + i
        put_back(s, plan)
        count_all(rules, s, plan)
        find_tries(rules, s, plan, f)
        for k in range(s.tries):
            if weigh_move(rules, s, plan, s.tried[k]):
                return True
    return False


def find_tries(rules: Rules, s: Beaming, plan: Plan, f: Beams) -> None:
    """Write the moves worth trying here to `s.tried`: one that loses nothing alone."""
    n = legal(rules, s)
    s.tries = 0
    sure = sure_move(rules, s, plan, n) if plan.needs else NOTHING
    for i in range(n):
        if (i == sure or (sure < 0 and not in_vain(rules, s, plan, s.moves[i]))) and (
            s.candidates + s.tries < f.weighed
        ):
            s.tried[s.tries] = s.moves[i]
            s.tries += 1


def weigh_move(rules: Rules, s: Beaming, plan: Plan, move: int) -> int:
    """Make a move, note what comes of it, and take it back; whether it wins."""
    forth(rules, s, plan, move)
    won = is_won(rules, s)
    if won:
        s.won_at = s.way[s.depth]
        s.won_by = move
    else:
        k = s.candidates
        s.parent[k] = s.depth
        s.move[k] = move
        s.reached[k] = s.digest
        s.worth[k] = max(0, min(MOST - 1, worth_of(rules, s)))
        s.candidates += 1
        s.walked += 1
    back(rules, s, plan, move)
    return won


def choose(rules: Rules, s: Beaming, plan: Plan, f: Beams) -> None:
    """The best of the candidates that were not met before become the next level."""
    rank_candidates(s)
    half = 1 - s.half
    standing = 0
    for i in range(s.candidates):
        if standing == s.wide:
            break
        k = s.ranked[i]
        s.digest = s.reached[k]
        if enter(s, plan) == NEW:
            s.depth = s.parent[k]
            put_back(s, plan)
            apply(rules, s, s.move[k])
            s.way_from[s.ways] = s.way[s.depth]
            s.way_by[s.ways] = s.move[k]
            s.depth = half * f.width + standing
            save(s, plan)
            s.way[s.depth] = s.ways
            s.ways += 1
            standing += 1
    s.half = half
    s.standing = standing


def rank_candidates(s: Beaming) -> None:
    """Write the candidates to `s.ranked`, the best first: how many are better is counted."""
    for i in range(MOST + 1):
        s.rank[i] = 0
    for k in range(s.candidates):
        s.rank[MOST - s.worth[k]] += 1
    for i in range(MOST):
        s.rank[i + 1] += s.rank[i]
    for k in range(s.candidates):
        slot = MOST - 1 - s.worth[k]
        s.ranked[s.rank[slot]] = k
        s.rank[slot] += 1


# --- what a position is worth -------------------------------------------------------------------------


def worth_of(rules: Rules, s: Beaming) -> int:
    """What a position is worth by the weights of this beam."""
    if rules.foundations and have_changed(rules, s):
        find_needs(rules, s)
    worth = MIDDLE + s.weights[HOME] * s.home + below(s.lots, s.weights[LOT] + 1)
    for group in rules.groups:
        if group.first == rules.hand.first:
            worth -= s.weights[HAND] * s.height[group.first]
        elif not group.foundation and not group.heap:
            for p in range(group.first, group.end):
                if s.height[p] <= group.keep:
                    worth += s.weights[EMPTY]
                else:
                    worth += worth_of_pile(rules, s, group, p)
    return worth


def worth_of_pile(rules: Rules, s: Beaming, group: Group, p: int) -> int:
    """What the cards of a pile add or take, from the uppermost downward, and then upward."""
    worth = 0
    latest = NOTHING
    covering = 0
    above = NOTHING
    card = s.top[p]
    while card >= 0:
        need = s.need[card & FACE]
        s.column[covering] = need
        worth -= need * s.weights[LATE]
        if rules.face_down and s.down[card]:
            worth -= s.weights[DOWN]
        if above >= 0 and fits(rules, group, card, above):
            worth += s.weights[PAIR]
            if SUIT[card & FACE] == SUIT[above & FACE]:
                worth += s.weights[SUITED]
        if latest > need:
            worth -= s.weights[BLOCKED] + s.weights[SOON] * max(0, 3 - need)
            worth -= s.weights[DIG] * min(covering, 6) * max(0, 12 - need) >> 4
        latest = max(latest, need)
        above = card
        covering += 1
        card = s.under[card]
    soonest = FACES
    while covering > 0:
        covering -= 1
        if s.column[covering] > soonest:
            worth -= s.weights[BLOCKER]
        soonest = min(soonest, s.column[covering])
    return worth


def fits(rules: Rules, group: Group, card: int, above: int) -> int:
    """Whether a card may be laid on another in a group."""
    for permit in rules.permits:
        if (
            isinstance(permit, OnCard)
            and permit.to is group
            and permit.fits[card & FACE] >> (above & FACE) & 1
        ):
            return True
    return False


# --- from outside -------------------------------------------------------------------------------------


@lru_cache(maxsize=16)
def program_of(game: Game) -> Program:
    """The game's program for beams."""
    rules, f = game.rules, Beams()
    plan = Plan(rules, Room(SLOTS, 1, f.root + 1))
    saves = plan.saves if plan.steady else ()  # the others have them anyhow
    layout = (*rules.layout, *plan.layout, *saves, *f.memory(rules))
    return compiled(game, (start, search), layout, ", beams", plan=plan, f=f)


class Beam(Finder):
    """Looks for wins by beams; what `Finder.walked` counts are moves weighed.

    Args:
        game: the game; not one whose re-deals shuffle, for which a beam has no memory.
        backend: what runs it (`cadogan.compiler.run.Machine`).

    >>> import cadogan
    >>> sultan = cadogan.games["sultan"]
    >>> position, beam = sultan.deal(1), Beam(sultan)
    >>> beam.start(position)
    >>> for code in beam.find(100_000):
    ...     position = position.after(code)
    >>> position.is_won
    True
    """

    def __init__(self, game: Game, backend: str = "auto") -> None:
        self.game, self.machine = game, Machine(program_of(game), backend)

    def find(self, moves: int) -> list[int]:
        """Go on for about this many moves; the moves of a game that is won, or none."""
        if not self.machine.call("search", moves):
            return []
        step, line = self.machine.number("won_at"), [self.machine.number("won_by")]
        way_from, way_by = self.machine.row("way_from"), self.machine.row("way_by")
        while step:
            line.append(way_by[step])
            step = way_from[step]
        return line[::-1]
