"""Permits: what lets one card go from a place to a place; and the special moves of words that permit
something else.

Each word that lets a card move (`play`, `build`, `fill` at will, `exchange` …) makes permits of its
own; what they have in common is here. A permit's moves are found by the sets of faces: those that
its sources offer, and those that a place of its aim would take."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING

from cadogan.compiler import lowest

from .moves import ANYHOW, WAY, Kind, encoded, listed
from .numbers import COPY, EVERY_FACE, FACE, FACES, NOTHING, UPPERMOST, WHOLE
from .piles import on_offer
from .rules import Group, Relation, Rules, State

if TYPE_CHECKING:
    from cadogan.words.clause import Clause


#: How many places fit into a set of bits.
SECTION = 62
PLAYING = 0  # the number of the kind of move that takes one card from a place to a place


class Permit(ABC):
    """What lets one card go from some groups to another.

    Attributes:
        clause: the clause that says so.
        sources: the groups it comes from; of whole runs, the groups of their heads.
        columns: the groups whose cards move.
        to: the group it goes to.
        phases: the phases (as bits) in which it is in force.
        where: the relation that must hold between the two places, or None.
        from_redeal: the number of re-deals before it is granted.
        number: its place among the game's permits.
        run: whether a whole face-up run moves.
    """

    run = False
    #: Whether it asks for more, besides a relation of the places, than that the card fits.
    exacting = False
    #: Whether it lays cards on one another in the tableau.
    marries = False
    #: Whether any part of a packet may move by it (`Part`), and by the face of a card those that
    #: may lie on it within what moves.
    parts = False
    linked: tuple[int, ...] = (EVERY_FACE,) * FACES
    #: Whether the card comes from the pack in hand.
    from_hand = False
    #: Whether `done` has anything to do.
    has_effect = False
    #: Whether an earlier permit may let a card go the same way, so that the move stands there
    #: already.
    doubles = False

    def __init__(
        self,
        clause: Clause,
        columns: tuple[Group, ...],
        to: Group,
        phases: int,
        relation: Relation | None = None,
        from_redeal: int = 0,
    ) -> None:
        self.clause, self.columns, self.to, self.phases = clause, columns, to, phases
        self.where, self.from_redeal = relation, from_redeal
        heads = tuple(group.heads for group in columns if group.heads is not None)
        self.sources = heads if self.run else columns
        self.number = 0

    @property
    def label(self) -> str:
        """Its name in a compiled program."""
        return f"{type(self.clause).__name__}_{self.number}"

    @property
    def tells_places(self) -> bool:
        """Whether it asks how places lie to one another."""
        return self.where is not None

    @property
    def conditional(self) -> bool:
        """Whether more is asked than that the card fits."""
        return self.exacting or self.where is not None

    # --- what it finds in a position ---

    def moves(self, rules: Rules, s: State, phase: int, n: int) -> int:
        """Write the moves that it allows to `s.moves` from n on; returns how many stand there."""
        if not self.in_force(rules, s, phase):
            return n
        for copy in range(rules.copies):
            offer = self.offer(rules, s, copy)
            if offer:
                n = self.moves_of(rules, s, offer, copy, n)
        return n

    def in_force(self, rules: Rules, s: State, phase: int) -> int:
        """Whether it is granted in this phase, and after these re-deals."""
        if (self.phases & rules.phases) != rules.phases and not self.phases & phase:
            return False
        return not self.from_redeal or s.redeals >= self.from_redeal

    def moves_of(self, rules: Rules, s: State, offer: int, copy: int, n: int) -> int:
        """The moves with cards of one copy of the pack."""
        for d in range(self.to.first, self.to.end):
            n = self.moves_to(rules, s, offer, copy, d, n)
        return n

    def moves_to(self, rules: Rules, s: State, offer: int, copy: int, d: int, n: int) -> int:
        """The moves with these cards to one place."""
        fitting = offer & self.wanted(rules, s, d)
        while fitting:
            card = (copy << COPY) + lowest(fitting)
            fitting &= fitting - 1
            a = self.lies(rules, s, card)
            move = encoded(PLAYING, a, d, int(self.run), self.number)
            if self.allowed(rules, s, card, a, d) and not (
                self.doubles and listed(s, n, move, WAY)
            ):
                s.moves[n] = move
                n += 1
        return n

    def offer(self, rules: Rules, s: State, copy: int) -> int:
        """The faces that its sources offer, of one copy of the pack."""
        faces = 0
        for group in self.sources:
            faces |= on_offer(rules, s, group, copy)
        return faces

    @abstractmethod
    def wanted(self, rules: Rules, s: State, d: int) -> int:
        """The faces that place d takes by this permit."""

    def lies(self, rules: Rules, s: State, card: int) -> int:
        """The place from which the card comes."""
        return s.where[card]

    def allowed(self, rules: Rules, s: State, card: int, a: int, d: int) -> int:
        """Whether a card of place a that fits may go to d, as far as anything else is asked."""
        if self.to in self.sources and a == d:
            return False
        return self.related(a, d)

    def related(self, a: int, d: int) -> int:
        """Whether the relation asked for holds between two places."""
        return self.where is None or self.where.between(a, d)

    def offers_at_most(self, rules: Rules) -> int:
        """How many cards could move by it in one position at most."""
        return sum(group.count for group in self.columns) or 1  # the next card of the pack

    def most_on_one(self, rules: Rules) -> int:
        """How many cards it could let go to one place at most."""
        return len(rules.pack)

    def concerns(self, group: Group) -> bool:
        """Whether it takes cards of a group, or from the heads of its runs."""
        return group in (*self.sources, *self.columns)

    def overlaps(self, other: Permit) -> bool:
        """Whether both could let a card go from one place to another at one time."""
        if not (self.from_hand and other.from_hand) and not {*self.columns} & {*other.columns}:
            return False
        if (
            self.to is not other.to
            or not self.phases & other.phases
            or isinstance(self, OnEmpty) != isinstance(other, OnEmpty)
        ):
            return False
        run = self.run or other.run
        if isinstance(self, OnCard) and isinstance(other, OnCard) and not run:
            if not any(ours & theirs for ours, theirs in zip(self.fits, other.fits)):
                return False
        if (
            isinstance(self, OnEmpty)
            and isinstance(other, OnEmpty)
            and not self.faces & other.faces
        ):
            return False
        return (
            self.where is None
            or other.where is None
            or any(a and b for a, b in zip(self.where.holds, other.where.holds))
        )

    # --- what it does ---

    def worth(self, rules: Rules, s: State, a: int, b: int) -> int:
        """What it is worth to the greedy player to lay the card of a on b by it."""
        return 0

    def worth_of_part(self, rules: Rules, s: State, a: int, lowest: int) -> int:
        """What it is worth to the greedy player to move the cards of a from ``lowest`` up by it."""
        return 0

    def joins(self, rules: Rules, s: State, a: int) -> int:
        """Whether the card of a place is not married yet; asked of permits that marry."""
        raise NotImplementedError  # a permit that marries defines it

    def done(self, rules: Rules, s: State, a: int, b: int) -> None:  # noqa: B027  few do
        """What follows for the permit itself once a card has gone from a to b by it."""


class ToFoundation(Permit):
    """A card goes to a foundation that wants it."""

    def offer(self, rules: Rules, s: State, copy: int) -> int:
        """Of what its sources offer, only what some foundation of the group wants."""
        return super().offer(rules, s, copy) & s.wanted[self.to.number]

    def worth(self, rules: Rules, s: State, a: int, b: int) -> int:
        """What it is worth to the greedy player: nothing is worth more."""
        return 9

    def wanted(self, rules: Rules, s: State, d: int) -> int:
        """The faces that foundation d wants, less those that words keep from it."""
        faces = s.want[d]
        for word in rules.restraints:
            faces = word.restrained(rules, s, self, d, faces)
        return faces


class OnCard(Permit):
    """A card is laid on the uppermost card of a place, if it fits it.

    Attributes:
        fits: by the face of a card, the faces that may lie on it.
        on_blocked: whether blocked cards, too, may be laid on.
        shifts: the same relation as shifts of sets of faces: each a distance (up or, below 0, down)
            and the faces that it brings on a face that they fit; empty where there would be too
            many to be worth while.
    """

    fits: tuple[int, ...] = (0,) * FACES
    on_blocked = False
    shifts: tuple[tuple[int, int], ...] = ()

    def moves_of(self, rules: Rules, s: State, offer: int, copy: int, n: int) -> int:
        """The moves with cards of one copy of the pack: only places with a card that some of them
        fit are looked at.
        """
        if not self.shifts:
            return super().moves_of(rules, s, offer, copy, n)
        tops = self.fitted(offer)
        for first in self.sections:
            places = self.places_with(rules, s, tops, first)
            while places:
                n = self.moves_to(rules, s, offer, copy, first + lowest(places), n)
                places &= places - 1
        return n

    def fitted(self, offer: int) -> int:
        """The faces on which some of the faces offered fit."""
        faces = 0
        for distance, fitting in self.shifts:
            if distance > 0:
                faces |= (offer & fitting) << distance
            else:
                faces |= (offer & fitting) >> -distance
        return faces

    @property
    def sections(self) -> tuple[int, ...]:
        """The first places of the sections of its aim, none of more places than a set of bits has
        room for.
        """
        return tuple(range(self.to.first, self.to.end, SECTION))

    def places_with(self, rules: Rules, s: State, faces: int, first: int) -> int:
        """The places of a section whose available card has one of these faces, as bits."""
        places = 0
        for copy in range(rules.copies):
            matching = s.free[self.to.number * rules.copies + copy] & faces
            while matching:
                index = s.where[(copy << COPY) + lowest(matching)] - first
                matching &= matching - 1
                if self.to.count <= SECTION or 0 <= index < SECTION:
                    places |= 1 << index
        return places

    def wanted(self, rules: Rules, s: State, d: int) -> int:
        """The faces that fit the card on place d, if that is available (or the game lets cards be
        laid on it all the same).
        """
        if self.on_blocked:
            if s.height[d] <= self.to.keep or (self.to.single and s.height[d] > self.to.keep + 1):
                return 0
            if rules.flips and s.down[s.top[d]]:
                return 0
            return self.fits[s.top[d] & FACE]
        return self.fits[s.live[d] & FACE]

    def most_on_one(self, rules: Rules) -> int:
        """The most cards that fit any one card."""
        return max(faces.bit_count() for faces in self.fits) * rules.copies


def as_shifts(fits: tuple[int, ...], at_most: int) -> tuple[tuple[int, int], ...]:
    """A relation of faces as shifts: for each distance from a fitting face to the face it fits, the
    faces that fit so. Empty where there are more than ``at_most`` distances."""
    shifts: dict[int, int] = {}
    for top in range(52):
        for face in range(52):
            if fits[top] >> face & 1 and top != face:
                shifts[top - face] = shifts.get(top - face, 0) | 1 << face
    return (
        tuple(sorted(shifts.items()))
        if len(shifts) <= at_most and not any(fits[f] >> f & 1 for f in range(52))
        else ()
    )


class OnEmpty(Permit):
    """A card is laid on an empty place. ``faces`` are those that may be laid there."""

    faces = EVERY_FACE

    def wanted(self, rules: Rules, s: State, d: int) -> int:
        """The faces that place d takes while it is empty."""
        if self.to.keep:
            return self.faces if s.height[d] <= self.to.keep else 0
        return self.faces if s.top[d] < 0 else 0


class Part(Permit):
    """A mixin for permits by which a card moves with all the cards that lie on it, where each lies
    well on the one beneath it (`linked`).
    """

    parts = True

    def moves(self, rules: Rules, s: State, phase: int, n: int) -> int:
        """Write the moves that it allows, of each place the uppermost card first."""
        if not self.in_force(rules, s, phase):
            return n
        taken = 0
        for d in range(self.to.first, self.to.end):
            taken |= self.wanted(rules, s, d)
        if taken:
            for group in self.columns:
                for a in range(group.first, group.end):
                    n = self.moves_from(rules, s, group, a, taken, n)
        return n

    def moves_from(self, rules: Rules, s: State, group: Group, a: int, taken: int, n: int) -> int:
        """The moves with the cards of one place; ``taken`` are the faces that some place takes."""
        card = s.live[a]
        count = 1
        while card >= 0:
            if taken >> (card & FACE) & 1:
                n = self.moves_with(rules, s, card, a, count, n)
            below = s.under[card]
            if below < 0 or count >= s.height[a] - group.keep:
                card = NOTHING
            elif (rules.flips and s.down[below]) or not self.linked[below & FACE] >> (
                card & FACE
            ) & 1:
                card = NOTHING
            else:
                card = below
                count += 1
        return n

    def moves_with(self, rules: Rules, s: State, card: int, a: int, count: int, n: int) -> int:
        """The moves with one card and all that lie on it."""
        for d in range(self.to.first, self.to.end):
            if self.wanted(rules, s, d) >> (card & FACE) & 1 and self.allowed(rules, s, card, a, d):
                move = encoded(PLAYING, a, d, count if count > WHOLE else UPPERMOST, self.number)
                if not (self.doubles and listed(s, n, move, ANYHOW)):
                    s.moves[n] = move
                    n += 1
        return n

    def offers_at_most(self, rules: Rules) -> int:
        """The whole pack: every card may lie face up in sequence."""
        return len(rules.pack)


class FromHand:
    """A mixin for permits by which the next card of the pack in hand moves."""

    from_hand = True

    def offer(self, rules: Rules, s: State, copy: int) -> int:
        """The next card of the pack, if it is of this copy."""
        card = s.top[rules.hand.first]
        if card >= 0 and card >> COPY == copy:
            return 1 << (card & FACE)
        return 0

    def lies(self, rules: Rules, s: State, card: int) -> int:
        """The pack in hand."""
        return rules.hand.first


class Special(ABC):
    """A word with moves of its own.

    Attributes:
        clause: the clause that grants them.
        kind: the kind of its moves.
        worth: what such a move is worth to the greedy player.
        compulsory: whether nothing else may be done while it can be; ``duty`` then says so.
        plays, takes_sets: whether its moves place cards on the foundations, or take up sets
            (`cadogan.words.after`).
    """

    clause: Clause
    kind: Kind
    worth = 4
    compulsory = False
    duty = ""
    plays = False
    takes_sets = False

    @abstractmethod
    def most(self) -> int:
        """How many moves of its own a position can have at most."""

    @abstractmethod
    def moves(self, rules: Rules, s: State, phase: int, n: int) -> int:
        """Write its moves to `s.moves` from n on; returns how many stand there then."""

    @abstractmethod
    def do(self, rules: Rules, s: State, move: int) -> None:
        """Carry out one of its moves."""

    def of_place(self, p: int) -> object:
        """What it knows of a place: places of which it knows the same are alike to it. By default
        it tells every place apart.
        """
        return p

    def of_face(self, face: int) -> object:
        """What it asks of a card, by its face: cards of which it asks the same are alike to it. By
        default it tells all faces apart.
        """
        return face

    def left(self, s: State) -> int | None:
        """How often its licence can still be used; None where it is no licence."""
        return None


class OfTwo(Special):
    """A word whose moves concern two uppermost cards of a run of places."""

    def __init__(self, inside: range) -> None:
        self.first, self.end = inside.start, inside.stop

    def most(self) -> int:
        """One move for every two of its places."""
        n = self.end - self.first
        return n * (n - 1) // 2
