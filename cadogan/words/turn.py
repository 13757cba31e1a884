"""turn: the cards left in hand are turned one by one."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from cadogan.engine.bounds import one_more
from cadogan.engine.home import put_up
from cadogan.engine.joints import ActsBefore
from cadogan.engine.moves import Move, enter
from cadogan.engine.numbers import FACE, RED
from cadogan.engine.piles import lay, next_card, take
from cadogan.engine.rules import PAUSE, Group, Rules, State
from cadogan.layout import Spot
from cadogan.usage import Count

from .after import After
from .citing import rule_of
from .clause import TABLEAU, Clause, Making, Position, Reasons, Said
from .deal import deal
from .english import counted, talon, turned
from .values import squared

RED_TALON, BLACK_TALON = "red talon", "black talon"


def no_card(why: Reasons, places: list[str]) -> Said:
    """Why no card is turned."""
    clause = why.clause(turn)
    dealing = why.clause(deal)
    if clause is None:
        return "No card is turned in this game; there is no talon.", rule_of(dealing)
    if why.s.phase == PAUSE:
        return "The deal is not finished; deal the next round.", rule_of(dealing)
    waiting = why.waiting()
    if not waiting and clause.to and why.s.height[why.rules.hand.first]:
        if open_gap(why.s, why.rules.by_name[clause.to]) < 0:
            return (
                f"No place of the {clause.to} is empty, and a card that is turned needs one.",
                rule_of(clause),
            )
        return "A set is left; a card is turned only when no set is.", rule_of(clause)
    if not waiting and clause.after and why.s.height[why.rules.hand.first]:
        waiting = clause.after.refused(why, clause)
    return waiting or ("The pack in hand is out; no card is left to turn.", rule_of(clause))


def read_turn(position: Position, code: int) -> Move:
    """The order to turn, with the number of cards that it turns."""
    turning, hand = position.game.rules.turning, position.game.rules.hand
    n = min(turning.clause.n, position.state.height[hand.first]) if turning else 1
    cards = "card" if n <= 1 else f"{counted(n)} cards"
    return Move("turn", "turn", says=f"turn the next {cards}", code=code)


TURN = enter("turn", read_turn, button="Turn", key="T", refuse=no_card, takes_places=False)


@dataclass(frozen=True)
class turn(Clause):
    """The cards left in hand are turned up one by one; those that are not used form the talon.

    Args:
        n: how many are turned together; the last of them is the uppermost.
        at: where they lie; most chapters say it in drawn(…).
        by_colour: True where there are two talons, one for red cards and one for black.
        to: a group that the cards are turned to instead, when no set is left.
        freely: True where they are turned to that group whenever you like.
        after: what must be done before a card is turned, such as all_played.

    >>> turn().tell()
    'The cards left in hand are turned one by one; those not used form the talon.'
    """

    n: Count = 1
    at: tuple[Spot, ...] = field(default=(), kw_only=True)
    by_colour: bool = False
    to: str = ""
    freely: bool = False
    after: After | None = None

    speaks_of = {"to": TABLEAU}

    def tell(self) -> str:
        """The clause as a sentence."""
        if self.to:
            when = "When you like" if self.freely else "When no set is left"
            return f"{when}, the next card in hand is turned up on the {self.to}, where a place is empty."
        talons = "two talons, red and black" if self.by_colour else "the talon"
        condition = f", {self.after.said_of('each')}" if self.after else ""
        many = "one by one" if self.n == 1 else f"{counted(self.n)} at a time"
        return f"The cards left in hand are turned {many}{condition}; those not used form {talons}."

    def receives(self) -> Iterable[str]:
        """The talon or talons, or the group that the cards are turned to."""
        return (RED_TALON, BLACK_TALON) if self.by_colour else (self.to or talon, turned)

    def in_vain(self) -> str:
        """The talon is always served freely; a group of their own is turned to when no set is left."""
        if self.n > 1 and (self.to or self.by_colour):
            return "several cards are turned together to one talon only"
        if self.to and self.after is not None:
            return (
                "with to= a card is turned when no set is left, or freely; after= speaks of a talon"
            )
        return (
            "the cards turned to the talon are turned at will anyhow"
            if self.freely and not self.to
            else ""
        )

    def idle(self, making: Making) -> str:
        """There must be a card to turn."""
        return (
            "the deal leaves no card in hand to turn"
            if making.deal.runs_out or making.left_in_hand() <= 0
            else ""
        )

    def talons(self, making: Making, spots: list[Spot]) -> tuple[Group, ...]:
        """Add the talon, or one for each colour; none where the cards are turned to a group of
        their own.
        """
        if self.by_colour:
            return (
                making.add_group(
                    RED_TALON, None, 1, spots[:1], squared, "r", ("the red talon",), "talon-r"
                ),
                making.add_group(
                    BLACK_TALON, None, 1, spots[1:], squared, "b", ("the black talon",), "talon-b"
                ),
            )
        return () if self.to else (making.add_group(talon, None, 1, spots[:1], squared, "w"),)

    def enter(self, making: Making) -> None:
        """Add the move that turns a card."""
        turning = Turning(self, making)
        making.rules.turning = turning
        making.doer(TURN, turning)
        if making.rules.turned is not None:
            making.hook(turning)
            making.register("just_turned", 0, 1)
        if turning.waits_once:
            making.register("begun", 0, 1)


class Turning(ActsBefore):
    """Turning the next card of the pack.

    ``waits_once``: whether something must be done before the first is turned, and nothing after
    that.
    """

    worth = 4
    kind = TURN.number

    def __init__(self, clause: turn, making: Making) -> None:
        self.clause = clause
        self.by_colour = clause.by_colour
        self.to: Group | None = making.group(clause.to, clause) if clause.to else None
        self.condition = clause.after
        self.waits_once = clause.after is not None and clause.after.first

    def may(self, rules: Rules, s: State, n: int) -> int:
        """Whether a card may be turned: there is one; and where they are turned to a group of their
        own, it has an empty place, and no set is left."""
        if s.top[rules.hand.first] < 0:
            return False
        if self.to is None:
            return True
        return open_gap(s, self.to) >= 0 and (self.clause.freely or n == 0)

    def do(self, rules: Rules, s: State, move: int) -> None:
        """Turn up the next card in hand, or the next few."""
        for _ in range(self.clause.n):
            if s.top[rules.hand.first] >= 0:
                turn_one(rules, s)
        if rules.turned is not None:
            s.just_turned = 1
        if self.waits_once:
            s.begun = 1

    def before(self, rules: Rules, s: State) -> None:
        """With the next move the card just turned is one of the talon."""
        s.just_turned = 0


def turn_one(rules: Rules, s: State) -> None:
    """Turn the next card of the pack to the talon (of its colour, where there are two; or to a
    place of its own).
    """
    if put_up(rules, s, rules.hand, rules.hand.first):
        return
    card = next_card(rules, s)
    assert rules.turning is not None
    if rules.turning.to is not None:
        lay(rules, s, rules.turning.to, open_gap(s, rules.turning.to), card)
    elif rules.turning.by_colour and not RED[card & FACE]:
        lay(rules, s, rules.talons[1], rules.talons[1].first, card)
    else:
        lay(rules, s, rules.talons[0], rules.talons[0].first, card)


class Colours:
    """Two divisions, red and black, whose gaps are filled each from the talon of its colour, then
    by dealing on.
    """

    def __init__(self, red: Group, black: Group) -> None:
        self.divisions = (red, black)

    def fill(self, rules: Rules, s: State) -> None:
        """Fill every gap, first from the talons."""
        for talon_, division in zip(rules.talons, self.divisions):
            p = open_gap(s, division)
            while p >= 0 and s.top[talon_.first] >= 0:
                lay(rules, s, division, p, take(rules, s, talon_, talon_.first))
                p = open_gap(s, division)
        self.deal(rules, s)

    def deal(self, rules: Rules, s: State) -> None:
        """While a gap is open, each card of the pack goes to a gap of its colour, else to its
        colour's talon.
        """
        hand = rules.hand.first
        while s.top[hand] >= 0:
            one_more(rules, s)
            red, black = open_gap(s, self.divisions[0]), open_gap(s, self.divisions[1])
            if red < 0 and black < 0:
                return
            if RED[s.top[hand] & FACE]:
                if red >= 0:
                    lay(rules, s, self.divisions[0], red, next_card(rules, s))
                else:
                    turn_one(rules, s)
            elif black >= 0:
                lay(rules, s, self.divisions[1], black, next_card(rules, s))
            else:
                turn_one(rules, s)


def open_gap(s: State, division: Group) -> int:
    """The first empty place of a division, or -1."""
    for p in range(division.first, division.end):
        if s.top[p] < 0:
            return p
    return -1
