"""Takes the moving picture of the README anew: `python tools/pictures.py`. Needs the built book,
Chromium, Playwright, Pillow.

A game is played in the page, then a rule is changed. Beside the picture lies what it shows as text
(`book/pictures/play.json`): a test looks at the same page and finds a picture that is older than
what it shows."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

from house import BOOK, SITE
from PIL import Image
from playwright.sync_api import Page
from served import served

GAME, STEPS = "fortress", 6
WIDTH, HEIGHT = 760, 640
PICTURE = BOOK / "pictures" / "play.webp"
SHOWN = PICTURE.with_suffix(".json")
#: The rule that is changed, and how.
OLD, NEW = "marry(either", "marry(down"
#: The words in view, element by element; what is drawn is in the text of its buttons.
IN_VIEW = """() => [...document.querySelectorAll('article :is(h1, h2, h3, p, button, pre, .told, .editor-says, .title, summary)')]
.filter(one => {
  const box = one.getBoundingClientRect();
  return box.width && box.height && box.top >= 0 && box.bottom <= innerHeight && one.checkVisibility({ visibilityProperty: true });
}).map(one => one.innerText.trim()).filter(Boolean)"""


def words(page: Page) -> list[str]:
    """The texts of the page in view, without clocks."""
    return [
        text
        for line in page.evaluate(IN_VIEW)
        if (text := re.sub(r"\s+", " ", re.sub(r"\d+:\d\d", "", line)).strip())
    ]


def scenes(page: Page, home: str) -> Iterator[tuple[str, int]]:
    """Play, and change a rule; after each step its name and for how long it is shown, in
    milliseconds.
    """
    page.goto(f"{home}{GAME}.html", wait_until="networkidle")
    board = page.locator(".cadogan").first
    watch = board.get_by_role("button", name="Watch a finished game")
    watch.wait_for()
    page.evaluate(
        "scrollBy(0, document.querySelector('.cadogan').getBoundingClientRect().top - 70)"
    )
    page.wait_for_timeout(800)
    yield "the board", 1500
    watch.click()
    for step in range(STEPS):
        page.keyboard.press("ArrowRight")
        page.wait_for_timeout(700)
        yield f"move {step + 1}", 700
    cell = page.locator(".tag_rules", has_text=OLD).first
    cell.get_by_role("button", name="Change this rule").click()
    field = page.locator(".rule-editor textarea")
    field.wait_for()
    field.scroll_into_view_if_needed()
    page.wait_for_timeout(800)
    yield "the rule", 1500
    field.fill(field.input_value().replace(OLD, NEW, 1))
    page.wait_for_timeout(600)
    yield "the change", 1500
    page.get_by_role("button", name="Play it", exact=True).click()
    page.wait_for_function(
        "() => document.querySelector('.editor-says')?.textContent.includes('played')",
        timeout=90_000,
    )
    page.locator(".cadogan").last.evaluate(
        "one => scrollBy(0, one.getBoundingClientRect().top - 130)"
    )
    page.wait_for_timeout(1000)
    yield "its board", 2500


def main() -> None:
    """See the module."""
    frames, times, texts = [], [], {}
    with served(SITE) as (browser, home):
        page = browser.new_page(
            viewport={"width": WIDTH, "height": HEIGHT},
            color_scheme="light",
            reduced_motion="reduce",
        )
        for name, time in scenes(page, home):
            frames.append(Image.open(BytesIO(page.screenshot())).convert("RGB"))
            times.append(time)
            texts[name] = words(page)
    frames[0].save(
        PICTURE,
        save_all=True,
        append_images=frames[1:],
        duration=times,
        loop=0,
        quality=60,
        method=6,
    )
    SHOWN.write_text(json.dumps(texts, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    print(
        f"{PICTURE}: {len(frames)} scenes, {PICTURE.stat().st_size / 1000:.0f} kB; {Path(SHOWN).name}"
    )


if __name__ == "__main__":
    main()
