"""The expressions of the residual language, built: constants are folded on the way."""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping

from cadogan.compiler.residual import (
    Binary,
    Built,
    Call,
    Choose,
    Const,
    Expr,
    Get,
    Local,
    Logic,
    Look,
    Unary,
    has_effect,
)

ARITHMETIC: dict[str, Callable[[int, int], int]] = {
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
}
COMPARISONS: dict[str, Callable[[int, int], bool]] = {
    "==": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}
OPPOSITE = {"==": "!=", "!=": "==", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}


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
    if (
        isinstance(left, Const)
        and isinstance(right, Const)
        and not (op in ("//", "%") and right.value == 0)
    ):
        if op in COMPARISONS:
            return Const(int(COMPARISONS[op](left.value, right.value)))
        return Const(ARITHMETIC[op](left.value, right.value))
    if isinstance(left, Const) and op in ("+", "*", "&", "|", "^"):
        if op != "+" and left.value == 0 and op in ("*", "&") and not has_effect(right):
            return Const(0)
        if left.value == (1 if op == "*" else -1 if op == "&" else 0) and op not in ("*", "&"):
            return right
        if (op, left.value) in (("*", 1), ("&", -1)):
            return right
    if isinstance(right, Const):
        value = right.value
        if value == 0 and op in ("+", "-", "|", "^", "<<", ">>"):
            return left
        if value == 0 and op in ("*", "&") and not has_effect(left):
            return Const(0)
        if (value == 1 and op in ("*", "//")) or (value == -1 and op == "&"):
            return left
        if (
            op in ("+", "-")
            and isinstance(left, Binary)
            and left.op in ("+", "-")
            and isinstance(left.right, Const)
        ):
            total = (value if op == "+" else -value) + (
                left.right.value if left.op == "+" else -left.right.value
            )
            return (
                binary("+", left.left, Const(total))
                if total >= 0
                else binary("-", left.left, Const(-total))
            )
        if (
            op in ("|", "&", "^")
            and isinstance(left, Binary)
            and left.op == op
            and isinstance(left.right, Const)
        ):
            return binary(op, left.left, Const(ARITHMETIC[op](left.right.value, value)))
        if op == "+" and value < 0:
            return Binary("-", left, Const(-value))
        if is_truth(left) and op in ("==", "!=") and value in (0, 1):
            return left if (op == "==") == (value == 1) else negate(left)
    return Binary(op, left, right)


def unary(op: str, of: Expr) -> Expr:
    """`-of` or `~of`."""
    if isinstance(of, Const):
        return Const(-of.value if op == "-" else ~of.value)
    if isinstance(of, Unary) and of.op == op:
        return of.of
    return Unary(op, of)


def negate(test: Expr) -> Expr:
    """`not test`."""
    if isinstance(test, Const):
        return Const(int(not test.value))
    if isinstance(test, Binary) and test.op in OPPOSITE:
        return Binary(OPPOSITE[test.op], test.left, test.right)
    if isinstance(test, Unary) and test.op == "not" and is_truth(test.of):
        return test.of
    return Unary("not", test)


def truth(expr: Expr) -> Expr:
    """The expression as 0 or 1."""
    if isinstance(expr, Const):
        return Const(int(expr.value != 0))
    return expr if is_truth(expr) else Binary("!=", expr, Const(0))


def as_test(expr: Expr) -> Expr:
    """The expression as it may stand after `if`: only whether it is 0 matters."""
    if isinstance(expr, Unary) and expr.op == "not":
        inner = as_test(expr.of)
        if isinstance(inner, Unary) and inner.op == "not":
            return as_test(inner.of)
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
    test = as_test(test)
    if isinstance(test, Const):
        return yes if test.value else no
    if yes == no and not has_effect(test):
        return yes
    if (
        isinstance(yes, Const)
        and isinstance(no, Const)
        and {yes.value, no.value} == {0, 1}
        and is_truth(test)
    ):
        return test if yes.value else negate(test)
    if isinstance(test, Unary) and test.op == "not":
        return Choose(test.of, no, yes)
    return Choose(test, yes, no)


def built(name: str, args: tuple[Expr, ...]) -> Expr:
    """`lowest`, `count`, `min`, `max`."""
    if all(isinstance(arg, Const) for arg in args):
        values = [arg.value for arg in args if isinstance(arg, Const)]
        if name in ("min", "max"):
            return Const(min(values) if name == "min" else max(values))
        if name == "count":
            return Const(values[0].bit_count())
        if values[0]:
            return Const((values[0] & -values[0]).bit_length() - 1)
    return Built(name, args)


def substitute(expr: Expr, values: Mapping[str, Expr]) -> Expr:
    """The expression with local variables replaced, simplified anew."""
    if isinstance(expr, Local):
        return values.get(expr.name, expr)
    if isinstance(expr, Binary):
        return binary(expr.op, substitute(expr.left, values), substitute(expr.right, values))
    if isinstance(expr, Get):
        return expr if expr.index is None else Get(expr.field, substitute(expr.index, values))
    if isinstance(expr, Look):
        return Look(expr.table, substitute(expr.index, values))
    if isinstance(expr, Call):
        return Call(expr.function, tuple(substitute(arg, values) for arg in expr.args))
    if isinstance(expr, Built):
        return built(expr.name, tuple(substitute(arg, values) for arg in expr.args))
    if isinstance(expr, Logic):
        return logic(expr.op, substitute(expr.left, values), substitute(expr.right, values))
    if isinstance(expr, Unary):
        of = substitute(expr.of, values)
        return negate(of) if expr.op == "not" else unary(expr.op, of)
    if isinstance(expr, Choose):
        return choose(
            substitute(expr.test, values), substitute(expr.yes, values), substitute(expr.no, values)
        )
    return expr
