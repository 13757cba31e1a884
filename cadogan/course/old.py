"""The exercises that still stand in `cadogan.course.lessons`; with the last of them this goes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from html import escape

from cadogan.course.exercises import LONG, answers, marked_up
from cadogan.course.kinds import Exact, Kind, Number, Verdict, hint
from cadogan.course.questions import GRADES


@dataclass(frozen=True)
class Exercise:
    """A question that the engine marks.

    Attributes:
        name: of the lesson and of the exercise, such as ``sample-space/none``, or of the chapter
        and its number, such as ``kings/2``.
        grade: 1 by hand, 2 to compute, 3 to design.
        asks: the question; words in *…* are stressed, those in `…` are code. A chapter asks in its
            own text; then it is empty, or says what is to be entered.
        expects: the kind of answer, with what is right.
        because: how one comes to it, for the folded answer; empty where the chapter tells it.
    """

    name: str
    grade: int
    asks: str
    expects: Kind
    because: str = ""

    def mark(self, answer: object) -> Verdict:
        """What is to be said of an answer."""
        return self.expects.mark(answer)

    def hint(self) -> str:
        """What is told after a second wrong answer; empty where nothing is."""
        return hint(self.expects)

    def __repr__(self) -> str:
        asks = f": {self.asks}" if self.asks else ""
        return f"{self.name} ({GRADES[self.grade]}){asks}\nAnswer with {self._call}: {self.expects.wanted}."

    @property
    def _number(self) -> str:
        """Its number in its chapter; empty where it is a lesson's."""
        return own if (own := self.name.rpartition("/")[2]).isdigit() else ""

    @property
    def _call(self) -> str:
        return f'{"mark" if self._number else "check"}("{self.name}", …)'

    def _repr_html_(self) -> str:
        where, number = self.name.replace("/", "-"), self._number
        asked = f"wanted-{where}" if number else f"asks-{where}"
        field = (
            f'<textarea rows="6" spellcheck="false" aria-labelledby="{asked}"></textarea>'
            if isinstance(self.expects, LONG)
            else f'<input type="text" autocomplete="off" spellcheck="false" aria-labelledby="{asked}">'
        )
        return (
            f'<section class="cadogan-exercise" data-exercise="{self.name}"{" data-chapter" if number else ""}>'
            f"{self._asked(where)}"
            f'<p class="cadogan-wanted" id="wanted-{where}">Answer{f" to {number}" if number else ""}: {escape(self.expects.wanted)}. '
            f'<span class="cadogan-kernel">In a cell: <code>{escape(self._call)}</code></span></p>'
            f'<form hidden>{field} <button type="submit">Check</button></form><p class="cadogan-verdict" role="status"></p>'
            f"{self._answer() if self.because else ''}</section>"
        )

    def _asked(self, where: str) -> str:
        if not self.asks:
            return ""
        grade = (
            ""
            if self._number
            else f'<em class="cadogan-grade">{GRADES[self.grade].capitalize()}.</em> '
        )
        return f'<p id="asks-{where}">{grade}{marked_up(self.asks)}</p>'

    def _answer(self) -> str:
        build = answers()
        if build == "student":
            return ""
        told = " ".join(
            filter(
                None,
                [
                    f"<strong>{escape(said)}.</strong>"
                    if (said := self.expects.solution())
                    else "",
                    marked_up(self.because),
                ],
            )
        )
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
        """What comes out, as text: a chance or a small mean with its fraction, a larger number only
        as it could be guessed.
        """
        value = self.value()
        return Number(
            (lambda: float(value)) if value > 1 and value != int(value) else self.value, figures=3
        ).solution()


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
