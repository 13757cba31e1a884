"""The policy of the pages in force: what a page can do, it does under it. (That every page has it and
that nothing is reported is seen where `test_book` opens them all.)"""

from html import escape
from urllib.parse import urljoin

import nbformat
import pytest

from cadogan.serve import POLICY

from ..conftest import text_of
from .conftest import CALM, LIVE, SITE, built, push, unfold
from .test_cells import SUM, change, output, run
from .test_page_rules import change as change_rule, changed_board, first_move

pytestmark = [pytest.mark.browser, pytest.mark.slow, built]

#: Each report of the policy as an error of the console, where a page's faults are watched.
REPORT = """addEventListener("securitypolicyviolation", event =>
  console.error(`policy: ${event.effectiveDirective} ${event.blockedURI} ${event.sourceFile}`));"""
#: What the policy bars, a script and a handler in the page itself, is tried; what was done and reported.
INLINE = """async () => {
  const barred = new Set(), script = document.createElement("script");
  const reported = new Promise(done => addEventListener("securitypolicyviolation", event => {
    if (barred.add(event.effectiveDirective).size === 2) done();
  }));
  script.textContent = "window.acted = 1";
  document.body.append(script);
  document.body.setAttribute("onclick", "window.acted = 2");
  document.body.click();
  await reported;
  return [window.acted ?? null, ...barred];
}"""


def goto(one, name):
    """Open another page in the same window."""
    one.goto(urljoin(one.url, f"/{name}"))


def test_what_the_policy_bars_is_not_done_and_is_a_fault_of_its_page(opened):
    one = opened("intro.html")
    assert one.evaluate(INLINE) == [None, "script-src-elem", "script-src-attr"]
    with pytest.raises(AssertionError, match="Content Security Policy"):
        one.judge()
    assert escape(POLICY) in text_of(SITE / "index.html"), "it leads to the first"


def test_a_chapter_does_under_the_policy_what_it_does(opened, tmp_path):
    """A cell is changed and run, the page saved, a rule changed and played, the book's own board
    played.
    """
    one = opened("fortress.html", REPORT, **CALM)
    found = change(one, SUM, ("10 * Fraction(4, 52)", "11 * Fraction(4, 52)"))
    run(found)
    assert output(found).startswith("11/13")
    path = one.saved(lambda: push(found, "Save as a notebook"), tmp_path)
    assert "11 * Fraction" in text_of(path)
    nbformat.validate(nbformat.read(path, as_version=4))
    change_rule(one, "marry(either", "marry(down")
    one.push("Play it", exact=True)
    assert changed_board(one).count() == 1
    board = one.locator(".cadogan").first
    push(board, "Play it yourself")
    board.locator(LIVE).wait_for()
    first_move(one, board)


def test_the_other_kinds_of_page_do_under_the_policy_what_they_do(opened):
    """A lesson marks and shows slides, a round table is played, games are sought, a word is found."""
    one = opened("lessons/sample-space.html", REPORT, **CALM)
    unfold(one.page)
    section = one.locator(".cadogan-exercise[data-exercise='sample-space/three']")
    section.locator("input").fill("16/567")
    push(section, "Check")
    one.wait_for_function(
        "place => Boolean(place.dataset.mark)",
        arg=section.locator(".cadogan-verdict").element_handle(),
    )
    one.push("Show as slides")
    one.push("End", exact=True)
    goto(one, "cooncan.html")
    one.push("Play it yourself")
    one.wait_live(".cadogan")
    goto(one, "finding.html")
    one.get_by_label("Name, here or elsewhere").fill("FORTR")
    one.wait_for_function("() => document.querySelector('output').textContent.startsWith('1 of')")
    goto(one, "search.html?q=marry")
    one.wait_for_selector("#search-results li a")
