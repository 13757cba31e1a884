"""Asking and marking by name: what the cells of a lesson or a chapter call.

A name is the lesson's and the exercise's own, ``sample-space/none``, or the chapter's and its
number there, ``kings/2``. In a notebook these functions ask and mark, and the notebook is the
memory of what was answered."""

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
    """No exercise or guess of that name."""


#: What this kernel has asked, its guesses, and the marks of its answers.
_asked: dict[str, Exercise] = {}
_guessed: dict[str, str] = {}
_marks: dict[str, str] = {}
#: How often each was answered wrongly, or nearly: the second time brings a hint.
_missed = Counter[str]()
#: How often one like an exercise was asked.
_others = Counter[str]()


def ask(
    name: str, expects: Kind | None = None, because: str = "", like: Like | None = None
) -> Exercise:
    """The field under a question of a page, and what is expected there. The question is the text
    above the cell.

    Args:
        name: the page's and the question's own, such as ``"sample-space/none"`` or ``"kings/2"``.
        expects: the kind of answer, with what is right, in the names of the page; None: what the
            page's own cell says, which is run in its place, so that a notebook need not hold it.
        because: how one comes to it, for the folded answer; a chapter tells it in its own text.
        like: the same question with other numbers, where there is one.
    """
    if expects is None:
        asked = _printed("ask", name)
        return asked if isinstance(asked, Exercise) else exercise(name)
    _asked[name] = Exercise(name, expects, because, questions.question("ask", name), like)
    return _asked[name]


def _printed(kind: str, name: str) -> Any:
    """What the page's own cell shows that asks by a name, run in this notebook; None outside of one."""
    notebook, question = _notebook(), questions.question(kind, name)
    if notebook is None or question is None:
        return None
    return notebook.run_printed(_slug_of(name), question.cell)


def _notebook() -> Any:
    """The notebook of this kernel; None outside of one."""
    kernel = sys.modules.get("cadogan.notebook.kernel")
    return kernel.current() if kernel else None


def answer(name: str, part: int = 1) -> Answer:
    """What stands behind the folded answer of a chapter's question, its sum or its search: run now,
    and shown when it is opened.

    Args:
        name: the exercise's, such as ``"kings/2"``.
        part: which of its cells, from 1.

    Raises:
        UnknownExercise: there is no such cell.
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
    """What a cell behind an answer has shown, folded.

    Attributes:
        text: as text.
        html: as HTML.
    """

    text: str
    html: str

    def __repr__(self) -> str:
        return "The answer, computed: open it to read it." if self.text or self.html else ""

    def _repr_html_(self) -> str:
        shown = self.html or f"<pre>{escape(self.text)}</pre>" * bool(self.text)
        head = "<details><summary>The answer, computed</summary>"
        return f"{head}{shown}</details>" if shown else ""


def check(name: str, answer: object = ...) -> Exercise | Verdict:
    """Ask an exercise, or mark an answer to it.

    Args:
        name: such as ``"sample-space/none"``, or with its number in the page, ``"sample-space/2"``.
        answer: a number, a text in any equal form, a set, a function; without one the question is
            shown.

    Raises:
        UnknownExercise: there is no such exercise.

    >>> check("sample-space/none", "19/70")
    Not yet. That is the chance of the opposite.
    """
    found = exercise(name)
    name = found.name
    if answer is ...:
        return found
    if answer is None:  # as an answer's cell in the class pack has it
        return Verdict("open", f"Write {found.expects.form}.")
    verdict = found.mark(answer)
    field.keep(name, answer, verdict)
    if _marks.get(name) != "right":
        _marks[name] = verdict.mark
    if verdict.mark in ("wrong", "nearly"):
        _missed[name] += 1
        if _missed[name] > 1 and (hint := found.hint()):
            verdict = replace(verdict, comment=f"{verdict.comment} A hint: {hint}")
    if found.like and (verdict.mark == "right" or _missed[name] > 1):
        verdict = replace(
            verdict, comment=f'{verdict.comment} One like it: another("{name}").'.strip()
        )
    return verdict


def another(name: str) -> Exercise:
    """One like the exercise of a name, with other numbers, each time with others (`UnknownExercise`
    where there is none).

    >>> another("spread/deviation").name
    'spread/deviation#1'
    """
    _others[name] += 1
    return exercise(f"{name}{ANOTHER}{_others[name]}")


def guess(name: str, guessed: object = None) -> Guess | str:
    """Ask for a guess, or write it down. The question is the text above the cell.

    Args:
        name: the page's and the guess's own.
        guessed: a number or a text; None is no guess yet.

    Raises:
        UnknownExercise: there is no such guess.
    """
    slug, asked = _slug_of(name), questions.question("guess", name)
    if not asked and questions.names_of(slug):
        raise _unknown(name, _names(slug, "guess"), "guess")
    if guessed is None:
        return Guess(name, asked)
    _guessed[name] = str(guessed)
    return f"Written down: {_guessed[name]}."


def reveal(name: str, value: Exact | None = None, because: str = "") -> Revealed:
    """What came out, beside what was guessed.

    Args:
        name: the guess's.
        value: what came out, in the names of the page; None: what the page's own cell says, which
            is run in its place.
        because: what is to be said of it.
    """
    if value is None:
        revealed = _printed("reveal", name)
        if isinstance(revealed, Revealed):
            return revealed
        raise UnknownExercise(f"what came out of {name[:80]!r} is told in the notebook of its page")
    return Revealed(name, value, because, _guessed.get(name, ""))


#: Stands in place of the list of lessons as long as no exercise is answered.
NOT_BEGUN = "Here the lessons and chapters will be listed in which you have answered an exercise."


@dataclass(frozen=True)
class Done:
    """How many of the exercises of a lesson or a chapter have been answered rightly.

    Attributes:
        slug: the lesson's or the chapter's.
        title: as it stands above the page.
        right: how many are right.
        of: how many there are.
    """

    slug: str
    title: str
    right: int
    of: int

    def __str__(self) -> str:
        return f"{self.title}: {self.right} of {self.of} right"

    def line(self, folder: str) -> str:
        """The same as an item of a list, hidden while nothing is right; the page's script counts anew
        what was answered there.
        """
        link = f'<a href="{folder}{self.slug}.html">{escape(self.title)}</a>'
        hidden = "" if self.right else " hidden"
        return f'<li data-exercises="{self.slug}"{hidden}>{link}: <span>{self.right}</span> of {self.of} right</li>'


@dataclass(frozen=True)
class Progress:
    """How many exercises have been answered rightly, by lesson and by chapter: in this kernel, or
    on the reader's machine.
    """

    lessons: tuple[Done, ...]
    chapters: tuple[Done, ...]

    @property
    def in_chapters(self) -> Done:
        """All chapters together."""
        right, of = (sum(getattr(one, name) for one in self.chapters) for name in ("right", "of"))
        return Done("", "The chapters' exercises", right, of)

    def __repr__(self) -> str:
        return "\n".join(map(str, (*self.lessons, self.in_chapters)))

    def _repr_html_(self) -> str:
        whole, lines = self.in_chapters, "".join(one.line("") for one in self.chapters)
        begun = any(one.right for one in (*self.lessons, whole))
        return (
            f'<div class="cadogan-progress"><p{" hidden" if begun else ""}>{NOT_BEGUN}</p>'
            f"<ul>{''.join(one.line('lessons/') for one in self.lessons)}</ul>"
            f"<details{'' if whole.right else ' hidden'}><summary>{escape(whole.title)}: <span>{whole.right}</span> of {whole.of} right"
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

    told = {
        slug: game.title for games in (cadogan.games, round_games) for slug, game in games.items()
    }
    in_chapters = (done(slug, title) for slug, title in told.items())
    return Progress(
        tuple(done(slug, one.title) for slug, one in lessons().items()),
        tuple(one for one in in_chapters if one.of),
    )


# Where they are found
# --------------------------------------------------------------------------------------------------------


@cache
def lessons() -> Mapping[str, Lesson]:
    """Every lesson by its slug, in the order of the course: the pages in ``book/lessons``."""
    pages = {
        path.stem: lesson_of(path.read_text(encoding="utf-8"))
        for path in sorted((book_folder() / "lessons").glob("*.md"))
    }
    found = {slug: one for slug, one in pages.items() if one}
    return dict(sorted(found.items(), key=lambda one: one[1].number))


def exercises(slug: str) -> tuple[Exercise, ...]:
    """The exercises of a chapter or a lesson, in the order of its page; none where it has none."""
    return tuple(exercise(name) for name in _names(slug, "ask"))


def exercise(name: str) -> Exercise:
    """An exercise by its name: as this kernel has asked it, or as its page does, whose cell is then
    run.

    Raises:
        UnknownExercise: there is none.
    """
    slug = _slug_of(name)
    name, like, number = name.partition(ANOTHER)
    name = questions.name_of(name)
    if asked := _asked.get(name) or questions.exercise(name):
        if not like:
            return asked
        if re.fullmatch("[1-9][0-9]{,3}", number) and (one := asked.another(int(number))):
            return one
        if re.fullmatch("held[1-9][0-9]{,3}", number) and (one := _on_paper(asked, number[4:])):
            return one
        raise UnknownExercise(f"there is no exercise {number[:80]!r} like {name!r}")
    if slug == "examination" and (one := _on_paper(None, name.partition("/")[2])):
        return one
    known = _names(slug, "ask")
    if not known and slug not in lessons():
        raise _unknown(slug, lessons(), "lesson")
    raise _unknown(name, known, "exercise")


def _on_paper(like: Exercise | None, number: str) -> Exercise | None:
    """A question that stands on papers alone: one like an exercise, or an argument. The built book has
    none of them.
    """
    try:
        from cadogan.course import examination
    except ImportError:
        return None
    if not re.fullmatch("[1-9][0-9]{,3}", number):
        return None
    return examination.held_out(like, int(number)) if like else examination.argument(int(number))


def forget(name: str) -> None:
    """Have an exercise be asked by its page again, not by what this kernel has asked."""
    _asked.pop(name, None)


def _slug_of(name: str) -> str:
    slug, slash, _ = name.partition("/") if isinstance(name, str) else ("", "", "")
    if not slash:
        raise UnknownExercise(
            "a name is that of the lesson, or of the chapter, and its own: 'sample-space/none', 'kings/2'"
        )
    return slug


def _names(slug: str, kind: str) -> list[str]:
    """The names that a page asks by, in their order."""
    return [one.name for one in questions.questions(slug) if one.kind == kind]


def _unknown(name: str, known: Collection[str], what: str) -> UnknownExercise:
    hint = nearest(name, known, f"there are {', '.join(known) or 'none'}")
    return UnknownExercise(f"there is no {what} {name[:80]!r}{hint}")
