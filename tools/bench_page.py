"""How soon a reader plays in the built page: `python tools/bench_page.py [--runs 20] [--page
la-belle-lucie]`.

With `--weigh 10` the pages themselves: the ten that have most elements (and the landing page), with
the bytes fetched, the seconds until a page is loaded and stands still, and by how much its parts
moved meanwhile (cumulative layout shift; 0.1 is what people notice).

With `--play` how fast the page plays by itself: random play of each game named (`--play all` for
all of them) in the page's worker beside the same in wasmtime, in turn; and from a changed rule to
its first thousand games.

With `--cells LESSON` how soon a cell of a lesson shows its output, Python cold and warm, and the
memory of the page while all its cells are run three times.

With `--solve` how many positions a second the solver searches in the page and in wasmtime, on the
same deals, with the same verdicts.

In Chromium, each run in a context of its own (nothing cached): from the first touch to the live
board, to the first move made, and later moves (undo and redo by key), as min / median / max; bytes
that the page fetched before the first touch and after, on the wire and as the files lie in the
folder, with the largest of them named. The load of the machine is printed, since it shares the
cores. Needs the built book (`make build`), Chromium and Playwright."""

from __future__ import annotations

import argparse
import json
import os
import statistics
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from urllib.parse import urlsplit

from bench import enough, in_turn, ratios, spread, timed
from house import BUILD, ROOT, pages_of
from page_cells import RUN
from playwright.sync_api import Browser, Request
from served import served

import cadogan
from cadogan.board.page import MOST_DEALS
from cadogan.edition.chapters import cells_of, joined
from cadogan.patience.game import Game

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


SHIFTS = """() => {
  window.shift = 0;
  new PerformanceObserver(list => { for (const one of list.getEntries()) if (!one.hadRecentInput) window.shift += one.value; })
    .observe({ type: "layout-shift", buffered: true });
}"""
#: Elements, bytes, shift.
WEIGHT = """() => {
  const fetched = [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")];
  return [document.querySelectorAll("*").length, fetched.reduce((sum, one) => sum + one.encodedBodySize, 0), window.shift];
}"""


def weigh(
    site: str, browser: Browser, name: str, width: int = 1280, height: int = 900
) -> tuple[int, float, float, float]:
    """Elements of a page, megabytes fetched, seconds until nothing more is fetched, and its layout
    shift.
    """
    context = browser.new_context(viewport={"width": width, "height": height})
    page = context.new_page()
    page.add_init_script(f"({SHIFTS})()")
    begun = time.perf_counter()
    page.goto(f"{site}{name}.html", wait_until="networkidle")
    taken = (
        time.perf_counter() - begun - 0.5
    )  # Playwright waits half a second to see that nothing more comes
    page.wait_for_timeout(500)
    elements, size, shift = page.evaluate(WEIGHT)
    context.close()
    return elements, size / 1e6, taken, shift


def weigh_all(site: str, browser: Browser, most: int) -> None:
    """Print the heaviest pages of the book, and the landing page."""
    pages = {name: weigh(site, browser, name) for name in pages_of(SITE) if name != "genindex"}
    heaviest = sorted(pages, key=lambda name: -pages[name][0])[:most]
    print(f"{'page':<24} elements     MB      s  shift  shift on a telephone")
    for name in dict.fromkeys([*heaviest, "intro"]):
        elements, size, seconds, shift = pages[name]
        narrow = weigh(site, browser, name, 390, 844)[3]
        print(f"{name:<24} {elements:8,} {size:6.2f} {seconds:6.2f} {shift:6.3f} {narrow:6.3f}")


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
SCRIPT = "./_static/vendor/pyodide/python.mjs"


def play(site: str, browser: Browser, slugs: list[str], pairs: int) -> None:
    """Random play in the page's worker and in wasmtime, in turn; and from a changed rule to its
    first thousand games.
    """
    page = browser.new_page()
    page.goto(f"{site}intro.html", wait_until="networkidle")
    script = page.evaluate("path => new URL(path, location.href).href", SCRIPT)
    shares, rates = [], []
    print(
        "random play, million moves/s: in the page, in wasmtime, and the one as a share of the other (min / median / max)"
    )
    for slug in slugs:
        game = cadogan.games[slug]
        deals = min(enough(game, 0.4), MOST_DEALS)
        page.evaluate(PLAYED, [script, slug, 100, ""])
        counts: set[int] = set()

        def here(slug: str = slug, deals: int = deals, counts: set[int] = counts) -> float:
            moves, taken = page.evaluate(PLAYED, [script, slug, deals, ""])
            counts.add(moves)
            return float(moves / taken / 1e3)

        def there(game: Game = game, deals: int = deals, counts: set[int] = counts) -> float:
            result, taken = timed(game, deals, number=1)
            counts.add(result.moves)
            return result.moves / taken / 1e6

        a, b = in_turn(pairs, here, there)
        if len(counts) != 1:
            raise SystemExit(f"{slug}: the page and wasmtime count differently")
        shares.append(statistics.median(ratios(a, b)))
        rates.append(statistics.median(a))
        print(
            f"   {slug:<26} {spread(a, digits=2)};  {spread(b, digits=2)};  {spread(ratios(a, b), digits=2)}"
        )
    print(
        f"   page: slowest {min(rates):.2f}, median {statistics.median(rates):.2f}; of wasmtime's {statistics.median(shares):.2f}"
    )
    changed = []
    for slug in slugs:
        text = (ROOT / "book" / f"{slug}.md").read_text(encoding="utf-8")
        rules = joined(cells_of(text))
        for i in range(pairs):
            changed.append(
                page.evaluate(PLAYED, [script, slug, 1000, rules + "\n" * (i + 1)])[1] / 1e3
            )
    print(
        f"from a changed rule to its first 1,000 games in the page, {len(slugs)} games: {spread(changed, ' s', 2)}   (goal 1.5)"
    )
    page.close()


def note(fetched: dict[str, int], request: Request) -> None:
    """Add to what was fetched: the path of a file, and its bytes on the wire."""
    fetched[urlsplit(request.url).path.lstrip("/")] = request.sizes()["responseBodySize"]


def told(fetched: dict[str, int]) -> str:
    """What was fetched, on the wire and as it lies in the folder."""
    files = [SITE / name for name in fetched]
    whole = sum(path.stat().st_size for path in files if path.is_file())
    return f"{sum(fetched.values()) / 1e6:.2f} MB on the wire ({whole / 1e6:.2f} in the folder)"


#: Starts a Python of its own in the page, from the wheel, and runs a text that ends with what is
#: wanted.
STARTED = """async folder => {
  const { loadPyodide } = await import(folder + "pyodide.mjs");
  const { wheel } = await (await fetch(folder + "cadogan.json")).json();
  window.python = await loadPyodide({ indexURL: folder });
  python.unpackArchive(await (await fetch(folder + wheel)).arrayBuffer(), "wheel");
}"""
#: Some deals solved with the memory that a page has; the positions, the seconds, and the verdicts.
SOLVED = """import cadogan, json
from cadogan.solver import Solver
from cadogan.words import K, fill, may
lucie = cadogan.games["la-belle-lucie"]
solver = Solver({game}, 64)
solver.solve(solver.game.deal(0), 1000)
found = [solver.solve(solver.game.deal(number), 200_000) for number in range({deals})]
told = json.dumps([sum(v.states for v in found), sum(v.seconds for v in found), [str(v) for v in found]])
told
"""
#: What is solved, as text that both sides read, and how many deals of it.
TO_SOLVE = {
    "La Belle Lucie, the first deal": ('lucie.vary(without=["again"])', 500),
    "La Belle Lucie as Fan": (
        'lucie.vary(fill("fans", "fans", may, only=K), without=["again"])',
        60,
    ),
    "Flower-Garden": ('cadogan.games["flower-garden"]', 10),
}


def solve(site: str, browser: Browser, pairs: int) -> None:
    """Positions a second in the page and in wasmtime, in turn."""
    page = browser.new_page()
    page.goto(f"{site}intro.html", wait_until="networkidle")
    page.evaluate(
        STARTED,
        page.evaluate(
            "path => new URL(path, location.href).href", SCRIPT.removesuffix("python.mjs")
        ),
    )
    print(
        "the solver, million positions/s: in the page, in wasmtime, and the one as a share of the other (min / median / max)"
    )
    for title, (game, deals) in TO_SOLVE.items():
        text = SOLVED.replace("{game}", game).replace("{deals}", str(deals))
        verdicts: list[list[str]] = []

        def rate(told: str, verdicts: list[list[str]] = verdicts) -> float:
            states, seconds, said = json.loads(told)
            verdicts.append(said)
            return float(states / seconds / 1e6)

        def here(text: str = text, rate: Callable[[str], float] = rate) -> float:
            return rate(page.evaluate("text => python.runPython(text)", text))

        def there(text: str = text, rate: Callable[[str], float] = rate) -> float:
            names: dict[str, str] = {}
            exec(text, names)
            return rate(names["told"])

        a, b = in_turn(pairs, here, there)
        if any(said != verdicts[0] for said in verdicts):
            raise SystemExit(f"{title}: the page and wasmtime find different verdicts")
        print(
            f"   {title:<30} {spread(a, digits=2)};  {spread(b, digits=2)};  {spread(ratios(a, b), digits=2)}"
        )
    page.close()


#: Notes the first touch of a page, as WATCH does.
TOUCH = """() => document.addEventListener("pointerdown", () => { window.touched = performance.now(); }, true)"""


def cells(site: str, browser: Browser, lesson: str, runs: int) -> None:
    """From a touch on a cell to its output, and the memory that all cells of a lesson take."""
    cold: list[float] = []
    warm: list[float] = []
    for _ in range(runs):
        context = browser.new_context(viewport={"width": 1280, "height": 900})
        page = context.new_page()
        page.goto(f"{site}lessons/{lesson}.html", wait_until="networkidle")
        page.evaluate(TOUCH)
        for times in (cold, warm, warm):
            page.evaluate("performance.clearMarks()")
            page.locator(".cell:not(.tag_hide-input) > .cell-tools > .cell-run").first.click()
            ended = "performance.getEntriesByName('cadogan-cell')[0]?.startTime"
            page.wait_for_function(ended, timeout=120_000)
            times.append(page.evaluate(f"{ended} - window.touched"))
        context.close()
    print("touch on a cell to its output, Python cold:", spread(cold, f" ms ({len(cold)})"))
    print("the same, Python warm:", spread(warm, f" ms ({len(warm)})"))
    page = browser.new_page()
    page.set_default_timeout(0)
    page.goto(f"{site}lessons/{lesson}.html", wait_until="networkidle")
    held = [renderers()]
    for _ in range(3):
        page.evaluate(RUN, f"{site}_static/cells.mjs")
        held.append(renderers())
    page.close()
    told = ", ".join(f"{size / 1e6:,.0f}" for size in held)
    print(f"memory of the page, MB: opened, and after each of three runs of all its cells: {told}")


def renderers() -> int:
    """The bytes that the browser's processes for pages hold in memory, without what they share."""
    size = 0
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            if b"--type=renderer" in (folder / "cmdline").read_bytes() and below(int(folder.name)):
                size += (
                    int((folder / "smaps_rollup").read_text().split("Pss:")[1].split()[0]) * 1024
                )
        except (OSError, IndexError):  # it has ended meanwhile
            continue
    return size


def below(process: int) -> bool:
    """Whether a process is a descendant of this one."""
    while process > 1 and process != os.getpid():
        process = int(Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[1])
    return process == os.getpid()


def main() -> None:
    """See the module."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--weigh", type=int, metavar="N", help="weigh all pages, print the N with most elements"
    )
    parser.add_argument("--play", nargs="*", metavar="GAME", help="play these games at random")
    parser.add_argument("--cells", metavar="LESSON", help="run the cells of this lesson")
    parser.add_argument("--solve", action="store_true", help="the solver in the page")
    parser.add_argument("--pairs", type=int, default=5, help="measurements of each side of a ratio")
    parser.add_argument("--runs", type=int, default=20)
    parser.add_argument("--page", default="la-belle-lucie")
    given = parser.parse_args()
    live: list[float] = []
    first: list[float] = []
    later: list[float] = []
    print("load of the machine:", *(f"{x:.1f}" for x in os.getloadavg()))
    with served(SITE) as (browser, home):
        if given.weigh:
            weigh_all(home, browser, given.weigh)
            return
        if given.cells:
            cells(home, browser, given.cells, given.runs)
            return
        if given.solve:
            solve(home, browser, given.pairs)
            return
        if given.play is not None:
            play(
                home,
                browser,
                list(cadogan.games) if given.play in ([], ["all"]) else given.play,
                given.pairs,
            )
            return
        for _ in range(given.runs):
            context = browser.new_context(viewport={"width": 1280, "height": 900})
            page = context.new_page()
            fetched: dict[str, int] = {}
            page.on("requestfinished", partial(note, fetched))
            page.goto(f"{home}{given.page}.html", wait_until="networkidle")
            page.wait_for_selector(".cadogan .controls:not([hidden])")
            seen = dict(fetched)
            page.evaluate(WATCH)
            board = page.locator(".cadogan").first
            board.get_by_role("button", name="Play it yourself").click()
            page.wait_for_selector(".cadogan .controls:not(.replay):not([hidden])", timeout=120_000)
            live.append(page.evaluate("performance.now() - window.touched"))
            page.evaluate(EXPECT)
            page.keyboard.press("m")
            board.locator("ul.moves button").first.click()
            page.wait_for_function("window.changed")
            first.append(page.evaluate("window.changed - window.touched"))
            for key in "uru":
                page.evaluate(EXPECT)
                page.keyboard.press(key)
                page.wait_for_function("window.changed")
                later.append(page.evaluate("window.changed - window.asked"))
            context.close()
    print("touch to live board:", spread(live, f" ms ({len(live)})"))
    print("touch to first move, two more clicks between:", spread(first, f" ms ({len(first)})"))
    print("later moves:", spread(later, f" ms ({len(later)})"))
    later_ones = {name: size for name, size in fetched.items() if name not in seen}
    print(f"fetched before the first touch {told(seen)}, after it {told(later_ones)}")
    for name in sorted(later_ones, key=lambda name: -later_ones[name])[:6]:
        print(f"   {name.rpartition('/')[2]:<40} {told({name: later_ones[name]})}")
    print("load of the machine:", *(f"{x:.1f}" for x in os.getloadavg()))


if __name__ == "__main__":
    main()
