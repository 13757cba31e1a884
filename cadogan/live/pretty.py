"""Values as a notebook prints them: Python's own `repr`, and one part a line where it is longer
than a line.

A notebook's kernel prints so (IPython); the page's Python has no kernel. A test compares the two.
"""

from __future__ import annotations

from collections import Counter, OrderedDict, defaultdict, deque
from collections.abc import Iterator
from dataclasses import dataclass
from inspect import signature
from types import BuiltinFunctionType, FunctionType
from typing import Any

WIDTH = 79
#: The most parts of a value that are printed.
MOST = 1000
_BRACKETS: dict[Any, tuple[str, str]] = {
    list: ("[", "]"),
    tuple: ("(", ")"),
    set: ("{", "}"),
    frozenset: ("frozenset({", "})"),
}
#: A text; or what opens a group, its parts, and what closes it; or a key with its value; or the
#: lines of a text.
Part = Any


def pretty(value: object) -> str:
    """A value as text.

    >>> print(pretty({"pack": list(range(26)), "talon": ()}))
    {'pack': [0,
      1,
      2,
      3,
      4,
      5,
      6,
      7,
      8,
      9,
      10,
      11,
      12,
      13,
      14,
      15,
      16,
      17,
      18,
      19,
      20,
      21,
      22,
      23,
      24,
      25],
     'talon': ()}
    """
    return _Lines().lay(_parts(value, ()))


def _parts(value: Any, around: tuple[int, ...]) -> Part:
    kind: Any = type(value)
    if id(value) in around:
        return {list: "[...]", tuple: "(...)", dict: "{...}"}.get(kind, "...")
    inside = (*around, id(value))
    if kind in _BRACKETS:
        opening, closing = _BRACKETS[kind]
        if not value and kind in (set, frozenset):
            return f"{kind.__name__}()"
        some = list(value)
        if kind in (set, frozenset) and len(some) <= MOST:
            some = _in_order(some)
        end = f",{closing}" if kind is tuple and len(some) == 1 else closing
        return _group(opening, [_parts(one, inside) for one in some[:MOST]], end, len(some) > MOST)
    if kind is dict:
        pairs = [
            ("pair", _parts(key, inside), _parts(one, inside))
            for key, one in list(value.items())[:MOST]
        ]
        return _group("{", pairs, "}", len(value) > MOST)
    if kind in (Counter, OrderedDict, defaultdict, deque):
        arguments: list[Any] = [list(value)] if kind is deque else []
        if kind is defaultdict:
            arguments = [value.default_factory, dict(value)]
        elif value and kind is not deque:
            arguments = [dict(value.most_common()) if kind is Counter else list(value.items())]
        return _group(f"{kind.__name__}(", [_parts(one, inside) for one in arguments], ")", False)
    if isinstance(value, type) and kind.__repr__ is type.__repr__:
        return _named(value)
    if kind in (FunctionType, BuiltinFunctionType):
        try:
            return f"<function {_named(value)}{signature(value)}>"
        except (TypeError, ValueError):
            return f"<function {_named(value)}>"
    lines = repr(value).splitlines() or [""]
    return lines[0] if len(lines) == 1 else ("lines", lines)


def _named(value: Any) -> str:
    module = value.__module__
    return (
        str(value.__qualname__)
        if module in (None, "builtins")
        else f"{module}.{value.__qualname__}"
    )


def _in_order(some: list[Any]) -> list[Any]:
    try:
        return sorted(some)
    except Exception:  # as they come
        return some


def _group(opening: str, items: list[Part], closing: str, more: bool) -> Part:
    return ("group", opening, [*items, "..."] if more else items, closing)


def _tokens(part: Part) -> Iterator[tuple[str, Any]]:
    """Texts; ("open", how far it sets in) and ("close", …) of groups; ("break", …) where a line may
    end, ("newline", …) where it does.
    """
    if isinstance(part, str):
        yield "text", part
    elif part[0] == "lines":
        yield "open", 0
        for n, line in enumerate(part[1]):
            if n:
                yield "newline", None
            yield "text", line
        yield "close", None
    elif part[0] == "pair":
        yield from _tokens(part[1])
        yield "text", ": "
        yield from _tokens(part[2])
    else:
        _, opening, items, closing = part
        yield "text", opening
        yield "open", len(opening)
        for n, item in enumerate(items):
            if n:
                yield "text", ","
                yield "break", None
            yield from _tokens(item)
        yield "close", None
        yield "text", closing


@dataclass
class _Group:
    """A group that is open: how deep it lies, how far it is set in, and whether its breaks end the
    line.
    """

    depth: int
    indent: int
    broken: bool = False


class _Lines:
    """The laying out itself: what does not fit breaks the outermost open group that still has
    breaks in the line.
    """

    def __init__(self) -> None:
        self.done: list[str] = []
        self.column = 0
        #: What is not yet laid: texts, and breaks as their groups.
        self.pending: list[str | _Group] = []
        self.groups = [_Group(0, 0)]

    def lay(self, part: Part) -> str:
        for kind, value in _tokens(part):
            if kind == "open":
                self.groups.append(_Group(len(self.groups), self.groups[-1].indent + value))
            elif kind == "close":
                self.groups.pop()
            elif kind == "text":
                self.pending.append(value)
                self._shrink()
            elif kind == "newline" or self.groups[-1].broken:
                self._flush(len(self.pending))
                self._end_line(self.groups[-1])
            else:
                self.pending.append(self.groups[-1])
                self._shrink()
        self._flush(len(self.pending))
        return "".join(self.done)

    def _shrink(self) -> None:
        """Break groups until the line fits, and lay what is settled."""
        while (
            self.column + sum(len(one) if isinstance(one, str) else 1 for one in self.pending)
            > WIDTH
        ):
            breaks = [one for one in self.pending if isinstance(one, _Group)]
            outermost = min((one.depth for one in breaks), default=len(self.groups))
            for group in self.groups[
                :outermost
            ]:  # they have no break in this line; their next one ends it
                group.broken = True
            if not breaks:
                break
            group = [one for one in breaks if one.depth == outermost][-1]
            group.broken = True
            self._flush(max(n for n, one in enumerate(self.pending) if one is group) + 1)
        self._flush(
            next(
                (n for n, one in enumerate(self.pending) if isinstance(one, _Group)),
                len(self.pending),
            )
        )

    def _flush(self, end: int) -> None:
        for one in self.pending[:end]:
            if isinstance(one, _Group) and one.broken:
                self._end_line(one)
            else:
                self.done.append(one if isinstance(one, str) else " ")
                self.column += len(self.done[-1])
        del self.pending[:end]

    def _end_line(self, group: _Group) -> None:
        self.done.append("\n" + " " * group.indent)
        self.column = group.indent
