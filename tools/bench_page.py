"""How soon a reader plays in the built page: `python tools/bench_page.py [--runs 20] [--page la-belle-lucie]`.

In Chromium, each run in a context of its own (nothing cached): from the first touch to the live board, to the first move made,
and later moves (undo and redo by key), as min / median / max; bytes that the page fetched before the first touch and after.
The load of the machine is printed, since it shares the cores. Needs the built book (`make build`), Chromium and Playwright.
"""

from __future__ import annotations

import argparse
import os
import threading

from bench import spread
from house import SITE
from playwright.sync_api import sync_playwright
from tasks import chromium

from cadogan.serve import address, server

FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"]

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


def main() -> None:
    """See the module."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=20)
    parser.add_argument("--page", default="la-belle-lucie")
    given = parser.parse_args()
    live: list[float] = []
    first: list[float] = []
    later: list[float] = []
    before: list[float] = []
    after: list[float] = []
    print("load of the machine:", *(f"{x:.1f}" for x in os.getloadavg()))
    with server(SITE, 0) as httpd, sync_playwright() as playwright:
        threading.Thread(target=httpd.serve_forever, daemon=True).start()
        browser = playwright.chromium.launch(executable_path=chromium() or None, args=FLAGS)
        for _ in range(given.runs):
            context = browser.new_context(viewport={"width": 1280, "height": 900})
            page, fetched = context.new_page(), [0]

            def count(request: object, fetched: list[int] = fetched) -> None:
                fetched[0] += request.sizes()["responseBodySize"]  # type: ignore[attr-defined]

            page.on("requestfinished", count)
            page.goto(f"{address(httpd)}{given.page}.html", wait_until="networkidle")
            page.wait_for_selector(".cadogan .controls:not([hidden])")
            before.append(fetched[0] / 1e6)
            page.evaluate(WATCH)
            board = page.locator(".cadogan").first
            board.get_by_role("button", name="Play it yourself").click()
            page.wait_for_selector(".cadogan .controls:not(.replay):not([hidden])", timeout=120_000)
            live.append(page.evaluate("performance.now() - window.touched"))
            page.evaluate(EXPECT)
            board.get_by_role("button", name="Moves", exact=True).click()
            board.locator("ul.moves button").first.click()
            page.wait_for_function("window.changed")
            first.append(page.evaluate("window.changed - window.touched"))
            for key in "uru":
                page.evaluate(EXPECT)
                page.keyboard.press(key)
                page.wait_for_function("window.changed")
                later.append(page.evaluate("window.changed - window.asked"))
            after.append(fetched[0] / 1e6 - before[-1])
            context.close()
        browser.close()
        httpd.shutdown()
    print("touch to live board:", spread(live, f" ms ({len(live)})"))
    print("touch to first move, two more clicks between:", spread(first, f" ms ({len(first)})"))
    print("later moves:", spread(later, f" ms ({len(later)})"))
    print(f"fetched before the first touch {max(before):.1f} MB, after it {max(after):.1f} MB")
    print("load of the machine:", *(f"{x:.1f}" for x in os.getloadavg()))


if __name__ == "__main__":
    main()
