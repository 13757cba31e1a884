"""Calls of functions with one statement, written out where that changes nothing."""

from __future__ import annotations

from cadogan.compiler.building import substitute
from cadogan.compiler.residual import (
    Call,
    Const,
    Expr,
    Function,
    Local,
    Return,
    has_effect,
    is_pure,
    size,
    walk,
)

#: A function that returns one expression is written out where it is called, up to this many nodes.
INLINE_NODES = 40


def inlined(version: Function, args: list[Expr]) -> Expr | None:
    """The expression that a call of a function with one statement comes to, if writing it out
    changes nothing.
    """
    if (
        len(version.body) != 1
        or not isinstance(version.body[0], Return)
        or version.body[0].value is None
    ):
        return None
    return substituted(version, version.body[0].value, args)


def substituted(version: Function, body: Expr, args: list[Expr]) -> Expr | None:
    """What a function's one expression comes to with some arguments, if it may be written out."""
    if size(version.body) > INLINE_NODES:
        return None
    uses: dict[str, int] = dict.fromkeys(version.params, 0)
    for part in walk(body):
        if isinstance(part, Local):
            uses[part.name] += 1
    acts = sum(isinstance(part, Call) and bool(part.function.writes) for part in walk(body))
    handing_on = acts == 1 and isinstance(
        body, Call
    )  # its arguments are worked out before anything happens
    for param, arg in zip(version.params, args, strict=True):
        if isinstance(arg, Const | Local):
            continue
        if has_effect(arg) or uses[param] > 1 or (acts and not handing_on and not is_pure(arg)):
            return None
    return substitute(body, dict(zip(version.params, args, strict=True)))
