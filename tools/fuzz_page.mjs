// The fuzzers in the page's own Python:   node tools/fuzz_page.mjs KIND [CASES] [FIRST SEED]
//
// Python in the page is another version than the one of the desk, and reads a rules cell with another parser; so what strangers
// may send is tried there as well. tests/fuzz/fuzzing.py makes the cases and tries them, from Python's own random numbers, for
// Hypothesis does not run there; a fault is printed with its seed and the case. It needs the modules of package.json (npm ci).

import { dirname, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = resolve(dirname(fileURLToPath(import.meta.url)), "..");
const [kind = "cells", cases = "1000", first = "1"] = process.argv.slice(2);
const { loadPyodide } = await import("pyodide");
const python = await loadPyodide();
python.FS.mkdir("/checkout");
python.FS.mount(python.FS.filesystems.NODEFS, { root: ROOT }, "/checkout");
const faults = python.runPython(`
import random, sys, time, types
noted = []
sys.modules["hypothesis"] = types.SimpleNamespace(note=noted.append)
sys.path[:0] = ["/checkout"]
sys.dont_write_bytecode = True
from tests.fuzz import fuzzing

did, slowest = {True: 0, False: 0, "fault": 0}, (0.0, 0)
for seed in range(${Number(first)}, ${Number(first) + Number(cases)}):
    begun = time.perf_counter()
    noted.clear()
    try:
        did[fuzzing.KINDS[${JSON.stringify(kind)}].attempt(random.Random(seed))] += 1
    except Exception as fault:
        did["fault"] += 1
        print(f"FAULT ${kind}, seed {seed}: {fault!r}", *noted, sep="\\n")
    slowest = max(slowest, (time.perf_counter() - begun, seed))
print(f"Python {sys.version.split()[0]}, ${kind}: {did[True]:,} taken, {did[False]:,} refused, {did['fault']:,} faults;",
      f"slowest {slowest[0]:.1f} s, seed {slowest[1]}")
did["fault"]
`);
process.exit(faults ? 1 : 0);
