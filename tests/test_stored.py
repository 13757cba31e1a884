"""The stored outputs that a page is built from: whole, and taken only where they belong to the
present sources.
"""

import json
import re
from pathlib import Path

import nbformat
import notebooks
import pytest

import cadogan
from cadogan.board.widget import Board

from .conftest import python, text_of

CHAPTER = notebooks.BOOK / "fortress.md"
"""Its name alone is used."""


def executed():
    """A notebook as a kernel leaves it: something printed in two pieces, a picture, a board."""
    board = Board("fortress", 1933)
    state = {name: getattr(board, name) for name in ("_esm", "cards_svg", "first", "replay")}
    model = {
        "model_module": "anywidget",
        "model_name": "AnyModel",
        "model_module_version": "~0.11.*",
        "state": {
            **state,
            "_css": str(board._css),
            "_anywidget_id": "cadogan.board.widget.Board",
            "layout": "IPY_MODEL_1",
        },
    }
    view = {"model_id": "a" * 32, "version_major": 2, "version_minor": 1}
    cell, other = (
        nbformat.v4.new_code_cell("print(1)"),
        nbformat.v4.new_code_cell("board", execution_count=2),
    )
    cell.outputs = [
        nbformat.v4.new_output("stream", name="stdout", text=text) for text in ("1\n", "2\n")
    ]
    cell.outputs.append(
        nbformat.v4.new_output("display_data", {"image/png": "iVBORw0=", "text/plain": "<Figure>"})
    )
    other.outputs = [
        nbformat.v4.new_output(
            "execute_result", {notebooks.WIDGET: view, "text/plain": "…"}, execution_count=2
        )
    ]
    notebook = nbformat.v4.new_notebook(cells=[cell, other])
    notebook.metadata["widgets"] = {
        notebooks.STATE: {"state": {"a" * 32: model, "b" * 32: {"model_module": "x", "state": {}}}}
    }
    return nbformat.from_dict(notebook)


@pytest.fixture
def stored(tmp_path, monkeypatch):
    """The copy of a page, in a folder of its own."""
    path = tmp_path / "fortress.ipynb"
    monkeypatch.setattr(notebooks, "copy_of", lambda chapter: path)
    monkeypatch.setattr(notebooks, "made_with", lambda: "these files")
    monkeypatch.setattr(notebooks, "built", settled)
    notebooks.write(CHAPTER)
    return path


def settled(chapter):
    notebooks._settle(notebook := executed(), chapter)
    return notebook


def test_a_page_gets_back_all_that_it_shows(stored):
    page = notebooks.outputs(CHAPTER, ["print(1)", "board"])
    assert [one.output_type for one in page.cells[0].outputs] == ["stream", "display_data"]
    assert (
        page.cells[0].outputs[0].text == "1\n2\n"
        and page.cells[0].outputs[1].data["image/png"].strip() == "iVBORw0="
    )
    view = page.cells[1].outputs[0].data[notebooks.WIDGET]["model_id"]
    models = page.metadata["widgets"][notebooks.STATE]["state"]
    was = executed().metadata["widgets"][notebooks.STATE]["state"]["a" * 32]["state"]
    assert list(models) == [view] and view != "a" * 32
    assert {**models[view]["state"], "layout": "IPY_MODEL_1"} == was
    assert was["_esm"] == Board._esm and was["first"]["text"]


def test_a_copy_is_small_and_the_same_each_time(stored):
    text = text_of(stored)
    assert "function" not in text and "<symbol" not in text and len(text) < 100_000, (
        "not the script, not the cards"
    )
    notebooks.write(CHAPTER)
    assert text_of(stored) == text


def test_what_does_not_belong_is_executed(stored, monkeypatch):
    cells = ["print(1)", "board"]
    assert (
        notebooks.outputs(CHAPTER, ["print(1)", "bored"]) is None
        and notebooks.outputs(CHAPTER, cells[:1]) is None
    )
    whole = json.loads(text_of(stored))
    stored.write_text(
        json.dumps({**whole, "metadata": {**whole["metadata"], "boards": {}}}), encoding="utf-8"
    )
    assert notebooks.outputs(CHAPTER, cells) is None, "a board is missing"
    stored.write_text(json.dumps(whole), encoding="utf-8")
    assert notebooks.outputs(CHAPTER, cells) is not None
    monkeypatch.setattr(notebooks, "made_with", lambda: "other files")
    assert notebooks.outputs(CHAPTER, cells) is None
    stored.unlink()
    assert notebooks.outputs(CHAPTER, cells) is None


def test_the_fingerprint_is_of_what_outputs_follow_from():
    import bookbuild

    for path in (
        "cadogan/serve.py",
        "cadogan/cli.py",
        "cadogan/board/js/board.js",
        "cadogan/board/board.css",
        "cadogan/course/simulated.json",
    ):
        assert bookbuild.NO_OUTPUT.fullmatch(path) and (notebooks.ROOT / path).is_file(), path
    for module in (cadogan.odds, cadogan.solver, cadogan.board):
        path = Path(str(module.__file__)).relative_to(notebooks.ROOT).as_posix()
        assert not bookbuild.NO_OUTPUT.fullmatch(path), path
    assert re.fullmatch("[0-9a-f]{16}", bookbuild.made_with())


def test_reading_installs_what_the_tests_do_and_less():
    versions = {
        name: {*re.findall(r"^([\w.-]+==[^ ;\\]+)", text_of(f"requirements/{name}"), re.MULTILINE)}
        for name in ("lock.txt", "read.txt")
    }
    assert versions["read.txt"] < versions["lock.txt"]
    assert not [
        one
        for one in versions["read.txt"]
        if re.match("playwright|mypy|ruff|pytest|hypothesis|distributed|jupyterlab=", one)
    ]


#: Whatever `make read` does not install is refused; then what builds its pages is called.
AS_FOR_READING = """
import importlib.metadata, re, sys
lacking = {name for name, dists in importlib.metadata.packages_distributions().items()
    if not {re.sub("[-_.]+", "-", dist).lower() for dist in dists} & set(sys.argv[3:])} - {"cadogan"}

class Refusing:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in lacking:
            raise ModuleNotFoundError(f"{name} is not installed for reading")

assert {"jupytext", "playwright", "pytest"} <= lacking and not {"sphinx", "myst_nb"} & lacking
sys.meta_path.insert(0, Refusing())
sys.path.insert(0, sys.argv[1])
import book_index, book_jobs, book_sheets, cadogan_sphinx, execute, kernels, notebooks, page_notebooks
from pathlib import Path
page = Path(sys.argv[2])
cells = [one for one in page_notebooks.notebook(page)["cells"] if one["cell_type"] == "code"]
code = [one["metadata"].get("printed", one["source"]) for one in cells]
assert code and book_sheets.text()
notebooks.outputs(page, code)
"""


def test_the_pages_are_built_with_what_reading_installs():
    pinned = re.findall(r"^([\w.-]+)==", text_of("requirements/read.txt"), re.MULTILINE)
    names = [re.sub(r"[-_.]+", "-", one).lower() for one in pinned]
    done = python("-c", AS_FOR_READING, "tools", str(CHAPTER), *names)
    assert done.returncode == 0, done.stderr[-1500:]
