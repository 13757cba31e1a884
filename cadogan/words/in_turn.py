"""strictly_in_turn: playing, marrying and refilling are done in turn."""

from __future__ import annotations

from dataclasses import dataclass

from cadogan.cards import Card
from cadogan.engine.joints import ActsAfter, Restrains
from cadogan.engine.moves import FILLING, KIND, part
from cadogan.engine.permits import PLAYING, Permit
from cadogan.engine.piles import phase_of
from cadogan.engine.rules import PLAY, Rules, State

from .above import Making, Reasons, Said
from .citing import rule_of
from .clause import Clause
from .fill_gaps import FILL
from .turn import TURN


@dataclass(frozen=True)
class strictly_in_turn(Clause):
    """Playing, marrying and refilling take turns as long as the pack lasts.

    >>> strictly_in_turn().tell()
    'While the pack lasts, nothing is played after a marriage until the vacancies are refilled or the next card is turned.'
    """

    def tell(self) -> str:
        """The clause as a sentence."""
        return "While the pack lasts, nothing is played after a marriage until the vacancies are refilled or the next card is turned."

    def idle(self, making: Making) -> str:
        """There must be something to marry, and a card to turn."""
        return (
            ""
            if making.has("build") and making.has("turn")
            else "there is nothing to marry, or no card to turn"
        )

    def enter(self, making: Making) -> None:
        """What it forbids."""
        making.hook(InTurn(self))
        making.rules.tells_end = True
        making.register("married", 0, 1)


class InTurn(Restrains, ActsAfter):
    """After a marriage nothing is played to a foundation until the vacancies are refilled or the
    next card is turned.
    """

    def __init__(self, clause: strictly_in_turn) -> None:
        self.clause = clause

    def restrained(self, rules: Rules, s: State, permit: Permit, d: int, wanted: int) -> int:
        """Nothing, after a marriage, while the pack lasts."""
        if s.married and phase_of(rules, s) == PLAY:
            return 0
        return wanted

    def refused(self, why: Reasons, permit: Permit, card: Card, b: int) -> Said | None:
        """Why a card is kept from a foundation that wants it."""
        if why.s.married and why.phase == PLAY:
            return why.game.say(self.clause), rule_of(self.clause)
        return None

    def after(self, rules: Rules, s: State, move: int) -> None:
        """A card laid on another in the tableau is a marriage; a play, a filling or a card turned
        ends it.
        """
        kind = move & KIND
        if kind == FILL.number or kind == TURN.number:
            s.married = 0
        elif kind == PLAYING:
            s.married = 0
            if part(move, 3) < FILLING and not rules.places[part(move, 1)].group.foundation:
                s.married = 1
