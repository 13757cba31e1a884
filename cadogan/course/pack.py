"""The class pack: what a class needs from the course, in a folder.

It holds the lessons as notebooks without answers, with a cell for each answer and one that marks it
(with nbgrader's metadata; an answer that is nearly right gets half its points, and an argument is
written as text and marked by the teacher); the chapters they link to, without the answers to their
exercises; a problem set for each week and an examination, with numbers drawn by a seed; the
solutions separately; and the class's data."""

from __future__ import annotations

import csv
import json
import random
import re
from collections.abc import Iterable, Sequence
from html import escape
from pathlib import Path
from typing import Any

from cadogan.course.asking import exercise, exercises, lessons
from cadogan.course.exercises import LONG, Exercise, marked_up
from cadogan.course.handed_in import digest
from cadogan.course.kinds import Written
from cadogan.course.questions import GRADES
from cadogan.echo import counted
from cadogan.edition.folding import ANSWER, EXERCISES
from cadogan.edition.notebook import book_folder
from cadogan.extras import needs_extra

#: The class of lesson 7: how many students, each with a seed, and how many deals each plays.
STUDENTS, DEALS = 30, 60
#: The games of the class's data, with the strategy that plays each.
PLAYED = {
    "anna": "greedy",
    "sultan": "greedy",
    "nation": "random",
    "canfield-or-klondike": "careful",
    "la-belle-lucie": "careful",
}
#: The ready-made courses: the numbers of each week's lessons, none before those that it needs.
WEEKS = {
    "term": (
        (1, 2),
        (3, 4),
        (5, 6),
        (24, 7),
        (8, 9),
        (25, 10),
        (11, 12),
        (14, 15),
        (16, 26),
        (17, 18),
        (19, 20),
        (27, 21),
        (13, 22),
        (23,),
    ),
    "design": ((1, 2), (3, 4), (5, 6), (7, 10), (19, 20), (22, 23)),
}
#: How the titles of papers begin, and how the short names of sets and papers begin.
EXAMINATION = "Examination"
PREFIXES = ("problem-set-", "examination")
#: A folded answer of a chapter with the cells after it, up to the next question or section.
#: The name of a file that is in the folder until everything is written.
UNFINISHED = "UNFINISHED.txt"
#: A cell that asks an exercise, with its fences.
EXERCISE = re.compile(
    r"^```\{code-cell\}[^\n]*\n:tags: \[exercise\]\n.*?^```\n", re.MULTILINE | re.DOTALL
)
NBGRADER = {"schema_version": 3, "task": False}
#: nbgrader's configuration in the folder. It omits `ClearSolutions`, because an answer's cell holds
#: no solution and must keep its line.
CONFIGURATION = """c = get_config()
c.CourseDirectory.course_id = "cadogan"
c.GenerateAssignment.preprocessors = [
    f"nbgrader.preprocessors.{name}"
    for name in (
        "IncludeHeaderFooter LockCells ComputeChecksums SaveCells CheckCellMetadata ClearOutput "
        "ClearHiddenTests ComputeChecksums CheckCellMetadata"
    ).split()
]
c.Execute.timeout = 120
"""
#: The text of a cell for an argument, a proof, or what a drawing shows.
TO_WRITE = "*Write your answer here, in place of this line.*"
#: The CSS of a paper, on the screen and printed.
PAPER = """body{font:17px/1.5 serif;max-width:44rem;margin:2rem auto;padding:0 1rem;color:#211d19;background:#fffdf9}
input[type=text],textarea{font:16px monospace;width:100%;box-sizing:border-box;padding:.3rem}section{break-inside:avoid;margin:1.5rem 0}
.name{display:none}@media print{.name{display:block;border-bottom:1px solid;padding-bottom:1rem}form{display:none}
input[type=text]{border:0;border-bottom:1px solid;height:3rem}textarea{border:1px solid;height:10rem}}"""
#: The code that marks an answer in a process of its own, which the notebook's cells cannot alter.
MARKING = """import sys
for name in ("json", "subprocess"):
    sys.modules.pop(name, None)
import json, subprocess
sent = json.dumps(["{name}", "{answer}", repr({answer}), In])
process = subprocess.run([sys.executable, "-I", "-m", "cadogan.course.afresh"], input=sent, capture_output=True, text=True)
if process.returncode:
    why = process.stderr.strip().rpartition(chr(10))[2][:300]
    raise RuntimeError("not marked: is cadogan installed for the Python of this kernel? " + why)
verdict = json.loads(process.stdout)
print(verdict["says"])
{points} * verdict["share"]"""
HIDDEN = "### BEGIN HIDDEN TESTS\n{}\n### END HIDDEN TESTS"
NO_ANSWERS = 'import os\nos.environ["CADOGAN_ANSWERS"] = "student"  # the questions are shown without their answers'


def write(folder: Path, seed: int = 1914) -> list[Path]:
    """Write the pack; returns the files written. If it is interrupted, the next call finishes it.

    Args:
        folder: a new or empty folder.
        seed: the seed that draws the numbers of the problem sets and of the examination.

    Raises:
        FileExistsError: the folder holds something else already.
    """
    book, solutions, unfinished = book_folder(), folder / "solutions", folder / UNFINISHED
    if folder.is_file() or (folder.exists() and any(folder.iterdir()) and not unfinished.exists()):
        raise FileExistsError(f"{folder} is not empty; name a new folder")
    _put(
        unfinished,
        "This class pack is being written, or was broken off: the same command finishes it.\n",
    )
    names, written = _citations(book), []

    def page(name: str) -> str:
        return linked(cited((book / f"{name}.md").read_text(encoding="utf-8"), names))

    for slug, lesson in lessons().items():
        asks, title = (
            without_answers(page(f"lessons/{slug}")),
            f"Lesson {lesson.number}: {lesson.title}",
        )
        written.append(_notebook(asks, folder / "lessons" / f"{slug}.ipynb"))
        written.append(_solutions(title, exercises(slug), solutions / f"{slug}.md"))
    for title, sheet in sheets(seed).items():
        name = short(title)
        written.append(_put(folder / "papers" / f"{name}.html", paper(title, sheet)))
        target, paper_ = folder / "source" / name / f"{name}.ipynb", title.startswith(EXAMINATION)
        written.append(_notebook(_sheet(title, sheet), target, hidden=paper_))
        written.append(
            _solutions(title, sheet, solutions / f"{name}.md", blueprint(sheet) if paper_ else "")
        )
    for chapter in _chapters():
        text = page(chapter)
        written.append(_put(folder / f"{chapter}.md", without_answers(text)))
        solved = text.replace("](lessons/", "](../lessons/")
        written.append(_put(solutions / f"{chapter}.md", solved))
    (folder / "data").mkdir(exist_ok=True)
    written += [path for slug in PLAYED for path in data(slug, folder / "data")]
    written.append(_put(folder / "nbgrader_config.py", CONFIGURATION))
    unfinished.unlink()
    return written


def _put(target: Path, text: str) -> Path:
    """Write a text to a file, whose folder is made if it is new; returns the file."""
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(text, encoding="utf-8")
    return target


def sheets(seed: int) -> dict[str, Sequence[Exercise]]:
    """The exercises of each week's problem set in a term and of the two papers of the examination,
    by title. In a set the seed draws the numbers of an exercise that has others like it; a paper
    has numbers that no page offers (`examination`).
    """
    chance, slugs = random.Random(seed), {lesson.number: slug for slug, lesson in lessons().items()}

    def drawn(question: Exercise) -> Exercise:
        like = question.like
        return (like and question.another(chance.randint(1, len(like)))) or question

    sets: dict[str, Sequence[Exercise]] = {
        f"Problem set {week:02}": [
            drawn(q) for n in numbers for q in exercises(slugs[n]) if q.grade > 1
        ]
        for week, numbers in enumerate(WEEKS["term"], 1)
    }
    try:
        from cadogan.course import examination
    except ImportError:  # the built book has no papers
        return sets
    questions = [question for slug in lessons() for question in exercises(slug)]
    return {**sets, **examination.papers(seed, lessons(), questions)}


def blueprint(questions: Sequence[Exercise]) -> str:
    """The lesson of each question, with its goal, and the points, as a table; an argument belongs to
    no one lesson.
    """
    rows = []
    for number, question in enumerate(questions, 1):
        lesson = lessons().get(question.name.partition("/")[0])
        part, goal = (
            (lesson.part, f"{lesson.number}: {lesson.goal}")
            if lesson
            else ("Argue", "give reasons in words")
        )
        rows.append(f"| {number} | {part} | {goal} | {question.grade} |")
    heads = "| question | part | the lesson and its whole goal: the student can | points |\n|---|---|---|---|\n"
    return f"\n## Blueprint\n\n{heads}" + "\n".join(rows) + "\n"


def works(seed: int) -> dict[str, Sequence[Exercise]]:
    """The problem sets and papers of a seed by the short names of their files."""
    return {short(title): questions for title, questions in sheets(seed).items()}


def short(title: str) -> str:
    """A title as the name of a file.

    >>> short("Problem set 03")
    'problem-set-03'
    """
    return title.lower().replace(" ", "-")


def paper(title: str, questions: Sequence[Exercise]) -> str:
    """A set or paper as an HTML page that needs only a browser: the questions with fields for the
    answers, and a button that hands them in. Printed, it has lines to write on.
    """
    script = (book_folder() / "_static" / "hand-in.js").read_text(encoding="utf-8")
    parts = []
    for number, question in enumerate(questions, 1):
        rows = 12 if isinstance(question.expects, Written) else 7
        field = f'data-question="{number}" aria-labelledby="question-{number}" spellcheck="false"'
        if isinstance(question.expects, LONG):
            field = f'<textarea rows="{rows}" {field}></textarea>'
        else:
            field = f'<input type="text" autocomplete="off" {field}>'
        parts.append(
            f'<section><p id="question-{number}"><strong>{number}.</strong> {marked_up(bare(question.asks))} '
            f"<em>({counted(question.grade, 'point')}; {escape(question.expects.form)})</em></p>{field}</section>"
        )
    points = sum(question.grade for question in questions)
    head = f"<h1>{escape(title)}</h1><p>{len(questions)} questions, {points} points.</p>"
    return (
        f'<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">'
        f"<title>{escape(title)}</title><style>{PAPER}</style>"
        f'<main data-paper="{short(title)}" data-sheet="{digest_of(questions)}">{head}<p class="name">Name:</p>{"".join(parts)}</main>'
        f"<script>{script}</script></html>\n"
    )


def digest_of(questions: Iterable[Exercise]) -> int:
    """The `digest` of the questions of a set or a paper: it tells one seed's from another's, and
    keeps the seed secret, with which the answers and the other paper can be drawn.
    """
    return digest(question.asks for question in questions)


def bare(text: str) -> str:
    """A Markdown text with each link replaced by its words."""
    return re.sub(r"\[([^]]+)\]\([^)]*\)", r"\1", text)


def _sheet(title: str, questions: Sequence[Exercise]) -> str:
    """A problem set or a paper as a MyST page, from which its notebook is made."""
    points = sum(question.grade for question in questions)
    parts = [f"# {title}\n\n{len(questions)} questions, {points} points.\n"]
    for number, question in enumerate(questions, 1):
        lesson = lessons().get(question.name.partition("/")[0])
        origin = f"Lesson {lesson.number}; " if lesson and not title.startswith(EXAMINATION) else ""
        parts.append(
            f"**{number}.** {bare(question.asks)} ({origin}points: {question.grade})\n\n"
            + _cells_for(question.name, f"answer_{number}")
        )
    return "\n".join(parts)


def _chapters() -> tuple[str, ...]:
    """The slugs of the chapters that the lessons link to."""
    return tuple(
        dict.fromkeys(chapter for lesson in lessons().values() for chapter in lesson.chapters)
    )


def linked(text: str) -> str:
    """A Markdown text whose links lead to files of the pack; a link to another page of the book is
    replaced by its words.

    >>> linked("[Anna](../anna.md), [lesson 7](coverage.md), [one](lessons/coverage.md#count), [the terms](../terms.md), [x](http://x.y)")
    '[Anna](../anna.md), [lesson 7](coverage.ipynb), [one](lessons/coverage.ipynb#count), the terms, [x](http://x.y)'
    """

    def link(match: re.Match[str]) -> str:
        words, folder, slug, place = match.groups(default="")
        if slug in lessons():
            return f"[{words}]({folder}{slug}.ipynb{place})"
        return match[0] if slug in _chapters() else words

    return re.sub(r"\[([^]]+)\]\(((?:\.\./)*(?:lessons/)?)([\w-]+)\.md(#[^)]*)?\)", link, text)


def cited(text: str, names: dict[str, str]) -> str:
    """A text with each citation as name and year, as a notebook shows it.

    >>> cited("See {cite:t}`feller1968`.", {"feller1968": "Feller (1968)"})
    'See Feller (1968).'
    """
    return re.sub(r"\{cite(?::\w+)?\}`(\w+)`", lambda match: names[match[1]], text)


def _citations(book: Path) -> dict[str, str]:
    """For each key of the bibliography the name and year by which a text cites the entry."""
    entries = re.findall(
        r"@\w+\{(\w+), author = \{(.*?)\}, .*year = \{(.*?)\}\}",
        (book / "references.bib").read_text(encoding="utf-8"),
    )
    citations = {}
    for key, authors, year in entries:
        names = [author.partition(",")[0] for author in authors.split(" and ")]
        citations[key] = (
            f"{' and '.join(names) if len(names) < 3 else f'{names[0]} and others'} ({year})"
        )
    return citations


def without_answers(page: str) -> str:
    """The text of a page without the answers to its exercises; each keeps its question, a cell for
    the answer, and one that marks it.

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
    before, heading, section = EXERCISE.sub(_fields, page).partition(EXERCISES)
    return before + heading + ANSWER.sub("", section)


def _fields(cell: re.Match[str]) -> str:
    """The cells that replace, in a student's page, a cell that asks an exercise or a guess."""
    if guess := re.search(r'^guess\("[^"]+"', cell[0], re.MULTILINE):
        return cell[0].replace(guess[0] + ")", guess[0] + ", None)  # your guess, instead of None")
    called = re.search(r'^ask\("([^"]+)"', cell[0], re.MULTILINE)
    if not called:
        return cell[0]
    return _cells_for(called[1], f"answer_{called[1].partition('/')[2].replace('-', '_')}")


def _cells_for(name: str, answer: str) -> str:
    """A cell for the answer and one that marks it; for an argument, a cell of text."""
    question = exercise(name)
    if isinstance(question.expects, Written):
        graded = _graded(answer, solution=True, points=question.grade)
        return f"+++ {json.dumps({'tags': ['answer'], 'nbgrader': graded})}\n\n{TO_WRITE}\n\n+++\n"
    cells = {
        "answer": f"{answer} = None  # {question.expects.form}",
        "marked": f'from cadogan.course import check\ncheck("{name}", {answer})',
    }
    return "\n".join(
        f"```{{code-cell}} ipython3\n:tags: [{tag}]\n{code}\n```\n" for tag, code in cells.items()
    )


def _graded(name: str, solution: bool, **points: int) -> dict[str, Any]:
    """nbgrader's metadata of a cell: whether the student writes its solution, and how many points
    it gives, if any.
    """
    cell = {"grade_id": name, "solution": solution, "grade": bool(points), "locked": not solution}
    return {**NBGRADER, **cell, **points}


def _notebook(page: str, target: Path, hidden: bool = False) -> Path:
    """Write a page as a notebook; the cells for answers and those that mark them have nbgrader's
    metadata. If hidden, nbgrader leaves the marking code out of what students get.
    """
    with needs_extra("The class pack"):
        import jupytext
        import nbformat
    notebook = jupytext.reads(page, fmt="md:myst")
    notebook.cells = [
        cell for cell in notebook.cells if "remove-cell" not in cell.metadata.get("tags", ())
    ]
    notebook.cells.insert(0, nbformat.v4.new_code_cell(NO_ANSWERS))
    for number, cell in enumerate(notebook.cells):
        cell.id = f"cell-{number}"
        tags = cell.metadata.get("tags", ()) if cell.cell_type == "code" else ()
        if "answer" in tags:
            answer = cell.source.partition(" ")[0]
            cell.metadata["nbgrader"] = _graded(answer, solution=True)
        elif "marked" in tags:
            name = cell.source.split('"')[1]
            points = exercise(name).grade
            marked = MARKING.format(name=name, answer=answer, points=points)
            cell.source = HIDDEN.format(marked) if hidden else marked
            cell.metadata["nbgrader"] = _graded(f"mark_{answer}", solution=False, points=points)
    return _put(target, nbformat.writes(notebook) + "\n")


def _solutions(title: str, questions: Sequence[Exercise], target: Path, more: str = "") -> Path:
    """Write the questions with their answers and the ways to them, and some more text."""
    parts = [f"# {title}\n"]
    for number, question in enumerate(questions, 1):
        solution = question.expects.solution()
        code = f"\n```python\n{question.model}\n```\n" if question.model else ""
        heading = f"**{number}. {question.name}** ({GRADES[question.grade]})."
        because = f"{f'{solution}. ' if solution else ''}{question.because}\n{code}"
        parts.append(f"{heading} {question.asks}\n\n{because}")
    return _put(target, "\n".join(parts) + more)


def data(slug: str, folder: Path) -> list[Path]:
    """Write the class's deals of a game in two tables: a row for each student, who plays with a
    seed of their own, a thousand moves at most; and a row for each deal.

    Args:
        slug: one of `PLAYED`.
        folder: the folder for the files ``<slug>.csv`` and ``<slug>-deals.csv``.
    """
    import cadogan

    strategy, students, deals = PLAYED[slug], [], []
    for seed in range(1, STUDENTS + 1):
        odds = cadogan.odds.simulate(cadogan.games[slug], strategy, n=DEALS, seed=seed)
        home = round(float(odds.mean_home), 3)
        students.append([seed, seed, slug, strategy, DEALS, odds.wins, home])
        deals += [[seed, n, end // 2, end % 2] for n, end in enumerate(odds.ends, 1)]
    heads = ["student", "seed", "game", "strategy", "deals", "wins", "mean_home"]
    return [
        _table(folder / f"{slug}.csv", heads, students),
        _table(folder / f"{slug}-deals.csv", ["student", "deal", "home", "won"], deals),
    ]


def _table(target: Path, heads: Sequence[str], rows: Sequence[Sequence[object]]) -> Path:
    with target.open("w", newline="", encoding="utf-8") as file:
        csv.writer(file).writerows([heads, *rows])
    return target
