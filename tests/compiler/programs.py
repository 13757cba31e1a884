"""Random programs of the engine's subset: functions over a small state and a small set of rules, as
text.
"""

from __future__ import annotations

import linecache
import types
from collections.abc import Callable
from dataclasses import dataclass
from itertools import count as numbers
from random import Random

from cadogan.compiler import bits
from cadogan.compiler.layout import Field, Layout
from cadogan.compiler.program import Entry, Program
from cadogan.compiler.specialise import specialise

LAYOUT: Layout = (
    Field("budget", initial=200),  # so that every program ends soon
    Field("a"),
    Field("b", width=4, initial=7),
    Field("t", size=8),
    Field("u", size=8, width=1, initial=-1),
    Field("w", size=8, width=2),
)


@dataclass(frozen=True)
class Place:
    """A place of the random rules."""

    label: str
    keep: int
    limit: int | None
    row: tuple[int, ...]

    def act(self, s, x):
        """What lies there changes."""
        s.a = (s.a + x * self.keep) & 0xFFFF
        if self.limit is not None and s.a > self.limit:
            return self.shift(s, s.a - self.limit)
        return s.a

    def shift(self, s, x):
        s.t[x & 7] = x & 0xFF
        return x & 31


class Turned(Place):
    def act(self, s, x):
        got = super().act(s, x)
        s.b ^= got & 7
        return got + 1

    def shift(self, s, x):
        return self.row[x & 7]


class Idle(Place):
    def act(self, s, x):
        return 4


@dataclass(frozen=True)
class Rules:
    """Random rules."""

    places: tuple[Place, ...]
    k: int
    flag: bool
    word: str | None


def module(text: str, **names: object) -> types.ModuleType:
    """A module of a text, which tracebacks and the specialiser can read."""
    name = f"random_program_{next(_numbers)}"
    made = types.ModuleType(name)
    made.__dict__.update(names, lowest=bits.lowest, count=bits.count)
    path = f"/random/{name}.py"
    linecache.cache[path] = (len(text), None, text.splitlines(True), path)
    exec(compile(text, path, "exec"), made.__dict__)
    return made


_numbers = numbers()


def random_rules(r: Random) -> Rules:
    """Rules in which some places are alike and some are not."""
    kinds = [
        r.choice([Place, Turned, Idle])(
            f"p{i}",
            r.choice([0, 1, 3]),
            r.choice([None, None, 5]),
            tuple(r.randrange(-5, 60) for _ in range(8)),
        )
        for i in range(3)
    ]
    return Rules(
        tuple(r.choice(kinds) for _ in range(8)),
        r.choice([0, 1, 2, 5]),
        r.choice([False, True]),
        r.choice([None, "x"]),
    )


class Writer:
    """Writes functions f0, f1, ...; each may call those before it."""

    def __init__(self, r: Random) -> None:
        self.r = r
        self.lines: list[str] = []
        self.made = 0
        self.loops = 0
        self.helpers = 0

    def program(self, functions: int = 3) -> str:
        """The text of the whole program."""
        for _ in range(functions):
            self.function()
        return "\n".join(self.lines)

    def function(self) -> None:
        r = self.r
        self.recursive = r.random() < 0.3
        self.returning = r.random() < 0.85
        self.lines.append(f"def f{self.made}(rules, s, x, y):")
        self.lines.append(f"    '''The function number {self.made}.'''")
        self.lines.append(
            "    s.budget -= 1\n    if s.budget < 0:\n        return"
            + (" x" if self.returning else "")
        )
        if self.recursive:
            self.lines.append("    if y <= 0:\n        return" + (" x" if self.returning else ""))
            self.lines.append("    y = y & 3")
        for name in ("v0", "v1", "v2"):
            self.lines.append(f"    {name} = {r.choice(['x', 'y', '0', '3', 's.a'])}")
        self.lines.append(f"    pl = rules.places[{r.choice(['0', 'x & 7', '3'])}]")
        self.names = ["x", "y", "v0", "v1", "v2"]
        self.fixed: set[str] = {"y"} if self.recursive else set()
        self.body(1, 3, False)
        if self.returning:
            self.lines.append(f"    return {self.expr(2)}")
        self.made += 1

    def body(self, depth: int, deep: int, in_loop: bool) -> None:
        for _ in range(self.r.randrange(1, 4)):
            self.statement(depth, deep, in_loop)

    def line(self, depth: int, text: str) -> None:
        self.lines.append("    " * depth + text)

    def variable(self) -> str:
        return self.r.choice([name for name in ("v0", "v1", "v2", "x") if name not in self.fixed])

    def statement(self, depth: int, deep: int, in_loop: bool) -> None:
        r = self.r
        choices: list[Callable[[int, int, bool], None]] = [
            self.assign,
            self.assign,
            self.store,
            self.store,
            self.swap,
            self.choose_place,
            self.effect,
        ]
        if deep:
            choices += [
                self.branch,
                self.branch,
                self.branch,
                self.for_range,
                self.unrolled,
                self.unrolled,
                self.while_loop,
            ]
        if in_loop:
            choices += [self.jump, self.jump]
        if r.random() < 0.05 and depth > 1:
            self.line(depth, f"return {self.expr(1)}" if self.returning else "return")
            return
        r.choice(choices)(depth, deep, in_loop)

    def assign(self, depth: int, deep: int, in_loop: bool) -> None:
        name, r = self.variable(), self.r
        if r.random() < 0.25:
            self.line(
                depth, f"{name} {r.choice(['+', '-', '|', '^', '&'])}= {self.expr(1)} & 0xFFFF"
            )
            self.line(depth, f"{name} = ({name} & 0xFFFFF) - 5")
        elif r.random() < 0.3:
            self.line(depth, f"{name} = {r.choice(['0', '1', '7', 'rules.k', 'True', 'v1', 'x'])}")
        else:
            self.line(depth, f"{name} = ({self.expr(2)}) & 0xFFFFFF")

    def store(self, depth: int, deep: int, in_loop: bool) -> None:
        r, e = self.r, self.expr(2)
        self.line(
            depth,
            r.choice(
                [
                    f"s.a = ({e}) & 0x3FFFFFFFFFFF",
                    f"s.b = (({e}) & 0xFFFF) - 9",
                    f"s.t[{self.index()}] = {e}",
                    f"s.u[{self.index()}] = (({e}) & 127) - 64",
                    f"s.w[{self.index()}] = (({e}) & 0xFFF) - 3",
                    f"s.t[{self.index()}] ^= ({e}) & 0xFFFF",
                    f"s.a |= ({e}) & 0xFFF",
                ]
            ),
        )
        if self.lines[-1].lstrip().startswith("s.t["):
            self.lines[-1] = (
                self.lines[-1].replace(" = ", " = 0x3FFFFFFFFFF & ")
                if " = " in self.lines[-1] and "if" not in self.lines[-1]
                else self.lines[-1]
            )
            self.line(depth, "s.t[0] &= 0xFFFFFFFFFFF")

    def swap(self, depth: int, deep: int, in_loop: bool) -> None:
        i, j, r = self.index(), self.index(), self.r
        self.line(
            depth,
            r.choice(
                [
                    f"s.u[{i}], s.u[{j}] = s.u[{j}], s.u[{i}]",
                    "v0, v1 = v1, v0",
                    f"v0, v1, v2 = v1, v2 & 0xFF, {self.expr(1)} & 0xFF",
                    "s.a, v1 = v1 & 0xFFFF, s.a",
                ]
            ),
        )
        if self.fixed & {"v0", "v1", "v2"} and "s.u" not in self.lines[-1]:
            self.lines[-1] = "    " * depth + "pass"

    def choose_place(self, depth: int, deep: int, in_loop: bool) -> None:
        self.line(
            depth, f"pl = rules.places[{self.r.choice(['0', '2', self.index(), self.index()])}]"
        )

    def effect(self, depth: int, deep: int, in_loop: bool) -> None:
        self.line(depth, self.call())

    def branch(self, depth: int, deep: int, in_loop: bool) -> None:
        self.line(depth, f"if {self.test()}:")
        self.body(depth + 1, deep - 1, in_loop)
        if self.r.random() < 0.3:
            self.line(depth, f"elif {self.test()}:")
            self.body(depth + 1, deep - 1, in_loop)
        if self.r.random() < 0.5:
            self.line(depth, "else:")
            self.body(depth + 1, deep - 1, in_loop)

    def for_range(self, depth: int, deep: int, in_loop: bool) -> None:
        name = f"i{self.loops}"
        self.loops += 1
        bounds = self.r.choice(
            [
                "3",
                "2, 5",
                f"{self.expr(1)} & 3",
                "5, 1, -2",
                f"v0 & 3, {self.expr(1)} & 7",
                "0",
                "7, x & 3, -1",
            ]
        )
        self.line(depth, f"for {name} in range({bounds}):")
        self.names.append(name)
        self.body(depth + 1, deep - 1, True)
        self.names.remove(name)

    def unrolled(self, depth: int, deep: int, in_loop: bool) -> None:
        name = f"k{self.loops}"
        self.loops += 1
        what, names = self.r.choice(
            [
                ("(1, 0, 4)", [name]),
                ("enumerate((3, 1))", [f"n{name}", name]),
                ("rules.places[0].row[:3]", [name]),
                ("zip((1, 2), (5, 6))", [name, f"n{name}"]),
            ]
        )
        self.line(depth, f"for {', '.join(names)} in {what}:")
        self.names += names
        self.body(depth + 1, deep - 1, True)
        for each in names:
            self.names.remove(each)

    def while_loop(self, depth: int, deep: int, in_loop: bool) -> None:
        name = f"c{self.loops}"
        self.loops += 1
        self.line(depth, f"{name} = {self.r.choice(['3', self.expr(1) + ' & 3'])}")
        forever = self.r.random() < 0.3
        self.line(
            depth,
            "while True:"
            if forever
            else f"while {name} > 0" + (f" and ({self.test()}):" if self.r.random() < 0.4 else ":"),
        )
        if forever:
            self.line(depth + 1, f"if {name} <= 0:\n" + "    " * (depth + 2) + "break")
        self.line(depth + 1, f"{name} -= 1")
        self.names.append(name)
        self.body(depth + 1, deep - 1, True)
        self.names.remove(name)

    def jump(self, depth: int, deep: int, in_loop: bool) -> None:
        self.line(depth, f"if {self.test()}:")
        self.line(depth + 1, self.r.choice(["break", "continue"]))

    def test(self) -> str:
        r = self.r
        return r.choice(
            [
                self.expr(1),
                f"{self.expr(1)} < {self.expr(1)}",
                f"{self.expr(1)} == {r.randrange(4)}",
                f"not {self.expr(1)}",
                f"{self.expr(1)} and {self.test_part()}",
                f"{self.test_part()} or {self.expr(1)}",
                self.test_part(),
                f"0 < {self.expr(1, False)} <= {self.expr(1)}",
            ]
        )

    def test_part(self) -> str:
        return self.r.choice(
            [
                "rules.flag",
                "rules.k > 1",
                "rules.word is None",
                "pl.limit is not None",
                "pl.limit is None and pl.keep",
                f"rules.places[{self.index()}].limit is None",
                f"{self.expr(1, False)} in (1, 2, 5)",
                f"{self.expr(1, False)} not in range(2, 6)",
                f"any(q.keep == {self.expr(0, False)} for q in rules.places)",
                f"all(s.u[n] < {self.expr(0, False)} for n in (0, 3, 4) if n != rules.k)",
                f"not (s.a > 3 and {self.expr(1)} == 2)",
                "isinstance(pl, Turned)",
                "pl.label == 'p1'",
                "pl is rules.places[2]",
            ]
        )

    def index(self) -> str:
        r = self.r
        return r.choice(
            [
                str(r.randrange(8)),
                f"{r.choice(self.names)} & 7",
                f"({self.expr(1, False)}) & 7",
                "s.b & 7",
                "(s.a & 3) + 2",
            ]
        )

    def call(self) -> str:
        r = self.r
        forms = [
            f"pl.act(s, {self.expr(1, False)} & 0xFF)",
            f"rules.places[{self.index()}].act(s, {self.expr(0, False)} & 0xFF)",
        ]
        forms += [
            f"helper_{r.choice(['pure', 'set'])}(rules, s, {self.expr(1, False)} & 0xFF)",
            "place_act(s, x=3, place=pl)",
            "nothing(s, rules)",
        ]
        if self.made:
            forms += [
                f"f{r.randrange(self.made)}(rules, s, {self.expr(1, False)} & 0xFF, {self.expr(1, False)} & 0xFF)"
            ] * 2
        if self.recursive:
            forms.append(f"f{self.made}(rules, s, {self.expr(1, False)} & 0xFF, y - 1)")
        return r.choice(forms)

    def expr(self, deep: int, calls: bool = True) -> str:
        """An integer that stays small enough."""
        r = self.r
        leaves = [
            "s.a",
            "s.b",
            "rules.k",
            "pl.keep",
            str(r.randrange(-3, 70)),
            *self.names,
            *self.names,
            f"s.u[{r.randrange(8)}]",
        ]
        if deep <= 0:
            return r.choice(leaves)
        a, b = self.expr(deep - 1, calls), self.expr(deep - 1, calls)
        forms = [
            f"({a} + {b})",
            f"({a} - {b})",
            f"({a} & {b})",
            f"({a} | {b})",
            f"({a} ^ {b})",
            f"~({a})",
            f"-({a})",
            f"(({a} & 0xFFF) * ({b} & 0xFF))",
            f"(({a} & 0xFFFF) // (({b} & 15) + 1))",
            f"(({a} & 0xFFFF) % (({b} & 15) + 1))",
            f"(({a}) // (({b} & 15) - 16))",
            f"(({a}) % (({b} & 15) * 2 - 15))",
            f"(({a}) // 7)",
            f"(({a}) % 13)",
            f"(({a} & 0xFFFF) // 8)",
            f"(({a} & 0xFFFF) % 16)",
            f"(({a} & 0xFF) << ({b} & 7))",
            f"(({a} & 0xFFFFFF) >> ({b} & 7))",
            f"({a} if {b} else {self.expr(deep - 1, calls)})",
            f"({a} and {b})",
            f"({a} or {b})",
            f"(not {a})",
            f"({a} <= {b})",
            f"({a} == {b})",
            f"min({a}, {b})",
            f"max({a}, {b}, 3)",
            f"lowest(({a} & 0xFF) | 64)",
            f"count({a} & 0xFFFFFFFFFFFF)",
            f"s.t[({self.expr(deep - 1, False)}) & 7]",
            f"s.w[({self.expr(deep - 1, False)}) & 7]",
            f"s.u[({a}) & 7]",
            f"pl.row[({self.expr(deep - 1, False)}) & 7]",
            f"rules.places[({self.expr(deep - 1, False)}) & 7].keep",
            f"rules.places[({self.expr(deep - 1, False)}) & 7].row[{r.randrange(8)}]",
            f"bool({a})",
            "sum(s.u[n] for n in (1, 2, rules.k))",
            "len(rules.places)",
        ]
        if calls and r.random() < 0.3:
            returning = [self.call() for _ in range(3)]
            forms += [call for call in returning if self.gives(call)] * 6
        return r.choice([*forms, *leaves[:4]])

    def gives(self, call: str) -> bool:
        """Whether a call gives an integer."""
        if call.startswith("nothing"):
            return False
        if call.startswith("f"):
            number = call[1 : call.index("(")]
            if int(number) == self.made:
                return self.returning
            at = next(i for i, line in enumerate(self.lines) if line.startswith(f"def f{number}("))
            end = next(
                (i for i in range(at + 1, len(self.lines)) if self.lines[i].startswith("def ")),
                len(self.lines),
            )
            return self.lines[end - 1].startswith("    return ")
        return True


HELPERS = """
def helper_pure(rules, s, z):
    '''Only looks.'''
    if rules.flag:
        return z + 1
    return s.u[z & 7] * 2

def helper_set(rules, s, z):
    s.u[z & 7] = rules.k
    return 3

def place_act(s, place, x):
    got = place.act(s, x)
    return got

def nothing(s, rules):
    '''Does nothing, or little.'''
    if rules.k == 5:
        s.b = 1
"""


def random_program(r: Random, functions: int = 3) -> tuple[str, Program]:
    """A text and the program that is left over of its last function."""
    rules = random_rules(r)
    text = HELPERS + "\n" + Writer(r).program(functions)
    made = module(text, Turned=Turned, Place=Place)
    function = getattr(made, f"f{functions - 1}")
    known = {"rules": rules}
    if r.random() < 0.3:
        known["x"] = r.randrange(5)
    return text, specialise({"main": Entry(function, known)}, LAYOUT, "A random program")
