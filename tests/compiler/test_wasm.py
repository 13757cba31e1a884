"""The encoding: numbers, where things lie, and what the modules are like."""

import pytest
from hypothesis import given, strategies as st

from cadogan.compiler.layout import Field
from cadogan.compiler.opcodes import signed, unsigned
from cadogan.compiler.program import Entry
from cadogan.compiler.run import Machine
from cadogan.compiler.specialise import specialise
from cadogan.compiler.wasm import Memory, Plan, width_of

from .programs import Together, module


@pytest.mark.table("value, data", "signed")
def test_signed_numbers(value, data):
    assert signed(value).hex() == data


@given(st.integers(0, 2**64))
def test_unsigned_numbers(value):
    data = unsigned(value)
    assert sum((byte & 127) << 7 * at for at, byte in enumerate(data)) == value
    assert [byte >> 7 for byte in data] == [1] * (len(data) - 1) + [0]


def test_where_things_lie():
    layout = (
        Field("a", size=3, width=1),
        Field("b", width=8),
        Field("c", size=2, width=4),
        Field("d", width=2),
    )
    memory = Memory.of(layout, {"T": (1, 300), "U": (-128, 127)})
    spots = [*memory.fields.values(), *memory.tables.values()]
    for spot in spots:
        assert spot.address % spot.width == 0
    ends = sorted((spot.address, spot.address + spot.width * spot.entries) for spot in spots)
    assert all(before[1] <= after[0] for before, after in zip(ends, ends[1:]))
    assert memory.end == max(end for _, end in ends)


@pytest.mark.parametrize(
    ("values", "width"), [((-128, 127), 1), ((128,), 2), ((-32769,), 4), ((1 << 31,), 8), ((), 1)]
)
def test_the_narrowest_width(values, width):
    assert width_of(values) == width


LAYOUT = (Field("n"), Field("row", size=8, width=2), Field("byte", width=1))

ALL = """
def small(s, p):
    s.n += p
    if p > 3:
        return 5
    return p - s.row[p]

def once(s, p):
    for i in range(p):
        if s.row[i] > 3:
            return i
    return -1

def climb(s, n):
    total = 0
    for i in range(n):
        total += s.row[i & 7] * 3 + (i ^ n)
        if total > 1000:
            total -= s.row[(i + n) & 7] + 1
    return total

def f(s, p):
    a = small(s, p) + small(s, p + 1)
    return a * 1000 + once(s, 8) + climb(s, p & 3) + climb(s, p)

def edges(s, p):
    s.byte = p
    s.row[p + 1] = p
    s.row[(p & 3) + 2] = 9
    return s.byte + s.row[p + 1]

def bits(s, x):
    return lowest(x) * 100 + count(x)

def halves(s, x):
    return (x // 8) ^ ((x % 8) << 40) ^ (x // 7) ^ ((x % 7) << 50)

def shares(s, x, y):
    s.n = x // y
    return x % y

def by_number(s, x, y):
    s.n = (x // 7) ^ (x // 8)
    return (x % 13) * 100 + x % 16

def by_field(s, x, y):
    s.n = y
    return (x // s.n) ^ (x % s.n)

def of_mixed(s, x, y):
    return ((x & 63) // y) ^ ((x & 63) % y)

def effects(s, x):
    x > 3 and small(s, x)
    x > 4 or small(s, x)
    return s.n

def lazy(s, x):
    return (x < 3 and s.row[x] == 0) or (x > 7 and 2)
"""


def program(*names):
    made = module(ALL)
    return specialise({name: Entry(getattr(made, name)) for name in names}, LAYOUT)


def test_small_functions_and_those_called_once_are_written_out():
    made = program("f")
    kept = {
        function.name
        for function in Plan(list(made.functions.values()), [made.functions["f"]]).kept
    }
    assert kept == {"f", "climb"}


LARGE = (1 << 62) - 1


@pytest.mark.parametrize(
    ("name", "values"),
    [
        ("f", (1, 3, 4, 5)),
        ("edges", (-1, 0, 3, 6)),  # a place -1 is a sentinel: next to it, at 0, something lies
        ("bits", (1, 6, 1 << 61, LARGE)),
        ("halves", (0, 1, 6, 7, 8, LARGE)),
        ("effects", (3, 4, 5)),
        ("lazy", (0, 1, 4, 8, LARGE)),
    ],
)
def test_edges(name, values):
    """The last and the first that an operator, an index or a width is used with."""
    machines = Together(program(name))
    for value in values:
        machines.load([0, *range(8), 0])
        machines.call(name, value)


@pytest.mark.parametrize("name", ["shares", "by_number", "by_field", "of_mixed"])
def test_division_rounds_down(name):
    """As Python's does, for every pair of signs, by numbers and by what is not known; WebAssembly's
    own rounds towards 0.
    """
    machines = Together(program(name))
    for x in (*range(-20, 21), -LARGE, LARGE):
        for y in (-LARGE, -13, -8, -2, -1, 1, 2, 8, 13, LARGE):
            machines.call(name, x, y)


@pytest.mark.parametrize("backend", ["interpreted", "python"])
def test_division_by_nothing_in_python(backend):
    with pytest.raises(ZeroDivisionError):
        Machine(program("shares"), backend).call("shares", 1, 0)


def test_division_by_nothing_in_webassembly():
    wasmtime = pytest.importorskip("wasmtime")
    with pytest.raises(wasmtime.Trap, match="divide by zero"):
        Machine(program("shares"), "wasm").call("shares", 1, 0)


def test_the_memory_does_not_grow():
    data = program("f").wasm
    assert (
        b"\x05\x04\x01\x01\x01\x01" in data
    )  # the memory section: one memory, at least one page, at most one


def test_modules_of_all_functions_are_valid():
    wasmtime = pytest.importorskip("wasmtime")
    made = program("f", "edges", "bits", "halves", "lazy", "small", "once", "climb")
    for each in (made, made.guarded):
        wasmtime.Module.validate(wasmtime.Engine(), each.wasm)


def test_tables_are_data():
    made = module("TABLE = (3, 1, 4, 1, 5, 9, 2, -6)\n\ndef f(p):\n    return TABLE[p]\n")
    left = specialise({"f": Entry(made.f)}, ())
    assert left.tables == {"TABLE": (3, 1, 4, 1, 5, 9, 2, -6)}
    assert bytes([3, 1, 4, 1, 5, 9, 2, 250]) in left.wasm
    assert [Machine(left, "wasm").call("f", p) for p in range(8)] == list(left.tables["TABLE"])
