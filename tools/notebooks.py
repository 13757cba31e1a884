"""Executed copies of the chapters: `tests/executed/<slug>.ipynb` from `book/<slug>.md`, and the
lessons'.

`make test` compares them with what the cells show, and `make read` builds the book from them. They stand apart from the chapters
because Sphinx must not see two sources of one page. Run in the environment: `python
tools/notebooks.py [--check | --built] [--jobs 2] [slug …]`; with `--check` stale copies are named and
nothing is made, with `--built` the outputs are those of the last
build, if it has executed every page itself.

A freshly converted notebook has no outputs, and nothing would be compared; so a copy counts only
if every code cell has been executed and outputs are stored. It carries the fingerprint of what its
outputs were made with (`made_with`), pictures, and the state of its boards, without the front end
that all boards share.

What reads and runs notebooks takes seconds to import: each function imports what it needs.
"""

from __future__ import annotations

import hashlib
import json
import re
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path
from typing import Any

from bookbuild import CACHE, executed_here, made_with
from house import BOOK, EXECUTED, ROOT, asked

WIDGET = "application/vnd.jupyter.widget-view+json"
STATE = "application/vnd.jupyter.widget-state+json"
#: Stands in the state of a stored board for a text that all boards share.
SHARED = "as in the package"


def chapters() -> list[Path]:
    """The pages of the book that hold code, in order of their names."""
    pages = [*BOOK.glob("*.md"), *BOOK.glob("lessons/*.md")]
    return [path for path in sorted(pages) if "{code-cell}" in path.read_text(encoding="utf-8")]


def copy_of(chapter: Path) -> Path:
    """Where the executed copy of a chapter lies."""
    return EXECUTED / chapter.relative_to(BOOK).with_suffix(".ipynb")


def source_of(notebook: Any) -> list[tuple[str, str, tuple[str, ...]]]:
    """What a copy must share with its chapter: kind, text and tags of every cell."""
    return [(c.cell_type, c.source, tuple(c.metadata.get("tags", ()))) for c in notebook.cells]


def read(path: Path) -> Any:
    """A chapter or a notebook, as a notebook."""
    if path.suffix == ".ipynb":
        import nbformat

        return nbformat.read(path, as_version=4)
    import jupytext

    return jupytext.read(path, fmt="md:myst")


def execute(chapter: Path) -> Any:
    """Run a chapter in a kernel of its own and return the notebook with stable outputs only."""
    import nbclient

    notebook = read(chapter)
    kernel = notebook.metadata.get("kernelspec", {}).get("name", "python3")
    nbclient.NotebookClient(
        notebook, timeout=600, kernel_name=kernel, resources={"metadata": {"path": str(BOOK)}}
    ).execute()
    _settle(notebook, chapter)
    return notebook


def _settle(notebook: Any, chapter: Path) -> None:
    """Take out what differs from one run or machine to the next, and say what the outputs were made
    with.
    """
    import nbformat

    models = notebook.metadata.get("widgets", {}).get(STATE, {}).get("state", {})
    kept: dict[str, str] = {}
    for number, cell in enumerate(notebook.cells):
        cell.id = hashlib.sha256(f"{chapter.stem} {number}".encode()).hexdigest()[:8]
        cell.metadata.pop("execution", None)
        for output in cell.get("outputs", []):
            if output.output_type == "error":
                output.traceback = [f"{output.ename}: {output.evalue}"]
            data = output.get("data", {})
            if WIDGET in data:
                model = data[WIDGET]["model_id"]
                name = hashlib.sha256(f"{chapter.stem} {len(kept)}".encode()).hexdigest()[:32]
                data[WIDGET] = {"model_id": name, "version_major": 2, "version_minor": 1}
                if model in models and models[model]["model_module"] == "anywidget":
                    lean = {**models[model], "state": _lean(models[model]["state"])}
                    kept[name] = json.dumps(
                        lean, sort_keys=True, separators=(",", ":"), ensure_ascii=False
                    )
            if output.output_type == "stream":
                output.text = re.sub(r"\x1b\[[0-9;]*m", "", output.text)
        if cell.cell_type == "code":
            cell.outputs = _merged(cell.outputs)
    notebook.metadata = nbformat.from_dict(
        {"kernelspec": notebook.metadata.get("kernelspec", {}), "made_with": made_with()}
    )
    if kept:
        notebook.metadata["boards"] = nbformat.from_dict(
            kept
        )  # each a line of text: the difference from the last one can be read


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
def _shared(board: str) -> dict[str, str]:
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
    Jupyter's own.
    """
    shared = _shared(state.get("_anywidget_id", ""))
    return {
        name: SHARED if name in shared and value == shared[name] else value
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
    code = [cell for cell in notebook.cells if cell.cell_type == "code"]
    if notebook.metadata.get("made_with") != made_with() or [cell.source for cell in code] != cells:
        return None
    models = {name: json.loads(text) for name, text in notebook.metadata.get("boards", {}).items()}
    for model in models.values():
        shared = _shared(model["state"].get("_anywidget_id", ""))
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
    """A chapter as the last build has executed it, with stable outputs only.

    Raises:
        ValueError: the last build has not executed it.
    """
    from jupyter_cache import get_cache

    if not executed_here():
        raise ValueError(
            "the last build has not executed every page from just these files; run: make test ARGS='--only book'"
        )
    cache = get_cache(CACHE)
    executed = cache.get_cache_bundle(cache.get_cached_project_nb(str(chapter)).pk).nb
    notebook = read(chapter)
    code = [cell for cell in executed.cells if cell.cell_type == "code"]
    mine = [cell for cell in notebook.cells if cell.cell_type == "code"]
    if [cell.source for cell in code] != [cell.source for cell in mine]:
        raise ValueError("its text has changed since the last build")
    for cell, other in zip(mine, code):
        cell.outputs, cell.execution_count = other.outputs, other.execution_count
    notebook.metadata["widgets"] = executed.metadata.get("widgets", {})
    _settle(notebook, chapter)
    return notebook


def write(chapter: Path, made: Callable[[Path], Any] = execute) -> Path:
    """Execute a chapter, or take it from the build, and store its copy."""
    import nbformat

    notebook = made(chapter)
    copy_of(chapter).parent.mkdir(parents=True, exist_ok=True)
    nbformat.write(notebook, copy_of(chapter))
    return copy_of(chapter)


def stale(chapter: Path) -> str:
    """Why the copy of a chapter does not stand for it, or an empty text."""
    stored = copy_of(chapter)
    if not stored.is_file():
        return "there is no executed copy"
    copy, now = read(stored), read(chapter)
    if source_of(copy) != source_of(now):
        return "the chapter has changed since the copy was made"
    cells = [cell for cell in copy.cells if cell.cell_type == "code" and cell.source.strip()]
    if any(
        cell.execution_count is None
        for cell in cells
        if "skip-execution" not in cell.metadata.get("tags", [])
    ):
        return "the copy was not executed"
    if not any(cell.outputs for cell in cells):
        return "the copy holds no output, so nothing would be compared"
    return ""


def orphans() -> list[Path]:
    """Copies whose chapter is gone."""
    kept = {copy_of(chapter) for chapter in chapters()}
    return [path for path in sorted(EXECUTED.rglob("*.ipynb")) if path not in kept]


def main(arguments: list[str] | None = None) -> int:
    """Regenerate or check the copies; returns 1 if one is stale or a chapter fails."""
    known = dict.fromkeys(chapter.stem for chapter in chapters())
    chosen = asked(__doc__, known, arguments, check=False, built=False, jobs=2)
    wanted = [chapter for chapter in chapters() if chapter.stem in chosen.names]
    if chosen.check:
        found = {chapter: reason for chapter in wanted if (reason := stale(chapter))}
        for chapter, reason in found.items():
            print(f"{chapter.relative_to(ROOT)}: {reason}; run: make notebooks")
        if older := [
            chapter
            for chapter in wanted
            if read(copy_of(chapter)).metadata.get("made_with") != made_with()
        ]:
            print(
                f"{len(older)} copies were made with another engine, so make read executes their pages; make notebooks makes them anew"
            )
        return 1 if found else 0
    failed = 0
    with ThreadPoolExecutor(max_workers=max(1, chosen.jobs)) as pool:
        for chapter, future in [
            (chapter, pool.submit(write, chapter, built if chosen.built else execute))
            for chapter in wanted
        ]:
            try:
                print(f"{future.result().relative_to(ROOT)}", flush=True)
            except (
                Exception
            ) as error:  # every chapter gets its turn; the failure is reported and counted
                failed += 1
                print(f"{chapter.relative_to(ROOT)} failed: {error}", file=sys.stderr, flush=True)
    if len(chosen.names) == len(known):
        for path in orphans():
            path.unlink()
            print(f"removed {path.relative_to(ROOT)}: its chapter is gone")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
