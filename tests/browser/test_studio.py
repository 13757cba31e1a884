"""The studio in the built book: figures that follow a switch, stopping, tuning, the gallery and its
links; and the board's log.

One row of what the page shows is held against what the same function says here; that it measures
as a notebook does, `tests/course/test_studio.py` holds.
"""

import pytest

import cadogan
from cadogan.course import company, studio
from cadogan.course.log import read_log
from cadogan.course.losing import CLOSER
from cadogan.edition.chapters import read_changed

from .barriers import barriers
from .conftest import built, push
from .test_page_rules import first_move

pytestmark = pytest.mark.browser

GAME, N = "canfield-or-klondike", 40
STORED = "JSON.parse(localStorage.getItem('cadogan-gallery'))"


SIZE = {"width": 1280, "height": 900}
PHONE = {"width": 390, "height": 844}


@pytest.fixture(scope="module")
def page(shared):
    """The studio, which has one Python for all that is measured there."""
    one = shared("studio.html")
    assert not [url for url in one.requests if "pyodide" in url], (
        "Python is started when somebody wants it"
    )
    assert one.texts(".studio-why") == ["Put a game on the bench first."] * 3
    return one


@pytest.fixture
def desk(page):
    """The same, with nothing kept from before."""
    yield page
    page.set_viewport_size(SIZE)
    page.evaluate("localStorage.clear()")
    page.judge()


def bench(one, game):
    """The studio of a page, with a game on the bench."""
    node = one.locator(".cadogan-studio")
    node.locator("[name=n]").fill(str(N))
    if node.locator("[name=game]").input_value() == game:
        press(node, "Put it on the bench")
    else:
        node.locator("[name=game]").select_option(game)
    says(one, "is on the bench")
    return node


def press(node, name):
    push(node, name, exact=True)


def says(one, words):
    one.wait_for_function(
        "words => document.querySelector('.studio-says').textContent.includes(words)", arg=words
    )


def rows(node):
    """The names of the rows in the table of results."""
    return node.locator(".studio-result tbody th").all_inner_texts()


@built
def test_a_switch_is_turned_and_the_figures_follow(desk):
    one, node = desk, bench(desk, GAME)
    assert not any(one.texts(".studio-why"))
    assert node.locator(".studio-switches select").count() == len(studio.switches(GAME))
    press(node, "Measure")
    says(one, "Done.")
    stands = ["as it stands"] * 3
    assert rows(node) == stands
    node.get_by_label("re-deals").select_option("once")
    one.wait_for("document.querySelectorAll('.studio-result tbody tr').length === 6")
    says(one, "Done.")
    assert sorted(rows(node)) == [*stands, *["changed"] * 3]
    assert f"on {N} common deals" in node.locator(".studio-result").inner_text()
    assert f'cadogan.games["{GAME}"].vary(again(1))' in node.locator(".studio-changes").inner_text()
    for wrong in ("1", ""):
        node.locator("[name=n]").fill(wrong)
        press(node, "Measure")
        says(one, "Deals: a whole number from 2 to 5000.")
    assert barriers(one.page, ".cadogan-studio") == []


@built
def test_the_figures_stand_beside_the_switches(opened):
    page = opened("studio.html", viewport={"width": 1366, "height": 768})
    bench, beside = (
        page.box(f".cadogan-studio {part}")
        for part in ("form > fieldset:first-child", ".studio-measured")
    )
    assert beside["x"] >= bench["x"] + bench["width"] and abs(beside["y"] - bench["y"]) < 20
    page.evaluate("document.querySelector('.studio-switches').style.height = '1500px'")
    page.evaluate("scrollTo(0, 1200)")
    figures = page.locator(".studio-measured > div")
    assert 0 <= figures.bounding_box()["y"] < 150, "they stay in sight"
    below = page.locator(".studio-measured + fieldset")
    page.evaluate("scrollTo(0, 1900)")
    box = figures.bounding_box()
    assert box["y"] + box["height"] <= below.bounding_box()["y"], "and lie over nothing"


@built
def test_versions_stand_in_a_row_and_a_deal_is_looked_at_closely(desk):
    one, node = desk, bench(desk, "anna")
    press(node, "Measure")
    says(one, "Done.")
    node.get_by_label("re-deals").select_option("once")
    one.wait_for_selector(".studio-versions tbody tr:nth-child(2)")
    versions = node.locator(".studio-versions tbody tr")
    text = versions.nth(1).inner_text()
    assert "points" in text and 'cadogan.games["anna"].vary(again(1))' in text
    push(node, "Back to Anna", exact=True)
    one.wait_for_function("document.querySelectorAll('.studio-result tbody tr').length === 3")
    says(one, "Done.")
    press(node, "Look closer")
    says(one, "being played")
    says(one, "Done.")
    heads = node.locator(".studio-result th[scope=col]").all_inner_texts()
    assert heads == ["game", *CLOSER] and node.locator(".studio-result svg[role=img]").count() == 1
    bench(one, "nestor")
    assert "None yet." in one.text(".studio-versions")
    bench(one, "anna")
    assert versions.count() == 3, "they are kept"
    assert barriers(one.page, ".studio-versions") == []
    press(one.locator(".cadogan-studio"), "Clear this row")
    assert "None yet." in one.text(".studio-versions")


@built
def test_the_bench_is_as_it_was_after_a_reload(opened):
    one = opened("studio.html")
    node = bench(one, "sultan")
    switch = node.locator(".studio-switches select").first
    switch.select_option(index=1)
    one.wait_for_selector(".studio-switches .turned")
    one.reload()
    one.wait_for_selector(".studio-switches .turned")
    says(one, "The Sultan is on the bench")
    assert not node.get_by_role("button", name="Measure").is_disabled()


@built
def test_a_round_game_on_the_bench_is_measured_and_played(desk, opened):
    one, node = desk, bench(desk, "pope-joan")
    one.set_viewport_size(PHONE)
    assert node.get_by_role("button", name="Try every switch").is_disabled()
    assert "is for patiences" in node.locator(".studio-why").nth(1).inner_text()
    node.get_by_label("players").select_option("3")
    one.wait_for_selector(".studio-switches .turned")
    press(node, "Measure")
    says(one, "Done.")
    found = company.measure("pope-joan", {"players": "3"}, n=N)
    changed = node.locator(".studio-result tbody tr").nth(1).locator("th, td")
    assert changed.all_text_contents() == ["changed", *found.cells()]
    assert one.fits()
    press(node, "Keep in my gallery")
    says(one, "is in your gallery")
    link = one.evaluate(STORED)[0]["link"]
    assert link.startswith("pope-joan.html#play=")
    other = opened(link)
    other.get_by_text("3 seats (you, steady, steady)").wait_for()


@built
def test_a_measuring_is_stopped_and_what_it_found_stays(desk):
    # The longest of all: seconds for so many deals, however late it is stopped.
    one, node = desk, bench(desk, "empress-of-india")
    one.set_viewport_size(PHONE)
    node.locator("[name=n]").fill("5000")
    press(node, "Measure")
    one.wait_for_selector(".studio-result tbody tr")
    press(node, "Stop")
    says(one, "Stopped")
    before = rows(node)
    one.wait_for_timeout(600)
    assert rows(node) == before and node.locator("progress").is_hidden()
    assert one.fits()
    bench(one, "salic-law")  # it has few switches
    press(node, "Try every switch")
    says(one, "Done.")
    assert len(rows(node)) > 3 and "as it stands" in rows(node)


@built
def test_a_game_from_the_template_is_kept_and_its_link_opens_elsewhere(opened):
    one = opened("studio.html")
    one.evaluate(
        "localStorage.setItem('cadogan-gallery', JSON.stringify(['scribble', {name: 'Bad', date: '2026-01-01', line: '',"
        " link: 'javascript:alert(1)'}]))"
    )
    one.reload()
    gallery = one.locator(".studio-gallery")
    assert (
        "Entry 1 cannot be read: it is no entry. It is kept as it is: scribble"
        in gallery.inner_text()
    )
    assert (
        "Entry 2 cannot be read: its link leads to no game of this book" in gallery.inner_text()
        and gallery.locator("a").count() == 0
    )
    one.push("Change this rule")
    text = one.locator(".rule-editor textarea[wrap=off]")
    text.fill(
        text.input_value()
        .replace("down, alternate,", "down, any_suit,")
        .replace("My Patience", "Nine Lives")
    )
    text.press("Control+Enter")
    one.wait_live(".rule-editor")
    node = bench(one, "")
    press(node, "Measure")
    says(one, "Done.")
    assert node.locator("[name=name]").input_value() == "Nine Lives"
    press(node, "Keep in my gallery")
    says(one, "“Nine Lives” is in your gallery")
    stored = one.evaluate(STORED)
    assert (
        stored[0] == "scribble"
        and stored[1]["name"] == "Bad"
        and stored[2]["line"].startswith("careful player: ")
    ), "nothing is lost"
    assert f"{N} deals, seed 1" in stored[2]["line"] and stored[2]["link"].startswith(
        "studio.html#play="
    )
    push(gallery, "Remove entry 1")
    assert [entry["name"] for entry in one.evaluate(STORED)] == ["Bad", "Nine Lives"]
    other = opened(gallery.get_by_role("link", name="Nine Lives").get_attribute("href"))
    assert "Your gallery is empty" in other.text(".studio-gallery")
    other.wait_for_selector(".rule-editor .notice:not([hidden])")
    assert "down, any_suit," in other.locator(".rule-editor textarea[wrap=off]").input_value()
    assert not [url for url in other.requests if url.endswith("worker.mjs")], (
        "nothing is played before the reader says so"
    )
    press(other.page, "Play it") if other.count(".rule-editor") == 0 else press(
        other.locator(".rule-editor"), "Play it"
    )
    other.wait_live(".rule-editor")
    assert other.text(".rule-editor .cadogan .title").startswith("Nine Lives")


@built
def test_a_changed_game_of_the_book_opens_on_its_own_page(desk, opened):
    one, node = desk, bench(desk, "fortress")
    name, option = "laying on the lanes", "whatever the suit, in ascending or descending line"
    node.get_by_label(name).select_option(option)
    says(one, "Fortress is on the bench")
    one.wait_for_selector(".studio-switches .turned")
    press(node, "Keep in my gallery")
    says(one, "is in your gallery")
    link = one.evaluate(STORED)[0]["link"]
    assert link.startswith("fortress.html#play=")
    other = opened(link)
    text = other.locator(".rule-editor textarea[wrap=off]")
    text.wait_for()
    assert other.count(".rule-mark:visible") == 0 and "any_suit" in text.input_value()
    read_link = "async hash => (await import('./_static/vendor/pyodide/links.mjs')).readLink(hash)"
    rules = other.evaluate(read_link, link.removeprefix("fortress.html"))["rules"]
    changed = read_changed(cadogan.games.text("fortress"), "fortress", rules)
    assert changed.active == studio.changed("fortress", {name: option}).active


def test_the_log_is_kept_when_asked_for_exported_and_deleted(table, tmp_path):
    one = table(GAME, 1914)

    board = one.locator(".cadogan")
    first_move(one, board)
    assert one.evaluate("localStorage.getItem('cadogan-log')") is None, (
        "nothing is kept unless it is asked for"
    )
    one.press("n")
    part = one.get_by_role("group", name="Share")
    assert not part.get_by_label("Keep a log of what I play").is_checked()
    assert "kept in this browser on this machine, and sent nowhere" in part.inner_text()
    part.get_by_label("Keep a log of what I play").check()
    one.locator("[data-place]").first.focus()
    one.press("b", 0)
    one.press("h", "You might")
    for _ in range(3):
        first_move(one, board)
    one.press("u", 2)
    one.press("n")
    path = one.saved(lambda: press(part, "Export the log as CSV"), tmp_path)
    (sitting,) = read_log(path)
    assert read_log(one.saved(lambda: press(part, "As JSON"), tmp_path)) == (sitting,)
    assert (sitting.game, sitting.deal, sitting.moves, sitting.outcome) == (GAME, 1914, 2, "left")
    assert (sitting.hints, sitting.undone, sitting.shown) == (1, 1, 0)
    press(part, "Delete the log")
    assert (
        one.evaluate("localStorage.getItem('cadogan-log')") is None and "Empty" in part.inner_text()
    )


def test_a_famous_patience_is_played_in_its_page_and_kept(opened):
    one = opened("famous.html")
    board = one.locator("#gaps .cadogan")
    push(board, "Play it yourself")
    board.locator(".says", has_text="You play deal 1").wait_for()
    for place in ("t2", "f1"):
        board.locator(f'[data-place="{place}"]').focus()
        one.press("Enter")
    board.locator(".says", has_text="You played the ace of diamonds").wait_for()
    one.reload()
    board.get_by_role("button", name="Resume deal 1, move 1").wait_for()
    assert one.locator("#freecell .cadogan").get_by_role("button", name="Resume").count() == 0
