"""fill: how vacancies are filled, by whom, when, and with what.

The player fills them at will (`fill_at_will`), or they are filled because the text says so
(`fill_gaps`); a lane may be filled, or passed by, before the rest of its ray (`fill_lane`)."""

from __future__ import annotations

from dataclasses import dataclass

from cadogan.engine.rules import DEALING
from cadogan.usage import Count, Number, RankOrNone

from .above import Making
from .build import build
from .citing import RuleError
from .clause import HAND, OFFERING, TABLEAU, Clause
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
from .fill_at_will import (
    AtWill,
    NextOfPack,
    NextOfPackWithoutTalon,
    Once,
    PartAtWill,
    RunAtWill,
    links_of,
)
from .fill_gaps import Filling
from .fill_lane import Lane, ToLane
from .values import (
    Moving,
    Phase,
    Relation as Near,
    When,
    at_once,
    before_dealing_on,
    may,
    once_dealt,
    single,
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
        where: how the two places must lie to each other, such as same("column").
        phase: the part of the game in which it holds, such as after_deal.
        rounds: in how many rounds of the deal it holds.
        moving: what moves together, as in build(…); cards that are not built on one another move
            alone.
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
    when: When = at_once
    or_else: Groups | None = None
    at_least: Count = 1
    only: RankOrNone = 0
    where: Near | None = None
    phase: Phase = once_dealt
    rounds: Number = 0
    moving: Moving = single
    by: Count = 1
    across: Number = 0
    newest: bool = False
    lane: bool = False
    singly: bool = False
    once: bool = False

    speaks_of = {"group": TABLEAU, "frm": (*OFFERING, HAND), "or_else": (*OFFERING, HAND)}
    takes_from = ("frm", "or_else")
    brings_to = ("group",)
    keyed_by = ("group", "phase.bits", "lane")

    def tell(self) -> str:
        """The clause as a sentence."""
        who = (
            f"{counted(self.by)} cards together"
            if self.by > 1
            else f"{a_rank(self.only)} only"
            if self.only
            else "a card"
        )
        if self.moving != single:
            who += ", and all the cards that lie on it,"
        what = " or, failing that, ".join(
            [card_from(groups(self.frm), who), *(f"from {the(s)}" for s in groups(self.or_else))]
        )
        names = listed(groups(self.group))
        if self.lane and self.when == may:
            sentence = f"A place in {names} whose whole ray is empty may take {what}"
            return upper_first(
                f"{self.phase.words}, {sentence[0].lower()}{sentence[1:]}."
                if self.phase.words
                else f"{sentence}."
            )
        if self.lane:
            sentence = f"When a whole ray is empty, its place in {names} may take {what}; the rest is filled at once"
            return f"{sentence}, {self.phase.words}." if self.phase.words else f"{sentence}."
        verb = "may be filled" if self.when == may else "are filled"
        sentence = upper_first(
            f"{self.phase.words}, vacancies" if self.phase.words else "vacancies"
        )
        sentence += f" in {names} {verb} {self.when}, with {what}"
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

    def in_vain(self) -> str:
        """Some arguments belong to one way of filling only."""
        if self.once and (self.when != may or hand in self.gives() or self.lane):
            return "once counts what the player lays at will, from other places than the pack"
        if self.singly and (self.when != before_dealing_on or self.at_least < 2):
            return "singly says in which order places short of several cards are filled together"
        if self.by > 1 and self.when != at_once:
            return "by says how many cards together fill a place at once"
        if self.only and self.when != may:
            return "only says what the player may lay there at will"
        if self.lane and self.where is None:
            return "lane speaks of a whole ray: say where=same('ray')"
        if self.or_else and len(groups(self.frm)) > 1:
            return "where or_else says who gives in the second place, one group gives in the first"
        if self.or_else and self.when == may and self.gives() != (talon, hand):
            return "what the player fills at will may come from the talon, or_else=hand; of other sources the player chooses"
        if self.newest and not self.across:
            return "newest is the last of the rows that across measures"
        return ""

    def enter(self, making: Making) -> None:
        """Add permits, where the player fills at will; else a way of filling."""
        if self.when != may:
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
        relation = making.relation(self.where)
        one_card = ToLane if self.lane else Once if self.once else AtWill
        alone = tuple(name for name in drawn if name not in together)
        several = PartAtWill if self.moving.in_part else RunAtWill
        for name in groups(self.group):
            to = making.group(name, self)
            for kind, names in ((one_card, alone), (several, together)):
                if names:
                    sources = making.sources(names, self)
                    permit = kind(self, sources, to, self.phase.bits, relation)
                    if isinstance(permit, PartAtWill):
                        permit.linked = making.shared(links_of(making.rules.permits, sources))
                    making.permit(permit)
            if hand in self.gives():
                next_one = NextOfPackWithoutTalon if self.or_else else NextOfPack
                making.permit(next_one(self, (), to, self.phase.bits & ~DEALING))
        if self.once:
            making.row("had")

    def together(self, making: Making, names: tuple[str, ...]) -> tuple[str, ...]:
        """Of the groups that cards come from, those that a build moves several cards from."""
        builds = [b for b in making.of(build) if b.moving.code == self.moving.code != "single"]
        moved = {
            source for b in builds for to in groups(b.onto) for source in b.together(b.sources(to))
        }
        return tuple(name for name in names if name in moved)
