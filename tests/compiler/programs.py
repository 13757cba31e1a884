"""Random programs of the engine's subset: functions over a small state and a small set of rules, as
text.
"""

import linecache
import re
import types
from dataclasses import dataclass
from itertools import count as numbers
from textwrap import indent

from cadogan.compiler import count, lowest
from cadogan.compiler.layout import Field
from cadogan.compiler.program import Entry
from cadogan.compiler.run import Machine
from cadogan.compiler.specialise import specialise

LAYOUT = (
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


def module(text, **names):
    """A module of a text, which tracebacks and the specialiser can read."""
    name = f"random_program_{next(_numbers)}"
    made = types.ModuleType(name)
    made.__dict__.update(names, lowest=lowest, count=count)
    path = f"/random/{name}.py"
    linecache.cache[path] = (len(text), None, text.splitlines(True), path)
    exec(compile(text, path, "exec"), made.__dict__)
    return made


_numbers = numbers()


def random_rules(r):
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


#: What programs are made of: the forms of each part, one a line, with `|` before the lines that go on.
#: `<e>` stands for an expression a level less deep, `<e2>` for one of two levels, `<q>` for one that
#: calls nothing, `<var>` and `<new>` for a variable and a name of the form's own, `<body>` for
#: statements, `<loop>` for some that may use this name and jump; any other part for one of its forms.
GRAMMAR = """
statement:
<assign>
<assign>
<store>
<store>
<swap>
<new> = rules.places[<place>]
|s.b ^= <new>.keep + <new>.row[<q1> & 7]
|<new>.act(s, <q1> & 0xFF)
<call>
deeper:
<branch>
<branch>
<branch>
for <new> in range(<bounds>):
|    <loop>
<unrolled>
<unrolled>
<while>
jump:
if <test>:
|    break
if <test>:
|    continue
assign:
<var> <sign>= <e1> & 0xFFFF
|<var> = (<var> & 0xFFFFF) - 5
<var> |= <e1> & 0xFFFF
|<var> = (<var> & 0xFFFFF) - 5
<var> = <start>
<var> = (<e2>) & 0xFFFFFF
<var> = (<e2>) & 0xFFFFFF
sign:
+
-
^
&
start:
0
1
3
7
rules.k
True
s.a
x
y
store:
s.a = (<e2>) & 0x3FFFFFFFFFFF
s.b = ((<e2>) & 0xFFFF) - 9
s.t[<index>] = (<e2>) & 0x3FFFFFFFFFF
s.u[<index>] = ((<e2>) & 127) - 64
s.w[<index>] = ((<e2>) & 0xFFF) - 3
s.t[<index>] ^= (<e2>) & 0xFFFF
s.a |= (<e2>) & 0xFFF
swap:
s.u[0], s.u[<digit>] = s.u[<digit>], s.u[0]
s.u[v0 & 7], s.u[x & 7] = s.u[x & 7], s.u[v0 & 7]
v0, v1 = v1, v0
v0, v1, v2 = v1, v2 & 0xFF, <e1> & 0xFF
s.a, v1 = v1 & 0xFFFF, s.a
first:
0
3
x & 7
place:
0
2
<index>
<index>
branch:
if <test>:
|    <body>
if <test>:
|    <body>
|else:
|    <body>
if <test>:
|    <body>
|elif <test>:
|    <body>
|else:
|    <body>
bounds:
3
2, 5
<e1> & 3
5, 1, -2
v0 & 3, <e1> & 7
0
7, x & 3, -1
unrolled:
for <new> in (1, 0, 4):
|    <loop>
for i<new>, <new> in enumerate((3, 1)):
|    <loop>
for <new> in rules.places[0].row[:3]:
|    <loop>
for <new>, i<new> in zip((1, 2), (5, 6)):
|    <loop>
while:
<new> = <times>
|while <new> > 0:
|    <new> -= 1
|    <loop>
<new> = <times>
|while <new> > 0 and (<test>):
|    <new> -= 1
|    <loop>
<new> = <times>
|while True:
|    if <new> <= 0:
|        break
|    <new> -= 1
|    <loop>
times:
3
<e1> & 3
test:
<e1>
<e1> < <e1>
<e1> == <digit>
not <e1>
<e1> and <known>
<known> or <e1>
<known>
0 < <q1> <= <e1>
known:
rules.flag
rules.k > 1
rules.word is None
pl.limit is not None
pl.limit is None and pl.keep
rules.places[<index>].limit is None
<q1> in (1, 2, 5)
<q1> not in range(2, 6)
not (s.a > 3 and <e1> == 2)
isinstance(pl, Turned)
pl.label == 'p1'
pl is rules.places[2]
index:
<digit>
<name> & 7
(<q1>) & 7
s.b & 7
(s.a & 3) + 2
calls:
pl.act(s, <q1> & 0xFF)
rules.places[<index>].act(s, <q0> & 0xFF)
helper_pure(rules, s, <q1> & 0xFF)
helper_set(rules, s, <q1> & 0xFF)
place_act(s, pl, 3)
nothing(s, rules)
leaf:
s.a
s.b
rules.k
pl.keep
<number>
s.u[<digit>]
<name>
<name>
<name>
expression:
(<e> + <e>)
(<e> - <e>)
(<e> & <e>)
(<e> | <e>)
(<e> ^ <e>)
~(<e>)
-(<e>)
((<e> & 0xFFF) * (<e> & 0xFF))
((<e> & 0xFFFF) // ((<e> & 15) + 1))
((<e> & 0xFFFF) % ((<e> & 15) + 1))
((<e>) // ((<e> & 15) - 16))
((<e>) % ((<e> & 15) * 2 - 15))
((<e>) // 7)
((<e>) % 13)
((<e> & 0xFFFF) // 8)
((<e> & 0xFFFF) % 16)
((<e> & 0xFF) << (<e> & 7))
((<e> & 0xFFFFFF) >> (<e> & 7))
(<e> if <e> else <e>)
(<e> and <e>)
(<e> or <e>)
(not <e>)
(<e> <= <e>)
(<e> == <e>)
min(<e>, <e>)
max(<e>, <e>, 3)
lowest((<e> & 0xFF) | 64)
count(<e> & 0xFFFFFFFFFFFF)
s.t[(<q>) & 7]
s.w[(<q>) & 7]
s.u[(<e>) & 7]
pl.row[(<q>) & 7]
rules.places[(<q>) & 7].keep
rules.places[(<q>) & 7].row[<digit>]
len(rules.places)
"""


def forms(grammar):
    """The forms of a grammar by the names of its parts."""
    found = {}
    for line in grammar.strip().replace("\n|", "\f").split("\n"):
        if re.fullmatch(r"\w+:", line):
            found[line[:-1]] = part = []
        else:
            part.append(line.replace("\f", "\n"))
    return found


FORMS = forms(GRAMMAR)
PART = re.compile(r"(^ *)?<([a-z]+)(\d?)>", re.MULTILINE)


class Writer:
    """Writes functions f0, f1, ...; each may call those before it."""

    def __init__(self, r):
        self.r = r
        self.own = numbers()
        #: Of every function whether it gives an integer.
        self.giving = []

    def program(self, functions=3):
        """The text of the whole program."""
        return "\n".join(self.function(number) for number in range(functions))

    def function(self, number):
        self.names = ["x", "y", "v0", "v1", "v2"]
        self.nested = self.loops = 0
        self.giving.append(self.r.random() < 0.85)
        given, last = (" x", "return <e2>") if self.giving[-1] else ("", "pass")
        lines = [f"def f{number}(rules, s, x, y):", f'"""The function number {number}."""']
        lines += ["s.budget -= 1", f"if s.budget < 0:\n        return{given}"]
        lines += ["v0 = <start>", "v1 = <start>", "v2 = <start>", "pl = rules.places[<first>]"]
        return self.fill("\n    ".join([*lines, "<body>", last]))

    def fill(self, form, deep=0, calls=True):
        """A form with a text for each of its parts."""
        own, variable = f"n{next(self.own)}", self.r.choice(["v0", "v1", "v2", "x"])
        names = [own, f"i{own}"] if "i<new>" in form else [own]

        def text(part):
            what, level = part[2], int(part[3] or deep - 1)
            match what:
                case "e" | "q":
                    return self.expression(level, calls and what == "e")
                case "body" | "loop":
                    return self.block(names if what == "loop" else [])
                case "new" | "var":
                    return own if what == "new" else variable
                case "digit" | "number":
                    return str(self.r.randrange(*((8,) if what == "digit" else (-3, 70))))
                case "name":
                    return self.r.choice(self.names)
                case "call":
                    return self.call()
            return self.fill(self.r.choice(FORMS[what]), deep, calls)

        return PART.sub(lambda part: indent(text(part), part[1] or ""), form)

    def block(self, names):
        """Some statements, in a loop if it brings names."""
        self.nested, self.loops, outside = self.nested + 1, self.loops + bool(names), self.names
        self.names = outside + names
        made = "\n".join(self.statement() for _ in range(self.r.randrange(1, 4)))
        self.nested, self.loops, self.names = self.nested - 1, self.loops - bool(names), outside
        return made

    def statement(self):
        if self.nested > 1 and self.r.random() < 0.05:
            return self.fill("return <e1>" if self.giving[-1] else "return")
        deeper, jumps = self.nested <= 3, bool(self.loops)
        kinds = FORMS["statement"] + FORMS["deeper"] * deeper + FORMS["jump"] * jumps
        return self.fill(self.r.choice(kinds))

    def call(self):
        made = len(self.giving) - 1
        known = [*FORMS["calls"]]
        if made:
            earlier = self.r.randrange(made)
            known += [f"f{earlier}(rules, s, <q1> & 0xFF, <q1> & 0xFF)"] * 2
        return self.fill(self.r.choice(known))

    def expression(self, deep, calls):
        """An integer that stays small enough."""
        if calls and deep > 0 and self.r.random() < 0.25 and self.gives(call := self.call()):
            return call
        leaf = deep <= 0 or self.r.random() < 0.1
        return self.fill(self.r.choice(FORMS["leaf" if leaf else "expression"]), deep, calls)

    def gives(self, call):
        """Whether a call gives an integer."""
        number = re.match(r"f(\d+)", call)
        return self.giving[int(number[1])] if number else not call.startswith("nothing")


class Together:
    """One program run in every way: what one gives all must give, and leave the same state."""

    def __init__(self, program):
        self.machines = [Machine(program, way) for way in ("interpreted", "python", "wasm")]
        self.machines += [Machine(program, way, fuel=10**9) for way in ("python", "wasm")]

    def load(self, state):
        for machine in self.machines:
            machine.load(state)

    def call(self, name, *given):
        """What a function gives."""
        seen = [(machine.call(name, *given), machine.dump()) for machine in self.machines]
        assert seen[1:] == seen[:1] * 4, (name, given)
        return seen[0][0]


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


def random_program(r, functions=3):
    """A text and the program that is left over of its last function."""
    rules = random_rules(r)
    text = HELPERS + "\n" + Writer(r).program(functions)
    made = module(text, Turned=Turned, Place=Place)
    function = getattr(made, f"f{functions - 1}")
    known = {"rules": rules}
    if r.random() < 0.3:
        known["x"] = r.randrange(5)
    return text, specialise({"main": Entry(function, known)}, LAYOUT, "A random program")
