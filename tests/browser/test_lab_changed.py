"""`cadogan lab` in a real browser: a chapter opens with its board in sight and tells no answer. (That a
changed chapter runs to its end, and that questions are answered in their fields, is tried by the
kernel alone: `tests/test_changed_rules.py`, `tests/course/test_in_notebook.py`.)"""

import pytest

pytest.importorskip("jupyterlab")

from .test_board_lab import jupyter

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def lab(tmp_path_factory):
    """The address of a lab on a copy of the chapters, and its folder."""
    home = tmp_path_factory.mktemp("lab")
    words = ("cadogan", "lab", "--folder", str(home / "book"))
    with jupyter(home, *words, JUPYTER_TOKEN="one", CI="1", CADOGAN_PAGE="") as address:
        yield address, home / "book"


def opened(browser, address, name):
    page = browser.new_page(viewport={"width": 1366, "height": 768})
    page.goto(f"{address}/lab/tree/{name}.md?token=one&reset")
    page.locator(".jp-Notebook .jp-Cell").first.wait_for(timeout=60_000)
    page.locator("#jp-main-statusbar", has_text="Idle").wait_for(timeout=60_000)
    return page


def test_a_chapter_opens_with_its_board_in_sight(browser, lab):
    page = opened(browser, lab[0], "fortress")
    board = page.locator(".jp-CodeCell", has_text="# The board").first
    assert board.get_by_text("Run this cell (Shift+Enter)").is_visible()
    assert board.locator("img").bounding_box()["y"] < 500
    assert "l9-f1" not in page.locator(".jp-Notebook").inner_text()
    page.close()
