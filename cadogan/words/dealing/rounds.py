"""rounds: round after round until the pack is out; or the player lays each card where he likes."""

from __future__ import annotations

from dataclasses import dataclass

from cadogan.engine.rules import Rules, State
from cadogan.usage import Count, Number

from ..above import Script
from ..citing import RuleError
from ..english import Groups, counted, each_of, is_plural
from .pause import pause
from .scatter import Scatter
from .step import Doing, Step


@dataclass(frozen=True)
class rounds(Step):
    """In the deal: round after round to each place, until the pack is out.

    Args:
        group: the group or groups that the cards are dealt to.
        n: how many cards each place gets in a round.
        pause: True where you may play after each round.
        across: how many cards make a row, where each round is a new row.
        at_will: True where you lay each card of a round on whichever place you like.

    >>> rounds("lanes", pause=True).tell()
    'deal one card to each of the lanes, round after round, until the pack is out, with a pause for play after each'
    """

    group: Groups
    n: Count = 1
    pause: bool = False
    across: Number = 0
    at_will: bool = False
    runs_out = True

    def __post_init__(self) -> None:
        if self.at_will and (self.across or not self.pause or len(self.to) > 1):
            raise RuleError(
                "rounds laid at_will are of one group, with pause=True after each, and without rows"
            )

    @property
    def pauses(self) -> bool:  # type: ignore[override]
        """Whether there is a pause after each round."""
        return self.pause

    def tell(self) -> str:
        """The step as a phrase."""
        if self.at_will:
            name = self.to[0]
            places = f"whichever {'of' if is_plural(name) else 'places of'} the {name} you like"
            many = (
                "as many cards as there are places"
                if self.n == 1
                else f"{counted(self.n)} cards for each place"
            )
            return f"deal rounds of {many} on {places}, with a pause after each"
        many = "one card" if self.n == 1 else f"{counted(self.n)} cards together"
        if self.across:
            sentence = f"deal rows of {counted(self.across)} beneath one another"
            sentence += f", {many} to each place," if self.n > 1 else ""
        else:
            sentence = f"deal {many} to {each_of(self.group)}, round after round,"
        return f"{sentence} until the pack is out" + (
            ", with a pause for play after each" if self.pause else ""
        )

    def write(self, script: Script) -> None:
        """Write a round, or row after row; then back to the first while the pack lasts."""
        spots = script.spots(self.group)
        start = len(script)
        if self.at_will:
            many = self.n * len(spots)
            script.add(Scatter(script.group(self.to[0]), many))
            script.add(pause())
            script.add(Loop(start))
            script.making.register("scattered", 0, many)
            return
        across = self.across or len(spots)
        if across > len(spots):
            raise RuleError(
                f"rounds: {across} cards are no row of {len(spots)} places", script.making.deal
            )
        for row in range(0, len(spots), across):
            for p in spots[row : row + across]:
                for _ in range(self.n):
                    script.lay(p)
            if self.pause:
                script.add(pause())
        if not self.across:
            script.add(Loop(start))


@dataclass(frozen=True)
class Loop(Doing):
    """Back to an earlier step while the pack lasts."""

    to: int
    label = "loop"

    def go(self, rules: Rules, s: State, p: int) -> int:
        """Go back, or on when the pack is out."""
        s.step = self.to if s.top[rules.hand.first] >= 0 else s.step + 1
        return 1
