"""Cells of the book in a notebook whose rules are the reader's own.

What a page says of its game is true of the rules as printed: a sentence over a number, a stored
game, a hidden assertion. As long as a notebook's rules are these, its cells run as any cell does,
and a false assertion fails. Once they are not, a cell that stands in the book as it was run, and
that does not hold any more, says so in one line, and the run goes on. A cell that the reader wrote
or changed raises as ever, and so does every rules cell."""

from __future__ import annotations

import ast
from collections.abc import Iterable, MutableMapping
from html import escape
from typing import Any

from cadogan.echo import cut

#: The name under which a cell reaches its `Asides`.
NAME = "_cadogan_asides"
#: What holds a page's text to its numbers, besides ``assert``.
HOLDING = frozenset({"claim"})
#: Tags of cells that only do so, and of questions, which are about the rules as printed.
OF_THE_TEXT = frozenset({"claim", "exercise"})
#: Statements that run as they stand.
PLAIN = (ast.Import, ast.ImportFrom, ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)
#: The longest reason that is told, in characters.
LONGEST = 160


class Line:
    """What a notebook says of itself: a line, seldom several."""

    def __init__(self, text: str) -> None:
        self.text = text

    def __repr__(self) -> str:
        return self.text

    def _repr_html_(self) -> str:
        lines = "<br>".join(map(escape, self.text.split("\n")))
        return f'<p class="cadogan-aside"><em>{lines}</em></p>'


class Asides:
    """Puts aside what fails in the cell that is being run, and says so in at most one line.

    Attributes:
        names: the notebook's names.
        holding: whether the cell only holds the page's text to its numbers.
        failed: whether a statement of it has failed.
    """

    def __init__(self, names: MutableMapping[str, Any], holding: bool = False) -> None:
        self.names, self.holding = names, holding
        self.failed = self.told = False

    def passed(self) -> None:
        """Say that what holds the text to its numbers is not tried."""
        if not self.told:
            self.told = True
            say("This holds the page's text to the rules as printed; yours are others.")

    def aside(self, error: BaseException, names: Iterable[str], stops: bool) -> None:
        """Put aside what a statement has raised.

        Args:
            error: what was raised.
            names: the names that the statement would have given; what they stood for is forgotten,
                for it belongs to something else.
            stops: whether what stands below in the cell may need it.
        """
        self.failed = self.failed or stops
        self.forget(names)
        if not self.told:
            self.told = True
            what = "This holds the page's text to" if self.holding else "This speaks of"
            reason = cut(str(error).strip().partition("\n")[0], LONGEST)
            say(
                f"{what} the rules as printed; yours are others, and it is passed over"
                f"{f' ({reason.rstrip(chr(46))}).' if reason else '.'}"
            )

    def exercise(self, name: str) -> Any:
        """An exercise about the rules as printed, which is marked by them."""
        from cadogan.course.asking import exercise, forget

        forget(name)
        say("This question is about the rules as printed, and is marked by them.")
        return exercise(name)

    def forget(self, names: Iterable[str]) -> None:
        """Unbind names."""
        for name in names:
            self.names.pop(name, None)


def say(text: str) -> None:
    """Show a line where the cell shows its output."""
    from IPython.display import display

    display(Line(text))  # type: ignore[no-untyped-call]


def set_apart(tree: ast.Module, *, untried: bool = False, unrun: bool = False) -> ast.Module:
    """A cell of the book whose statements are put aside where they fail.

    Args:
        tree: the cell.
        untried: whether what holds the text to its numbers is left out, for its cell does little
            else; by other rules a search may not end.
        unrun: whether all is left out but imports and functions, and the question that it asks.

    >>> print(ast.unparse(set_apart(ast.parse("a = 1\\nassert a == 2"))))  # doctest: +ELLIPSIS
    if not _cadogan_asides.failed:
        try:
            a = 1
        except Exception as _cadogan_error:
            _cadogan_asides.aside(_cadogan_error, ('a',), True)
    else:
        _cadogan_asides.forget(('a',))
    try:
        assert a == 2
    except Exception as _cadogan_error:
        _cadogan_asides.aside(_cadogan_error, (), False)
    >>> print(ast.unparse(set_apart(ast.parse("a = 1\\nassert a == 2"), unrun=True)))
    _cadogan_asides.forget(('a',))
    _cadogan_asides.passed()
    """
    body: list[ast.stmt] = []
    end = tree.body[-1].end_lineno if tree.body else 0
    for node in map(_asked_as_printed, tree.body):
        last = node.end_lineno == end and isinstance(node, ast.Expr) and not _holds(node)
        if isinstance(node, PLAIN) or _asks(node):
            body.append(node)
        elif unrun and (names := tuple(sorted(_assigned(node)))):
            body += _instead(f"{NAME}.forget({names!r})", node)
        elif unrun or (untried and _holds(node)):
            body += _instead(f"{NAME}.passed()", node)
        else:
            body += _apart(node, last)
    tree.body = body
    return ast.fix_missing_locations(tree)


def _instead(text: str, node: ast.stmt) -> list[ast.stmt]:
    return [ast.copy_location(statement, node) for statement in ast.parse(text).body]


def _asks(node: ast.stmt) -> bool:
    match node:
        case ast.Expr(ast.Call(ast.Attribute(ast.Name(name), "exercise"))):
            return name == NAME
    return False


def _apart(node: ast.stmt, last: bool) -> list[ast.stmt]:
    """A statement whose failure is put aside; the value of the last expression is shown as ever."""
    holds, names = _holds(node), tuple(sorted(_assigned(node)))
    inner: ast.stmt = node
    after: list[ast.stmt] = []
    value = "_cadogan_value"
    if last:
        assert isinstance(node, ast.Expr)
        inner = ast.copy_location(ast.Assign([ast.Name(value, ast.Store())], node.value), node)
        after = ast.parse(value).body
    (attempt,) = ast.parse(
        f"try:\n    pass\nexcept Exception as _cadogan_error:\n"
        f"    {NAME}.aside(_cadogan_error, {names!r}, {not holds})"
    ).body
    assert isinstance(attempt, ast.Try)
    attempt.body = [inner]
    if holds:
        return [attempt]
    (going,) = ast.parse(
        f"if not {NAME}.failed:\n    pass\nelse:\n    {NAME}.forget({names!r})"
    ).body
    assert isinstance(going, ast.If)
    going.body = [attempt]
    first = ast.parse(f"{value} = None").body if last else []
    return [ast.copy_location(statement, node) for statement in (*first, going, *after)]


def _asked_as_printed(node: ast.stmt) -> ast.stmt:
    """The statement; where it asks an exercise, without its answer, so that the page's is asked."""
    match node:
        case ast.Expr(ast.Call(ast.Name("ask"), [ast.Constant(str(name)), _, *_])):
            return ast.fix_missing_locations(_instead(f"{NAME}.exercise({name!r})", node)[0])
    return node


def _holds(node: ast.stmt) -> bool:
    match node:
        case ast.Assert():
            return True
        case ast.Expr(ast.Call(ast.Name(name))):
            return name in HOLDING
    return False


def _assigned(node: ast.stmt) -> set[str]:
    """The names that a statement binds by ``=``."""
    if not isinstance(node, ast.Assign):
        return set()
    return {
        part.id
        for target in node.targets
        for part in ast.walk(target)
        if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store)
    }
