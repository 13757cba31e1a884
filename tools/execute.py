"""Executes pages, as many at a time as there are cores, into the cache from which the build takes
them: those of a table of contents (`--toc FILE`) for the build, and others for `notebooks`.

With `--stored` the pages whose stored outputs belong to the present sources are not executed: these
are put into the cache. The build alone would execute one page after another. A page that fails is
left to the build, which executes it again and tells where it failed.

What of other projects is used beyond what these document stands in `tests/test_private_parts.py`, with
the versions it was tried with."""

from __future__ import annotations

import logging
import os
import sys
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

from bookbuild import CACHE, FAILING, PARTLY_STORED, texts_of
from house import BOOK, BUILD, Stamp, listed

#: As `_config.yml` has it for the build.
TIMEOUT = 300
#: What a kernel says of its language, as far as a page asks.
LANGUAGE = {
    "name": "python",
    "file_extension": ".py",
    "mimetype": "text/x-python",
    "pygments_lexer": "ipython3",
}


def _stored(cache: Any) -> int:
    """Put the stored outputs that belong to the present sources into the cache; returns for how
    many pages.
    """
    from jupyter_cache.base import ProjectNb
    from jupyter_cache.cache.main import CacheBundleIn
    from notebooks import code_of, outputs

    taken = 0
    for record in cache.list_unexecuted():
        page: ProjectNb = cache.get_project_notebook(record.pk)
        cells = code_of(page.nb)
        if (
            cells
            and (copy := outputs(Path(record.uri), [cell.source for cell in cells])) is not None
        ):
            for cell, other in zip(cells, code_of(copy)):
                cell.outputs, cell.execution_count = other.outputs, other.execution_count
            page.nb.metadata.update(
                {"widgets": copy.metadata.get("widgets", {}), "language_info": LANGUAGE}
            )
            PARTLY_STORED.touch()
            cache.cache_notebook_bundle(
                CacheBundleIn(page.nb, record.uri, data={"execution_seconds": 0.0}),
                check_validity=False,
                overwrite=True,
            )
            taken += 1
    return taken


def fill(pages: Iterable[Path], stored: bool, failing: Path | None = None) -> None:
    """Execute pages into the cache, as the module says.

    Args:
        pages: the pages.
        stored: whether stored outputs are taken where they belong to the present sources.
        failing: if named, a cell that fails does not end its page: it shows its error, and this file
            gets a line for each such page, with the number of its cells that fail.
    """
    from jupyter_cache import get_cache  # (here, for every kernel imports this module)
    from jupyter_cache.executors import load_executor
    from jupyter_cache.executors.basic import ExecutionWorkerLocalMProc, ProcessData

    from cadogan.course.field import PAGE

    os.environ[PAGE] = "1"  # an exercise shows the page's own form
    cache = get_cache(CACHE)
    for record in cache.list_project_records():
        if not Path(record.uri).is_file():  # a page that the book has no longer
            cache.remove_nb_from_project(record.pk)
    # Pages without code are no notebooks, and all alike to the cache.
    chosen = {str(page) for page in pages if "{code-cell}" in page.read_text(encoding="utf-8")}
    for page in sorted(chosen):
        cache.add_nb_to_project(page, read_data={"name": "myst_nb_md", "type": "plugin"})
    forget_overviews(cache, chosen)
    if stored:
        print(f"{_stored(cache)} pages taken from tests/executed")
    executor = load_executor("local-parallel", cache, logging.getLogger("execute"))
    # The longest first, so that none of them is waited for at the end; and before them those that
    # run what stands on all the others.
    records = sorted(executor.get_records(), key=lambda record: -os.path.getsize(record.uri))
    records.sort(key=lambda record: Path(record.uri).stem not in ("ledger", "values"))
    work = [
        ProcessData(record.pk, record.uri, cache, TIMEOUT, allow_errors=failing is not None)
        for record in records
        if record.uri in chosen
    ]
    if not work and failing is None:
        return
    # Page by page: the executor's own way is to share them out by the dozen, and then the last
    # dozen is waited for.
    jobs = (os.cpu_count() or 1) + 1  # one more, for each waits now and then for its kernel
    with ProcessPoolExecutor(jobs, initializer=_begin) as pool:
        failed = sum(status != 0 for status, _ in pool.map(ExecutionWorkerLocalMProc(), work))
    print(f"{len(work) - failed} pages executed, {failed} failed")
    if failing is not None:
        lines = [f"{name} ({n})" for page in sorted(chosen) for name, n in _failures(cache, page)]
        failing.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")


def forget_overviews(cache: Any, pages: Iterable[str]) -> None:
    """Take the pages that show what others say out of the cache where any text has changed since they
    were put there: the key of a page is its own code alone.
    """
    for page in pages:
        stamp = Stamp(BUILD / "stamps" / f"texts-{Path(page).stem}.json", texts_of(Path(page)))
        if stamp.made_from and not stamp.fresh():
            if (record := cache.get_cached_project_nb(page)) is not None:
                cache.remove_cache(record.pk)
            stamp.set()


def _begin() -> None:
    """Begin a process that executes pages. It takes none out of the cache, which is far from full:
    of two that look for the oldest at once, one may find the page that the other has just put in.
    """
    import kernels
    from jupyter_cache.cache.main import JupyterCacheBase

    JupyterCacheBase.truncate_caches = lambda cache: None
    kernels.install()


def _failures(cache: Any, page: str) -> Iterator[tuple[str, int]]:
    """The name of a page in the cache and how many of its cells fail, if any does."""
    from notebooks import code_of

    try:
        executed = cache.get_cache_bundle(cache.get_cached_project_nb(page).pk).nb
    except (KeyError, AttributeError):  # not executed to its end
        yield Path(page).relative_to(BOOK).as_posix(), 1
        return
    kinds = [{output.output_type for output in cell.outputs} for cell in code_of(executed)]
    if n := sum("error" in kind for kind in kinds):
        yield Path(page).relative_to(BOOK).as_posix(), n


def main() -> None:
    """See the module."""
    toc = Path(sys.argv[sys.argv.index("--toc") + 1])
    stored = "--stored" in sys.argv and not os.environ.get("CADOGAN_ANSWERS")
    failing = FAILING if "--failing" in sys.argv else None
    fill((BOOK / f"{slug}.md" for slug in listed(toc)), stored, failing)


if __name__ == "__main__":
    main()
