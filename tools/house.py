"""Where things lie in the checkout, and the small tools every task uses. Standard library only."""

from __future__ import annotations

import hashlib
import json
import os
import shlex
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BOOK = ROOT / "book"
PACKAGE = ROOT / "cadogan"
BUILD = ROOT / "_build"
SITE = BUILD / "html"
VENDOR = ROOT / "vendor"
EXECUTED = ROOT / "tests" / "executed"
#: The environment; another one may be named, for instance to share it between checkouts.
VENV = Path(os.environ.get("CADOGAN_VENV") or ROOT / ".venv").resolve()
PYTHON = VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")


class Trouble(Exception):
    """A task cannot go on; the text says why and what to do about it."""


def say(text: str) -> None:
    """Print a line at once, so that it stands before the output of the command it announces."""
    print(text, flush=True)


def surroundings() -> dict[str, str]:
    """The environment variables of every command: settings stay in the checkout, and so does what Python has compiled, for the next of a
    hundred processes, even where Python is told to leave none (as in many containers)."""
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
    return {**{name: str(folder) for name, folder in folders.items()}, **os.environ, **more}


def run(command: Sequence[object], what: str = "", quiet: bool = False) -> None:
    """Run a command in the root of the checkout; raises `Trouble` naming it when it fails.

    With `quiet` its output is kept back and shown only if it fails.
    """
    words = [str(word) for word in command]
    keep = subprocess.PIPE if quiet else None
    done = subprocess.run(words, cwd=ROOT, env=surroundings(), stdout=keep, stderr=subprocess.STDOUT if quiet else None, check=False)
    if done.returncode:
        if quiet and done.stdout:
            sys.stdout.write(done.stdout.decode(errors="replace"))
        raise Trouble(f"{what or words[0]} failed (exit status {done.returncode}): {shlex.join(words)}")


def start(command: Sequence[object], what: str) -> Callable[[], None]:
    """Start a command beside what comes next; gives what waits for it, shows its output, and raises `Trouble` when it failed."""
    words = [str(word) for word in command]
    begun = subprocess.Popen(words, cwd=ROOT, env=surroundings(), stdout=subprocess.PIPE, stderr=subprocess.STDOUT)

    def finish() -> None:
        output, _ = begun.communicate()
        sys.stdout.write(output.decode(errors="replace"))
        if begun.returncode:
            raise Trouble(f"{what} failed (exit status {begun.returncode}): {shlex.join(words)}")

    return finish


def files(*patterns: str) -> list[Path]:
    """The files of the checkout that match, in order, without what Python leaves beside them."""
    found = {path for pattern in patterns for path in ROOT.glob(pattern) if path.is_file()}
    return sorted(path for path in found if not {"__pycache__", ".ipynb_checkpoints"} & set(path.parts))


def pages_of(site: Path) -> list[str]:
    """The pages of a built book by their names, such as ``fortress`` or ``lessons/rare-events``; without what only leads elsewhere."""
    found = (path.relative_to(site).with_suffix("").as_posix() for path in site.rglob("*.html"))
    return sorted(name for name in found if name != "index" and not name.startswith("_static/"))


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
    """Remembers from what a thing was last made, so that it is made again only when that has changed."""

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
        made = {"made_from": self.made_from, "at": time.strftime("%Y-%m-%d %H:%M:%S")}
        self.path.write_text(json.dumps(made) + "\n", encoding="utf-8")
