"""A build for students holds no answer that is to be read: what it ships of pages, package and
notebooks is searched for every explanation, model, slip and sum of every exercise.
"""

import json
import os
import re
from pathlib import Path
from zipfile import ZipFile

import page_notebooks
import pytest

from cadogan.course import asking, exercise, questions
from cadogan.course.exercises import answers
from cadogan.edition.chapters import book_folder
from cadogan.edition.folding import cells_behind_answers
from cadogan.edition.notebook import code_cells
from cadogan.edition.sealing import LEFT_OUT, MARKER, STUDENT, for_students, seal_wheel, unsealed

from ..conftest import ROOT, text_of

PAGES = sorted([*book_folder().glob("*.md"), *book_folder().glob("lessons/*.md")])
ASKING = [
    page for page in PAGES if any(q.kind == "ask" for q in questions.questions_of(text_of(page)))
]
#: Lines of an answer that tell nothing.
NOTHING = re.compile(r'ask\("[^"]+",?|</?details>.*')


def told_by(page):
    """The lines of a page that tell an answer: of the cells that ask, and of the folded answers."""
    text = text_of(page)
    cells, behind = code_cells(text), cells_behind_answers(text)
    asks = {q.cell for q in questions.questions_of(text) if q.kind == "ask"}
    answer = [cell.text for n, cell in enumerate(cells) if n in asks | behind]
    shown = "\n".join(cell.text for n, cell in enumerate(cells) if n not in asks | behind)
    folded = re.findall(r"<details>.*?</details>", text.partition("\n## Exercises\n")[2], re.DOTALL)
    lines = {line.strip() for part in (*answer, *folded) for line in part.split("\n")}
    rest = shown + re.sub(r"```.*?```|<details>.*?</details>", "", text, flags=re.DOTALL)
    return {
        line
        for line in lines
        if len(line) > 24 and not NOTHING.fullmatch(line) and line not in rest
    }


TOLD = {page: told_by(page) for page in ASKING}


def found_in(text, page):
    return [line for line in TOLD[page] if line in text]


@pytest.mark.parametrize("page", ASKING, ids=lambda page: page.stem)
def test_what_is_shipped_of_a_page_tells_no_answer(page, tmp_path):
    assert len(TOLD[page]) >= 3
    text = text_of(page)
    sealed = for_students(text)
    notebook = json.dumps(page_notebooks.notebook(page, answers=False), ensure_ascii=False)
    assert found_in(text, page), "the test can fail"
    assert not found_in(sealed, page) and not found_in(notebook, page)
    assert not found_in(notebook.replace('\\"', '"'), page)
    assert len(code_cells(sealed)) == len(code_cells(text))
    opened = [unsealed(cell.text) for cell in code_cells(sealed)]
    behind = cells_behind_answers(text)
    for number, (was, now) in enumerate(zip(code_cells(text), opened, strict=True)):
        assert now == (LEFT_OUT if number in behind else was.text)
    kinds = [(q.kind, q.name, q.text) for q in questions.questions_of(sealed)]
    assert kinds == [(q.kind, q.name, q.text) for q in questions.questions_of(text)]


def test_the_code_that_pages_fetch_is_under_seal_and_marks(tmp_path, monkeypatch):
    monkeypatch.setenv("CADOGAN_ANSWERS", "")
    questions.write(tmp_path, student=True)
    for page in ASKING:
        text = text_of(tmp_path / f"{page.stem}.py")
        assert text.startswith(STUDENT) and not found_in(text, page), page.stem
    monkeypatch.setattr(questions, "_names", {})
    monkeypatch.setattr(asking, "_exercises", {})
    for name, right in (("kings/2", "1 - comb(88, 4)/comb(96, 4)"), ("spread/deviation", "8")):
        slug = name.partition("/")[0]
        questions.learn(slug, text_of(tmp_path / f"{slug}.py"))
        one = exercise(name)
        assert one.mark(right).mark == "right" and answers() == "student"
        assert "<details" not in one._repr_html_()
    like = exercise("spread/deviation#1")
    assert "<details" not in like._repr_html_() and like.because not in like._repr_html_()
    with pytest.raises(ValueError, match="seal cannot be opened"):
        unsealed('ask("kings/1", sealed("AAAA"))')


def test_a_wheel_for_students_is_marked_and_under_seal(tmp_path, monkeypatch):
    wheel = tmp_path / "cadogan-1.whl"
    with ZipFile(wheel, "w") as archive:
        for page in ASKING:
            name = page.relative_to(book_folder()).as_posix()
            archive.write(page, f"cadogan/_chapters/{name}")
    seal_wheel(wheel)
    with ZipFile(wheel) as archive:
        assert f"cadogan/_chapters/{MARKER}" in archive.namelist()
        for page in ASKING:
            name = page.relative_to(book_folder()).as_posix()
            assert not found_in(archive.read(f"cadogan/_chapters/{name}").decode(), page)
    (tmp_path / MARKER).write_text("{}")
    monkeypatch.delenv("CADOGAN_ANSWERS", raising=False)
    monkeypatch.setattr("cadogan.course.exercises.book_folder", lambda: tmp_path)
    assert answers() == "student"


@pytest.mark.slow
@pytest.mark.skipif(
    os.environ.get("CADOGAN_ANSWERS") != "student", reason="searches a build for students"
)
def test_no_file_of_the_built_book_tells_an_answer():
    """Every file of `_build/html`, and what is packed in it."""
    site, seen = ROOT / "_build" / "html", 0
    open_text = "\n".join(for_students(text_of(page)) for page in PAGES)
    open_text += "\n".join(text_of(path) for path in (ROOT / "cadogan").rglob("*.py"))
    lines = [line for some in TOLD.values() for line in some if line not in open_text]
    assert len(lines) > 2000

    def search(name, content):
        text = content.decode("utf-8", errors="ignore")
        forms = (text, text.replace('\\"', '"').replace("&lt;", "<").replace("&gt;", ">"))
        hits = [line for line in lines if any(line in form for form in forms)]
        assert not hits, (name, hits[:3])

    for path in Path(site).rglob("*"):
        if path.suffix in (".whl", ".zip", ".pyz"):
            with ZipFile(path) as archive:
                for name in archive.namelist():
                    search(f"{path}!{name}", archive.read(name))
                    seen += 1
        elif path.is_file() and path.suffix not in (".woff2", ".woff", ".png", ".gz", ".ttf"):
            search(str(path), path.read_bytes())
            seen += 1
    assert seen > 200
