"""Try at length what strangers may send: `python tools/fuzz.py --minutes 10 cells records positions
links sessions actions tables`; and whether every engine plays a stranger's game alike: `python tools/fuzz.py
--minutes 10 differential`. `play` and `rounds` play the book's own games at length. All, if no kind
is named.

Cases are made and tried by `tools/fuzzing.py`, a batch after another. A fault is printed with the
smallest case that Hypothesis finds for it, and kept in `_build/fuzz`: the next run tries it first. A
case that takes more seconds of the processor than its kind may, comes to no end, or takes memory
beyond `--memory` MB in all, is a fault like any other. Exit status 1 if there was one. Minutes are
the processor's. It needs the package and Hypothesis alone, so that any Python will do; `node
tools/fuzz_page.mjs KIND` does the same in the Python of the page."""

from __future__ import annotations

import contextlib
import importlib
import random
import signal
import sys
import time
import traceback
from collections import Counter
from pathlib import Path
from typing import Any

import fuzzing
from house import BUILD, asked
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st
from hypothesis.database import DirectoryBasedExampleDatabase

KEPT = BUILD / "fuzz"
#: Cases of a batch, and the seconds of the processor after which one of them is broken off.
CASES, PATIENCE = 200, 60


def batch(name: str, cases: int, kept: Path | None = None, number: int | None = None) -> Any:
    """Try so many cases of a kind: how many were taken and how many refused.

    Args:
        name: the kind.
        cases: how many; a fault is made smaller with more.
        kept: where faults are kept; those that are there are tried first.
        number: a seed, for the same cases each time; then nothing is kept.

    Raises:
        Exception: the fault, of the smallest case that was found for it; of several a group.
    """
    found, kind = Counter[bool](), fuzzing.KINDS[name]

    @settings(
        max_examples=cases,
        deadline=None,
        database=DirectoryBasedExampleDatabase(kept) if kept else None,
        phases=(Phase.reuse, Phase.generate, Phase.shrink),
        suppress_health_check=list(HealthCheck),
    )
    @given(st.randoms(use_true_random=False))
    def one(rng: random.Random) -> None:
        begun = time.thread_time()
        with patience():
            taken = kind.attempt(rng)
        if (took := time.thread_time() - begun) > kind.slow:
            raise fuzzing.Fault(f"it took {took:.1f} s")
        found[taken] += 1

    (one if number is None else seed(number)(one))()
    return found


@contextlib.contextmanager
def patience() -> Any:
    """For `PATIENCE` seconds and no longer (on Windows as long as it takes)."""

    def over(*_: object) -> None:
        raise fuzzing.Fault("it comes to no end")

    if hasattr(signal, "setitimer"):
        signal.signal(signal.SIGPROF, over)
        signal.setitimer(signal.ITIMER_PROF, PATIENCE)
    try:
        yield
    finally:
        if hasattr(signal, "setitimer"):
            signal.setitimer(signal.ITIMER_PROF, 0)


def tried(name: str, minutes: float) -> Counter[bool]:
    """Try batches of a kind until they have taken so many minutes.

    Raises:
        Exception: the fault.
    """
    found, until = Counter[bool](), time.process_time() + 60 * minutes
    while time.process_time() < until:
        found += batch(name, CASES, KEPT)
        print(f"{name}: {found[True]:,} taken, {found[False]:,} refused", end="\r", flush=True)
    print()
    return found


def main() -> int:
    """See the module."""
    given = asked(__doc__, fuzzing.KINDS, minutes=1.0, memory=4096)
    with contextlib.suppress(ImportError):  # there is none on Windows
        resource: Any = importlib.import_module("resource")
        resource.setrlimit(resource.RLIMIT_DATA, (given.memory * 2**20, resource.RLIM_INFINITY))
    fuzzing.book_cells()  # the chapters are read once, and not on any case's account
    failed = False
    for name in given.names:
        try:
            tried(name, given.minutes)
        except Exception:
            failed = True
            traceback.print_exc()
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
