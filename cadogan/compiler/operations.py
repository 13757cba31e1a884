"""What is done with values, known before play or not: tests, numbers, tables over an index,
operators, comparisons, the built-in functions. `cadogan.compiler.expressions` finds which of these
a piece of text asks for.
"""

from __future__ import annotations

import ast
import operator
import re
from collections.abc import Callable, Sequence
from itertools import repeat
from types import FunctionType, MethodType
from typing import TYPE_CHECKING, Any, NoReturn

from cadogan.compiler import count, lowest
from cadogan.compiler.building import (
    OPERATORS,
    as_test,
    binary,
    built,
    logic_test,
)
from cadogan.compiler.residual import (
    Const,
    Do,
    Expr,
    Get,
    Stmt,
    Store,
    Unary,
    has_effect,
)
from cadogan.compiler.source import Source, source_of
from cadogan.compiler.values import (
    Array,
    Done,
    Element,
    Known,
    SpecialiseError,
    TheState,
    Value,
    element,
    is_int,
)

if TYPE_CHECKING:
    from cadogan.compiler.specialise import Specialiser

Env = dict[str, Value]
#: The operators as they are worked out where both sides are known.
KNOWN: dict[str, Callable[[Any, Any], Any]] = {
    **OPERATORS,
    "is": operator.is_,
    "is not": operator.is_not,
    "in": lambda left, right: left in right,
    "not in": lambda left, right: left not in right,
}


class Operations:
    """One function being run: its variables, and what can be done with values. `env` is None where
    control cannot get to.
    """

    def __init__(
        self, specialiser: Specialiser, function: FunctionType, source: Source, arguments: Env
    ) -> None:
        self.all = specialiser
        self.function = function
        self.source = source
        self.env: Env | None = dict(arguments)
        self.out: list[Stmt] = []
        self.node: ast.AST = source.tree
        self.closure: dict[str, Any] = {}
        for name, cell in zip(
            function.__code__.co_freevars, function.__closure__ or (), strict=True
        ):
            try:
                self.closure[name] = cell.cell_contents
            except ValueError:  # not filled yet
                continue

    def fail(self, why: str, cause: Exception | None = None) -> NoReturn:
        """Raise the error that names the line."""
        line = getattr(self.node, "lineno", self.source.tree.lineno)
        raise SpecialiseError(
            f"{self.source.file}:{line} in {self.function.__qualname__}: {why}"
        ) from cause

    def method(self, prefix: str, node: ast.AST) -> Callable[[Any], Any]:
        """The method for a statement or an expression: the prefix with the node's type."""
        handler: Callable[[Any], Any] | None = getattr(self, prefix + type(node).__name__, None)
        if handler is None:
            self.fail(f"{type(node).__name__} is not in the engine's part of Python")
        return handler

    def variables(self) -> Env:
        """The variables, where control can be."""
        assert self.env is not None
        return self.env

    def done(self, value: Value) -> Value:
        """The value at the root of a statement: a call that is known to give something stands
        before it.
        """
        if isinstance(value, Done):
            self.out.append(Do(value.call))
            return Known(value.value)
        return value

    def opposite(self, test: Known | Expr) -> Known | Expr:
        """`not test`."""
        if isinstance(test, Known):
            return Known(not test.value)
        return self.known_test(as_test(Unary("not", test)))

    def known_test(self, expr: Expr) -> Known | Expr:
        """A test, known if it came to a constant."""
        return Known(bool(expr.value)) if isinstance(expr, Const) else expr

    def truthy(self, value: Value) -> Known | Expr:
        """Whether a value counts as true."""
        if isinstance(value, Known):
            return Known(bool(value.value))
        if isinstance(value, Element) and not self.all.is_number(value):
            value = self.map(lambda entry: bool(entry), [value], value.path + ".is_set")
            if isinstance(value, Known):
                return value
        return self.known_test(as_test(self.number(value)))

    def number(self, value: Value) -> Expr:
        """The expression of an integer."""
        return self.all.number(value)

    def both(self, op: str, left: Known | Expr, right: Known | Expr) -> Known | Expr:
        """`and` or `or` of two tests."""
        sides = [
            Const(int(bool(side.value))) if isinstance(side, Known) else side
            for side in (left, right)
        ]
        return self.known_test(logic_test(op, sides[0], sides[1]))

    def map(
        self, function: Callable[..., Any], values: Sequence[Value], path: str
    ) -> Known | Element:
        """A function of known things over every entry of sequences at the same index."""
        first = next(value for value in values if isinstance(value, Element))
        if has_effect(first.index):
            self.fail("an index with an effect must be given a name first")
        rows = [
            value.entries if isinstance(value, Element) else repeat(value.value)
            for value in values
            if isinstance(value, Element | Known)
        ]
        return element(self.all.identities, [*map(function, *rows)], first.index, path)

    def mappable(self, values: Sequence[Value]) -> bool:
        """Whether all values are known or entries at one and the same index."""
        indexes = [value.index for value in values if isinstance(value, Element)]
        return (
            bool(indexes)
            and all(isinstance(value, Known | Element) for value in values)
            and all(index == indexes[0] for index in indexes)
        )

    def entry(self, base: Array, index: Expr) -> Get:
        """An entry of an array of the state."""
        self.check_index(base, index)
        return Get(base.field.name, index)

    def path(self, node: ast.expr) -> str:
        """What a known thing is called in the text: it names tables."""
        if isinstance(node, ast.Attribute):
            return (
                f"{self.path(node.value)}.{node.attr}"
                if isinstance(node.value, ast.Attribute)
                else node.attr
            )
        if isinstance(node, ast.Name):
            return node.id.strip("_")
        if isinstance(node, ast.Subscript):
            return self.path(node.value)
        return "table"

    def field(self, name: str) -> Value:
        """A field of the state."""
        item = self.all.fields.get(name)
        if item is None:
            self.fail(f"the state has no field called {name}")
        return Array(item) if item.size else Get(item.name)

    def give(self, name: str, value: Value) -> None:
        """Give a value to a single integer of the state."""
        item = self.all.fields.get(name)
        if item is None or item.size:
            self.fail(f"the state has no single integer called {name}")
        self.out.append(Store(name, None, self.number(value)))

    def field_name(self, thing: Value, name: Value) -> str:
        """The name of a field of the state, given as a known text."""
        if not isinstance(thing, TheState) or not isinstance(name, Known):
            self.fail("getattr() and setattr() need the state and a known name")
        return str(name.value)

    def check_index(self, base: Array, index: Expr) -> None:
        """Fail where a known index is outside the array."""
        if isinstance(index, Const) and not 0 <= index.value < base.field.size:
            self.fail(
                f"s.{base.field.name} has {base.field.size} entries, none of them numbered {index.value}"
            )

    def arithmetic(self, op: str, left: Value, right: Value) -> Value:
        """An operator applied to two values."""
        self.check_divisor(op, right)
        if isinstance(left, Known) and isinstance(right, Known):
            return Known(KNOWN[op](left.value, right.value))
        return binary(op, self.number(left), self.number(right))

    def check_divisor(self, op: str, divisor: Value) -> None:
        """Refuse a division by what is known to be 0."""
        if op in ("//", "%") and (
            divisor == Const(0)
            or (isinstance(divisor, Known) and type(divisor.value) is int and divisor.value == 0)
        ):
            self.fail("this divides by 0")

    def compare(self, op: str, left: Value, right: Value) -> Value:
        """One comparison."""
        if isinstance(left, Known) and isinstance(right, Known):
            return Known(KNOWN[op](left.value, right.value))
        if op in ("in", "not in"):
            return self.membership(op == "in", left, right)
        word = {"is": "is", "is not": "is_not", "==": "is", "!=": "is_not"}.get(op, "compared")
        numbers = self.all.is_number(left), self.all.is_number(right)
        if not all(numbers) or op in ("is", "is not"):
            if self.mappable([left, right]):
                side, other = (left, right) if isinstance(left, Element) else (right, left)
                what = label_of(other.value) if isinstance(other, Known) else "same"
                assert isinstance(side, Element)
                return self.map(KNOWN[op], [left, right], f"{side.path}_{word}_{what}")
            things = any(isinstance(v, Known) and not is_int(v.value) for v in (left, right))
            if things and any(numbers) and word != "compared":  # a number is never None
                return Known(word == "is_not")
            if all(numbers):
                self.fail("numbers are compared with ==")
        return binary(op, self.number(left), self.number(right))

    def membership(self, positive: bool, left: Value, right: Value) -> Value:
        """`left in right`, or where not ``positive`` `left not in right`."""
        if not isinstance(right, Known):
            self.fail("`in` needs something known on its right")
        expr = self.number(left)
        if has_effect(expr):
            self.fail("give the left side of `in` a name first")
        members = right.value
        if isinstance(members, range) and members.step == 1:
            test = logic_test(
                "and",
                binary(">=", expr, Const(members.start)),
                binary("<", expr, Const(members.stop)),
            )
        else:
            test = Const(0)
            for member in dict.fromkeys(filter(is_int, members)):
                test = logic_test("or", test, binary("==", expr, Const(int(member))))
        return test if positive else as_test(Unary("not", test))

    def bind_arguments(self, function: Any, args: Sequence[Value]) -> dict[str, Value]:
        """The arguments by the names of the parameters, in their order; a bound method's receiver
        comes first.
        """
        plain = getattr(function, "__func__", function)
        if not isinstance(plain, FunctionType):
            self.fail(f"{function!r} is not a function written in Python")
        params = source_of(plain).params
        receiver = [Known(function.__self__)] if isinstance(function, MethodType) else []
        placed = [*receiver, *args]
        usual = zip(reversed(params), map(Known, reversed(plain.__defaults__ or ())))
        bound = {**dict(usual), **dict(zip(params, placed))}
        if len(placed) > len(params) or len(bound) < len(params):
            self.fail(
                f"{plain.__name__} takes {', '.join(params)}, and is called with other arguments"
            )
        return {name: bound[name] for name in params}

    def _call_bits(self, function: Callable[..., Any], args: Sequence[Value]) -> Value:
        return built(function.__name__, tuple(self.number(arg) for arg in args))

    def _call_extreme(self, function: Callable[..., Any], args: Sequence[Value]) -> Value:
        exprs = [self.number(arg) for arg in args]
        result = exprs[0]
        for expr in exprs[1:]:
            result = built(function.__name__, (result, expr))
        return result

    def _call_int(self, function: Callable[..., Any], args: Sequence[Value]) -> Value:
        return self.number(args[0])

    def _call_len(self, function: Callable[..., Any], args: Sequence[Value]) -> Value:
        if isinstance(args[0], Array):
            return Known(args[0].field.size)
        self.fail("len() needs something known or an array of the state")

    def _call_getattr(self, function: Callable[..., Any], args: Sequence[Value]) -> Value:
        return self.field(self.field_name(args[0], args[1]))

    def _call_setattr(self, function: Callable[..., Any], args: Sequence[Value]) -> Value:
        self.give(self.field_name(args[0], args[1]), args[2])
        return Known(None)

    def _call_isinstance(self, function: Callable[..., Any], args: Sequence[Value]) -> Value:
        if isinstance(args[0], Element) and self.mappable(args):
            return self.map(isinstance, args, f"{args[0].path}_isinstance")
        if self.all.is_number(args[0]) and isinstance(args[1], Known):
            return Known(args[1].value is int)
        self.fail("isinstance() needs a known object")


def label_of(value: Any) -> str:
    """A known value in the name of a table."""
    label = (
        getattr(value, "label", None)
        or getattr(value, "name", None)
        or getattr(value, "__name__", None)
    )
    text = (
        label
        if isinstance(label, str)
        else str(value)
        if isinstance(value, str | int | None)
        else type(value).__name__
    )
    return re.sub(r"\W", "_", text)


BUILT_IN: dict[Any, Callable[[Operations, Callable[..., Any], Sequence[Value]], Value]] = {
    lowest: Operations._call_bits,
    count: Operations._call_bits,
    min: Operations._call_extreme,
    max: Operations._call_extreme,
    int: Operations._call_int,
    len: Operations._call_len,
    getattr: Operations._call_getattr,
    setattr: Operations._call_setattr,
    isinstance: Operations._call_isinstance,
}
