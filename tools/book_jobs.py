"""Jupyter Book's command line with a process for each core: `python tools/book_jobs.py build book …`.

Sphinx reads and writes pages side by side when it is told how many; Jupyter Book passes that on, and has no word for it.
"""

from __future__ import annotations

import functools
import os

import jupyter_book.sphinx
from jupyter_book.cli.main import main

if __name__ == "__main__":
    jupyter_book.sphinx.build_sphinx = functools.partial(jupyter_book.sphinx.build_sphinx, jobs=os.cpu_count() or 1)
    main()
