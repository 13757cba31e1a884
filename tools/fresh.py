"""Makes everything anew that is made and committed: `python tools/fresh.py [STEP …] [--list] [--start
STEP] [--bench]`; with `--start` from that step on, where a run was stopped.

Tables, deals, ladders, playthroughs, counts, sentences, proofs, pictures and the outputs of every
page, each by its own command, in an order in which none uses what a later one makes. Read what `git
diff` shows before you commit it. The odds take longest. The benchmark is left out unless it is
asked for: it wants a machine that does nothing else. Two things are not made anew by the way
(`LEFT`)."""

from __future__ import annotations

import sys
import time
from collections.abc import Collection

from house import PYTHON, Trouble, command_line, run, say

#: What writes what the tests hold the games to.
TESTS = "-m pytest -q --regenerate"
#: Each step by its name: what it makes, and its command for Python.
STEPS = {
    "golden": (
        "tests/golden, tests/counts.toml",
        f"{TESTS} tests/test_golden.py tests/test_counts.py",
    ),
    "cases": ("tests/cases", f"{TESTS} tests/test_cases.py"),
    "odds": (
        "cadogan/players/odds.json, cadogan/tables/rows.json",
        "-m cadogan table --make",
    ),
    "winnable": ("cadogan/tables/winnable.json", "tools/solve.py"),
    "hints": ("cadogan/players/hints.json", "tools/hints.py"),
    "obeyed": ("cadogan/tables/obeyed.json", "tools/hints.py --obeyed"),
    "deals": ("cadogan/tables/deals.json", "tools/deals.py"),
    "ladders": (
        "cadogan/round_games/ladders.json",
        "tools/ladders.py --file cadogan/round_games/ladders.json",
    ),
    "proofs": ("cadogan/edition/proofs.json", f"{TESTS} tests/test_mutants.py"),
    "famous": ("cadogan/tables/famous.json", "tools/famous.py"),
    "notebooks": ("tests/executed", "tools/notebooks.py"),
    "simulated": ("cadogan/course/simulated.json", "tools/simulated.py"),
    "values": ("tests/executed/values.ipynb", "tools/notebooks.py values"),
    "book": ("_build/html", "tools/tasks.py build"),
    "pictures": ("book/pictures/play.webp, book/pictures/play.json", "tools/pictures.py"),
    "boards": ("book/pictures", "tools/board_pictures.py"),
    "links": ("nothing; it looks at every link", "tools/links.py"),
}
#: What is kept as it is, and why.
LEFT = {
    "tests/changed.toml": "says which rule of each chapter a test changes",
    "cadogan/players/weights.json": "another set of weights is another player, which is chosen by hand",
    "book/_static/lab.json": "says that no JupyterLab lies beside the book; make lite says otherwise in the built one",
    "requirements": "other versions are a change of their own; make lock",
}
BENCH = ("book/benchmarks.json, book/benchmarks.md", "tools/bench.py --keep")


def chosen(only: Collection[str], start: str | None, bench: bool) -> list[str]:
    """The steps to be taken, in order.

    >>> chosen(["links", "odds"], None, False), chosen(STEPS, "pictures", True)
    (['odds', 'links'], ['pictures', 'boards', 'links', 'bench'])
    """
    names = list(STEPS)
    names = names[names.index(start) :] if start else names
    return [*(name for name in names if name in only), *["bench"] * bench]


def main(words: list[str] | None = None) -> int:
    """See the module; returns the exit status."""
    arguments = command_line(__doc__, STEPS, words, list=False, start=str, bench=False)
    for name in chosen(arguments.names, arguments.start, arguments.bench):
        makes, command = STEPS.get(name, BENCH)
        say(f"{name}: {makes}  <- python {command}")
        if arguments.list:
            continue
        began = time.monotonic()
        try:
            run([PYTHON, *command.split()], name)
        except Trouble as trouble:
            say(f"{trouble}\nGo on with: python tools/fresh.py --start {name}")
            return 1
        say(f"{name}: {time.monotonic() - began:.0f} s")
    if arguments.list:
        for file, why in LEFT.items():
            say(f"left as it is: {file}, for {why}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
