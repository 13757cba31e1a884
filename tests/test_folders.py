"""Imports run one way: a folder of the package takes at import only from those below it."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

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


@pytest.mark.parametrize(
    ("asked", "most"),
    [("games['fortress'].deal(0)", 70), ("play('fortress', 0)", 120)],
)
def test_a_deal_and_a_board_load_no_laboratory(asked, most):
    """Nothing that solves, simulates, compiles or teaches, and no round game: that waits until it is
    asked for.
    """
    code = f"import sys, cadogan; cadogan.{asked}; print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = {name for name in done.stdout.split() if name.split(".")[0] == "cadogan"}
    rooms = {name.split(".")[1] for name in loaded if "." in name}
    assert not rooms & {"solver", "course", "round_games", "live", "notebook"}
    later = ("cadogan.players.odds", "cadogan.compiler.specialise", "cadogan.compiler.wasm")
    assert loaded.isdisjoint(later)
    assert len(loaded) <= most, sorted(loaded)
