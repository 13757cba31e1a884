"""A browser for the tests: one fetched into the environment, or the machine's own. Standard library
only.
"""

from __future__ import annotations

import base64
import hashlib
import os
import platform
import re
import shutil
import subprocess
import sys
import tarfile
from pathlib import Path
from typing import Any
from xml.sax.saxutils import escape

from environment import node, npm
from house import PYTHON, ROOT, VENV, Stamp, Trouble, digest, say, surroundings

FOLDER = VENV / "browsers"
#: On the PATH, best first: a shell without a window opens a page for a quarter of the work.
NAMES = (
    "chromium-headless-shell",
    "chrome-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
)
SHELLS = (
    "chrome-headless-shell",
    "headless_shell",
    "chrome-headless-shell.exe",
    "headless_shell.exe",
)
HOW_TO = "install Chromium or Chrome (on Debian: apt install chromium-headless-shell), or name one: CADOGAN_CHROMIUM=/path/to/it"

#: The npm package that holds a whole headless Chromium for Linux on x86-64, and the hash of its
#: archive.
PACKAGE = "@sparticuz/chromium@153.0.0"
INTEGRITY = "sha512-jiGWqSvPMdu4+P9TilYqAR7yEGPEHINx+lCvE/NqNO/EHYzF/x1hUiI5T6ioVIt7dEy7n88byyT0vk+dnsgQwA=="
SAFELY: dict[str, Any] = (
    {"filter": "data"} if hasattr(tarfile, "data_filter") else {}
)  # older releases of 3.11 have no filter
UNPACK = """
const { createReadStream, createWriteStream } = require("fs"), { createBrotliDecompress } = require("zlib");
const [from, to] = process.argv.slice(1);
require("stream").pipeline(createReadStream(from), createBrotliDecompress(), createWriteStream(to), error => { if (error) throw error; });
"""
#: Shows a page in the browser, as the tests do.
TRY = """
import sys
from playwright.sync_api import sync_playwright
with sync_playwright() as playwright:
    browser = playwright.chromium.launch(executable_path=sys.argv[1], args=["--no-sandbox", "--disable-gpu"])
    page = browser.new_page()
    page.set_content("<p>It starts")
    assert page.inner_text("p") == "It starts"
    browser.close()
"""
#: Starts the browser in its own folder: with the libraries beside it, and its own fonts where the
#: machine has none.
START = """#!/bin/sh
here={here}
export LD_LIBRARY_PATH="$here/lib${{LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}}"
[ -e /etc/fonts/fonts.conf ] || export FONTCONFIG_FILE="$here/fonts.conf"
exec "$here/chromium" "$@"
"""
FONTS = """<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir>{here}/fonts</dir><cachedir>{here}/fonts-cache</cachedir></fontconfig>
"""


def installed() -> str | None:
    """The path of a browser that is there: named, fetched before, or on the PATH; raises `Trouble`
    if the named one is not there.
    """
    if path := os.environ.get("CADOGAN_CHROMIUM"):
        if not shutil.which(path):
            raise Trouble(f"CADOGAN_CHROMIUM names {path}, and there is no such program")
        return path
    return _fetched_before() or next(filter(None, map(shutil.which, NAMES)), None)


def ensure_browser() -> str:
    """The path of a browser, fetched now if none is there; raises `Trouble` saying why none can be
    had and how to get one.
    """
    return installed() or fetch()


def fetch() -> str:
    """The path of the browser in the environment, fetched if it is not there yet: its version is
    the project's, and it is built to be quick. Raises `Trouble` saying why none can be had and how
    to get one."""
    if fetched := _fetched_before():
        return fetched
    say("fetching a browser for the tests into the environment (about 0.2 GB)")
    reasons = []
    for name, way in (
        ("Playwright's own installer", _by_playwright),
        (f"the npm package {PACKAGE}", _by_npm),
    ):
        _stamp().clear()
        shutil.rmtree(FOLDER, ignore_errors=True)
        FOLDER.mkdir(parents=True)
        try:
            way()
            path = _fetched()
            if path is None:
                raise Trouble("what was fetched holds no browser")
            _try(path)
        except (Trouble, OSError, subprocess.SubprocessError, tarfile.TarError) as error:
            reasons.append(f"  {name}: {error}")
            continue
        _stamp().set()
        return str(path)
    shutil.rmtree(FOLDER, ignore_errors=True)
    raise Trouble("\n".join(["no browser could be fetched", *reasons]))


def _fetched_before() -> str | None:
    fetched = _fetched() if _stamp().fresh() else None
    return str(fetched) if fetched else None


def _stamp() -> Stamp:
    return Stamp(
        FOLDER / "cadogan.json",
        digest([ROOT / "requirements" / "lock.txt", Path(__file__).resolve()]),
    )


def _fetched() -> Path | None:
    """The browser in the folder, if there is one."""
    inside = (path for name in SHELLS for path in sorted(FOLDER.glob(f"*/**/{name}")))
    return next(inside, None) or next((path for path in [FOLDER / "start"] if path.is_file()), None)


def _completed(seconds: int, *words: object, **waits: str) -> subprocess.CompletedProcess[str]:
    """Run a command in the folder to its end, for at most this many seconds."""
    return subprocess.run(
        list(map(str, words)),
        cwd=FOLDER,
        env=surroundings() | waits,
        capture_output=True,
        text=True,
        timeout=seconds,
        check=False,
    )


def _try(path: Path) -> None:
    """Let the browser show a page: what is there may still lack a library of the system."""
    done = _completed(120, PYTHON, "-c", TRY, path)
    if done.returncode:
        raise Trouble(f"it was fetched and does not start: {_last(done.stderr)}")


def _by_playwright() -> None:
    """Fetch it for any system, from Playwright's download server, which not every network reaches."""
    waits = {
        "PLAYWRIGHT_BROWSERS_PATH": str(FOLDER),
        "PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT": "10000",
    }
    words = "-m playwright install --only-shell chromium".split()
    done = _completed(900, PYTHON, *words, **waits)
    if done.returncode:
        error = re.search(r"^Error:.*(?<!caused by)$", done.stdout + done.stderr, re.MULTILINE)
        raise Trouble(error[0] if error else _last(done.stderr))


def _by_npm() -> None:
    """Fetch it for Linux on x86-64, with the few libraries it needs; the archive's hash is checked."""
    if sys.platform != "linux" or platform.machine() not in ("x86_64", "AMD64"):
        raise Trouble(f"it is for Linux on x86-64, this is {sys.platform} on {platform.machine()}")
    words = [*npm(), "pack", PACKAGE, "--pack-destination", FOLDER, "--loglevel=error"]
    done = _completed(900, *words)
    if done.returncode:
        raise Trouble(_last(done.stderr))
    (archive,) = FOLDER.glob("*.tgz")
    unpack(archive, INTEGRITY)
    archive.unlink()


def unpack(archive: Path, integrity: str) -> None:
    """Lay out the package's browser beside its archive; raises `Trouble` where the archive is not
    the one that was locked.
    """
    sha512 = base64.b64encode(hashlib.sha512(archive.read_bytes()).digest()).decode()
    if f"sha512-{sha512}" != integrity:
        raise Trouble(f"{archive.name} has another hash than the one that is locked")
    folder = archive.parent
    with tarfile.open(archive) as package:
        for name in ("chromium", "al2023.tar", "fonts.tar"):
            package.extract(f"package/bin/{name}.br", folder, **SAFELY)
            subprocess.run(
                [*node(), "-e", UNPACK, f"package/bin/{name}.br", name],
                cwd=folder,
                check=True,
                timeout=120,
            )
    shutil.rmtree(folder / "package")
    for name in ("al2023.tar", "fonts.tar"):
        with tarfile.open(folder / name) as part:
            part.extractall(folder, **SAFELY)
        (folder / name).unlink()
    (folder / "fonts.conf").write_text(FONTS.format(here=escape(str(folder))), encoding="utf-8")
    quoted = "'" + str(folder).replace("'", "'\\''") + "'"
    (folder / "start").write_text(START.format(here=quoted), encoding="utf-8")
    for name in ("chromium", "start"):
        (folder / name).chmod(0o755)


def _last(text: str) -> str:
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    return lines[-1][:300] if lines else "it said nothing"
