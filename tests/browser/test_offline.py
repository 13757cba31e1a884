"""The book without a network: after one visit it opens and plays; a new edition replaces the old one
whole.

The built book is served under a name, for where it lies on the reader's own machine nothing is kept
(`book/_static/offline.js`)."""

import functools
import http.server
import os
import shutil
import threading
from itertools import pairwise

import book_offline
import pytest

import cadogan
from cadogan.serve import TYPES

from ..conftest import text_of
from .conftest import LIVE, SITE, built

pytestmark = [pytest.mark.browser, pytest.mark.slow, built]

#: A browser takes it for this machine, and trusts it; to the book it is a host like any other.
NAME = "patience.localhost"
#: Every fifth chapter is opened without a network; in one of them a game is begun.
CHAPTERS = list(cadogan.games)[::5]
#: When the copy was built, in seconds since 1970: in 2020.
LONG_AGO = 1_577_836_800
TOLD = "document.title = 'The next edition';"


class Site(http.server.SimpleHTTPRequestHandler):
    """The built book as any host serves it; nobody answers while the line is cut."""

    extensions_map = {**http.server.SimpleHTTPRequestHandler.extensions_map, **TYPES}  # noqa: RUF012
    cut = False

    def handle_one_request(self):
        if type(self).cut:
            self.close_connection = True
            return
        super().handle_one_request()

    def log_message(self, *args):
        pass


@pytest.fixture(scope="module")
def copy(tmp_path_factory):
    """A copy of the built book, of which a new edition can be made. Its files are so old that a
    browser, if nobody tells it otherwise, takes them from its own cache unasked.
    """
    folder = tmp_path_factory.mktemp("site") / "html"
    shutil.copytree(SITE, folder)
    for path in folder.rglob("*"):
        os.utime(path, (LONG_AGO, LONG_AGO))
    return folder


@pytest.fixture
def visited(launch, copy):
    """A browser's context, and the address under which the book lies; the line can be cut."""
    handler = functools.partial(Site, directory=str(copy))
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as httpd:
        threading.Thread(target=httpd.serve_forever, daemon=True).start()
        address = f"http://{NAME}:{httpd.server_address[1]}"
        with launch() as chromium:
            yield chromium.new_context(reduced_motion="reduce"), address
        httpd.shutdown()
        Site.cut = False


def editions(page):
    return page.evaluate("caches.keys()")


def kept_whole(context, address):
    """A first visit, long enough for the edition to be fetched."""
    page = context.new_page()
    page.goto(f"{address}/intro.html")
    page.wait_for_function("() => navigator.serviceWorker.controller !== null", timeout=120_000)
    return page


def test_python_comes_pack_after_pack_while_the_page_is_laid_out(visited):
    """Named in the page's own script, for its main thread has no time to ask; not on this machine."""
    context, address = visited
    page = context.new_page()
    packs = """async () => {
      await new Promise(done => setTimeout(done, 2000));
      const packs = performance.getEntriesByType("resource").filter(one => one.name.endsWith(".bin"));
      const [{ domContentLoadedEventStart: laid }] = performance.getEntriesByType("navigation");
      return packs.map(one => [/-(\\w+)-/.exec(one.name)[1], one.startTime < laid, one.startTime, one.responseEnd]);
    }"""
    page.goto(f"{address}/fortress.html", wait_until="load")
    asked_for = page.evaluate(packs)
    assert [name for name, *_ in asked_for] == list(book_offline.AHEAD)
    assert asked_for[0][1], "the interpreter has waited for the page"
    assert all(one[3] <= other[2] for one, other in pairwise(asked_for))
    page.goto(f"{address.replace(NAME, '127.0.0.1')}/fortress.html", wait_until="load")
    assert page.evaluate(packs) == []


def test_after_one_visit_the_book_opens_and_plays_without_a_network(visited):
    context, address = visited
    page = kept_whole(context, address)
    Site.cut = True
    for slug in CHAPTERS:
        page.goto(f"{address}/{slug}.html")
        assert page.locator("h1").first.inner_text()
        page.wait_for_selector(".cadogan .controls.replay")
    page.goto(f"{address}/")
    page.wait_for_url("**/intro.html")
    page.goto(f"{address}/fortress.html")
    page.get_by_role("button", name="Play it yourself").first.click()
    page.wait_for_selector(f".cadogan {LIVE}", timeout=120_000)
    page.get_by_role("button", name="Hint").first.click()
    page.locator(".says", has_text="might").first.wait_for(timeout=60_000)


def test_a_new_edition_replaces_the_old_one_whole(visited, copy):
    """Whoever has a network sees it at once; what was kept is replaced when it has come whole."""
    context, address = visited
    page = kept_whole(context, address)
    (old,) = editions(page)
    script = copy / "_static" / "boards.js"
    text = text_of(script)
    try:
        script.write_text(TOLD + text, encoding="utf-8")
        book_offline.write(copy)
        page.goto(f"{address}/fortress.html")
        assert page.title() == "The next edition"
        waiting = "navigator.serviceWorker.getRegistration().then(found => Boolean(found.waiting))"
        while not page.evaluate(waiting):
            page.wait_for_timeout(500)
        assert len(editions(page)) == 2, "the old one stays until the last page of it is closed"
        page.close()
        page = context.new_page()
        page.wait_for_timeout(
            4000
        )  # (the waiting edition begins when no page of the old one is left)
        Site.cut = True
        page.goto(f"{address}/fortress.html")
        assert {*editions(page)} - {old} and page.title() == "The next edition"
    finally:
        script.write_text(text, encoding="utf-8")
        book_offline.write(copy)


def test_a_page_of_the_new_edition_has_nothing_of_the_old_one(visited, copy):
    """Not even when it was left alone so long that the browser has ended the service worker."""
    context, address = visited
    page = kept_whole(context, address)
    module = copy / "_static" / "vendor" / "pyodide" / "links.mjs"
    text = text_of(module)
    try:
        module.write_text(f"{text}\nexport const edition = 'next';\n", encoding="utf-8")
        book_offline.write(copy)
        page.goto(f"{address}/fortress.html")
        browser = context.new_cdp_session(page)
        browser.send("ServiceWorker.enable")
        browser.send("ServiceWorker.stopAllWorkers")
        later = (
            "import('./_static/vendor/pyodide/links.mjs').then(({ edition }) => edition ?? 'old')"
        )
        assert page.evaluate(later) == "next"
    finally:
        module.write_text(text, encoding="utf-8")
        book_offline.write(copy)


def test_a_file_that_is_not_of_the_edition_leaves_the_old_one(visited, copy):
    """A server that is being brought up to date hands out half of each: nothing of it is kept."""
    context, address = visited
    page = kept_whole(context, address)
    (old,) = editions(page)
    page_file = copy / "kings.html"
    text = page_file.read_bytes()
    try:
        page_file.write_bytes(text + b"<!-- new -->")
        book_offline.write(copy)
        page_file.write_bytes(text)
        page.evaluate("navigator.serviceWorker.getRegistration().then(found => found.update())")
        page.wait_for_function(
            "() => navigator.serviceWorker.getRegistration().then(found => !found.installing)"
        )
        Site.cut = True
        page.goto(f"{address}/kings.html")
        assert page.evaluate("navigator.serviceWorker.controller !== null")
        assert old in editions(page)
    finally:
        page_file.write_bytes(text)
        book_offline.write(copy)


def test_what_the_browser_has_cleared_away_comes_from_the_network(visited):
    context, address = visited
    page = kept_whole(context, address)
    page.evaluate(
        "caches.keys().then(names => Promise.all(names.map(name => caches.delete(name))))"
    )
    page.goto(f"{address}/kings.html")
    page.wait_for_selector(".cadogan .controls.replay")
