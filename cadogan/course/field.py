"""A field under a question in a notebook, and what was answered there.

Where a kernel runs, an exercise shows itself with a field and a button of ipywidgets, as the page
does with its own. What was answered is kept in a file beside the notebooks, so that it is there
after a restart. A build of the book has no such fields (`CADOGAN_PAGE`)."""

from __future__ import annotations

import json
import os
import sys
import warnings
from contextlib import suppress
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cadogan.course.kinds import Written

if TYPE_CHECKING:
    from cadogan.course.exercises import Exercise
    from cadogan.course.verdict import Verdict

#: What was answered, by the name of the exercise: a list of the answer and its mark.
FILE = "my-answers.json"
#: The environment variable by which a build of the book wants the page's own form.
PAGE = "CADOGAN_PAGE"
#: The longest answer that is kept, in characters.
LONGEST = 5_000


def in_notebook() -> bool:
    """Whether exercises have fields of ipywidgets here."""
    kernel = sys.modules.get("cadogan.notebook.kernel")
    if kernel is None or kernel.current() is None or os.environ.get(PAGE):
        return False
    with suppress(ImportError):
        import ipywidgets  # noqa: F401

        return True
    return False


def _file() -> Path:
    """Where answers are kept: beside the book's table of contents, from a folder of it too."""
    here = Path.cwd()
    return next((one for one in (here, here.parent) if (one / "_toc.yml").exists()), here) / FILE


def kept(name: str) -> tuple[str, str]:
    """What was answered to an exercise, and its mark; empty where nothing was."""
    answer, mark = _all().get(name, ("", ""))
    return str(answer)[:LONGEST], str(mark)


def _all() -> dict[str, Any]:
    with suppress(OSError, ValueError, RecursionError):
        found = json.loads(_file().read_text(encoding="utf-8"))
        if isinstance(found, dict):
            return {
                name: one for name, one in found.items() if isinstance(one, list) and len(one) == 2
            }
    return {}


def keep(name: str, answer: object, verdict: Verdict) -> None:
    """Keep an answer and its mark; a right one is not taken back by a wrong one later. A folder in
    which nothing can be written keeps nothing."""
    said = answer if isinstance(answer, str) else ""
    if not in_notebook() or len(said) > LONGEST or verdict.mark in ("open", "unread"):
        return
    before = _all()
    if before.get(name, ("", ""))[1] == "right" and verdict.mark != "right":
        return
    with suppress(OSError):
        text = json.dumps(before | {name: [said, verdict.mark]}, ensure_ascii=False, indent=1)
        _file().write_text(text + "\n", encoding="utf-8")


def field(one: Exercise) -> Any:
    """The field, the button and the verdict of an exercise, as a widget."""
    import ipywidgets as widgets

    from cadogan.course.asking import check
    from cadogan.course.exercises import ANOTHER, LONG, marked_up

    answer, mark = kept(one.name)
    asks = f"<p>{marked_up(one.asks)}</p>" if ANOTHER in one.name else ""
    number = f" to {one.question.number}" if one.question and one.question.number else ""
    head = widgets.HTML(f"{asks}<p>Answer{number}: {escape(one.expects.form)}.</p>")
    long = isinstance(one.expects, LONG)
    kind = widgets.Textarea if long else widgets.Text
    width = widgets.Layout(width="36em", **({"height": "8em"} if long else {}))
    text = kind(value=answer, layout=width)
    text.add_class("cadogan-answer-field")
    button = widgets.Button(description="Keep" if isinstance(one.expects, Written) else "Check")
    verdict = widgets.HTML(f"<p role='status'>{_kept_line(mark)}</p>")

    def mark_it(_: object) -> None:
        empty = not text.value.strip()
        said = f"Write {one.expects.form}." if empty else str(check(one.name, text.value))
        verdict.value = f"<p role='status'>{marked_up(said)}</p>"

    button.on_click(mark_it)
    if not long:
        with (
            warnings.catch_warnings()
        ):  # what stands in its place marks when the field is left, too
            warnings.simplefilter("ignore", DeprecationWarning)
            text.on_submit(mark_it)
    box = widgets.VBox if long else widgets.HBox
    return widgets.VBox([head, box([text, button]), verdict])


def _kept_line(mark: str) -> str:
    said = {
        "right": "Right, as you have answered before.",
        "nearly": "Nearly, as you have answered before.",
        "wrong": "Not yet, as you have answered before.",
        "written": "Written down before.",
    }
    return said.get(mark, "")
