"""Try at length what strangers may send: `python tools/fuzz.py --minutes 10 cells records positions
links sessions actions tables`; and whether every engine plays a stranger's game alike: `python tools/fuzz.py
--minutes 10 differential`. `play` and `rounds` play the book's own games at length.

Cases are made and tried by `tools/fuzzing.py`, each from its own seed, in a process that can be
ended: a case that takes longer than `PATIENCE` seconds of the processor, or brings the process
down, counts as a fault like any other. So does one that takes more than `--slow` seconds of it, or
raises the most memory ever used by more than `--memory` MB. Ctrl-C ends the run with its table.

Every fault is printed with its seed and kept in `_build/fuzz`; `python tools/fuzz.py --again
cells:SEED` tries one again, in this process. At the end a table: how long, how many were tried,
taken, refused, faults; the slowest case and the most memory. Exit status 1 if there was a fault.
The seeds go on from `--seed`; `--go-on` goes on where the last run stopped and adds to its table,
so that hours can be put together from parts. Minutes are the processor's: on a busy machine a run
takes longer by the clock and tries as much. It needs the package alone, so that any Python will do
(`PYTHONPATH=. python3.13 tools/fuzz.py …`); `node tools/fuzz_page.mjs KIND` does the same in the
Python of the page."""

from __future__ import annotations

import argparse
import contextlib
import importlib.util
import json
import multiprocessing
import os
import signal
import sys
import time
import traceback
from collections.abc import Sequence
from dataclasses import asdict, dataclass, fields
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any

import fuzzing
from house import BUILD

import cadogan

#: What measures memory; there is none on Windows.
resource: Any = (
    importlib.import_module("resource") if importlib.util.find_spec("resource") else None
)

#: How long a case may take before its process is ended, in seconds of the processor (of the clock
#: ten times as many, for others may want the processor, too), and how much memory such a process
#: may have in all, in bytes.
PATIENCE, MOST_MEMORY = 60, 4 * 2**30
KEPT = BUILD / "fuzz"
#: How often the counts of a run are written down, in seconds of the clock.
OFTEN = 20


def peak() -> float:
    """The most memory that this process ever had, in MB; 0 where it cannot be known."""
    if resource is None:
        return 0
    unit = 2**20 if sys.platform == "darwin" else 2**10
    return float(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / unit)


def work(name: str, counts: Any, minutes: float, slow: float, memory: float) -> None:
    """Try one case after another, and keep count where the other process can read it, too."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if resource is not None and sys.platform == "linux":
        resource.setrlimit(resource.RLIMIT_DATA, (MOST_MEMORY, MOST_MEMORY))
    kind, found, parent = fuzzing.KINDS[name], Found(name, 0), multiprocessing.parent_process()
    found.take(counts)
    for _ in cadogan.games.values():
        pass  # the chapters are read once, and not on any case's account
    assert parent is not None
    while found.seconds < 60 * minutes and os.getppid() == parent.pid:  # (else who asked is gone)
        if resource is not None:
            signal.setitimer(signal.ITIMER_PROF, PATIENCE)  # its signal ends the process
        before, begun = (
            peak(),
            time.thread_time(),
        )  # (the process's own clock is not exact while such a timer runs)
        try:
            did: Any = fuzzing.tried(kind, f"{name} {found.seed}")
        except fuzzing.Fault as fault:
            did = where(fault)
        except MemoryError:
            did = "out of memory"
        found.count(did, time.thread_time() - begun, peak() - before, slow, memory)
        counts[:] = found.numbers()


def where(fault: fuzzing.Fault) -> str:
    """A fault with the place in the package where it happened."""
    cause = fault.__cause__
    if cause is None or isinstance(cause, fuzzing.Fault):
        return str(fault)
    last = traceback.extract_tb(cause.__traceback__)[-1]
    return f"{fault}   ({Path(last.filename).name}, line {last.lineno})"


@dataclass
class Found:
    """What came of one kind of input: how many cases, and the seed of the next; the slowest case
    with its seed, the most memory added.
    """

    name: str
    seed: int
    taken: int = 0
    refused: int = 0
    faults: int = 0
    seconds: float = 0
    slowest: float = 0
    slowest_seed: int = 0
    memory: float = 0

    @classmethod
    def last(cls, name: str) -> Found | None:
        """What the last run left, or None if there was none."""
        path = KEPT / f"{name}.json"
        return cls(**json.loads(path.read_text(encoding="utf-8"))) if path.exists() else None

    def keep(self) -> None:
        """Write it down, for a run that goes on; who is ended in the middle of it leaves what was
        written before.
        """
        KEPT.mkdir(parents=True, exist_ok=True)
        new = KEPT / f"{self.name}.new"
        new.write_text(json.dumps(asdict(self)), encoding="utf-8")
        new.replace(KEPT / f"{self.name}.json")

    def numbers(self) -> list[float]:
        """All but the name."""
        return [float(getattr(self, field.name)) for field in fields(self)[1:]]

    def take(self, numbers: Sequence[float]) -> None:
        """Take over such numbers."""
        for field, number in zip(fields(self)[1:], numbers):
            setattr(self, field.name, int(number) if field.type == "int" else number)

    def count(
        self, did: bool | str, seconds: float, memory: float, slow: float, most: float
    ) -> None:
        """Count a case that was taken, refused, or a fault (then `did` says which): so is one that
        was slow or took too much memory.
        """
        self.seconds += seconds
        self.memory = max(self.memory, memory)
        if seconds > self.slowest:
            self.slowest, self.slowest_seed = seconds, self.seed
        if isinstance(did, str):
            self.fault(did)
        elif seconds > slow:
            self.fault(f"it took {seconds:.1f} s")
        elif memory > most:
            self.fault(f"it took {memory:.0f} MB")
        else:
            self.taken += did
            self.refused += not did
            self.seed += 1

    def fault(self, what: str) -> None:
        """Print and keep a fault."""
        self.faults += 1
        print(f"FAULT {self.name}:{self.seed}  {what}", flush=True)
        KEPT.mkdir(parents=True, exist_ok=True)
        case: Any = fuzzing.case(fuzzing.KINDS[self.name], f"{self.name} {self.seed}")
        (KEPT / f"{self.name}-{self.seed}.json").write_text(
            json.dumps({"what": what, "case": case}, indent=1), encoding="utf-8"
        )
        self.seed += 1

    def __str__(self) -> str:
        n = self.taken + self.refused + self.faults
        counts = f"{n:>11,}{self.taken:>11,}{self.refused:>11,}{self.faults:>8,}"
        return f"{self.name:<10}{self.seconds / 60:>8.1f}{counts}{self.slowest:>10.2f} s{self.memory:>8.0f} MB"


def tried(found: Found, minutes: float, slow: float, memory: float) -> None:
    """Try cases of a kind until they have taken so many minutes; a process that does not come to an
    end, or is gone, is replaced.
    """
    context = multiprocessing.get_context("spawn")
    while found.seconds < 60 * minutes:
        first, counts = found.seed, context.RawArray("d", found.numbers())
        process = context.Process(target=work, args=(found.name, counts, minutes, slow, memory))
        process.start()
        try:
            watch(process, found, counts)
        finally:
            ended = process.exitcode
            process.kill()
            process.join()
            found.take(counts)
            found.keep()
        if ended is None:
            found.fault(f"no end within {10 * PATIENCE} s")
        elif resource is not None and ended == -signal.SIGPROF:
            found.count(f"no end within {PATIENCE} s of the processor", PATIENCE, 0, slow, memory)
        elif ended:  # brought down
            found.fault(f"the process ended with {ended}")
            if ended > 0 and found.seed == first + 1:
                return  # no process can be begun
        found.keep()


def watch(process: BaseProcess, found: Found, counts: Any) -> None:
    """Wait until a process has ended, or has tried one case too long; write down what it counted
    now and then.
    """
    seed, begun, written = found.seed, time.monotonic(), time.monotonic()
    while process.is_alive() and time.monotonic() < begun + 10 * PATIENCE:
        process.join(1)
        found.take(counts)
        if found.seed != seed:
            seed, begun = found.seed, time.monotonic()
        if time.monotonic() > written + OFTEN:
            found.keep()
            written = time.monotonic()


def again(what: str) -> None:
    """Try one case again in this process, and show it."""
    name, _, seed = what.partition(":")
    print(json.dumps(fuzzing.case(fuzzing.KINDS[name], f"{name} {seed}"), indent=1))
    print("taken" if fuzzing.tried(fuzzing.KINDS[name], f"{name} {seed}") else "refused")


def main() -> int:
    """See the module."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "kinds", nargs="*", help=f"what to try: {', '.join(fuzzing.KINDS)}; all if none is named"
    )
    parser.add_argument(
        "--minutes",
        type=float,
        default=1,
        help="of the processor, for each kind, in all (default 1)",
    )
    parser.add_argument("--seed", type=int, default=1, help="where the seeds begin (default 1)")
    parser.add_argument(
        "--go-on",
        action="store_true",
        help="go on where the last run stopped, and add to its counts",
    )
    parser.add_argument(
        "--slow",
        type=float,
        help="seconds of the processor that a case may take (default 1; differential 20)",
    )
    parser.add_argument(
        "--memory", type=float, default=200, help="MB that a case may add (default 200)"
    )
    parser.add_argument("--again", metavar="KIND:SEED", help="try one case again")
    given = parser.parse_args()
    if unknown := [name for name in given.kinds if name not in fuzzing.KINDS]:
        parser.error(
            f"no such kind: {', '.join(unknown)}; the kinds are {', '.join(fuzzing.KINDS)}"
        )
    if given.again:
        again(given.again)
        return 0
    rows: list[Found] = []
    with contextlib.suppress(KeyboardInterrupt):
        for name in given.kinds or fuzzing.KINDS:
            rows.append((Found.last(name) if given.go_on else None) or Found(name, given.seed))
            tried(rows[-1], given.minutes, given.slow or fuzzing.KINDS[name].slow, given.memory)
    head = f"{'tried':>11}{'taken':>11}{'refused':>11}{'faults':>8}{'slowest':>12}{'memory':>11}"
    print(f"\nPython {sys.version.split()[0]}\n{'':<10}{'minutes':>8}{head}", *rows, sep="\n")
    return int(any(row.faults for row in rows))


if __name__ == "__main__":
    sys.exit(main())
