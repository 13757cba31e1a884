"""Boards in a real browser: Chromium, a page of our own, and the real referee behind it.

Every page is watched: a request to another host, a console error or an uncaught exception fails the
test. Without Playwright or Chromium these tests are skipped."""

import base64
import functools
import http.server
import json
import os
import re
import shutil
import threading
import zlib
from collections import defaultdict, deque
from itertools import permutations
from pathlib import Path
from typing import ClassVar
from urllib.parse import urljoin

import browsers
import pytest

from cadogan.board.offers import BUTTONS
from cadogan.board.script import FOLDER, script
from cadogan.board.session import Session
from cadogan.board.shown import replay
from cadogan.drawing.faces import card_svg_defs
from cadogan.players.odds import playout
from cadogan.serve import TYPES, address, server as book_server

sync_api = pytest.importorskip("playwright.sync_api")

ROOT = Path(__file__).parents[2]
#: Where the assets of the built book lie; with Pyodide among them, Python plays in the page.
VENDOR = Path(os.environ.get("CADOGAN_VENDOR", ROOT / "vendor"))
BESIDE = "/_static/vendor/pyodide/"
#: The built book.
SITE = Path(os.environ.get("CADOGAN_SITE", ROOT / "_build" / "html"))
built = pytest.mark.skipif(
    not os.environ.get("CI") and not (SITE / "index.html").is_file(),
    reason="the book is not built; make build",
)
#: A board's page beside which Python lies, and nobody referees yet.
IN_PAGE = {"live": False, "html": 'data-content_root="./"'}
#: Boards and tables are still, for cards that fly take half of the processor; some tests let them fly.
CALM, MOVING = ({"reduced_motion": one} for one in ("reduce", "no-preference"))
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
in_page = pytest.mark.skipif(
    not (VENDOR / "_static/vendor/pyodide/cadogan.json").is_file(),
    reason="the assets have not been laid out",
)
#: The board's own files, as they are asked for.
OWN = {
    *("/board.css", "worker.mjs", "python.mjs", "links.mjs"),
    *(f"/js/{one.name}" for one in FOLDER.iterdir()),
}
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
#: WebAssembly by V8's first compiler alone, and JavaScript by all but its last. Python is started in
#: ninety pages, and what is done there is over before those, which run beside it, have paid for
#: themselves: these pages take a fifth less of the processor, and all others a twentieth.
SHORT = "--js-flags=--liftoff-only --no-turbofan"
#: Playwright has the browser's processes share their pictures in files on the disk, for a container
#: may have little room elsewhere. Where there is room in memory they share them there, which takes
#: a twelfth less of the processor.
SHARED_MEMORY = Path("/dev/shm")
UNWANTED = (
    ["--disable-dev-shm-usage"]
    if SHARED_MEMORY.is_dir() and shutil.disk_usage(SHARED_MEMORY).free > 2 << 30
    else []
)

#: A page that hosts one board with a model like the widget's; `referee` is the Python behind it.
PAGE = """<!doctype html><html lang="en" {html}><head><meta charset="utf-8"><title>A board</title>
<meta name="viewport" content="width=device-width">
<link rel="icon" href="data:,"><link rel="stylesheet" href="/{kind}.css">
<style>[data-theme=dark] {{ color: #eee; background: #111 }} h1 {{ font: 600 20px system-ui }}</style></head>
<body style="margin:8px"><main><h1>A board</h1><div id="here"></div></main>
<script type="module">
import board from "/{kind}.js";
const traits = await (await fetch("/traits.json")).json(), listeners = new Set();
const model = {{
  get: name => traits[name],
  on: (name, f) => listeners.add(f), off: (name, f) => listeners.delete(f),
  send: async message => {{
    if (!traits.live) return;
    for (const reply of JSON.parse(await window.referee(JSON.stringify(message)))) for (const f of listeners) f(reply);
  }},
}};
window.model = model;
window.close_board = board.render({{ model, el: document.getElementById("here") }});
</script></body></html>"""


class Handler(http.server.SimpleHTTPRequestHandler):
    """The board's own files and those of the book, a page, and the traits of the widget."""

    pages: ClassVar[dict[str, bytes]] = {}

    @classmethod
    def serve(cls, path, content):
        """Answer a path with a text or a file."""
        cls.pages[path] = content.read_bytes() if isinstance(content, Path) else content.encode()

    def do_GET(self):
        path = self.path.split("?")[0]
        name, vendor = path.removeprefix(BESIDE), path.startswith("/_static/vendor/")
        lying = (VENDOR if vendor else ROOT / "book") / path.removeprefix("/")
        if path in self.pages:
            body = self.pages[path]
        elif path == "/board.js":
            body = script().encode()
        elif name in OWN:
            body = (ROOT / "cadogan" / "board" / name.removeprefix("/")).read_bytes()
        elif path.startswith("/_static/") and ".." not in path and lying.is_file():
            body = lying.read_bytes()
        else:
            self.send_error(404)
            return
        kind = TYPES.get(Path(path).suffix or ".html", "application/octet-stream")
        self.send_response(200)
        self.send_header("Content-Type", kind)
        self.send_header("Cache-Control", "no-store")
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *args):
        """Keep the test's output quiet."""


@pytest.fixture(scope="session")
def server():
    """The address of a server on the loopback address."""
    httpd = http.server.ThreadingHTTPServer(
        ("127.0.0.1", 0), functools.partial(Handler, directory=str(ROOT))
    )
    threading.Thread(target=httpd.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{httpd.server_address[1]}"
    httpd.shutdown()


@pytest.fixture(scope="session")
def launch():
    """Launches a Chromium with further switches."""
    path = browsers.installed()
    if not path:
        pytest.skip("no Chromium on this machine")
    with sync_api.sync_playwright() as playwright:
        yield lambda *more: playwright.chromium.launch(
            executable_path=path, args=[*FLAGS, *more], ignore_default_args=UNWANTED
        )


@pytest.fixture(scope="session")
def browser(launch):
    """One Chromium for all tests."""
    with launch(SHORT) as chromium:
        yield chromium


#: Whether the page's first board says that so many moves have been played: "1 move", "14 moves".
MOVED = "noun => document.querySelector('.counts')?.textContent.split(' · ')[0] === noun"
KIND_KEYS = {kind: button.key.lower() for kind, button in BUTTONS.items()}


#: The buttons of a board, or a table, that somebody referees.
LIVE = ".controls:not(.replay):not(.playing-on):not([hidden])"


def push(node, name, **options):
    """Click on the button with this name within something."""
    node.get_by_role("button", name=name, **options).click()


#: Keeps in `window.heard` whatever is announced.
HEAR = """() => { window.heard = []; const says = document.querySelector('.says');
    const heard = () => window.heard.push(says.textContent);
    new MutationObserver(heard).observe(says, { childList: true, characterData: true, subtree: true }); }"""


def link(data):
    """What a link to a game has behind the address of its page."""
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    raw = packer.compress(json.dumps(data).encode()) + packer.flush()
    return f"#play=z{base64.urlsafe_b64encode(raw).decode().rstrip('=')}"


def barred(position, group):
    """Two places of a group with cards, between which there is no legal move."""
    names = (one.id for one in position.game.places if one.group == group)
    there = [name for name in names if position.cards[name]]
    return next(pair for pair in permutations(there, 2) if not position.find("-".join(pair)))


def unfold(page):
    """Open what a chapter has folded: how it is put together, the notebook of its game, exercises."""
    page.evaluate(
        "document.querySelectorAll('details:is(.drawer, .laboratory, .exercises)')"
        ".forEach(one => { one.open = true; })"
    )


#: Whether the game of the rule editor stands below it.
PLAYED = "document.querySelector('.editor-says').textContent.includes('is played below')"
#: The rules of the sentences that a refusal has lit.
LIT = "[...document.querySelectorAll('.sentence.refused')].map(node => node.dataset.rule)"


#: Whether the rule editor has no rules to read.
READ = "!document.querySelector('.editor-says')?.textContent.includes('are being read')"


def as_printed(page):
    """Close the rule editor as if nothing had been played, and have the rules be the book's again."""
    if not page.count(".rule-editor"):
        page.locator(".change-rule").first.evaluate("one => one.click()")
    page.wait_for_function(READ)  # else the game comes when all is put back
    page.locator(".rule-editor .outcome").evaluate(
        "one => { one.replaceChildren(); one.hidden = true; }"
    )
    page.locator(".rule-editor .buttons button").last.evaluate("one => one.click()")
    page.evaluate("document.querySelectorAll('.rule-mark + button').forEach(one => one.click())")


def walk(ways, start, end):
    """The arrow keys from one place to another, as few as there can be."""
    seen = {start}
    queue = deque([(start, [])])
    while queue:
        here, keys = queue.popleft()
        if here == end:
            return keys
        for key, there in ways[here].items():
            if there not in seen:
                seen.add(there)
                queue.append((there, [*keys, key]))
    raise AssertionError(f"no way from {start} to {end} by arrow keys")


#: Where the places of the first board lie, in card widths and heights.
LYING = """() => [...document.querySelectorAll('.cadogan')[0].querySelectorAll('[data-place]:not([hidden])')].map(node => {
    const [, x, y] = /translate\\((\\S+) (\\S+)\\)/.exec(node.querySelector('.playing-card').getAttribute('transform'));
    const at = (value, of) => Math.round(value / of * 1000) / 1000;
    return { id: node.dataset.place, x: at(x, 50), y: at(y, 70) };
})"""
#: A text that is a function.
FUNCTION = re.compile(r"\s*(async\s+)?(\([^()]*\)|\w+)\s*=>")
#: What outlives the page of which it is asked.
LASTING = ("add_init_script", "emulate_media", "on", "route")
#: The games that a browser keeps, by their names.
KEPT = """Object.fromEntries(Object.keys(localStorage).filter(name => name.startsWith("cadogan-kept:"))
  .map(name => [name.slice(13), JSON.parse(localStorage[name])]))"""
#: An address at which nothing lies.
EMPTY = "/empty"


class Watched:
    """A page with a board, and what it did that it should not have."""

    #: Whether a session here has been exposed to it, and whether no other test can have it.
    refereed, spoilt = False, False
    touching = None

    def __init__(self, page, session=None, allowed=()):
        self.page = page
        self.begin(session, allowed)
        page.set_default_timeout(60000)  # Python has to be started, perhaps on a busy machine
        page.on("request", self._request)
        page.on("console", self._console)
        page.on("pageerror", lambda e: self._problem(f"exception: {e}"))

    def begin(self, session=None, allowed=()):
        """A test has it from here on."""
        self.session, self.allowed = session, allowed
        self.requests, self.problems = [], []
        #: By what it is played: mouse, touch or keys.
        self.how = "mouse"

    def leave(self):
        """Put all back for the next test: an empty page of the same origin, and nothing kept."""
        for other in self.context.pages:
            if other != self.page:
                other.close()
        self.mouse.move(0, 0)
        self.goto(urljoin(self.url, EMPTY))
        self.evaluate("localStorage.clear(), sessionStorage.clear()")

    def _request(self, request):
        self.requests.append(request.url)
        if not request.url.startswith(("http://127.0.0.1", "http://localhost", "blob:", "data:")):
            self._problem(f"request to {request.url}")

    def _console(self, message):
        # Every page names its icon but the empty one, of which the browser may ask for it when
        # another test has begun.
        icon = message.location.get("url", "").endswith("/favicon.ico")
        if message.type == "error" and not icon:
            self._problem(f"console: {message.text}")

    def _problem(self, text):
        if not any(part in text for part in self.allowed):
            self.problems.append(text)

    def judge(self):
        """What the page has done so far that it should not have is an error."""
        problems, self.problems = self.problems, []
        assert not problems, problems

    def __getattr__(self, name):
        """What else a page does and has."""
        self.spoilt |= name in LASTING
        return getattr(self.page, name)

    def play_with(self, session, live=True):
        """Have a session here referee the page, if it is to be live."""
        self.session = session
        if live and not self.refereed:
            self.page.expose_function(
                "referee", lambda text: json.dumps(self.session.handle(json.loads(text)))
            )
            self.refereed = True

    # What the tests do and see
    # ----------------------------------------------------------------------

    def button(self, name, **options):
        """The button with this name."""
        return self.page.get_by_role("button", name=name, **options)

    def push(self, name, then=None, **options):
        """Click on the button with this name, and wait for what comes then: moves played, or words
        said.
        """
        self.button(name, **options).click()
        self.wait_then(then)

    def wait_then(self, then):
        """Wait until so many moves have been played, or until these words are said."""
        if isinstance(then, str):
            self.wait_says(then)
        elif then is not None:
            self.wait_moved(then)

    def wait_for_function(self, condition, arg=None, **options):
        """Wait until something holds in the page: a function, or an expression, of which one is made
        here, for the policy of the book's pages forbids to evaluate texts.
        """
        if not FUNCTION.match(condition):
            condition = f"() => {condition}"
        self.page.wait_for_function(condition, arg=arg, **options)

    wait_for = wait_for_function

    def wait_live(self, within=""):
        """Wait until somebody referees."""
        self.wait_for_selector(f"{within} {LIVE}".strip())

    def after(self, *moves):
        """These moves have been played, and the screen learns of it."""
        for move in moves:
            self.session.play(move)
        self.evaluate("window.model.send({ kind: 'hello' })")

    def between(self):
        """The first legal move from place to place."""
        return next(one for one in self.session.position.moves() if one.source and one.target)

    def count(self, what):
        """How many things of the page fit this selector."""
        return self.page.locator(what).count()

    def text(self, what):
        """The text in sight of the one thing that fits this selector."""
        return self.page.locator(what).inner_text()

    def texts(self, what):
        """The same of all things that fit it."""
        return self.page.locator(what).all_inner_texts()

    def sees(self, what):
        """Whether the one thing that fits this selector is in sight."""
        return self.page.locator(what).is_visible()

    def choose(self, label, option, **options):
        """Choose an option of the list with this label."""
        self.page.get_by_label(label, **options).select_option(option)

    def resize(self, width, height):
        """Give the window another size."""
        self.page.set_viewport_size({"width": width, "height": height})

    def fits(self):
        """Whether the page is no wider than its window."""
        wide = self.evaluate("document.documentElement.scrollWidth")
        return wide <= self.page.viewport_size["width"]

    def box(self, what):
        """Where the one thing that fits this selector stands on the screen."""
        return self.page.locator(what).bounding_box()

    def boxes(self, what):
        """Where all things that fit it stand."""
        edges = "all => all.map(one => one.getBoundingClientRect().toJSON())"
        return self.page.locator(what).evaluate_all(edges)

    def place(self, name):
        """The drawn place of that id, on the page's first board."""
        return self.locator(f'.cadogan [data-place="{name}"]').first

    def centre(self, name):
        """The middle of the uppermost card of a place, on the screen."""
        self.evaluate(
            "Promise.all(document.getAnimations().map(one => one.finished)).then(() => null)"
        )
        cards, box = self.place(name).locator(".playing-card"), None
        while box is None:  # while a strategy plays, a card may be drawn anew under our hands
            box = cards.nth(cards.count() - 1).locator("use:not(.at-right)").bounding_box()
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    #: Where a card is touched.
    spot = centre

    def click(self, name):
        """Click on the uppermost card of a place."""
        self.mouse.click(*self.centre(name))

    def tap(self, name):
        """Tap with a finger on the uppermost card of a place."""
        self.touchscreen.tap(*self.centre(name))

    def lift(self, source, target):
        """Carry a card over a target, with the mouse or a finger; gives what lets it go there."""
        (x0, y0), (x1, y1) = self.spot(source), self.spot(target)
        path = [(x0 + (x1 - x0) * step / 4, y0 + (y1 - y0) * step / 4) for step in range(5)]
        if self.how == "touch":
            for i, at in enumerate(path):
                self.finger("touchMove" if i else "touchStart", [at])
            return lambda: self.finger("touchEnd", [])
        for i, at in enumerate(path):
            self.mouse.move(*at)
            if not i:
                self.mouse.down()
        return self.mouse.up

    def finger(self, kind, points):
        """One event of a finger on the screen."""
        self.touching = self.touching or self.context.new_cdp_session(self.page)
        self.touching.send(
            "Input.dispatchTouchEvent",
            {"type": kind, "touchPoints": [{"x": x, "y": y} for x, y in points]},
        )

    def carry(self, source, target):
        """Carry a card to a target and let it go."""
        self.lift(source, target)()

    def watch(self):
        """Begin to watch the finished game of a page where nobody referees."""
        self.button("Watch a finished game").first.click()

    def press(self, keys, then=None):
        """Press a key, or several one after the other, with blanks between them, and wait for what
        comes then: moves played, or words said.
        """
        for key in keys.split():
            self.page.keyboard.press(key)
        self.wait_then(then)

    def press_on_board(self, keys):
        """Press keys with the focus on the board."""
        self.locator(".controls:not([hidden]) button").first.focus()
        self.press(keys)

    def saved(self, click, folder):
        """The file that a click saves, in a folder."""
        with self.expect_download() as download:
            click()
        path = folder / download.value.suggested_filename
        download.value.save_as(path)
        return path

    def follow(self, hash):
        """Follow a link to this page; gives what the page offers."""
        self.evaluate("hash => { location.hash = hash }", hash)
        self.wait_for_selector(".game-link :is(button, [role=alert])")
        return self.locator(".game-link")

    def stored(self, name=""):
        """What the browser keeps under a name; without one, the games that are kept, by their names."""
        if not name:
            return self.evaluate(KEPT)
        return json.loads(self.evaluate("name => localStorage.getItem(name)", name) or "null")

    def store(self, text, name):
        """Have the browser keep a text under a name."""
        self.evaluate("([name, text]) => localStorage.setItem(name, text)", [name, text])

    def store_kept(self, games):
        """Have the browser keep games, by their names."""
        for game, lists in games.items():
            self.store(json.dumps(lists), f"cadogan-kept:{game}")

    def tab_to(self, what):
        """Press Tab until something that fits this selector has the focus."""
        for _ in range(300):
            if self.evaluate("what => document.activeElement.matches(what)", what):
                return
            self.press("Tab")
        raise AssertionError(f"Tab does not come to {what}")

    # Whole moves and games, by one kind of input alone
    # ----------------------------------------------

    def make(self, move, how, odd=False, ways=None):
        """Make a move by `mouse`, `touch` or `keys`: between two places cards are carried if `odd`;
        else places are chosen.
        """
        self.how = how
        self.locator(".cadogan .cloth").first.scroll_into_view_if_needed()
        if not move.places:
            label = re.compile(rf"^{BUTTONS[move.kind].button}( \(\d+ left\))?$")
            button = self.locator(".cadogan").first.get_by_role("button", name=label)
            if how == "keys":
                self.press(KIND_KEYS[move.kind])
            else:
                button.click() if how == "mouse" else button.tap()
        elif how == "keys":
            for place in move.places:
                here = self.focus_on()
                assert here, "the focus is not on the table"
                for key in walk(ways(self), here, place):
                    self.press(key)
                self.press("Enter")
        elif odd and len(move.places) == 2:
            self.carry(*move.places)
        else:
            for place in move.places:
                (self.click if how == "mouse" else self.tap)(place)

    def win(self, record, how, ways=None, played=0):
        """Play a record, of which some moves may have been played, to its win."""
        for n, (position, text) in enumerate(
            zip(record.positions()[played:], record.moves[played:]), played + 1
        ):
            move = position.find(text)
            self.make(move, how, bool(n % 2), ways)
            self.wait_moved(n)
            assert self.on_board(), f"after {text} the focus is lost"
        assert (
            self.locator(".result").first.inner_text() == "Won"
            and "Won in " in self.locator(".ending").first.inner_text()
        )

    def says(self):
        """The announcement that stands below the table, of the page's first board."""
        return self.locator(".says").first.inner_text()

    def wait_says(self, part):
        """Wait until the announcement has these words; gives the whole of it."""
        self.wait_for_function(
            "part => document.querySelector('.says')?.textContent.includes(part)",
            arg=part,
        )
        return self.says()

    def wait_moved(self, n):
        """Wait until so many moves have been played."""
        noun = "1 move" if n == 1 else f"{n} moves"
        self.wait_for_function(MOVED, arg=noun)

    def first_board(self):
        """The first board of a page of the book, once all are there: they come in any order."""
        all_there = (
            "() => document.querySelectorAll('.cadogan .controls.replay').length"
            " === document.querySelectorAll('script[type=\"application/vnd.jupyter.widget-view+json\"]').length"
        )
        self.wait_for_function(all_there)
        return self.locator(".cadogan").first

    def focus_on(self):
        """The place that has the focus."""
        return self.evaluate("document.activeElement?.dataset?.place ?? null")

    def on_board(self):
        """Whether the focus is within a board."""
        return self.evaluate("Boolean(document.activeElement.closest('.cadogan'))")


@pytest.fixture(scope="session")
def ways(server, browser):
    """Gives for a page where each arrow key leads on its first board, from where the places lie."""
    page = browser.new_page()
    page.goto(f"{server}/js/layout.js")
    find = "async places => Object.fromEntries((await import('/js/layout.js')).waysOf(places))"
    yield lambda board: page.evaluate(find, board.evaluate(LYING))
    page.close()


@pytest.fixture(scope="session")
def idle():
    """Pages that wait for another test, by browser, kind and options: a new context costs more of
    the processor than what is drawn in it.
    """
    return defaultdict(list)


def visits(browser, idle):
    """Opens pages with nothing kept, in a context of their own or, unless it has to be fresh, in
    one that waits; what one did wrong is judged at the end.
    """
    opened = []

    def open_page(kind=Watched, session=None, allowed=(), fresh=False, **options):
        waiting = idle[browser, kind, json.dumps(options)]
        if waiting and not fresh:
            one = waiting.pop()
            one.begin(session, allowed)
        else:
            one = kind(browser.new_context(**options).new_page(), session, allowed)
            one.spoilt = fresh
        if "viewport" in options:
            one.set_viewport_size(options["viewport"])
        opened.append((one, waiting))
        return one

    yield open_page
    try:
        for one, _ in opened:
            one.judge()
    finally:
        for one, waiting in opened:
            if one.spoilt or not one.url.startswith("http"):
                one.context.close()
            else:
                one.leave()
                waiting.append(one)


pages = pytest.fixture(visits)
#: Pages that the tests of a module share: each brings back what it has changed.
shared_pages = pytest.fixture(visits, scope="module")


@pytest.fixture
def show(server, pages):
    """Shows a board of a kind, with what its widget knows first; its session referees it, if it is
    to be live: else a replay is shown.
    """

    def open_page(
        kind,
        watched,
        session,
        traits,
        live=True,
        html="",
        width=1200,
        height=800,
        allowed=(),
        **options,
    ):
        cards = {"cards_svg": card_svg_defs(prefix="cb-", switch=True), "live": live}
        Handler.serve("/", PAGE.format(html=html, kind=kind))
        Handler.serve("/traits.json", json.dumps(cards | traits))
        size = {"viewport": {"width": width, "height": height}}
        board = pages(watched, session, allowed, **CALM | size | options)
        board.play_with(session, live)
        board.goto(server)
        board.wait_for_selector(".cadogan .controls:not([hidden])")
        return board

    return open_page


@pytest.fixture
def table(show):
    """Opens boards: `table("fortress", 1914)`; `live=False` has no kernel, so a replay is shown."""

    def lay(game, deal=1, **options):
        session = Session(game, deal)
        record = playout(session.game, deal, strategy="greedy")
        traits = {"first": Session(game, deal).snapshot(), "replay": replay(record)}
        return show("board", Watched, session, traits, **options)

    return lay


# ---- the built book -----------------------------------------------------------------------------------


@pytest.fixture(scope="session")
def site():
    """The address of the built book."""
    if served := os.environ.get(
        "CADOGAN_ADDRESS"
    ):  # a book that is served already: the one in one file, say
        yield served
        return
    with book_server(SITE, 0) as httpd:
        threading.Thread(target=httpd.serve_forever, daemon=True).start()
        yield address(httpd)
        httpd.shutdown()


def visit(site, pages):
    """Opens a page of the book; what it did wrong is judged at the end. Its context is new if how
    much a first visit fetches is asked.
    """

    def open_page(name, script="", fresh=True, **options):
        one = pages(fresh=fresh, **{"viewport": {"width": 1280, "height": 900}} | options)
        if script:
            one.add_init_script(script)
        assert one.goto(site + name, wait_until="load").ok, name
        return one

    return open_page


@pytest.fixture
def opened(site, pages):
    """Opens a page of the book for a test."""
    return visit(site, pages)


@pytest.fixture(scope="module")
def shared(site, shared_pages):
    """Opens a page of the book for all tests of a module."""
    return visit(site, shared_pages)
