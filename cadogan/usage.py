"""How a word may be used: what stands in its brackets, checked against the word's own signature.

A word is a class or a function with annotated parameters. Nothing about any single word is said
here: names, number, kinds and bounds of what it takes are read from it, and so are the examples
that a refusal gives. Where only some values of a kind are meant, the annotation says which: `Such`.

>>> from cadogan import words as terms
>>> check(terms.marry, (terms.down, 5), {})
Traceback (most recent call last):
...
cadogan.usage.RuleError: onto in marry(line, onto, …) is the name of a group in quotes, or a row of such (…, …), not the number 5
"""

from __future__ import annotations

import difflib
import functools
import inspect
import re
import sys
import types
import typing
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Annotated, Any, TypeVar, Union

from cadogan.echo import LONGEST, cut, shown

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
#: The words of the vocabulary, by name (`cadogan.words` writes them here).
VOCABULARY: dict[str, Any] = {}
#: Of a word that hands the rest of its brackets to another: that word, and what the other must not get.
HANDS_ON: dict[str, tuple[str, set[str]]] = {}
#: What other programs call an argument, and what is written for it here.
FOREIGN: dict[str, str] = {}
#: Of a word that is often taken for another: that other.
MEANT: dict[str, str] = {}
#: A larger number, or a longer text, stands for nothing in any game.
MOST, LONGEST_TEXT = 1_000, 5_000

Word = Callable[..., Any]
W = TypeVar("W", bound=Word)


class RuleError(ValueError):
    """A word that says something the vocabulary cannot mean; ``clause`` is the clause that says it,
    where known.
    """

    def __init__(self, message: str, clause: Any = None) -> None:
        super().__init__(message)
        self.clause = clause


@dataclass(frozen=True)
class Such:
    """Which values of a kind are meant, as an annotation says it: ``Annotated[int, whole(1, 8)]``.

    Attributes:
        holds: whether a value of the kind is one of them.
        words: one of them in words.
        several: several of them in words.
    """

    holds: Callable[[Any], object]
    words: str
    several: str = "things"


def whole(low: int, high: int = MOST) -> Such:
    """Whole numbers within bounds.

    >>> in_words(Annotated[int, whole(1, 8)])
    'a whole number from 1 to 8'
    """
    ends = f"from {low:,} to {high:,}"
    return Such(
        range(low, high + 1).__contains__, f"a whole number {ends}", f"whole numbers {ends}"
    )


def one_of(*texts: str) -> Such:
    """Some texts and no others."""
    names = ", ".join(map(repr, filter(None, texts)))
    return Such(texts.__contains__, f"one of {names}", f"texts, each one of {names}")


def number(farthest: int) -> Such:
    """Numbers at most this far from 0, on either side."""
    return Such(
        lambda n: -farthest <= n <= farthest, f"a number from {-farthest:,} to {farthest:,}"
    )


#: How many of a thing: at least one; or perhaps none.
Count = Annotated[int, whole(1)]
Number = Annotated[int, whole(0)]
_VALUE = "A, J, Q, K or a number from 1, the ace, to 13, the king"
#: The value of a card; or 0, where there may be none.
Rank = Annotated[int, Such(range(1, 14).__contains__, _VALUE, f"values ({_VALUE})")]
RankOrNone = Annotated[int, Such(range(14).__contains__, f"{_VALUE} (0 for none)")]
#: A row that is not empty, of the kind that is named before it.
OF_SUCH = Such(bool, "a row of such (…, …)")
#: What something is called: a group of places, whose letter comes from it; or anything else.
Name = Annotated[
    str, Such(lambda text: text[:1].isalpha(), "a name in quotes that begins with a letter")
]
Title = Annotated[str, Such(str.strip, "a name in quotes", "names in quotes")]
#: The names of some cards; or of none.
_CARDS = "cards with blanks between them, as in 'AH KS'"
Cards = Annotated[str, Such(str.strip, _CARDS)]
CardsOrNone = Annotated[str, Such(lambda text: not text or text.strip(), _CARDS)]
#: The letter of some places in moves.
Letter = Annotated[
    str, Such(re.compile("[a-z]{0,12}").fullmatch, "a small letter or a short word of them")
]
#: One group of places by its name, or several.
Groups = Annotated[
    str | tuple[str, ...], Such(bool, "the name of a group in quotes, or a row of such (…, …)")
]
#: How far each further card of a pile lies from the one before, across and down.
Offset = Annotated[
    tuple[float, float],
    Such(
        lambda offset: all(-20 <= part <= 20 for part in offset),
        "two numbers from -20 to 20, across and down, in card widths and heights, such as (0.28, 0)",
    ),
]


@dataclass(frozen=True)
class Usage:
    """What a word takes in its brackets.

    Attributes:
        name: the word.
        kinds: what each parameter must be, by its name, in order.
        needed: the parameters that cannot be left out.
        placed: those that may stand without their names, in order.
        rest: what any further thing without a name must be; None where there can be no further one.
        named_rest: what any further thing with a name must be; None where there can be none.
    """

    name: str
    kinds: Mapping[str, Any]
    needed: tuple[str, ...]
    placed: tuple[str, ...]
    rest: Any = None
    named_rest: Any = None

    def __str__(self) -> str:
        more = len(self.needed) < len(self.kinds) or (self.rest, self.named_rest) != (None, None)
        return f"{self.name}({', '.join([*self.needed, *['…'] * more])})"


def usage(word: Word) -> Usage:
    """What a word of the vocabulary, or a method such as ``vary``, takes in its brackets."""
    return _usage(getattr(word, "__func__", word))


@cache
def _usage(word: Any) -> Usage:
    signature = inspect.signature(word)
    hints = _hints(word)
    kinds: dict[str, Any] = {}
    needed, placed = [], []
    rest = named_rest = None
    for name, parameter in signature.parameters.items():
        hint = hints.get(name, Any)
        if parameter.kind is inspect.Parameter.VAR_POSITIONAL:
            rest = hint
        elif parameter.kind is inspect.Parameter.VAR_KEYWORD:
            named_rest = hint
        elif name not in _NOT_FOR_CELLS:
            kinds[name] = hint
            needed += [name] if parameter.default is inspect.Parameter.empty else []
            placed += [name] if parameter.kind in _POSITIONAL else []
    called = getattr(word, "__name__", str(word))
    if named_rest is not None and called in HANDS_ON:
        other, without = HANDS_ON[called]
        further = _usage(VOCABULARY[other]).kinds
        kinds |= {name: further[name] for name in further if name not in {*kinds, *without}}
        named_rest = None
    return Usage(called, kinds, tuple(needed), tuple(placed), rest, named_rest)


def _hints(word: Any) -> dict[str, Any]:
    function = inspect.unwrap(word.__init__ if inspect.isclass(word) else word)
    own = function.__globals__
    others = {
        name: value for name, value in _names().items() if name not in own
    }  # what a word inherits is annotated elsewhere
    return typing.get_type_hints(function, localns=others, include_extras=True)


@cache
def _names() -> dict[str, Any]:
    """Every name of the vocabulary's modules."""
    modules = [
        module for name, module in sorted(sys.modules.items()) if name.startswith("cadogan.words.")
    ]
    return {name: value for module in modules for name, value in vars(module).items()}


@dataclass(frozen=True)
class Open:
    """A point that a text leaves open, and the values that it may have, by what each is called. A
    word with an open point in its brackets makes a reading, with an option for each value.
    """

    name: str
    options: Mapping[str, Any]

    def __hash__(self) -> int:
        return hash((self.name, tuple(self.options)))


def open_in(value: Any) -> Open | None:
    """The first open point among some values; None where there is none."""
    if isinstance(value, Open):
        return value
    if isinstance(value, dict):
        value = tuple(value.values())
    return next(filter(None, map(open_in, value)), None) if isinstance(value, tuple) else None


def settled(value: Any, point: Open, option: str) -> Any:
    """A value with an open point replaced by one of its options."""
    if isinstance(value, Open) and value == point:
        return point.options[option]
    if isinstance(value, tuple) and type(value) is tuple:
        return tuple(settled(part, point, option) for part in value)
    return value


def opened(word: Word, point: Open, row: Sequence[Any], keywords: Mapping[str, Any]) -> Any:
    """The reading that a word makes of an open point in its brackets.

    Raises:
        RuleError: there is another open point in them.
    """
    if open_in(
        tuple(settled(v, point, next(iter(point.options))) for v in (*row, *keywords.values()))
    ):
        raise RuleError(
            f"one word takes one reading of values, and {point.name!r} is not the only one here"
        )
    readings = {
        option: word(
            *(settled(part, point, option) for part in row),
            **{name: settled(part, point, option) for name, part in keywords.items()},
        )
        for option in point.options
    }
    return VOCABULARY["reading"](point.name, readings)


def checked(word: W) -> W:
    """A function that refuses wrong arguments in our words, wherever it is called."""

    bound = int(next(iter(inspect.signature(word).parameters)) == "self")

    @functools.wraps(word)
    def checking(*row: Any, **keywords: Any) -> Any:
        if point := open_in((row, keywords)):
            return opened(checking, point, row, keywords)
        check(word, row[bound:], keywords)
        return word(*row, **keywords)

    return typing.cast(W, checking)


class Checked:
    """A class that refuses wrong arguments in our words, wherever it is called."""

    __slots__ = ()

    def __new__(cls, *row: Any, **keywords: Any) -> Any:  # noqa: D102
        if point := open_in((row, keywords)):
            return opened(cls, point, row, keywords)
        check(cls, row, keywords)
        return super().__new__(cls)

    def __reduce__(self) -> tuple[Any, ...]:
        """A copy is filled with what this one holds, which has been checked."""
        return object.__new__, (type(self),), self.__getstate__()


def check(word: Word, row: Sequence[Any], keywords: Mapping[str, Any]) -> None:
    """Check what stands in a word's brackets.

    Args:
        word: the word, or the method of a value.
        row: what stands there without a name.
        keywords: what stands there with one.

    Raises:
        RuleError: the first thing that is wrong, and what would be right.
    """
    use = usage(word)
    if len(row) > len(use.placed) and use.rest is None:
        most = len(use.placed)
        things = f"at most {most} thing{'' if most == 1 else 's'} without a name ({', '.join(use.placed)})"
        raise RuleError(
            f"{use.name}(…) takes {things if most else 'nothing without a name'}, not {len(row)}"
        )
    arguments = dict(zip(use.placed, row))
    for name, value in keywords.items():
        if name in arguments:
            raise RuleError(
                f"{name} is given twice in {use.name}(…), once by its position and once as {name}="
            )
        if name not in use.kinds and use.named_rest is None:
            raise RuleError(f"{use.name}(…) has no {name[:LONGEST]}={_near(name, use.kinds)}")
        arguments[name] = value
    if missing := {name for name in use.needed if name not in arguments}:
        for name, value in zip(use.placed, row):
            meant = next((m for m in use.kinds if m in missing and fits(value, use.kinds[m])), "")
            if meant and not fits(value, use.kinds.get(name, Any)):  # what stands before it lacks
                missing ^= {meant, name}
        names = [name for name in use.kinds if name in missing]
        first = f"{names[0]} is {in_words(use.kinds[names[0]])}"
        raise RuleError(f"{use} needs {' and '.join(names)} as well; {first}")
    for name, value in arguments.items():
        kind = use.kinds.get(name, use.named_rest)
        if not fits(value, kind):
            hint = _meant(name, arguments, use)
            meant = f"{in_words(kind)}, not {echo(value)}{hint}"
            raise RuleError(f"{name[:LONGEST]} in {use} is {meant}")
    for value in row[len(use.placed) :]:
        if not fits(value, use.rest):
            raise RuleError(f"{use.name}(…) is made of {_plural(use.rest)}, not of {echo(value)}")


def _meant(name: str, arguments: Mapping[str, Any], use: Usage) -> str:
    """What may have been meant by a value that does not fit, to be added to the refusal; empty where
    nothing comes near.
    """
    value, kinds = arguments[name], use.kinds
    if belongs := next((n for n in use.placed if n != name and _only(value, kinds[n])), ""):
        return f"; {echo(value)} belongs to {belongs}="
    if isinstance(value, str) and fits(VOCABULARY.get(value), kinds.get(name, use.named_rest)):
        return f"; {value} is a word, and stands without quotes"
    ours = MEANT.get(getattr(value, "__name__", ""), "")
    if ours and fits(VOCABULARY[ours], kinds.get(name)):
        return f"; here it is {ours}"
    if isinstance(value, str) and name in use.placed[1:]:
        before = use.placed[use.placed.index(name) - 1]
        if fits((value,), kinds[before]):
            row = ", ".join(map(repr, (arguments[before], value)))
            return f"; several groups stand in one bracket, as in {before}=({cut(row)})"
    for other, other_value in arguments.items():
        changed = other in use.placed and other != name and not fits(other_value, kinds[other])
        if changed and fits(other_value, kinds[name]) and fits(value, kinds[other]):
            first, second = sorted((name, other), key=use.placed.index)
            return f"; {first} stands first, and then {second}"
    if isinstance(value, (int, str)) and fits((value,), kinds.get(name)):
        return f"; a row of one is written ({cut(repr(value))},)"
    return ""


def _only(value: Any, kind: Any) -> bool:
    """Whether a value is one that a parameter of this kind was made for: no number, text or row."""
    return not isinstance(value, (int, float, str, tuple, type(None))) and fits(value, kind)


def _near(name: str, known: Iterable[str]) -> str:
    names = list(known)
    ours = FOREIGN.get(name, "")
    if ours and (not ours.endswith("=") or ours[:-1] in names):
        return f"; here it is {ours}"
    near = difflib.get_close_matches(name[:LONGEST], names, 1)
    if near:
        return f"; did you mean {near[0]}=?"
    return f"; it has {'=, '.join(names)}=" if names else "; its brackets are empty"


def fits(value: Any, kind: Any) -> bool:
    """Whether a value is of a kind, as an annotation says it. A row is a tuple; no word stands
    without its brackets.

    >>> fits(3, int), fits(True, int), fits((1, 2), tuple[int, ...]), fits("fans", tuple[str, ...]), fits(len, Any)
    (True, False, True, False, False)
    """
    if kind is Any:
        return not callable(value)
    origin, inside = typing.get_origin(kind), typing.get_args(kind)
    if origin is Annotated:
        return fits(value, inside[0]) and bool(inside[1].holds(value))
    if origin in (Union, types.UnionType):
        return any(fits(value, option) for option in inside)
    if origin is tuple and Ellipsis not in inside:
        return (
            isinstance(value, tuple) and len(value) == len(inside) and all(map(fits, value, inside))
        )
    if origin in (tuple, Iterable):
        return isinstance(value, tuple) and all(fits(part, inside[0]) for part in value)
    if origin is Mapping:
        return isinstance(value, dict) and all(
            all(map(fits, pair, inside)) for pair in value.items()
        )
    if kind in (int, float):
        return isinstance(value, (int, kind)) and not isinstance(value, bool)
    if kind is str and isinstance(value, str):
        return len(value) <= LONGEST_TEXT
    return not inspect.isclass(kind) or isinstance(value, kind)


def in_words(kind: Any) -> str:
    """A kind in words, with examples from the vocabulary.

    >>> from cadogan import words as terms
    >>> in_words(tuple[int, ...] | None), in_words(terms.Suits)
    ('a row of whole numbers (…, …)', 'one of alternate, any_suit, in_colour, in_suit')
    """
    origin, inside = typing.get_origin(kind), typing.get_args(kind)
    if origin is Annotated:
        return str(inside[1].words)
    if origin in (Union, types.UnionType):
        return ", or ".join(in_words(part) for part in inside if part is not type(None))
    if kind in _PLAIN:
        return _PLAIN[kind][0]
    if origin is Mapping:
        return f"{_plural(inside[0])}, each with {in_words(inside[1])}: {{…: …, …: …}}"
    if origin is tuple and Ellipsis not in inside:
        return f"a row ({', '.join(map(in_words, inside))})"
    if origin:
        return f"a row of {_plural(inside[0])} (…, …)"
    if kind is Any or not inspect.isclass(kind):
        return "a value"
    values, makers = examples(kind)
    if values and not makers:
        return f"one of {', '.join(values)}" if len(values) > 1 else values[0]
    return (
        f"{_article(kind)}, such as {', '.join([*values, *makers][:4])}"
        if values or makers
        else _article(kind)
    )


def _plural(kind: Any) -> str:
    if typing.get_origin(kind) is Annotated:
        return str(typing.get_args(kind)[1].several)
    if kind in _PLAIN:
        return _PLAIN[kind][1]
    if kind is Any or not inspect.isclass(kind) or typing.get_origin(kind):
        return "things"
    values, makers = examples(kind)
    samples = [*values, *makers][:4]
    return (
        kind.__name__.lower().removesuffix("s")
        + "s"
        + (f", such as {', '.join(samples)}" if samples else "")
    )


def _article(kind: type) -> str:
    name = {"Suits": "rule of suits", "Free": "choice of cards"}.get(
        kind.__name__, kind.__name__.lower()
    )
    return f"{'an' if name[0] in 'aeiou' else 'a'} {name}"


def examples(kind: type) -> tuple[list[str], list[str]]:
    """The words of the vocabulary that are values of a kind, and those that make one or several
    with their brackets.
    """
    values, makers = [], []
    for name, word in VOCABULARY.items():
        if isinstance(word, kind):
            values.append(name)
        elif inspect.isclass(word) and issubclass(word, kind):
            makers.append(f"{name}(…)")
        elif inspect.isfunction(word):
            returned = _hints(word).get("return")
            if returned is kind or kind in typing.get_args(returned):
                makers.append(f"{name}(…)")
    return values, makers


def echo(value: Any) -> str:
    """A value as a refusal repeats it, cut where it is long.

    >>> echo("x" * 100), echo(2.5), echo((1, 2))
    ("the text 'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…", 'the number 2.5', 'a row of 2 things')
    >>> from cadogan import words as terms
    >>> echo(terms.turn), echo(terms.packs(1))
    ('the word turn without its brackets', 'packs(…)')
    """
    kind = type(value)
    if isinstance(value, str):
        return f"the text {cut(repr(value))}"
    if isinstance(value, tuple):
        return f"a row of {len(value)} thing{'' if len(value) == 1 else 's'}"
    if isinstance(value, dict):
        return "names with what each stands for, {…: …}"
    if kind in (int, float) and -MOST <= value <= MOST:
        return f"the number {value}"
    if callable(value):
        return f"the word {getattr(value, '__name__', '')} without its brackets"
    if kind.__module__ == "builtins":
        return shown(value)
    if kind.__name__ in VOCABULARY:
        title = getattr(value, "title", "")
        return f"the game {cut(title)}" if title else f"{kind.__name__}(…)"
    words = getattr(value, "words", "") or (str(value) if "__str__" in vars(kind) else "")
    return f"{_article(kind)}{f' ({cut(words)})' if words else ''}"
