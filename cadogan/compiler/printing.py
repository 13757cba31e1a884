"""A residual program as Python that a person can read and CPython can run."""

from __future__ import annotations

import keyword
import textwrap
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from cadogan.compiler.residual import (
    Again,
    Assign,
    Binary,
    Block,
    Built,
    Call,
    Choose,
    Const,
    Do,
    Expr,
    For,
    Function,
    Get,
    If,
    Leave,
    Local,
    Logic,
    Look,
    Return,
    Stmt,
    Store,
    Trap,
    Unary,
    While,
    calls,
    falls_through,
    has_effect,
    is_counted,
    is_pure,
    statements,
)

if TYPE_CHECKING:
    from cadogan.compiler.program import Program

# How tightly an operator binds, as in Python's grammar.
CHOOSE, OR, AND, NOT, COMPARE, SIGN, ATOM = 1, 2, 3, 4, 5, 12, 13
BINDS = {"|": 6, "^": 7, "&": 8, "<<": 9, ">>": 9, "+": 10, "-": 10, "*": 11, "//": 11, "%": 11}
GUARD = "s.fuel -= 1\nif s.fuel < 0:\n    raise OutOfTime"


def print_program(program: Program, guarded: bool = False) -> str:
    """The whole program. `guarded`: loops and functions that call themselves count `s.fuel` down
    and raise OutOfTime below 0.
    """
    parts = [f"# {program.title}" if program.title else "# A program left over by the specialiser"]
    parts.append("from cadogan.compiler.bits import count, lowest")
    if program.tables:
        parts.append("\n".join(_table(name, values) for name, values in program.tables.items()))
    taken = (
        set(program.tables)
        | set(program.functions)
        | {"s", "lowest", "count", "min", "max", "range"}
    )
    looping = (
        recursive({function: calls(function.body) for function in program.functions.values()})
        if guarded
        else set()
    )
    parts += [
        _Printer(function, taken, guarded, function in looping).text()
        for function in program.functions.values()
    ]
    return "\n\n\n".join(parts[:2]) + "\n\n" + "\n\n\n".join(parts[2:]) + "\n"


def recursive(made: Mapping[Function, Iterable[Call]]) -> set[Function]:
    """The functions that may call themselves, at any remove, by the calls that are made in each."""
    calling = {function: {call.function for call in inside} for function, inside in made.items()}
    result = set()
    for function in calling:
        seen: set[Function] = set()
        stack = list(calling[function])
        while stack:
            called = stack.pop()
            if called not in seen:
                seen.add(called)
                stack.extend(calling.get(called, ()))
        if function in seen:
            result.add(function)
    return result


def _table(name: str, values: tuple[int, ...]) -> str:
    text = f"{name} = ({', '.join(map(_number, values))}{',' if len(values) == 1 else ''})"
    if len(text) <= 120:
        return text
    return f"{name} = (\n{textwrap.fill(', '.join(map(_number, values)), 116, initial_indent='    ', subsequent_indent='    ')},\n)"


def _number(value: int) -> str:
    """A number; large ones are sets of bits."""
    return str(value) if -65536 < value < 65536 else hex(value)


class _Printer:
    """The text of one function."""

    def __init__(self, function: Function, taken: set[str], guarded: bool, recurs: bool) -> None:
        self.function = function
        self.guarded = guarded
        self.recurs = recurs
        self.lines: list[str] = []
        self.loops: list[int] = []  # the labels of the Python loops around
        self.names: dict[str, str] = {}
        names = dict.fromkeys(function.params)
        for stmt in statements(function.body):
            if isinstance(stmt, Assign | For):
                names[stmt.name] = None
        for name in names:
            new = name
            while new in taken or keyword.iskeyword(new) or new in self.names.values():
                new += "_"
            self.names[name] = new

    def text(self) -> str:
        function = self.function
        state = ["s"] if function.touches_state or self.guarded else []
        self.line(
            0,
            f"def {function.name}({', '.join(state + [self.names[param] for param in function.params])}):",
        )
        if function.doc:
            self.line(1, '"""' + function.doc.replace("\\", "\\\\").replace('"""', "'''") + '"""')
        if self.recurs:
            self.guard(1)
        self.body(function.body, 1, not function.doc)
        return "\n".join(self.lines)

    def line(self, depth: int, text: str) -> None:
        self.lines.append("    " * depth + text)

    def guard(self, depth: int) -> None:
        for line in GUARD.split("\n"):
            self.line(depth, line)

    def body(self, body: list[Stmt], depth: int, needed: bool = True) -> None:
        if not body and needed:
            self.line(depth, "pass")
        for stmt in body:
            self.statement(stmt, depth)

    def statement(self, stmt: Stmt, depth: int) -> None:
        if isinstance(stmt, Assign):
            self.assignment(depth, self.names[stmt.name], Local(stmt.name), stmt.value)
        elif isinstance(stmt, Store):
            target = Get(stmt.field, stmt.index)
            self.assignment(depth, self.expr(target), target, stmt.value)
        elif isinstance(stmt, Do):
            self.line(depth, self.expr(stmt.value))
        elif isinstance(stmt, If):
            self.branches(stmt, depth)
        elif isinstance(stmt, While | For | Block):
            self.loop(stmt, depth)
        elif isinstance(stmt, Leave):
            self.jump(stmt.label, "leave", depth)
        elif isinstance(stmt, Again):
            self.jump(stmt.label, "again", depth)
        elif isinstance(stmt, Return):
            self.line(depth, "return" if stmt.value is None else f"return {self.expr(stmt.value)}")
        elif isinstance(stmt, Trap):
            self.line(depth, "raise AssertionError")

    def assignment(self, depth: int, text: str, target: Expr, value: Expr) -> None:
        shortens = isinstance(value, Binary) and value.left == target and value.op in BINDS
        # Python works out the index of an augmented assignment first, of any other last.
        if shortens and isinstance(target, Get) and target.index is not None:
            shortens = not has_effect(value) or is_pure(target.index)
        if shortens and isinstance(value, Binary):
            self.line(depth, f"{text} {value.op}= {self.expr(value.right)}")
        else:
            self.line(depth, f"{text} = {self.expr(value)}")

    def branches(self, stmt: If, depth: int) -> None:
        word = "if"
        while True:
            self.line(depth, f"{word} {self.expr(stmt.test)}:")
            self.body(stmt.then, depth + 1)
            if len(stmt.orelse) == 1 and isinstance(stmt.orelse[0], If):
                stmt, word = stmt.orelse[0], "elif"
                continue
            if stmt.orelse:
                if not falls_through(stmt.then):  # no need of an else
                    self.body(stmt.orelse, depth) if word == "if" else self.otherwise(
                        stmt.orelse, depth
                    )
                else:
                    self.otherwise(stmt.orelse, depth)
            return

    def otherwise(self, body: list[Stmt], depth: int) -> None:
        self.line(depth, "else:")
        self.body(body, depth + 1)

    def loop(self, stmt: While | For | Block, depth: int) -> None:
        """A loop; jumps out of it to a loop further out set a variable that is asked after it."""
        inside = {
            inner.label for inner in statements([stmt]) if isinstance(inner, While | For | Block)
        }
        jumps = list(
            dict.fromkeys(
                ("leave" if isinstance(inner, Leave) else "again", inner.label)
                for inner in statements(stmt.body)
                if isinstance(inner, Leave | Again) and inner.label not in inside
            )
        )
        fresh = [jump for jump in jumps if len(self.loops) > 0]
        for word, label in fresh:
            self.line(depth, f"{word}_{label} = 0")
        if isinstance(stmt, While):
            self.line(
                depth,
                "while True:"
                if isinstance(stmt.test, Const) and stmt.test.value
                else f"while {self.expr(stmt.test)}:",
            )
        elif isinstance(stmt, For):
            bounds = [self.expr(stmt.stop)]
            if stmt.start != Const(0) or stmt.step != 1:
                bounds.insert(0, self.expr(stmt.start))
            if stmt.step != 1:
                bounds.append(str(stmt.step))
            self.line(depth, f"for {self.names[stmt.name]} in range({', '.join(bounds)}):")
        else:
            self.line(depth, "while True:")
        if self.guarded and is_counted(stmt):
            self.guard(depth + 1)
        self.loops.append(stmt.label)
        self.body(stmt.body, depth + 1)
        if isinstance(stmt, Block) and falls_through(stmt.body):
            self.line(depth + 1, "break")
        self.loops.pop()
        for word, label in jumps:
            self.line(depth, f"if {word}_{label}:")
            if label == self.loops[-1]:
                self.line(depth + 1, "break" if word == "leave" else "continue")
            else:
                self.line(depth + 1, "break")

    def jump(self, label: int, word: str, depth: int) -> None:
        if label == self.loops[-1]:
            self.line(depth, "break" if word == "leave" else "continue")
        else:
            self.line(depth, f"{word}_{label} = 1")
            self.line(depth, "break")

    # Expressions

    def expr(self, expr: Expr, outer: int = 0) -> str:
        """An expression, in brackets where what is around it binds more tightly."""
        text, binds = self.parts(expr)
        return f"({text})" if binds < outer else text

    def parts(self, expr: Expr) -> tuple[str, int]:
        if isinstance(expr, Const):
            return _number(expr.value), ATOM if expr.value >= 0 else SIGN
        if isinstance(expr, Local):
            return self.names.get(expr.name, expr.name), ATOM
        if isinstance(expr, Get):
            return f"s.{expr.field}" + (
                f"[{self.expr(expr.index)}]" if expr.index is not None else ""
            ), ATOM
        if isinstance(expr, Look):
            return f"{expr.table}[{self.expr(expr.index)}]", ATOM
        if isinstance(expr, Call):
            state = ["s"] if expr.function.touches_state or self.guarded else []
            return (
                f"{expr.function.name}({', '.join(state + [self.expr(arg) for arg in expr.args])})",
                ATOM,
            )
        if isinstance(expr, Built):
            return f"{expr.name}({', '.join(self.expr(arg) for arg in expr.args)})", ATOM
        if isinstance(expr, Unary):
            binds = NOT if expr.op == "not" else SIGN
            return ("not " if expr.op == "not" else expr.op) + self.expr(expr.of, binds), binds
        if isinstance(expr, Logic):
            binds = OR if expr.op == "or" else AND
            return f"{self.expr(expr.left, binds)} {expr.op} {self.expr(expr.right, binds)}", binds
        if isinstance(expr, Choose):
            return (
                f"{self.expr(expr.yes, OR)} if {self.expr(expr.test, OR)} else {self.expr(expr.no, CHOOSE)}",
                CHOOSE,
            )
        if isinstance(expr, Binary):
            if expr.op in BINDS:
                binds = BINDS[expr.op]
                return (
                    f"{self.expr(expr.left, binds)} {expr.op} {self.expr(expr.right, binds + 1)}",
                    binds,
                )
            return (
                f"{self.expr(expr.left, COMPARE + 1)} {expr.op} {self.expr(expr.right, COMPARE + 1)}",
                COMPARE,
            )
        raise TypeError(expr)


__all__ = ["print_program", "recursive"]
