"""The reader's copy of the chapters: what was changed stays, what was not is renewed, and a chapter is
given back as printed.
"""

import json
import re
from pathlib import Path

import pytest

from cadogan import cli, lab_copy
from cadogan.edition.chapters import book_folder

from .conftest import text_of


@pytest.fixture
def book(tmp_path):
    """A book of three pages, and a folder for its copy."""
    source = tmp_path / "book"
    (source / "lessons").mkdir(parents=True)
    for name in ("a.md", "b.md", "lessons/c.md"):
        (source / name).write_text(f"{name} as printed\n", encoding="utf-8")
    toc = "root: a\nparts:\n  - caption: The rest\n    chapters:\n      - file: b\n      - file: lessons/c\n"
    (source / "_toc.yml").write_text(toc, encoding="utf-8")
    return source, tmp_path / "copy"


def texts(folder):
    pages = lab_copy.pages(folder).items()
    return {name: text_of(path) for name, path in pages if name != lab_copy.CONTENTS}


def test_an_upgrade_renews_what_was_not_touched_and_keeps_what_was(book):
    source, folder = book
    assert lab_copy.lay(source, folder) == lab_copy.Copy((), ())
    assert texts(folder) == texts(source)
    (folder / "a.md").write_text("mine\n", encoding="utf-8")
    for name in ("a.md", "b.md"):
        (source / name).write_text("second printing\n", encoding="utf-8")
    (source / "lessons" / "c.md").unlink()
    assert lab_copy.lay(source, folder) == lab_copy.Copy(("a.md",), ("a.md",))
    assert texts(folder) == {"a.md": "mine\n", "b.md": "second printing\n"}


def test_a_copy_without_a_memory_is_taken_for_the_readers_own(book):
    """As drafts laid it, or with a memory that cannot be read."""
    source, folder = book
    lab_copy.lay(source, folder)
    (folder / "a.md").write_text("an older printing, or mine\n", encoding="utf-8")
    (folder / lab_copy.LAID).write_text("[", encoding="utf-8")
    assert lab_copy.lay(source, folder) == lab_copy.Copy(("a.md",), ())
    assert json.loads((folder / lab_copy.LAID).read_text(encoding="utf-8")).keys() == {
        "b.md",
        "lessons/c.md",
    }


def test_the_memory_of_a_copy_that_came_from_somebody_else_leads_nowhere(book):
    """What it names outside the copy stays, and a link is not written through."""
    source, folder = book
    mine = folder.parent / "mine.md"
    mine.write_text("mine\n", encoding="utf-8")
    folder.mkdir()
    digest = lab_copy._digest(mine.read_bytes())
    laid = dict.fromkeys(("../mine.md", str(mine), "lessons/../../mine.md"), digest)
    for text in (json.dumps(laid), "[" * 100_000, '["a.md"]'):
        (folder / lab_copy.LAID).write_text(text, encoding="utf-8")
        (folder / "a.md").unlink(missing_ok=True)
        (folder / "a.md.part").symlink_to(mine)
        lab_copy.lay(source, folder)
        assert text_of(mine) == "mine\n" and texts(folder) == texts(source)


def test_a_page_is_given_back_and_no_version_of_the_readers_is_lost(book):
    source, folder = book
    lab_copy.lay(source, folder)
    page = folder / "lessons" / "c.md"
    for number in (1, 2):
        page.write_text(f"mine {number}\n", encoding="utf-8")
        aside = lab_copy.give_back(source, folder, "lessons/c.md")
        assert aside.name == f"lessons-c-{number}.md" and aside.read_text() == f"mine {number}\n"
        assert texts(folder) == texts(source) and not lab_copy.changed(source, folder)
    assert lab_copy.give_back(source, folder, "lessons/c.md") is None, "it was as printed"
    page.unlink()
    assert lab_copy.give_back(source, folder, "lessons/c.md") is None and page.is_file()


def test_the_lab_opens_a_copy_and_authors_the_book_itself(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(cli, "CHECKOUT", tmp_path)
    monkeypatch.setattr(cli, "in_checkout", lambda: True)
    monkeypatch.setattr(cli, "_jupyters_own", lambda: None)
    begun = []

    def begin(command, words, surroundings):
        begun.append(Path(next(w for w in words if "root_dir" in w).partition("=")[2]))

    monkeypatch.setattr("os.execve", begin)
    if cli.os.name == "nt":
        pytest.skip("there the lab is a child")
    before = {path: path.read_bytes() for path in book_folder().rglob("*.md")}
    cli.main(["lab", "fortress"])
    cli.main(["lab", "fortress", "--here"])
    assert begun == [tmp_path / "my-chapters", book_folder()]
    page = tmp_path / "my-chapters" / "fortress.md"
    page.write_text(text_of(page) + "mine\n", encoding="utf-8")
    capsys.readouterr()
    cli.main(["lab"])
    assert "Changed by you: fortress.md\n" in capsys.readouterr().out
    assert cli.main(["restore"]) == 0 and capsys.readouterr().out == "fortress.md\n"
    assert cli.main(["restore", "fortres"]) == 1
    assert "no page fortres; changed by you: fortress.md" in capsys.readouterr().err
    assert cli.main(["restore", "fortress", "spread"]) == 0
    first, second = capsys.readouterr().out.splitlines()
    assert first.startswith("fortress.md is as printed; what you had is in ")
    assert second == "lessons/spread.md is as printed"
    assert page.read_bytes() == before[book_folder() / "fortress.md"]
    assert {path: path.read_bytes() for path in before} == before, "the book is as it was"
    assert cli.main(["lab", "--folder", str(book_folder())]) == 1
    assert "the book itself" in capsys.readouterr().err


def test_the_copy_opens_with_the_contents_of_the_book(book):
    source, folder = book
    (source / "b.md").write_text("# The second\n", encoding="utf-8")
    lab_copy.lay(source, folder)
    page = text_of(folder / lab_copy.CONTENTS)
    assert page.startswith("---\njupytext:") and "\n## The rest\n" in page
    assert "* [The second](b.md)\n* [lessons/c](lessons/c.md)" in page
    whole = lab_copy.contents(book_folder())
    links = re.findall(r"\]\(([\w/-]+\.md)\)", whole)
    assert len(links) > 90 and {*links} <= lab_copy.pages(book_folder()).keys()
