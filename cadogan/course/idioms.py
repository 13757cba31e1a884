"""The Python that a lesson needs, read off its cells in sight: ten idioms, in three grades.

>>> used("def f(n):\\n    return 1 if n == 0 else n * f(n - 1)\\nsum(f(n) for n in range(3))")
('generator', 'recursion')
"""

from __future__ import annotations

import ast
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from cadogan.edition.notebook import code_cells

#: Cells that a reader does not see, or sees folded, or as a question.
HIDDEN = frozenset({"exercise", "remove-cell", "remove-input", "hide-input", "hide-cell"})
COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp)


@dataclass(frozen=True)
class Idiom:
    """A way of writing that the lessons use without explaining it.

    Attributes:
        title: what it is called.
        grade: 1 to 3: how much Python one must have seen to read it.
        example: a line or two of it.
        says: what the example does.
    """

    title: str
    grade: int
    example: str
    says: str


IDIOMS: Mapping[str, Idiom] = MappingProxyType(
    {
        "comprehension": Idiom(
            "A list, a set or a dictionary in one line",
            1,
            "[n * n for n in range(4) if n != 2]",
            "the list 0, 1, 9: for each n that is not 2 its square",
        ),
        "generator": Idiom(
            "A sum over what is made on the way",
            1,
            "sum(n * n for n in range(4))",
            "adds the squares up, and makes no list",
        ),
        "unpacking": Idiom(
            "Several names at once",
            1,
            'for card, times in [("ace", 4), ("king", 2)]:\n    print(card, times)',
            "takes each pair apart into its two values",
        ),
        "counter": Idiom(
            "A Counter",
            1,
            "from collections import Counter\nCounter(len(word) for word in ('ace', 'king', 'two'))",
            "how often each length occurs: 3 twice, 4 once; what does not occur counts 0",
        ),
        "nested": Idiom(
            "Two loops in one line",
            2,
            "[(a, b) for a in range(3) for b in range(a)]",
            "for each a each smaller b, as two loops one in the other would give them",
        ),
        "star": Idiom(
            "A star before a name",
            2,
            "first, *others = 'AKQ'\nprint(*others)",
            "all that is left goes into one list; in a call a list is laid out into its members",
        ),
        "lambda": Idiom(
            "A function without a name",
            2,
            "max(['two', 'ace', 'queen'], key=lambda word: len(word))",
            "the longest word: what lies behind the colon is given back",
        ),
        "recursion": Idiom(
            "A function that calls itself",
            3,
            "def ways(n):\n    return 1 if n < 2 else ways(n - 1) + ways(n - 2)",
            "asks the same of something smaller, down to where the answer is plain",
        ),
        "cache": Idiom(
            "A function that remembers",
            3,
            "from functools import cache\n@cache\ndef ways(n):\n    return 1 if n < 2 else ways(n - 1) + ways(n - 2)",
            "what it has answered once it does not work out again, so that it is quick",
        ),
        "yield": Idiom(
            "A function that gives one value after the other",
            3,
            "def halves(n):\n    while n > 1:\n        yield n\n        n //= 2",
            "goes on behind `yield` when the next value is wanted: `list(halves(8))` is 8, 4, 2",
        ),
    }
)


def used(code: str) -> tuple[str, ...]:
    """The idioms of some code, in the order of `IDIOMS`."""
    nodes = [*ast.walk(ast.parse(code))]
    found = {
        "comprehension": any(isinstance(one, COMPREHENSIONS) for one in nodes),
        "generator": any(isinstance(one, ast.GeneratorExp) for one in nodes),
        "unpacking": any(
            isinstance(one, ast.Tuple) and isinstance(one.ctx, ast.Store) for one in nodes
        ),
        "counter": any(isinstance(one, ast.Name) and one.id == "Counter" for one in nodes),
        "nested": any(
            isinstance(one, (*COMPREHENSIONS, ast.GeneratorExp)) and len(one.generators) > 1
            for one in nodes
        ),
        "star": any(isinstance(one, ast.Starred) for one in nodes),
        "lambda": any(isinstance(one, ast.Lambda) for one in nodes),
        "recursion": any(_calls_itself(one) for one in nodes if isinstance(one, ast.FunctionDef)),
        "cache": any(
            isinstance(name, ast.Name) and name.id == "cache"
            for one in nodes
            if isinstance(one, ast.FunctionDef)
            for name in one.decorator_list
        ),
        "yield": any(isinstance(one, (ast.Yield, ast.YieldFrom)) for one in nodes),
    }
    return tuple(name for name in IDIOMS if found[name])


def _calls_itself(function: ast.FunctionDef) -> bool:
    return any(
        isinstance(one, ast.Call)
        and isinstance(one.func, ast.Name)
        and one.func.id == function.name
        for one in ast.walk(function)
    )


def of_page(text: str) -> tuple[str, ...]:
    """The idioms that the cells in sight of a lesson use."""
    cells = (cell.text for cell in code_cells(text) if not HIDDEN & {*cell.tags})
    return used("\n".join(cells))


def grade(text: str) -> int:
    """The Python that a lesson needs: 1, loops, functions, lists in one line; 2, stars, functions
    without a name, loops in one another; 3, functions that call themselves, remember, or yield.
    """
    return max((IDIOMS[name].grade for name in of_page(text)), default=1)
