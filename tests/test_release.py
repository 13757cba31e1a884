"""What is given away: the same to the last byte when it is made twice, and a book in one file that
needs Python and nothing else.
"""

import json
import os
import re
import shutil
import subprocess
import sys
import urllib.request
import zipfile
from pathlib import Path

import assets
import house
import pytest
import release
import tasks


@pytest.fixture
def site(tmp_path):
    """A small built book."""
    folder = tmp_path / "site"
    (folder / "_static").mkdir(parents=True)
    (folder / "index.html").write_text("<title>Cover</title>" * 100, encoding="utf-8")
    (folder / "_static" / "python.wasm").write_bytes(b"\0asm" * 1000)
    (folder / ".buildinfo").write_text("Sphinx's own", encoding="utf-8")
    return folder


@pytest.fixture
def one_file(site, tmp_path, monkeypatch):
    monkeypatch.setattr(release, "contents", lambda: "# What is inside\n")
    return release.one_file(site, tmp_path / "book.pyz")


def test_made_twice_it_is_the_same(one_file, site):
    for path in site.rglob("*"):
        os.utime(path, (1, 1))
    assert (
        release.one_file(site, one_file.with_name("again.pyz")).read_bytes()
        == one_file.read_bytes()
    )
    names = zipfile.ZipFile(one_file).namelist()
    assert (
        names == sorted(names)
        and ".buildinfo" not in str(names)
        and {"__main__.py", "serve.py", "licences/LICENSE"} < set(names)
    )


def test_the_one_file_serves_the_book(one_file, tmp_path):
    """With no package but the standard library, from another folder."""
    (empty := tmp_path / "empty").mkdir()
    words = [sys.executable, "-I", "-S", str(one_file), "--no-browser", "--port", "0"]
    with subprocess.Popen(words, cwd=empty, stdout=subprocess.PIPE, text=True) as served:
        try:
            assert served.stdout
            found = re.search(r"http://127\.0\.0\.1:\d+/", served.stdout.readline())
            assert found
            with urllib.request.urlopen(found[0], timeout=10) as page:
                assert (
                    page.read() == b"<title>Cover</title>" * 100
                    and page.headers.get_content_type() == "text/html"
                )
            with urllib.request.urlopen(f"{found[0]}_static/python.wasm", timeout=10) as wasm:
                assert wasm.headers["Content-Type"] == "application/wasm"
            with pytest.raises(urllib.error.HTTPError, match="404"):
                urllib.request.urlopen(f"{found[0]}serve.py", timeout=10)
        finally:
            served.terminate()
    done = subprocess.run(
        [*words[:-1], "99999"], cwd=empty, capture_output=True, text=True, timeout=20, check=False
    )
    assert done.returncode == 1 and done.stderr.startswith(
        "The book cannot be served on port 99999"
    )


def test_nothing_of_an_earlier_build_is_given_away(tmp_path, monkeypatch):
    """A pack of an older package, say, under a name of its own: all is built anew."""
    kept = {name: house.Stamp(tmp_path / name, "these files") for name in ("frame", "site")}
    for stamp in kept.values():
        stamp.set()
    built = []
    monkeypatch.setattr(tasks, "stamps", lambda: kept)
    monkeypatch.setattr(tasks, "ensure_environment", lambda *_: None)
    monkeypatch.setattr(
        tasks, "build", lambda _: built.append(any(stamp.fresh() for stamp in kept.values()))
    )
    monkeypatch.setattr(tasks, "run", lambda *_: None)
    assert tasks.main(["release", "--no-pdf"]) == 0 and built == [False]


@pytest.mark.slow
def test_the_packs_are_the_same_when_they_are_made_again(tmp_path):
    """From another folder, at another time: they are the one part of a built book that a machine runs."""
    if not (release.NODE_MODULES / "pyodide").is_dir():
        pytest.skip("the browser assets are not fetched; make assets")
    wheel = assets.build_wheel(tmp_path)
    laid = assets.PYODIDE / "cadogan.json"  # that of the built book, if it is there
    made = [json.loads(laid.read_text(encoding="utf-8"))] if laid.is_file() else []
    for name in ("ä b", "a")[len(made) :]:
        (folder := tmp_path / name).mkdir()
        packs, later = assets.make_packs(Path(shutil.copy(wheel, folder)), folder)
        made.append(json.loads(json.dumps({"packs": packs, "later": later})))
    assert made[0] == made[1]


def test_everything_vendored_is_in_the_list():
    if not (release.NODE_MODULES / "pyodide").is_dir():
        pytest.skip("the browser assets are not fetched; make assets")
    told = release.contents()
    assert (
        all(
            "/".join(name.split("/")[: 2 if name[0] == "@" else 1]) in told
            for name in assets.COPIES
        )
        and "unknown" not in told
    )


def test_jupyterlab_has_an_archive_of_its_own(site, tmp_path, monkeypatch):
    """Unpacked over the folder of the book, it is where the pages look for it, and they are told."""
    monkeypatch.setattr(release, "SITE", site)
    monkeypatch.setattr(release, "LAB", site / "lab")
    monkeypatch.setattr(release, "LAB_FLAG", site / "_static" / "lab.json")
    (site / "lab").mkdir()
    (site / "lab" / "index.html").write_text("JupyterLab", encoding="utf-8")
    (site / "_static" / "lab.json").write_text("true\n", encoding="utf-8")
    book = dict(release.tree(site, "html"))
    archive = zipfile.ZipFile(release.lab(tmp_path / "lab.zip"))
    assert set(archive.namelist()) == {"html/lab/index.html", "html/_static/lab.json"}
    assert archive.read("html/_static/lab.json") == b"true\n"
    assert book["html/_static/lab.json"] == b"false\n" and "html/lab/index.html" not in book
