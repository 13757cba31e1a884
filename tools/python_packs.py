"""Run in Pyodide when the book is built (`python_packs.mjs`): compiles what the page's Python needs,
and lays it into packs in the order in which a reader needs it.

* ``library``: of the standard library what Pyodide begins with, and what opens a zip;
* ``play``: of the package what a game of patience needs, code and files, of each chapter the rules,
  and under ``library/`` what that needs of the standard library;
* ``rest``: the other code and files of the package, the text of all of it, and what all of it needs
  of the standard library;
* ``library-rest``: the rest of the standard library, which only cells may want.

What a game needs is found out by playing a little at every table."""

import dataclasses
import importlib
import json
import marshal
import os
import pkgutil
import py_compile
import sys
from importlib.util import cache_from_source
from itertools import pairwise
from pathlib import Path
from types import CodeType
from typing import Any
from zipfile import ZipFile, ZipInfo

#: Modules for a machine, not for a page.
NEVER_IN_A_PAGE = (
    "cadogan.__main__",
    "cadogan.cli",
    "cadogan.serve",
    "cadogan.lab_files",
    "cadogan.board.round_widget",
    "cadogan.board.widget",
)
#: What a page does with a game from the first tap on, without being asked for advice.
MESSAGES = (
    {"kind": "undo"},
    {"kind": "redo"},
    {"kind": "home"},
    {"kind": "go", "to": 1},
    {"kind": "restart"},
    {"kind": "save"},
    {"kind": "new", "any": True},
    {"kind": "new", "day": 1},
)
PACKAGE, LIBRARY = "/tmp/package.zip", "/tmp/library.zip"
#: What nobody reads in a page: the board, which lies beside it, and JupyterLab's settings.
LEFT_OUT = ("cadogan/board/js/", "cadogan/lab_settings/")
FOLDER = "/home/pyodide"
#: How the library is compiled: a seventh of it are docstrings, which a telephone need not fetch.
WITHOUT_DOCSTRINGS = 2
#: Where Pyodide lays its library.
SHELF = next(path for path in sys.path if path.endswith(".zip"))


def play_a_little() -> None:
    """Open every game, be refused, make a move, and ask what a player asks of a table."""
    import cadogan
    from cadogan.board import page

    for slug in cadogan.games:
        for deal in (1, 2):
            opening = {"format": 1, "game": slug, "deal": deal, "moves": []}
            game = json.loads(page.open_game(json.dumps(opening)))
            (state,) = game["replies"]
            ends = [(one["id"], other["id"]) for one, other in pairwise(state["places"])]
            tries = [{"kind": "try", "from": source, "to": target} for source, target in ends]
            first = {"kind": "move", "text": state["moves"][0]["text"]}
            for message in (*tries, first, *MESSAGES):
                replies = json.loads(page.handle(game["id"], json.dumps(message)))["replies"]
                if "error" in {reply["kind"] for reply in replies}:
                    raise RuntimeError(f"{slug}, {message}: {replies}")


def import_all() -> None:
    """Import every module that a page may import, and with it what they want of the library."""
    import cadogan

    for module in pkgutil.walk_packages(cadogan.__path__, "cadogan."):
        if module.name not in NEVER_IN_A_PAGE:
            try:
                importlib.import_module(module.name)
            except ImportError as error:  # one that leans on a library which no page has
                if (error.name or "").startswith("cadogan"):
                    raise


def imported_files() -> set[str]:
    """The files of the modules that are imported; of one that is frozen into Python none is wanted."""
    specs = [getattr(module, "__spec__", None) for module in sys.modules.values()]
    return {spec.origin for spec in specs if spec and spec.origin}


def chapters() -> dict[str, bytes]:
    """The part of each chapter from which its game is read, and which its refusals quote."""
    import cadogan
    from cadogan.edition.chapters import rules_section
    from cadogan.edition.notebook import rules_cells
    from cadogan.edition.old_text import passages

    parts = {}
    for slug in cadogan.games:
        whole, part = cadogan.games.text(slug), rules_section(slug)
        read, read_of_part = (
            [cell.text for cell in rules_cells(text)] + [(p.place, p.text) for p in passages(text)]
            for text in (whole, part)
        )
        if read != read_of_part:
            raise RuntimeError(f"{slug}: rules, or old text, outside the section of the rules")
        parts[f"cadogan/_chapters/{slug}.md"] = part.encode()
    return parts


def compiled(text: bytes, path: str, optimize: int = -1) -> bytes:
    """A module as Python keeps it, which it will not compare with its text."""
    source, target = Path("/tmp/module.py"), "/tmp/module.pyc"
    source.write_bytes(text)
    py_compile.compile(
        str(source), target, path, True, optimize, py_compile.PycInvalidationMode.UNCHECKED_HASH
    )
    return Path(target).read_bytes()


def modules(archive: ZipFile) -> list[str]:
    """The files of an archive that are modules."""
    return [name for name in archive.namelist() if name.endswith(".py")]


def lay(pack: str, files: dict[str, bytes]) -> None:
    """Lay files into a pack, the same to the last byte whenever that is done."""
    with ZipFile(f"/tmp/packs/{pack}", "w") as archive:
        for name, content in files.items():
            archive.writestr(ZipInfo(name), content)


def note_dataclasses() -> dict[str, CodeType]:
    """What `dataclasses` writes for a class and has compiled, by its text, from now on: half the time
    in which a page imports the package.
    """
    written: dict[str, CodeType] = {}

    def note(text: str, *spaces: dict[str, Any]) -> None:
        written[text] = compile(text, "<string>", "exec")
        exec(written[text], *spaces)

    dataclasses.exec = note  # type: ignore[attr-defined]  # in the place of Python's own
    return written


def main() -> None:
    """Play, import, compile, and lay the packs into the folder ``/tmp/packs``."""
    with ZipFile(PACKAGE) as archive:
        archive.extractall(FOLDER)
    begun_with = imported_files()
    written = note_dataclasses()
    opened: set[str] = set()
    sys.addaudithook(lambda event, args: opened.add(str(args[0])) if event == "open" else None)
    play_a_little()
    played, read = imported_files(), {path.removeprefix(f"{FOLDER}/") for path in opened}
    if not written:
        raise RuntimeError("dataclasses has its code compiled in another way: see note_dataclasses")
    play = {"dataclasses.marshal": marshal.dumps(written)} | chapters()
    import_all()
    imported = imported_files()

    rest: dict[str, bytes] = {}
    with ZipFile(PACKAGE) as archive:
        for name in modules(archive):
            rest[name], path = archive.read(name), f"{FOLDER}/{name}"
            if path in played:  # Python looks for a text, and comes to what is compiled
                play[name] = b""
            part = play if path in played else rest
            part[cache_from_source(name)] = compiled(rest[name], path)
        for name in sorted({*archive.namelist()} - {*modules(archive)}):
            if not name.endswith(("/", ".css")) and not name.startswith(LEFT_OUT):
                part = play if name in read and not name.endswith(".md") else rest
                part[name] = archive.read(name)
    library: dict[str, bytes] = {}
    library_rest: dict[str, bytes] = {}
    with ZipFile(LIBRARY) as archive:
        for name in modules(archive):
            path = f"{SHELF}/{name}"
            content = compiled(archive.read(name), path, WITHOUT_DOCSTRINGS)
            if path in begun_with:
                library[f"{name}c"] = content
            else:
                part = play if path in played else rest if path in imported else library_rest
                part[f"library/{name}c"] = content
    os.mkdir("/tmp/packs")
    lay("play", play)
    lay("rest", rest)
    lay("library", library)
    lay("library-rest", library_rest)


main()
