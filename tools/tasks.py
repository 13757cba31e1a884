"""Every command of the Makefile, for machines with and without make: `python3 tools/tasks.py read`.

Standard library only; makes the environment it needs. `python3 tools/tasks.py help` lists the commands.
"""

from __future__ import annotations

import argparse
import os
import shutil
import sys
import time
from collections.abc import Callable

if sys.version_info < (3, 11):  # noqa: UP036 - said before anything newer is needed
    sys.exit(
        f"Python 3.11 or newer is needed, this is {sys.version.split()[0]}; "
        "name another one: make PYTHON=python3.12 … or python3.12 tools/tasks.py …"
    )

from assets import ensure_assets, ensure_modules
from bookbuild import ensure_book
from environment import ensure_environment, relock
from house import BUILD, EXECUTED, PYTHON, ROOT, VENDOR, VENV, Stamp, Trouble, digest, files, run, say, surroundings

Arguments = argparse.Namespace


#: Plays one game, so that the kernels are compiled and kept; a broken chapter is reported by what comes after.
WARM = """
import cadogan
for slug in cadogan.games:
    try:
        cadogan.odds.simulate(cadogan.games[slug], n=1, compiled=True)
    except Exception:
        continue
    break
"""


def warm() -> None:
    """Compile the kernels once, before several processes want them at the same time."""
    stamp = Stamp(BUILD / "stamps" / "kernels.json", digest(files("cadogan/**/*.py", "requirements/lock.txt")))
    if not stamp.fresh():
        say("compiling the kernels (a minute after each change of the engine)")
        run([PYTHON, "-c", WARM], "compiling the kernels", quiet=True)
        stamp.set()


def build(arguments: Arguments) -> None:
    """build the book into _build/html, if anything has changed"""
    ensure_environment()
    ensure_assets()
    warm()
    ensure_book()


def read(arguments: Arguments) -> None:
    """build the book, serve it on this machine, print the address, open a browser"""
    build(arguments)
    more = ["--no-browser"] if arguments.no_browser else []
    more += ["--port", str(arguments.port)] if arguments.port is not None else []
    _foreground(["read", *more])


def lab(arguments: Arguments) -> None:
    """open JupyterLab on the chapters, as notebooks"""
    ensure_environment()
    more = ["--no-browser"] if arguments.no_browser else []
    more += ["--port", str(arguments.port)] if arguments.port is not None else []
    _foreground(["lab", *more])


def _foreground(words: list[str]) -> None:
    """Become the command: nothing is left running when it is ended (Windows has no such thing)."""
    command = [str(PYTHON), "-m", "cadogan", *words]
    if os.name == "nt":
        run(command, f"cadogan {words[0]}")
    else:
        os.chdir(ROOT)
        os.execve(command[0], command, surroundings())


def chromium() -> str:
    """The browser of the tests: CADOGAN_CHROMIUM, or one on the PATH; an empty text if there is none."""
    names = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
    found = (shutil.which(name) for name in names)
    return os.environ.get("CADOGAN_CHROMIUM") or next((path for path in found if path), "")


def test(arguments: Arguments) -> None:
    """every test: lint, types, unit tests and doctests, executed chapters, the wheel, the browser"""
    ensure_environment()
    steps: list[tuple[str, Callable[[], None]]] = [
        ("lint", lambda: run([PYTHON, "-m", "ruff", "check", "."], "ruff")),
        ("types", lambda: run([PYTHON, "-m", "mypy"], "mypy")),
        ("book", lambda: build(arguments)),
        ("tests", _unit_tests),
        ("chapters", _chapter_tests),
        ("browser", _browser_tests),
    ]
    chosen = arguments.only or [name for name, _ in steps]
    if unknown := set(chosen) - {name for name, _ in steps}:
        raise Trouble(f"no such step: {', '.join(sorted(unknown))}; steps are {', '.join(n for n, _ in steps)}")
    results: list[tuple[str, float, str]] = []
    for name, step in steps:
        if name not in chosen:
            continue
        say(f"== {name}")
        start = time.monotonic()
        try:
            step()
            outcome = "passed"
        except Trouble as trouble:
            say(str(trouble))
            outcome = "FAILED"
        except Skipped as reason:
            outcome = f"not run: {reason}"
        results.append((name, time.monotonic() - start, outcome))
    say("\n" + "\n".join(f"{name:<9} {seconds:6.1f} s  {outcome}" for name, seconds, outcome in results))
    if any(outcome == "FAILED" for _, _, outcome in results):
        raise Trouble("not all tests passed")


class Skipped(Exception):
    """A step that cannot be taken on this machine, with the reason."""


def _pytest(*words: object) -> None:
    run([PYTHON, "-m", "pytest", "-q", "-rfEs", "--durations=5", *map(str, words)], "pytest")


def _unit_tests() -> None:
    elsewhere = ["--ignore", EXECUTED, "--ignore", ROOT / "tests" / "browser"]
    _pytest("tests", "cadogan", *elsewhere, "-n", 2, "--dist", "loadfile")


def _chapter_tests() -> None:
    if not files("tests/executed/*.ipynb"):
        raise Trouble("tests/executed holds no executed chapter, so nothing would be compared; run: make notebooks")
    run([PYTHON, "tools/notebooks.py", "--check"], "checking the executed chapters")
    sanitize = ROOT / "tests" / "sanitize.cfg"
    _pytest("--nbval", EXECUTED, "--nbval-sanitize-with", sanitize, "-n", 2, "--dist", "loadfile")


def _browser_tests() -> None:
    if not files("tests/browser/test_*.py"):
        raise Trouble("tests/browser holds no test")
    if not chromium():
        if os.environ.get("CI"):
            raise Trouble("no Chromium found; install it or set CADOGAN_CHROMIUM")
        raise Skipped("no Chromium found; install it or set CADOGAN_CHROMIUM")
    os.environ["CADOGAN_CHROMIUM"] = chromium()
    _pytest("tests/browser", "-n", 2, "--dist", "loadfile")


def notebooks(arguments: Arguments) -> None:
    """execute the chapters anew into tests/executed, which nbval compares; look at the diff"""
    ensure_environment()
    warm()
    run([PYTHON, "tools/notebooks.py", *arguments.rest], "executing the chapters")


def wheel(arguments: Arguments) -> None:
    """build the wheel into dist/"""
    ensure_environment()
    run([PYTHON, "-m", "hatchling", "build", "-t", "wheel", "-d", ROOT / "dist"], "building the wheel")


def bench(arguments: Arguments) -> None:
    """measure the engine and print the table"""
    ensure_environment()
    run([PYTHON, "tools/bench.py", *arguments.rest], "the benchmark")


def odds(arguments: Arguments) -> None:
    """play every game of the book anew and write the committed table of odds"""
    ensure_environment()
    run([PYTHON, "-m", "cadogan.table", *arguments.rest], "the table of odds")


def assets(arguments: Arguments) -> None:
    """fetch the browser assets into node_modules and vendor/"""
    ensure_environment()
    ensure_modules()
    ensure_assets()


def lock(arguments: Arguments) -> None:
    """resolve the requirements anew and write the locks (needs the network)"""
    ensure_environment()
    relock()


def clean(arguments: Arguments) -> None:
    """delete what was built: the book, the vendored assets, the wheel, the caches"""
    folders = [BUILD, VENDOR, ROOT / "dist", *(ROOT / f".{name}_cache" for name in ("mypy", "pytest", "ruff"))]
    folders += [path for top in ("cadogan", "tools", "tests") for path in (ROOT / top).rglob("__pycache__")]
    for folder in folders:
        shutil.rmtree(folder, ignore_errors=True)


def distclean(arguments: Arguments) -> None:
    """clean, and delete the environment and node_modules too"""
    clean(arguments)
    for folder in (ROOT / ".venv", ROOT / "node_modules"):
        shutil.rmtree(folder, ignore_errors=True)
    if VENV != ROOT / ".venv":
        say(f"{VENV} was named by CADOGAN_VENV and is left alone")


ORDER = (read, lab, test, build, notebooks, odds, bench, wheel, assets, lock, clean, distclean)
TASKS = {task.__name__: task for task in ORDER}


def main(words: list[str] | None = None) -> int:
    """Do one task; returns the exit status."""
    listing = "\n".join(f"  {name:<10} {task.__doc__}" for name, task in TASKS.items())
    parser = argparse.ArgumentParser(
        prog="tasks.py", epilog=f"tasks:\n{listing}", formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("task", choices=[*TASKS, "help"], metavar="task", nargs="?", default="help")
    parser.add_argument("--no-browser", action="store_true", help="read, lab: open no browser")
    parser.add_argument("--port", type=int, help="read, lab: serve on this port")
    parser.add_argument("--only", action="append", metavar="STEP", help="test: only this step (may be repeated)")
    arguments, rest = parser.parse_known_args(words)
    arguments.rest = rest
    if arguments.task == "help":
        parser.print_help()
        return 0
    if rest and arguments.task not in ("notebooks", "odds", "bench"):
        parser.error(f"unknown words: {' '.join(rest)}")
    try:
        TASKS[arguments.task](arguments)
    except Trouble as trouble:
        say(f"\n{trouble}")
        return 1
    except KeyboardInterrupt:
        say("\ninterrupted")
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main())
