"""Quick proofs that a position is lost where cards are taken up in sets: what is left over at the
end would be no set.

The games meant are those in which cards come home in sets alone, and all cards in play must
(`takes_all`).

*Partners* (`unpaired`). Where sets are pairs, and nothing else moves a card but the pack in hand, and exchanges by licence: a card on
the table that no exchange moves stays where it is until it goes with its partner. Unless an
exchange moves that one, it lies on a place that makes a pair with the card's own, at whatever
depth, or is still in hand. So the cards that find none on the table must not be more than the cards
in hand that go with them, each with one, and those that exchanges move or provide for.

*Numbers* (`uneven`). The cards left, counted by value, are a sum of sets. So they fulfil every inequality that each single set
fulfils: where weights for the values give no set less than 0, what is left does not come to less
than 0. All such inequalities follow from a few, the extreme rays of the dual of the cone that the
sets span (T. Motzkin and others, *The Double Description Method*, 1953), which are found once for a
game (`inequalities`)."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations
from math import lcm
from typing import TYPE_CHECKING, TypeVar

from cadogan.engine.numbers import FACE, RANK
from cadogan.engine.rules import Rows, Rules
from cadogan.solver.known import is_known
from cadogan.words.packs import ornaments
from cadogan.words.swap import ForSet
from cadogan.words.take import PIPS, Crowned, Pairs, Sets

if TYPE_CHECKING:
    from cadogan.solver.plan import Plan, Searching

S = TypeVar("S", bound=Sets)

#: An exchange moves four cards: this many may find partners by it, they and the cards they go with.
EXCHANGED = 8


def takes_all(rules: Rules, kind: type[S]) -> S | None:
    """The word that takes sets of this kind where cards come home by it alone, and all that are not
    ornaments must; else None.
    """
    sets = next((word for word in rules.specials if type(word) is kind), None)
    still = sum(not in_play(rules, p) for _, p in rules.withdrawn)
    if (
        sets is None
        or not is_known(rules)
        or rules.goal is not None
        or rules.foundations
        or rules.goal_cards != len(rules.pack) - still
    ):
        return None
    return sets


def in_play(rules: Rules, p: int) -> bool:
    """Whether the cards of a place are to be taken up yet."""
    group = rules.places[p].group
    return not group.heap and type(group.clause) is not ornaments


# --- partners -----------------------------------------------------------------------------------------


def partners(rules: Rules) -> tuple[Pairs | None, Rows]:
    """The word that takes pairs, and for each place those from which a partner may come; no word
    for other games.
    """
    sets = takes_all(rules, Pairs)
    sources = [g for filling in rules.fillings for g in filling.sources]
    if (
        sets is None
        or rules.withdrawn
        or any(word is not sets and type(word) is not ForSet for word in rules.specials)
        or rules.permits
        or rules.redeal is not None
        or any(group is not rules.hand for group in sources)
    ):
        return None, Rows(())
    inside = range(sets.first, sets.end)
    near = {p: [q for q in inside if q != p and sets.related(min(p, q), max(p, q))] for p in inside}
    return sets, Rows(near.get(p, []) for p in range(len(rules.places)))


def unpaired(rules: Rules, s: Searching, plan: Plan) -> int:
    """Whether some card can never be taken up."""
    assert plan.pairs is not None
    spare = 0
    for word in rules.specials:
        if isinstance(word, ForSet):
            spare += EXCHANGED * word.left(s)
    in_hand = 0  # four bits for each rank
    card = s.top[rules.hand.first]
    while card >= 0:
        in_hand += 1 << 4 * RANK[card & FACE]
        card = s.under[card]
    for p in range(plan.pairs.first, plan.pairs.end):
        card = s.top[p]
        while card >= 0:
            partner = plan.pairs.partner(RANK[card & FACE])
            if not has_partner(s, plan, p, partner):
                if 0 < partner <= 13 and in_hand >> 4 * partner & 15:
                    in_hand -= 1 << 4 * partner
                else:
                    spare -= 1
                    if spare < 0:
                        return True
            card = s.under[card]
    return False


def has_partner(s: Searching, plan: Plan, p: int, rank: int) -> int:
    """Whether a card of a rank lies on a place that makes a pair with p."""
    for i in range(plan.near.start[p], plan.near.start[p + 1]):
        card = s.top[plan.near.items[i]]
        while card >= 0:
            if RANK[card & FACE] == rank:
                return True
            card = s.under[card]
    return False


# --- numbers ------------------------------------------------------------------------------------------


def inequalities(rules: Rules) -> tuple[tuple[int, ...], ...]:
    """What the cards left must fulfil in a game of crowned triples: by rank the weights whose sum
    is not less than 0; none for other games."""
    sets = takes_all(rules, Crowned)
    if sets is None:
        return ()
    counts = Counter(RANK[card & FACE] for card in rules.pack) - Counter(
        RANK[face] for face, p in rules.withdrawn if not in_play(rules, p)
    )
    values = sorted({min(rank, PIPS + 1) for rank in counts})  # the last for all court cards
    triples = (three for three in combinations(sorted(counts), 3) if max(three) <= PIPS)
    crowned = [
        [Fraction(n in three or n == PIPS + 1) for n in values]
        for three in triples
        if sum(three) == sets.total
    ]
    weightings = []
    for ray in dual(crowned, len(values)):
        scale = lcm(*(weight.denominator for weight in ray))
        weights = {value: int(scale * weight) for value, weight in zip(values, ray)}
        weightings.append(tuple(weights.get(min(rank, PIPS + 1), 0) for rank in range(14)))
    return tuple(weightings)


def dual(vectors: list[list[Fraction]], size: int) -> list[list[Fraction]]:
    """Vectors of which every one that gives none of these vectors less than 0 (as a scalar product)
    is a sum, with factors from 0 upward. Where they become too many, the rest of the vectors is
    left out, and what they demand is not asked."""
    lines = [[Fraction(i == k) for i in range(size)] for k in range(size)]
    rays: list[list[Fraction]] = []

    def product(row: list[Fraction], other: list[Fraction]) -> Fraction:
        return sum((a * b for a, b in zip(row, other)), Fraction(0))

    def less(row: list[Fraction], factor: Fraction, other: list[Fraction]) -> list[Fraction]:
        return [a - factor * b for a, b in zip(row, other)]

    for vector in vectors:
        across = next((line for line in lines if product(vector, line)), None)
        if across is not None:
            lines.remove(across)
            across = [a / product(vector, across) for a in across]
            lines = [less(line, product(vector, line), across) for line in lines]
            rays = [less(ray, product(vector, ray), across) for ray in rays] + [across]
        else:
            above = [ray for ray in rays if product(vector, ray) > 0]
            below = [ray for ray in rays if product(vector, ray) < 0]
            on = [ray for ray in rays if product(vector, ray) == 0]
            on += [
                less(b, product(vector, b) / product(vector, a), a) for a in above for b in below
            ]
            rays = above + on
    return rays + lines + [[-a for a in line] for line in lines]


def uneven(rules: Rules, s: Searching, plan: Plan) -> int:
    """Whether the cards left cannot be a sum of sets."""
    for rank in range(14):
        s.left_over[rank] = 0
    for p in range(len(rules.places)):
        if plan.in_play[p]:
            card = s.top[p]
            while card >= 0:
                s.left_over[RANK[card & FACE]] += 1
                card = s.under[card]
    for weights in plan.even:
        total = 0
        for rank in range(14):
            total += weights[rank] * s.left_over[rank]
        if total < 0:
            return True
    return False
