"""Executed copies of the chapters, for nbval: `tests/executed/<slug>.ipynb` from `book/<slug>.md`, and the lessons'.

They stand apart from the chapters because Sphinx must not see two sources of one page. Run in the
environment: `python tools/notebooks.py [--check] [slug …]`.

A freshly converted notebook has no outputs, and nbval would compare nothing; so a copy counts only if
every code cell has been executed and outputs are stored.

What reads and runs notebooks takes seconds to import: each function imports what it needs.
"""

from __future__ import annotations

import argparse
import hashlib
import re
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from house import BOOK, EXECUTED, ROOT

#: Outputs that nbval leaves alone and that would only swell the copies.
UNCOMPARED = ("image/png", "image/jpeg", "application/pdf")
WIDGET = "application/vnd.jupyter.widget-view+json"


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
    import jupytext
    import nbformat

    if path.suffix == ".ipynb":
        return nbformat.read(path, as_version=4)
    return jupytext.read(path, fmt="md:myst")


def execute(chapter: Path) -> Any:
    """Run a chapter in a kernel of its own and return the notebook with stable outputs only."""
    import nbclient

    notebook = read(chapter)
    kernel = notebook.metadata.get("kernelspec", {}).get("name", "python3")
    nbclient.NotebookClient(notebook, timeout=600, kernel_name=kernel, resources={"metadata": {"path": str(BOOK)}}).execute()
    _settle(notebook, chapter)
    return notebook


def _settle(notebook: Any, chapter: Path) -> None:
    """Take out what differs from one run or machine to the next."""
    import nbformat

    notebook.metadata = nbformat.from_dict({"kernelspec": notebook.metadata.get("kernelspec", {})})
    for number, cell in enumerate(notebook.cells):
        cell.id = hashlib.sha256(f"{chapter.stem} {number}".encode()).hexdigest()[:8]
        cell.metadata.pop("execution", None)
        for output in cell.get("outputs", []):
            if output.output_type == "error":
                output.traceback = [f"{output.ename}: {output.evalue}"]
            data = output.get("data", {})
            for kind in UNCOMPARED:
                data.pop(kind, None)
            if WIDGET in data:
                data[WIDGET] = {"model_id": "0" * 32, "version_major": 2, "version_minor": 0}
            if output.output_type == "stream":
                output.text = re.sub(r"\x1b\[[0-9;]*m", "", output.text)


def write(chapter: Path) -> Path:
    """Execute a chapter and store its copy."""
    import nbformat

    notebook = execute(chapter)
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
    if any(cell.execution_count is None for cell in cells if "skip-execution" not in cell.metadata.get("tags", [])):
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
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("slugs", nargs="*", help="only these chapters")
    parser.add_argument("--check", action="store_true", help="only say which copies are stale")
    parser.add_argument("--jobs", type=int, default=2, help="how many kernels at a time")
    chosen = parser.parse_args(arguments)
    wanted = [chapter for chapter in chapters() if not chosen.slugs or chapter.stem in chosen.slugs]
    unknown = set(chosen.slugs) - {chapter.stem for chapter in wanted}
    if unknown:
        parser.error("no chapter with code is called " + ", ".join(sorted(unknown)))
    if chosen.check:
        found = {chapter: reason for chapter in wanted if (reason := stale(chapter))}
        for chapter, reason in found.items():
            print(f"{chapter.relative_to(ROOT)}: {reason}; run: make notebooks")
        return 1 if found else 0
    failed = 0
    with ThreadPoolExecutor(max_workers=max(1, chosen.jobs)) as pool:
        for chapter, future in [(chapter, pool.submit(write, chapter)) for chapter in wanted]:
            try:
                print(f"{future.result().relative_to(ROOT)}", flush=True)
            except Exception as error:  # every chapter gets its turn; the failure is reported and counted
                failed += 1
                print(f"{chapter.relative_to(ROOT)} failed: {error}", file=sys.stderr, flush=True)
    if not chosen.slugs:
        for path in orphans():
            path.unlink()
            print(f"removed {path.relative_to(ROOT)}: its chapter is gone")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
