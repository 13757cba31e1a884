"""What is left of an engine when the rules are known: the text, and the errors."""

import ast
from dataclasses import dataclass

import pytest

from cadogan.compiler.layout import Field
from cadogan.compiler.program import Entry
from cadogan.compiler.source import _parsed
from cadogan.compiler.specialise import begin, specialise
from cadogan.compiler.values import SpecialiseError

from .programs import Together, module

LAYOUT = (Field("n"), Field("top", size=6, width=1), Field("phase"))


@dataclass(frozen=True)
class Lane:
    label: str
    keep: int = 0
    limit: int | None = None

    def push(self, s, p, card):
        """Put a card on a place. More is said of it elsewhere."""
        s.top[p] = card + self.keep
        if self.limit is not None and s.top[p] > self.limit:
            s.n += 1


class Waste(Lane):
    def push(self, s, p, card):
        super().push(s, p, card)
        s.phase = 2


@dataclass(frozen=True)
class Rules:
    places: tuple[Lane, ...] = ()
    redeals: int = 0
    rows: tuple[tuple[int, ...], ...] = ((1, 2), (3, 4))


MIXED = Rules(
    (
        Lane("lane"),
        Lane("lane"),
        Lane("ace", 1, 9),
        Lane("ace", 1, 9),
        Waste("waste"),
        Waste("waste"),
    )
)


def of_text(text, **known):
    """The program that is left of a text's function f."""
    return specialise({"f": Entry(module(text).f, known)}, LAYOUT)


def left_over(text, rules=MIXED, **known):
    """The functions left over of a text's function f, without the header and the docstrings' owner."""
    known |= {"rules": rules} if "rules" in text else {}
    return of_text(text, **known).source.partition("lowest\n")[2].strip() + "\n"


def fails(text, rules=MIXED):
    with pytest.raises(SpecialiseError) as error:
        left_over(text, rules)
    return str(error.value)


def test_what_is_dead_is_gone():
    text = """
def nothing(rules, s):
    if rules.redeals:
        s.n = 99

def f(rules, s):
    '''Does a thing. And more.'''
    nothing(rules, s)
    if rules.redeals > 0 and s.phase == 3:
        s.n = 7
    unused = s.n + 1
    s.n += 0 * s.phase + len(rules.places)
"""
    assert left_over(text) == 'def f(s):\n    """Does a thing."""\n    s.n += 6\n'


def test_equal_places_are_one_branch_and_names_survive():
    text = "def f(rules, s, p, card):\n    rules.places[p].push(s, p, card)\n"
    assert (
        left_over(text)
        == '''def f(s, p, card):
    push(s, p, card)


def push(s, p, card):
    """Put a card on a place."""
    if p < 2:
        push_lane(s, p, card)
    elif p < 4:
        push_ace(s, p, card)
    else:
        push_waste(s, p, card)


def push_lane(s, p, card):
    """Put a card on a place."""
    s.top[p] = card


def push_ace(s, p, card):
    """Put a card on a place."""
    s.top[p] = card + 1
    if s.top[p] > 9:
        s.n += 1


def push_waste(s, p, card):
    push_lane(s, p, card)
    s.phase = 2
'''
    )


def test_places_all_alike_need_no_branch():
    text = (
        "def f(rules, s, p):\n    rules.places[p].push(s, p, 3)\n    return rules.places[p].keep\n"
    )
    assert "if" not in left_over(text, Rules((Lane("a"),) * 4))


def test_known_numbers_at_an_unknown_index_are_a_table():
    text = """
def f(rules, s, p, q):
    if rules.places[p].limit is None:
        return rules.rows[p][q]
    return rules.places[p].keep
"""
    assert (
        left_over(text)
        == """LIMIT_is_None = (1, 1, 0, 0, 1, 1)
ROWS = (1, 2, 3, 4)
KEEP = (0, 0, 1, 1, 0, 0)


def f(p, q):
    if LIMIT_is_None[p]:
        return ROWS[p * 2 + q]
    return KEEP[p]
""".replace("_is_None", "_IS_NONE")
    )


def test_a_table_with_nothing_in_it_where_a_number_is_wanted():
    message = fails("def f(rules, s, p):\n    return 1 + rules.places[p].limit\n")
    assert "limit cannot be used" in message


def test_a_loop_over_something_known_is_unrolled_and_one_over_a_range_is_not():
    text = """
def f(rules, s):
    for p, place in enumerate(rules.places):
        if place.limit is None:
            continue
        s.top[p] = place.keep
    for p in range(3):
        s.top[p] = 5
"""
    assert (
        left_over(text)
        == "def f(s):\n    s.top[2] = 1\n    s.top[3] = 1\n    for p in range(3):\n        s.top[p] = 5\n"
    )


def test_continue_becomes_nesting():
    text = """
def f(s):
    for p in (0, 2):
        if s.top[p] == 4:
            continue
        s.top[p] += 1
"""
    assert (
        left_over(text)
        == "def f(s):\n    if s.top[0] != 4:\n        s.top[0] += 1\n    if s.top[2] != 4:\n        s.top[2] += 1\n"
    )


def test_break_in_an_unrolled_loop():
    text = """
def f(s):
    found = -1
    for p in (3, 1, 4):
        if s.top[p]:
            found = p
            break
    return found
"""
    assert (
        left_over(text)
        == """def f(s):
    if s.top[3]:
        found = 3
    elif s.top[1]:
        found = 1
    elif s.top[4]:
        found = 4
    else:
        found = -1
    return found
"""
    )


def test_values_known_under_a_test_are_written_out_where_branches_meet():
    machines = Together(
        of_text("""
def f(s):
    x = 1
    y = 2
    if s.n:
        x = 5
    while s.n > 0:
        s.n -= x
        y = 3
    return y + x
""")
    )
    assert machines.call("f") == 3
    machines.load([12, *[0] * 7])
    assert machines.call("f") == 8
    assert machines.machines[0].read("n") == -3


def test_recursion_over_known_arguments_ends():
    text = "def f(s, n=4):\n    if n == 0:\n        return s.n\n    return f(s, n - 1) + n\n"
    assert left_over(text, n=4).startswith("def f(s):\n    return s.n + 10\n")


def test_recursion_that_does_not_end_is_an_error():
    text = "def g(s, n):\n    if s.n:\n        g(s, n + 1)\n\ndef f(s):\n    g(s, 0)\n"
    assert "ever new known arguments" in fails(text)


@pytest.mark.table("line, why", "outside")
def test_errors_name_the_file_the_line_and_the_function(line, why):
    message = fails(f"\ndef f(rules, s):\n    {line}\n")
    assert why in message
    assert "random_program_" in message
    assert ".py:" in message
    assert " in f: " in message


def test_a_known_argument_that_the_function_does_not_have():
    with pytest.raises(SpecialiseError, match="there is no parameter called rule"):
        of_text("def f(s):\n    return 1\n", rule=1)


def test_jumps_across_loops_in_python():
    text = """
def f(s, x):
    for k in (1, 2, 3):
        for i in range(5):
            if s.top[i] == k:
                s.n += 100
                break
            if s.top[i] > x:
                s.n += 1000
                continue
            s.n += 1
        if s.n == 205:
            break
        for m in (0, 1):
            if s.top[m] == k:
                continue
            if s.n == 7 and s.top[m]:
                break
            while s.n < 3:
                s.n += 1
                if s.top[m] == 2:
                    break
        s.phase += s.n
    return s.n
"""
    machines = Together(of_text(text))
    for code in range(300):
        top = [code % 4, code // 4 % 4, code // 16 % 4, 2, code % 3, 1]
        machines.load([code % 9, *top, 0])
        machines.call("f", code % 5)


def test_programs_that_go_on_from_the_same_beginning_are_what_they_are_alone():
    """What one program leaves out or gives names to is nothing to the others, nor to one with a
    longer layout.
    """
    made = module("""
def put(rules, s, p, card, why):
    rules.places[p].push(s, p, card)
    s.n -= 1

def twice(rules, s, p):
    put(rules, s, p, 1, 7)
    put(rules, s, p, s.top[p], 8)

def once(rules, s, p):
    put(rules, s, p, 2, p)
    s.more += 1
""")
    entries = {
        name: Entry(getattr(made, name), {"rules": MIXED}) for name in ("put", "twice", "once")
    }
    begun = begin([entries["put"]], LAYOUT)
    longer = (*LAYOUT, Field("more"))
    for name, layout in (("twice", LAYOUT), ("once", longer), ("put", LAYOUT), ("twice", longer)):
        only = {name: entries[name]}
        program, alone = specialise(only, layout, begun=begun), specialise(only, layout)
        assert (program.source, program.wasm) == (alone.source, alone.wasm)
    with pytest.raises(SpecialiseError, match="the state has no field called more"):
        specialise({"once": entries["once"]}, LAYOUT, begun=begun)


def test_a_text_is_read_again_where_python_itself_stumbles(monkeypatch):
    """As Python 3.11.2 does when another thread parses at the same time."""
    stumbles, parse = iter([True, False]), ast.parse

    def stumbling(text):
        if next(stumbles):
            raise SystemError("AST constructor recursion depth mismatch")
        return parse(text)

    monkeypatch.setattr(ast, "parse", stumbling)
    assert isinstance(_parsed("1"), ast.Module) and next(stumbles, None) is None
