"""Executes the pages of the book, as many at a time as there are cores, into the cache from which the build takes them.

Run in the environment by `bookbuild`. The build alone would execute one page after another. A page that fails is left to the
build, which executes it again and tells where it failed.
"""

from __future__ import annotations

import logging
import os
import re
from concurrent.futures import ProcessPoolExecutor

from bookbuild import CACHE
from house import BOOK

#: As `_config.yml` has it for the build.
TIMEOUT = 300


def main() -> None:
    """See the module."""
    import kernels  # (here, for every kernel imports this module)
    from jupyter_cache import get_cache
    from jupyter_cache.executors import load_executor
    from jupyter_cache.executors.basic import ExecutionWorkerLocalMProc, ProcessData

    listed = re.findall(r"(?:file|root):\s*(\S+)", (BOOK / "_toc.yml").read_text(encoding="utf-8"))
    cache = get_cache(CACHE)
    for slug in listed:
        cache.add_nb_to_project(str(BOOK / f"{slug}.md"), read_data={"name": "myst_nb_md", "type": "plugin"})
    executor = load_executor("local-parallel", cache, logging.getLogger("execute"))
    # The longest first, so that none of them is waited for at the end.
    records = sorted(executor.get_records(), key=lambda record: -os.path.getsize(record.uri))
    work = [ProcessData(record.pk, record.uri, cache, TIMEOUT, allow_errors=False) for record in records]
    # Page by page: the executor's own way is to share them out by the dozen, and then the last dozen is waited for.
    jobs = (os.cpu_count() or 1) + 1  # one more, for each waits now and then for its kernel
    with ProcessPoolExecutor(jobs, initializer=kernels.install) as pool:
        failed = sum(status != 0 for status, _ in pool.map(ExecutionWorkerLocalMProc(), work))
    print(f"{len(work) - failed} pages executed, {failed} left to the build")


if __name__ == "__main__":
    main()
