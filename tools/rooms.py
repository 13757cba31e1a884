"""How large the code is, room by room: `python tools/rooms.py`, which `make test` prints, too.

Python is counted in tokens, comments, docstrings and layout aside; the front end in kilobytes."""

from __future__ import annotations

import ast
import io
import tokenize
from pathlib import Path

from house import PACKAGE, ROOT

#: The rooms of the package: the folders and modules of each. What stands in none is called the rest.
ROOMS = {
    "game": ("cards.py", "usage.py", "layout.py", "words", "engine", "patience"),
    "edition and drawing": ("edition", "drawing"),
    "round games": ("round_games",),
    "players and tables": ("players", "tables"),
    "solver": ("solver",),
    "board": ("board", "live", "notebook"),
    "course": ("course",),
    "compiler": ("compiler",),
}
#: Tokens that are only layout.
LAYOUT = {
    tokenize.COMMENT,
    tokenize.NL,
    tokenize.NEWLINE,
    tokenize.INDENT,
    tokenize.DEDENT,
    tokenize.ENDMARKER,
}
DOCUMENTED = ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef


def weight(path: Path) -> int:
    """The tokens of a module."""
    source = path.read_text(encoding="utf-8")
    docstrings = {
        node.body[0].lineno
        for node in ast.walk(ast.parse(source))
        if isinstance(node, DOCUMENTED) and ast.get_docstring(node, clean=False) is not None
    }
    return sum(
        token.type not in LAYOUT
        and not (token.type == tokenize.STRING and token.start[0] in docstrings)
        for token in tokenize.generate_tokens(io.StringIO(source).readline)
    )


def main() -> None:
    """Print the table."""
    tokens = {path: weight(path) for path in sorted(PACKAGE.rglob("*.py"))}
    room_of = {part: room for room, parts in ROOMS.items() for part in parts}
    sums = dict.fromkeys([*ROOMS, "the rest"], 0)
    for path, many in tokens.items():
        sums[room_of.get(path.relative_to(PACKAGE).parts[0], "the rest")] += many
    whole = sum(tokens.values())
    rows = {**sums, "cadogan without the compiler": whole - sums["compiler"], "cadogan": whole}
    for folder in ("tools", "tests"):
        rows[folder] = sum(weight(path) for path in (ROOT / folder).rglob("*.py"))
    for name, many in rows.items():
        print(f"{name:30} {many:8,} tokens")
    for folder in ("cadogan/board", "book/_static", "tools"):
        scripts = [path for path in (ROOT / folder).rglob("*") if path.suffix in (".js", ".mjs")]
        print(f"{folder:30} {sum(p.stat().st_size for p in scripts) / 1000:8,.0f} kB of JavaScript")


if __name__ == "__main__":
    main()
