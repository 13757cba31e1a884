"""Prints pages of the built book into `_build/pdf`: all of them, in the book's order, or those
named (`fortress lessons/coverage`).

A headless Chromium prints them in the book's print style, boards as they stand when a page is
opened. Where `pdfunite` (poppler) is on the PATH, several pages are joined into one file, too. Run in the
environment: `python tools/pdf.py [--site FOLDER] [--to FOLDER] [page …]`."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from house import BUILD, SITE, Trouble, command_line, listed, run, say

MARGINS = {"top": "15mm", "bottom": "18mm", "left": "15mm", "right": "15mm"}
#: At the foot of each sheet the title of the page and its number.
FOOT = """<div style="font: 8px sans-serif; width: 100%; padding: 0 15mm; display: flex; justify-content: space-between">
<span class="title"></span><span class="pageNumber"></span></div>"""
#: Boards are there; and one has given up waiting for a kernel, so that what it shows is its own.
READY = """() => !document.documentElement.classList.contains("boards-to-come")
  && ![...document.querySelectorAll(".saved-widget")].some(one => !one.childElementCount && !one.textContent)
  && [...document.querySelectorAll(".saved-widget .cadogan")].every(one => one.querySelector(".replay"))"""
#: Pictures that come when they are looked at, and fonts, come now. A link to a page, also one of a drawing, would lead to the server
#: that is gone once all is printed, at a port that is another each time: its words stay.
SETTLE = """async () => {
  const there = one => { one.loading = "eager"; return one.decode().catch(() => {}); };
  await window.MathJax?.startup?.promise;
  await Promise.all([...document.images].map(there));
  await Promise.all([...document.fonts].map(font => font.load().catch(() => {})));
  for (const link of document.querySelectorAll("a[href]")) {
    const to = new URL(link.getAttribute("href"), location);
    if (to.origin === location.origin && (to.pathname !== location.pathname || !to.hash)) link.removeAttribute("href");
  }
  const frame = () => new Promise(resolve => requestAnimationFrame(resolve));
  await frame();
  await frame();
}"""


def pages(site: Path, names: list[str]) -> list[str]:
    """The pages to be printed: the named ones, or all of the book in its order.

    Raises:
        Trouble: a page that the built book does not have.
    """
    chosen = [
        page.removesuffix(".html").removesuffix(".md").removeprefix("book/") for page in names
    ] or listed()
    if missing := [page for page in chosen if not (site / f"{page}.html").is_file()]:
        known = "make build builds the book" if not names else f"there are {', '.join(listed())}"
        raise Trouble(f"no such page in {site}: {', '.join(missing)}; {known}")
    return chosen


def printed(site: Path, chosen: list[str], to: Path) -> Iterator[Path]:
    """Print the pages one after another; yields each file when it is written."""
    from served import served

    with served(site) as (browser, home):
        for page in chosen:
            path = to / f"{page}.pdf"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(_print(browser, f"{home}{page}.html"))
            yield path


def _print(browser: Any, url: str) -> bytes:
    page = browser.new_page(
        viewport={"width": 680, "height": 1009}, color_scheme="light"
    )  # A4 between its margins
    page.goto(url, wait_until="networkidle")
    page.wait_for_function(READY, timeout=60_000)
    page.emulate_media(media="print")
    page.evaluate(SETTLE)
    pdf: bytes = page.pdf(
        format="A4",
        margin=MARGINS,
        print_background=True,
        display_header_footer=True,
        header_template="<i></i>",
        footer_template=FOOT,
        outline=True,
        tagged=True,
    )
    page.close()
    return pdf


def join(parts: list[Path], to: Path) -> Path | None:
    """One file of several, or None where nothing on this machine joins them."""
    united = shutil.which("pdfunite")
    if united is None:
        return None
    whole = to / "book.pdf"
    run([united, *parts, whole], "joining the pages", quiet=True)
    return whole


def main(arguments: list[str] | None = None) -> int:
    """Print the pages; returns 1 where that cannot be done."""
    chosen = command_line(__doc__, None, arguments, site=SITE, to=BUILD / "pdf")
    try:
        parts = []
        for path in printed(chosen.site, pages(chosen.site, chosen.names), chosen.to):
            say(f"{path} ({path.stat().st_size / 1e6:.1f} MB)")
            parts.append(path)
        if len(parts) > 1:
            whole = join(parts, chosen.to)
            say(
                f"{whole}: all of them"
                if whole
                else "to join them, install pdfunite (on Debian: apt install poppler-utils)"
            )
    except Trouble as trouble:
        print(trouble, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
