"""What values have in common, and values as numbers: the constant tables of a program."""

from __future__ import annotations

from collections.abc import Sequence

from cadogan.compiler.residual import (
    Const,
    Expr,
    Look,
)
from cadogan.compiler.values import (
    Array,
    Conflict,
    Done,
    Element,
    Identities,
    Known,
    TheState,
    Value,
    is_int,
)


class Constants:
    """What is known of values, and the constant tables made so far."""

    def __init__(self) -> None:
        self.identities = Identities()
        self.tables: dict[str, tuple[int, ...]] = {}
        self._table_names: dict[tuple[int, ...], str] = {}

    def unite(self, values: Sequence[Value]) -> tuple[Known | None, list[Expr]] | None:
        """What several values have in common: the same known value; or that they are integers
        (None, with the expression of each). Nothing in common gives None."""
        knowns = [value.value for value in values if isinstance(value, Known)]
        if len(knowns) == len(values) and self.identities.all_same(knowns):
            number = knowns[0]
            return Known(number), [Const(int(number)) if is_int(number) else Const(0)] * len(values)
        if all(self.is_number(value) for value in values):
            return None, [self.number(value) for value in values]
        return None

    def alike(self, one: Value | None, other: Value | None) -> bool:
        """Whether two values are the same."""
        same = self.identities.same
        if isinstance(one, Known) and isinstance(other, Known):
            return same(one.value, other.value)
        if isinstance(one, Element) and isinstance(other, Element):
            lengths = len(one.entries) == len(other.entries)
            return (
                one.index == other.index and lengths and all(map(same, one.entries, other.entries))
            )
        return type(one) is type(other) and one == other

    def is_number(self, value: Value) -> bool:
        """Whether a value is an integer, known or not."""
        if isinstance(value, Known | Done):
            return is_int(value.value)
        if isinstance(value, Element):
            return all(map(is_int, value.entries))
        return isinstance(value, Expr)

    def number(self, value: Value) -> Expr:
        """The expression of an integer. Raises ValueError for anything else."""
        if isinstance(value, Expr):
            return value
        if isinstance(value, Known) and is_int(value.value):
            return Const(int(value.value))
        if isinstance(value, Done) and is_int(value.value):
            return value.call
        if isinstance(value, Element):
            return self.table(value)
        if isinstance(value, Conflict):
            raise ValueError(value.why)
        if isinstance(value, TheState):
            raise ValueError("the state cannot be used as a number")
        if isinstance(value, Array):
            raise ValueError(f"the array s.{value.field.name} cannot be used as a number")
        raise ValueError(f"{value.value!r} cannot be used as a number")

    def table(self, value: Element) -> Expr:
        """The look-up of an integer in a constant table."""
        for entry in value.entries:
            if not is_int(entry):
                raise ValueError(
                    f"{value.path} cannot be used as a number: one of its values is {entry!r}"
                )
        entries = tuple(map(int, value.entries))
        return Look(self._table_name(entries, value.path), value.index)

    def _table_name(self, entries: tuple[int, ...], path: str) -> str:
        if entries in self._table_names:
            return self._table_names[entries]
        parts = [part.upper() for part in path.split(".") if part]
        candidates = ["_".join(parts[-n:]) for n in range(1, len(parts) + 1)] or ["TABLE"]
        name = next((candidate for candidate in candidates if candidate not in self.tables), None)
        number = 2
        while name is None or name in self.tables:
            name = f"{candidates[0]}_{number}"
            number += 1
        self.tables[name] = entries
        self._table_names[entries] = name
        return name
