"""What the specialiser knows of a value: all of it, which sequence it was taken from, or only the
expression that computes it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from cadogan.compiler.layout import Field
from cadogan.compiler.residual import Call, Const, Expr


class SpecialiseError(Exception):
    """The engine does something that cannot be specialised; the message names the file, the line
    and the function.
    """


@dataclass(frozen=True, slots=True)
class Known:
    """A value known before play."""

    value: Any


@dataclass(frozen=True, slots=True)
class Element:
    """An entry of a known sequence at an index that only play knows. `path` is where it stands in
    the rules: it names its table.
    """

    entries: tuple[Any, ...]
    index: Expr
    path: str


@dataclass(frozen=True, slots=True)
class TheState:
    """The state."""


@dataclass(frozen=True, slots=True)
class Array:
    """An array of the state."""

    field: Field


@dataclass(frozen=True, slots=True)
class Conflict:
    """What a variable holds where it cannot be told: an error only if it is used."""

    why: str


@dataclass(frozen=True, slots=True)
class Done:
    """A call for its effect, the result of which is known."""

    call: Call
    value: Any


Value = Known | Element | TheState | Array | Conflict | Done | Expr


class Identities:
    """Keys for known objects: equal ones have the same key, however often it is asked, and objects
    are compared only once.
    """

    def __init__(self) -> None:
        self._keys: dict[int, int] = {}
        self._first: dict[Any, int] = {}
        self._kept: list[Any] = []  # so that no other object gets the same id

    def key(self, value: Any) -> Any:
        """The key of a value."""
        if value is None or isinstance(value, int | str | float):
            return (type(value), value)
        key = self._keys.get(id(value))
        if key is None:
            self._kept.append(value)
            try:
                key = self._first.setdefault((type(value), value), id(value))
            except TypeError:  # not hashable: only the same object is the same
                key = id(value)
            self._keys[id(value)] = key
        return key

    def interchangeable(self, value: Any, other: Any) -> bool:
        """Whether two known values are interchangeable."""
        return value is other or bool(self.key(value) == self.key(other))

    def all_same(self, values: Sequence[Any]) -> bool:
        """Whether all values are interchangeable."""
        return all(self.interchangeable(values[0], other) for other in values[1:])


def is_int(value: Any) -> bool:
    """Whether a known value is an integer or a truth value."""
    return isinstance(value, int)


def element(
    identities: Identities, entries: Sequence[Any], index: Expr, path: str
) -> Known | Element:
    """The entry at an index; known when there is no other."""
    entries = tuple(entries)
    if isinstance(index, Const):
        if not 0 <= index.value < len(entries):
            raise IndexError(f"{path} has no entry {index.value}")
        return Known(entries[index.value])
    if not entries:
        raise ValueError(f"{path} is empty")
    if identities.all_same(entries):
        return Known(entries[0])
    return Element(entries, index, path)


def moved(value: object, index: Expr) -> Element | Expr:
    """An entry of the same sequence at another index; of what is no entry, the index itself."""
    return replace(value, index=index) if isinstance(value, Element) else index
