"""What an expression of the engine comes to: something known, or an expression of the residual
language.
"""

from __future__ import annotations

import ast
import builtins
import operator
from collections.abc import Mapping
from itertools import chain
from types import FunctionType
from typing import Any

from cadogan.compiler.building import (
    binary,
    choose,
    logic,
    negate,
    unary,
)
from cadogan.compiler.operations import BUILT_IN, Operations, label_of
from cadogan.compiler.residual import (
    Const,
    Expr,
    has_effect,
)
from cadogan.compiler.values import (
    Array,
    Conflict,
    Element,
    Known,
    TheState,
    Value,
    element,
)

BINARY: dict[type[ast.operator], str] = {
    ast.Add: "+",
    ast.Sub: "-",
    ast.Mult: "*",
    ast.FloorDiv: "//",
    ast.Mod: "%",
    ast.BitAnd: "&",
    ast.BitOr: "|",
    ast.BitXor: "^",
    ast.LShift: "<<",
    ast.RShift: ">>",
}
COMPARE: dict[type[ast.cmpop], str] = {
    ast.Eq: "==",
    ast.NotEq: "!=",
    ast.Lt: "<",
    ast.LtE: "<=",
    ast.Gt: ">",
    ast.GtE: ">=",
    ast.Is: "is",
    ast.IsNot: "is not",
    ast.In: "in",
    ast.NotIn: "not in",
}


class Expressions(Operations):
    """One function being run, and what its expressions come to: `_eval_…` for each kind of them."""

    # Tests

    def root_test(self, node: ast.expr) -> Known | Expr:
        """The test of an `if`: a call in it that is known to give something stands before the
        statement.
        """
        if isinstance(node, ast.Call):
            return self.truthy(self.done(self.eval(node)))
        return self.test(node)

    def test(self, node: ast.expr) -> Known | Expr:
        """An expression of which only the truth matters."""
        if isinstance(node, ast.BoolOp):
            op = "and" if isinstance(node.op, ast.And) else "or"
            result = self.test(node.values[0])
            for value in node.values[1:]:
                if isinstance(result, Known) and bool(result.value) == (op == "or"):
                    break
                result = self.both(op, result, self.test(value))
            return result
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            return self.opposite(self.test(node.operand))
        return self.truthy(self.eval(node))

    # Expressions

    def eval(self, node: ast.expr) -> Value:
        """The value of an expression."""
        value: Value = self.method("_eval_", node)(node)
        return Known(value.value) if isinstance(value, Const) else value

    def _eval_Constant(self, node: ast.Constant) -> Value:
        return Known(node.value)

    def _eval_Name(self, node: ast.Name) -> Value:
        return self.lookup(node.id)

    def lookup(self, name: str) -> Value:
        """The value of a name: local, of an enclosing function, of the module, built in."""
        env = self.variables()
        if name in env:
            value = env[name]
            if isinstance(value, Conflict):
                self.fail(value.why)
            return value
        if name in self.closure:
            return Known(self.closure[name])
        module = self.function.__globals__
        if name in module:
            return Known(module[name])
        if hasattr(builtins, name):
            return Known(getattr(builtins, name))
        self.fail(f"{name} is not set here")

    def _eval_Attribute(self, node: ast.Attribute) -> Value:
        if (
            isinstance(node.value, ast.Call)
            and isinstance(node.value.func, ast.Name)
            and node.value.func.id == "super"
        ):
            return Known(getattr(self.super_of(), node.attr))
        base = self.eval(node.value)
        if isinstance(base, Known):
            return Known(getattr(base.value, node.attr))
        if isinstance(base, TheState):
            return self.field(node.attr)
        if isinstance(base, Element):
            return self.map(
                lambda entry: getattr(entry, node.attr), [base], f"{base.path}.{node.attr}"
            )
        self.fail(f"{ast.unparse(node.value)} is a number and has no attribute {node.attr}")

    def super_of(self) -> Any:
        """`super()` in a method of a known object."""
        params = self.source.params
        receiver = self.variables().get(params[0]) if params else None
        if not isinstance(receiver, Known) or "__class__" not in self.closure:
            self.fail("super() needs a method of a known object")
        return super(self.closure["__class__"], receiver.value)

    def _eval_Subscript(self, node: ast.Subscript) -> Value:
        base = self.eval(node.value)
        if isinstance(node.slice, ast.Slice):
            if not isinstance(base, Known):
                self.fail("only something known can be sliced")
            bounds = (node.slice.lower, node.slice.upper, node.slice.step)
            parts = [self.eval(part) if part else Known(None) for part in bounds]
            known = [part.value for part in parts if isinstance(part, Known)]
            if len(known) < len(parts):
                self.fail("the bounds of a slice must be known")
            return Known(base.value[slice(*known)])
        index = self.eval(node.slice)
        if isinstance(base, Array):
            return self.entry(base, self.number(index))
        if isinstance(base, Known) and isinstance(index, Known):
            return Known(base.value[index.value])
        if self.mappable([base, index]):
            path = base.path if isinstance(base, Element) else self.path(node.value)
            if isinstance(index, Element) and isinstance(base, Known):
                path = f"{index.path}.{path}"
            return self.map(operator.getitem, [base, index], path)
        if isinstance(base, Known):
            if isinstance(base.value, Mapping):
                self.fail("a dictionary can only be asked for a known key; use a tuple")
            return element(
                self.all.identities, base.value, self.number(index), self.path(node.value)
            )
        if isinstance(base, Element):
            length, *others = {len(entry) for entry in base.entries}
            if others:
                self.fail(f"the rows of {base.path} are not of one length")
            flat_index = binary("+", binary("*", base.index, Const(length)), self.number(index))
            return element(self.all.identities, [*chain(*base.entries)], flat_index, base.path)
        self.fail(f"{ast.unparse(node.value)} is a number and has no entries")

    def _eval_BinOp(self, node: ast.BinOp) -> Value:
        return self.arithmetic(self.operator(node), self.eval(node.left), self.eval(node.right))

    def operator(self, node: ast.BinOp | ast.AugAssign) -> str:
        """The operator of an expression or an assignment."""
        if type(node.op) not in BINARY:
            self.fail("this operator is not in the engine's part of Python")
        return BINARY[type(node.op)]

    def _eval_UnaryOp(self, node: ast.UnaryOp) -> Value:
        if isinstance(node.op, ast.Not):
            test = self.test(node.operand)
            return Known(not test.value) if isinstance(test, Known) else negate(test)
        value = self.eval(node.operand)
        if isinstance(node.op, ast.UAdd):
            return value
        if isinstance(value, Known):
            return Known(-value.value if isinstance(node.op, ast.USub) else ~value.value)
        return unary("-" if isinstance(node.op, ast.USub) else "~", self.number(value))

    def _eval_BoolOp(self, node: ast.BoolOp) -> Value:
        op = "and" if isinstance(node.op, ast.And) else "or"
        result = self.eval(node.values[0])
        for value in node.values[1:]:
            if isinstance(result, Known):
                if bool(result.value) == (op == "or"):
                    return result
                result = self.eval(value)
            else:
                result = logic(op, self.number(result), self.number(self.eval(value)))
                if isinstance(result, Const):
                    result = Known(result.value)
        return result

    def _eval_IfExp(self, node: ast.IfExp) -> Value:
        test = self.test(node.test)
        if isinstance(test, Known):
            return self.eval(node.body if test.value else node.orelse)
        yes, no = self.eval(node.body), self.eval(node.orelse)
        united = self.all.unite([yes, no])
        if united is None:
            self.fail("the two sides of the choice have nothing in common")
        common, exprs = united
        return common if common and not has_effect(test) else choose(test, *exprs)

    def _eval_Compare(self, node: ast.Compare) -> Value:
        left = self.eval(node.left)
        result: Known | Expr = Known(True)
        for op, operand in zip(node.ops, node.comparators):
            right = self.eval(operand)
            more = operand is not node.comparators[-1]
            if more and isinstance(right, Expr) and has_effect(right):
                self.fail("the middle of a comparison is used twice: give it a name first")
            part = self.compare(COMPARE[type(op)], left, right)
            if len(node.ops) == 1:
                return part
            result = self.both("and", result, self.truthy(part))
            if isinstance(result, Known) and not result.value:
                break
            left = right
        return result

    def _eval_Tuple(self, node: ast.Tuple) -> Value:
        values = [self.eval(part) for part in node.elts]
        known = [value.value for value in values if isinstance(value, Known)]
        if len(known) < len(values):
            self.fail(
                "a tuple of values that are not known can only stand on the right of an assignment to as many targets"
            )
        return Known(tuple(known))

    # Calls

    def _eval_Call(self, node: ast.Call) -> Value:
        if node.keywords:
            self.fail("an argument given by its name is not in the engine's part of Python")
        callee = self.eval(node.func)
        args = [self.eval(arg) for arg in node.args]
        if isinstance(callee, Known):
            known = [value.value for value in args if isinstance(value, Known)]
            if len(known) == len(args):
                return Known(callee.value(*known))
            special = (
                BUILT_IN.get(callee.value)
                if isinstance(callee.value, type | FunctionType | type(len))
                else None
            )
            if special is not None:
                return special(self, callee.value, args)
        elif not isinstance(callee, Element):
            self.fail(f"{ast.unparse(node.func)} cannot be called")
        if self.mappable([callee, *args]):
            path = (
                callee.path
                if isinstance(callee, Element)
                else f"{next(v for v in args if isinstance(v, Element)).path}_{label_of(callee.value)}"
            )
            return self.map(operator.call, [callee, *args], path)
        outer_node = self.node
        try:
            if isinstance(callee, Element):
                functions = callee.entries
                first = functions[0]
                bound = self.bind_arguments(first, args)
                receivers = [getattr(function, "__self__", None) for function in functions]
                if any(receiver is not None for receiver in receivers):
                    params = [self.bind_arguments(f, args) for f in functions]
                    if any(list(other)[1:] != list(bound)[1:] for other in params):
                        self.fail(f"the methods called {first.__name__} differ in their parameters")
                    name = next(iter(bound))
                    bound[name] = Element(
                        tuple(f.__self__ for f in functions),
                        callee.index,
                        callee.path.rpartition(".")[0],
                    )
                return self.all.dispatch(functions, callee.index, bound)
            function = getattr(callee.value, "__func__", callee.value)
            if not isinstance(function, FunctionType):
                self.fail(f"{ast.unparse(node.func)} needs arguments that are known before play")
            return self.all.call(function, self.bind_arguments(callee.value, args))
        finally:
            self.node = outer_node
