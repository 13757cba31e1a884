"""Other people's code, run in a process of its own with limits on time, memory and output, and
without access to the right answers.

A function that is handed in is called there on the cases of its exercise; its values come back and
are judged here. The process has the standard library's mathematics and nothing of the package, opens
no file, and starts no process. A player that races needs the package, for it is given positions; only
its moves come back, and the referee plays them again here.

This is a fence, not a wall. Python guards itself from the inside, and the operating system lets the
process open no further file and, unless it is root's, start no other; whoever marks the code of
strangers is safer with a separate account for it."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from cadogan.course.kinds import LONGEST_CODE, PLAYER, Function, Race
from cadogan.course.verdict import Kind, Verdict

#: The time that a function and a player may take in all, in seconds.
SECONDS, RACE_SECONDS = 10, 60
#: The largest memory of such a process, and the most that it may write, in bytes.
MEMORY, OUTPUT = 1_500_000_000, 2_000_000

#: The beginning of every script. `limit` is called before the code; after it nothing is opened or started.
GUARD = r"""
import abc, array, bisect, cmath, collections, collections.abc, copy, dataclasses, decimal, enum, fractions
import functools, heapq, itertools, json, math, numbers, operator, os, random, re, statistics, string, sys, time, types, typing
write, loads, dumps = os.write, json.loads, json.dumps

def limit(seconds):
    try:
        import resource
    except ImportError:
        resource = None
    limits = {"AS": MEMORY, "CPU": seconds + 1, "FSIZE": OUTPUT, "NOFILE": 0, "NPROC": 0, "CORE": 0}
    for name, most in limits.items():
        try:
            resource.setrlimit(getattr(resource, f"RLIMIT_{name}"), (most, most))
        except (AttributeError, ValueError, OSError):
            pass
    # Modules that start a process or import a module unseen by the hook.
    for name in ("subprocess", "_posixsubprocess", "_winapi", "_imp"):
        vars(sys.modules.pop(name, types.ModuleType(name))).clear()
    barred = ("open", "os.", "subprocess.", "socket.", "shutil.", "ctypes.", "tempfile.", "pty.", "sys.addaudithook")
    def hook(event, args):
        if event == "import":
            raise ImportError(f"{args[0]} is not at hand where answers are marked")
        if event.startswith(barred):
            raise PermissionError(f"{event} is not permitted where answers are marked")
    sys.addaudithook(hook)

def tell(value):
    write(1, (dumps(value) + "\n").encode())

def ended(error):
    try:
        message = str(error)
    except Exception:
        message = ""
    return [type(error).__name__, message[:200]]

def plain(value, depth=0):
    kind = type(value)
    if value is None or kind is bool:
        return value
    if kind in (int, float, fractions.Fraction):
        return {kind.__name__: str(value) if kind is not float else repr(value)}
    if kind is str and len(value) <= 1000:
        return value
    if kind in (list, tuple) and len(value) <= 1000 and depth < 4:
        return {kind.__name__: [plain(part, depth + 1) for part in value]}
    if isinstance(value, (int, float)):
        return plain(float(value), depth + 1)
    return {"other": repr(value)[:200]}

def defined(code, name):
    space = {}
    exec("from fractions import Fraction\nfrom math import *\nfrom itertools import *\nimport random\n", space)
    try:
        exec(compile(code, "your answer", "exec"), space)
    except SyntaxError as error:
        tell({"unread": f"Line {error.lineno} is not Python: {error.msg}."})
    except BaseException as error:
        tell({"unread": "The code ends with an error: " + ": ".join(part for part in ended(error) if part)})
    else:
        if callable(space.get(name)):
            return space[name]
        tell({"unread": f"The code defines no function {name}."})
    sys.exit()
"""
#: The script for a function: it has the code and the cases, but not the right values.
CASES = r"""
task = loads(sys.stdin.read())
cases = [eval(case, {"Fraction": fractions.Fraction}) for case in task["cases"]]
limit(task["seconds"])
own = defined(task["code"], task["name"])
for case in cases:
    try:
        report = {"gives": plain(own(*case))}
    except BaseException as error:
        report = {"error": ended(error)}
    tell(report)
"""
#: The script for a player, which reports the numbers of the moves it chose.
PLAYS = r"""
task = loads(sys.stdin.read())
sys.path[:0] = task["path"]
import cadogan
game = cadogan.games[task["game"]]
race = functools.partial(cadogan.odds.difference, game, game, task["against"], n=task["n"])
cadogan.odds.difference(game, game, task["against"], than=lambda seen, moves: moves[0], n=2)
limit(task["seconds"])
own, chosen = defined(task["code"], task["name"]), []

def noted(seen, moves):
    move = own(seen, moves)
    chosen.append(-1 if move is None else list(moves).index(move))
    return move

try:
    race(than=noted)
except BaseException as error:
    tell({"error": ended(error)})
else:
    tell({"chosen": chosen})
"""


@dataclass(frozen=True)
class Other:
    """A value that is no number, text or list, of which only the ``repr`` has come back."""

    text: str

    def __repr__(self) -> str:
        return self.text


def mark(kind: Kind, answer: str, seconds: int = SECONDS) -> Verdict:
    """Mark an answer that was handed in; code is run in a process of its own.

    Args:
        kind: the kind of answer expected.
        answer: the answer as it was typed.
        seconds: how long a function may take in all; a player may take six times as long.
    """
    if not isinstance(kind, Function | Race):
        return kind.mark(answer)
    if len(answer) > LONGEST_CODE:
        return Verdict("unread", f"An answer has at most {LONGEST_CODE:,} characters.")
    if isinstance(kind, Function):
        reports = _run(
            CASES,
            seconds,
            code=answer,
            name=kind.name,
            cases=[repr(case) for case in kind.cases],
        )
        return _unread(reports) or kind.mark(_function(reports, kind.cases, seconds))
    seconds *= RACE_SECONDS // SECONDS
    race = {"game": kind.game, "against": kind.against, "n": kind.n}
    reports = _run(PLAYS, seconds, code=answer, name=PLAYER, path=sys.path, **race)
    return _unread(reports) or kind.mark(_player(reports, seconds))


def _run(script: str, seconds: int, **task: Any) -> list[Any]:
    """Run a script in a process of its own; its reports, one a line, until its time is up."""
    guard = GUARD.replace("MEMORY", str(MEMORY)).replace("OUTPUT", str(OUTPUT))
    flags = ["-I", "-S"] if script is CASES else ["-I"]
    request = json.dumps({**task, "seconds": seconds}).encode("utf-8", "surrogatepass")
    with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryFile() as output:
        running = subprocess.Popen(
            [sys.executable, *flags, "-c", guard + script],
            stdin=subprocess.PIPE,
            stdout=output,
            stderr=subprocess.DEVNULL,
            cwd=folder,
            env={name: os.environ[name] for name in ("PATH", "SYSTEMROOT") if name in os.environ},
        )
        try:
            running.communicate(request, timeout=seconds + 2)
        except subprocess.TimeoutExpired:
            running.kill()
            running.communicate()
        output.seek(0)
        lines = output.read(OUTPUT).split(b"\n")
    reports = []
    for line in lines:
        with suppress(ValueError, RecursionError):
            reports.append(json.loads(line))
    return [report for report in reports if isinstance(report, dict)]


def _unread(reports: Sequence[Any]) -> Verdict | None:
    reason = reports[0].get("unread") if reports else None
    return Verdict("unread", reason[:300]) if isinstance(reason, str) else None


def _function(
    reports: Sequence[Any], cases: Sequence[tuple[Any, ...]], seconds: int
) -> Callable[..., Any]:
    """A function that returns or raises in each case what the process reported."""
    left = iter(reports)

    def own(*case: Any) -> Any:
        report = next(left, None)
        if report is None:
            raise TimeoutError(f"it did not end within {seconds} seconds, or wrote without end")
        if "gives" in report:
            return _value(report["gives"])
        raise _error(report)

    return own


def _player(reports: Sequence[Any], seconds: int) -> Callable[..., Any]:
    """A player that makes the moves that were chosen in the process."""
    report = reports[0] if reports else {}
    chosen = iter(report.get("chosen", ()))

    def own(seen: object, moves: Sequence[Any]) -> Any:
        if not report:
            raise TimeoutError(f"it did not end within {seconds} seconds, or wrote without end")
        if "chosen" not in report:
            raise _error(report)
        number = next(chosen)
        return None if number == -1 else moves[number]

    return own


def _error(report: Any) -> Exception:
    name, text = (*map(str, report.get("error", ())), "", "")[:2]
    error: Exception = type(name if name.isidentifier() else "Error", (Exception,), {})(text[:200])
    return error


def _value(encoded: Any) -> Any:
    """The value that a process has sent encoded."""
    match encoded:
        case {"int": str(digits)}:
            return int(digits) if len(digits) < 4000 else Other(f"a number of {len(digits)} digits")
        case {"float": str(digits)}:
            return float(digits)
        case {"Fraction": str(digits)} if re.fullmatch(r"-?\d{1,4000}(/\d{1,4000})?", digits):
            return Fraction(digits)
        case {"list": list(parts)}:
            return [_value(part) for part in parts]
        case {"tuple": list(parts)}:
            return tuple(_value(part) for part in parts)
        case {"other": text}:
            return Other(str(text))
    return encoded if isinstance(encoded, str | bool | None) else Other("something")
