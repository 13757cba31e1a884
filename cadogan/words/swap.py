"""swap and exchange: cards change places; the uppermost card changes from one foundation to another."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from cadogan.engine.home import kinds_for, some_available
from cadogan.engine.joints import Claims
from cadogan.engine.moves import NONE, PART, PART_BITS, encoded, part, several
from cadogan.engine.numbers import FACE, OF_RANK, RANK, RED
from cadogan.engine.permits import OfTwo, OnCard, ToFoundation
from cadogan.engine.piles import pop, push
from cadogan.engine.rules import END, Group, Rules, State
from cadogan.usage import Count, Name, Number, Such, one_of

from .again import waits_in_vain
from .citing import EDITION, RuleError, rule_of
from .clause import FOUNDATIONS, TABLEAU, Clause, Making, Reasons, Said
from .english import Groups, from_deal, groups, listed
from .free import free
from .values import Phase, after_deal, once_dealt


def no_swap(why: Reasons, ids: list[str]) -> Said:
    """Why two cards do not change places."""
    clause = why.clause(swap)
    if clause is None:
        return "Cards do not change places in this game.", EDITION
    one_lies_there = any(why.p.cards.get(i) for i in ids)
    vacant = (clause.how == "strays" or clause.or_empty) and one_lies_there
    if wrong := why.misplaced(clause, ids, vacant) or why.unfinished():
        return wrong
    rule = rule_of(clause)
    for i in ids:
        if stays(why.rules, why.s, why.number[i]):
            place = why.game.places[why.number[i]]
            return f"{why.p.cards[i][-1].symbol} at the head of {place.name} never moves.", rule
    two = len(ids) == 2 and ids[0] != ids[1]
    if clause.times > 0:
        if why.s.swaps_left <= 0:
            return "The exchange has been made; there is no other.", rule
        if any(m.kind == "take" for m in why.p.moves()):
            return f"A set still stands: {why.says(clause)}", rule
        if not two:
            return "An exchange is made in two moves, each of two places, such as swap s1 s2.", rule
        if why.s.half_swapped:
            return (
                f"The second pair must be two other cards{'' if clause.how == 'set or not' else ', and leave a set standing'}.",
                rule,
            )
        return "No second exchange could then leave a set standing.", rule
    if not two:
        return "Name two different places, such as swap a1 a2.", rule
    for i in ids if clause.how == "strays" else ():
        place, cards = why.game.places[why.number[i]], why.p.cards[i]
        colours = {c.which.colour for c in why.clauses(free, place.group)}
        if cards and ("red" if cards[-1].red else "black") in colours:
            return f"{cards[-1].symbol} on {place.name} is at home: {why.says(clause)}", rule
    return f"This is not allowed now: {why.says(clause)}", rule


SWAP = several("swap", lambda names: " changes places with ".join(names), no_swap)


@dataclass(frozen=True)
class swap(Clause):
    """Two cards may change places: any two, as often as you like; or, as a grace, two with two
    others so that they make a set.

    Args:
        group: the group or groups in which they lie.
        times: how often the grace may be used; without it any two cards change places at will.
        when: when it is allowed; without it, after the deal.
        or_empty: True where a card may move to an empty place, too.
        how: "strays", only cards that lie in the hemisphere of the other colour; "of use", only
            where one of the two can then be laid elsewhere at once; "set or not", of the grace,
            that it need not make a set.

    >>> swap("square", 1).tell()
    'When no set stands, two cards of the square may once change places with two others so as to make one.'
    """

    group: Groups
    times: Annotated[int, Such((-1).__eq__, "-1")] | Count = -1
    when: Phase = after_deal
    or_empty: bool = False
    how: Annotated[str, one_of("", "strays", "of use", "set or not")] = ""

    speaks_of = {"group": TABLEAU}
    takes_from = ("group",)

    def tell(self) -> str:
        """The clause as a sentence."""
        names = listed(groups(self.group))
        when = f", {self.when.words}" if self.when is not after_deal and self.when.words else ""
        if self.how == "strays":
            sentence = f"A single card of {names} in the wrong hemisphere may change places with one that lies wrongly in the other"
            return f"{sentence}{when}" + (
                "; when pack and talon are spent it may move to a vacancy at home."
                if self.or_empty
                else "."
            )
        if self.times < 0:
            sentence = f"Any two cards of {names} may change places" + (
                ", or one may move to a vacancy" if self.or_empty else ""
            )
            sentence += when
            return sentence + (
                ", where that lets one of them be laid elsewhere at once."
                if self.how == "of use"
                else "."
            )
        sentence = f"When no set stands, two cards of {names} may{' once' if self.times == 1 else ''} change places with two others"
        sentence += (
            ", whether that makes one or not" if self.how == "set or not" else " so as to make one"
        )
        sentence += when
        return sentence + (f", up to {self.times} times." if self.times > 1 else ".")

    rank = 51

    def in_vain(self) -> str:
        """Some arguments belong to one kind of exchange only."""
        if self.times > 0 and (self.how in ("strays", "of use") or self.or_empty):
            return "times grants an exchange that makes a set; strays, of use and or_empty are matters of exchanges at will"
        if self.how == "set or not" and self.times < 1:
            return "set or not is a matter of the exchange granted that many times"
        return ""

    def idle(self, making: Making) -> str:
        """An exchange for a set needs sets, one of strays two hemispheres."""
        if self.times > 0 and not making.has("take"):
            return "it is granted to make a set, and no clause takes sets"
        if self.how == "strays":
            homes = {
                p: c.which.code
                for c in making.of(free)
                if c.which.colour
                for p in making.inside(c.group, c)
            }
            inside = making.inside(self.group, self)
            if {homes.get(p) for p in inside} != {"red", "black"}:
                return (
                    "no hemisphere is wrong for a card unless free(…, red) speaks of some of "
                    "its places and free(…, black) of all others"
                )
        return ""

    def enter(self, making: Making) -> None:
        """Add the moves that change places."""
        kind = ForSet if self.times > 0 else Strays if self.how == "strays" else AnyTwo
        making.special(kind(self, making), 30)


class Swapping(OfTwo):
    """Two uppermost cards of a run of places change places."""

    clause: swap
    kind = SWAP
    worth = 0

    def __init__(self, clause: swap, making: Making) -> None:
        super().__init__(making.run(clause.group, clause))
        self.clause, self.phases = clause, clause.when.bits
        #: Whether a card that never moves may lie there.
        self.some_stay = any(making.rules.places[p].group.keep for p in range(self.first, self.end))

    def of_place(self, p: int) -> object:
        """The place itself, where its cards may change places."""
        return p if self.first <= p < self.end else NONE

    def moves(self, rules: Rules, s: State, phase: int, n: int) -> int:
        """Write the moves of every two that may change places."""
        if (self.phases & rules.phases) != rules.phases and not self.phases & phase:
            return n
        return self.exchanges(rules, s, self.seen(s, phase), n)

    def seen(self, s: State, phase: int) -> int:
        """What `may` asks of the position, seen once for all exchanges."""
        return phase

    def exchanges(self, rules: Rules, s: State, seen: int, n: int) -> int:
        """Write the exchanges of a phase in which it is in force."""
        for a in range(self.first, self.end):
            for b in range(a + 1, self.end):
                if self.some_stay and (stays(rules, s, a) or stays(rules, s, b)):
                    pass
                elif self.may(rules, s, a, b, seen):
                    s.moves[n] = encoded(SWAP.number, a, b, NONE, NONE)
                    n += 1
        return n

    def may(self, rules: Rules, s: State, a: int, b: int, seen: int) -> int:
        """Whether two cards may change places."""
        raise NotImplementedError  # each kind of exchange says it

    def do(self, rules: Rules, s: State, move: int) -> None:
        """Let the two cards change places."""
        change_places(rules, s, part(move, 0), part(move, 1))


def stays(rules: Rules, s: State, p: int) -> int:
    """Whether the uppermost card of a place is the first there, which never moves."""
    return 0 < s.height[p] <= rules.places[p].group.keep


def change_places(rules: Rules, s: State, a: int, b: int) -> None:
    """Two uppermost cards change places; or the one moves to where none lies."""
    if s.top[a] < 0:
        push(rules, s, a, pop(rules, s, b))
    elif s.top[b] < 0:
        push(rules, s, b, pop(rules, s, a))
    else:
        x = pop(rules, s, a)
        push(rules, s, a, pop(rules, s, b))
        push(rules, s, b, x)


class AnyTwo(Swapping):
    """Any two; with ``or_empty`` also one with a vacancy; "of use" only where one can then be laid
    elsewhere at once.
    """

    def __init__(self, clause: swap, making: Making) -> None:
        super().__init__(clause, making)
        self.of_use = clause.how == "of use"

    def may(self, rules: Rules, s: State, a: int, b: int, seen: int) -> int:
        """Whether there is something to exchange, and something gained where that is asked."""
        if self.clause.or_empty:
            if s.top[a] < 0 and s.top[b] < 0:
                return False
        elif s.top[a] < 0 or s.top[b] < 0:
            return False
        if self.of_use:
            return enters(rules, s, a, b, seen) or enters(rules, s, b, a, seen)
        return True


def enters(rules: Rules, s: State, a: int, b: int, phase: int) -> int:
    """Whether the card of a, moved to b, could at once be laid elsewhere from there, or fill a gap."""
    card = s.top[a]
    if card < 0:
        return False
    for permit in rules.permits:
        if (
            isinstance(permit, OnCard)
            and permit.phases & phase
            and comes_from(rules, permit.sources, b)
        ):
            for d in range(permit.to.first, permit.to.end):
                if permit.fits[s.live[d] & FACE] >> (card & FACE) & 1 and permit.related(b, d):
                    return True
    if rules.gaps is not None:
        for filling in rules.gaps.fillings:
            if comes_from(rules, filling.sources, b) and filling.in_force(rules, s):
                for i in range(len(filling.places)):
                    if filling.gap(rules, s, i) and (
                        filling.where is None or filling.where.between(b, filling.places[i])
                    ):
                        return True
    return False


def comes_from(rules: Rules, sources: tuple[Group, ...], p: int) -> int:
    """Whether a place belongs to one of some groups."""
    for group in sources:
        if group.first <= p < group.end:
            return True
    return False


class Strays(Swapping):
    """Single cards that lie where their colour is not at home; with ``or_empty`` at the end one
    moves to a vacancy at home.
    """

    def __init__(self, clause: swap, making: Making) -> None:
        super().__init__(clause, making)
        #: For each place whether red is at home there.
        self.red = tuple(
            int(making.colour_at_home.get(p) == "red") for p in range(len(making.places))
        )

    def stray(self, s: State, p: int) -> int:
        """Whether a single card lies in the half of the other colour."""
        return s.height[p] == 1 and RED[s.top[p] & FACE] != self.red[p]

    def may(self, rules: Rules, s: State, a: int, b: int, seen: int) -> int:
        """Two strays of different halves; or at the end a stray and a vacancy at home."""
        if self.red[a] == self.red[b]:
            return False
        if self.stray(s, a) and self.stray(s, b):
            return True
        if not self.clause.or_empty or seen != END:
            return False
        return (self.stray(s, a) and s.top[b] < 0) or (self.stray(s, b) and s.top[a] < 0)


class ForSet(Swapping, Claims):
    """A licence for when no set stands: two cards change places with two others so that one does.

    It is made in two moves: the first two that change places are any that a second exchange can
    complete; the second is of other cards, and leaves a set standing (unless that is no matter)."""

    worth = 3

    def __init__(self, clause: swap, making: Making) -> None:
        super().__init__(clause, making)
        self.make, self.sets = clause.how != "set or not", making.sets
        if self.some_stay:
            raise RuleError(
                "swap: where the first cards never move no exchange of two pairs is granted; leave out times= or first_stays=",
                clause,
            )
        if self.make and self.sets.clause.size > 2:
            raise RuleError(
                "an exchange that makes a set makes a pair, and this game takes sets of four; say how='set or not'",
                clause,
            )
        making.register("swaps_left", 0, clause.times, clause.times)
        making.register("half_swapped", 0, (1 << 2 * PART_BITS) - 1)

    def of_face(self, face: int) -> object:
        """What the sets ask of a card."""
        return self.sets.of_face(face)

    def claims(self, rules: Rules, s: State) -> int:
        """Whether half an exchange is made: nothing else may be done."""
        return s.half_swapped > 0

    def left(self, s: State) -> int:
        """How many exchanges are left."""
        return int(s.swaps_left)

    def fault(self, rules: Rules, s: State) -> str:
        """What is wrong with the numbers of a position that somebody has written; empty where
        nothing.
        """
        if s.half_swapped:
            a, b = divmod(s.half_swapped - 1, 1 << PART_BITS)
            if not (self.first <= a < b < self.end and s.height[a] and s.height[b]):
                return f"half-swapped={s.half_swapped} names no two cards that have changed places"
        return ""

    def claimed(self, why: Reasons, word: str) -> Said | None:
        """The exchange must be made whole before anything else."""
        if word == SWAP.name:
            return None
        return "The exchange is half made: two other cards must change places first.", rule_of(
            self.clause
        )

    def choices(self, rules: Rules, s: State) -> int:
        """Write the second exchanges."""
        return self.exchanges(rules, s, self.seen(s, END), 0)

    def moves(self, rules: Rules, s: State, phase: int, n: int) -> int:
        """Write the first exchanges, when no set stands."""
        return super().moves(rules, s, phase, n) if s.swaps_left > 0 and n == 0 else n

    def seen(self, s: State, phase: int) -> int:
        """How many uppermost cards there are of each rank."""
        return self.sets.rank_counts(s) if self.make else 0

    def may(self, rules: Rules, s: State, a: int, b: int, seen: int) -> int:
        """Whether a second exchange can complete this one; or this is the second, of other cards
        than the first two, and leaves a set standing.
        """
        if s.top[a] < 0 or s.top[b] < 0:
            return False
        if s.half_swapped:
            p, q = (s.half_swapped - 1) >> PART_BITS, (s.half_swapped - 1) & PART
            if a == p or a == q or b == p or b == q:
                return False
            return not self.make or self.sets.stands(rules, s, a, b, seen)
        return not self.make or self.sets.can_stand(rules, s, a, b, seen)

    def do(self, rules: Rules, s: State, move: int) -> None:
        """Make the first or the second exchange."""
        a, b = part(move, 0), part(move, 1)
        change_places(rules, s, a, b)
        if s.half_swapped:
            s.swaps_left -= 1
            s.half_swapped = 0
        else:
            s.half_swapped = 1 + (a << PART_BITS) + b


@dataclass(frozen=True)
class exchange(Clause):
    """The uppermost card of one foundation may pass to another that it fits; the first card of
    each stays.

    Args:
        one: the foundations that give the card.
        other: the foundations that take it.
        how: "both ways"; "one way"; "in turn", so and each foundation gives one card between two
            other plays; "of use", so and only where another card can then be played, which goes
            before the next; or "alike", both ways, a card that suited both when turned up.
        after: the number of re-deals before it is allowed.
        when: when it is allowed; without it, whenever you may play.

    >>> exchange("aces", "kings").tell()
    'One card at a time may pass between the aces and the kings.'
    """

    one: Name
    other: Name
    how: Annotated[str, one_of("both ways", "one way", "in turn", "of use", "alike")] = "both ways"
    after: Number = 0
    when: Phase = once_dealt

    speaks_of = {"one": FOUNDATIONS, "other": FOUNDATIONS}

    @property
    def _both_ways(self) -> bool:
        return self.how in ("both ways", "alike")

    def tell(self) -> str:
        """The clause as a sentence."""
        what, end = "One card at a time may", ""
        if self.how == "alike":
            what = "Cards that suited both when they turned up may, one at a time,"
        way = f"pass from the {self.one} to the {self.other}"
        if self._both_ways:
            way = f"pass between the {self.one} and the {self.other}"
        if self.one == self.other:
            way = f"pass from one of the {self.one} to another"
        if self.how == "in turn":
            end = ", at most one from each between two other plays"
        if self.how == "of use":
            end = ", when that brings another available card into immediate use; "
            end += "before the same one gives again, a card is played there or upon it"
        if end:
            what = f"The uppermost card of one of the {self.one} may"
            way = f"be taken to the {self.other}"
        when = f", {self.when.words}" if self.when.words else ""
        return f"{what} {way}{from_deal(self.after)}{when}{end}."

    rank = 45

    def idle(self, making: Making) -> str:
        """The re-deal that it waits for must come."""
        return waits_in_vain(making, self.after)

    def enter(self, making: Making) -> None:
        """Add a permit one way, or both ways."""
        making.aims((self.one, self.other), self)
        kind = {"in turn": InTurn, "of use": InTurn, "alike": Alike}.get(self.how, Exchange)
        ways = ((self.one, self.other), (self.other, self.one))[: 2 if self._both_ways else 1]
        for a, b in ways:
            sources, to = making.sources(a, self), making.group(b, self)
            permit = kind(self, sources, to, self.when.bits, None, self.after)
            if isinstance(permit, InTurn):
                permit.of_use = self.how == "of use"
            making.permit(permit)
            if isinstance(permit, (InTurn, Alike)):
                making.rules.noted = making.rules.noted or permit
                making.row(permit.row)


class Exchange(ToFoundation):
    """A card goes from a foundation to another."""

    def worth(self, rules: Rules, s: State, a: int, b: int) -> int:
        """Nothing: the greedy player makes no exchange."""
        return 0


class Alike(Exchange):
    """A card that fitted foundations of both kinds when it was turned up may change over as often
    as it fits.

    The state has a row of bits for each place, one for each height: whether the card that lies
    there is such a card."""

    row = "alike"
    exacting = True

    def allowed(self, rules: Rules, s: State, card: int, a: int, d: int) -> int:
        """Whether the card fitted both kinds when it was turned up."""
        return super().allowed(rules, s, card, a, d) and s.alike[a] >> (s.height[a] - 1) & 1

    def noted(self, rules: Rules, s: State, a: int, b: int, permit: int) -> None:
        """Note, before a card goes home, whether it is one of them: turned up just now, laid aside
        or changing over.
        """
        bit = 0
        if a == rules.hand.first:
            bit = int(s.redeals >= self.from_redeal and kinds_for(rules, s, s.top[a]) > 1)
        elif rules.places[a].group.foundation:
            bit = s.alike[a] >> (s.height[a] - 1) & 1
            s.alike[a] &= ~(1 << (s.height[a] - 1))
        elif rules.places[a].group.aside:
            bit = 1
        s.alike[b] = (s.alike[b] & ~(1 << s.height[b])) | (bit << s.height[b])


class InTurn(Exchange):
    """A foundation gives one card between two plays from elsewhere; where it must be of use, only
    if that lets another be played, and again when one has been played, there or upon it.
    """

    row = "given"
    exacting = True
    of_use = False

    def allowed(self, rules: Rules, s: State, card: int, a: int, d: int) -> int:
        """Whether the foundation has given no card since, and brings one into use where it must."""
        if not super().allowed(rules, s, card, a, d) or s.given[a]:
            return False
        return not self.of_use or self.brings_into_use(rules, s, card, d)

    def brings_into_use(self, rules: Rules, s: State, card: int, d: int) -> int:
        """Whether another available card could take its place here, or follow it there."""
        place = self.to.places[d - self.to.first]
        faces = OF_RANK[RANK[card & FACE]]
        if s.height[d] + 1 < place.length:
            faces |= place.faces[s.height[d] + 1]
        return some_available(rules, s, faces)

    def noted(self, rules: Rules, s: State, a: int, b: int, permit: int) -> None:
        """Note, before a card goes home by some permit, that a foundation has given its card, or
        which may give again.
        """
        if permit == self.number:
            s.given[a] = 1
        elif self.of_use and not self.to.first <= b < self.to.end:
            s.given[b] = 0
        else:
            for group in rules.foundations:
                for p in range(group.first, group.end):
                    s.given[p] = 0
