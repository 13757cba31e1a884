"""Takes the twelve pictures of boards in the gallery anew: `python tools/board_pictures.py [NAME
…]`. Needs Chromium, Playwright, Pillow.

Each is a board with the referee of this checkout behind it, brought to what the gallery says of it;
the built book is not needed."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from io import BytesIO
from itertools import count
from typing import Any, Literal

from house import BOOK, PACKAGE, SITE, command_line
from PIL import Image
from playwright.sync_api import Browser, Page, Route
from served import served

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
    page.wait_for_function(
        "() => document.querySelector('.says').textContent.includes('You might')"
    )


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


#: The first deal of Margarethe that the careful player wins.
WON = next(d for d in count(1) if playout(cadogan.games["margarethe"], d, "careful").last.is_won)
PICTURES: dict[str, Picture] = {
    "01-klondike-hint": Picture("canfield-or-klondike", 12, 31, act=hint),
    "02-carpet": Picture("carpet"),
    "03-shah": Picture("shah", moves=20, options={"large-index": True}),
    "04-fairie-queen": Picture("spensers-fairie-queen", moves=10_000),
    "05-refused": Picture("la-belle-lucie", act=refused),
    "06-won": Picture("margarethe", WON, 10_000, player="careful"),
    "07-lucie-phone": Picture("la-belle-lucie", size=SMALL_PHONE, act=choose),
    "08-clock-phone": Picture("clock", size=PHONE),
    "09-empress-dark-phone": Picture("empress-of-india", size=PHONE, theme="dark"),
    "10-two-rings-dark": Picture("two-rings", theme="dark", act=walk),
    "11-napoleon-print": Picture("napoleon-at-st-helena", size=(734, 1), live=False, media="print"),
    "12-constitution-four": Picture(
        "constitution", options={"four-colour": True, "large-index": True}
    ),
}


def take(browser: Browser, name: str) -> None:
    """Take a picture, and store it with 128 colours, which are enough for cards and text."""
    spec = PICTURES[name]
    record = playout(cadogan.games[spec.slug], spec.deal, spec.player)
    session = Session(record.game, spec.deal, record.moves[: spec.moves])
    traits: dict[str, Any] = {
        "cards_svg": card_svg_defs(prefix="cb-", switch=True),
        "first": session.snapshot(),
        "replay": replay(record),
    }
    files = {
        "": ("text/html", PAGE.format(theme=spec.theme, paper=PAPERS[spec.theme])),
        "board.js": ("text/javascript", script()),
        "traits.json": ("application/json", json.dumps(traits)),
        "board.css": ("text/css", (PACKAGE / "board" / "board.css").read_text(encoding="utf-8")),
    }
    width, scale = spec.size
    context = browser.new_context(
        viewport={"width": width, "height": 900}, device_scale_factor=scale, reduced_motion="reduce"
    )
    page = context.new_page()
    page.set_default_timeout(60_000)
    for path, (kind, body) in files.items():
        page.route(ADDRESS + path, partial(Route.fulfill, content_type=kind, body=body))
    page.add_init_script(
        f"localStorage.setItem('cadogan-options', '{json.dumps({spec.slug: spec.options})}')"
    )
    if spec.live:
        page.expose_function("referee", lambda text: json.dumps(session.handle(json.loads(text))))
    page.emulate_media(media=spec.media)
    page.goto(ADDRESS)
    page.wait_for_selector(".cadogan .playing-card", state="attached")
    if spec.live:
        page.wait_for_selector(".cadogan .controls:not(.replay):not([hidden])")
    spec.act(page, session)
    page.wait_for_timeout(500)
    picture = Image.open(BytesIO(page.locator(".cadogan").screenshot())).convert("RGB")
    picture.quantize(128).save(BOOK / "pictures" / f"{name}.png", optimize=True)
    print(BOOK / "pictures" / f"{name}.png")
    context.close()


def main() -> None:
    """Take the pictures named, or all."""
    names = command_line(__doc__, PICTURES).names
    with served(SITE) as (browser, _):
        for name in names:
            take(browser, name)


if __name__ == "__main__":
    main()
