"""What happened at a table, in order, and what each seat knows of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any, NamedTuple

from cadogan.round_games.telling import NUMBERED, Names, tell


class Event(NamedTuple):
    """Something that happened.

    Attributes:
        seat: who did it; None for the table.
        pattern: what everybody hears, as a pattern (`telling`).
        values: what the numbers in the pattern stand for.
        deal: the deal in which it happened, from 0.
        secret: the pattern of what only some know, and what its further numbers stand for; empty for
            the others.
        knows: these seats, as bits.
    """

    seat: int | None
    pattern: str
    values: tuple[Any, ...]
    deal: int
    secret: tuple[Any, ...] = ()
    knows: int = 0

    def says(self, names: Names = NUMBERED) -> str:
        """The sentence, as far as it is known here, with the players called by these names."""
        pattern, *more = self.secret or (self.pattern,)
        return tell(pattern, self.seat, (*self.values, *more), names)

    def __str__(self) -> str:
        return self.says()


new = tuple.__new__  # an event is made for every action: this is twice as fast as by its name


class Log:
    """What happened, in order. All tables of one game share it, and each reads as far as it goes.

    A table that goes on from where the shared list ends lengthens it; one that goes on from an
    earlier place takes a list of its own."""

    __slots__ = ("_all", "length")

    def __init__(self, events: Iterable[Event] = ()) -> None:
        self._all = list(events)
        self.length = len(self._all)  # how far it goes

    def add(self, event: Event) -> None:
        """Add an event at the end."""
        if self.length != len(self._all):
            self._all = self[:]
        self._all.append(event)
        self.length += 1

    def until(self, length: int) -> Log:
        """The log as it was at this length, to be continued."""
        log = Log.__new__(Log)
        log._all, log.length = self._all, length
        return log

    def copy(self) -> Log:
        """The same log so far, to be continued."""
        return self.until(self.length)

    def known(self, mine: int) -> Log:
        """The log as these seats (bits) know it: without the secrets of others."""
        return Log([e if not e[4] or e[5] & mine else Event(*e[:4]) for e in self])

    def __len__(self) -> int:
        return self.length

    def __iter__(self) -> Iterator[Event]:
        return islice(self._all, self.length)

    def __getitem__(self, part: slice) -> list[Event]:
        return self._all[slice(*part.indices(self.length))]

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Log)
            and self.length == other.length
            and (self._all is other._all or self[:] == other[:])
        )

    __hash__ = None  # type: ignore[assignment]

    def __reduce__(self) -> tuple[type[Log], tuple[list[Event]]]:
        return Log, (self[:],)
