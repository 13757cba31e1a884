"""The class pack: what a class needs of the course, in a folder.

The lessons as notebooks without answers, with a cell for each answer and one that marks it (their
metadata are nbgrader's, and an answer that is nearly right has half its points); the chapters they
link to, without the answers to their exercises; the solutions apart; the class's data."""

from __future__ import annotations

import csv
import re
from pathlib import Path

from cadogan.course.asking import exercise, exercises, lessons
from cadogan.course.kinds import Written
from cadogan.course.lesson import Lesson
from cadogan.course.questions import GRADES
from cadogan.extras import wanted

#: The class of lesson 7: a student a seed.
STUDENTS, DEALS = 30, 60
#: A folded answer of a chapter, with the cells behind it, up to the next question or section.
FOLDED = re.compile(r"^<details>.*?(?=^(?:\*\*\d\. |\d\. \*|## )|\Z)", re.MULTILINE | re.DOTALL)
#: Lies in the folder until all is written.
UNFINISHED = "UNFINISHED.txt"
#: A cell that asks an exercise, with its fences.
EXERCISE = re.compile(
    r"^```\{code-cell\}[^\n]*\n:tags: \[exercise\]\n.*?^```\n", re.MULTILINE | re.DOTALL
)
NBGRADER = {"schema_version": 3, "task": False}
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
    unfinished.write_text(
        "This class pack is being written, or was broken off: the same command finishes it.\n",
        encoding="utf-8",
    )
    for part in ("lessons", "solutions", "data"):
        (folder / part).mkdir(exist_ok=True)
    book, written, names = book_folder(), [], _citations(book_folder())
    for slug, lesson in lessons().items():
        page = linked(cited((book / "lessons" / f"{slug}.md").read_text(encoding="utf-8"), names))
        written.append(_notebook(slug, without_answers(page), folder / "lessons" / f"{slug}.ipynb"))
        solutions = folder / "solutions" / f"{slug}.md"
        solutions.write_text(_solutions(slug, lesson), encoding="utf-8")
        written.append(solutions)
    for chapter in _chapters():
        text = linked(cited((book / f"{chapter}.md").read_text(encoding="utf-8"), names))
        solved = text.replace("](lessons/", "](../lessons/")
        for target, said in (
            (folder / f"{chapter}.md", without_answers(text)),
            (folder / "solutions" / f"{chapter}.md", solved),
        ):
            target.write_text(said, encoding="utf-8")
            written.append(target)
    written.append(_data(folder / "data" / "anna.csv"))
    unfinished.unlink()
    return written


def _chapters() -> tuple[str, ...]:
    """The chapters that the lessons link to."""
    return tuple(
        dict.fromkeys(chapter for lesson in lessons().values() for chapter in lesson.chapters)
    )


def linked(text: str) -> str:
    """A text whose links lead to what is in the pack; of those that lead elsewhere in the book the
    words are left.

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
    entries = re.findall(
        r"@\w+\{(\w+), author = \{(.*?)\}, .*year = \{(.*?)\}\}",
        (book / "references.bib").read_text(encoding="utf-8"),
    )
    found = {}
    for key, authors, year in entries:
        names = [author.partition(",")[0] for author in authors.split(" and ")]
        found[key] = (
            f"{' and '.join(names) if len(names) < 3 else f'{names[0]} and others'} ({year})"
        )
    return found


def without_answers(page: str) -> str:
    """The text of a page without the answers to its exercises: of each the question is left, a cell
    for the answer, and one that marks it.

    >>> cell = "```{code-cell} ipython3\\n:tags: [exercise]\\nask('fortress/2', Number(2))\\n```\\n"
    >>> print(without_answers("2. How many?\\n\\n" + cell.replace("'", '"')))
    2. How many?
    <BLANKLINE>
    ```{code-cell} ipython3
    :tags: [answer]
    answer_2 = None  # a fraction, a decimal to 3 figures, or a percentage
    ```
    <BLANKLINE>
    ```{code-cell} ipython3
    :tags: [marked]
    from cadogan.course import check
    check("fortress/2", answer_2)
    ```
    <BLANKLINE>
    """
    before, heading, asked = EXERCISE.sub(_fields, page).partition("\n## Exercises\n")
    return before + heading + FOLDED.sub("", asked)


def _fields(cell: re.Match[str]) -> str:
    """What stands in a student's page in the place of a cell that asks an exercise."""
    if guess := re.search(r'^guess\("[^"]+"', cell[0], re.MULTILINE):
        return cell[0].replace(guess[0] + ")", guess[0] + ", None)  # your guess, instead of None")
    called = re.search(r'^ask\("([^"]+)"', cell[0], re.MULTILINE)
    return _cells_for(called[1]) if called else cell[0]


def _cells_for(name: str) -> str:
    answer = f"answer_{name.partition('/')[2].replace('-', '_')}"
    cells = {
        "answer": f"{answer} = None  # {exercise(name).expects.wanted}",
        "marked": f'from cadogan.course import check\ncheck("{name}", {answer})',
    }
    return "\n".join(
        f"```{{code-cell}} ipython3\n:tags: [{tag}]\n{code}\n```\n" for tag, code in cells.items()
    )


def _notebook(slug: str, page: str, target: Path) -> Path:
    """A lesson as a notebook; the cells for an answer and those that mark it have nbgrader's
    metadata.
    """
    with wanted("The class pack"):
        import jupytext
        import nbformat
    notebook = jupytext.reads(page, fmt="md:myst")
    own = {one.name: one for one in exercises(slug)}
    notebook.cells = [
        one for one in notebook.cells if "remove-cell" not in one.metadata.get("tags", ())
    ]
    notebook.cells.insert(0, nbformat.v4.new_code_cell(NO_ANSWERS))
    for number, cell in enumerate(notebook.cells):
        cell.id = f"cell-{number}"
        tags = cell.metadata.get("tags", ())
        if "answer" in tags:
            answer = cell
            answer.metadata["nbgrader"] = {
                **NBGRADER,
                "grade_id": cell.source.partition(" ")[0],
                "solution": True,
                "grade": False,
                "locked": False,
            }
        elif "marked" in tags:
            imported, call = cell.source.split("\n")
            one = own[call.split('"')[1]]
            if isinstance(one.expects, Written):  # read and marked by the teacher
                answer.metadata["nbgrader"] |= {"grade": True, "points": one.grade}
                continue
            cell.source = (
                f"{imported}\nverdict = {call}\nprint(verdict)\n{one.grade} * verdict.share"
            )
            cell.metadata["nbgrader"] = {
                **NBGRADER,
                "grade_id": f"mark_{answer.metadata['nbgrader']['grade_id']}",
                "solution": False,
                "grade": True,
                "locked": True,
                "points": one.grade,
            }
    nbformat.write(notebook, target)
    return target


def _solutions(slug: str, lesson: Lesson) -> str:
    told = [f"# Lesson {lesson.number}: {lesson.title}\n"]
    for one in exercises(slug):
        solution = one.expects.solution()
        told.append(
            f"**{one.name}** ({GRADES[one.grade]}). {one.asks}\n\n{f'{solution}. ' if solution else ''}{one.because}\n"
        )
    return "\n".join(told)


def _data(target: Path) -> Path:
    """The wins of each student: the greedy player, a thousand moves at most, the student's own
    seed.
    """
    import cadogan

    with target.open("w", newline="", encoding="utf-8") as file:
        rows = csv.writer(file)
        rows.writerow(["student", "seed", "game", "strategy", "deals", "wins"])
        for seed in range(1, STUDENTS + 1):
            wins = cadogan.odds.simulate(cadogan.games["anna"], "greedy", n=DEALS, seed=seed).wins
            rows.writerow([seed, seed, "anna", "greedy", DEALS, wins])
    return target
