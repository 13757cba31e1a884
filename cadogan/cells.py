"""The language of a rules cell: read, checked and evaluated, one value at a time.

A rules cell may come from anybody: in the built page a reader edits it, or opens a link with a changed one. So it
is never executed. It is parsed, and the few things that rules need are carried out here: assignments, words of
the vocabulary, numbers, texts, tuples, lists, ``@``, sums, and the few methods of `METHODS`. Everything else is
refused with its line, and every value has bounds, so that no cell can grow without end.

>>> list(evaluate('spot = line(3)\\nlanes = places("lanes", 3, at=spot) @ I'))
['spot', 'lanes']
>>> evaluate("x = [n for n in (1, 2)]")
Traceback (most recent call last):
...
cadogan.cells.CellError: line 1: a rules cell says rules, no loops
"""

from __future__ import annotations

import ast
import difflib
import io
import math
import tokenize
from collections.abc import Mapping
from functools import cache
from typing import Any

from cadogan import terms
from cadogan.game import Game
from cadogan.terms.values import Free, Line

#: The longest cell in characters, tokens, and nested parts; the longest cell of the book has 2,400, 900 and 8.
LONGEST, MOST_TOKENS, DEEPEST = 20_000, 6_000, 40
#: The largest number, the longest text, the most parts of a value with all that lies in it.
LARGEST_NUMBER, LONGEST_TEXT, MOST_PARTS = 1_000, 300, 3_000
#: What can be asked of a value, besides what the vocabulary says.
METHODS: Mapping[type, frozenset[str]] = {Game: frozenset({"vary"}), Line: frozenset({"round", "by", "along"}),
                                             Free: frozenset({"till_the_end"})}  # fmt: skip
#: Signs that no name or title needs, and that other languages would take for their own.
UNWANTED = frozenset("<>&`\\")

_LOOPS, _FUNCTIONS, _CONDITIONS = "loops", "functions of its own", "conditions"
REFUSED: Mapping[type[ast.AST], str] = {
    ast.For: _LOOPS, ast.AsyncFor: _LOOPS, ast.While: _LOOPS, ast.ListComp: _LOOPS, ast.SetComp: _LOOPS,
    ast.DictComp: _LOOPS, ast.GeneratorExp: _LOOPS, ast.Import: "imports", ast.ImportFrom: "imports",
    ast.FunctionDef: _FUNCTIONS, ast.AsyncFunctionDef: _FUNCTIONS, ast.Lambda: _FUNCTIONS, ast.ClassDef: "classes",
    ast.If: _CONDITIONS, ast.IfExp: _CONDITIONS, ast.Match: _CONDITIONS, ast.Compare: _CONDITIONS, ast.BoolOp: _CONDITIONS,
    ast.JoinedStr: "texts put together at play (f-strings)", ast.NamedExpr: "names given inside an expression (:=)",
    ast.AugAssign: "changed names (+=); give the new thing a name of its own", ast.AnnAssign: "types",
    ast.Try: "attempts (try)", ast.With: "with", ast.Raise: "raise", ast.Assert: "assert", ast.Delete: "del",
    ast.Global: "global", ast.Nonlocal: "nonlocal", ast.Await: "await", ast.Yield: "yield", ast.YieldFrom: "yield",
    ast.Set: "sets; a tuple (…, …) does it",
}  # fmt: skip


class CellError(Exception):
    """A rules cell that is refused: the line (from 1) and the reason."""

    def __init__(self, line: int, reason: str) -> None:
        super().__init__(f"line {line}: {reason}")
        self.line, self.reason = line, reason


@cache
def vocabulary() -> dict[str, Any]:
    """Every word that a rules cell may use, with its meaning."""
    return {"Game": Game, **{name: getattr(terms, name) for name in terms.__all__}}


def evaluate(source: str) -> dict[str, Any]:
    """The names that a rules cell gives, in order, with their values.

    Lines before the cell may be blank, so that an error tells the line of the chapter.

    Raises:
        CellError: the first line that is refused, and why.
    """
    return {name: value for name, (value, _) in evaluate_with_lines(source).items()}


def evaluate_with_lines(source: str) -> dict[str, tuple[Any, int]]:
    """As `evaluate`, each value with the line (from 1) that gave it its name."""
    tree = parse(source)
    cell = _Cell()
    for statement in tree.body:
        cell.assign(statement)
    return cell.names


def line_of(clause: terms.Clause, source: str) -> int:
    """The line (from 1) on which a clause stands in a cell that can be evaluated; 0 where it does not stand there so."""
    tree = parse(source)
    cell = _Cell()
    for statement in tree.body:
        cell.assign(statement)
    return cell.line_of(clause, tree)


def parse(source: str) -> ast.Module:
    """The cell as a tree, when it is not too long and not nested too deep.

    Raises:
        CellError: it is, or it is no Python.
    """
    _measure(source)
    try:
        return ast.parse(source)
    except SyntaxError as error:
        raise CellError(error.lineno or 1, error.msg) from None
    except (ValueError, MemoryError, RecursionError) as error:
        raise CellError(1, f"this cannot be read ({type(error).__name__})") from None


def _measure(source: str) -> None:
    """Count before parsing: the parser itself must not be led astray."""
    if len(source.strip()) > LONGEST:
        raise CellError(1, f"a rules cell has at most {LONGEST:,} characters, not {len(source.strip()):,}")
    tokens = signs = depth = 0
    try:
        for token in tokenize.generate_tokens(io.StringIO(source).readline):
            if token.type in (tokenize.NL, tokenize.NEWLINE, tokenize.COMMENT):
                signs = 0 if token.type == tokenize.NEWLINE else signs
                continue
            tokens += 1
            if token.type == tokenize.OP:
                depth += (token.string in "([{") - (token.string in ")]}")
                signs += token.string not in "([{)]},:=."
            elif token.type == tokenize.NUMBER and len(token.string) > 20:
                raise CellError(token.start[0], f"{token.string[:20]}… is no number of a rules cell")
            elif token.type == tokenize.NAME and token.string in ("not", "lambda", "await", "if", "or", "and"):
                signs += 1
            if depth > DEEPEST or signs > 10 * DEEPEST:
                raise CellError(token.start[0], "this is nested too deep for a rules cell")
            if tokens > MOST_TOKENS:
                raise CellError(token.start[0], f"a rules cell has at most {MOST_TOKENS:,} words and signs")
    except (tokenize.TokenError, SyntaxError):
        pass  # the parser says it better


class _Cell:
    """One cell being evaluated: the names given so far."""

    def __init__(self) -> None:
        self.names: dict[str, tuple[Any, int]] = {}
        self.depth = 0

    # Statements ------------------------------------------------------------------------------------

    def assign(self, statement: ast.stmt) -> None:
        """Carry out one line: a name, or several, and what they stand for."""
        if not isinstance(statement, ast.Assign):
            what = REFUSED.get(type(statement))
            reason = f"a rules cell says rules, no {what}" if what else "every line of a rules cell gives a thing its name: name = …"
            raise CellError(statement.lineno, reason)
        value = self.value(statement.value)
        for target in statement.targets:
            self.bind(target, value)

    def bind(self, target: ast.expr, value: Any) -> None:
        """Give a value its name; a tuple of names takes a value apart."""
        if isinstance(target, (ast.Tuple, ast.List)):
            if not isinstance(value, (tuple, list)) or len(value) != len(target.elts):
                raise CellError(target.lineno, f"here are {len(target.elts)} names, and not as many things for them")
            for one, part in zip(target.elts, value):
                self.bind(one, part)
        elif not isinstance(target, ast.Name):
            raise CellError(target.lineno, "only a plain name can stand before =")
        elif target.id.startswith("_"):
            raise CellError(target.lineno, f"a name in a rules cell begins with a letter, not as {target.id[:30]!r}")
        elif target.id in vocabulary():
            raise CellError(target.lineno, f"{target.id!r} is a word of the vocabulary; choose another name")
        else:
            self.names[target.id] = value, target.lineno

    # Expressions -----------------------------------------------------------------------------------

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
            raise CellError(node.lineno, f"a rules cell says rules; it cannot use this ({type(node).__name__})")
        self.depth += 1
        if self.depth > DEEPEST:
            raise CellError(node.lineno, "this is nested too deep for a rules cell")
        try:
            return bounded(act(node))
        except CellError:
            raise
        except Exception as error:  # whatever a word says against its use is told with the line
            clause = getattr(error, "clause", None)
            line = self.line_of(clause, node) if clause is not None else 0
            raise CellError(line or node.lineno, _said(error)) from error
        finally:
            self.depth -= 1

    def line_of(self, clause: terms.Clause, tree: ast.AST) -> int:
        """The line of the call inside a part of the cell that makes a clause; 0 where there is none."""
        for node in ast.walk(tree):
            if node is not tree and isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id != "Game":
                value = self.value(node)
                if value == clause or (isinstance(value, terms.Clauses) and clause in value):
                    return node.lineno
        return 0

    def _constant(self, node: ast.Constant) -> Any:
        if not isinstance(node.value, (int, float, str, type(None))):
            raise ValueError(f"{node.value!r:.30} is neither a number nor a text")
        return node.value

    def _name(self, node: ast.Name) -> Any:
        if node.id in self.names:
            return self.names[node.id][0]
        if node.id in vocabulary():
            return vocabulary()[node.id]
        near = difflib.get_close_matches(node.id[:60], [*self.names, *vocabulary()], 1)
        hint = f"; did you mean {near[0]!r}?" if near else ""
        raise ValueError(f"the vocabulary has no word {node.id[:60]!r}{hint}")

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
                raise CellError(node.lineno, f"no row of a rules cell has more than {MOST_PARTS:,} parts")
        return found

    def _dict(self, node: ast.Dict) -> dict[Any, Any]:
        if None in node.keys:
            raise CellError(node.lineno, "a rules cell says rules, no **")
        return {self.value(key): self.value(value) for key, value in zip(node.keys, node.values) if key is not None}

    def _unaryop(self, node: ast.UnaryOp) -> Any:
        value = self.value(node.operand)
        if not isinstance(node.op, (ast.USub, ast.UAdd)) or isinstance(value, bool) or not isinstance(value, (int, float)):
            raise ValueError("a sign stands only before a number")
        return -value if isinstance(node.op, ast.USub) else value

    def _binop(self, node: ast.BinOp) -> Any:
        left, right = self.value(node.left), self.value(node.right)
        if isinstance(node.op, ast.MatMult):
            if not isinstance(left, (terms.Clause, terms.Clauses)):
                raise ValueError("@ stands after a clause: marry(down, …) @ PLAY[3]")
            return left @ right
        numbers = all(isinstance(v, (int, float)) and not isinstance(v, bool) for v in (left, right))
        if isinstance(node.op, ast.Add) and (numbers or (type(left) is tuple and type(right) is tuple)):
            return left + right
        if isinstance(node.op, ast.Sub) and numbers:
            return left - right
        if isinstance(node.op, ast.Mult):
            if numbers:
                return left * right
            row, n = (left, right) if isinstance(left, tuple) else (right, left)
            if type(row) is tuple and type(n) is int:
                if len(row) * n > MOST_PARTS:
                    raise ValueError(f"no row of a rules cell has more than {MOST_PARTS:,} parts")
                return row * n
        if isinstance(node.op, ast.Div) and numbers:
            return left / right
        raise ValueError("a rules cell can add, subtract, multiply and divide small numbers, join rows with +, and cite with @")

    def _subscript(self, node: ast.Subscript) -> Any:
        row, at = self.value(node.value), node.slice
        if isinstance(at, ast.Slice):
            index: Any = slice(*(None if part is None else self.value(part) for part in (at.lower, at.upper, at.step)))
        else:
            index = self.value(at)
        if not (isinstance(row, (tuple, dict)) or row is terms.PLAY):
            raise ValueError("[…] stands after PLAY or after a row of things")
        return row[index]

    def _attribute(self, node: ast.Attribute) -> Any:
        value = self.value(node.value)
        allowed = METHODS.get(type(value), frozenset())
        if node.attr not in allowed:
            can = f"; it has {', '.join(sorted(allowed))}" if allowed else ""
            raise ValueError(f"a rules cell cannot ask for .{node.attr[:40]} here{can}")
        return getattr(value, node.attr)

    def _call(self, node: ast.Call) -> Any:
        word = self.value(node.func)
        if not (callable(word) and isinstance(node.func, (ast.Name, ast.Attribute))):
            raise ValueError(f"{ast.unparse(node.func)[:40]!r} is a thing, not a word that takes a bracket")
        if any(keyword.arg is None for keyword in node.keywords):
            raise CellError(node.lineno, "a rules cell says rules, no **")
        if word is Game and node.keywords:
            raise ValueError(f"Game(…) takes a title and clauses, no {node.keywords[0].arg}=")
        row = self._row(node.args)
        return word(*row, **{keyword.arg: self.value(keyword.value) for keyword in node.keywords if keyword.arg})


def bounded(value: Any) -> Any:
    """The value itself, if it lies within the bounds of a rules cell; raises ValueError if not."""
    if isinstance(value, (int, float)):
        if not math.isfinite(value) or abs(value) > LARGEST_NUMBER:
            raise ValueError(f"a number of a rules cell lies between -{LARGEST_NUMBER:,} and {LARGEST_NUMBER:,}")
    elif isinstance(value, str):
        if len(value) > LONGEST_TEXT:
            raise ValueError(f"a text of a rules cell has at most {LONGEST_TEXT} characters")
        if not value.isprintable() or UNWANTED & set(value):
            raise ValueError("a text of a rules cell has letters, digits, blanks and common signs, none of < > & ` \\")
    elif isinstance(value, (tuple, dict)):
        left = MOST_PARTS
        waiting: list[Any] = [value]
        while waiting:
            inside = waiting.pop()
            left -= len(inside)
            if left < 0:
                raise ValueError(f"no row of a rules cell has more than {MOST_PARTS:,} parts, with all that lies in them")
            parts = inside.values() if isinstance(inside, dict) else inside
            waiting += [part for part in parts if isinstance(part, (tuple, dict))]
    return value


def _said(error: Exception) -> str:
    text = str(error.args[0]) if isinstance(error, KeyError) and error.args else str(error)
    return (text or type(error).__name__)[:600]
