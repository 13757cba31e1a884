"""Every tenth page: each code cell, run in the built page, shows what it shows in the notebook
(`tools/page_cells.py` compares all pages).
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import notebooks
import page_cells
import pytest

from .conftest import built

pytestmark = [pytest.mark.browser, pytest.mark.slow, built]


@pytest.mark.parametrize("chapter", page_cells.tenth(), ids=lambda chapter: chapter.stem)
def test_the_cells_of_a_page_show_what_they_show_in_the_notebook(
    opened: Any, site: str, chapter: Path
) -> None:
    made_with = notebooks.read(notebooks.copy_of(chapter)).metadata.get("made_with")
    if made_with != notebooks.made_with() and not os.environ.get("CI"):
        pytest.skip("the executed copy was made with another engine; make notebooks")
    page = opened(page_cells.name_of(chapter))
    page.set_default_timeout(0)
    cells, differences = page_cells.compare(chapter, page.evaluate, site)
    expected, reason = page_cells.KNOWN.get(chapter.stem, (0, ""))
    assert cells and len(differences) == expected, "\n".join([reason, *map(str, differences)])


def test_a_difference_says_which_cell_and_what() -> None:
    printed = {"output_type": "stream", "name": "stdout", "text": "4\n"}
    here, there = page_cells.shown([printed]), page_cells.shown([{**printed, "text": "5\n"}])
    assert here != there
    assert str(page_cells.Difference("print(4)", here, there)) == (
        "print(4)\n  stdout, page:     …'4'\n  stdout, notebook: …'5'"
    )
