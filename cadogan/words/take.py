"""take: cards that leave the table as a set."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from cadogan.cards import RANKS, Card, cards
from cadogan.engine.moves import NONE, encoded, part, several
from cadogan.engine.numbers import FACE, FACES, OF_RANK, OF_SUIT, RANK
from cadogan.engine.permits import OfTwo
from cadogan.engine.piles import lay, pop
from cadogan.engine.rules import DEALING, Group, Rules, State
from cadogan.layout import Spot
from cadogan.usage import Name, Such

from .citing import EDITION, RuleError, rule_of
from .clause import TABLEAU, TALON, Clause, Making, Reasons, Said, Setting
from .english import OF_THE_GAME, Groups, a_rank, groups, joined, listed, upper_first
from .free import free
from .packs import ALL_OF_THEM, ornaments
from .series import Series
from .values import K, Line, Relation, equal, squared


def no_set(why: Reasons, ids: list[str]) -> Said:
    """Why a set is not taken."""
    clause = why.clause(take)
    if clause is None:
        return "Cards are not taken up in sets in this game.", EDITION
    if fault := why.misplaced(clause, ids):
        return fault
    places = [why.number[name] for name in ids]
    for i in places:
        if why.s.live[i] < 0:
            return why.blocked(i)
    if fault := why.unfinished():
        return fault
    if len(set(ids)) < len(ids):
        free_ = why.clause(free, why.game.places[places[0]].group)
        return f"A place is named twice: {why.says(free_ or clause)}", rule_of(free_, clause)
    chosen = [why.p.cards[i][-1] for i in ids]
    if clause.ranking is not None:
        if len(ids) > 1:
            return f"Cards are taken up singly: {why.says(clause)}", rule_of(clause)
        beats = f"no uppermost card of its suit beats {chosen[0].symbol}"
        return f"{upper_first(beats)}: {why.says(clause)}", rule_of(clause)
    sums = " and ".join(c.symbol for c in chosen)
    total = sum(c.rank for c in chosen if clause.size == 2 or c.rank <= PIPS)
    if clause.size == 4 and (wrong := crowned_wrongly(chosen)):
        return f"{sums} do not go together: {wrong}. {why.game.say(clause)}", rule_of(clause)
    if clause.where is not None and len(ids) == 2 and total == clause.sum:
        return f"{sums} make {total}, but do not lie {clause.where.words}.", rule_of(clause)
    total_of = f" (they make {total})" if clause.sum else ""
    go = "do not go together" if len(chosen) > 1 else "is not taken up alone"
    total_of = total_of if len(chosen) > 1 else ""
    return f"{sums} {go}{total_of}: {why.says(clause)}", rule_of(clause)


def crowned_wrongly(chosen: list[Card]) -> str:
    """What is wrong with a crowned triple before its sum is looked at; empty where nothing is."""
    pips = [c for c in chosen if c.rank <= PIPS]
    if len(pips) == len(chosen):
        return "no court card crowns them"
    if len(chosen) - len(pips) > 1:
        return "court cards only crown a set, and never count in its sum"
    if len({c.rank for c in pips}) < len(pips):
        return "two of them are of the same value"
    return "" if len(pips) == 3 else "three cards and a court card are needed"


TAKE = several(
    "take",
    lambda names: f"take up {joined(names)}",
    no_set,
    most=4,
    ordered=False,
    past="took up {cards}",
)
#: What the cards of a set can make together, or in what order one card beats another.
Total = Annotated[
    int | Line | Series,
    Such(
        lambda total: isinstance(total, Series) or total in (*range(2, 28), equal),
        "a whole number from 2 to 27, equal, or an order such as descending(A, 2)",
    ),
]
PIPS = 10  # the highest rank that is not a court card's
#: The least that three cards of different values make.
LEAST_TRIPLE = 6
OF_THEIR_OWN = (
    "they need a place of their own (and groups that cards are taken from stand in one bracket)"
)


@dataclass(frozen=True)
class take(Clause):
    """Cards that leave the table as a set and are laid away: two that make a sum, or are equal in
    value; three that make a sum, with a court card as their crown; or a card alone that another of
    its suit beats.

    Args:
        total: the sum (knave 11, queen 12, king 13), or equal for two cards of one value; or an order
            in which, of two cards of one suit, the later is taken up.
        group: the group or groups that the cards are taken from; the talon may be among them.
        to: the group on which they are laid away; without it, a place of their own.
        where: how two cards must lie to each other, such as same("line").
        alone: True where a card that makes the sum by itself is taken alone.
        crowned: True where the set is three cards of different values, none above ten, with a court
            card as their crown.

    >>> from cadogan.words import same
    >>> take(14, "square", where=same("line")).tell()
    'Two cards from the square in the same row or column that make 14 are taken up together.'
    >>> take(18, "cushion", "circle", crowned=True).tell()
    'Three cards of the cushion of different values that make 18 are taken up together with a court card and laid on the circle.'
    """

    total: Total
    group: Groups
    to: Name = "pairs"
    where: Relation | None = None
    alone: bool = False
    crowned: bool = False

    speaks_of = {"group": (TABLEAU, TALON), "to": None}
    takes_from = ("group",)
    brings_to = ("to",)

    def tell(self) -> str:
        """The clause as a sentence."""
        relation = f" {self.where.words}" if self.where else ""
        if self.ranking is not None:
            values = ", ".join(RANKS[v - 1] for v in self.ranking.values)
            return (
                f"Of two available cards of one suit from {listed(groups(self.group), 'or')}, the one that comes later in the "
                f"order {values} is taken up."
            )
        if self.crowned:
            laid = "" if self.to == "pairs" else f" and laid on the {self.to}"
            return (
                f"Three cards of {listed(groups(self.group))} of different values{relation} that make {self.total} are taken up together "
                f"with a court card{laid}."
            )
        kind = "" if self.sum else " of equal value"
        sums = f" that make {self.sum}" if self.sum else ""
        sentence = f"Two cards{kind} from {listed(groups(self.group), 'or')}{relation}{sums} are taken up together"
        return (
            f"{sentence}, or {a_rank(self.sum)} alone."
            if 0 < self.sum * self.alone <= K
            else f"{sentence}."
        )

    @property
    def sum(self) -> int:
        """What the cards of a set make; 0 for two of equal value."""
        return self.total if isinstance(self.total, int) else 0

    @property
    def ranking(self) -> Series | None:
        """The order in which one card beats another, where cards are taken up singly."""
        return self.total if isinstance(self.total, Series) else None

    @property
    def size(self) -> int:
        """How many cards make a set."""
        return 1 if self.ranking else 4 if self.crowned else 2

    def in_vain(self) -> str:
        """What it asks of a set must be possible."""
        if self.ranking is not None:
            if not self.ranking.is_plain or len({*self.ranking.values}) < max(
                2, len(self.ranking.values)
            ):
                return "an order by which one card beats another has each value once"
            if self.crowned or self.alone or self.where is not None:
                return "crowned, alone and where speak of cards that make a sum"
        if self.crowned and not LEAST_TRIPLE <= self.sum <= 27:
            return f"three cards of different values up to ten make {LEAST_TRIPLE} to 27"
        if self.crowned and (self.alone or self.where is not None):
            return "alone and where speak of one card, or two"
        if not self.crowned and self.sum > 2 * K:
            return f"two cards make {2 * K} at most"
        if self.alone and not self.sum:
            return (
                "alone is of a card that makes the sum by itself, and here cards are of equal value"
            )
        if self.alone and self.sum > K:
            return f"a card alone makes {K} at most"
        return ""

    def set_out_late(self, making: Making) -> None:
        """Add a place for the sets, where the game has none."""
        if self.to in OF_THE_GAME:
            raise RuleError(
                f"take lays sets aside, and the {self.to} is of the game; {OF_THEIR_OWN}",
                self,
            )
        if self.to not in making.groups:
            making.add_group(self.to, None, 1, (Spot(making.right_edge() + 0.6, 2.4),), squared, "")
        group = making.group(self.to, self)
        if group.foundation:
            raise RuleError(
                f"take lays sets aside, and {self.to} is of the foundations: they take what their series says",
                self,
            )
        if isinstance(group.clause, Setting) and group.clause.cards:
            raise RuleError(
                f"take lays sets aside, and cards lie on the {self.to} from the beginning; {OF_THEIR_OWN}",
                self,
            )
        group.home = group.heap = True
        group.keep, group.offers = ALL_OF_THEM, False

    def enter(self, making: Making) -> None:
        """Add the moves that take a set. Cards laid away are home and out of play, so that no other
        clause may speak of where they lie.

        Raises:
            RuleError: one does, or this one takes cards from there.
        """
        for c in making.clauses:
            if any(making.group_of(name) == self.to for name in c.names() if c is not self):
                raise RuleError(
                    f"take lays sets aside on the {self.to}, and {c.called} speaks of cards there; {OF_THEIR_OWN}: {c.tell()}",
                    self,
                )
        if any(making.group_of(name) == self.to for name in groups(self.group)):
            raise RuleError(
                f"take lays sets aside on the {self.to}, and takes cards from there; {OF_THEIR_OWN}",
                self,
            )
        inside = sorted(making.inside(self.group, self))
        if len(set(inside)) < len(inside):
            raise RuleError(f"take: {', '.join(groups(self.group))} name a place twice", self)
        scattered = inside != [*range(inside[0], inside[0] + len(inside))]
        taking: Sets
        if self.crowned:
            taking = Crowned(self, making)
        elif self.ranking is not None:
            taking = Beaten(self, making, tuple(inside))
        elif scattered or self.alone:
            taking = PairsAnywhere(self, making, tuple(inside))
        else:
            taking = Pairs(self, making)
        making.special(taking, 20)
        making.sets = taking
        still = sum(len(cards(c.cards)) for c in making.of(ornaments))
        making.rules.goal_cards += len(making.rules.pack) - still


class Sets(OfTwo):
    """Taking sets of cards from a run of places."""

    clause: take
    kind = TAKE
    worth = 8
    takes_sets = True

    def __init__(self, clause: take, making: Making) -> None:
        super().__init__(making.run(clause.group, clause))
        self.clause = clause
        self.total, self.where = clause.sum, making.relation(clause.where)
        self.to: Group = making.group(clause.to, clause)

    def of_place(self, p: int) -> object:
        """Whether sets are taken from the place; where a relation is asked for, which place it is."""
        if not self.first <= p < self.end:
            return NONE
        return p if self.where is not None else self.first

    def do(self, rules: Rules, s: State, move: int) -> None:
        """Take up a set together and lay it on the next free place for sets."""
        p = self.to.first
        while p + 1 < self.to.end and s.top[p] >= 0:
            p += 1
        for i in range(self.clause.size):
            if part(move, i) != NONE:
                lay(rules, s, self.to, p, pop(rules, s, part(move, i)))


class Pairs(Sets):
    """Two cards that make a sum, or of equal rank."""

    def moves(self, rules: Rules, s: State, phase: int, n: int) -> int:
        """List every pair that may be taken up."""
        if rules.phases & DEALING and phase == DEALING:
            return n
        for a in range(self.first, self.end):
            if s.live[a] >= 0:
                partner = self.partner(RANK[s.live[a] & FACE])
                for b in range(a + 1, self.end):
                    if s.live[b] >= 0 and RANK[s.live[b] & FACE] == partner and self.related(a, b):
                        s.moves[n] = encoded(TAKE.number, a, b, NONE, NONE)
                        n += 1
        return n

    def of_face(self, face: int) -> object:
        """The rank, by which two cards make a pair."""
        return RANK[face]

    def partner(self, rank: int) -> int:
        """The rank that makes a pair with this one."""
        return self.total - rank if self.total else rank

    def related(self, a: int, b: int) -> int:
        """Whether the two places may be taken together."""
        return self.where is None or self.where.between(a, b)

    def rank_counts(self, s: State) -> int:
        """How many uppermost cards there are of each rank: four bits for each, and 15 for all that
        are more.
        """
        counts = 0
        for p in range(self.first, self.end):
            if s.top[p] >= 0:
                shift = 4 * RANK[s.top[p] & FACE]
                if counts >> shift & 15 < 15:
                    counts += 1 << shift
        return counts

    def sought(self, rank: int, counts: int) -> int:
        """The rank that makes a pair with this one, if a card of that rank is there; else 0."""
        partner = self.partner(rank)
        return partner if 0 < partner <= 13 and counts >> 4 * partner & 15 else 0

    def stands(self, rules: Rules, s: State, a: int, c: int, counts: int) -> int:
        """Whether a pair stands once a has changed places with c."""
        for p in range(self.first, self.end):
            if s.top[p] >= 0:
                partner = self.sought(lies_after(s, p, a, c), counts)
                if partner:
                    for q in range(p + 1, self.end):
                        if (
                            s.top[q] >= 0
                            and self.related(p, q)
                            and lies_after(s, q, a, c) == partner
                        ):
                            return True
        return False

    def can_stand(self, rules: Rules, s: State, a: int, c: int, counts: int) -> int:
        """Whether, once a has changed places with c, two others can change places so that a pair
        stands.

        The card of p stays; that of q is its partner already, or is changed for one.
        """
        for p in range(self.first, self.end):
            if s.top[p] >= 0:
                partner = self.sought(lies_after(s, p, a, c), counts)
                if partner:
                    for q in range(self.first, self.end):
                        if q != p and s.top[q] >= 0 and self.related(p, q):
                            if q != a and q != c and self.elsewhere(s, partner, a, c, p, q, counts):
                                return True
                            if lies_after(s, q, a, c) == partner:
                                apart = (
                                    p != a and p != c and q != a and q != c
                                )  # they may change places themselves
                                if apart or self.others(s, a, c, p, q) > 1:
                                    return True
        return False

    def elsewhere(self, s: State, rank: int, a: int, c: int, p: int, q: int, counts: int) -> int:
        """Whether a card of a rank lies on none of these places; p may be one of a and c."""
        left = counts >> 4 * rank & 15
        left -= int(RANK[s.top[a] & FACE] == rank) + int(RANK[s.top[c] & FACE] == rank)
        if p != a and p != c:
            left -= int(RANK[s.top[p] & FACE] == rank)
        return left - int(RANK[s.top[q] & FACE] == rank) > 0

    def others(self, s: State, a: int, c: int, p: int, q: int) -> int:
        """How many cards lie on none of these places."""
        count = 0
        for z in range(self.first, self.end):
            if s.top[z] >= 0 and z != a and z != c and z != p and z != q:
                count += 1
        return count


class PairsAnywhere(Pairs):
    """Pairs whose places do not follow one another in the game, and cards that make the sum alone."""

    def __init__(self, clause: take, making: Making, spots: tuple[int, ...]) -> None:
        self.clause, self.spots, self.count = clause, spots, len(spots)
        self.first, self.end = spots[0], spots[-1] + 1
        self.total, self.where = clause.sum, making.relation(clause.where)
        self.to = making.group(clause.to, clause)

    def most(self) -> int:
        """How many moves there can be at most: every two cards, and every one."""
        return self.count * (self.count + 1) // 2

    def of_place(self, p: int) -> object:
        """Whether sets are taken from the place; where a relation is asked for, which place it is."""
        if p not in self.spots:
            return NONE
        return p if self.where is not None else self.first

    def moves(self, rules: Rules, s: State, phase: int, n: int) -> int:
        """List every pair that may be taken up, and every card that may go alone."""
        if rules.phases & DEALING and phase == DEALING:
            return n
        for i in range(self.count):
            a = self.spots[i]
            if s.live[a] >= 0:
                if self.clause.alone and RANK[s.live[a] & FACE] == self.total:
                    s.moves[n] = encoded(TAKE.number, a, NONE, NONE, NONE)
                    n += 1
                partner = self.partner(RANK[s.live[a] & FACE])
                for j in range(i + 1, self.count):
                    b = self.spots[j]
                    if s.live[b] >= 0 and RANK[s.live[b] & FACE] == partner and self.related(a, b):
                        s.moves[n] = encoded(TAKE.number, a, b, NONE, NONE)
                        n += 1
        return n


class Beaten(PairsAnywhere):
    """A card that another of its suit beats is taken up alone."""

    def __init__(self, clause: take, making: Making, spots: tuple[int, ...]) -> None:
        super().__init__(clause, making, spots)
        assert clause.ranking is not None
        beaten_by = [0] * FACES
        earlier = 0
        for value in clause.ranking.values:
            for suit in range(4):
                beaten_by[13 * suit + value - 1] = earlier & OF_SUIT[suit]
            earlier |= OF_RANK[value]
        self.beaten_by = tuple(beaten_by)

    def most(self) -> int:
        """How many moves there can be at most: every card."""
        return self.count

    def of_face(self, face: int) -> object:
        """Value and suit."""
        return face

    def moves(self, rules: Rules, s: State, phase: int, n: int) -> int:
        """List every card that an uppermost card of its suit beats."""
        if rules.phases & DEALING and phase == DEALING:
            return n
        faces = 0
        for i in range(self.count):
            if s.live[self.spots[i]] >= 0:
                faces |= 1 << (s.live[self.spots[i]] & FACE)
        for i in range(self.count):
            a = self.spots[i]
            if s.live[a] >= 0 and self.beaten_by[s.live[a] & FACE] & faces:
                s.moves[n] = encoded(TAKE.number, a, NONE, NONE, NONE)
                n += 1
        return n


def lies_after(s: State, p: int, a: int, c: int) -> int:
    """The rank of the card that lies on p when a has changed places with c."""
    if p == a:
        return RANK[s.top[c] & FACE]
    if p == c:
        return RANK[s.top[a] & FACE]
    return RANK[s.top[p] & FACE]


class Crowned(Sets):
    """Three cards of different ranks that make a sum, with a court card as their crown."""

    def most(self) -> int:
        """How many moves there can be at most."""
        n = self.end - self.first
        return n * (n - 1) * (n - 2) // 6 * n

    def moves(self, rules: Rules, s: State, phase: int, n: int) -> int:
        """Write every triple with every crown."""
        if rules.phases & DEALING and phase == DEALING:
            return n
        for a in range(self.first, self.end):
            ra = self.pips(s, a)
            if ra > 0:
                for b in range(a + 1, self.end):
                    rb = self.pips(s, b)
                    if rb > 0 and rb != ra and ra + rb < self.total:
                        for c in range(b + 1, self.end):
                            rc = self.pips(s, c)
                            if rc > 0 and ra + rb + rc == self.total and rc != ra and rc != rb:
                                n = self.crowns(s, a, b, c, n)
        return n

    def of_face(self, face: int) -> object:
        """The rank, court cards being alike."""
        return min(RANK[face], PIPS + 1)

    def pips(self, s: State, p: int) -> int:
        """The rank of an available card that is not a court card; 0 where there is none."""
        if s.live[p] < 0:
            return 0
        rank = RANK[s.live[p] & FACE]
        return rank if rank <= PIPS else 0

    def crowns(self, s: State, a: int, b: int, c: int, n: int) -> int:
        """Write the triple with each available court card."""
        for d in range(self.first, self.end):
            if s.live[d] >= 0 and RANK[s.live[d] & FACE] > PIPS:
                s.moves[n] = encoded(TAKE.number, a, b, c, d)
                n += 1
        return n
