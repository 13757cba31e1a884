"""The careful player: the advice of the old texts as a weighted sum of what can be seen before a
move is made.

"Examine the contents of each packet", "endeavour to open lanes, and do not refill them at once",
"never block a suit with itself", "release before you build", "take the talon's card first": such
sentences stand in most chapters. Each is a weight here, and the moves are compared by the sum. The
weights were fitted by the cross-entropy method on deals that no figure is reported on: once over all
games of the book, and once more for each game in which that proved, on still other deals, to win
more or to bring more cards home.

It never goes to and fro: a card that it has moved within the tableau stays where it is until
something has changed for good (a card went home, was turned up, or came from the pack), and one
taken back from a foundation is not taken back again. So every game ends by itself, when no move is
left that this allows."""

from __future__ import annotations

from cadogan.compiler import lowest
from cadogan.compiler.layout import Field
from cadogan.engine.chance import below
from cadogan.engine.moves import FILLING, KIND, KINDS, PLAY, part
from cadogan.engine.numbers import FACE, FACES, NOTHING, OF_SUIT, SUIT
from cadogan.engine.permits import OnCard
from cadogan.engine.piles import lowest_of, size_of
from cadogan.engine.rules import DEALING, Group, Rules
from cadogan.players.mind import Remembering
from cadogan.players.weights import Weights
from cadogan.words.again import AGAIN
from cadogan.words.build import is_well_laid
from cadogan.words.swap import comes_from
from cadogan.words.take import TAKE
from cadogan.words.turn import TURN

#: A card that no foundation will take, or only after many others, is not wanted.
NEVER = 14
#: A card that has been taken back from a foundation.
FOR_EVER = 1 << 30
#: A score that every other is above.
LEAST = -(1 << 40)


def memory(rules: Rules) -> tuple[Field, ...]:
    """What it keeps in mind: for each face after how many cards it is wanted, and how the
    foundations were when it saw that; when each card was last moved, what has changed since."""
    moved = Field("moved", FACES * rules.copies, 4)
    return (*needs(rules), moved, Field("changes"), Field("home_again"))


def needs(rules: Rules) -> tuple[Field, ...]:
    """The part of this that it sees of the foundations (`find_needs`)."""
    places = len(rules.places)
    return Field("need", FACES, 1), Field("needed_for", places), Field("needed_on", places, 4)


class Careful:
    """How the careful player chooses."""

    def __init__(self, weights: Weights) -> None:
        self.weights = weights

    def begin(self, rules: Rules, s: Remembering) -> None:
        """Note that nothing has been moved."""
        for c in range(FACES * rules.copies):
            s.moved[c] = 0
        for p in range(len(rules.places)):
            s.needed_for[p] = NOTHING
        s.changes = 1
        s.home_again = NOTHING

    def choose(self, rules: Rules, s: Remembering, n: int) -> int:
        """The best move of those that are not to and fro, or none; of equal ones any."""
        chosen = self.best(rules, s, n)
        if chosen >= 0:
            note(rules, s, s.moves[chosen])
        return chosen

    def best(self, rules: Rules, s: Remembering, n: int) -> int:
        """The move of `choose`, without keeping it in mind."""
        if rules.foundations and have_changed(rules, s):
            find_needs(rules, s)
        best = LEAST
        chosen = NOTHING
        equal = 0
        for i in range(n):
            if may(rules, s, s.moves[i]):
                score = self.score(rules, s, s.moves[i])
                if score > best:
                    best = score
                    chosen = i
                    equal = 1
                elif score == best:
                    equal += 1
                    if below(s.lots, equal) == 0:
                        chosen = i
        if chosen < 0:
            return owed(rules, s, n)
        return chosen

    def score(self, rules: Rules, s: Remembering, move: int) -> int:
        """How much it likes a move."""
        kind = move & KIND
        if kind == PLAY.number:
            return self.score_of_play(rules, s, part(move, 0), part(move, 1), part(move, 2))
        if kind == TURN.number:
            return self.weights.turn
        if kind == AGAIN.number:
            return self.weights.again
        if kind == TAKE.number or kind == TOGETHER:
            score = self.weights.set
            for i in range(4):
                p = part(move, i)
                if p < len(rules.places):
                    score += self.released(rules, s, p, 1)
            return score
        if kind in ORDERED:
            return self.weights.deal
        return self.weights.other

    def score_of_play(self, rules: Rules, s: Remembering, a: int, b: int, count: int) -> int:
        """How much it likes to play the card of a, or several, on b."""
        size = size_of(rules, s, a, count)
        if rules.places[b].group.foundation:
            if rules.places[a].group.foundation:
                return self.weights.foundation
            return (
                self.weights.home + self.weights.level * s.height[b] + self.released(rules, s, a, 1)
            )
        score = 0
        if rules.places[a].group.foundation:
            score = self.weights.foundation
        elif is_drawn(rules, a):
            score = self.weights.talon
        else:
            score = self.released(rules, s, a, size)
            if parts(rules, s, a, lowest_of(rules, s, a, count), size):
                score += self.weights.parts
        if a == rules.hand.first and s.phase != DEALING:  # nobody has seen it yet
            return score + self.filled(rules, s, rules.places[b].group)
        card = lowest_of(rules, s, a, count)
        if s.height[b] <= rules.places[b].group.keep:
            return (
                score
                + self.filled(rules, s, rules.places[b].group)
                + self.weights.high * s.need[card & FACE]
            )
        return score + self.laid(rules, s, card, b)

    def filled(self, rules: Rules, s: Remembering, group: Group) -> int:
        """What it is worth to fill an empty place of a group."""
        empty = 0
        for p in range(group.first, group.end):
            if s.height[p] <= group.keep:
                empty += 1
        return self.weights.fill + self.weights.last if empty < 2 else self.weights.fill

    def released(self, rules: Rules, s: Remembering, p: int, size: int) -> int:
        """What it is worth that this many cards go from a place."""
        if is_drawn(rules, p):
            return 0
        left = s.height[p] - size - rules.places[p].group.keep
        if left <= 0:
            return self.weights.empties
        card = s.top[p]
        for _ in range(size):
            card = s.under[card]
        score = self.weights.short * max(0, 8 - left)
        if rules.face_down and s.down[card]:
            return score + self.weights.turns
        if seen_of(rules, s, p) <= size:
            return score
        if s.need[card & FACE] == 0:
            score += self.weights.wanted
        elif finds_place(rules, s, card, p):
            score += self.weights.frees
        return score + self.weights.dig * urgency(
            rules, s, card, min(left, seen_of(rules, s, p) - size)
        )

    def laid(self, rules: Rules, s: Remembering, card: int, p: int) -> int:
        """What it is worth that a card is laid on those of a place."""
        top = s.top[p]
        score = self.weights.build
        if SUIT[top & FACE] == SUIT[card & FACE]:
            score += self.weights.suit
        blocks = 0
        itself = 0
        need = s.need[card & FACE]
        c = top
        seen = min(s.height[p] - rules.places[p].group.keep, seen_of(rules, s, p))
        for _ in range(seen):
            if not rules.face_down or not s.down[c]:
                if s.need[c & FACE] < need:
                    blocks = 1
                    if SUIT[c & FACE] == SUIT[card & FACE]:
                        itself = 1
            c = s.under[c]
        if blocks:
            score += self.weights.blocks
        if itself:
            score += self.weights.itself
        return score + self.weights.buries * urgency(rules, s, top, seen)


# --- what it sees -------------------------------------------------------------------------------------


def have_changed(rules: Rules, s: Remembering) -> int:
    """Whether any foundation has changed since this was last asked: what it wants, how high it is,
    its uppermost card. (All that is needed follows from these, and most moves leave them alone.)"""
    changed = 0
    for group in rules.foundations:
        for p in range(group.first, group.end):
            needed_for = s.height[p] << FACES | s.want[p]
            if s.needed_for[p] != needed_for or s.needed_on[p] != s.top[p]:
                s.needed_for[p] = needed_for
                s.needed_on[p] = s.top[p]
                changed = 1
    return changed


def find_needs(rules: Rules, s: Remembering) -> None:
    """Work out for each face after how many cards a foundation will take it, as far as can be
    told."""
    for face in range(FACES):
        s.need[face] = NEVER
    for group in rules.foundations:
        for p in range(group.first, group.end):
            needs_of(rules, s, group, p)


def needs_of(rules: Rules, s: Remembering, group: Group, p: int) -> None:
    """Do so for one foundation: its series is read as if it had grown that far."""
    suits = suits_of(rules, s, group, p)
    height = s.height[p]
    place = group.places[p - group.first]
    after = 0
    while suits and height + after < place.length and after < NEVER:
        s.height[p] = height + after
        faces = group.series.faces(rules, s, place, p) & suits
        while faces:
            face = lowest(faces)
            faces &= faces - 1
            if after < s.need[face]:
                s.need[face] = after
        after += 1
    s.height[p] = height


def suits_of(rules: Rules, s: Remembering, group: Group, p: int) -> int:
    """The faces of the suits that a foundation may still take."""
    if s.top[p] >= 0 and not group.series.suit_given:
        return group.follows[s.top[p] & FACE]
    suits = 0
    for suit in range(4):
        if s.want[p] & OF_SUIT[suit]:
            suits |= OF_SUIT[suit]
    return suits


def seen_of(rules: Rules, s: Remembering, p: int) -> int:
    """How many cards of a place may be looked at, from the uppermost downward; those that lie face
    down are counted, too.
    """
    for group in rules.groups:
        if group.squared is not None and group.first <= p < group.end:
            return group.squared.seen(rules, s)
    return s.height[p]


def urgency(rules: Rules, s: Remembering, card: int, seen: int) -> int:
    """How soon a card of a pile is wanted and how little covers it: the most of these from one card
    downward, 0 to 12.
    """
    most = 0
    for depth in range(seen):
        if (not rules.face_down or not s.down[card]) and s.need[card & FACE] < 12:
            most = max(most, (12 - s.need[card & FACE]) // (depth + 1))
        card = s.under[card]
    return most


def finds_place(rules: Rules, s: Remembering, card: int, p: int) -> int:
    """Whether a card of a place could be laid on an available card of another."""
    for permit in rules.permits:
        if isinstance(permit, OnCard) and not permit.run and comes_from(rules, permit.sources, p):
            for d in range(permit.to.first, permit.to.end):
                if d != p and permit.fits[s.live[d] & FACE] >> (card & FACE) & 1:
                    return True
    return False


def is_drawn(rules: Rules, p: int) -> int:
    """Whether a place is the pack in hand or a talon."""
    if p == rules.hand.first:
        return True
    for talon in rules.talons:
        if p == talon.first:
            return True
    return False


def parts(rules: Rules, s: Remembering, p: int, card: int, size: int) -> int:
    """Whether the lowest of the cards that go from a place lies well on the one beneath it."""
    if card < 0 or s.under[card] < 0 or seen_of(rules, s, p) <= size:
        return False
    return is_well_laid(rules, s, card)


# --- not to and fro -----------------------------------------------------------------------------------

#: The kind of several cards taken together, and the kinds ordered by a word alone.
TOGETHER = KINDS["together"].number
ORDERED = tuple(kind.number for kind in KINDS.values() if not kind.takes_places)
#: Those, and the kinds that take cards for good: nothing goes to and fro by them.
PLACELESS = (*ORDERED, TAKE.number, TOGETHER)


def may(rules: Rules, s: Remembering, move: int) -> int:
    """Whether a move does not go to and fro."""
    kind = move & KIND
    if rules.redeal is not None and kind == AGAIN.number:
        return rules.redeal.limit >= 0 or s.home != s.home_again
    if kind in PLACELESS:
        return True
    a = part(move, 0)
    if kind == PLAY.number:
        b = part(move, 1)
        if part(move, 3) >= FILLING:
            return True
        if rules.places[b].group.foundation and not rules.places[a].group.foundation:
            return True
    card = moving(rules, s, move, a)
    if card < 0:
        return True
    if rules.places[a].group.foundation:
        return s.moved[card] != FOR_EVER
    return s.moved[card] < s.changes


def owed(rules: Rules, s: Remembering, n: int) -> int:
    """The first of the n moves found without which the deal does not go on, or none. Each marries a
    card that was not married, so that they come to an end.
    """
    for word in (rules.turning, rules.redeal, rules.pausing):
        if word is not None and word.condition is not None and word.condition.marriages:
            for i in range(n):
                if word.condition.asks_for(rules, s, s.moves[i]):
                    return i
    return NOTHING


def moving(rules: Rules, s: Remembering, move: int, a: int) -> int:
    """The card that a move from a place moves; of a run its head; of two that change places the
    first.
    """
    if (rules.runs or rules.parts) and move & KIND == PLAY.number and part(move, 2):
        return lowest_of(rules, s, a, part(move, 2))
    if s.top[a] < 0 and part(move, 1) < len(rules.places):
        return s.top[part(move, 1)]
    return s.top[a]


def note(rules: Rules, s: Remembering, move: int) -> None:
    """Keep in mind what is moved, or that something changes for good."""
    kind = move & KIND
    if kind == AGAIN.number:
        s.home_again = s.home
    if kind in PLACELESS:
        s.changes += 1
        return
    a, b = part(move, 0), part(move, 1)
    if kind == PLAY.number and part(move, 3) >= FILLING:
        return
    card = moving(rules, s, move, a)
    if card < 0:
        return
    if rules.places[a].group.foundation:
        s.moved[card] = FOR_EVER
    elif a == rules.hand.first or (kind == PLAY.number and rules.places[b].group.foundation):
        s.changes += 1
    else:
        if rules.flips and s.under[card] >= 0 and s.down[s.under[card]]:
            s.changes += 1
        for talon in rules.talons:
            if a == talon.first and not lays_on_talon(rules):
                s.changes += 1
        s.moved[card] = s.changes


def lays_on_talon(rules: Rules) -> int:
    """Whether anything may be laid on a talon, and be taken from there again."""
    return any(getattr(permit, "on_talon", False) for permit in rules.permits)
