"""What a piece of a page's code needs from above it: the statements that give its names, and
theirs, and no others.

The book's own code, which is run as it stands (rules cells of strangers are read by
`cadogan.edition.cells` and never come here). A statement is needed if it binds a name that is used
further on, or changes what such a name stands for (``found.append(…)``, ``table[k] = v``). Names
that a function uses are looked for above the call as well as above the function, as Python itself
does. What cannot be seen is a generator of random numbers that is shared: a value that hangs on
what was drawn before it needs a generator of its own."""

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
#: Code of its own that runs where it stands: what Python's versions make of comprehensions and types.
AT_ONCE = frozenset({"<listcomp>", "<setcomp>", "<dictcomp>", "<genexpr>", "__annotate__"})


@dataclass(frozen=True, eq=False)
class Statement:
    """A statement of a page.

    Attributes:
        node: the statement.
        cell: the number of its cell, from 0.
        binds: the names that it gives.
        changes: the names whose things it changes, as far as can be seen.
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

    >>> [sorted(one.binds) for one in statements(["from math import comb, perm", "a = comb(4, 2)\\nfor b in range(a):\\n    print(b)"])]
    [['comb'], ['perm'], ['a'], ['b']]
    """
    return [_statement(node, number) for number, text in enumerate(cells) for node in _parts(text)]


def needed(all_of_them: Sequence[Statement], wanted: Statement) -> list[Statement]:
    """The statements that one needs from above it, and that one, in the order of the page.

    >>> page = statements(["a, b = 1, 2", "c = a + 1", "b = 3", "def f(x):\\n    return b * x", "f(c)"])
    >>> [ast.unparse(one.node) for one in needed(page, page[-1])]
    ['a, b = (1, 2)', 'c = a + 1', 'b = 3', 'def f(x):\\n    return b * x', 'f(c)']
    """
    place = {one: number for number, one in enumerate(all_of_them)}
    found: set[Statement] = set()
    asked: set[tuple[str, int]] = set()
    waiting = [(wanted, place[wanted])]  # each with the place at which it is used
    while waiting:
        one, at = waiting.pop()
        found.add(one)
        names = {(name, place[one]) for name in one.uses | one.changes}
        names |= {(name, at) for name in one.later}  # what its functions use there
        for name, where in names - asked:
            asked.add((name, where))
            # the last statement before that gives the name, or changes what it stands for; it asks
            # for those before it itself
            above = (b for b in reversed(all_of_them[:where]) if name in b.binds | b.changes)
            waiting += [(b, where) for b in islice(above, 1)]
    return sorted(found, key=place.__getitem__)


class Names:
    """The names of a page, computed when something wants them, and each once. What is printed on the
    way is not shown: that is the page's own to show.

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

    def value(self, wanted: Statement) -> Any:
        """Run what a statement needs, as far as it has not been run, and the statement; its value
        where it is an expression.

        Where a name would stand for something else than it stood for before, all begins anew: what
        was made before keeps its own names."""
        above = [one for one in needed(self.statements, wanted) if one is not wanted]
        given_by: dict[str, list[Statement]] = {}
        for one in above:
            for name in one.binds | one.changes:
                given_by.setdefault(name, []).append(one)
        if any(self._given_by.get(name, some) != some for name, some in given_by.items()):
            self._begin()
        run = {one for some in self._given_by.values() for one in some}
        for one in above:
            if one not in run:
                self._run(one.node)
        self._given_by.update(given_by)
        return self._run(wanted.node)

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
    binds = frozenset(name for name, how in used if how == "binds")
    if isinstance(node, ast.ImportFrom) and node.names[0].name == "*":
        binds = frozenset(_all_of(node.module or ""))
    uses = frozenset(name for name, how in used if how != "binds")
    later = frozenset(name for name, how in used if how == "later")
    if not isinstance(node, PLAIN):
        uses |= binds  # it may leave them as they were
    changes = frozenset(_changed(node)) - binds
    return Statement(node, cell, binds, changes, uses, later)


def _names(code: CodeType, how: str = "uses") -> Iterator[tuple[str, str]]:
    """The names of the page that code deals with, and how: it uses or binds them, or its functions
    use them later. It is Python's own account, by which a comprehension keeps its names to itself.
    """
    for one in dis.get_instructions(code):
        done, _, where = one.opname.partition("_")
        if where in ("NAME", "GLOBAL", "FROM_DICT_OR_GLOBALS") and done != "IMPORT":
            yield one.argval, how if done == "LOAD" else "binds"
    for part in code.co_consts:
        if isinstance(part, CodeType):
            body = part.co_flags & inspect.CO_OPTIMIZED  # else a class, which keeps its names
            found = set(_names(part, "later" if body and part.co_name not in AT_ONCE else how))
            own = set() if body else {name for name, done in found if done == "binds"}
            yield from (one for one in found if one[0] not in own)


def _changed(node: ast.stmt) -> Iterator[str]:
    """The names whose things a statement changes: by a method that is called for its effect, or by
    what is put into them.
    """
    if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
        return
    for one in ast.walk(node):
        match one:
            case ast.Call(ast.Attribute(value, name), given) if name in METHODS:
                for changed in (value, *(given if name == "shuffle" else ())):
                    yield from _root(changed)
            case ast.Subscript(value, _, how) | ast.Attribute(value, _, how):
                if not isinstance(how, ast.Load):
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
        found = importlib.import_module(module)
    except Exception:  # told when it is run
        return ()
    return tuple(
        getattr(found, "__all__", None)
        or (name for name in vars(found) if not name.startswith("_"))
    )
