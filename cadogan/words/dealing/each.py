"""each: a number of cards together to each place."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import Annotated

from cadogan.usage import OF_SUCH, Count, Name, Number

from ..above import Making, Script
from ..citing import RuleError
from ..english import counted, each_of, the
from .step import Step


@dataclass(frozen=True)
class each(Step):
    """In the deal: a number of cards together to each place in turn.

    Args:
        group: the group that the cards are dealt to.
        n: how many cards each place gets; or a row of numbers, one for each place.
        under: the places, counted from 1, where the first card dealt stays the available one.

    >>> each("fans", 3).tell()
    'deal three cards together to each of the fans'
    >>> each("lanes", (5,) * 8 + (6, 6)).tell()
    'deal five cards together to each of the lanes, but six to two of them'
    """

    group: Name
    n: Number | Annotated[tuple[Number, ...], OF_SUCH]
    under: tuple[Count, ...] = ()

    def tell(self) -> str:
        """The step as a phrase."""
        often = Counter((self.n,) if isinstance(self.n, int) else self.n).most_common()
        others = [
            f"{counted(n) if n else 'none'} to {counted(places)} of them" for n, places in often[1:]
        ]
        n = often[0][0]
        dealt = "one card" if n == 1 else f"{counted(n) if n else 'no'} cards together"
        said = f"deal {dealt} to {each_of(self.group)}"
        return ", but ".join((said, " and ".join(others))) if others else said

    def dealt(self, making: Making) -> int:
        """As many as each place gets."""
        return sum(self.n) if isinstance(self.n, tuple) else self.n * making.count(self)

    def write(self, script: Script) -> None:
        """Place by place."""
        spots = script.spots(self.group)
        many = self.n if isinstance(self.n, tuple) else (self.n,) * len(spots)
        if len(many) != len(spots) or max(self.under, default=0) > len(spots):
            raise RuleError(
                f"each deals to the {len(spots)} places of {the(self.group)}: n= is one number, or "
                "one for each of them, and under= counts them from 1",
                script.making.deal,
            )
        for at, (p, n) in enumerate(zip(spots, many), 1):
            for _ in range(n):
                script.lay(p, as_it_lies=True, under=at in self.under)
