"""What each word of the vocabulary means, read where the word is defined.

A word that takes something in brackets has a docstring: its meaning, under ``Args:`` that of each
thing it takes, and an example. A value, such as ``down``, has a text under its definition. The
sheets of the book's pages, Shift-Tab in a notebook and the reference are made of these; nothing is
written a second time.

>>> print(meaning("either").says)
Up or down: a card goes on the next lower or the next higher one, as the nine on the eight or on the ten.
>>> meaning("each").args["group"], meaning("each").example[1]
('the group that the cards are dealt to.', 'deal three cards together to each of the fans')
"""

from __future__ import annotations

import ast
import importlib
import inspect
import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any

#: The words by subject, in the order in which a game is written.
SUBJECTS: Mapping[str, tuple[str, ...]] = {
    subject: tuple(names.split())
    for subject, names in {
        "The game and its cards": "Game packs ornaments reading counters",
        "The foundations": "foundations aces_and_kings ascending descending order from_base by_addition",
        "The places": "places hand talon turned its_own",
        "The deal": "deal each rows rounds pause covered staircase base lift",
        "Which cards are available": "free clear newest red black",
        "What may be played": "marry build play as_dealt lay_aside together take exchange swap spaces_first",
        "Vacancies": "fill at_once may before_dealing_on",
        "Pack, talon and re-deal": "turn again all_played no_set_left peek",
        "Graces, and how the game is won": "lift_blocked slip_king won",
        "Values and suits": "A J Q K down up either equal anything in_suit alternate in_colour any_suit "
        "single whole part with_all_on_it whole_sequence",
        "When, and where": "while_dealing between_rounds dealing_too after_deal pack_in_hand pack_out at_the_end when_alone same beside",
        "The drawing": "drawn line block ring repeat spots triangle",
        "What the old text says": "PLAY RULE",
    }.items()
}
#: Words that take what another takes, but for some of it, and whose docstrings say so.
TAKES_AS = {
    "marry": ("build", {"suit"}),
    "descending": ("ascending", set()),
    "block": ("line", {"n"}),
}
#: Arguments of other programs, and what this book says for them.
FOREIGN = {
    name: ours
    for names, ours in (
        ("wrap circular", "down.round, up.round or either.round; a series goes round by itself"),
        ("redeals redeal passes again", "again(1) besides, or again(-1) as often as you like"),
        ("unlimited infinite", "again(-1)"),
        ("optional", "may, as in fill(…, may)"),
        ("auto", "left to the player"),
        ("source sources", "frm="),
        ("count number size times decks cards", "n="),
        ("groups group stack sequence", "moving=, such as moving=part"),
        ("face_down hidden", "down=, in each(…) or rows(…)"),
        ("kings", "alone=True, for a card that makes the sum by itself"),
    )
    for name in names.split()
}
#: Words of series that are taken for lines.
MEANT = {"descending": "down", "ascending": "up"}
#: Where the values are defined.
_MODULES = (
    *(
        f"cadogan.words.{name}"
        for name in ("after", "values", "english", "free", "citing", "series")
    ),
    "cadogan.cards",
)
_LIST = re.compile(r"^(Args|Attributes):\n((?:    .*\n?)+)", re.MULTILINE)
_ITEM = re.compile(r"^    \*?(\w+): (.*(?:\n     +.*)*)", re.MULTILINE)


@dataclass(frozen=True)
class Meaning:
    """What a word means.

    Attributes:
        says: its meaning in a sentence or two.
        args: what each thing in its brackets means, by name.
        example: a call, and the sentence that its clause says; empty texts where there is none.
    """

    says: str
    args: Mapping[str, str] = field(default_factory=dict)
    example: tuple[str, str] = ("", "")


class Explained:
    """A value that explains itself by the text under its definition, as IPython asks for it."""

    __slots__ = ()

    def getdoc(self) -> str | None:
        """The text; None for a value that the vocabulary has no name for."""
        vocabulary = vars(importlib.import_module("cadogan.words"))
        return next((text for name, text in _values().items() if vocabulary[name] is self), None)


@cache
def _values() -> dict[str, str]:
    """The text under the definition of each value."""
    vocabulary = vars(importlib.import_module("cadogan.words"))["__all__"]
    subjects: dict[str, str] = {}
    for module in _MODULES:
        body = ast.parse(inspect.getsource(importlib.import_module(module))).body
        for defined, text in zip(body, body[1:]):
            if isinstance(defined, ast.Assign) and isinstance(text, ast.Expr):
                names = (n.id for n in ast.walk(defined.targets[0]) if isinstance(n, ast.Name))
                explanation = " ".join(ast.literal_eval(text.value).split())
                subjects |= {name: explanation for name in names if name in vocabulary}
    return subjects


def meaning(name: str) -> Meaning:
    """What a word of the vocabulary means.

    Raises:
        KeyError: nothing is said of it.
    """
    value = getattr(importlib.import_module("cadogan.words"), name, None)
    if not callable(value):
        return Meaning(_values()[name])
    means = explained(value)
    if name not in TAKES_AS:
        return means
    other, without = TAKES_AS[name]
    args = {arg: text for arg, text in meaning(other).args.items() if arg not in without}
    return replace(means, args=args | dict(means.args))


def explained(word: Any) -> Meaning:
    """What the docstring of a class or a function says.

    >>> explained(Meaning).args["says"]
    'its meaning in a sentence or two.'
    """
    text = inspect.getdoc(word) or ""
    summary = re.split(r"\n\n(?=>>>|[A-Z]\w+:\n)", text)[0]
    args = {
        name: _line(what) for _, items in _LIST.findall(text) for name, what in _ITEM.findall(items)
    }
    return Meaning(_line(summary), args, _example(text))


def _example(text: str) -> tuple[str, str]:
    """The first call in a docstring whose sentence is shown."""
    example = re.search(r"^>>> (.+)(?:\[0\])?\.tell\(\)\n(.+)$", text, re.MULTILINE)
    return (example[1], str(ast.literal_eval(example[2]))) if example else ("", "")


def _line(text: str) -> str:
    """A text in one line, without the marks of code."""
    return " ".join(text.replace("``", "").split())
