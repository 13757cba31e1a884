"""Exercises and guesses: asked in a lesson, marked by the engine, in the notebook and in the built page.

Each lesson has its exercises in a module of its own, `cadogan.course.lessons.<lesson>`, in the tuples ``EXERCISES`` and
``GUESSES``. A name is the lesson's and the exercise's: ``sample-space/none``.

In a notebook `check` asks and marks; the notebook itself is its memory. A built page has no kernel: there the same output
is enlivened by ``book/_static/course.js``, which has the answer marked by the page's own Python and keeps it on the reader's machine.
"""

from __future__ import annotations

import difflib
import importlib
import os
import pkgutil
import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from html import escape
from types import ModuleType
from typing import TypeVar

from cadogan.course.kinds import Exact, Function, Kind, Number, Race, Verdict

One = TypeVar("One", "Exercise", "Guess")
GRADES = {1: "by hand", 2: "to compute", 3: "to design"}
#: How the answers are built, by the environment variable: folded under their question, shown (for the teacher), or left out.
BUILDS = ("folded", "teacher", "student")


class UnknownExercise(KeyError):
    """No exercise or guess of that name."""

    def __str__(self) -> str:
        return str(self.args[0])


@dataclass(frozen=True)
class Exercise:
    """A question that the engine marks.

    Attributes:
        name: of the lesson and of the exercise, such as ``sample-space/none``.
        grade: 1 by hand, 2 to compute, 3 to design.
        asks: the question; words in *…* are stressed, those in `…` are code.
        expects: the kind of answer, with what is right.
        because: how one comes to it, for the folded answer.
    """

    name: str
    grade: int
    asks: str
    expects: Kind
    because: str

    def mark(self, answer: object) -> Verdict:
        """What is to be said of an answer."""
        return self.expects.mark(answer)

    def __repr__(self) -> str:
        return f'{self.name} ({GRADES[self.grade]}): {self.asks}\nAnswer with check("{self.name}", …): {self.expects.wanted}.'

    def _repr_html_(self) -> str:
        where, code = self.name.replace("/", "-"), isinstance(self.expects, (Function, Race))
        field = (
            f'<textarea rows="6" spellcheck="false" aria-labelledby="asks-{where}"></textarea>'
            if code
            else f'<input type="text" autocomplete="off" spellcheck="false" aria-labelledby="asks-{where}">'
        )
        return (
            f'<section class="cadogan-exercise" data-exercise="{self.name}">'
            f'<p id="asks-{where}"><em class="cadogan-grade">{GRADES[self.grade].capitalize()}.</em> {marked_up(self.asks)}</p>'
            f'<p class="cadogan-wanted" id="wanted-{where}">Answer: {escape(self.expects.wanted)}. '
            f'<span class="cadogan-kernel">In a cell: <code>check("{self.name}", …)</code></span></p>'
            f'<form hidden>{field} <button type="submit">Check</button></form><p class="cadogan-verdict" role="status"></p>'
            f"{self._answer()}</section>"
        )

    def _answer(self) -> str:
        build = answers()
        if build == "student":
            return ""
        told = " ".join(filter(None, [f"<strong>{escape(said)}.</strong>" if (said := self.expects.solution()) else "",
                                      marked_up(self.because)]))  # fmt: skip
        opened = " open" if build == "teacher" else ""
        return f'<details class="cadogan-answer"{opened}><summary>Show the answer</summary><p>{told}</p></details>'


@dataclass(frozen=True)
class Guess:
    """A number to guess at before it is counted; the guess is kept, and shown beside the answer.

    Attributes:
        name: of the lesson and of the guess.
        asks: the question.
        value: computes what comes out.
        because: what is to be said of it.
    """

    name: str
    asks: str
    value: Callable[[], Exact]
    because: str = ""

    def __repr__(self) -> str:
        return f'{self.name}: {self.asks}\nWrite your guess down with guess("{self.name}", …).'

    def _repr_html_(self) -> str:
        where = f"guess-{self.name.replace('/', '-')}"
        return (
            f'<section class="cadogan-guess" data-guess="{self.name}">'
            f'<p id="{where}"><em class="cadogan-grade">Guess.</em> {marked_up(self.asks)} '
            f'<span class="cadogan-kernel">In a cell: <code>guess("{self.name}", …)</code></span></p>'
            f'<form hidden><input type="text" autocomplete="off" aria-labelledby="{where}"> '
            f'<button type="submit">Write it down</button></form>'
            f'<p class="cadogan-verdict" role="status"></p></section>'
        )

    @property
    def comes_out(self) -> str:
        """What comes out, as text."""
        return Number(self.value, figures=3).solution()


@dataclass(frozen=True)
class Revealed:
    """What came out, beside what had been guessed."""

    guess: Guess
    guessed: str

    def __repr__(self) -> str:
        return f"{f'You guessed {self.guessed}. ' if self.guessed else ''}It is {self.guess.comes_out}. {self.guess.because}".strip()

    def _repr_html_(self) -> str:
        mine = f"You guessed {escape(self.guessed)}." if self.guessed else ""
        return (
            f'<p class="cadogan-reveal" data-guess="{self.guess.name}"><span class="cadogan-guessed">{mine}</span> '
            f"It is <strong>{escape(self.guess.comes_out)}</strong>. {marked_up(self.guess.because)}</p>"
        )


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


@dataclass(frozen=True)
class Practice:
    """Some exercises of a lesson, to be shown one below the other."""

    exercises: tuple[Exercise, ...]

    def __repr__(self) -> str:
        return "\n\n".join(map(repr, self.exercises))

    def _repr_html_(self) -> str:
        return "".join(one._repr_html_() for one in self.exercises)


def practice(lesson: str, grade: int | None = None) -> Practice:
    """The exercises of a lesson, all of them or those of a grade.

    Raises:
        UnknownExercise: there is no such lesson.
        ValueError: there is no such grade.
    """
    if grade not in (None, *GRADES):
        raise ValueError(f"a grade is {', '.join(f'{n} ({said})' for n, said in GRADES.items())}, not {grade!r}")
    return Practice(tuple(one for one in of_lesson(lesson) if grade in (None, one.grade)))


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
class Progress:
    """How many exercises of each lesson have been answered rightly: in this kernel, or on the reader's machine."""

    right: dict[str, tuple[int, int]]

    def __repr__(self) -> str:
        return "\n".join(f"{lesson}: {done} of {n} right" for lesson, (done, n) in self.right.items())

    def _repr_html_(self) -> str:
        rows = "".join(
            f'<li data-lesson="{lesson}" data-n="{n}"><a href="lessons/{lesson}.html">{escape(title(lesson))}</a>: '
            f"<span>{done}</span> of {n} right</li>"
            for lesson, (done, n) in self.right.items()
        )
        return f'<ul class="cadogan-progress">{rows}</ul>'


def progress() -> Progress:
    """How far the reader has come."""
    return Progress({one: _right(one) for one in slugs()})


def _right(lesson: str) -> tuple[int, int]:
    names = [one.name for one in of_lesson(lesson)]
    return sum(_marks.get(name) == "right" for name in names), len(names)


# Where they are found --------------------------------------------------------------------------------------------------------


@cache
def slugs() -> tuple[str, ...]:
    """The lessons, by their slugs, in the order of the course."""
    package = importlib.import_module("cadogan.course.lessons")
    found = [one.name for one in pkgutil.iter_modules(package.__path__)]
    return tuple(one.replace("_", "-") for one in sorted(found, key=lambda one: _imported(one).NUMBER))


def of_lesson(lesson: str) -> tuple[Exercise, ...]:
    """The exercises of a lesson.

    Raises:
        UnknownExercise: there is no such lesson.
    """
    found: tuple[Exercise, ...] = _module(lesson).EXERCISES
    return found


def exercise(name: str) -> Exercise:
    """An exercise by its name.

    Raises:
        UnknownExercise: there is none.
    """
    return _named(name, of_lesson, "exercise")


def _guess(name: str) -> Guess:
    return _named(name, _guesses, "guess")


def _guesses(lesson: str) -> tuple[Guess, ...]:
    found: tuple[Guess, ...] = _module(lesson).GUESSES
    return found


def title(lesson: str) -> str:
    """A lesson's title.

    Raises:
        UnknownExercise: there is no such lesson.
    """
    return str(_module(lesson).TITLE)


def _imported(module: str) -> ModuleType:
    return importlib.import_module(f"cadogan.course.lessons.{module}")


def _module(lesson: str) -> ModuleType:
    if lesson not in slugs():
        near = difflib.get_close_matches(lesson, slugs(), 1)
        hint = f"did you mean {near[0]!r}?" if near else f"the lessons are {', '.join(slugs())}"
        raise UnknownExercise(f"there is no lesson {lesson[:80]!r}; {hint}")
    return _imported(lesson.replace("-", "_"))


def _named(name: str, of: Callable[[str], tuple[One, ...]], what: str) -> One:
    lesson, slash, _ = name.partition("/") if isinstance(name, str) else ("", "", "")
    if not slash:
        raise UnknownExercise("a name is that of its lesson and its own: 'sample-space/none'")
    known = {one.name: one for one in of(lesson)}
    if name not in known:
        near = difflib.get_close_matches(name, known, 1)
        hint = f"did you mean {near[0]!r}?" if near else f"there are {', '.join(known)}"
        raise UnknownExercise(f"there is no {what} {name[:80]!r}; {hint}")
    return known[name]


def answers() -> str:
    """How the answers are shown in this build: ``folded``, ``teacher`` or ``student`` (the variable ``CADOGAN_ANSWERS``).

    Raises:
        ValueError: the variable says something else.
    """
    build = os.environ.get("CADOGAN_ANSWERS") or "folded"
    if build not in BUILDS:
        raise ValueError(f"CADOGAN_ANSWERS is {', '.join(BUILDS[:-1])} or {BUILDS[-1]}, not {build[:80]!r}")
    return build


def marked_up(text: str) -> str:
    """A sentence as HTML: words in *…* stressed, those in `…` as code.

    >>> marked_up("Is `a < b` *always* so?")
    'Is <code>a &lt; b</code> <em>always</em> so?'
    """
    parts = re.split(r"(`[^`]+`)", text)
    told = [f"<code>{escape(one[1:-1])}</code>" if one.startswith("`") and len(one) > 2
            else re.sub(r"\*([^*\s][^*]*)\*", r"<em>\1</em>", escape(one, quote=False)) for one in parts]  # fmt: skip
    return "".join(told)
