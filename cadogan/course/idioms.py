"""The Python that a lesson needs, read from its visible cells: ten idioms, in three grades.

>>> used("def f(n):\\n    return 1 if n == 0 else n * f(n - 1)\\nsum(f(n) for n in range(3))")
('generator', 'recursion')
"""

from __future__ import annotations

import ast
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from cadogan.edition.notebook import code_cells

#: Tags of cells that a reader does not see, or sees folded, or as a question.
HIDDEN = frozenset({"exercise", "remove-cell", "remove-input", "hide-input", "hide-cell"})
COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp)


@dataclass(frozen=True)
class Idiom:
    """A way of writing that the lessons use without explaining it.

    Attributes:
        title: its name.
        grade: how much Python a reader needs to know it, 1 to 3.
        example: a few lines of code that use it.
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
            "the list 0, 1, 9: the square of each n that is not 2",
        ),
        "generator": Idiom(
            "A sum without a list",
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
            "each a with each smaller b, as two nested loops would give them",
        ),
        "star": Idiom(
            "A star before a name",
            2,
            "first, *others = 'AKQ'\nprint(*others)",
            "the rest goes into one list; in a call, a list is spread out into its members",
        ),
        "lambda": Idiom(
            "A function without a name",
            2,
            "max(['two', 'ace', 'queen'], key=lambda word: len(word))",
            "the longest word: the function returns what follows the colon",
        ),
        "recursion": Idiom(
            "A function that calls itself",
            3,
            "def ways(n):\n    return 1 if n < 2 else ways(n - 1) + ways(n - 2)",
            "asks the same of something smaller, until the answer is plain",
        ),
        "cache": Idiom(
            "A function that remembers",
            3,
            "from functools import cache\n@cache\ndef ways(n):\n    return 1 if n < 2 else ways(n - 1) + ways(n - 2)",
            "never works out the same answer twice, and so is quick",
        ),
        "yield": Idiom(
            "A function that gives one value after another",
            3,
            "def halves(n):\n    while n > 1:\n        yield n\n        n //= 2",
            "goes on after `yield` when the next value is needed: `list(halves(8))` is 8, 4, 2",
        ),
    }
)


def used(code: str) -> tuple[str, ...]:
    """The names of the idioms that some code uses, in the order of `IDIOMS`."""
    nodes = [*ast.walk(ast.parse(code))]
    functions = [node for node in nodes if isinstance(node, ast.FunctionDef)]
    uses = {
        "comprehension": any(isinstance(node, COMPREHENSIONS) for node in nodes),
        "generator": any(isinstance(node, ast.GeneratorExp) for node in nodes),
        "unpacking": any(
            isinstance(node, ast.Tuple) and isinstance(node.ctx, ast.Store) for node in nodes
        ),
        "counter": any(isinstance(node, ast.Name) and node.id == "Counter" for node in nodes),
        "nested": any(
            isinstance(node, (*COMPREHENSIONS, ast.GeneratorExp)) and len(node.generators) > 1
            for node in nodes
        ),
        "star": any(isinstance(node, ast.Starred) for node in nodes),
        "lambda": any(isinstance(node, ast.Lambda) for node in nodes),
        "recursion": any(map(_calls_itself, functions)),
        "cache": any(
            isinstance(name, ast.Name) and name.id == "cache"
            for function in functions
            for name in function.decorator_list
        ),
        "yield": any(isinstance(node, (ast.Yield, ast.YieldFrom)) for node in nodes),
    }
    return tuple(name for name in IDIOMS if uses[name])


def _calls_itself(function: ast.FunctionDef) -> bool:
    return any(
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id == function.name
        for node in ast.walk(function)
    )


def of_page(text: str) -> tuple[str, ...]:
    """The names of the idioms that the visible cells of a lesson's page use."""
    cells = (cell.text for cell in code_cells(text) if not HIDDEN & {*cell.tags})
    return used("\n".join(cells))


def grade(text: str) -> int:
    """The grade of Python that a lesson's page needs: 1, loops, functions, comprehensions; 2,
    stars, lambdas, nested loops in one line; 3, recursion, caches, generator functions.
    """
    return max((IDIOMS[name].grade for name in of_page(text)), default=1)
