"""What an expression of the engine comes to: something known, or an expression of the residual
language.
"""

from __future__ import annotations

import ast
import builtins
import operator
from collections.abc import Callable, Mapping
from types import FunctionType
from typing import Any

from cadogan.compiler.building import (
    as_test,
    binary,
    choose,
    is_truth,
    logic,
    logic_test,
    negate,
    truth,
    unary,
)
from cadogan.compiler.operations import BUILT_IN, Operations, label_of
from cadogan.compiler.residual import (
    Const,
    Expr,
    Unary,
    has_effect,
)
from cadogan.compiler.values import (
    Array,
    Conflict,
    Element,
    Known,
    Missing,
    TheState,
    Value,
    element,
)

BINARY: dict[type[ast.operator], tuple[str, Callable[[Any, Any], Any]]] = {
    ast.Add: ("+", operator.add),
    ast.Sub: ("-", operator.sub),
    ast.Mult: ("*", operator.mul),
    ast.FloorDiv: ("//", operator.floordiv),
    ast.Mod: ("%", operator.mod),
    ast.BitAnd: ("&", operator.and_),
    ast.BitOr: ("|", operator.or_),
    ast.BitXor: ("^", operator.xor),
    ast.LShift: ("<<", operator.lshift),
    ast.RShift: (">>", operator.rshift),
}
COMPARE: dict[type[ast.cmpop], tuple[str, Callable[[Any, Any], Any]]] = {
    ast.Eq: ("==", operator.eq),
    ast.NotEq: ("!=", operator.ne),
    ast.Lt: ("<", operator.lt),
    ast.LtE: ("<=", operator.le),
    ast.Gt: (">", operator.gt),
    ast.GtE: (">=", operator.ge),
    ast.Is: ("is", operator.is_),
    ast.IsNot: ("is not", operator.is_not),
    ast.In: ("in", lambda left, right: left in right),
    ast.NotIn: ("not in", lambda left, right: left not in right),
}


class Expressions(Operations):
    """One function being run, and what its expressions come to."""

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
            result: Known | Expr = self.test(node.values[0])
            for value in node.values[1:]:
                if isinstance(result, Known):
                    if bool(result.value) == (op == "or"):
                        return result
                    result = self.test(value)
                    continue
                right = self.test(value)
                result = self.known_test(
                    logic_test(
                        op,
                        result,
                        Const(int(bool(right.value))) if isinstance(right, Known) else right,
                    )
                )
            return result
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            inner = self.test(node.operand)
            return (
                Known(not inner.value)
                if isinstance(inner, Known)
                else self.known_test(as_test(Unary("not", inner)))
            )
        return self.truthy(self.eval(node))

    # Expressions

    def eval(self, node: ast.expr) -> Value:
        """The value of an expression."""
        method = EXPRESSIONS.get(type(node))
        if method is None:
            self.fail(f"{type(node).__name__} is not in the engine's part of Python")
        value: Value = method(self, node)
        return Known(value.value) if isinstance(value, Const) else value

    def _eval_constant(self, node: ast.Constant) -> Value:
        return Known(node.value)

    def _eval_name(self, node: ast.Name) -> Value:
        return self.lookup(node.id)

    def lookup(self, name: str) -> Value:
        """The value of a name: local, of an enclosing function, of the module, built in."""
        env = self.here()
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

    def _eval_attribute(self, node: ast.Attribute) -> Value:
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
        receiver = self.here().get(params[0]) if params else None
        if not isinstance(receiver, Known) or "__class__" not in self.closure:
            self.fail("super() needs a method of a known object")
        return super(self.closure["__class__"], receiver.value)

    def _eval_subscript(self, node: ast.Subscript) -> Value:
        base = self.eval(node.value)
        if isinstance(node.slice, ast.Slice):
            if not isinstance(base, Known):
                self.fail("only something known can be sliced")
            parts = [
                None if part is None else self.eval(part)
                for part in (node.slice.lower, node.slice.upper, node.slice.step)
            ]
            if any(part is not None and not isinstance(part, Known) for part in parts):
                self.fail("the bounds of a slice must be known")
            return Known(
                base.value[
                    slice(*(part.value if isinstance(part, Known) else None for part in parts))
                ]
            )
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
            longest = max(len(entry) for entry in base.entries if not isinstance(entry, Missing))
            flat: list[Any] = []
            for entry in base.entries:
                row = [] if isinstance(entry, Missing) else list(entry)
                flat += row + [Missing(f"{base.path} is not that long")] * (longest - len(row))
            at = binary("+", binary("*", base.index, Const(longest)), self.number(index))
            return element(self.all.identities, flat, at, base.path)
        self.fail(f"{ast.unparse(node.value)} is a number and has no entries")

    def _eval_binop(self, node: ast.BinOp) -> Value:
        if type(node.op) not in BINARY:
            self.fail("this operator is not in the engine's part of Python")
        op, function = BINARY[type(node.op)]
        return self.arithmetic(op, function, self.eval(node.left), self.eval(node.right))

    def _eval_unaryop(self, node: ast.UnaryOp) -> Value:
        if isinstance(node.op, ast.Not):
            test = self.test(node.operand)
            return Known(not test.value) if isinstance(test, Known) else negate(test)
        value = self.eval(node.operand)
        if isinstance(node.op, ast.UAdd):
            return value
        if isinstance(value, Known):
            return Known(-value.value if isinstance(node.op, ast.USub) else ~value.value)
        return unary("-" if isinstance(node.op, ast.USub) else "~", self.number(value))

    def _eval_boolop(self, node: ast.BoolOp) -> Value:
        op = "and" if isinstance(node.op, ast.And) else "or"
        result = self.eval(node.values[0])
        for value in node.values[1:]:
            if isinstance(result, Known):
                if bool(result.value) == (op == "or"):
                    return result
                result = self.eval(value)
            elif isinstance(result, Element) and not self.all.is_number(result):
                return self.truth_of(node)
            else:
                right = self.eval(value)
                if not self.all.is_number(right):
                    return self.truth_of(node)
                result = logic(op, self.number(result), self.number(right))
                if isinstance(result, Const):
                    result = Known(result.value)
        return result

    def truth_of(self, node: ast.BoolOp) -> Value:
        """The truth of `and` or `or` over things that are not all integers."""
        test = self.test(node)
        return test if isinstance(test, Known) else truth(test)

    def _eval_ifexp(self, node: ast.IfExp) -> Value:
        test = self.test(node.test)
        if isinstance(test, Known):
            return self.eval(node.body if test.value else node.orelse)
        yes, no = self.eval(node.body), self.eval(node.orelse)
        united = self.all.unite([yes, no])
        if united is None:
            self.fail("the two sides of the choice have nothing in common")
        shape, exprs = united
        if isinstance(shape, Known):
            if not has_effect(test):
                return shape
            return choose(test, *exprs)
        chosen = choose(test, *exprs)
        return (
            chosen
            if shape is None
            else element(self.all.identities, shape.entries, chosen, shape.path)
        )

    def _eval_compare(self, node: ast.Compare) -> Value:
        operands = [node.left, *node.comparators]
        left = self.eval(node.left)
        result: Value = Known(True)
        for at, op in enumerate(node.ops):
            right = self.eval(operands[at + 1])
            if at + 1 < len(node.ops) and isinstance(right, Expr) and has_effect(right):
                self.fail("the middle of a comparison is used twice: give it a name first")
            part = self.compare(COMPARE[type(op)], left, right, node)
            if isinstance(result, Known):
                if not result.value:
                    return result
                result = part
            elif isinstance(part, Known):
                result = self.known_test(
                    logic_test("and", self.number(result), Const(int(bool(part.value))))
                )
            else:
                result = logic_test("and", self.number(result), self.number(part))
            left = right
        return result

    def _eval_known(self, node: ast.expr) -> Value:
        """An expression that Python works out: comprehensions, f-strings, displays."""
        names: dict[str, Any] = {}
        own = {
            part.id
            for part in ast.walk(node)
            if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store)
        }
        own |= {part.arg for part in ast.walk(node) if isinstance(part, ast.arg)}
        for part in ast.walk(node):
            if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Load) and part.id not in own:
                value = self.lookup(part.id)
                if not isinstance(value, Known):
                    self.fail(
                        f"{part.id} is not known before play, so {ast.unparse(node)} cannot be worked out"
                    )
                names[part.id] = value.value
        code = compile(ast.Expression(node), self.source.file, "eval")
        return Known(eval(code, {"__builtins__": builtins, **names}))

    def _eval_tuple(self, node: ast.Tuple) -> Value:
        values = [self.eval(part) for part in node.elts]
        known = [value.value for value in values if isinstance(value, Known)]
        if len(known) < len(values):
            self.fail(
                "a tuple of values that are not known can only stand on the right of an assignment to as many targets"
            )
        return Known(tuple(known))

    # Calls

    def _eval_call(self, node: ast.Call) -> Value:
        if (
            isinstance(node.func, ast.Name)
            and node.func.id in ("any", "all", "sum")
            and len(node.args) == 1
            and isinstance(node.args[0], ast.GeneratorExp)
        ):
            return self.over(node.func.id, node.args[0])
        callee = self.eval(node.func)
        args = [self.eval(arg) for arg in node.args]
        keywords: dict[str, Value] = {}
        for keyword in node.keywords:
            if keyword.arg is None:
                self.fail("** is not in the engine's part of Python")
            keywords[keyword.arg] = self.eval(keyword.value)
        given = [*args, *keywords.values()]
        if isinstance(callee, Known) and all(isinstance(value, Known) for value in given):
            return Known(
                callee.value(
                    *(a.value for a in args if isinstance(a, Known)),
                    **{k: v.value for k, v in keywords.items() if isinstance(v, Known)},
                )
            )
        if isinstance(callee, Known):
            special = (
                BUILT_IN.get(callee.value)
                if isinstance(callee.value, type | FunctionType | type(len))
                else None
            )
            if special is not None:
                return special(self, callee.value, args)
        if not isinstance(callee, Known | Element):
            self.fail(f"{ast.unparse(node.func)} cannot be called")
        if self.mappable([callee, *given]):
            names = list(keywords)

            def run(function: Callable[..., Any], *values: Any) -> Any:
                return function(
                    *values[: len(args)], **dict(zip(names, values[len(args) :], strict=True))
                )

            path = (
                callee.path
                if isinstance(callee, Element)
                else f"{next(v for v in given if isinstance(v, Element)).path}_{label_of(callee.value)}"
            )
            return self.map(run, [callee, *given], path)
        for value in given:
            if isinstance(value, Conflict):
                self.fail(value.why)
        where = self.node
        try:
            if isinstance(callee, Element):
                functions = callee.entries
                first = next(
                    function for function in functions if not isinstance(function, Missing)
                )
                bound = self.bind_arguments(first, args, keywords)
                receivers = [getattr(function, "__self__", None) for function in functions]
                if any(receiver is not None for receiver in receivers):
                    params = [
                        self.bind_arguments(f, args, keywords)
                        for f in functions
                        if not isinstance(f, Missing)
                    ]
                    if any(list(other)[1:] != list(bound)[1:] for other in params):
                        self.fail(f"the methods called {first.__name__} differ in their parameters")
                    name = next(iter(bound))
                    bound[name] = Element(
                        tuple(f if isinstance(f, Missing) else f.__self__ for f in functions),
                        callee.index,
                        callee.path.rpartition(".")[0],
                    )
                return self.all.dispatch(functions, callee.index, bound)
            function = getattr(callee.value, "__func__", callee.value)
            if not isinstance(function, FunctionType):
                self.fail(f"{ast.unparse(node.func)} needs arguments that are known before play")
            return self.all.call(function, self.bind_arguments(callee.value, args, keywords))
        finally:
            self.node = where

    def over(self, name: str, node: ast.GeneratorExp) -> Value:
        """any, all or sum over something known, written out."""
        if len(node.generators) != 1:
            self.fail(f"{name}() over more than one loop is not in the engine's part of Python")
        loop = node.generators[0]
        source = self.eval(loop.iter)
        if not isinstance(source, Known):
            self.fail(f"{name}() runs over something known; use a loop")
        saved = dict(self.here())
        result: Value = Known(0 if name == "sum" else name == "all")
        try:
            for item in source.value:
                self.assign_known(loop.target, item)
                guard: Known | Expr = Known(True)
                for condition in loop.ifs:
                    part = self.test(condition)
                    guard = (
                        part
                        if isinstance(guard, Known) and guard.value
                        else self.both("and", guard, part)
                    )
                if isinstance(guard, Known) and not guard.value:
                    continue
                if name == "sum":
                    amount = self.eval(node.elt)
                    if not isinstance(guard, Known):
                        amount = choose(guard, self.number(amount), Const(0))
                    result = self.arithmetic("+", operator.add, result, amount)
                    continue
                found = self.test(node.elt)
                if not isinstance(guard, Known):
                    if name == "all":
                        guard = (
                            Known(not guard.value)
                            if isinstance(guard, Known)
                            else self.known_test(as_test(Unary("not", guard)))
                        )
                        found = self.both("or", guard, found)
                    else:
                        found = self.both("and", guard, found)
                assert isinstance(result, Known | Expr)
                result = self.both("or" if name == "any" else "and", result, found)
                if isinstance(result, Known) and bool(result.value) == (name == "any"):
                    break
        finally:
            self.env = saved
        if isinstance(result, Expr) and name != "sum":
            return truth(result) if not is_truth(result) else result
        return result

    def assign_known(self, target: ast.expr, item: Any) -> None:
        """Bind the variable of a comprehension."""
        if isinstance(target, ast.Name):
            self.here()[target.id] = Known(item)
        elif isinstance(target, ast.Tuple):
            for part, value in zip(target.elts, item, strict=True):
                self.assign_known(part, value)


EXPRESSIONS: dict[type[ast.expr], Callable[[Expressions, Any], Value]] = {
    ast.Constant: Expressions._eval_constant,
    ast.Name: Expressions._eval_name,
    ast.Attribute: Expressions._eval_attribute,
    ast.Subscript: Expressions._eval_subscript,
    ast.BinOp: Expressions._eval_binop,
    ast.UnaryOp: Expressions._eval_unaryop,
    ast.BoolOp: Expressions._eval_boolop,
    ast.IfExp: Expressions._eval_ifexp,
    ast.Compare: Expressions._eval_compare,
    ast.Call: Expressions._eval_call,
    ast.Tuple: Expressions._eval_tuple,
    ast.List: Expressions._eval_known,
    ast.Set: Expressions._eval_known,
    ast.Dict: Expressions._eval_known,
    ast.ListComp: Expressions._eval_known,
    ast.SetComp: Expressions._eval_known,
    ast.DictComp: Expressions._eval_known,
    ast.GeneratorExp: Expressions._eval_known,
    ast.JoinedStr: Expressions._eval_known,
    ast.Lambda: Expressions._eval_known,
}
