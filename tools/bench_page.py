"""How soon a reader plays in the built page: `python tools/bench_page.py [--runs 20] [--page
la-belle-lucie]`, from the first touch to the live board, to the first move made, and later moves
(undo and redo by key).

With `--mbit RATE [--delay MS]` how soon a first visit plays by a line of so many Mbit/s whose answers
come so late: to the page, and to the referee of a board that is touched at once, on a telephone.

With `--play [GAME …]` how fast the page plays by itself: random play of each game named, or of all,
in the page's worker beside the same in wasmtime, in turn `--pairs` times; and from a changed rule to
its first thousand games.

With `--cells LESSON` how soon a cell of a lesson shows its output, Python cold and warm, and the
memory of the page while all its cells are run three times.

In Chromium, each run in a context of its own (nothing cached), as min / median / max. The load of
the machine is printed, since it shares the cores. Needs the built book (`make build`), Chromium and
Playwright."""

from __future__ import annotations

import os
import threading
import time
from functools import partial
from http.server import SimpleHTTPRequestHandler
from pathlib import Path
from typing import Any, BinaryIO

import psutil
from bench import enough, in_turn, rate, ratios, spread, timed
from house import BUILD, command_line
from playwright.sync_api import Browser, Page
from served import served

import cadogan
from cadogan import serve
from cadogan.board.laboratory import MOST_DEALS
from cadogan.edition.chapters import cells_of, joined
from cadogan.serve import address, server

#: The built book; another one may be named, for a comparison.
SITE = Path(os.environ.get("CADOGAN_SITE", BUILD / "html"))

#: Notes the time of the first touch, and of each change of the board's counts once it is wanted.
WATCH = """() => {
  const board = document.querySelector(".cadogan");
  window.touched = 0; window.shown = null; window.changed = 0;
  document.addEventListener("pointerdown", () => { window.touched ||= performance.now(); }, true);
  new MutationObserver(() => {
    const now = board.querySelector(".counts")?.textContent;
    if (window.shown && !window.changed && now && now !== window.shown) window.changed = performance.now();
  }).observe(board, { subtree: true, childList: true, characterData: true });
}"""
EXPECT = """() => {
  window.changed = 0; window.shown = document.querySelector(".cadogan .counts").textContent; window.asked = performance.now();
}"""


#: Plays so many deals at random in the page's own Python; the moves made, and the milliseconds
#: taken.
PLAYED = """async ([script, game, n, rules]) => {
  const { ask } = await import(script);
  const begun = performance.now();
  const { id } = await ask("simulate", JSON.stringify({ format: 1, game, readings: {}, deal: 1, cards: "", moves: [], n, strategy: "random",
    ...(rules && { rules }) }));
  let found;
  do found = await ask("go_on", id); while (!found.done);
  return [found.moves, performance.now() - begun];
}"""
#: When there is what a selector names. (Who asks for it again and again takes the page's time.)
SEEN = """selector => new Promise(tell => {
  const look = () => document.querySelector(selector) && (changes.disconnect(), tell(performance.now()));
  const changes = new MutationObserver(look);
  changes.observe(document, { subtree: true, childList: true, attributes: true });
  look();
})"""
#: The bytes that go over a slow line at once, and how many seconds late that may be.
PART, LATE = 8192, 0.05
#: A name of this machine under which a page takes its server for another's, and fetches Python ahead.
NAME = "patience.localhost"
SCRIPT = "./_static/vendor/pyodide/python.mjs"


def opened(browser: Browser, address: str) -> Page:
    """A page in a context of its own, which ends with it."""
    page = browser.new_page(viewport={"width": 1280, "height": 900})
    page.goto(address, wait_until="networkidle")
    return page


def play(site: str, browser: Browser, slugs: list[str], pairs: int) -> None:
    """Random play in the page's worker and in wasmtime, in turn; and from a changed rule to its
    first thousand games.
    """
    page = opened(browser, f"{site}intro.html")
    script = page.evaluate("path => new URL(path, location.href).href", SCRIPT)
    changed = []
    print("random play, million moves/s: in the page; in wasmtime; the one by the other")
    for slug in slugs:
        game = cadogan.games[slug]
        deals = min(enough(game, 0.4), MOST_DEALS)
        page.evaluate(PLAYED, [script, slug, 100, ""])
        moves = timed(game, deals, number=1)[0].moves

        def in_page(slug: str = slug, deals: int = deals, moves: int = moves) -> float:
            page_moves, taken = page.evaluate(PLAYED, [script, slug, deals, ""])
            if page_moves != moves:
                raise SystemExit(f"{slug}: the page and wasmtime count differently")
            return float(moves / taken / 1e3)

        a, b = in_turn(pairs, in_page, partial(rate, game, deals, number=1))
        spreads = [spread(values, digits=2) for values in (a, b, ratios(a, b))]
        print(f"   {slug:<26} {'; '.join(spreads)}", flush=True)
        rules = joined(cells_of(cadogan.games.text(slug)))
        for i in range(pairs):
            asked_for = [script, slug, 1000, rules + "\n" * (i + 1)]
            changed.append(page.evaluate(PLAYED, asked_for)[1] / 1e3)
    title = f"from a changed rule to its first 1,000 games in the page, {len(slugs)} games"
    print(f"{title}: {spread(changed, ' s', 2)}   (goal 1.5)")
    page.close()


#: Runs every cell of a page, as its button does.
RUN_ALL = """async script => {
  const { begin } = await import(script), all = await begin("memory");
  for (const one of all.cells) await (one.node ? all.runOne(one) : all.ask({ run: one.n }));
}"""
#: Notes the first touch of a page, as WATCH does.
TOUCH = """() => document.addEventListener("pointerdown", () => { window.touched = performance.now(); }, true)"""


def cells(site: str, browser: Browser, lesson: str, runs: int) -> None:
    """From a touch on a cell to its output, and the memory that all cells of a lesson take."""
    cold: list[float] = []
    warm: list[float] = []
    for _ in range(runs):
        page = opened(browser, f"{site}lessons/{lesson}.html")
        page.evaluate(TOUCH)
        for times in (cold, warm, warm):
            page.evaluate("performance.clearMarks()")
            page.locator(".cell:not(.tag_hide-input) > .cell-tools > .cell-run").first.click()
            ended = "performance.getEntriesByName('cadogan-cell')[0]?.startTime"
            page.wait_for_function(f"() => {ended}", timeout=120_000)
            times.append(page.evaluate(f"{ended} - window.touched"))
        page.close()
    print("touch on a cell to its output, Python cold:", spread(cold, f" ms ({len(cold)})"))
    print("the same, Python warm:", spread(warm, f" ms ({len(warm)})"))
    page = opened(browser, f"{site}lessons/{lesson}.html")
    page.set_default_timeout(0)
    sizes = [renderers()]
    for _ in range(3):
        page.evaluate(RUN_ALL, f"{site}_static/cells.mjs")
        sizes.append(renderers())
    page.close()
    text = ", ".join(f"{size / 1e6:,.0f}" for size in sizes)
    print(f"memory of the page, MB: opened, and after each of three runs of all its cells: {text}")


def renderers() -> int:
    """The bytes that the browser's processes for pages hold in memory, without what they share."""
    size = 0
    for process in psutil.Process().children(recursive=True):
        if "--type=renderer" in process.cmdline():
            size += process.memory_full_info().pss
    return size


def touch(site: str, browser: Browser, name: str, runs: int) -> None:
    """From the first touch of a page to its live board, to the first move, and later moves."""
    live: list[float] = []
    first: list[float] = []
    later: list[float] = []
    for _ in range(runs):
        page = opened(browser, f"{site}{name}.html")
        page.wait_for_selector(".cadogan .controls:not([hidden])")
        page.evaluate(WATCH)
        board = page.locator(".cadogan").first
        board.get_by_role("button", name="Play it yourself").click()
        page.wait_for_selector(".cadogan .controls:not(.replay):not([hidden])", timeout=120_000)
        live.append(page.evaluate("performance.now() - window.touched"))
        page.evaluate(EXPECT)
        page.keyboard.press("m")
        board.locator("ul.moves button").first.click()
        page.wait_for_function("() => window.changed")
        first.append(page.evaluate("window.changed - window.touched"))
        for key in "uru":
            page.evaluate(EXPECT)
            page.keyboard.press(key)
            page.wait_for_function("() => window.changed")
            later.append(page.evaluate("window.changed - window.asked"))
        page.close()
    print("touch to live board:", spread(live, f" ms ({len(live)})"))
    print("touch to first move, two more clicks between:", spread(first, f" ms ({len(first)})"))
    print("later moves:", spread(later, f" ms ({len(later)})"))


class Line:
    """A line of so many bits a second, shared by all that goes over it, whose answers come late."""

    def __init__(self, mbit: float, delay: int) -> None:
        self.rate, self.delay = mbit * 1e6 / 8, delay / 1e3
        self.free, self.sent = 0.0, 0
        self.lock = threading.Lock()

    def send(self, content: bytes) -> None:
        """Wait until so many bytes more have gone over the line."""
        with self.lock:
            # A process that wakes late makes up for it: a line stands still only where nothing waits.
            self.free = max(self.free, time.monotonic() - LATE) + len(content) / self.rate
            self.sent += len(content)
            wait = self.free - time.monotonic()
        time.sleep(max(wait, 0))

    def slow(self, handler: type[SimpleHTTPRequestHandler]) -> type[SimpleHTTPRequestHandler]:
        """A handler whose answers go over this line."""
        line = self

        class Slow(handler):  # type: ignore[valid-type, misc]
            def do_GET(self) -> None:
                time.sleep(line.delay)
                super().do_GET()

            def copyfile(self, source: BinaryIO, outputfile: BinaryIO) -> None:
                while part := source.read(PART):
                    line.send(part)
                    outputfile.write(part)

        return Slow


def first_visit(browser: Browser, name: str, runs: int, mbit: float, delay: int) -> None:
    """From an address to the page, and to the referee of a board that is touched at once."""
    serve.OWN_NAMES += (NAME,)
    shown: list[float] = []
    live: list[float] = []
    sent: list[float] = []
    for _ in range(runs):
        line = Line(mbit, delay)
        with server(SITE, 0) as httpd:
            handler: Any = httpd.RequestHandlerClass
            httpd.RequestHandlerClass = partial(line.slow(handler.func), **handler.keywords)
            threading.Thread(target=httpd.serve_forever, daemon=True).start()
            page = browser.new_page(viewport={"width": 390, "height": 844}, has_touch=True)
            home = address(httpd).replace(serve.OWN_NAMES[0], NAME)
            page.goto(f"{home}{name}.html", wait_until="commit")
            start = page.locator(".cadogan").first.get_by_role("button", name="Play it yourself")
            start.wait_for(timeout=120_000)
            shown.append(page.evaluate("performance.now()") / 1e3)
            start.tap()
            live.append(page.evaluate(SEEN, ".cadogan .controls:not(.replay):not([hidden])") / 1e3)
            sent.append(line.sent / 1e6)
            page.close()
            httpd.shutdown()
    print(f"a first visit at {mbit:g} Mbit/s, {delay} ms: {len(live)} times")
    print("to the page:", spread(shown, " s", 1))
    print("to the referee of its board, touched at once:", spread(live, " s", 1))
    print("sent until then:", spread(sent, " MB", 1))


def main() -> None:
    """See the module."""
    games = cadogan.games
    arguments = command_line(
        __doc__,
        games,
        play=False,
        cells=str,
        mbit=float,
        delay=30,
        pairs=5,
        runs=20,
        page="la-belle-lucie",
    )
    print("load of the machine:", *(f"{x:.1f}" for x in os.getloadavg()))
    with served(SITE) as (browser, home):
        if arguments.play:
            play(home, browser, arguments.names, arguments.pairs)
        elif arguments.cells:
            cells(home, browser, arguments.cells, arguments.runs)
        elif arguments.mbit:
            first_visit(browser, arguments.page, arguments.runs, arguments.mbit, arguments.delay)
        else:
            touch(home, browser, arguments.page, arguments.runs)


if __name__ == "__main__":
    main()
