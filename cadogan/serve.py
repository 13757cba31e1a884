"""Serves the built book on the loopback address, and nowhere else.

A page that runs Python in the browser needs a server (the browser refuses to load modules from the
disk) and the right media types for ``.mjs`` and ``.wasm``; the standard library's server knows them
only on some systems.

Any page of any website can send requests to this address, and read the answers when its own name
points here (DNS rebinding). So only requests that name this machine are answered, nothing outside
the folder is sent, and each page comes with the policy that it runs under. This module stands
alone: the one-file book carries it."""

from __future__ import annotations

import io
import os
import sys
import webbrowser
import zlib
from functools import lru_cache, partial
from http import HTTPStatus
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

#: The first port that is tried; the next nineteen follow, then any free one.
FIRST_PORT = 8000
#: The names of this machine that a request may give.
OWN_NAMES: tuple[str, ...] = ("127.0.0.1", "localhost", "[::1]")
#: Media types that browsers insist on, or that systems do not agree on.
TYPES = {
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
#: What a page may do (Content Security Policy): scripts are files of the book, or a widget's that was
#: saved with the page; nothing is asked of another host. It stands in each page, too
#: (`tools/policy.py`).
POLICY = (
    "default-src 'self'; script-src 'self' blob: 'wasm-unsafe-eval'; style-src 'self' 'unsafe-inline'; "
    "font-src 'self' data:; img-src 'self' data: blob:; media-src 'self' data: blob:; "
    "frame-src 'none'; object-src 'none'; base-uri 'none'; form-action 'none'"
)
#: The kinds of file that are sent packed to a browser that takes it, from how many bytes, how closely.
PACKED, PACKED_FROM, CLOSELY = (".css", ".html", ".js", ".json", ".mjs", ".svg", ".wasm"), 2000, 6
#: Who may show a page in a frame, which only a header can say.
FRAMES = "frame-ancestors 'self'"
#: JupyterLab for the browser, which brings scripts of its own and runs the reader's.
LAB = "lab"


class _Pages(SimpleHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    timeout = 60  # seconds until a silent connection is closed
    extensions_map = SimpleHTTPRequestHandler.extensions_map | TYPES
    server: ThreadingHTTPServer

    def parse_request(self) -> bool:
        """Read the head of a request; one that does not name this machine and port is refused."""
        if not super().parse_request():
            return False
        port = self.server.server_address[1]
        allowed = {f"{name}:{port}" for name in OWN_NAMES} | {*(OWN_NAMES if port == 80 else ())}
        hosts = [host.strip().lower() for host in self.headers.get_all("Host", [])]
        if len(hosts) == 1 and hosts[0] in allowed:
            return True
        explain = f"This server answers at {address(self.server)} only."
        self.send_error(HTTPStatus.MISDIRECTED_REQUEST, explain=explain)
        return False

    def send_head(self) -> Any:
        """Begin the answer; what is no name of a file, or lies outside the folder, is not found."""
        try:
            path = Path(self.translate_path(self.path)).resolve()
            inside = path.is_relative_to(Path(self.directory).resolve())
        except (OSError, ValueError, RuntimeError):  # a name that no system has; links in a circle
            inside = False
        if inside:
            return self._send_packed(path) or super().send_head()
        self.send_error(HTTPStatus.NOT_FOUND, "File not found")
        return None

    def _send_packed(self, path: Path) -> Any:
        """Begin the answer with a file that is sent packed; None for one that is not. What the
        browser has already is not sent again."""
        taken = [
            coding.split(";")[0].strip()
            for coding in self.headers.get("Accept-Encoding", "").split(",")
        ]
        if "gzip" not in taken or path.suffix not in PACKED or not path.is_file():
            return None
        about = path.stat()
        if about.st_size < PACKED_FROM:
            return None
        tag = f'"{about.st_mtime_ns:x}-{about.st_size:x}"'
        known = self.headers.get("If-None-Match") == tag
        body = b"" if known else _packed(path, about.st_mtime_ns)
        self.send_response(HTTPStatus.NOT_MODIFIED if known else HTTPStatus.OK)
        if not known:
            self.send_header("Content-Type", self.guess_type(str(path)))
            self.send_header("Content-Encoding", "gzip")
            self.send_header("Content-Length", str(len(body)))
        self.send_header("ETag", tag)
        self.send_header("Vary", "Accept-Encoding")
        self.end_headers()
        return io.BytesIO(body)

    def list_directory(self, path: object) -> None:
        """A folder without a page is not found, and not listed."""
        self.send_error(HTTPStatus.NOT_FOUND, "File not found")

    def end_headers(self) -> None:
        # The browser asks whether a page has changed instead of showing an old one after a rebuild.
        self.send_header("Cache-Control", "no-cache")
        path = Path(self.translate_path(getattr(self, "path", "/")))
        own = path.is_relative_to(Path(self.directory, LAB))
        self.send_header("Content-Security-Policy", FRAMES if own else f"{POLICY}; {FRAMES}")
        super().end_headers()

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing of the requests."""


@lru_cache(maxsize=400)
def _packed(path: Path, changed: int) -> bytes:
    """A file, gzipped; packed anew when it has changed."""
    pack = zlib.compressobj(CLOSELY, zlib.DEFLATED, 31)
    return pack.compress(path.read_bytes()) + pack.flush()


class _Server(ThreadingHTTPServer):
    allow_reuse_address = os.name != "nt"  # on Windows it would share a port that is taken

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Say nothing of a connection that was broken off, as when a download is cancelled."""
        if not isinstance(sys.exc_info()[1], (ConnectionError, TimeoutError)):
            super().handle_error(request, client_address)


def server(folder: Path, port: int | None = None) -> ThreadingHTTPServer:
    """A server of the book in a folder, bound to 127.0.0.1 but not yet serving.

    Without a port the first free one from `FIRST_PORT` is taken; a given port that is taken raises
    `OSError`, port 0 means any.

    >>> import tempfile
    >>> with server(Path(tempfile.gettempdir()), 0) as httpd:
    ...     address(httpd).startswith("http://127.0.0.1:")
    True
    """
    ports = [port] if port is not None else [*range(FIRST_PORT, FIRST_PORT + 20), 0]
    for candidate in ports:
        try:
            return _Server(("127.0.0.1", candidate), partial(_Pages, directory=str(folder)))
        except OSError:
            if candidate == ports[-1]:
                raise
    raise AssertionError("unreachable")


def address(httpd: ThreadingHTTPServer) -> str:
    """The address at which a browser finds the server."""
    return f"http://127.0.0.1:{httpd.server_address[1]}/"


def has_screen() -> bool:
    """Whether a browser could be opened for someone: there is a display, and this is no automatic
    run.
    """
    if os.environ.get("CI"):
        return False
    if sys.platform in ("win32", "darwin"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


def serve(folder: Path, port: int | None = None, browser: bool = True) -> None:
    """Serve until interrupted; prints the address and opens a browser where there is one."""
    with server(folder, port) as httpd:
        print(f"The book is served at {address(httpd)}   (Ctrl-C ends)", flush=True)
        if browser and has_screen():
            webbrowser.open(address(httpd))
        try:
            httpd.serve_forever()
        except KeyboardInterrupt:
            print()
