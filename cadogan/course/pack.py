"""The class pack: what a class needs of the course, in a folder.

The lessons as notebooks without answers, with a cell for each answer and one that marks it (their metadata are nbgrader's); the
chapters they link to, without the answers to their exercises; the solutions apart; the class's data.
"""

from __future__ import annotations

import csv
import re
from pathlib import Path
from typing import Any

from cadogan.course.asking import lessons
from cadogan.course.exercises import GRADES, Exercise
from cadogan.course.lesson import Lesson
from cadogan.extras import wanted

#: The class of lesson 7: a student a seed.
STUDENTS, DEALS = 30, 60
#: A folded answer of a chapter, with the cells behind it, up to the next question or section.
FOLDED = re.compile(r"^<details>.*?(?=^(?:\*\*\d\. |\d\. \*|## )|\Z)", re.MULTILINE | re.DOTALL)
NO_ANSWERS = 'import os\nos.environ["CADOGAN_ANSWERS"] = "student"  # the questions are shown without their answers'


def write(folder: Path) -> list[Path]:
    """Write the pack; returns the files written.

    Raises:
        FileExistsError: the folder holds something already.
    """
    from cadogan.edition.chapters import book_folder

    if folder.exists() and any(folder.iterdir()):
        raise FileExistsError(f"{folder} is not empty; name a new folder")
    for part in ("lessons", "solutions", "data"):
        (folder / part).mkdir(parents=True, exist_ok=True)
    book, written = book_folder(), []
    for slug, lesson in lessons().items():
        written.append(_notebook(book / "lessons" / f"{slug}.md", folder / "lessons" / f"{slug}.ipynb", lesson))
        solutions = folder / "solutions" / f"{slug}.md"
        solutions.write_text(_solutions(lesson), encoding="utf-8")
        written.append(solutions)
    for chapter in dict.fromkeys(chapter for lesson in lessons().values() for chapter in lesson.chapters):
        text = (book / f"{chapter}.md").read_text(encoding="utf-8")
        for target, said in ((folder / f"{chapter}.md", without_answers(text)), (folder / "solutions" / f"{chapter}.md", text)):
            target.write_text(said, encoding="utf-8")
            written.append(target)
    return [*written, _data(folder / "data" / "anna.csv")]


def without_answers(chapter: str) -> str:
    """The text of a chapter without the answers to its exercises: of each the question is left, and the field under it.

    >>> without_answers("# A game\\n\\n## Exercises\\n\\n**1. By hand.** How many?\\n\\n<details><summary>Answer</summary>\\n\\nTwo.\\n")
    '# A game\\n\\n## Exercises\\n\\n**1. By hand.** How many?\\n\\n'
    """
    before, heading, exercises = chapter.partition("\n## Exercises\n")
    return before + heading + FOLDED.sub("", exercises)


def _notebook(source: Path, target: Path, lesson: Lesson) -> Path:
    with wanted("The class pack"):
        import jupytext
        import nbformat
    notebook = jupytext.read(source, fmt="md:myst")
    cells = [nbformat.v4.new_code_cell(NO_ANSWERS)]
    for cell in notebook.cells:
        cells.append(cell)
        for grade in GRADES:
            if cell.cell_type == "code" and f"grade={grade})" in cell.source and "practice(" in cell.source:
                cells += [one for exercise in lesson.exercises if exercise.grade == grade for one in _answer_cells(exercise)]
    notebook.cells = cells
    for number, cell in enumerate(cells):
        cell.id = f"cell-{number}"
    nbformat.write(notebook, target)
    return target


def _answer_cells(exercise: Exercise) -> list[Any]:
    """A cell to write the answer in, and one that marks it."""
    import nbformat

    name = "answer_" + exercise.name.partition("/")[2].replace("-", "_")
    common = {"schema_version": 3, "task": False}
    answer = nbformat.v4.new_code_cell(f"{name} = None  # {exercise.expects.wanted}")
    answer.metadata["nbgrader"] = {**common, "grade_id": name, "solution": True, "grade": False, "locked": False}
    mark = nbformat.v4.new_code_cell(
        f'from cadogan.course import check\nverdict = check("{exercise.name}", {name})\nassert verdict.mark == "right", verdict'
    )
    mark.metadata["nbgrader"] = {**common, "grade_id": f"mark_{name}", "solution": False, "grade": True, "locked": True,
                                 "points": exercise.grade}  # fmt: skip
    return [answer, mark]


def _solutions(lesson: Lesson) -> str:
    told = [f"# Lesson {lesson.number}: {lesson.title}\n"]
    for one in lesson.exercises:
        solution = one.expects.solution()
        told.append(f"**{one.name}** ({GRADES[one.grade]}). {one.asks}\n\n{f'{solution}. ' if solution else ''}{one.because}\n")
    return "\n".join(told)


def _data(target: Path) -> Path:
    """The wins of each student: the greedy player, a thousand moves at most, the student's own seed."""
    import cadogan

    with target.open("w", newline="", encoding="utf-8") as file:
        rows = csv.writer(file)
        rows.writerow(["student", "seed", "game", "strategy", "deals", "wins"])
        for seed in range(1, STUDENTS + 1):
            wins = cadogan.odds.simulate(cadogan.games["anna"], "greedy", n=DEALS, seed=seed).wins
            rows.writerow([seed, seed, "anna", "greedy", DEALS, wins])
    return target
