"""A build for students holds no answer that is to be read: what it ships of pages, package and
notebooks is searched for every explanation, model, slip and sum of every exercise.
"""

import ast
import gzip
import json
import os
import re
from html import escape
from zipfile import ZipFile

import page_notebooks
import pytest

from cadogan.course import asking, exercise, questions
from cadogan.course.exercises import answers
from cadogan.edition.chapters import book_folder
from cadogan.edition.folding import cells_behind_answers
from cadogan.edition.notebook import code_cells
from cadogan.edition.sealing import LEFT_OUT, MARKER, for_students, seal_wheel, unsealed

from ..conftest import ROOT, text_of
from .searched import (
    ASKING,
    NUMBER,
    PAGES,
    answers_of,
    found,
    open_pages,
    opened,
    told_by,
    values_of,
    zstd,
)

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


def test_what_is_under_seal_still_marks(tmp_path, monkeypatch):
    (tmp_path / MARKER).write_text("{}")
    for page in ASKING:
        (tmp_path / page.name).write_text(for_students(text_of(page)), encoding="utf-8")
    monkeypatch.delenv("CADOGAN_ANSWERS", raising=False)
    monkeypatch.setattr("cadogan.course.exercises.book_folder", lambda: tmp_path)
    monkeypatch.setattr(questions, "page_path", lambda slug: tmp_path / f"{slug}.md")
    monkeypatch.setattr(questions, "_names", {})
    monkeypatch.setattr(asking, "_exercises", {})
    for name, right in (("kings/2", "1 - comb(88, 4)/comb(96, 4)"), ("spread/deviation", "8")):
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


@pytest.mark.parametrize("packed", ["plain", "html", "json", "notebook", "memory", "pack", "wheel"])
def test_the_search_finds_a_line_wherever_it_lies(packed, tmp_path):
    line = "for n in (2, 3): print('less < more', n) − once"
    shown = "<pre>" + "".join(f'<span class="n">{one}</span>' for one in escape(line).split(" "))
    content = {
        "plain": ("a.txt", f"x{line}y".encode()),
        "html": ("a.html", shown.replace("</span><span", "</span> <span").encode()),
        "json": ("a.js", json.dumps({"a": escape(line)}).encode()),
        "notebook": ("a.ipynb", json.dumps({"source": [line[:20], line[20:]]}).encode()),
        "memory": ("a.bin", gzip.compress(b"abc" + line.encode("utf-16-le"))),
    }
    with ZipFile(tmp_path / "a.whl", "w") as archive:
        archive.writestr(*content["html"])
    content["pack"] = ("a.bin", zstd.compress((tmp_path / "a.whl").read_bytes()))
    if packed != "wheel":
        (tmp_path / "a.whl").unlink()
        name, bytes_ = content[packed]
        (tmp_path / name).write_bytes(bytes_)
    hits, seen = found(tmp_path, {line, "a text that stands nowhere at all"})
    assert [*hits] == [line] and seen == 1 + (packed in ("memory", "wheel")) + 2 * (
        packed == "pack"
    )


def test_there_are_answers_to_be_searched_for():
    assert len({line for page in ASKING for line, _ in answers_of(page)}) > 900


#: Values that the lesson has of its own, too: of another question, of one that an experiment is to meet.
ALSO = {"absorbing/lengths", "bellman/values", "forty-eighth/experiment"}


def test_no_example_gives_the_right_answer_of_an_exercise():
    texts = [for_students(text_of(page)) for page in PAGES]
    texts += [text_of(path) for path in (ROOT / "cadogan").rglob("*.py")]
    calls = re.findall(r'check\(("[\w-]+/[\w-]+", [^.…\n)][^)\n]*)\)', "\n".join(texts))
    given = [ast.literal_eval(f"({call})") for call in calls if "answer_" not in call]
    assert given and not [one for one in given if exercise(one[0]).mark(one[1]).share]


@pytest.fixture(scope="module")
def site():
    if os.environ.get("CADOGAN_ANSWERS") != "student":
        pytest.skip("searches a build for students: CADOGAN_ANSWERS=student make build")
    built = [ROOT / "_build" / name for name in ("html", "course")]
    return next(one for one in built if (one / "index.html").is_file())


@pytest.mark.slow
def test_no_file_of_the_built_book_tells_an_answer(site):
    """Every file, what is packed in it, and what it shows: the code of answers, their explanations."""
    shown = open_pages()
    code = shown + "\n".join(text_of(path) for path in (ROOT / "cadogan").rglob("*.py"))
    lines = {line for some in TOLD.values() for line in some if line not in code}
    said = {line for page in ASKING for line, _ in answers_of(page) if line not in shown}
    assert len(lines) > 2000 and len(said) > 900
    hits, seen = found(site, lines | said)
    assert not hits, {text: sorted(where)[:3] for text, where in hits.items()}
    assert seen > 1000


@pytest.mark.slow
def test_no_page_of_the_built_book_shows_what_is_right(site):
    """The numbers that are right, in what each page shows and in its notebook."""
    told = set()
    for page in ASKING:
        open_text, values = for_students(text_of(page)), dict(values_of(page))
        for path in site.rglob(f"{page.stem}.*"):
            for name, content in opened(path.name, path.read_bytes()):
                numbers = {*NUMBER.findall(content.decode("utf-8", "ignore"))}
                told |= {(values[n], n, name) for n in numbers & {*values} if n not in open_text}
    assert {one for one in told if one[0] not in ALSO} == set()
