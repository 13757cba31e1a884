"""The residual language: what is left of the engine when the rules of one game are known.

A program of this language is a handful of functions over 64-bit integers and one state. It is small
enough to be printed as Python (`cadogan.compiler.printing`) and encoded as WebAssembly
(`cadogan.compiler.wasm`) almost word for word. Expressions are immutable and are built by the
functions of `cadogan.compiler.building` (`binary`, `negate`, ...), which fold constants on the way;
statements are lists that `cadogan.compiler.tidying` prunes."""

from __future__ import annotations

import operator
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any


class Expr:
    """An expression; its value is an integer, truth is 0 or not 0."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Const(Expr):
    """A number."""

    value: int


@dataclass(frozen=True, slots=True)
class Local(Expr):
    """A local variable or a parameter."""

    name: str


@dataclass(frozen=True, slots=True)
class Get(Expr):
    """A field of the state, or an entry of one that is an array."""

    field: str
    index: Expr | None = None


@dataclass(frozen=True, slots=True)
class Look(Expr):
    """An entry of a constant table."""

    table: str
    index: Expr


@dataclass(frozen=True, slots=True)
class Unary(Expr):
    """`-x`, `~x` or `not x`."""

    op: str
    operand: Expr


@dataclass(frozen=True, slots=True)
class Binary(Expr):
    """Arithmetic or a comparison."""

    op: str
    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class Logic(Expr):
    """`left and right`, `left or right`, with Python's values."""

    op: str
    left: Expr
    right: Expr


@dataclass(frozen=True, slots=True)
class Choose(Expr):
    """`yes if test else no`."""

    test: Expr
    yes: Expr
    no: Expr


@dataclass(frozen=True, slots=True)
class Built(Expr):
    """`lowest`, `count`, `min` or `max`."""

    name: str
    args: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Call(Expr):
    """A call of a residual function; the state is passed without being named."""

    function: Function
    args: tuple[Expr, ...]


@dataclass(slots=True)
class Stmt:
    """A statement."""


@dataclass(slots=True)
class Assign(Stmt):
    """`name = value`."""

    name: str
    value: Expr


@dataclass(slots=True)
class Store(Stmt):
    """`s.field = value` or `s.field[index] = value`; the value is worked out first, as in Python."""

    field: str
    index: Expr | None
    value: Expr


@dataclass(slots=True)
class Do(Stmt):
    """A call for its effect."""

    value: Expr


@dataclass(slots=True)
class If(Stmt):
    """A test and its two branches."""

    test: Expr
    then: list[Stmt]
    orelse: list[Stmt]


@dataclass(slots=True)
class While(Stmt):
    """A loop; `label` is what Leave and Again name."""

    test: Expr
    body: list[Stmt]
    label: int


@dataclass(slots=True)
class For(Stmt):
    """`for name in range(start, stop, step)`; the name means nothing after the loop."""

    name: str
    start: Expr
    stop: Expr
    step: int
    body: list[Stmt]
    label: int


@dataclass(slots=True)
class Block(Stmt):
    """Statements run once, which Leave can end: a round of an unrolled loop."""

    body: list[Stmt]
    label: int


@dataclass(slots=True)
class Leave(Stmt):
    """Go on after the loop or block with this label."""

    label: int


@dataclass(slots=True)
class Again(Stmt):
    """The next round of the loop with this label."""

    label: int


@dataclass(slots=True)
class Return(Stmt):
    """The end of the function, with its value if it has one."""

    value: Expr | None


@dataclass(slots=True)
class Trap(Stmt):
    """A place that no play reaches."""


@dataclass(eq=False)
class Function:
    """A residual function. `reads` and `writes` are the fields that it and what it calls touch;
    `name` is given last.
    """

    stem: str
    doc: str
    params: list[str]
    hints: tuple[str, ...] = ()
    body: list[Stmt] = field(default_factory=list)
    returns: bool = True
    reads: set[str] = field(default_factory=set)
    writes: set[str] = field(default_factory=set)
    name: str = ""

    @property
    def touches_state(self) -> bool:
        """Whether the function, or one that it calls, reads or writes the state."""
        return bool(self.reads or self.writes)


# Walking


# Most of the specialiser's time goes here, so that what is inside a node is looked up by its class;
# leaves are not among them.

_INSIDE: dict[type[Expr], Callable[[Any], tuple[Expr, ...]]] = {
    Binary: operator.attrgetter("left", "right"),
    Logic: operator.attrgetter("left", "right"),
    Get: lambda expr: () if expr.index is None else (expr.index,),
    Call: operator.attrgetter("args"),
    Built: operator.attrgetter("args"),
    Look: lambda expr: (expr.index,),
    Unary: lambda expr: (expr.operand,),
    Choose: operator.attrgetter("test", "yes", "no"),
}
BODIES: dict[type[Stmt], Callable[[Any], tuple[list[Stmt], ...]]] = {
    If: operator.attrgetter("then", "orelse"),
    While: lambda stmt: (stmt.body,),
    For: lambda stmt: (stmt.body,),
    Block: lambda stmt: (stmt.body,),
}
_EXPRESSIONS: dict[type[Stmt], Callable[[Any], tuple[Expr, ...]]] = {
    Assign: lambda stmt: (stmt.value,),
    Do: lambda stmt: (stmt.value,),
    Store: lambda stmt: (stmt.value,) if stmt.index is None else (stmt.value, stmt.index),
    If: lambda stmt: (stmt.test,),
    While: lambda stmt: (stmt.test,),
    For: operator.attrgetter("start", "stop"),
    Return: lambda stmt: () if stmt.value is None else (stmt.value,),
}


def walk(*exprs: Expr) -> list[Expr]:
    """Some expressions, one after another, each with everything inside it."""
    nodes, stack = [], [*reversed(exprs)]
    while stack:
        expr = stack.pop()
        nodes.append(expr)
        inside = _INSIDE.get(type(expr))
        if inside:
            stack += inside(expr)
    return nodes


def statements(body: list[Stmt]) -> list[Stmt]:
    """All statements of a body, nested ones too, in the order of the text."""
    nodes, stack = [], body[::-1]
    while stack:
        stmt = stack.pop()
        nodes.append(stmt)
        inside = BODIES.get(type(stmt))
        if inside:
            for inner in reversed(inside(stmt)):
                stack += inner[::-1]
    return nodes


def expressions(stmt: Stmt) -> tuple[Expr, ...]:
    """The expressions that stand directly in a statement."""
    inside = _EXPRESSIONS.get(type(stmt))
    return inside(stmt) if inside else ()


def parts_of(body: list[Stmt]) -> list[Expr]:
    """Every expression in a body, and everything inside it."""
    return [part for stmt in statements(body) for part in walk(*expressions(stmt))]


def calls(body: list[Stmt]) -> list[Call]:
    """Every call in a body."""
    return [part for part in parts_of(body) if type(part) is Call]


def size(body: list[Stmt]) -> int:
    """How many nodes a body has."""
    return len(statements(body)) + len(parts_of(body))


def locals_of(expr: Expr) -> set[str]:
    """The names of the local variables in an expression."""
    return {part.name for part in walk(expr) if isinstance(part, Local)}


def has_effect(expr: Expr) -> bool:
    """Whether an expression may change the state."""
    return type(expr) in _INSIDE and any(
        part.function.writes for part in walk(expr) if type(part) is Call
    )


def is_pure(expr: Expr) -> bool:
    """Whether the value of an expression depends on local variables and constants alone."""
    return not any(
        isinstance(part, Get) or (isinstance(part, Call) and part.function.touches_state)
        for part in walk(expr)
    )


def is_counted(stmt: Stmt) -> bool:
    """Whether the rounds of a loop count where a program is guarded: all but those between bounds
    that are numbers.
    """
    return isinstance(stmt, While) or (
        isinstance(stmt, For)
        and not (isinstance(stmt.start, Const) and isinstance(stmt.stop, Const))
    )


def falls_through(body: list[Stmt]) -> bool:
    """Whether control can reach the end of a body."""
    if not body:
        return True
    last = body[-1]
    if isinstance(last, Return | Leave | Again | Trap):
        return False
    if isinstance(last, If):
        return falls_through(last.then) or falls_through(last.orelse)
    if isinstance(last, While):
        return not (isinstance(last.test, Const) and last.test.value) or mentions(
            last.body, last.label
        )
    if isinstance(last, Block):
        return falls_through(last.body) or mentions(last.body, last.label)
    return True


def mentions(body: list[Stmt], label: int) -> bool:
    """Whether a Leave of this label stands in a body."""
    return any(isinstance(stmt, Leave) and stmt.label == label for stmt in statements(body))


def rebuilt(expr: Expr, change: Callable[[Expr], Expr]) -> Expr:
    """An expression with each one directly inside it changed; where none is, the same."""
    kind: Any = type(expr)
    inside = _INSIDE.get(kind)
    if inside is None:
        return expr
    before = inside(expr)
    after = tuple(map(change, before))
    if all(map(operator.is_, before, after)):
        return expr
    if isinstance(expr, Choose):
        return Choose(*after)
    own = getattr(expr, kind.__match_args__[0])
    changed: Expr = kind(own, after) if isinstance(expr, Call | Built) else kind(own, *after)
    return changed


def with_calls(expr: Expr, change: Callable[[Call], Expr]) -> Expr:
    """The expression with each call changed, those inside it first."""
    expr = rebuilt(expr, partial(with_calls, change=change))
    return change(expr) if isinstance(expr, Call) else expr


def inside(
    stmt: Stmt,
    body: Callable[[list[Stmt]], list[Stmt]],
    expr: Callable[[Expr], Expr] | None = None,
) -> Any:
    """A copy of a statement with its bodies changed, and its expressions too, where ``expr`` is
    given."""
    kind: Any = type(stmt)
    parts = [getattr(stmt, name) for name in kind.__match_args__]
    for index, part in enumerate(parts):
        if type(part) is list:
            parts[index] = body(part)
        elif expr is not None and type(part) in _INSIDE:
            parts[index] = expr(part)
    return kind(*parts)


def body_with_calls(body: list[Stmt], change: Callable[[Call], Expr]) -> list[Stmt]:
    """A copy of a body with each call changed."""
    bodies, exprs = partial(body_with_calls, change=change), partial(with_calls, change=change)
    return [inside(stmt, bodies, exprs) for stmt in body]


def copied(functions: list[Function]) -> dict[Function, Function]:
    """For each of some functions, which call no others, a copy that calls the copies."""
    copies = {function: replace(function) for function in functions}
    for copy in copies.values():
        copy.body = body_with_calls(copy.body, lambda call: Call(copies[call.function], call.args))
    return copies
