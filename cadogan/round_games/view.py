"""Views: what one seat sees of a state, and nothing else."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from cadogan.round_games.cards import HIDDEN, Card
from cadogan.round_games.log import Event
from cadogan.round_games.picture import picture, whose_view
from cadogan.round_games.piles import Pile
from cadogan.round_games.table import Table

if TYPE_CHECKING:
    from cadogan.round_games.game import Game


@dataclass(frozen=True, repr=False)
class View:
    """What one seat sees: a plain value, with `HIDDEN` for every face unseen.

    Every fact of the game is an attribute: ``view.hands``, ``view.pool``, ``view.trumps`` …; piles
    are tuples of cards, the uppermost last.

    Attributes:
        game: the game with its options.
        seat: the seat; None for a bystander.
        table: a table that shows only what the seat sees (a copy each time).
    """

    game: Game
    seat: int | None
    _table: Table
    _facts: dict[str, Any] = field(default_factory=dict, init=False, compare=False)

    def __getattr__(self, name: str) -> Any:
        facts = self._facts
        if name not in facts:
            if name in ("left", "turn", "others"):
                return getattr(self._table, name)
            if name.startswith("_") or name not in self._table.__dict__:
                raise AttributeError(
                    f"a view of {self.game.title} has no {name!r}; it has {', '.join(self)}"
                )
            facts[name] = plain(self._table.__dict__[name])
        return facts[name]

    def __iter__(self) -> Iterator[str]:
        """The names of the facts."""
        return iter(n for n in self._table.__dict__ if n not in ("number", "first"))

    @property
    def table(self) -> Table:
        """A copy of the table as the seat sees it."""
        return self._table.copy()

    @property
    def hand(self) -> tuple[Card, ...]:
        """The seat's own hand; empty for a bystander."""
        return () if self.seat is None else tuple(self._table.hands[self.seat].cards)

    @property
    def pool(self) -> int:
        """The counters in the pool."""
        return self._table.pool

    @property
    def history(self) -> tuple[Event, ...]:
        """What happened, as this seat knows it."""
        return tuple(self._table.log)

    @property
    def unseen(self) -> list[Card]:
        """The cards of the pack that this seat sees nowhere, in order."""
        if "unseen" not in self._facts:  # bots ask more than once
            left = Counter(self.game.cards(self._table.seats))
            left.subtract(c for c in self._table.everything() if c is not HIDDEN)
            self._facts["unseen"] = sorted(left.elements())
        return list(self._facts["unseen"])

    def __reduce__(self) -> tuple[Any, ...]:
        return View, (self.game, self.seat, self._table)

    def __hash__(self) -> int:
        return hash((self.game, self.seat, self._table.key()))

    def __str__(self) -> str:
        return picture(self.game, self._table, whose_view(self.seat))

    def __repr__(self) -> str:
        return f"<{whose_view(self.seat)} of {self.game.title}>"


def plain(value: Any) -> Any:
    """A value that cannot change: tuples for lists, cards for piles."""
    if isinstance(value, Pile):
        return tuple(value.cards)
    if isinstance(value, list):
        return tuple(map(plain, value))
    return (
        MappingProxyType({k: plain(v) for k, v in value.items()})
        if isinstance(value, dict)
        else value
    )
