"""A residual program as a WebAssembly module, encoded by hand.

Everything is a 64-bit integer; tests are 32-bit and go straight into branches. The fields of the
state and the tables lie at fixed addresses of a memory that does not grow. Small functions, and
those called from one place, are written out where they are called, for the engines that run the
module do little of that themselves. The encoding is that of the WebAssembly Core Specification,
chapter 5 (`cadogan.compiler.opcodes`); a function's code is written by
`cadogan.compiler.wasm_statements` and `cadogan.compiler.wasm_values`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING

from cadogan.compiler.layout import Layout
from cadogan.compiler.opcodes import (
    END,
    I32_CONST,
    I64,
    name_bytes,
    section,
    signed,
    unsigned,
    vector,
)
from cadogan.compiler.residual import (
    Function,
    calls,
    size,
)
from cadogan.compiler.wasm_statements import Code

if TYPE_CHECKING:
    from cadogan.compiler.program import Program

SMALL = 24  # nodes: a function as small as this is written out wherever it is called
LARGE = 3000  # nodes: a function does not grow beyond this by writing others out
PAGE = 65536


@dataclass(frozen=True)
class Spot:
    """Where a field or a table lies: its address, the width of an entry in bytes, and how many
    there are.
    """

    address: int
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
        """Take the next free place."""
        address = (self.end + width - 1) // width * width
        self.end = address + width * entries
        return Spot(address, width, entries)

    @property
    def pages(self) -> int:
        """The size of the memory in pages."""
        return (self.end + PAGE - 1) // PAGE


def width_of(values: tuple[int, ...]) -> int:
    """The fewest bytes that hold every value, signed."""
    return next(
        width
        for width in (1, 2, 4, 8)
        if all(-(1 << 8 * width - 1) <= value < 1 << 8 * width - 1 for value in values)
    )


def emit(program: Program) -> bytes:
    """The module of a program. It exports the program's functions, and `memory`."""
    memory = program.memory
    functions = list(program.functions.values())
    plan = Plan(functions, [program.functions[name] for name in program.exports])
    numbers = {function: number for number, function in enumerate(plan.kept)}
    types: dict[bytes, int] = {}
    of_function = []
    for function in plan.kept:
        signature = (
            b"\x60"
            + vector([bytes([I64])] * len(function.params))
            + vector([bytes([I64])] if function.returns else [])
        )
        of_function.append(types.setdefault(signature, len(types)))
    codes = [Code(function, numbers, plan, program).encoded() for function in plan.kept]
    exports = [
        name_bytes(name) + b"\x00" + unsigned(numbers[program.functions[name]])
        for name in program.exports
    ]
    limits = b"\x01" + unsigned(memory.pages) + unsigned(memory.pages)
    segments = [_segment(memory.tables[name], values) for name, values in program.tables.items()]
    for item in program.layout:
        if item.initial:
            segments.append(_segment(memory.fields[item.name], (item.initial,) * item.entries))
    contents: dict[int, Iterable[bytes]] = {
        1: types,
        3: map(unsigned, of_function),
        5: [limits],
        7: [*exports, name_bytes("memory") + b"\x02\x00"],
        10: codes,
        11: segments,
    }
    sections = (section(number, vector(items)) for number, items in contents.items())
    return b"\0asm\x01\0\0\0" + b"".join(sections)


def _segment(spot: Spot, values: tuple[int, ...]) -> bytes:
    """The bytes of a table, and where they go."""
    data = b"".join(value.to_bytes(spot.width, "little", signed=True) for value in values)
    return (
        b"\x00"
        + bytes([I32_CONST])
        + signed(spot.address)
        + bytes([END])
        + unsigned(len(data))
        + data
    )


class Plan:
    """Which functions are written out where they are called, and which are kept as functions."""

    def __init__(self, functions: list[Function], exported: list[Function]) -> None:
        calls_in = {function: calls(function.body) for function in functions}
        callers = Counter(call.function for function in functions for call in calls_in[function])
        self.inline: set[Function] = set()

        @cache
        def weigh(function: Function) -> int:
            """The size of a function with what is written out in it."""
            total = size(function.body)
            for call in calls_in[function]:
                inner = call.function
                weight = weigh(inner)
                once = callers[inner] == 1 and inner not in exported
                if inner in self.inline or weight <= SMALL or (once and total + weight <= LARGE):
                    self.inline.add(inner)
                    total += weight
            return total

        for function in functions:
            weigh(function)
        #: What is still called as a function, or exported.
        self.kept = [f for f in functions if f in exported or f not in self.inline]
