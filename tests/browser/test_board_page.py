"""Games in pages without a kernel: Python referees in the page's worker."""

import json
import re

import pytest

import cadogan
from cadogan.edition.chapters import cells_of

from .conftest import SITE, built, in_page, push
from .test_page_rules import first_move

pytestmark = [pytest.mark.browser, pytest.mark.slow, in_page]
SLUG = "la-belle-lucie"
#: A deal in which a card can go home at once.
DEAL = next(
    n
    for n in range(1, 50)
    if any(move.target.startswith("f") for move in cadogan.games[SLUG].deal(n).moves())
)
#: A game of the book whose page replays a win, and whose cards are all carried from place to place.
WON = "margarethe"
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
LIVE = ".cadogan .controls:not(.replay):not(.playing-on):not([hidden])"


def replayed(slug):
    """The game that the first board of a page of the book replays."""
    text = (SITE / f"{slug}.html").read_text(encoding="utf-8")
    state, view = (
        json.loads(
            re.search(
                rf'<script type="application/vnd.jupyter.widget-{kind}\+json">(.*?)</script>',
                text,
                re.DOTALL,
            )[1]
        )
        for kind in ("state", "view")
    )
    return cadogan.Record.from_json(
        json.dumps(state["state"][view["model_id"]]["state"]["replay"]["record"])
    )


def take_over(one, how):
    """Play the first board of a page oneself."""
    button = one.first_board().get_by_role("button", name="Play it yourself")
    if how == "keys":
        one.tab_to(".cadogan .controls.replay button.kind")
        one.press("Enter")
    else:
        button.tap()
    one.wait_for_selector(LIVE, timeout=120000)


@pytest.fixture
def page_board(table):
    """A board that Python in the page referees, and the record of a deal that can be won."""
    board = table(SLUG, DEAL, live=False, html='data-content_root="./"')
    board.push("Play it yourself")
    board.wait_live()
    return board


@built
@pytest.mark.parametrize(("how", "options"), [("keys", {}), ("touch", PHONE)])
def test_a_game_is_won_in_the_book_by_one_kind_of_input_alone(opened, ways, how, options):
    """From the opened page on: by keys, every Tab that it takes to come to the board; by touch, on
    a telephone. (By mouse: `test_firefox`.)
    """
    one, record = opened(f"{WON}.html", reduced_motion="reduce", **options), replayed(WON)
    assert record.last.is_won
    take_over(one, how)
    one.win(record, how, ways(record.game))
    games = one.stored("cadogan-games")
    assert games == {WON: [[record.deal, len(record.moves)]]}


@built
@pytest.mark.parametrize("slug", list(cadogan.games)[::12])
def test_a_game_is_opened_on_a_telephone_and_a_move_made_by_touch(opened, slug):
    """Every twelfth game: Python starts in each page. (`test_board` opens them all.)"""
    one, record = opened(f"{slug}.html", **PHONE), replayed(slug)
    take_over(one, "touch")
    ready = re.search(r"deal ([\d,]+)", one.locator(".cadogan .title").first.inner_text())
    moves = (
        record.game.deal(int(ready[1].replace(",", ""))).moves()
        if ready
        else record.positions()[0].moves()
    )
    one.make(next((move for move in moves if len(move.places) == 2), moves[0]), "touch", odd=True)
    one.wait_moved(1)
    board = one.locator(".cadogan").first
    board.get_by_role("button", name="Undo").tap()
    one.wait_moved(0)
    assert first_move(one, board) == moves[0].text, "the list of moves, too, is what the game says"
    assert one.count(".change-rule") == len(cells_of(cadogan.games.text(slug)))


def test_a_replay_is_taken_over_where_it_stands(table):
    board = table(SLUG, DEAL, live=False, html='data-content_root="./"')
    record = cadogan.odds.playout(cadogan.games[SLUG], DEAL)
    board.watch()
    for _ in range(4):
        board.push("Forward (right arrow)")
    assert not [url for url in board.requests if "pyodide" in url], (
        "nothing is loaded before it is wanted"
    )
    board.push("Play it yourself")
    board.wait_live()
    board.wait_moved(4)
    assert board.focus_on(), "the focus is not lost with the button"
    board.press("u")
    board.wait_moved(3)
    board.press("x")
    there = record.positions()[3].picture(hidden=True)
    assert board.text("pre.panel").strip() == there.strip()


def test_two_boards_of_one_page_have_one_python_and_keep_apart(page_board):
    asked = len([url for url in page_board.requests if url.endswith(".wasm")])
    page_board.evaluate("""async () => {
        const { default: other } = await import("/board.js"), el = document.createElement("div");
        document.querySelector("main").append(el);
        other.render({ model: window.model, el });
    }""")
    push(page_board.locator(".controls.replay"), "Play it yourself")
    live = "document.querySelectorAll('.controls:not(.replay):not(.playing-on):not([hidden])').length === 2"
    page_board.wait_for_function(live, timeout=60000)
    assert asked == 1 and len([url for url in page_board.requests if url.endswith(".wasm")]) == 1
    assert page_board.count("#cadogan-cards") == 1, "the cards are drawn once for both"
    second = page_board.locator(".cadogan").nth(1)
    push(second, "Hint")
    page_board.wait_for_function(
        "document.querySelectorAll('.says')[1].textContent.includes('The careful player would')"
    )
    push(second, "More")
    push(second, "Send home")
    page_board.wait_for_function(
        "!document.querySelectorAll('.counts')[1].textContent.startsWith('0 moves')"
    )
    assert page_board.locator(".counts").first.inner_text().startswith("0 moves")


def test_a_link_to_the_game_as_it_stands(page_board):
    page_board.evaluate(
        "() => { navigator.clipboard.writeText = () => Promise.reject(new Error('no')); }"
    )
    page_board.press("o")
    page_board.wait_for_function(
        "!document.querySelector('.counts').textContent.startsWith('0 moves')"
    )
    page_board.press("n")
    page_board.push("Copy link")
    page_board.wait_says("The link is shown, to be copied.")
    assert page_board.evaluate("document.activeElement.selectionEnd") > 10, "all of it is selected"
    link = page_board.locator("textarea").input_value()
    assert link.startswith(page_board.url.split("#")[0]) and "#play=" in link
    read = "async hash => (await import('./_static/vendor/pyodide/links.mjs')).readLink(hash)"
    found = page_board.evaluate(read, link[link.index("#") :])
    record = cadogan.Record.from_json(json.dumps(found))
    assert (record.game.slug, record.deal) == (SLUG, DEAL) and record.moves
