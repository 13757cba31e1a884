"""The expressions of the residual language, built: constants are folded on the way."""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from cadogan.compiler import count, lowest
from cadogan.compiler.residual import (
    Binary,
    Built,
    Call,
    Choose,
    Const,
    Expr,
    Function,
    Local,
    Logic,
    Return,
    Unary,
    has_effect,
    is_pure,
    rebuilt,
    size,
    walk,
)

COMPARISONS: dict[str, Callable[[int, int], bool]] = {
    "==": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}
OPERATORS: dict[str, Callable[[int, int], int]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "//": operator.floordiv,
    "%": operator.mod,
    "&": operator.and_,
    "|": operator.or_,
    "^": operator.xor,
    "<<": operator.lshift,
    ">>": operator.rshift,
    **COMPARISONS,
}
FUNCTIONS: dict[str, Callable[..., int]] = {
    "lowest": lowest,
    "count": count,
    "min": min,
    "max": max,
}
OPPOSITE = {"==": "!=", "!=": "==", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}
#: What changes nothing on the left, and on the right, of an operator.
NEUTRAL = {"+": 0, "|": 0, "^": 0, "*": 1, "&": -1}
NEUTRAL_RIGHT = {**NEUTRAL, "-": 0, "<<": 0, ">>": 0, "//": 1}


def is_truth(expr: Expr) -> bool:
    """Whether an expression is always 0 or 1."""
    if isinstance(expr, Const):
        return expr.value in (0, 1)
    if isinstance(expr, Binary):
        return expr.op in COMPARISONS or (
            expr.op in "&|^" and is_truth(expr.left) and is_truth(expr.right)
        )
    if isinstance(expr, Logic):
        return is_truth(expr.left) and is_truth(expr.right)
    return isinstance(expr, Unary) and expr.op == "not"


def binary(op: str, left: Expr, right: Expr) -> Expr:
    """`left op right`, simplified where the constants in it allow."""
    if isinstance(left, Const) and isinstance(right, Const):
        if right.value or op not in ("//", "%"):
            return Const(int(OPERATORS[op](left.value, right.value)))
    for side, other_side, neutral in ((left, right, NEUTRAL), (right, left, NEUTRAL_RIGHT)):
        if isinstance(side, Const):
            if side.value == neutral.get(op):
                return other_side
            if side.value == 0 and op in ("*", "&") and not has_effect(other_side):
                return Const(0)
    if isinstance(right, Const):
        value = right.value
        match op, left:
            case "+" | "-", Binary("+" | "-" as inner, base, Const(held)):
                total = (value if op == "+" else -value) + (held if inner == "+" else -held)
                return binary("+", base, Const(total))
            case "|" | "&" | "^", Binary(inner, base, Const(held)) if inner == op:
                return binary(op, base, Const(OPERATORS[op](held, value)))
        if op == "+" and value < 0:
            return Binary("-", left, Const(-value))
        if is_truth(left) and op in ("==", "!=") and value in (0, 1):
            return left if (op == "==") == (value == 1) else negate(left)
    return Binary(op, left, right)


def unary(op: str, operand: Expr) -> Expr:
    """`-operand`, `~operand` or `not operand`."""
    if op == "not":
        return negate(operand)
    if isinstance(operand, Const):
        return Const(-operand.value if op == "-" else ~operand.value)
    if isinstance(operand, Unary) and operand.op == op:
        return operand.operand
    return Unary(op, operand)


def negate(test: Expr) -> Expr:
    """`not test`."""
    if isinstance(test, Const):
        return Const(int(not test.value))
    if isinstance(test, Binary) and test.op in OPPOSITE:
        return Binary(OPPOSITE[test.op], test.left, test.right)
    if isinstance(test, Unary) and test.op == "not" and is_truth(test.operand):
        return test.operand
    return Unary("not", test)


def truth(expr: Expr) -> Expr:
    """The expression as 0 or 1."""
    if isinstance(expr, Const):
        return Const(int(expr.value != 0))
    return expr if is_truth(expr) else Binary("!=", expr, Const(0))


def as_test(expr: Expr) -> Expr:
    """The expression as it may stand after `if`: only whether it is 0 matters."""
    if isinstance(expr, Unary) and expr.op == "not":
        inner = as_test(expr.operand)
        if isinstance(inner, Unary) and inner.op == "not":
            return as_test(inner.operand)
        return negate(inner) if isinstance(inner, Const | Binary) else Unary("not", inner)
    if isinstance(expr, Logic):
        return logic_test(expr.op, as_test(expr.left), as_test(expr.right))
    return expr


def logic_test(op: str, left: Expr, right: Expr) -> Expr:
    """`left and right` or `left or right` where only its truth matters."""
    stops = op == "or"  # the truth at which the left side decides
    if isinstance(left, Const):
        return left if bool(left.value) == stops else right
    if isinstance(right, Const):
        if bool(right.value) != stops:
            return left
        if not has_effect(left):
            return Const(int(stops))
    return Logic(op, left, right)


def logic(op: str, left: Expr, right: Expr) -> Expr:
    """`left and right` or `left or right` with Python's value."""
    if isinstance(left, Const):
        return left if bool(left.value) == (op == "or") else right
    if is_truth(left) and is_truth(right):
        return logic_test(op, left, right)
    return Logic(op, left, right)


def choose(test: Expr, yes: Expr, no: Expr) -> Expr:
    """`yes if test else no`."""
    match as_test(test), yes, no:
        case Const(value), _, _:
            return yes if value else no
        case kept, _, _ if yes == no and not has_effect(kept):
            return yes
        case kept, Const(0), Const(1) if is_truth(kept):
            return negate(kept)
        case kept, Const(1), Const(0) if is_truth(kept):
            return kept
        case Unary("not", inner), _, _:
            return Choose(inner, no, yes)
        case kept, _, _:
            return Choose(kept, yes, no)


def built(name: str, args: tuple[Expr, ...]) -> Expr:
    """`lowest`, `count`, `min`, `max`."""
    values = [arg.value for arg in args if isinstance(arg, Const)]
    if len(values) < len(args) or (name == "lowest" and not values[0]):
        return Built(name, args)
    return Const(FUNCTIONS[name](*values))


BUILDERS: dict[type[Any], Callable[..., Expr]] = {
    Binary: binary,
    Logic: logic,
    Unary: unary,
    Choose: choose,
    Built: built,
}


def substitute(expr: Expr, values: Mapping[str, Expr]) -> Expr:
    """The expression with local variables replaced, simplified anew."""
    if isinstance(expr, Local):
        return values.get(expr.name, expr)
    expr = rebuilt(expr, partial(substitute, values=values))
    kind: Any = type(expr)
    if kind not in BUILDERS:
        return expr
    return BUILDERS[kind](*[getattr(expr, part) for part in kind.__match_args__])


# Calls of functions with one statement, written out where that changes nothing

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
