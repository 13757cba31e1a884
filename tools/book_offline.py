"""Writes what keeps a built book in a browser: its list of files, each named by its content; the
service worker that fetches them; and the manifest by which a telephone lays the book on its home
screen.

`book/_static/offline.js` registers the worker from each page, and fetches ahead the packs that are
named in it here."""

from __future__ import annotations

import hashlib
import json
import re
from pathlib import Path

from house import ROOT

SCRIPT = ROOT / "book/_static/offline.js"
WORKER = Path(__file__).with_name("offline_worker.js")
#: The packs before the first move (`cadogan/board/worker.mjs`).
AHEAD = ("interpreter", "library", "play")
#: What nobody plays or reads with: sources, and what makes the rest. (A page's cells come from its
#: notebook.)
LEFT_OUT = re.compile(
    r"(_sources|lab)/.*|.*\.(map|inv|py|zip\.sha256)|\.buildinfo|(.*/)?webpack-macros\.html|sbt-.*"
    r"|offline-worker\.js|edition\.json"
)
#: What is fetched first: what a page needs to play; then what its hints and cells need; then the rest,
#: which would take the line from them.
FIRST = (
    re.compile(r"_static/vendor/pyodide/(?!cadogan-(library-)?rest|board/)"),
    re.compile(r"_static/vendor/pyodide/cadogan-rest"),
    re.compile(r"_static/vendor/pyodide/cadogan-library-rest"),
)
#: How many letters of each SHA-256 stand in the list.
LETTERS = 16
MANIFEST = {
    "name": "Lady Cadogan’s Patience",
    "short_name": "Patience",
    "description": "An executable edition: 47 games of patience and six round games, played in the page.",
    "start_url": "./index.html",
    "scope": "./",
    "display": "standalone",
    "background_color": "#f6f2ea",
    "theme_color": "#2f6650",
    "icons": [{"src": "_static/favicon.svg", "sizes": "any", "type": "image/svg+xml"}],
}


def files(site: Path) -> list[list[str]]:
    """The files that an edition keeps, each with the beginning of its SHA-256, in the order in which
    they are fetched.
    """
    names = [path.relative_to(site).as_posix() for path in site.rglob("*") if path.is_file()]
    chosen = [name for name in names if not LEFT_OUT.fullmatch(name)]
    chosen.sort(key=lambda name: ([not pattern.match(name) for pattern in FIRST], name))
    return [[n, hashlib.sha256((site / n).read_bytes()).hexdigest()[:LETTERS]] for n in chosen]


def write(site: Path) -> None:
    """Write these files into a built book, as the last change to it."""
    (site / "manifest.webmanifest").write_text(json.dumps(MANIFEST) + "\n", encoding="utf-8")
    about = json.loads((site / "_static/vendor/pyodide/cadogan.json").read_text(encoding="utf-8"))
    names = json.dumps([about["packs"][name][0] for name in AHEAD])
    script = SCRIPT.read_text(encoding="utf-8").replace("PARTS = []", f"PARTS = {names}")
    (site / "_static/offline.js").write_text(script, encoding="utf-8")
    listed = files(site)
    text = json.dumps(listed, separators=(",", ":"))
    edition = hashlib.sha256((text + WORKER.read_text(encoding="utf-8")).encode()).hexdigest()
    edition = edition[:LETTERS]
    head = f'const EDITION = "{edition}", FILES = {text};\n'
    worker = head + WORKER.read_text(encoding="utf-8")
    (site / "offline-worker.js").write_text(worker, encoding="utf-8")
    (site / "edition.json").write_text(json.dumps({"edition": edition}) + "\n", encoding="utf-8")
