"""The runner inside Pyodide, in node: the same package, the browser's own WebAssembly."""

import json
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PYODIDE = ROOT / "node_modules" / "pyodide" / "pyodide.mjs"

ENGINE = """
def climb(s, n):
    while n > 0:
        n -= 1
        s.sum += n
        s.row[n & 3] = n & 127
    return s.sum

def nothing(s):
    s.sum = -5

def add(a, b):
    return a + b

def forever(s):
    while True:
        s.sum ^= 1
"""
PYTHON = """
import json, sys
sys.path.insert(0, "/home/pyodide")
import climbing
from cadogan.compiler.layout import Field
from cadogan.compiler.run import Machine, OutOfTime
from cadogan.compiler.specialise import Entry, specialise

layout = (Field("sum"), Field("row", size=4, width=1, initial=-1))
program = specialise({name: Entry(getattr(climbing, name)) for name in ("climb", "nothing", "forever", "add")}, layout)
machine = Machine(program)
seen = [machine.backend, machine.dump(), machine.call("climb", 1000), machine.dump(), machine.call("nothing"), machine.read("sum")]
seen.append(machine.call("add", -5, 2))
machine.load([-(1 << 62), 1, -2, 3, -4])
seen.append(machine.dump())
machine = Machine(program, fuel=1000)
try:
    machine.call("forever")
except OutOfTime:
    seen.append("out of time")
json.dumps(seen)
"""
NODE = """
import { readFileSync, readdirSync } from "fs";
const [compiler, text, pyodide] = process.argv.slice(2);
const { loadPyodide } = await import(pyodide);
const py = await loadPyodide();
const home = "/home/pyodide/";
py.FS.mkdirTree(home + "cadogan/compiler");
py.FS.writeFile(home + "cadogan/__init__.py", "");
for (const name of readdirSync(compiler).filter((name) => name.endsWith(".py")))
  py.FS.writeFile(home + "cadogan/compiler/" + name, readFileSync(`${compiler}/${name}`));
py.FS.writeFile(home + "climbing.py", readFileSync("climbing.py"));
console.log(py.runPython(readFileSync(text, "utf8")));
"""


@pytest.mark.slow
@pytest.mark.skipif(
    shutil.which("node") is None or not PYODIDE.exists(),
    reason="node or the npm package pyodide is not installed",
)
def test_the_runner_in_pyodide(tmp_path):
    for name, text in (("climbing.py", ENGINE), ("run.py", PYTHON), ("run.mjs", NODE)):
        (tmp_path / name).write_text(text)
    command = ["node", "run.mjs", str(ROOT / "cadogan" / "compiler"), "run.py", str(PYODIDE)]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True)
    assert json.loads(done.stdout) == [
        "wasm",
        [0, -1, -1, -1, -1],
        499500,
        [499500, 0, 1, 2, 3],
        None,
        -5,
        -3,
        [-(1 << 62), 1, -2, 3, -4],
        "out of time",
    ]
