"""The landing page: what is to be continued, five games to begin with, and the calendar of the days' deals."""

import pytest

from .barriers import barriers
from .conftest import built, push

pytestmark = [pytest.mark.browser, built]

#: What a person has done: today's game won, yesterday's played, none the day before, a game left.
DONE = """async () => {
  const { days, kept, played } = await import("/_static/vendor/pyodide/board/memory.js");
  const { gameOf, numberOf } = await import("/_static/days.mjs");
  const daily = document.querySelector(".days").dataset.daily.split(" "), now = new Date();
  for (const ago of [0, 1, 3]) {
    const date = new Date(now.getFullYear(), now.getMonth(), now.getDate() - ago), game = gameOf(date, daily);
    days.note(numberOf(date), game, 90000 + ago);
    played.note(game, 90000 + ago, { won: ago ? 0 : 41 });
  }
  kept.put("fortress", { deal: 1933, moved: 3, spent: 1, record: { moves: ["l8-l7", "l8-l2", "l9-l1"] } });
}"""


def test_it_begins_with_five_games_and_then_with_ones_own(opened):
    page = opened("intro.html")
    assert page.locator(".game-cards").first.locator("li").count() == 5
    assert page.locator(".continue").is_hidden()
    days = page.locator(".days")
    assert "not played yet" in days.inner_text() and days.get_by_role("button").is_disabled()
    page.evaluate(DONE)
    page.reload()
    left = page.locator(".continue a")
    assert left.inner_text() == "Fortress" and left.get_attribute("href") == "fortress.html"
    days.locator("li.won").wait_for()
    told = days.inner_text()
    assert "won in 41 moves" in told
    assert "The deals of 2 days in a row are played, 1 of them won." in told
    assert (days.locator("li.won").count(), days.locator("li.played").count()) == (1, 2)
    assert days.locator(".weekdays").inner_text().split()[::6] == ["Mon", "Sun"]
    assert days.locator("li [data-month]").count() in (1, 2), "the months"
    assert "Of the 47 patiences you have played" in page.locator(".tally").inner_text()
    assert "★ won 1 of 1" in page.locator(".game-cards .own").all_inner_texts()
    cells = days.locator("li")
    assert 22 <= cells.count() <= 28 and cells.last.get_attribute("aria-current") == "date"
    assert cells.last.locator("a").get_attribute("aria-label").endswith(", won")
    push(days, "Share today’s line")
    shared = page.get_by_label("The line")
    days.locator("[role=status]:not(:empty)").wait_for()
    if shared.count():
        assert "2 days in a row." in shared.input_value()
    assert barriers(page, "article") == []


def test_an_address_that_names_a_day_has_its_deal_dealt(opened):
    page = opened("nestor.html#day=19140805")
    page.wait_for_function(
        "JSON.parse(localStorage.getItem('cadogan-days') ?? '{}')['19140805']?.nestor",
    )
    deal = page.evaluate("JSON.parse(localStorage.getItem('cadogan-days'))['19140805'].nestor")
    assert f"deal {deal}" in page.locator(".cadogan .title").first.inner_text()


def test_the_page_follows_what_is_played_elsewhere_and_a_day_that_begins(opened):
    """In another tab, after *Back*, and at midnight: what it says is never stale."""
    page = opened("intro.html")
    days = page.locator(".days")
    page.clock.install()
    page.reload()
    days.get_by_text("not played yet").wait_for()
    page.evaluate(DONE)
    page.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))")
    days.get_by_text("won in 41 moves").wait_for()
    page.clock.run_for("24:00:05")
    days.get_by_text("not played yet").wait_for()
    assert "The deals of 2 days in a row" in days.inner_text(), (
        "today need not have been played yet"
    )


def test_the_way_back_leads_out_of_the_full_window_and_not_off_the_page(opened):
    page = opened("fortress.html")
    board = page.first_board()
    board.locator("button.whole:visible").click()
    page.wait_for_selector(".cadogan.full")
    page.go_back()
    page.wait_for_function("!document.querySelector('.cadogan.full')")
    assert page.url.endswith("fortress.html")
    board.locator("button.whole:visible").click()
    page.wait_for_selector(".cadogan.full")
    page.keyboard.press("Escape")
    page.wait_for_function("!document.querySelector('.cadogan.full') && !history.state?.cadogan")


def test_an_address_names_a_deal_with_or_without_a_full_stop_behind_it(opened):
    page = opened("fortress.html#deal=1914.")
    title = page.locator(".cadogan .title").first
    title.get_by_text("deal 1914").wait_for()
    page.evaluate("location.hash = 'deal=2'")
    title.and_(page.get_by_text("deal 2")).wait_for()
