"""The cells of the built book, changed and run where they stand, by the page's own Python."""

import time

import nbformat
import pytest

from .barriers import barriers
from .conftest import Watched, built, push, unfold

pytestmark = [pytest.mark.browser, pytest.mark.slow, built]

#: Cells of Fortress, by the beginning of their code: the sum done by hand, and the cell below that
#: compares it.
SUM, DEALS = "from fractions import Fraction", "counts = [len(fortress"


def cell(one, code):
    """The cell of the page that begins so, folded or not."""
    unfold(one.page)
    return (
        one.locator(".cell:has(.cell_input)")
        .filter(has=one.locator(f'.cell-run[aria-label^="Run: {code}"]'))
        .first
    )


def change(one, code, *changes):
    """Touch the code of a cell, and write other words into it."""
    found = cell(one, code)
    found.locator(".cell_input pre").click(position={"x": 5, "y": 5})
    text = found.locator("textarea")
    value = text.input_value()
    for before, after in changes:
        assert before in value
        value = value.replace(before, after)
    text.fill(value)
    return found


def wait_for(place, words):
    """Wait until a cell says something."""
    place.page.wait_for_function(
        "([place, words]) => place.innerText.includes(words)",
        arg=[place.element_handle(), words],
    )


def run(place):
    """Press Shift and Enter in an open cell, and wait until it has run."""
    place.locator("textarea").press("Shift+Enter")
    wait_for(place, "Run")
    place.page.wait_for_function(
        "place => !place.hasAttribute('aria-busy')", arg=place.element_handle()
    )


def output(place):
    """What a cell shows."""
    return place.locator(".cell_output").inner_text().strip()


@pytest.fixture(scope="module")
def chapter(shared):
    """Fortress, opened once for all tests that bring back what they have changed."""
    one = shared("fortress.html")
    assert not any(
        "pyodide" in url or url.endswith((".ipynb", "cells.mjs")) for url in one.requests
    ), "nothing before the first touch"
    return one


@pytest.fixture
def fortress(chapter):
    """The same, with its cells as printed."""
    yield chapter
    for text in reversed(chapter.locator(".cell textarea:visible").all()):
        text.press("Escape")
    while chapter.count(".cell.changed"):
        push(chapter.locator(".cell.changed").first, "As printed:")
    chapter.judge()


def test_a_changed_cell_runs_what_lies_below_is_older_and_as_printed_brings_the_book_back(
    fortress,
):
    one = fortress
    found = change(
        one,
        SUM,
        ("10 * Fraction(4, 52)", "11 * Fraction(4, 52)"),
        ("assert aces + couples == Fraction(890, 221)", ""),
    )
    run(found)
    assert output(found) == "11/13 + 720/221 = 907/221 = 4.104"
    below = cell(one, DEALS)
    wait_for(below, "Older than the change above")
    assert "older" in below.get_attribute("class") and one.count(".cell.older") < 4, (
        "only what depends on it"
    )
    below.locator(".cell-run").click()
    wait_for(below, "Run in")
    assert "older" not in below.get_attribute("class") and output(below).startswith(
        "mean of 1,000 deals: 3.919"
    )
    assert barriers(one.page, f"#{found.get_attribute('id')}", ".cadogan-python") == []
    found.locator("textarea").press("Escape")
    assert one.evaluate("document.activeElement.className") == "cell-change"
    assert "11 * Fraction(4, 52)" in found.locator(".cell_input").inner_text()
    push(found, "As printed:")
    assert (
        output(found) == "10/13 + 720/221 = 890/221 = 4.027"
        and "10 * Fraction(4, 52)" in found.locator(".cell_input").inner_text()
    )
    wait_for(below, "Older")
    push(below, "As printed:")
    one.wait_for_function("!document.querySelector('.cell.older')")
    assert (
        one.evaluate(
            "Object.keys(localStorage).filter(key => key.startsWith('cadogan-cells')).length"
        )
        == 0
    )


def test_a_formula_that_a_cell_shows_is_set(fortress):
    """In a page that has none of its own: what sets it is fetched then."""
    one = fortress
    shows = (
        "class Formula:\n    def _repr_html_(self):\n        return r'<p>\\(x^2\\)</p>'\nFormula()"
    )
    found = change(one, SUM, ("assert aces + couples == Fraction(890, 221)", shows))
    assert not [url for url in one.requests if "mathjax" in url]
    run(found)
    found.locator(".cell_output mjx-container svg").wait_for()
    assert found.locator(".cell_output math msup").count() == 1


def test_an_error_is_a_line_and_a_sentence_and_goes_when_it_is_mended(fortress):
    one = fortress
    found = change(one, SUM, ("couples = 2 * comb(10, 2)", "couples = 2 * combs(10, 2)"))
    run(found)
    said = found.locator("[role=alert]").inner_text()
    assert (
        said.startswith("Line 5: name 'combs' is not defined. Did you mean: 'comb'?")
        and "Traceback" not in said
    ), said
    assert found.locator("textarea").get_attribute("aria-invalid") == "true"
    assert found.locator(".numbers .wrong").inner_text().strip() == "▶5"
    assert barriers(one.page, f"#{found.get_attribute('id')}") == []
    text = found.locator("textarea")
    text.fill(text.input_value().replace("combs", "comb"))
    run(found)
    assert found.locator("[role=alert] p").count() == 0
    assert output(found).endswith("4.027")


def test_a_loop_without_end_is_stopped_and_python_starts_again(fortress):
    one = fortress
    found = change(one, SUM, ("aces = 10", "print('begun')\nwhile True: pass\naces = 10"))
    found.locator("textarea").press("Shift+Enter")
    found.locator(".cell-stop").click()
    wait_for(found, "You have stopped Python")
    below = cell(one, DEALS)
    push(found, "As printed:")
    below.locator(".cell-run").click()
    wait_for(below, "Run in")
    assert output(below).startswith("mean of 1,000 deals: 3.919"), (
        "what it needs from above was run again"
    )


#: Fills what the browser keeps for the book, to the last character.
FILL = """() => {
  for (let size = 1 << 20, n = 0; size; size >>= 1) {
    try { for (;;) localStorage.setItem(`full${n++}`, "x".repeat(size)); } catch { /* a smaller one may fit */ }
  }
}"""


def test_what_was_changed_is_kept_not_run_and_two_tabs_lose_nothing(opened):
    """Where there is no more room it is said, and what was kept before is not lost."""
    one = opened("fortress.html")
    second = Watched(one.context.new_page())
    second.goto(one.url)
    change(one, SUM, ("10 * Fraction", "11 * Fraction"))
    change(second, DEALS, ("deals without a move", "dead deals"))
    assert "11 * Fraction" in cell(second, SUM).locator(".cell_input").inner_text(), (
        "it is told at once"
    )
    second.close()
    second.judge()
    one.reload()
    one.wait_for_function("document.querySelectorAll('.cell.changed').length === 2")
    assert one.evaluate("performance.getEntriesByName('cadogan-wake').length") == 0, (
        "code that was kept does not run by itself"
    )
    found = cell(one, SUM)
    found.locator(".cell-run").click()
    wait_for(found, "Run")
    assert (
        found.locator("[role=alert]")
        .inner_text()
        .startswith("Line 7: what is asserted here does not hold")
    )

    change(one, SUM, ("assert aces + couples == Fraction(890, 221)", "print('kept')"))
    one.evaluate(FILL)
    found = change(one, DEALS, ("dead deals", "stuck" + 200 * "."))
    wait_for(found, "no more room to keep your change: save it as a notebook")
    run(found)
    wait_for(found, "Run in")
    assert "no more room" in found.inner_text() and "stuck" in output(found)
    found.locator("textarea").press("Escape")
    one.reload()
    wait_for(cell(one, SUM), "print('kept')")


def test_the_page_is_saved_and_opened_as_a_notebook(opened, tmp_path):
    """Saved with what was changed; opened as a file, and where JupyterLab lies beside the book,
    there.
    """
    one = opened("lessons/sample-space.html")
    found = one.locator(".cell:not(.tag_hide-input):has(.cell_input)").first
    found.locator(".cell_input pre").first.click(position={"x": 5, "y": 5})
    text = found.locator("textarea")
    text.fill("# my own\n" + text.input_value())
    path = one.saved(lambda: push(found, "Save as a notebook"), tmp_path)
    saved = nbformat.read(path, as_version=4)
    nbformat.validate(saved)
    assert path.name == "sample-space.ipynb"
    assert [
        one.source.startswith("# my own") for one in saved.cells if one.cell_type == "code"
    ].count(True) == 1
    assert sum(one.cell_type == "markdown" for one in saved.cells) > 5
    one.route("**/lab/**", lambda route: route.fulfill(body="JupyterLab"))
    one.locator(".dropdown-download-buttons > button").click()
    link = one.get_by_role("link", name="Open as a notebook")
    assert one.saved(link.click, tmp_path).name == "sample-space.ipynb"
    one.route("**/_static/lab.json", lambda route: route.fulfill(body="true"))
    one.reload()
    one.locator(".dropdown-download-buttons > button").click()
    link.click()
    one.wait_for_url("**/lab/lab/index.html?path=lessons/sample-space.ipynb")


def test_a_board_of_a_cell_is_played_and_told_what_other_cells_do(fortress):
    one = fortress
    found = change(
        one,
        SUM,
        ("print(aces", "board = cadogan.play('fortress', 1933)\ndisplay(board)\nprint(aces"),
    )
    run(found)
    board = found.locator(".cell_output .cadogan")
    board.locator(".controls:not([hidden])").first.wait_for()
    assert "deal 1933" in board.inner_text()
    below = change(one, DEALS, ("counts = [", "board.move('l9-f1')\ncounts = ["))
    run(below)
    one.wait_for_function("place => place.innerText.includes('1 move')", arg=board.element_handle())


def test_a_slider_is_moved_to_any_value_which_is_computed(opened):
    """And the times from a touch to an output."""
    one = opened("lessons/hypergeometric.html")
    button = one.locator(".cell:not(.tag_hide-input) .cell-run").first
    times = []
    for _ in range(3):
        one.evaluate("performance.clearMarks()")
        begun = time.perf_counter()
        button.click()
        one.wait_for_function("performance.getEntriesByName('cadogan-cell').length")
        times.append(time.perf_counter() - begun)
    assert times[0] < 10 and min(times[1:]) < 2, times  # generous: the machine is anybody's
    slider = one.locator(".cadogan-slide").first
    stored = slider.locator(".cadogan-state").evaluate_all(
        "all => all.map(one => one.dataset.value)"
    )
    wanted = next(str(n) for n in range(int(stored[0]), int(stored[-1])) if str(n) not in stored)
    field = slider.get_by_role("spinbutton")
    field.fill(wanted)
    field.press("Enter")
    slider.locator(".cadogan-own svg[role=img]").wait_for()
    assert slider.locator("output").inner_text() == wanted
    assert slider.locator(".cadogan-state:not([hidden])").count() == 0
    field.fill(str(int(stored[-1]) + 1))
    field.press("Enter")
    wait_for(slider, f"choose a whole number from {stored[0]} to {stored[-1]}")
    slider.get_by_role("slider").press("Home")
    assert slider.locator(".cadogan-own").is_hidden() and field.input_value() == ""
    assert slider.locator("output").inner_text() == stored[0]
    assert barriers(one.page, ".cadogan-slide") == []
