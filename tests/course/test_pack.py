"""The class pack: notebooks that hold no answer, solutions that hold them all."""

import builtins
import csv
import json
import re
from pathlib import Path
from unittest.mock import Mock

import pytest

import cadogan
from cadogan import cli
from cadogan.course import Written, apart, asking, check, examination, exercise, pack, questions
from cadogan.course.played import Change
from cadogan.edition.chapters import RulesError, read_rules, rules_cells

from ..conftest import text_of
from .searched import ASKING, found, open_pages, told_by


@pytest.mark.slow
def test_the_class_pack_keeps_answers_apart(tmp_path, capsys):
    folder = tmp_path / "class"
    written = Path.write_text

    def stopped(path, text, encoding):
        if path.name == "hypergeometric.md":
            written(path, text[:100], encoding)
            raise KeyboardInterrupt
        return written(path, text, encoding)

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(Path, "write_text", stopped)
        assert cli.main(["class-pack", str(folder)]) == 130 and (folder / pack.UNFINISHED).exists()
    assert cli.main(["class-pack", str(folder)]) == 0 and "files written" in capsys.readouterr().out
    assert not (folder / pack.UNFINISHED).exists(), "one that was broken off is finished"
    for taken in (folder, next(folder.glob("*.md"))):
        assert cli.main(["class-pack", str(taken)]) == 1
        assert "is not empty; name a new folder" in capsys.readouterr().err
    for slug in pack._chapters():
        rules = [cell.text for cell in rules_cells(text_of(folder / f"{slug}.md"))]
        book = [cell.text for cell in rules_cells(text_of(f"book/{slug}.md"))]
        assert rules == book, "the rules of the pack are the book's, which are read"
    for slug, lesson in asking.lessons().items():
        text = text_of(folder / f"lessons/{slug}.ipynb")
        notebook = json.loads(text)
        cells = notebook["cells"]
        assert not any(cell.get("outputs") for cell in cells)
        graded = [cell["metadata"]["nbgrader"] for cell in cells if "nbgrader" in cell["metadata"]]
        own = asking.exercises(slug)
        for part in ("grade", "solution"):
            assert sum(one[part] for one in graded) == len(own)
        written = sum(isinstance(one.expects, Written) for one in own)
        assert len({one["grade_id"] for one in graded}) == 2 * len(own) - written
        assert "ask(" not in text and "claim(" not in text and "remove-cell" not in text
        solutions = text_of(folder / f"solutions/{slug}.md")
        for one in own:
            assert one.because in solutions and one.because not in text
        for chapter in lesson.chapters:
            asked, told = (
                text_of(folder / part / f"{chapter}.md").partition("## Exercises")[2]
                for part in ("", "solutions")
            )
            assert "<details" in told and not re.search(r"<details|ask\(", asked)
            assert all(f'check("{one.name}"' in asked for one in asking.exercises(chapter))
    shown = open_pages() + "\n".join(text_of(path) for path in Path("cadogan").rglob("*.py"))
    lines = {line for page in ASKING for line in told_by(page) if line not in shown}
    hits, seen = found(folder, lines, besides=("solutions/",))
    assert not hits and seen > 90
    assert len(found(folder / "solutions", lines)[0]) > 1000, "the search can find"
    for path in [*folder.rglob("*.ipynb"), *folder.rglob("*.md")]:
        text = re.sub(r"```.*?```", "", text_of(path), flags=re.DOTALL)
        if path.suffix == ".ipynb":
            text = "\n".join(
                "".join(cell["source"])
                for cell in json.loads(text)["cells"]
                if cell["cell_type"] == "markdown"
            )
        assert "{cite" not in text
        for link in re.findall(r"\]\(([^)#:]+\.(?:md|ipynb))[^)]*\)", text):
            assert (path.parent / link).exists(), f"{path.name} leads to {link}"
    for slug in pack.PLAYED:
        with (folder / "data" / f"{slug}.csv").open(encoding="utf-8") as file:
            rows = list(csv.DictReader(file))
        assert len(rows) == 30 and {row["deals"] for row in rows} == {"60"}
        assert slug != "anna" or rows[6]["wins"] == "27"
        with (folder / "data" / f"{slug}-deals.csv").open(encoding="utf-8") as file:
            deals = list(csv.DictReader(file))
        assert len(deals) == pack.STUDENTS * pack.DEALS
        for row in rows:
            own = [deal for deal in deals if deal["student"] == row["student"]]
            assert sum(int(deal["won"]) for deal in own) == int(row["wins"])
            assert abs(sum(int(deal["home"]) for deal in own) / 60 - float(row["mean_home"])) < 1e-3
    for title, asked in pack.sheets(1914).items():
        name = title.lower().replace(" ", "-")
        text = text_of(folder / f"source/{name}/{name}.ipynb")
        solutions = text_of(folder / f"solutions/{name}.md")
        cells = json.loads(text)["cells"]
        points = sum(cell["metadata"].get("nbgrader", {}).get("points", 0) for cell in cells)
        assert f"{len(asked)} questions, {points} points" in text
        for one in asked:
            assert one.because not in text and one.because in solutions
        hidden = ["HIDDEN TESTS" in "".join(cell["source"]) for cell in cells]
        assert sum(hidden) == (
            len(asked) - examination.ARGUMENTS if title in examination.PAPERS else 0
        )
        page = text_of(folder / f"papers/{name}.html")
        assert page.count("data-question=") == len(asked) and "Name:" in page
        assert not [one.name for one in asked if one.because in page or one.name in page]
    made = Mock()
    exec(text_of(folder / "nbgrader_config.py"), {"get_config": lambda: made})
    assert not any("ClearSolutions" in one for one in made.GenerateAssignment.preprocessors)


@pytest.mark.table("hostile", "hostile_rules")
def test_hostile_rules_are_run_nowhere_in_the_course(hostile, monkeypatch, tmp_path):
    """Neither when a class pack is made of a chapter, nor when it is read there, nor as an answer."""
    monkeypatch.setattr(builtins, "ran_as_python", False, raising=False)
    chapter = text_of("book/fortress.md").replace("pack = packs(1)", hostile, 1)
    page = pack.without_answers(pack.linked(chapter))
    notebook = json.loads(pack._notebook(page, tmp_path / "fortress.ipynb").read_text("utf-8"))
    assert any("".join(cell["source"]) == hostile for cell in notebook["cells"]), "as it came"
    with pytest.raises(RulesError):
        read_rules(page)
    change = Change("fortress", "marry(down, 'lanes')")
    for marked in (change.mark(hostile), apart.mark(change, hostile)):
        assert marked.mark == "unread" and marked.share == 0
    assert not builtins.ran_as_python


def test_the_deals_of_the_class_are_those_that_two_lessons_work_on(tmp_path):
    """Student 7's sixty of Anna in lesson 25, and the thirty students of lesson 7."""
    with pack.data("anna", tmp_path)[1].open(encoding="utf-8") as file:
        deals = list(csv.DictReader(file))
    assert len(deals) == pack.STUDENTS * pack.DEALS
    names = {slug: questions.names_of(slug) for slug in ("coverage", "unknown-share")}
    given = {
        name: next(one for one in names[slug].statements if name in one.binds)
        for slug, name in (("coverage", "wins"), ("unknown-share", "left"))
    }
    names["coverage"].value(given["wins"])
    names["unknown-share"].value(given["left"])
    wins = [
        sum(int(deal["won"]) for deal in deals if deal["student"] == str(student))
        for student in range(1, 31)
    ]
    assert wins == names["coverage"].known["wins"]
    left = [96 - int(deal["home"]) for deal in deals if deal["student"] == "7"]
    assert left == names["unknown-share"].known["left"]


def test_each_question_stands_above_its_own_empty_cell(slug, tmp_path):
    """In the student's notebook of a lesson: a guess has a field, an argument a cell of text that
    the teacher marks, every other answer a cell of code and one that marks it.
    """
    page = pack.without_answers(text_of(f"book/lessons/{slug}.md"))
    cells = json.loads(pack._notebook(page, tmp_path / "lesson.ipynb").read_text("utf-8"))["cells"]
    text = ["".join(cell["source"]) for cell in cells]
    asked = [one for one in questions.questions(slug) if one.kind != "reveal"]
    numbered = [one.number for one in asked if one.kind == "ask"]
    exercises = "\n".join(text).partition("\n## Exercises\n")[2].partition("\n## ")[0]
    assert numbered == re.findall(r"^(\d+)\. ", exercises, re.M), "each is asked by a cell"
    assert "<details" not in "".join(text)
    for one in asked:
        above = [n for n, said in enumerate(text) if " ".join(said.split()).endswith(one.text)]
        assert len(above) == 1 and cells[above[0]]["cell_type"] == "markdown", one.name
        answer, said = cells[above[0] + 1], text[above[0] + 1]
        if one.kind == "guess":
            assert said == f'guess("{one.name}", None)  # your guess, instead of None'
        elif isinstance(exercise(one.name).expects, Written):
            manual = answer["metadata"]["nbgrader"]
            assert (answer["cell_type"], said) == ("markdown", pack.TO_WRITE)
            assert manual["grade"] and manual["solution"] and manual["points"] == one.grade
        else:
            assert answer["cell_type"] == "code" and re.match(r"answer_\w+ = None  # ", said)
            assert f'"{one.name}"' in text[above[0] + 2]


def test_problem_sets_and_the_examination_are_drawn_by_a_seed():
    sheets = pack.sheets(7)
    names, again, others = (
        {title: [one.name for one in asked] for title, asked in drawn.items()}
        for drawn in (sheets, pack.sheets(7), pack.sheets(8))
    )
    assert names == again != others
    assert len(sheets) == len(pack.WEEKS["term"]) + 2 and all(
        len(set(one)) == len(one) >= 3 for one in names.values()
    )


@pytest.mark.parametrize(
    ("build", "shown"),
    [
        ("folded", "<details"),
        ("teacher", '<details class="cadogan-answer" open>'),
        ("", "<details"),
    ],
)
def test_the_answer_is_folded_or_shown(monkeypatch, build, shown):
    monkeypatch.setenv("CADOGAN_ANSWERS", build)
    html = exercise("sample-space/middle")._repr_html_()
    assert shown in html and "40,320" in html
    assert (" open>" in html) == (build == "teacher")


def test_the_student_sees_no_answer(monkeypatch):
    monkeypatch.setenv("CADOGAN_ANSWERS", "student")
    for slug in asking.lessons():
        for one in asking.exercises(slug):
            assert "<details" not in one._repr_html_() and one.because not in one._repr_html_()
    monkeypatch.setenv("CADOGAN_ANSWERS", "pupil")
    with pytest.raises(ValueError, match="folded, teacher or student, not 'pupil'"):
        exercise("sample-space/middle")._repr_html_()


@pytest.mark.parametrize(
    ("build", "folded", "opened"), [("folded", 3, 0), ("teacher", 3, 3), ("student", 0, 0)]
)
@pytest.mark.parametrize(
    "slug", ["kings", "fortress"]
)  # whose questions are paragraphs, and the items of a list
@pytest.mark.slow
def test_a_built_chapter_shows_its_answers_or_leaves_them_out(
    monkeypatch, slug, build, folded, opened
):
    core = pytest.importorskip("docutils.core")
    parser = pytest.importorskip("myst_parser.parsers.docutils_").Parser()
    import cadogan_sphinx

    text = "# A game\n\n" + "".join(cadogan.games.text(slug).partition("## Exercises\n")[1:])
    quiet = {"report_level": 5, "doctitle_xform": False}
    tree = core.publish_doctree(
        text.replace("{code-cell} ipython3", "python"), parser=parser, settings_overrides=quiet
    )
    monkeypatch.setenv("CADOGAN_ANSWERS", build)
    cadogan_sphinx._answers(None, tree)
    shown = tree.astext()
    assert (shown.count("<details"), shown.count("<details open")) == (folded, opened)
    assert [len(re.findall(rf'ask\("{slug}/{n}"', shown)) for n in (1, 2, 3)] == [1, 1, 1]
    assert ("hide-cell" in shown) == (build != "student") and "To design" in shown


def test_a_copy_without_answers_is_marked_without_a_traceback():
    """What the cell that marks an answer runs: points for a right one, half for one nearly right,
    and a sentence for one that is missing.
    """
    marks = {answer: check("sample-space/three", answer) for answer in (None, "2.8 %", "16/567")}
    assert [verdict.share for verdict in marks.values()] == [0, 0.5, 1]
    assert str(marks[None]).startswith("Not answered yet. Write a fraction")
