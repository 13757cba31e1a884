"""How a word may be used: what stands in its brackets, checked against the word's own signature.

A word of the vocabulary is a class or a function with annotated parameters. Nothing about any
single word is said here: names, number and kinds of what it takes are read from it, and so are the
examples that a refusal gives.

>>> from cadogan import words as terms
>>> check(terms.marry, (terms.down, 5), {})
Traceback (most recent call last):
...
cadogan.edition.usage.WrongUse: onto in marry(line, onto, …) is a text in quotes, or a row of such (…, …), not the number 5
"""

from __future__ import annotations

import difflib
import inspect
import sys
import types
import typing
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Union

from cadogan import words as terms
from cadogan.echo import LONGEST, cut
from cadogan.patience.game import Game

#: Parameters that are for the engine or that `@` fills, and never stand in a rules cell.
_NOT_FOR_CELLS = frozenset({"self", "rules", "slug", "origin"})
_POSITIONAL = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
_PLAIN: Mapping[Any, tuple[str, str]] = {
    int: ("a whole number", "whole numbers"),
    float: ("a number", "numbers"),
    str: ("a text in quotes", "texts in quotes"),
    bool: ("True or False", "of True and False"),
    type(None): ("None", "of None"),
}

Word = Callable[..., Any]


class WrongUse(ValueError):
    """A word with the wrong things in its brackets; the sentence says which, and what would be
    right.
    """


@dataclass(frozen=True)
class Usage:
    """What a word takes in its brackets.

    Attributes:
        name: the word.
        kinds: what each parameter must be, by its name, in order.
        needed: the parameters that cannot be left out.
        placed: those that may stand without their names, in order.
        rest: what any further thing without a name must be; None where there can be no further one.
        named: what any further thing with a name must be; None where there can be no further one.
    """

    name: str
    kinds: Mapping[str, Any]
    needed: tuple[str, ...]
    placed: tuple[str, ...]
    rest: Any = None
    named: Any = None

    def __str__(self) -> str:
        shown = [
            *self.needed,
            *(
                ["…"]
                if len(self.needed) < len(self.kinds)
                or self.rest is not None
                or self.named is not None
                else []
            ),
        ]
        return f"{self.name}({', '.join(shown)})"


def usage(word: Word) -> Usage:
    """What a word of the vocabulary, or a method such as ``vary``, takes in its brackets."""
    return _usage(getattr(word, "__func__", word))


@cache
def _usage(word: Any) -> Usage:
    signature = inspect.signature(word)
    hints = _hints(word)
    kinds: dict[str, Any] = {}
    needed, placed = [], []
    rest = named = None
    for name, parameter in signature.parameters.items():
        hint = hints.get(name, Any)
        if parameter.kind is inspect.Parameter.VAR_POSITIONAL:
            rest = (
                terms.Clause if hint is Any else hint
            )  # a game and its changes are made of clauses
        elif parameter.kind is inspect.Parameter.VAR_KEYWORD:
            named = hint
        elif name not in _NOT_FOR_CELLS:
            kinds[name] = hint
            needed += [name] if parameter.default is inspect.Parameter.empty else []
            placed += [name] if parameter.kind in _POSITIONAL else []
    made = hints.get("return")
    if (
        named is not None and inspect.isclass(made) and issubclass(made, terms.Clause)
    ):  # as `marry` hands the rest on to `build`
        further = _usage(typing.cast(Any, made))
        kinds |= {name: hint for name, hint in further.kinds.items() if name not in kinds}
        named = further.named
    return Usage(
        getattr(word, "__name__", str(word)), kinds, tuple(needed), tuple(placed), rest, named
    )


def _hints(word: Any) -> dict[str, Any]:
    function = word.__init__ if inspect.isclass(word) else word
    own = function.__globals__
    others = {
        name: value for name, value in _names().items() if name not in own
    }  # what a word inherits is annotated elsewhere
    try:
        return typing.get_type_hints(function, localns=others)
    except (
        NameError,
        TypeError,
    ):  # an annotation for type checkers only: then only number and names are checked
        return {}


@cache
def _names() -> dict[str, Any]:
    """Every name of the vocabulary's modules."""
    modules = [
        module for name, module in sorted(sys.modules.items()) if name.startswith("cadogan.words.")
    ]
    return {name: value for module in modules for name, value in vars(module).items()}


@cache
def vocabulary() -> Mapping[str, Any]:
    """Every word that a rules cell may use, with its meaning."""
    return {"Game": Game, **{name: getattr(terms, name) for name in terms.VOCABULARY}}


def check(word: Word, row: Sequence[Any], named: Mapping[str, Any]) -> None:
    """Check what stands in a word's brackets.

    Args:
        word: the word, or the method of a value.
        row: what stands there without a name.
        named: what stands there with one.

    Raises:
        WrongUse: the first thing that is wrong, and what would be right.
    """
    use = usage(word)
    if len(row) > len(use.placed) and use.rest is None:
        most = len(use.placed)
        things = f"at most {most} thing{'' if most == 1 else 's'} without a name ({', '.join(use.placed)})"
        raise WrongUse(
            f"{use.name}(…) takes {things if most else 'nothing without a name'}, not {len(row)}"
        )
    given = dict(zip(use.placed, row))
    for name, value in named.items():
        if name in given:
            raise WrongUse(
                f"{name} is given twice in {use.name}(…), once by its position and once as {name}="
            )
        if name not in use.kinds and use.named is None:
            raise WrongUse(f"{use.name}(…) has no {name[:LONGEST]}={_near(name, use.kinds)}")
        given[name] = value
    if missing := [name for name in use.needed if name not in given]:
        raise WrongUse(f"{use} needs {' and '.join(missing)} as well")
    for name, value in given.items():
        kind = use.kinds.get(name, use.named)
        if not fits(value, kind):
            raise WrongUse(f"{name[:LONGEST]} in {use} is {said(kind)}, not {echo(value)}")
    for value in row[len(use.placed) :]:
        if not fits(value, use.rest) and not (use.rest is terms.Clause and _clauses(value)):
            raise WrongUse(f"{use.name}(…) is made of {_plural(use.rest)}, not of {echo(value)}")


def _clauses(value: Any) -> bool:
    return isinstance(value, terms.Clause) or (
        isinstance(value, tuple) and all(map(_clauses, value))
    )


def _near(name: str, known: Iterable[str]) -> str:
    names = list(known)
    near = difflib.get_close_matches(name[:LONGEST], names, 1)
    if near:
        return f"; did you mean {near[0]}=?"
    return (
        f"; it has {', '.join(f'{one}=' for one in names)}" if names else "; its brackets are empty"
    )


def fits(value: Any, kind: Any) -> bool:
    """Whether a value is of a kind, as an annotation says it. A row is a tuple; no word stands
    without its brackets.

    >>> fits(3, int), fits(True, int), fits((1, 2), tuple[int, ...]), fits("fans", tuple[str, ...]), fits(len, Any)
    (True, False, True, False, False)
    """
    if kind is Any:
        return not callable(value) or isinstance(value, (terms.Clause, Game))
    origin, inside = typing.get_origin(kind), typing.get_args(kind)
    if origin in (Union, types.UnionType):
        return any(fits(value, one) for one in inside)
    if origin is tuple:
        if not isinstance(value, tuple):
            return False
        if len(inside) == 2 and inside[1] is Ellipsis:
            return all(fits(one, inside[0]) for one in value)
        return len(value) == len(inside) and all(map(fits, value, inside))
    if inspect.isclass(origin) and issubclass(origin, Mapping):
        if not isinstance(value, dict) or not all(fits(key, inside[0]) for key in value):
            return False
        return all(
            _clauses(one) if inside[1] is Any else fits(one, inside[1]) for one in value.values()
        )  # options are made of clauses
    if inspect.isclass(origin) and issubclass(origin, Iterable):
        return isinstance(value, tuple) and all(fits(one, inside[0]) for one in value)
    if kind is float:
        return isinstance(value, (int, float)) and not isinstance(value, bool)
    if kind is int:
        return isinstance(value, int) and not isinstance(value, bool)
    return not inspect.isclass(kind) or isinstance(value, kind)


def said(kind: Any) -> str:
    """A kind in words, with examples from the vocabulary.

    >>> said(tuple[int, ...] | None), said(terms.Suits)
    ('a row of whole numbers (…, …)', 'one of alternate, any_suit, in_colour, in_suit')
    """
    origin, inside = typing.get_origin(kind), typing.get_args(kind)
    if origin in (Union, types.UnionType):
        wanted = [one for one in inside if one is not type(None)]
        many = [one for one in wanted if typing.get_args(one) == (wanted[0], Ellipsis)]
        single = " or ".join(said(one) for one in wanted if one not in many)
        return f"{single}, or a row of such (…, …)" if many else single
    if kind in _PLAIN:
        return _PLAIN[kind][0]
    if inspect.isclass(origin) and issubclass(origin, Mapping):
        return "names in quotes, each with its clauses: {…: …, …: …}"
    if inspect.isclass(origin):
        if origin is tuple and Ellipsis not in inside:
            return f"a row ({', '.join(said(one) for one in inside)})"
        return f"a row of {_plural(inside[0])} (…, …)" if inside else "a row (…, …)"
    if kind is Any or not inspect.isclass(kind):
        return "a value"
    values, makers = examples(kind)
    if values and not makers:
        return f"one of {', '.join(values)}"
    return (
        f"{_article(kind)}, such as {', '.join([*values, *makers][:4])}"
        if values or makers
        else _article(kind)
    )


def _plural(kind: Any) -> str:
    if kind in _PLAIN:
        return _PLAIN[kind][1]
    if kind is Any or not inspect.isclass(kind) or typing.get_origin(kind):
        return "things"
    values, makers = examples(kind)
    found = [*values, *makers][:4]
    return (
        kind.__name__.lower().removesuffix("s")
        + "s"
        + (f", such as {', '.join(found)}" if found else "")
    )


def _article(kind: type) -> str:
    name = kind.__name__.lower()
    return f"{'an' if name[0] in 'aeiou' else 'a'} {name}"


def examples(kind: type) -> tuple[list[str], list[str]]:
    """The words of the vocabulary that are values of a kind, and those that make one or several
    with their brackets.
    """
    values, makers = [], []
    for name, word in vocabulary().items():
        if isinstance(word, kind):
            values.append(name)
        elif (
            kind is not Game
            and inspect.isclass(word)
            and issubclass(word, kind)
            and not name.startswith("_")
        ):
            makers.append(f"{name}(…)")
        elif inspect.isfunction(word):
            made = _hints(word).get("return")
            if made is kind or kind in typing.get_args(made):
                makers.append(f"{name}(…)")
    return values, makers


def echo(value: Any) -> str:
    """A value as a refusal repeats it, cut where it is long.

    >>> echo("x" * 100), echo(2.5), echo((1, 2))
    ("the text 'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…", 'the number 2.5', 'a row of 2 things')
    >>> echo(terms.turn), echo(terms.packs(1))
    ('the word turn without its brackets', 'packs(…)')
    """
    if isinstance(value, str):
        return f"the text {cut(repr(value))}"
    if isinstance(value, bool) or value is None:
        return str(value)
    if isinstance(value, (int, float)):
        return f"the number {value}"
    if isinstance(value, tuple):
        return f"a row of {len(value)} thing{'' if len(value) == 1 else 's'}"
    if isinstance(value, dict):
        return "names with what each stands for, {…: …}"
    if isinstance(value, Game):
        return f"the game {cut(value.title)}"
    if callable(value):
        return f"the word {getattr(value, '__name__', '')} without its brackets"
    if isinstance(value, terms.Clause):
        return f"{type(value).__name__}(…)"
    words = getattr(value, "words", "") or (str(value) if isinstance(value, terms.Rule) else "")
    return f"{_article(type(value))}{f' ({cut(words)})' if words else ''}"
