"""The compiler is a room of its own, and what it is to compile is written in its part of Python."""

import ast
import importlib
import pkgutil
from pathlib import Path

import pytest

import cadogan
import cadogan.compiler
from cadogan.compiler.subset import outside

from ..conftest import text_of

ROOT = Path(cadogan.__file__).parent


def modules(name):
    """Every module of a folder of the package, with its file."""
    package = importlib.import_module(f"cadogan.{name}")
    for module in pkgutil.walk_packages(package.__path__, f"cadogan.{name}."):
        yield module.name, Path(str(importlib.import_module(module.name).__file__))


def test_the_compiler_imports_nothing_of_the_package():
    for path in (ROOT / "compiler").glob("*.py"):
        for node in ast.walk(ast.parse(text_of(path))):
            names = [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            names += [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            for name in names:
                inside = name == "cadogan.compiler" or name.startswith("cadogan.compiler.")
                assert inside or not name.startswith("cadogan"), f"{path.name} imports {name}"


@pytest.mark.parametrize("folder", ["engine", "words", "players", "solver"])
def test_what_is_compiled_is_written_in_the_engines_part_of_python(folder):
    """Of every function of the rules and the state that gives a number or nothing, whether or not a
    game of the book uses it: what makes a text or a table of them is Python.
    """
    checked = 0
    for name, path in modules(folder):
        tree = ast.parse(text_of(path))
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef) and ast.unparse(node.returns) in ("int", "None"):
                parameters = [parameter.arg for parameter in node.args.args]
                if "rules" in parameters and "s" in parameters:
                    checked += 1
                    assert not (faults := outside(node)), f"{name}: {faults}"
    assert checked > 5, "hardly anything was looked at"


@pytest.mark.table("body, why", "lines_outside")
def test_what_is_outside_is_named_with_its_line(body, why):
    (function,) = ast.parse(f"\ndef f(rules, s):\n    {body}\n").body
    assert any(fault.startswith(why) for fault in outside(function)), outside(function)


def test_parameters_are_plain():
    (function,) = ast.parse("def f(*rules, s):\n    pass\n").body
    assert outside(function) == ["1: *args and **kwargs are not in the engine's part of Python"]
