"""The statements that a piece of a page's code needs from above it: those that give its names,
those that give theirs, and no others.

This is for the book's own code, which is run as it stands (rules cells of strangers are read by
`cadogan.edition.cells` and never come here). A statement is needed if it binds a name that is used
further on, or changes what such a name stands for (``found.append(…)``, ``table[k] = v``). Names
that a function uses are looked for above the call as well as above the function, as Python itself
does. A shared generator of random numbers is not seen: a value that depends on what was
drawn before it needs a generator of its own."""

from __future__ import annotations

import ast
import dis
import importlib
import inspect
from collections.abc import Iterator, Sequence
from contextlib import redirect_stdout
from dataclasses import dataclass
from functools import cache
from io import StringIO
from itertools import islice
from types import CodeType
from typing import Any

#: The methods that are called for what they change.
METHODS = frozenset(
    "add append appendleft clear discard extend insert pop popleft "
    "remove reverse seed setdefault shuffle sort subtract update".split()
)
#: The statements that give their names anew, whatever they stood for.
PLAIN = (
    ast.Assign,
    ast.AnnAssign,
    ast.FunctionDef,
    ast.ClassDef,
    ast.Import,
    ast.ImportFrom,
    ast.With,
)
#: Code objects that run where they stand: Python's versions compile comprehensions and types so.
AT_ONCE = frozenset({"<listcomp>", "<setcomp>", "<dictcomp>", "<genexpr>", "__annotate__"})


@dataclass(frozen=True, eq=False)
class Statement:
    """A statement of a page.

    Attributes:
        node: the statement.
        cell: the number of its cell, from 0.
        binds: the names that it gives.
        changes: the names whose values it changes, as far as can be seen.
        uses: the names of the page that it uses.
        later: those of them that its functions use, when they are called.
    """

    node: ast.stmt
    cell: int
    binds: frozenset[str]
    changes: frozenset[str]
    uses: frozenset[str]
    later: frozenset[str]


def statements(cells: Sequence[str]) -> list[Statement]:
    """The statements of some cells, in order; an import of several names is several. A cell that is
    no Python has none.

    >>> [sorted(s.binds) for s in statements(["from math import comb, perm", "a = comb(4, 2)\\nfor b in range(a):\\n    print(b)"])]
    [['comb'], ['perm'], ['a'], ['b']]
    """
    return [_statement(node, number) for number, text in enumerate(cells) for node in _parts(text)]


def needed(all_of_them: Sequence[Statement], target: Statement) -> list[Statement]:
    """The statements that a target needs from above it, and the target, in the order of the page.

    >>> page = statements(["a, b = 1, 2", "c = a + 1", "b = 3", "def f(x):\\n    return b * x", "f(c)"])
    >>> [ast.unparse(s.node) for s in needed(page, page[-1])]
    ['a, b = (1, 2)', 'c = a + 1', 'b = 3', 'def f(x):\\n    return b * x', 'f(c)']
    """
    place = {statement: number for number, statement in enumerate(all_of_them)}
    required: set[Statement] = set()
    looked_up: set[tuple[str, int]] = set()
    waiting = [(target, place[target])]  # each with the place at which it is used
    while waiting:
        statement, used_at = waiting.pop()
        required.add(statement)
        names = {(name, place[statement]) for name in statement.uses | statement.changes}
        names |= {(name, used_at) for name in statement.later}  # what its functions use there
        for name, before in names - looked_up:
            looked_up.add((name, before))
            # the last statement before that gives the name or changes its value; that one leads to
            # the earlier ones
            above = (b for b in reversed(all_of_them[:before]) if name in b.binds | b.changes)
            waiting += [(b, before) for b in islice(above, 1)]
    return sorted(required, key=place.__getitem__)


class Names:
    """The names of a page, each computed once, when something needs it. What is printed on the way
    is not shown; the page itself shows it.

    >>> names = Names(["from math import comb", "print(a := comb(4, 2))", "print('not wanted')", "a + 1"])
    >>> names.value(names.statements[-1])
    7
    """

    def __init__(self, cells: Sequence[str], page: str = "page") -> None:
        self.statements = statements(cells)
        self.page = page
        self._begin()

    def _begin(self) -> None:
        self.known: dict[str, Any] = {"__name__": self.page}
        self._given_by: dict[str, list[Statement]] = {}

    def value(self, target: Statement) -> Any:
        """Run a statement, and before it what it needs that has not been run yet; its value if it is
        an expression.

        If a name would get another value than it had, everything is run anew; earlier values keep
        the names that they were made with."""
        above = [s for s in needed(self.statements, target) if s is not target]
        given_by: dict[str, list[Statement]] = {}
        for statement in above:
            for name in statement.binds | statement.changes:
                given_by.setdefault(name, []).append(statement)
        if any(self._given_by.get(name, givers) != givers for name, givers in given_by.items()):
            self._begin()
        run = {statement for givers in self._given_by.values() for statement in givers}
        for statement in above:
            if statement not in run:
                self._run(statement.node)
        self._given_by.update(given_by)
        return self._run(target.node)

    def _run(self, node: ast.stmt) -> Any:
        with redirect_stdout(StringIO()):
            if isinstance(node, ast.Expr):
                return eval(compile(ast.Expression(node.value), self.page, "eval"), self.known)
            return exec(compile(ast.Module([node], []), self.page, "exec"), self.known)


def _parts(text: str) -> Iterator[ast.stmt]:
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return
    for node in tree.body:
        match node:
            case ast.Import(names):
                parts: list[ast.stmt] = [ast.Import([name]) for name in names]
            case ast.ImportFrom(module, names, level):
                parts = [ast.ImportFrom(module, [name], level) for name in names]
            case _:
                parts = [node]
        yield from (ast.copy_location(part, node) for part in parts)


def _statement(node: ast.stmt, cell: int) -> Statement:
    try:
        used = set(_names(compile(ast.Module([node], []), "cell", "exec")))
    except (SyntaxError, ValueError, RecursionError, MemoryError):  # it will not run either
        used = set()
    binds = frozenset(name for name, use in used if use == "binds")
    if isinstance(node, ast.ImportFrom) and node.names[0].name == "*":
        binds = frozenset(_all_of(node.module or ""))
    uses = frozenset(name for name, use in used if use != "binds")
    later = frozenset(name for name, use in used if use == "later")
    if not isinstance(node, PLAIN):
        uses |= binds  # it may leave them as they were
    changes = frozenset(_changed(node)) - binds
    return Statement(node, cell, binds, changes, uses, later)


def _names(code: CodeType, use: str = "uses") -> Iterator[tuple[str, str]]:
    """The names of the page in some code, each with its use: the code ``uses`` or ``binds`` it, or
    its functions use it ``later``. Python itself tells, so a comprehension keeps its names to itself.
    """
    for instruction in dis.get_instructions(code):
        action, _, kind = instruction.opname.partition("_")
        if kind in ("NAME", "GLOBAL", "FROM_DICT_OR_GLOBALS") and action != "IMPORT":
            yield instruction.argval, use if action == "LOAD" else "binds"
    for part in code.co_consts:
        if isinstance(part, CodeType):
            body = part.co_flags & inspect.CO_OPTIMIZED  # else a class, which keeps its names
            inner = set(_names(part, "later" if body and part.co_name not in AT_ONCE else use))
            own = set() if body else {name for name, inner_use in inner if inner_use == "binds"}
            yield from (pair for pair in inner if pair[0] not in own)


def _changed(node: ast.stmt) -> Iterator[str]:
    """The names whose values a statement changes, by a method that is called for its effect or by
    an assignment to a part of them.
    """
    if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
        return
    for part in ast.walk(node):
        match part:
            case ast.Call(ast.Attribute(value, name), arguments) if name in METHODS:
                for changed in (value, *(arguments if name == "shuffle" else ())):
                    yield from _root(changed)
            case ast.Subscript(value, _, context) | ast.Attribute(value, _, context):
                if not isinstance(context, ast.Load):
                    yield from _root(value)


def _root(node: ast.expr) -> Iterator[str]:
    while isinstance(node, (ast.Attribute, ast.Subscript)):
        node = node.value
    if isinstance(node, ast.Name):
        yield node.id


@cache
def _all_of(module: str) -> tuple[str, ...]:
    """The names that ``from module import *`` gives."""
    try:
        imported = importlib.import_module(module)
    except Exception:  # the error is shown when it is run
        return ()
    return tuple(
        getattr(imported, "__all__", None)
        or (name for name in vars(imported) if not name.startswith("_"))
    )
