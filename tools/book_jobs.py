"""Jupyter Book's command line with as many processes as there are cores: `python tools/book_jobs.py
build book …`.

Sphinx reads and writes pages side by side when it is told how many; Jupyter Book passes that on,
and has no word for it. The processes are forked, which is sure to be safe on Linux only; elsewhere
pages are read one after another."""

from __future__ import annotations

import functools
import gc
import os
import sys

import jupyter_book.sphinx
from jupyter_book.cli.main import main

if __name__ == "__main__":
    gc.set_threshold(
        50_000, 20, 50
    )  # the pages' trees of nodes are kept: to look for garbage among them takes a seventh of the time
    # One more than there are cores, for Sphinx writes pages in one process fewer than it is told.
    jobs = (os.cpu_count() or 1) + 1 if sys.platform == "linux" else 1
    jupyter_book.sphinx.build_sphinx = functools.partial(
        jupyter_book.sphinx.build_sphinx, jobs=jobs
    )
    main()
