"""The cells of one page, run as the page is read: from above.

Whatever was run before, a cell sees what the cells above it leave behind. `Cells.run` therefore
runs first what it needs of them and has not been run as it now stands, by the names that it uses
(`cadogan.live.names`); gives each name the value that the last cell above has bound it to; and
where a cell further below has changed something in place, makes it anew.

The code is the book's or the reader's own, and runs as any Python does. A rules cell may be
anybody's: it is read by the one reader of rules (`cadogan.edition.cells`), whatever its text, and
the names that it gives are bound; nothing of it is run. An error comes as a line and a sentence.
"""

from __future__ import annotations

import ast
import io
import linecache
import random
import re
import sys
import time
import traceback
import types
from collections.abc import Callable, Iterator
from contextlib import redirect_stderr, redirect_stdout, suppress
from dataclasses import dataclass, field
from functools import lru_cache
from html import escape
from itertools import accumulate
from typing import Any

from cadogan.echo import is_whole
from cadogan.edition import cells as reader
from cadogan.edition.chapters import RulesError, errors_of
from cadogan.edition.rules import Rules

from .names import Page
from .showing import Bundle, forms, install

#: The most characters that a cell prints, and that it shows in other forms (HTML, drawings); the
#: most outputs; and the seconds between two looks at what it has printed so far.
MOST_PRINTED, MOST_SHOWN, MOST_OUTPUTS, PATIENCE = 200_000, 5_000_000, 1_000, 0.1
Output = dict[str, Any]
Tell = Callable[[dict[str, Any]], object]


class TooMuch(Exception):
    """More is printed than a page can show."""


@dataclass
class Ran:
    """A cell as it was run last: its signature then, what it has bound, and what it has shown as its
    last expression.
    """

    signature: str
    bound: dict[str, Any]
    serial: int
    value: Any


@dataclass
class Cells:
    """The page: what has been run in it, and the names that it has bound."""

    ran: dict[int, Ran] = field(default_factory=dict)
    space: dict[str, Any] = field(default_factory=dict)
    #: For what can change in place, by the cell and the name that bound it: the runs that may have
    #: changed it, in order.
    changed: dict[tuple[int, str], list[tuple[int, int]]] = field(default_factory=dict)
    serial: int = 0
    #: Of the run that is under way: the page as it now is, whom to tell of it, and what its cells
    #: have shown.
    page: Page = field(init=False)
    tell: Tell = field(init=False)
    done: dict[int, list[Output]] = field(init=False)

    def value(self, page: Page, n: int, tell: Tell) -> Any:
        """What a cell shows as its last expression, run if it has not been; None for one that
        fails.
        """
        self.run(page, n, tell, rerun=False)
        return self.ran[n].value if n in self.ran else None

    def run(
        self, page: Page, n: int, tell: Tell = lambda _: None, rerun: bool = True
    ) -> dict[int, list[Output]]:
        """Run a cell, and before it what it needs.

        Args:
            page: all cells of the page as they now are.
            n: which of them, from 0.
            tell: is called meanwhile with which cell is run and what it prints.
            rerun: whether `n` is run even if it has been run as it stands.

        Returns:
            What each cell that was run has shown, in a notebook's own form. The last one is `n`,
            unless one above has failed.
        """
        self.page, self.tell, self.done = page, tell, {}
        with suppress(_Failed):
            self._ensure(n, rerun)
        return self.done

    def _ensure(self, n: int, rerun: bool = False) -> None:
        before = self.ran.get(n)
        if before and before.signature == self.page.signatures[n] and not rerun:
            return
        for first in self.page.uses[n].values():
            self._ensure(first)
        for name, first in self.page.uses[n].items():
            self._bring(name, first, n)
        self._execute(n)

    def _bring(self, name: str, first: int, n: int) -> None:
        """Bring what a name holds, if it can change in place, to its state when the page is read as
        far as `n`.
        """
        if not _changeable(self.ran[first].bound.get(name)):
            return
        touching = self.page.touching(name, first, n)
        for m in touching:
            self._ensure(m)
        expected = [(m, self.ran[m].serial) for m in touching]
        if self.changed.get((first, name), []) == expected:
            return
        for m in (first, *touching):
            self._ensure(m, rerun=True)

    def _execute(self, n: int) -> None:
        page = self.page
        self.tell({"cell": n})
        self.serial += 1
        self._set(n)
        if n in page.rules:
            self.done[n], value, failed = self._read(n)
        else:
            self.done[n], value, failed = _run(page.sources[n], self.space, n, self.tell)
        if failed:
            self.ran.pop(n, None)
            raise _Failed
        bound = {name: self.space[name] for name in page.names[n].bound if name in self.space}
        self.ran[n] = Ran(page.signatures[n], bound, self.serial, value)
        for name in bound:
            self.changed[n, name] = []
        for name, first in page.uses[n].items():
            if name in page.touches[n]:
                self.changed.setdefault((first, name), []).append((n, self.serial))

    def _read(self, n: int) -> tuple[list[Output], None, bool]:
        """Read a rules cell after those above it, and bind the names that it gives."""
        numbers = sorted(self.page.rules)
        texts = tuple(self.page.sources[m] for m in numbers)
        number = numbers.index(n) + 1
        try:
            try:
                rules = rules_of(texts)
            except RulesError:  # perhaps of a cell below
                rules = rules_of(texts[:number])
        except RulesError as error:
            refusal = {"ename": "RulesError", "evalue": error.reason, "line": error.line}
            cell = numbers[error.cell - 1]
            return [{"output_type": "error", **refusal, "cell": cell, "traceback": []}], None, True
        self.space |= {s.name: s.value for s in rules.statements if s.cell == number}
        return [], None, False

    def _set(self, n: int) -> None:
        """Give each name the value it has for a cell, in the same dictionary, for functions look
        their names up in it.
        """
        self.space.clear()
        self.space |= {"__name__": "__main__", "__builtins__": __builtins__}
        for m in sorted(self.ran):
            if m < n:
                self.space |= self.ran[m].bound


@lru_cache(20)
def rules_of(texts: tuple[str, ...]) -> Rules:
    """Read the rules cells of a page; nothing of them is run.

    Raises:
        RulesError: one is refused: its number and the line in it, both from 1, and the reason.
    """
    starts = accumulate((text.count("\n") + 1 for text in texts), initial=1)
    cells = [reader.Cell(text, start) for text, start in zip(texts, starts)]
    with errors_of(cells, ""):
        return reader.read(*cells)


class _Failed(Exception):
    """A cell has failed, and with it what needs it."""


def _changeable(value: object) -> bool:
    """Whether a value may change in place."""
    if isinstance(value, (random.Random, Iterator, io.IOBase)) or value is random:
        return True
    kind = type(value)
    if kind in (type, types.FunctionType, types.ModuleType):
        return False
    if isinstance(value, tuple):
        return any(map(_changeable, value))
    return (
        kind.__hash__ is None
        or hasattr(value, "_session")
        or (kind.__module__ == "__main__" and kind.__hash__ is object.__hash__)
    )


# One cell
# ----------------------------------------------------------------------------------------------------------------


class _Outputs(list[Output]):
    """What a cell shows, and how many characters of it are printed and shown otherwise."""

    printed = drawn = 0

    def show(self, kind: str, bundle: Bundle, **more: Any) -> None:
        """Take a value in its forms; one with no form but text counts as printed.

        Raises:
            TooMuch: a page cannot hold it.
        """
        size = sum(len(str(form)) for form in bundle.values())
        if bundle.keys() == {"text/plain"}:
            self.add(printed=size)
        else:
            self.add(drawn=size)
        self.append({"output_type": kind, "data": bundle, "metadata": {}, **more})

    def add(self, printed: int = 0, drawn: int = 0) -> None:
        """Add to the characters.

        Raises:
            TooMuch: a page cannot hold so many, or so many outputs.
        """
        self.printed += printed
        self.drawn += drawn
        if self.printed > MOST_PRINTED:
            raise TooMuch(
                f"This cell has printed more than {MOST_PRINTED:,} characters, and was stopped there."
            )
        if self.drawn > MOST_SHOWN or len(self) >= MOST_OUTPUTS:
            raise TooMuch("This cell has shown more than a page can hold, and was stopped there.")


class _Printed(io.TextIOBase):
    """The stream that a cell prints to: told as it comes, and cut where it is too much."""

    def __init__(self, name: str, outputs: _Outputs, tell: Tell) -> None:
        self.stream, self.outputs, self.heard = name, outputs, tell
        self.since = time.monotonic()

    def writable(self) -> bool:
        return True

    def write(self, text: str) -> int:
        last = self.outputs[-1] if self.outputs else {}
        if last.get("name") != self.stream:
            last = {"output_type": "stream", "name": self.stream, "text": []}
            self.outputs.append(last)
        last["text"].append(text[:MOST_PRINTED])
        self.outputs.add(printed=len(text))
        if time.monotonic() - self.since > PATIENCE:
            self.since = time.monotonic()
            self.heard({"printed": "".join(last["text"])[-2000:]})
        return len(text)


def _run(source: str, space: dict[str, Any], n: int, tell: Tell) -> tuple[list[Output], Any, bool]:
    outputs = _Outputs()
    value = last_line = None
    name = f"<cell {n}>"
    linecache.cache[name] = (len(source), None, source.splitlines(keepends=True), name)

    space["display"] = install(lambda bundle: outputs.show("display_data", bundle))
    space["input"] = _no_input
    failed = False
    try:
        with (
            redirect_stdout(_Printed("stdout", outputs, tell)),
            redirect_stderr(_Printed("stderr", outputs, tell)),
        ):
            tree = ast.parse(source, name)
            last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
            exec(compile(tree, name, "exec"), space)
            if last is not None:
                value = eval(compile(ast.Expression(last.value), name, "eval"), space)  # type: ignore[attr-defined]
                if value is not None and not source.rstrip().endswith(";"):
                    last_line = last.lineno
                    outputs.show("execute_result", forms(value), execution_count=None)
    except BaseException as error:  # whatever the reader's code raises, SystemExit too
        outputs.append({"output_type": "error", **error_output(error, n, last_line)})
        failed = True
    for output in outputs:
        if output["output_type"] == "stream":
            output["text"] = "".join(output["text"])
    return outputs, value, failed


def _no_input(prompt: object = "") -> str:
    raise RuntimeError("A cell in the page cannot ask with input(): write the value into the cell.")


#: What belongs to the machine in a message: the number of a system's error, a module's path.
INSIDE = re.compile(r"^\[Errno \d+\] | \((?:/[^)]*|unknown location)\)")


def error_output(error: BaseException, n: int, line: int | None = None) -> Output:
    """An error as the cell's author needs it: the kind, the sentence, the line, and the cell where
    it was raised.

    Args:
        error: what was raised.
        n: the cell that was run.
        line: the line to give where none of the cell's own was being run.

    >>> error_output(ZeroDivisionError("division by zero"), 0)
    {'ename': 'ZeroDivisionError', 'evalue': 'division by zero', 'line': None, 'cell': 0, 'traceback': []}
    """
    kind = type(error).__name__
    cell = n
    if isinstance(error, SyntaxError) and (error.filename or "").startswith("<cell"):
        line, reason = error.lineno, error.msg
    else:
        text = traceback.TracebackException(type(error), error, error.__traceback__, compact=True)
        reason = "".join(text.format_exception_only()).strip().partition("\n")[0]
        reason = reason.partition(": ")[2] if reason.split(":")[0].endswith(kind) else reason
        for frame in traceback.extract_tb(error.__traceback__):
            if frame.filename.startswith("<cell "):
                line, cell = frame.lineno, int(frame.filename[6:-1])
    if isinstance(error, AssertionError) and not str(error):
        reason = "what is asserted here does not hold"
    elif isinstance(error, RecursionError):
        reason = "a function calls itself without end"
    elif isinstance(error, MemoryError) or "index-sized integer" in str(error):
        reason = "there is not enough memory"
    elif isinstance(error, SystemExit):
        reason = "the cell has ended itself"
    elif isinstance(error, ZeroDivisionError) and str(error).startswith("Fraction("):
        reason = f"division by zero: {error}"
    elif isinstance(error, ModuleNotFoundError) and sys.platform == "emscripten":
        reason = f"the page's Python has no module named {error.name!r}"
    elif type(error) is KeyError and error.args:
        reason = f"there is no {error.args[0]!r} here"
    elif str(error) and not isinstance(
        error, (SyntaxError, NameError, AttributeError, ImportError)
    ):
        reason = str(error)
    reason = INSIDE.sub("", reason) or "no reason is given"
    return {"ename": kind, "evalue": reason, "line": line, "cell": cell, "traceback": []}


# What the page asks
# -------------------------------------------------------------------------------------------------------

_page = Cells()


def answer(question: dict[str, Any], tell: Tell = lambda _: None) -> dict[str, Any]:
    """Answer the page: run a cell, or say how the cells stand.

    Args:
        question: ``cells``, their texts; ``rules``, the numbers of those that are read as rules and
            never run; ``run``, which of them, if one; ``again``, false where it is enough that it
            has been run as it stands; ``slide``, the ``cell`` of a slider and the ``value`` it is
            moved to; ``printed``, the texts of the book, if their signatures are wanted.
        tell: is called meanwhile with which cell is run and what it prints.

    Returns:
        ``shown``, what each cell that was run has shown; for every cell its signature, which
        changes with whatever the cell may depend on, in ``signatures``; in ``printed`` those of the
        book's own; and the ``state`` of a slider as HTML.

    Raises:
        ValueError: the question cannot be answered; the sentence says why.
    """
    page, n = _page_in(question, "cells"), question.get("run")
    reply: dict[str, Any] = {"shown": {}}
    if n is not None:
        if not is_whole(n, 0, len(page.sources) - 1):
            raise ValueError(f"There is no cell {n!r}.")
        reply["shown"] = _page.run(page, n, tell, question.get("again", True))
    if "slide" in question:
        reply["state"] = _moved(page, question["slide"], tell)
    reply["signatures"] = page.signatures
    if "printed" in question:
        reply["printed"] = _page_in(question, "printed").signatures
    return reply


def _moved(page: Page, setting: Any, tell: Tell) -> str:
    """The state of a slider that a cell shows, at a value of the reader's own, as HTML."""
    if (
        not isinstance(setting, dict)
        or not isinstance(n := setting.get("cell"), int)
        or not 0 <= n < len(page.sources)
    ):
        raise ValueError("A slider is that of a cell.")
    slide = _page.value(page, n, tell)
    if not hasattr(slide, "state_at"):
        raise ValueError("This cell shows no slider as it now stands.")
    try:
        value = float(setting.get("value"))  # type: ignore[arg-type]
    except (TypeError, ValueError):
        raise ValueError("Enter a number.") from None
    state = slide.state_at(value)
    return f"<p>{escape(state)}</p>" if isinstance(state, str) else str(state._repr_html_())


def _page_in(question: dict[str, Any], name: str) -> Page:
    """The cells of a page that a question holds under a name."""
    texts, rules = question.get(name), question.get("rules")
    if not isinstance(texts, list) or not all(isinstance(text, str) for text in texts):
        raise ValueError("The cells of a page are a list of texts.")
    if not isinstance(rules, list) or not all(is_whole(n, 0, len(texts) - 1) for n in rules):
        raise ValueError("The question must say which of the cells are rules, by their numbers.")
    return Page(texts, rules)
