"""The part of Python that the compiler takes, as a list: what of a function stands outside it is
told from its text, without compiling it.

What a value may be in each place depends on what is known of it, and is found when the function is
compiled, as are a loop with ``else``, division, powers, and a function that calls itself; the page
*The engine's part of Python* tells of both."""

from __future__ import annotations

import ast
from collections.abc import Iterator

from cadogan.compiler.statements import Frame


def outside(function: ast.FunctionDef) -> list[str]:
    """What of a function is not in the engine's part of Python, each with its line.

    >>> (function,) = ast.parse("def f(rules, s):\\n    with s.lock: pass").body
    >>> outside(function)
    ["2: With is not in the engine's part of Python"]
    """
    return [
        f"{line}: {what} not in the engine's part of Python" for line, what in _faults(function)
    ]


def _faults(function: ast.FunctionDef) -> Iterator[tuple[int, str]]:
    if function.args.vararg or function.args.kwarg:
        yield function.lineno, "*args and **kwargs are"
    for stmt in function.body:
        for node in ast.walk(stmt):
            name = type(node).__name__
            if isinstance(node, ast.stmt | ast.expr) and not (
                isinstance(node, ast.Slice)
                or hasattr(Frame, f"_do_{name}")
                or hasattr(Frame, f"_eval_{name}")
            ):
                yield node.lineno, f"{name} is"
            if isinstance(node, ast.Call) and node.keywords:
                yield node.lineno, "an argument given by its name is"
