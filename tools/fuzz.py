"""Try at length what strangers may send: `python tools/fuzz.py --minutes 10 cells records positions links sessions`.

Cases are made and tried by `tools/fuzzing.py`, each from its own seed, in a process that can be ended: a case that takes longer
than `PATIENCE` seconds of the processor, or brings the process down, counts as a fault like any other. So does one that takes more
than `--slow` seconds of it, or raises the most memory ever used by more than `--memory` MB. Ctrl-C ends the run with its table.

Every fault is printed with its seed and kept in `_build/fuzz`; `python tools/fuzz.py --again cells:SEED` tries one again, in this process.
At the end a table: how many were tried, taken, refused, faults; the slowest case and the most memory. Exit status 1 if there was a fault.
The seeds go on from `--seed`. It needs the package alone, so that any Python will do (`PYTHONPATH=. python3.13 tools/fuzz.py …`);
`node tools/fuzz_page.mjs KIND` does the same in the Python of the page.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import multiprocessing
import signal
import sys
import time
import traceback
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

import fuzzing
from house import BUILD

import cadogan

#: What measures memory; there is none on Windows.
resource: Any = importlib.import_module("resource") if importlib.util.find_spec("resource") else None

#: How long a case may take before its process is ended, in seconds of the processor (of the clock ten times as many, for others may
#: want the processor, too), and how much memory such a process may have in all, in bytes.
PATIENCE, MOST_MEMORY = 60, 4 * 2**30
KEPT = BUILD / "fuzz"


def peak() -> float:
    """The most memory that this process ever had, in MB; 0 where it cannot be known."""
    if resource is None:
        return 0
    unit = 2**20 if sys.platform == "darwin" else 2**10
    return float(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / unit)


def work(line: Connection, name: str, seed: int, until: float) -> None:
    """Try one case after another and tell of each, before (its seed) and after (what it did, how long it took, the memory it added)."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if resource is not None and sys.platform == "linux":
        resource.setrlimit(resource.RLIMIT_DATA, (MOST_MEMORY, MOST_MEMORY))
    kind = fuzzing.KINDS[name]
    for _ in cadogan.games.values():
        pass  # the chapters are read once, and not on any case's account
    line.send(None)
    while time.time() < until:
        line.send(seed)
        memory, begun = peak(), time.process_time()
        if resource is not None:
            signal.setitimer(signal.ITIMER_PROF, PATIENCE)  # its signal ends the process
        try:
            did: Any = fuzzing.tried(kind, f"{name} {seed}")
        except fuzzing.Fault as fault:
            did = where(fault)
        except MemoryError:
            did = "out of memory"
        line.send((did, time.process_time() - begun, peak() - memory))
        seed += 1


def where(fault: fuzzing.Fault) -> str:
    """A fault with the place in the package where it happened."""
    cause = fault.__cause__
    if cause is None or isinstance(cause, fuzzing.Fault):
        return str(fault)
    last = traceback.extract_tb(cause.__traceback__)[-1]
    return f"{fault}   ({Path(last.filename).name}, line {last.lineno})"


class Found:
    """What came of one kind of input."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.taken = self.refused = self.faults = 0
        self.slowest, self.memory = (0.0, 0), 0.0

    def fault(self, seed: int, what: str) -> None:
        """Print and keep a fault."""
        self.faults += 1
        print(f"FAULT {self.name}:{seed}  {what}", flush=True)
        KEPT.mkdir(parents=True, exist_ok=True)
        case: Any = fuzzing.case(fuzzing.KINDS[self.name], f"{self.name} {seed}")
        (KEPT / f"{self.name}-{seed}.json").write_text(json.dumps({"what": what, "case": case}, indent=1), encoding="utf-8")

    def __str__(self) -> str:
        n = self.taken + self.refused + self.faults
        return f"{self.name:<10}{n:>9,}{self.taken:>9,}{self.refused:>9,}{self.faults:>8,}{self.slowest[0]:>10.2f} s{self.memory:>8.0f} MB"


def tried(name: str, seed: int, minutes: float, slow: float, memory: float) -> Found:
    """Try cases of a kind for a number of minutes; a process that does not answer, or is gone, is replaced."""
    found, until = Found(name), time.time() + 60 * minutes
    while time.time() < until:
        ours, theirs = multiprocessing.Pipe(duplex=False)
        process = multiprocessing.get_context("spawn").Process(target=work, args=(theirs, name, seed, until))
        process.start()
        theirs.close()
        now = seed
        try:
            if not ours.poll(10 * PATIENCE):
                found.fault(now, "no process can be begun")
                break
            ours.recv()
            while ours.poll(10 * PATIENCE):
                said = ours.recv()
                if isinstance(said, int):
                    now = said
                    continue
                did, seconds, added = said
                seed = now + 1
                found.slowest = max(found.slowest, (seconds, now))
                found.memory = max(found.memory, added)
                if isinstance(did, str):
                    found.fault(now, did)
                elif seconds > slow:
                    found.fault(now, f"it took {seconds:.1f} s")
                elif added > memory:
                    found.fault(now, f"it took {added:.0f} MB")
                else:
                    found.taken += did
                    found.refused += not did
            if time.time() < until + PATIENCE and process.is_alive() and now >= seed:
                found.fault(now, f"no end within {10 * PATIENCE} s")
        except EOFError:  # done, or brought down
            process.join()
            if resource is not None and process.exitcode == -signal.SIGPROF:
                found.fault(now, f"no end within {PATIENCE} s of the processor")
            elif process.exitcode:
                found.fault(now, f"the process ended with {process.exitcode}")
        except KeyboardInterrupt:
            until = 0
        process.kill()
        process.join()
        seed = max(seed, now + 1)
    return found


def again(what: str) -> None:
    """Try one case again in this process, and show it."""
    name, _, seed = what.partition(":")
    print(json.dumps(fuzzing.case(fuzzing.KINDS[name], f"{name} {seed}"), indent=1))
    print("taken" if fuzzing.tried(fuzzing.KINDS[name], f"{name} {seed}") else "refused")


def main() -> int:
    """See the module."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("kinds", nargs="*", help=f"what to try: {', '.join(fuzzing.KINDS)}; all if none is named")
    parser.add_argument("--minutes", type=float, default=1, help="for each kind (default 1)")
    parser.add_argument("--seed", type=int, default=1, help="where the seeds begin (default 1)")
    parser.add_argument("--slow", type=float, default=1, help="seconds of the processor that a case may take (default 1)")
    parser.add_argument("--memory", type=float, default=200, help="MB that a case may add (default 200)")
    parser.add_argument("--again", metavar="KIND:SEED", help="try one case again")
    given = parser.parse_args()
    if unknown := [name for name in given.kinds if name not in fuzzing.KINDS]:
        parser.error(f"no such kind: {', '.join(unknown)}; the kinds are {', '.join(fuzzing.KINDS)}")
    if given.again:
        again(given.again)
        return 0
    rows = [tried(name, given.seed, given.minutes, given.slow, given.memory) for name in given.kinds or fuzzing.KINDS]
    print(f"\nPython {sys.version.split()[0]}\n{'':<10}{'tried':>9}{'taken':>9}{'refused':>9}{'faults':>8}{'slowest':>12}{'memory':>11}")
    print(*rows, sep="\n")
    return int(any(row.faults for row in rows))


if __name__ == "__main__":
    sys.exit(main())
