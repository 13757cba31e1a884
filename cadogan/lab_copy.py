"""The reader's copy of the chapters, which `cadogan lab` opens: laid beside what is the book,
brought up to date where the reader has changed nothing, and given back as printed.

Standard library only."""

from __future__ import annotations

import hashlib
import json
import os
import re
from dataclasses import dataclass
from itertools import count
from pathlib import Path

#: The file with the fingerprint of each page as it was laid, so that a page is known to be untouched
#: when a later book has another text.
LAID = ".laid.json"
#: The name of a page of a copy.
PAGE = re.compile(r"(?:lessons/)?[\w-]+\.md")
#: Where a reader's version of a page is kept when the page is given back as printed.
ASIDE = "put-aside"


#: The page that the lab opens with.
CONTENTS = "contents.md"
#: What a notebook in the book's form begins with.
_HEAD = """---
jupytext:
  text_representation:
    extension: .md
    format_name: myst
kernelspec:
  display_name: Python 3
  language: python
  name: python3
---
"""
_HOW = """These chapters are your own copy: play, change, answer, save. The book itself stays as it is.
A page is opened by a click. *Run All Cells*, in the menu *Run*, runs it; the button *As printed*, above a page, gives it back as
it was, and what you had is kept in `put-aside`.
"""


@dataclass(frozen=True)
class Copy:
    """The pages of a copy of the chapters that are not as printed, by their names.

    Attributes:
        changed: pages that the reader has changed.
        outdated: those of them that the book has changed, too, since they were laid.
    """

    changed: tuple[str, ...]
    outdated: tuple[str, ...]


def pages(source: Path) -> dict[str, Path]:
    """The pages of a book by their names in it (`fortress.md`, `lessons/spread.md`)."""
    paths = [*sorted(source.glob("*.md")), *sorted(source.glob("lessons/*.md"))]
    return {path.relative_to(source).as_posix(): path for path in paths}


def lay(source: Path, folder: Path) -> Copy:
    """Bring a copy up to date: pages that are missing or untouched are as the book has them now;
    what the reader has changed stays.

    Raises:
        OSError: the folder cannot be written.
    """
    laid, printed, mine = _laid(folder), pages(source), changed(source, folder)
    outdated = [
        name for name in mine if laid.get(name) not in (None, _digest(printed[name].read_bytes()))
    ]
    for name in printed.keys() - set(mine):
        copy, text = folder / name, printed[name].read_bytes()
        if not copy.is_file() or copy.read_bytes() != text:
            _write(copy, text)
        laid[name] = _digest(text)
    for name in laid.keys() - printed.keys():  # pages that the book has no longer
        copy = folder / name
        if copy.is_file() and _digest(copy.read_bytes()) == laid.pop(name):
            copy.unlink()
    for beside in [*source.glob("pictures/*.png"), *source.glob("jupytext.toml")]:
        if not (copy := folder / beside.relative_to(source)).is_file():
            _write(copy, beside.read_bytes())
    _write(folder / CONTENTS, contents(source).encode())
    _remember(folder, laid)
    return Copy(tuple(mine), tuple(outdated))


def contents(source: Path) -> str:
    """The contents of the book as a notebook: each part with links to its pages."""
    lines = [_HEAD, "# Lady Cadogan's Patience: contents\n", _HOW]
    toc = (source / "_toc.yml").read_text(encoding="utf-8")
    for kind, name in re.findall(r"^\s*(?:- )?(root|caption|file): (.+)$", toc, re.MULTILINE):
        if kind == "caption":
            lines.append(f"\n## {name}\n")
        elif (page := source / f"{name}.md").is_file():
            title = re.search(r"^# (.+)$", page.read_text(encoding="utf-8"), re.MULTILINE)
            lines.append(f"* [{title[1] if title else name}]({name}.md)")
    return "\n".join(lines) + "\n"


def changed(source: Path, folder: Path) -> list[str]:
    """The pages of a copy that the reader has changed, in the order of their names: neither as the
    book has them nor as they were laid.
    """
    laid = _laid(folder)
    return [
        name
        for name, path in pages(source).items()
        if (copy := folder / name).is_file()
        and (text := copy.read_bytes()) != path.read_bytes()
        and _digest(text) != laid.get(name)
    ]


def give_back(source: Path, folder: Path, name: str) -> Path | None:
    """Lay a page as printed; returns the file into which the reader's version was put aside, None
    if it was as printed.

    Raises:
        KeyError: the book has no page of that name.
        OSError: the folder cannot be written.
    """
    text, copy, aside = pages(source)[name].read_bytes(), folder / name, None
    if copy.is_file() and copy.read_bytes() != text:
        stem = name.removesuffix(".md").replace("/", "-")
        aside = next(
            path for n in count(1) if not (path := folder / ASIDE / f"{stem}-{n}.md").exists()
        )
        _write(aside, copy.read_bytes())
    _write(copy, text)
    _remember(folder, _laid(folder) | {name: _digest(text)})
    return aside


def _laid(folder: Path) -> dict[str, str]:
    """The fingerprints of the pages as they were laid; a file that cannot be read counts as
    empty, and other names than pages' are left out: a copy may come from anybody.
    """
    try:
        laid = json.loads((folder / LAID).read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        return {}
    names = laid if isinstance(laid, dict) else {}
    return {name: digest for name, digest in names.items() if PAGE.fullmatch(name)}


def _remember(folder: Path, laid: dict[str, str]) -> None:
    _write(folder / LAID, (json.dumps(laid, indent=0, sort_keys=True) + "\n").encode())


def _digest(text: bytes) -> str:
    return hashlib.sha256(text).hexdigest()


def _write(path: Path, text: bytes) -> None:
    """Write a file as a whole or not at all."""
    path.parent.mkdir(parents=True, exist_ok=True)
    half = path.with_name(path.name + ".part")
    half.unlink(missing_ok=True)  # a link is not written through
    half.write_bytes(text)
    os.replace(half, path)
