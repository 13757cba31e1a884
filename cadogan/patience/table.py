"""The table of a game in the making: its groups, and the places of each."""

from __future__ import annotations

import re
import string
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, TypeVar

from cadogan import words
from cadogan.cards import Card, cards
from cadogan.echo import cut, nearest
from cadogan.engine.rules import (
    Group,
    PlaceRules,
    Rules,
)
from cadogan.layout import Place, Spot, line
from cadogan.patience.game import Game
from cadogan.words import Clause, RuleError, groups, singular
from cadogan.words.clause import FOUNDATIONS, HAND, TABLEAU, TALON, TURNED, Setting
from cadogan.words.english import OF_THE_GAME

C = TypeVar("C", bound=Clause)
#: Groups as other programs call them, and the talon where there is none.
ELSEWHERE = {
    "waste": "the talon, which turn() makes",
    "talon": "what turn() makes",
    "stock": "the hand",
    "deck": "the hand",
}
#: The most places of a table: more than any game needs, few enough to be drawn.
MOST_PLACES = 400


class Table:
    """What the clauses of a game set out: groups and places, found by their names."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.clauses, self.drawings = game.active, game.drawings
        self.rules = Rules(game.title, bounded=not game.own)
        self.groups: dict[str, Group] = {}
        self.places: list[Place] = []
        #: Where the rules say that places lie which are drawn elsewhere.
        self.elsewhere: dict[int, Place] = {}
        #: The groups of which a rule reads how their places lie.
        self.shaped: set[str] = set()
        #: The groups with a spot for each place.
        self.placed: set[str] = set()
        self.taken: list[tuple[int, int]] = []
        self.letters: set[str] = set()

    # --- the clauses ---

    def of(self, kind: type[C]) -> list[C]:
        """The clauses of a kind, in order."""
        return [c for c in self.clauses if isinstance(c, kind)]

    def has(self, word: str) -> bool:
        """Whether the game has a clause of this word."""
        return any(type(c).__name__ == word for c in self.clauses)

    @property
    def deal(self) -> words.deal:
        """The clause of the deal."""
        return self.of(words.deal)[0]

    @property
    def one_packs(self) -> words.packs:
        """The clause of the packs."""
        return self.of(words.packs)[0]

    # --- groups and places ---

    def letter(self, preferred: str, name: str) -> str:
        """A letter for a group's places that no other group has."""
        first = name[0].lower() if name[0].isascii() else ""
        letters: tuple[str, ...] = (preferred, first, *"tpgcsbvwzdeijlmnoqruyahfk")
        for letter in letters:
            if letter and letter not in self.letters:
                self.letters.add(letter)
                return letter
        raise RuleError("a game has at most twenty-six groups of places")

    def add_group(
        self,
        name: str,
        clause: Clause | None,
        n: int,
        spots: Sequence[Spot],
        spread: Any,
        letter: str,
        names: Sequence[str] = (),
        pid: str = "",
    ) -> Group:
        """Add a group of n places, with their ids, names and spots."""
        if clause is not None and name in OF_THE_GAME:
            raise RuleError(
                f"{name!r} is a word of the game itself; the group needs another name", clause
            )
        if name.lower().startswith("the "):
            raise RuleError(f"{name!r}: a group is named without its article: {name[4:]!r}", clause)
        if name in self.groups:
            raise RuleError(
                f"there are two groups called {name!r}; every group needs a name of its own", clause
            )
        if len(self.places) + n > MOST_PLACES:
            raise RuleError(
                f"a table has at most {MOST_PLACES} places; with {n} {name} it would have {len(self.places) + n}",
                clause,
            )
        if spots and len(spots) < n:
            raise RuleError(
                f"{name} has {n} places but only {len(spots)} spots on the table", clause
            )
        first = len(self.places)
        label = re.sub(r"\W+", "_", name.lower()).strip("_")
        group = Group(name, label, len(self.groups), first, first + n, clause)
        self.groups[name] = group
        lying = spots
        if name in self.drawings:
            spots = self.drawings[name].spots(spots, n)
            spread = self.drawings[name].spreads(spread, n)
        if spots:
            self.placed.add(name)
        else:
            low = max((p.y for p in self.places if p.x > -9), default=-1.2) + 1.2
            spots = tuple(
                s for r in range(0, n, 10) for s in line(min(10, n - r), 0, low + 1.2 * (r // 10))
            )
        # a place is written in letters of the keyboard; a position's text writes no place as none
        alone = n == 1 and name.isascii() and name.isalpha() and name != "none"
        prefix = name if alone else self.letter(letter, name)
        many = spread and isinstance(spread[0], tuple)
        if many and len(spread) < n:
            raise RuleError(f"{name} has {n} places but only {len(spread)} spreads", clause)
        for i in range(n):
            short = pid or (prefix if alone else f"{prefix}{i + 1}")
            place_name = (
                names[i] if names else f"the {name}" if n == 1 else f"{singular(name)} {i + 1}"
            )
            s = spread[i] if many else spread
            spot = spots[i]
            place = Place(short, place_name, name, spot.x, spot.y, spot.angle, s, name == "hand")
            if lying and lying[i] != spot:
                x, y, angle = lying[i].x, lying[i].y, lying[i].angle
                self.elsewhere[first + i] = replace(place, x=x, y=y, angle=angle)
            self.places.append(place)
        group.places = tuple(
            PlaceRules(p, self.places[p].id, group) for p in range(first, first + n)
        )
        return group

    @property
    def lying(self) -> list[Place]:
        """The places, each where the rules say that it lies; where they do not, where it is drawn."""
        return [self.elsewhere.get(i, place) for i, place in enumerate(self.places)]

    def right_edge(self) -> float:
        """The right edge of all places so far, with room for short piles."""
        return max((p.x + 1 + max(0.0, p.spread[0] * 4) for p in self.places), default=0.0)

    def group(self, name: str, clause: Clause) -> Group:
        """The group of that name, or an error that says which there are."""
        if name == words.turned and self.rules.turned is not None:
            group: Group = self.rules.turned
            return group
        if name == words.turned:
            name = words.talon
        if name not in self.groups:
            known = ", ".join(n for n in self.groups)
            hint = nearest(name, self.groups, f"places({cut(name)!r}, …) would set it out")
            if name in ELSEWHERE:
                hint = f"; here it is {ELSEWHERE[name]}"
            raise RuleError(
                f"{clause.called} speaks of {name!r}, but there is no such group; there are {known}{hint}",
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

    def inside(self, names: words.Groups, clause: Clause) -> list[int]:
        """The places that a clause means by some names, in the order of the names."""
        return [p for name in groups(names) for p in self.members(name, clause)]

    def run(self, names: words.Groups, clause: Clause) -> range:
        """The indices of all places of some groups, which follow one another in the game."""
        inside = sorted(self.inside(names, clause))
        numbers = range(inside[0], inside[0] + len(inside))
        if inside != [*numbers]:
            why = f"the places of {', '.join(groups(names))} do not follow one another in the game, each of them named once"
            raise RuleError(f"{clause.called}: {why}", clause)
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

    def withdraw(self, name: str, text: str, clause: Clause) -> None:
        """Take cards from the pack before the deal and lay them on the places of a group."""
        withdrawn = cards(text)
        spots = list(self.members(name, clause))
        if isinstance(clause, words.ornaments):
            self.taken += [
                (card.index, spots[min(k, len(spots) - 1)]) for k, card in enumerate(withdrawn)
            ]
        else:
            if len(withdrawn) > len(spots):
                raise RuleError(
                    f"{name}: {len(spots)} places, but {len(withdrawn)} cards are set out", clause
                )
            self.taken += [(card.index, p) for card, p in zip(withdrawn, spots)]

    # --- what the deal finds ---

    @property
    def set_out_before(self) -> list[Card]:
        """The cards that are taken from the pack before the deal."""
        return [card for c in self.of(Setting) for card in cards(c.cards)]

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
        return sum(card.rank == rank for card in self.one_packs.cards()) - sum(
            card.rank == rank for card in self.set_out_before
        )
