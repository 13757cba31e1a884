"""Asking and marking by name: what the cells of a lesson or a chapter call.

A name is the lesson's and the exercise's own, ``sample-space/none``, or the chapter's and its number there, ``kings/2``. In a notebook
these functions ask and mark, and the notebook is the memory of what was answered.
"""

from __future__ import annotations

import difflib
import importlib
import pkgutil
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from html import escape
from typing import TypeVar

import cadogan
from cadogan.course import chapters
from cadogan.course.exercises import GRADES, Exercise, Guess, Revealed
from cadogan.course.kinds import Verdict
from cadogan.course.lesson import Lesson

One = TypeVar("One", Exercise, Guess)


class UnknownExercise(KeyError):
    """No exercise or guess of that name."""

    def __str__(self) -> str:
        return str(self.args[0])


#: The guesses of this kernel, and the marks of its answers.
_guessed: dict[str, str] = {}
_marks: dict[str, str] = {}
_NOTHING = object()


def check(name: str, answer: object = _NOTHING) -> Exercise | Verdict:
    """Ask an exercise, or mark an answer to it.

    Args:
        name: such as ``"sample-space/none"``.
        answer: a number, a text in any equal form, a set, a function; without one the question is shown.

    Raises:
        UnknownExercise: there is no such exercise.

    >>> check("sample-space/none", "0.535")
    Not yet. That is the chance of the opposite.
    """
    found = exercise(name)
    if answer is _NOTHING:
        return found
    verdict = found.mark(answer)
    if _marks.get(name) != "right":
        _marks[name] = verdict.mark
    return verdict


def mark(name: str, answer: object = _NOTHING) -> Exercise | Verdict:
    """The field under a question of a chapter; with an answer, what is to be said of it, as `check` says it.

    Args:
        name: the chapter's and the exercise's number, such as ``"kings/2"``.
        answer: as for `check`.

    Raises:
        UnknownExercise: there is no such exercise.

    >>> mark("kings/2", "comb(88, 4) / comb(96, 4)")
    Not yet. That is the chance of the opposite.
    """
    return check(name, answer)


@dataclass(frozen=True)
class Practice:
    """Some exercises of a lesson, to be shown one below the other."""

    exercises: tuple[Exercise, ...]

    def __repr__(self) -> str:
        return "\n\n".join(map(repr, self.exercises))

    def _repr_html_(self) -> str:
        return "".join(one._repr_html_() for one in self.exercises)


def practice(slug: str, grade: int | None = None) -> Practice:
    """The exercises of a lesson, all of them or those of a grade.

    Raises:
        UnknownExercise: there is no such lesson.
        ValueError: there is no such grade.
    """
    if grade not in (None, *GRADES):
        raise ValueError(f"a grade is {', '.join(f'{n} ({said})' for n, said in GRADES.items())}, not {grade!r}")
    return Practice(tuple(one for one in lesson(slug).exercises if grade in (None, one.grade)))


def guess(name: str, guessed: object = _NOTHING) -> Guess | str:
    """Ask for a guess, or write it down.

    Raises:
        UnknownExercise: there is no such guess.
    """
    found = _guess(name)
    if guessed is _NOTHING:
        return found
    _guessed[name] = str(guessed)
    return f"Written down: {_guessed[name]}."


def reveal(name: str) -> Revealed:
    """What came out, beside what was guessed.

    Raises:
        UnknownExercise: there is no such guess.
    """
    return Revealed(_guess(name), _guessed.get(name, ""))


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
        """The same as an item of a list; the page's script counts anew what was answered there."""
        link = f'<a href="{folder}{self.slug}.html">{escape(self.title)}</a>'
        return f'<li data-exercises="{self.slug}">{link}: <span>{self.right}</span> of {self.of} right</li>'


@dataclass(frozen=True)
class Progress:
    """How many exercises have been answered rightly, by lesson and by chapter: in this kernel, or on the reader's machine."""

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
        return (
            f'<ul class="cadogan-progress">{"".join(one.line("lessons/") for one in self.lessons)}</ul>'
            f'<details class="cadogan-progress"><summary>{escape(whole.title)}: <span>{whole.right}</span> of {whole.of} right</summary>'
            f"<ul>{lines}</ul></details>"
        )


def progress() -> Progress:
    """How far the reader has come, in the lessons and in the chapters."""
    from cadogan.round_games import games as round_games

    def done(slug: str, title: str, some: Sequence[Exercise]) -> Done:
        return Done(slug, title, sum(_marks.get(one.name) == "right" for one in some), len(some))

    told = {slug: game.title for games in (cadogan.games, round_games) for slug, game in games.items()}
    return Progress(
        tuple(done(slug, one.title, one.exercises) for slug, one in lessons().items()),
        tuple(done(slug, told[slug], chapters.exercises(slug)) for slug in told if slug in chapters.slugs()),
    )


# Where they are found --------------------------------------------------------------------------------------------------------


@cache
def lessons() -> Mapping[str, Lesson]:
    """Every lesson by its slug, in the order of the course: the modules of `cadogan.course.lessons`, each with its ``LESSON``."""
    package = importlib.import_module("cadogan.course.lessons")
    found = {
        one.name.replace("_", "-"): importlib.import_module(f"cadogan.course.lessons.{one.name}").LESSON
        for one in pkgutil.iter_modules(package.__path__)
    }
    return dict(sorted(found.items(), key=lambda one: one[1].number))


def slugs() -> tuple[str, ...]:
    """The slugs of the lessons, in the order of the course."""
    return tuple(lessons())


def lesson(slug: str) -> Lesson:
    """A lesson by its slug.

    Raises:
        UnknownExercise: there is no such lesson.
    """
    if slug not in lessons():
        near = difflib.get_close_matches(slug, slugs(), 1)
        hint = f"did you mean {near[0]!r}?" if near else f"the lessons are {', '.join(slugs())}"
        raise UnknownExercise(f"there is no lesson {slug[:80]!r}; {hint}")
    return lessons()[slug]


def exercise(name: str) -> Exercise:
    """An exercise by its name.

    Raises:
        UnknownExercise: there is none.
    """
    slug = _slug_of(name)
    known = chapters.exercises(slug) or lesson(slug).exercises
    return _named(name, {one.name: one for one in known}, "exercise")


def _guess(name: str) -> Guess:
    return _named(name, {one.name: one for one in lesson(_slug_of(name)).guesses}, "guess")


def _slug_of(name: str) -> str:
    slug, slash, _ = name.partition("/") if isinstance(name, str) else ("", "", "")
    if not slash:
        raise UnknownExercise("a name is that of the lesson, or of the chapter, and its own: 'sample-space/none', 'kings/2'")
    return slug


def _named(name: str, known: Mapping[str, One], what: str) -> One:
    if name not in known:
        near = difflib.get_close_matches(name, known, 1)
        hint = f"did you mean {near[0]!r}?" if near else f"there are {', '.join(known)}"
        raise UnknownExercise(f"there is no {what} {name[:80]!r}; {hint}")
    return known[name]
