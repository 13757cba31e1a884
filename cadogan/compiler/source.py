"""The text of the engine's functions, as the specialiser reads it."""

from __future__ import annotations

import ast
import linecache
import os
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from types import FunctionType

from cadogan.compiler.values import SpecialiseError

#: How often a text is read at most, where Python itself fails.
ATTEMPTS = 5


@dataclass(frozen=True)
class Source:
    """A function's parsed text; `stable` are the names that a copy can stand for (`_stable`)."""

    tree: ast.FunctionDef
    file: str
    doc: str
    params: tuple[str, ...]
    stable: frozenset[str]


@cache
def source_of(function: FunctionType) -> Source:
    """The parsed text of a function, read once."""
    code = function.__code__
    lines = linecache.getlines(code.co_filename, function.__globals__)
    tree = _functions("".join(lines)).get((code.co_name, code.co_firstlineno))
    if tree is None:
        raise SpecialiseError(f"{_place(function)}: the text of {code.co_name} cannot be found")
    if tree.args.vararg or tree.args.kwarg:
        raise SpecialiseError(
            f"{_place(function)}:{tree.lineno} in {tree.name}: a function with *args or **kwargs cannot be specialised"
        )
    params = tuple(arg.arg for arg in [*tree.args.posonlyargs, *tree.args.args])
    doc = _first_sentence(ast.get_docstring(tree) or "")
    return Source(tree, _place(function), doc, params, _stable(tree, params))


@cache
def _functions(text: str) -> dict[tuple[str, int], ast.FunctionDef]:
    """The functions in a module's text, by name and first line."""
    return {
        (
            node.name,
            min([node.lineno, *(decorator.lineno for decorator in node.decorator_list)]),
        ): node
        for node in ast.walk(_parsed(text))
        if isinstance(node, ast.FunctionDef)
    }


def _parsed(text: str) -> ast.Module:
    """The tree of a module's text. In Python before 3.11.5 two threads that parse at the same time may
    disturb each other (https://github.com/python/cpython/issues/106905): then it is read again.
    """
    for _ in range(ATTEMPTS - 1):
        with suppress(SystemError):
            return ast.parse(text)
    return ast.parse(text)


def _first_sentence(doc: str) -> str:
    """The first sentence of a docstring, on one line."""
    text = " ".join(doc.partition("\n\n")[0].split())
    end = text.find(". ")
    return text if end < 0 else text[: end + 1]


def _place(function: FunctionType) -> str:
    """The file of a function as an error names it."""
    module = function.__module__ or ""
    path = function.__code__.co_filename
    if path.startswith("<cell ") or "ipykernel_" in path:
        return "cell"
    return "/".join([*module.split(".")[:-1], os.path.basename(path)])


def _stable(tree: ast.FunctionDef, params: tuple[str, ...]) -> frozenset[str]:
    """The names that a copy can stand for: parameters never assigned, and variables that only loops
    over a range assign.
    """
    loops = {id(node.target): node.target for node in ast.walk(tree) if isinstance(node, ast.For)}
    ranged = {target.id for target in loops.values() if isinstance(target, ast.Name)}
    assigned = {node.id for node in _assigned(tree) if id(node) not in loops}
    return frozenset((set(params) ^ ranged) - assigned)


def _assigned(tree: ast.AST) -> Iterator[ast.Name]:
    """Where names are assigned, in the order of the walk."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node


@cache
def assigned_in(stmt: ast.AST) -> tuple[str, ...]:
    """The names that a statement assigns, each once: a program is the same whenever it is made."""
    return tuple(dict.fromkeys(node.id for node in _assigned(stmt)))


def assigned_in_body(stmt: ast.For) -> set[str]:
    """The names that the body of a loop assigns."""
    return {name for part in stmt.body for name in assigned_in(part)}
