"""Running a program: by wasmtime, by the browser's WebAssembly, or as Python; and the engine as it
stands, without a program.

All four have one interface, `Machine`, and give the same results.
"""

from __future__ import annotations

import atexit
import importlib.util
import warnings
from array import array
from collections.abc import Iterable
from functools import cache
from sys import platform
from threading import Lock
from typing import TYPE_CHECKING, Any
from weakref import WeakSet

from cadogan.compiler.layout import FUEL, Field, State

if TYPE_CHECKING:
    from cadogan.compiler.program import Program
    from cadogan.compiler.wasm import Spot

BACKENDS = ("auto", "wasm", "python", "interpreted")
CODES = {1: "b", 2: "h", 4: "i", 8: "q"}


class OutOfTime(Exception):
    """A program used up the fuel that it was given."""


class Machine:
    """A program and a state that it runs on.

    `backend` is "wasm" (wasmtime, or the browser), "python" (the program as Python), "interpreted"
    (the engine's own functions) or "auto": the first that can run here. With `fuel`, the program
    may make that many rounds of loops; then a call raises OutOfTime. Fuel is not counted where the
    engine is interpreted. A Machine belongs to one thread at a time; several machines of one
    program may run in several threads.

    Raises ValueError for a backend that does not exist, RuntimeError for one that cannot run here.
    """

    def __init__(self, program: Program, backend: str = "auto", fuel: int | None = None) -> None:
        if backend not in BACKENDS:
            raise ValueError(f"backend must be one of {', '.join(BACKENDS)}, not {backend!r}")
        self.program = program
        run = program if fuel is None else program.guarded
        backends = [backend] if backend != "auto" else ["wasm"] * has_webassembly() + ["python"]
        for self.backend in backends:
            try:
                self._runner = _make(run, self.backend)
                break
            except Exception as error:
                if self.backend == backends[-1]:
                    raise
                _do_without(error)
        self._fields = {item.name: item for item in run.layout}
        if fuel is not None:
            self.fuel = fuel

    def __repr__(self) -> str:
        return f"<Machine of {self.program.title or 'a program'}, {self.backend}>"

    def call(self, name: str, *args: int) -> int | None:
        """An exported function's result, None if it has none. Raises OutOfTime where the fuel is
        used up, and what the program's `out_of_bounds` makes of the state, where it has one and the
        call leaves its bounds.
        """
        try:
            result = self._runner.run(name, args)
        except Exception:
            if FUEL.name in self._fields and self.fuel < 0:
                raise OutOfTime("the program used up the fuel that it was given") from None
            if self.program.out_of_bounds is not None:
                raise self.program.out_of_bounds(self.read) from None
            raise
        return None if result is None else int(result)

    @property
    def fuel(self) -> int:
        """What is left of the fuel; below 0 when it ran out. It can be set again."""
        return self.number(FUEL.name)

    @fuel.setter
    def fuel(self, amount: int) -> None:
        if FUEL.name not in self._fields:
            raise ValueError("this machine was made without fuel")
        self.write(FUEL.name, amount)

    def number(self, name: str) -> int:
        """A single integer of the state."""
        value = self.read(name)
        assert isinstance(value, int)
        return value

    def row(self, name: str) -> list[int]:
        """The entries of an array of the state."""
        entries = self.read(name)
        assert isinstance(entries, list)
        return entries

    def read(self, name: str) -> int | list[int]:
        """A field of the state. Raises KeyError where there is no such field."""
        return self._runner.read(self._fields[name])

    def write(self, name: str, value: int | Iterable[int]) -> None:
        """Set a field of the state. Raises KeyError where there is no such field, ValueError for
        too few or too many entries.
        """
        item = self._fields[name]
        values = [value] if isinstance(value, int) else list(value)
        if len(values) != item.entries or isinstance(value, int) != (item.size == 0):
            raise ValueError(f"{name} holds {item.entries} integers, not {len(values)}")
        self._runner.write(item, values)

    def take(self, state: State) -> None:
        """Take over what a state holds; what it does not hold stays."""
        for item in state.layout:
            self.write(item.name, getattr(state, item.name))

    def dump(self) -> list[int]:
        """All of the state, in the order of the layout."""
        values: list[int] = []
        for item in self.program.layout:
            value = self._runner.read(item)
            values.extend(value) if isinstance(value, list) else values.append(value)
        return values

    def load(self, values: Iterable[int]) -> None:
        """Take over what `dump` gave. Raises ValueError when there are too few or too many values."""
        state = State(self.program.layout)
        state.load(values)
        self.take(state)


def in_browser() -> bool:
    """Whether this Python runs in a browser (or in node), compiled to WebAssembly itself."""
    return platform == "emscripten"


#: Why WebAssembly could not be started in this process; empty while it has not failed.
_failed = ""


def has_webassembly() -> bool:
    """Whether WebAssembly can be run here, as far as is known."""
    return not _failed and (in_browser() or importlib.util.find_spec("wasmtime") is not None)


def _do_without(error: Exception) -> None:
    """Note that WebAssembly does not start here: from now on "auto" is Python, with one warning."""
    global _failed
    if in_browser():  # it compiles a module of this size at once only in a worker; another may do
        return
    if not _failed:
        message = f"WebAssembly cannot be started here, so games are played in Python, which is much slower: {error}"
        warnings.warn(message, RuntimeWarning, stacklevel=4)
    _failed = str(error) or type(error).__name__


def _make(program: Program, backend: str) -> _Python | _Interpreted | _Wasmtime | _Browser:
    if backend == "python":
        return _Python(program)
    if backend == "interpreted":
        return _Interpreted(program)
    if in_browser():
        return _Browser(program)
    if importlib.util.find_spec("wasmtime") is None:
        raise RuntimeError("WebAssembly needs the package wasmtime: pip install wasmtime")
    return _Wasmtime(program)


# Python


class _OfState:
    """A runner with a State."""

    def __init__(self, program: Program) -> None:
        self.program, self.state = program, State(program.layout)

    def read(self, item: Field) -> int | list[int]:
        value = getattr(self.state, item.name)
        return list(map(int, value)) if item.size else int(value)

    def write(self, item: Field, values: list[int]) -> None:
        setattr(self.state, item.name, values if item.size else values[0])


class _Python(_OfState):
    """The program as Python."""

    def run(self, name: str, args: tuple[int, ...]) -> Any:
        state = (self.state,) if self.program.functions[name].touches_state else ()
        return self.program.python[name](*state, *args)


class _Interpreted(_OfState):
    """The engine's own functions."""

    def run(self, name: str, args: tuple[int, ...]) -> Any:
        entry = self.program.entries[name]
        integers = iter(args)
        values = {
            param: entry.known[param]
            if param in entry.known
            else self.state
            if param == "s"
            else next(integers)
            for param in entry.params
        }
        return entry.function(**values)


# WebAssembly


_open: WeakSet[Any] = WeakSet()
#: Two threads that begin together must not make two engines: a module of one does not run in the
#: other.
_one_at_a_time = Lock()


@atexit.register
def _close() -> None:
    """Close what wasmtime holds while its library is still there."""
    for item in list(_open):
        item.close()
    _engine.cache_clear()


@cache
def _engine(reserving: bool) -> Any:
    """One of the two engines of this process: with ``reserving`` each machine sets 4 GB of
    addresses apart, so that it need not look whether it stays in its memory, and is up to an eighth
    quicker.

    It compiles in the thread that asks, a few milliseconds slower than in several: those would be
    missing in a process forked later, which would wait for them for ever."""
    import wasmtime

    config = wasmtime.Config()
    config.parallel_compilation = False
    if not reserving:
        config.memory_reservation = config.memory_reservation_for_growth = (
            config.memory_guard_size
        ) = 0
    engine = wasmtime.Engine(config)
    _open.add(engine)
    return engine


class _Wasmtime:
    """The program in wasmtime: one store to a machine."""

    def __init__(self, program: Program) -> None:
        import wasmtime

        try:
            exports = self._begun(program, True)
        except (
            wasmtime.WasmtimeError
        ):  # where addresses are limited (ulimit -v), as on shared servers
            exports = self._begun(program, False)
        self.functions = {name: exports[name] for name in program.exports}
        self.spots = program.memory.fields
        # The memory never grows, so that its address stays.
        memory = exports["memory"]
        self.view = memoryview(memory.get_buffer_ptr(self.store)).cast("B")
        self.casts = {name: _cast(self.view, spot) for name, spot in self.spots.items()}

    def _begun(self, program: Program, reserving: bool) -> Any:
        import wasmtime

        with _one_at_a_time:
            engine = _engine(reserving)
            module = program.compiled.get(reserving)
            if module is None:
                module = wasmtime.Module(engine, program.wasm)
                program.compiled[reserving] = module
                _open.add(module)
        self.store = wasmtime.Store(engine)
        _open.add(self.store)
        return wasmtime.Instance(self.store, module, []).exports(self.store)

    def run(self, name: str, args: tuple[int, ...]) -> Any:
        return self.functions[name](self.store, *args)

    def read(self, item: Field) -> int | list[int]:
        cast = self.casts[item.name]
        return cast.tolist() if item.size else int(cast[0])

    def write(self, item: Field, values: list[int]) -> None:
        spot = self.spots[item.name]
        self.casts[item.name][:] = array(CODES[spot.width], values)


def _cast(view: Any, spot: Spot) -> Any:
    """The entries of a field: a memoryview of integers of its width."""
    return view[spot.address : spot.address + spot.width * spot.entries].cast(CODES[spot.width])


class _Browser:
    """The program in the WebAssembly of the browser that Python itself runs in."""

    def __init__(self, program: Program) -> None:
        import js  # type: ignore[import-not-found]
        from pyodide.ffi import to_js  # type: ignore[import-not-found]

        self.js = js
        module = program.compiled.get("browser")
        if module is None:
            module = js.WebAssembly.Module.new(to_js(program.wasm))
            program.compiled["browser"] = module
        exports = js.WebAssembly.Instance.new(module).exports
        self.functions = {name: getattr(exports, name) for name in program.exports}
        self.buffer = exports.memory.buffer
        self.spots = program.memory.fields

    def run(self, name: str, args: tuple[int, ...]) -> Any:
        return self.functions[name](*map(self.js.BigInt, args))

    def read(self, item: Field) -> int | list[int]:
        spot = self.spots[item.name]
        data = self.js.Uint8Array.new(self.buffer, spot.address, spot.width * spot.entries).to_py()
        values = array(CODES[spot.width], bytes(data)).tolist()
        return values if item.size else values[0]

    def write(self, item: Field, values: list[int]) -> None:
        spot = self.spots[item.name]
        data = array(CODES[spot.width], values)
        self.js.Uint8Array.new(self.buffer, spot.address, spot.width * spot.entries).assign(
            memoryview(data).cast("B")
        )
