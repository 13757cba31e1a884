"""A browser of Playwright's before the built book."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from browsers import ensure_browser
from playwright.sync_api import Browser, sync_playwright

from cadogan.serve import address, server

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
]


@contextmanager
def served(site: Path) -> Iterator[tuple[Browser, str]]:
    """A browser, and the address at which a built book is served to it meanwhile."""
    with server(site, 0) as httpd, sync_playwright() as playwright:
        threading.Thread(target=httpd.serve_forever, daemon=True).start()
        browser = playwright.chromium.launch(executable_path=ensure_browser(), args=FLAGS)
        yield browser, address(httpd)
        browser.close()
        httpd.shutdown()
