"""Code of somebody else's, run in a process of its own: with limits of time, memory and output, and
without anything that could tell what is right.

A function that is handed in is called there on the cases of its exercise; what it gives comes back
and is judged here. The process has the standard library's mathematics and nothing of the package,
opens no file, and starts nothing. A player that races is called beside the package, for it is given
positions; of it only the moves come back, and the referee plays them again here.

That is a fence and no wall. Python guards itself from the inside, and the system beside it opens no
more file, and for all but root begins no process; whoever marks what strangers have written is safer
with an account of its own for it."""

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

#: What a function and a player may take in all, in seconds.
SECONDS, RACE_SECONDS = 10, 60
#: The largest memory of such a process, and the most that it may write, in bytes.
MEMORY, OUTPUT = 1_500_000_000, 2_000_000

#: What runs there first. `limit` is called before the code, and nothing is opened or started after it.
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
    for what, most in limits.items():
        try:
            resource.setrlimit(getattr(resource, f"RLIMIT_{what}"), (most, most))
        except (AttributeError, ValueError, OSError):
            pass
    # What starts a process or a module without a word to the hook.
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
        said = str(error)
    except Exception:
        said = ""
    return [type(error).__name__, said[:200]]

def plain(value, depth=0):
    kind = type(value)
    if value is None or kind is bool:
        return value
    if kind in (int, float, fractions.Fraction):
        return {kind.__name__: str(value) if kind is not float else repr(value)}
    if kind is str and len(value) <= 1000:
        return value
    if kind in (list, tuple) and len(value) <= 1000 and depth < 4:
        return {kind.__name__: [plain(one, depth + 1) for one in value]}
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
#: The process of a function: it has the code and the cases, and not what is right.
CASES = r"""
asked = loads(sys.stdin.read())
cases = [eval(case, {"Fraction": fractions.Fraction}) for case in asked["cases"]]
limit(asked["seconds"])
own = defined(asked["code"], asked["name"])
for case in cases:
    try:
        told = {"gives": plain(own(*case))}
    except BaseException as error:
        told = {"error": ended(error)}
    tell(told)
"""
#: The process of a player, which tells by number the moves it chose.
PLAYS = r"""
asked = loads(sys.stdin.read())
sys.path[:0] = asked["path"]
import cadogan
game = cadogan.games[asked["game"]]
race = functools.partial(cadogan.odds.difference, game, game, asked["against"], n=asked["n"])
cadogan.odds.difference(game, game, asked["against"], than=lambda seen, moves: moves[0], n=2)
limit(asked["seconds"])
own, chosen = defined(asked["code"], asked["name"]), []

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
    """A value that is no number, text or list; only how it shows itself has come back."""

    shown: str

    def __repr__(self) -> str:
        return self.shown


def mark(one: Kind, answer: str, seconds: int = SECONDS) -> Verdict:
    """Mark an answer that was handed in; code is run in a process of its own.

    Args:
        one: the kind of answer.
        answer: as it was typed.
        seconds: what a function may take in all; a player may take six times as long.
    """
    if not isinstance(one, Function | Race):
        return one.mark(answer)
    if len(answer) > LONGEST_CODE:
        return Verdict("unread", f"An answer has at most {LONGEST_CODE:,} characters.")
    if isinstance(one, Function):
        lines = _run(
            CASES,
            seconds,
            code=answer,
            name=one.name,
            cases=[repr(case) for case in one.cases],
        )
        return _unread(lines) or one.mark(_function(lines, one.cases, seconds))
    seconds *= RACE_SECONDS // SECONDS
    race = {"game": one.game, "against": one.against, "n": one.n}
    lines = _run(PLAYS, seconds, code=answer, name=PLAYER, path=sys.path, **race)
    return _unread(lines) or one.mark(_player(lines, seconds))


def _run(script: str, seconds: int, **asked: Any) -> list[Any]:
    """What a process tells, a line each; all that it has told when its time is up."""
    guard = GUARD.replace("MEMORY", str(MEMORY)).replace("OUTPUT", str(OUTPUT))
    flags = ["-I", "-S"] if script is CASES else ["-I"]
    told = json.dumps({**asked, "seconds": seconds}).encode("utf-8", "surrogatepass")
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
            running.communicate(told, timeout=seconds + 2)
        except subprocess.TimeoutExpired:
            running.kill()
            running.communicate()
        output.seek(0)
        lines = output.read(OUTPUT).split(b"\n")
    found = []
    for line in lines:
        with suppress(ValueError, RecursionError):
            found.append(json.loads(line))
    return [one for one in found if isinstance(one, dict)]


def _unread(lines: Sequence[Any]) -> Verdict | None:
    said = lines[0].get("unread") if lines else None
    return Verdict("unread", said[:300]) if isinstance(said, str) else None


def _function(
    lines: Sequence[Any], cases: Sequence[tuple[Any, ...]], seconds: int
) -> Callable[..., Any]:
    """A function that gives in each case what the process told, and else ends as it did there."""
    left = iter(lines)

    def own(*case: Any) -> Any:
        told = next(left, None)
        if told is None:
            raise TimeoutError(f"it did not end within {seconds} seconds, or wrote without end")
        if "gives" in told:
            return _value(told["gives"])
        raise _error(told)

    return own


def _player(lines: Sequence[Any], seconds: int) -> Callable[..., Any]:
    """A player that makes the moves that were chosen in the process."""
    told = lines[0] if lines else {}
    chosen = iter(told.get("chosen", ()))

    def own(seen: object, moves: Sequence[Any]) -> Any:
        if not told:
            raise TimeoutError(f"it did not end within {seconds} seconds, or wrote without end")
        if "chosen" not in told:
            raise _error(told)
        number = next(chosen)
        return None if number == -1 else moves[number]

    return own


def _error(told: Any) -> Exception:
    name, said = (*map(str, told.get("error", ())), "", "")[:2]
    made: Exception = type(name if name.isidentifier() else "Error", (Exception,), {})(said[:200])
    return made


def _value(told: Any) -> Any:
    """What a process has told of a value."""
    match told:
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
        case {"other": shown}:
            return Other(str(shown))
    return told if isinstance(told, str | bool | None) else Other("something")
