"""What the solver knows words to say.

What it reads off the rules (`cadogan.solver.plan`, `cadogan.solver.alike`) holds of the words, and
of their arguments, that stand here. An argument that a word has besides is no matter while it has
its default; where a game gives it another value, or has another word, nothing is read off: the
game is searched whole, position by position, each told from every other, and every move is taken
back by putting the whole state back."""

from __future__ import annotations

from dataclasses import MISSING, fields, is_dataclass
from functools import lru_cache
from typing import Any

from cadogan.engine.rules import Rules

#: By word, and by step of the deal, the arguments that the solver knows.
KNOWN = {
    word: frozenset(arguments.split())
    for word, arguments in {
        "again": "n what shuffled packets placing complete_first for_each_queen queens after",
        "as_dealt": "on to where must number_used_up",
        "build": "line suit onto frm when where moving never_on on_blocked",
        "deal": "steps after",
        "exchange": "one other how after when",
        "fill": "group frm when or_else at_least only where moving by",
        "foundations": "n series suit at name cards suits begun letter",
        "lay_aside": "on to after",
        "lift_blocked": "group row to",
        "ornaments": "name cards at letter",
        "peek": "group vacancies counting_top",
        "places": "name n at spread first_stays single letter cards",
        "play": "frm to when where in_preference_to",
        "slip_king": "group how",
        "spaces_first": "group strictly",
        "swap": "group times when or_empty how",
        "take": "total group to where alone crowned",
        "together": "red black paired",
        "turn": "at by_colour to freely after",
        "won": "group but lines diagonals",
        "Base": "first second",
        "Choose": "among n to",
        "Heap": "on rank",
        "Lay": "down under examine must counts unlike in_spite if_empty as_it_lies flat",
    }.items()
}


@lru_cache(maxsize=16)
def is_known(rules: Rules) -> bool:
    """Whether the solver knows all that the words of a game say."""
    words: list[object] = [
        rules.turning,
        rules.redeal,
        rules.pausing,
        rules.goal,
        rules.noted,
        *rules.fillings,
    ]
    words += [*rules.permits, *rules.specials, *rules.hooks, *rules.groups]
    clauses = [getattr(word, "clause", None) for word in words]
    steps = [entry.kind for entry in rules.script if type(entry.kind).__name__ in KNOWN]
    return all(map(knows, (*filter(None, clauses), *steps)))


def knows(word: object) -> bool:
    """Whether the solver knows what a clause or a step of the deal says."""
    arguments = KNOWN.get(type(word).__name__)
    if arguments is None or not is_dataclass(word):
        return False
    return all(
        field.name in arguments
        or field.name == "rules"
        or is_default(getattr(word, field.name), field)
        for field in fields(word)
    )


def is_default(value: object, field: Any) -> bool:
    """Whether an argument has its default value."""
    return field.default is not MISSING and value == field.default
