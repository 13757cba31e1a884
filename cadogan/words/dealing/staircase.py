"""staircase: one column more in each row."""

from __future__ import annotations

from dataclasses import dataclass

from cadogan.usage import Name

from ..above import Making, Script
from .step import Step


@dataclass(frozen=True)
class staircase(Step):
    """In the deal: one card to the first column, two to the second, and so on; the last card of
    each lies face up, the others face down.

    Args:
        group: the columns.
    """

    group: Name
    face_down = True

    def tell(self) -> str:
        """The step as a phrase."""
        return f"deal one card to the first of the {self.group}, two to the second and so on, the last of each face up"

    def dealt(self, making: Making) -> int:
        """The cards of a triangle: 1 + 2 + 3 …"""
        return making.count(self) * (making.count(self) + 1) // 2

    def write(self, script: Script) -> None:
        """Row by row, each one place shorter."""
        spots = script.spots(self.group)
        for row in range(len(spots)):
            for column, p in enumerate(spots[row:]):
                script.lay(p, down=column > 0)
