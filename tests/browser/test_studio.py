"""The studio in the built book: figures that follow a switch, stopping, tuning, the gallery and its
links; and the board's log.

What the page shows is held against what the same functions say here: the deals are the same.
"""

import json
import re

import pytest

import cadogan
from cadogan.course import company, studio
from cadogan.course.log import read_log
from cadogan.course.losing import CLOSER
from cadogan.course.measuring import cells, points
from cadogan.edition.cells import read

from .barriers import barriers
from .conftest import ROOT, built, push

pytestmark = pytest.mark.browser

GAME, N = "canfield-or-klondike", 40
BOARD = ".cadogan .controls:not(.replay):not([hidden])"
PAGE = (ROOT / "book" / "studio.md").read_text(encoding="utf-8")
TEMPLATE = re.search(r":tags: \[template\]\n(.*?)\n```", PAGE, re.DOTALL)[1]
STORED = "JSON.parse(localStorage.getItem('cadogan-gallery'))"


def bench(one, game):
    """The studio of a page, with a game on the bench."""
    one.set_default_timeout(60000)  # Python has to be started, perhaps on a busy machine
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
    """What stands in the table of results."""
    return node.locator(".studio-result tbody tr").evaluate_all(
        "all => all.map(row => [...row.cells].map(cell => cell.textContent))"
    )


def wanted(game, label):
    """What the table should say of a game."""
    (tallies,) = studio.measure(game, n=N).tallies.values()
    return [[label, *cells(one)] for one in reversed(tallies.values())]


@built
def test_a_switch_is_turned_and_the_figures_follow(opened):
    one = opened("studio.html")
    assert not [url for url in one.requests if "pyodide" in url], (
        "Python is started when somebody wants it"
    )
    node = bench(one, GAME)
    assert node.locator(".studio-switches select").count() == len(studio.switches(GAME))
    press(node, "Measure")
    says(one, "Done.")
    stands = wanted(cadogan.games[GAME], "as it stands")
    assert sorted(rows(node)) == sorted(stands)
    node.get_by_label("re-deals").select_option("once")
    one.wait_for_function("document.querySelectorAll('.studio-result tbody tr').length === 6")
    says(one, "Done.")
    changed = studio.changed(GAME, {"re-deals": "once"})
    assert sorted(rows(node)) == sorted(stands + wanted(changed, "changed")), (
        "the same deals, the same figures as in a notebook"
    )
    told = node.locator(".studio-result").inner_text()
    difference = studio.measure(cadogan.games[GAME], changed, n=N, players=["careful"]).changes[0][
        2
    ]
    assert f"the careful player: {studio.points(difference.rate)}, on {N} common deals" in told
    assert "game.vary(again(1))" in studio.code(GAME, {"re-deals": "once"})
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
def test_versions_stand_in_a_row_and_a_deal_is_looked_at_closely(opened):
    one = opened("studio.html", viewport={"width": 1440, "height": 900})
    whys = one.locator(".studio-why")
    assert whys.all_inner_texts() == ["Put a game on the bench first."] * 3
    node = bench(one, "anna")
    assert not any(whys.all_inner_texts())
    press(node, "Measure")
    says(one, "Done.")
    node.get_by_label("re-deals").select_option("once")
    one.wait_for_selector(".studio-versions tbody tr:nth-child(2)")
    changed = studio.changed("anna", {"re-deals": "once"})
    versions = node.locator(".studio-versions tbody tr")
    difference = studio.measure(cadogan.games["anna"], changed, n=N, players=["careful"])
    assert points(difference.changes[0][2].rate) in versions.nth(1).inner_text()
    assert 'cadogan.games["anna"].vary(again(1))' in versions.nth(1).inner_text()
    push(node, "Back to Anna", exact=True)
    one.wait_for_function("document.querySelectorAll('.studio-result tbody tr').length === 3")
    says(one, "Done.")
    press(node, "Look closer")
    says(one, "being played")
    says(one, "Done.")
    heads = node.locator(".studio-result th[scope=col]").all_inner_texts()
    assert heads == ["game", *CLOSER] and node.locator(".studio-result svg[role=img]").count() == 1
    one.reload()
    one.locator("[name=game]").select_option("anna")
    one.wait_for_selector(".studio-versions tbody tr:nth-child(2)")
    assert barriers(one.page, ".studio-versions") == []
    press(one.locator(".cadogan-studio"), "Clear this row")
    assert "None yet." in one.text(".studio-versions")


@built
def test_a_round_game_on_the_bench_is_measured_and_played(opened):
    one = opened("studio.html", viewport={"width": 390, "height": 844})
    node = bench(one, "pope-joan")
    assert node.get_by_role("button", name="Try every switch").is_disabled()
    assert "is for patiences" in node.locator(".studio-why").nth(1).inner_text()
    node.get_by_label("players").select_option("3")
    one.wait_for_selector(".studio-switches .turned")
    press(node, "Measure")
    says(one, "Done.")
    found = company.measure("pope-joan", {"players": "3"}, n=N)
    assert rows(node)[1] == ["changed", *found.cells()]
    assert one.evaluate("document.documentElement.scrollWidth") <= 390
    press(node, "Keep in my gallery")
    says(one, "is in your gallery")
    link = one.evaluate(STORED)[0]["link"]
    assert link.startswith("pope-joan.html#play=")
    other = opened(link, viewport={"width": 1200, "height": 800})
    other.set_default_timeout(60000)
    other.get_by_text("3 seats (you, steady, steady)").wait_for()


@built
def test_a_measuring_is_stopped_and_what_it_found_stays(opened):
    one = opened("studio.html", viewport={"width": 390, "height": 844})
    node = bench(
        one, "empress-of-india"
    )  # the longest of all: seconds for so many deals, however late it is stopped
    node.locator("[name=n]").fill("5000")
    press(node, "Measure")
    one.wait_for_selector(".studio-result tbody tr")
    press(node, "Stop")
    says(one, "Stopped")
    before = rows(node)
    one.wait_for_timeout(600)
    assert rows(node) == before and node.locator("progress").is_hidden()
    assert one.evaluate("document.documentElement.scrollWidth") <= 390
    bench(one, "salic-law")  # it has few switches
    press(node, "Try every switch")
    says(one, "Done.")
    tuned = studio.tune("salic-law", 0.3, n=N)
    assert [row[0] for row in rows(node)] == [name for name, *_ in tuned.rows()], (
        "the nearest to the target first"
    )


@built
def test_a_game_from_the_template_is_kept_and_its_link_opens_elsewhere(opened):
    one = opened("studio.html", viewport={"width": 1280, "height": 900})
    one.set_default_timeout(60000)
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
    text = one.locator(".rule-editor textarea")
    text.fill(
        text.input_value()
        .replace("down, alternate,", "down, any_suit,")
        .replace("My Patience", "Nine Lives")
    )
    text.press("Control+Enter")
    one.wait_for_selector(f".rule-editor {BOARD}")
    node = bench(one, "")
    press(node, "Measure")
    says(one, "Done.")
    rules = read(
        TEMPLATE.replace("down, alternate,", "down, any_suit,").replace("My Patience", "Nine Lives")
    )
    assert rows(node)[-1][1:] == wanted(rules.made[0].game.named("studio"), "")[0][1:]
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
    other = opened(
        gallery.get_by_role("link", name="Nine Lives").get_attribute("href"),
        viewport={"width": 1200, "height": 800},
    )
    other.set_default_timeout(60000)
    assert "Your gallery is empty" in other.text(".studio-gallery")
    other.wait_for_selector(".rule-editor .notice:not([hidden])")
    assert "down, any_suit," in other.locator(".rule-editor textarea").input_value()
    assert not [url for url in other.requests if url.endswith("worker.mjs")], (
        "nothing is played before the reader says so"
    )
    press(other.page, "Play it") if other.count(".rule-editor") == 0 else press(
        other.locator(".rule-editor"), "Play it"
    )
    other.wait_for_selector(f".rule-editor {BOARD}")
    assert other.text(".rule-editor .cadogan .title").startswith("Nine Lives")


@built
def test_a_changed_game_of_the_book_opens_on_its_own_page(opened):
    one = opened("studio.html", viewport={"width": 1280, "height": 900})
    node = bench(one, "fortress")
    node.get_by_label("laying on the lanes").select_option(
        "whatever the suit, in ascending or descending line"
    )
    says(one, "Fortress is on the bench")
    one.wait_for_selector(".studio-switches .turned")
    press(node, "Keep in my gallery")
    says(one, "is in your gallery")
    link = one.evaluate(STORED)[0]["link"]
    assert link.startswith("fortress.html#play=")
    other = opened(link, viewport={"width": 1200, "height": 800})
    other.set_default_timeout(60000)
    press(other.locator(".rule-editor"), "Play it")
    other.wait_for_selector(f".rule-editor {BOARD}")
    assert "whatever the suit" in other.text(".rule-editor .told")
    assert (
        other.count(".rule-mark:visible") == 0
        and "any_suit" in other.locator(".rule-editor textarea").input_value()
    )


def test_the_log_is_kept_when_asked_for_exported_and_deleted(table, tmp_path):
    one = table(GAME, 1914)

    def play(n):
        for _ in range(n):
            before = int(one.text(".counts").split()[0])
            one.locator("[data-place]").first.focus()
            if not one.locator("ul.moves").is_visible():
                one.press("m")
            one.locator("ul.moves button").first.click()
            one.wait_moved(before + 1)

    play(1)
    assert one.evaluate("localStorage.getItem('cadogan-log')") is None, (
        "nothing is kept unless it is asked for"
    )
    one.press("n")
    part = one.get_by_role("group", name="Share")
    assert not part.get_by_label("Keep a log of what I play").is_checked()
    assert "kept in this browser on this machine, and sent nowhere" in part.inner_text()
    part.get_by_label("Keep a log of what I play").check()
    one.locator("[data-place]").first.focus()
    one.press("b")
    one.wait_moved(0)
    one.press("h")
    one.wait_says("You might")
    play(3)
    one.press("u")
    one.wait_moved(2)
    one.press("n")
    files = {}
    for name, ending in (("Export the log as CSV", "csv"), ("As JSON", "json")):
        files[ending] = one.saved(lambda name=name: press(part, name), tmp_path)
    (sitting,) = read_log(files["csv"])
    assert read_log(files["json"]) == (sitting,)
    assert (sitting.game, sitting.deal, sitting.moves, sitting.outcome) == (GAME, 1914, 2, "left")
    assert (sitting.hints, sitting.undone, sitting.shown) == (1, 1, 0) and json.loads(
        files["json"].read_text()
    )["format"] == 1
    press(part, "Delete the log")
    assert (
        one.evaluate("localStorage.getItem('cadogan-log')") is None and "Empty" in part.inner_text()
    )
