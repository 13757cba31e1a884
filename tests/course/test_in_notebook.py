"""Exercises in a notebook: each page's question is asked by its name alone, has a field and a button,
is marked right and wrong there, and what was answered is kept."""

import json
import time

import pytest

from cadogan.course import asking, field
from cadogan.course.kinds import Choice, Function, Race, Written
from cadogan.course.questions import questions
from cadogan.course.verdict import computed
from cadogan.edition.folding import answer_cells, folded
from cadogan.edition.notebook import book_folder, page_path
from cadogan.live.names import Page as Names

from ..kernels import cells_of, kernel_of_a_notebook
from .test_chapter_exercises import right_answer

SLUGS = [
    path.stem
    for path in sorted([*book_folder().glob("*.md"), *book_folder().glob("lessons/*.md")])
    if any(one.kind == "ask" for one in questions(path.stem))
]
QUICK = ("fortress", "sample-space")


@pytest.fixture
def kernel(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv(field.PAGE, raising=False)
    asking._exercises.clear()
    with kernel_of_a_notebook() as one:
        yield one
    asking._exercises.clear()
    asking._marks.clear()
    asking._missed.clear()


def needed(slug):
    """The numbers of the cells that the questions of a page need, in order."""
    names = Names([cell.text for cell in cells_of(slug)])
    found, waiting = set(), [one.cell for one in questions(slug) if one.kind == "ask"]
    asking_cells = {*waiting}
    while waiting:
        number = waiting.pop()
        for name, first in names.uses[number].items():
            new = {first, *names.touching(name, first, number)} - found
            found |= new
            waiting += new
    return sorted(found - asking_cells), sorted(asking_cells)


def answered(widget, text):
    """What is said of an answer that is written into the field, when the button is pressed."""
    _, row, verdict, *_ = widget.children
    row.children[0].value = text
    row.children[1].click()
    return verdict.value


def wrong_answer(one):
    if isinstance(one.expects, Choice):
        options, right = one.expects.options, computed(one.expects.right)
        return next(option for option in options if option != right)
    return "987654321"


def test_they_are_80_pages():
    assert len(SLUGS) == 80


@pytest.mark.part
@pytest.mark.parametrize(
    "slug", [pytest.param(s, marks=() if s in QUICK else pytest.mark.slow) for s in SLUGS]
)
def test_every_question_of_a_page_is_asked_and_marked_in_its_notebook(slug, kernel):
    cells = cells_of(slug)
    above, asks = needed(slug)
    forms = folded(page_path(slug).read_text(encoding="utf-8"))
    for number in sorted([*above, *asks]):
        source = forms[number].source if number in asks else cells[number].text
        run = kernel.run(source)
        assert run.error is None, (source, run.error)
        if number not in asks:
            continue
        one = run.value
        assert source == f'ask("{one.name}")'
        widget = field.field(one)
        assert "Right." not in answered(widget, wrong_answer(one))
        assert kernel.run(f'check("{one.name}", "987654321")').error is None
        if isinstance(one.expects, Written):
            assert "Written down." in answered(widget, "a sentence or two of one's own " * 3)
        elif isinstance(one.expects, Function):
            kernel.shell.user_ns["mine"] = one.expects.reference
            assert str(kernel.run(f'check("{one.name}", mine)').value).startswith("Right.")
        elif not isinstance(one.expects, Race):
            right = right_answer(one)
            text = right if isinstance(right, str) else ", ".join(map(str, right))
            assert "Right." in answered(widget, text), (one.name, text)
            assert field.stored_answer(one.name) == (text, "right")


def test_an_answer_without_an_end_is_stopped_and_what_it_spoils_is_whole_again(kernel, monkeypatch):
    monkeypatch.setattr(field, "LONGEST_MARKING", 1)
    assert kernel.run("import cadogan\nfrom cadogan.course import ask, check").error is None
    one = asking.exercise("chain/carry")
    widget, right = field.field(one), one.model
    assert "Right." in answered(widget, right)
    endless = "def carry(shares, matrix):\n    while True: pass"
    said = answered(widget, endless)
    assert "Right" not in said and "TimeoutError: stopped after 1 seconds" in said
    spoiling = "def carry(shares, matrix):\n    matrix.clear()\n    return shares"
    assert "Not yet." in answered(widget, spoiling)
    assert "Right." in answered(widget, right)
    in_a_row = right.replace("return ", "return tuple(", 1) + ")"
    assert "Right." in answered(widget, in_a_row)


def test_a_race_takes_as_long_as_its_player_thinks(kernel, monkeypatch):
    monkeypatch.setattr(field, "LONGEST_MARKING", 1)
    monkeypatch.setattr(asking, "check", lambda name, answer: time.sleep(1.5) or "Right.")
    assert "Right." in answered(field.field(asking.exercise("congress/3")), "a player")


def test_another_like_it_is_asked_at_a_button(kernel):
    assert kernel.run("import cadogan\nfrom cadogan.course import ask, check").error is None
    one = asking.exercise("birthdays/two")
    widget = field.field(one)
    assert len(widget.children) == 3
    assert "Right." in answered(widget, right_answer(one))
    *_, more = widget.children
    more.click()
    *_, other = widget.children
    assert more.description == "One like it" and "Write" in answered(other, " ")
    assert kernel.run('cadogan.course.another("birthdays/two")').value.name.startswith(
        "birthdays/two#"
    )


def test_what_was_answered_is_there_again_and_a_right_answer_is_not_taken_back(kernel, tmp_path):
    assert kernel.run("import cadogan\nfrom cadogan.course import ask, check").error is None
    kernel.run('check("sample-space/none", "19/70")')
    assert field.stored_answer("sample-space/none") == ("19/70", "wrong")
    one = asking.exercise("sample-space/none")
    right = right_answer(one)
    assert "Right." in answered(field.field(one), right)
    kernel.run('check("sample-space/none", "19/70")')
    widget = field.field(one)
    assert widget.children[1].children[0].value == right
    assert "Right, as you have answered before." in widget.children[2].value
    assert json.loads((tmp_path / field.FILE).read_text(encoding="utf-8"))
    for spoilt in ("no JSON", "[" * 100_000, "[]", '{"sample-space/none": 7}'):
        (tmp_path / field.FILE).write_text(spoilt, encoding="utf-8")
        assert field.stored_answer("sample-space/none") == ("", "")
    text = json.dumps({"sample-space/none": ["9" * 10**6, ["right"]]})
    (tmp_path / field.FILE).write_text(text, encoding="utf-8")
    assert len(field.stored_answer("sample-space/none")[0]) == field.LONGEST


def test_a_question_is_marked_by_the_rules_as_printed_whichever_cells_were_run(kernel):
    """The notebook of a chapter is known by the question's own cell, too."""
    above, _ = needed("fortress")
    cells = cells_of("fortress", ("marry(either", "marry(down"))
    for number in above:
        assert kernel.run(cells[number].text).error is None
    assert not any("cadogan.summary" in cells[number].text for number in above)
    run = kernel.run('ask("fortress/1")')
    assert run.texts[0] == "This question is about the rules as printed, and is marked by them."
    assert "Right." in answered(field.field(run.value), right_answer(run.value))


def test_a_question_is_called_by_its_number_too(kernel):
    assert kernel.run("from cadogan.course import check").error is None
    assert kernel.run('check("sample-space/4")').value.name == "sample-space/none"
    assert str(kernel.run('check("sample-space/4", "19/70")').value).startswith("Not yet.")


def test_an_exercise_has_a_field_in_a_notebook_and_the_pages_form_in_a_build(kernel, monkeypatch):
    one = asking.exercise("fortress/2")
    assert "application/vnd.jupyter.widget-view+json" in one._repr_mimebundle_()
    monkeypatch.setenv(field.PAGE, "1")
    assert set(one._repr_mimebundle_()) == {"text/plain", "text/html"}


def test_what_stands_behind_an_answer_is_run_and_shown_folded(kernel):
    text = page_path("fortress").read_text(encoding="utf-8")
    assert len(answer_cells(text, "fortress/2")) == 1
    for number in [*needed("fortress")[0]]:
        kernel.run(cells_of("fortress")[number].text)
    kernel.run('import cadogan\nask("fortress/2")')
    run = kernel.run('cadogan.course.answer("fortress/2")')
    assert run.error is None and "in 1,000 deals" not in run.printed
    assert run.value._repr_html_().startswith("<details><summary>")
    assert "in 1,000 deals" in run.value._repr_html_() and "thousand" in kernel.shell.user_ns


@pytest.mark.parametrize("slug", SLUGS)
def test_no_cell_of_a_notebook_tells_an_answer(slug):
    text = page_path(slug).read_text(encoding="utf-8")
    for cell, form in zip(cells_of(slug), folded(text), strict=True):
        if "exercise" in cell.tags and "guess(" not in cell.text:
            assert form.hidden and form.source.startswith(("ask(", "reveal(")), form
            assert form.source.count("\n") == 0
