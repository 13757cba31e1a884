"""JupyterLab in the browser, beside the built book: `make lite`, into `_build/html/lab`.

JupyterLite with a Pyodide kernel: the book's notebooks, and nothing to install for those who open
them; any web server, no other host. It runs the book's own Pyodide; its libraries are pinned
(`requirements/lite.txt` builds it, `requirements/lite-wheels.txt` runs in it), and *Open as a
notebook* on the pages leads to it (`book/_static/cells.js`). Run in the environment:
`python tools/lite.py`."""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
import sys
import venv
from collections.abc import Iterable
from email.parser import Parser
from pathlib import Path
from typing import Any
from zipfile import ZipFile

from assets import NODE_MODULES, PYODIDE, WHEELS
from environment import install
from house import (
    BUILD,
    LAB,
    LAB_FLAG,
    PYTHON,
    ROOT,
    SITE,
    VENV,
    Stamp,
    Trouble,
    alone,
    digest,
    run,
    say,
)
from page_notebooks import PRINTED

from cadogan.notebook import opening

BUILDER, LIBRARIES = (ROOT / "requirements" / f"{name}.txt" for name in ("lite", "lite-wheels"))
#: What it is built with and of.
WORK = BUILD / "lite"
KERNEL = "@jupyterlite/pyodide-kernel-extension"
#: Wheels of the kernel's own, which stand in for libraries of these names.
OF_THE_KERNEL = ("ipykernel", "piplite", "pyodide_kernel", "widgetsnbextension-4")
#: Pyodide as it comes; the book's pages have it in packs.
PYODIDE_FILES = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip")
#: Loaded before the first cell. Without jedi the kernel waits for ever.
AT_ONCE = "micropip piplite ipykernel comm pyodide-kernel jedi ipython ipywidgets anywidget cadogan"
#: What JupyterLite lays into a site and no reader needs.
NOT_NEEDED = ("doc", "jupyter-lite.ipynb", "rspack*", "package.json", "jupyterlite.schema.*")


@alone()
def ensure_lab() -> None:
    """Make JupyterLab beside the built book, unless it is there, made from just these files."""
    (wheel,) = WHEELS.glob("*.whl")
    notebooks = {page.relative_to(SITE): page for page in sorted(SITE.rglob("*.ipynb"))}
    notebooks = {name: page for name, page in notebooks.items() if name.parts[0] != LAB.name}
    sources = [BUILDER, LIBRARIES, Path(__file__).resolve(), wheel, *notebooks.values()]
    stamp = Stamp(BUILD / "stamps" / "lab.json", digest(sources))
    if not (stamp.fresh() and (LAB / "lab" / "index.html").is_file()):
        stamp.clear()
        shutil.rmtree(LAB, ignore_errors=True)
        _build(notebooks, wheel)
        stamp.set()
    LAB_FLAG.write_text("true\n", encoding="utf-8")
    size = sum(path.stat().st_size for path in LAB.rglob("*") if path.is_file())
    say(f"JupyterLab lies beside the book, {size / 1e6:.0f} MB: {LAB}")


def _build(notebooks: dict[Path, Path], package: Path) -> None:
    python = _environment()
    contents, settings = WORK / "contents", WORK / "site"
    for folder in (contents, settings):
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
    for name, page in notebooks.items():
        notebook = json.loads(page.read_text(encoding="utf-8"))
        for cell in notebook["cells"]:
            cell["metadata"].pop(PRINTED, None)  # the answers stand in the package's own pages
        opening.show(notebook["cells"], name.stem, page.parent)
        # Any other name of the kernel, and JupyterLite asks for one.
        notebook["metadata"]["kernelspec"]["name"] = "python"
        (contents / name).parent.mkdir(exist_ok=True)
        (contents / name).write_text(json.dumps(notebook, ensure_ascii=False), encoding="utf-8")
    words = [python, "-m", "jupyterlite_core.app", "build", "--lite-dir", settings]
    # No other app: the console of one, `repl`, runs what an address says.
    words += ["--contents", contents, "--output-dir", LAB, "--apps", "lab", "--no-sourcemaps"]
    # It leaves a note of what it did in the folder that it is run in.
    run(words, "building JupyterLab for the browser", quiet=True, folder=settings)
    for pattern in NOT_NEEDED:
        for path in LAB.glob(pattern):
            shutil.rmtree(path) if path.is_dir() else path.unlink()
    kernel = LAB / "extensions" / KERNEL / "static" / "pypi"
    own = [path for path in sorted(kernel.glob("*.whl")) if path.name.startswith(OF_THE_KERNEL)]
    lay_wheels([*own, *sorted((WORK / "wheels").glob("*.whl")), package], LAB / "wheels")
    (LAB / "pyodide").mkdir()
    for part in PYODIDE_FILES:
        shutil.copyfile(NODE_MODULES / "pyodide" / part, LAB / "pyodide" / part)
    _configure(LAB / "jupyter-lite.json")


def _environment() -> Path:
    """The Python of the environment that builds it: beside JupyterLab itself the kernel for the
    browser disturbs that.
    """
    python = WORK / "environment" / PYTHON.relative_to(VENV)
    stamp = Stamp(WORK / "environment.json", digest([BUILDER, LIBRARIES]))
    if stamp.fresh() and python.exists():
        return python
    shutil.rmtree(WORK, ignore_errors=True)
    say("installing what builds JupyterLab for the browser (about 0.2 GB on the disk)")
    venv.EnvBuilder(with_pip=True, symlinks=os.name != "nt").create(WORK / "environment")
    locked = ["--require-hashes", "-r"]
    install("installing JupyterLite", *locked, BUILDER, python=python)
    pure = ["--no-deps", "--only-binary=:all:", "--platform", "any", "--python-version", "3.14"]
    pip = [python, "-m", "pip", "--disable-pip-version-check", "download", "--quiet"]
    words = [*pip, *pure, "--dest", WORK / "wheels", *locked, LIBRARIES]
    run(words, "fetching the libraries of the notebooks", quiet=True)
    stamp.set()
    return python


def lay_wheels(wheels: Iterable[Path], folder: Path) -> None:
    """Lay wheels into a new folder, with a lock like Pyodide's own, so that none is looked for
    elsewhere; of several of one name the first.
    """
    folder.mkdir()
    lock = json.loads((PYODIDE / "pyodide-lock.json").read_text(encoding="utf-8"))
    about = [(wheel, *_about(wheel)) for wheel in wheels]
    names = {entry["name"] for _, entry, _ in about}
    lock["packages"] = {}
    for wheel, entry, needs in about:
        if entry["name"] not in lock["packages"]:
            lock["packages"][entry["name"]] = {**entry, "depends": sorted(needs & names)}
            shutil.copyfile(wheel, folder / wheel.name)
    (folder / "pyodide-lock.json").write_text(json.dumps(lock), encoding="utf-8")


def _about(wheel: Path) -> tuple[dict[str, Any], set[str]]:
    """A package as Pyodide's lock names it, and the names of those that it needs."""
    with ZipFile(wheel) as archive:
        inside = archive.namelist()
        metadata = next(name for name in inside if name.endswith(".dist-info/METADATA"))
        fields = Parser().parsestr(archive.read(metadata).decode())
    needs = {
        _name(re.split(r"[^\w.-]", line)[0])
        for line in fields.get_all("Requires-Dist") or []
        if "extra ==" not in line
    }
    modules = {name.split("/")[0].removesuffix(".py") for name in inside if name.endswith(".py")}
    return {
        "name": _name(fields["Name"]),
        "version": fields["Version"],
        "file_name": wheel.name,
        "install_dir": "site",
        "package_type": "package",
        "sha256": hashlib.sha256(wheel.read_bytes()).hexdigest(),
        "imports": sorted(name for name in modules if name.isidentifier()),
        "unvendored_tests": False,
    }, needs


def _name(name: str) -> str:
    """The name of a package as indexes have it."""
    return re.sub(r"[-_.]+", "-", name).lower()


def _configure(path: Path) -> None:
    """Have the kernel take Pyodide and its packages from here alone."""
    site = json.loads(path.read_text(encoding="utf-8"))
    about = site["jupyter-config-data"]
    about["appName"] = "Lady Cadogan's Patience"
    plugins = about.setdefault("litePluginSettings", {})
    plugins.setdefault(f"{KERNEL}:kernel", {}).update(
        pyodideUrl="./pyodide/pyodide.mjs",
        disablePyPIFallback=True,
        loadPyodideOptions={
            "packages": AT_ONCE.split(),
            "lockFileURL": "wheels/pyodide-lock.json",
        },
    )
    path.write_text(json.dumps(site, indent=1), encoding="utf-8")


if __name__ == "__main__":
    try:
        ensure_lab()
    except Trouble as trouble:
        sys.exit(str(trouble))
