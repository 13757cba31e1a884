"""A residual program as Python that a person can read and CPython can run."""

from __future__ import annotations

import keyword
import textwrap
from typing import TYPE_CHECKING

from cadogan.compiler.naming import RESERVED
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
    falls_through,
    has_effect,
    is_pure,
    statements,
)

if TYPE_CHECKING:
    from cadogan.compiler.program import Program

# How tightly an operator binds, as in Python's grammar.
CHOOSE, OR, AND, NOT, COMPARE, SIGN, ATOM = 1, 2, 3, 4, 5, 12, 13
BINDS = {"|": 6, "^": 7, "&": 8, "<<": 9, ">>": 9, "+": 10, "-": 10, "*": 11, "//": 11, "%": 11}


def print_program(program: Program) -> str:
    """The whole program."""
    parts = [f"# {program.title}" if program.title else "# A program left over by the specialiser"]
    parts.append("from cadogan.compiler import count, lowest")
    if program.tables:
        parts.append("\n".join(_table(name, values) for name, values in program.tables.items()))
    taken = {*RESERVED, *program.tables, *program.functions}
    parts += [_Printer(function, taken).text() for function in program.functions.values()]
    return "\n\n\n".join(parts[:2]) + "\n\n" + "\n\n\n".join(parts[2:]) + "\n"


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

    def __init__(self, function: Function, taken: set[str]) -> None:
        self.function = function
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
        state = ["s"] if function.touches_state else []
        self.line(
            0,
            f"def {function.name}({', '.join(state + [self.names[param] for param in function.params])}):",
        )
        if function.doc:
            self.line(1, '"""' + function.doc.replace("\\", "\\\\").replace('"""', "'''") + '"""')
        self.body(function.body, 1, not function.doc)
        return "\n".join(self.lines)

    def line(self, depth: int, text: str) -> None:
        self.lines.append("    " * depth + text)

    def body(self, body: list[Stmt], depth: int, needed: bool = True) -> None:
        if not body and needed:
            self.line(depth, "pass")
        for stmt in body:
            self.statement(stmt, depth)

    def statement(self, stmt: Stmt, depth: int) -> None:
        match stmt:
            case Assign(name, value):
                self.assignment(depth, Local(name), value)
            case Store(field, index, value):
                self.assignment(depth, Get(field, index), value)
            case Do(value):
                self.line(depth, self.expr(value))
            case If():
                self.branches(stmt, depth)
            case While() | For() | Block():
                self.loop(stmt, depth)
            case Leave(label):
                self.jump(label, "leave", depth)
            case Again(label):
                self.jump(label, "again", depth)
            case Return(None):
                self.line(depth, "return")
            case Return(Expr() as value):
                self.line(depth, f"return {self.expr(value)}")
            case Trap():
                self.line(depth, "raise AssertionError")

    def assignment(self, depth: int, target: Expr, value: Expr) -> None:
        text = self.expr(target)
        match value:
            case Binary(op, left, right) if left == target and op in BINDS:
                # Python works out the index of an augmented assignment first, of any other last.
                index = target.index if isinstance(target, Get) else None
                if index is None or not has_effect(value) or is_pure(index):
                    return self.line(depth, f"{text} {op}= {self.expr(right)}")
        self.line(depth, f"{text} = {self.expr(value)}")

    def branches(self, stmt: If, depth: int) -> None:
        word = "if"
        while True:
            self.line(depth, f"{word} {self.expr(stmt.test)}:")
            self.body(stmt.then, depth + 1)
            if not (len(stmt.orelse) == 1 and isinstance(stmt.orelse[0], If)):
                break
            stmt, word = stmt.orelse[0], "elif"
        if word == "if" and not falls_through(stmt.then):  # no need of an else
            self.body(stmt.orelse, depth, False)
        elif stmt.orelse:
            self.line(depth, "else:")
            self.body(stmt.orelse, depth + 1)

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
        for word, label in jumps:
            self.line(depth, f"{word}_{label} = 0")
        match stmt:
            case While(test, _, _) if not (isinstance(test, Const) and test.value):
                self.line(depth, f"while {self.expr(test)}:")
            case For(name, start, stop, step, _, _):
                bounds = [self.expr(stop)]
                if start != Const(0) or step != 1:
                    bounds.insert(0, self.expr(start))
                if step != 1:
                    bounds.append(str(step))
                self.line(depth, f"for {self.names[name]} in range({', '.join(bounds)}):")
            case _:
                self.line(depth, "while True:")
        self.loops.append(stmt.label)
        self.body(stmt.body, depth + 1)
        if isinstance(stmt, Block) and falls_through(stmt.body):
            self.line(depth + 1, "break")
        self.loops.pop()
        for word, label in jumps:
            self.line(depth, f"if {word}_{label}:")
            continues = label == self.loops[-1] and word == "again"
            self.line(depth + 1, "continue" if continues else "break")

    def jump(self, label: int, word: str, depth: int) -> None:
        innermost = label == self.loops[-1]
        if not innermost:
            self.line(depth, f"{word}_{label} = 1")
        self.line(depth, "continue" if innermost and word == "again" else "break")

    # Expressions

    def expr(self, expr: Expr, outer: int = 0) -> str:
        """An expression, in brackets where what is around it binds more tightly."""
        text, binds = self.parts(expr)
        return f"({text})" if binds < outer else text

    def parts(self, expr: Expr) -> tuple[str, int]:
        match expr:
            case Const(value):
                return _number(value), ATOM if value >= 0 else SIGN
            case Local(name):
                return self.names.get(name, name), ATOM
            case Get(field, None):
                return f"s.{field}", ATOM
            case Get(field, Expr() as index):
                return f"s.{field}[{self.expr(index)}]", ATOM
            case Look(table, index):
                return f"{table}[{self.expr(index)}]", ATOM
            case Call(function, args):
                state = ["s"] if function.touches_state else []
                return f"{function.name}({', '.join([*state, *map(self.expr, args)])})", ATOM
            case Built(name, args):
                return f"{name}({', '.join(map(self.expr, args))})", ATOM
            case Unary(op, operand):
                binds = NOT if op == "not" else SIGN
                return ("not " if op == "not" else op) + self.expr(operand, binds), binds
            case Logic(op, left, right):
                binds = OR if op == "or" else AND
                return f"{self.expr(left, binds)} {op} {self.expr(right, binds)}", binds
            case Choose(test, yes, no):
                sides = self.expr(yes, OR), self.expr(test, OR), self.expr(no, CHOOSE)
                return "{} if {} else {}".format(*sides), CHOOSE
            case Binary(op, left, right):
                binds = BINDS.get(op, COMPARE)
                # Of comparisons neither side may be one, of other operators the right.
                outer = binds + (binds == COMPARE)
                return f"{self.expr(left, outer)} {op} {self.expr(right, binds + 1)}", binds
        raise TypeError(expr)
