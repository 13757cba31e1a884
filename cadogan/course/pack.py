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
#: Lies in the folder until all is written.
UNFINISHED = "UNFINISHED.txt"
NO_ANSWERS = 'import os\nos.environ["CADOGAN_ANSWERS"] = "student"  # the questions are shown without their answers'


def write(folder: Path) -> list[Path]:
    """Write the pack; returns the files written. One that was broken off is finished the next time.

    Raises:
        FileExistsError: the folder holds something else already.
    """
    from cadogan.edition.chapters import book_folder

    unfinished = folder / UNFINISHED
    if folder.exists() and any(folder.iterdir()) and not unfinished.exists():
        raise FileExistsError(f"{folder} is not empty; name a new folder")
    folder.mkdir(parents=True, exist_ok=True)
    unfinished.write_text("This class pack is being written, or was broken off: the same command finishes it.\n", encoding="utf-8")
    for part in ("lessons", "solutions", "data"):
        (folder / part).mkdir(exist_ok=True)
    book, written, names = book_folder(), [], _citations(book_folder())
    for slug, lesson in lessons().items():
        written.append(_notebook(book / "lessons" / f"{slug}.md", folder / "lessons" / f"{slug}.ipynb", lesson, names))
        solutions = folder / "solutions" / f"{slug}.md"
        solutions.write_text(_solutions(lesson), encoding="utf-8")
        written.append(solutions)
    for chapter in _chapters():
        text = linked(cited((book / f"{chapter}.md").read_text(encoding="utf-8"), names))
        solved = text.replace("](lessons/", "](../lessons/")
        for target, said in ((folder / f"{chapter}.md", without_answers(text)), (folder / "solutions" / f"{chapter}.md", solved)):
            target.write_text(said, encoding="utf-8")
            written.append(target)
    written.append(_data(folder / "data" / "anna.csv"))
    unfinished.unlink()
    return written


def _chapters() -> tuple[str, ...]:
    """The chapters that the lessons link to."""
    return tuple(dict.fromkeys(chapter for lesson in lessons().values() for chapter in lesson.chapters))


def linked(text: str) -> str:
    """A text whose links lead to what is in the pack; of those that lead elsewhere in the book the words are left.

    >>> linked("[Anna](../anna.md), [lesson 7](coverage.md), [one](lessons/coverage.md#count), [the terms](../terms.md), [x](http://x.y)")
    '[Anna](../anna.md), [lesson 7](coverage.ipynb), [one](lessons/coverage.ipynb#count), the terms, [x](http://x.y)'
    """

    def link(found: re.Match[str]) -> str:
        words, folder, slug, place = found.groups(default="")
        if slug in lessons():
            return f"[{words}]({folder}{slug}.ipynb{place})"
        return found[0] if slug in _chapters() else words

    return re.sub(r"\[([^]]+)\]\(((?:\.\./)*(?:lessons/)?)([\w-]+)\.md(#[^)]*)?\)", link, text)


def cited(text: str, names: dict[str, str]) -> str:
    """A text that cites by name and year, as a notebook shows it.

    >>> cited("See {cite:t}`feller1968`.", {"feller1968": "Feller (1968)"})
    'See Feller (1968).'
    """
    return re.sub(r"\{cite(?::\w+)?\}`(\w+)`", lambda found: names[found[1]], text)


def _citations(book: Path) -> dict[str, str]:
    """For each entry of the bibliography the name by which a text cites it."""
    entries = re.findall(r"@\w+\{(\w+), author = \{(.*?)\}, .*year = \{(.*?)\}\}", (book / "references.bib").read_text(encoding="utf-8"))
    found = {}
    for key, authors, year in entries:
        names = [author.partition(",")[0] for author in authors.split(" and ")]
        found[key] = f"{' and '.join(names) if len(names) < 3 else f'{names[0]} and others'} ({year})"
    return found


def without_answers(chapter: str) -> str:
    """The text of a chapter without the answers to its exercises: of each the question is left, and the field under it.

    >>> without_answers("# A game\\n\\n## Exercises\\n\\n**1. By hand.** How many?\\n\\n<details><summary>Answer</summary>\\n\\nTwo.\\n")
    '# A game\\n\\n## Exercises\\n\\n**1. By hand.** How many?\\n\\n'
    """
    before, heading, exercises = chapter.partition("\n## Exercises\n")
    return before + heading + FOLDED.sub("", exercises)


def _notebook(source: Path, target: Path, lesson: Lesson, names: dict[str, str]) -> Path:
    with wanted("The class pack"):
        import jupytext
        import nbformat
    notebook = jupytext.read(source, fmt="md:myst")
    cells = [nbformat.v4.new_code_cell(NO_ANSWERS)]
    for cell in notebook.cells:
        if cell.cell_type == "markdown":
            cell.source = linked(cited(cell.source, names))
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
