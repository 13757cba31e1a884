"""A program that cannot go on for ever: the rounds of its loops count."""

from __future__ import annotations

from functools import cache
from typing import Any

from cadogan.compiler.layout import FUEL
from cadogan.compiler.residual import (
    BODIES,
    Binary,
    Const,
    Function,
    Get,
    If,
    Stmt,
    Store,
    Trap,
    calls,
    copied,
    inside,
    is_counted,
    statements,
)

LEFT = Get(FUEL.name)
#: What a round begins with.
ROUND = (
    Store(FUEL.name, None, Binary("-", LEFT, Const(1))),
    If(Binary("<", LEFT, Const(0)), [Trap()], []),
)


def guarded(functions: list[Function]) -> dict[str, Function]:
    """Copies of some functions, which call no others, whose loops count their rounds; by name."""

    @cache
    def counts(function: Function) -> bool:
        """Whether a loop is in a function, or in one that it calls."""
        return any(map(is_counted, statements(function.body))) or any(
            counts(call.function) for call in calls(function.body)
        )

    copies = copied(functions)
    for function, copy in copies.items():
        copy.body = counted(copy.body)
        if counts(function):
            copy.writes = {*copy.writes, FUEL.name}
    return {copy.name: copy for copy in copies.values()}


def counted(body: list[Stmt]) -> list[Stmt]:
    """A body in which the rounds of every loop count."""
    out: list[Stmt] = []
    for stmt in body:
        copy: Any = inside(stmt, counted) if type(stmt) in BODIES else stmt
        if is_counted(copy):
            copy.body[:0] = ROUND
        out.append(copy)
    return out
