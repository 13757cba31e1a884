"""Makes all that is given away, into `dist/`: `python tools/release.py [--no-pdf]`, in the
environment, from the built book (`make release` builds it before).

* the wheel and the sdist;
* `cadogan-book-VERSION.pyz`: the built book and its server in one file, which Python 3.11 or newer plays from;
* `cadogan-book-VERSION.zip`: the same book for any web server;
* `cadogan-lab-VERSION.zip`, JupyterLab for that server, where `make lite` has laid it beside the book;
* `cadogan-class-pack-VERSION.zip`: the lessons as notebooks for a class;
* `cadogan-book-VERSION-pdf.zip`, the pages printed, where there is a Chromium;
* `CONTENTS.md`, what is inside under which licence, and `SHA256SUMS`.

Made twice from the same files, with the same Python, Node and Chromium, all of it but the PDF is the
same to the last byte: names are sorted, and every entry has the same date."""

from __future__ import annotations

import hashlib
import json
import shutil
import sys
import tempfile
import tomllib
from collections.abc import Iterable
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile, ZipInfo

import browsers
from assets import NODE_MODULES, packages
from house import BUILD, LAB, LAB_FLAG, PACKAGE, PYTHON, ROOT, SITE, Trouble, command_line, run, say

DIST = ROOT / "dist"
#: The date of every entry: the earliest that an archive can say.
EPOCH = (1980, 1, 1, 0, 0, 0)
#: What is compressed already.
COMPRESSED = {".bin", ".gz", ".png", ".whl", ".woff", ".woff2", ".zip", ".pdf"}
#: What Sphinx leaves for itself in a built book.
NOT_READ = {".buildinfo", ".nojekyll", "objects.inv"}

MAIN = '''"""The book in this file, served to the browser of this machine: python3 cadogan-book.pyz [--port N] [--no-browser]."""

import sys

if sys.version_info < (3, 11):
    sys.exit(f"Python 3.11 or newer is needed to open the book; this is {sys.version.split()[0]}.")

import argparse
import tempfile
import zipfile
from pathlib import Path

from serve import serve

parser = argparse.ArgumentParser(prog=Path(sys.argv[0]).name, description="Lady Cadogan's Patience: an executable edition.")
parser.add_argument("--port", type=int, help="serve on this port (default: the first free one from 8000)")
parser.add_argument("--no-browser", action="store_true", help="only print the address")
given = parser.parse_args()
try:
    with tempfile.TemporaryDirectory(prefix="cadogan-") as folder:
        with zipfile.ZipFile(Path(__file__).parent) as packed:
            packed.extractall(folder, [name for name in packed.namelist() if name.startswith("html/")])
        serve(Path(folder, "html"), given.port, browser=not given.no_browser)
except (OSError, OverflowError) as error:
    sys.exit(f"The book cannot be served{f' on port {given.port}' if given.port is not None else ''}: {error}")
'''
HOW = """Lady Cadogan's Patience: an executable edition, version {version}

The folder html is the whole book: put it on any web server, or serve it on your own machine with Python:

    python3 -m http.server --bind 127.0.0.1 --directory html

and open http://127.0.0.1:8000/ in a browser. (A browser does not run the games of a page that is opened from the disk.)
The page "Commands, serving, publishing" says what another server must know. Licences: LICENSE, LICENSE-CODE, CONTENTS.md.
"""
#: What lies in the book besides our own, not fetched as a package of its own: name, licence, where
#: it is.
ALSO = (
    (
        "CPython's standard library, in Pyodide",
        "PSF-2.0",
        "_static/vendor/pyodide/cadogan-*.bin",
    ),
    ("PyYAML", "MIT", "_static/vendor/pyodide/cadogan-rest-*.bin"),
    (
        "IPython (how values are printed)",
        "BSD-3-Clause",
        "_static/vendor/pyodide/cadogan-rest-*.bin",
    ),
    (
        "Font Awesome Free",
        "CC-BY-4.0 (icons), OFL-1.1 (fonts), MIT (code)",
        "_static/vendor/fontawesome, @jupyter-widgets",
    ),
    ("Sphinx, its basic theme", "BSD-2-Clause", "_static"),
    ("sphinx-book-theme, pydata-sphinx-theme", "BSD-3-Clause", "_static/styles, _static/scripts"),
    (
        "jQuery and its UI, noUiSlider, Backbone, lodash, Ajv, PostCSS, sanitize-html; Lumino",
        "MIT; BSD-3-Clause",
        "_static/vendor/embed-amd.js",
    ),
    ("Bootstrap, in the theme", "MIT", "_static/scripts/bootstrap.js"),
)


def version() -> str:
    """The version in `pyproject.toml`."""
    return str(
        tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
    )


def packed(target: Path, entries: Iterable[tuple[str, bytes]], opens: bytes = b"") -> Path:
    """An archive of these names and contents, after some opening bytes; the same each time."""
    half = target.with_name(target.name + ".part")
    with open(half, "wb") as file:
        file.write(opens)
        with ZipFile(file, "w") as archive:
            for name, content in sorted(entries):
                about = ZipInfo(name, EPOCH)
                about.create_system, about.external_attr = (
                    3,
                    0o100644 << 16,
                )  # the same on every system
                about.compress_type = (
                    ZIP_STORED if Path(name).suffix in COMPRESSED else ZIP_DEFLATED
                )
                archive.writestr(about, content, compresslevel=9)
    half.replace(target)
    return target


def tree(folder: Path, under: str) -> list[tuple[str, bytes]]:
    """Every file of a folder, named as it is to lie in an archive; of the book without JupyterLab."""
    paths = [
        path
        for path in folder.rglob("*")
        if path.is_file() and path.name not in NOT_READ and not path.is_relative_to(LAB)
    ]
    return [
        (
            f"{under}/{path.relative_to(folder).as_posix()}",
            b"false\n" if path == LAB_FLAG else path.read_bytes(),
        )
        for path in paths
    ]


def lab(target: Path) -> Path:
    """JupyterLab, to be unpacked over the folder `html` of the book, and the word that it is there."""
    files = [path for path in LAB.rglob("*") if path.is_file()]
    entries = [(f"html/{path.relative_to(SITE).as_posix()}", path.read_bytes()) for path in files]
    return packed(target, [*entries, (f"html/{LAB_FLAG.relative_to(SITE).as_posix()}", b"true\n")])


def one_file(site: Path, target: Path) -> Path:
    """The book with its server."""
    server = (PACKAGE / "serve.py").read_bytes()
    entries = [
        ("__main__.py", MAIN.encode()),
        ("serve.py", server),
        *tree(site, "html"),
        *papers("licences/"),
    ]
    packed(target, entries, b"#!/usr/bin/env python3\n")
    target.chmod(0o755)
    return target


def papers(under: str) -> list[tuple[str, bytes]]:
    """The licences, and the list of what is inside."""
    files = [(name, (ROOT / name).read_bytes()) for name in ("LICENSE", "LICENSE-CODE")]
    return [
        (under + name, content) for name, content in [*files, ("CONTENTS.md", contents().encode())]
    ]


def contents() -> str:
    """What is in a built book and under which licence, as a table."""
    rows = [
        ("The edition: text, drawings, tables", "CC-BY-4.0", "every page"),
        (
            "The code: package, boards, code cells",
            "BSD-3-Clause",
            "_static, _static/vendor/pyodide/cadogan-*.bin",
        ),
        ("The old texts quoted (1870 to 1914)", "public domain", "every chapter"),
    ]
    for name in packages():
        about = json.loads((NODE_MODULES / name / "package.json").read_text(encoding="utf-8"))
        rows.append(
            (f"{name} {about['version']}", str(about.get("license", "unknown")), "_static/vendor")
        )
    table = "\n".join(f"| {' | '.join(row)} |" for row in [*rows, *ALSO])
    note = "The texts of the licences of what is fetched lie in `_static/vendor/licences/` of the book."
    return f"# What is inside\n\n| what | licence | where |\n|---|---|---|\n{table}\n\n{note}\n"


def class_pack(target: Path) -> Path:
    """The lessons for a class."""
    with tempfile.TemporaryDirectory() as folder:
        run(
            [PYTHON, "-m", "cadogan", "class-pack", Path(folder, "class")],
            "the class pack",
            quiet=True,
        )
        return packed(target, tree(Path(folder, "class"), target.stem))


def main(words: list[str] | None = None) -> int:
    """See the module."""
    chosen = command_line(__doc__, line=words, no_pdf=False)
    number = version()
    shutil.rmtree(DIST, ignore_errors=True)
    DIST.mkdir()
    try:
        say("making the wheel, the sdist and the book's archives")
        run([PYTHON, "-m", "hatchling", "build", "-d", DIST], "the wheel and the sdist", quiet=True)
        (DIST / "CONTENTS.md").write_text(contents(), encoding="utf-8")
        name = f"cadogan-book-{number}"
        one_file(SITE, DIST / f"{name}.pyz")
        readme = [(f"{name}/README.txt", HOW.format(version=number).encode())]
        packed(DIST / f"{name}.zip", [*tree(SITE, f"{name}/html"), *readme, *papers(f"{name}/")])
        if LAB.is_dir():
            lab(DIST / f"cadogan-lab-{number}.zip")
        say("making the class pack")
        class_pack(DIST / f"cadogan-class-pack-{number}.zip")
        if chosen.no_pdf:
            say("no pages are printed")
        elif not browsers.installed():
            say(f"no pages are printed, for there is no Chromium; to get one, {browsers.HOW_TO}")
        else:
            say("printing the pages")
            shutil.rmtree(BUILD / "pdf", ignore_errors=True)  # of other pages, other sources
            run([PYTHON, ROOT / "tools" / "pdf.py"], "printing the pages", quiet=True)
            printed = tree(BUILD / "pdf", f"{name}-pdf")
            printed = [entry for entry in printed if entry[0].endswith(".pdf")]
            packed(DIST / f"{name}-pdf.zip", printed)
    except Trouble as trouble:
        say(str(trouble))
        return 1
    files = sorted(path for path in DIST.iterdir() if path.name != "SHA256SUMS")
    sums = [f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n" for path in files]
    (DIST / "SHA256SUMS").write_text("".join(sums), encoding="utf-8")
    say(
        "\n".join(
            f"{path.stat().st_size / 1e6:8.2f} MB  {path.relative_to(ROOT)}" for path in files
        )
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
