"""The state of a game in play: named integers and arrays of integers, and how much room each takes."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from itertools import islice
from typing import TYPE_CHECKING, Any, ClassVar, Self


@dataclass(frozen=True)
class Field:
    """One name of the state.

    `size` is 0 for a single integer, otherwise the number of entries of an array; `width` is the
    number of bytes that an entry takes where the state lies in memory (1, 2, 4 or 8, signed);
    `initial` is what every entry starts as."""

    name: str
    size: int = 0
    width: int = 8
    initial: int = 0

    @property
    def entries(self) -> int:
        """How many integers the field holds."""
        return self.size or 1


Layout = tuple[Field, ...]
#: What is left of a program's fuel, where it has any.
FUEL = Field("fuel", initial=(1 << 63) - 1)


class State:
    """A state as the interpreted and the specialised Python use it: `s.phase` is an int, `s.top` a
    list of ints.

    Raises AttributeError where something is written to that the layout does not name.

    >>> s = State((Field("phase"), Field("top", size=3, initial=-1)))
    >>> s.top[1] = 5
    >>> s.dump()
    [0, -1, 5, -1]
    """

    __slots__ = ("layout",)
    layout: Layout
    singles: ClassVar[tuple[str, ...]]
    arrays: ClassVar[tuple[str, ...]]

    def __new__(cls: Any, layout: Layout) -> Any:  # noqa: D102
        return object.__new__(_state_class(cls, layout))

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        for field in layout:
            setattr(self, field.name, [field.initial] * field.size if field.size else field.initial)

    if TYPE_CHECKING:  # the fields are known only when there is a layout

        def __getattr__(self, name: str) -> Any: ...
        def __setattr__(self, name: str, value: Any) -> None: ...

    def copy(self) -> Self:
        """A state of its own with the same values."""
        kind = type(self)
        other = object.__new__(kind)
        other.layout = self.layout
        for name in kind.singles:
            setattr(other, name, getattr(self, name))
        for name in kind.arrays:
            setattr(other, name, getattr(self, name)[:])
        return other

    def take(self, other: State) -> None:
        """Take over what another state holds; what it does not hold stays."""
        for field in other.layout:
            value = getattr(other, field.name)
            setattr(self, field.name, value[:] if field.size else value)

    def dump(self) -> list[int]:
        """All values in the order of the layout, arrays laid out flat."""
        values: list[int] = []
        for field in self.layout:
            value = getattr(self, field.name)
            values.extend(map(int, value) if field.size else (int(value),))
        return values

    def load(self, values: Iterable[int]) -> None:
        """Take over what `dump` gave.

        Raises ValueError when there are too few or too many values.
        """
        flat, total = list(values), sum(field.entries for field in self.layout)
        if len(flat) != total:
            raise ValueError(f"this state holds {total} integers, not {len(flat)}")
        row = iter(flat)
        for field in self.layout:
            entries = [*islice(row, field.entries)]
            setattr(self, field.name, entries if field.size else entries[0])


@cache
def _state_class(kind: type[Any], layout: Layout) -> type[Any]:
    """The class of the states of one layout: its slots are the fields, of which some are single
    integers and some are arrays.
    """
    singles, arrays = (
        tuple([field.name for field in layout if bool(field.size) == array])
        for array in (False, True)
    )
    return type(
        "State", (kind,), {"__slots__": singles + arrays, "singles": singles, "arrays": arrays}
    )
