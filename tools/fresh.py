"""Makes everything anew that is made and committed: `python tools/fresh.py [--list] [--from STEP]
[--only STEP …] [--bench]`.

Tables, deals, ladders, playthroughs, counts, sentences, proofs, pictures and the outputs of every
page, each by its own command, in an order in which none uses what a later one makes. Read what `git
diff` shows before you commit it. The odds take longest. The benchmark is left out unless it is
asked for: it wants a machine that does nothing else. Two things are not made anew by the way
(`LEFT`)."""

from __future__ import annotations

import argparse
import sys
import time

from house import PYTHON, Trouble, run, say

REGENERATE = ("-m", "pytest", "-q", "--regenerate")
#: Each step by its name: what it makes, and its command for Python.
STEPS: dict[str, tuple[str, tuple[str, ...]]] = {
    "golden": (
        "tests/golden, tests/counts.toml",
        (*REGENERATE, "tests/test_golden.py", "tests/test_counts.py"),
    ),
    "cases": ("tests/cases", (*REGENERATE, "tests/test_cases.py")),
    "odds": ("cadogan/players/odds.json", ("-m", "cadogan.players.table")),
    "rows": ("cadogan/tables/rows.json", ("-m", "cadogan", "table", "--make")),
    "winnable": ("cadogan/tables/winnable.json", ("tools/solve.py",)),
    "hints": ("cadogan/players/hints.json", ("tools/hints.py",)),
    "obeyed": ("cadogan/tables/obeyed.json", ("tools/hints.py", "--obeyed")),
    "deals": ("cadogan/tables/deals.json", ("tools/deals.py",)),
    "ladders": (
        "cadogan/round_games/ladders.json",
        ("tools/ladders.py", "--file", "cadogan/round_games/ladders.json"),
    ),
    "proofs": ("cadogan/edition/proofs.json", ("tools/mutants.py",)),
    "notebooks": ("tests/executed", ("tools/notebooks.py",)),
    "simulated": ("cadogan/course/simulated.json", ("tools/simulated.py",)),
    "values": ("tests/executed/values.ipynb", ("tools/notebooks.py", "values")),
    "book": ("_build/html", ("tools/tasks.py", "build")),
    "measures": ("book/measures.json", ("tools/measure.py", "--keep")),
    "pictures": ("book/pictures/play.webp, book/pictures/play.json", ("tools/pictures.py",)),
    "boards": ("book/pictures", ("tools/board_pictures.py",)),
    "links": ("nothing; it looks at every link", ("tools/links.py",)),
}
#: What is kept as it is, and why.
LEFT = {
    "cadogan/players/weights.json": "another fit is another player; tools/fit_careful.py prints one, which is chosen by hand",
    "book/_static/lab.json": "says that no JupyterLab lies beside the book; make lite says otherwise in the built one",
    "requirements": "other versions are a change of their own; make lock",
}
BENCH = ("book/benchmarks.json, book/benchmarks.md", ("tools/bench.py", "--keep"))


def chosen(only: list[str] | None, start: str | None, bench: bool) -> list[str]:
    """The steps to be taken, in order.

    >>> chosen(["links", "odds"], None, False), chosen(None, "pictures", True)
    (['odds', 'links'], ['pictures', 'boards', 'links', 'bench'])
    """
    names = list(STEPS)
    names = names[names.index(start) :] if start else names
    return [name for name in names if not only or name in only] + (["bench"] if bench else [])


def main(words: list[str] | None = None) -> int:
    """See the module; returns the exit status."""
    parser = argparse.ArgumentParser(description="make everything anew that is made and committed")
    parser.add_argument(
        "--list", action="store_true", help="only say what would be made, and by which command"
    )
    parser.add_argument(
        "--only",
        action="append",
        choices=STEPS,
        metavar="STEP",
        help=f"only this step: {', '.join(STEPS)}",
    )
    parser.add_argument(
        "--from",
        dest="start",
        choices=STEPS,
        metavar="STEP",
        help="begin with this step, where a run was stopped",
    )
    parser.add_argument("--bench", action="store_true", help="measure the benchmark, too")
    arguments = parser.parse_args(words)
    for name in chosen(arguments.only, arguments.start, arguments.bench):
        makes, command = STEPS.get(name, BENCH)
        say(f"{name}: {makes}  <- python {' '.join(command)}")
        if arguments.list:
            continue
        began = time.monotonic()
        try:
            run([PYTHON, *command], name)
        except Trouble as trouble:
            say(f"{trouble}\nGo on with: python tools/fresh.py --from {name}")
            return 1
        say(f"{name}: {time.monotonic() - began:.0f} s")
    if arguments.list:
        for kept, why in LEFT.items():
            say(f"left as it is: {kept}, for {why}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
