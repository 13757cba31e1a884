"""What a cell needs from the cells above it, read off its text: which names it uses, binds, and may
change.

A page is read from above, so a cell sees what the cells above it have left behind, whatever was run
meanwhile. The names say which cells those are. What cannot be known from the text is taken as
needed: too much is run rather than too little."""

from __future__ import annotations

import ast
import builtins
import hashlib
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from functools import lru_cache

from cadogan.edition.needs import statements

#: Methods and functions that change nothing that they are called on or with.
HARMLESS = frozenset(
    "index count items keys values get copy most_common elements total join split startswith endswith format isdisjoint issubset "
    "issuperset union intersection difference".split()
)
HARMLESS_CALLS = frozenset(
    "print len sum sorted min max any all abs round repr str int float bool list tuple set frozenset dict range enumerate zip reversed "
    "isinstance type hash id divmod pow format map filter vars dir hasattr getattr".split()
)
#: Methods that change nothing if called on a game or a position, but may change a board.
OF_A_GAME = frozenset(
    "deal vary moves play find why_not tell parse picture load undo redo restart move".split()
)
#: Functions that make a board.
BOARDS = frozenset({"play", "play_round", "Board"})
#: Modules whose functions change their arguments, or that have a state of their own.
CHANGING = frozenset({"random", "heapq", "bisect"})


@dataclass
class Names:
    """The names of a cell.

    Attributes:
        used: needed from above.
        late: used in the bodies of its functions, and needed where these are called.
        bound: the names it binds.
        touched: names of what it may change in place; `touched_late` in the bodies of its
            functions.
        modules: for each name that an import binds, the module.
        boards: the names of boards.
    """

    used: set[str] = field(default_factory=set)
    late: set[str] = field(default_factory=set)
    bound: set[str] = field(default_factory=set)
    touched: set[str] = field(default_factory=set)
    touched_late: set[str] = field(default_factory=set)
    modules: dict[str, str] = field(default_factory=dict)
    boards: set[str] = field(default_factory=set)


@lru_cache(maxsize=2000)
def names_of_rules(source: str) -> Names:
    """The names of a rules cell, which is read and never run; of one that cannot be parsed, none.

    >>> names = names_of_rules("lanes = places('lanes', n)")
    >>> sorted(names.used), sorted(names.bound)
    (['n', 'places'], ['lanes'])
    """
    names = Names()
    try:
        tree = ast.parse(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError):  # the reader of rules says why
        return names
    for statement in tree.body:
        if isinstance(statement, ast.Assign):
            words = {node.id for node in ast.walk(statement.value) if isinstance(node, ast.Name)}
            targets = (node for target in statement.targets for node in ast.walk(target))
            names.used |= words - names.bound
            names.bound |= {node.id for node in targets if isinstance(node, ast.Name)}
    return names


@lru_cache(maxsize=2000)
def names_of(source: str) -> Names:
    """The names of a cell; of one that is no Python, none."""
    names = Names()
    for statement in statements([source]):
        node = statement.node
        match node:
            case ast.Import([ast.alias(module)]) | ast.ImportFrom(module):
                names.modules |= dict.fromkeys(statement.binds, (module or "").partition(".")[0])
            case ast.Assign(value=value) | ast.AnnAssign(value=value) if _makes_a_board(value):
                names.boards |= statement.binds
        touched, touched_late = _touched(node)
        names.used |= statement.uses - names.bound
        names.late |= statement.later
        names.touched |= (
            touched - statement.binds
            if isinstance(node, (ast.FunctionDef, ast.ClassDef))
            else touched
        )
        names.touched_late |= touched_late
        names.bound |= statement.binds
    return names


def _makes_a_board(value: ast.expr | None) -> bool:
    match value:
        case ast.Call(ast.Name(name) | ast.Attribute(ast.Name("cadogan"), name)):
            return name in BOARDS
    return False


def _touched(statement: ast.stmt) -> tuple[set[str], set[str]]:
    """What a statement may change in place, at once and in the bodies of its functions."""
    now: set[str] = set()
    late: set[str] = set()

    def visit(node: ast.AST, into: set[str]) -> None:
        match node:
            case ast.Subscript(ctx=how) | ast.Attribute(ctx=how) if not isinstance(how, ast.Load):
                into.update(_root(node))
            case ast.AugAssign(target):
                into.update(_root(target))
            case ast.Call(called, arguments, keywords):
                if isinstance(called, ast.Attribute) and called.attr not in HARMLESS:
                    into.update(
                        f"{root}!" if called.attr in OF_A_GAME else root for root in _root(called)
                    )
                if not (isinstance(called, ast.Name) and called.id in HARMLESS_CALLS):
                    every = [*arguments, *(keyword.value for keyword in keywords)]
                    into.update(
                        f"{''.join(_root(called))}({argument.id}"
                        for argument in every
                        if isinstance(argument, ast.Name)
                    )  # judged by whose function it is
        inner = (
            late if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)) else into
        )
        for child in ast.iter_child_nodes(node):
            visit(child, inner)

    visit(statement, now)
    return now, late


def _root(node: ast.AST) -> set[str]:
    while isinstance(node, (ast.Attribute, ast.Subscript, ast.Call)):
        node = node.func if isinstance(node, ast.Call) else node.value
    return {node.id} if isinstance(node, ast.Name) else set()


class Page:
    """The cells of a page as they now are, and what each needs of those above it.

    Attributes:
        rules: the numbers of the rules cells, which use names of rules cells alone.
        uses: of each cell, for each name that it needs from above, the cell that binds it last.
        touches: of each the names of what it may change in place, also by the functions that it
            calls.
        signatures: of each a text that changes when it, or anything that it may depend on, changes.
    """

    def __init__(self, sources: list[str], rules: Collection[int] = ()) -> None:
        self.sources = sources
        self.rules = frozenset(rules)
        self.names = [
            names_of_rules(source) if n in self.rules else names_of(source)
            for n, source in enumerate(sources)
        ]
        self.modules: dict[str, str] = {}
        self.boards: set[str] = set()
        for cell_names in self.names:
            self.modules |= cell_names.modules
            self.boards |= cell_names.boards
        self.uses = [self._used(n) for n in range(len(sources))]
        self.touches = [self._touched(n) for n in range(len(sources))]
        self.signatures: list[str] = []
        for n in range(len(sources)):
            self.signatures.append(self._signature(n))

    def _used(self, n: int) -> dict[str, int]:
        bound_in: dict[str, int] = {}
        waiting = [*(self.names[n].used | self.names[n].late)]
        while waiting:
            name = waiting.pop()
            above = next((m for m in self._above(n) if name in self.names[m].bound), None)
            if name in bound_in or above is None:
                continue
            bound_in[name] = above
            if name not in self.modules:
                waiting += self.names[above].late
        return dict(sorted(bound_in.items(), key=lambda pair: (pair[1], pair[0])))

    def _above(self, n: int) -> Iterator[int]:
        """The cells whose names a cell sees, from the nearest up."""
        return (m for m in range(n - 1, -1, -1) if n not in self.rules or m in self.rules)

    def _touched(self, n: int) -> set[str]:
        called = {m for name, m in self.uses[n].items() if name not in self.modules}
        touched = self.names[n].touched.union(*(self.names[m].touched_late for m in called))
        return {name for name in map(self._judged, touched) if name}

    def _judged(self, name: str) -> str:
        """The name that is changed in place; empty if it is not: a module's function leaves its
        arguments alone, unless its business is to change them.
        """
        if name.endswith("!"):
            return name[:-1] if name[:-1] in self.boards else ""
        if "(" not in name:
            module = self.modules.get(name)
            return name if module is None or module in CHANGING else ""
        function, _, argument = name.partition("(")
        if (function in self.modules and self.modules[function] not in CHANGING) or (
            hasattr(builtins, function) and function != "next"
        ):
            return ""
        return argument

    def touching(self, name: str, first: int, end: int) -> list[int]:
        """The cells between two others that may change what `first` has bound to a name."""
        return [m for m in range(first + 1, end) if name in self.touches[m]]

    def _signature(self, n: int) -> str:
        uses = self.uses[n].items()
        needed = {m for name, first in uses for m in (first, *self.touching(name, first, n))}
        text = "\n".join([self.sources[n], *(self.signatures[m] for m in sorted(needed))])
        return hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()[:12]
