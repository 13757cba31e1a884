"""Imports run one way: a folder of the package takes at import only from those below it."""

import ast
from pathlib import Path

import cadogan

from .conftest import text_of

PACKAGE = Path(cadogan.__file__).parent
#: From the ground up. A module by itself (`cadogan.cards`) counts as a folder.
ORDER = (
    *("cards", "echo", "usage", "layout", "extras", "compiler"),
    *("engine", "words", "patience", "edition", "live", "players", "solver", "tables"),
    *("drawing", "round_games", "course", "board", "notebook"),
)


def taken(path):
    """The folders that a module takes from when it is imported, not later or for types alone."""
    where = path.relative_to(PACKAGE.parent).with_suffix("").parts
    for node in ast.parse(text_of(path)).body:
        if isinstance(node, ast.Import):
            names = [name.name for name in node.names]
        elif isinstance(node, ast.ImportFrom):
            start = where[: len(where) - node.level] if node.level else ()
            module = ".".join((*start, *(node.module or "").split("."))).strip(".")
            names = [f"{module}.{name.name}" for name in node.names]
        else:
            continue
        for name in names:
            root, _, rest = name.partition(".")
            if root == "cadogan" and rest.partition(".")[0] in ORDER:
                yield rest.partition(".")[0]


def test_a_folder_takes_only_from_those_below_it():
    folders = {path.name for path in PACKAGE.iterdir() if (path / "__init__.py").is_file()}
    assert folders <= set(ORDER), "a new folder has its place in the order"
    upwards, seen = [], 0
    for path in PACKAGE.glob("*/**/*.py"):
        folder = path.relative_to(PACKAGE).parts[0]
        if folder not in ORDER:
            continue
        for other in taken(path):
            seen += 1
            if ORDER.index(other) > ORDER.index(folder):
                upwards.append(f"{path.relative_to(PACKAGE)} takes from {other}")
    assert seen > 300 and not upwards
