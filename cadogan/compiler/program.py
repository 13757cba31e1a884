"""The program of one game: functions, constant tables, and the layout of the state.

What prints it, makes WebAssembly of it or sets its bounds in time is loaded when that is first asked
for: a program that is only interpreted needs none of it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

from cadogan.compiler.layout import FUEL, Layout

if TYPE_CHECKING:
    from cadogan.compiler.residual import Function
    from cadogan.compiler.wasm import Memory

#: Makes an error of a state that is read by the names of its fields.
OutOfBounds = Callable[[Callable[[str], "int | list[int]"]], Exception]


@dataclass(frozen=True)
class Entry:
    """A function that the program exports: the engine's function and what is known of its
    arguments; the rest are integers.
    """

    function: Callable[..., Any]
    known: Mapping[str, Any] = field(default_factory=dict)

    @property
    def params(self) -> tuple[str, ...]:
        """Its parameters in their order."""
        code = self.function.__code__
        return code.co_varnames[: code.co_argcount]


@dataclass(eq=False)
class Program:
    """What is left over: functions (the exported ones first, under their own names), constant
    tables, and the layout of the state.
    """

    title: str
    layout: Layout
    functions: dict[str, Function]
    tables: dict[str, tuple[int, ...]]
    entries: Mapping[str, Entry]
    compiled: dict[Any, Any] = field(
        default_factory=dict
    )  # the modules that the backends have made of it

    @cached_property
    def out_of_bounds(self) -> OutOfBounds | None:
        """What makes the error of a call that leaves its bounds, where something that is known
        beforehand has an `out_of_bounds`: then every index is checked. Else None.
        """
        known = [value for entry in self.entries.values() for value in entry.known.values()]
        errors = (getattr(value, "out_of_bounds", None) for value in known)
        return next((error for error in errors if error is not None), None)

    @property
    def exports(self) -> tuple[str, ...]:
        """The names of the functions that can be called."""
        return tuple(self.entries)

    @cached_property
    def source(self) -> str:
        """The program as Python."""
        from cadogan.compiler.printing import print_program

        return print_program(self)

    @cached_property
    def python(self) -> dict[str, Any]:
        """The program run as Python: its functions by their names."""
        names: dict[str, Any] = {}
        exec(compile(self.source, f"<{self.title or 'program'}>", "exec"), names)
        return names

    @cached_property
    def memory(self) -> Memory:
        """Where everything lies in WebAssembly."""
        from cadogan.compiler.wasm import Memory

        return Memory.of(self.layout, self.tables)

    @cached_property
    def wasm(self) -> bytes:
        """The program as a WebAssembly module."""
        from cadogan.compiler.wasm import emit

        return emit(self)

    @cached_property
    def guarded(self) -> Program:
        """The same program with fuel, a number of its state: every round of a loop takes one of it,
        and below 0 the call ends with a trap.
        """
        from cadogan.compiler.guarding import guarded

        layout, functions = (*self.layout, FUEL), guarded([*self.functions.values()])
        return Program(self.title, layout, functions, self.tables, self.entries)
