"""Where the paths of a function part and meet again: what a variable is after a branch or a loop."""

from __future__ import annotations

import ast
from dataclasses import dataclass
from types import FunctionType
from typing import TYPE_CHECKING

from cadogan.compiler.expressions import Expressions
from cadogan.compiler.operations import Env
from cadogan.compiler.residual import (
    Assign,
    Const,
    Expr,
    Local,
    Stmt,
    Store,
)
from cadogan.compiler.source import Source
from cadogan.compiler.values import (
    Array,
    Conflict,
    Element,
    Known,
    TheState,
    Value,
    moved,
)

if TYPE_CHECKING:
    from cadogan.compiler.specialise import Specialiser


@dataclass(slots=True)
class End:
    """A place from which control goes on elsewhere: the statements that end there, and the
    variables. A jump is their last statement.
    """

    out: list[Stmt]
    env: Env
    jump: bool

    def write(self, stmt: Stmt) -> None:
        """Add one more statement before control goes on."""
        self.out.insert(len(self.out) - 1, stmt) if self.jump else self.out.append(stmt)


@dataclass(slots=True)
class Around:
    """A loop around the statement that is run: where `break` and `continue` go, and those that were
    met.
    """

    leave: int
    again: int
    unrolled: bool
    breaks: list[End]
    continues: list[End]


class Paths(Expressions):
    """The variables of a function being run, on each path through it."""

    def __init__(
        self, specialiser: Specialiser, function: FunctionType, source: Source, arguments: Env
    ) -> None:
        super().__init__(specialiser, function, source, arguments)
        self.returns: list[tuple[list[Stmt], Value]] = []
        self.around: list[Around] = []
        self.labels = 0

    def keep(self, value: Expr) -> Expr:
        """Put a value into a variable of its own."""
        name, number = "kept", 2
        env = self.variables()
        while name in env:
            name, number = f"kept_{number}", number + 1
        self.out.append(Assign(name, value))
        env[name] = Local(name)
        return Local(name)

    def assign(self, target: ast.expr, value: Value) -> None:
        """Give a value to a variable, a field or an entry of an array."""
        if isinstance(target, ast.Name):
            self.bind(target.id, value)
        elif isinstance(target, ast.Attribute):
            base = self.eval(target.value)
            if not isinstance(base, TheState):
                self.fail("only the state can be changed")
            self.give(target.attr, value)
        elif isinstance(target, ast.Subscript):
            base = self.eval(target.value)
            if not isinstance(base, Array):
                self.fail("only an array of the state can be changed")
            self.store(base, self.number(self.eval(target.slice)), self.number(value))
        elif isinstance(target, ast.Tuple):
            if not isinstance(value, Known):
                self.fail("only a known tuple can be taken apart")
            for part, inner in zip(target.elts, value.value, strict=True):
                self.assign(part, Known(inner))
        else:
            self.fail(f"{ast.unparse(target)} cannot be assigned to")

    def store(self, base: Array, index: Expr, value: Expr) -> None:
        """Give a value to an entry of an array."""
        self.check_index(base, index)
        self.out.append(Store(base.field.name, index, value))

    def bind(self, name: str, value: Value) -> None:
        """Give a value to a local variable."""
        env = self.variables()
        if isinstance(value, Element):
            if self.all.is_number(value):
                value = self.all.table(value)
            else:
                if value.index != Local(name) and not self.is_stable(value.index):
                    self.out.append(Assign(name, value.index))
                    value = moved(value, Local(name))
                env[name] = value
                return
        if isinstance(value, Const):
            value = Known(value.value)
        elif isinstance(value, Expr) and not self.is_stable(value) and value != Local(name):
            self.out.append(Assign(name, value))
            value = Local(name)
        env[name] = value

    def is_stable(self, expr: Expr) -> bool:
        """Whether an expression means the same wherever a copy of it is used."""
        return isinstance(expr, Const) or (
            isinstance(expr, Local) and expr.name in self.source.stable
        )

    def meet(self, ends: list[End]) -> Env | None:
        """The variables where several ends meet; what differs is written out before."""
        if not ends:
            return None
        if len(ends) == 1:
            return ends[0].env
        joined: Env = {}
        first = ends[0].env
        names = dict.fromkeys(name for end in ends for name in end.env)
        for name in names:
            if name not in first or any(name not in end.env for end in ends):
                joined[name] = Conflict(f"{name} may not have been set")
                continue
            values = [end.env[name] for end in ends]
            if all(value is values[0] for value in values) or all(
                self.all.alike(values[0], value) for value in values[1:]
            ):
                joined[name] = values[0]
                continue
            joined[name] = self.write_out(name, ends, values)
        return joined

    def write_out(self, name: str, ends: list[End], values: list[Value]) -> Value:
        """Make one variable of values that differ."""
        conflict = next((value for value in values if isinstance(value, Conflict)), None)
        united = None if conflict else self.all.unite(values)
        if united is None:
            return conflict or Conflict(
                f"{name} may be one of several things that are not integers"
            )
        for end, expr in zip(ends, united[1], strict=True):
            if expr != Local(name):
                end.write(Assign(name, expr))
        return Local(name)

    def label(self) -> int:
        """A label that no other loop of the function has."""
        self.labels += 1
        return self.labels

    def settle(self, entry: End, name: str) -> Value:
        """A variable as it is at the head of a loop that changes it."""
        value = entry.env[name]
        if not self.all.is_number(value):
            return Conflict(f"{name} is not the same kind of thing in every round of the loop")
        expr = self.number(value)
        if expr != Local(name):
            entry.write(Assign(name, expr))
        return Local(name)

    def agree(self, end: End, name: str, head: Value) -> None:
        """At the end of a round, write a variable out as the head of the loop expects it."""
        value = end.env.get(name, Conflict(f"{name} may not have been set"))
        if isinstance(head, Conflict) or self.all.alike(head, value):
            return
        expr = self.number(value)
        if expr != Local(name):
            end.write(Assign(name, expr))
