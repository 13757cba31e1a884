"""drawn: where the places of a group lie on the plate. No rule: it is said apart, and no move
depends on it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Any

from cadogan.cards import cards
from cadogan.layout import Spot
from cadogan.usage import OF_SUCH, Name, Offset

from .citing import RuleError
from .clause import Clause, Setting
from .english import hand
from .foundations import foundations
from .ornaments import ornaments
from .places import places
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

    def tell(self) -> str:
        """The clause as a sentence."""
        return f"The {self.name} lie as they are drawn."

    def applied_to(self, clause: Clause) -> Clause:
        """The clause that sets out the group, with its places where they are drawn; any other as it
        is.
        """
        if isinstance(clause, reading):
            return replace(
                clause,
                options={name: self.inside(option) for name, option in clause.options.items()},
            )
        if isinstance(clause, turn):
            return replace(clause, at=self.at) if self.name == hand else clause
        if not isinstance(clause, (places, foundations, ornaments)) or clause.name != self.name:
            return clause
        n = len(cards(clause.cards)) if isinstance(clause, ornaments) else clause.n
        if self.at and (not isinstance(n, int) or len(self.at) >= n):
            clause = replace(clause, at=self.at)
        each = bool(self.spread) and isinstance(self.spread[0], tuple)  # type: ignore[index]
        if (
            isinstance(clause, places)
            and self.spread is not None
            and (not each or len(self.spread) == n)
        ):
            clause = replace(clause, spread=self.spread)
        return clause

    def inside(self, option: Any) -> Any:
        """An option of a reading, with its groups where they are drawn."""
        return (
            self.applied_to(option)
            if isinstance(option, Clause)
            else tuple(self.inside(part) for part in option)
        )


def drawing(clauses: Sequence[Clause]) -> tuple[Clause, ...]:
    """The clauses, each group where it is drawn.

    Raises:
        RuleError: what is drawn is no group of theirs.
    """
    clauses_left = [c for c in clauses if not isinstance(c, drawn)]
    inside = [
        i for c in clauses_left for i in (c.clauses_of_all() if isinstance(c, reading) else (c,))
    ]
    known = {
        hand if isinstance(c, turn) else c.name for c in inside if isinstance(c, turn | Setting)
    }
    for clause in clauses:
        if isinstance(clause, drawn):
            if clause.name not in known:
                raise RuleError(
                    f"drawn: there is no {clause.name!r} on this table; it has {', '.join(sorted(known))}",
                    clause,
                )
            clauses_left = [clause.applied_to(c) for c in clauses_left]
    return tuple(clauses_left)
