"""Serves the built book on the loopback address, and nowhere else.

A page that runs Python in the browser needs a server (the browser refuses to load modules from the
disk) and the right media types for ``.mjs`` and ``.wasm``; the standard library's server knows them
only on some systems. What compresses well is sent compressed.

Any page of any website can send requests to this address, and read the answers when its own name
points here (DNS rebinding). So only requests that name this machine are answered, nothing outside the folder is
sent, and neither idle nor many connections stop the server.
"""

from __future__ import annotations

import gzip
import io
import os
import re
import sys
import threading
import webbrowser
from collections import OrderedDict
from email.utils import formatdate
from functools import partial
from http import HTTPStatus
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any, BinaryIO
from urllib.parse import urlsplit

#: The first port that is tried; the next nineteen follow, then any free one.
FIRST_PORT = 8000
#: The names of this machine that a request may give.
OWN_NAMES = ("127.0.0.1", "localhost", "[::1]")
#: How long a connection may be silent, in seconds, and how many are answered at a time.
IDLE, MOST_CONNECTIONS = 30, 64
#: What is sent compressed: kinds of files, from this size on; and the most that is kept compressed, in bytes.
COMPRESSED = frozenset({".css", ".html", ".js", ".json", ".map", ".md", ".mjs", ".svg", ".txt", ".wasm", ".xml"})
LEAST_COMPRESSED, MOST_KEPT = 1_000, 64_000_000

_NO_GZIP = re.compile(r"\s*(gzip|x-gzip|\*)\s*;\s*q=0(\.0*)?\s*", re.IGNORECASE)
_GZIP = re.compile(r"\s*(gzip|x-gzip|\*)\s*(;.*)?", re.IGNORECASE)


def takes_gzip(header: str) -> bool:
    """Whether a browser that sends this ``Accept-Encoding`` can read gzip.

    >>> takes_gzip("gzip, deflate, br"), takes_gzip("*"), takes_gzip("gzip;q=0, *"), takes_gzip("br"), takes_gzip("")
    (True, True, False, False, False)
    """
    parts = header.split(",")
    return not any(_NO_GZIP.fullmatch(part) for part in parts) and any(_GZIP.fullmatch(part) for part in parts)


class _Kept:
    """Files in their compressed form, each compressed when it is first asked for; the ones used last are kept."""

    def __init__(self) -> None:
        self._kept: OrderedDict[tuple[str, int, int], bytes] = OrderedDict()
        self._lock = threading.Lock()

    def compressed(self, path: str, about: os.stat_result) -> bytes:
        """The compressed form of a file."""
        key = (path, about.st_mtime_ns, about.st_size)
        with self._lock:
            if key in self._kept:
                self._kept.move_to_end(key)
                return self._kept[key]
        found = gzip.compress(Path(path).read_bytes(), compresslevel=6, mtime=0)
        with self._lock:
            self._kept[key] = found
            while len(self._kept) > 1 and sum(map(len, self._kept.values())) > MOST_KEPT:
                self._kept.popitem(last=False)
        return found


class _Pages(SimpleHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: _Server
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

    def setup(self) -> None:
        """Before the first request of a connection."""
        super().setup()
        self.connection.settimeout(IDLE)

    def parse_request(self) -> bool:
        """Read the head of a request; one that does not name this machine and port is refused."""
        if not super().parse_request():
            return False
        port = self.server.server_address[1]
        allowed = {f"{name}:{port}" for name in OWN_NAMES} | (set(OWN_NAMES) if port == 80 else set())
        named = self.headers.get_all("Host", [])
        if len(named) == 1 and named[0].strip().lower() in allowed:
            return True
        self.close_connection = True
        self.send_error(HTTPStatus.MISDIRECTED_REQUEST, explain=f"This server answers at {address(self.server)} only.")
        return False

    def send_head(self) -> io.BytesIO | BinaryIO | None:
        """Send the status and the headers; the file to be sent after them, or None where there is nothing to send."""
        path = self._path()
        if path is None:
            self.send_error(HTTPStatus.NOT_FOUND, "File not found")
            return None
        if os.path.isdir(path):
            return super().send_head()  # only a redirection: `_path` has looked for its page
        try:
            file = open(path, "rb")
        except OSError:
            self.send_error(HTTPStatus.NOT_FOUND, "File not found")
            return None
        try:
            about = os.fstat(file.fileno())
            modified = formatdate(int(about.st_mtime), usegmt=True)
            compressible = Path(path).suffix.lower() in COMPRESSED and about.st_size >= LEAST_COMPRESSED
            packed = compressible and takes_gzip(self.headers.get("Accept-Encoding", ""))
            if self.headers.get("If-Modified-Since") == modified and "If-None-Match" not in self.headers:
                self.send_response(HTTPStatus.NOT_MODIFIED)
                self._send_vary(compressible)
                self.end_headers()
                file.close()
                return None
            body = self.server.kept.compressed(path, about) if packed else None
            self.send_response(HTTPStatus.OK)
            self.send_header("Content-Type", self.guess_type(path))
            self.send_header("Content-Length", str(about.st_size if body is None else len(body)))
            self.send_header("Last-Modified", modified)
            self._send_vary(compressible)
            if body is None:
                self.end_headers()
                return file
            self.send_header("Content-Encoding", "gzip")
            self.end_headers()
            file.close()
            return io.BytesIO(body)
        except BaseException:
            file.close()
            raise

    def _path(self) -> str | None:
        """The file or folder that is asked for, with no link on the way out of the folder served; None where there is none."""
        path = self.translate_path(self.path)
        if os.path.isdir(path) and urlsplit(self.path).path.endswith("/"):
            path = os.path.join(path, "index.html")  # a folder without one is not listed
        try:
            real = Path(path).resolve()
        except (OSError, ValueError, RuntimeError):  # no name of a file, or links in a circle
            return None
        if not real.is_relative_to(Path(self.directory).resolve()):
            return None
        if real.is_dir():
            return path
        return str(real) if real.is_file() and not path.endswith("/") else None

    def _send_vary(self, compressible: bool) -> None:
        if compressible:
            self.send_header("Vary", "Accept-Encoding")

    def end_headers(self) -> None:
        # The browser asks whether a page has changed instead of showing an old one after a rebuild.
        self.send_header("Cache-Control", "no-cache")
        super().end_headers()

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing of the requests."""


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    allow_reuse_address = os.name != "nt"  # on Windows it would share a port that is taken

    def __init__(self, *given: Any) -> None:
        self.kept = _Kept()
        self._room = threading.BoundedSemaphore(MOST_CONNECTIONS)
        super().__init__(*given)

    def process_request(self, request: Any, client_address: Any) -> None:
        """Answer a connection in a thread of its own, while there are not too many."""
        if self._room.acquire(blocking=False):
            try:
                super().process_request(request, client_address)
            except BaseException:
                self._room.release()
                raise
            return
        try:
            request.settimeout(1)
            request.sendall(b"HTTP/1.1 503 Service Unavailable\r\nContent-Length: 0\r\nRetry-After: 1\r\nConnection: close\r\n\r\n")
        except OSError:
            pass  # whoever asked has gone
        self.shutdown_request(request)

    def process_request_thread(self, request: Any, client_address: Any) -> None:
        """The work of one thread."""
        try:
            super().process_request_thread(request, client_address)
        finally:
            self._room.release()

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Say nothing of a connection that was broken off, as when a download is cancelled."""
        if not isinstance(sys.exc_info()[1], (ConnectionError, TimeoutError)):
            super().handle_error(request, client_address)


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
