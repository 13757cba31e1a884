"""Games in pages without a kernel: Python referees in the page's worker."""

import json
import re

import pytest

import cadogan
from cadogan.edition.chapters import cells_of

from ..conftest import text_of
from .conftest import IN_PAGE, LIVE, PHONE, ROOT, SITE, built, in_page, push
from .test_page_rules import first_move

pytestmark = [pytest.mark.browser, pytest.mark.slow, in_page]
SLUG = "la-belle-lucie"
#: A deal in which a card can go home at once, and after the three moves of the greedy player.
DEAL = 2
#: The game of the book whose page replays the shortest win.
WON = "caesar"


def replayed(slug):
    """The game that the first board of a page of the book replays."""
    text = text_of(SITE / f"{slug}.html")
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
    models = [model["state"] for model in state["state"].values()]
    board = state["state"][view["model_id"]]["state"]
    # What a board has alike with the first of its kind was saved with that (`boards.js`).
    kind = [model for model in models if model.get("_anywidget_id") == board["_anywidget_id"]]
    return cadogan.Record.from_json(json.dumps({**kind[0], **board}["replay"]["record"]))


def take_over(one, how):
    """Play the first board of a page oneself."""
    button = one.first_board().get_by_role("button", name="Play it yourself")
    if how == "keys":
        one.tab_to(".cadogan .controls.replay button.kind")
        one.press("Enter")
    else:
        button.tap()
    one.wait_live(".cadogan")


@built
@pytest.mark.parametrize(("how", "options"), [("keys", {}), ("touch", PHONE)])
def test_a_game_is_won_in_the_book_by_one_kind_of_input_alone(opened, ways, how, options):
    """From the opened page on: by keys, every Tab that it takes to come to the board; by touch, on
    a telephone. (By mouse: `test_firefox`.)
    """
    one, record = opened(f"{WON}.html", reduced_motion="reduce", **options), replayed(WON)
    assert record.last.is_won
    take_over(one, how)
    one.win(record, how, ways)
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


def test_two_boards_of_one_page_have_one_python_and_keep_apart(table):
    board = table(SLUG, DEAL, **IN_PAGE)
    assert not [url for url in board.requests if "pyodide" in url], (
        "nothing is loaded before it is wanted"
    )
    board.push("Play it yourself")
    board.wait_live()
    board.evaluate("""async () => {
        const { default: other } = await import("/board.js"), el = document.createElement("div");
        document.querySelector("main").append(el);
        other.render({ model: window.model, el });
    }""")
    counts = board.locator(".counts")

    # A replay is taken over where it stands.
    second = board.locator(".cadogan").nth(1)
    push(second, "Watch a finished game")
    for _ in range(4):
        push(second, "Forward (right arrow)")
    push(second, "Play it yourself")
    board.wait_for(f"document.querySelectorAll('{LIVE}').length === 2")
    counts.nth(1).get_by_text("4 moves").wait_for()
    assert len([url for url in board.requests if "cadogan-interpreter" in url]) == 1
    assert board.count("#cadogan-cards") == 1, "the cards are drawn once for both"
    assert board.focus_on(), "the focus is not lost with the button"
    board.press("u")
    counts.nth(1).get_by_text("3 moves").wait_for()
    board.press("x")
    record = cadogan.odds.playout(cadogan.games[SLUG], DEAL)
    there = record.positions()[3].picture(hidden=True)
    assert second.locator("pre.panel").inner_text().strip() == there.strip()
    push(second, "Hint")
    second.locator(".says", has_text="The patient player would").wait_for()
    push(second, "More")
    push(second, "Send home")
    counts.nth(1).get_by_text("4 moves").wait_for()
    assert counts.first.inner_text().startswith("0 moves")

    # A link to the game as it stands.
    board.evaluate(
        "() => { navigator.clipboard.writeText = () => Promise.reject(new Error('no')); }"
    )
    board.press_on_board("o")
    board.wait_for("!document.querySelector('.counts').textContent.startsWith('0 moves')")
    board.press("n")
    first = board.locator(".cadogan").first
    push(first, "Copy link")
    board.wait_says("The link is shown, to be copied.")
    assert board.evaluate("document.activeElement.selectionEnd") > 10, "all of it is selected"
    link = first.get_by_label("The link").input_value()
    assert link.startswith(board.url.split("#")[0]) and "#play=" in link
    read = "async hash => (await import('./_static/vendor/pyodide/links.mjs')).readLink(hash)"
    found = board.evaluate(read, link[link.index("#") :])
    record = cadogan.Record.from_json(json.dumps(found))
    assert (record.game.slug, record.deal) == (SLUG, DEAL) and record.moves


# ---- Python that does not arrive -----------------------------------------------------------------

WORKER = text_of(ROOT / "cadogan" / "board" / "worker.mjs")
#: What is in the way of Python: which request, and what becomes of it. Each is told within seconds.
IN_THE_WAY = {
    "the line is cut": (
        r"/(cadogan-[^/]*|pyodide\.[^/]*)$",
        lambda route: route.abort(),
    ),
    "another page in its place": (
        r"\.bin$",
        lambda route: route.fulfill(body="<p>Sign in</p>", content_type="text/html"),
    ),
    "a part is cut short": (
        r"/cadogan-play-",
        lambda route: route.fulfill(body=b"\x28\xb5\x2f\xfd" + bytes(9000)),
    ),
    "no WebAssembly by the policy": (
        r"/worker\.mjs$",
        lambda route: route.fulfill(
            body=WORKER,
            content_type="text/javascript",
            headers={"Content-Security-Policy": "script-src 'self'", "Cache-Control": "no-store"},
        ),
    ),
    "no memory": (
        r"/worker\.mjs$",
        lambda route: route.fulfill(
            body="WebAssembly.Memory = class { constructor() { throw new RangeError('no memory') } };\n"
            + WORKER,
            content_type="text/javascript",
            headers={"Cache-Control": "no-store"},
        ),
    ),
}


def played_by_taps(one, live=True):
    """The first move of the deal, card by card."""
    move = cadogan.games["fortress"].deal(2).moves()[0]
    for place in move.places:
        one.click(place)
    if live:
        one.wait_moved(1)


def told(one, words, seconds):
    """The strip tells of it within so many seconds."""
    shown = "words => (n => n && !n.hidden && n.textContent.includes(words))(document.querySelector('.cadogan-python'))"
    one.wait_for_function(shown, arg=words, timeout=1000 * seconds)
    return one.locator(".cadogan-python")


@pytest.mark.parametrize("what", IN_THE_WAY)
def test_python_that_cannot_come_is_told_within_seconds_and_a_tap_tries_again(table, what):
    one = table(
        "fortress",
        2,
        allowed=(
            "Failed to load",
            "a part of Python is spoilt",
            "wasm",
            "WebAssembly",
            "CSP",
            "another page",
            "_importhook",
        ),
        **IN_PAGE,
    )
    pattern, answer = IN_THE_WAY[what]
    one.route(re.compile(pattern), answer)
    one.push("Play it yourself")
    told(one, "Python cannot be started in this page", 15)
    one.wait_says("the replay still works")
    one.unroute_all()
    played_by_taps(one)
    assert one.locator(".cadogan-python").is_hidden()


def test_python_of_which_nothing_more_comes_can_be_tried_again(table):
    one = table("fortress", 2, allowed=("_importhook",), **IN_PAGE)
    never = iter([True])
    one.route(re.compile(r"\.bin$"), lambda route: next(never, False) or route.continue_())
    one.push("Play it yourself")
    push(told(one, "Nothing more of Python has arrived", 20), "Try again")
    one.wait_live()
    assert one.locator(".cadogan-python").is_hidden()


def test_a_board_that_waited_in_vain_hears_that_python_has_come(table):
    one = table("fortress", 2, allowed=("Failed to load", "_importhook"), **IN_PAGE)
    one.route(re.compile(r"\.bin$"), lambda route: route.abort())
    one.push("Play it yourself")
    one.wait_says("the replay still works")
    one.unroute_all()
    push(told(one, "Python cannot be started in this page", 15), "Try again")
    one.wait_says("The table is set")
    one.evaluate("scrollTo(0, 0)")  # back from the foot of the page
    played_by_taps(one)


def test_a_server_that_does_not_know_the_type_of_webassembly_is_no_hindrance(table):
    one = table("fortress", 2, **IN_PAGE)

    def untyped(route):
        found = route.fetch()
        headers = {**found.headers, "content-type": "application/octet-stream"}
        route.fulfill(response=found, headers=headers)

    one.route(re.compile(r"cadogan-interpreter"), untyped)
    one.push("Play it yourself")
    one.wait_live()


def test_a_page_that_is_left_gives_its_python_back_and_plays_on_when_it_is_come_back_to(table):
    """As a browser leaves a page that it keeps for *Back* (here it keeps none)."""
    one = table("fortress", 2, **IN_PAGE)
    leave = "dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }))"
    one.push("Play it yourself")
    one.wait_live()
    with one.page.workers[0].expect_event("close"):
        one.evaluate(leave)
    assert one.locator(".cadogan-python").is_hidden()
    played_by_taps(one)
    assert len(one.page.workers) == 1
    one.push("Undo", 0)


def test_a_page_that_was_offline_at_the_first_tap_plays_at_the_next(table):
    """Even the module beside Python, which a browser may not ask for again by itself."""
    one = table("fortress", 2, allowed=("Failed to load", "dynamically imported"), **IN_PAGE)
    one.context.set_offline(True)
    played_by_taps(one, live=False)
    one.wait_says("the replay still works")
    one.context.set_offline(False)
    played_by_taps(one)


def test_a_hint_waits_for_what_it_needs_and_says_so(table):
    one = table("fortress", 2, **IN_PAGE)
    waiting = []
    one.route(re.compile(r"cadogan-rest"), lambda route: waiting.append(route))
    played_by_taps(one)
    one.push("Hint")
    told(one, "More of Python is being fetched", 15)
    waiting[0].continue_()
    one.wait_says("wins")
    one.wait_for("document.querySelector('.cadogan-python').hidden")


@pytest.mark.parametrize("how", ["at the first tap", "by the button"])
def test_the_first_move_is_seen_at_once_and_confirmed_when_python_comes(table, how):
    """It lies there while Python is on its way, and goes back where Python does not come. What was
    begun meanwhile is gone on with.
    """
    one = table("fortress", 2, allowed=("Failed to",), **IN_PAGE)
    move = cadogan.games["fortress"].deal(2).moves()[0]
    (card,) = move.cards
    label = f"id => document.querySelector(`[data-place='${{id}}']`).getAttribute('aria-label').includes('{card.name}')"
    waiting = []

    def hold(route):
        """The first; where Python had not got so far, it asks once more, and is refused as well."""
        waiting.append(route)
        if len(waiting) > 1:
            route.abort()

    one.route(re.compile(r"cadogan-interpreter"), hold)
    assert not one.evaluate(label, move.target)
    begin = one.push if how == "by the button" else lambda name: None
    begin("Play it yourself")
    played_by_taps(one, live=False)
    assert one.evaluate(label, move.target) and one.count(LIVE) == 0
    while not waiting:
        one.wait_for_timeout(50)
    waiting[0].abort()
    one.wait_says("the replay still works")
    assert not one.evaluate(label, move.target) and one.evaluate(label, move.source)
    one.unroute_all()
    begin("Play it yourself")
    one.click(move.source)
    if how == "by the button":
        one.wait_live()
    one.click(move.target)
    one.wait_moved(1)
    assert one.evaluate(label, move.target)
