"""The built pages around the boards: what can be read, found, printed, and how heavy they are.

`make test` builds the book first; without a built one these tests are skipped, except in CI.
"""

import gzip
import math
import re
from urllib.parse import urlsplit

import pytest

import cadogan

from ..conftest import TABLES, text_of
from . import contrast
from .conftest import PHONE, ROOT, SITE, built

pytestmark = [pytest.mark.browser, built]

SHIFTS = """
  window.shift = 0;
  new PerformanceObserver(list => { for (const one of list.getEntries()) if (!one.hadRecentInput) window.shift += one.value; })
    .observe({ type: "layout-shift", buffered: true });"""
#: Pages in which nothing may move while they are loaded, and the megabytes that they fetch at most
#: before the first touch, where that is held.
LOADED = {
    "intro": 0.43,
    "la-belle-lucie": 0.45,
    "fifteen": 1,
    "gallery": 9,
    "cooncan": 1,
    "finding": 9,
    "studio": 1,
    "lessons/spread": 0.42,
}


def weigh(one):
    """Megabytes that a page fetches from a host that compresses, and its layout shift (0.1 is what
    people notice).
    """
    one.wait_for_load_state("networkidle")
    one.wait_for_timeout(500)
    paths = {SITE / urlsplit(url).path.removeprefix("/") for url in one.requests}
    sizes = (len(gzip.compress(path.read_bytes())) for path in paths if path.is_file())
    return sum(sizes) / 1e6, one.evaluate("window.shift")


# ---- all text can be read ------------------------------------------------------------------------


def test_text_that_cannot_be_read_would_be_found(opened):
    page = opened("how-to-use.html")
    page.evaluate(
        "document.querySelector('article p').style.color = 'color-mix(in srgb, white, #999)'"
    )
    assert any(
        seen.ratio < 2 and seen.words.startswith("Every page")
        for seen in contrast.measure(page)["light"]
    )
    page.evaluate("document.querySelector('article p').style.cssText = 'opacity: 0.3'")
    assert any(
        seen.ratio < 4 and seen.words.startswith("Every page")
        for seen in contrast.measure(page)["dark"]
    )


# ---- deals in the text ---------------------------------------------------------------------------


def test_every_deal_to_try_first_is_a_button(opened):
    """A chapter that names a deal to try has a button for it; none is left that speaks of Python
    behind the page. The first board that takes the deal is asked for it: here two listeners stand
    where boards would; the boards' own tests see them deal.
    """
    for path in sorted((ROOT / "book").glob("*.md")):
        text = text_of(path)
        assert "Python behind it" not in text, path.name
        for paragraph in re.findall(r"^\*Try this first:\*(?:.+\n)+", text, re.MULTILINE):
            assert not re.search(r"(?<!\[)\bdeal \d", paragraph), paragraph
    page = opened("terrace.html")
    asked = page.locator("button.cadogan-deal").evaluate_all(
        "all => all.map(one => [one.textContent, one.dataset.game, one.dataset.deal])"
    )
    assert asked == [["deal 1913", "terrace", "1913"], ["deal 1914", "terrace", "1914"]]
    page.evaluate("""() => {
      for (const board of document.querySelectorAll(".saved-widget")) board.remove();
      window.heard = [];
      for (const name of ["first", "second"]) window.addEventListener("cadogan-deal", ({ detail }) => {
        if (detail.taken || detail.game !== "terrace") return;
        detail.taken = true;
        heard.push([name, detail.game, detail.deal]);
      }, true);
    }""")
    page.evaluate("document.querySelectorAll('details').forEach(one => { one.open = true; })")
    page.locator("button.cadogan-deal").nth(1).press("Enter")
    page.locator("button.cadogan-deal").first.click()
    assert page.evaluate("heard") == [["first", "terrace", 1914], ["first", "terrace", 1913]]
    assert page.count(".no-deal") == 0
    page.evaluate(
        "Object.assign(document.querySelector('button.cadogan-deal').dataset, { game: 'no-such-game' })"
    )
    page.locator("button.cadogan-deal").first.click()
    page.wait_for_selector(".no-deal[role=status]")
    assert page.text(".no-deal").strip() == "(no board on this page deals it)"


# ---- the board that follows the reader ----------------------------------------------------------


def test_the_board_follows_the_reader_and_leads_back(opened):
    one = opened("fortress.html")
    page, board = one.page, one.first_board()
    follow = page.locator("button.cadogan-follow")
    follow.wait_for(state="hidden")
    page.locator("h2").last.scroll_into_view_if_needed()
    follow.wait_for(state="visible")
    read = page.evaluate("scrollY")
    assert read > 1000
    follow.press("Enter")
    assert "full" in board.get_attribute("class").split() and one.on_board()
    follow.wait_for(state="hidden")
    page.keyboard.press("Escape")
    follow.wait_for(state="visible")
    assert page.evaluate("scrollY") == read and page.locator(".cadogan.full").count() == 0
    assert page.evaluate("document.activeElement.className") == "cadogan-follow"


def test_nothing_lies_over_a_board_on_a_telephone(opened):
    """The theme's button to the top, which comes when one scrolls up, keeps away from a board in
    sight.
    """
    one = opened("pope-joan.html", **PHONE)
    one.first_board()
    page, top = one.page, one.locator("#pst-back-to-top")
    for y in (6000, 5000):
        page.evaluate("y => scrollTo(0, y)", y)
        page.wait_for_timeout(200)
    assert top.is_visible()
    page.evaluate("document.querySelector('.cadogan').scrollIntoView()")
    top.wait_for(state="hidden")
    assert not page.locator("button.cadogan-follow").is_visible()


# ---- the search ----------------------------------------------------------------------------------


def results(page):
    """What the search shows: for each heading its links and excerpts."""
    page.wait_for_selector("#search-results > *, #search-results:not(:empty)")
    return dict(
        page.evaluate(
            "[...document.querySelectorAll('#search-results h2')].map(head => [head.firstChild.textContent, "
            "[...head.nextElementSibling.children].map(item => item.innerText.replace(/\\n+/g, ' | '))])"
        )
    )


def test_the_search_forgives_a_slip_of_the_pen(opened):
    page = opened("search.html?q=ace")
    field, icon = (page.locator(f"article form.bd-search {part}") for part in ("input", "i"))
    padding = field.evaluate("one => parseFloat(getComputedStyle(one).paddingLeft)")
    beside, box = icon.bounding_box(), field.bounding_box()
    assert beside["x"] + beside["width"] <= box["x"] + padding
    for typed, where, found in TABLES["searches"]:
        field.fill(typed)
        head = page.locator("#search-results h2", has_text=re.compile(f"^{where}"))
        head.locator("xpath=following-sibling::*[1]//li", has_text=found).first.wait_for()


def test_what_the_search_quotes_is_a_sentence_and_leads_there(opened):
    page = opened("search.html?q=detaching+cards")
    (line, *_) = results(page)["Rules"]
    said = line.partition(" | ")[2]
    assert said[0].isupper() and said[-1] in ".!?”" and "detaching cards" in said
    assert {"detaching", "cards"} <= set(page.texts("#search-results li:first-child mark"))
    page.locator("#search-results a").first.click()
    page.wait_for_url("**/terrace.html#text-*")
    place = page.url.partition("#")[2]
    assert page.text(f"[id='{place}']").replace("\u2019", "'").startswith(said[:30])


def test_the_search_of_a_page_answers_while_one_types_and_asks_for_nothing_before(
    opened,
):
    one = opened("how-to-use.html")
    assert not [url for url in one.requests if "index.js" in url or "searchtools" in url]
    one.press("Control+k")
    one.keyboard.type("sultn")
    assert results(one.page)["Games"][0].startswith("The Sultan")
    one.locator("#pst-search-dialog input").fill("zzzzqqq")
    one.wait_for_function(
        "document.querySelector('#search-results').textContent.startsWith('Nothing in the book')"
    )
    one.locator("#pst-search-dialog input").fill("knave & queen")
    one.keyboard.press("Enter")
    one.wait_for_url("**/search.html?q=knave%20%26%20queen")
    assert one.locator("article form.bd-search input").input_value() == "knave & queen"
    assert "Rules" in results(one.page)


# ---- the long tables -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("slug", "words", "only"),
    [("concordance", "shah talon", "The Shah"), ("ledger", "louis", 'The "Louis" Patience')],
)
def test_a_long_table_is_folded_filtered_and_jumped_in(slug, words, only, opened):
    """Whatever an address names that somebody has spoilt."""
    page = opened(f"{slug}.html#%E0")
    games = page.locator("details.long-table")
    assert games.count() == len(cadogan.games) if slug == "concordance" else games.count() > 40
    assert page.evaluate("document.documentElement.scrollHeight") < 6000
    assert page.count("details.long-table[open]") == 0
    page.get_by_label("Show what has the words").fill(words)
    assert only in "".join(page.texts("details.long-table[open] > summary"))
    rows = page.locator("details.long-table[open] tbody tr:visible")
    assert 0 < rows.count() < page.count("details.long-table tbody tr") / 4
    assert page.text(".filter output") == f"{rows.count()} rows"
    page.get_by_label("Show what has the words").fill("")
    page.locator(".jumps summary").click()
    page.locator(".jumps a", has_text="The Shah").click()
    page.wait_for_selector(f"#{slug}-shah[open] tbody tr:visible")
    assert abs(page.box(f"#{slug}-shah")["y"]) < 200


# ---- weight, rest and print ----------------------------------------------------------------------


@pytest.mark.parametrize("slug", ["winnable", "ledger", "studio"])
def test_a_table_too_wide_for_a_telephone_is_a_card_for_each_row(slug, opened):
    """Each cell says the head of its column, and nothing is scrolled sideways."""
    one = opened(f"{slug}.html", **PHONE)
    one.evaluate(
        "document.querySelectorAll('article details').forEach(one => { one.open = true; })"
    )
    wide = (
        "all => all.filter(one => one.scrollWidth > one.clientWidth + 1).map(one => one.className)"
    )
    assert one.locator("article table").evaluate_all(wide) == []
    head = "cell => [cell.dataset.head, getComputedStyle(cell, '::before').content]"
    said, shown = one.locator("table.cards tbody tr > :nth-child(2)").first.evaluate(head)
    assert said and shown.startswith(f'"{said}')


def test_the_gallery_is_pictures_that_come_when_they_are_looked_at(opened):
    one = opened("gallery.html")
    assert one.evaluate("document.querySelectorAll('*').length") < 2500
    plates = one.locator(".cadogan-gallery img")
    assert plates.count() >= len(cadogan.games)
    fetched = [url for url in one.requests if "/_images/drawing-" in url]
    assert 0 < len(fetched) < plates.count()
    last = plates.nth(len(cadogan.games) - 1)
    last.scroll_into_view_if_needed()
    one.wait_for_function(
        "one => one.complete && one.naturalWidth > 100", arg=last.element_handle()
    )


def test_the_landing_page_fetches_nothing_that_it_does_not_show():
    html = text_of(SITE / "intro.html")
    assert not re.search(
        r"mathjax|searchindex|searchtools|thebe|sphinx-design|design-tabs",
        html.partition("<body")[0],
        re.IGNORECASE,
    )


@pytest.mark.parametrize("slug", ["wheel", "pope-joan"])
def test_without_a_script_it_is_said_where_the_table_would_be(slug):
    text = text_of(SITE / f"{slug}.html")
    before = text.partition('<script type="application/vnd.jupyter.widget-view+json">')[0]
    assert before.endswith("<noscript><p>The table needs JavaScript.</p></noscript>")


def test_the_book_says_of_which_version_it_is_for_what_is_handed_in():
    options = text_of(SITE / "_static" / "documentation_options.js")
    assert f"VERSION: '{cadogan.__version__}'" in options


def test_formulae_are_set_when_the_book_is_built(opened):
    """Drawn as wide as a telephone at most, and said in MathML; the page fetches nothing for them,
    and nothing is left as typed.
    """
    one = opened("lessons/spread.html", **PHONE)
    formulae = one.locator(".math")
    assert formulae.count() > 10
    ends = "all => all.map(one => one.querySelector('svg').getBoundingClientRect())"
    assert all(3 < box["width"] and box["right"] <= 390 for box in formulae.evaluate_all(ends))
    assert formulae.locator("math").count() == formulae.count()
    assert not any("\\" in text for text in formulae.all_text_contents())
    assert not [url for url in one.requests if "mathjax" in url]


@pytest.mark.parametrize("slug", LOADED)
def test_nothing_moves_while_a_page_is_loaded_on_a_telephone(slug, opened):
    """`test_book` has them on a laptop."""
    assert weigh(opened(f"{slug}.html", SHIFTS, viewport=PHONE["viewport"]))[1] < 0.05


#: A page with a board that never comes to be drawn.
NEVER = """<!doctype html><title>A board</title><link rel="stylesheet" href="_static/book.css">
<script src="_static/early.js"></script><script src="_static/boards.js"></script>
<script type="application/vnd.jupyter.widget-state+json">{"state": {"m": {"model_module": "anywidget",
  "state": {"_esm": "export default { render: () => new Promise(() => {}) }"}}}}</script>
<div class="cell"><script type="application/vnd.jupyter.widget-view+json">{"model_id": "m"}</script></div><p id="below">Below.</p>"""


def test_what_is_below_a_board_is_shown_even_if_the_board_cannot_be(opened):
    one = opened("how-to-use.html")
    one.route("**/own.html", lambda route: route.fulfill(content_type="text/html", body=NEVER))
    one.goto(one.url.replace("how-to-use.html", "own.html"))
    seen = "getComputedStyle(document.getElementById('below')).opacity === '1'"
    assert not one.evaluate(seen)
    one.wait_for_function(seen)


#: Millimetres of A4 between margins of 15, as a screen has them.
PAPER = {"width": 680, "height": 1009}


@pytest.mark.parametrize("slug", ["fortress", "cooncan"])
def test_a_printed_chapter_has_no_half_empty_pages(slug, opened):
    """It takes no more sheets than its text needs on sheets that are 89 % full, the last one
    aside; no list of contents, no button, nothing folded.
    """
    one = opened(f"{slug}.html", viewport=PAPER)
    one.first_board()
    one.emulate_media(media="print")
    height = one.evaluate("document.documentElement.scrollHeight")
    pdf = one.pdf(format="A4", margin=dict.fromkeys(("top", "bottom", "left", "right"), "15mm"))
    sheets = len(re.findall(rb"/Type\s*/Page\b", pdf))
    needed = math.ceil(height / (0.89 * PAPER["height"]))
    assert sheets <= needed, f"{sheets} pages for {height} pixels"
    for part in (
        "#jb-print-toc",
        ".bd-article details:not([open], .exercises, .refused)",
        ".cadogan .controls",
        ".bd-header-article",
        "#pst-search-dialog",
    ):
        assert not one.count(f"{part}:visible"), part


def test_who_reads_in_the_dark_prints_black_on_white(opened):
    one = opened("intro.html", viewport=PAPER, color_scheme="dark")
    one.emulate_media(media="print")
    drawn = "([what, style]) => [...new Set([...document.querySelectorAll(what)].map(one => getComputedStyle(one)[style]))]"
    assert one.evaluate(drawn, [".highlight pre span", "color"]) == ["rgb(0, 0, 0)"]
    assert one.evaluate(drawn, ["article img", "backgroundColor"]) == ["rgba(0, 0, 0, 0)"]
    assert one.evaluate(drawn, ["article img", "filter"]) == ["none"]


def test_each_rule_card_has_one_sheet_of_paper(opened):
    """The index has the first; each game, with its aim, its play and its plate, one of its own."""
    page = opened("rule-cards.html", viewport=PAPER)
    games = len(cadogan.games) + len(cadogan.round_games)
    cards = page.locator(".rule-card")
    assert cards.count() == page.count(".card-index a") == games
    assert page.count(".rule-card img") == len(cadogan.games)
    assert not page.count(".rule-card :is(code, pre)")
    for said in ("Aim.", "Play."):
        assert cards.filter(has=page.locator("strong", has_text=said)).count() == games
    page.emulate_media(media="print")
    pdf = page.pdf(format="A4", margin=dict.fromkeys(("top", "bottom", "left", "right"), "15mm"))
    assert len(re.findall(rb"/Type\s*/Page\b", pdf)) == games + 1
