"""What the steps of a deal have in common: a step as a game says it, and what is done at an entry
of the script.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import ClassVar

from cadogan.engine.moves import LAID, encoded
from cadogan.engine.permits import PLAYING
from cadogan.engine.piles import next_card, push
from cadogan.engine.rules import Rules, State
from cadogan.usage import Checked

from ..above import Making, Script
from ..english import groups


class Step(Checked, ABC):
    """A step of the deal."""

    #: Whether it goes on until the pack is out.
    runs_out: ClassVar[bool] = False
    #: Whether it lays cards face down.
    face_down: ClassVar[bool] = False
    #: Whether the player plays before the deal goes on from it.
    pauses: bool = False
    #: Whether the player lays each card where he likes.
    at_will: bool = False

    #: The fields that name the groups or places that it concerns.
    concerns: ClassVar[tuple[str, ...]] = ("group",)

    @property
    def to(self) -> tuple[str, ...]:
        """The groups or places that it concerns."""
        return tuple(name for field in self.concerns for name in groups(getattr(self, field)))

    @property
    def opens(self) -> tuple[str, ...]:
        """Those of them that are foundations: it opens one with a card, and no other step deals
        anything to one.
        """
        return ()

    @abstractmethod
    def tell(self) -> str:
        """The step as a phrase."""

    def dealt(self, making: Making) -> int:
        """How many cards it deals, where that is known beforehand."""
        return 0

    @abstractmethod
    def write(self, script: Script) -> None:
        """Write the step into the script."""


class Doing(ABC):
    """What is done at an entry of the script; the step itself, where it needs to know nothing else."""

    #: Whether a card dealt here is of no concern as it falls.
    flat = False
    #: Whether the player may have to decide something here.
    decides = False
    #: Whether what the player decides is not where a card in dealing goes.
    chooses = False
    #: Whether a card is laid here beneath the others; whether face down.
    under = down = False
    label = "deal"

    @abstractmethod
    def go(self, rules: Rules, s: State, p: int) -> int:
        """Do it; 0 where the player must decide first."""

    def choices(self, rules: Rules, s: State, p: int, n: int) -> int:
        """Write the places on which the card in dealing may be laid to `s.moves` from n on; how
        many moves stand there then.
        """
        return n

    def falls_on(self, place: int, target: int) -> bool:
        """Whether a card dealt at this step to a place may fall on another."""
        return True

    def fault(self, rules: Rules, s: State) -> str:
        """What is wrong with a position in which this is still to be done, as a sentence; empty
        where nothing is.
        """
        return ""

    def laid(self, rules: Rules, s: State, a: int, b: int, permit: int) -> None:
        """The player has let the card in dealing go from a to b, by a permit or (`LAID`) by the
        deal.
        """
        push(rules, s, b, next_card(rules, s))


def lay_here(s: State, a: int, b: int, n: int) -> int:
    """Write the move that lays the card in dealing."""
    s.moves[n] = encoded(PLAYING, a, b, 0, LAID)
    return n + 1
