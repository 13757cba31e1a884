"""fill: how vacancies are filled, by whom, when, and with what."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from graphlib import CycleError, TopologicalSorter
from typing import TYPE_CHECKING, Any

from cadogan.engine.bounds import one_more
from cadogan.engine.home import fill_one
from cadogan.engine.moves import FILLING, KIND, encoded, order, part
from cadogan.engine.numbers import EVERY_FACE, OF_RANK
from cadogan.engine.permits import PLAYING, FromHand, OnCard, OnEmpty
from cadogan.engine.piles import phase_of
from cadogan.engine.rules import DEALING, END, OUT, PAUSE, PLAY, Group, Relation, Rules

from .build import lies_well
from .citing import EDITION, RuleError, rule_of
from .clause import HAND, OFFERING, TABLEAU, Clause
from .english import (
    Groups,
    a_rank,
    card_from,
    counted,
    groups,
    hand,
    listed,
    rank_name,
    talon,
    the,
    upper_first,
)
from .values import Phase, at_once, before_dealing_on, may, once_dealt
from .values import Relation as Near

if TYPE_CHECKING:
    from cadogan.patience.making import Making
    from cadogan.patience.refusals import Reasons


def no_gap(why: Reasons, places: list[str]) -> tuple[str, str]:
    """Why nothing is filled."""
    gaps = why.rules.gaps
    clause = gaps.later[0].clause if gaps is not None and gaps.later else why.clause(fill)
    if clause is None:
        return "Nothing is refilled in this game: a place once empty stays empty.", EDITION
    return "There is no gap that could be filled now.", rule_of(clause)


def no_lane(why: Reasons, places: list[str]) -> tuple[str, str]:
    """Why no lane is left empty."""
    clause = next((c for c in why.active if isinstance(c, fill) and c.lane), None)
    if clause is None:
        return "No lane is left empty in this game.", EDITION
    return f"No lane has just been opened: {why.says(clause)}", rule_of(clause)


FILL = order("fill", "fill every gap", no_gap, "Fill", "F")
PASS = order(
    "pass",
    "leave the lane, and fill it",
    no_lane,
    "Pass",
    "",
    "passed",
)


@dataclass(frozen=True)
class fill(Clause):
    """How vacancies are filled: with which cards, and when.

    Args:
        group: the group whose empty places are filled.
        frm: where the cards come from; where several groups are named you choose.
        when: at_once, may (when you like), or before_dealing_on.
        or_else: a source that gives only when the first has no card left.
        at_least: how many cards a place is brought back to.
        only: the one value that may fill a place, such as K.
        where: how the two places must lie to each other, such as same_column.
        phase: the part of the game in which it holds, such as after_deal.
        rounds: in how many rounds of the deal it holds.
        run: True where the whole face-up part of a place moves.
        by: how many cards together fill an empty place.
        across: how many cards make a row, where rows are dealt beneath one another.
        newest: True where only the last of these rows is filled.
        lane: True where a quite empty ray may take one such card first.
        singly: True where places that want several cards get one each in turn.
        once: True where a place takes such a card only once in a game.

    >>> fill("divan", talon, or_else=hand).tell()
    'Vacancies in the divan are filled at once, with a card from the talon or, failing that, from the pack.'
    """

    group: Groups
    frm: Groups
    when: str = at_once
    or_else: Groups | None = None
    at_least: int = 1
    only: int = 0
    where: Near | None = None
    phase: Phase = once_dealt
    rounds: int = 0
    run: bool = False
    by: int = 1
    across: int = 0
    newest: bool = False
    lane: bool = False
    singly: bool = False
    once: bool = False

    speaks_of = ("group", "frm", "or_else")
    wants = (("group", (TABLEAU,)), ("frm", (*OFFERING, HAND)), ("or_else", (*OFFERING, HAND)))

    def __post_init__(self) -> None:
        if self.only:
            rank_name(self.only)

    @property
    def key(self) -> tuple[object, ...]:
        """One such clause for each group filled, each time and each kind of source."""
        return ("fill", self.group, self.phase.bits, self.lane)

    def tell(self) -> str:
        """The clause as a sentence."""
        who = (
            f"{counted(self.by)} cards together"
            if self.by > 1
            else f"{a_rank(self.only)} only"
            if self.only
            else "a card"
        )
        who += ", and all the cards that lie on it," if self.run else ""
        what = " or, failing that, ".join(
            [card_from(groups(self.frm), who), *(f"from {the(s)}" for s in groups(self.or_else))]
        )
        where = listed(groups(self.group))
        if self.lane and self.when == may:
            sentence = f"A place in {where} whose whole ray is empty may take {what}"
            return upper_first(
                f"{self.phase.words}, {sentence[0].lower()}{sentence[1:]}."
                if self.phase.words
                else f"{sentence}."
            )
        if self.lane:
            sentence = f"When a whole ray is empty, its place in {where} may take {what}; the rest is filled at once"
            return f"{sentence}, {self.phase.words}." if self.phase.words else f"{sentence}."
        verb = "may be filled" if self.when == may else "are filled"
        sentence = upper_first(
            f"{self.phase.words}, vacancies" if self.phase.words else "vacancies"
        )
        sentence += f" in {where} {verb} {self.when}, with {what}"
        sentence += f" {self.where.words}" if self.where else ""
        sentence += (
            f", until each place has at least {counted(self.at_least)}" if self.at_least > 1 else ""
        )
        sentence += ", one to each in turn" if self.singly else ""
        row = f" of {counted(self.across)}" if self.across else ""
        sentence += (
            f", in the newest row{row} only"
            if self.newest
            else f", the uppermost rows{row} first"
            if row
            else ""
        )
        rounds = "round" if self.rounds == 1 else f"{counted(self.rounds)} rounds"
        sentence += f", but only in the first {rounds} of the deal" if self.rounds else ""
        return sentence + (", each place once in the game." if self.once else ".")

    rank = 40

    def receives(self) -> Iterable[str]:
        """The groups filled."""
        return groups(self.group)

    def gives(self) -> tuple[str, ...]:
        """Its sources, the first to give before the others."""
        return (*groups(self.frm), *groups(self.or_else))

    def in_vain(self) -> str:
        """Some of what it can say is a matter of one way of filling only."""
        if self.once and (self.when != may or hand in self.gives() or self.lane):
            return "once counts what the player lays at will, from other places than the pack"
        if self.singly and (self.when != before_dealing_on or self.at_least < 2):
            return "singly says in which order places short of several cards are filled together"
        if self.only and self.when != may:
            return "only says what the player may lay there at will"
        if self.lane and self.where is None:
            return "lane speaks of a whole ray: say where=same_ray"
        if any(
            isinstance(n, bool) or not isinstance(n, int) or n < least
            for n, least in ((self.at_least, 1), (self.by, 1), (self.across, 0), (self.rounds, 0))
        ):
            return "at_least and by are whole numbers from 1 upward, across and rounds from 0"
        if self.or_else and len(groups(self.frm)) > 1:
            return "where or_else says who gives in the second place, one group gives in the first"
        if self.or_else and self.when == may and self.gives() != (talon, hand):
            return "what the player fills at will may come from the talon, or_else=hand; of other sources the player chooses"
        if self.newest and not self.across:
            return "newest is the last of the rows that across measures"
        return ""

    def enter(self, making: Making) -> None:
        """Permits, where the player fills at will; else a way of filling."""
        if self.when != may:
            making.filling(Filling(self, making))
            return
        faces = OF_RANK[self.only] if self.only else EVERY_FACE
        drawn = tuple(name for name in self.gives() if name != hand)
        runs = making.runs_of(drawn) if self.run else ()
        if self.run and not runs:
            raise RuleError(
                "fill: run=True lays down a run that a build may move, and no build with "
                f"run=True moves those of {listed(drawn)}; add one, or leave run out",
                self,
            )
        where = making.relation(self.where)
        for name in groups(self.group):
            to = making.group(name, self)
            if plain := tuple(n for n in drawn if n not in runs):
                kind = ToLane if self.lane else Once if self.once else AtWill
                making.permit(
                    kind(self, making.sources(plain, self), to, self.phase.bits, where, faces=faces)
                )
            if self.run:
                columns = making.sources(runs, self)
                making.permit(
                    RunAtWill(
                        self,
                        making.heads(columns),
                        to,
                        self.phase.bits,
                        where,
                        faces=faces,
                        columns=columns,
                    )
                )
            if hand in self.gives():
                kind = NextOfPackWithoutTalon if self.or_else else NextOfPack
                making.permit(kind(self, (), to, self.phase.bits & ~DEALING, None, faces=faces))
        if self.once:
            making.rules.had = True
            making.clearing.append(NoneHad())


# --- at will ------------------------------------------------------------------------------------------


class AtWill(OnEmpty):
    """A card is laid on an empty place when the player likes."""

    def __init__(self, *what: Any, faces: int) -> None:
        super().__init__(*what)
        self.faces = faces

    def worth(self, rules: Rules, s: Any, a: int, b: int) -> int:
        """How much the greedy player likes it: where it releases a card and parts none that lie
        well.
        """
        for talon_ in rules.talons:
            if a == talon_.first:
                return 6
        for permit in rules.permits:
            if isinstance(permit, OnCard) and lies_well(rules, s, a, permit.fits):
                return 0
        return 6 if s.height[a] > rules.places[a].group.keep + 1 else 0


class ToLane(AtWill):
    """A card is laid on the head of a ray that is wholly empty, from elsewhere than that ray."""

    def allowed(self, rules: Rules, s: Any, card: int, a: int, d: int) -> int:
        """Whether the whole ray is empty, and the card comes from another."""
        assert self.where is not None
        return (
            a != d
            and not self.where.holds[a * len(rules.places) + d]
            and ray_empty(rules, s, self.where, d)
        )


class Once(AtWill):
    """A place takes such a card once in the game."""

    has_effect = True

    def allowed(self, rules: Rules, s: Any, card: int, a: int, d: int) -> int:
        """Whether the place has had none."""
        return super().allowed(rules, s, card, a, d) and not s.had[d]

    def done(self, rules: Rules, s: Any, a: int, b: int) -> None:
        """It has had one now."""
        s.had[b] = 1


class NoneHad:
    """Which places have had such a card."""

    label = ""

    def clear(self, rules: Rules, s: Any) -> None:
        """No place has had one yet."""
        for p in range(len(rules.places)):
            s.had[p] = 0


class RunAtWill(AtWill):
    """A whole face-up run is laid on an empty place."""

    run = True

    def __init__(self, *what: Any, faces: int, columns: tuple[Group, ...]) -> None:
        super().__init__(*what, faces=faces)
        self.whole = columns

    @property
    def columns(self) -> tuple[Group, ...]:
        """The groups whose runs move."""
        return self.whole

    def worth(self, rules: Rules, s: Any, a: int, b: int) -> int:
        """How much the greedy player likes it: where it turns a card up."""
        return 7 if s.under[s.head[a]] >= 0 else 0


class NextOfPack(FromHand, AtWill):
    """The next card of the pack is laid on an empty place."""

    def allowed(self, rules: Rules, s: Any, card: int, a: int, d: int) -> int:
        """Any card of the pack may be laid there."""
        return True

    def worth(self, rules: Rules, s: Any, a: int, b: int) -> int:
        """How much the greedy player likes it."""
        return 6


class NextOfPackWithoutTalon(NextOfPack):
    """The next card of the pack is laid on an empty place, failing a talon."""

    def allowed(self, rules: Rules, s: Any, card: int, a: int, d: int) -> int:
        """Whether no talon stands."""
        assert rules.talon is not None
        return s.top[rules.talon.first] < 0


# --- because the text says so -------------------------------------------------------------------------


class Filling:
    """A way of filling gaps that the text makes compulsory.

    Attributes:
        at_once: whether gaps are filled at once, or before the next card is turned or row dealt.
        least: the number of cards a place is brought back to.
        places: the places filled, in their order.
    """

    def __init__(self, clause: fill, making: Making) -> None:
        self.clause = clause
        self.at_once, self.least, self.phases, self.choose = (
            clause.when == at_once,
            clause.at_least,
            clause.phase.bits,
            not clause.or_else,
        )
        self.places = tuple(
            i for name in groups(clause.group) for i in making.members(name, clause)
        )
        self.sources = tuple(making.group(name, clause) for name in clause.gives())
        self.where: Relation | None = making.relation(clause.where)
        self.rounds, self.by, self.across, self.newest = (
            clause.rounds,
            clause.by,
            clause.across,
            clause.newest,
        )
        self.lane, self.singly = clause.lane, clause.singly
        self.number = 0
        keeps = {making.rules.places[p].group.keep for p in self.places}
        self.keep = max(keeps, default=0)

    @property
    def label(self) -> str:
        """What it is called in a program."""
        return str(self.number)

    def givers(self, places: int, p: int) -> Iterator[Group | int]:
        """What a place may be filled from: other places, or whole groups. (A lane may be left as it
        is.)
        """
        for source in () if self.lane else self.sources:
            others = [q for q in range(source.first, source.end) if q != p]
            if self.where is None and others:
                yield source
            elif self.where is not None:
                yield from (q for q in others if self.where.holds[q * places + p])

    def in_force(self, rules: Rules, s: Any) -> int:
        """Whether it is in force in this phase and round."""
        if (self.phases & rules.any_phase) != rules.any_phase and not self.phases & phase_of(
            rules, s
        ):
            return False
        return self.rounds == 0 or s.round < self.rounds

    def gap(self, rules: Rules, s: Any, i: int) -> int:
        """Whether the i-th of its places is short of cards."""
        p = self.places[i]
        if self.least == 1 and self.keep == 0:
            if s.top[p] >= 0:
                return False
        elif s.height[p] - self.keep >= self.least:
            return False
        if self.across and (
            i >= (s.round + 1) * self.across or (self.newest and i < s.round * self.across)
        ):
            return False  # a row not dealt yet, or an older one
        if self.lane:
            assert self.where is not None
            return ray_empty(rules, s, self.where, p)
        return True

    def sources_for(self, rules: Rules, s: Any, p: int, n: int) -> int:
        """Write the moves that would fill p to `s.moves` from n on; where the player does not
        choose, only those from the first source that can give."""
        start = n
        for source in self.sources:
            if self.choose or n == start:
                if source is rules.hand:
                    if s.top[source.first] >= 0 and self.near(rules, source.first, p):
                        s.moves[n] = encoded(PLAYING, source.first, p, 0, FILLING)
                        n += 1
                else:
                    for q in range(source.first, source.end):
                        if q != p and s.live[q] >= 0 and self.near(rules, q, p):
                            s.moves[n] = encoded(PLAYING, q, p, 0, FILLING)
                            n += 1
        return n

    def near(self, rules: Rules, q: int, p: int) -> int:
        """Whether the relation asked for holds; a lane takes its card from anywhere."""
        if self.lane or self.where is None:
            return True
        return self.where.holds[q * len(rules.places) + p]

    def fill_at_once(self, rules: Rules, s: Any) -> int:
        """Fill every gap that has one source; 1 where one came, 2 where the player must choose
        first, else 0.
        """
        came = 0
        for i in range(len(self.places)):
            if self.gap(rules, s, i):
                p = self.places[i]
                options = self.sources_for(rules, s, p, 0)
                if options > 1 or (self.lane and options == 1):
                    s.gap = p
                    s.filling = self.number
                    return 2
                if options == 1:
                    q = part(s.moves[0], 0)
                    if self.by == 1:
                        fill_one(rules, s, p, q)
                    else:
                        for _ in range(min(self.by, s.height[q] - rules.places[q].group.keep)):
                            fill_one(rules, s, p, q)
                    came = 1
        return came

    def fill_place(self, rules: Rules, s: Any, i: int, ask: bool) -> int:
        """Bring one place up to its number of cards (or one card nearer to it), as far as its
        sources go; true if a card came.

        With ``ask``, a place that several cards could fill is held open for the player.
        """
        p = self.places[i]
        came = 0
        going = 1
        while going and self.gap(rules, s, i):
            one_more(rules, s)
            options = self.sources_for(rules, s, p, 0)
            if options == 0:
                going = 0
            elif ask and options > 1:
                s.gap = p
                s.filling = self.number
                going = 0
            else:
                fill_one(rules, s, p, part(s.moves[0], 0))
                came = 1
                if self.singly:
                    going = 0
        return came

    def fill_all(self, rules: Rules, s: Any) -> None:
        """Fill every gap in its order, until none can be filled or the player must choose."""
        again = self.in_force(rules, s)
        while again:
            one_more(rules, s)
            again = 0
            i = 0
            while i < len(self.places) and s.gap < 0:
                if self.fill_place(rules, s, i, True):
                    again = 1
                i += 1
            if s.gap >= 0:
                again = 0

    def fill_ray(self, rules: Rules, s: Any, ray: Relation, root: int) -> None:
        """Fill the gaps of one ray only, asking nothing."""
        again = self.in_force(rules, s)
        while again:
            one_more(rules, s)
            again = 0
            for i in range(len(self.places)):
                p = self.places[i]
                if p == root or ray.holds[root * len(rules.places) + p]:
                    if self.fill_place(rules, s, i, False):
                        again = 1


class Gaps:
    """All ways of filling of a game, and the gap that is held open for the player to choose.

    ``kind`` is the move that fills every gap before the next card is turned or row dealt.
    """

    worth = 4
    kind = FILL.number
    label = ""

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
                        going.add(p, *filling.givers(len(rules.places), p))
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

    def claims(self, rules: Rules, s: Any) -> int:
        """Whether a gap is held open: nothing else may be done."""
        return s.gap >= 0

    def fault(self, rules: Rules, s: Any) -> str:
        """Nothing can be wrong with a gap that is one."""
        return ""

    def claimed(self, why: Reasons, word: str) -> tuple[str, str]:
        """A gap must be filled before anything else."""
        clause = self.fillings[why.s.filling].clause
        return f"First fill {why.game.places[why.s.gap].name}: {why.says(clause)}", rule_of(clause)

    def choices(self, rules: Rules, s: Any) -> int:
        """The moves that fill the gap held open."""
        n = 0
        for filling in self.fillings:
            if s.filling == filling.number:
                n = filling.sources_for(rules, s, s.gap, 0)
                if filling.lane:
                    s.moves[n] = encoded(PASS.number, 0, 0, 0, 0)
                    n += 1
        return n

    def at_once(self, rules: Rules, s: Any) -> None:
        """Fill what must be filled at once; where the player may choose, hold the gap open."""
        if self.at_once_:
            again = 1
            if s.gap >= 0:
                again = 0
            while again:
                one_more(rules, s)
                again = 0
                for filling in self.at_once_:
                    if s.gap < 0 and filling.in_force(rules, s):
                        came = filling.fill_at_once(rules, s)
                        if came == 1:
                            again = 1
                if s.gap >= 0:
                    again = 0

    def short(self, rules: Rules, s: Any, n: int) -> int:
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

    def do(self, rules: Rules, s: Any, move: int) -> None:
        """Fill every gap in its order."""
        for filling in self.later:
            if s.gap < 0:
                filling.fill_all(rules, s)

    def resume(self, rules: Rules, s: Any, move: int, gap: int, number: int) -> None:
        """After the player has filled the gap held open: go on with the others, or with the rest of
        its ray.
        """
        for held in self.fillings:
            if not held.at_once and number == held.number:
                self.do(rules, s, move)
            if held.lane and number == held.number:
                assert held.where is not None
                self.fill_ray(rules, s, held.where, gap)
                if part_of_play(move):
                    self.fill_ray(rules, s, held.where, part(move, 0))

    def fill_ray(self, rules: Rules, s: Any, ray: Relation, root: int) -> None:
        """Fill the gaps of a ray, and no others."""
        for filling in self.later:
            filling.fill_ray(rules, s, ray, root)


class Passing:
    """The move that leaves an empty ray to be filled with the rest."""

    worth = 4
    label = "pass"

    def do(self, rules: Rules, s: Any, move: int) -> None:
        """Nothing: the gap is no longer held open."""


def part_of_play(move: int) -> int:
    """Whether a move takes a card from a place to a place."""
    return move & KIND == PLAYING


def ray_empty(rules: Rules, s: Any, ray: Relation, p: int) -> int:
    """Whether p and every place related to it are empty."""
    if s.top[p] >= 0:
        return False
    for q in range(len(rules.places)):
        if ray.holds[p * len(rules.places) + q] and s.top[q] >= 0:
            return False
    return True
