"""drawn: where the places of a group lie on the plate. No rule: it is said apart, and no move
depends on it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Any, ClassVar

from cadogan.layout import Spot
from cadogan.usage import OF_SUCH, Name, Offset

from .citing import RuleError
from .clause import Clause, Setting
from .english import hand
from .reading import reading
from .turn import turn


@dataclass(frozen=True)
class drawn(Clause):
    """Where a group lies on the table. It changes the picture and never the game.

    Args:
        name: the group; hand stands for the pack in hand with the talon beside it.
        at: the spot of each place, such as line(10).
        spread: how each pile is spread: two numbers, across and down, for each further card; or
            such a pair for each place.

    >>> from cadogan.layout import line
    >>> drawn("lanes", line(10)).tell()
    'The lanes lie as they are drawn.'
    """

    name: Name
    at: tuple[Spot, ...] = ()
    spread: Offset | Annotated[tuple[Offset, ...], OF_SUCH] | None = None

    keyed_by = ("name",)  # groups are known by name
    #: Whether it is the drawing of a game that others are made from: it goes with its group.
    taken_over: ClassVar[bool] = False

    def tell(self) -> str:
        """The clause as a sentence."""
        return f"The {self.name} lie as they are drawn."

    def over(self, before: drawn) -> drawn:
        """This drawing, and what an earlier one of the same group says besides."""
        spread = before.spread if self.spread is None else self.spread
        return replace(self, at=self.at or before.at, spread=spread)

    def spots(self, said: Sequence[Spot], n: int) -> Sequence[Spot]:
        """The spots of n places: as drawn, where there are enough, else as the rules have them."""
        return self.at if self.at and len(self.at) >= n else said

    def spreads(self, usual: Any, n: int) -> Any:
        """How n piles are spread: as drawn, else as usual."""
        each = bool(self.spread) and isinstance(self.spread[0], tuple)  # type: ignore[index]
        return usual if self.spread is None or (each and len(self.spread) != n) else self.spread


def drawn_last(clauses: Sequence[Clause]) -> tuple[Clause, ...]:
    """The clauses, and behind them how each group is drawn, a clause to each.

    Raises:
        RuleError: what is drawn is no group of theirs.
    """
    others = [c for c in clauses if not isinstance(c, drawn)]
    inside = [i for c in others for i in (c.clauses_of_all() if isinstance(c, reading) else (c,))]
    known = {
        hand if isinstance(c, turn) else c.name for c in inside if isinstance(c, turn | Setting)
    }
    drawings: dict[str, drawn] = {}
    for c in clauses:
        if isinstance(c, drawn):
            if c.name not in known and c.taken_over:
                continue
            if c.name not in known:
                raise RuleError(
                    f"drawn: there is no {c.name!r} on this table; it has {', '.join(sorted(known))}",
                    c,
                )
            drawing = c.over(drawings[c.name]) if c.name in drawings else replace(c)
            vars(drawing).update(taken_over=True)  # it is frozen
            drawings[c.name] = drawing
    return (*others, *drawings.values())
