"""Where things lie in the checkout, and the small tools every task uses. Standard library only."""

from __future__ import annotations

import argparse
import atexit
import hashlib
import json
import os
import re
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, BinaryIO

ROOT = Path(__file__).resolve().parent.parent
BOOK = ROOT / "book"
PACKAGE = ROOT / "cadogan"
BUILD = ROOT / "_build"
SITE = BUILD / "html"
#: The course as a book of its own (`make course`).
COURSE = BUILD / "course"
#: JupyterLab for the browser (`tools/lite.py`) in the built book, and the file that says whether it is there.
LAB, LAB_FLAG = SITE / "lab", SITE / "_static" / "lab.json"
VENDOR = ROOT / "vendor"
EXECUTED = ROOT / "tests" / "executed"
#: The environment; another one may be named, for instance to share it between checkouts.
VENV = Path(os.environ.get("CADOGAN_VENV") or ROOT / ".venv").resolve()
#: Whether it is this checkout's own; in another the package may be installed from another checkout.
OWN_VENV = VENV == (ROOT / ".venv").resolve()
PYTHON = VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")


class Trouble(Exception):
    """A task cannot go on; the text says why and what to do about it."""


def read_rows(path: Path) -> dict[str, Any]:
    """A table of rows by name; empty where it was never made."""
    return dict(json.loads(path.read_text(encoding="utf-8"))) if path.exists() else {}


def write_rows(path: Path, rows: dict[str, Any]) -> None:
    """Write a table of rows, a line for each."""
    lines = [f"{json.dumps(name)}: {json.dumps(row)}" for name, row in rows.items()]
    path.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")


def command_line(
    about: str | None,
    known: Iterable[str] | None = (),
    line: Sequence[str] | None = None,
    **options: Any,
) -> argparse.Namespace:
    """Parse a command line.

    Args:
        about: what the command does, and what its options mean.
        known: the names that may be given, any number of them (None for anything); ``names`` has
            those given, or else all.
        line: the command line; this process's own unless it is given.
        options: the default of each option, or its type; False for a switch.
    """
    layout = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(description=about, formatter_class=layout)
    parser.add_argument("names", nargs="*", metavar="NAME")
    for name, usual in options.items():
        kind, default = (usual, None) if isinstance(usual, type) else (type(usual), usual)
        settings: dict[str, Any] = {"action": "store_true"} if usual is False else {"type": kind}
        parser.add_argument(f"--{name.replace('_', '-')}", default=default, **settings)
    arguments, every = parser.parse_args(line), list(known or ())
    unknown = [name for name in arguments.names if known is not None and name not in every]
    if unknown:
        parser.error(f"there is no {', '.join(unknown)}; there are {', '.join(every)}")
    arguments.names = arguments.names or every
    return arguments


def say(text: str) -> None:
    """Print a line at once, so that it stands before the output of the command it announces."""
    print(text, flush=True)


def surroundings() -> dict[str, str]:
    """The environment variables of every command: settings stay in the checkout, and so does what
    Python has compiled, for the next of a hundred processes, even where Python is told to leave
    none (as in many containers)."""
    folders = {
        "IPYTHONDIR": BUILD / "ipython",
        "MPLCONFIGDIR": BUILD / "matplotlib",
    }
    path = os.pathsep.join([str(PYTHON.parent), os.environ.get("PATH", "")])
    more = {
        "PATH": path,
        "PYTHONUTF8": "1",
        "PYTHONDONTWRITEBYTECODE": "",
        "PYDEVD_DISABLE_FILE_VALIDATION": "1",
        "JUPYTER_PLATFORM_DIRS": "1",
    }
    if not OWN_VENV:  # whatever is installed there, this checkout's package is meant
        more["PYTHONPATH"] = os.pathsep.join(
            filter(None, [str(ROOT), os.environ.get("PYTHONPATH")])
        )
    return {**{name: str(folder) for name, folder in folders.items()}, **os.environ, **more}


#: The commands that run, each the head of a session of its own: with it ends all that it has
#: started.
_running: set[subprocess.Popen[bytes]] = set()


def _begin(command: Sequence[object], folder: Path, **streams: Any) -> subprocess.Popen[bytes]:
    words = [str(word) for word in command]
    begun = subprocess.Popen(
        words, cwd=folder, env=surroundings(), start_new_session=True, **streams
    )
    _running.add(begun)
    return begun


@atexit.register
def _end_running() -> None:
    """Nothing goes on when this process ends: by an error, by Ctrl-C, or by a signal that
    `end_with_children` turns into an exit.
    """
    for number in (getattr(signal, "SIGTERM", 0), getattr(signal, "SIGKILL", 0)):
        for process in _running:
            with suppress(OSError):
                if os.name == "nt":
                    process.kill()
                else:
                    os.killpg(process.pid, number)  # its children too, if it has gone itself
        for process in _running:
            with suppress(subprocess.TimeoutExpired):
                process.wait(5)


def end_with_children() -> None:
    """Have the signals that end this process end what it has started, too."""
    for name in ("SIGTERM", "SIGHUP"):
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), lambda number, frame: sys.exit(128 + number))


_alone = 0


@contextmanager
def alone() -> Iterator[None]:
    """Keep other commands from making anything in this checkout: a second waits here for the first."""
    global _alone
    _alone += 1
    try:
        if _alone > 1:  # this process has it
            yield
            return
        BUILD.mkdir(parents=True, exist_ok=True)
        with open(BUILD / "lock", "a+b") as file:
            while not _locked(file):
                say("another command makes something in this checkout; waiting until it is done")
                while not _locked(file):
                    time.sleep(0.2)
            yield
    finally:
        _alone -= 1


def _locked(file: BinaryIO) -> bool:
    """Lock a file until it is closed; returns whether that was possible."""
    try:
        if sys.platform == "win32":
            import msvcrt

            file.seek(0)
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


def run(
    command: Sequence[object], what: str = "", quiet: bool = False, folder: Path = ROOT
) -> None:
    """Run a command, in the root of the checkout if no folder is named; raises `Trouble` naming it
    when it fails.

    With `quiet` its output is kept back and shown only if it fails.
    """
    _ended(_begin(command, folder, **(_KEPT if quiet else {})), what, tell=False)


def start(command: Sequence[object], what: str) -> Callable[[], None]:
    """Start a command beside what comes next; returns a function that waits for it, shows its
    output, and raises `Trouble` if it failed.
    """
    begun = _begin(command, ROOT, **_KEPT)
    return lambda: _ended(begun, what, tell=True)


_KEPT = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT}


def _ended(begun: subprocess.Popen[bytes], what: str, tell: bool) -> None:
    output, _ = begun.communicate()
    _running.discard(begun)
    if output and (tell or begun.returncode):
        sys.stdout.write(output.decode(errors="replace"))
    if begun.returncode:
        words = [str(word) for word in begun.args]  # type: ignore[union-attr]
        status = f"exit status {begun.returncode}"
        raise Trouble(f"{what or words[0]} failed ({status}): {shlex.join(words)}")


def files(*patterns: str) -> list[Path]:
    """The files of the checkout that match, in order, without what Python leaves beside them."""
    paths = {path for pattern in patterns for path in ROOT.glob(pattern) if path.is_file()}
    return sorted(
        path for path in paths if not {"__pycache__", ".ipynb_checkpoints"} & set(path.parts)
    )


def listed(toc: Path = BOOK / "_toc.yml") -> list[str]:
    """The pages of a table of contents, in order."""
    text = toc.read_text(encoding="utf-8")
    return re.findall(r"^\s*(?:-\s*file|root):\s*(\S+)", text, re.MULTILINE)


def digest(paths: Iterable[Path], *more: str) -> str:
    """One fingerprint of the names and contents of the files, and of further texts."""
    total = hashlib.sha256()
    for path in paths:
        content = hashlib.sha256(path.read_bytes()).hexdigest() if path.is_file() else "none"
        total.update(f"{path.relative_to(ROOT).as_posix()} {content}\n".encode())
    for text in more:
        total.update(f"{text}\n".encode())
    return total.hexdigest()


class Stamp:
    """Remembers from what a thing was last made, so that it is made again only when that has
    changed.
    """

    def __init__(self, path: Path, made_from: str) -> None:
        self.path = path
        self.made_from = made_from

    def fresh(self) -> bool:
        """Whether the thing was last made from just this."""
        return self.last() == self.made_from

    def last(self) -> str:
        """The fingerprint of what it was last made from, or an empty text."""
        try:
            return str(json.loads(self.path.read_text(encoding="utf-8"))["made_from"])
        except (OSError, ValueError, KeyError, TypeError):
            return ""

    def clear(self) -> None:
        """Forget: until `set`, the thing counts as not made."""
        self.path.unlink(missing_ok=True)

    def set(self) -> None:
        """Remember that the thing has now been made."""
        self.path.parent.mkdir(parents=True, exist_ok=True)
        record = {"made_from": self.made_from, "at": time.strftime("%Y-%m-%d %H:%M:%S")}
        self.path.write_text(json.dumps(record) + "\n", encoding="utf-8")
