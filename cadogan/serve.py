"""Serves the built book on the loopback address, and nowhere else; from a folder, or from the
archive it was packed in.

A page that runs Python in the browser needs a server (the browser refuses to load modules from the
disk) and the right media types for ``.mjs`` and ``.wasm``; the standard library's server knows them
only on some systems. What compresses well is sent compressed.

Any page of any website can send requests to this address, and read the answers when its own name
points here (DNS rebinding). So only requests that name this machine are answered, nothing outside
the folder is sent, and neither silent nor slow nor many connections stop the server: each request
has its time, and where there are too many connections the one that has taken longest is closed.
This module stands alone: the one-file book carries it."""

from __future__ import annotations

import gzip
import io
import mimetypes
import os
import re
import socket
import sys
import threading
import time
import webbrowser
import zipfile
from collections.abc import Callable, Sequence
from functools import lru_cache
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import quote, unquote, urlsplit

#: The first port that is tried; the next nineteen follow, then any free one.
FIRST_PORT = 8000
#: The names of this machine that a request may give.
OWN_NAMES = ("127.0.0.1", "localhost", "[::1]")
#: How long a connection may take until its next request is read whole, and how long an answer may
#: take, in seconds.
IDLE, ANSWER = 30.0, 300.0
#: How many connections are answered at a time, and how many seconds one has been busy, or idle,
#: before it makes room for another.
MOST_CONNECTIONS, GRACE = 500, 1.0
#: What is sent compressed: kinds of files, from this size on; and how many are kept compressed, each
#: from when it is first asked for.
COMPRESSED = frozenset(
    {".css", ".html", ".js", ".json", ".map", ".md", ".mjs", ".svg", ".txt", ".wasm", ".xml"}
)
LEAST_COMPRESSED, MOST_KEPT = 1_000, 2_000
CHUNK = 1 << 16
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

#: gzip in a header, with its weight where it has one.
_GZIP = re.compile(r"(?:^|,)\s*(?:gzip|x-gzip|\*)\s*(?:;\s*q=([\d.]*)|(?=[;,]|$))", re.IGNORECASE)


def takes_gzip(header: str) -> bool:
    """Whether a browser that sends this ``Accept-Encoding`` can read gzip.

    >>> takes_gzip("gzip, deflate, br"), takes_gzip("*"), takes_gzip("gzip;q=0, *"), takes_gzip("br"), takes_gzip("")
    (True, True, False, False, False)
    """
    weights = _GZIP.findall(header)
    return bool(weights) and all(weight == "" or weight.strip("0.") for weight in weights)


#: The folder of the book, on the disk or in a zip archive.
Book = Path | zipfile.Path


def find(book: Book, names: Sequence[str]) -> Book | None:
    """Where the file or folder of this path would lie; None where that is no name of one, or a link
    leads out of the book.
    """
    if isinstance(book, zipfile.Path):
        return book.joinpath(*names)
    try:
        path = book.joinpath(*names).resolve()
    except (OSError, ValueError, RuntimeError):  # no name of a file, or links in a circle
        return None
    return path if path.is_relative_to(book.resolve()) else None


def told(file: Book) -> tuple[int, str]:
    """The size of a file, and a mark of its content."""
    if isinstance(file, zipfile.Path):
        entry = file.root.getinfo(file.at)
        return entry.file_size, f"{entry.CRC:x}-{entry.file_size:x}"
    about = file.stat()
    return about.st_size, f"{about.st_mtime_ns:x}-{about.st_size:x}"


class _Timed(io.RawIOBase):
    """What comes from a connection, until its time is over."""

    def __init__(self, connection: socket.socket, time_left: Callable[[], float]) -> None:
        self._connection, self._time_left = connection, time_left

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        self._connection.settimeout(self._time_left())
        return self._connection.recv_into(buffer)


class _Pages(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: _Server

    def setup(self) -> None:
        """Before the first request of a connection."""
        super().setup()
        self.rfile = io.BufferedReader(_Timed(self.connection, self._time_left))

    def handle_one_request(self) -> None:
        """One request, from waiting for it to the end of its answer."""
        self._until = self.server.begins(self.connection) + IDLE
        super().handle_one_request()

    def _time_left(self) -> float:
        left = self._until - time.monotonic()
        if left <= 0:
            raise TimeoutError
        return left

    def parse_request(self) -> bool:
        """Read the head of a request; one that does not name this machine and port is refused."""
        if not super().parse_request():
            return False
        self._until = time.monotonic() + ANSWER
        self.connection.settimeout(ANSWER)
        if (
            self.headers.get("Content-Length", "0").strip() != "0"
            or "Transfer-Encoding" in self.headers
        ):
            self.close_connection = (
                True  # a body is not read, and must not be taken for the next request
            )
        port = self.server.server_address[1]
        allowed = {f"{name}:{port}" for name in OWN_NAMES} | (
            set(OWN_NAMES) if port == 80 else set()
        )
        named = self.headers.get_all("Host", [])
        if len(named) == 1 and named[0].strip().lower() in allowed:
            return True
        self.close_connection = True
        self.send_error(
            HTTPStatus.MISDIRECTED_REQUEST,
            explain=f"This server answers at {address(self.server)} only.",
        )
        return False

    def do_HEAD(self) -> None:
        """The head of an answer."""
        self.do_GET()

    def do_GET(self) -> None:
        """A file of the book; of a folder its page ``index.html``."""
        target = urlsplit(self.path)
        *parts, last = unquote(target.path).lstrip("/").split("/")
        names = (*parts, last or "index.html")
        strange = not re.match("/(?!/)", target.path) or any(
            part in ("", ".", "..") or re.search(r'[\0-\x1f\\:*?"<>|\ud800-\udfff]', part)
            for part in names
        )
        found = None if strange else find(self.server.book, names)
        if found and found.is_file():
            self._send(names, found)
        elif last and found and found.is_dir():
            self.send_response(HTTPStatus.MOVED_PERMANENTLY)
            self.send_header(
                "Location",
                f"/{quote('/'.join(names))}/{f'?{target.query}' if target.query else ''}",
            )
            self.send_header("Content-Length", "0")
            self._end_head()
        else:
            self.send_error(HTTPStatus.NOT_FOUND, "File not found")

    def _send(self, names: tuple[str, ...], file: Book) -> None:
        suffix = os.path.splitext(names[-1])[1].lower()
        size, mark = told(file)
        compressible = suffix in COMPRESSED and size >= LEAST_COMPRESSED
        packed = compressible and takes_gzip(self.headers.get("Accept-Encoding", ""))
        tag = f'"{mark}{"-gzip" if packed else ""}"'
        held = tag in map(str.strip, self.headers.get("If-None-Match", "").split(","))
        body = self.server.compressed(names, mark) if packed and not held else None
        left = size if body is None else len(body)
        self.send_response(HTTPStatus.NOT_MODIFIED if held else HTTPStatus.OK)
        if not held:
            kind = TYPES.get(suffix) or mimetypes.guess_type(names[-1])[0]
            self.send_header("Content-Type", kind or "application/octet-stream")
            self.send_header("Content-Length", str(left))
        self.send_header("ETag", tag)
        if compressible:
            self.send_header("Vary", "Accept-Encoding")
        if body is not None:
            self.send_header("Content-Encoding", "gzip")
        self._end_head()
        if self.command == "HEAD" or held:
            return
        with io.BytesIO(body) if body is not None else file.open("rb") as opened:
            while left and (chunk := opened.read(min(CHUNK, left))):
                self.connection.settimeout(self._time_left())
                self.wfile.write(chunk)
                left -= len(chunk)
        self.close_connection |= bool(
            left
        )  # the file is shorter than it was: nothing else may follow on this connection

    def _end_head(self) -> None:
        if self.close_connection:
            self.send_header("Connection", "close")
        self.end_headers()

    def end_headers(self) -> None:
        # The browser asks whether a page has changed instead of showing an old one after a rebuild.
        self.send_header("Cache-Control", "no-cache")
        super().end_headers()

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing of the requests."""


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 512  # connections that the system keeps until they are taken up
    allow_reuse_address = os.name != "nt"  # on Windows it would share a port that is taken

    def __init__(self, where: tuple[str, int], book: Book) -> None:
        self.book = book
        self.compressed = lru_cache(MOST_KEPT)(self._compressed)
        self._open: dict[socket.socket, float] = {}
        self._lock = threading.Lock()
        super().__init__(where, _Pages)

    def _compressed(self, names: tuple[str, ...], mark: str) -> bytes:
        return gzip.compress(self.book.joinpath(*names).read_bytes(), compresslevel=6, mtime=0)

    def begins(self, connection: socket.socket) -> float:
        """A connection is taken up, or waits for its next request: from now on it counts."""
        with self._lock:
            self._open[connection] = now = time.monotonic()
        return now

    def _makes_room(self) -> bool:
        """Whether one more connection may be taken up; where there are too many, the one that has
        taken longest is closed.
        """
        with self._lock:
            if len(self._open) < MOST_CONNECTIONS:
                return True
            slowest = min(self._open, key=self._open.__getitem__)
            if time.monotonic() - self._open[slowest] < GRACE:
                return False
            del self._open[slowest]
        try:
            slowest.shutdown(socket.SHUT_RDWR)  # its thread sees it, and ends
        except OSError:
            pass  # it has gone by itself
        return True

    def process_request(self, request: Any, client_address: Any) -> None:
        """Answer a connection in a thread of its own, while there are not too many."""
        if self._makes_room():
            self.begins(request)
            super().process_request(request, client_address)
            return
        try:
            request.settimeout(1)
            request.sendall(
                b"HTTP/1.1 503 Service Unavailable\r\nContent-Length: 0\r\nRetry-After: 1\r\nConnection: close\r\n\r\n"
            )
        except OSError:
            pass  # whoever asked has gone
        self.shutdown_request(request)

    def shutdown_request(self, request: Any) -> None:
        """The end of a connection."""
        with self._lock:
            self._open.pop(request, None)
        super().shutdown_request(request)

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Say nothing of a connection that was broken off, as when a download is cancelled."""
        if not isinstance(sys.exc_info()[1], (ConnectionError, TimeoutError)):
            super().handle_error(request, client_address)


def server(book: Book, port: int | None = None) -> ThreadingHTTPServer:
    """A server of the book, bound to 127.0.0.1 but not yet serving.

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
            return _Server(("127.0.0.1", candidate), book)
        except OSError:
            if candidate == ports[-1]:
                raise
    raise AssertionError("unreachable")


def address(httpd: ThreadingHTTPServer) -> str:
    """Where a browser finds the server."""
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


def serve(book: Book, port: int | None = None, browser: bool = True) -> None:
    """Serve until interrupted; prints the address and opens a browser where there is one."""
    with server(book, port) as httpd:
        print(f"The book is served at {address(httpd)}   (Ctrl-C ends)", flush=True)
        if browser and has_screen():
            webbrowser.open(address(httpd))
        try:
            httpd.serve_forever()
        except KeyboardInterrupt:
            print()
