"""An hour with a lesson in the built page: a number changed, a loop without end stopped, a typing
error mended, the page left and opened again, and all of it saved and run in Jupyter, which shows
the same.
"""

import os

import nbclient
import nbformat
import pytest
from notebooks import code_of

from ..alike import ran, unlike
from .conftest import SITE
from .test_cells import cell, change, output, run, wait_for

pytestmark = [
    pytest.mark.browser,
    pytest.mark.slow,
    pytest.mark.skipif(
        not os.environ.get("CI") and not (SITE / "fortress.ipynb").is_file(),
        reason="the book is not built; make build",
    ),
]


LESSON, CODE, OWN = "lessons/shuffling.html", "chance = random.Random(1)", "Random(2)"


def test_what_is_done_in_the_page_runs_in_jupyter(opened, site, tmp_path):
    one = opened(LESSON)
    before = output(cell(one, CODE))
    found = change(one, CODE, ("Random(1)", OWN))
    text = found.locator("textarea")
    right = text.input_value()
    text.fill(f"while True: pass\n{right}")
    text.press("Shift+Enter")
    found.locator(".cell-stop").click()
    wait_for(found, "You have stopped Python")
    text.fill(right.replace(OWN, f"{OWN}("))
    run(found)
    assert "was never closed" in found.locator("[role=alert]").inner_text()
    text.fill(right)
    run(found)
    assert found.locator("[role=alert] p").count() == 0 and output(found) != before

    one.goto("about:blank")
    one.goto(f"{site}{LESSON}")
    one.wait_for_selector(".cell.changed")
    assert one.count(".cell.changed") == 1
    assert OWN in cell(one, CODE).locator(".cell_input").inner_text()
    in_the_page = ran(one.evaluate, site)

    cell(one, CODE).locator(".cell_input pre").click(position={"x": 5, "y": 5})
    save = cell(one, CODE).get_by_role("button", name="Save as a notebook")
    saved = nbformat.read(one.saved(save.click, tmp_path), as_version=4)
    nbclient.NotebookClient(
        saved, timeout=600, resources={"metadata": {"path": str(tmp_path)}}
    ).execute()
    # (A question is asked by a shorter cell in the notebook, and a board has its picture there.)
    cells, known = code_of(saved), {one["source"] for one in in_the_page}
    both = known & {cell.source for cell in cells if not cell.source.startswith("cadogan.play(")}
    assert len(both) >= 10
    differences = unlike(
        [cell for cell in cells if cell.source in both],
        [one for one in in_the_page if one["source"] in both],
    )
    assert not differences, "\n".join(map(str, differences))
