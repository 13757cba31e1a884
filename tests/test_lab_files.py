"""Chapters that JupyterLab saves: what was not changed is written as it was."""

import pytest

jupytext = pytest.importorskip("jupytext")
pytest.importorskip("jupyter_server")

from cadogan.edition.chapters import book_folder  # noqa: E402
from cadogan.lab_copy import lay  # noqa: E402
from cadogan.lab_files import TITLE, Chapters, as_it_was  # noqa: E402

from .conftest import ROOT, text_of  # noqa: E402

CHAPTERS = [
    path for path in sorted((ROOT / "book").rglob("*.md")) if "kernelspec" in text_of(path)[:800]
]


def saved(text, change=("", "")):
    """A chapter as JupyterLab and jupytext write it, when a kernel has told its name and version;
    with a change in a cell.
    """
    notebook = jupytext.reads(text, fmt="md:myst")
    notebook.metadata["language_info"] = {"name": "python", "version": "3.99"}
    notebook.metadata["kernelspec"]["display_name"] = "Python 3 (ipykernel)"
    for cell in notebook.cells:
        cell.source = cell.source.replace(*change) if change[0] else cell.source
    return jupytext.writes(notebook, fmt="md:myst")


@pytest.mark.few
@pytest.mark.parametrize("path", CHAPTERS, ids=lambda path: path.stem)
def test_an_unchanged_chapter_stays_as_it_was(path):
    before = text_of(path)
    after = saved(before)
    assert after != before, "by itself it would be written anew"
    assert as_it_was(before, after) == before


def test_of_a_changed_chapter_only_the_change_is_written():
    assert len(CHAPTERS) > 80
    before = text_of("book/fortress.md")
    change = "An empty lane is a turntable", "An empty lane turns a sequence"
    assert as_it_was(before, saved(before, change)) == before.replace(*change)


def test_a_front_matter_of_the_readers_own_is_written():
    before = text_of("book/fortress.md")
    after = saved(before).replace("---\njupytext:", "---\nminutes: 50\njupytext:", 1)
    assert "minutes: 50" in as_it_was(before, after)


def test_a_chapter_opens_folded_and_no_answer_stands_open(tmp_path):
    chapter = tmp_path / "sample-space.md"
    before = text_of("book/lessons/sample-space.md")
    chapter.write_text(before, encoding="utf-8")
    files = Chapters(root_dir=str(tmp_path))
    model = files.get(chapter.name, type="notebook")
    folded = [
        cell["source"]
        for cell in model["content"]["cells"]
        if "exercise" in cell["metadata"].get("tags", ())
        and cell["metadata"]["jupyter"]["source_hidden"]
    ]
    assert len(folded) > 9 and all(source.startswith(TITLE) for source in folded)
    files.save(model, chapter.name)
    assert text_of(chapter) == before, "that they are folded is not written"


def test_a_chapter_of_a_readers_copy_tells_no_answer_and_is_written_with_all_it_says(tmp_path):
    lay(book_folder(), tmp_path)
    files = Chapters(root_dir=str(tmp_path))
    for name in ("fortress.md", "lessons/sample-space.md"):
        before = text_of(tmp_path / name)
        model = files.get(name, type="notebook")
        code = [cell for cell in model["content"]["cells"] if cell["cell_type"] == "code"]
        asked = [cell for cell in code if "exercise" in cell["metadata"].get("tags", ())]
        assert len(asked) > 2
        for cell in asked:
            assert cell["metadata"]["jupyter"] == {"source_hidden": True}
            assert cell["source"].startswith(("ask(", "guess(", "reveal("))
            assert "Number(" not in cell["source"]
        files.save(model, name)
        assert text_of(tmp_path / name) == before

        model = files.get(name, type="notebook")
        code = [cell for cell in model["content"]["cells"] if cell["cell_type"] == "code"]
        code[0]["source"] += "\n# mine"
        files.save(model, name)
        first = before.index("```{code-cell}")
        end = before.index("\n```\n", first + 5)
        assert text_of(tmp_path / name) == f"{before[:end]}\n# mine{before[end:]}"


def test_a_chapter_of_a_copy_reverts_to_what_is_printed_and_other_files_as_everywhere(tmp_path):
    lay(book_folder(), tmp_path)
    files = Chapters(root_dir=str(tmp_path))
    chapter = tmp_path / "fortress.md"
    before = text_of(chapter)
    chapter.write_text(before.replace("An empty lane", "No lane"), encoding="utf-8")
    files.create_checkpoint("fortress.md")  # as a save in JupyterLab does
    (one,) = files.list_checkpoints("fortress.md")
    files.restore_checkpoint(one["id"], "fortress.md")
    assert text_of(chapter) == before
    assert "No lane" in text_of(tmp_path / "put-aside" / "fortress-1.md")

    own = tmp_path / "own.md"
    own.write_text("mine\n", encoding="utf-8")
    assert files.list_checkpoints("own.md") == []
    one = files.create_checkpoint("own.md")
    own.write_text("spoilt\n", encoding="utf-8")
    files.restore_checkpoint(one["id"], "own.md")
    assert text_of(own) == "mine\n"


def test_a_chapter_that_is_renamed_or_deleted_can_still_be_laid(tmp_path):
    lay(book_folder(), tmp_path)
    files = Chapters(root_dir=str(tmp_path))
    files.rename_file("fortress.md", "mine.md")
    assert text_of(tmp_path / "mine.md") == text_of("book/fortress.md")
    assert files.list_checkpoints("mine.md") == []
    lay(book_folder(), tmp_path)
    assert (tmp_path / "fortress.md").is_file()


#: Texts that are no notebook: of no YAML, of no front matter's, of no cell's, of no UTF-8.
SPOILT = (
    b'---\ntitle: "x\n---\n# a\n',
    b"---\nfoo\n---\n# a\n",
    b"---\n- a\n---\n# a\n",
    b"---\nday: 2026-99-99\n---\n# a\n",
    b"```{code-cell}\n---\nfoo: [\n---\n1\n```\n",
    b"# caf\xe9\n",
)


@pytest.mark.parametrize("spoilt", SPOILT)
def test_a_text_that_is_no_notebook_is_saved_and_can_be_mended(tmp_path, spoilt):
    """In the lab's editor of texts."""
    page, files = tmp_path / "notes.md", Chapters(root_dir=str(tmp_path))
    page.write_bytes(spoilt)
    for text in ("# mended\n", spoilt.decode("latin-1")):
        files.save({"type": "file", "format": "text", "content": text}, page.name)
        assert text_of(page) == text
