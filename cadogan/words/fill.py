"""fill: how vacancies are filled, by whom, when, and with what.

The player fills them at will, or they are filled because the text says so (`fill_gaps`); a lane may
be filled, or passed by, before the rest of its ray."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Annotated, Any

from cadogan.engine.moves import KIND, encoded, order, part as number_of
from cadogan.engine.numbers import EVERY_FACE, FACE, FACES, NOTHING, OF_RANK
from cadogan.engine.permits import PLAYING, FromHand, OnEmpty, Part, Permit
from cadogan.engine.rules import DEALING, Group, Relation, Rules, State
from cadogan.usage import Count, Number, RankOrNone, Such

from .build import build, is_well_laid
from .citing import EDITION, RuleError, rule_of
from .clause import HAND, OFFERING, TABLEAU, Clause, Making, Reasons, Said
from .deal import deal
from .english import (
    Groups,
    a_rank,
    card_from,
    counted,
    groups,
    hand,
    listed,
    talon,
    the,
    upper_first,
)
from .fill_gaps import Filling, Gaps
from .free import Free, newest
from .rounds import rounds
from .series import Series
from .values import (
    Moving,
    Relation as Near,
    When,
    at_once,
    before_dealing_on,
    may,
    part,
    rows_of,
    single,
)

#: Of what is said of cards, what holds of rows as well.
NEWEST = Such((newest,).__contains__, "newest")


@dataclass(frozen=True)
class fill(Clause):
    """How vacancies are filled: with which cards, and when.

    Args:
        group: the group whose empty places are filled.
        frm: where the cards come from; where several groups are named you choose.
        when: at_once, may (when you like), or before_dealing_on; may.when(after_deal) in that part of the
            game only, may.once where a place takes such a card only once in a game.
        or_else: a source that gives only when the first has no card left.
        at_least: how many cards a place is brought back to.
        only: the one value that may fill a place, such as K; or an order in which each row is filled
            from the left, in suit.
        where: how the two places must lie to each other, such as same("column"); with
            same("ray").empty a quite empty ray may take one such card first. newest where only the
            last row dealt is filled.
        moving: what moves together, as in build(…); cards that are not built on one another move
            alone.
        by: how many cards a place gets in its turn; without it as many as it is short of.

    >>> fill("divan", talon, or_else=hand).tell()
    'Vacancies in the divan are filled at once, with a card from the talon or, failing that, from the pack.'
    """

    group: Groups
    frm: Groups
    when: When = at_once
    or_else: Groups | None = None
    at_least: Count = 1
    only: RankOrNone | Series = 0
    where: Near | Annotated[Free, NEWEST] | None = None
    moving: Moving = single
    by: Number = 0

    speaks_of = {"group": TABLEAU, "frm": (*OFFERING, HAND), "or_else": (*OFFERING, HAND)}
    takes_from = ("frm", "or_else")
    brings_to = ("group",)
    keyed_by = ("group", "when.phase.bits", "lane")

    @property
    def newest(self) -> bool:
        """Whether only the last row dealt is filled."""
        return self.where == newest

    @property
    def near(self) -> Near | None:
        """How the two places must lie to each other."""
        return self.where if isinstance(self.where, Near) else None

    @property
    def lane(self) -> bool:
        """Whether a quite empty ray takes such a card before it is filled."""
        return self.near is not None and self.near.whole

    @property
    def at_will(self) -> bool:
        """Whether the player fills when he likes."""
        return self.when.moment == may

    def row(self, making: Making) -> int:
        """How many places make a row, where rows are dealt beneath one another or only the newest
        is filled; else 0.
        """
        names = groups(self.group)
        across = [
            step.across
            for step in making.of(deal)[0].steps
            if isinstance(step, rounds) and {*step.to} & {*names}
        ]
        return max(across, default=0) or (len(making.members(names[0], self)) if self.newest else 0)

    def tell(self, row: int = 0) -> str:
        """The clause as a sentence.

        Args:
            row: how many places make a row, where the deal lays rows beneath one another.
        """
        who = (
            f"{'up to ' if talon in groups(self.frm) else ''}{counted(self.by)} cards together"
            if self.by > 1
            else "a card"
            if isinstance(self.only, Series) or not self.only
            else f"{a_rank(self.only)} only"
        )
        if self.moving.code == "part":
            suit = self.moving.words.removeprefix(part.words)
            who += f", together with the sequence{suit} that lies on it,"
        elif self.moving != single:
            who += ", and all the cards that lie on it,"
        what = " or, failing that, ".join(
            [card_from(groups(self.frm), who), *(f"from {the(s)}" for s in groups(self.or_else))]
        )
        names, phase = listed(groups(self.group)), self.when.phase.words
        first = f"{phase}, " if phase else ""
        if self.lane and self.at_will:
            return upper_first(
                f"{first}a place in {names} whose whole ray is empty may take {what}."
            )
        if self.lane:
            sentence = f"When a whole ray is empty, its place in {names} may take {what}; the rest is filled at once"
            return f"{sentence}, {phase}." if phase else f"{sentence}."
        verb = "may be filled" if self.at_will else "are filled"
        sentence = upper_first(f"{first}vacancies in {names} {verb} {self.when.words}, with {what}")
        sentence += f" {self.near.words}" if self.near else ""
        if isinstance(self.only, Series):
            first_card = a_rank(self.only.values[0])
            sentence += f" that follows the one on the left, in suit (rows {self.only.tell()}); the first place of a row takes {first_card}"
        sentence += (
            f", until each place has at least {counted(self.at_least)}" if self.at_least > 1 else ""
        )
        sentence += ", one to each in turn" if self.by == 1 else ""
        of = f" of {counted(row)}" if row else ""
        sentence += (
            f", in the newest row{of} only"
            if self.newest
            else f", the uppermost rows{of} first"
            if row
            else ""
        )
        sentence += ", but only in the first round of the deal" if self.when.only_first else ""
        return sentence + (", each place once in the game." if self.when.only_once else ".")

    rank = 40

    def shape_read(self, making: Making) -> Iterator[str]:
        """The rows that are filled in an order, too."""
        yield from super().shape_read(making)
        if isinstance(self.only, Series):
            yield from groups(self.group)

    def in_vain(self) -> str:
        """Some arguments belong to one way of filling only."""
        if self.when.only_once and (not self.at_will or hand in self.gives() or self.lane):
            return "once counts what the player lays at will, from other places than the pack"
        if self.by == 1 and (self.when.moment != before_dealing_on or self.at_least < 2):
            return (
                "by=1 says that places short of several cards are filled in turn, before dealing on"
            )
        if self.by > 1 and self.when.moment != at_once:
            return "by says how many cards together fill a place at once"
        if self.newest and self.at_will:
            return "newest is of rows that are filled of themselves: leave out may"
        if self.when.only_first and self.at_will:
            return "first_round is of vacancies that are filled of themselves: leave out may"
        if isinstance(self.only, Series):
            if not self.only.is_plain:
                return "an order in which rows are filled names its values, as ascending(2, K) does"
            if self.moving != single or self.near or self.when.only_once:
                return "an order says which card follows in a row: leave moving, where and once out"
        if self.only and not self.at_will:
            return "only says what the player may lay there at will"
        if self.at_least > 1 and self.at_will:
            return "at_least is of places that are filled of themselves: leave out may"
        if self.moving != single and not self.at_will:
            return "cards that go together are laid by the player: say may, or leave moving= out"
        if self.or_else and len(groups(self.frm)) > 1:
            return "where or_else says who gives in the second place, one group gives in the first"
        if self.or_else and self.at_will and self.gives() != (talon, hand):
            return "what the player fills at will may come from the talon, or_else=hand; of other sources the player chooses"
        return ""

    def enter(self, making: Making) -> None:
        """Add permits, where the player fills at will; else a way of filling."""
        if not self.at_will:
            making.filling((Lane if self.lane else Filling)(self, making))
            return
        drawn = tuple(name for name in self.gives() if name != hand)
        together = self.together(making, drawn)
        if self.moving != single and not together:
            raise RuleError(
                f"fill: with moving={self.moving.code} cards move together that a build moves so, "
                "and no build with the same moving= moves those of "
                f"{listed(drawn or self.gives())}; add one, or leave moving= out",
                self,
            )
        if self.moving.suit and any(
            (b.moving.suit or b.suit) != self.moving.suit for b in self.moving_so(making, together)
        ):
            raise RuleError(
                "fill: what may move together is said in build(…, moving=…), and that says another suit "
                f"than {self.moving.said}; write moving=part here, or {self.moving.said} there too",
                self,
            )
        relation = making.relation(self.near)
        one_card: type[AtWill] = ToLane if self.lane else Once if self.when.only_once else AtWill
        left: dict[str, Any] = {}
        if isinstance(self.only, Series):
            one_card = NextInRow
            inside = making.inside(self.group, self)
            rows = rows_of(making.lying, inside)
            left = {"left": {p: q for row in rows for p, q in zip(row, [NOTHING, *row])}}
        alone = tuple(name for name in drawn if name not in together)
        several = PartAtWill if self.moving.in_part else RunAtWill
        for name in groups(self.group):
            to = making.group(name, self)
            for kind, names in ((one_card, alone), (several, together)):
                if names:
                    sources = making.sources(names, self)
                    permit = kind(self, sources, to, self.when.phase.bits, relation, **left)
                    if isinstance(permit, PartAtWill):
                        permit.linked = making.shared(links_of(making.rules.permits, sources))
                    making.permit(permit)
            if hand in self.gives():
                next_one = NextOfPackWithoutTalon if self.or_else else NextOfPack
                making.permit(next_one(self, (), to, self.when.phase.bits & ~DEALING))
        if self.when.only_once:
            making.row("had")

    def together(self, making: Making, names: tuple[str, ...]) -> tuple[str, ...]:
        """Of the groups that cards come from, those that a build moves several cards from."""
        return tuple(name for name in names if self.moving_so(making, (name,)))

    def moving_so(self, making: Making, names: Iterable[str]) -> list[build]:
        """The builds by which several cards of some of these groups move as they do here."""
        return [
            b
            for b in making.of(build)
            if b.moving.code == self.moving.code != "single"
            and any({*b.together(b.sources(to))} & {*names} for to in groups(b.onto))
        ]


class AtWill(OnEmpty):
    """A card is laid on an empty place when the player likes."""

    def __init__(self, clause: fill, *what: Any) -> None:
        super().__init__(clause, *what)
        only = clause.only
        self.faces = EVERY_FACE if isinstance(only, Series) or not only else OF_RANK[only]

    def worth(self, rules: Rules, s: State, a: int, b: int) -> int:
        """How much the greedy player likes it: where it releases a card and parts none that lie
        well.
        """
        for talon_ in rules.talons:
            if a == talon_.first:
                return 6

        if is_well_laid(rules, s, s.top[a]):
            return 0

        return 6 if s.height[a] > rules.places[a].group.keep + 1 else 0


class NextInRow(AtWill):
    """A card is laid on an empty place if it follows the one on its left in an order, in suit; on the
    first place of a row, if it begins the order.
    """

    @property
    def tells_places(self) -> bool:
        """What lies on the left is asked for."""
        return True

    def __init__(self, clause: fill, *what: Any, left: dict[int, int]) -> None:
        super().__init__(clause, *what)
        assert isinstance(clause.only, Series)
        self.left = tuple(left[p] for p in range(self.to.first, self.to.end))
        self.follows, self.begins = clause.only.following(), OF_RANK[clause.only.values[0]]

    def wanted(self, rules: Rules, s: State, d: int) -> int:
        """The faces that place d takes while it is empty, by the card on its left."""
        if not super().wanted(rules, s, d):
            return 0
        left = self.left[d - self.to.first]
        return self.begins if left < 0 else self.follows[s.top[left] & FACE]


class Once(AtWill):
    """A place takes such a card once in the game."""

    has_effect = True

    def allowed(self, rules: Rules, s: State, card: int, a: int, d: int) -> int:
        """Whether the place has had no such card."""
        return super().allowed(rules, s, card, a, d) and not s.had[d]

    def done(self, rules: Rules, s: State, a: int, b: int) -> None:
        """Note that the place has had one."""
        s.had[b] = 1


class RunAtWill(AtWill):
    """A whole face-up run is laid on an empty place."""

    run = True

    def worth(self, rules: Rules, s: State, a: int, b: int) -> int:
        """How much the greedy player likes it: where it turns a card up."""
        return 7 if s.under[s.head[a]] >= 0 else 0


class PartAtWill(Part, AtWill):
    """A card is laid on an empty place with all that lie on it."""

    def worth_of_part(self, rules: Rules, s: State, a: int, lowest: int) -> int:
        """How much the greedy player likes it: where it releases a card and parts none that lie
        well.
        """
        if is_well_laid(rules, s, lowest):
            return 0

        return 6 if s.under[lowest] >= 0 else 0


def links_of(permits: Iterable[Permit], sources: Iterable[Group]) -> tuple[int, ...]:
    """By the face of a card, those that may lie on it within what moves from these groups."""
    links = [0] * FACES
    for permit in permits:
        if isinstance(permit, Part) and not {*permit.columns}.isdisjoint(sources):
            links = [a | b for a, b in zip(links, permit.linked)]
    return tuple(links)


class NextOfPack(FromHand, AtWill):
    """The next card of the pack is laid on an empty place."""

    def allowed(self, rules: Rules, s: State, card: int, a: int, d: int) -> int:
        """Any card of the pack may be laid there."""
        return True

    def worth(self, rules: Rules, s: State, a: int, b: int) -> int:
        """How much the greedy player likes it."""
        return 6


class NextOfPackWithoutTalon(NextOfPack):
    """The next card of the pack is laid on an empty place, failing a talon."""

    def allowed(self, rules: Rules, s: State, card: int, a: int, d: int) -> int:
        """Whether no talon stands."""
        return s.top[rules.talons[0].first] < 0


def no_lane(why: Reasons, places: list[str]) -> Said:
    """Why no lane is left empty."""
    clause = next((c for c in why.active if getattr(c, "lane", False)), None)
    if clause is None:
        return "No lane is left empty in this game.", EDITION
    return f"No lane has just been opened: {why.says(clause)}", rule_of(clause)


PASS = order(
    "pass",
    "leave the lane, and fill it",
    no_lane,
    "Pass",
    "",
    "passed",
)


class ToLane(AtWill):
    """A card is laid on the head of a ray that is wholly empty, from elsewhere than that ray."""

    where: Relation

    def allowed(self, rules: Rules, s: State, card: int, a: int, d: int) -> int:
        """Whether the whole ray is empty, and the card comes from another."""
        return a != d and not self.where.between(a, d) and ray_empty(rules, s, self.where, d)


class Lane(Filling):
    """The head of a ray that is wholly empty takes one card before the rest is filled, from
    anywhere; or none, if the player passes.
    """

    lane = True
    unasked = 0
    where: Relation

    def givers(self, p: int) -> Iterator[Group | int]:
        """Nothing: a lane may be left as it is."""
        return iter(())

    def gap(self, rules: Rules, s: State, i: int) -> int:
        """Whether the whole ray of the i-th of its places is empty."""
        return super().gap(rules, s, i) and ray_empty(rules, s, self.where, self.places[i])

    def near(self, q: int, p: int) -> int:
        """A lane takes its card from anywhere."""
        return True

    def choices(self, rules: Rules, s: State) -> int:
        """The moves that fill the lane, and that which leaves it."""
        n = super().choices(rules, s)
        s.moves[n] = encoded(PASS.number, 0, 0, 0, 0)
        return n + 1

    def resume(self, rules: Rules, s: State, move: int, gap: int, gaps: Gaps) -> None:
        """Fill the rest of the ray, and the ray that the card came from."""
        super().resume(rules, s, move, gap, gaps)
        gaps.fill_ray(rules, s, self.where, gap)
        if move & KIND == PLAYING:  # from a place to a place
            gaps.fill_ray(rules, s, self.where, number_of(move, 0))


class Passing:
    """The move that leaves an empty ray to be filled with the rest."""

    worth = 4
    label = "pass"

    def do(self, rules: Rules, s: State, move: int) -> None:
        """Do nothing: the gap is no longer held open."""


def ray_empty(rules: Rules, s: State, ray: Relation, p: int) -> int:
    """Whether p and every place related to it are empty."""
    if s.top[p] >= 0:
        return False
    for q in range(len(rules.places)):
        if ray.between(p, q) and s.top[q] >= 0:
            return False
    return True
