"""Instructions of WebAssembly one after another, with their blocks and local variables."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from cadogan.compiler.opcodes import (
    END,
    I64_CONST,
    VOID,
    signed,
    unsigned,
)
from cadogan.compiler.residual import (
    Const,
    Function,
)

if TYPE_CHECKING:
    from cadogan.compiler.program import Program
    from cadogan.compiler.wasm import Memory, Plan


@dataclass
class Scope:
    """A function being written out: its variables, its labels, and where `return` goes."""

    function: Function
    variables: dict[str, int | Const]
    labels: dict[
        int, tuple[int, int]
    ]  # for each label of the residual: the depth of the block that Leave, and that Again, goes to
    end: int  # the depth of the block that `return` leaves; 0 is the function itself


class Instructions:
    """The code of one function, as far as it is written."""

    def __init__(
        self,
        function: Function,
        numbers: dict[Function, int],
        memory: Memory,
        plan: Plan,
        program: Program,
        guarded: bool,
    ) -> None:
        self.numbers = numbers
        self.memory = memory
        self.tables = program.tables
        self.plan = plan
        self.guarded = guarded
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
        """A variable that is free."""
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
