"""How wide a card is on the tables of the book, on four screens: `python tools/card_sizes.py [SLUG
…]`, all 53 by default. `--pictures FOLDER` takes a picture of each, too.

The boards of this checkout are drawn one after another in a page as wide as a chapter's; the built
book is not needed. Two numbers each, in pixels: in the page, and in the full window; of a round
table a card of one's own hand. Needs Chromium, Playwright."""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path
from typing import Any

from house import BOOK, PACKAGE, SITE, command_line
from playwright.sync_api import Page, Route
from served import served

import cadogan
from cadogan.board import round_replay
from cadogan.board.messages import Reply
from cadogan.board.round_session import Session as RoundSession
from cadogan.board.round_shown import opening
from cadogan.board.script import script
from cadogan.board.session import Session
from cadogan.drawing.faces import card_svg_defs, joker_svg_defs
from cadogan.round_games import games as round_games

ADDRESS = "http://127.0.0.1/"
DEAL = 1914
#: The window, and how wide a chapter has its board there.
SCREENS = {
    "laptop": (1366, 768, 758),
    "desk": (1920, 1080, 1201),
    "telephone": (390, 844, 358),
    "lying": (844, 390, 780),
}
PAGE = """<!doctype html><html lang="en" data-theme="light"><head><meta charset="utf-8"><title>Boards</title>
<meta name="viewport" content="width=device-width"><link rel="stylesheet" href="/page.css"><link rel="stylesheet" href="/board.css"></head>
<body style="margin:0;font-family:system-ui,sans-serif"><div class="first-screen" id="here" style="padding-top:70px"></div>
<script type="module">
import board from "/board.js";
import round from "/round.js";
let close = () => {}, model;
window.show = traits => {
  close();
  const here = document.getElementById("here"), listeners = new Set();
  here.replaceChildren();
  model = { get: name => traits[name], on: (_, hear) => listeners.add(hear), off: () => listeners.clear(),
    send: ({ kind }) => { if (kind === "hello") for (const hear of listeners) hear({ ...traits.first }); } };
  close = (traits.round ? round : board).render({ model, el: here });
};
window.card = () => {
  const pic = document.querySelector(".mine .pc .pic");
  if (pic) return pic.getBoundingClientRect().width;
  return 50 * document.querySelector(".cadogan .cloth > svg").getScreenCTM().a;
};
</script></body></html>"""


def traits(slug: str) -> Reply:
    """The traits with which a board of this game is opened."""
    if slug in cadogan.games:
        return {"first": Session(slug, DEAL).snapshot(), "replay": None}
    session = RoundSession(slug, DEAL)
    start = opening(session.record, session.seats)
    played = round_replay.finished(session.game, DEAL, session.state.players)
    replay = {**round_replay.replay(played, session.seats), "start": start}
    return {"first": session.first(), "replay": replay, "round": True}


def page_of(page: Page) -> None:
    """The page that draws boards."""
    style = "\n".join(
        (BOOK / "_static" / name).read_text("utf-8") for name in ("page.css", "book.css")
    )
    board = "\n".join(
        (PACKAGE / "board" / name).read_text("utf-8") for name in ("board.css", "round.css")
    )
    files = {
        "": ("text/html", PAGE),
        "board.js": ("text/javascript", script()),
        "round.js": ("text/javascript", script("round")),
        "board.css": ("text/css", board),
        "page.css": ("text/css", style),
    }
    for path, (kind, body) in files.items():
        page.route(ADDRESS + path, partial(Route.fulfill, content_type=kind, body=body))
    page.goto(ADDRESS)
    page.wait_for_function("() => Boolean(window.show)")


def main() -> None:
    """Print a line for each table."""
    arguments = command_line(__doc__, [*cadogan.games, *round_games], pictures="")
    cards: dict[str, Any] = {
        "cards_svg": card_svg_defs(prefix="cb-", switch=True),
        "joker_svg": joker_svg_defs(prefix="cb-"),
    }
    widths: dict[str, list[str]] = {slug: [] for slug in arguments.names}
    with served(SITE) as (browser, _):
        for screen, (width, height, board) in SCREENS.items():
            page = browser.new_page(
                viewport={"width": width, "height": height}, reduced_motion="reduce"
            )
            page_of(page)
            page.evaluate(
                "wide => { document.getElementById('here').style.width = `${wide}px` }", board
            )
            for slug in arguments.names:
                page.evaluate(
                    "one => window.show(JSON.parse(one))", json.dumps({**cards, **traits(slug)})
                )
                sizes = []
                for full in (False, True):
                    if full:
                        page.evaluate("document.querySelector('.cadogan > .whole').click()")
                    page.evaluate(
                        "() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"
                    )
                    sizes.append(f"{page.evaluate('window.card()'):.0f}")
                    if arguments.pictures:
                        name = f"{slug}-{screen}{'-full' if full else ''}.png"
                        page.screenshot(path=Path(arguments.pictures) / name)
                page.keyboard.press("v")
                widths[slug].append("/".join(sizes))
            page.close()
    heads = (f"{screen:>10}" for screen in SCREENS)
    print(" " * 26, *heads)
    for slug, sizes in widths.items():
        print(f"{slug:26}", *(f"{size:>10}" for size in sizes))


if __name__ == "__main__":
    main()
