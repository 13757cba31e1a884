"""Making: from the clauses of a game to its rules, which the engine reads.

Every word does its own part (`Clause.set_out`, `Clause.enter`); here is what they have in common:
groups and places, relations, the script of the deal, and the checks that every clause makes sense
among the others."""

from __future__ import annotations

import re
import string
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from cadogan import words
from cadogan.cards import Card, cards
from cadogan.compiler.layout import Field
from cadogan.echo import shown
from cadogan.engine.moves import Kind
from cadogan.engine.numbers import FACES, NOTHING, card_number
from cadogan.engine.permits import PLAYING, Permit
from cadogan.engine.play import Playing
from cadogan.engine.rules import (
    DEALING,
    END,
    IN_PLAY,
    OUT,
    PAUSE,
    PLAY,
    Group,
    PlaceRules,
    Register,
    Relation,
    Rows,
    Rules,
)
from cadogan.layout import Place, Spot, line
from cadogan.patience.checks import check, of_their_kinds
from cadogan.patience.script import Entry, Script
from cadogan.words import Clause, RuleError, groups, singular
from cadogan.words.clause import FOUNDATIONS, HAND, TABLEAU, TALON, TURNED
from cadogan.words.dealing.base import Base, Choose
from cadogan.words.dealing.deal import Finish
from cadogan.words.dealing.lay import Lay
from cadogan.words.dealing.pause import Pause, Pausing
from cadogan.words.dealing.rows import MOST_REPEATS
from cadogan.words.dealing.scatter import Scatter
from cadogan.words.dealing.step import Step
from cadogan.words.fill import FILL, PASS, Filling, Gaps, Passing

if TYPE_CHECKING:
    from cadogan.engine.rules import Relation as Holds
    from cadogan.patience.game import Game

#: The most places of a table: more than any game needs, few enough to be drawn.
MOST_PLACES = 400
#: The most legal moves that a position may have: room for them is kept in every state.
MOST_MOVES = 20_000


class Making:
    """The rules of one game in the making."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.clauses = game.active
        self.rules = Rules(game.title, bounded=not game.own)
        self.groups: dict[str, Group] = {}
        self.places: list[Place] = []
        self.permits: list[Permit] = []
        self.fillings: list[Filling] = []
        self.specials: list[tuple[int, Any]] = []
        self.doers: list[tuple[int, Any]] = [(PLAYING, Playing())]
        self.before: list[Any] = []
        self.after: list[Any] = []
        self.finally_: list[Any] = []
        self.claimants: list[Any] = []
        self.restraints: list[Any] = []
        self.clearing: list[Any] = []
        self.registers: list[Register] = []
        self.taken: list[tuple[int, int]] = []
        self.letters: set[str] = set()
        self.relations: dict[object, Relation] = {}
        self.tables: dict[tuple[int, ...], tuple[int, ...]] = {}
        self.examined: dict[int, dict[str, bool]] = {}
        self.examines_all = False
        self.completed: set[int] = set()
        self.colour_at_home: dict[int, Any] = {}
        self.blocks: dict[int, set[int]] = {}
        self.goal_cards = 0
        self.redeal: Any = None
        self.sets: Any = None
        self.noted: Any = None
        self.in_text: Any = None

    # --- the clauses ---

    def of(self, kind: type[Any]) -> list[Any]:
        """The clauses of a kind, in order."""
        return [c for c in self.clauses if isinstance(c, kind)]

    def one(self, kind: type[Any]) -> Any:
        """The one clause of a kind, or None."""
        clauses = self.of(kind)
        return clauses[0] if clauses else None

    def has(self, word: str) -> bool:
        """Whether the game has a clause of this word."""
        return any(type(c).__name__ == word for c in self.clauses)

    @property
    def deal(self) -> words.deal:
        """The deal."""
        clause: words.deal = self.one(words.deal)
        return clause

    @property
    def one_packs(self) -> words.packs:
        """The packs."""
        clause: words.packs = self.one(words.packs)
        return clause

    # --- groups and places ---

    def letter(self, wanted: str, name: str) -> str:
        """A letter for a group's places that no other group has."""
        candidates: list[str] = [wanted, name[0].lower(), *"tpgcsbvwzdeijlmnoqruyahfk"]
        for letter in candidates:
            if letter and letter not in self.letters:
                self.letters.add(letter)
                return letter
        raise RuleError("a game has at most twenty-six groups of places")

    def add_group(
        self,
        name: str,
        clause: Clause | None,
        n: int,
        at: Sequence[Spot],
        spread: Any,
        letter: str,
        names: Sequence[str] = (),
        pid: str = "",
    ) -> Group:
        """Add a group of n places, with their ids, names and spots."""
        if clause is not None and name in (words.hand, words.talon, words.turned):
            raise RuleError(
                f"{name!r} is a word of the game itself; the group needs another name", clause
            )
        if name in self.groups:
            raise RuleError(
                f"there are two groups called {name!r}; every group needs a name of its own", clause
            )
        if isinstance(n, bool) or not isinstance(n, int) or n < 1:
            raise RuleError(
                f"the number of {name} is a whole number from 1 upward, not {n!r}", clause
            )
        if len(self.places) + n > MOST_PLACES:
            raise RuleError(
                f"a table has at most {MOST_PLACES} places; with {n} {name} it would have {len(self.places) + n}",
                clause,
            )
        if letter and not re.fullmatch("[a-z]{1,12}", letter):
            raise RuleError(
                f"the letter of {name} is a small letter or a short word of them, not {letter!r}",
                clause,
            )
        if not all(isinstance(spot, Spot) for spot in at):
            raise RuleError(f"at= of {name} is a row of spots, not {shown(at)}")
        if at and len(at) < n:
            raise RuleError(f"{name} has {n} places but only {len(at)} spots on the table", clause)
        first = len(self.places)
        label = re.sub(r"\W+", "_", name.lower()).strip("_")
        group = Group(name, label, len(self.groups), first, first + n, clause)
        self.groups[name] = group
        if not at:
            low = max((p.y for p in self.places if p.x > -9), default=-1.2) + 1.2
            at = tuple(
                s for r in range(0, n, 10) for s in line(min(10, n - r), 0, low + 1.2 * (r // 10))
            )
        prefix = name if n == 1 and name.isalpha() else self.letter(letter, name)
        many = spread and isinstance(spread[0], tuple)
        if many and len(spread) < n:
            raise RuleError(f"{name} has {n} places but only {len(spread)} spreads", clause)
        for i in range(n):
            short = pid or (prefix if n == 1 and name.isalpha() else f"{prefix}{i + 1}")
            place_name = (
                names[i] if names else f"the {name}" if n == 1 else f"{singular(name)} {i + 1}"
            )
            s = spread[i] if many else spread
            self.places.append(
                Place(short, place_name, name, at[i].x, at[i].y, at[i].angle, s, name == "hand")
            )
        group.places = tuple(
            PlaceRules(p, self.places[p].id, group) for p in range(first, first + n)
        )
        return group

    def right_edge(self) -> float:
        """The right edge of all places so far, with room for short piles."""
        return max((p.x + 1 + max(0.0, p.spread[0] * 4) for p in self.places), default=0.0)

    def has_group(self, name: str) -> bool:
        """Whether there is such a group."""
        return name in self.groups

    def group(self, name: str, clause: Clause) -> Group:
        """The group of that name, or an error that says which there are."""
        if name == words.turned and self.rules.turned is not None:
            group: Group = self.rules.turned
            return group
        if name == words.turned:
            name = words.talon
        if name not in self.groups:
            known = ", ".join(n for n in self.groups)
            raise RuleError(
                f"{type(clause).__name__} speaks of {name!r}, but there is no such group; there are {known}",
                clause,
            )
        return self.groups[name]

    def members(self, name: str, clause: Clause) -> range:
        """The indices of a group's places, of one place (``c1``) or of a run of them (``s5-8``)."""
        start, _, end = name.partition("-")
        first = next((i for i, p in enumerate(self.places) if p.id == start), -1)
        if name not in self.groups and first >= 0:
            group = self.groups[self.places[first].group]
            if not end:
                return range(first, first + 1)
            number = start.lstrip(string.ascii_letters)
            if not (
                end.isdigit()
                and number.isdigit()
                and int(number) <= int(end)
                and first + int(end) - int(number) < group.end
            ):
                ends = f"{self.places[group.first].id} to {self.places[group.end - 1].id}"
                raise RuleError(
                    f"{name[:40]!r} is no run of places; {group.name} goes from {ends}", clause
                )
            return range(first, first + int(end) - int(number) + 1)
        group = (
            self.groups[words.talon]
            if name == words.turned and words.talon in self.groups
            else self.group(name, clause)
        )
        return range(group.first, group.end)

    def run(self, names: words.Groups, clause: Clause) -> range:
        """The indices of all places of some groups, which follow one another in the game."""
        inside = sorted(i for name in groups(names) for i in self.members(name, clause))
        numbers = range(inside[0], inside[0] + len(inside))
        if inside != [*numbers]:
            why = f"the places of {', '.join(groups(names))} do not follow one another in the game, each of them named once"
            raise RuleError(f"{type(clause).__name__}: {why}", clause)
        return numbers

    def group_of(self, name: str) -> str:
        """The group of a name that is a group, a place or a run of places."""
        if name in self.groups or name in (words.turned, words.its_own):
            return name
        return self.places[self.members(name, self.clauses[0])[0]].group

    def kind_of(self, name: str) -> str:
        """What a group, or a part of one, is (`cadogan.words.clause`)."""
        if name in (words.hand, words.turned):
            return HAND if name == words.hand else TURNED
        group = self.groups[self.group_of(name)]
        if group.foundation:
            return FOUNDATIONS
        return (
            TABLEAU
            if isinstance(group.clause, words.places)
            else TALON
            if group in self.rules.talons
            else "cards laid aside"
        )

    def count(self, step: words.Step) -> int:
        """How many places a step of the deal concerns."""
        return sum(len(self.members(name, self.deal)) for name in step.to)

    def in_tableau(self, place: Place) -> bool:
        """Whether a place belongs to the tableau: no foundation, ornament, hand or talon."""
        return isinstance(self.groups[place.group].clause, words.places)

    def withdraw(self, name: str, held: str, clause: Clause) -> tuple[Card, ...]:
        """Cards taken from the pack before the deal and laid on the places of a group."""
        those = cards(held)
        spots = list(self.members(name, clause))
        if isinstance(clause, words.ornaments):
            self.taken += [
                (card.index, spots[min(k, len(spots) - 1)]) for k, card in enumerate(those)
            ]
        else:
            if len(those) > len(spots):
                raise RuleError(
                    f"{name}: {len(spots)} places, but {len(those)} cards are set out", clause
                )
            self.taken += [(card.index, p) for card, p in zip(those, spots)]
        return those

    def cards_set_aside(self) -> int:
        """How many cards stand still as ornaments."""
        return sum(len(cards(c.cards)) for c in self.of(words.ornaments))

    # --- what words ask for ---

    def sources(self, names: words.Groups | None, clause: Clause) -> tuple[Group, ...]:
        """The groups that cards come from; they offer their cards from now on."""
        members = tuple(self.group(name, clause) for name in groups(names))
        for group in members:
            group.offers = group is not self.groups.get(words.hand)
        return tuple(dict.fromkeys(members))

    def aims(self, names: words.Groups | None, clause: Clause) -> tuple[Group, ...]:
        """The groups of foundations named, or all."""
        return tuple(
            self.group(name, clause)
            for name in groups(names) or tuple(c.name for c in self.of(words.foundations))
        )

    def relation(self, where: words.Relation | None) -> Holds | None:
        """A relation between places, or None."""
        if where is None:
            return None
        rays = where is words.same_ray  # of the tableau only: a ray's foundation is its root
        on = [not rays or self.in_tableau(p) for p in self.places]
        pairs = ((a, b, i and j) for a, i in zip(self.places, on) for b, j in zip(self.places, on))
        return self.made(
            where.code, (both and a is not b and where.holds(a, b) for a, b, both in pairs)
        )

    def holds(self, where: words.Relation | None, label: str, on: Iterable[int]) -> Holds:
        """The relation between some places and those near them; without one, all places."""
        these = set(on)
        return self.made(
            label,
            (
                i in these and (where is None or where.holds(a, b))
                for i, a in enumerate(self.places)
                for b in self.places
            ),
        )

    def made(self, label: str, holds: Iterable[bool]) -> Holds:
        """A relation, the same one where it holds between the same places."""
        relation = Relation(label, len(self.places), holds)
        return self.relations.setdefault((label, relation.holds), relation)

    def shared(self, table: tuple[int, ...]) -> tuple[int, ...]:
        """A table, the same one where its values are the same."""
        return self.tables.setdefault(table, table)

    def examine(self, places: Iterable[int], must: bool = False, counts: bool = False) -> None:
        """The cards that fall on these places may be played as they fall."""
        for p in places:
            self.examined[p] = {
                **self.examined.get(p, {}),
                **({"must": True} if must else {}),
                **({"counts": True} if counts else {}),
            }

    def withhold(self, inside: Sequence[int], reason: Any) -> None:
        """Something can make the uppermost cards of these places unavailable."""
        for group in {
            self.groups[self.places[p].group].name: self.groups[self.places[p].group]
            for p in inside
        }.values():
            reason.of = self.shared(reason.of_them(len(self.places)))
            group.withheld = (*group.withheld, reason)

    def colour_of(self, group: Group) -> str:
        """The colour that alone is at home in a group, ``red`` or ``black``; empty for both."""
        colours = {
            self.colour_at_home[p].red if p in self.colour_at_home else None
            for p in range(group.first, group.end)
        }
        return {1: "red", 0: "black"}.get(next(iter(colours)), "") if len(colours) == 1 else ""  # type: ignore[arg-type]

    def heads(self, sources: Iterable[Group]) -> tuple[Group, ...]:
        """The groups of the heads of their face-up runs."""
        return tuple(group.heads for group in sources if group.heads is not None)

    def runs_of(self, names: Iterable[str]) -> tuple[str, ...]:
        """Those of some groups whose face-up runs may move."""
        return tuple(
            name for name in names if name in self.groups and self.groups[name].heads is not None
        )

    def permit(self, permit: Permit) -> None:
        """Add a permit."""
        permit.number = len(self.permits)
        self.permits.append(permit)
        if permit.phases & DEALING and not permit.from_hand:
            self.examines_all = True

    def filling(self, filling: Filling) -> None:
        """Add a way of filling."""
        filling.number = len(self.fillings)
        self.fillings.append(filling)

    def special(self, word: Any, rank: int) -> None:
        """Add a word with moves of its own; those of a lower rank are listed first."""
        self.specials.append((rank, word))

    def doer(self, kind: Kind, word: Any) -> None:
        """The word that carries out the moves of a kind."""
        self.doers.append((kind.number, word))

    def register(self, name: str, low: int, high: int, usual: int = 0) -> None:
        """A number that the state must hold."""
        if all(r.name != name for r in self.registers):
            self.registers.append(Register(name, low, high, usual))

    def written(self, make: Any) -> Any:
        """What of a state is written in a text picture, made once."""
        if self.in_text is None:
            self.in_text = make(self.game)
        return self.in_text

    def noting(self, exchange: Any) -> None:
        """An exchange that must know what goes home, and by which permit."""
        self.noted = exchange

    # --- the whole ---

    def make(self) -> Rules:
        """Everything, in an order in which each part finds what it needs.

        Raises:
            RuleError: the clauses do not make a game.
        """
        rules = self.rules
        if self.one_packs is None:
            raise RuleError("a game needs its packs: packs(1), packs(2) …")
        if self.one(words.deal) is None:
            raise RuleError("a game needs a deal clause: deal(each(…)), deal(rows(…)) …")
        self.set_out()
        check(self)
        self.count_pack()
        self.extra_groups()
        entering: list[Clause] = [*self.clauses, *self.default_play()]
        for clause in sorted(entering, key=lambda c: c.rank):
            clause.enter(self)
        self.ways_of_filling()
        self.write_script()
        self.finish()
        return rules

    def set_out(self) -> None:
        """All groups: the foundations and the tableau, then what words add late, then talon and
        hand beside them.
        """
        for clause in self.clauses:
            of_their_kinds(clause)
            clause.set_out(self)
        for clause in self.clauses:
            clause.set_out_late(self)
        turning: words.turn | None = self.one(words.turn)
        edge = self.right_edge() + 0.6
        at = list(turning.at) if turning else []
        at += [Spot(edge, 0.0), Spot(edge, 1.2), Spot(edge, 2.4)][len(at) :]
        if turning:
            self.rules.talons = turning.talons(self, at[1:])
        self.rules.hand = self.add_group(
            words.hand, None, 1, (at[0],), words.squared, "h", ("the pack in hand",)
        )
        self.rules.hand.offers = False
        self.rules.groups = tuple(self.groups.values())
        self.rules.places = tuple(place for group in self.rules.groups for place in group.places)
        self.rules.by_name = self.groups

    @property
    def dealt_to(self) -> set[str]:
        """The groups that the deal brings cards to."""
        return {self.group_of(name) for name in self.deal.names()}

    @property
    def has_blocked(self) -> set[str]:
        """The groups some of whose cards are blocked by others."""
        return {
            self.group_of(g) for c in self.of(words.free) if c.which.blocks for g in groups(c.group)
        }

    def dealt_of_rank(self, rank: int) -> int:
        """How many cards of a rank are left to be dealt when those set out have been taken from the
        pack.
        """
        out = [
            card
            for c in self.clauses
            if isinstance(c, (words.foundations, words.places, words.ornaments))
            for card in cards(c.cards)
        ]
        return sum(card.rank == rank for card in self.one_packs.cards()) - sum(
            card.rank == rank for card in out
        )

    def left_in_hand(self) -> int:
        """The cards that a deal of fixed steps leaves in hand."""
        out = sum(
            len(cards(c.cards))
            for c in self.clauses
            if isinstance(c, (words.foundations, words.places, words.ornaments))
        )
        return len(self.one_packs.cards()) - out - sum(step.dealt(self) for step in self.deal.steps)

    def count_pack(self) -> None:
        """The pack as numbers, and how many copies of a face it has."""
        seen: Counter[int] = Counter()
        numbers = []
        for card in self.one_packs.cards():
            numbers.append(card_number(seen[card.index], card.index))
            seen[card.index] += 1
        self.rules.pack = tuple(numbers)
        self.rules.copies = max(seen.values())
        self.rules.single = self.one_packs.single
        self.rules.withdrawn = tuple(self.taken)
        self.rules.foundations = tuple(self.groups[c.name] for c in self.of(words.foundations))

    def extra_groups(self) -> None:
        """Groups without places of their own: the card just turned, the heads of face-up runs."""
        rules = self.rules
        rules.sets = len(self.groups)
        used = {name for c in self.clauses for name in c.names()}
        if words.turned in used:
            rules.turned = Group("the card just turned", "turned", rules.sets, 0, 0)
            rules.sets += 1
            rules.talons[0].split = True
        runs = {
            name
            for c in self.of(words.build)
            if c.run
            for to in groups(c.onto)
            for name in c.sources(to)
        }
        for name in sorted(runs - {words.turned}):
            columns = self.group(name, next(c for c in self.of(words.build) if c.run))
            columns.heads = Group(
                f"heads of the {name}", f"{columns.label}_heads", rules.sets, 0, 0
            )
            rules.sets += 1
            rules.runs = True
        rules.face_down = rules.flips = any(step.face_down for step in self.deal.steps)
        if rules.runs:
            rules.face_down = True
        again: words.again | None = self.one(words.again)
        if again is not None and again.complete_first:
            self.completed = set(self.members(again.complete_first, again))

    def default_play(self) -> list[Clause]:
        """Every available card may go to the foundations, where no clause says which."""
        if self.of(words.play) or self.of(words.together):
            return []
        loose = [c.name for c in self.of(words.places)]
        loose += [n for n in (words.talon,) if n in self.groups]
        loose += [words.turned] if self.rules.turned is not None else []
        return [words.play(tuple(loose))]

    def ways_of_filling(self) -> None:
        """What fills gaps without being asked, and the moves that belong to it."""
        rules = self.rules
        for c in self.of(words.fill):
            for name in c.gives():
                self.group(name, c).offers = name != words.hand
        if self.fillings:
            rules.gaps = Gaps(tuple(self.fillings))
            rules.gaps.check(rules)
            if rules.gaps.holds:
                self.claimants.insert(0, rules.gaps)
            if rules.gaps.later:
                self.doer(FILL, rules.gaps)
            if any(f.lane for f in self.fillings):
                self.doer(PASS, Passing())

    def check_foundations(self, step: Step) -> None:
        """Refuse a step that deals to a foundation, or opens what is none."""
        for name in step.to:
            for p in self.members(name, self.deal):
                place, opens = self.rules.places[p], name in step.opens
                if place.group.foundation and not opens:
                    raise RuleError(
                        f"{place.label} is a foundation: it takes what its series says, and the deal lays nothing there",
                        self.deal,
                    )
                if not place.group.foundation and not isinstance(place.group.clause, words.places):
                    raise RuleError(
                        f"the deal lays cards on places of the tableau, and {place.label} is none",
                        self.deal,
                    )
                if opens and not place.group.foundation:
                    raise RuleError(
                        f"the base opens a foundation, and {place.label} is none", self.deal
                    )

    def write_script(self) -> None:
        """The deal, step by step; where a re-deal begins again; which cards fall without concern."""
        rules = self.rules
        script = Script(self)
        for step in self.deal.steps:
            self.check_foundations(step)
            step.write(script)
        script.add(Finish())
        rules.script = tuple(Entry(kind, place) for kind, place in script.entries)
        flat, end = [], len(script)
        for i in range(len(script) - 1, -1, -1):
            kind, _ = script.entries[i]
            if not kind.flat:
                end = i
            flat.append(end)
        rules.flat_until = tuple(reversed(flat))
        kinds = {kind for kind, _ in script.entries}
        if any(isinstance(kind, Pause) for kind in kinds):
            scattering = any(isinstance(kind, Scatter) for kind in kinds)
            rules.pausing = Pausing(self.deal, scattering, self.deal.after)
            self.doers.append((rules.pausing.kind, rules.pausing))
            rules.phases |= PAUSE
            self.clearing.append(rules.pausing)
        if any(kind.decides for kind in kinds):
            rules.phases |= DEALING
        if self.redeal is not None:
            self.restart(script)
        steps = rules.flat_until[0]
        if not rules.withdrawn and 0 < steps <= len(rules.pack):
            dealt: dict[int, list[tuple[int, int]]] = {}
            for i, (kind, place) in enumerate(script.entries[:steps]):
                assert isinstance(kind, Lay)
                pile = dealt.setdefault(place, [])
                pile.insert(0 if kind.under else len(pile), (i, int(kind.down)))
            rules.opening = tuple((p, tuple(those)) for p, those in dealt.items())
            rules.opening_steps = rules.opening_cards = steps

    def restart(self, script: Script) -> None:
        """The deal begins again with the first step that deals to the places taken up, or to be
        completed first.
        """
        again: words.again = self.one(words.again)
        if groups(again.what) == (words.talon,) or again.partly:
            return
        first = {*self.redeal.places, *self.completed}
        for i, (kind, place) in enumerate(script.entries):
            if isinstance(kind, Lay) and place in first:
                self.redeal.restart = i
                if any(isinstance(kind, (Base, Choose)) for kind, _ in script.entries[i:]):
                    raise RuleError(
                        "the deal would begin again before the base is found, and the foundations have theirs already",
                        again,
                    )
                return
        raise RuleError(
            f"the deal never brings a card to {words.listed(groups(again.what), 'or')}, so none can be dealt there again",
            again,
        )

    def finish(self) -> None:
        """Everything put together."""
        rules = self.rules
        rules.permits = tuple(self.permits)
        for i, permit in enumerate(self.permits):
            permit.doubles = any(permit.overlaps(other) for other in self.permits[:i])
        rules.specials = tuple(word for _, word in sorted(self.specials, key=lambda pair: pair[0]))
        rules.doers = tuple(self.doers)
        rules.before, rules.after, rules.finally_ = (
            tuple(self.before),
            tuple(self.after),
            tuple(self.finally_),
        )
        rules.claimants, rules.restraints, rules.clearing = (
            tuple(self.claimants),
            tuple(self.restraints),
            tuple(self.clearing),
        )
        rules.goal_cards = self.goal_cards
        self.givers_and_takers()
        rules.blocked = Rows(sorted(self.blocks.get(p, ())) for p in range(len(self.places)))
        rules.noted = self.noted
        for clause in self.of(words.take):
            spoken_of = [self.group_of(name) for c in self.clauses for name in c.names()]
            self.groups[clause.to].heap = spoken_of.count(clause.to) == 1
        rules.registers = tuple(self.registers)
        masks = [p.phases for p in self.permits] + [f.phases for f in self.fillings]
        masks += [word.phases for word in rules.specials if hasattr(word, "phases")]
        rules.tells_end = rules.tells_end or any(
            mask & IN_PLAY not in (0, IN_PLAY) for mask in masks
        )
        if rules.tells_end:
            rules.phases |= OUT | END
        else:
            rules.phases &= PLAY | PAUSE | DEALING
        rules.deals_on = bool(rules.phases & (PAUSE | DEALING)) or (
            self.redeal is not None and self.redeal.restart >= 0
        )
        rules.any_phase = rules.phases | (DEALING if rules.deals_on else 0)
        rules.room = self.most_moves()
        rules.dealing = self.deal
        times = MOST_REPEATS if any(r.name == "repeats" for r in self.registers) else 0
        rules.most_rounds = (len(rules.script) + len(rules.pack)) * (times + 3)
        rules.layout = self.layout()

    def givers_and_takers(self) -> None:
        """Which groups give and receive cards in play: only between these need the engine tell."""
        rules = self.rules
        gaps = rules.gaps.fillings if rules.gaps is not None else ()
        giving = {
            rules.places[p].group for f in gaps for g in f.sources for p in range(g.first, g.end)
        }
        receiving = {rules.places[p].group for f in gaps for p in f.places}
        for permit in self.permits:
            receiving.add(permit.to)
            giving |= {rules.hand} if permit.from_hand else {*permit.columns} - {rules.turned}
            if rules.turned in permit.sources:
                giving.add(rules.talons[0])
        if (
            len(rules.specials)
            or rules.redeal is not None
            or any(kind.kind.label != "end" and not kind.kind.flat for kind in rules.script)
        ):
            giving, receiving = set(rules.groups), set(rules.groups)
        rules.givers, rules.takers = self.nearest(giving), self.nearest(receiving)

    def nearest(self, those: set[Group]) -> tuple[Group, ...]:
        """By the number of a place its group, or where that is none of those the one before it that
        is.
        """
        dealt_to: list[Group] = []
        first = next((g for g in self.rules.groups if g in those), self.rules.groups[0])
        for place in self.rules.places:
            dealt_to.append(
                place.group if place.group in those else dealt_to[-1] if dealt_to else first
            )
        return tuple(dealt_to)

    def most_moves(self) -> int:
        """How many legal moves a position can have at most.

        Raises:
            RuleError: more than any state has room for; the clause that allows most of them is
                named.
        """
        cards_in_play = len(self.rules.pack)
        parts: list[tuple[int, Any]] = []
        for permit in self.permits:
            offered = (
                sum(g.count or self.places_behind(g) for g in permit.sources)
                if permit.sources
                else 1
            )
            parts.append(
                (
                    min(offered, cards_in_play, permit.most_on_one(self.rules)) * permit.to.count,
                    permit.clause,
                )
            )
        parts += [(word.most(), word.clause) for word in self.rules.specials]
        parts += [(sum(g.count for g in f.sources) + 1, f.clause) for f in self.fillings]
        most = sum(n for n, _ in parts) + len(self.places) + 8
        if most > MOST_MOVES:
            n, clause = max(parts, key=lambda part: part[0])
            why = (
                f"a position could have {most:,} legal moves, and there is room for {MOST_MOVES:,}"
            )
            raise RuleError(f"{why}; {type(clause).__name__} alone allows {n:,}", clause)
        return most

    def places_behind(self, group: Group) -> int:
        """How many places a group without places of its own stands for."""
        return next((g.count for g in self.groups.values() if g.heads is group), 1)

    def layout(self) -> tuple[Field, ...]:
        """What a state of this game holds."""
        rules = self.rules
        places, numbers = len(self.places), FACES * rules.copies
        fields = [
            Field(name)
            for name in (
                "phase",
                "step",
                "number",
                "home",
                "target",
                "gap",
                "filling",
                "redeals",
                "round",
                "doing",
                "rounds",
            )
        ]
        fields += [Field(register.name) for register in rules.registers]
        fields += [
            Field("chance", 4),
            Field("lots", 4),
            Field("pack", len(rules.pack), 2),
            Field("moves", rules.room),
        ]
        fields += [
            Field("top", places, 2, NOTHING),
            Field("height", places, 2),
            Field("live", places, 2, NOTHING),
        ]
        fields += [Field("under", numbers, 2, NOTHING), Field("where", numbers, 2)]
        fields += [
            Field("free", rules.sets * rules.copies),
            Field("want", places),
            Field("wanted", len(self.groups)),
        ]
        noted = rules.noted.field if rules.noted else ""
        for wanted, name, size, width in (
            (rules.turned is not None, "shown", 0, 8),
            (rules.runs, "head", places, 2),
            (rules.face_down, "down", numbers, 1),
            (rules.newest, "before", places, 2),
            (noted, noted, places, 2),
            (rules.had, "had", places, 1),
        ):
            if wanted:
                fields.append(Field(name, size, width, NOTHING if name == "head" else 0))
        fields += [Field("tally", len(rules.pack) + 4)]
        return tuple(fields)


def made(game: Game) -> Rules:
    """The rules of a game.

    Raises:
        RuleError: a clause speaks of a group that is not there, a card has no home, and the like.
    """
    return Making(game).make()
