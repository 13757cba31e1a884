"""`cadogan lab` in a real browser: a chapter opens with its board in sight and tells no answer; with a
changed rule it runs to its end, and has a board of its own; questions are answered in their fields."""

import re

import pytest

pytest.importorskip("jupyterlab")

from cadogan.course import exercise
from cadogan.course.kinds import Choice
from cadogan.course.verdict import computed

from ..course.test_chapter_exercises import right_answer
from .test_board_lab import jupyter

pytestmark = pytest.mark.slow
#: Pages of every kind with two questions each that are answered in a line.
PAGES = {
    "fortress": ("fortress/2", "fortress/3"),
    "canfield-or-klondike": ("canfield-or-klondike/2",),
    "fourteenth": ("fourteenth/1", "fourteenth/2"),
    "cooncan": ("cooncan/1", "cooncan/2"),
    "lessons/sample-space": ("sample-space/none", "sample-space/three"),
}
NOT_RIGHT = re.compile("Not yet|Not understood|Nearly")
#: The seconds that all cells of a page may take.
RUNNING = 400
ERROR = '[data-mime-type="application/vnd.jupyter.error"]'


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


def run_all(page):
    page.locator(".jp-Notebook .jp-Cell").first.click()
    page.locator("li.lm-MenuBar-item", has_text="Run").click()
    page.locator("li.lm-Menu-item", has_text="Run All Cells").first.click()
    scroller = page.locator(".jp-WindowedPanel-outer").first
    last = page.locator(".jp-CodeCell .jp-InputPrompt").last
    for _ in range(
        RUNNING
    ):  # (the line at the foot says idle while a cell runs: comms have a thread)
        scroller.evaluate("node => { node.scrollTop = node.scrollHeight; }")
        page.wait_for_timeout(1000)
        if re.fullmatch(r"\[\d+\]:", last.inner_text().strip()):
            return
    pytest.fail("the last cell was not run")


def cell(page, text):
    """The cell with a text, brought into view; those out of sight are not in the page."""
    scroller = page.locator(".jp-WindowedPanel-outer").first
    found = page.locator(".jp-CodeCell", has_text=text)
    at, end = 0, 1
    while at < end:
        scroller.evaluate("(node, at) => { node.scrollTop = at; }", at)
        page.wait_for_timeout(150)
        if found.count() and found.first.is_visible():
            found.first.scroll_into_view_if_needed()
            page.wait_for_timeout(1000)  # what comes into view above it may push it down
            if found.count() and found.first.is_visible():
                found.first.scroll_into_view_if_needed()
                return found.first
        at, end = at + 400, scroller.evaluate("node => node.scrollHeight")
    pytest.fail(f"no cell says {text!r}")


def failures(page):
    """What raised, wherever it stands in the notebook."""
    scroller, said = page.locator(".jp-WindowedPanel-outer").first, set()
    at, end = 0, 1
    while at < end:
        scroller.evaluate("(node, at) => { node.scrollTop = at; }", at)
        page.wait_for_timeout(120)
        said |= {*page.locator(ERROR).all_inner_texts()}
        at, end = at + 600, scroller.evaluate("node => node.scrollHeight")
    return said


def test_a_chapter_opens_with_its_board_in_sight(browser, lab):
    page = opened(browser, lab[0], "fortress")
    board = page.locator(".jp-CodeCell", has_text="# The board").first
    assert board.get_by_text("Run this cell (Shift+Enter)").is_visible()
    assert board.locator("img").bounding_box()["y"] < 500
    assert "l9-f1" not in page.locator(".jp-Notebook").inner_text()
    page.close()


def test_a_changed_chapter_runs_to_its_end_and_its_own_board_is_alive(browser, lab):
    address, folder = lab
    path = folder / "fortress.md"
    printed = path.read_text(encoding="utf-8")
    path.write_text(printed.replace("marry(either,", "marry(down,", 1), encoding="utf-8")
    try:
        page = opened(browser, address, "fortress")
        run_all(page)
        assert failures(page) == set()
        own = cell(page, "# The board of this notebook's game")
        own.get_by_text("Your game.").wait_for()
        own.get_by_role("button", name="Hint").first.click()
        own.get_by_text("Nothing wins from here").wait_for(timeout=20_000)  # by the rules changed
        page.close()
    finally:
        path.write_text(printed, encoding="utf-8")


@pytest.mark.parametrize("name", PAGES)
def test_questions_are_answered_in_their_fields(browser, lab, name):
    page = opened(browser, lab[0], name)
    run_all(page)
    for question in PAGES[name]:
        one, asked = exercise(question), cell(page, f'ask("{question}")')
        wrong = "987654321"
        if isinstance(one.expects, Choice):
            wrong = next(o for o in one.expects.options if o != computed(one.expects.right))
        said, right = asked.locator("p[role=status]"), right_answer(one)
        right = right if isinstance(right, str) else "; ".join(map(str, right))
        for answer, mark in ((wrong, NOT_RIGHT), (right, "Right.")):
            asked.locator("input, textarea").first.fill(answer)
            asked.get_by_role("button", name="Check").click()
            said.filter(has_text=mark).wait_for(timeout=20_000)
    page.close()
