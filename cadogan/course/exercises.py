"""Exercises and guesses as values, and how they are shown.

A built page has no kernel: there the HTML made here is enlivened by ``book/_static/course.js``,
which has an answer marked by the page's own Python and keeps it on the reader's machine."""

from __future__ import annotations

import itertools
import os
import random
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from html import escape
from typing import Any

from cadogan.course.kinds import Function, Race, Written
from cadogan.course.numbers import Exact, Number
from cadogan.course.played import Change, Moves
from cadogan.course.questions import GRADES, Question
from cadogan.course.verdict import Kind, Verdict, computed
from cadogan.edition.notebook import book_folder
from cadogan.edition.sealing import MARKER
from cadogan.words.english import counted, upper_first

#: How a build shows the answers, by the environment variable: folded under their question, open
#: (for the teacher), or not at all.
BUILDS = ("folded", "teacher", "student")
#: Separates the name of an exercise from the number of its variant.
ANOTHER = "#"
#: The kinds whose answers take several lines.
LONG = (Function, Race, Moves, Change, Written)


class Like:
    """A question and the way to its answer, with names in braces that stand for numbers, and the
    expected answer as a function of these numbers. Every combination of them is a variant.

    >>> squares = Like("What is the square of {n}?", lambda n: Number(n * n), "{n} · {n}", n=(3, 5, 9))
    >>> [squares.variant(number)[1].solution() for number in (1, 2, 3, 4)]
    ['25', '9', '81', '25']
    """

    def __init__(
        self, question: str, expects: Callable[..., Kind], because: str, **numbers: Sequence[Any]
    ) -> None:
        self.question, self.expects, self.because, self.numbers = (
            question,
            expects,
            because,
            numbers,
        )
        self._all = list(itertools.product(*numbers.values()))
        random.Random(question).shuffle(self._all)

    def __len__(self) -> int:
        return len(self._all)

    def variant(self, number: int) -> tuple[str, Kind, str]:
        """The question, the expected answer and the way to it, by number from 1, in a cycle."""
        chosen = dict(zip(self.numbers, self._all[(number - 1) % len(self)], strict=True))
        return (
            _worded(self.question.format(**chosen)),
            self.expects(**chosen),
            self.because.format(**chosen),
        )


def _worded(text: str) -> str:
    """A question in which numbers have been filled in, as one writes it: no sentence begins with a
    figure, and one deal is no plural.

    >>> _worded("45 cards are not seen. 8 deals were won, 1 deals in ten; 120 cards.")
    'Forty-five cards are not seen. Eight deals were won, 1 deal in ten; 120 cards.'
    """
    text = re.sub(r"\b1 (card|counter|deal|game|step|test)s\b", r"1 \1", text)
    return re.sub(
        r"(?:^|(?<=[.?!:] ))([1-9]\d?)(?= [a-z])", lambda n: upper_first(_in_words(int(n[1]))), text
    )


def _in_words(n: int) -> str:
    """A number below a hundred in words."""
    tens = "twenty thirty forty fifty sixty seventy eighty ninety".split()
    if n <= 20:
        return counted(n)
    return tens[n // 10 - 2] + (f"-{counted(n % 10)}" if n % 10 else "")


@dataclass(frozen=True)
class Exercise:
    """The expected answer to a question of a page, and how answers are marked.

    Attributes:
        name: the page's and the question's, such as ``sample-space/none`` or ``kings/2``.
        expects: the kind of answer, with the right one.
        because: how it is reached, for the folded answer; empty where the page says it. Words in
            *…* are stressed, those in `…` are code.
        question: the question as it stands in the page; None where no page is at hand.
        like: the question's variants with other numbers, if it has any.
    """

    name: str
    expects: Kind
    because: str = ""
    question: Question | None = None
    like: Like | None = None

    def another(self, number: int) -> Exercise | None:
        """The variant of a number, from 1, as an exercise; None where there are no variants."""
        if not self.like or not self.question:
            return None
        name, (text, expects, because) = f"{self.name}{ANOTHER}{number}", self.like.variant(number)
        question = replace(self.question, name=name, number="", text=text)
        return Exercise(name, expects, because, question)

    @property
    def grade(self) -> int:
        """The question's grade: 1 by hand, 2 to compute, 3 to design."""
        return self.question.grade if self.question else 1

    @property
    def asks(self) -> str:
        """The question's text; empty where no page is at hand."""
        return self.question.text if self.question else ""

    @property
    def model(self) -> str:
        """The code that a reader could hand in, where code is asked; empty where none is."""
        return str(getattr(self.expects, "model", "")).strip()

    def mark(self, answer: object) -> Verdict:
        """Mark an answer."""
        return self.expects.mark(answer)

    def hint(self) -> str:
        """The hint after a second wrong answer; empty where there is none."""
        return self.expects.hint()

    def __repr__(self) -> str:
        asks = f" ({GRADES[self.grade]}): {self.asks}" if self.question else ""
        return f"{self.name}{asks}\nAnswer with {self._call}: {self.expects.form}."

    @property
    def _call(self) -> str:
        return f'check("{self.name}", …)'

    def _repr_mimebundle_(self, **_: Any) -> Any:
        """The field and button of a notebook; elsewhere, and in a page, the text and the HTML."""
        from cadogan.course import field

        bundle = {"text/plain": repr(self), "text/html": self._repr_html_()}
        if field.in_notebook():
            widget = field.field(self)._repr_mimebundle_()
            bundle |= {kind: view for kind, view in widget.items() if kind not in bundle}
        return bundle

    def _repr_html_(self) -> str:
        label_id = "wanted-" + re.sub(r"\W", "-", self.name)
        to = f" to {self.question.number}" if self.question and self.question.number else ""
        field = (
            f'<textarea rows="6" spellcheck="false" aria-labelledby="{label_id}"></textarea>'
            if isinstance(self.expects, LONG)
            else f'<input type="text" autocomplete="off" spellcheck="false" aria-labelledby="{label_id}">'
        )
        # The names of the others stand in their cells: one example of the call is enough.
        first = not self.question or self.question.number in ("", "1")
        call = f' <span class="cadogan-kernel">In a cell: <code>{escape(self._call)}</code></span>'
        others = f' data-others="{len(self.like)}"' if self.like else ""
        asks = f"<p>{marked_up(self.asks)}</p>" if ANOTHER in self.name else ""
        return (
            f'<section class="cadogan-exercise" data-exercise="{self.name}"{others}>{asks}'
            f'<p class="cadogan-wanted" id="{label_id}">Answer{to}: {escape(self.expects.form)}.'
            f"{call if first else ''}</p>"
            f'<form hidden>{field} <button type="submit">{"Keep" if isinstance(self.expects, Written) else "Check"}</button></form>'
            f'<p class="cadogan-verdict" role="status"></p>'
            f"{self._answer() if self.because else ''}</section>"
        )

    def _answer(self) -> str:
        build = answers()
        if build == "student":
            return ""
        solution = self.expects.solution()
        text = (
            f"<strong>{escape(solution)}.</strong> {marked_up(self.because)}"
            if solution
            else marked_up(self.because)
        )
        opened = " open" if build == "teacher" else ""
        code = f"<pre><code>{escape(self.model, quote=False)}</code></pre>" if self.model else ""
        return f'<details class="cadogan-answer"{opened}><summary>Show the answer</summary><p>{text}</p>{code}</details>'


@dataclass(frozen=True)
class Guess:
    """The field for a guess at a number before it is counted; the guess is kept, and shown beside the
    answer.
    """

    name: str
    question: Question | None = None

    def __repr__(self) -> str:
        asks = f": {self.question.text}" if self.question else ""
        return f'{self.name}{asks}\nWrite your guess down with guess("{self.name}", …).'

    def _repr_html_(self) -> str:
        label_id = f"guess-{self.name.replace('/', '-')}"
        return (
            f'<section class="cadogan-guess" data-guess="{self.name}">'
            f'<p class="cadogan-wanted" id="{label_id}">Your guess. '
            f'<span class="cadogan-kernel">In a cell: <code>guess("{self.name}", …)</code></span></p>'
            f'<form hidden><input type="text" autocomplete="off" aria-labelledby="{label_id}"> '
            f'<button type="submit">Write it down</button> <button type="button">No guess</button></form>'
            f'<p class="cadogan-verdict" role="status"></p></section>'
        )


@dataclass(frozen=True)
class Revealed:
    """The outcome, beside the guess.

    Attributes:
        name: the guess's name.
        value: the outcome.
        because: a comment on the outcome.
        guessed: the guess; empty where there was none.
    """

    name: str
    value: Exact
    because: str = ""
    guessed: str = ""

    @property
    def comes_out(self) -> str:
        """The outcome as text: a chance or a small mean with its fraction, a larger number only
        as it could be guessed.
        """
        value = computed(self.value)
        return Number(
            float(value) if value > 1 and value != int(value) else value, figures=3
        ).solution()

    def __repr__(self) -> str:
        guessed = f"You guessed {self.guessed}. " if self.guessed else ""
        return f"{guessed}It is {self.comes_out}. {self.because}".strip()

    def _repr_html_(self) -> str:
        mine = f"You guessed {escape(self.guessed)}." if self.guessed else ""
        opened = " open" if self.guessed or answers() == "teacher" else ""
        return (
            f'<details class="cadogan-reveal" data-guess="{self.name}"{opened}><summary>What you guessed, and what came out</summary>'
            f'<p><span class="cadogan-guessed">{mine}</span> '
            f"It is <strong>{escape(self.comes_out)}</strong>. {marked_up(self.because)}</p></details>"
        )


def answers() -> str:
    """How the answers are shown in this build: ``folded``, ``teacher`` or ``student`` (the variable
    ``CADOGAN_ANSWERS``).

    Raises:
        ValueError: the variable says something else.
    """
    build = os.environ.get("CADOGAN_ANSWERS") or (
        "student" if (book_folder() / MARKER).is_file() else "folded"
    )
    if build not in BUILDS:
        raise ValueError(
            f"CADOGAN_ANSWERS is {', '.join(BUILDS[:-1])} or {BUILDS[-1]}, not {build[:80]!r}"
        )
    return build


def marked_up(text: str) -> str:
    """A sentence as HTML: words in *…* stressed, those in `…` as code, a formula of one line in $…$.

    >>> marked_up("Is `a < b` *always* so?")
    'Is <code>a &lt; b</code> <em>always</em> so?'
    >>> marked_up("Draw $8e^{-8x}$.")
    'Draw <em>8e<sup>−8x</sup></em>.'
    """
    parts = re.split(r"(`[^`]+`|\$[^$]+\$)", text)
    pieces = [
        f"<code>{escape(part[1:-1])}</code>"
        if part.startswith("`") and len(part) > 2
        else f"<em>{_raised(escape(part[1:-1]))}</em>"
        if part.startswith("$") and len(part) > 2
        else re.sub(r"\*([^*\s][^*]*)\*", r"<em>\1</em>", escape(part, quote=False))
        for part in parts
    ]
    return "".join(pieces)


def _raised(formula: str) -> str:
    """Raise and lower what a formula has above and below its line."""
    for sign, tag in (("^", "sup"), ("_", "sub")):
        what = rf"{re.escape(sign)}(?:\{{([^}}]*)\}}|(\w))"
        formula = re.sub(what, rf"<{tag}>\1\2</{tag}>", formula)
    return formula.replace("-", "−")
