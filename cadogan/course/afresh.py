"""An answer of a notebook marked in a process of its own, in which nothing of that notebook is left.

What the cell of a class pack runs that marks an answer: ``python -I -m cadogan.course.afresh`` is sent
the exercise, the answer's name and its value as text, and the cells that were run. Whatever they have
made of the package in the notebook's own kernel is not there; code is run apart (`apart`); and an
answer that was looked up in the package, or comes of what was, is none."""

from __future__ import annotations

import ast
import json
import re
import sys
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from cadogan.course import apart
from cadogan.course.asking import exercise
from cadogan.course.kinds import Function, Race
from cadogan.course.verdict import Verdict
from cadogan.edition.needs import needed, statements

#: What no answer is made with: what is right, and ways to reach anything under another name.
LOOKED_UP = re.compile(
    r"\b(exercises?|another|ask|reveal|expects|solution|because|reference|model)\s*\(|"
    r"\.(expects|solution|because|reference)\b|\bcadogan\.course\b|"
    r"\b(getattr|setattr|eval|exec|compile|globals|locals|vars|__import__|importlib|sys)\b"
)


def mark(name: str, variable: str, shown: str, cells: Sequence[str]) -> Verdict:
    """Mark an answer.

    Args:
        name: of the exercise.
        variable: the answer's name in the notebook.
        shown: the answer's value, as ``repr`` has it.
        cells: those that were run, in order.
    """
    one, expects = exercise(name), exercise(name).expects
    if shown == "None":
        return Verdict("open", f"Write {expects.form}.")
    code = _code(variable, cells)
    if LOOKED_UP.search(code):
        return Verdict("unread", "An answer that is looked up in the package is none.")
    value = _value(shown)
    if not isinstance(expects, Function | Race):
        return one.mark(value)
    if isinstance(value, str):
        return apart.mark(expects, value)
    wanted = expects.name if isinstance(expects, Function) else "player"
    return apart.mark(expects, f"{code}\n{wanted} = {variable}\n")


def _code(variable: str, cells: Sequence[str]) -> str:
    """The statements that an answer's value comes of."""
    every = statements([cell for cell in cells if "cadogan.course.afresh" not in cell])
    last = [one for one in every if variable in one.binds]
    kept = needed(every, last[-1]) if last else []
    return "\n".join(ast.unparse(one.node) for one in kept)


def _value(shown: str) -> Any:
    """A value of its text: a number, a fraction, a text, several of them; else a text that says
    nothing.
    """
    plain = re.sub(r"\b(?:np|numpy)\.\w+\(([^()]*)\)", r"\1", shown)
    try:
        return _read(ast.parse(plain, mode="eval").body)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return ()


def _read(node: ast.expr) -> Any:
    match node:
        case ast.Call(ast.Name("Fraction"), [top, bottom], []):
            return Fraction(_read(top), _read(bottom))
        case ast.Call(ast.Name("range"), args, []) if len(args) < 4:
            return range(*map(_read, args))
        case ast.Tuple(parts) | ast.List(parts):
            return [_read(part) for part in parts]
        case ast.Set(parts):
            return {_read(part) for part in parts}
    return ast.literal_eval(node)


def main() -> None:
    """Mark the answer that is sent, and tell the verdict."""
    name, variable, shown, cells = json.loads(sys.stdin.read())
    verdict = mark(name, variable, shown, cells)
    print(json.dumps({"mark": verdict.mark, "says": str(verdict), "share": verdict.share}))


if __name__ == "__main__":
    main()
