"""The command ``cadogan``, and what the package offers by name (`test_wheel.py` has what a name says
where something is missing).
"""

import os
import re
import shlex
from dataclasses import replace

import pytest

import cadogan
from cadogan import cli

from .conftest import python


def test_list_has_every_game(capsys):
    assert cli.main(["list"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines] == [*cadogan.games, *cadogan.round_games]
    assert len(cadogan.games) > 2
    assert re.fullmatch(r"sultan +2 packs +The Sultan", lines[list(cadogan.games).index("sultan")])
    assert re.fullmatch(r"speculation +2 to 10 players +Speculation", lines[-1])


@pytest.mark.parametrize("words", [["list"], ["tell", "speculation"]])
@pytest.mark.slow
def test_a_reader_who_goes_away_is_no_error(words):
    """`cadogan list | head -1` ends quietly: not one line about a pipe, and no chapter counted as
    broken.
    """
    reading, writing = os.pipe()
    os.close(reading)
    done = python("-m", "cadogan", *words, stdout=writing)
    os.close(writing)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize(
    "one", [cadogan.games["fortress"], cadogan.round_games["speculation"]], ids=lambda one: one.slug
)
def test_tell_is_the_games_own_prose(one, capsys):
    assert cli.main(["tell", one.slug]) == 0
    assert capsys.readouterr().out.strip() == one.tell().strip()


def test_odds_are_the_same_for_the_same_seed(capsys):
    words = "odds la-belle-lucie --strategy random --n 20 --seed 3".split()
    assert cli.main(words) == cli.main(words) == 0
    said = capsys.readouterr().out
    first = said[: len(said) // 2]
    assert "20" in first and said == first * 2


def test_interrupted_odds_are_shown_and_are_not_done(monkeypatch, capsys):
    found = cadogan.odds.simulate(cadogan.games["fortress"], n=2)
    monkeypatch.setattr(cadogan.odds, "simulate", lambda *_, **__: replace(found, wanted=9))
    assert cli.main(["odds", "fortress", "--n", "9"]) == 130
    assert "interrupted" in capsys.readouterr().out


@pytest.mark.table("words, said", "commands")
def test_what_cannot_be_done_is_said(words, said, capsys):
    assert cli.main(shlex.split(words)) == 1
    shown = capsys.readouterr()
    assert said in shown.err
    assert shown.out == ""


def test_an_installed_package_says_where_the_built_pages_are(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(cli, "CHECKOUT", tmp_path)
    assert cli.main(["read"]) == 1
    assert f"--folder cadogan-book-{cli.version()}/html" in capsys.readouterr().err


def test_a_folder_that_cannot_be_written_is_said(tmp_path, monkeypatch, capsys):
    """A home on a read-only disk, or none at all; what was half copied is no chapter."""
    (tmp_path / "home").write_text("a file", encoding="utf-8")
    monkeypatch.setattr(cli, "in_checkout", lambda: False)
    monkeypatch.setattr(cli, "LAB_FOLDER", tmp_path / "home" / "cadogan-chapters")
    assert cli.main(["lab", "--no-browser"]) == 1
    said = capsys.readouterr().err
    assert "cannot be copied" in said and "cadogan lab --folder FOLDER" in said

    def full(self, text):
        self.write_text("#", encoding="utf-8")
        raise OSError("No space left on device")

    monkeypatch.setattr("pathlib.Path.write_bytes", full)
    assert cli.main(["lab", "--no-browser", "--folder", str(tmp_path / "new")]) == 1
    assert "No space left" in capsys.readouterr().err and not list((tmp_path / "new").glob("*.md"))


def test_a_home_where_jupyterlab_cannot_keep_its_files_is_said(tmp_path, monkeypatch, capsys):
    (tmp_path / "home").write_text("a file", encoding="utf-8")
    for name in ("CONFIG", "DATA", "RUNTIME"):
        monkeypatch.setenv(f"JUPYTER_{name}_DIR", str(tmp_path / "home" / name))
    monkeypatch.setattr(os, "execve", lambda *_: pytest.fail("JupyterLab was begun"))
    assert cli.main(["lab", "--no-browser"]) == 1
    assert "Set HOME" in capsys.readouterr().err


def test_the_module_is_the_command():
    told = python("-m", "cadogan", "--version").stdout
    assert re.fullmatch(r"cadogan \d+\.\d+\.\d+\n", told)


def test_tab_offers_what_the_package_has_and_nothing_else():
    offered = set(dir(cadogan))
    names = "games play plate play_round round_games odds summary concordance words"
    assert offered >= {*names.split(), *cadogan.__all__}
    assert not [name for name in offered if name.startswith("_") and name != "__version__"]
    assert all(getattr(cadogan, name) is not None for name in offered)


def test_the_games_show_themselves_as_a_table():
    html = cadogan.games._repr_html_()
    assert html.count("<tr>") == 1 + len(cadogan.games)
    assert "<td><code>sultan</code></td><td>The Sultan</td><td>2</td>" in html
    assert "<code>german-herring-bone</code>" in html
