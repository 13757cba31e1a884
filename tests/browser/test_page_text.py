"""The text of a page has one owner: a changed rule is followed wherever it is read, what a stranger's
link brings runs nowhere, and what was kept and cannot be taken costs the page nothing.
"""

import json

import nbformat
import pytest

from ..conftest import TABLES
from .conftest import PLAYED, built, link, push
from .test_cells import SUM, cell, change, output, run, wait_for
from .test_page_rules import RULES, game, open_cell

pytestmark = [pytest.mark.browser, pytest.mark.slow, built]

#: Of each page a change of its rules, and the cell that is run, by the beginning of its code.
CHANGES = [
    ("fortress", "marry(either", "marry(down", "print(fortress.tell())"),
    ("canfield-or-klondike", "packs(1)", "packs(1)  # as it was", "print(klondike.tell())"),
    ("zodiac", "packs(2)", "packs(2)  # as it was", "print(zodiac.tell())"),
    ("studio", "packs(1)", "packs(2)", "mine = Game("),
]
#: What a page keeps for itself.
KEPT = "cadogan-cells:/fortress"


def run_cell(one, code):
    """Run a cell by its button, and wait until it has run."""
    found = cell(one, code)
    found.locator(".cell-run").click()
    one.page.wait_for_function(
        "place => !place.hasAttribute('aria-busy') && /Run\\b|Line|failed|cannot/.test("
        "place.querySelector('.cell-says, .cannot')?.innerText)",
        arg=found.element_handle(),
    )
    return found


@pytest.mark.parametrize(("slug", "old", "new", "code"), CHANGES)
def test_a_rule_changed_lasts_through_the_night_and_cells_run_by_it(opened, slug, old, new, code):
    one = opened(f"{slug}.html")
    push(
        one.locator(".cell:is(.tag_rules, .tag_template)").filter(has_text=old).last,
        "Change this rule",
    )
    text = one.locator(".rule-editor textarea[wrap=off]")
    text.fill(text.input_value().replace(old, new) if old else text.input_value() + new)
    found = run_cell(one, code)  # changed first, then run: it counts
    first = found.inner_text()
    assert "Run" in found.locator(".cell-says").inner_text(), first
    one.reload()
    one.wait_for_selector(".rule-mark", state="attached")
    found = run_cell(one, code)
    assert "Run" in found.locator(".cell-says").inner_text() and one.count(".cannot") == 0
    if slug == "fortress":
        assert "in descending line" in output(found)
        assert "ascending or descending line" not in output(found)
        change(one, "def settled").locator("button", has_text="Everything as printed").click()
        assert one.count(".rule-mark:visible") == 0 and one.stored(KEPT) is None
        found = run_cell(one, code)
        assert "in ascending or descending line" in output(found)


def saved(one, code, folder):
    """The page saved as a notebook by the button of a cell that is open."""
    found = cell(one, code)
    path = one.saved(lambda: push(found, "Save as a notebook"), folder)
    notebook = nbformat.read(path, as_version=4)
    nbformat.validate(notebook)
    return notebook.cells


#: What shows whether the page's Python has run something of a link.
TRACE = "import builtins\nprint('ran' if getattr(builtins, 'ran_as_python', False) else 'clean')"


def hostile_link(text):
    """A link whose rules are those of Fortress, with another text in the cell that sets out the
    pack.
    """
    return link(game(rules=RULES.replace("pack = packs(1)", text), variant=""))


def trace(one):
    """Ask the page's Python whether a hostile text has run."""
    found = cell(one, SUM)
    if not found.locator("textarea").count():
        push(found, "Change:")
    found.locator("textarea").fill(TRACE)
    run(found)
    return output(found)


@pytest.mark.parametrize("begun", [True, False], ids=["a cell was run before", "opened cold"])
def test_nothing_of_a_link_is_run_and_a_saved_notebook_has_it_as_text(opened, begun, tmp_path):
    one = opened("fortress.html")
    one.on("dialog", lambda dialog: one.problems.append("a dialog") or dialog.dismiss())
    tell = "print(fortress.tell())"
    if begun:
        run_cell(one, tell)
    for n, hostile in enumerate(TABLES["hostile_rules"]):
        offer = one.follow(hostile_link(hostile))
        push(offer, "Look at the changed rules")
        shown = one.locator(".rule-editor textarea[wrap=off]").input_value()
        assert hostile in shown and one.sees(".rule-editor > .notice")
        found = run_cell(one, tell)
        assert "by the earlier rules" in found.locator(".cell-says").inner_text()
        assert "ascending or descending" in output(found)
        run_cell(one, "pack = packs(1)")
        assert trace(one) == "clean", hostile
        assert one.stored(KEPT) is None or "ran_as_python" not in json.dumps(
            {n: kept for n, kept in one.stored(KEPT)["cells"].items() if kept["text"] != TRACE}
        ), "what a link brings is not kept"
        bad = [each for each in saved(one, SUM, tmp_path) if hostile in each.source]
        assert [each.cell_type for each in bad] == ["raw"], "as text"
        assert "came with a link" in bad[0].source
        one.push("Play it", exact=True)
        one.wait_for_selector("#rule-editor-error p")
        assert "Line" in one.text("#rule-editor-error")
        assert trace(one) == "clean"
        offer = one.locator(".game-link")
        push(offer, "Leave it")
        assert one.count(".rule-mark:visible") == 0, n
    # refused rules of the reader's own are text in a notebook, too
    one.locator(".rule-editor textarea[wrap=off]").fill(TABLES["hostile_rules"][0])
    found = run_cell(one, tell)
    assert "A cell above has failed" in found.inner_text() and trace(one) == "clean"
    bad = [each for each in saved(one, SUM, tmp_path) if "builtins.ran" in each.source]
    assert [each.cell_type for each in bad] == ["raw"] and "no imports" in bad[0].source
    one.page.wait_for_timeout(600)  # the marks have been brought up to date
    assert "A cell above has failed" in found.inner_text(), "it stays said"


def test_rules_of_a_link_are_the_readers_own_when_they_are_played(opened, tmp_path):
    one = opened("fortress.html")
    open_cell(one, "marry(either").fill("marriages = marry(up, 'lanes')")
    one.press("Escape")
    one.follow(link(game(rules=RULES.replace("marry(either", "marry(down"), variant="")))
    push(one.locator(".game-link"), "Leave it")
    assert "marry(up" in one.locator(".rule-editor textarea[wrap=off]").input_value(), (
        "as it was before"
    )
    one.follow(link(game(rules=RULES.replace("marry(either", "marry(down"), variant="")))
    one.push("Play it", exact=True)
    one.wait_for_function(PLAYED)
    assert not one.sees(".rule-editor > .notice")
    assert one.stored("cadogan-aside:/fortress")[0]["text"] == "marriages = marry(up, 'lanes')"
    found = run_cell(one, "print(fortress.tell())")
    assert "in descending line" in output(found)
    change(one, "def settled")
    cells = saved(one, "def settled", tmp_path)
    (at,) = [n for n, each in enumerate(cells) if "marriages = marry(down" in each.source]
    assert cells[at].cell_type == "code" and "from-link" in cells[at].metadata.tags
    assert "came with a link" in cells[at - 1].source
    one.reload()
    wait_for(one.locator("article"), "They are put aside")
    push(one.locator(".put-aside"), "Delete it")
    one.reload()
    found = run_cell(one, "print(fortress.tell())")
    assert "in descending line" in output(found) and one.count(".put-aside") == 0


def test_a_spoilt_entry_costs_no_page_anything(opened):
    one = opened("fortress.html")
    one.store("x", "cadogan-cells:/evil")
    printed = "pack = packs(1)"
    spoilt = {"cells": {"3": {"printed": printed, "text": 7}, "999": None}, "at": "never"}
    one.store(json.dumps(spoilt), KEPT)
    one.reload()
    wait_for(one.locator("article"), "They are put aside")
    found = change(one, SUM, ("10 * Fraction", "11 * Fraction"))
    assert "does not keep" not in found.inner_text()
    run(found)
    one.reload()
    wait_for(cell(one, SUM), "11 * Fraction")
    assert one.stored("cadogan-aside:/fortress")[0]["text"]
    for text in ("x", "[]", "null", '{"cells": 3}'):
        one.store(text, KEPT)
        one.reload()
        assert SUM in change(one, SUM).locator("textarea").input_value(), text
    found = run_cell(one, "print(fortress.tell())")
    assert "Run" in found.locator(".cell-says").inner_text()


def test_html_that_a_cell_shows_acts_in_nothing(opened):
    one = opened("fortress.html")
    one.allowed = ("inline event handler",)  # each is reported, and not run
    html = (
        "<p class='mine' onclick='window.acted=1'>shown</p><img src='x:y' onerror='window.acted=1'>"
        "<script>window.acted=1</script><iframe srcdoc='<script>parent.acted=1</script>'></iframe>"
        "<a class='go' href='javascript:window.acted=1'>go</a><svg><use href='data:x'/><use href='#a'/></svg>"
        "<cadogan-strip class='ours' role='group'></cadogan-strip>"
    )
    found = change(one, SUM)
    found.locator("textarea").fill(f"from IPython.display import HTML\nHTML({html!r})")
    run(found)
    place = found.locator(".cell_output")
    place.locator(".mine").click()
    place.get_by_text("go", exact=True).click()
    assert one.evaluate("window.acted") is None
    assert place.locator("script, iframe, [onclick], [onerror], [href^=java]").count() == 0
    assert place.locator("use[href]").count() == place.locator("cadogan-strip.ours").count() == 1
