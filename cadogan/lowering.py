"""Lowering, the first half: groups and places, and the checks that every clause makes sense among them."""

from __future__ import annotations

import re
import string
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from cadogan import checks, terms
from cadogan import kernels as plain
from cadogan.cards import RANK_NAMES, SUIT_NAMES, cards
from cadogan.layout import Place, Spot, line
from cadogan.terms import Clause, RuleError, groups, singular

if TYPE_CHECKING:
    from cadogan.game import Game

#: The most places of a table: more than any game needs, few enough to be drawn.
MOST_PLACES = 400


@dataclass(frozen=True)
class Group:
    """A group of places as the machine knows it."""

    name: str
    index: int
    first: int
    count: int
    clause: Clause | None


@dataclass(frozen=True)
class Permit:
    """A row of the permits' table, with the clause that says it."""

    clause: Clause
    sources: tuple[str, ...]
    to: str
    mode: int
    phases: int
    line: terms.Line | None = None
    suit: terms.Suits | None = None
    where: terms.Relation | None = None
    run: bool = False
    condition: int = 0
    after: int = 0


class Table:
    """The table of one game in the making: its groups and places, and the clauses that speak of them."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.clauses = game.active
        self.tables = [0] * plain.T_HEADER
        self.groups: dict[str, Group] = {}
        self.places: list[Place] = []
        self.permits: list[Permit] = []
        self.permit_rows: list[list[int]] = []
        self.fills: list[terms.fill] = []
        self.fit_at: dict[object, int] = {}
        self.relation_at: dict[str, int] = {}
        self.letters: set[str] = set()

    def of(self, kind: type[Any]) -> list[Any]:
        """The clauses of a kind, in order."""
        return [c for c in self.clauses if isinstance(c, kind)]

    def one(self, kind: type[Any]) -> Any:
        """The one clause of a kind, or None."""
        found = self.of(kind)
        return found[0] if found else None

    def add(self, numbers: Iterable[int]) -> int:
        """Append numbers to the tables; where they begin."""
        at = len(self.tables)
        self.tables.extend(numbers)
        return at

    # --- places ---

    def letter(self, wanted: str, name: str) -> str:
        """A letter for a group's places that no other group has."""
        candidates: list[str] = [wanted, name[0].lower(), *"tpgcsbvwzdeijlmnoqruyahfk"]
        for letter in candidates:
            if letter and letter not in self.letters:
                self.letters.add(letter)
                return letter
        raise RuleError("a game has at most twenty-six groups of places")

    def add_group(
        self, name: str, clause: Clause | None, n: int, at: Sequence[Spot], spread: Any, letter: str, names: Sequence[str] = ()
    ) -> None:
        """Add a group of so many places, with their ids, names and spots."""
        if name in self.groups:
            raise RuleError(f"there are two groups called {name!r}; every group needs a name of its own", clause)
        if isinstance(n, bool) or not isinstance(n, int) or n < 1:
            raise RuleError(f"the number of {name} is a whole number from 1 upward, not {n!r}", clause)
        if len(self.places) + n > MOST_PLACES:
            raise RuleError(f"a table has at most {MOST_PLACES} places; with {n} {name} it would have {len(self.places) + n}", clause)
        if letter and not re.fullmatch("[a-z]{1,12}", letter):
            raise RuleError(f"the letter of {name} is a small letter or a short word of them, not {letter!r}", clause)
        if at and len(at) < n:
            raise RuleError(f"{name} has {n} places but only {len(at)} spots on the table", clause)
        first = len(self.places)
        self.groups[name] = Group(name, len(self.groups), first, n, clause)
        if not at:
            low = max((p.y for p in self.places if p.x > -9), default=-1.2) + 1.2
            at = tuple(s for r in range(0, n, 10) for s in line(min(10, n - r), 0, low + 1.2 * (r // 10)))
        prefix = name if n == 1 and name.isalpha() else self.letter(letter, name)
        many = spread and isinstance(spread[0], tuple)
        if many and len(spread) < n:
            raise RuleError(f"{name} has {n} places but only {len(spread)} spreads", clause)
        for i in range(n):
            pid = prefix if n == 1 and name.isalpha() else f"{prefix}{i + 1}"
            said = names[i] if names else f"the {name}" if n == 1 else f"{singular(name)} {i + 1}"
            s = spread[i] if many else spread
            self.places.append(Place(pid, said, name, at[i].x, at[i].y, at[i].angle, s, name == "hand"))

    def make_places(self) -> None:
        """All groups: the foundations and the tableau, then hand and talon beside them."""
        for c in self.clauses:
            if isinstance(c, terms.foundations):
                self.add_group(c.name, c, c.n, c.at, terms.squared, c.letter or "f", foundation_names(c))
            elif isinstance(c, terms.places):
                self.add_group(c.name, c, c.n, c.at, c.spread, c.letter)
            elif isinstance(c, terms.ornaments):
                held = cards(c.cards)
                if c.name == "cards thrown aside":
                    edge = self.right_edge()
                    self.add_group(c.name, c, 1, (Spot(edge + 0.6, 3.6),), terms.squared, c.letter, ("the cards thrown aside",))
                else:
                    self.add_group(c.name, c, len(held), c.at, terms.squared, c.letter)
        for c in self.of(terms.take):
            if c.to not in self.groups:
                self.add_group(c.to, None, 1, (Spot(self.right_edge() + 0.6, 2.4),), terms.squared, "")
        turning = self.one(terms.turn)
        edge = self.right_edge() + 0.6
        at = list(turning.at) if turning else []
        at += [Spot(edge, 0.0), Spot(edge, 1.2), Spot(edge, 2.4)][len(at) :]
        if turning and turning.by_colour:
            self.add_group("red talon", None, 1, (at[1],), terms.squared, "r")
            self.add_group("black talon", None, 1, (at[2],), terms.squared, "b")
            self.places[-2:] = [Place("talon-r", "the red talon", "red talon", at[1].x, at[1].y),
                                Place("talon-b", "the black talon", "black talon", at[2].x, at[2].y)]  # fmt: skip
        elif turning and not turning.to:
            self.add_group("talon", None, 1, (at[1],), terms.squared, "w")
        self.add_group("hand", None, 1, (at[0],), terms.squared, "h", ("the pack in hand",))

    def right_edge(self) -> float:
        """The right edge of all places so far, with room for short piles."""
        return max((p.x + 1 + max(0.0, p.spread[0] * 4) for p in self.places), default=0.0)

    def named(self, name: str, clause: Clause) -> Group:
        """The group of that name, or an error that says which there are."""
        if name == terms.turned:
            name = terms.talon
        if name not in self.groups:
            known = ", ".join(n for n in self.groups)
            raise RuleError(f"{type(clause).__name__} speaks of {name!r}, but there is no such group; there are {known}", clause)
        return self.groups[name]

    def members(self, name: str, clause: Clause) -> range:
        """The indices of a group's places, of one place (``c1``) or of a run of them (``s5-8``)."""
        start, _, end = name.partition("-")
        first = next((i for i, p in enumerate(self.places) if p.id == start), -1)
        if name not in self.groups and first >= 0:
            return range(first, first + (int(end) - int(start.lstrip(string.ascii_letters)) + 1 if end else 1))
        g = self.named(name, clause)
        return range(g.first, g.first + g.count)

    def check(self) -> None:
        """Every group spoken of exists; every card has one home."""
        for c in self.clauses:
            for name in c.names():
                self.members(name, c)
        checks.never_idle(self.clauses, self.group_of, self.left_in_hand())
        if self.of(terms.take) or self.of(terms.lines_make):
            return
        pack = Counter(self.one(terms.packs).cards())
        for c in self.of(terms.ornaments):
            for card in cards(c.cards):
                pack[card] -= 1
        ranks: Counter[int] = Counter()
        founded = self.one(terms.foundations)
        counted = 0
        for c in self.of(terms.foundations):
            for i in range(c.n):
                values = c.series_of(i).ranks(self.one(terms.packs).ranks)
                counted += len(values)
                ranks.update(values)
        stay = sum(c.n * c.headed for c in self.of(terms.places))
        # cards that nothing may lie on, and no foundation takes, end alone on their places (Anna's queens)
        alone = {name for c in self.of(terms.build) if c.never_on and not ranks[c.never_on] for name in groups(c.onto)}
        stay += sum(c.n for c in self.of(terms.places) if c.name in alone)
        total = sum(pack.values())
        kinds = {c.series_of(0).kind for c in self.of(terms.foundations)}
        if kinds <= {0, 3}:
            have: Counter[int] = Counter()
            for card, number in pack.items():
                have[card.rank] += number
            for rank in range(1, 14):
                over = have[rank] - ranks[rank]
                if over < 0 or (over > 0 and stay == 0):
                    of_rank = terms.rank_name(rank) if abs(over) == 1 else terms.rank_names(rank)
                    what = f"{over} {of_rank} of the pack {'has' if over == 1 else 'have'} no home" if over > 0 else \
                        f"the foundations want {-over} more {of_rank} than the pack holds"  # fmt: skip
                    raise RuleError(f"{what}: every card needs exactly one foundation, or a place as ornament", founded)
        if 2 not in kinds and counted + stay != total:
            raise RuleError(f"the foundations take {counted} cards, but {total - stay} are in play", founded)

    def group_of(self, name: str) -> str:
        """The group of a name that is a group, a place or a run of places."""
        if name in self.groups or name in (terms.turned, terms.own):
            return name
        return self.places[self.members(name, self.clauses[0])[0]].group

    def left_in_hand(self) -> int:
        """The cards that a deal of fixed steps leaves in hand."""
        left = len(self.one(terms.packs).cards())
        left -= sum(len(cards(c.cards)) for c in self.clauses if isinstance(c, (terms.foundations, terms.places, terms.ornaments)))
        clause = self.one(terms.deal)
        for step in clause.steps if clause else ():
            n = sum(len(self.members(name, clause)) for name in step.to)
            if step.op == "each":
                left -= sum(step.n) if isinstance(step.n, tuple) else step.n * n
            elif step.op in ("rows", "complete"):
                left -= n * step.n
            elif step.op == "staircase":
                left -= n * (n + 1) // 2
        return left


def foundation_names(c: terms.foundations) -> tuple[str, ...]:
    """What the foundations are called: by their card, their suit, or their number."""
    if c.cards:
        held = cards(c.cards)
        counts = Counter(held)
        return tuple(
            f"the {card.name} foundation" if counts[card] == 1 else f"{card.name} foundation {i}" for i, card in enumerate(held, 1)
        )
    if c.suits and c.series_of(0).kind == 0:
        start = RANK_NAMES[c.series_of(0).values[0] - 1]
        return tuple(f"the {start} of {SUIT_NAMES[s]} foundation" for s in c.suits)
    return tuple(f"{'foundation' if c.name == 'foundations' else singular(c.name)} {i}" for i in range(1, c.n + 1))


def blockers(code: str, places: Sequence[Place], inside: Sequence[int], i: int) -> tuple[list[int], list[int] | None]:
    """The one or two sets of places of a group; the card of place i is free when one set is all empty."""
    here = places[i]
    in_column = [j for j in inside if j != i and abs(places[j].x - here.x) < 0.35]
    in_row = [j for j in inside if j != i and abs(places[j].y - here.y) < 0.35]
    lower = [j for j in in_column if places[j].y > here.y]
    upper = [j for j in in_column if places[j].y < here.y]
    if code == "below":
        return lower, None
    if code == "ends":
        return upper, lower
    if code == "last":
        return [j for j in inside if j > i], None
    crossways = here.angle % 180 == 90
    one = [j for j in in_row if places[j].x < here.x] if crossways else upper
    other = [j for j in in_row if places[j].x > here.x] if crossways else lower
    if code == "lane":
        return one, other
    if code == "edge":
        return ([] if not one or not other else [i]), None

    def near(those: list[int]) -> list[int]:
        return sorted(those, key=lambda j: abs(places[j].x - here.x) + abs(places[j].y - here.y))[:1]

    return near(one), near(other)


def square_lines(places: Sequence[Place], inside: Sequence[int], clause: terms.lines_make) -> list[list[int]]:
    """The rows, columns and diagonals of a square of places, as a clause asks for them."""
    side = round(len(inside) ** 0.5)
    if side * side != len(inside):
        raise RuleError(f"{len(inside)} places are no square", clause)
    ordered = sorted(inside, key=lambda i: (places[i].y, places[i].x))
    grid = [ordered[r * side : (r + 1) * side] for r in range(side)]
    columns = [[grid[r][c] for r in range(side)] for c in range(side)]
    diagonals = [[grid[k][k] for k in range(side)], [grid[k][side - 1 - k] for k in range(side)]]
    return [*grid, *columns, *(diagonals if clause.diagonals else ())]
