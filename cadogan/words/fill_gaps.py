"""fill, because the text says so: gaps that are filled at once, or before the deal goes on."""

from __future__ import annotations

from collections.abc import Iterator
from graphlib import CycleError, TopologicalSorter
from typing import TYPE_CHECKING

from cadogan.engine.bounds import one_more
from cadogan.engine.home import fill_one
from cadogan.engine.joints import Claims
from cadogan.engine.moves import FILLING, encoded, order, part
from cadogan.engine.permits import PLAYING
from cadogan.engine.piles import phase_of
from cadogan.engine.rules import DEALING, END, OUT, PAUSE, PLAY, Group, Relation, Rules, State

from .citing import EDITION, RuleError, rule_of
from .clause import Making, Reasons, Said
from .english import (
    listed,
)
from .values import at_once

if TYPE_CHECKING:
    from .fill import fill


def no_gap(why: Reasons, places: list[str]) -> Said:
    """Why fill is refused."""
    gaps = why.rules.gaps
    words = (c for c in why.active if type(c).__name__ == "fill")
    clause = gaps.later[0].clause if gaps is not None and gaps.later else next(words, None)
    if clause is None:
        return "Nothing is refilled in this game: a place once empty stays empty.", EDITION
    return "There is no gap that could be filled now.", rule_of(clause)


FILL = order("fill", "fill every gap", no_gap, "Fill", "F")


class Filling:
    """A way of filling gaps that the text makes compulsory.

    Attributes:
        at_once: whether gaps are filled at once, or before the next card is turned or row dealt.
        least: the number of cards a place is brought back to.
        places: the places filled, in their order.
        lane: whether what is filled is the head of an empty ray (`cadogan.words.fill`).
        singly: whether places get one such filling each in turn; together: the cards of one.
        row: how many places make a row, where rows count, else 0; newest: whether only the last row
            dealt is filled; only_first: whether it holds in the first round of the deal only.
        unasked: up to how many cards that could fill a place one is laid there unasked.
    """

    lane = False
    unasked = 1

    def __init__(self, clause: fill, making: Making) -> None:
        self.clause = clause
        self.at_once = clause.when.moment == at_once
        self.phases, self.only_first = clause.when.phase.bits, clause.when.only_first
        self.least, self.choose = clause.at_least, not clause.or_else
        self.singly = self.at_once or clause.by == 1
        self.together = max(1, clause.by)
        self.places = tuple(making.inside(clause.group, clause))
        self.row, self.newest = clause.row(making), clause.newest
        self.sources = tuple(making.group(name, clause) for name in clause.gives())
        self.where: Relation | None = making.relation(clause.near)
        self.number = 0
        keeps = {making.rules.places[p].group.keep for p in self.places}
        self.keep = max(keeps, default=0)

    @property
    def label(self) -> str:
        """What it is called in a program."""
        return str(self.number)

    def givers(self, p: int) -> Iterator[Group | int]:
        """What a place may be filled from: other places, or whole groups."""
        for source in self.sources:
            others = [q for q in range(source.first, source.end) if q != p]
            if self.where is None and others:
                yield source
            elif self.where is not None:
                yield from (q for q in others if self.where.between(q, p))

    def in_force(self, rules: Rules, s: State) -> int:
        """Whether it is in force in this phase and round."""
        if (self.phases & rules.any_phase) != rules.any_phase and not self.phases & phase_of(
            rules, s
        ):
            return False
        return not self.only_first or s.round < 1

    def gap(self, rules: Rules, s: State, i: int) -> int:
        """Whether the i-th of its places is short of cards."""
        p = self.places[i]
        if self.least == 1 and self.keep == 0:
            if s.top[p] >= 0:
                return False
        elif s.height[p] - self.keep >= self.least:
            return False
        if self.row and (i >= (s.round + 1) * self.row or (self.newest and i < s.round * self.row)):
            return False  # a row not dealt yet, or an older one
        return True

    def sources_for(self, rules: Rules, s: State, p: int, n: int) -> int:
        """Write the moves that would fill p to `s.moves` from n on; where the player does not
        choose, only those from the first source that can give."""
        start = n
        for source in self.sources:
            if self.choose or n == start:
                if source is rules.hand:
                    if s.top[source.first] >= 0 and self.near(source.first, p):
                        s.moves[n] = encoded(PLAYING, source.first, p, 0, FILLING)
                        n += 1
                else:
                    for q in range(source.first, source.end):
                        if q != p and s.live[q] >= 0 and self.near(q, p):
                            s.moves[n] = encoded(PLAYING, q, p, 0, FILLING)
                            n += 1
        return n

    def near(self, q: int, p: int) -> int:
        """Whether the relation asked for holds."""
        return self.where is None or self.where.between(q, p)

    def fill_place(self, rules: Rules, s: State, i: int, ask: bool) -> int:
        """Bring one place up to its number of cards (or one card nearer to it), as far as its
        sources go; true if a card came.

        With ``ask``, a place that several cards could fill is held open for the player.
        """
        p = self.places[i]
        came = 0
        while self.gap(rules, s, i):
            options = self.sources_for(rules, s, p, 0)
            if options == 0:
                return came
            if ask and options > self.unasked:
                s.gap = p
                s.filling = self.number
                return came
            q = part(s.moves[0], 0)
            if self.together == 1:
                fill_one(rules, s, p, q)
            else:
                for _ in range(min(self.together, s.height[q] - rules.places[q].group.keep)):
                    fill_one(rules, s, p, q)
            came = 1
            if self.singly:
                return came
        return came

    def fill_places(self, rules: Rules, s: State) -> int:
        """Fill every gap in its order, until the player must choose; true if a card came."""
        came = 0
        for i in range(len(self.places)):
            if self.gap(rules, s, i):
                if self.fill_place(rules, s, i, True):
                    came = 1
                if s.gap >= 0:
                    return came
        return came

    def fill_all(self, rules: Rules, s: State) -> None:
        """Fill gaps again and again, until none can be filled or the player must choose."""
        go_on = self.in_force(rules, s)
        while go_on and s.gap < 0:
            one_more(rules, s)
            go_on = self.fill_places(rules, s)

    def choices(self, rules: Rules, s: State) -> int:
        """The moves that fill the gap held open."""
        return self.sources_for(rules, s, s.gap, 0)

    def resume(self, rules: Rules, s: State, move: int, gap: int, gaps: Gaps) -> None:
        """After the player has filled the gap held open: go on with the others."""
        if not self.at_once:
            gaps.do(rules, s, move)

    def fill_ray(self, rules: Rules, s: State, ray: Relation, root: int) -> None:
        """Fill the gaps of one ray only, asking nothing."""
        go_on = self.in_force(rules, s)
        while go_on:
            one_more(rules, s)
            go_on = 0
            for i in range(len(self.places)):
                p = self.places[i]
                if p == root or ray.between(root, p):
                    if self.fill_place(rules, s, i, False):
                        go_on = 1


class Gaps(Claims):
    """All ways of filling of a game; a gap is held open while the player chooses its card.

    ``kind`` is the move that fills every gap before the next card is turned or row dealt.
    """

    worth = 4
    kind = FILL.number

    def __init__(self, fillings: tuple[Filling, ...]) -> None:
        self.at_once_ = tuple(f for f in fillings if f.at_once)
        self.later = tuple(f for f in fillings if not f.at_once)
        self.fillings = fillings
        #: Whether a gap can be held open at all.
        self.holds = any(
            f.lane
            or sum(g.count for g in f.sources if f.choose) > 1
            or any(g.count > 1 for g in f.sources)
            for f in fillings
        )

    def check(self, rules: Rules) -> None:
        """Refuse places that would be filled from one another without end, each emptied for the
        next.

        Raises:
            RuleError: if there are such places; the clause that fills one of them.
        """
        for phase in (DEALING, PAUSE, PLAY, OUT, END):
            going = TopologicalSorter[Group | int](
                {g: range(g.first, g.end) for f in self.fillings for g in f.sources}
            )
            for filling in self.fillings:
                if filling.phases & phase:
                    for p in filling.places:
                        going.add(p, *filling.givers(p))
            try:
                going.prepare()
            except CycleError as error:
                names = dict.fromkeys(
                    rules.places[p].group.name for p in error.args[1] if isinstance(p, int)
                )
                clause = next(
                    f.clause
                    for f in self.fillings
                    if f.phases & phase and {*f.places}.intersection(error.args[1])
                )
                why = f"what fills a vacancy in {listed(tuple(names))} comes from there, too, and leaves another: such filling never ends"
                raise RuleError(
                    f"{why}; say may, or name sources that are not filled themselves", clause
                ) from None

    def claims(self, rules: Rules, s: State) -> int:
        """Whether a gap is held open: nothing else may be done."""
        return s.gap >= 0

    def claimed(self, why: Reasons, word: str) -> Said:
        """A gap must be filled before anything else."""
        clause = self.fillings[why.s.filling].clause
        return f"First fill {why.game.places[why.s.gap].name}: {why.says(clause)}", rule_of(clause)

    def choices(self, rules: Rules, s: State) -> int:
        """The moves that fill the gap held open."""
        n = 0
        for filling in self.fillings:
            if s.filling == filling.number:
                n = filling.choices(rules, s)
        return n

    def at_once(self, rules: Rules, s: State) -> None:
        """Fill what must be filled at once; where the player may choose, hold the gap open."""
        if self.at_once_:
            go_on = 1
            while go_on and s.gap < 0:
                one_more(rules, s)
                go_on = 0
                for filling in self.at_once_:
                    if s.gap < 0 and filling.in_force(rules, s):
                        if filling.fill_places(rules, s):
                            go_on = 1

    def short(self, rules: Rules, s: State, n: int) -> int:
        """Whether a gap stands that must be filled before the next card is turned or row dealt.
        `s.moves` is used from n on.
        """
        for filling in self.later:
            if filling.in_force(rules, s):
                for i in range(len(filling.places)):
                    if (
                        filling.gap(rules, s, i)
                        and filling.sources_for(rules, s, filling.places[i], n) > n
                    ):
                        return True
        return False

    def do(self, rules: Rules, s: State, move: int) -> None:
        """Fill every gap in its order."""
        for filling in self.later:
            filling.fill_all(rules, s)

    def resume(self, rules: Rules, s: State, move: int, gap: int, number: int) -> None:
        """Go on with the filling whose open gap is filled."""
        for filling in self.fillings:
            if number == filling.number:
                filling.resume(rules, s, move, gap, self)

    def fill_ray(self, rules: Rules, s: State, ray: Relation, root: int) -> None:
        """Fill the gaps of a ray, and no others."""
        for filling in self.later:
            filling.fill_ray(rules, s, ray, root)
