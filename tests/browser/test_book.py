"""The built book as a reader opens it: no Python, no kernel, no other machine.

`make test` builds the book first; without a built one these tests are skipped, except in CI.
"""

import functools
import json
import re
from urllib.parse import unquote

import pytest

import cadogan
from cadogan.edition.chapters import cells_of
from cadogan.round_games import games as round_games
from cadogan.round_games.ladder import load
from cadogan.serve import POLICY

from ..conftest import text_of
from .barriers import too_faint, violations
from .conftest import LIT, ROOT, SITE, built, unfold
from .test_pages import LOADED, SHIFTS, weigh

PAGES = re.findall(r"(?:file|root):\s*(\S+)", text_of(ROOT / "book" / "_toc.yml"))

#: What axe finds in the theme's frame (search buttons, landmarks), never within a chapter.
FRAME = {
    "label-content-name-mismatch",
    "landmark-unique",
    "landmark-no-duplicate-contentinfo",
    "landmark-one-main",
}
#: It finds that in the frame alone, where a chapter stands in the page's main landmark, and looks
#: for it longer than for any other.
OUTSIDE = {"region"}

pytestmark = [pytest.mark.browser, built]


@pytest.mark.parametrize("slug", [*PAGES, "search"])
def test_every_page_opens_clean_and_can_be_read_light_and_dark(slug, opened):
    """One visit to each page, for all that is asked of every page. In some nothing moves while they
    are loaded, and they are light before the first touch.
    """
    one = opened(f"{slug}.html", SHIFTS if slug in LOADED else "", slug in LOADED)
    if slug in LOADED:
        megabytes, shift = weigh(one)
        assert megabytes < LOADED[slug] and shift < 0.05
    boards = one.count("script[type='application/vnd.jupyter.widget-view+json']")
    if boards:
        one.first_board()
        assert not [url for url in one.requests if "embed-amd" in url], (
            "boards need no manager of widgets"
        )
    assert not [url for url in one.requests if "pyodide" in url and "/board/" not in url], (
        "Python is fetched before anybody wants it"
    )
    assert one.count("main article") == 1
    policy = one.locator("meta[http-equiv='Content-Security-Policy']")
    assert policy.get_attribute("content") == POLICY, "and nothing is reported"
    found = violations(one.page, without=OUTSIDE)
    assert [(rule, html) for rule, html, inside in found if inside or rule not in FRAME] == []
    assert astray(one.page) == []
    assert too_faint(one.page) == []
    assert one.evaluate(UNDRAWN) == []


#: The icons of a page, shown or not, that its fonts cannot draw: they look as one that no font has.
UNDRAWN = """async () => {
  const context = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const drawn = (text, font) => {
    context.clearRect(0, 0, 60, 60);
    context.font = font;
    context.fillText(text, 10, 40);
    return context.getImageData(0, 0, 60, 60).data.join();
  };
  const icons = new Map(), kinds = new Map(), kind = new WeakMap();   // one of each kind of element within a kind of element
  for (const node of document.querySelectorAll(":not(svg *)")) {
    kind.set(node, `${kind.get(node.parentElement)} ${node.tagName}.${node.getAttribute("class")}`);
    kinds.set(kind.get(node), node);
  }
  for (const node of kinds.values()) for (const where of ["::before", "::after"]) {
    const { content, fontFamily, fontWeight } = getComputedStyle(node, where), own = /(^| )fa-/.test(node.getAttribute("class"));
    if (own ? where === "::before" : /^"[\\ue000-\\uf8ff]"$/.test(content)) icons.set(content + fontFamily + fontWeight, [node, content,
      `${fontWeight} 30px ${fontFamily}`]);
  }
  const undrawn = [];
  for (const [node, content, font] of icons.values()) {
    await document.fonts.load(font, content.slice(1, -1));
    if (content.length !== 3 || drawn(content[1], font) === drawn("\\uf8fe", font)) undrawn.push(node.outerHTML.slice(0, 100));
  }
  return undrawn;
}"""


#: The page's links within the book: the file, the place in it, and whether a place on this page is
#: there.
LINKS = """[...document.querySelectorAll("article a[href]")].map(a => new URL(a.href.baseVal ?? a.href, location))
  .filter(to => to.origin === location.origin)
    .map(to => [to.pathname, to.hash.startsWith("#day=") ? "" : to.hash.slice(1)])
    .map(([path, place]) => [path, place, path !== location.pathname || !place || !!document.getElementById(place)])"""


@functools.cache
def places_in(file):
    """The ids of a page of the book; none if there is no such page."""
    return frozenset(re.findall(r'id="([^"]+)"', text_of(file))) if file.is_file() else frozenset()


def astray(page):
    """Links of a page to a page or a place of the book that is not there."""
    found = []
    for path, place, there in page.evaluate(LINKS):
        file = SITE / unquote(path).lstrip("/")
        if not (
            there and file.is_file() and (path in page.url or not place or place in places_in(file))
        ):
            found.append(f"{path}#{place}")
    return found


@pytest.mark.parametrize(
    ("slug", "rows"), [("finding", len(cadogan.games) + len(round_games)), ("bots", len(load()))]
)
def test_what_a_cell_prints_as_a_table_is_one(slug, rows, opened):
    """Its links lead to the chapters (`astray` sees that they do)."""
    table = opened(f"{slug}.html").page.locator("article table")
    assert table.locator("tbody tr").count() == rows
    assert table.locator("tbody a").count() == rows


SLIDER = {
    "layout": ("base", "LayoutModel", {}),
    "style": ("controls", "SliderStyleModel", {}),
    "slider": (
        "controls",
        "IntSliderModel",
        {"value": 7, "layout": "IPY_MODEL_layout", "style": "IPY_MODEL_style"},
    ),
}


def test_a_page_with_a_slider_gets_the_manager_of_widgets(opened):
    """Somebody's own page may have other widgets than boards: they are shown too, from the files
    beside the book.
    """
    state = {
        name: {
            "model_name": model,
            "model_module": f"@jupyter-widgets/{module}",
            "model_module_version": "2.0.0",
            "state": values,
        }
        for name, (module, model, values) in SLIDER.items()
    }
    saved = json.dumps({"version_major": 2, "version_minor": 0, "state": state})
    view = json.dumps({"version_major": 2, "version_minor": 0, "model_id": "slider"})
    kind = "application/vnd.jupyter.widget"
    one = opened("intro.html")
    one.route(
        "**/own.html",
        lambda route: route.fulfill(
            content_type="text/html",
            body=f"""<!doctype html><title>A slider</title>
        <script type="{kind}-state+json">{saved}</script><div><script type="{kind}-view+json">{view}</script></div>
        <script src="_static/boards.js"></script>""",
        ),
    )
    one.goto(one.url.replace("intro.html", "own.html"))
    one.wait_for_selector(".widget-slider")
    assert "7" in one.text(".widget-slider")


def test_a_sentence_lights_up_its_line_and_a_line_its_sentences(opened):
    """The concordance in the page, both ways, by mouse and by key; the boards are told. A refusal
    lights up its rule.
    """
    page = opened("queens.html")
    page.evaluate(
        "window.told = []; document.addEventListener('cadogan:rule', event => told.push(event.detail.rule))"
    )
    paid = page.locator(".sentence[data-rule='Rule IV']")
    line = page.locator(".rules-line", has_text="lift(").first
    paid.hover()
    assert "lit" in line.get_attribute("class") and page.evaluate("told").pop() == "Rule IV"
    page.mouse.move(2, 2)
    assert page.count(".lit") == 0 and page.evaluate("told").pop() is None
    line.hover()
    assert "lit" in paid.get_attribute("class")
    page.mouse.move(2, 2)
    mark = page.locator(".sentence[data-rule='Rule IV'] + a.mark")
    mark.focus()
    assert "lit" in line.get_attribute("class") and "Rule IV: " in mark.get_attribute("aria-label")
    mark.press("Enter")
    assert page.url.endswith(f"#{line.get_attribute('id')}")
    page.evaluate(
        "document.dispatchEvent(new CustomEvent('cadogan:refused', {detail: {rule: 'Rule III, PLAY 1'}}))"
    )
    lit = page.evaluate(LIT)
    assert (
        "Rule III" in lit
        and len(lit) > 1
        and all(rule == "Rule III" or rule.startswith("PLAY 1.") for rule in lit)
    )
    shown = page.locator(".cell.tag_rules .cell_input pre").evaluate_all(
        "all => all.map(node => node.textContent)"
    )
    unfold(page)
    assert page.text(".cell.tag_rules summary").startswith("The plate"), (
        "one cell is folded, and says what it holds"
    )
    assert [text.rstrip("\n") for text in shown] == [
        cell.text for cell in cells_of(cadogan.games.text("queens"))
    ], "wrapped line by line they say what the chapter says: the rule editor reads it here"


def test_a_sentence_lights_up_its_part_wherever_it_stands(opened):
    """Every rule's sentence of a chapter in which text and rules take turns leads to a line of some
    cell, in more than one of them. The old page is whole and at one touch: its text and its plate;
    what is folded asks for no drawing, and on paper it is left out.
    """
    page = opened("fortress.html")
    cells = page.locator("a.mark").evaluate_all(
        "all => all.map(mark => document.querySelector(mark.hash)?.closest('.cell') !== null)"
    )
    assert cells and all(cells)
    assert (
        page.evaluate(
            "new Set([...document.querySelectorAll('.rules-line[data-rules]:not([data-rules=\"\"])')]"
            ".map(line => line.closest('.cell'))).size"
        )
        > 3
    )
    sentence = page.locator(".sentence[data-rule='PLAY 3.1']")
    sentence.hover()
    assert "marry(" in page.locator(".rules-line.lit").first.inner_text()
    old = page.locator("details.cadogan-old-page")
    unfold(page)
    assert not old.locator("img").is_visible()
    old.get_by_text("The old page").click()
    assert "These, when they can be played, form the foundation cards" in old.inner_text()
    page.wait_for_function("document.querySelector('.cadogan-old-page img').naturalWidth > 100")
    page.emulate_media(media="print")
    assert old.is_hidden() and page.locator(".rule-tools:visible").count() == 0
