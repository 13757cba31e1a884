"""pause: the player plays before the deal goes on."""

from __future__ import annotations

from dataclasses import dataclass

from cadogan.engine.play import fill_gaps, set_phase
from cadogan.engine.rules import DEALING, PAUSE, Rules, State

from ..above import Script
from ..after import After
from .deal import DEAL, deal
from .step import Doing, Step


@dataclass(frozen=True)
class pause(Step, Doing):
    """In the deal: you may play before it goes on."""

    concerns = ()
    pauses = True
    label = "pause"

    def tell(self) -> str:
        """The step as a phrase."""
        return "pause for play"

    def write(self, script: Script) -> None:
        """Add the pause to the script."""
        script.add(self)

    def go(self, rules: Rules, s: State, p: int) -> int:
        """Let the player play."""
        assert rules.pausing is not None
        rules.pausing.rounds_over(rules, s)
        if s.top[rules.hand.first] < 0:
            s.step += 1
        else:
            set_phase(rules, s, PAUSE)
            fill_gaps(rules, s)
        return 1


@dataclass(frozen=True)
class Pausing:
    """The move that goes on with the deal after a pause. ``scattering`` where the player lays the
    cards of a round; ``condition`` what must be done first (`cadogan.words.after`).
    """

    clause: deal
    scattering: bool
    condition: After | None = None
    kind = DEAL.number
    worth = 4

    def do(self, rules: Rules, s: State, move: int) -> None:
        """Go on with the deal."""
        s.step += 1
        s.round += 1
        set_phase(rules, s, DEALING)

    def rounds_over(self, rules: Rules, s: State) -> None:
        """The cards of the next round are counted anew."""
        if self.scattering:
            s.scattered = 0
