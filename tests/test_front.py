"""What a notebook shows of pages that were made for the built book: no raw citation, deal or figure, links
that lead to notebooks, a map that is drawn, and nothing that waits for a script.
"""

import json
import re
import sys

import pytest

from cadogan.drawing.catalogue import wall
from cadogan.edition import prose
from cadogan.edition.notebook import book_folder, code_cells, page_path
from cadogan.notebook import opening
from cadogan.notebook.front import in_notebook, markdown_in_notebook
from cadogan.tables.finding import facts

from .conftest import ROOT, text_of

PAGES = sorted((ROOT / "book").rglob("*.md"))
RAW = re.compile(r"\{cite:|\(deal:|```\{(figure|bibliography)|^\([\w-]+\)=$", re.MULTILINE)


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.stem)
def test_no_text_is_raw(path):
    assert not RAW.search(prose.readable(text_of(path), "../" * (path.parent.name == "lessons")))


def test_what_is_cited_has_names_and_years():
    assert len(prose.references()) > 25
    assert (
        prose.readable("{cite:p}`bayer1992`", "../")
        == "([Bayer and Diaconis, 1992](../bibliography.md))"
    )
    listed = prose.readable("```{bibliography}\n:all:\n```")
    assert (
        len(listed.splitlines()) == len(prose.references())
        and "(1957). *Dynamic Programming*" in listed
    )


def test_links_lead_to_notebooks_where_there_are_some(tmp_path):
    (tmp_path / "lessons").mkdir()
    for name in ("fortress.md", "mill.ipynb", "lessons/spread.md"):
        (tmp_path / name).touch()
    pages = '<a href="fortress.html#play">1</a><a class="x" href="mill.html">2</a><a href="lessons/spread.html">3</a>'
    assert re.findall(
        'href="([^"]*)"', in_notebook(pages + '<a href="carpet.html">4</a>', tmp_path)
    ) == [*("fortress.md#play", "mill.ipynb", "lessons/spread.md", "carpet.html")]


def test_a_map_is_drawn_and_what_needs_a_script_is_left_out(tmp_path):
    drawing = '<svg><a href="mill.html"><title>Mill</title><rect/></a></svg>'
    assert in_notebook(drawing, tmp_path) == "<svg><title>Mill</title><rect/></svg>"
    form = '<form class="f"><input></form><p>cards</p><script type="module" src="_static/finding.mjs"></script>'
    shown = in_notebook(form, tmp_path)
    assert "<input" not in shown and "<script" not in shown and "<p>cards</p>" in shown
    own = "<form><input></form>"
    assert in_notebook(own, tmp_path) == own, "a form of its own works"


FRONTS = "intro concordance course finding gallery glossary ledger rule-cards studio".split()


def test_front_pages_have_no_link_to_a_built_page_and_no_form_that_is_dead():
    """As their cells show them, by their stored outputs."""
    links = 0
    for name in FRONTS:
        stored = json.loads(text_of(f"tests/executed/{name}.ipynb"))
        outputs = [one for cell in stored["cells"] for one in cell.get("outputs", [])]
        for html in ("".join(one.get("data", {}).get("text/html", "")) for one in outputs):
            shown = in_notebook(html, book_folder())
            assert not re.search(r'href="[^":]*\.html|_static/|<form\b|data-needs=', shown), name
            links += len(re.findall(r'<a [^>]*href="[^":]*\.md', shown))
    assert links > 800


def test_front_pages_link_to_notebooks_in_a_copy_of_the_chapters():
    shown = in_notebook(wall([facts("fortress")], plates=True), book_folder())
    assert 'href="fortress.md"' in shown and ".html" not in shown


def page_notebook(name):
    """A page as a notebook of its own."""
    sys.path.insert(0, str(ROOT / "tools"))
    import page_notebooks

    return page_notebooks.notebook(ROOT / "book" / f"{name}.md")


def test_a_page_as_a_notebook_of_its_own_has_no_raw_text_either():
    for name in ("lessons/spread", "fortress", "gallery"):
        cells = page_notebook(name).cells
        text = "\n".join(cell.source for cell in cells if cell.cell_type == "markdown")
        assert not RAW.search(text) and "bibliography" not in text


def opened(slug):
    """The code cells of a page as a notebook opens with them."""
    cells = [
        {"cell_type": "code", "source": cell.text, "metadata": {}, "outputs": []}
        for cell in code_cells(page_path(slug).read_text(encoding="utf-8"))
    ]
    opening.show(cells, slug, book_folder())
    return cells


@pytest.mark.parametrize(
    ("slug", "text"), [("fortress", opening.WHAT_TO_DO), ("spread", opening.PLAY)]
)
def test_a_page_with_a_board_opens_with_its_picture_and_a_line(slug, text):
    cells = opened(slug)
    (board,) = (cell for cell in cells if "cadogan.play(" in cell["source"] and cell["outputs"])
    (shown,) = board["outputs"]
    assert shown["data"]["text/plain"] == text and "data:image/svg" in shown["data"]["text/html"]


@pytest.mark.parametrize("slug", opening.FRONT)
def test_a_front_page_opens_with_a_line_and_what_it_draws_and_links_lead_to_notebooks(slug):
    (first, *shown) = (one["data"] for cell in opened(slug) for one in cell["outputs"])
    assert first["text/plain"] == opening.FRONT[slug]
    text = "".join(part for one in shown for part in one.values())
    linked = re.findall(r'(?:<a [^>]*href="|\]\()([\w./-]+\.(?:md|html))', text)
    assert len(linked) > 40 and all((book_folder() / name).is_file() for name in linked)
    assert re.search("<svg|data:image/svg", text)
    assert not re.search(r"<svg((?!</svg>).)*<a\b", text, re.DOTALL)


def test_links_in_markdown_lead_to_notebooks_too(tmp_path):
    (tmp_path / "mill.ipynb").touch()
    (tmp_path / "wheel.md").touch()
    text = "[1](mill.md) [2](wheel.md#play) [3](carpet.md)"
    assert markdown_in_notebook(text, tmp_path) == text.replace("mill.md", "mill.ipynb")


def test_an_exported_page_has_no_code_that_its_notebook_folds():
    nbconvert = pytest.importorskip("nbconvert")
    notebook = page_notebook("kings")
    html, _ = nbconvert.HTMLExporter().from_notebook_node(notebook)
    inputs = html.count('class="jp-Cell-inputWrapper"') - sum(
        cell.cell_type == "markdown" for cell in notebook.cells
    )
    open_cells = [
        cell
        for cell in notebook.cells
        if cell.cell_type == "code" and "jupyter" not in cell.metadata
    ]
    assert inputs == len(open_cells) > 5
