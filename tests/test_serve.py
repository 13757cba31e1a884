"""The server of the built book: types, compression, and what strangers may send it."""

import contextlib
import gzip
import socket
import struct
import threading
from http.client import HTTPResponse

import pytest

from cadogan import cli
from cadogan.serve import FRAMES, POLICY, address, server

from .conftest import text_of

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
    paths += f" /{'x' * 300} /{'%78' * 300}"  # longer than a name may be
    for path in paths.split():
        status, _, body = asked(served, path)
        assert status == 404 and b"secret" not in body, path
    assert asked(served, "/sub")[0] == 301
    assert capfd.readouterr().err == "", "no traceback"


def test_each_page_comes_with_its_policy_and_in_no_strange_frame(served, site):
    (site / "lab").mkdir()
    (site / "lab" / "index.html").write_text("lab", encoding="utf-8")
    for path, policy in (
        ("/", f"{POLICY}; {FRAMES}"),
        ("/nothing", f"{POLICY}; {FRAMES}"),
        ("/lab/", FRAMES),
        ("/lab/../index.html", f"{POLICY}; {FRAMES}"),
        ("/lab/..%2findex.html", f"{POLICY}; {FRAMES}"),
    ):
        assert asked(served, path)[1]["Content-Security-Policy"] == policy, path
    assert "'unsafe-inline'" not in POLICY.partition("script-src")[2].partition(";")[0]


def test_the_policy_that_other_hosts_are_told_is_the_one_in_force():
    assert f"Content-Security-Policy: {POLICY}; {FRAMES}" in text_of("book/commands.md")


def test_a_page_that_has_not_changed_is_not_sent_again(served):
    _, headers, body = asked(served, "/card.svg")
    status, _, again = asked(served, "/card.svg", f"If-Modified-Since: {headers['Last-Modified']}")
    assert (body, status, again) == (b"x", 304, b"")
    status, headers, body = asked(served, "/card.svg", method="HEAD")
    assert (status, headers["Content-Length"], body) == (200, "1", b"")


def test_a_long_text_is_sent_packed_to_a_browser_that_takes_it(served, site):
    (site / "long.mjs").write_text("let a = 1;\n" * 1000, encoding="utf-8")
    whole = asked(served, "/long.mjs")[2]
    _, headers, body = asked(served, "/long.mjs", "Accept-Encoding: br, gzip")
    assert gzip.decompress(body) == whole and len(body) < len(whole) / 10
    assert headers["Content-Encoding"] == "gzip" and headers["Content-Type"].startswith("text/java")
    tag = f"If-None-Match: {headers['ETag']}"
    assert asked(served, "/long.mjs", "Accept-Encoding: gzip", tag)[::2] == (304, b"")
    (site / "long.mjs").write_text("let b = 2;\n" * 1000, encoding="utf-8")
    status, _, body = asked(served, "/long.mjs", "Accept-Encoding: gzip", tag)
    assert (status, gzip.decompress(body)[:5]) == (200, b"let b")
    assert "Content-Encoding" not in asked(served, "/card.svg", "Accept-Encoding: gzip")[1]


def test_what_is_no_question_for_a_file_is_refused_and_closed(served):
    for method in ("POST", "PUT", "OPTIONS"):
        status, headers, _ = asked(served, method=method)
        assert (status, headers["Connection"]) == (501, "close")


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
