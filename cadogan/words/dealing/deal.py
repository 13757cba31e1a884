"""deal: the deal, a script of steps with pauses."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from cadogan.engine.moves import order
from cadogan.engine.play import fill_gaps, set_phase
from cadogan.engine.rules import PAUSE, PLAY, Rules, State

from ..above import Reasons, Said
from ..after import After
from ..citing import Rule, RuleError, rule_of
from ..clause import Clause
from ..english import upper_first
from .step import Doing, Step


def no_round(why: Reasons, places: list[str]) -> Said:
    """Why no round is dealt."""
    clause = why.clause(deal)
    waiting = why.waiting()
    if not waiting and why.s.phase == PAUSE and clause is not None and clause.after:
        waiting = clause.after.refused(why, clause)
    return waiting or (
        "The deal is complete; no round is left to deal.",
        rule_of(clause),
    )


DEAL = order("deal", "deal the next round", no_round, "Deal", "D")


@dataclass(frozen=True, init=False)
class deal(Clause):
    """How the cards are dealt, step by step. Those that are left stay in hand.

    Args:
        steps: the steps in order, such as each(…), rows(…) or rounds(…).
        after: what must be done in a pause before the deal goes on, such as all_played.

    >>> from cadogan.words import rows
    >>> deal(rows("lanes", 4), rows("bouquet")).tell()
    'Deal four rows, a card to each of the lanes; then a card to each place of the bouquet.'
    """

    steps: tuple[Step, ...]
    after: After | None = None

    def __init__(
        self, *steps: Step, after: After | None = None, rules: tuple[Rule, ...] = ()
    ) -> None:
        if not steps:
            raise RuleError(
                "deal(…) is made of steps, such as each(…), rows(…) or rounds(…); here is none"
            )
        vars(self).update(steps=steps, after=after, rules=rules)

    def names(self) -> Iterator[str]:
        """Every group dealt to."""
        for step in self.steps:
            yield from step.to

    def receives(self) -> Iterable[str]:
        """Every group dealt to."""
        return self.names()

    @property
    def runs_out(self) -> bool:
        """Whether the deal ends only when the pack is out."""
        return any(step.runs_out for step in self.steps)

    def tell(self) -> str:
        """The clause as a sentence."""
        phrases = [s.tell() for s in self.steps]
        # the verb is said once where it does not change
        follow = [
            w.removeprefix("deal ") if before.startswith("deal ") else w
            for before, w in zip(phrases, phrases[1:])
        ]
        condition = f"; {self.after.said_of('the next round')}" if self.after else ""
        return upper_first("; then ".join([*phrases[:1], *follow])) + f"{condition}."

    def in_vain(self) -> str:
        """There must be a pause to play in, and no first card is turned in it."""
        if self.after is not None and self.after.first:
            return "at_first speaks of the first cards turned; the rounds of a deal come before"
        if self.after is None or any(step.pauses for step in self.steps):
            return ""
        return "after= speaks of the pauses of a deal, and this one has none"


class Finish(Doing):
    """The deal is made; play begins."""

    label = "end"

    def go(self, rules: Rules, s: State, p: int) -> int:
        """Begin to play."""
        set_phase(rules, s, PLAY)
        fill_gaps(rules, s)
        return 1
