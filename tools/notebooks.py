"""Executed copies of the chapters: `tests/executed/<slug>.ipynb` from `book/<slug>.md`, and the
lessons'.

`make test` compares them with what the cells show, and `make read` builds the book from them. They stand apart from the chapters
because Sphinx must not see two sources of one page. Run in the environment: `python
tools/notebooks.py [slug …]`. Pages are executed into the cache of the build (`execute`), unless they
are there already, executed by a build of just these files.

A copy carries the fingerprint of what its outputs were made with (`made_with`, `texts_of`), pictures,
and the state of its boards, without the front end that all boards share.

What reads and runs notebooks takes seconds to import: each function imports what it needs.
"""

from __future__ import annotations

import hashlib
import json
import re
import sys
from functools import cache
from pathlib import Path
from typing import Any

from bookbuild import CACHE, cache_kept, made_with, stamps, texts_of
from execute import fill
from house import BOOK, EXECUTED, ROOT, alone, command_line

WIDGET = "application/vnd.jupyter.widget-view+json"
STATE = "application/vnd.jupyter.widget-state+json"
#: Stands in the state of a stored board for a text that all boards share.
SHARED = "as in the package"


def chapters() -> list[Path]:
    """The pages of the book that hold code, in order of their names."""
    pages = [*BOOK.glob("*.md"), *BOOK.glob("lessons/*.md")]
    return [path for path in sorted(pages) if "{code-cell}" in path.read_text(encoding="utf-8")]


def copy_of(chapter: Path) -> Path:
    """The path of the executed copy of a chapter."""
    return EXECUTED / chapter.relative_to(BOOK).with_suffix(".ipynb")


def read(path: Path) -> Any:
    """A chapter or a notebook, as a notebook."""
    if path.suffix == ".ipynb":
        import nbformat

        return nbformat.read(path, as_version=4)
    import jupytext

    return jupytext.read(path, fmt="md:myst")


def code_of(notebook: Any) -> list[Any]:
    """The code cells of a notebook."""
    return [cell for cell in notebook.cells if cell.cell_type == "code"]


def _settle(notebook: Any, chapter: Path) -> None:
    """Take out what differs from one run or machine to the next, and say what the outputs were made
    with.
    """
    import nbformat

    models = notebook.metadata.get("widgets", {}).get(STATE, {}).get("state", {})
    boards: dict[str, str] = {}
    for number, cell in enumerate(notebook.cells):
        cell.id = hashlib.sha256(f"{chapter.stem} {number}".encode()).hexdigest()[:8]
        cell.metadata.pop("execution", None)
        for output in cell.get("outputs", []):
            if output.output_type == "error":
                output.traceback = [f"{output.ename}: {output.evalue}"]
            data = output.get("data", {})
            if WIDGET in data:
                model = data[WIDGET]["model_id"]
                name = hashlib.sha256(f"{chapter.stem} {len(boards)}".encode()).hexdigest()[:32]
                data[WIDGET] = {"model_id": name, "version_major": 2, "version_minor": 1}
                if model in models and models[model]["model_module"] == "anywidget":
                    lean = {**models[model], "state": _lean(models[model]["state"])}
                    boards[name] = json.dumps(
                        lean, sort_keys=True, separators=(",", ":"), ensure_ascii=False
                    )
            if output.output_type == "stream":
                output.text = re.sub(r"\x1b\[[0-9;]*m", "", output.text)
        if cell.cell_type == "code":
            cell.outputs = _merged(cell.outputs)
    kernel = notebook.metadata.get("kernelspec", {})
    # (Each board is a line of text: the difference from the last one can be read.)
    about = {"kernelspec": kernel, "made_with": made_with()}
    about |= {"boards": boards} if boards else {}
    about |= {"texts": texts} if (texts := texts_of(chapter)) else {}
    notebook.metadata = nbformat.from_dict(about)


def _merged(outputs: list[Any]) -> list[Any]:
    """Outputs in which what was printed stands in one piece, whether it came in one or in several."""
    merged: list[Any] = []
    for output in outputs:
        if (
            merged
            and output.output_type == merged[-1].output_type == "stream"
            and output.name == merged[-1].name
        ):
            merged[-1].text += output.text
        else:
            merged.append(output)
    return merged


@cache
def shared_texts(board: str) -> dict[str, str]:
    """The texts that all boards of a class share, by the names of its traits; the class by
    anywidget's name for it.
    """
    from cadogan.board.round_widget import RoundTable
    from cadogan.board.widget import Board
    from cadogan.drawing.faces import card_svg_defs, joker_svg_defs

    for kind in (Board, RoundTable):
        if board == f"{kind.__module__}.{kind.__name__}":
            texts = {
                "_esm": str(kind._esm),
                "_css": str(kind._css),
            }  # anywidget has made an object of a path, which gives its text
            return {
                **texts,
                "cards_svg": card_svg_defs(prefix="cb-", switch=True),
                "joker_svg": joker_svg_defs(prefix="cb-"),
            }
    return {}


def _lean(state: dict[str, Any]) -> dict[str, Any]:
    """The state of a board without what all boards share, and without its layout, which is
    Jupyter's own. Its program is the class's own, even if that has changed since the page ran.
    """
    shared = shared_texts(state.get("_anywidget_id", ""))
    alike = {name for name, text in shared.items() if name[0] == "_" or state.get(name) == text}
    return {
        name: SHARED if name in alike else value
        for name, value in state.items()
        if name != "layout"
    }


def outputs(chapter: Path, cells: list[str]) -> Any:
    """The stored copy of a chapter with all that its page shows, or None where it has to be
    executed.

    Args:
        chapter: the page.
        cells: the texts of its code cells, as the builder reads them.
    """
    stored = copy_of(chapter)
    if not stored.is_file():
        return None
    notebook = read(stored)
    code = code_of(notebook)
    about = (notebook.metadata.get("made_with"), notebook.metadata.get("texts", ""))
    if about != (made_with(), texts_of(chapter)) or [cell.source for cell in code] != cells:
        return None
    models = {name: json.loads(text) for name, text in notebook.metadata.get("boards", {}).items()}
    for model in models.values():
        shared = shared_texts(model["state"].get("_anywidget_id", ""))
        model["state"].update(
            {
                name: shared[name]
                for name, value in model["state"].items()
                if value == SHARED and name in shared
            }
        )
    notebook.metadata["widgets"] = (
        {STATE: {"version_major": 2, "version_minor": 0, "state": models}} if models else {}
    )
    views = [
        output.data[WIDGET]["model_id"]
        for cell in code
        for output in cell.outputs
        if WIDGET in output.get("data", {})
    ]
    return notebook if set(views) <= set(models) else None


def built(chapter: Path) -> Any:
    """A chapter as it was last executed into the cache, with stable outputs only.

    Raises:
        ValueError: it was not, or its text has changed since.
    """
    from jupyter_cache import get_cache

    cache = get_cache(CACHE)
    try:
        record = cache.get_cached_project_nb(str(chapter))
    except KeyError:
        record = None
    if record is None:
        raise ValueError("it was not executed to its end; make build says why")
    executed = cache.get_cache_bundle(record.pk).nb
    notebook = read(chapter)
    mine, code = code_of(notebook), code_of(executed)
    if [cell.source for cell in mine] != [cell.source for cell in code]:
        raise ValueError("its text has changed since the last build")
    for cell, other in zip(mine, code):
        cell.outputs, cell.execution_count = other.outputs, other.execution_count
    notebook.metadata["widgets"] = executed.metadata.get("widgets", {})
    _settle(notebook, chapter)
    return notebook


def write(chapter: Path) -> Path:
    """Store the copy of a chapter as it was last executed."""
    import nbformat

    copy = copy_of(chapter)
    copy.parent.mkdir(parents=True, exist_ok=True)
    nbformat.write(built(chapter), copy)
    return copy


def orphans() -> list[Path]:
    """Copies whose chapter is gone."""
    copies = {copy_of(chapter) for chapter in chapters()}
    return [path for path in sorted(EXECUTED.rglob("*.ipynb")) if path not in copies]


@alone()
def main(arguments: list[str] | None = None) -> int:
    """Make the copies; returns 1 if a chapter fails."""
    known = dict.fromkeys(chapter.stem for chapter in chapters())
    chosen = command_line(__doc__, known, arguments)
    pages = [chapter for chapter in chapters() if chapter.stem in chosen.names]
    cache_kept(stamps())
    fill(pages, stored=False)
    failed = 0
    for chapter in pages:
        try:
            print(write(chapter).relative_to(ROOT), flush=True)
        except ValueError as error:  # every chapter gets its turn
            failed += 1
            print(f"{chapter.relative_to(ROOT)} failed: {error}", file=sys.stderr, flush=True)
    if len(chosen.names) == len(known):
        for path in orphans():
            path.unlink()
            print(f"removed {path.relative_to(ROOT)}: its chapter is gone")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
