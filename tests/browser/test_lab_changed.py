"""`cadogan lab` in a real browser: a chapter opens with its board in sight and tells no answer; with a
changed rule it runs to its end, has a live board of its own, and its cells follow; questions are
answered in their fields.

JupyterLab is asked for its own notebook (`jupyterapp`): what is out of sight stands in no page, and what
it says of the kernel at its foot is "Idle" while cells run."""

import json
import re
from functools import partial

import pytest

pytest.importorskip("jupyterlab")

from cadogan import lab_copy
from cadogan.course import exercise
from cadogan.course.kinds import Function, Written
from cadogan.course.questions import questions
from cadogan.edition.notebook import book_folder, code_cells, page_path

from ..course.test_chapter_exercises import right_answer
from ..course.test_in_notebook import needed, wrong_answer
from .conftest import CALM
from .test_board_lab import jupyter

pytestmark = pytest.mark.slow
#: Pages of every kind: chapters, a round game, a lesson.
PAGES = ("fortress", "kings", "fourteenth", "cooncan", "lessons/sample-space")
#: What is said of an answer.
NOT_RIGHT, RIGHT = map(re.compile, ("Not yet|Not understood|Nearly|Write", "Right|Written down"))
#: How long a page is waited for, in milliseconds, on a machine that does much else.
LONGEST = 240_000

#: The notebook in front, as JupyterLab holds it; its code cells in order.
HELPERS = """() => {
    const front = () => jupyterapp.shell.currentWidget;
    const code = () => front().content.widgets.filter(one => one.model.type === "code");
    window.lab = {
        front, code,
        ready: path => {
            const { context, sessionContext, content } = front() ?? {};
            return context?.path === path && context.isReady && sessionContext.isReady
                && content.widgets.length === content.model.cells.length;
        },
        joined: () => front().sessionContext.session.kernel.info.then(() => null),
        leave: async () => {
            const widget = front();
            await widget.sessionContext.shutdown();
            widget.context.model.dirty = false;
            widget.close();
        },
        run: numbers => {
            const cells = code(), notebook = front().content;
            for (const one of numbers) cells[one].model.executionCount = null;
            notebook.activeCellIndex = notebook.widgets.indexOf(cells[numbers[0]]);
            notebook.deselectAll();
            for (const one of numbers) notebook.select(cells[one]);
            void jupyterapp.commands.execute("notebook:run-cell");
        },
        source: number => code()[number].model.sharedModel.getSource(),
        shown: number => JSON.stringify(code()[number].model.outputs.toJSON()),
        errors: () => code().flatMap(one => one.model.outputs.toJSON())
            .filter(one => one.output_type === "error").map(one => `${one.ename}: ${one.evalue}`),
        done: numbers => {
            const cells = code(), ran = number => cells[number].model.executionCount !== null;
            return lab.errors().length > 0 || (numbers ?? [...cells.keys()]).every(ran);
        },
        show: async number => {
            const notebook = front().content, at = notebook.widgets.indexOf(code()[number]);
            notebook.activeCellIndex = at;
            await notebook.scrollToItem(at, "center");
            return at;
        },
    };
}"""


@pytest.fixture(scope="module")
def lab(tmp_path_factory):
    """The address of a lab on a copy of the chapters, and its folder."""
    home = tmp_path_factory.mktemp("lab")
    settings = home / "JUPYTER_CONFIG_DIR" / "jupyter_lab_config.json"
    settings.parent.mkdir()
    settings.write_text(json.dumps({"LabApp": {"expose_app_in_browser": True}}), encoding="utf-8")
    words = ("cadogan", "lab", "--folder", str(home / "book"))
    with jupyter(home, *words, JUPYTER_TOKEN="one", CI="1", CADOGAN_PAGE="") as address:
        yield address, home / "book"


@pytest.fixture(scope="module")
def page(lab, browser):
    """JupyterLab, which is loaded once."""
    one = browser.new_context(**CALM, viewport={"width": 1366, "height": 768}).new_page()
    one.set_default_timeout(LONGEST)
    one.goto(f"{lab[0]}/lab?token=one&reset")
    one.wait_for_function("window.jupyterapp")
    one.evaluate("jupyterapp.restored.then(() => null)")
    one.evaluate(HELPERS)
    yield one
    one.context.close()


@pytest.fixture
def opened(page):
    """Opens a chapter as a notebook, whose kernel is there."""

    def open_chapter(name):
        path = f"{name}.md"
        page.evaluate("path => void jupyterapp.commands.execute('docmanager:open', { path })", path)
        page.wait_for_function("lab.ready", arg=path)
        page.evaluate("lab.joined()")
        return page

    yield open_chapter
    page.evaluate("lab.leave()")


def run(page, numbers=None):
    """Run code cells by their numbers, or all by the menu, and see that none raises."""
    if numbers is None:
        page.evaluate("for (const one of lab.code()) one.model.executionCount = null")
        page.locator("li.lm-MenuBar-item", has_text="Run").click()
        page.locator("li.lm-Menu-item", has_text="Run All Cells").first.click()
    else:
        page.evaluate("lab.run", numbers)
    page.wait_for_function("lab.done", arg=numbers)
    assert page.evaluate("lab.errors()") == []


def cell(page, number):
    """The code cell of that number, brought into view."""
    at = page.evaluate("lab.show", number)
    return page.locator(f'.jp-Notebook .jp-Cell[data-windowed-list-index="{at}"]')


def number_of(slug, text):
    """The number of the first code cell of a page that has a text."""
    cells = code_cells(page_path(slug).read_text(encoding="utf-8"))
    return next(n for n, one in enumerate(cells) if text in one.text)


def write(page, number, old, new):
    """Write something else in the place of a word of a cell."""
    editor = cell(page, number).locator(".cm-content", has_text=old)
    editor.fill(page.evaluate("lab.source", number).replace(old, new))


def test_a_chapter_opens_with_its_board_in_sight(opened):
    page = opened("fortress")
    board = page.locator(".jp-CodeCell", has_text="# The board").first
    board.get_by_text("Run this cell (Shift+Enter)").wait_for()
    page.wait_for_function(
        "document.querySelector('.jp-CodeCell img')?.getBoundingClientRect().top < 500"
    )
    assert "l9-f1" not in page.locator(".jp-Notebook").inner_text()


@pytest.fixture
def as_printed(lab):
    """A chapter that a test changes is given back."""
    yield
    lab_copy.give_back(book_folder(), lab[1], "fortress.md")


def test_a_changed_chapter_runs_to_its_end_and_its_cells_follow(as_printed, opened, lab):
    page = opened("fortress")
    at = partial(number_of, "fortress")
    marriages, board = at("marry(either"), at("cadogan.play(fortress")
    write(page, marriages, "marry(either", "marry(down")
    page.keyboard.press("Control+s")
    page.wait_for_function("!lab.front().context.model.dirty")
    assert "marry(down, " in (lab[1] / "fortress.md").read_text(encoding="utf-8")

    run(page)
    own = cell(page, board)
    own.get_by_text("Your game. Printed (-) and yours (+):").wait_for()
    own.locator("[data-place][tabindex='0']").focus()
    page.keyboard.press("o")  # what can go home goes there
    own.locator(".counts", has_text=re.compile("[1-9] moves?")).first.wait_for()
    assert "another cell" not in own.locator(".says").inner_text()

    write(page, marriages, "marry(down", "marry(up")
    run(page, [marriages])
    said = cell(page, marriages)
    said.get_by_text("%follow runs them again").wait_for()
    said.get_by_role("button", name="Run them").click()
    said.get_by_text("in suit and in ascending line").first.wait_for()  # run again, and shown there
    said.get_by_role("button", name="Run them", disabled=False).wait_for()

    write(page, marriages, "marry(up", "marry(either")
    run(page, [marriages])
    page.evaluate("jupyterapp.commands.execute('notebook:insert-cell-below').then(() => null)")
    cell(page, marriages + 1).locator(".cm-content").fill("%follow")
    run(page, [marriages + 1])
    again = page.evaluate("lab.shown", marriages + 1)
    assert "in ascending or descending line" in again and "Your game." not in again
    run(page, [marriages + 1])
    assert "shows the rules as they are" in page.evaluate("lab.shown", marriages + 1)


def answers(one):
    """A wrong answer and a right one, as they are written into a field."""
    if isinstance(one.expects, Written):
        return "", "a sentence or two of one's own " * 3
    if isinstance(one.expects, Function):
        return wrong_answer(one), one.expects.model
    right = right_answer(one)
    return wrong_answer(one), right if isinstance(right, str) else ", ".join(map(str, right))


@pytest.mark.parametrize("name", PAGES)
def test_questions_are_answered_in_their_fields(opened, name):
    page, slug = opened(name), name.rpartition("/")[2]
    above, asking = needed(slug)
    run(page, sorted([*above, *asking]))
    names = [one.name for one in questions(slug) if one.kind == "ask"]
    for question, number in zip(names, asking, strict=True):
        one, asked = exercise(question), cell(page, number)
        for answer, mark in zip(answers(one), (NOT_RIGHT, RIGHT), strict=True):
            asked.locator("textarea, input").first.fill(answer)
            asked.get_by_role("button", name=re.compile("Check|Keep")).click()
            asked.locator("p[role=status]").filter(has_text=mark).wait_for()
