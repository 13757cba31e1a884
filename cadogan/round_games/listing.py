"""The lines of a round game that stand in its chapter: always its own source, never a copy."""

from __future__ import annotations

import ast
import inspect
import re
from collections.abc import Callable
from dataclasses import dataclass
from textwrap import dedent, fill
from typing import Any

from cadogan.echo import nearest

#: The columns of code that a chapter shows, and a docstring of one paragraph, which is fitted to
#: them.
COLUMNS = 90
DOCSTRING = re.compile(r'^( *)("""(?:[^"\n]|\n(?!\n))*""")$', re.MULTILINE)


@dataclass(frozen=True, repr=False)
class Listing:
    """Lines of Python. They print as they are, and a notebook shows them in colours.

    Attributes:
        text: the lines; of an excerpt those that are shown at once.
        whole: of an excerpt all the lines, which a notebook shows folded; else empty.
    """

    text: str
    whole: str = ""

    def __repr__(self) -> str:
        return self.text

    def _repr_markdown_(self) -> str:
        code = f"```python\n{self.text}\n```"
        if not self.whole:
            return code
        *others, last = re.findall(r"^def (\w+)", self.whole, re.MULTILINE) or [""]
        names = f"{', '.join(others)} and {last}" if others else last
        summary = f"<details><summary>The whole of {names or 'it'}</summary>"
        return f"{code}\n\n{summary}\n\n```python\n{self.whole}\n```\n\n</details>"

    def between(self, first: str, last: str) -> Listing:
        """An excerpt: from the line in which ``first`` stands to the next in which ``last`` does.

        Raises:
            ValueError: there are no such lines.
        """
        lines = self.text.splitlines()
        begin = next((n for n, line in enumerate(lines) if first in line), None)
        end = next((n for n, line in enumerate(lines) if last in line and n >= (begin or 0)), None)
        if begin is None or end is None:
            raise ValueError(f"no line here has {(first if begin is None else last)!r}")
        return Listing(dedent("\n".join(lines[begin : end + 1])), self.text)


def listing(game: type, *parts: str | Callable[..., Any]) -> Listing:
    """The source of some parts of a game, in this order.

    Args:
        game: the class of the game.
        parts: names of its methods and options, its own or inherited; or functions.

    Raises:
        ValueError: the game has no such part.
    """
    return Listing(
        "\n\n".join(
            _source_of(game, part) if isinstance(part, str) else _tidy(inspect.getsource(part))
            for part in parts
        )
    )


def _source_of(game: type, name: str) -> str:
    """The source of a method or an option, with its decorators."""
    for owner in game.__mro__:
        if name in vars(owner) and owner is not object:
            text = inspect.getsource(owner)
            (top,) = ast.parse(text).body
            assert isinstance(top, ast.ClassDef)
            for node in top.body:
                if name == _binds(node):
                    first = min(
                        part.lineno for part in (node, *getattr(node, "decorator_list", ()))
                    )
                    return _tidy("\n".join(text.splitlines()[first - 1 : node.end_lineno]))
    every = [part for owner in game.__mro__ for part in vars(owner)]
    raise ValueError(f"{game.__name__} has no part {name[:80]!r}{nearest(name, every, alike=0.5)}")


def _binds(node: ast.stmt) -> str:
    """The name that a statement of a class body defines, if it defines one."""
    target = getattr(node, "target", None) or getattr(node, "targets", [None])[0]
    return str(getattr(node, "name", "") or getattr(target, "id", ""))


def _tidy(text: str) -> str:
    """Lines that begin at the margin, a docstring wrapped to the width of the page."""
    return DOCSTRING.sub(
        lambda match: fill(
            " ".join(match[2].removesuffix('"""').split()) + '"""',
            COLUMNS,
            initial_indent=match[1],
            subsequent_indent=match[1],
        ),
        dedent(text).rstrip(),
    )
