"""What the built book needs in a browser: fetched with npm, laid out under `vendor/`, never
committed.

`vendor/` is copied to the root of the site. Standard library only.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
import subprocess
from pathlib import Path
from tempfile import TemporaryDirectory
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from environment import everything, node, npm
from house import (
    BUILD,
    PACKAGE,
    PYTHON,
    ROOT,
    VENDOR,
    Stamp,
    Trouble,
    alone,
    digest,
    files,
    run,
    say,
)

NODE_MODULES = ROOT / "node_modules"
SCRIPTS = VENDOR / "_static" / "vendor"
PYODIDE = SCRIPTS / "pyodide"

#: From node_modules to vendor/_static/vendor/; a whole font (TTF) is cut by `fonts.mjs`.
COPIES = {
    "requirejs/require.js": "require.js",
    "@jupyter-widgets/html-manager/dist/embed-amd.js": "embed-amd.js",
    "anywidget/dist/index.js": "anywidget.js",
    "mathjax/es5/tex-mml-svg.js": "mathjax/tex-mml-svg.js",
    "markdown-it/dist/browser/markdown-it.esm.min.mjs": "markdown-it.mjs",
    "dompurify/dist/purify.es.mjs": "dompurify.mjs",
    "pyodide/pyodide.mjs": "pyodide/pyodide.mjs",
    "pyodide/pyodide.asm.mjs": "pyodide/pyodide.asm.mjs",
    "pyodide/pyodide-lock.json": "pyodide/pyodide-lock.json",
    "zstddec/dist/zstddec.mjs": "pyodide/zstddec.mjs",
    "@expo-google-fonts/eb-garamond/400Regular/EBGaramond_400Regular.ttf": "fonts/author.woff2",
    "@expo-google-fonts/eb-garamond/400Regular_Italic/EBGaramond_400Regular_Italic.ttf": (
        "fonts/author-italic.woff2"
    ),
    "@fontsource/source-sans-3/files/source-sans-3-latin-400-normal.woff2": "fonts/ours.woff2",
    "@fontsource/source-sans-3/files/source-sans-3-latin-400-italic.woff2": (
        "fonts/ours-italic.woff2"
    ),
    "@fontsource/source-sans-3/files/source-sans-3-latin-600-normal.woff2": "fonts/ours-bold.woff2",
    "@fontsource/jetbrains-mono/files/jetbrains-mono-latin-400-normal.woff2": "fonts/code.woff2",
}
CUT_FONTS, PYTHON_PACKS = ROOT / "tools" / "fonts.mjs", ROOT / "tools" / "python_packs.mjs"
#: Where the page's wheel lies, from which its packs are made; JupyterLab in the page installs it.
WHEELS = BUILD / "wheel"
#: From cadogan/board/, for the page; the parts of the board itself go into the folder `board`.
PAGE_SCRIPTS = ("worker.mjs", "python.mjs", "links.mjs", "board.css", "round.css")
#: The packs in which Python comes to a page, and the package with it (`python_packs.py`).
PACKS = ("interpreter", "library", "play", "rest", "library-rest")
#: Packs files as well as Zstandard can, and prints how long they were.
PACK = """
import json, pathlib, sys
try:
    from compression import zstd
except ImportError:  # before Python 3.14
    from backports import zstd
lengths = []
for path in map(pathlib.Path, sys.argv[1:]):
    content = path.read_bytes()
    lengths.append(len(content))
    path.write_bytes(zstd.compress(content, 19))
print(json.dumps(lengths))
"""
#: How the answers are built (`cadogan.course.exercises.answers`).
ANSWERS = os.environ.get("CADOGAN_ANSWERS", "")
#: What the page's package lacks: the examination, so that no page can be made to tell it.
LACKED = ("cadogan/course/examination.py",)
FONTS = ("*.woff2", "*.woff", "*.ttf")

#: Tells require.js where anywidget lies; html-manager wants MathJax 2's queue, which MathJax 3 has
#: not.
REQUIRE_CONFIG = """\
(function () {
  var base = document.currentScript.src.replace(/[^/]*$/, "");
  requirejs.config({ paths: { anywidget: base + "anywidget" }, waitSeconds: 30 });
  window.MathJax = window.MathJax || {};
  window.MathJax.Hub = window.MathJax.Hub || { Queue: function () {} };
})();
"""


@alone()
def ensure_assets() -> None:
    """Bring `vendor/` up to date: the third-party files, and the package itself for Python in the
    page.
    """
    ensure_modules()
    _ensure_scripts()
    _ensure_wheel()


@alone()
def ensure_modules() -> None:
    """Install exactly what package-lock.json names into node_modules; npm checks the hashes. What
    checks the front end comes with what the tests need.
    """
    made_from = digest([ROOT / "package.json", ROOT / "package-lock.json"])
    whole = Stamp(NODE_MODULES / ".cadogan.json", made_from)
    reading = Stamp(NODE_MODULES / ".cadogan-read.json", made_from)
    testing = everything().fresh()
    if whole.fresh() or (reading.fresh() and not testing):
        return
    say("fetching the browser assets with npm")
    if NODE_MODULES.is_symlink():
        NODE_MODULES.unlink()  # npm would empty the folder that it leads to
    flags = ["--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"]
    flags += [] if testing else ["--omit=dev"]
    run([*npm(), "ci", *flags], "npm ci", quiet=True)
    (whole if testing else reading).set()


def _ensure_scripts() -> None:
    stamp = Stamp(
        BUILD / "stamps" / "vendor.json",
        digest([ROOT / "package-lock.json", Path(__file__).resolve(), CUT_FONTS]),
    )
    if stamp.fresh() and all((SCRIPTS / name).is_file() for name in COPIES.values()):
        return
    stamp.clear()
    shutil.rmtree(VENDOR, ignore_errors=True)
    whole_fonts: list[object] = []
    for source, target in COPIES.items():
        if not (NODE_MODULES / source).is_file():
            raise Trouble(f"node_modules/{source} is missing; delete node_modules and try again")
        (SCRIPTS / target).parent.mkdir(parents=True, exist_ok=True)
        if source.endswith(".ttf"):
            whole_fonts += [NODE_MODULES / source, SCRIPTS / target]
        else:
            shutil.copyfile(NODE_MODULES / source, SCRIPTS / target)
    run([*node(), CUT_FONTS, *whole_fonts], "cutting the fonts", quiet=True)
    (SCRIPTS / "require-config.js").write_text(REQUIRE_CONFIG, encoding="utf-8")
    manager = Path("@jupyter-widgets/html-manager/dist")
    for place in (
        VENDOR / manager,
        VENDOR / "@jupyter-widgets",
    ):  # two style sheets, two places they ask at
        place.mkdir(parents=True, exist_ok=True)
        for pattern in FONTS:
            for font in (NODE_MODULES / manager).glob(pattern):
                shutil.copyfile(font, place / font.name)
    _copy_licences()
    stamp.set()


def packages() -> list[str]:
    """The names of the npm packages from which files are copied."""
    return sorted({"/".join(name.split("/")[: 2 if name[0] == "@" else 1]) for name in COPIES})


def _copy_licences() -> None:
    """Lay the licence of every copied package beside it, as they ask."""
    folder = SCRIPTS / "licences"
    folder.mkdir(exist_ok=True)
    for package in packages():
        home = NODE_MODULES / package
        licence = json.loads((home / "package.json").read_text(encoding="utf-8")).get(
            "license", "unknown"
        )
        texts = [
            p
            for p in sorted(home.iterdir())
            if p.name.lower().startswith(("license", "licence", "notice"))
        ]
        text = "\n\n".join(
            p.read_text(encoding="utf-8", errors="replace") for p in texts if p.is_file()
        )
        name = package.removeprefix("@").replace("/", "-")
        (folder / f"{name}.txt").write_text(f"{package}: {licence}\n\n{text}", encoding="utf-8")


def _ensure_wheel() -> None:
    """Lay what Python in the page needs beside Pyodide: the packs, the scripts, and the board."""
    sources = files(
        "pyproject.toml",
        "README.md",
        "LICENSE*",
        "cadogan/**/*",
        "book/*.md",
        "book/lessons/*.md",
        "book/_toc.yml",
    )
    tools = [
        ROOT / "tools" / name
        for name in ("hatch_build.py", "python_packs.mjs", "python_packs.py", "assets.py")
    ]
    stamp = Stamp(
        BUILD / "stamps" / "wheel.json",
        f"{digest([*sources, *tools, ROOT / 'package-lock.json'])} {ANSWERS}".strip(),
    )
    if stamp.fresh() and (PYODIDE / "cadogan.json").is_file():
        return
    stamp.clear()
    for old in PYODIDE.glob("cadogan*"):
        old.unlink()
    shutil.rmtree(WHEELS, ignore_errors=True)
    wheel = build_wheel(WHEELS)
    for name in PAGE_SCRIPTS:
        shutil.copyfile(PACKAGE / "board" / name, PYODIDE / name)
    shutil.rmtree(PYODIDE / "board", ignore_errors=True)
    shutil.copytree(PACKAGE / "board" / "js", PYODIDE / "board")
    packs, later = make_packs(wheel, PYODIDE)
    about = {"packs": packs, "later": later}
    (PYODIDE / "cadogan.json").write_text(json.dumps(about) + "\n", encoding="utf-8")
    stamp.set()


def make_packs(wheel: Path, folder: Path) -> tuple[dict[str, tuple[str, int, int]], list[str]]:
    """Make the packs of a wheel in a folder.

    Returns:
        their files, and how long each is, packed and unpacked; the modules of which the last pack has
        something.
    """
    with TemporaryDirectory() as name:
        words = [*node(), PYTHON_PACKS, NODE_MODULES / "pyodide", wheel, name]
        run(words, "compiling Python's library and the package for the page", quiet=True)
        made = [Path(name) / pack for pack in PACKS]
        with ZipFile(made[-1]) as last:
            later = {re.split("[/.]", path)[1] for path in last.namelist()}
        shutil.copyfile(NODE_MODULES / "pyodide" / "pyodide.asm.wasm", made[0])
        lengths = json.loads(printed(PACK, *made))
        packs = {}
        for pack, path, length in zip(PACKS, made, lengths, strict=True):
            content = path.read_bytes()
            sha256 = hashlib.sha256(content).hexdigest()
            packs[pack] = (f"cadogan-{pack}-{sha256[:12]}.bin", len(content), length)
            (folder / packs[pack][0]).write_bytes(content)
    return packs, sorted(later)


def printed(code: str, *words: Path) -> str:
    """What a program prints that needs the book's environment."""
    command = [str(PYTHON), "-c", code, *map(str, words)]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()


def _add(archive: ZipFile, path: Path, name: str) -> None:
    """Lay a file into an archive, the same to the last byte whenever that is done."""
    archive.writestr(ZipInfo(name, (1980, 1, 1, 0, 0, 0)), path.read_bytes(), ZIP_DEFLATED)


def build_wheel(folder: Path) -> Path:
    """Build the page's wheel into a folder and return its path; no network, no isolation. Besides
    the package it holds IPython's printer of values; it lacks what only papers ask, and for students
    has the answers under seal.
    """
    run(
        [PYTHON, "-m", "hatchling", "build", "-t", "wheel", "-d", folder],
        "building the wheel",
        quiet=True,
    )
    wheel = max(folder.glob("cadogan-*.whl"), key=lambda path: path.stat().st_mtime)
    with ZipFile(wheel) as whole:
        entries = [
            (entry, whole.read(entry)) for entry in whole.infolist() if entry.filename not in LACKED
        ]
    with ZipFile(wheel, "w", ZIP_DEFLATED) as page:
        for entry, content in entries:
            page.writestr(entry, content)
        printer = printed("import IPython.lib.pretty as printer; print(printer.__file__)")
        _add(page, Path(printer), "IPython/lib/pretty.py")
    if ANSWERS == "student":
        run([PYTHON, "-m", "cadogan.edition.sealing", wheel], "sealing the answers", quiet=True)
    return wheel
