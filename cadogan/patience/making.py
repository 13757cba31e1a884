"""Making turns the clauses of a game into its rules, which the engine reads.

Every word does its own part (`Clause.set_out`, `Clause.enter`); this module has what they share:
the services they ask for, and the order in which everything is made. Groups and places are set out
on a `Table`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from cadogan import words
from cadogan.engine.joints import Does, Hook
from cadogan.engine.moves import Kind
from cadogan.engine.numbers import card_number
from cadogan.engine.permits import PLAYING, Permit, Special
from cadogan.engine.play import Playing
from cadogan.engine.rules import (
    DEALING,
    Group,
    Register,
    Relation,
    Rules,
)
from cadogan.layout import Spot
from cadogan.patience.arranging import arrange
from cadogan.patience.checks import check
from cadogan.patience.finishing import finish
from cadogan.patience.game import Game
from cadogan.patience.script import write_script
from cadogan.patience.table import Table
from cadogan.words import Clause, RuleError, groups
from cadogan.words.fill import PASS, Passing
from cadogan.words.fill_gaps import FILL, Filling, Gaps
from cadogan.words.free import Reason
from cadogan.words.values import squared

#: The attributes of `Rules` that hold hooks, and the method by which each sort is known.
HOOKS = {
    "before": "before",
    "after": "after",
    "finally_": "settled",
    "claimants": "claims",
    "restraints": "restrained",
}


class Making(Table):
    """The rules of one game in the making."""

    def __init__(self, game: Game) -> None:
        super().__init__(game)
        self.rules.doers = ((PLAYING, Playing()),)
        self.fillings: list[Filling] = []
        self.specials: list[tuple[int, Special]] = []
        self.relations: dict[object, Relation] = {}
        self.tables: dict[tuple[int, ...], tuple[int, ...]] = {}
        self.examined: dict[int, dict[str, bool]] = {}
        self.examines_all = False
        self.completed: set[int] = set()
        self.colour_at_home: dict[int, str] = {}
        self.blocks: dict[int, set[int]] = {}
        self.sets: Any = None

    # --- what words ask for ---

    def sources(self, names: words.Groups | None, clause: Clause) -> tuple[Group, ...]:
        """The groups that cards come from; they offer their cards from now on."""
        members = tuple(self.group(name, clause) for name in groups(names))
        for group in members:
            group.offers = group is not self.groups.get(words.hand)
        return tuple(dict.fromkeys(members))

    def aims(self, names: words.Groups | None, clause: Clause) -> tuple[Group, ...]:
        """The groups of foundations named, or all."""
        members = tuple(self.group(name, clause) for name in groups(names))
        return members or self.rules.foundations

    def relation(self, relation: words.Relation | None) -> Relation | None:
        """A relation between places, or None."""
        if relation is None:
            return None
        rays = relation.code == "ray"  # of the tableau only: a ray's foundation is its root
        places = self.lying
        on = [not rays or self.in_tableau(p) for p in places]
        pairs = ((a, b, i and j) for a, i in zip(places, on) for b, j in zip(places, on))
        return self.relation_of(
            relation.code, (both and a is not b and relation.holds(a, b) for a, b, both in pairs)
        )

    def holds(self, relation: words.Relation | None, label: str, on: Iterable[int]) -> Relation:
        """The relation between some places and those near them; without one, all places."""
        indices, places = set(on), self.lying
        return self.relation_of(
            label,
            (
                i in indices and (relation is None or relation.holds(a, b))
                for i, a in enumerate(places)
                for b in places
            ),
        )

    def relation_of(self, label: str, holds: Iterable[bool]) -> Relation:
        """A relation; one object for all that hold between the same places."""
        relation = Relation(label, len(self.places), holds)
        return self.relations.setdefault((label, relation.holds), relation)

    def shared(self, table: tuple[int, ...]) -> tuple[int, ...]:
        """A table; one object for all with the same values."""
        return self.tables.setdefault(table, table)

    def examine(self, places: Iterable[int], **flags: bool) -> None:
        """Let the cards that fall on these places be played as they fall: they ``must`` be, or each
        ``counts`` as dealt to its place.
        """
        for p in places:
            self.examined.setdefault(p, {}).update({name: True for name in flags if flags[name]})

    def withhold(self, inside: Sequence[int], reason: Reason) -> None:
        """Enter a reason that can make the uppermost cards of these places unavailable."""
        reason.members = self.shared(tuple(int(p in inside) for p in range(len(self.places))))
        for group in dict.fromkeys(self.rules.places[p].group for p in inside):
            group.withheld = (*group.withheld, reason)

    def colour_of(self, group: Group) -> str:
        """The colour that alone is at home in a group, ``red`` or ``black``; empty for both."""
        colours = {self.colour_at_home.get(p, "") for p in range(group.first, group.end)}
        return colours.pop() if len(colours) == 1 else ""

    def permit(self, permit: Permit) -> None:
        """Add a permit."""
        permit.number = len(self.rules.permits)
        self.rules.permits += (permit,)
        if permit.phases & DEALING and not permit.from_hand:
            self.examines_all = True

    def filling(self, filling: Filling) -> None:
        """Add a way of filling."""
        filling.number = len(self.fillings)
        self.fillings.append(filling)

    def special(self, word: Special, rank: int) -> None:
        """Add a word with moves of its own; those of a lower rank are listed first."""
        self.specials.append((rank, word))
        self.doer(word.kind, word)
        self.hook(word)

    def doer(self, kind: Kind, word: Does) -> None:
        """Enter the word that carries out the moves of a kind."""
        self.rules.doers += ((kind.number, word),)

    def hook(self, word: Hook | Special) -> None:
        """Enter a word as a hook of every sort for which it has the method."""
        for attribute, method in HOOKS.items():
            if hasattr(word, method):
                setattr(self.rules, attribute, (*getattr(self.rules, attribute), word))

    def register(self, name: str, low: int, high: int, usual: int = 0) -> None:
        """Add a number to those that the state holds."""
        if all(r.name != name for r in self.rules.registers):
            self.rules.registers += (Register(name, low, high, usual),)

    def row(self, name: str) -> None:
        """Add a number of each place to those that the state holds."""
        if name not in self.rules.rows:
            self.rules.rows += (name,)

    # --- the whole ---

    def make(self) -> Rules:
        """Make the rules, in an order in which each part finds what it needs.

        Raises:
            RuleError: the clauses do not make a game.
        """
        rules = self.rules
        if not self.has("packs"):
            raise RuleError("a game needs its packs: packs(1), packs(2) …")
        if not self.has("deal"):
            steps = "deal(each(…)), deal(rows(…)) …, or deal(pause()), which deals no card"
            raise RuleError(f"a game needs a deal clause: {steps}")
        self.set_out()
        check(self)
        self.count_pack()
        self.extra_groups()
        entering: list[Clause] = [*self.clauses, *self.default_play()]
        for clause in sorted(entering, key=lambda c: c.rank):
            clause.enter(self)
        self.ways_of_filling()
        write_script(self)
        finish(self)
        return rules

    def set_out(self) -> None:
        """Set out all groups: the foundations and the tableau, then what words add late, then talon
        and hand beside them.
        """
        for clause in self.clauses:
            clause.set_out(self)
        for clause in self.clauses:
            clause.set_out_late(self)
        arrange(self)
        turning = next(iter(self.of(words.turn)), None)
        edge = self.right_edge() + 0.6
        spots = list(turning.at) if turning else []
        if words.hand in self.drawings:
            spots = list(self.drawings[words.hand].at)
        spots += [Spot(edge, 0.0), Spot(edge, 1.2), Spot(edge, 2.4)][len(spots) :]
        if turning:
            self.rules.talons = turning.talons(self, spots[1:])
        self.rules.hand = self.add_group(
            words.hand, None, 1, (spots[0],), squared, "h", ("the pack in hand",)
        )
        self.rules.hand.offers = False
        self.rules.groups = tuple(self.groups.values())
        self.rules.places = tuple(place for group in self.rules.groups for place in group.places)
        self.rules.by_name = self.groups

    def left_in_hand(self) -> int:
        """The cards that a deal of fixed steps leaves in hand."""
        left = len(self.one_packs.cards()) - len(self.set_out_before)
        return left - sum(step.dealt(self) for step in self.deal.steps)

    def count_pack(self) -> None:
        """Set the pack as numbers, and how many copies of a face it has."""
        faces = [card.index for card in self.one_packs.cards()]
        self.rules.pack = tuple(card_number(faces[:i].count(f), f) for i, f in enumerate(faces))
        self.rules.copies = max(map(faces.count, faces))
        self.rules.single = self.one_packs.single
        self.rules.withdrawn = tuple(self.taken)
        self.rules.foundations = tuple(self.groups[c.name] for c in self.of(words.foundations))

    def extra_groups(self) -> None:
        """Add the groups without places of their own: the card just turned, the heads of face-up
        runs."""
        rules = self.rules
        rules.sets = len(self.groups)
        used = {name for c in self.clauses for name in c.names()}
        if words.turned in used:
            (talon,) = rules.talons
            talon.just_turned = 0
            rules.turned = replace(
                talon, name="the card just turned", label="turned", just_turned=1
            )
        builds = self.of(words.build)
        rules.parts = any(
            c.moving.in_part for c in self.clauses if isinstance(c, words.build | words.play)
        )
        wholes = [c for c in builds if c.moving.code == "whole"]
        runs = {name for c in wholes for to in groups(c.onto) for name in c.together(c.sources(to))}
        for name in sorted(runs):
            columns = self.group(name, wholes[0])
            columns.heads = Group(
                f"heads of the {name}", f"{columns.label}_heads", rules.sets, 0, 0
            )
            rules.sets += 1
            rules.runs = True
        rules.flips = any(step.face_down for step in self.deal.steps)
        rules.face_down = rules.flips or rules.runs

    def default_play(self) -> list[Clause]:
        """Where no clause says which cards go to the foundations: a clause that lets every
        available one."""
        if self.has("play") or self.has("together"):
            return []
        loose = [c.name for c in self.of(words.places)]
        loose += [words.talon] * (words.talon in self.groups)
        loose += [words.turned] * (self.rules.turned is not None)
        return [words.play(tuple(loose))]

    def ways_of_filling(self) -> None:
        """Set up what fills gaps without being asked, and the moves that belong to it."""
        rules = self.rules
        for c in self.of(words.fill):
            for name in c.gives():
                self.group(name, c).offers = name != words.hand
        if self.fillings:
            rules.gaps = Gaps(tuple(self.fillings))
            rules.gaps.check(rules)
            if rules.gaps.holds:
                rules.claimants = (rules.gaps, *rules.claimants)
            if rules.gaps.later:
                self.doer(FILL, rules.gaps)
            if any(f.lane for f in self.fillings):
                self.doer(PASS, Passing())
