"""`make read` of a book whose chapters somebody has changed: built as it stands, and said which; `make
build` takes nothing over from it.
"""

import json
import subprocess
import sys

import pytest

from .conftest import ROOT

sys.path.insert(0, str(ROOT / "tools"))
import bookbuild
import house

PAGE = "# {title}\n\n```{{code-cell}} ipython3\n:tags: [rules]\n{code}\n```\n"


@pytest.fixture
def checkout(tmp_path, monkeypatch):
    """A checkout with two pages and their stored copies, where a build is made of empty steps; what is
    asked of them.
    """
    for module in (house, bookbuild):
        monkeypatch.setattr(module, "ROOT", tmp_path)
    folders = {"BOOK": "book", "BUILD": "_build", "SITE": "_build/html", "EXECUTED": "executed"}
    folders |= {"CACHE": "_build/cache", "DOCTREES": "_build/trees"}
    folders |= {"FAILING": "_build/stamps/failing", "PARTLY_STORED": "_build/stamps/partly-stored"}
    for name, folder in folders.items():
        monkeypatch.setattr(bookbuild, name, tmp_path / folder)
    for folder in ("book", "executed", "_build/stamps", "_build/cache", "_build/html"):
        (tmp_path / folder).mkdir(parents=True, exist_ok=True)
    for title, code in (("one", "x = 1"), ("two", "x = 2")):
        text = PAGE.format(title=title, code=code)
        (tmp_path / "book" / f"{title}.md").write_text(text, encoding="utf-8")
        cells = [{"cell_type": "code", "source": [code]}]
        copy = tmp_path / "executed" / f"{title}.ipynb"
        copy.write_text(json.dumps({"cells": cells}), encoding="utf-8")
    (tmp_path / "_build" / "html" / "index.html").touch()
    asked = []

    def site():
        bookbuild.SITE.mkdir(exist_ok=True)
        (bookbuild.SITE / "index.html").touch()

    monkeypatch.setattr(bookbuild, "ensure_modules", lambda: None)
    monkeypatch.setattr(bookbuild, "ensure_assets", lambda: None)
    monkeypatch.setattr(bookbuild, "_readable", lambda: None)
    monkeypatch.setattr(bookbuild, "_pages", lambda toc, words: asked.append(words))
    monkeypatch.setattr(bookbuild, "_sphinx", lambda *words: site())

    def stamps():
        pages = [*(tmp_path / "book").glob("*.md")]
        made = house.digest(pages)
        names = ("engine", "frame", "site")
        return {one: house.Stamp(bookbuild.BUILD / "stamps" / f"{one}.json", made) for one in names}

    monkeypatch.setattr(bookbuild, "stamps", stamps)
    return tmp_path, asked


def change(root):
    path = root / "book" / "one.md"
    path.write_text(path.read_text(encoding="utf-8").replace("x = 1", "x = 3"), encoding="utf-8")


def test_changed_chapters_are_named_with_git_and_without(checkout, monkeypatch):
    root, _ = checkout
    git = ["git", "-C", str(root), "-c", "user.name=a", "-c", "user.email=a@b.c"]
    for words in (["init", "-q"], ["add", "book"], ["commit", "-qm", "as printed"]):
        subprocess.run([*git, *words], check=True)
    assert bookbuild.changed_chapters() == []
    change(root)
    assert bookbuild.changed_chapters() == ["book/one.md"]
    monkeypatch.setenv("PATH", str(root))
    assert bookbuild.changed_chapters() == ["book/one.md"], "by the stored copies"


def test_it_is_built_and_said_which_each_time_and_nothing_is_taken_over(
    checkout, monkeypatch, capsys
):
    root, asked = checkout
    change(root)
    monkeypatch.setattr(bookbuild, "changed_chapters", lambda: ["book/one.md"])

    def pages(toc, words):
        asked.append(words)
        if "--failing" in words:
            bookbuild.FAILING.write_text("one.md (2)\n", encoding="utf-8")

    monkeypatch.setattr(bookbuild, "_pages", pages)
    told = "not as printed: book/one.md\ncells that fail, and say so in their pages: one.md (2)\n"
    for _ in range(2):  # the second finds it built
        bookbuild.ensure_book(stored=True, failing=True)
        assert told in capsys.readouterr().out
    assert asked == [["--stored", "--failing"]]
    bookbuild.CACHE.mkdir()
    (bookbuild.CACHE / "with errors").touch()
    bookbuild.ensure_book(stored=True)
    assert asked[1:] == [["--stored"]] and not bookbuild.CACHE.exists()
    assert told not in capsys.readouterr().out


def test_a_warning_ends_a_build_but_not_one_of_the_book_as_it_stands(checkout, monkeypatch, capsys):
    def warns(*words):
        (bookbuild.SITE).mkdir(exist_ok=True)
        (bookbuild.SITE / "index.html").touch()
        raise house.Trouble("building the book failed")

    monkeypatch.setattr(bookbuild, "_sphinx", warns)
    monkeypatch.setattr(bookbuild, "changed_chapters", list)
    bookbuild.ensure_book(stored=True, failing=True)
    assert "the warnings above" in capsys.readouterr().out
    with pytest.raises(house.Trouble):
        bookbuild.ensure_book(stored=True)
