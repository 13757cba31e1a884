"""The server of the built book: types, compression, and what strangers may send it."""

import contextlib
import gzip
import os
import socket
import struct
import threading
import time
import zipfile
from http.client import HTTPResponse

import pytest

from cadogan import cli
from cadogan.serve import address, server

WASM = b"wasm" * 5_000


@pytest.fixture
def site(tmp_path):
    folder = tmp_path / "site"
    (folder / "sub").mkdir(parents=True)
    for name in ("index.html", "worker.mjs", "wheel.whl", "card.svg"):
        (folder / name).write_text("x", encoding="utf-8")
    for name in ("python.wasm", "python.whl"):
        (folder / name).write_bytes(WASM)
    (tmp_path / "secret.txt").write_text("s", encoding="utf-8")
    return folder


@contextlib.contextmanager
def serving(what):
    """A server at work."""
    with server(what, 0) as httpd:
        threading.Thread(target=httpd.serve_forever, daemon=True).start()
        yield httpd
        httpd.shutdown()


@pytest.fixture
def served(site):
    with serving(site) as httpd:
        yield httpd


def connected(httpd):
    return socket.create_connection(("127.0.0.1", httpd.server_address[1]), timeout=10)


def request(httpd, path="/", *headers, host="", method="GET"):
    """A request, as it is written."""
    host = host or f"127.0.0.1:{httpd.server_address[1]}"
    lines = [f"{method} {path} HTTP/1.1", f"Host: {host}", *headers, "", ""]
    return "\r\n".join(line for line in lines if line != "Host: none").encode("latin-1")


def asked(httpd, path="/", *headers, host="", method="GET"):
    """Status, headers and body of one answer."""
    with connected(httpd) as one:
        one.sendall(request(httpd, path, *headers, "Connection: close", host=host, method=method))
        answer = HTTPResponse(one, method=method)
        answer.begin()
        return answer.status, answer.headers, answer.read()


def test_the_server_knows_its_types(served):
    for name, kind in (
        ("", "text/html"),
        ("worker.mjs", "text/javascript"),
        ("python.wasm", "application/wasm"),
    ):
        status, headers, _ = asked(served, f"/{name}")
        assert (status, headers.get_content_type()) == (200, kind)
        assert headers["Cache-Control"] == "no-cache"
    assert served.server_address[0] == "127.0.0.1"


def test_the_server_answers_only_those_who_name_this_machine(served):
    """A name on another machine that leads here (DNS rebinding) must not read the pages."""
    port = served.server_address[1]
    for name in ("127.0.0.1", "localhost", "LOCALHOST", "[::1]"):
        assert asked(served, host=f"{name}:{port}")[0] == 200, name
    strange = (
        "evil.example:{0}|127.0.0.1.evil.example:{0}|127.0.0.1|localhost:{1}|none|[::1]:{0}, x"
    )
    for name in strange.format(port, port + 1).split("|"):
        status, _, body = asked(served, host=name)
        assert status == 421 and address(served).encode() in body, name
    assert asked(served, "/", f"Host: evil.example:{port}")[0] == 421, "two names"


def test_the_server_stays_in_its_folder(served, site, capfd):
    (site / "out.txt").symlink_to(site.parent / "secret.txt")
    (site / "outside").symlink_to(site.parent)
    (site / "circle").symlink_to(site / "circle")
    (site / "inside.html").symlink_to(site / "index.html")
    assert asked(served, "/inside.html")[2] == b"x"
    paths = """/../secret.txt /%2e%2e/secret.txt /out.txt /outside/secret.txt /outside/ /circle /%00
        /index.html%00.txt /%ed%a0%80 /index.html/ /sub/ /sub// //sub/ /sub/?x /nothing"""
    for path in paths.split():
        status, _, body = asked(served, path)
        assert status == 404 and b"secret" not in body, path
    assert asked(served, "/sub")[0] == 301
    assert capfd.readouterr().err == "", "no traceback"


ENCODING = "Accept-Encoding"
GZIP = f"{ENCODING}: gzip"


def test_what_compresses_well_is_sent_compressed(served, site):
    status, headers, body = asked(served, "/python.wasm", f"{GZIP}, br")
    length, tag = headers["Content-Length"], headers["ETag"]
    assert (status, headers["Content-Encoding"], headers["Vary"]) == (200, "gzip", ENCODING)
    assert headers.get_content_type() == "application/wasm"
    assert int(length) == len(body) < len(WASM) / 10 and gzip.decompress(body) == WASM
    _, head, nothing = asked(served, "/python.wasm", GZIP, method="HEAD")
    assert nothing == b""
    assert (head["Content-Length"], head["Content-Encoding"]) == (length, "gzip")
    for wanted in ("Accept-Encoding: identity", "Accept-Encoding: gzip;q=0", "X: y"):
        _, headers, body = asked(served, "/python.wasm", wanted)
        assert headers["Content-Encoding"] is None and headers["Vary"] == ENCODING, wanted
        assert body == WASM, wanted
    for path in ("/python.whl", "/index.html"):  # compressed already; too small
        assert asked(served, path, GZIP)[1]["Content-Encoding"] is None
    status, headers, body = asked(served, "/python.wasm", GZIP, f'If-None-Match: "x", {tag}')
    assert (status, headers["Vary"], body) == (304, ENCODING, b"")
    plain = asked(served, "/python.wasm", f"If-None-Match: {tag}")
    assert plain[0] == 200, "this browser has the compressed form"
    (site / "python.wasm").write_bytes(WASM * 2)
    os.utime(site / "python.wasm", (2_000_000_000, 2_000_000_000))
    changed = asked(served, "/python.wasm", GZIP)[2]
    assert gzip.decompress(changed) == WASM * 2, "the changed file is sent"


def test_a_body_is_not_taken_for_a_request(served):
    for length in ("Content-Length: 40", "Transfer-Encoding: chunked"):
        with connected(served) as one:
            one.sendall(request(served, "/", length) + request(served, "/card.svg"))
            answer = HTTPResponse(one)
            answer.begin()
            assert (answer.status, answer.headers["Connection"]) == (200, "close"), length
            assert answer.read() == b"x"
            assert b"HTTP/1.1" not in remaining(one), "no second answer"


def remaining(one):
    """What else comes until the connection is closed."""
    try:
        return b"".join(iter(lambda: one.recv(1000), b""))
    except ConnectionError:  # closed with bytes that nobody has read
        return b""


def test_a_connection_has_its_time(site, monkeypatch):
    """Silent, slow in asking, or slow in reading: each is closed after its time, however often it
    moves.
    """
    monkeypatch.setattr("cadogan.serve.IDLE", 0.3)
    monkeypatch.setattr("cadogan.serve.ANSWER", 0.3)
    (site / "large.bin").write_bytes(bytes(30_000_000))
    with (
        serving(site) as httpd,
        connected(httpd) as silent,
        connected(httpd) as slow,
        connected(httpd) as reading,
    ):
        reading.sendall(request(httpd, "/large.bin"))
        assert silent.recv(1) == b""
        with pytest.raises(ConnectionError):  # the other end has closed
            for byte in b"GET / HTTP/1.1\r\nX: " + b"x" * 100:
                slow.send(bytes([byte]))
                time.sleep(0.02)
        assert len(remaining(reading)) < 30_000_000


def test_many_at_once_are_all_answered(served):
    began = time.monotonic()
    many = [connected(served) for _ in range(300)]
    for one in many:
        one.sendall(request(served))
    assert {one.recv(12) for one in many} == {b"HTTP/1.1 200"}
    for one in many:
        one.close()
    assert time.monotonic() - began < 5


def test_too_many_connections_do_not_stop_the_server(site, monkeypatch):
    """While those there are have just begun, another is sent away; then the one that has taken
    longest makes room.
    """
    monkeypatch.setattr("cadogan.serve.MOST_CONNECTIONS", 64)
    monkeypatch.setattr("cadogan.serve.GRACE", 3_600)
    with serving(site) as httpd:
        slow = [connected(httpd) for _ in range(64)]
        for one in slow:
            one.sendall(b"GET / HTTP/1.1\r\nHost: ")
        assert asked(httpd)[0] == 503
        monkeypatch.setattr("cadogan.serve.GRACE", 0)
        assert [asked(httpd)[0] for _ in range(70)] == [200] * 70
        assert slow[0].recv(1) == b"" and len(httpd._open) <= 64
        for one in slow:
            one.close()


def test_an_archive_is_served_as_a_folder_is(site, tmp_path):
    (site / "sub" / "page.html").write_text("page", encoding="utf-8")
    with zipfile.ZipFile(tmp_path / "book.zip", "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr("secret.txt", "secret")
        for path in site.rglob("*.*"):
            packed.write(path, f"html/{path.relative_to(site).as_posix()}")
    paths = "/ /worker.mjs /python.wasm /sub /sub/ /sub/page.html /nothing /../secret.txt /%2e%2e/secret.txt //"
    same = "Content-Type Content-Length Content-Encoding Vary Location".split()
    with serving(site) as one, serving(zipfile.Path(tmp_path / "book.zip", "html/")) as two:
        for path in paths.split():
            for more in ([], [GZIP]):
                (status, headers, body), its = (asked(httpd, path, *more) for httpd in (one, two))
                assert (status, body) == its[::2] and b"secret" not in body, path
                for name in same:
                    assert headers[name] == its[1][name], (path, name)
                if tag := its[1]["ETag"]:
                    assert asked(two, path, f"If-None-Match: {tag}", *more)[0] == 304


def test_a_cancelled_download_prints_nothing(served, site, capfd):
    (site / "large.bin").write_bytes(bytes(30_000_000))
    broken = threading.Event()
    closed = served.shutdown_request
    served.shutdown_request = lambda request: (closed(request), broken.set())[0]
    one = connected(served)
    one.sendall(request(served, "/large.bin"))
    assert one.recv(12) == b"HTTP/1.1 200"
    one.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    one.close()  # at once, with what is under way thrown away
    assert broken.wait(10)
    assert capfd.readouterr().err == ""


@pytest.mark.parametrize("port", ["99999", "-1"])
def test_a_port_that_is_none_is_refused_with_a_sentence(site, port, capsys):
    assert cli.main(["read", "--folder", str(site), "--no-browser", "--port", port]) == 1
    assert capsys.readouterr().err.startswith(f"port {port} cannot be used: ")


def test_the_server_finds_a_free_port(site, monkeypatch):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        monkeypatch.setattr("cadogan.serve.FIRST_PORT", port)
        with server(site) as httpd:
            assert httpd.server_address[1] != port
        with pytest.raises(OSError):
            server(site, port)
