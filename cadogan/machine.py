"""Lowering: a game's clauses become the flat tables that the kernels read.

`lower` turns a `Game` into a `Program`: one run of integers ``T`` and, beside it, what people need to know of
it (the places, and the clause behind every table row).
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

from cadogan import kernels as plain
from cadogan import terms
from cadogan.cards import SUITS, Card, cards
from cadogan.kernels import (
    DEALING,
    END,
    HOME,
    LAY_COUNTS,
    LAY_DOWN,
    LAY_EXAMINE,
    LAY_IN_SPITE,
    LAY_MUST,
    LAY_UNDER,
    LAY_UNLIKE,
    NEWEST,
    ON_CARD,
    ON_EMPTY,
    ONE_OF_EACH,
    OP_BASE,
    OP_COLOURS,
    OP_END,
    OP_HEAP,
    OP_KEY,
    OP_LAY,
    OP_LIFT,
    OP_LOOP,
    OP_PAUSE,
    OP_SCATTER,
    OP_SLIP,
    OUT,
    PAUSE,
    PLAY,
    PUT_UP,
    RUNS,
    SINGLE,
    TO_FOUNDATION,
)  # fmt: skip
from cadogan.layout import Place
from cadogan.lowering import Group, Permit, Table, blockers, square_lines
from cadogan.terms import Clause, RuleError, groups

if TYPE_CHECKING:
    from cadogan.game import Game

ALL_FACES = (1 << 52) - 1


@dataclass
class Program:
    """A game lowered to tables."""

    tables: list[int]
    places: tuple[Place, ...]
    groups: dict[str, Group]
    permits: tuple[Permit, ...]
    fills: tuple[terms.fill, ...]
    pack: tuple[int, ...]
    graces: int
    _array: Any = field(default=None, repr=False)

    @property
    def array(self) -> Any:
        """The tables as an int64 array, for the compiled kernels."""
        if self._array is None:
            import numpy

            self._array = numpy.array(self.tables, numpy.int64)
        return self._array

    @cached_property
    def marked(self) -> frozenset[int]:
        """The places whose mark belongs to the position: later play hangs on it."""
        T, found = self.tables, set()
        once = {p.to for p in self.permits if p.condition == plain.ONCE}
        for i in range(len(self.places)):
            row = T[plain.T_PLACE] + plain.P_WIDTH * i
            if T[plain.T_TESTED] and T[row + plain.P_SERIES] >= 0:
                found.add(i)
            if i == T[plain.T_TALON] and T[plain.T_AGAIN] >= 0 and T[T[plain.T_AGAIN] + 1] & plain.PAY_QUEENS:
                found.add(i)
            if T[row + plain.P_FLAGS] & NEWEST or self.places[i].group in once:
                found.add(i)
        return frozenset(found)

    def place_index(self, name: str) -> int:
        """The index of a place by its id; -1 where there is none."""
        return next((i for i, p in enumerate(self.places) if p.id == name), -1)


class _Lowering(Table):
    """The tables of one game."""

    # --- tables ---

    def at_home(self, group: str) -> str:
        """The colour that is at home in a group, ``red`` or ``black``: on a stray nothing may be laid; empty for both."""
        return next((c.which.code for c in self.of(terms.free) if group in groups(c.group) and c.which.code in ("red", "black")), "")

    def fit(self, line_: terms.Line, suit: terms.Suits, never_on: int = 0, colour: str = "") -> int:
        """The table of what fits on what: 52 words."""
        key = (line_, suit, never_on, colour)
        if key not in self.fit_at:
            ranks = self.one(terms.packs).ranks
            words = []
            for top in range(52):
                word = 0
                stray = colour != "" and (SUITS[top // 13] in "DH") != (colour == "red")
                if top % 13 + 1 in ranks and top % 13 + 1 != never_on and not stray:
                    for face in range(52):
                        if face % 13 + 1 in ranks and line_.fits(top % 13 + 1, face % 13 + 1, ranks):
                            if suit.fits(SUITS[top // 13], SUITS[face // 13]):
                                word |= 1 << face
                words.append(word)
            self.fit_at[key] = self.add(words)
        return self.fit_at[key]

    def relation(self, where: terms.Relation | None) -> int:
        """The table of a relation between places, or -1."""
        if where is None:
            return -1
        if where.code not in self.relation_at:
            rays = where is terms.same_ray  # of the tableau only: a ray's foundation is its root
            on = [not rays or self.laid(p) for p in self.places]
            pairs = ((a, b, i and j) for a, i in zip(self.places, on) for b, j in zip(self.places, on))
            self.relation_at[where.code] = self.add(int(both and a is not b and where.holds(a, b)) for a, b, both in pairs)
        return self.relation_at[where.code]

    def laid(self, place: Place) -> bool:
        """Whether a place belongs to the tableau: no foundation, ornament, hand or talon."""
        return isinstance(self.groups[place.group].clause, terms.places)

    def outside(self, inside: Sequence[int], i: int) -> list[int]:
        """The places further out than place i on its ray; the ring ``inside`` has the rays' centre in its middle."""
        x = sum(self.places[j].x for j in inside) / len(inside)
        y = sum(self.places[j].y for j in inside) / len(inside)
        far = [math.hypot(p.x - x, (p.y - y) * 7 / 5) for p in self.places]
        here = self.places[i]
        return [j for j, p in enumerate(self.places) if self.laid(p) and terms.same_ray.holds(p, here) and far[j] > far[i] + 0.35]

    def source_bits(self, names: Sequence[str], run: bool, clause: Clause) -> int:
        """The groups as a bit set; a run's groups are the extra groups behind the others."""
        bits = 0
        for name in names:
            g = self.named(name, clause).index
            if name == terms.turned:
                g = self.split
            bits |= 1 << (self.runs[name] if run else g)
        return bits

    def permit(self, permit: Permit, fit: int = 0, relation: int = -1) -> None:
        """Add a row to the permits."""
        row = [0] * plain.R_WIDTH
        row[plain.R_FROM] = self.source_bits(permit.sources, permit.run, permit.clause)
        row[plain.R_TO] = self.named(permit.to, permit.clause).index
        row[plain.R_MODE] = permit.mode
        row[plain.R_FIT] = fit
        row[plain.R_RELATION] = relation if relation >= 0 else self.relation(permit.where)
        row[plain.R_PHASES] = permit.phases
        row[plain.R_RUN] = int(permit.run)
        row[plain.R_CONDITION] = permit.condition
        row[plain.R_AFTER] = permit.after
        row[plain.R_YIELDS] = self.source_bits(groups(getattr(permit.clause, "yields_to", None)), False, permit.clause)
        row[plain.R_ON_BLOCKED] = int(getattr(permit.clause, "on_blocked", False))
        self.permits.append(permit)
        self.permit_rows.append(row)

    def make_permits(self) -> None:
        """Plays to the foundations, then building, then fillings at will, then exchanges."""
        all_foundations = tuple(c.name for c in self.of(terms.foundations))
        moving = tuple(c.name for c in self.of(terms.places))
        loose = moving + tuple(n for n in ("talon",) if n in self.groups)
        loose += (terms.turned,) if self.split >= 0 else ()
        plays = self.of(terms.play)
        if not plays and not self.of(terms.together):
            plays = [terms.play(loose)]
        for c in self.of(terms.as_dealt):
            for to in groups(c.to) or all_foundations:
                self.permit(
                    Permit(c, (), to, TO_FOUNDATION, DEALING, where=c.where, condition=plain.DEALT, after=c.after), relation=self.falling(c)
                )
        for c in self.of(terms.lay_aside):
            self.permit(Permit(c, (), c.to, ON_EMPTY, DEALING, condition=plain.ASIDE, after=c.after), ALL_FACES)
        for c in plays:
            for to in groups(c.to) or all_foundations:
                condition = plain.REST_HOME if c.when.rest_home else 0
                self.permit(Permit(c, groups(c.frm), to, TO_FOUNDATION, c.when.bits, where=c.where, condition=condition))
        single = {(b.onto, b.frm) for b in self.of(terms.build) if not b.run}
        for c in self.of(terms.build):
            for to in groups(c.onto):
                frm = tuple(to if n == terms.own else n for n in groups(c.frm) or groups(c.onto))
                fits = self.fit(c.line, c.suit, c.never_on, self.at_home(to))
                condition = plain.SEVERAL if c.run and (c.onto, c.frm) in single else 0
                self.permit(Permit(c, frm, to, ON_CARD, c.when.bits, c.line, c.suit, c.where, c.run, condition), fits)
        for c in self.of(terms.fill):
            if c.when != terms.may:
                self.fills.append(c)
                continue
            mask = sum(1 << f for f in range(52) if f % 13 + 1 == c.only) if c.only else ALL_FACES
            frm = groups(c.frm)
            for to in groups(c.group):
                drawn = tuple(n for n in frm if n != terms.hand)
                plain_sources = tuple(n for n in drawn if not (c.run and n in self.runs))
                if plain_sources:
                    condition = plain.RAY_EMPTY if c.lane else plain.ONCE if c.once else 0
                    self.permit(Permit(c, plain_sources, to, ON_EMPTY, c.phase.bits, where=c.where, condition=condition), mask)
                if c.run:
                    self.permit(
                        Permit(c, tuple(n for n in drawn if n in self.runs), to, ON_EMPTY, c.phase.bits, where=c.where, run=True), mask
                    )
                if terms.hand in frm:
                    condition = plain.FROM_PACK if c.choose or terms.talon not in frm else plain.NO_TALON
                    self.permit(Permit(c, (terms.hand,), to, ON_EMPTY, c.phase.bits & ~DEALING, condition=condition), mask)
        for c in self.of(terms.exchange):
            phases = PAUSE | PLAY | OUT | END
            condition = plain.IN_USE if c.in_use else plain.IN_TURN if c.in_turn else 0
            self.permit(Permit(c, (c.one,), c.other, TO_FOUNDATION, phases, condition=condition, after=c.after))
            self.tables[plain.T_TESTED] |= int(condition > 0)
            if c.both:
                self.permit(Permit(c, (c.other,), c.one, TO_FOUNDATION, phases, after=c.after))

    def falling(self, c: terms.as_dealt) -> int:
        """The relation between the place a dealt card falls on and the foundations it may go to."""
        on = {i for name in groups(c.on) for i in self.members(name, c)}
        return self.add(int(i in on and (c.where is None or c.where.holds(a, b))) for i, a in enumerate(self.places) for b in self.places)

    def make_script(self) -> int:
        """The deal as steps of four numbers."""
        steps: list[list[int]] = []
        clause = self.one(terms.deal)
        examined = {
            i for c in [*self.of(terms.as_dealt), *self.of(terms.lay_aside)] for name in groups(c.on) for i in self.members(name, c)
        }
        examining = {i for p in self.permits if p.phases & DEALING and p.condition == 0 for i in range(len(self.places))}
        flags_of: dict[int, int] = {}
        for c in self.of(terms.as_dealt):
            for name in groups(c.on):
                for i in self.members(name, c):
                    flags_of[i] = (LAY_MUST if c.must else 0) | (LAY_COUNTS if c.counts else 0)

        again = self.one(terms.again)
        completed = {i for name in groups((again.complete_first if again else "") or None) for i in self.members(name, again)}

        def lay(i: int, flags: int = 0) -> None:
            flags |= plain.LAY_IF_EMPTY if i in completed else 0
            extra = (LAY_EXAMINE if i in examined or examining else 0) | flags_of.get(i, 0)
            steps.append([OP_LAY, i, flags | extra, 0])

        for step in clause.steps:
            spots = [i for name in step.to for i in self.members(name, clause)]
            if step.op == "each":
                many = step.n if isinstance(step.n, tuple) else (step.n,) * len(spots)
                for position, (i, k) in enumerate(zip(spots, many), 1):
                    for _ in range(k):
                        lay(i, plain.LAY_AS_IT_LIES | (LAY_UNDER if position in step.option("under") else 0))
            elif step.op == "rows":
                for r in range(1, step.n + 1):
                    for i in spots:
                        unlike = (LAY_UNLIKE if step.option("unlike") else 0) | (LAY_IN_SPITE if step.option("in_spite") else 0)
                        lay(i, (LAY_DOWN if r in step.option("down") else 0) | unlike)
            elif step.op == "staircase":
                for r in range(len(spots)):
                    for c, i in enumerate(spots[r:]):
                        lay(i, LAY_DOWN if c else 0)
            elif step.op == "rounds":
                start = len(steps)
                across = step.option("across") or len(spots)
                for row in range(0, len(spots), across):
                    for i in spots[row : row + across]:
                        for _ in range(step.n):
                            lay(i)
                    if step.option("pause"):
                        steps.append([OP_PAUSE, 0, 0, 0])
                if not step.option("across"):
                    steps.append([OP_LOOP, start, 0, 0])
            elif step.op == "choose":
                for i in spots[: step.n]:
                    lay(i)
                steps.append([plain.OP_CHOOSE, self.groups[step.to[0]].index, step.n, self.members(step.to[1], clause)[0]])
            elif step.op == "complete":
                for i in spots:
                    lay(i, plain.LAY_IF_EMPTY)
            elif step.op == "pause":
                steps.append([OP_PAUSE, 0, 0, 0])
            elif step.op == "lift":
                steps += [[OP_LIFT, i, j, 0] for i, j in zip(self.members(step.to[0], clause), self.members(step.to[1], clause))]
            elif step.op == "slip":
                steps += [[OP_SLIP, i, step.n, 0] for i in spots]
            elif step.op == "key":
                steps.append([OP_KEY, spots[0], step.n, 0])
            elif step.op == "colours":
                steps.append([OP_COLOURS, self.groups[step.to[0]].index, self.groups[step.to[1]].index, 0])
            elif step.op == "base":
                firsts = [self.members(name, clause)[0] for name in step.to]
                steps.append([OP_BASE, firsts[0], firsts[-1], 0])
            elif step.op == "heap":
                steps.append([OP_HEAP, self.groups[step.to[0]].index, step.n, 0])
            else:  # scatter
                start = len(steps)
                steps.append([OP_SCATTER, self.groups[step.to[0]].index, step.n, 0])
                steps.append([OP_PAUSE, 0, 0, 0])
                steps.append([OP_LOOP, start, 0, 0])
        steps.append([OP_END, 0, 0, 0])
        return self.add(n for step in steps for n in step)

    def make_places_rows(self) -> list[list[int]]:
        """A row for each place."""
        T = self.tables
        rows = [[0] * plain.P_WIDTH for _ in self.places]
        series_rows: list[int] = []
        flips = False
        for i, place in enumerate(self.places):
            group = self.groups[place.group]
            row = rows[i]
            row[plain.P_GROUP] = group.index
            row[plain.P_SERIES] = row[plain.P_LINK] = row[plain.P_BLOCK_A] = row[plain.P_BLOCK_B] = row[plain.P_DEPENDS] = -1
            row[plain.P_BASE] = ALL_FACES
            row[plain.P_FAMILY] = group.index
            c = group.clause
            if isinstance(c, terms.places):
                row[plain.P_KEEP] = c.headed
                row[plain.P_FLAGS] |= SINGLE if c.single else 0
            elif isinstance(c, terms.ornaments):
                row[plain.P_KEEP] = 999
            elif isinstance(c, terms.foundations):
                row[plain.P_KEEP] = 1
                n = i - group.first
                values = c.series_of(n).ranks(self.one(terms.packs).ranks)
                row[plain.P_SERIES] = len(series_rows)
                series_rows += [c.series_of(n).kind, len(values), *values]
                row[plain.P_SUIT] = c.suit.code
                row[plain.P_FLAGS] |= HOME | (PUT_UP if c.put_up or c.always else 0) | (ONE_OF_EACH if c.one_of_each else 0)
                if c.cards:
                    row[plain.P_BASE] = 1 << cards(c.cards)[n].index
                elif c.suits:
                    row[plain.P_BASE] = 0x1FFF << 13 * SUITS.index(c.suits[n])
                if c.under:
                    row[plain.P_LINK] = self.groups[c.under].first + n
            elif c is None and place.group not in ("hand", "talon", "red talon", "black talon"):
                row[plain.P_FLAGS] |= HOME
                row[plain.P_KEEP] = 999
        if not series_rows:
            series_rows = [0, 0]
        T[plain.T_SERIES] = self.add(series_rows)
        found = [i for i, row in enumerate(rows) if row[plain.P_SERIES] >= 0]
        T[plain.T_FOUND] = self.add([len(found), *found])
        putting = [c for c in self.of(terms.foundations) if c.put_up or c.always]
        T[plain.T_PUTS] = 2 if any(c.always for c in putting) else int(bool(putting))
        for c in self.of(terms.take):
            for i in self.members(c.to, c):
                rows[i][plain.P_FLAGS] |= HOME
                rows[i][plain.P_KEEP] = 999
        for name in self.runs:
            for i in self.members(name, self.clauses[0]):
                rows[i][plain.P_FLAGS] |= RUNS
        for step in self.one(terms.deal).steps:
            flips = flips or step.op == "staircase" or bool(step.option("down"))
            if step.op == "colours":
                for colour, name in enumerate(step.to, 1):
                    for i in self.members(name, self.one(terms.deal)):
                        rows[i][plain.P_COLOUR] = colour
        T[plain.T_FLIPS] = int(flips)
        self.make_blockers(rows)
        return rows

    def make_blockers(self, rows: list[list[int]]) -> None:
        """For each place of a blocked group: the sets of places of which one must be empty."""
        depends: dict[int, set[int]] = {}
        for c in self.of(terms.free):
            for name in groups(c.group):
                inside = list(self.members(name, c))
                for i in inside:
                    flag = {"newest": NEWEST, "red": plain.ONLY_RED, "black": plain.ONLY_BLACK}.get(c.which.code, 0)
                    if flag:
                        rows[i][plain.P_FLAGS] |= flag | (0 if c.which.to_the_end else plain.TILL_THE_END)
                        self.tables[plain.T_LOOSE] |= int(not c.which.to_the_end)
                        continue
                    if c.which is terms.top:
                        continue
                    if c.which is terms.outermost:
                        one, other = self.outside(inside, i), None
                    else:
                        one, other = blockers(c.which.code, self.places, inside, i)
                    rows[i][plain.P_BLOCK_A] = self.add([len(one), *one])
                    if other is not None:
                        rows[i][plain.P_BLOCK_B] = self.add([len(other), *other])
                    for j in {*one, *(other or ())}:
                        depends.setdefault(j, set()).add(i)
        for j, those in depends.items():
            rows[j][plain.P_DEPENDS] = self.add([len(those), *sorted(those)])

    def lower(self) -> Program:
        """Everything, in an order in which each part finds what it needs."""
        T = self.tables
        if self.one(terms.packs) is None:
            raise RuleError("a game needs its packs: packs(1), packs(2) …")
        if self.one(terms.deal) is None:
            raise RuleError("a game needs a deal clause: deal(each(…)), deal(rows(…)) …")
        self.make_places()
        self.check()
        run_names = sorted({n for c in self.of(terms.build) if c.run for n in sources(c)})
        used = {n for c in self.clauses for n in c.names()}
        base_count = len(self.groups)
        self.split = base_count if terms.turned in used else -1
        self.runs = {n: base_count + (self.split >= 0) + k for k, n in enumerate(run_names)}
        total_groups = base_count + (self.split >= 0) + len(self.runs)
        held = self.one(terms.packs).cards()
        copies = max(Counter(held).values())
        T[plain.T_PLACES], T[plain.T_GROUPS], T[plain.T_COPIES] = len(self.places), total_groups, copies
        T[plain.T_HAND] = self.groups["hand"].first
        turning = self.one(terms.turn)
        T[plain.T_TALON] = self.groups["talon"].first if "talon" in self.groups else -1
        T[plain.T_TALON_BLACK] = -1
        if turning and turning.by_colour:
            T[plain.T_TALON] = self.groups["red talon"].first
            T[plain.T_TALON_BLACK] = self.groups["black talon"].first
        T[plain.T_TURNS], T[plain.T_SPLIT] = int(turning is not None), self.split
        T[plain.T_RANKS] = self.add([0] + [sum(1 << (13 * s + r) for s in range(4)) for r in range(13)])
        suits = [0x1FFF << 13 * s for s in range(4)]
        T[plain.T_SUITS] = self.add([*suits, suits[1] | suits[2], suits[0] | suits[3]])
        rows = self.make_places_rows()
        self.make_permits()
        T[plain.T_PLACE] = self.add(n for row in rows for n in row)
        group_rows: list[int] = []
        for g in self.groups.values():
            group_rows += [g.first, g.count, self.runs.get(g.name, -1)]
        for _ in range(total_groups - base_count):
            group_rows += [T[plain.T_TALON] if T[plain.T_TALON] >= 0 else 0, 0, -1]
        T[plain.T_GROUP] = self.add(group_rows)
        T[plain.T_PERMITS] = self.add(n for row in self.permit_rows for n in row)
        T[plain.T_NPERMITS] = len(self.permit_rows)
        self.make_fills()
        T[plain.T_SCRIPT] = self.make_script()
        self.make_again()
        self.make_sets()
        taken = self.withdrawn()
        T[plain.T_TAKEN], T[plain.T_NTAKEN] = self.add(n for pair in taken for n in pair), len(taken)
        seen: Counter[int] = Counter()
        ids = []
        for card in held:
            ids.append(52 * seen[card.index] + card.index)
            seen[card.index] += 1
        T[plain.T_TURN_TO] = self.groups[turning.to].first if turning and turning.to else -1
        if turning and turning.to:
            T[plain.T_TURNS] = 3 if turning.freely else 2
        T[plain.T_ORDER] = len(self.of(terms.strictly_in_turn))
        for c in self.of(terms.spaces_first):
            self.members(c.group, c)
            T[plain.T_STAGED] = 2 if c.strictly else 1
        T[plain.T_SINGLE] = self.one(terms.packs).single
        graces = sum(T[T[plain.T_LICENCE] : T[plain.T_LICENCE] + 4])
        return Program(self.tables, tuple(self.places), self.groups, tuple(self.permits), tuple(self.fills), tuple(ids), graces)

    def make_fills(self) -> None:
        """Fillings that are compulsory."""
        T = self.tables
        rows: list[int] = []
        for c in self.fills:
            order = [i for name in groups(c.group) for i in self.members(name, c)]
            sources = [self.named(n, c).index for n in groups(c.frm)]
            row = [0] * plain.F_WIDTH
            row[plain.F_WHEN] = plain.AT_ONCE if c.when == terms.at_once else plain.BEFORE_NEXT
            row[plain.F_UPTO], row[plain.F_PHASES] = c.upto, c.phase.bits
            row[plain.F_NSOURCES], row[plain.F_SOURCES] = len(sources), self.add(sources)
            row[plain.F_CHOOSE], row[plain.F_ROUND] = int(c.choose), c.rounds
            row[plain.F_NORDER], row[plain.F_ORDER] = len(order), self.add(order)
            row[plain.F_RELATION] = self.relation(c.where)
            row[plain.F_BY], row[plain.F_ACROSS] = c.by, c.across
            row[plain.F_NEWEST], row[plain.F_LANE], row[plain.F_SINGLY] = int(c.newest), int(c.lane), int(c.singly)
            rows += row
        T[plain.T_FILLS], T[plain.T_NFILLS] = self.add(rows), len(self.fills)

    def make_again(self) -> None:
        """Re-deals."""
        T = self.tables
        T[plain.T_AGAIN] = -1
        c = self.one(terms.again)
        if c is None:
            return
        flags = (plain.SHUFFLED if c.shuffled else 0) | (plain.UNDER if c.under else 0) | (plain.BACKWARDS if c.backwards else 0)
        flags |= plain.PLACING if c.placing else 0
        flags |= {"": 0, "queens": plain.PAY_QUEENS, "round": plain.DEAL_ROUND}[c.special]
        flags |= {"new": 0, "all": plain.ALL_QUEENS}[c.counted]
        flags |= {"met": 0, "all": plain.QUEENS_ALONG, "none": plain.QUEENS_STAY}[c.lifted]
        taken = [i for name in groups(c.what) for i in self.members(name, c)]
        restart = -1
        if groups(c.what) != (terms.talon,) and not c.special:
            # the deal begins again with the first step that deals to the places taken up, or to be completed first
            first = {*taken, *(i for name in groups(c.complete_first or None) for i in self.members(name, c))}
            step = T[plain.T_SCRIPT]
            restart = 0
            while not (T[step] == OP_LAY and T[step + 1] in first):
                step, restart = step + plain.STEP, restart + 1
        T[plain.T_AGAIN] = self.add([c.n, flags, restart, len(taken), *taken, self.left_in_hand()])

    def make_sets(self) -> None:
        """Sets, exchanges of place, pairs played together, lines that make a sum, and the goal."""
        T = self.tables
        T[plain.T_SETS] = T[plain.T_SWAP] = T[plain.T_TOGETHER] = T[plain.T_LINES] = -1
        T[plain.T_LIFT] = T[plain.T_SLIP] = -1
        home = 0
        for c in self.of(terms.foundations):
            home += sum(len(c.series_of(i).ranks(self.one(terms.packs).ranks)) for i in range(c.n))
        c = self.one(terms.take)
        if c is not None:
            inside = [i for name in groups(c.group) for i in self.members(name, c)]
            T[plain.T_SETS] = self.add([c.size, c.total, self.relation(c.where), inside[0], len(inside)])
            T[plain.T_DISCARD] = self.named(c.to, c).index
            aside = sum(len(cards(o.cards)) for o in self.of(terms.ornaments))
            home += len(self.one(terms.packs).cards()) - aside
        licence = [0, 0, 0, 0]
        c = self.one(terms.swap)
        if c is not None:
            inside = [i for name in groups(c.group) for i in self.members(name, c)]
            kind = plain.STRAYS if c.strays else plain.OR_EMPTY if c.or_empty else plain.EXCHANGE_FOR_SET if c.times > 0 else plain.ANY_TWO
            asked = c.or_empty if c.strays else not c.make if kind == plain.EXCHANGE_FOR_SET else c.in_use
            T[plain.T_SWAP] = self.add([inside[0], len(inside), 0, kind, c.when.bits, int(asked)])
            licence[0] = max(0, c.times)
        c = self.one(terms.lift_blocked)
        if c is not None:
            g = self.named(c.group, c)
            T[plain.T_LIFT] = self.add([g.first, g.count, self.named(c.to, c).first if c.to else -1, c.row])
            licence[:2] = [1, 0 if c.to else 1]
        c = self.one(terms.slip_king)
        if c is not None:
            g = self.named(c.group, c)
            T[plain.T_SLIP] = self.add([g.first, g.count, 13, int(c.alike), int(c.must)])
            licence[3] = 1
        T[plain.T_LICENCE] = self.add(licence)
        c = self.one(terms.together)
        if c is not None:
            red_series = self.of(terms.foundations)
            T[plain.T_TOGETHER] = self.add([self.named(c.red, c).index, self.named(c.black, c).index,
                                            *(self.groups[f.name].index for f in red_series[:2]), int(c.paired)])  # fmt: skip
        c = self.one(terms.lines_make)
        if c is not None:
            lines = square_lines(self.places, list(self.members(c.group, c)), c)
            T[plain.T_LINES] = self.add([c.total, len(lines), len(lines[0]), *(i for one in lines for i in one)])
        T[plain.T_GOAL] = home

    def withdrawn(self) -> list[tuple[int, int]]:
        """The cards taken from the pack before the deal, and where they go."""
        taken = []
        for c in self.clauses:
            if isinstance(c, (terms.foundations, terms.places)) and c.cards:
                held = cards(c.cards)
                if len(held) > c.n or (len(held) < c.n and isinstance(c, terms.foundations)):
                    raise RuleError(f"{c.name}: {c.n} places, but {len(held)} cards are set out", c)
                taken += [(card.index, i) for card, i in zip(held, self.members(c.name, c))]
            elif isinstance(c, terms.ornaments):
                spots = list(self.members(c.name, c))
                taken += [(card.index, spots[min(k, len(spots) - 1)]) for k, card in enumerate(cards(c.cards))]
        return taken


def sources(c: terms.build) -> tuple[str, ...]:
    """The groups whose cards a clause lets be laid on others."""
    return tuple(dict.fromkeys(n for frm in groups(c.frm) or groups(c.onto) for n in (groups(c.onto) if frm == terms.own else (frm,))))


def lower(game: Game) -> Program:
    """The game as tables.

    Raises:
        RuleError: a clause speaks of a group that is not there, a card has no home, and the like.
    """
    return _Lowering(game).lower()


def face_card(card: int) -> Card:
    """The face of a card number of the machine."""
    return Card(card % 52)
