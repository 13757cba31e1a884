"""The rule editor in a bare page with the page's own Python: the wrong word, words completed and listed, a game that cannot end well."""

from __future__ import annotations

import html
import os
from collections.abc import Iterator
from typing import Any

import pytest

from .conftest import ROOT, VENDOR, Handler, Watched

pytestmark = [
    pytest.mark.browser,
    pytest.mark.slow,
    pytest.mark.skipif(not (VENDOR / "_static/vendor/pyodide/cadogan.json").is_file(), reason="the assets have not been laid out"),
]

RULES = """fortress = Game("Fortress", packs(1), foundations(4, ascending(A, K)), places("lanes", 10),
    deal(each("lanes", (5,) * 8 + (6, 6))), free("lanes"), marry(either, "lanes"), fill("lanes", "lanes", may))"""
PAGE = """<!doctype html><html lang="en" data-content_root="./"><head><meta charset="utf-8"><title>Fortress</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/_static/page.css"></head><body><main><article><h1>Fortress</h1>
<div class="cadogan"><span class="title">Fortress · deal 1933</span></div>
<div class="cell tag_rules"><div class="cell_input"><pre>{rules}</pre></div></div></article></main>
<script src="/_static/change-rule.js"></script></body></html>"""


@pytest.fixture
def editor(server: str, browser: Any) -> Iterator[Watched]:
    """The editor, opened on the rules of Fortress."""
    Handler.pages["/fortress.html"] = ("text/html", PAGE.format(rules=html.escape(RULES)).encode())
    for name, kind in (("rule-editor.mjs", "text/javascript"), ("change-rule.js", "text/javascript"), ("page.css", "text/css")):
        Handler.pages[f"/_static/{name}"] = (kind, (ROOT / "book" / "_static" / name).read_bytes())
    context = browser.new_context(viewport={"width": 1000, "height": 900})
    one = Watched(context.new_page(), None, ())
    one.page.goto(f"{server}/fortress.html")
    one.page.get_by_role("button", name="Change this rule").click()
    one.page.wait_for_selector(".rule-editor textarea")
    yield one
    context.close()
    assert not one.problems, one.problems


def write(one: Watched, old: str, new: str) -> None:
    field = one.page.locator(".rule-editor textarea")
    text = field.input_value()
    assert old in text
    field.fill(text.replace(old, new, 1))


def chosen(one: Watched) -> str:
    return str(one.page.evaluate("(t => t.value.slice(t.selectionStart, t.selectionEnd))(document.querySelector('.rule-editor textarea'))"))


def test_the_wrong_word_is_shown_where_it_stands(editor: Watched) -> None:
    write(editor, "free(", "fre(")
    editor.page.get_by_role("button", name="Play it", exact=True).click()
    editor.page.locator(".rule-editor .wrong p").first.wait_for(timeout=60000)
    assert chosen(editor) == "fre" and "did you mean 'free'?" in editor.page.locator("#rule-editor-error").inner_text()


def test_words_are_completed_and_listed(editor: Watched) -> None:
    field = editor.page.locator(".rule-editor textarea")
    field.press("Control+End")
    field.press_sequentially("\nfoundat")
    editor.page.locator(".completions button").first.wait_for(timeout=60000)
    assert editor.page.locator(".completions button").first.inner_text() == "foundations"
    field.press("Control+Space")
    assert field.input_value().endswith("\nfoundations")
    editor.page.get_by_text("The words of the vocabulary").click()
    editor.page.locator(".vocabulary dt").first.wait_for()
    words = editor.page.locator(".vocabulary dt").all_inner_texts()
    assert {"foundations", "places", "turn"} <= set(words)


def test_a_game_that_cannot_end_well_is_warned_of_and_starts_at_the_chapters_deal(editor: Watched) -> None:
    field = editor.page.locator(".rule-editor textarea")
    field.fill("""fortress = Game("Nine lanes", packs(1), foundations(4, ascending(A, K)), places("lanes", 9),
    deal(each("lanes", (5,) * 8 + (6,))), free("lanes"), marry(either, "lanes"))""")
    editor.page.get_by_role("button", name="Play it", exact=True).click()
    editor.page.locator(".warned p").wait_for(timeout=60000)
    assert "6 cards stay in the pack in hand" in editor.page.locator(".warned").inner_text()
    editor.page.locator(".board-here .title").wait_for(timeout=60000)
    assert editor.page.locator(".board-here .title").inner_text().endswith("deal 1933")
    if folder := os.environ.get("CADOGAN_PICTURES"):
        editor.page.screenshot(path=f"{folder}/rule-editor.png", full_page=True)
