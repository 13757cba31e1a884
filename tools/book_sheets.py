"""What the pages tell of each word of the vocabulary where it stands (`book/_static/sheets.mjs`): one
file for the whole book, fetched at the first touch.

All of it is read off docstrings (`cadogan.words.meanings`), signatures (`cadogan.usage`) and
the rules cells of the chapters."""

from __future__ import annotations

import ast
import inspect
import json
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple, get_args

import cadogan
from cadogan import usage, words
from cadogan.edition.cells import METHODS, read
from cadogan.edition.chapters import cells_of
from cadogan.patience.game import Game
from cadogan.usage import VOCABULARY
from cadogan.words.meanings import SUBJECTS, Meaning, explained, meaning

#: The most things that are offered in one place, and the longest example, in characters.
MOST, LONGEST = 12, 110
#: Arguments that name groups of places, besides those annotated so.
GROUPS = frozenset({"group", "onto", "frm", "to", "one", "other", "source", "target", "foundation"})
#: The values of cards that have a name: where one stands, the others could.
COURT = ("A", "J", "Q", "K")
#: How the words for a kind begin whose values are offered one by one.
LISTED = ("one of ", "True or False")
#: What stands in the place of the values that a class of the vocabulary takes in a row.
REST = {"Game": "clauses", "deal": "steps", "clear": "sides"}  # and `vary` takes changes


class Use(NamedTuple):
    """A word in a rules cell.

    Attributes:
        slug: the game.
        word: the word; a method begins with a dot.
        arg: the argument; empty for the word itself.
        value: what stands there, as it is written; empty for the word itself.
        call: the whole call; empty for a word without brackets.
    """

    slug: str
    word: str
    arg: str = ""
    value: str = ""
    call: str = ""


def methods() -> dict[str, Any]:
    """The methods of values, by their names with a dot: ``.round``."""
    return {
        f".{name}": getattr(kind, name) for kind, names in METHODS.items() for name in sorted(names)
    }


def uses_in(slug: str, code: str) -> Iterator[Use]:
    """The words in some code, with what stands in their brackets."""
    for node in ast.walk(ast.parse(code)):
        if isinstance(node, ast.Name) and node.id in VOCABULARY:
            yield Use(slug, node.id)
        elif isinstance(node, ast.Attribute):
            yield Use(slug, f".{node.attr}")
        elif isinstance(node, ast.Call):
            if isinstance(node.func, ast.Attribute):
                name = f".{node.func.attr}"
                word = methods()[name]
            elif isinstance(node.func, ast.Name):
                name = node.func.id
                word = VOCABULARY[name]
            placed = placed_of(name, word)
            call = ast.unparse(node).replace("'", '"')
            arguments = [
                (placed[min(i, len(placed) - 1)], value) for i, value in enumerate(node.args)
            ]
            arguments += [(keyword.arg or "", keyword.value) for keyword in node.keywords]
            for arg, value in arguments:
                yield Use(slug, name, arg, ast.unparse(value).replace("'", '"'), call)


@cache
def uses() -> tuple[Use, ...]:
    """Every use of a word in the rules cells of the book."""
    return tuple(
        use
        for slug in cadogan.games
        for cell in cells_of(cadogan.games.text(slug))
        for use in uses_in(slug, cell.text)
    )


def placed_of(name: str, word: Any) -> list[str]:
    """The arguments that may stand without their names, in order; the last takes all that follow."""
    use = usage.usage(word)
    return [*use.placed, *([REST.get(name, "changes")] if use.rest is not None else [])]


@cache
def names(slug: str) -> dict[str, Any]:
    """The words and the named parts of a chapter, by name."""
    parts = read(*cells_of(cadogan.games.text(slug))).definitions
    return {**VOCABULARY, **{name: part.value for name, part in parts.items()}}


def sentence(use: Use) -> str:
    """The sentence of a call; empty if it makes no clause, no step and no series."""
    value = eval(use.call, {"__builtins__": {}}, names(use.slug))  # the book's own code
    clause = value[0] if isinstance(value, words.Clauses) else value
    return str(clause.tell()) if hasattr(clause, "tell") and not isinstance(clause, Game) else ""


def shortest(calls: list[Use]) -> list[str]:
    """The shortest of some calls, of their most frequent word, and its sentence."""
    often = Counter(use.word for use in calls)
    short = sorted(
        (use for use in calls if 0 < len(use.call) <= LONGEST),
        key=lambda use: (-often[use.word], len(use.call), use.call),
    )
    return next(([use.call, spoken] for use in short if (spoken := sentence(use))), [])


def argument(name: str, arg: str, kind: Any, default: Any, means: Meaning) -> dict[str, Any]:
    """The sheet of an argument: its meaning and kind, what could stand there, the games that use it."""
    matching = [use for use in uses() if (use.word, use.arg) == (name, arg)]
    sheet: dict[str, Any] = {"says": means.args.get(arg, ""), "used": indexes(matching)}
    if kind == words.Groups or arg in GROUPS:
        sheet["groups"] = True
    else:
        if kind is not None and not (kind_words := usage.in_words(kind)).startswith(LISTED):
            sheet["is"] = kind_words
        if choices := could_stand(kind, default, matching):
            sheet["choices"] = choices
    if example := shortest(matching):
        sheet["example"] = example
    return sheet


def could_stand(kind: Any, default: Any, matching: list[Use]) -> list[str]:
    """The values of the vocabulary that fit, the default among them, and what the book has there."""
    if kind is bool:
        return ["True", "False"]
    counts = Counter(use.value for use in matching)
    value_names = [name for name in words.VOCABULARY if not callable(VOCABULARY[name])]
    fitting = [
        name
        for cls in kinds_of(kind)
        for name in usage.examples(cls)[0]
        if usage.fits(VOCABULARY[name], kind)
    ]
    if isinstance(default, str | tuple) and default:
        fitting += [name for name in value_names if getattr(words, name) is default]
    short = [
        value
        for value, _ in counts.most_common()
        if value in fitting or value in value_names or value.lstrip("-").isdigit()
    ]
    ranks = COURT if set(short) & set(COURT) else ()
    return list(dict.fromkeys([*short, *fitting, *ranks]))[:MOST]


def kinds_of(kind: Any) -> tuple[type, ...]:
    """The kinds of values of the vocabulary among the kinds that an annotation allows."""
    plain = (Any, int, str, bool, float, tuple, type(None))
    return tuple(
        cls
        for cls in (kind, *get_args(kind))
        if inspect.isclass(cls) and cls not in plain and not issubclass(cls, words.Clause)
    )


def word(name: str, value: Any) -> dict[str, Any]:
    """The sheet of a word."""
    means = explained(value) if name[0] == "." or name == "Game" else meaning(name)
    matching = [use for use in uses() if use.word == name and not use.arg]
    sheet: dict[str, Any] = {"says": means.says, "used": indexes(matching)}
    if callable(value):
        signature = inspect.signature(value).parameters
        use = usage.usage(value)
        sheet["placed"] = placed_of(name, value)
        sheet["args"] = {
            arg: argument(
                name,
                arg,
                use.kinds.get(arg),
                getattr(signature.get(arg), "default", None),
                means,
            )
            for arg in dict.fromkeys([*use.kinds, *sheet["placed"]])
            if arg in means.args
        }
        for entry in sheet["args"].values():
            if entry["used"] == sheet["used"]:
                del entry["used"]
    if example := list(means.example) if means.example[0] else shortest_with(name):
        sheet["example"] = example
    for entry in sheet.get("args", {}).values():
        if entry.get("example") == sheet.get("example"):
            entry.pop("example", None)
    return sheet


def shortest_with(name: str) -> list[str]:
    """The shortest call of the book in which a value stands or a method is called."""
    standing = re.compile(
        rf"(?<![\w.\"]){re.escape(name)}\b" if name[0] != "." else re.escape(name)
    )
    return shortest([use for use in uses() if standing.search(use.value)])


def indexes(matching: list[Use]) -> list[int]:
    """The games of some uses, by their numbers."""
    slugs = list(cadogan.games)
    return sorted({slugs.index(use.slug) for use in matching})


@cache
def sheets() -> dict[str, Any]:
    """The sheets of all words: ``games`` (slug and title), ``subjects``, ``words``."""
    all_words = {**VOCABULARY, **methods()}
    return {
        "games": [[slug, game.title] for slug, game in cadogan.games.items()],
        "subjects": {subject: list(names) for subject, names in SUBJECTS.items()},
        "words": {name: word(name, value) for name, value in sorted(all_words.items())},
    }


def text() -> str:
    """The text of the file."""
    return json.dumps(sheets(), ensure_ascii=False, separators=(",", ":"))


def of_page(slug: str) -> str:
    """The words in the rules cells of a chapter, each with the arguments that it has there, as its
    page holds them.
    """
    arguments: dict[str, list[str]] = {}
    for use in uses():
        if use.slug == slug:
            arguments.setdefault(use.word, [])
            if use.arg and use.arg not in arguments[use.word]:
                arguments[use.word].append(use.arg)
    return json.dumps(arguments, separators=(",", ":"))
