"""Takes the twelve pictures of boards in the gallery anew: `python tools/board_pictures.py [NAME
…]`. Needs Chromium, Playwright, Pillow.

Each is a board with the referee of this checkout behind it, brought to what the gallery says of it;
the built book is not needed."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from io import BytesIO
from typing import Any, Literal

from browsers import installed
from house import BOOK, ROOT
from PIL import Image
from playwright.sync_api import Browser, Page, Route, sync_playwright

import cadogan
from cadogan.board.script import script
from cadogan.board.session import Session
from cadogan.board.shown import replay
from cadogan.drawing.faces import card_svg_defs
from cadogan.players.odds import playout

ADDRESS = "http://127.0.0.1/"
#: A page that holds one board; `referee` is the Python behind it.
PAGE = """<!doctype html><html lang="en" data-theme="{theme}"><head><meta charset="utf-8"><title>A board</title>
<meta name="viewport" content="width=device-width"><link rel="stylesheet" href="/board.css"></head>
<body style="margin:8px;background:{paper};font-family:system-ui,sans-serif"><div id="here"></div><script type="module">
import board from "/board.js";
const traits = await (await fetch("/traits.json")).json(), listeners = new Set();
const send = async message => {{
  if (!window.referee) return;
  for (const reply of JSON.parse(await window.referee(JSON.stringify(message)))) for (const hear of listeners) hear(reply);
}};
window.model = {{ get: name => traits[name], on: (_, hear) => listeners.add(hear), off: (_, hear) => listeners.delete(hear), send }};
board.render({{ model: window.model, el: document.getElementById("here") }});
</script></body></html>"""
PAPERS = {"light": "#ffffff", "dark": "#121212"}
#: The width of the window, and how many pixels of the picture one of its pixels has.
LAPTOP, PHONE, SMALL_PHONE = (1114, 1), (404, 2), (334, 2)


@dataclass(frozen=True)
class Picture:
    """A picture: the game, the deal and how many of the eager player's moves are played, the
    window, and what is done before it.
    """

    slug: str
    deal: int = 1
    moves: int = 0
    size: tuple[int, int] = LAPTOP
    theme: str = "light"
    player: str = "greedy"
    live: bool = True
    media: Literal["screen", "print"] = "screen"
    options: dict[str, bool] = field(default_factory=dict)
    act: Callable[[Page, Session], None] = lambda page, session: None


def hint(page: Page, session: Session) -> None:
    """Ask for a hint."""
    page.get_by_role("button", name="Hint").click()
    page.wait_for_function("document.querySelector('.says').textContent.includes('You might')")


def refused(page: Page, session: Session) -> None:
    """Try the first move between two places that is not legal."""
    names = [place.id for place in session.game.places]
    legal = {(move.source, move.target) for move in session.position.moves()}
    full = [name for name in names if session.position.cards.get(name)]
    source, target = next((a, b) for a in full for b in full if a != b and (a, b) not in legal)
    page.evaluate("([from, to]) => window.model.send({ kind: 'try', from, to })", [source, target])
    page.wait_for_selector(".says.refused")


def choose(page: Page, session: Session) -> None:
    """Choose a card that may go somewhere."""
    source = next(move.source for move in session.position.moves() if move.source and move.target)
    page.locator(f"[data-place='{source}']").focus()
    page.keyboard.press("Enter")


def walk(page: Page, session: Session) -> None:
    """Go to a place by the keyboard."""
    page.locator("[data-place]").nth(4).focus()
    page.keyboard.press("ArrowRight")


def won(slug: str, player: str) -> int:
    """The first deal that a player wins."""
    game = cadogan.games[slug]
    return next(deal for deal in range(1, 2000) if playout(game, deal, player).last.is_won)


PICTURES: dict[str, Callable[[], Picture]] = {
    "01-klondike-hint": lambda: Picture("canfield-or-klondike", 12, 31, act=hint),
    "02-carpet": lambda: Picture("carpet"),
    "03-shah": lambda: Picture("shah", moves=20, options={"large-index": True}),
    "04-fairie-queen": lambda: Picture("spensers-fairie-queen", moves=10_000),
    "05-refused": lambda: Picture("la-belle-lucie", act=refused),
    "06-won": lambda: Picture("margarethe", won("margarethe", "careful"), 10_000, player="careful"),
    "07-lucie-phone": lambda: Picture("la-belle-lucie", size=SMALL_PHONE, act=choose),
    "08-clock-phone": lambda: Picture("clock", size=PHONE),
    "09-empress-dark-phone": lambda: Picture("empress-of-india", size=PHONE, theme="dark"),
    "10-two-rings-dark": lambda: Picture("two-rings", theme="dark", act=walk),
    "11-napoleon-print": lambda: Picture(
        "napoleon-at-st-helena", size=(734, 1), live=False, media="print"
    ),
    "12-constitution-four": lambda: Picture(
        "constitution", options={"four-colour": True, "large-index": True}
    ),
}


def _serve(body: str, kind: str, route: Route) -> None:
    route.fulfill(body=body, content_type=kind)


def take(browser: Browser, name: str) -> None:
    """Take a picture, and store it with 128 colours, which are enough for cards and text."""
    one = PICTURES[name]()
    record = playout(cadogan.games[one.slug], one.deal, one.player)
    session = Session(record.game, one.deal, record.moves[: one.moves])
    traits: dict[str, Any] = {
        "cards_svg": card_svg_defs(prefix="cb-", switch=True),
        "first": session.state(),
        "replay": replay(record),
    }
    served = {
        "": PAGE.format(theme=one.theme, paper=PAPERS[one.theme]),
        "board.js": script(),
        "traits.json": json.dumps(traits),
        "board.css": (ROOT / "cadogan" / "board" / "board.css").read_text(encoding="utf-8"),
    }
    kinds = {
        "": "text/html",
        "board.js": "text/javascript",
        "traits.json": "application/json",
        "board.css": "text/css",
    }
    width, scale = one.size
    context = browser.new_context(
        viewport={"width": width, "height": 900}, device_scale_factor=scale, reduced_motion="reduce"
    )
    page = context.new_page()
    page.set_default_timeout(60_000)
    for path, body in served.items():
        page.route(ADDRESS + path, partial(_serve, body, kinds[path]))
    page.add_init_script(
        f"localStorage.setItem('cadogan-options', '{json.dumps({one.slug: one.options})}')"
    )
    if one.live:
        page.expose_function("referee", lambda text: json.dumps(session.handle(json.loads(text))))
    page.emulate_media(media=one.media)
    page.goto(ADDRESS)
    page.wait_for_selector(".cadogan .playing-card", state="attached")
    if one.live:
        page.wait_for_selector(".cadogan .controls:not(.replay):not([hidden])")
    one.act(page, session)
    page.wait_for_timeout(500)
    picture = Image.open(BytesIO(page.locator(".cadogan").screenshot())).convert("RGB")
    picture.quantize(128).save(BOOK / "pictures" / f"{name}.png", optimize=True)
    print(BOOK / "pictures" / f"{name}.png")
    context.close()


def main(names: list[str]) -> int:
    """Take the pictures named, or all."""
    if unknown := set(names) - set(PICTURES):
        print(
            f"no picture {', '.join(sorted(unknown))}; there are {', '.join(PICTURES)}",
            file=sys.stderr,
        )
        return 1
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=installed(), args=["--no-sandbox", "--disable-gpu"]
        )
        for name in names or PICTURES:
            take(browser, name)
        browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
