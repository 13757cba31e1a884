"""The executed copies of the chapters: each stands for its chapter, so that nbval compares all of it
with what was built.
"""

import bookbuild
import execute
import nbformat
import notebooks
import pytest

CHAPTER = """---
jupytext:
  text_representation:
    extension: .md
    format_name: myst
kernelspec:
  display_name: Python 3
  language: python
  name: python3
---

# A page

```{code-cell} ipython3
1 + 1
```
"""


def source_of(notebook):
    """What a copy must share with its chapter: kind, text and tags of every cell."""
    return [(c.cell_type, c.source, tuple(c.metadata.get("tags", ()))) for c in notebook.cells]


def stale(chapter):
    """Why the copy of a chapter does not stand for it, or an empty text: a notebook that was only
    converted has no outputs, and nothing would be compared.
    """
    stored = notebooks.copy_of(chapter)
    if not stored.is_file():
        return "there is no executed copy"
    copy = notebooks.read(stored)
    if source_of(copy) != source_of(notebooks.read(chapter)):
        return "the chapter has changed since the copy was made"
    if copy.metadata.get("texts", "") != bookbuild.texts_of(chapter):
        return "it shows what other pages say, and one of them has changed"
    cells = [cell for cell in notebooks.code_of(copy) if cell.source.strip()]
    if any(cell.execution_count is None for cell in cells):
        return "the copy was not executed"
    if not any(cell.outputs for cell in cells):
        return "the copy holds no output, so nothing would be compared"
    return ""


@pytest.mark.few
@pytest.mark.parametrize("chapter", notebooks.chapters(), ids=lambda path: path.stem)
def test_the_executed_copy_of_a_chapter_is_fresh(chapter):
    assert stale(chapter) == "", "run: make notebooks"


def test_there_are_executed_chapters_and_no_others():
    assert len(notebooks.chapters()) > 2
    assert notebooks.orphans() == []


@pytest.fixture
def page(tmp_path, monkeypatch):
    """A page of one cell, its copy and its cache."""
    monkeypatch.setattr(notebooks, "EXECUTED", tmp_path / "executed")
    monkeypatch.setattr(notebooks, "BOOK", tmp_path)
    monkeypatch.setattr(notebooks, "CACHE", tmp_path / "cache")
    (tmp_path / "page.md").write_text(CHAPTER, encoding="utf-8")
    return tmp_path / "page.md"


def run(page, *outputs):
    """Have the page in the cache as if its cell had shown this."""
    from jupyter_cache import get_cache
    from jupyter_cache.cache.main import CacheBundleIn

    cache = get_cache(notebooks.CACHE)
    cache.add_nb_to_project(str(page), read_data={"name": "myst_nb_md", "type": "plugin"})
    executed = cache.get_project_notebook(str(page)).nb
    (cell,) = notebooks.code_of(executed)
    cell.outputs, cell.execution_count = list(outputs), 1
    bundle = CacheBundleIn(executed, str(page))
    cache.cache_notebook_bundle(bundle, check_validity=False, overwrite=True)


def result(text):
    return nbformat.v4.new_output("execute_result", {"text/plain": text}, execution_count=1)


def test_a_copy_that_compares_nothing_counts_as_stale(page):
    assert "no executed copy" in stale(page)
    notebooks.copy_of(page).parent.mkdir()
    nbformat.write(notebooks.read(page), notebooks.copy_of(page))  # converted, not executed
    assert "not executed" in stale(page)

    run(page, result("2"))
    notebooks.write(page)
    assert stale(page) == ""
    (cell,) = notebooks.code_of(notebooks.read(notebooks.copy_of(page)))
    assert cell.outputs[0].data["text/plain"] == "2"

    page.write_text(CHAPTER.replace("1 + 1", "1 + 2"), encoding="utf-8")
    assert "has changed" in stale(page)
    with pytest.raises(ValueError, match="not executed"):
        notebooks.built(page)

    page.write_text(CHAPTER, encoding="utf-8")
    run(page)
    notebooks.write(page)
    assert "no output" in stale(page)


def test_a_page_that_shows_what_others_say_is_executed_again_when_a_text_has_changed(
    page, monkeypatch, tmp_path
):
    from jupyter_cache import get_cache

    texts = ["one"]
    monkeypatch.setattr(execute, "BUILD", tmp_path)
    monkeypatch.setattr(execute, "texts_of", lambda page: texts[-1])
    run(page, result("2"))
    cache = get_cache(notebooks.CACHE)

    def kept():
        execute.forget_overviews(cache, [str(page)])
        return cache.get_cached_project_nb(str(page)) is not None

    assert not kept(), "nobody knows with which texts it was put there"
    assert not kept(), "and there is nothing to forget"
    run(page, result("2"))
    assert kept()
    texts.append("another")
    assert not kept()


@pytest.mark.slow
def test_nbval_sees_what_a_page_showed_when_the_book_was_built(page):
    from .executed.conftest import Replay

    with pytest.raises(ValueError, match="not executed"):
        Replay(page)
    run(page, result("3"))
    kernel = Replay(page)
    asked = kernel.execute_cell_input("1 + 1")
    told = [kernel.get_message("iopub") for _ in range(2)]
    assert {message["parent_header"]["msg_id"] for message in told} == {asked}
    assert told[0]["content"]["data"] == {"text/plain": "3"}
    assert told[1]["content"] == {"execution_state": "idle"}
    with pytest.raises(RuntimeError, match="another text"):
        kernel.execute_cell_input("1 + 2")
