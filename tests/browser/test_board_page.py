"""Whole games in a page without a kernel: Python referees in its worker."""

from __future__ import annotations

import json
import os
import time
from pathlib import Path
from typing import Any

import pytest

import cadogan

VENDOR = Path(os.environ.get("CADOGAN_VENDOR", Path(__file__).parents[2] / "vendor"))
pytestmark = [
    pytest.mark.browser,
    pytest.mark.slow,
    pytest.mark.skipif(not (VENDOR / "_static/vendor/pyodide/cadogan.json").is_file(), reason="the assets have not been laid out"),
]
SLUG = "la-belle-lucie"
DEAL = next(n for n in range(1, 3000) if cadogan.odds.playout(cadogan.games[SLUG], n).last.is_won)
KEYS = {"turn": "t", "deal": "d", "fill": "f", "again": "a"}


@pytest.fixture
def page_board(table: Any) -> Any:
    """A board that Python in the page referees, and the record of a deal that can be won."""
    board = table(SLUG, DEAL, live=False, html='data-content_root="./"')
    board.page.get_by_role("button", name="Play it yourself").click()
    board.page.wait_for_selector(".controls:not(.replay):not(.show):not([hidden])", timeout=60000)
    return board


def told(times: list[float]) -> str:
    times = sorted(times)
    return f"{times[0]:.3f} {times[len(times) // 2]:.3f} {times[-1]:.3f} s (min, median, max of {len(times)})"


def play(board: Any, how: str) -> list[float]:
    """Win the deal; gives how long each move took from the last click or key to the redrawn board."""
    record, times = cadogan.odds.playout(cadogan.games[SLUG], DEAL), []
    for n, (position, text) in enumerate(zip(record.positions(), record.moves), 1):
        move = position.find(text)
        assert move is not None
        if move.kind in KEYS:
            begun = time.perf_counter()
            board.press(KEYS[move.kind])
        elif how == "keys":
            for place in (move.source, move.target):
                while board.focus_on() != place:
                    board.press("PageDown")
                begun = time.perf_counter()
                board.press("Enter")
        elif n % 2:
            board.drag(move.source, move.target)
            begun = time.perf_counter()
        else:
            board.click(move.source)
            begun = time.perf_counter()
            board.click(move.target)
        board.wait_moved(n)
        times.append(time.perf_counter() - begun)
    assert board.page.locator(".result").inner_text() == "Won" and "The patience has succeeded." in board.says()
    return times


def test_a_game_is_won_by_mouse_in_the_page(page_board: Any) -> None:
    print("\nmoves by mouse in the page:", told(play(page_board, "mouse")))
    games = json.loads(page_board.page.evaluate("localStorage.getItem('cadogan-games')"))
    assert games == {SLUG: [[DEAL, len(cadogan.odds.playout(cadogan.games[SLUG], DEAL).moves)]]}


def test_a_game_is_won_by_keyboard_alone_in_the_page(page_board: Any) -> None:
    assert page_board.focus_on(), "the button has gone; the focus has not"
    print("\nmoves by keyboard in the page:", told(play(page_board, "keys")))


def test_two_boards_of_one_page_have_one_python_and_keep_apart(page_board: Any) -> None:
    page = page_board.page
    asked = len([url for url in page_board.requests if url.endswith(".wasm")])
    page.evaluate("""async () => {
        const { default: other } = await import("/board.js"), el = document.createElement("div");
        document.querySelector("main").append(el);
        other.render({ model: window.model, el });
    }""")
    page.locator(".controls.replay").get_by_role("button", name="Play it yourself").click()
    live = "document.querySelectorAll('.controls:not(.replay):not(.show):not([hidden])').length === 2"
    page.wait_for_function(live, timeout=60000)
    assert asked == 1 and len([url for url in page_board.requests if url.endswith(".wasm")]) == 1
    second = page.locator(".cadogan").nth(1)
    second.get_by_role("button", name="Hint").click()
    page.wait_for_function("document.querySelectorAll('.says')[1].textContent.startsWith('You might')")
    second.get_by_role("button", name="Home").click()
    page.wait_for_function("!document.querySelectorAll('.counts')[1].textContent.startsWith('0 moves')")
    assert page.locator(".counts").first.inner_text().startswith("0 moves")


def test_hostile_saved_games_are_refused_in_the_page(page_board: Any, tmp_path: Path) -> None:
    good = {"format": 1, "game": SLUG, "readings": {}, "deal": DEAL, "moves": []}
    hurt = "<img src=x onerror='window.hurt=1'>"
    page_board.press("n")
    for n, (wrong, reason) in enumerate([
        ({"game": hurt}, "there is no game"), ({"moves": [hurt]}, "move 1"), ({"deal": 10**400}, "saved game"),
        ({"moves": ["again"] * 10**6}, "too large"),
        ({"rules": "import os"}, "saved game"),
    ]):  # fmt: skip
        path = tmp_path / f"{n}.json"
        path.write_text(json.dumps(good | wrong), encoding="utf-8")
        page_board.page.evaluate("document.querySelector('.says').textContent = ''")
        page_board.page.locator("input[type=file]").set_input_files(path)
        page_board.page.wait_for_function("document.querySelector('.says').textContent")
        assert reason in page_board.says() and page_board.page.locator(".says.refused").count() == 1
    assert page_board.page.evaluate("window.hurt === undefined && !document.querySelector('.cadogan img')")
    assert page_board.page.locator(".counts").inner_text().startswith("0 moves")


def test_a_link_to_the_game_as_it_stands(page_board: Any) -> None:
    page = page_board.page
    page.evaluate("() => { navigator.clipboard.writeText = () => Promise.reject(new Error('no')); }")
    page_board.press("o")
    page_board.page.wait_for_function("!document.querySelector('.counts').textContent.startsWith('0 moves')")
    page_board.press("n")
    page.get_by_role("button", name="Copy link").click()
    page_board.wait_says("The link is shown, to be copied.")
    link = page.locator("textarea").input_value()
    assert link.startswith(page.url.split("#")[0]) and "#play=" in link
    read = "async hash => (await import('./_static/vendor/pyodide/links.mjs')).readLink(hash)"
    found = page.evaluate(read, link[link.index("#") :])
    record = cadogan.Record.from_json(json.dumps(found))
    assert (record.game.slug, record.deal) == (SLUG, DEAL) and record.moves
