"""by_colour: red cards to one group and black to another."""

from __future__ import annotations

from dataclasses import dataclass

from cadogan.engine.rules import Rules, State
from cadogan.usage import Name

from ..above import Script
from ..citing import RuleError
from ..turn import Colours, turn
from .step import Doing, Step


@dataclass(frozen=True)
class by_colour(Step, Doing):
    """In the deal: red cards go to one group and black cards to another until both are full; what
    is too much goes to their talons.

    Args:
        red: the group for the red cards.
        black: the group for the black cards.
    """

    concerns = ("red", "black")

    red: Name
    black: Name
    label = "by_colour"

    def tell(self) -> str:
        """The step as a phrase."""
        return f"deal red cards to the {self.red} and black ones to the {self.black}, and lay any surplus on the talon of its colour"

    def write(self, script: Script) -> None:
        """Both divisions at once; the gaps of each are filled by its colour from then on."""
        making = script.making
        if not any(c.by_colour for c in making.of(turn)):
            raise RuleError(
                "by_colour lays the surplus on a talon of its colour; turn(by_colour=True) makes them",
                making.deal,
            )
        making.rules.colours = Colours(script.group(self.red), script.group(self.black))
        script.add(self)

    def go(self, rules: Rules, s: State, p: int) -> int:
        """Deal until both divisions are full."""
        assert rules.colours is not None
        rules.colours.deal(rules, s)
        s.step += 1
        return 1
