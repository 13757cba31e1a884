"""The built book in Firefox: the landing page, a patience to the win, a round game to its end; by
WebDriver.

The other tests of pages are Chromium's; these say that nothing of it is needed. Debian's is
`firefox-esr`; another one is named by CADOGAN_FIREFOX. Where there is none the tests are skipped,
except in CI."""

import functools
import http.server
import os
import re
import threading

import pytest

import cadogan
from cadogan.players.odds import playout

from .conftest import KIND_KEYS, MOVED, SITE
from .firefox import COMMAND, Firefox
from .test_offline import Site

CI = bool(os.environ.get("CI"))

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(
        not (COMMAND or CI),
        reason="no Firefox on this machine: install firefox-esr or set CADOGAN_FIREFOX",
    ),
    pytest.mark.skipif(
        not (CI or (SITE / "index.html").is_file()), reason="the book is not built; make build"
    ),
]


@pytest.fixture(scope="module")
def browser_of_mozilla(tmp_path_factory):
    assert COMMAND, "no Firefox found; .ci/run installs firefox-esr"
    with Firefox(COMMAND, tmp_path_factory.mktemp("firefox")) as firefox:
        yield firefox


@pytest.fixture
def firefox(browser_of_mozilla):
    """Firefox, watched: a request to another host or an error in the console fails the test."""
    browser_of_mozilla.requests.clear()
    browser_of_mozilla.problems.clear()
    yield browser_of_mozilla
    assert browser_of_mozilla.problems == []
    elsewhere = [
        url
        for url in browser_of_mozilla.requests
        if not url.startswith(("http://127.0.0.1", "blob:", "data:", "about:"))
    ]
    assert elsewhere == []


LIVE = "() => Boolean(document.querySelector('.cadogan .controls:not(.replay):not([hidden])'))"
#: Presses a button of the first board, which has it as soon as it is drawn.
PRESS = """label => {
  const button = [...document.querySelectorAll(".cadogan button")].find(one => one.textContent.trim() === label && one.checkVisibility());
  button?.click();
  return Boolean(button);
}"""
#: The middle of the uppermost card of a place, when it has come to rest and is in sight.
CENTRE = """async name => {
  await Promise.all(document.getAnimations().map(one => one.finished));
  const place = document.querySelector(`.cadogan [data-place="${name}"]`);
  const card = [...place.querySelectorAll(".playing-card use:not(.at-right)")].at(-1) ?? place;
  card.scrollIntoView({ block: "center", behavior: "instant" });
  const { x, y, width, height } = card.getBoundingClientRect();
  return [x + width / 2, y + height / 2];
}"""


def test_the_landing_page(firefox, site):
    firefox.open(f"{site}intro.html")
    firefox.wait("() => document.querySelectorAll('.game-cards img').length >= 47")
    assert firefox.run("() => document.documentElement.scrollWidth <= innerWidth"), (
        "nothing stands out at the side"
    )
    # The board's own scripts lie beside Python: "Continue" reads the kept games with one of them.
    assert not [url for url in firefox.requests if re.search("/pyodide/(?!board/)", url)], (
        "Python is fetched before anybody wants it"
    )
    links = firefox.run(
        "() => [...document.querySelectorAll('article .game-cards a')].map(one => one.getAttribute('href'))"
    )
    assert {f"{slug}.html" for slug in [*cadogan.games, *cadogan.round_games]} <= set(links)


def test_a_patience_to_the_win(firefox, site):
    """Each card is clicked, then the place where it shall go; Python in the page is the referee."""
    record = playout(cadogan.games["margarethe"], 1914)
    assert record.last.is_won and len(record.moves) >= 40
    firefox.open(f"{site}margarethe.html")
    firefox.wait(PRESS, "Play it yourself")
    firefox.wait(LIVE)
    for n, (position, text) in enumerate(zip(record.positions(), record.moves), 1):
        move = position.find(text)
        if move.places:
            for place in move.places:
                firefox.click(*firefox.run(CENTRE, place))
        else:
            firefox.press(KIND_KEYS[move.kind])
        firefox.wait(MOVED, f"{n} move{'s' * (n != 1)}", seconds=20)
    assert firefox.run("() => document.querySelector('.cadogan .result').textContent") == "Won"


#: The bots are to play without pauses.
AT_ONCE = """() => {
  const pace = document.querySelector(".cadogan select[aria-label='How fast the bots play']");
  if (pace) pace.value = [...pace.options].find(one => one.textContent === "at once").value;
  return Boolean(pace?.dispatchEvent(new Event("change", { bubbles: true })));
}"""
#: The first of all the actions that the list has, when the person at the table is to act. Gives
#: whether the game is over.
ACT = """() => {
  const table = document.querySelector(".cadogan");
  const shown = selector => [...table.querySelectorAll(selector)].filter(one => one.checkVisibility());
  if (table.dataset.turn === "over") return true;
  const listed = shown(".moves button"), labelled = name => shown("button").find(one => one.textContent.trim() === name);
  (listed[0] ?? labelled("Next deal") ?? labelled("All actions"))?.click();
  return false;
}"""


#: Presses a button by its beginning, in a cell or below a rule, once: a second touch would be heard
#: when the network is back. Gives whether it has said that it cannot.
CANNOT = """name => {
  const button = [...document.querySelectorAll("article button")].find(one => one.ariaLabel?.startsWith(name));
  if (!button.dataset.touched) button.click();
  button.dataset.touched = "once";
  return Boolean(button.closest(".cell").querySelector(".cannot"));
}"""
#: Whether all that the page fetches by itself has come: what is cut off on its way then never comes.
COME = """() => document.readyState === "complete" && ["sheets", "elements", "rules-text"].every(name =>
  performance.getEntriesByName(new URL(`_static/${name}.mjs`, location).href).length)"""
SAYS = "words => document.querySelector('.cadogan .says').textContent.includes(words)"


def test_what_was_touched_without_a_network_works_when_it_is_back(firefox):
    """Firefox asks only once for a module that does not come."""
    handler = functools.partial(Site, directory=str(SITE))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as httpd:
        threading.Thread(target=httpd.serve_forever, daemon=True).start()
        firefox.open(f"http://127.0.0.1:{httpd.server_address[1]}/fortress.html")
        try:
            firefox.wait("() => Boolean(document.querySelector('.cadogan .controls.replay'))")
            firefox.wait(COME)
            Site.cut = True
            firefox.wait(PRESS, "Play it yourself")
            firefox.wait(SAYS, "the replay still works")
            for name in ("Run: ", "Change this rule: "):
                firefox.wait(CANNOT, name)
            Site.cut = False
            firefox.run(
                "() => { for (const one of document.querySelectorAll('.cannot')) one.remove(); }"
            )
            firefox.wait(PRESS, "Play it yourself")
            firefox.wait(LIVE)
            firefox.run("() => document.querySelector('.change-rule').click()")
            firefox.wait("() => Boolean(document.querySelector('.rule-editor textarea'))")
        finally:
            Site.cut = False
            firefox.open("about:blank")
            firefox.problems.clear()  # (what did not come is told in the console, too)
            httpd.shutdown()


def test_a_round_game_to_its_end(firefox, site):
    firefox.open(f"{site}commerce.html")
    firefox.wait(PRESS, "Play it yourself")
    firefox.wait(LIVE)
    firefox.wait(PRESS, "More")
    firefox.wait(AT_ONCE)
    firefox.wait(PRESS, "More")
    firefox.wait(ACT, seconds=120)
    assert firefox.run("() => document.querySelector('.cadogan .result').textContent") == "Over"
    assert int(firefox.run("() => document.querySelector('.cadogan')?.dataset.at")) >= 3
