"""The browser of the tests: which one is taken, how one is fetched, and what is said where there is
none.
"""

import tarfile

import browsers
import pytest
import tasks
from house import Trouble


def fails(why):
    raise Trouble(why)


@pytest.fixture
def bare(tmp_path, monkeypatch):
    """A machine without a browser and without a network; gives the folder into which one would be
    fetched.
    """
    monkeypatch.delenv("CADOGAN_CHROMIUM", raising=False)
    monkeypatch.delenv("CI", raising=False)
    monkeypatch.setattr(browsers, "NAMES", ())
    monkeypatch.setattr(browsers, "FOLDER", tmp_path / "browsers")
    monkeypatch.setattr(browsers, "_by_playwright", lambda: fails("the server is not reached"))
    monkeypatch.setattr(browsers, "_by_npm", lambda: fails("the registry is not reached"))
    monkeypatch.setattr(tasks, "ensure_environment", lambda: None)
    return tmp_path / "browsers"


def fetching(monkeypatch, folder):
    """The second way brings one that starts."""
    monkeypatch.setattr(browsers, "_by_npm", lambda: (folder / "start").write_text("a browser"))
    monkeypatch.setattr(browsers, "_try", lambda path: None)


def test_a_named_browser_that_is_not_there_is_told(bare, monkeypatch):
    monkeypatch.setenv("CADOGAN_CHROMIUM", str(bare / "nowhere"))
    said = r"CADOGAN_CHROMIUM names .*nowhere, and there is no such program"
    with pytest.raises(Trouble, match=said):
        browsers.installed()


def test_without_a_browser_the_last_line_says_that_its_tests_were_skipped(
    bare, monkeypatch, capsys
):
    assert tasks.main(["test", "--only", "browser"]) == 0
    told = capsys.readouterr().out
    assert "the server is not reached" in told and "the registry is not reached" in told
    last = told.strip().splitlines()[-1]
    assert last.startswith("the browser tests were skipped") and browsers.HOW_TO in last
    assert not bare.exists(), "what cannot be used is not kept"


def test_in_ci_a_missing_browser_is_a_failure(bare, monkeypatch, capsys):
    monkeypatch.setenv("CI", "true")
    assert tasks.main(["test", "--only", "browser"]) == 1
    told = capsys.readouterr().out
    assert "browser" in told and "FAILED" in told and browsers.HOW_TO in told


def test_the_second_way_is_tried_and_what_was_fetched_is_found_again(bare, monkeypatch):
    fetching(monkeypatch, bare)
    assert browsers.installed() is None
    assert browsers.ensure_browser() == str(bare / "start")
    monkeypatch.setattr(browsers, "_by_npm", lambda: fails("fetched twice"))
    assert browsers.ensure_browser() == browsers.installed() == str(bare / "start")


def test_the_fetched_browser_goes_before_the_machines_own(bare, monkeypatch, capsys):
    own = bare.parent / "chromium"
    own.write_text("#!/bin/sh\n")
    own.chmod(0o755)
    monkeypatch.setenv("PATH", str(bare.parent))
    monkeypatch.setattr(browsers, "NAMES", ("chromium",))
    assert browsers.ensure_browser() == str(own)
    assert tasks.main(["browser"]) == 1, "it cannot be fetched, and that is said"
    fetching(monkeypatch, bare)
    assert tasks.main(["browser"]) == 0 and str(bare / "start") in capsys.readouterr().out
    assert browsers.ensure_browser() == browsers.installed() == str(bare / "start")


def test_a_browser_that_does_not_start_is_none(bare, monkeypatch):
    def fetch():
        (bare / "start").write_text("#!/bin/sh\nexit 1\n")
        (bare / "start").chmod(0o755)

    monkeypatch.setattr(browsers, "_by_npm", fetch)
    with pytest.raises(Trouble, match="it was fetched and does not start"):
        browsers.ensure_browser()
    assert browsers.installed() is None


def test_another_archive_than_the_locked_one_is_refused(tmp_path):
    (tmp_path / "chromium").write_text("something else")
    with tarfile.open(tmp_path / "package.tgz", "w:gz") as archive:
        archive.add(tmp_path / "chromium", "package/bin/chromium.br")
    with pytest.raises(Trouble, match="another hash"):
        browsers.unpack(tmp_path / "package.tgz", browsers.INTEGRITY)
    assert not (tmp_path / "package").exists()
