"""Asking and marking by name: what the cells of a lesson or a chapter call.

A name is the lesson's and the exercise's own, ``sample-space/none``, or the chapter's and the
exercise's number there, ``kings/2``. In a notebook these functions ask and mark, and its kernel
remembers what was answered."""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from functools import cache
from html import escape
from typing import Any

import cadogan
from cadogan.course import field, questions
from cadogan.course.exercises import ANOTHER, Exercise, Guess, Like, Revealed
from cadogan.course.lesson import Lesson, lesson_of
from cadogan.course.numbers import Exact
from cadogan.course.verdict import Kind, Verdict
from cadogan.echo import Unknown, nearest
from cadogan.edition.notebook import book_folder, page_path


class UnknownExercise(Unknown):
    """There is no exercise or guess of that name."""


#: Stands before the call that asks another exercise like it.
LIKE_IT = "One like it, in a cell:"
#: The exercises that this kernel has asked, its guesses, and the marks of its answers.
_exercises: dict[str, Exercise] = {}
_guessed: dict[str, str] = {}
_marks: dict[str, str] = {}
#: How often each exercise was answered wrongly, or nearly: the second time brings a hint.
_missed = Counter[str]()
#: How often each exercise was asked with other numbers.
_others = Counter[str]()


def ask(
    name: str, expects: Kind | None = None, because: str = "", like: Like | None = None
) -> Exercise:
    """Ask a question of a page, with a field for the answer under it. The question is the text
    above the cell.

    Args:
        name: the page's and the question's own, such as ``"sample-space/none"`` or ``"kings/2"``.
        expects: the kind of answer, with the right one in the names of the page; None: the page's
            own cell is run instead, so that a notebook need not contain the right answer.
        because: how the answer is reached, for the folded answer; a chapter's own text says it.
        like: the same question with other numbers, where there is one.
    """
    if expects is None:
        printed = _printed("ask", name)
        return printed if isinstance(printed, Exercise) else exercise(name)
    _exercises[name] = Exercise(name, expects, because, questions.question("ask", name), like)
    return _exercises[name]


def _printed(kind: str, name: str) -> Any:
    """Run in this notebook the page's own cell that asks by a name; its output, None elsewhere."""
    notebook, question = _notebook(), questions.question(kind, name)
    if notebook is None or question is None:
        return None
    return notebook.run_printed(_slug_of(name), question.cell)


def _notebook() -> Any:
    """The notebook of this kernel; None outside a notebook."""
    kernel = sys.modules.get("cadogan.notebook.kernel")
    return kernel.current() if kernel else None


def answer(name: str, part: int = 1) -> Answer:
    """Run a cell behind the folded answer to a chapter's question, its sum or its search; the output
    is shown when the answer is opened.

    Args:
        name: the exercise's name, such as ``"kings/2"``.
        part: which of its cells, from 1.

    Raises:
        UnknownExercise: there is no such cell, or no notebook to run it in.
    """
    from cadogan.edition.folding import answer_cells

    slug, path = _slug_of(name), page_path(_slug_of(name))
    cells = answer_cells(path.read_text(encoding="utf-8"), name) if path else []
    if not 1 <= part <= len(cells):
        raise UnknownExercise(f"no cell stands behind the answer of {name[:80]!r}")
    notebook = _notebook()
    if notebook is None:
        raise UnknownExercise("an answer's cells are run in the notebook of its page")
    return Answer(*notebook.run_hidden(slug, cells[part - 1]))


@dataclass(frozen=True)
class Answer:
    """The output of a cell behind an answer, folded.

    Attributes:
        text: the output as text.
        html: the output as HTML.
    """

    text: str
    html: str

    def __repr__(self) -> str:
        return "The answer, computed: open it to read it." if self.text or self.html else ""

    def _repr_html_(self) -> str:
        content = self.html or f"<pre>{escape(self.text)}</pre>" * bool(self.text)
        head = "<details><summary>The answer, computed</summary>"
        return f"{head}{content}</details>" if content else ""


def check(name: str, answer: object = ...) -> Exercise | Verdict:
    """Ask an exercise, or mark an answer to it.

    Args:
        name: such as ``"sample-space/none"``, or with its number in the page, ``"sample-space/2"``.
        answer: a number, a text in any equal form, a set, a function; without one the question is
            shown.

    Raises:
        UnknownExercise: there is no such exercise.

    >>> check("sample-space/none", 0.5)
    Not yet. Too small.
    """
    problem = exercise(name)
    name = problem.name
    if answer is ...:
        return problem
    if answer is None:  # the answer that a class pack's cell begins with
        return Verdict("open", f"Write {problem.expects.form}.")
    verdict = problem.mark(answer)
    field.keep(name, answer, verdict)
    if _marks.get(name) != "right":
        _marks[name] = verdict.mark
    if verdict.mark in ("wrong", "nearly"):
        _missed[name] += 1
        if _missed[name] > 1 and (hint := problem.hint()):
            verdict = replace(verdict, comment=f"{verdict.comment} A hint: {hint}")
    if problem.like and (verdict.mark == "right" or _missed[name] > 1):
        verdict = replace(
            verdict,
            comment=f'{verdict.comment} {LIKE_IT} cadogan.course.another("{name}").'.strip(),
        )
    return verdict


def another(name: str) -> Exercise:
    """The exercise of a name with other numbers, new ones each time (`UnknownExercise` where it has
    none).

    >>> another("spread/deviation").name
    'spread/deviation#1'
    """
    _others[name] += 1
    return exercise(f"{name}{ANOTHER}{_others[name]}")


def guess(name: str, guessed: object = None) -> Guess | Verdict:
    """Ask for a guess, or write it down. The question stands above the cell.

    Args:
        name: the page's and the guess's own.
        guessed: a number or a text; None: no guess yet.

    Raises:
        UnknownExercise: there is no such guess.
    """
    slug, question = _slug_of(name), questions.question("guess", name)
    if not question and questions.names_of(slug):
        raise _unknown(name, _names(slug, "guess"), "guess")
    if guessed is None:
        return Guess(name, question)
    _guessed[name] = str(guessed)
    return Verdict("written", f"It is shown beside what comes out: {_guessed[name]}.")


def reveal(name: str, value: Exact | None = None, because: str = "") -> Revealed:
    """Show the outcome beside the guess.

    Args:
        name: the guess's name.
        value: the outcome, in the names of the page; None: the page's own cell is run instead.
        because: a comment on the outcome.
    """
    if value is None:
        revealed = _printed("reveal", name)
        if isinstance(revealed, Revealed):
            return revealed
        raise UnknownExercise(f"what came out of {name[:80]!r} is told in the notebook of its page")
    return Revealed(name, value, because, _guessed.get(name, ""))


#: Shown in place of the list of lessons until an exercise is answered.
NOT_BEGUN = "Here the lessons and chapters will be listed in which you have answered an exercise."


@dataclass(frozen=True)
class Done:
    """How many of the exercises of a lesson or a chapter have been answered rightly.

    Attributes:
        slug: the page's slug.
        title: the page's title.
        right: how many exercises are right.
        total: how many exercises there are.
    """

    slug: str
    title: str
    right: int
    total: int

    def __str__(self) -> str:
        return f"{self.title}: {self.right} of {self.total} right"

    def line(self, folder: str) -> str:
        """The same as an item of an HTML list, hidden while nothing is right; the page's script
        counts again, from the answers given there.
        """
        link = f'<a href="{folder}{self.slug}.html">{escape(self.title)}</a>'
        hidden = "" if self.right else " hidden"
        return f'<li data-exercises="{self.slug}"{hidden}>{link}: <span>{self.right}</span> of {self.total} right</li>'


@dataclass(frozen=True)
class Progress:
    """How many exercises have been answered rightly, by lesson and by chapter: in this kernel, or
    on the reader's machine.
    """

    lessons: tuple[Done, ...]
    chapters: tuple[Done, ...]

    @property
    def in_chapters(self) -> Done:
        """The progress in all chapters together."""
        right = sum(chapter.right for chapter in self.chapters)
        total = sum(chapter.total for chapter in self.chapters)
        return Done("", "The chapters' exercises", right, total)

    def __repr__(self) -> str:
        return "\n".join(map(str, (*self.lessons, self.in_chapters)))

    def _repr_html_(self) -> str:
        whole, lines = self.in_chapters, "".join(chapter.line("") for chapter in self.chapters)
        begun = any(done.right for done in (*self.lessons, whole))
        return (
            f'<div class="cadogan-progress"><p{" hidden" if begun else ""}>{NOT_BEGUN}</p>'
            f"<ul>{''.join(lesson.line('lessons/') for lesson in self.lessons)}</ul>"
            f"<details{'' if whole.right else ' hidden'}><summary>{escape(whole.title)}: <span>{whole.right}</span> of {whole.total} right"
            f"</summary><ul>{lines}</ul></details></div>"
        )


def progress() -> Progress:
    """How far the reader has come, in the lessons and in the chapters."""
    from cadogan.round_games import games as round_games

    def done(slug: str, title: str) -> Done:
        names = _names(slug, "ask")
        return Done(
            slug, title, sum(_marks.get(name) in ("right", "written") for name in names), len(names)
        )

    titles = {
        slug: game.title for games in (cadogan.games, round_games) for slug, game in games.items()
    }
    in_chapters = (done(slug, title) for slug, title in titles.items())
    return Progress(
        tuple(done(slug, lesson.title) for slug, lesson in lessons().items()),
        tuple(chapter for chapter in in_chapters if chapter.total),
    )


# Lessons and exercises by name
# --------------------------------------------------------------------------------------------------------


@cache
def lessons() -> Mapping[str, Lesson]:
    """Every lesson by its slug, in the order of the course: the pages in ``book/lessons``."""
    pages = {
        path.stem: lesson_of(path.read_text(encoding="utf-8"))
        for path in sorted((book_folder() / "lessons").glob("*.md"))
    }
    by_slug = {slug: lesson for slug, lesson in pages.items() if lesson}
    return dict(sorted(by_slug.items(), key=lambda pair: pair[1].number))


def exercises(slug: str) -> tuple[Exercise, ...]:
    """The exercises of a chapter or a lesson, in the order of its page; none where it has none."""
    return tuple(exercise(name) for name in _names(slug, "ask"))


def exercise(name: str) -> Exercise:
    """An exercise by its name: as this kernel has asked it, or else as its page does, whose cell is
    then run.

    Raises:
        UnknownExercise: there is no such exercise.
    """
    slug = _slug_of(name)
    name, like, number = name.partition(ANOTHER)
    name = questions.name_of(name)
    if base := _exercises.get(name) or questions.exercise(name):
        if not like:
            return base
        if re.fullmatch("[1-9][0-9]{,3}", number) and (variant := base.another(int(number))):
            return variant
        if re.fullmatch("held[1-9][0-9]{,3}", number) and (variant := _on_paper(base, number[4:])):
            return variant
        raise UnknownExercise(f"there is no exercise {number[:80]!r} like {name!r}")
    if slug == "examination" and (written := _on_paper(None, name.partition("/")[2])):
        return written
    known = _names(slug, "ask")
    if not known and slug not in lessons():
        raise _unknown(slug, lessons(), "lesson")
    raise _unknown(name, known, "exercise")


def _on_paper(like: Exercise | None, number: str) -> Exercise | None:
    """A question that only the examination's papers ask: an exercise with other numbers, or an
    argument. The built book has none.
    """
    try:
        from cadogan.course import examination
    except ImportError:
        return None
    if not re.fullmatch("[1-9][0-9]{,3}", number):
        return None
    return examination.held_out(like, int(number)) if like else examination.argument(int(number))


def forget(name: str) -> None:
    """Forget an exercise as this kernel has asked it: its page asks it again."""
    _exercises.pop(name, None)


def _slug_of(name: str) -> str:
    slug, slash, _ = name.partition("/") if isinstance(name, str) else ("", "", "")
    if not slash:
        raise UnknownExercise(
            "a name is the lesson's or the chapter's, a slash, and its own: 'sample-space/none', 'kings/2'"
        )
    return slug


def _names(slug: str, kind: str) -> list[str]:
    """The names of a page's questions of a kind, in order."""
    return [question.name for question in questions.questions(slug) if question.kind == kind]


def _unknown(name: str, known: Collection[str], what: str) -> UnknownExercise:
    hint = nearest(name, known, f"there are {', '.join(known) or 'none'}")
    return UnknownExercise(f"there is no {what} {name[:80]!r}{hint}")
