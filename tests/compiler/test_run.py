"""One face for four ways to run a program: they give the same, state for state."""

from concurrent.futures import ThreadPoolExecutor
from random import Random

import pytest
from hypothesis import HealthCheck, given, note, settings, strategies as st

from cadogan.compiler.layout import Field
from cadogan.compiler.program import Entry
from cadogan.compiler.run import Machine, OutOfTime
from cadogan.compiler.specialise import specialise

from .programs import Together, module, random_program

COUNTING = """
def climb(s, n):
    while n > 0:
        n -= 1
        s.sum += n
    return s.sum

def reset(s):
    s.sum = 0
    for i in range(4):
        s.row[i] = -i

def forever(s):
    while True:
        s.sum = 1 - s.sum

def add(a, b):
    return a + b
"""


def counting(*names):
    """The program of some of the functions above."""
    made = module(COUNTING)
    layout = (Field("sum"), Field("row", size=4, width=2, initial=5))
    return specialise({name: Entry(getattr(made, name)) for name in names}, layout, "Counting")


@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.integers(0, 2**32), st.randoms(use_true_random=False))
def test_all_backends_agree(seed, r):
    """The heart: a random program over a random state gives the same result and the same state,
    however it is run.
    """
    text, program = random_program(Random(seed))
    note(f"{text}\n{program.source}")
    machines = Together(program)
    for _ in range(4):
        state = [200, r.randrange(100), r.randrange(-9, 9)]
        state += [r.randrange(-5, 200) for _ in range(8)]
        machines.load(state + [r.randrange(-20, 20) for _ in range(16)])
        machines.call("main", *(r.randrange(-3, 40) for _ in program.functions["main"].params))


def test_reading_and_writing(backend):
    machine = Machine(counting("reset", "climb", "add"), backend)
    assert machine.dump() == [0, 5, 5, 5, 5]
    assert machine.call("reset") is None
    assert machine.read("row") == [0, -1, -2, -3]
    machine.write("sum", -(1 << 62))
    machine.write("row", [1, 2, 3, -32768])
    assert machine.read("sum") == -(1 << 62)
    assert machine.dump() == [-(1 << 62), 1, 2, 3, -32768]
    machine.load([7, 0, 0, 0, 1])
    assert machine.call("climb", 3) == 10
    assert machine.call("add", -3, 1) == -2
    with pytest.raises(ValueError, match="row holds 4 integers, not 2"):
        machine.write("row", [1, 2])
    with pytest.raises(ValueError, match="sum holds 1 integers"):
        machine.write("sum", [1])
    with pytest.raises(ValueError, match="this state holds 5 integers, not 1"):
        machine.load([1])
    with pytest.raises(KeyError):
        machine.read("nothing")


def test_a_backend_that_does_not_exist():
    with pytest.raises(ValueError, match="auto, wasm, python, interpreted"):
        Machine(counting("reset"), "fortran")


@pytest.mark.parametrize("backend", ["python", "wasm"])
def test_fuel_ends_a_loop_that_does_not(backend):
    machine = Machine(counting("forever", "climb"), backend, fuel=1000)
    with pytest.raises(OutOfTime):
        machine.call("forever")
    assert machine.fuel < 0
    machine.fuel = 100
    machine.write("sum", 0)
    assert machine.call("climb", 3) == 3
    assert 90 < machine.fuel < 100


def test_fuel_only_where_it_was_asked_for():
    machine = Machine(counting("climb"), "wasm")
    with pytest.raises(ValueError, match="without fuel"):
        machine.fuel = 3


def test_machines_of_one_program_share_the_compiled_module_not_the_state():
    program = counting("climb")
    first, second = Machine(program), Machine(program)
    first.call("climb", 10)
    assert (first.read("sum"), second.read("sum")) == (45, 0)


def test_machines_in_threads():
    program, numbers = counting("climb"), range(10_000, 10_004)
    with ThreadPoolExecutor(4) as pool:
        found = [*pool.map(lambda n: Machine(program).call("climb", n), numbers)]
    assert found == [n * (n - 1) // 2 for n in numbers]
