"""An answer from a notebook, marked in a process of its own that shares nothing with that notebook.

The marking cell of a class pack runs ``python -I -m cadogan.course.afresh`` and sends it the exercise,
the answer's name and its value as text, and the cells that were run. Whatever they changed in the
package stays in the notebook's kernel; code is run apart (`apart`); and an answer that was looked up
in the package, or computed from one that was, does not count."""

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

#: What no answer may use: the right answers, and ways to reach anything under another name.
LOOKED_UP = re.compile(
    r"\b(exercises?|another|ask|reveal|expects|solution|because|reference|model)\s*\(|"
    r"\.(expects|solution|because|reference)\b|\bcadogan\.course\b|"
    r"\b(getattr|setattr|eval|exec|compile|globals|locals|vars|__import__|importlib|sys)\b"
)


def mark(name: str, variable: str, text: str, cells: Sequence[str]) -> Verdict:
    """Mark an answer.

    Args:
        name: the exercise's name.
        variable: the answer's name in the notebook.
        text: the ``repr`` of the answer's value.
        cells: the cells that were run, in order.
    """
    problem = exercise(name)
    expects = problem.expects
    if text == "None":
        return Verdict("open", f"Write {expects.form}.")
    code = _code(variable, cells)
    if LOOKED_UP.search(code):
        return Verdict("unread", "An answer looked up in the package does not count.")
    value = _value(text)
    if not isinstance(expects, Function | Race):
        return problem.mark(value)
    if isinstance(value, str):
        return apart.mark(expects, value)
    function_name = expects.name if isinstance(expects, Function) else "player"
    return apart.mark(expects, f"{code}\n{function_name} = {variable}\n")


def _code(variable: str, cells: Sequence[str]) -> str:
    """The source of the statements that an answer's value depends on."""
    every = statements([cell for cell in cells if "cadogan.course.afresh" not in cell])
    last = [statement for statement in every if variable in statement.binds]
    sources = needed(every, last[-1]) if last else []
    return "\n".join(ast.unparse(source.node) for source in sources)


def _value(text: str) -> Any:
    """Read a value from its ``repr``: a number, a fraction, a text or several of them; ``()``,
    which answers nothing, from any other.
    """
    plain = re.sub(r"\b(?:np|numpy)\.\w+\(([^()]*)\)", r"\1", text)
    try:
        return _read(ast.parse(plain, mode="eval").body)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return ()


def _read(node: ast.expr) -> Any:
    match node:
        case ast.Name("nan" | "inf" as name):
            return float(name)
        case ast.UnaryOp(ast.USub(), ast.Name("inf")):
            return float("-inf")
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
    """Mark the answer on standard input, and print the verdict."""
    name, variable, text, cells = json.loads(sys.stdin.read())
    verdict = mark(name, variable, text, cells)
    print(json.dumps({"mark": verdict.mark, "says": str(verdict), "share": verdict.share}))


if __name__ == "__main__":
    main()
