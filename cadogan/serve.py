"""Serves the built book on the loopback address, and nowhere else.

A page that runs Python in the browser needs a server (the browser refuses to load modules from the
disk) and the right media types for ``.mjs`` and ``.wasm``; the standard library's server knows them
only on some systems.
"""

from __future__ import annotations

import os
import sys
import webbrowser
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

#: The first port that is tried; the next nineteen follow, then any free one.
FIRST_PORT = 8000


class _Pages(SimpleHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    extensions_map = {  # noqa: RUF012 - the base class declares it as an instance's
        **SimpleHTTPRequestHandler.extensions_map,
        ".css": "text/css; charset=utf-8",
        ".html": "text/html; charset=utf-8",
        ".js": "text/javascript; charset=utf-8",
        ".json": "application/json",
        ".mjs": "text/javascript; charset=utf-8",
        ".svg": "image/svg+xml",
        ".wasm": "application/wasm",
        ".whl": "application/zip",
        ".woff2": "font/woff2",
    }

    def end_headers(self) -> None:
        # The browser asks whether a page has changed instead of showing an old one after a rebuild.
        self.send_header("Cache-Control", "no-cache")
        super().end_headers()

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing of the requests."""


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    allow_reuse_address = os.name != "nt"  # on Windows it would share a port that is taken


def server(folder: Path | str, port: int | None = None) -> ThreadingHTTPServer:
    """A server of the folder, bound to 127.0.0.1 but not yet serving.

    Without a port the first free one from `FIRST_PORT` is taken; a given port that is taken raises
    `OSError`, port 0 means any.

    >>> import tempfile
    >>> with server(tempfile.gettempdir(), 0) as httpd:
    ...     address(httpd).startswith("http://127.0.0.1:")
    True
    """
    pages = partial(_Pages, directory=str(folder))
    ports = [port] if port is not None else [*range(FIRST_PORT, FIRST_PORT + 20), 0]
    for candidate in ports:
        try:
            return _Server(("127.0.0.1", candidate), pages)
        except OSError:
            if candidate == ports[-1]:
                raise
    raise AssertionError("unreachable")


def address(httpd: ThreadingHTTPServer) -> str:
    """Where a browser finds the server."""
    return f"http://127.0.0.1:{httpd.server_address[1]}/"


def has_screen() -> bool:
    """Whether a browser could be opened for someone: there is a display, and this is no automatic run."""
    if os.environ.get("CI"):
        return False
    if sys.platform in ("win32", "darwin"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def serve(folder: Path | str, port: int | None = None, browser: bool = True) -> None:
    """Serve until interrupted; prints the address and opens a browser where there is one."""
    with server(folder, port) as httpd:
        print(f"The book is served at {address(httpd)}   (Ctrl-C ends)", flush=True)
        if browser and has_screen():
            webbrowser.open(address(httpd))
        try:
            httpd.serve_forever()
        except KeyboardInterrupt:
            print()
