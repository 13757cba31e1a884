"""The language of the rules cells: read, checked and evaluated, one value at a time.

A rules cell may come from anybody: in the built page a reader edits it, or opens a link with a
changed one. So it is never executed. It is parsed, and the few things that rules need are carried
out here: assignments, words of the vocabulary, numbers, texts, tuples, lists, ``@``, sums, and the
few methods of `METHODS`. Everything else is refused with its line, and every value has bounds, so
that no cell can grow without end.

A chapter may have several cells; they are read in order, and a later one may use the names that an
earlier one gives. What comes back says of every statement and every clause in which cell and on
which lines it stands.

>>> rules = read("lanes = places('lanes', 3)", Cell("moves = marry(down, 'lanes') @ I", line=20))
>>> list(rules.values), rules.named["moves"].cell, rules.named["moves"].first
(['lanes', 'moves'], 2, 20)
>>> read("x = [n for n in (1, 2)]")
Traceback (most recent call last):
...
cadogan.edition.cells.CellError: line 1: a rules cell says rules, no loops
"""

from __future__ import annotations

import ast
import difflib
import io
import math
import re
import tokenize
import warnings
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any, NamedTuple

from cadogan import words as terms
from cadogan.cards import CardError
from cadogan.echo import cut
from cadogan.edition import usage
from cadogan.edition.usage import echo
from cadogan.layout import LayoutError
from cadogan.patience.game import Game, flat
from cadogan.words.after import After
from cadogan.words.free import Free
from cadogan.words.values import Line

#: The most characters, tokens and nested parts of a chapter's rules; the longest of the book have
#: 2,400, 900 and 8.
LONGEST, MOST_TOKENS, DEEPEST = 20_000, 6_000, 40
#: The largest number, the longest text, the longest name, the most parts of a value with all that
#: lies in it.
LARGEST_NUMBER, LONGEST_TEXT, LONGEST_NAME, MOST_PARTS = 1_000, 300, 60, 3_000
#: The longest reason of a refusal, and the longest piece of a cell that it repeats.
LONGEST_REASON, LONGEST_QUOTE = 400, 60
#: What can be asked of a value, besides what the vocabulary says.
METHODS: Mapping[type, frozenset[str]] = {
    Game: frozenset({"vary"}),
    Line: frozenset({"round", "by", "along"}),
    After: frozenset({"at_first"}),
    Free: frozenset({"till_the_end"}),
}
#: Signs that no name or title needs, and that other languages would take for their own.
UNWANTED = frozenset("<>&`\\")


class NotRules(ValueError):
    """An expression that rules cannot use; the sentence says why."""


#: The errors whose sentences are our own.
OURS = (terms.RuleError, CardError, LayoutError, usage.WrongUse, NotRules)

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
#: What Python's parser says, in words for one who writes rules; they differ from version to
#: version.
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
        r"EOL while scanning string literal",
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


def placed(value: Any, cites: tuple[terms.Rule, ...]) -> Any:
    """A value whose clauses answer to what stands above their cell.

    A clause that cites a sentence itself is an exception, and answers to that alone; a numbered
    rule that it cites is cited besides."""
    if not cites:
        return value
    if isinstance(value, terms.drawn):
        return value
    if isinstance(value, terms.Clause):
        exception = any(rule.paragraph for rule in value.rules)
        return value if exception else value.citing(tuple(dict.fromkeys((*value.rules, *cites))))
    if (
        isinstance(value, tuple)
        and value
        and all(isinstance(part, (terms.Clause, tuple)) for part in value)
    ):
        parts = tuple(placed(part, cites) for part in value)
        return terms.Clauses(parts) if isinstance(value, terms.Clauses) else parts
    return value


@dataclass(frozen=True)
class Named:
    """A thing with the name that a cell gives it.

    Attributes:
        name: the name.
        value: what it stands for.
        cell: the number of the cell, from 1.
        first, last: the lines of the chapter on which its statement begins and ends, from 1.
    """

    name: str
    value: Any
    cell: int
    first: int
    last: int


@dataclass(frozen=True)
class Written:
    """A clause where it is written.

    Attributes:
        clause: the clause, with the rules that it cites.
        word: the word of the vocabulary with which it begins: ``marry`` of ``marry(down, "fans") @
        I``.
        name: the name that a statement gives it; empty where it stands in the brackets of the game
        itself.
        cell: the number of the cell, from 1.
        first, last: its lines in the chapter, from 1.
    """

    clause: terms.Clause
    word: str
    name: str
    cell: int
    first: int
    last: int


@dataclass(frozen=True)
class Made:
    """A game that the cells put together, with ``Game(…)`` or as a changed copy.

    Attributes:
        game: the game.
        clauses: the clauses between its brackets, in order; of a changed copy those that change it.
        parts: what stands between its brackets by a name, under that name:
        ``fortress.vary(marriages=…)`` changes such a part.
    """

    game: Game
    clauses: tuple[Written, ...]
    parts: Mapping[str, Named]


@dataclass(frozen=True)
class Rules:
    """What the rules cells of a chapter say.

    Attributes:
        statements: what is given a name, in order.
        made: the games in the order in which they are put together, the chapter's own first.
        calls: every clause that a word made, with its line, in order.
    """

    statements: tuple[Named, ...]
    made: tuple[Made, ...]
    calls: tuple[tuple[Any, int], ...]

    @cached_property
    def named(self) -> Mapping[str, Named]:
        """Each name with the thing that it stands for in the end."""
        return {one.name: one for one in self.statements}

    @property
    def values(self) -> dict[str, Any]:
        """The names, in order, with their values."""
        return {name: one.value for name, one in self.named.items()}

    def line_of(self, clause: terms.Clause) -> int:
        """The line on which a clause is written, the last where there are several; 0 where it is
        not written so.
        """
        return line_of(clause, self.calls)


def line_of(clause: terms.Clause | None, calls: Sequence[tuple[Any, int]]) -> int:
    """The line of the last call that made a clause, alone or among several said with one word; 0
    where none did.
    """
    made = (
        line
        for value, line in reversed(calls)
        if value == clause or (isinstance(value, terms.Clauses) and clause in value)
    )
    return next(made, 0)


@cache
def vocabulary() -> Mapping[str, Any]:
    """Every word that a rules cell may use, with its meaning."""
    return {"Game": Game, **{name: getattr(terms, name) for name in terms.__all__}}


def read(*cells: Cell | str) -> Rules:
    """What the rules cells of a chapter say, in order.

    Lines are counted through the chapter; a cell given as a text begins on its first line.

    Raises:
        CellError: the first line that is refused, and why.
    """
    found = [Cell(cell) if isinstance(cell, str) else cell for cell in cells]
    if (length := sum(len(cell.text.strip()) for cell in found)) > LONGEST:
        raise CellError(
            found[0].line,
            f"the rules of a chapter have at most {LONGEST:,} characters, not {length:,}",
        )
    tokens = 0
    reader = _Reader()
    for number, cell in enumerate(found, 1):
        tokens = _measure(cell, tokens)
        reader.cites = cell.cites
        for statement in parse(cell).body:
            reader.assign(statement, number)
    return Rules(tuple(reader.statements), tuple(reader.made), tuple(reader.calls))


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
            )  # "5if": what Python would warn of is refused here, or is no harm
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


def _unreadable(said: str) -> str:
    for pattern, ours in UNREADABLE:
        if match := re.fullmatch(pattern, said):
            return match.expand(ours)
    return "this cannot be read; perhaps a comma, a bracket or a quote is missing here or in the line before"


def _measure(cell: Cell, tokens: int) -> int:
    """Count before parsing: the parser itself must not be led astray. Returns the tokens so far."""
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


class _Binding(NamedTuple):
    """What a name stands for, and the expression that says so (of which it may be a part)."""

    named: Named
    node: ast.expr


class _Reader:
    """The cells being read: the names given so far, and where everything stands."""

    def __init__(self) -> None:
        self.statements: list[Named] = []
        self.made: list[Made] = []
        self.calls: list[tuple[Any, int]] = []
        self.names: dict[str, _Binding] = {}
        self.meant: dict[ast.expr, _Binding] = {}  # what each name meant where it was used
        self.values: dict[ast.expr, Any] = {}
        self.lines: list[
            tuple[int, int]
        ] = []  # of each statement: its first line, the number of its cell
        self.cites: tuple[terms.Rule, ...] = ()  # what the cell being read answers to by its place
        self.depth = 0

    # Statements
    # ------------------------------------------------------------------------------------

    def assign(self, statement: ast.stmt, cell: int) -> None:
        """Carry out one statement: a name, or several, and what they stand for."""
        if not isinstance(statement, ast.Assign):
            what = REFUSED.get(type(statement))
            reason = (
                f"a rules cell says rules, no {what}"
                if what
                else "every line of a rules cell gives a thing its name: name = …"
            )
            raise CellError(statement.lineno, reason)
        self.lines.append((statement.lineno, cell))
        self.value(statement.value)
        value = self.place(statement.value)
        for target in statement.targets:
            self.bind(target, value, statement.value, statement, cell)

    def place(self, node: ast.expr) -> Any:
        """The value of an expression that was read, its clauses answering to what stands above the
        cell; what has a name answers to what stood above that."""
        value = self.values[node]
        if node in self.meant:
            return value
        if isinstance(node, (ast.Tuple, ast.List)):
            value = tuple(self.placed_row(node.elts))
        elif (
            isinstance(node, ast.BinOp)
            and isinstance(node.op, ast.Add)
            and isinstance(value, tuple)
        ):
            value = self.place(node.left) + self.place(node.right)
        else:
            value = placed(value, self.cites)
        self.values[node] = value
        return value

    def placed_row(self, nodes: Iterable[ast.expr]) -> list[Any]:
        """The same of several expressions in a row."""
        found: list[Any] = []
        for node in nodes:
            if isinstance(node, ast.Starred):
                found += self.place(node.value)
            else:
                found.append(self.place(node))
        return found

    def bind(
        self, target: ast.expr, value: Any, node: ast.expr, statement: ast.Assign, cell: int
    ) -> None:
        """Give a value its name; a tuple of names takes a value apart."""
        if isinstance(target, (ast.Tuple, ast.List)):
            if not isinstance(value, (tuple, list)) or len(value) != len(target.elts):
                raise CellError(
                    target.lineno,
                    f"here are {len(target.elts)} names, and not as many things for them",
                )
            apart = isinstance(node, (ast.Tuple, ast.List)) and not any(
                isinstance(part, ast.Starred) for part in node.elts
            )
            nodes = node.elts if apart else [node] * len(value)  # type: ignore[attr-defined]
            for one, part, made in zip(target.elts, value, nodes):
                self.bind(one, part, made, statement, cell)
        elif not isinstance(target, ast.Name):
            raise CellError(target.lineno, "only a plain name can stand before =")
        elif target.id.startswith("_"):
            raise CellError(
                target.lineno,
                f"a name in a rules cell begins with a letter, not as {cut(target.id)!r}",
            )
        elif len(target.id) > LONGEST_NAME:
            raise CellError(
                target.lineno,
                f"a name in a rules cell has at most {LONGEST_NAME} letters, not {len(target.id):,}",
            )
        elif target.id in vocabulary():
            raise CellError(
                target.lineno, f"{target.id!r} is a word of the vocabulary; choose another name"
            )
        else:
            named = Named(
                target.id, value, cell, statement.lineno, statement.end_lineno or statement.lineno
            )
            self.names[target.id] = _Binding(named, node)
            self.statements.append(named)

    # Expressions
    # -----------------------------------------------------------------------------------

    def value(self, node: ast.expr) -> Any:
        """The value of an expression, within bounds.

        Raises:
            CellError: with the line, whatever goes wrong.
        """
        what = REFUSED.get(type(node))
        if what:
            raise CellError(node.lineno, f"a rules cell says rules, no {what}")
        act = getattr(self, f"_{type(node).__name__.lower()}", None)
        if act is None:
            raise CellError(
                node.lineno, f"a rules cell says rules; it cannot use this ({type(node).__name__})"
            )
        self.depth += 1
        if self.depth > DEEPEST:
            raise CellError(node.lineno, "this is nested too deep for a rules cell")
        try:
            value = self.values[node] = bounded(act(node))
        except CellError:
            raise
        except Exception as error:  # whatever a word says against its use is told with the line
            clause = getattr(error, "clause", None)
            raise CellError(
                line_of(clause, self.calls) or node.lineno, self.said(error, node)
            ) from error
        finally:
            self.depth -= 1
        return value

    def said(self, error: Exception, node: ast.expr) -> str:
        """The reason of a refusal: the word's own sentence, or how the word is used."""
        if isinstance(error, OURS):
            return str(error)
        word = self.values.get(node.func) if isinstance(node, ast.Call) else None
        if word is None:
            return "this has no value that rules could use"
        return f"{usage.usage(word)} can make nothing of what stands in its brackets"

    # Where clauses are written
    # ---------------------------------------------------------------------

    def written(self, node: ast.expr, name: str = "") -> Iterator[Written]:
        """The clauses of an expression, each where it is written: a name leads to the statement
        that gave it.
        """
        binding = self.meant.get(node)
        if binding is not None and self.values[binding.node] is binding.named.value:
            yield from self.written(binding.node, binding.named.name)
        elif isinstance(node, (ast.Tuple, ast.List)):
            for part in node.elts:
                yield from self.written(part, name)
        elif isinstance(node, ast.Starred):
            yield from self.written(node.value, name)
        elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add):
            yield from self.written(node.left, name)
            yield from self.written(node.right, name)
        else:
            cell = self.lines[bisect_right(self.lines, (node.lineno, len(self.lines))) - 1][1]
            for clause in flat([self.values[node]]):
                if isinstance(clause, terms.drawn):
                    continue  # it says where the cards lie; no rule
                yield Written(
                    clause,
                    self.word_of(node),
                    name,
                    cell,
                    node.lineno,
                    node.end_lineno or node.lineno,
                )

    def word_of(self, node: ast.expr) -> str:
        """The word of the vocabulary with which an expression begins: ``marry`` of ``marry(down,
        "fans") @ I``.
        """
        while True:
            if isinstance(node, ast.BinOp):
                node = node.left
            elif isinstance(node, (ast.Attribute, ast.Subscript)):
                node = node.value
            elif isinstance(node, ast.Call):
                node = node.func
            elif node in self.meant:
                node = self.meant[node].node
            else:
                return node.id if isinstance(node, ast.Name) else "clauses"

    def named_in(self, nodes: Iterable[ast.expr]) -> dict[str, Named]:
        """What stands among some expressions by a name."""
        bare = [node.value if isinstance(node, ast.Starred) else node for node in nodes]
        return {
            self.meant[node].named.name: self.meant[node].named
            for node in bare
            if node in self.meant
        }

    # What an expression can be
    # ---------------------------------------------------------------------

    def _constant(self, node: ast.Constant) -> Any:
        if not isinstance(node.value, (int, float, str, type(None))):
            raise NotRules(f"{cut(repr(node.value))} is neither a number nor a text")
        return node.value

    def _name(self, node: ast.Name) -> Any:
        if node.id in self.names:
            self.meant[node] = self.names[node.id]
            return self.names[node.id].named.value
        if node.id in vocabulary():
            return vocabulary()[node.id]
        near = difflib.get_close_matches(node.id[:LONGEST_NAME], [*self.names, *vocabulary()], 1)
        hint = usage.now(node.id) or (f"; did you mean {near[0]!r}?" if near else "")
        raise NotRules(f"the vocabulary has no word {cut(node.id)!r}{hint}")

    def _tuple(self, node: ast.Tuple | ast.List) -> tuple[Any, ...]:
        return tuple(self._row(node.elts))

    _list = _tuple

    def _row(self, nodes: list[ast.expr]) -> list[Any]:
        found: list[Any] = []
        for node in nodes:
            if isinstance(node, ast.Starred):
                inside = self.value(node.value)
                if not isinstance(inside, tuple):
                    raise CellError(node.lineno, "after * stands a row of things, such as (…, …)")
                found += inside
            else:
                found.append(self.value(node))
            if len(found) > MOST_PARTS:
                raise CellError(
                    node.lineno, f"no row of a rules cell has more than {MOST_PARTS:,} parts"
                )
        return found

    def _dict(self, node: ast.Dict) -> dict[Any, Any]:
        if None in node.keys:
            raise CellError(node.lineno, "a rules cell says rules, no **")
        found = {}
        for key, value in zip(node.keys, node.values):
            name = key and self.value(key)
            if not isinstance(name, str):
                raise CellError(
                    (key or node).lineno, f"before : stands a name in quotes, not {echo(name)}"
                )
            found[name] = self.value(value)
        return found

    def _unaryop(self, node: ast.UnaryOp) -> Any:
        value = self.value(node.operand)
        if (
            not isinstance(node.op, (ast.USub, ast.UAdd))
            or isinstance(value, bool)
            or not isinstance(value, (int, float))
        ):
            raise NotRules("a sign stands only before a number")
        return -value if isinstance(node.op, ast.USub) else value

    def _binop(self, node: ast.BinOp) -> Any:
        left, right = self.value(node.left), self.value(node.right)
        if isinstance(node.op, ast.MatMult):
            if not isinstance(left, (terms.Clause, terms.Clauses)):
                raise NotRules("@ stands after a clause: marry(down, …) @ PLAY[3]")
            if not isinstance(right, terms.Rule):
                raise NotRules(
                    f"after @ stands a rule, such as @ II or @ PLAY[3], not {echo(right)}"
                )
            return left @ right
        numbers = all(
            isinstance(v, (int, float)) and not isinstance(v, bool) for v in (left, right)
        )
        if isinstance(node.op, ast.Add) and (
            numbers or (type(left) is tuple and type(right) is tuple)
        ):
            return left + right
        if isinstance(node.op, ast.Sub) and numbers:
            return left - right
        if isinstance(node.op, ast.Mult):
            if numbers:
                return left * right
            row, n = (left, right) if isinstance(left, tuple) else (right, left)
            if type(row) is tuple and type(n) is int:
                if len(row) * n > MOST_PARTS:
                    raise NotRules(f"no row of a rules cell has more than {MOST_PARTS:,} parts")
                return row * n
        if isinstance(node.op, ast.Div) and numbers:
            if not right:
                raise NotRules("this is a division by zero")
            return left / right
        raise NotRules(
            "a rules cell can add, subtract, multiply and divide small numbers, join rows with +, and cite with @"
        )

    def _subscript(self, node: ast.Subscript) -> Any:
        row, at = self.value(node.value), node.slice
        if not (isinstance(row, (tuple, dict)) or row is terms.PLAY):
            raise NotRules("[…] stands after PLAY or after a row of things")
        if isinstance(at, ast.Slice):
            parts = [
                None if part is None else self.value(part) for part in (at.lower, at.upper, at.step)
            ]
            if (
                not isinstance(row, tuple)
                or not all(part is None or type(part) is int for part in parts)
                or parts[2] == 0
            ):
                raise NotRules(
                    "[from:to:step] stands after a row of things, with whole numbers, and the step is not 0"
                )
            return row[slice(*parts)]
        index = self.value(at)
        if isinstance(row, dict):
            if not isinstance(index, str) or index not in row:
                raise NotRules(
                    f"there is nothing by the name of {echo(index)} here; there are {cut(', '.join(row), LONGEST_QUOTE)}"
                )
        elif isinstance(row, tuple) and (
            type(index) is not int or not -len(row) <= index < len(row)
        ):
            raise NotRules(
                f"this row has {len(row)} things, counted from 0; {echo(index)} is none of them"
            )
        elif row is terms.PLAY and not all(
            type(n) is int for n in (index if isinstance(index, tuple) else (index,))
        ):
            raise NotRules(
                f"PLAY[n] is the n-th paragraph of PLAY, and PLAY[n, m] its m-th sentence; not PLAY[{echo(index)}]"
            )
        return row[index]

    def _attribute(self, node: ast.Attribute) -> Any:
        value = self.value(node.value)
        allowed = METHODS.get(type(value), frozenset())
        if node.attr not in allowed:
            can = f"; it has {', '.join(sorted(allowed))}" if allowed else ""
            raise NotRules(f"a rules cell cannot ask for .{cut(node.attr)} here{can}")
        return getattr(value, node.attr)

    def _call(self, node: ast.Call) -> Any:
        word = self.value(node.func)
        if not (callable(word) and isinstance(node.func, (ast.Name, ast.Attribute))):
            raise NotRules(
                f"{cut(ast.unparse(node.func))!r} is a thing, not a word that takes a bracket"
            )
        if any(keyword.arg is None for keyword in node.keywords):
            raise CellError(node.lineno, "a rules cell says rules, no **")
        if word is Game and node.keywords:
            raise NotRules(
                f"Game(…) takes a title and clauses, no {cut(str(node.keywords[0].arg))}="
            )
        names = [keyword.arg for keyword in node.keywords]
        if twice := [name for name in names if names.count(name) > 1]:
            raise NotRules(f"{cut(str(twice[0]))}= stands here twice")
        row = self._row(node.args)
        if word is Game or isinstance(getattr(word, "__self__", None), Game):
            row = self.placed_row(node.args)
        named = {keyword.arg: self.value(keyword.value) for keyword in node.keywords if keyword.arg}
        usage.check(word, row, named, vocabulary())
        made = word(*row, **named)
        if isinstance(made, Game):
            changes = [*node.args[word is Game :], *(keyword.value for keyword in node.keywords)]
            clauses = [one for change in node.args[word is Game :] for one in self.written(change)]
            parts = self.named_in(changes)
            if word is Game:
                known = {name: flat([part.value]) for name, part in parts.items()}
                made = Game(made.title, *made.clauses, named_parts=known)
            self.made.append(Made(made, tuple(clauses), parts))
        elif isinstance(made, (terms.Clause, terms.Clauses)):
            self.calls.append((made, node.lineno))
        return made


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


def shortened(reason: str) -> str:
    """A reason with everything long in it cut: what it repeats of a cell, and itself.

    >>> shortened("there is no place " + repr("x" * 1000))
    "there is no place 'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx…'"
    """
    reason = re.sub(
        rf"'[^']{{{LONGEST_QUOTE},}}'", lambda quoted: f"{cut(quoted[0][:-1])}'", reason
    )
    reason = re.sub(rf"\S{{{LONGEST_QUOTE},}}", lambda run: cut(run[0]), reason)
    return cut(reason, LONGEST_REASON)
