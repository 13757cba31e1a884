"""slip_king: a licence, or a duty, to slip a king underneath its packet before the first play."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from cadogan.engine.joints import ActsAfter
from cadogan.engine.moves import KIND, encoded, one_card, part
from cadogan.engine.numbers import FACE, RANK, SUIT
from cadogan.engine.piles import pop_at, push_under
from cadogan.engine.rules import Group, Rules, State
from cadogan.engine.special import Special
from cadogan.usage import Name, one_of

from .above import Making
from .clause import TABLEAU, Clause
from .values import K

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
