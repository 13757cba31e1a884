"""A lesson as a value, from which the map of the course, the glossary and the notes for teachers
are made.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from cadogan.course.idioms import HIDDEN
from cadogan.edition.notebook import code_cells, front_matter

#: The parts of the course, in order.
PARTS = ("Count", "Measure", "Update", "Detours", "Process", "Decide", "Studio")


@dataclass(frozen=True)
class Lesson:
    """One lesson, as the front matter of ``book/lessons/<slug>.md`` describes it under ``lesson``.

    Attributes:
        number: its place in the course, from 1.
        title: the heading of its page, with a capital.
        part: one of `PARTS`.
        idea: what it teaches, as a phrase.
        goal: what a student can do afterwards, as a phrase.
        step: the name that its cells give to what it teaches: a function, or the value of a line.
        needs: the numbers of the lessons that must come before.
        chapters: the slugs of the chapters it plays and links to.
        terms: each term that the lesson defines, with its definition in a sentence, for the
        glossary.
        minutes: how long each part of the lesson takes in class, in order; together they take
        what `minutes_of` gives.
        board: what the teacher writes on the board, and when.
        mistakes: common wrong answers, each with what to ask the student.
        second: the heading with which the second meeting begins, in a lesson that takes two
        (`MEETING`).
        spare: the headings of the parts that a class with only one meeting for it leaves out.
    """

    number: int
    title: str
    part: str
    idea: str
    goal: str
    step: str
    needs: tuple[int, ...]
    chapters: tuple[str, ...]
    terms: Mapping[str, str]
    minutes: Mapping[str, int]
    board: str
    mistakes: Mapping[str, str]
    second: str = ""
    spare: tuple[str, ...] = ()


#: What a lesson takes in class: minutes to play and to guess; words a minute, and characters of
#: visible code a minute, with questions and trying out; minutes for an exercise by hand.
PLAY, WORDS, SIGNS, BY_HAND = 12, 45, 120, 4
#: The minutes for the lesson in a meeting of an hour and a half.
MEETING = 85


def minutes_of(page: str) -> int:
    """Estimate from its page how many minutes a lesson takes in class. No class has been timed.

    >>> minutes_of("---\\n---\\n" + "word " * 600 + "\\n### By hand\\n1. One.\\n2. Two.\\n### To compute\\n")
    33
    """
    body = page.partition("\n---\n")[2]
    text, _, exercises = body.partition("\n### By hand\n")
    by_hand = len(re.findall(r"^\d+\. ", exercises.partition("\n### ")[0], re.MULTILINE))
    cells = [cell for cell in code_cells(text) if not HIDDEN & {*cell.tags}]
    signs = sum(len("".join(cell.text.split())) for cell in cells)
    words = len(re.sub(r"^```.*?^```", "", text, flags=re.DOTALL | re.MULTILINE).split())
    return round(PLAY + words / WORDS + signs / SIGNS + by_hand * BY_HAND)


def without(page: str, headings: Sequence[str]) -> str:
    """A lesson's page without the parts that have these headings."""
    parts = re.split(r"^(?=## )", page, flags=re.MULTILINE)
    left_out = {f"## {heading}" for heading in headings}
    return "".join(part for part in parts if part.partition("\n")[0] not in left_out)


def lesson_of(page: str) -> Lesson | None:
    """The lesson of a page's text; None if its front matter describes none.

    Raises:
        ValueError: the front matter lacks a field of `Lesson`, or has one too many.
    """
    head = front_matter(page)
    if "\nlesson:" not in head:
        return None
    entries = lesson_entries(head)
    try:
        return Lesson(
            **{
                **entries,
                "needs": tuple(entries["needs"]),
                "chapters": tuple(entries["chapters"]),
                "spare": tuple(entries.get("spare", ())),
            }
        )
    except (TypeError, KeyError) as error:
        names = ", ".join(Lesson.__annotations__)
        raise ValueError(f"the front matter of a lesson gives {names}: {error}") from None


#: A line of a front matter: a name, perhaps quoted, and its value.
ENTRY = re.compile(r'("[^"]*"|.+?):(?: +(.*))?$')


def lesson_entries(head: str) -> dict[str, Any]:
    """Read what a front matter has under ``lesson``, as PyYAML would.

    Only the YAML that lessons are written in is known here: values on a line, lists and maps on a
    line, maps of texts, folded text. The course so runs where PyYAML is not installed.
    """
    entries: dict[str, Any] = {}
    target, name = entries, ""
    for line in head.partition("\nlesson:\n")[2].splitlines():
        depth = len(line) - len(line.lstrip())
        if not depth:
            break
        if depth == 2:
            target = entries
        elif depth == 4 and target is entries and entries[name] is None:
            target = entries[name] = {}
        top = target is entries
        if depth == (2 if top else 4) and (match := ENTRY.match(line.strip())):
            name, text = match[1].strip('"'), match[2]
            target[name] = _value(text) if top else text.removeprefix(">-").strip('"')
        else:  # the value of the line above goes on
            target[name] = f"{target[name]} {line.strip()}".strip()
    return entries


def _value(text: str | None) -> Any:
    """Read the value on a line; None where it is a map on the lines below."""
    if not text:
        return None
    if text[0] in "[{":
        parts = [part for part in text[1:-1].split(", ") if part]
        if text[0] == "[":
            return [_value(part) for part in parts]
        return {name: _value(value) for name, _, value in (one.partition(": ") for one in parts)}
    return int(text) if text.isdigit() else text.removeprefix(">-")
