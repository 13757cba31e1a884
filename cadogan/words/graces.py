"""lift_blocked and slip_king: graces, to take a card out of a row, or to slip a king underneath its
packet before the first play.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from cadogan.engine.joints import ActsAfter, ActsBefore
from cadogan.engine.moves import KIND, encoded, one_card, part
from cadogan.engine.numbers import FACE, RANK, SUIT
from cadogan.engine.permits import PLAYING, Special
from cadogan.engine.piles import card_at, pop_at, push, push_under
from cadogan.engine.rules import END, PLAY, Group, Rules, State
from cadogan.usage import Name, Number, one_of

from .clause import TABLEAU, Clause, Making
from .foundations import foundations
from .values import A, K

LIFT = one_card(
    "lift",
    "lift the {card} out of {source} to {target}",
    lambda why, _: why.not_now(lift_blocked, "No card is lifted out of the tableau in this game."),
    "lifted {cards} out of {source} to {target}",
)


@dataclass(frozen=True)
class lift_blocked(Clause):
    """A grace, once: at the opening one ace and one king may be taken out of a row, or, with to=,
    at the end any one card.

    Args:
        group: the group that the card is taken from.
        row: the row, counted from 1, that the ace and the king are taken from.
        to: the place where the card is laid aside.

    >>> lift_blocked("lanes", 6).tell()
    'While no foundation is begun and none can be, one ace and one king may be taken from row 6 of the lanes.'
    """

    group: Name
    row: Number = 0
    to: str = ""

    speaks_of = {"group": TABLEAU, "to": TABLEAU}
    brings_to = ("to",)

    def tell(self) -> str:
        """The clause as a sentence."""
        if self.to:
            return f"Once, when the pack is out and nothing more can be played, any one card of the {self.group} may be lifted {self.to}."
        return f"While no foundation is begun and none can be, one ace and one king may be taken from row {self.row} of the {self.group}."

    def in_vain(self) -> str:
        """A row is counted from 1."""
        if not self.to and not self.row:
            return "it is said of a row, counted from 1, or with to= of any card"
        return (
            "row= is said of a card that is played, and to= of one that is laid aside; say one of them"
            if self.to and self.row
            else ""
        )

    def idle(self, making: Making) -> str:
        """An ace and a king out of a row begin foundations."""
        return "" if self.to or making.of(foundations) else "there are no foundations to begin"

    def enter(self, making: Making) -> None:
        """Add the moves that lift a card."""
        kind = LiftAside if self.to else LiftFromRow
        making.special(kind(self, making), 40)


class LiftAside(Special):
    """Once, at the end, when nothing more can be played, any card of the tableau is laid on a place
    of its own.
    """

    kind = LIFT

    def __init__(self, clause: lift_blocked, making: Making) -> None:
        self.clause = clause
        self.group: Group = making.group(clause.group, clause)
        self.to: Group = making.group(clause.to, clause)
        making.rules.tells_end = True
        making.register("lifts_left", 0, 1, 1)

    def most(self) -> int:
        """How many moves there can be at most."""
        return self.group.count

    def left(self, s: State) -> int:
        """How many cards may still be lifted: 1 or 0."""
        return int(s.lifts_left)

    def moves(self, rules: Rules, s: State, phase: int, n: int) -> int:
        """Each uppermost card that may move, when nothing else is left."""
        if phase == END and s.lifts_left > 0 and n == 0:
            for p in range(self.group.first, self.group.end):
                if s.height[p] > self.group.keep:
                    s.moves[n] = encoded(LIFT.number, p, self.to.first, s.height[p] - 1, 0)
                    n += 1
        return n

    def do(self, rules: Rules, s: State, move: int) -> None:
        """Lift the card, and use up the licence."""
        push(rules, s, part(move, 1), pop_at(rules, s, part(move, 0), part(move, 2)))
        s.lifts_left -= 1


class LiftFromRow(Special, ActsBefore):
    """While no foundation is begun and none can be, an ace and a king may be taken from one row."""

    kind = LIFT

    def __init__(self, clause: lift_blocked, making: Making) -> None:
        self.clause = clause
        self.group: Group = making.group(clause.group, clause)
        self.row = clause.row
        making.register("aces_left", 0, 1, 1)
        making.register("kings_left", 0, 1, 1)
        making.register("just_lifted", 0, 1)

    def most(self) -> int:
        """How many moves there can be at most."""
        return self.group.count * 16

    def left(self, s: State) -> int:
        """How many cards may still be taken: an ace and a king."""
        return int(s.aces_left + s.kings_left)

    def before(self, rules: Rules, s: State) -> None:
        """Only what was lifted by the last move was just lifted."""
        s.just_lifted = 0

    def moves(self, rules: Rules, s: State, phase: int, n: int) -> int:
        """Each ace and king of the row, face up, that a foundation wants, if none is free; the second
        right after the first.
        """
        if phase < PLAY:
            return n
        lifted = 2 - s.aces_left - s.kings_left
        if (
            s.home != lifted
            or (lifted > 0 and not s.just_lifted)
            or (lifted == 0 and self.one_is_free(rules, s, n))
        ):
            return n
        for p in range(self.group.first, self.group.end):
            if s.height[p] > self.row > self.group.keep:
                card = card_at(s, p, self.row - 1)
                rank = 0 if rules.flips and s.down[card] else RANK[card & FACE]
                if (rank == A and s.aces_left > 0) or (rank == K and s.kings_left > 0):
                    for home in rules.foundations:
                        for d in range(home.first, home.end):
                            if s.want[d] >> (card & FACE) & 1:
                                s.moves[n] = encoded(LIFT.number, p, d, self.row - 1, 0)
                                n += 1
        return n

    def one_is_free(self, rules: Rules, s: State, n: int) -> int:
        """Whether any of the moves found so far begins a foundation."""
        for i in range(n):
            if s.moves[i] & KIND == PLAYING and rules.places[part(s.moves[i], 1)].group.foundation:
                return True
        return False

    def do(self, rules: Rules, s: State, move: int) -> None:
        """Lift the card, and use up its licence."""
        card = pop_at(rules, s, part(move, 0), part(move, 2))
        push(rules, s, part(move, 1), card)
        if RANK[card & FACE] == K:
            s.kings_left -= 1
        else:
            s.aces_left -= 1
        s.just_lifted = 1


SLIP = one_card(
    "slip",
    "slip the {card} underneath {source}",
    lambda why, _: why.not_now(slip_king, "No card is slipped underneath its packet in this game."),
    "slipped {cards} underneath its packet",
    underneath=True,
    button="Slip",
)


@dataclass(frozen=True)
class slip_king(Clause):
    """A grace before the first play: where both kings of a suit block lower cards of that suit,
    one of them may be slipped under its packet.

    Args:
        group: the packets in which they lie.
        how: "may"; "must" where a king has to be slipped; or "same card", one may be where both
            block the same lower card.

    >>> slip_king("packets").tell()
    'Before the first play, where two kings of one suit block lower cards of that suit on the packets, one may be slipped under its packet.'
    """

    group: Name
    how: Annotated[str, one_of("may", "must", "same card")] = "may"

    speaks_of = {"group": TABLEAU}

    def tell(self) -> str:
        """The clause as a sentence."""
        what = "the same lower card" if self.how == "same card" else "lower cards"
        blocked = f"two kings of one suit block {what} of that suit on the {self.group}"
        return f"Before the first play, where {blocked}, one {'must' if self.how == 'must' else 'may'} be slipped under its packet."

    def enter(self, making: Making) -> None:
        """Add the moves that slip a king."""
        making.special(Slipping(self, making), 50)
        making.register("slips_left", 0, 1, 1)


class Slipping(Special, ActsAfter):
    """Before the first play, where both kings of a suit lie above a lower card of it, one may be
    slipped under.
    """

    rank = K
    kind = SLIP
    duty = "A king must be slipped first"

    def __init__(self, clause: slip_king, making: Making) -> None:
        self.clause = clause
        self.group: Group = making.group(clause.group, clause)
        self.same_card, self.compulsory = clause.how == "same card", clause.how == "must"

    def most(self) -> int:
        """How many moves there can be at most."""
        return 64

    def of_place(self, p: int) -> object:
        """Whether kings are slipped there."""
        return self.group.first <= p < self.group.end

    def left(self, s: State) -> int:
        """Whether a king may still be slipped: 1 or 0."""
        return int(s.slips_left)

    def moves(self, rules: Rules, s: State, phase: int, n: int) -> int:
        """Write the moves that slip either king of such a suit."""
        if s.slips_left > 0:
            for suit in range(4):
                n = self.of_suit(rules, s, suit, n)
        return n

    def of_suit(self, rules: Rules, s: State, suit: int, n: int) -> int:
        """Write the moves of both kings of a suit, if both block lower cards of it (with
        ``same_card``, the two copies of one), as far as they lie face up.
        """
        blocking = 0
        shared = -1
        before = n
        for p in range(self.group.first, self.group.end):
            card = s.top[p]
            for i in range(s.height[p]):
                if rules.flips and s.down[card]:
                    pass  # nobody knows what it is
                elif RANK[card & FACE] == self.rank and SUIT[card & FACE] == suit:
                    values = ranks_under(rules, s, card, suit)
                    if values:
                        blocking += 1
                        shared &= values
                        s.moves[n] = encoded(SLIP.number, p, s.height[p] - 1 - i, 0, 0)
                        n += 1
                card = s.under[card]
        if blocking < 2 or (self.same_card and shared == 0):
            return before
        return n

    def do(self, rules: Rules, s: State, move: int) -> None:
        """Slip the king under its packet."""
        a = part(move, 0)
        push_under(rules, s, a, pop_at(rules, s, a, part(move, 1)))

    def after(self, rules: Rules, s: State, move: int) -> None:
        """With the first play the licence ends."""
        if move & KIND != SLIP.number:
            s.slips_left = 0


def ranks_under(rules: Rules, s: State, card: int, suit: int) -> int:
    """The ranks (as bits) of the cards of a suit that lie face up under a card."""
    values = 0
    under = s.under[card]
    while under >= 0:
        if rules.flips and s.down[under]:
            pass
        elif SUIT[under & FACE] == suit:
            values |= 1 << RANK[under & FACE]
        under = s.under[under]
    return values
