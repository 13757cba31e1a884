"""complete: a card to each place that is still empty."""

from __future__ import annotations

from dataclasses import dataclass

from cadogan.usage import Name

from ..above import Making, Script
from .step import Step


@dataclass(frozen=True)
class complete(Step):
    """In the deal: one card to each place of a group that is still empty.

    Args:
        group: the group that the cards are dealt to.
    """

    group: Name

    def tell(self) -> str:
        """The step as a phrase."""
        return f"deal a card to each empty place of the {self.group}"

    def dealt(self, making: Making) -> int:
        """At most one for each place."""
        return making.count(self)

    def write(self, script: Script) -> None:
        """Place by place."""
        for p in script.spots(self.group):
            script.lay(p, if_empty=True)
