"""A rules cell before it is evaluated: how long it may be, what it may hold, and how it is parsed.

A cell is measured before it is parsed, so that none leads the parser itself astray; the messages of
Python's parser are put into words for people who write rules.
"""

from __future__ import annotations

import ast
import io
import math
import re
import tokenize
import warnings
from collections.abc import Mapping
from typing import Any, NamedTuple

from cadogan import words as terms
from cadogan.echo import cut

#: The most characters, tokens and nested parts of a chapter's rules; the longest of the book have
#: 2,400, 900 and 8.
LONGEST, MOST_TOKENS, DEEPEST = 20_000, 6_000, 40
#: The largest number, the longest text, the longest name, the most parts of a value with all that
#: lies in it.
LARGEST_NUMBER, LONGEST_TEXT, LONGEST_NAME, MOST_PARTS = 1_000, 300, 60, 3_000
#: The longest reason of a refusal, and the longest piece of a cell that it repeats.
LONGEST_REASON, LONGEST_QUOTE = 400, 60

#: Signs that no name or title needs, and that other languages would take for their own.
UNWANTED = frozenset("<>&`\\")


class NotRules(ValueError):
    """An expression that rules cannot use; the sentence says why."""


class CellError(Exception):
    """A rules cell that is refused: the line (from 1) and the reason."""

    def __init__(self, line: int, reason: str) -> None:
        reason = shortened(reason)
        super().__init__(f"line {line}: {reason}")
        self.line, self.reason = line, reason


class Cell(NamedTuple):
    """A rules cell: its text, the line of the chapter (from 1) on which it begins, and what it
    answers to by its place in the chapter.
    """

    text: str
    line: int = 1
    cites: tuple[terms.Rule, ...] = ()


_LOOPS, _FUNCTIONS, _CONDITIONS = "loops", "functions of its own", "conditions"
REFUSED: Mapping[type[ast.AST], str] = {
    ast.For: _LOOPS,
    ast.AsyncFor: _LOOPS,
    ast.While: _LOOPS,
    ast.ListComp: _LOOPS,
    ast.SetComp: _LOOPS,
    ast.DictComp: _LOOPS,
    ast.GeneratorExp: _LOOPS,
    ast.Import: "imports",
    ast.ImportFrom: "imports",
    ast.FunctionDef: _FUNCTIONS,
    ast.AsyncFunctionDef: _FUNCTIONS,
    ast.Lambda: _FUNCTIONS,
    ast.ClassDef: "classes",
    ast.If: _CONDITIONS,
    ast.IfExp: _CONDITIONS,
    ast.Match: _CONDITIONS,
    ast.Compare: _CONDITIONS,
    ast.BoolOp: _CONDITIONS,
    ast.JoinedStr: "texts put together at play (f-strings)",
    ast.NamedExpr: "names given inside an expression (:=)",
    ast.AugAssign: "changed names (+=); give the new thing a name of its own",
    ast.AnnAssign: "types",
    ast.Try: "attempts (try)",
    ast.With: "with",
    ast.Raise: "raise",
    ast.Assert: "assert",
    ast.Delete: "del",
    ast.Global: "global",
    ast.Nonlocal: "nonlocal",
    ast.Await: "await",
    ast.Yield: "yield",
    ast.YieldFrom: "yield",
    ast.Set: "sets; a tuple (…, …) does it",
}
#: The messages of Python's parser, which differ from version to version, and ours for people who
#: write rules.
UNREADABLE: tuple[tuple[str, str], ...] = (
    (r"'(.)' was never closed", r"the bracket \1 that is opened here is never closed"),
    (r"unmatched '(.)'", r"there is no opening bracket for this \1"),
    (
        r"closing parenthesis '(.)' does not match opening parenthesis '(.)'.*",
        r"the bracket \2 is closed by \1",
    ),
    (
        r"unterminated (triple-quoted )?(string|f-string|t-string) literal.*",
        "the text that begins here has no closing quote on its line",
    ),
    (
        r"unexpected indent|unindent does not match.*|expected an indented block.*|inconsistent use of tabs.*",
        "a statement begins at the left edge; only lines inside a bracket may be moved to the right",
    ),
    (
        r"positional argument follows keyword argument.*",
        "what has no name must stand before what has one (name=…)",
    ),
    (r".*[Pp]erhaps you forgot a comma\??.*", "this cannot be read; perhaps a comma is missing"),
    (
        r".*Maybe you meant '==' .*|cannot assign to .*|illegal target.*",
        "only a plain name can stand before =",
    ),
    (
        r"invalid (decimal|hexadecimal|octal|binary|imaginary) literal|leading zeros .*|invalid digit .*",
        "this is not a number",
    ),
    (
        r"invalid (non-printable )?character.*",
        "there is a sign here that no rule needs, perhaps a curly quote or an invisible blank",
    ),
    (
        r"unexpected character after line continuation character|unexpected EOF.*|unexpected end of file.*",
        r"a \\ has no place in a rules cell; a bracket may run over several lines without it",
    ),
)


def parse(cell: Cell) -> ast.Module:
    """A cell as a tree, its nodes with the lines of the chapter.

    Raises:
        CellError: it cannot be read as Python.
    """
    text = _lines(cell)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter(
                "ignore"
            )  # "5if": what Python would warn of is refused here, or does no harm
            tree = ast.parse(text)
    except SyntaxError as error:
        lines = text.count("\n") + 1
        raise CellError(
            cell.line - 1 + min(max(error.lineno or 1, 1), lines), _unreadable(error.msg)
        ) from None
    except (
        ValueError,
        MemoryError,
        RecursionError,
        SystemError,
    ):  # too long a number, a lone half of a sign, nested beyond Python's depth
        raise CellError(cell.line, "this cannot be read as rules") from None
    return ast.increment_lineno(tree, cell.line - 1)


def _lines(cell: Cell) -> str:
    """The text of a cell with the ends of its lines as Python counts them.

    Raises:
        CellError: a sign that cannot be seen stands in it, which Python's versions read in
            different ways.
    """
    text = cell.text.replace("\r\n", "\n").replace("\r", "\n")
    if strange := re.search(
        r"[\x00-\x08\x0b\x0e-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u206f\ud800-\udfff\ufeff]",
        text,
    ):
        line = cell.line + text.count("\n", 0, strange.start())
        raise CellError(
            line, f"the sign {strange[0]!a} cannot be seen, and has no place in a rules cell"
        )
    return text


def _unreadable(message: str) -> str:
    for pattern, ours in UNREADABLE:
        if match := re.fullmatch(pattern, message):
            return match.expand(ours)
    return "this cannot be read; perhaps a comma, a bracket or a quote is missing here or in the line before"


def measure(cell: Cell, tokens: int) -> int:
    """Hold a cell to its bounds before it is parsed; returns the tokens of the chapter so far."""
    signs = depth = 0
    try:
        for token in tokenize.generate_tokens(io.StringIO(_lines(cell)).readline):
            line = cell.line - 1 + token.start[0]
            if token.type in (tokenize.NL, tokenize.NEWLINE, tokenize.COMMENT):
                signs = 0 if token.type == tokenize.NEWLINE else signs
                continue
            tokens += 1
            if token.type == tokenize.OP:
                depth += (token.string in "([{") - (token.string in ")]}")
                signs += token.string not in "([{)]},:=."
            elif token.type == tokenize.NUMBER and len(token.string) > 20:
                raise CellError(line, f"{token.string[:20]}… is not a number of a rules cell")
            elif token.type == tokenize.NAME and token.string in (
                "not",
                "lambda",
                "await",
                "if",
                "or",
                "and",
            ):
                signs += 1
            if depth > DEEPEST or signs > 10 * DEEPEST:
                raise CellError(line, "this is nested too deep for a rules cell")
            if tokens > MOST_TOKENS:
                raise CellError(
                    line, f"the rules of a chapter have at most {MOST_TOKENS:,} words and signs"
                )
    except (tokenize.TokenError, SyntaxError, ValueError, SystemError):
        pass  # the parser says it better
    return tokens


def shortened(reason: str) -> str:
    """A reason with everything long in it cut: what it repeats of a cell, and itself.

    >>> shortened("there is no place " + repr("x" * 1000))
    "there is no place 'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…'"
    """
    reason = re.sub(
        rf"(?<!\w)'[^']{{{LONGEST_QUOTE},}}'", lambda quoted: f"{cut(quoted[0][:-1])}'", reason
    )
    reason = re.sub(rf"\S{{{LONGEST_QUOTE},}}", lambda run: cut(run[0]), reason)
    return cut(reason, LONGEST_REASON)


def bounded(value: Any) -> Any:
    """The value itself, if it lies within the bounds of a rules cell; raises NotRules if not."""
    if isinstance(value, (int, float)):
        if not math.isfinite(value) or abs(value) > LARGEST_NUMBER:
            raise NotRules(
                f"a number of a rules cell lies between -{LARGEST_NUMBER:,} and {LARGEST_NUMBER:,}"
            )
    elif isinstance(value, str):
        if len(value) > LONGEST_TEXT:
            raise NotRules(f"a text of a rules cell has at most {LONGEST_TEXT} characters")
        if not value.isprintable() or UNWANTED & set(value):
            raise NotRules(
                "a text of a rules cell has letters, digits, blanks and common signs, none of < > & ` \\"
            )
    elif isinstance(value, (tuple, dict)):
        left = MOST_PARTS
        waiting: list[Any] = [value]
        while waiting:
            inside = waiting.pop()
            left -= len(inside)
            if left < 0:
                raise NotRules(
                    f"no row of a rules cell has more than {MOST_PARTS:,} parts, with all that lies in them"
                )
            parts = inside.values() if isinstance(inside, dict) else inside
            waiting += [part for part in parts if isinstance(part, (tuple, dict))]
    return value
