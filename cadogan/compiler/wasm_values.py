"""A function in WebAssembly: its instructions with their blocks and local variables, and its
expressions.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from cadogan.compiler.building import is_truth
from cadogan.compiler.opcodes import (
    ALIGN,
    ARITHMETIC,
    BLOCK,
    CALL,
    COMPARISON,
    CTZ,
    DIV,
    ELSE,
    END,
    EXTEND,
    I32,
    I32_AND,
    I32_CONST,
    I32_EQZ,
    I32_SHL,
    I64,
    I64_CONST,
    I64_EQZ,
    IF,
    LOAD,
    LOCAL_GET,
    LOCAL_SET,
    LOCAL_TEE,
    NOT_BELOW,
    POPCNT,
    REM,
    SELECT,
    UNREACHABLE,
    VOID,
    WRAP,
    signed,
    unsigned,
)
from cadogan.compiler.residual import (
    Assign,
    Binary,
    Built,
    Call,
    Choose,
    Const,
    Expr,
    For,
    Function,
    Get,
    Local,
    Logic,
    Look,
    Unary,
    has_effect,
    statements,
)

if TYPE_CHECKING:
    from cadogan.compiler.program import Program
    from cadogan.compiler.wasm import Plan, Spot


@dataclass
class Scope:
    """A function being written out: its variables, its labels, and where `return` goes."""

    function: Function
    variables: dict[str, int | Const]
    labels: dict[
        int, tuple[int, int]
    ]  # for each label of the residual: the depth of the block that Leave, and that Again, goes to
    end: int  # the depth of the block that `return` leaves; 0 is the function itself


class ValueCode:
    """The code of one function: its blocks and variables, and the values of expressions, left on
    the stack.
    """

    def __init__(
        self,
        function: Function,
        numbers: dict[Function, int],
        plan: Plan,
        program: Program,
    ) -> None:
        self.numbers = numbers
        self.memory = program.memory
        self.tables = program.tables
        self.plan = plan
        self.checked = program.out_of_bounds is not None
        self.code = bytearray()
        self.depth = 0
        self.locals = len(function.params)
        self.params = len(function.params)
        self.free: list[int] = []
        self.function = function
        self.scope = Scope(
            function, {name: number for number, name in enumerate(function.params)}, {}, 0
        )

    def op(self, *codes: int) -> None:
        """Write instructions, or one with its operands."""
        self.code += bytes(codes)

    def with_number(self, code: int, number: int) -> None:
        """Write an instruction and the number that goes with it."""
        self.op(code)
        self.code += unsigned(number)

    def constant(self, value: int) -> None:
        """Leave a number on the stack."""
        self.op(I64_CONST)
        self.code += signed(value)

    def open(self, kind: int, result: int = VOID) -> int:
        """Begin a block, a loop or an if; its depth is what branches name."""
        self.op(kind, result)
        self.depth += 1
        return self.depth

    def close(self) -> None:
        """End the block opened last."""
        self.op(END)
        self.depth -= 1

    def branch(self, code: int, depth: int) -> None:
        """Branch to the block opened at a depth."""
        self.with_number(code, self.depth - depth)

    def new_local(self) -> int:
        """The number of a free variable."""
        if self.free:
            return self.free.pop()
        self.locals += 1
        return self.locals - 1

    def variable(self, name: str) -> int:
        """The number of a variable that is assigned."""
        number = self.scope.variables.get(name)
        if not isinstance(number, int):
            number = self.scope.variables[name] = self.new_local()
        return number

    # Values

    def address(self, spot: Spot, index: Expr | None) -> int:
        """Leave an address on the stack; what is constant in it comes back, to be part of the
        instruction.
        """
        if index is None or isinstance(index, Const):
            self.op(I32_CONST, 0)
            return spot.address + (index.value * spot.width if index is not None else 0)
        self.value(index)
        if self.checked:
            self.check(index, spot.entries)
        self.op(WRAP)
        if spot.width > 1:
            self.op(I32_CONST, ALIGN[spot.width], I32_SHL)
        return spot.address

    def check(self, index: Expr, entries: int) -> None:
        """Trap where an index, the number on the stack, is not below the number of entries; where
        it is seen to be, do nothing.
        """
        match index:
            case Binary("&", _, Const(mask)) if 0 <= mask < entries:
                return
        local = self.new_local()
        self.with_number(LOCAL_TEE, local)
        self.constant(max(0, entries))
        self.op(NOT_BELOW)
        self.open(IF)
        self.op(UNREACHABLE)
        self.close()
        self.with_number(LOCAL_GET, local)
        self.free.append(local)

    def access(self, code: int, spot: Spot, offset: int) -> None:
        """Write a load or a store."""
        self.op(code, ALIGN[spot.width])
        self.code += unsigned(offset)

    def test(self, expr: Expr) -> None:
        """Leave 1 or 0 on the stack as 32 bits."""
        match expr:
            case Const(value):
                self.op(I32_CONST, int(value != 0))
            case Binary("==" | "!=" as op, left, Const(0)):
                self.value(left)
                self.op(I64_EQZ)
                if op == "!=":
                    self.op(I32_EQZ)
            case Binary(op, left, right) if op in COMPARISON:
                self.value(left)
                self.value(right)
                self.op(COMPARISON[op])
            case Unary("not", operand):
                self.test(operand)
                self.op(I32_EQZ)
            case Logic(op, left, right):
                self.test(left)
                self.open(IF, I32)
                if op == "and":
                    self.test(right)
                    self.op(ELSE, I32_CONST, 0)
                else:
                    self.op(I32_CONST, 1, ELSE)
                    self.test(right)
                self.close()
            case _:
                self.value(expr)
                self.op(I64_EQZ, I32_EQZ)

    def value(self, expr: Expr) -> None:
        """Leave the value of an expression on the stack."""
        match expr:
            case Const(value):
                self.constant(value)
            case Local(name):
                known = self.scope.variables.get(name)
                if isinstance(known, Const):
                    self.constant(known.value)
                else:
                    self.with_number(LOCAL_GET, self.variable(name))
            case Get(field, index):
                self.load(self.memory.fields[field], index)
            case Look(table, index):
                self.load(self.memory.tables[table], index)
            case Binary():
                self.binary(expr)
            case Unary("not", _):
                self.test(expr)
                self.op(EXTEND)
            case Unary("-", operand):
                self.constant(0)
                self.value(operand)
                self.op(ARITHMETIC["-"])
            case Unary(_, operand):
                self.value(operand)
                self.constant(-1)
                self.op(ARITHMETIC["^"])
            case Logic():
                self.logic(expr)
            case Choose():
                self.choose(expr)
            case Built():
                self.built(expr)
            case Call():
                self.call(expr)
            case _:
                raise TypeError(expr)

    def load(self, spot: Spot, index: Expr | None) -> None:
        """Leave an entry of a field or a table."""
        self.access(LOAD[spot.width], spot, self.address(spot, index))

    def binary(self, expr: Binary) -> None:
        """Leave what an operator makes of its two sides."""
        if expr.op in COMPARISON:
            self.test(expr)
            self.op(EXTEND)
        elif expr.op in ("//", "%"):
            self.divide(expr)
        else:
            self.value(expr.left)
            self.value(expr.right)
            self.op(ARITHMETIC[expr.op])

    def divide(self, expr: Binary) -> None:
        """Divide as Python does: to a remainder of the wrong sign add the divisor; lower its
        quotient by 1.
        """
        left, right, rest = self.new_local(), self.new_local(), self.new_local()
        for side, local in ((expr.left, left), (expr.right, right)):
            self.value(side)
            self.with_number(LOCAL_SET, local)
        self.two(left, right, REM)
        self.with_number(LOCAL_SET, rest)
        if expr.op == "//":
            self.two(left, right, DIV)
        else:
            self.two(rest, right, ARITHMETIC["+"])
            self.with_number(LOCAL_GET, rest)
        self.two(rest, right, ARITHMETIC["^"])
        self.constant(0)
        self.op(COMPARISON["<"])
        self.with_number(LOCAL_GET, rest)
        self.constant(0)
        self.op(COMPARISON["!="], I32_AND)
        if expr.op == "//":
            self.op(EXTEND, ARITHMETIC["-"])
        else:
            self.op(SELECT)
        self.free += [left, right, rest]

    def two(self, left: int, right: int, code: int) -> None:
        """Write an operator applied to two variables."""
        self.with_number(LOCAL_GET, left)
        self.with_number(LOCAL_GET, right)
        self.op(code)

    def logic(self, expr: Logic) -> None:
        """Leave `and` or `or` with Python's value."""
        if is_truth(expr.left) and is_truth(expr.right):
            self.test(expr)
            self.op(EXTEND)
            return
        local = self.new_local()
        self.value(expr.left)
        self.with_number(LOCAL_TEE, local)
        self.op(I64_EQZ)
        self.open(IF, I64)
        if expr.op == "or":
            self.value(expr.right)
            self.op(ELSE)
        self.with_number(LOCAL_GET, local)
        if expr.op == "and":
            self.op(ELSE)
            self.value(expr.right)
        self.close()
        self.free.append(local)

    def choose(self, expr: Choose) -> None:
        """Leave one of two values."""
        if all(isinstance(side, Const | Local) for side in (expr.yes, expr.no)) and not has_effect(
            expr.test
        ):
            self.value(expr.yes)
            self.value(expr.no)
            self.test(expr.test)
            self.op(SELECT)
            return
        self.test(expr.test)
        self.open(IF, I64)
        self.value(expr.yes)
        self.op(ELSE)
        self.value(expr.no)
        self.close()

    def built(self, expr: Built) -> None:
        """Leave what `lowest`, `count`, `min` or `max` gives."""
        if expr.name in ("lowest", "count"):
            self.value(expr.args[0])
            self.op(CTZ if expr.name == "lowest" else POPCNT)
            return
        left, right = self.new_local(), self.new_local()
        for arg, local in zip(expr.args, (left, right)):
            self.value(arg)
            self.with_number(LOCAL_SET, local)
        for local in (left, right, left, right):
            self.with_number(LOCAL_GET, local)
        self.op(COMPARISON["<=" if expr.name == "min" else ">="], SELECT)
        self.free += [left, right]

    def call(self, expr: Call) -> None:
        """Write a call, or the function's body instead."""
        if expr.function not in self.plan.inline:
            for arg in expr.args:
                self.value(arg)
            self.with_number(CALL, self.numbers[expr.function])
            return
        self.write_out(expr)

    def write_out(self, expr: Call) -> None:
        """Write a function's body in place of its call, with variables of its own."""
        function = expr.function
        assigned = {
            stmt.name for stmt in statements(function.body) if isinstance(stmt, Assign | For)
        }
        variables: dict[str, int | Const] = {}
        mine: list[int] = []
        for name, arg in zip(function.params, expr.args, strict=True):
            known = self.scope.variables.get(arg.name) if isinstance(arg, Local) else arg
            if name not in assigned and isinstance(known, Const | int):
                variables[name] = known
            else:
                self.value(arg)
                variables[name] = number = self.new_local()
                mine.append(number)
        for number in reversed(mine):
            self.with_number(LOCAL_SET, number)
        outer = self.scope
        end = self.open(BLOCK, I64 if function.returns else VOID)
        self.scope = Scope(function, variables, {}, end)
        self.whole(function)
        self.close()
        for name, variable in self.scope.variables.items():
            if isinstance(variable, int) and (name not in function.params or variable in mine):
                self.free.append(variable)
        self.scope = outer

    def whole(self, function: Function) -> None:
        """Write the body of a function."""
        raise NotImplementedError  # the statements are those of `wasm_statements`
