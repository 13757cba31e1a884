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
    played.note(game, 90000 + ago, ago ? 0 : 41);
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
    assert "won in 41 moves" in told and "You have played 2 days in a row, 1 won." in told
    assert (days.locator("li.won").count(), days.locator("li.played").count()) == (1, 2)
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
