"""Every command of the Makefile, for machines with and without make: `python3 tools/tasks.py read`.

Standard library only; makes the environment it needs. `python3 tools/tasks.py help` lists the
commands."""

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

import browsers
from assets import ensure_assets, ensure_modules
from bookbuild import build_course, ensure_book, stamps
from environment import ensure_environment, node, relock
from house import (
    BUILD,
    EXECUTED,
    PYTHON,
    ROOT,
    VENDOR,
    VENV,
    Trouble,
    alone,
    end_with_children,
    files,
    run,
    say,
    start,
    surroundings,
)

Arguments = argparse.Namespace


def build(arguments: Arguments) -> None:
    """build the book into _build/html, if anything has changed; pages whose stored outputs belong
    to it are not executed
    """
    ensure_environment(reading=True)
    ensure_book(stored=True)


def course(arguments: Arguments) -> None:
    """build the course alone, without the chapters, into _build/course"""
    ensure_environment(reading=True)
    build_course()


def read(arguments: Arguments) -> None:
    """build the book, as it stands where chapters were changed, serve it on this machine, print the
    address, open a browser
    """
    ensure_environment(reading=True)
    ensure_book(stored=True, failing=True)
    _foreground("read", arguments)


def lab(arguments: Arguments) -> None:
    """open JupyterLab on a copy of the chapters, as notebooks; ARGS="--here", for authors, on the
    book itself, ARGS="fortress" on a chapter
    """
    ensure_environment()
    _foreground("lab", arguments)


def restore(arguments: Arguments) -> None:
    """give chapters of your copy back as printed: ARGS="fortress"; without any, name those that you
    have changed
    """
    ensure_environment()
    _module("cadogan restore", *arguments.rest)


def _foreground(name: str, arguments: Arguments) -> None:
    """Become the command: nothing is left running when it is ended (Windows has no such thing)."""
    command = [str(PYTHON), "-m", "cadogan", name, *arguments.rest]
    command += ["--no-browser"] * arguments.no_browser
    command += ["--port", str(arguments.port)] if arguments.port is not None else []
    if os.name == "nt":
        run(command, f"cadogan {name}")
    else:
        os.chdir(ROOT)
        os.execve(command[0], command, surroundings())


def check(arguments: Arguments) -> None:
    """the quick check while one works: lint, format, types, which game departs from its golden
    playthrough, and the tests that need no browser, no built book and little time
    """
    ensure_environment()
    types = start([PYTHON, "-m", "mypy"], "mypy")
    few = ("-m", "not slow and not browser", "--maxfail=20")
    _each(
        _lint,
        lambda: _as_played(lambda: _pytest("tests", "cadogan", *ELSEWHERE, *few, *SHARED)),
        types,
    )
    say("the quick check passed; make test is the whole one")


def _as_played(tests: Callable[[], None]) -> None:
    """Run the tests, unless a game departs from its golden playthrough: then it is said where, once,
    and not by each of the tests that ask for the game as it was.
    """
    try:
        run([PYTHON, "tools/departures.py"], "playing the golden playthroughs")
    except Trouble as trouble:
        raise Trouble(
            f'{trouble}\nthe tests were not run: what is stored of the game fails in many; make test ARGS="--only tests" runs them all'
        ) from trouble
    tests()


def test(arguments: Arguments) -> None:
    """every test: lint, format, types, the book with every page executed, unit tests and doctests,
    the executed chapters by nbval, the browser
    """
    ensure_environment()
    steps: dict[str, Callable[[], str | None]] = {
        "lint": _lint,
        "types": _types,
        "book": ensure_book,
        "tests": _unit_tests,
        "chapters": _chapter_tests,
        "browser": _browser_tests,
    }
    chosen = arguments.only or list(steps)
    if unknown := [name for name in chosen if name not in steps]:
        raise Trouble(f"no such step: {', '.join(unknown)}; steps are {', '.join(steps)}")
    results: list[str] = []
    notes: list[str] = []
    for name in (name for name in steps if name in chosen):
        say(f"== {name}")
        start = time.monotonic()
        try:
            notes += filter(None, [note := steps[name]()])
            outcome = "not run" if note else "passed"
        except Trouble as trouble:
            say(str(trouble))
            outcome = "FAILED"
        results.append(f"{name:<9} {time.monotonic() - start:6.1f} s  {outcome}")
    say("\n" + "\n".join(results))
    if any(result.endswith("FAILED") for result in results):
        raise Trouble("\n".join([*notes, "not all tests passed"]))
    for note in notes:
        say(note)


def _each(*steps: Callable[[], None]) -> None:
    """Take every step, whether or not those before it passed; raises `Trouble` with what each that
    failed says.
    """
    failed = []
    for step in steps:
        try:
            step()
        except Trouble as trouble:
            failed.append(str(trouble))
    if failed:
        raise Trouble("\n".join(failed))


def _pytest(*words: object) -> None:
    _module("pytest -q -rfEsR --durations=25", *words)


#: What the unit tests leave to other steps.
ELSEWHERE = ("--ignore", EXECUTED, "--ignore", ROOT / "tests" / "browser")
#: A process for each core, and two at least; the one that is done first takes tests from the
#: others. (nbval is seconds in being imported by each.)
CORES = max(2, os.cpu_count() or 2)
SHARED = ("-n", CORES, "--dist", "worksteal", "-p", "no:nbval")


def _module(words: str, *more: object) -> None:
    """Run one of Python's modules, as one writes it after `python -m`."""
    run([PYTHON, "-m", *words.split(), *more], words)


def _lint() -> None:
    _module("ruff check .")
    _module("ruff format --check .")
    run([PYTHON, "tools/rooms.py"], "tools/rooms.py")


def _types() -> None:
    """The types of Python and, beside them, the front end: its types, its lint, the tests of its
    pure parts.
    """
    _each(_javascript, start([PYTHON, "-m", "mypy"], "mypy"))


def _javascript() -> None:
    """Check the front end by tools from node_modules, at the versions of the lock."""
    ensure_modules()
    run([*node(), "node_modules/typescript/bin/tsc", "--project", "jsconfig.json"], "tsc")
    run([*node(), "node_modules/eslint/bin/eslint.js", "."], "eslint")
    run([*node(), "--test", *files("tests/js/*.test.mjs")], "node --test")


def _unit_tests() -> None:
    _pytest("tests", "cadogan", *ELSEWHERE, *SHARED)


def _chapter_tests() -> None:
    """Compare what the cells show with what they showed when they were stored."""
    compared = ("--nbval", EXECUTED, "--nbval-sanitize-with", "tests/sanitize.cfg")
    _pytest(*compared, "-n", CORES, "--dist", "loadfile")


def _browser_tests() -> str:
    """Run the browser tests; returns why they were skipped, if they were."""
    if not files("tests/browser/test_*.py"):
        raise Trouble("tests/browser holds no test")
    ensure_modules()
    try:
        os.environ["CADOGAN_CHROMIUM"] = browsers.ensure_browser()
    except Trouble as trouble:
        if os.environ.get("CI"):
            raise Trouble(f"{trouble}\nTo get one, {browsers.HOW_TO}") from trouble
        say(str(trouble))
        return f"the browser tests were skipped, for there is no browser; to run them, {browsers.HOW_TO}"
    # One more process, for each waits now and then for its page; and on a machine that does much
    # else a test that waited in vain is tried once more, and listed as such.
    _pytest("tests/browser", *SHARED, "-n", CORES + 1, "--reruns", 1)
    return ""


def notebooks(arguments: Arguments) -> None:
    """execute the chapters anew into tests/executed, which make test compares; look at the diff"""
    _tool("notebooks", arguments)


def fresh(arguments: Arguments) -> None:
    """make everything anew that is made and committed: odds, deals, ladders, outputs, pictures
    (hours); --list says what
    """
    _tool("fresh", arguments)


def links(arguments: Arguments) -> None:
    """check every link of the built book, and list those that lead elsewhere"""
    build(arguments)
    _tool("links", arguments, reading=True)


def _tool(name: str, arguments: Arguments, reading: bool = False) -> None:
    """Run a tool with the words that are left."""
    ensure_environment(reading)
    run([PYTHON, f"tools/{name}.py", *arguments.rest], f"tools/{name}.py")


def wheel(arguments: Arguments) -> None:
    """build the wheel into dist/"""
    ensure_environment()
    _module("hatchling build -t wheel -d dist")


def release(arguments: Arguments) -> None:
    """make all that is given away into dist/: wheel, sdist, the book in one file and as a zip,
    class pack, PDF, checksums
    """
    ensure_environment()
    for name in ("frame", "site"):  # all pages anew: what an earlier build left is not given away
        stamps()[name].clear()
    build(arguments)
    _tool("release", arguments)


def pdf(arguments: Arguments) -> None:
    """print the built book, or the pages named, into _build/pdf (needs Chromium)"""
    ensure_environment()
    build(arguments)
    _tool("pdf", arguments)


def lite(arguments: Arguments) -> None:
    """lay JupyterLab for the browser beside the built book, with every page as a notebook (38 MB)"""
    ensure_environment()
    build(arguments)
    _tool("lite", arguments)


def bench(arguments: Arguments) -> None:
    """measure the engine and the solver, and print the tables"""
    _tool("bench", arguments)


def odds(arguments: Arguments) -> None:
    """play and solve what the committed table of odds has not, or has by other rules, and write it"""
    ensure_environment()
    _module("cadogan table --make", *arguments.rest)
    run([PYTHON, "tools/solve.py"], "what can be won, all cards known")


def browser(arguments: Arguments) -> None:
    """fetch a browser for the tests into the environment, whatever browser the machine has"""
    ensure_environment()
    say(browsers.fetch())


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
    with alone():  # not while a build is made
        _clean()


def _clean() -> None:
    folders = [BUILD, VENDOR, ROOT / "dist", *ROOT.glob(".*_cache")]
    for top in ("cadogan", "tools", "tests"):
        folders += (ROOT / top).rglob("__pycache__")
    for folder in folders:
        shutil.rmtree(folder, ignore_errors=True)


def distclean(arguments: Arguments) -> None:
    """clean, and delete the environment and node_modules too"""
    clean(arguments)
    for folder in (ROOT / ".venv", ROOT / "node_modules"):
        shutil.rmtree(folder, ignore_errors=True)
    if VENV != ROOT / ".venv":
        say(f"{VENV} was named by CADOGAN_VENV and is left alone")


ORDER = (
    read,
    lab,
    restore,
    check,
    test,
    build,
    course,
    links,
    pdf,
    lite,
    notebooks,
    odds,
    fresh,
    bench,
    wheel,
    release,
    browser,
    assets,
    lock,
    clean,
    distclean,
)
TASKS = {task.__name__: task for task in ORDER}


def main(words: list[str] | None = None) -> int:
    """Do one task; returns the exit status."""
    listing = "\n".join(f"  {name:<10} {task.__doc__}" for name, task in TASKS.items())
    parser = argparse.ArgumentParser(
        prog="tasks.py",
        epilog=f"tasks:\n{listing}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("task", choices=[*TASKS, "help"], metavar="task", nargs="?", default="help")
    parser.add_argument("--no-browser", action="store_true", help="read, lab: open no browser")
    parser.add_argument("--port", type=int, help="read, lab: serve on this port")
    parser.add_argument(
        "--only", action="append", metavar="STEP", help="test: only this step (may be repeated)"
    )
    arguments, rest = parser.parse_known_args(words)
    arguments.rest = rest
    if arguments.task == "help":
        parser.print_help()
        return 0
    if rest and TASKS[arguments.task] not in (
        lab,
        restore,
        notebooks,
        odds,
        fresh,
        links,
        bench,
        pdf,
        release,
    ):
        parser.error(f"unknown words: {' '.join(rest)}")
    end_with_children()
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
