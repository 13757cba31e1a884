"""Contact sheets of the boards, to be looked at: `python tools/contact_sheets.py [game …] [--out
FOLDER]`.

Twelve patiences, the widest, tallest and fullest, and the six round games at four sizes of window,
light and dark; on one sheet as the page shows them first, on another in the middle of a game in the
full window. Every tile is measured, too, and what cannot be right is printed: a page wider than its
window, a control out of sight, cards too small to be read. Needs the built book (another one may be
named by CADOGAN_SITE), Chromium, Playwright and Pillow."""

from __future__ import annotations

import argparse
import os
import threading
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

from browsers import installed
from house import BUILD, SITE
from PIL import Image, ImageDraw
from playwright.sync_api import Browser, Page, sync_playwright

from cadogan.round_games import games as round_games
from cadogan.serve import address, server

PATIENCES = (
    "shah",
    "babette",
    "spensers-fairie-queen",
    "empress-of-india",
    "carpet",
    "wheel",
    "canfield-or-klondike",
    "fortress",
    "la-belle-lucie",
    "sultan",
    "nation",
    "clock",
)
#: Windows, each with the width of its tile on a sheet and how many stand side by side.
SIZES = {(320, 568): (320, 6), (390, 844): (300, 6), (1366, 768): (620, 3), (2560, 1440): (620, 3)}
SCHEMES = ("light", "dark")
LIVE = ".cadogan .controls:not(.replay):not(.playing-on):not([hidden])"
#: How far the finished game has come when it is played on, and what a person does at a round game
#: before the picture.
MIDDLE, DONE = 0.6, 8
#: The least width of a card that is of use, in pixels.
LEAST = 18

#: What cannot be right in the first board of a page, `full` when it fills the window.
FAULTS = """([full, least]) => {
  const board = document.querySelector(".cadogan"), found = [], { innerWidth: w, innerHeight: h } = window;
  if (document.documentElement.scrollWidth > w + 1) found.push(`the page is ${document.documentElement.scrollWidth} wide`);
  const seen = node => node.checkVisibility({ checkVisibilityCSS: true }) && node.getClientRects().length;
  const wanted = full ? ".controls > button, .kinds button, .acts button, .says, .own .pc" : ".controls.replay > button";
  const cloth = board.querySelector(".cloth, .felt"), away = full ? 0 : cloth.getBoundingClientRect().top;
  for (const node of board.querySelectorAll(wanted)) {
    const box = node.getBoundingClientRect();
    if (seen(node) && (box.right > w + 1 || box.left < -1 || box.bottom - Math.max(0, away - 60) > h + 1))
      found.push(`out of sight: ${node.textContent.trim().slice(0, 30) || node.getAttribute("aria-label") || node.className}`);
  }
  const cards = [...board.querySelectorAll(".playing-card use, .own .pc .pic")].map(node => node.getBoundingClientRect());
  const narrow = Math.min(...cards.map(box => Math.min(box.width, box.height)));
  if (narrow < least) found.push(`cards ${narrow.toFixed(0)} px wide`);
  for (const node of board.querySelectorAll(".head > *, button:not(.pc, .pile, .meld), .says, .seat, .plaque, .told")) {
    if (seen(node) && node.scrollWidth > node.clientWidth + 2 && getComputedStyle(node).display !== "inline")
      found.push(`cut off: ${node.className || node.tagName} “${node.textContent.slice(0, 30)}”`);
  }
  return [...new Set(found)];
}"""


def begin(page: Page, round_game: bool) -> None:
    """Have the first board of the page in the middle of a game: Python plays on from there."""
    board = page.locator(".cadogan").first
    if round_game:
        board.get_by_role("button", name="Play it yourself").click()
        page.wait_for_selector(LIVE, timeout=120_000)
        at_once(page)
        for _ in range(DONE):
            page.wait_for_timeout(250)
            page.keyboard.press("m")
            action = board.locator("ul.moves button").first
            there = action.count()
            if there:
                action.click()
            page.keyboard.press("Escape")
            if not there:
                break
        page.wait_for_timeout(400)
        return
    board.get_by_role("button", name="Watch a finished game").click()
    board.locator(".controls.replay input[type=range]").evaluate(
        "(one, part) => { one.value = Math.floor(one.max * part); one.dispatchEvent(new Event('input')); }",
        MIDDLE,
    )
    board.get_by_role("button", name="Play it yourself").click()
    page.wait_for_selector(LIVE, timeout=120_000)


def at_once(page: Page) -> None:
    """The bots play without pauses."""
    page.locator(".cadogan .controls button").last.focus()
    page.keyboard.press("n")
    page.get_by_label("How fast the bots play").first.select_option("at once")
    page.keyboard.press("Escape")


def each_look(
    page: Page, *, full: bool
) -> Iterator[tuple[tuple[int, int], str, Image.Image, list[str]]]:
    """The page at every size and in every scheme, from the board on or with the board in the full
    window.
    """
    for size in SIZES:
        page.set_viewport_size({"width": size[0], "height": size[1]})
        for scheme in SCHEMES:
            page.evaluate("scheme => { document.documentElement.dataset.theme = scheme; }", scheme)
            page.evaluate("document.querySelector('.cadogan').scrollIntoView()")
            page.wait_for_timeout(150)
            yield (
                size,
                scheme,
                Image.open(BytesIO(page.screenshot())).convert("RGB"),
                page.evaluate(FAULTS, [full, LEAST]),
            )


def sheet(tiles: list[tuple[str, Image.Image]], width: int, across: int) -> Image.Image:
    """Tiles in rows, each with its name."""
    height = round(tiles[0][1].height * width / tiles[0][1].width)
    rows = -(-len(tiles) // across)
    whole = Image.new("RGB", (across * (width + 6), rows * (height + 18)), "#888")
    for i, (name, tile) in enumerate(tiles):
        x, y = i % across * (width + 6), i // across * (height + 18)
        ImageDraw.Draw(whole).text((x + 3, y + 2), name, fill="#fff")
        whole.paste(tile.resize((width, height), Image.Resampling.LANCZOS), (x, y + 16))
    return whole


def take(browser: Browser, site: str, games: list[str], out: Path) -> int:
    """Take all pictures; gives how many faults were found."""
    sheets: dict[tuple[tuple[int, int], str, str], list[tuple[str, Image.Image]]] = {}
    faults = 0
    for game in games:
        page = browser.new_page(viewport={"width": 1366, "height": 768})
        page.set_default_timeout(180_000)
        page.goto(f"{site}{game}.html", wait_until="networkidle")
        page.wait_for_selector(".cadogan .controls.replay")
        for manner in ("page", "window"):
            if manner == "window":
                begin(page, game in round_games)
                page.locator(".cadogan .controls .whole").first.click()
            for size, scheme, picture, found in each_look(page, full=manner == "window"):
                sheets.setdefault((size, scheme, manner), []).append(
                    (game, picture.resize(_shrunk(size), Image.Resampling.LANCZOS))
                )
                if scheme == SCHEMES[0]:
                    faults += len(found)
                    for fault in found:
                        print(f"{game:<24} {manner:<6} {size[0]:4} × {size[1]:<4} {fault}")
        page.close()
    for (size, scheme, manner), tiles in sheets.items():
        sheet(tiles, *SIZES[size]).save(out / f"{manner}-{size[0]}-{scheme}.png")
    return faults


def _shrunk(size: tuple[int, int]) -> tuple[int, int]:
    width = SIZES[size][0]
    return width, round(size[1] * width / size[0])


def main() -> None:
    """See the module."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "games",
        nargs="*",
        help=f"pages of games (default: {', '.join(PATIENCES)} and the round games)",
    )
    parser.add_argument(
        "--out",
        type=Path,
        default=BUILD / "sheets",
        help="where the sheets go (default: %(default)s)",
    )
    given = parser.parse_args()
    given.out.mkdir(parents=True, exist_ok=True)
    games = given.games or [*PATIENCES, *round_games]
    with (
        server(Path(os.environ.get("CADOGAN_SITE", SITE)), 0) as httpd,
        sync_playwright() as playwright,
    ):
        threading.Thread(target=httpd.serve_forever, daemon=True).start()
        browser = playwright.chromium.launch(
            executable_path=installed(), args=["--no-sandbox", "--disable-gpu"]
        )
        faults = take(browser, address(httpd), games, given.out)
        browser.close()
        httpd.shutdown()
    print(f"{faults} faults found by measure; the sheets to look at lie in {given.out}")


if __name__ == "__main__":
    main()
