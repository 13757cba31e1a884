"""The rule editor in a bare page with the page's own Python: cells changed one after another,
errors, links, words, warnings.
"""

import html
import json

import book_sheets
import pytest

from .barriers import violations
from .conftest import PLAYED, Handler, as_printed, in_page, push

pytestmark = [pytest.mark.browser, pytest.mark.slow, in_page]

#: Rules in four cells, the third of them folded; the last puts the parts together.
CELLS = (
    'pack = packs(1)\nlanes = places("lanes", 10)',
    'outside = free("lanes")\nmarriages = marry(either, "lanes")',
    'dealt = deal(each("lanes", (5,) * 8 + (6, 6)))',
    """fortress = Game("Fortress", pack, foundations(4, ascending(A, K)), lanes, dealt, outside, marriages,
    fill("lanes", "lanes", may))""",
)
SIZE = {"width": 1000, "height": 900}
PAGE = """<!doctype html><html lang="en" data-content_root="./"><head><meta charset="utf-8"><title>Fortress</title>
<meta name="viewport" content="width=device-width">
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/_static/page.css">
<link rel="stylesheet" href="/_static/sheets.css"></head><body><main><article><h1>Fortress</h1>
<div class="cadogan"><span class="title">Fortress · deal 1933</span></div>
<p><span class="sentence rule" data-rule="PLAY 3.1">You next proceed to form marriages.</span></p>
{cells}</article></main>
<script type="application/json" id="concordance">[{{}}, {{"2": ["PLAY 3.1"]}}, {{}}, {{}}]</script>
<script type="application/json" id="words">{words}</script>
<script src="/_static/concordance.js"></script><script src="/_static/change-rule.js"></script></body></html>"""


def cell(text, folded=False):
    """A rules cell as the built book has it."""
    inside = f'<div class="cell_input"><pre>{html.escape(text)}\n</pre></div>'
    inside = (
        f'<details class="hide above-input"><summary>The plate</summary>{inside}</details>'
        if folded
        else inside
    )
    return f'<div class="cell tag_rules">{inside}</div>'


def code_cell(text):
    """The same in the notebook of the page."""
    return {"cell_type": "code", "source": text, "metadata": {"tags": ["rules"]}}


@pytest.fixture(scope="module")
def page(server, shared_pages):
    """The page; for the tests that bring back what they have changed it has one Python."""
    cells = "".join(cell(text, folded=i == 2) for i, text in enumerate(CELLS))
    Handler.serve("/fortress.html", PAGE.format(cells=cells, words=book_sheets.of_page("fortress")))
    Handler.serve("/_static/sheets.json", book_sheets.text())
    Handler.serve("/fortress.ipynb", json.dumps({"cells": [code_cell(text) for text in CELLS]}))
    one = shared_pages(viewport=SIZE)
    one.add_init_script(
        "if (navigator.clipboard) navigator.clipboard.writeText = async text => { window.copied = text; }"
    )
    one.goto(f"{server}/fortress.html")
    return one


@pytest.fixture
def editor(page):
    """The same, with the editor opened on its last cell."""
    open_cell(page, 4)
    yield page
    page.set_viewport_size(SIZE)
    page.press("Escape")
    as_printed(page)
    page.evaluate("document.querySelectorAll('details').forEach(one => { one.open = false; })")
    page.judge()


def open_cell(one, number):
    """Change the rule of a cell, counted from 1."""
    one.locator(".tag_rules").nth(number - 1).get_by_role("button", name="Change this rule").click()
    one.locator(f".tag_rules:nth-of-type({number + 1}) .rule-editor textarea").wait_for()


def opened_cell(one):
    """The number of the cell in which the editor stands."""
    return 1 + one.evaluate(
        "[...document.querySelectorAll('.tag_rules')].findIndex(cell => cell.querySelector('.rule-editor'))"
    )


def shown(one, number):
    """What the page shows of a cell."""
    return one.locator(".tag_rules pre:not(.numbers)").nth(number - 1).text_content().rstrip("\n")


def play(one):
    """Play it; gives the sentences of the game that is then played."""
    one.push("Play it", exact=True)
    one.wait_for_function(PLAYED)
    return one.text(".rule-editor .told")


def write(one, old, new):
    field = one.locator(".rule-editor textarea[wrap=off]")
    text = field.input_value()
    assert old in text
    field.fill(text.replace(old, new, 1))


def chosen(one):
    return one.evaluate(
        "(t => t.value.slice(t.selectionStart, t.selectionEnd))(document.querySelector('.rule-editor textarea'))"
    )


def test_cells_are_changed_one_after_another_and_played_together(editor):
    write(editor, ',\n    fill("lanes", "lanes", may)', "")
    open_cell(editor, 2)
    assert (
        editor.count(".rule-editor") == 1
        and editor.locator(".rule-editor textarea[wrap=off]").input_value() == CELLS[1]
    )
    assert (
        "fill(" not in shown(editor, 4)
        and editor.locator(".tag_rules").nth(3).locator(".rule-mark").inner_text() == "changed"
    )
    assert editor.text(".elsewhere") == "1 other rule of this page is changed, too."
    write(editor, "either", "down")
    told = play(editor)
    assert "in descending line" in told and "Vacancies" not in told
    editor.locator(".rule-editor textarea[wrap=off]").press("Escape")
    assert editor.count(".rule-editor") == 0 and "marry(down" in shown(editor, 2)
    assert editor.evaluate("document.activeElement.textContent") == "Change this rule", (
        "the focus is where it was"
    )
    editor.locator("[data-rule='PLAY 3.1']").hover()
    assert editor.count(".tag_rules .lit") == 2, "the sentence lights up its part, though changed"
    editor.locator(".tag_rules").nth(1).get_by_role("button", name="Back to the original").click()
    assert shown(editor, 2) == CELLS[1] and editor.count(".rule-mark") == 1
    assert editor.locator("#rules-2-2").get_attribute(
        "data-rules"
    ) == "PLAY 3.1" and "fill(" not in shown(editor, 4)


def test_back_to_the_original_in_the_editor_is_of_one_cell_or_of_all(editor):
    write(editor, "ascending(A, K)", "descending(A, 2)")
    open_cell(editor, 2)
    write(editor, "either", "down")
    push(editor.locator(".rule-editor .buttons"), "Back to the original", exact=True)
    text = editor.locator(".rule-editor textarea[wrap=off]")
    assert text.input_value() == CELLS[1] and "descending(A, 2)" in shown(editor, 4)
    editor.push("Back to my change")
    assert "marry(down" in text.input_value()
    editor.push("Everything back to the original")
    assert (
        text.input_value() == CELLS[1]
        and shown(editor, 4) == CELLS[3]
        and editor.count(".rule-mark") == 0
    )
    assert "in ascending or descending line" in play(editor) and not editor.sees(".elsewhere")


def test_an_error_in_another_cell_opens_it_at_its_line(editor):
    plate = editor.locator("summary", has_text="The plate")
    for number, old, new, line, word in (
        (2, "marry(either", "mary(either", 2, "mary"),
        (1, '"lanes", 10', '"lanes", 900', 2, ""),
        (3, "each(", "eech(", 1, "eech"),
    ):
        if number == 3:
            plate.click()
        open_cell(editor, number)
        write(editor, old, new)
        open_cell(editor, 4)
        if number == 3:
            plate.click()  # folded again
        editor.push("Play it", exact=True)
        editor.locator(".rule-editor .wrong p").first.wait_for()
        assert opened_cell(editor) == number
        assert editor.sees(".rule-editor textarea[wrap=off]")
        assert editor.text(".numbers .wrong").strip() == f"▶{line}"
        assert editor.text("#rule-editor-error").startswith(f"Line {line}: ")
        assert not word or chosen(editor) == word
        push(editor.locator(".rule-editor .buttons"), "Back to the original", exact=True)


def test_the_buttons_are_large_enough_for_a_finger_on_a_telephone(editor):
    editor.resize(390, 800)
    box = editor.locator(".change-rule").first.bounding_box()
    assert box["width"] >= 44 and box["height"] >= 44
    names = [one.get_attribute("aria-label") for one in editor.locator(".change-rule").all()]
    assert names[1] == "Change this rule: outside, marriages" and len(set(names)) == len(names)


def test_words_are_completed_and_listed_by_subject(editor):
    field = editor.locator(".rule-editor textarea[wrap=off]")
    field.press("Control+End")
    field.press_sequentially("\nfoundat")
    editor.locator(".completions button").first.wait_for()
    assert editor.locator(".completions button").first.inner_text() == "foundations"
    field.press("Control+Space")
    assert field.input_value().endswith("\n    foundations"), "set in as far as the line above"
    editor.get_by_text("The words of the vocabulary").click()
    editor.get_by_text("Vacancies", exact=True).click()
    words = editor.locator(".subject[open] dt > button")
    assert words.all_inner_texts() == ["fill", "at_once", "may", "before_dealing_on"]
    editor.get_by_label("More of fill").click()
    told = editor.locator(".subject[open] dd").first.inner_text()
    assert "where the cards come from" in told and "says: Vacancies" in told
    words.nth(2).click()
    assert field.input_value().endswith("foundationsmay")


# ---- the sheets of words ---------------------------------------------------------------------------


def word(one, text):
    """A word in the rules cells of the page."""
    return one.locator(".rule-word").get_by_text(text, exact=True).first


def sheet(one):
    """What the open sheet says."""
    one.locator(".rule-sheet").wait_for()
    return " ".join(one.text(".rule-sheet").split())


def test_a_word_explains_itself_under_the_pointer(editor):
    editor.press("Escape")
    before = [shown(editor, n) for n in range(1, 5)]
    assert before == list(CELLS), "what the cells say is as it was"
    word(editor, "either").hover()
    said = sheet(editor)
    assert said.startswith(
        "× either Up or down: a card goes on the next lower or the next higher one"
    )
    assert "Here, line: which value may lie on a card" in said
    assert "Also in La Belle Lucie" in said and "Fortress" not in said
    editor.locator(".rule-sheet a").first.hover()
    editor.wait_for_timeout(500)
    assert editor.sees(".rule-sheet"), "it stays while the pointer is in it"
    editor.mouse.move(5, 5)
    editor.locator(".rule-sheet").wait_for(state="detached")
    editor.locator("summary", has_text="The plate").click()
    word(editor, "each").hover()
    assert "In the deal: a number of cards" in sheet(editor)


def test_words_are_reached_by_the_keyboard_with_one_stop_for_a_cell(editor):
    editor.press("Escape")
    stops = ".tag_rules:has(> .cell_input) .rule-word[tabindex='0']"
    assert editor.count(stops) == 3, "and none in what is folded"
    editor.locator(".change-rule").first.focus()
    editor.press("Tab")
    assert editor.evaluate("document.activeElement.textContent") == "free"
    assert "Which cards of a group are available" in sheet(editor)
    editor.press("ArrowRight ArrowRight")
    assert editor.evaluate("document.activeElement.textContent") == "either"
    editor.wait_for_function("document.querySelector('.rule-sheet h2')?.textContent === 'either'")
    assert word(editor, "either").get_attribute("aria-expanded") == "true"
    assert not violations(editor, ".tag_rules", ".rule-sheet")
    editor.press("Enter")
    assert editor.evaluate("document.activeElement.closest('.rule-sheet') !== null")
    editor.press("Escape")
    assert editor.count(".rule-sheet") == 0
    assert editor.evaluate("document.activeElement.textContent") == "either", "back at the word"
    editor.press("Shift+Tab")
    assert editor.evaluate("document.activeElement.textContent") == "Change this rule"


def test_on_a_telephone_a_sheet_stands_at_the_foot(editor):
    editor.press("Escape")
    editor.resize(390, 800)
    word(editor, "marry").evaluate(
        "node => scrollTo(0, scrollY + node.getBoundingClientRect().top - 700)"
    )
    word(editor, "marry").click()
    sheet(editor)
    box = editor.box(".rule-sheet")
    assert box["x"] == 0 and box["width"] == 390 and box["y"] + box["height"] == 800
    at = word(editor, "marry").bounding_box()
    assert at["y"] + at["height"] < box["y"], "the word is seen above it"
    close = editor.button("Close", exact=True).last
    assert min(close.bounding_box()["width"], close.bounding_box()["height"]) >= 44
    close.click()
    assert editor.count(".rule-sheet") == 0
    word(editor, "marry").click()
    sheet(editor)
    editor.locator("h1").click()
    assert editor.count(".rule-sheet") == 0, "a touch elsewhere closes it"


def test_something_else_is_tried_from_the_sheet(editor):
    editor.press("Escape")
    word(editor, "either").click()
    sheet(editor)
    editor.push("Try it: down")
    editor.locator(".rule-editor textarea[wrap=off]").wait_for()
    assert opened_cell(editor) == 2 and chosen(editor) == "down"
    assert "in descending line" in play(editor)
    editor.locator(".rule-editor textarea[wrap=off]").press("Escape")
    assert "marry(down" in shown(editor, 2)
    word(editor, "down").click()
    assert "Downward" in sheet(editor), "a changed cell explains itself, too"


def test_beside_the_rule_stands_what_could_stand_at_the_cursor(editor):
    field = editor.locator(".rule-editor textarea[wrap=off]")
    open_cell(editor, 2)
    field.evaluate(
        "field => { const at = field.value.indexOf('either'); field.setSelectionRange(at, at); }"
    )
    field.press("ArrowRight")
    side = editor.locator(".at-cursor")
    side.get_by_role("button", name="Try it: up").wait_for()
    field.press("Alt+ArrowDown")
    assert editor.evaluate("document.activeElement.textContent") == "down"
    editor.press("Enter")
    assert "marry(down," in field.input_value() and chosen(editor) == "down"
    field.press("Control+z")
    assert "marry(either," in field.input_value(), "as any writing it can be taken back"
    open_cell(editor, 4)
    field.evaluate(
        "field => { const at = field.value.indexOf('fill') + 2; field.setSelectionRange(at, at); }"
    )
    field.press("ArrowRight")
    side.get_by_text("It can also take").click()
    push(side, "Add only=K")
    assert 'fill("lanes", "lanes", may, only=K))' in field.input_value()
    assert "with a king only" in play(editor)
    board = editor.box(".board-here")
    assert -1 < board["y"] < 900, "the new board is in sight"
    assert not violations(editor, ".rule-editor", without=["region"])


def test_a_game_that_cannot_end_well_is_warned_of_and_starts_at_the_chapters_deal(
    editor,
):
    write(editor, "dealt, outside", 'deal(each("lanes", (6,) * 7 + (5, 5))), outside')
    write(editor, "lanes, deal", 'places("lanes", 9), places("spare", 1), deal')
    editor.push("Play it", exact=True)
    editor.locator(".warned p").wait_for()
    assert "No card ever comes to the spare" in editor.text(".warned")
    editor.locator(".board-here .title").wait_for()
    assert editor.text(".board-here .title").endswith("deal 1933")


# ---- a link, in a page that knows nothing of what was written --------------------------------------


def test_a_link_has_all_cells_and_opens_them_again(editor):
    write(editor, ',\n    fill("lanes", "lanes", may)', "")
    open_cell(editor, 2)
    write(editor, "either", "down")
    push(editor.locator(".rule-editor .buttons"), "Copy link")
    editor.wait_for_function("window.copied")
    link = editor.evaluate("window.copied")
    editor.evaluate("localStorage.clear()")  # as in another browser
    editor.goto("about:blank")
    editor.goto(link)
    editor.locator(".rule-editor .notice:not([hidden])").wait_for()
    assert opened_cell(editor) == 2, "the first cell that is changed"
    field = editor.locator(".rule-editor textarea[wrap=off]")
    assert field.input_value() == CELLS[1].replace("either", "down")
    assert "fill(" not in shown(editor, 4) and editor.texts(".rule-mark:visible") == ["changed"]
    told = play(editor)
    assert "in descending line" in told and "Vacancies" not in told
