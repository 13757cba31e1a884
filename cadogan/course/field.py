"""A field under a question in a notebook, and what was answered there.

Where a kernel runs, an exercise shows itself with a field and a button of ipywidgets, as the page
does with its own. Answers are kept in a file beside the notebooks, so that they are there after a
restart. A build of the book has no such fields (`CADOGAN_PAGE`)."""

from __future__ import annotations

import json
import os
import sys
import warnings
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext, suppress
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cadogan.course.kinds import Race, Written

if TYPE_CHECKING:
    from cadogan.course.exercises import Exercise
    from cadogan.course.verdict import Verdict

#: The file of answers: by the name of each exercise a list of the answer and its mark.
FILE = "my-answers.json"
#: The environment variable by which a build of the book asks for the page's own form.
PAGE = "CADOGAN_PAGE"
#: The longest answer that is kept, in characters.
LONGEST = 5_000
#: What a field says whose kernel has gone.
ANEW = """<style>.cadogan-field.jupyter-widgets-disconnected::after
{ content: "The kernel was started anew: run this cell again." }</style>"""
#: How long the marking of one answer may take, in seconds.
LONGEST_MARKING = 10


def in_notebook() -> bool:
    """Whether this kernel shows exercises with fields of ipywidgets."""
    kernel = sys.modules.get("cadogan.notebook.kernel")
    if kernel is None or kernel.current() is None or os.environ.get(PAGE):
        return False
    with suppress(ImportError):
        import ipywidgets  # noqa: F401

        return True
    return False


def _file() -> Path:
    """The file of answers: beside the book's table of contents, from a folder below it, too."""
    folder = Path.cwd()
    return next((f for f in (folder, folder.parent) if (f / "_toc.yml").exists()), folder) / FILE


def stored_answer(name: str) -> tuple[str, str]:
    """The stored answer to an exercise, and its mark; both empty where there is none."""
    answer, mark = _all().get(name, ("", ""))
    return str(answer)[:LONGEST], str(mark)


def _all() -> dict[str, Any]:
    with suppress(OSError, ValueError, RecursionError):
        saved = json.loads(_file().read_text(encoding="utf-8"))
        if isinstance(saved, dict):
            return {
                name: pair
                for name, pair in saved.items()
                if isinstance(pair, list) and len(pair) == 2
            }
    return {}


def keep(name: str, answer: object, verdict: Verdict) -> None:
    """Store an answer and its mark; a later wrong one does not replace a right one. In a folder that
    cannot be written, nothing is stored."""
    typed = answer if isinstance(answer, str) else ""
    if not in_notebook() or len(typed) > LONGEST or verdict.mark in ("open", "unread"):
        return
    before = _all()
    if before.get(name, ("", ""))[1] == "right" and verdict.mark != "right":
        return
    with suppress(OSError):
        text = json.dumps(before | {name: [typed, verdict.mark]}, ensure_ascii=False, indent=1)
        _file().write_text(text + "\n", encoding="utf-8")


def field(exercise: Exercise) -> Any:
    """The field, the button and the verdict of an exercise, as a widget."""
    import ipywidgets as widgets

    from cadogan.course.asking import LIKE_IT, another, check
    from cadogan.course.exercises import ANOTHER, LONG, marked_up

    answer, mark = stored_answer(exercise.name)
    asks = f"<p>{marked_up(exercise.asks)}</p>" if ANOTHER in exercise.name else ""
    question, expects = exercise.question, exercise.expects
    number = f" to {question.number}" if question and question.number else ""
    head = widgets.HTML(f"{ANEW}{asks}<p>Answer{number}: {escape(expects.form)}.</p>")
    long = isinstance(expects, LONG)
    kind = widgets.Textarea if long else widgets.Text
    width = widgets.Layout(width="36em", **({"height": "8em"} if long else {}))
    text = kind(value=answer, layout=width)
    text.add_class("cadogan-answer-field")
    button = widgets.Button(description="Keep" if isinstance(expects, Written) else "Check")
    verdict = widgets.HTML()
    more = widgets.Button(description="One like it")

    def say(message: str) -> None:
        message, like, _ = message.partition(LIKE_IT)
        whole.children = (*asked, *[more] * bool(like), *others)
        verdict.value = f"<p role='status'>{marked_up(message)}</p>"

    def mark_it(_: object) -> None:
        if not text.value.strip():
            return say(f"Write {expects.form}.")
        say("It is being marked …")
        try:
            # a race of many games takes as long as its player thinks; Interrupt stops it
            with nullcontext() if isinstance(expects, Race) else _at_most(LONGEST_MARKING):
                say(str(check(exercise.name, text.value)))
        except KeyboardInterrupt:
            say("The marking was stopped.")

    def ask_another(_: object) -> None:
        others.append(field(another(exercise.name.partition(ANOTHER)[0])))
        whole.children = (*asked, more, *others)

    button.on_click(mark_it)
    more.on_click(ask_another)
    if not long:
        # its replacement marks when the field is left, too
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", DeprecationWarning)
            text.on_submit(mark_it)
    box = widgets.VBox if long else widgets.HBox
    asked = (head, box([text, button]), verdict)
    others: list[Any] = []
    whole = widgets.VBox()
    say(_kept_line(mark))
    whole.add_class("cadogan-field")
    return whole


@contextmanager
def _at_most(seconds: int) -> Iterator[None]:
    """Raise TimeoutError in what runs longer, where the system can (Windows cannot)."""
    import signal
    import threading

    if (
        not hasattr(signal, "setitimer")
        or threading.current_thread() is not threading.main_thread()
    ):
        yield
        return

    def stop(*_: object) -> None:
        raise TimeoutError(f"stopped after {seconds} seconds")

    before = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(
        signal.ITIMER_REAL, seconds, 1
    )  # and again, for each of the cases that are left
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def _kept_line(mark: str) -> str:
    lines = {
        "right": "Right, as you have answered before.",
        "nearly": "Nearly, as you have answered before.",
        "wrong": "Not yet, as you have answered before.",
        "written": "Written down before.",
    }
    return lines.get(mark, "")
