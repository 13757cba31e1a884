"""The body of one of the engine's functions, run with what is known; what is not known is left over
as statements.

Variables: a known value is kept in mind, not stored, until control meets a branch where it differs;
then it is written out. A variable of the residual function has the name of the engine's variable.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable
from typing import Any

from cadogan.compiler.building import binary
from cadogan.compiler.paths import Around, End, Paths
from cadogan.compiler.residual import (
    Again,
    Assign,
    Block,
    Const,
    Do,
    Expr,
    For,
    If,
    Leave,
    Local,
    Return,
    Stmt,
    Trap,
    While,
    has_effect,
    is_pure,
    locals_of,
)
from cadogan.compiler.source import assigned_in, assigned_in_body
from cadogan.compiler.values import (
    Array,
    Conflict,
    Done,
    Element,
    Known,
    SpecialiseError,
    TheState,
    Value,
    moved,
)


class Frame(Paths):
    """One function being run, statement by statement: `_do_…` for each kind of them."""

    def run(self) -> None:
        """Run the whole body."""
        try:
            self.block(self.source.tree.body)
        except SpecialiseError:
            raise
        except Exception as error:
            self.fail(
                f"{error}" if isinstance(error, ValueError) else f"{type(error).__name__}: {error}",
                error,
            )

    # Statements

    def block(self, body: Iterable[ast.stmt]) -> None:
        """Run statements until control leaves them."""
        for stmt in body:
            if self.env is None:
                return
            self.node = stmt
            self.method("_do_", stmt)(stmt)

    def _do_Expr(self, stmt: ast.Expr) -> None:
        if isinstance(stmt.value, ast.Constant):
            return
        value = self.eval(stmt.value)
        if isinstance(value, Done):
            self.out.append(Do(value.call))
        elif isinstance(value, Element):
            self.effect(value.index)
        elif isinstance(value, Expr):
            self.effect(value)

    def effect(self, expr: Expr) -> None:
        """Write an expression of which only the effect matters."""
        if has_effect(expr):
            self.out.append(Do(expr))

    def _do_Assign(self, stmt: ast.Assign) -> None:
        if len(stmt.targets) == 1 and isinstance(stmt.targets[0], ast.Tuple):
            self.assign_tuple(stmt.targets[0], stmt.value)
            return
        value = self.done(self.eval(stmt.value))
        if len(stmt.targets) > 1 and isinstance(value, Expr) and not isinstance(value, Const):
            value = self.keep(value)
        for target in stmt.targets:
            self.assign(target, value)

    def _do_AnnAssign(self, stmt: ast.AnnAssign) -> None:
        if stmt.value is not None:
            self.assign(stmt.target, self.done(self.eval(stmt.value)))

    def assign_tuple(self, target: ast.Tuple, source: ast.expr) -> None:
        """Give several values to as many targets; all are worked out before any is given."""
        if not isinstance(source, ast.Tuple):
            value = self.done(self.eval(source))
            if not isinstance(value, Known):
                self.fail(
                    "only a tuple of as many expressions, or a known one, can be assigned to several targets"
                )
            parts: list[Value] = [Known(part) for part in value.value]
        else:
            parts = [self.eval(part) for part in source.elts]
        if len(parts) != len(target.elts):
            self.fail(f"{len(parts)} values cannot be assigned to {len(target.elts)} targets")
        exprs = [
            part.index
            if isinstance(part, Element)
            else part.call
            if isinstance(part, Done)
            else part
            for part in parts
        ]
        names = {single.id for single in target.elts if isinstance(single, ast.Name)}
        stores = any(not isinstance(single, ast.Name) for single in target.elts)
        values: list[Value] = list(parts)
        before = set(self.variables())
        entangled = any(
            isinstance(expr, Expr)
            and ((stores and not is_pure(expr)) or locals_of(expr) & names or has_effect(expr))
            for expr in exprs
        )
        if entangled:
            # Work out all but the first before anything is assigned; with effects, the first too.
            first = 0 if any(isinstance(expr, Expr) and has_effect(expr) for expr in exprs) else 1
            for index in range(first, len(parts)):
                part = self.done(parts[index])
                if isinstance(part, Expr) and not isinstance(part, Const):
                    part = self.keep(part)
                elif isinstance(part, Element) and not isinstance(part.index, Const):
                    part = moved(part, self.keep(part.index))
                values[index] = part
        for single, part in zip(target.elts, values, strict=True):
            self.assign(single, self.done(part))
        for name in set(self.variables()) - before:
            if name.partition("_")[0] == "kept" and name not in names:
                del self.variables()[name]

    def _do_AugAssign(self, stmt: ast.AugAssign) -> None:
        op = self.operator(stmt)
        if isinstance(stmt.target, ast.Subscript):
            base = self.eval(stmt.target.value)
            if not isinstance(base, Array):
                self.fail("only an array of the state can be changed")
            index = self.number(self.eval(stmt.target.slice))
            value = self.number(self.eval(stmt.value))
            self.check_divisor(op, value)
            if has_effect(index) or (has_effect(value) and not is_pure(index)):
                index = self.keep(index)  # it is worked out once, and first
            self.store(base, index, binary(op, self.entry(base, index), value))
            return
        load = (
            ast.Name(stmt.target.id, ast.Load())
            if isinstance(stmt.target, ast.Name)
            else ast.Attribute(stmt.target.value, stmt.target.attr, ast.Load())
        )
        left, right = self.eval(ast.copy_location(load, stmt)), self.eval(stmt.value)
        self.assign(stmt.target, self.arithmetic(op, left, right))

    def _do_Return(self, stmt: ast.Return) -> None:
        value = Known(None) if stmt.value is None else self.done(self.eval(stmt.value))
        if isinstance(value, TheState | Array):
            self.fail("the state cannot be returned")
        self.returns.append((self.out, value))
        self.out.append(Return(None))
        self.env = None

    def _do_If(self, stmt: ast.If) -> None:
        test = self.root_test(stmt.test)
        if isinstance(test, Known):
            self.block(stmt.body if test.value else stmt.orelse)
            return
        before, out = self.variables(), self.out
        then: list[Stmt] = []
        orelse: list[Stmt] = []
        ends: list[End] = []
        for branch, body in ((then, stmt.body), (orelse, stmt.orelse)):
            self.env, self.out = dict(before), branch
            self.block(body)
            ends += self.end()
        self.out = out
        out.append(If(test, then, orelse))
        self.env = self.meet(ends)

    def end(self) -> list[End]:
        """Where control goes on from here, if it gets here."""
        return [] if self.env is None else [End(self.out, self.env, False)]

    # Loops

    def _do_While(self, stmt: ast.While) -> None:
        if stmt.orelse:
            self.fail("a loop with an else is not in the engine's part of Python")
        test = self.test(stmt.test)
        if isinstance(test, Known) and not test.value:
            return
        self.loop(stmt, None)

    def _do_For(self, stmt: ast.For) -> None:
        if stmt.orelse:
            self.fail("a loop with an else is not in the engine's part of Python")
        bounds = self.range_of(stmt.iter)
        if bounds is None:
            value = self.eval(stmt.iter)
            if not isinstance(value, Known):
                self.fail(
                    "a loop runs over a range or over something known; pass what is not known to a function first"
                )
            if isinstance(value.value, range):
                known = value.value
                bounds = (Const(known.start), Const(known.stop), known.step)
            else:
                self.unroll(stmt, list(value.value))
                return
        start, stop, step = bounds
        if isinstance(start, Const) and isinstance(stop, Const):
            rounds = range(start.value, stop.value, step)
            if len(rounds) < 2:  # no loop at all
                self.unroll(stmt, list(rounds))
                return
        if not isinstance(stmt.target, ast.Name):
            self.fail("the variable of a loop over a range is one name")
        self.loop(stmt, bounds)

    def range_of(self, node: ast.expr) -> tuple[Expr, Expr, int] | None:
        """Start, stop and step where a loop runs over a range."""
        if not (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Name)
            and node.func.id == "range"
            and self.lookup("range") == Known(range)
        ):
            return None
        values = [self.eval(arg) for arg in node.args]
        step = 1
        if len(values) == 3:
            last = values.pop()
            if not isinstance(last, Known) or not last.value:
                self.fail("the step of a range must be known")
            step = last.value
        exprs = [self.number(value) for value in values]
        return (Const(0), exprs[0], step) if len(exprs) == 1 else (exprs[0], exprs[1], step)

    def loop(self, stmt: ast.While | ast.For, bounds: tuple[Expr, Expr, int] | None) -> None:
        """A loop that stays. Variables that it changes are written out before it and at the end of
        each round.
        """
        changed = assigned_in(stmt)
        out, env, depth = self.out, self.variables(), len(self.around)
        variable = ""
        if bounds is not None:
            assert isinstance(stmt, ast.For) and isinstance(stmt.target, ast.Name)
            variable = stmt.target.id
            for name, value in list(env.items()):  # copies of the variable from an earlier loop
                index = value.index if isinstance(value, Element) else value
                if name != variable and index == Local(variable):
                    out.append(Assign(name, Local(variable)))
                    env[name] = moved(value, Local(name))
            if variable in env and variable in assigned_in_body(stmt):
                self.fail(f"{variable} is changed within the loop that counts with it")
        entry = End(out, env, False)
        for name in changed:
            if name in env and name != variable:
                env[name] = self.settle(entry, name)
        head = dict(env)
        if bounds is not None:
            # The bounds are worked out before anything of the loop; a changed variable in them is
            # already written out.
            head.pop(variable, None)
        label = self.label()
        body: list[Stmt] = []
        self.out, self.env = body, dict(head)
        around = Around(label, label, False, [], [])
        self.around.append(around)
        try:
            test: Value = Known(True)
            if bounds is None:
                assert isinstance(stmt, ast.While)
                test = self.test(stmt.test)
                if isinstance(test, Known) and not test.value:
                    self.fail(
                        "the test of this loop is known to fail in the second round; use `if`"
                    )
            else:
                self.env[variable] = Local(variable)
            self.block(stmt.body)
            for end in around.continues + self.end():
                for name in changed:
                    if name in head and name != variable:
                        self.agree(end, name, head[name])
        finally:
            self.out = out
            del self.around[depth:]
        # After the loop: the test that failed, and each `break`. Nothing can be written out where
        # the test fails.
        exits = list(around.breaks)
        if bounds is not None or not isinstance(test, Known):
            exits.append(End([], dict(head), False))
        self.env = self.meet(exits)
        if bounds is not None:
            out.append(For(variable, bounds[0], bounds[1], bounds[2], body, label))
            if self.env is not None:
                self.env[variable] = Conflict(
                    f"{variable} counts a loop and means nothing after it"
                )
        else:
            out.append(
                While(Const(1) if isinstance(test, Known) else self.number(test), body, label)
            )

    def unroll(self, stmt: ast.For, items: list[Any]) -> None:
        """A loop over something known: a round for each item."""
        out = self.out
        whole = Block([], self.label())
        breaks: list[End] = []
        for item in items:
            if self.env is None:
                break
            part = Block([], self.label())
            whole.body.append(part)
            self.out = part.body
            around = Around(whole.label, part.label, True, breaks, [])
            self.around.append(around)
            self.assign(stmt.target, Known(item))
            self.block(stmt.body)
            self.around.pop()
            self.env = self.meet(around.continues + self.end())
        # What is written out where the loop ends normally goes into the last round's block, after
        # its inner ends have met.
        self.out = []
        whole.body.append(Block(self.out, self.label()))
        self.env = self.meet(breaks + self.end())
        self.out = out
        out.append(whole)

    def _do_Break(self, stmt: ast.Break) -> None:
        around = self.around[-1]
        self.out.append(Leave(around.leave))
        around.breaks.append(End(self.out, self.variables(), True))
        self.env = None

    def _do_Continue(self, stmt: ast.Continue) -> None:
        around = self.around[-1]
        self.out.append(Leave(around.again) if around.unrolled else Again(around.again))
        around.continues.append(End(self.out, self.variables(), True))
        self.env = None

    def _do_Pass(self, stmt: ast.stmt) -> None:
        """Leave nothing over, of an assertion either."""

    _do_Assert = _do_Pass

    def _do_Raise(self, stmt: ast.Raise) -> None:
        self.out.append(Trap())
        self.env = None
