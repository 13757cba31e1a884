"""The form of a chapter in the built page: three voices, moves tried, a strip, and what is folded."""

import pytest

import cadogan

from .conftest import PHONE, SITE, built, push, sync_api

LAPTOP = {"viewport": {"width": 1366, "height": 768}}

pytestmark = [pytest.mark.browser, built]


def test_the_three_voices_stand_side_by_side_where_there_is_room(opened):
    page = opened("fortress.html")
    page.resize(1366, 768)
    row = page.locator(".voices", has_text="You next proceed to form marriages")
    boxes = [row.locator(f"> .voice-{who}").bounding_box() for who in ("author", "clause", "says")]
    assert boxes[0]["x"] + boxes[0]["width"] <= boxes[1]["x"]
    assert boxes[1]["x"] + boxes[1]["width"] <= boxes[2]["x"]
    assert boxes[2]["x"] + boxes[2]["width"] <= 1366, "nothing is cut off"
    assert row.locator(".voice-says .default").all_inner_texts() == [
        "in suit",
        "One card at a time.",
    ]
    row.get_by_role("button", name="Change").first.click()
    row.locator(".rule-editor textarea").wait_for()
    boxes = [row.locator(f"> .voice-{who}").bounding_box() for who in ("author", "clause")]
    assert boxes[0]["y"] + boxes[0]["height"] <= boxes[1]["y"], "a rule is changed below the text"
    push(row, "Close")
    assert "changing" not in row.get_attribute("class")
    page.set_viewport_size(PHONE["viewport"])
    boxes = [row.locator(f"> .voice-{who}").bounding_box() for who in ("author", "clause", "says")]
    assert boxes[0]["y"] < boxes[1]["y"] < boxes[2]["y"]
    assert page.fits()


def test_a_rule_beside_a_long_passage_is_changed_in_the_whole_width(opened):
    page = opened("wheel.html", **LAPTOP)
    row = page.locator(".voices.long", has=page.locator(".tag_rules")).first
    row.get_by_role("button", name="Change this rule").first.click()
    text = row.locator(".rule-editor textarea")
    text.wait_for()
    assert text.bounding_box()["width"] > 600


@pytest.mark.parametrize("slug", ["babette", "hemispheres", "commands"])
def test_what_is_unfolded_on_a_narrow_screen_makes_the_page_no_wider(opened, slug):
    page = opened(f"{slug}.html", viewport={"width": 320, "height": 640})
    page.evaluate("document.querySelectorAll('details').forEach(one => { one.open = true; })")
    assert page.fits()


@pytest.mark.parametrize(
    "slug, last, window",
    [
        ("mill", "Watch a finished game", PHONE),
        ("labyrinth", "Watch a finished game", PHONE),
        ("speculation", "Pass for the rest", PHONE),
        ("commerce", "Stand.", LAPTOP),
        ("speculation", "Pass for the rest", LAPTOP),
    ],
)
def test_the_first_screen_holds_the_board_and_its_buttons(opened, slug, last, window):
    page = opened(f"{slug}.html", **window)
    button = page.locator(".cadogan").first.get_by_role("button", name=last)
    sync_api.expect(button).to_be_in_viewport(ratio=1)


def test_arrow_keys_and_buttons_walk_a_strip(opened):
    page = opened("fortress.html")
    strip = page.locator("cadogan-strip").first
    plates = strip.locator("figure")
    shown = plates.locator("visible=true")
    assert plates.count() == 7 and shown.count() == 1
    strip.focus()
    page.press("ArrowRight")
    assert "The eight of hearts" in shown.inner_text() and "1 of 6" in strip.inner_text()
    page.press("End")
    assert strip.get_by_role("button", name="The next plate").is_disabled()
    push(strip, "The plate before")
    assert "5 of 6" in strip.inner_text()
    page.emulate_media(media="print")
    assert shown.count() == 7, "on paper all plates stand in order"


def test_the_notebook_and_the_drawer_are_folded_and_open(opened):
    """The readings without a switch are in the ledger."""
    page = opened("fortress.html")
    table = page.locator("#readings-and-changes")
    assert not table.is_visible()
    page.get_by_text("The players side by side ·").click()
    assert table.is_visible()
    putting = page.locator(".tag_rules", has_text='Game("Fortress"')
    assert not putting.is_visible()
    page.get_by_text("Notebook cells").click()
    assert putting.is_visible()
    table = page.locator("table.readings")
    assert "direction=" in table.inner_text() and "ten packets" not in table.inner_text()
    page.locator(".more-readings a").click()
    page.wait_for_url("**/ledger.html#ledger-fortress")
    assert page.get_by_text("Are the ten half rows ten packets?").is_visible()


def test_the_notebook_of_every_chapter_is_folded():
    pages = {slug: (SITE / f"{slug}.html").read_text(encoding="utf-8") for slug in cadogan.games}
    has = {slug for slug, html in pages.items() if ">The notebook of the game<" in html}
    assert len(has) > 40
    assert has == {slug for slug in has if 'class="laboratory"' in pages[slug]}
    assert all('<details class="exercises">' in html for html in pages.values())
