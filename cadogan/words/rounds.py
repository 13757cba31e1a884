"""rounds: round after round until the pack is out; or the player lays each card where he likes."""

from __future__ import annotations

from dataclasses import dataclass

from cadogan.engine.home import put_up
from cadogan.engine.moves import LAID
from cadogan.engine.piles import next_card, push
from cadogan.engine.rules import Group, Rules, State
from cadogan.usage import Count, Number

from .citing import RuleError
from .clause import Script
from .deal import Doing, Step, lay_here, pause
from .english import Groups, counted, each_of, is_plural


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


@dataclass(frozen=True)
class Scatter(Doing):
    """Rounds of a number of cards, each laid on whichever place the player likes."""

    on: Group
    n: int
    decides = True
    label = "scatter"

    def go(self, rules: Rules, s: State, p: int) -> int:
        """Until the round is full the player lays each card."""
        s.target = self.on.first
        if s.scattered >= self.n or s.top[rules.hand.first] < 0:
            s.step += 1
            return 1
        return put_up(rules, s, rules.hand, rules.hand.first)

    def choices(self, rules: Rules, s: State, p: int, n: int) -> int:
        """Write a move to every place of the group."""
        for d in range(self.on.first, self.on.end):
            n = lay_here(s, rules.hand.first, d, n)
        return n

    def laid(self, rules: Rules, s: State, a: int, b: int, permit: int) -> None:
        """A card laid counts to the round."""
        card = next_card(rules, s)
        if rules.newest and permit == LAID:
            s.before[b] = s.height[b]
        push(rules, s, b, card)
        if permit == LAID:
            s.scattered += 1
