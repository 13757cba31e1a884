"""What the solver knows of a game before it searches: which places are interchangeable, which cards
may safely go home, how a move is taken back, and the keys from which the number of a position is
made.

Everything here is read off the game's rules. What is not seen to be harmless counts as harmful:
places are then told apart, no card is sent home unasked, and a move is taken back by putting the
whole state back."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from cadogan.compiler.layout import Field
from cadogan.engine.numbers import FACES, NOTHING, RANK, RED, SUIT
from cadogan.engine.permits import OnCard, Permit
from cadogan.engine.rules import Group, Rules, State
from cadogan.solver.alike import alike_faces, by_value, interchangeable, quiet
from cadogan.solver.crowded import VALUES, order_of, strands, whole
from cadogan.solver.known import is_known
from cadogan.solver.leftover import in_play, inequalities, partners
from cadogan.words.again import TakeUp
from cadogan.words.build import Build, Run
from cadogan.words.fill import AtWill, RunAtWill
from cadogan.words.play import Play
from cadogan.words.series import AnyFromBase

#: The number of a position has this many bits: it is never negative, and the same in Python as in
#: WebAssembly.
BITS = 63
WHOLE = (1 << BITS) - 1
#: The rows of `Plan.keys`: cards face up and face down.
ROW = 2 * FACES
#: How a search is restricted, as bits: a card that can go home goes home at once; suits of one
#: colour are not told apart; no card is laid where it waits for a card that it did not wait for
#: before.
HOME_AT_ONCE, SUITS_ALIKE, RELEASING = 1, 2, 4
#: Fields of a state that say nothing of the future: what is worked out in each move, and the
#: sources of chance.
SCRATCH = tuple("moves pack chance lots tally number doing rounds".split())
#: Fields that follow from the others (`cadogan.engine.piles.refresh`).
DERIVED = tuple("live where free want wanted head home".split())
#: How a field is saved (`Plan.kept`).
Kept = tuple[str, int, str, int, int]
#: Fields that say how the cards lie.
PILES = ("top", "height", "under", "down")


@dataclass(frozen=True)
class Room:
    """How much room a search has.

    Attributes:
        slots: places in the table of positions met, a power of two; the smaller tables that it grew
        out of have as many together.
        line: moves that wait on the way from the root to where the search stands.
        levels: moves from the root at most.
    """

    slots: int
    line: int
    levels: int


class Plan:
    """What the solver knows of a game, and how much room it has.

    Attributes:
        steady: whether nothing follows from a move but the move itself, so that it can be taken
        back by its contrary.
        first: for each place the first of those with which it is interchangeable (itself where
        there is none before it); settled: the same, once the deal is over for good.
        faces: for each face the first of those from which no rule tells it.
        heap: for each place whether its cards are out of play, in whatever order; sink: whether all
            but the uppermost are; in_any_order: whether only which cards lie there counts.
        needs: for each face the faces that must be home before it may go home unasked (`safe`);
        empty where that is not known.
        in_turn: whether it is enough that they can go home in their turn.
        sent: for each face, that face and those below it in its foundation.
        reserve: for each place whether a card may wait there until it is wanted (`can_wait`).
        pairs, near, even, in_play: see `cadogan.solver.leftover`.
        kept: the fields saved before a move where it cannot be taken back: each with its entries
            (0 for a single integer), the row where it is saved, the entries that a level has there,
            and its place among them; wide, narrow: those entries of the two rows.
        redeals: from this many re-deals on it makes no difference how many there were.
        registers: the fields that belong to a position besides its piles, with their entries.
        slots, line, levels: see `Room`.
    """

    def __init__(self, rules: Rules, room: Room) -> None:
        self.steady = steady(rules)
        self.first = interchangeable(rules)
        self.settled = interchangeable(rules, settled=True)
        self.faces = alike_faces(rules)
        self.heap = tuple(int(place.group.heap and is_known(rules)) for place in rules.places)
        self.in_any_order = tuple(int(in_any_order(rules, p.group)) for p in rules.places)
        self.sink = tuple(int(sinks(rules, place.group)) for place in rules.places)
        self.needs, self.in_turn = safe(rules)
        self.sent = sent_home(rules)
        self.order = order_of(rules)
        self.pairs, self.near = partners(rules)
        self.even = inequalities(rules)
        self.in_play = tuple(int(in_play(rules, p)) for p in range(len(rules.places)))
        self.slots, self.line, self.levels = room.slots, room.line, room.levels
        self.looked = rules.room
        self.redeals = redeals_counted(rules)
        self.shuffles = isinstance(rules.redeal, TakeUp) and rules.redeal.shuffled
        self.relaxed(rules)
        self.reserve = tuple(int(can_wait(rules, self, place.group)) for place in rules.places)
        self.registers = tuple((f.name, f.size) for f in registers(rules))
        fields = [f for f in rules.layout if f.name not in SCRATCH]
        wide, narrow = ([f for f in fields if (f.width == 8) == is_wide] for is_wide in (1, 0))
        self.wide, self.narrow = (sum(f.entries for f in row) for row in (wide, narrow))
        self.kept = (*rows(wide, "saved", self.wide), *rows(narrow, "saved_narrow", self.narrow))
        chance = random.Random("the numbers of positions")
        heights = len(rules.pack) + 1
        #: By mode, height and card: a random number. A pile's number is made of those of its cards,
        #: each by its height.
        drawn = [[chance.getrandbits(BITS) for _ in range(ROW)] for _ in range(heights)]
        told_apart = [
            [row[(card & FACES) + self.faces[card % FACES]] for card in range(ROW)] for row in drawn
        ]
        alike = [
            [row[(card & FACES) + ALIKE[card % FACES]] for card in range(ROW)] for row in told_apart
        ]
        self.keys = tuple(key for rows in (told_apart, alike) for row in rows for key in row)
        self.alike_at = heights * ROW
        #: By place: a random number, the same for interchangeable ones.
        own = [chance.getrandbits(BITS) for _ in rules.places]
        self.place_keys = tuple(own[p] for p in self.first)
        self.settled_keys = tuple(own[p] for p in self.settled)
        self.others = tuple(
            chance.getrandbits(BITS) for _ in range(sum(max(1, size) for _, size in self.registers))
        )

    def relaxed(self, rules: Rules) -> None:
        """Set what the relaxed game of `cadogan.solver.hopeless` is made of; `hopes` is 0 where it
        proves nothing.
        """
        self.hopes = int(any(self.sent) and only_laid(rules))
        self.strands = strands(rules, self.order) if whole(rules) and only_laid(rules) else ()
        self.copies = rules.copies
        on_cards = rules.permits_of(OnCard)
        on_empty = rules.permits_of(AtWill)
        faces = [card % FACES for card in rules.pack]
        #: The faces that empty places take, and those that begin a foundation, as sets.
        self.fill, self.lowest = 0, 0
        for permit in on_empty:
            self.fill |= permit.faces
        for face in faces:
            self.lowest |= int(self.sent[face] == 1 << face) << face
        #: From the faces below to those that fit on them, and from those at home to the next ones.
        self.downward = steps(
            faces, lambda below, face: any(permit.fits[below] >> face & 1 for permit in on_cards)
        )
        self.upward = steps(
            faces,
            lambda below, face: self.sent[face] == self.sent[below] | 1 << face != self.sent[below],
        )
        both = (*on_cards, *on_empty)
        laid_on = {permit.to for permit in on_cards}
        at_will = {rules.hand, *(group for filling in rules.fillings for group in filling.sources)}
        if rules.redeal is not None and not self.shuffles:
            at_will |= {rules.places[p].group for p in rules.redeal.places}
        if not plain(rules) or laid_on & {*rules.talons}:
            laid_on |= at_will
        #: By place: whether its cards may leave it in any order, for they are in hand, or are taken
        #: up again, or fill gaps; whether cards are laid on those that lie there, or are dealt from
        #: there; whether it is filled when empty; whether whole runs leave it, or single cards.
        self.at_will, self.laid_on, self.filled, self.as_runs, self.singly = (
            tuple(int(place.group in groups) for place in rules.places)
            for groups in (
                at_will,
                laid_on,
                {permit.to for permit in on_empty},
                {group for permit in both if permit.run for group in permit.columns},
                {group for permit in both if not permit.run for group in permit.sources},
            )
        )
        #: By place: whether only whole runs are moved from it.
        self.whole = tuple(int(a > b) for a, b in zip(self.as_runs, self.singly))
        #: The talon, where the pack is turned once, and turning waits for nothing.
        turning, self.talon = rules.turning, NOTHING
        if self.needs and turning and not turning.condition and not rules.redeal:
            self.talon = rules.talons[0].first

    @property
    def layout(self) -> tuple[Field, ...]:
        """What a search holds besides the state of the game."""
        single = (
            "mode lot deep least depth states digest entered table cut shuffles_met chosen in_order"
        )
        fields = [Field(name) for name in f"{single} stays known gone lifted empty".split()]
        fields += [
            Field("met", 2 * self.slots),
            Field("line", self.line),
            Field("looked", self.looked),
            Field("packet_keys", len(self.place_keys)),
            Field("left_over", 14, 2),
            Field("uncovered", len(self.place_keys), 2),
            Field("out", 2 * VALUES),
            Field("run", len(self.place_keys), 2),
            Field("counts", 2 * self.copies),
        ]
        fields += [
            Field("next_move", self.levels, 4),
            Field("last_move", self.levels, 4),
            Field("before_digest", self.levels),
        ]
        if self.steady:
            fields += [Field("moved", self.levels, 2)]
        else:
            fields += self.saves
        return tuple(fields)

    @property
    def saves(self) -> tuple[Field, Field]:
        """The states saved at each level (`cadogan.solver.steps.save`)."""
        return (
            Field("saved", self.levels * self.wide),
            Field("saved_narrow", self.levels * self.narrow, 2),
        )


class Searching(State):
    """The state of a game with what a search holds besides (`Plan.layout`): its rows.

    Attributes:
        met: the numbers of the positions met, and empty places.
        line: the moves that wait on the way from the root to where the search stands.
        next_move, last_move: by level which of them is tried next, and where they end.
        before_digest, moved: by level the position's number, and the cards that its move carried.
        saved, saved_narrow: by level the state, where a move cannot be taken back.
        packet_keys: by place the number of its pile.
        looked, left_over: room for moves, for counts by rank.
        uncovered, run, counts: see `cadogan.solver.hopeless`; out: see `cadogan.solver.crowded`.
    """

    __slots__ = ()
    met: list[int]
    line: list[int]
    next_move: list[int]
    last_move: list[int]
    before_digest: list[int]
    moved: list[int]
    saved: list[int]
    saved_narrow: list[int]
    packet_keys: list[int]
    looked: list[int]
    left_over: list[int]
    uncovered: list[int]
    run: list[int]
    counts: list[int]
    out: list[int]


def rows(fields: Iterable[Field], name: str, entries: int) -> Iterator[Kept]:
    """Where fields are saved, one behind the other: see `Plan.kept`."""
    offset = 0
    for field in fields:
        yield field.name, field.size, name, entries, offset
        offset += field.entries


def registers(rules: Rules) -> list[Field]:
    """The fields that belong to a position besides its piles."""
    return [f for f in rules.layout if f.name not in (*SCRATCH, *DERIVED, *PILES)]


def redeals_counted(rules: Rules) -> int:
    """From how many re-deals on it makes no difference how many there were: none is granted any
    more, or all are; permits wait for no more of them, and a condition asks for the first at most.
    """
    limit = rules.redeal.limit if rules.redeal is not None else 0
    if not is_known(rules):
        return WHOLE
    return max(1, limit, *(permit.from_redeal for permit in rules.permits), 0)


def steps(faces: list[int], leads: Callable[[int, int], bool]) -> tuple[tuple[int, int], ...]:
    """A relation of faces as distances: for each, those faces that it leads to."""
    distances: dict[int, int] = {}
    for below in faces:
        for face in faces:
            if leads(below, face):
                distances[face - below] = distances.get(face - below, 0) | 1 << face
    return tuple(sorted(distances.items()))


#: By face: the first of those of its rank and colour, which stands for them.
ALIKE = tuple(
    next(
        (other for other in range(52) if (RANK[other], RED[other]) == (RANK[face], RED[face])), face
    )
    for face in range(FACES)
)


def can_wait(rules: Rules, plan: Plan, group: Group) -> bool:
    """Whether a card that lies alone in a place of the group need be laid on the tableau only just
    before another is laid on it.

    The games meant are those of `safe` without runs and without a talon, where nothing is laid on
    the group, no card withheld, and *what may be done with a card of the tableau may be done with
    one of the group*: every permit that takes the one takes the other. So no line of the fewest
    moves that wins lays a card X from the group on a place T and takes it from there before
    something lies on it: it could have gone at once where it goes. For X is home in the end, a
    first card is laid on it. Until then no move touches T, and none asks whether X still lies where
    it waited. Put off the laying of X till just before that card's: every move stays legal, for T
    is as it was. Done with one such card after another, the last first, this makes of the line
    another as long in which each is covered at once, by a card of the tableau or of the group."""
    place = group.first
    return (
        bool(plan.needs)
        and not (rules.runs or rules.talons or group.foundation or group is rules.hand)
        and not (plan.laid_on[place] or plan.filled[place])
        and all(group in permit.sources for permit in rules.permits)
        and not any(other.withheld for other in rules.groups)
    )


def sent_home(rules: Rules) -> tuple[int, ...]:
    """For each face, that face and those below it in its foundation, where the foundations take the
    whole pack in one order, each in one suit; else nothing.
    """
    order = order_of(rules)
    faces = {card % FACES for card in rules.pack}
    sent = [0] * FACES
    if is_known(rules) and whole(rules) and all(group.in_suit for group in rules.foundations):
        for face in faces:
            for other in faces:
                if SUIT[other] == SUIT[face] and order[other] <= order[face]:
                    sent[face] |= 1 << other
    return tuple(sent)


def only_laid(rules: Rules) -> bool:
    """Whether the relaxed game of `cadogan.solver.hopeless` knows of all that can be done."""
    return (
        by_value(rules)
        and not rules.specials
        and (plain(rules) or not rules.runs)
        and not any(group.keep for group in rules.groups if not group.foundation)
        and not any(group.foundation for permit in rules.permits for group in permit.columns)
        and not any(permit.on_blocked for permit in rules.permits_of(OnCard))
    )


def sinks(rules: Rules, group: Group) -> bool:
    """Whether nothing ever leaves the places of a group, and nothing asks for more of their cards
    than the uppermost: which cards lie beneath it follows from where the others lie, and their
    order makes no difference."""
    first, redeal = group.first, rules.redeal
    return (
        quiet(rules)
        and not group.foundation
        and not rules.specials
        and not rules.registers
        and group is not rules.hand
        and (rules.goal is None or not rules.goal.of_place(first))
        and (redeal is None or first not in redeal.places)
        and not any(permit.concerns(group) for permit in rules.permits)
        and any(permit.to is group for permit in rules.permits)
    )


def in_any_order(rules: Rules, group: Group) -> bool:
    """Whether a group is one of foundations of one suit each that take their cards in any order, and
    keep them: which cards lie there follows from where the others lie.
    """
    return (
        group.foundation
        and group.series is AnyFromBase
        and group in group.leads  # so that no move is taken back by its contrary (`steady`)
        and group.in_suit
        and rules.copies == 1
        and is_known(rules)
        and not (rules.specials or rules.noted or rules.goal)
        and not any(permit.concerns(group) for permit in rules.permits)
        and not {*(rules.redeal.places if rules.redeal is not None else ())}.intersection(
            range(group.first, group.end)
        )
    )


def plain(rules: Rules) -> bool:
    """Whether nothing goes by itself (`cadogan.solver.alike.quiet`), no word has moves or memory of
    its own, and no place is tied to another: all that is done is to lay available cards from a
    place on a place, to turn the next card, and to deal again with a shuffle, which ends the
    search."""
    return (
        quiet(rules)
        and not rules.specials
        and not rules.registers
        and (rules.turning is None or rules.turning.to is None)
    )


def steady(rules: Rules) -> bool:
    """Whether a move can be taken back by carrying its cards back: nothing follows from it but the
    move itself.
    """
    return plain(rules) and not any(permit.has_effect for permit in rules.permits)


class Safe(NamedTuple):
    """Which cards may be sent home without a loss (`safe`).

    Attributes:
        needs: for each face, the faces that must be home before it may.
        in_turn: whether it is enough that those which `needs` names are home or ready.
    """

    needs: tuple[int, ...] = ()
    in_turn: bool = False


def safe(rules: Rules) -> Safe:
    """Which cards may be sent home without a loss; nothing where that is not known.

    The games meant: plain ones (`plain`), of one pack, with one foundation for each suit and all
    cards in them; cards are laid on available cards that they fit, on empty places, alone or as
    whole face-up runs; foundation cards stay where they are; no permit depends on a phase, a
    relation or a re-deal.

    *No card that is not home fits X.* Let X be able to go home in a position S, and let S' be S with X home. From S nothing is ever
    laid on X until it goes home itself. Play in S' the moves of a line that wins S, but for those
    of X (a run that ends with X is moved without it; a run that is X alone is not moved). At every
    moment the piles of S' are those of S without X; X lies uppermost of its place or is a card of
    the talon, so every card available in S but X is available in S', every place empty in S is
    empty in S', and the foundations of S' want what those of S want, or X is home in both. So every
    such move is legal in S', and the line wins S' as well. Turning a card stays possible: it asks
    only for a card in hand.

    *Cards fit only the next one of their own suit, above or below in the foundations.* Then of the cards that fit X one is home, and
    the other, Y, is the one that follows X: instead of being laid on X it goes home in S', and the
    same holds of Y in turn. The piles of S' are those of S without a row of cards of one suit that
    lie above all others; the argument is the same. This is proved without runs and without a talon
    only, and where cards go home from wherever they are laid on others.

    *The cards that fit X are home or ready.* Ready is a card whose foundation wants it, and on which nothing fits but what is home or
    ready (the least such set: it is found from below). So what lies on a ready card is ready, each
    card of it, and they can all go home, the uppermost first; X itself is ready. In S' a card Y
    that is laid on X in S, alone, with what lies on it, or as part of a run of which it is the
    head, goes home instead with all that lies on it; and so does what is laid on such a card. At
    every moment the piles of S' are those of S without some ready cards, which lie above all
    others: what is laid on a ready card is ready, and what fits X is. A run that has lost such
    cards is the same run, with the same head, or has gone home as a whole, and then it is not
    moved. The rest is as above: of each foundation S' has what S has, or a ready card more. This is
    proved where cards go home from wherever they may be laid on others, and of runs where each card
    fits the one beneath it, which is looked at once, in the position where the search begins
    (`cadogan.solver.searching.in_order`): what is laid and turned up later leaves it so.

    Where several cards are safe the order does not matter: each leaves the others safe.
    """
    nothing = Safe()
    faces = [card % FACES for card in rules.pack]
    sent = sent_home(rules)
    if (
        not any(sent)
        or rules.goal is not None
        or not plain(rules)
        or rules.copies > 1
        or rules.tells_end
        or rules.withdrawn
    ):
        return nothing
    group = rules.foundations[0]
    if group.count != len({SUIT[face] for face in faces}) or not all(
        harmless(rules, permit, group) for permit in rules.permits
    ):
        return nothing
    in_pack = sum(1 << face for face in faces)
    needs = [0] * FACES
    for permit in rules.permits_of(OnCard):
        for face in faces:
            needs[face] |= permit.fits[face] & in_pack
    played = {
        source for permit in rules.permits if type(permit) is Play for source in permit.sources
    }
    if not all(
        source in played for permit in rules.permits_of(OnCard) for source in permit.columns
    ):
        return Safe(tuple(needs))
    in_suit = all(
        sent[other] in (sent[face] & sent[other], sent[face] | 1 << other)
        for face in faces
        for other in faces
        if needs[face] >> other & 1
    )
    if in_suit and not rules.talons and not rules.runs:
        return Safe(tuple(needs[face] & sent[face] for face in range(FACES)))
    return Safe(tuple(needs), in_turn=True)


def harmless(rules: Rules, permit: Permit, foundation: Group) -> bool:
    """Whether a permit is of the kinds that `safe` speaks of."""
    if (
        permit.where is not None
        or permit.from_redeal
        or permit.has_effect
        or (permit.phases & rules.phases) != rules.phases
    ):
        return False
    if foundation in permit.columns or foundation in permit.sources or permit.from_hand:
        return False
    if type(permit) is Play:
        return permit.to is foundation and not permit.conditional
    if type(permit) is Build:
        return not permit.on_blocked and permit.to is not foundation
    if type(permit) is Run:
        return not permit.several and not permit.on_blocked
    return type(permit) in (AtWill, RunAtWill) and permit.to is not foundation
