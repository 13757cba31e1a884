"""Running a program: by wasmtime, by the browser's WebAssembly, or as Python; and the engine as it
stands, without a program.

All four have one face, `Machine`, and give the same results.
"""

from __future__ import annotations

import atexit
import importlib.util
import warnings
from array import array
from collections.abc import Callable, Iterable
from functools import cache
from sys import platform
from threading import Lock
from typing import TYPE_CHECKING, Any
from weakref import WeakSet

from cadogan.compiler.bits import count, lowest
from cadogan.compiler.layout import Field, State, laid_out
from cadogan.compiler.printing import print_program
from cadogan.compiler.wasm import Memory, Spot, emit

if TYPE_CHECKING:
    from cadogan.compiler.program import Program

BACKENDS = ("auto", "wasm", "python", "interpreted")
CODES = {1: "b", 2: "h", 4: "i", 8: "q"}
NO_LIMIT = (1 << 63) - 1


class OutOfTime(Exception):
    """A program used up the fuel that it was given."""


class Machine:
    """A program and a state that it runs on.

    `backend` is "wasm" (wasmtime, or the browser), "python" (the program as Python), "interpreted"
    (the engine's own functions) or "auto": the first that there is. With `fuel`, the program may
    make that many rounds of loops; then a call raises
    OutOfTime. Fuel is not counted where the engine is interpreted. A Machine belongs to one thread
    at a time; several machines of one program may run in several threads.

    Raises ValueError for a backend that does not exist, RuntimeError for one that cannot run here.
    """

    def __init__(self, program: Program, backend: str = "auto", fuel: int | None = None) -> None:
        if backend not in BACKENDS:
            raise ValueError(f"backend must be one of {', '.join(BACKENDS)}, not {backend!r}")
        self.program = program
        backends = [backend] if backend != "auto" else ["wasm"] * has_webassembly() + ["python"]
        for self.backend in backends:
            try:
                self._runner = _make(program, self.backend, fuel is not None)
                break
            except Exception as error:
                if self.backend == backends[-1]:
                    raise
                _do_without(error)
        self.call: Callable[..., int | None] = (
            self._bounded if program.out_of_bounds else self._runner.call
        )
        """call(name, *ints): an exported function's result, None if it has none. Raises what the
        program's `out_of_bounds` makes of the state, where it has one and the call leaves its
        bounds."""
        self._fields = {item.name: item for item in program.layout}
        if fuel is not None:
            self.fuel = fuel

    def __repr__(self) -> str:
        return f"<Machine of {self.program.title or 'a program'}, {self.backend}>"

    def _bounded(self, name: str, *args: int) -> int | None:
        """A call of a program whose bounds are checked."""
        try:
            return self._runner.call(name, *args)
        except OutOfTime:
            raise
        except Exception:
            assert self.program.out_of_bounds is not None
            raise self.program.out_of_bounds(self.read) from None

    @property
    def fuel(self) -> int:
        """What is left of the fuel; below 0 when it ran out. It can be set again."""
        return self._runner.fuel

    @fuel.setter
    def fuel(self, amount: int) -> None:
        self._runner.fuel = amount

    def read(self, name: str) -> int | list[int]:
        """A field of the state. Raises KeyError for one that there is not."""
        return self._runner.read(self._fields[name])

    def write(self, name: str, value: int | Iterable[int]) -> None:
        """Set a field of the state. Raises KeyError for one that there is not, ValueError for too
        few or too many entries.
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
        for item, entries in laid_out(self.program.layout, values):
            self._runner.write(item, entries)


class _Runner:
    """What runs a program."""

    guarded = False

    def call(self, name: str, *args: int) -> int | None:
        """An exported function's result; where the fuel is used up, OutOfTime."""
        try:
            result = self.run(name, args)
        except Exception:
            if self.guarded and self.fuel < 0:
                raise OutOfTime("the program used up the fuel that it was given") from None
            raise
        return None if result is None else int(result)

    def run(self, name: str, args: tuple[int, ...]) -> Any:
        raise NotImplementedError  # each runs in its own way

    def read(self, item: Field) -> int | list[int]:
        raise NotImplementedError  # each keeps the state in its own way

    def write(self, item: Field, values: list[int]) -> None:
        raise NotImplementedError  # each keeps the state in its own way

    @property
    def fuel(self) -> int:
        return int(self.tank()) if self.guarded else NO_LIMIT

    @fuel.setter
    def fuel(self, amount: int) -> None:
        if not self.guarded:
            raise ValueError("this machine was made without fuel")
        self.tank(amount)

    def tank(self, amount: int | None = None) -> Any:
        """What is left of the fuel; an amount is filled in."""


def in_browser() -> bool:
    """Whether this Python runs in a browser (or in node), compiled to WebAssembly itself."""
    return platform == "emscripten"


#: Why WebAssembly could not be started in this process; empty while it has not failed.
_failed = ""


def has_webassembly() -> bool:
    """Whether WebAssembly can be run here, as far as is known."""
    return not _failed and (in_browser() or importlib.util.find_spec("wasmtime") is not None)


def _do_without(error: Exception) -> None:
    """WebAssembly does not start here: from now on "auto" is Python, which is said once."""
    global _failed
    if in_browser():  # it compiles a module of this size at once only in a worker; another may do
        return
    if not _failed:
        said = f"WebAssembly cannot be started here, so games are played in Python, which is much slower: {error}"
        warnings.warn(said, RuntimeWarning, stacklevel=4)
    _failed = str(error) or type(error).__name__


def _make(program: Program, backend: str, guarded: bool) -> _Runner:
    if backend == "python":
        return _Python(program, guarded)
    if backend == "interpreted":
        return _Interpreted(program)
    if in_browser():
        return _Browser(program, guarded)
    if importlib.util.find_spec("wasmtime") is None:
        raise RuntimeError("WebAssembly needs the package wasmtime: pip install wasmtime")
    return _Wasmtime(program, guarded)


# Python


class _OfState(_Runner):
    """A runner with a State."""

    def __init__(self, state: State) -> None:
        self.state = state

    def read(self, item: Field) -> int | list[int]:
        value = getattr(self.state, item.name)
        return list(map(int, value)) if item.size else int(value)

    def write(self, item: Field, values: list[int]) -> None:
        setattr(self.state, item.name, values if item.size else values[0])


class _Python(_OfState):
    """The program as Python."""

    def __init__(self, program: Program, guarded: bool) -> None:
        layout = (*program.layout, Field("fuel", initial=NO_LIMIT)) if guarded else program.layout
        super().__init__(State(layout))
        self.guarded = guarded
        names = program.compiled.get(("python", guarded))
        if names is None:
            names = {"OutOfTime": OutOfTime, "count": count, "lowest": lowest}
            exec(
                compile(print_program(program, guarded), f"<{program.title or 'program'}>", "exec"),
                names,
            )
            program.compiled["python", guarded] = names
        self.functions = {
            name: (names[name], guarded or program.functions[name].touches_state)
            for name in program.exports
        }

    def run(self, name: str, args: tuple[int, ...]) -> Any:
        function, with_state = self.functions[name]
        return function(self.state, *args) if with_state else function(*args)

    def tank(self, amount: int | None = None) -> Any:
        if amount is not None:
            self.state.fuel = amount
        return self.state.fuel


class _Interpreted(_OfState):
    """The engine's own functions."""

    def __init__(self, program: Program) -> None:
        super().__init__(State(program.layout))
        self.entries = program.entries

    def run(self, name: str, args: tuple[int, ...]) -> Any:
        entry = self.entries[name]
        given = iter(args)
        values = {
            param: entry.known[param]
            if param in entry.known
            else self.state
            if param == "s"
            else next(given)
            for param in entry.params
        }
        return entry.function(**values)

    @property
    def fuel(self) -> int:
        return NO_LIMIT

    @fuel.setter
    def fuel(self, amount: int) -> None:
        """Fuel is not counted here."""


# WebAssembly


def _memory(program: Program) -> Memory:
    memory = program.compiled.get("memory")
    if memory is None:
        memory = program.compiled["memory"] = Memory.of(program.layout, program.tables)
    assert isinstance(memory, Memory)
    return memory


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
    """The one engine of this process, or the other: with ``reserving`` each machine sets 4 GB of
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


class _Wasmtime(_Runner):
    """The program in wasmtime: one store to a machine."""

    def __init__(self, program: Program, guarded: bool) -> None:
        import wasmtime

        try:
            exports = self._begun(program, guarded, True)
        except (
            wasmtime.WasmtimeError
        ):  # where addresses are limited (ulimit -v), as on shared servers
            exports = self._begun(program, guarded, False)
        self.exports = exports
        self.functions = {name: exports[name] for name in program.exports}
        self.guarded = guarded
        self.spots = _memory(program).fields
        # The memory never grows, so that its address stays.
        memory = exports["memory"]
        self.view = memoryview(memory.get_buffer_ptr(self.store)).cast("B")
        self.casts = {name: _cast(self.view, spot) for name, spot in self.spots.items()}

    def _begun(self, program: Program, guarded: bool, reserving: bool) -> Any:
        import wasmtime

        with _one_at_a_time:
            engine = _engine(reserving)
            module = program.compiled.get(("wasmtime", guarded, reserving))
            if module is None:
                data = emit(program, guarded) if guarded else program.wasm
                module = program.compiled["wasmtime", guarded, reserving] = wasmtime.Module(
                    engine, data
                )
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

    def tank(self, amount: int | None = None) -> Any:
        if amount is not None:
            import wasmtime

            self.exports["fuel"].set_value(self.store, wasmtime.Val.i64(amount))
        return self.exports["fuel"].value(self.store)


def _cast(view: Any, spot: Spot) -> Any:
    """The entries of a field: a memoryview of integers of its width."""
    return view[spot.at : spot.at + spot.width * spot.entries].cast(CODES[spot.width])


class _Browser(_Runner):
    """The program in the WebAssembly of the browser that Python itself runs in."""

    def __init__(self, program: Program, guarded: bool) -> None:
        import js  # type: ignore[import-not-found]
        from pyodide.ffi import to_js  # type: ignore[import-not-found]

        self.js = js
        module = program.compiled.get(("browser", guarded))
        if module is None:
            data = emit(program, guarded) if guarded else program.wasm
            module = program.compiled["browser", guarded] = js.WebAssembly.Module.new(to_js(data))
        self.exports = js.WebAssembly.Instance.new(module).exports
        self.functions = {name: getattr(self.exports, name) for name in program.exports}
        self.guarded = guarded
        self.buffer = self.exports.memory.buffer
        self.spots = _memory(program).fields

    def run(self, name: str, args: tuple[int, ...]) -> Any:
        return self.functions[name](*map(self.js.BigInt, args))

    def read(self, item: Field) -> int | list[int]:
        spot = self.spots[item.name]
        data = self.js.Uint8Array.new(self.buffer, spot.at, spot.width * spot.entries).to_py()
        values = array(CODES[spot.width], bytes(data)).tolist()
        return values if item.size else values[0]

    def write(self, item: Field, values: list[int]) -> None:
        spot = self.spots[item.name]
        data = array(CODES[spot.width], values)
        self.js.Uint8Array.new(self.buffer, spot.at, spot.width * spot.entries).assign(
            memoryview(data).cast("B")
        )

    def tank(self, amount: int | None = None) -> Any:
        if amount is not None:
            self.exports.fuel.value = self.js.BigInt(amount)
        return self.exports.fuel.value
