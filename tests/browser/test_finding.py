"""The page *Finding a game*: sorted by its heads, filtered by its form, by keys alone, on a
telephone, and without a script.
"""

from pathlib import Path

import pytest

import cadogan
from cadogan.tables.finding import all_facts

from ..conftest import shown
from .barriers import barriers
from .conftest import push

STATIC = Path(__file__).parents[2] / "book" / "_static"
PAGE = """<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Finding a game</title>
<meta name="viewport" content="width=device-width"><link rel="icon" href="data:,">
<style>:root {{ --pst-color-border: #ccc; --pst-color-text-muted: #555; --pst-color-text-base: #222 }}
[data-theme=dark] {{ --pst-color-text-muted: #bbb; --pst-color-text-base: #eee; color: #eee; background: #111 }}
a {{ color: inherit }} {css}</style></head>
<body class="bd-article"><main><h1>Finding a game</h1><div class="cell_output">{body}</div></main></body></html>"""

pytestmark = pytest.mark.browser


@pytest.fixture
def finding(browser):
    """Opens the table in a page of its own, with the book's own script and style."""
    css, js = (
        "".join(
            (STATIC / f"{name}.css").read_text(encoding="utf-8")
            for name in ("book", "face", "wall")
        ),
        (STATIC / "finding.mjs").read_text(encoding="utf-8"),
    )
    catalogue = shown("finding", "def catalogue(")[1]["catalogue"]
    known = {"freecell": ("Not here, but:", ["fortress", "la-belle-lucie"])}
    body = PAGE.format(css=css, body=catalogue(all_facts(), known))
    contexts, problems = [], []

    def open_page(**options):
        contexts.append(browser.new_context(**options))
        page = contexts[-1].new_page()
        page.route(
            "**/finding.html", lambda route: route.fulfill(content_type="text/html", body=body)
        )
        page.on("pageerror", lambda error: problems.append(str(error)))
        page.route(
            "**/_static/finding.mjs",
            lambda route: route.fulfill(content_type="text/javascript", body=js),
        )
        page.goto("http://127.0.0.1/finding.html")
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert not problems, problems


def names(page):
    """The games that are shown, in order, as they are called in the package."""
    shown = page.locator(".game-cards li:visible strong").all_inner_texts()
    return [name.translate(str.maketrans("“”’", '""\'')) for name in shown]


BOOK = [game.title for game in cadogan.games.values()]


def test_a_head_sorts_and_once_more_turns_round(finding):
    page = finding(viewport={"width": 1280, "height": 900})
    assert names(page) == BOOK
    page.locator(".figures summary").click()
    head = page.locator("thead th[data-column='careful']")
    head.get_by_role("button").click()
    rates = {one.game.title: one.results["careful"].rate for one in all_facts()}
    assert (
        names(page) == sorted(BOOK, key=lambda title: rates[title])
        and head.get_attribute("aria-sort") == "ascending"
    )
    head.get_by_role("button").click()
    shown = [rates[title] for title in names(page)]
    assert shown == sorted(shown, reverse=True) and head.get_attribute("aria-sort") == "descending"
    assert page.locator("thead [aria-sort]").count() == 1
    push(page, "All games")
    page.wait_for_function("!document.querySelector('thead [aria-sort]')")
    assert names(page) == BOOK


def test_the_form_shows_what_it_asks_for(finding):
    page, games = finding(viewport={"width": 1280, "height": 900}), all_facts()
    choose = lambda name, value: page.locator(f"label:has([name={name}][value='{value}'])").click()  # noqa: E731
    choose("packs", "1")
    page.get_by_label("all cards seen from the start").check()
    wanted = [one.game.title for one in games if one.game.packs == 1 and one.open]
    assert names(page) == wanted and 0 < len(wanted) < len(games)
    assert page.locator("output").inner_text() == f"{len(wanted)} of {len(games)} games"
    choose("hard", "easy")
    choose("packs", "")
    page.get_by_label("all cards seen from the start").uncheck()
    assert names(page) == [one.game.title for one in games if one.difficulty == "easy"] != []
    choose("hard", "")
    choose("redeals", "none")
    assert names(page) == [one.game.title for one in games if one.redeals == "none"]
    choose("redeals", "")
    page.get_by_label("Name, here or elsewhere").fill("FORTR")
    assert names(page) == ["Fortress"]
    page.get_by_label("Name, here or elsewhere").fill("napoleon's s")
    assert names(page) == ["Napoleon's Square"], "an apostrophe is typed straight"
    page.get_by_label("Name, here or elsewhere").fill("no such game")
    assert names(page) == [] and page.locator("output").inner_text().startswith("0 of")


def test_a_game_of_another_name_leads_to_its_relatives(finding):
    page = finding(viewport={"width": 1280, "height": 900})
    for words in ("FreeCell", "free cell", "freec"):
        page.get_by_label("Name, here or elsewhere").fill(words)
        assert sorted(names(page)) == ["Fortress", "La Belle Lucie"]
        assert page.locator(".elsewhere p:visible").inner_text() == "Not here, but:"
    page.get_by_label("Name, here or elsewhere").fill("fortress")
    assert names(page) == ["Fortress"] and page.locator(".elsewhere p:visible").count() == 0


def test_by_keys_alone(finding):
    page = finding(viewport={"width": 1280, "height": 900})
    page.locator(".figures summary").click()
    page.get_by_label("Name, here or elsewhere").focus()
    page.keyboard.type("the")
    for _ in range(120):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.closest('th')?.dataset.column") == "game":
            break
    page.keyboard.press("Enter")
    shown = names(page)
    assert len(shown) > 2 and shown == sorted(shown, key=str.lower)
    assert page.locator("thead th[data-column='game']").get_attribute("aria-sort") == "ascending"


def test_a_telephone_has_a_card_for_each_game_and_sorts_by_the_form(
    finding,
):
    page = finding(viewport={"width": 320, "height": 640})
    assert page.evaluate("document.documentElement.scrollWidth") <= 320
    page.locator(".figures summary").click()
    assert (
        page.locator("thead").is_hidden()
        and page.locator("td[data-column='moves']").first.is_visible()
    )
    page.locator("[name=sort]").select_option("moves")
    moves = {one.game.title: one.moves for one in all_facts()}
    assert names(page) == sorted(BOOK, key=lambda title: moves[title])


def test_without_a_script_it_is_a_table(finding):
    page = finding(java_script_enabled=False)
    assert names(page) == BOOK and page.locator("form").is_hidden()
    page.locator(".figures summary").click()
    assert page.locator("tbody tr:visible").count() == len(BOOK)
    assert page.locator("thead th").first.inner_text() == "game"


def test_nothing_bars_the_way(finding):
    """On a telephone; `test_book` looks at every page on a laptop."""
    assert barriers(finding(viewport={"width": 320, "height": 900})) == []
