"""A residual program as a WebAssembly module, encoded by hand.

Everything is a 64-bit integer; tests are 32-bit and go straight into branches. The fields of the state and the tables lie at fixed
addresses of a memory that does not grow. Small functions, and those called from one place, are written out where they are called, for
the engines that run the module do little of that themselves. The encoding is that of the WebAssembly Core Specification, chapter 5.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from cadogan.engine.layout import Layout
from cadogan.engine.residual import (
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
    size,
    statements,
    walk,
)

if TYPE_CHECKING:
    from cadogan.engine.specialise import Program

SMALL = 24  # nodes: a function as small as this is written out wherever it is called
LARGE = 3000  # nodes: a function does not grow beyond this by writing others out
PAGE = 65536

I32, I64, VOID = 0x7F, 0x7E, 0x40
UNREACHABLE, BLOCK, LOOP, IF, ELSE, END, BR, BR_IF, RETURN, CALL, DROP, SELECT = (
    0x00, 0x02, 0x03, 0x04, 0x05, 0x0B, 0x0C, 0x0D, 0x0F, 0x10, 0x1A, 0x1B,
)  # fmt: skip
LOCAL_GET, LOCAL_SET, LOCAL_TEE, GLOBAL_GET, GLOBAL_SET = 0x20, 0x21, 0x22, 0x23, 0x24
I32_CONST, I64_CONST, I32_EQZ, I64_EQZ, I32_AND, I32_OR = 0x41, 0x42, 0x45, 0x50, 0x71, 0x72
WRAP, EXTEND = 0xA7, 0xAD  # i64 to i32; unsigned i32 to i64
I32_SHL, I32_MUL = 0x74, 0x6C
DIV, REM = 0x7F, 0x81  # signed; those of ARITHMETIC are unsigned
ARITHMETIC = {"+": 0x7C, "-": 0x7D, "*": 0x7E, "//": 0x80, "%": 0x82, "&": 0x83, "|": 0x84, "^": 0x85, "<<": 0x86, ">>": 0x87}
COMPARISON = {"==": 0x51, "!=": 0x52, "<": 0x53, ">": 0x55, "<=": 0x57, ">=": 0x59}
LOAD = {1: 0x30, 2: 0x32, 4: 0x34, 8: 0x29}  # signed, to i64
STORE = {1: 0x3C, 2: 0x3D, 4: 0x3E, 8: 0x37}
CTZ, POPCNT = 0x7A, 0x7B
ALIGN = {1: 0, 2: 1, 4: 2, 8: 3}


def unsigned(value: int) -> bytes:
    """A number in LEB128."""
    out = bytearray()
    while True:
        byte, value = value & 0x7F, value >> 7
        if not value:
            out.append(byte)
            return bytes(out)
        out.append(byte | 0x80)


def signed(value: int) -> bytes:
    """A number in signed LEB128."""
    out = bytearray()
    while True:
        byte, value = value & 0x7F, value >> 7
        if (value == 0 and not byte & 0x40) or (value == -1 and byte & 0x40):
            out.append(byte)
            return bytes(out)
        out.append(byte | 0x80)


def section(number: int, content: bytes) -> bytes:
    """A section of the module."""
    return bytes([number]) + unsigned(len(content)) + content


def vector(items: Iterable[bytes]) -> bytes:
    """How many items, and the items."""
    listed = list(items)
    return unsigned(len(listed)) + b"".join(listed)


def named(text: str) -> bytes:
    """A name."""
    data = text.encode()
    return unsigned(len(data)) + data


@dataclass(frozen=True)
class Spot:
    """Where a field or a table lies: its address, the width of an entry in bytes, and how many there are."""

    at: int
    width: int
    entries: int


@dataclass
class Memory:
    """Where everything lies: the state first, the widest entries first, then the tables."""

    fields: dict[str, Spot] = field(default_factory=dict)
    tables: dict[str, Spot] = field(default_factory=dict)
    end: int = 0

    @classmethod
    def of(cls, layout: Layout, tables: dict[str, tuple[int, ...]]) -> Memory:
        """The memory of a program."""
        memory = cls(end=8)
        for item in sorted(layout, key=lambda item: -item.width):
            memory.fields[item.name] = memory.place(item.width, item.entries)
        for name, values in sorted(tables.items(), key=lambda item: -width_of(item[1])):
            memory.tables[name] = memory.place(width_of(values), len(values))
        return memory

    def place(self, width: int, entries: int) -> Spot:
        """The next free place."""
        at = (self.end + width - 1) // width * width
        self.end = at + width * entries
        return Spot(at, width, entries)

    @property
    def pages(self) -> int:
        """The size of the memory."""
        return (self.end + PAGE - 1) // PAGE


def width_of(values: tuple[int, ...]) -> int:
    """The fewest bytes that hold every value, signed."""
    return next(width for width in (1, 2, 4, 8) if all(-(1 << 8 * width - 1) <= value < 1 << 8 * width - 1 for value in values))


def is_power(value: int) -> bool:
    """Whether a number is a power of two."""
    return value > 0 and value & (value - 1) == 0


def emit(program: Program, guarded: bool = False) -> bytes:
    """The module of a program. It exports the program's functions, `memory`, and where it is `guarded`, `fuel`: a global that every round
    of a loop and every function that calls itself counts down, and below 0 the call ends with a trap.
    """
    memory = Memory.of(program.layout, program.tables)
    functions = list(program.functions.values())
    plan = Plan(functions, [program.functions[name] for name in program.exports])
    numbers = {function: number for number, function in enumerate(plan.kept)}
    types: dict[bytes, int] = {}
    of_function = []
    for function in plan.kept:
        signature = b"\x60" + vector([bytes([I64])] * len(function.params)) + vector([bytes([I64])] if function.returns else [])
        of_function.append(types.setdefault(signature, len(types)))
    codes = [_Code(function, numbers, memory, plan, program, guarded).encoded() for function in plan.kept]
    exports = [named(name) + b"\x00" + unsigned(numbers[program.functions[name]]) for name in program.exports]
    exports.append(named("memory") + b"\x02\x00")
    if guarded:
        exports.append(named("fuel") + b"\x03\x00")
    limits = b"\x01" + unsigned(memory.pages) + unsigned(memory.pages)
    sections = [
        section(1, vector(types)),
        section(3, vector(unsigned(number) for number in of_function)),
        section(5, vector([limits])),
    ]
    if guarded:
        sections.append(section(6, vector([bytes([I64, 1, I64_CONST]) + signed((1 << 63) - 1) + bytes([END])])))
    sections.append(section(7, vector(exports)))
    sections.append(section(10, vector(codes)))
    segments = [_segment(memory.tables[name], values) for name, values in program.tables.items()]
    for item in program.layout:
        if item.initial:
            segments.append(_segment(memory.fields[item.name], (item.initial,) * item.entries))
    sections.append(section(11, vector(segments)))
    return b"\0asm\x01\0\0\0" + b"".join(sections)


def _segment(spot: Spot, values: tuple[int, ...]) -> bytes:
    """The bytes of a table, and where they go."""
    data = b"".join(value.to_bytes(spot.width, "little", signed=True) for value in values)
    return b"\x00" + bytes([I32_CONST]) + signed(spot.at) + bytes([END]) + unsigned(len(data)) + data


class Plan:
    """Which functions are written out where they are called, and which are kept as functions."""

    def __init__(self, functions: list[Function], exported: list[Function]) -> None:
        from cadogan.engine.printing import recursive

        self.recursive = recursive(functions)
        callers: dict[Function, int] = dict.fromkeys(functions, 0)
        for function in functions:
            for call in calls(function.body):
                callers[call.function] += 1
        self.inline: set[Function] = set()
        grown: dict[Function, int] = {}

        def weigh(function: Function) -> int:
            """The size of a function with what is written out in it."""
            if function in grown:
                return grown[function]
            total = size(function.body)
            grown[function] = total
            if function in self.recursive:
                return total
            for call in calls(function.body):
                inner = call.function
                if inner in self.recursive:
                    continue
                weight = weigh(inner)
                once = callers[inner] == 1 and inner not in exported
                if inner in self.inline or weight <= SMALL or (once and total + weight <= LARGE):
                    self.inline.add(inner)
                    total += weight
            grown[function] = total
            return total

        for function in functions:
            weigh(function)
        # What is still called as a function, or exported.
        self.kept: list[Function] = list(exported)
        seen = set(exported)
        visited: set[Function] = set()
        stack = list(exported)
        while stack:
            function = stack.pop()
            if function in visited:
                continue
            visited.add(function)
            for call in calls(function.body):
                if call.function not in self.inline and call.function not in seen:
                    seen.add(call.function)
                    self.kept.append(call.function)
                stack.append(call.function)


@dataclass
class Scope:
    """A function being written out: its variables, its labels, and where `return` goes."""

    function: Function
    variables: dict[str, int | Const]
    labels: dict[int, tuple[int, int]]  # for each label of the residual: the depth of the block that Leave, and that Again, goes to
    end: int  # the depth of the block that `return` leaves; 0 is the function itself


class _Code:
    """The code of one function."""

    def __init__(
        self, function: Function, numbers: dict[Function, int], memory: Memory, plan: Plan, program: Program, guarded: bool
    ) -> None:
        self.numbers = numbers
        self.memory = memory
        self.tables = program.tables
        self.plan = plan
        self.guarded = guarded
        self.code = bytearray()
        self.depth = 0
        self.locals = len(function.params)
        self.params = len(function.params)
        self.free: list[int] = []
        self.function = function
        self.scope = Scope(function, {name: number for number, name in enumerate(function.params)}, {}, 0)

    def encoded(self) -> bytes:
        """The function as the code section has it."""
        function = self.function
        if self.guarded and function in self.plan.recursive:
            self.count_down()
        self.body(function.body)
        if function.returns and falls_through(function.body):
            self.op(UNREACHABLE)
        elif function.returns and self.ends_open(function.body):
            self.op(UNREACHABLE)
        self.op(END)
        extra = self.locals - self.params
        declared = vector([unsigned(extra) + bytes([I64])] if extra else [])
        content = declared + bytes(self.code)
        return unsigned(len(content)) + content

    def ends_open(self, body: list[Stmt]) -> bool:
        """Whether the encoding ends in a block, so that the validator wants a value though control never gets there."""
        return not isinstance(body[-1], Return | Trap)

    # Encoding

    def op(self, code: int) -> None:
        self.code.append(code)

    def with_number(self, code: int, number: int) -> None:
        self.code.append(code)
        self.code += unsigned(number)

    def constant(self, value: int) -> None:
        self.code.append(I64_CONST)
        self.code += signed(value)

    def open(self, kind: int, result: int = VOID) -> int:
        """Begin a block, a loop or an if; its depth is what branches name."""
        self.code += bytes([kind, result])
        self.depth += 1
        return self.depth

    def close(self) -> None:
        self.op(END)
        self.depth -= 1

    def branch(self, code: int, depth: int) -> None:
        """Branch to the block opened at a depth."""
        self.with_number(code, self.depth - depth)

    def new_local(self) -> int:
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

    def count_down(self) -> None:
        """One less of the fuel, and an end when there is none."""
        left = self.new_local()
        self.with_number(GLOBAL_GET, 0)
        self.constant(1)
        self.op(ARITHMETIC["-"])
        self.with_number(LOCAL_TEE, left)
        self.with_number(GLOBAL_SET, 0)
        self.with_number(LOCAL_GET, left)
        self.free.append(left)
        self.constant(0)
        self.op(COMPARISON["<"])
        self.open(IF)
        self.op(UNREACHABLE)
        self.close()

    # Statements

    def body(self, body: list[Stmt]) -> None:
        for stmt in body:
            self.statement(stmt)

    def statement(self, stmt: Stmt) -> None:
        if isinstance(stmt, Assign):
            self.value(stmt.value)
            self.with_number(LOCAL_SET, self.variable(stmt.name))
        elif isinstance(stmt, Store):
            self.store(stmt)
        elif isinstance(stmt, Do):
            self.drop(stmt.value)
        elif isinstance(stmt, If):
            self.branches(stmt)
        elif isinstance(stmt, While):
            leave = self.open(BLOCK)
            again = self.open(LOOP)
            self.scope.labels[stmt.label] = (leave, again)
            if self.guarded:
                self.count_down()
            if not (isinstance(stmt.test, Const) and stmt.test.value):
                self.jump_unless(stmt.test, leave)
            self.body(stmt.body)
            if falls_through(stmt.body):
                self.branch(BR, again)
            self.close()
            self.close()
        elif isinstance(stmt, For):
            self.for_loop(stmt)
        elif isinstance(stmt, Block):
            leave = self.open(BLOCK)
            self.scope.labels[stmt.label] = (leave, leave)
            self.body(stmt.body)
            self.close()
        elif isinstance(stmt, Leave):
            self.branch(BR, self.scope.labels[stmt.label][0])
        elif isinstance(stmt, Again):
            self.branch(BR, self.scope.labels[stmt.label][1])
        elif isinstance(stmt, Return):
            if stmt.value is not None:
                self.value(stmt.value)
            if self.scope.end == 0:
                self.op(RETURN)
            else:
                self.branch(BR, self.scope.end)
        elif isinstance(stmt, Trap):
            self.op(UNREACHABLE)

    def drop(self, expr: Expr) -> None:
        """An expression for its effect."""
        if isinstance(expr, Call) and not expr.function.returns:
            self.call(expr)
            return
        if isinstance(expr, Logic):  # the right side may give nothing
            self.test(expr.left)
            if expr.op == "or":
                self.op(I32_EQZ)
            self.open(IF)
            self.drop(expr.right)
            self.close()
            return
        self.value(expr)
        self.op(DROP)

    def branches(self, stmt: If) -> None:
        test, then, orelse = stmt.test, stmt.then, stmt.orelse
        if not orelse and len(then) == 1 and isinstance(then[0], Leave | Again):
            label = self.scope.labels[then[0].label]
            self.jump_if(test, label[0] if isinstance(then[0], Leave) else label[1])
            return
        if not orelse and len(then) == 1 and isinstance(then[0], Return) and then[0].value is None and self.scope.end:
            self.jump_if(test, self.scope.end)
            return
        if isinstance(test, Logic):
            # Straight branches rather than a truth value that is asked again.
            end = self.open(BLOCK) if orelse else 0
            otherwise = self.open(BLOCK)
            self.jump_unless(test, otherwise)
            self.body(then)
            if orelse and falls_through(then):
                self.branch(BR, end)
            self.close()
            if orelse:
                self.body(orelse)
                self.close()
            return
        self.test(test)
        self.open(IF)
        self.body(then)
        if orelse:
            self.op(ELSE)
            self.body(orelse)
        self.close()

    def jump_if(self, test: Expr, target: int) -> None:
        """Branch where a test holds."""
        if isinstance(test, Logic) and not self.cheap(test):
            if test.op == "or":
                self.jump_if(test.left, target)
                self.jump_if(test.right, target)
            else:
                past = self.open(BLOCK)
                self.jump_unless(test.left, past)
                self.jump_if(test.right, target)
                self.close()
        elif isinstance(test, Unary) and test.op == "not":
            self.jump_unless(test.of, target)
        else:
            self.test(test)
            self.branch(BR_IF, target)

    def jump_unless(self, test: Expr, target: int) -> None:
        """Branch where a test fails."""
        if isinstance(test, Logic) and not self.cheap(test):
            if test.op == "and":
                self.jump_unless(test.left, target)
                self.jump_unless(test.right, target)
            else:
                past = self.open(BLOCK)
                self.jump_if(test.left, past)
                self.jump_unless(test.right, target)
                self.close()
        elif isinstance(test, Unary) and test.op == "not":
            self.jump_if(test.of, target)
        else:
            self.test(test)
            self.op(I32_EQZ)
            self.branch(BR_IF, target)

    def cheap(self, test: Expr) -> bool:
        """Whether both sides of a test are so cheap that working out both is faster than a branch."""
        parts = list(walk(test))
        return len(parts) <= 9 and all(
            isinstance(part, Local | Const | Logic) or (isinstance(part, Binary) and part.op not in ("//", "%")) for part in parts
        )

    def for_loop(self, stmt: For) -> None:
        variable = self.variable(stmt.name)
        self.value(stmt.start)
        stop: int | Const
        if isinstance(stmt.stop, Const):
            stop = stmt.stop
            self.with_number(LOCAL_SET, variable)
        else:
            stop = self.new_local()
            self.value(stmt.stop)
            self.with_number(LOCAL_SET, stop)
            self.with_number(LOCAL_SET, variable)
        known = isinstance(stmt.start, Const) and isinstance(stmt.stop, Const)  # not empty: the specialiser drops such loops
        leave = self.open(BLOCK)
        if not known:
            self.past(variable, stop, stmt.step)
            self.branch(BR_IF, leave)
        top = self.open(LOOP)
        again = self.open(BLOCK)
        self.scope.labels[stmt.label] = (leave, again)
        if self.guarded and is_counted(stmt):
            self.count_down()
        self.body(stmt.body)
        self.close()
        self.with_number(LOCAL_GET, variable)
        self.constant(stmt.step)
        self.op(ARITHMETIC["+"])
        self.with_number(LOCAL_SET, variable)
        self.past(variable, stop, stmt.step)
        self.op(I32_EQZ)
        self.branch(BR_IF, top)
        self.close()
        self.close()
        if isinstance(stop, int):
            self.free.append(stop)

    def past(self, variable: int, stop: int | Const, step: int) -> None:
        """Whether a range is at its end."""
        self.with_number(LOCAL_GET, variable)
        self.constant(stop.value) if isinstance(stop, Const) else self.with_number(LOCAL_GET, stop)
        self.op(COMPARISON[">=" if step > 0 else "<="])

    def store(self, stmt: Store) -> None:
        spot = self.memory.fields[stmt.field]
        held: int | None = None
        if stmt.index is not None and not isinstance(stmt.index, Const | Local) and (has_effect(stmt.value) or has_effect(stmt.index)):
            held = self.new_local()  # the value comes first
            self.value(stmt.value)
            self.with_number(LOCAL_SET, held)
        offset = self.address(spot, stmt.index)
        if held is None:
            self.value(stmt.value)
        else:
            self.with_number(LOCAL_GET, held)
            self.free.append(held)
        self.access(STORE[spot.width], spot, offset)

    def address(self, spot: Spot, index: Expr | None) -> int:
        """Leave an address on the stack; what is constant in it comes back, to be part of the instruction."""
        offset = spot.at
        # The offset of an instruction does not wrap round: only what is added to something not negative may go there.
        while isinstance(index, Binary) and index.op == "+" and isinstance(index.right, Const) and self.not_negative(index.left):
            offset += index.right.value * spot.width
            index = index.left
        if index is None or isinstance(index, Const):
            self.code += bytes([I32_CONST, 0])
            return offset + (index.value * spot.width if index is not None else 0)
        self.value(index)
        self.op(WRAP)
        if spot.width > 1:
            self.code += bytes([I32_CONST, ALIGN[spot.width], I32_SHL])
        return offset

    def not_negative(self, expr: Expr) -> bool:
        """Whether an expression is seen to be 0 or more."""
        if isinstance(expr, Const):
            return expr.value >= 0
        if isinstance(expr, Binary):
            if expr.op == "&":
                return self.not_negative(expr.left) or self.not_negative(expr.right)
            return expr.op in ("+", "*", "//", "%", ">>", "|") and self.not_negative(expr.left) and self.not_negative(expr.right)
        return isinstance(expr, Look) and min(self.tables[expr.table]) >= 0

    def access(self, code: int, spot: Spot, offset: int) -> None:
        """A load or a store."""
        self.code += bytes([code, ALIGN[spot.width]])
        self.code += unsigned(offset)

    # Expressions

    def test(self, expr: Expr) -> None:
        """Leave 1 or 0 on the stack as 32 bits."""
        if isinstance(expr, Const):
            self.code += bytes([I32_CONST, int(expr.value != 0)])
        elif isinstance(expr, Binary) and expr.op in COMPARISON:
            if expr.right == Const(0) and expr.op in ("==", "!="):
                self.value(expr.left)
                self.op(I64_EQZ)
                if expr.op == "!=":
                    self.op(I32_EQZ)
                return
            self.value(expr.left)
            self.value(expr.right)
            self.op(COMPARISON[expr.op])
        elif isinstance(expr, Unary) and expr.op == "not":
            self.test(expr.of)
            self.op(I32_EQZ)
        elif isinstance(expr, Logic):
            self.test(expr.left)
            if self.cheap(expr):
                self.test(expr.right)
                self.op(I32_AND if expr.op == "and" else I32_OR)
                return
            self.open(IF, I32)
            if expr.op == "and":
                self.test(expr.right)
                self.code += bytes([ELSE, I32_CONST, 0])
            else:
                self.code += bytes([I32_CONST, 1, ELSE])
                self.test(expr.right)
            self.close()
        else:
            self.value(expr)
            self.code += bytes([I64_EQZ, I32_EQZ])

    def value(self, expr: Expr) -> None:
        """Leave the value of an expression on the stack."""
        if isinstance(expr, Const):
            self.constant(expr.value)
        elif isinstance(expr, Local):
            variable = self.scope.variables.get(expr.name)
            if isinstance(variable, Const):
                self.constant(variable.value)
            else:
                self.with_number(LOCAL_GET, self.variable(expr.name))
        elif isinstance(expr, Get | Look):
            spot = self.memory.fields[expr.field] if isinstance(expr, Get) else self.memory.tables[expr.table]
            self.access(LOAD[spot.width], spot, self.address(spot, expr.index))
        elif isinstance(expr, Binary):
            self.binary(expr)
        elif isinstance(expr, Unary):
            if expr.op == "not":
                self.test(expr)
                self.op(EXTEND)
            elif expr.op == "-":
                self.constant(0)
                self.value(expr.of)
                self.op(ARITHMETIC["-"])
            else:
                self.value(expr.of)
                self.constant(-1)
                self.op(ARITHMETIC["^"])
        elif isinstance(expr, Logic):
            self.logic(expr)
        elif isinstance(expr, Choose):
            self.choose(expr)
        elif isinstance(expr, Built):
            self.built(expr)
        elif isinstance(expr, Call):
            self.call(expr)
        else:
            raise TypeError(expr)

    def binary(self, expr: Binary) -> None:
        if expr.op in COMPARISON:
            self.test(expr)
            self.op(EXTEND)
            return
        if expr.op in ("//", "%") and not (self.not_negative(expr.left) and self.not_negative(expr.right)):
            if isinstance(expr.right, Const) and expr.right.value > 0:
                self.divide_by(expr.left, expr.right.value, expr.op == "//")
            else:
                self.divide(expr)
            return
        self.value(expr.left)
        if expr.op in ("//", "%") and isinstance(expr.right, Const) and is_power(expr.right.value):
            self.share(expr.right.value, expr.op == "//")
            return
        self.value(expr.right)
        self.op(ARITHMETIC[expr.op])

    def share(self, power: int, quotient: bool) -> None:
        """Divide what is on the stack by a power of two: shifting and masking round down, whatever the sign."""
        self.constant(power.bit_length() - 1 if quotient else power - 1)
        self.op(ARITHMETIC[">>" if quotient else "&"])

    def divide_by(self, dividend: Expr, divisor: int, quotient: bool) -> None:
        """Divide what may be negative by a number above 0, rounding down as Python does, where WebAssembly rounds towards 0."""
        self.value(dividend)
        if is_power(divisor):
            self.share(divisor, quotient)
            return
        held = self.new_local()
        if not quotient:
            self.constant(divisor)
            self.op(REM)
        # What is negative, a dividend or a remainder, has all bits set after a shift by 63; anything else has none.
        self.with_number(LOCAL_TEE, held)
        self.with_number(LOCAL_GET, held)
        self.constant(63)
        self.op(ARITHMETIC[">>"])
        self.constant(divisor - 1 if quotient else divisor)
        self.op(ARITHMETIC["&"])
        self.op(ARITHMETIC["-" if quotient else "+"])
        if quotient:
            self.constant(divisor)
            self.op(DIV)
        self.free.append(held)

    def divide(self, expr: Binary) -> None:
        """Divide where either side may be negative: a remainder that has not the divisor's sign is one divisor off, the quotient by 1."""
        left, right, rest = self.new_local(), self.new_local(), self.new_local()
        self.value(expr.left)
        self.with_number(LOCAL_SET, left)
        self.value(expr.right)
        self.with_number(LOCAL_SET, right)
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
        self.op(COMPARISON["!="])
        self.op(I32_AND)
        if expr.op == "//":
            self.op(EXTEND)
            self.op(ARITHMETIC["-"])
        else:
            self.op(SELECT)
        self.free += [left, right, rest]

    def two(self, left: int, right: int, code: int) -> None:
        """An operator applied to two variables."""
        self.with_number(LOCAL_GET, left)
        self.with_number(LOCAL_GET, right)
        self.op(code)

    def logic(self, expr: Logic) -> None:
        """`and` or `or` with Python's value."""
        from cadogan.engine.residual import is_truth

        if is_truth(expr.left) and is_truth(expr.right):
            self.test(expr)
            self.op(EXTEND)
            return
        held = self.new_local()
        self.value(expr.left)
        self.with_number(LOCAL_TEE, held)
        self.op(I64_EQZ)
        self.open(IF, I64)
        first, second = (expr.right, None) if expr.op == "or" else (None, expr.right)
        for side in (first, second):
            if side is None:
                self.with_number(LOCAL_GET, held)
            else:
                self.value(side)
            if side is first:
                self.op(ELSE)
        self.close()
        self.free.append(held)

    def choose(self, expr: Choose) -> None:
        if all(isinstance(side, Const | Local) for side in (expr.yes, expr.no)) and not has_effect(expr.test):
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
        if expr.name in ("lowest", "count"):
            self.value(expr.args[0])
            self.op(CTZ if expr.name == "lowest" else POPCNT)
            return
        left, right = self.new_local(), self.new_local()
        self.value(expr.args[0])
        self.with_number(LOCAL_SET, left)
        self.value(expr.args[1])
        self.with_number(LOCAL_SET, right)
        for code, number in ((LOCAL_GET, left), (LOCAL_GET, right), (LOCAL_GET, left), (LOCAL_GET, right)):
            self.with_number(code, number)
        self.op(COMPARISON["<=" if expr.name == "min" else ">="])
        self.op(SELECT)
        self.free += [left, right]

    def call(self, expr: Call) -> None:
        """A call, or the function written out."""
        if expr.function not in self.plan.inline:
            for arg in expr.args:
                self.value(arg)
            self.with_number(CALL, self.numbers[expr.function])
            return
        self.write_out(expr)

    def write_out(self, expr: Call) -> None:
        """A function's body in place of its call, with variables of its own."""
        function = expr.function
        assigned = {stmt.name for stmt in statements(function.body) if isinstance(stmt, Assign | For)}
        variables: dict[str, int | Const] = {}
        mine: list[int] = []
        sets: list[int] = []
        for name, arg in zip(function.params, expr.args, strict=True):
            known = self.scope.variables.get(arg.name) if isinstance(arg, Local) else arg
            if name not in assigned and isinstance(known, Const):
                variables[name] = known
            elif name not in assigned and isinstance(arg, Local) and isinstance(known, int):
                variables[name] = known
            else:
                self.value(arg)
                number = self.new_local()
                mine.append(number)
                sets.append(number)
                variables[name] = number
        for number in reversed(sets):
            self.with_number(LOCAL_SET, number)
        outer = self.scope
        last = function.body[-1] if function.body else None
        single = (
            isinstance(last, Return)
            and last.value is not None
            and not any(isinstance(stmt, Return) for stmt in statements(function.body[:-1]))
        )
        self.scope = Scope(function, variables, {}, -1)
        if single and isinstance(last, Return) and last.value is not None:
            self.body(function.body[:-1])
            self.value(last.value)
        elif not any(isinstance(stmt, Return) for stmt in statements(function.body)):
            self.body(function.body)
            if function.returns:
                self.op(UNREACHABLE)
        else:
            self.scope.end = self.open(BLOCK, I64 if function.returns else VOID)
            self.body(function.body)
            if function.returns and not isinstance(last, Return | Trap):
                self.op(UNREACHABLE)
            self.close()
        for name, variable in self.scope.variables.items():
            if isinstance(variable, int) and (name not in function.params or variable in mine):
                self.free.append(variable)
        self.scope = outer


__all__ = ["Memory", "Plan", "emit"]
