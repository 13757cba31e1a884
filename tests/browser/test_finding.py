"""The page *Finding a game*: sorted by its heads, filtered by its form, by keys alone, on a
telephone, and without a script.
"""

import pytest

import cadogan
from cadogan.tables.finding import all_facts

from .barriers import barriers
from .conftest import built, push

NARROW = {"width": 320, "height": 640}

pytestmark = [pytest.mark.browser, built]


def names(page):
    """The games that are shown, in order, as they are called in the package."""
    shown = page.locator(".game-cards li:visible strong").all_inner_texts()
    return [name.translate(str.maketrans("“”’", '""\'')) for name in shown]


BOOK = [game.title for game in cadogan.games.values()]


def test_a_head_sorts_and_once_more_turns_round(opened):
    page = opened("finding.html")
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
    assert page.count("thead [aria-sort]") == 1
    push(page, "All games")
    page.wait_for_function("!document.querySelector('thead [aria-sort]')")
    assert names(page) == BOOK


def test_the_form_shows_what_it_asks_for(opened):
    page, games = opened("finding.html"), all_facts()
    choose = lambda name, value: page.locator(f"label:has([name={name}][value='{value}'])").click()  # noqa: E731
    choose("packs", "1")
    page.get_by_label("all cards seen from the start").check()
    wanted = [one.game.title for one in games if one.game.packs == 1 and one.open]
    assert names(page) == wanted and 0 < len(wanted) < len(games)
    assert page.text("output") == f"{len(wanted)} of {len(games)} games"
    choose("hard", "easy")
    choose("packs", "")
    page.get_by_label("all cards seen from the start").uncheck()
    assert names(page) == [one.game.title for one in games if one.difficulty == "easy"] != []
    choose("hard", "")
    choose("redeals", "none")
    assert names(page) == [one.game.title for one in games if one.redeals == "none"]
    choose("redeals", "")
    name, elsewhere = page.get_by_label("Name, here or elsewhere"), ".elsewhere p:visible"
    # A game of another name leads to its relatives; an apostrophe is typed straight.
    relatives = ["Fortress", "La Belle Lucie", "The Flower-Garden"]
    for words, found in (
        ("FORTR", ["Fortress"]),
        ("napoleon's s", ["Napoleon's Square"]),
        ("no such game", []),
        *((words, relatives) for words in ("FreeCell", "free cell", "freec")),
        ("fortress", ["Fortress"]),
    ):
        name.fill(words)
        assert sorted(names(page)) == found, words
        assert page.text("output").startswith(f"{len(found)} of")
        if found == relatives:
            assert page.text(elsewhere).startswith(
                "FreeCell is not one of Lady Cadogan's games, but one of the Famous patiences."
            )
    assert page.count(elsewhere) == 0


def test_by_keys_alone(opened):
    page = opened("finding.html")
    page.locator(".figures summary").click()
    page.get_by_label("Name, here or elsewhere").focus()
    page.keyboard.type("the")
    page.tab_to("th[data-column='game'] *")
    page.press("Enter")
    shown = names(page)
    assert len(shown) > 2 and shown == sorted(shown, key=str.lower)
    assert page.locator("thead th[data-column='game']").get_attribute("aria-sort") == "ascending"


def test_a_telephone_has_a_card_for_each_game_and_sorts_by_the_form(
    opened,
):
    page = opened("finding.html", viewport=NARROW)
    assert page.fits()
    page.locator(".figures summary").click()
    assert (
        not page.sees(".figures thead")
        and page.locator("td[data-column='moves']").first.is_visible()
    )
    page.locator("[name=sort]").select_option("moves")
    moves = {one.game.title: one.moves for one in all_facts()}
    assert names(page) == sorted(BOOK, key=lambda title: moves[title])
    assert barriers(page.page, "article") == []


def test_without_a_script_it_is_a_table(opened):
    page = opened("finding.html", java_script_enabled=False)
    assert names(page) == BOOK and not page.sees(".finding-form")
    page.locator(".figures summary").click()
    assert page.count(".figures tbody tr:visible") == len(BOOK)
    assert page.locator("thead th").first.inner_text() == "game"


def test_the_wall_shows_what_has_been_won(opened):
    page = opened("finding.html")
    page.evaluate("localStorage.setItem('cadogan-games', '{\"nestor\": [[1, 20], [2, 0]]}')")
    page.reload()
    page.locator(".game-cards [data-game=nestor] .own").get_by_text("won 1 of 2").wait_for()
    page.get_by_text("Of the 47 patiences you have played 1 and won 1.").wait_for()
    assert barriers(page, ".game-cards") == []
