"""Builds the book: every page executed, a warning or an error in a cell is a failure.

Standard library only; the building itself runs in the environment.
"""

from __future__ import annotations

import functools
import json
import os
import re
import shutil
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

from assets import ensure_assets, ensure_modules
from house import (
    BOOK,
    BUILD,
    COURSE,
    EXECUTED,
    PYTHON,
    ROOT,
    SITE,
    Stamp,
    Trouble,
    alone,
    digest,
    files,
    run,
    say,
    start as run_beside,
    surroundings,
)

CACHE = BUILD / ".jupyter_cache"
DOCTREES = BUILD / ".doctrees"
#: Lies beside the stamps while the cache holds outputs that were not made here, but are the stored
#: ones.
PARTLY_STORED = BUILD / "stamps" / "partly-stored"
#: Lies there while the built book holds pages whose cells fail, or had warnings: which, a line to a page.
FAILING = BUILD / "stamps" / "failing"
#: What is needed to read: the versions of the libraries that outputs follow from are in it.
READ_LOCK = ROOT / "requirements" / "read.txt"

#: A code cell with the tag `rules`, up to its closing fence.
RULES_CELL = re.compile(
    r"^(`{3,})\{code-cell\}[^\n]*\n(?=[^`]*?\brules\b)(.*?)^\1\s*$", re.MULTILINE | re.DOTALL
)


def rules_cells() -> list[str]:
    """The text of every rules cell of the book, in order of the chapters."""
    cells = []
    for path in files("book/*.md"):
        for match in RULES_CELL.finditer(path.read_text(encoding="utf-8")):
            if re.search(r"^(:tags:|tags:|  *- ).*\brules\b", match[2], re.MULTILINE):
                cells.append(match[2])
    return cells


#: Files of the package from which no page's outputs follow: commands, the server, and what a page
#: or a notebook shows a board with. (The lessons' simulated values follow from the copies, and no
#: copy but the one that shows them, which `tools/fresh.py` makes last, from them.)
NO_OUTPUT = re.compile(
    r"cadogan/(__main__|cli|serve|extras|lab_copy|lab_files|edition/prose|notebook/front)\.py|cadogan/course/simulated\.json|cadogan/board/(page|widget)\.py|cadogan/live/.*|.*\.(js|mjs|css|md)|.*lab_settings/.*"
)


#: The data that pages read besides.
DATA = ("book/_toc.yml", "book/*.json", "book/**/*.csv")


@functools.cache
def made_with() -> str:
    """The fingerprint of all that a page's outputs follow from besides its own text; the answers
    folded.
    """
    parts = [
        path
        for path in files("cadogan/**/*")
        if not NO_OUTPUT.fullmatch(path.relative_to(ROOT).as_posix())
    ]
    return digest([*parts, READ_LOCK, *files(*DATA)], *rules_cells(), "format 1")[:16]


#: The pages that show what others say: first lines, tables of readings, exercises, where a word stands.
OVERVIEWS = (
    *("intro", "finding", "rule-cards", "ledger", "glossary", "for-authors"),
    *("teaching", "course", "idioms"),
)


def texts_of(page: Path) -> str:
    """The fingerprint of the texts of all pages, where this one shows what they say; else empty."""
    return digest(files("book/**/*.md"))[:16] if page.stem in OVERVIEWS else ""


#: What the look of every page depends on.
FRAME = (
    *("_config.yml", "book/_static/**/*", "book/_templates/*", "book/*.svg", "book/*.bib"),
    *("tools/*_sphinx.py", "tools/book_*.py", "tools/chapter_form.py", "tools/page_notebooks.py"),
    *(
        "tools/formulae.mjs",
        "tools/offline_worker.js",
        "tools/assets.py",
        "tools/policy.py",
        "cadogan/serve.py",
        "package-lock.json",
    ),
)


def stamps() -> dict[str, Stamp]:
    """The stamp of each part of the built book, made from what it depends on.

    `engine`: what any page's outputs may depend on besides its own code; `frame`: what the look of
    every page depends on; `site`: everything."""
    answers = os.environ.get("CADOGAN_ANSWERS", "")  # folded, shown, or left out
    sources = files("cadogan/**/*", "requirements/read.txt", *DATA)
    engine = digest(sources, *rules_cells(), answers)
    frame = digest(files(*FRAME))
    site = digest(files("book/**/*"), engine, frame)
    folder = BUILD / "stamps"
    return {
        "engine": Stamp(folder / "engine.json", engine),
        "frame": Stamp(folder / "frame.json", frame),
        "site": Stamp(folder / "site.json", site),
    }


@alone()
def ensure_book(stored: bool = False, failing: bool = False) -> None:
    """Build the book, and lay out what it needs in a browser, unless both are there, made from just
    these files.

    With ``stored`` pages whose stored outputs (`tests/executed`) belong to just these files are not
    executed; without it every page has been executed here. A changed engine or rules cell empties
    the cache of executed pages, whose key is only a page's own code. A failed build is thrown away:
    Sphinx would not repeat the warnings of pages it has read.

    With ``failing`` a book whose chapters somebody has changed is built as it stands: a cell that
    fails shows its error in the page, and at the end it is said which chapters are changed and where
    cells fail. Nothing of such a build is taken over by another."""
    ensure_modules()  # what can be had from the network alone comes before anything is thrown away, or minutes spent on it
    part_stamps = stamps()
    if FAILING.exists() and not failing:
        shutil.rmtree(CACHE, ignore_errors=True)
        for part in ("frame", "site"):
            part_stamps[part].clear()
        FAILING.unlink()
    whole = stored or not PARTLY_STORED.exists()
    if whole and part_stamps["site"].fresh() and (SITE / "index.html").is_file():
        ensure_assets()
        _tell_failing()
        return
    if failing:
        _readable()
    engine = cache_kept(part_stamps, stored)
    everything = not (engine and part_stamps["frame"].fresh())
    part_stamps["frame"].clear()
    part_stamps["site"].clear()
    if everything:
        shutil.rmtree(SITE, ignore_errors=True)
    say("building the book: " + ("all pages" if everything else "the changed pages"))
    start = time.monotonic()
    _pages(BOOK / "_toc.yml", ["--stored"] * stored + ["--failing"] * failing)
    try:
        _sphinx(ROOT / "_config.yml", ROOT, ["--all"] if everything else [])
    except Trouble:
        shutil.rmtree(DOCTREES, ignore_errors=True)
        if not (failing and (SITE / "index.html").is_file()):
            raise
        with FAILING.open("a", encoding="utf-8") as file:
            file.write("the warnings above\n")
    part_stamps["frame"].set()
    part_stamps["site"].set()
    say(f"built in {time.monotonic() - start:.0f} s: {SITE}")
    _tell_failing()


def _readable() -> None:
    """Have every chapter's rules read; raises `Trouble` with the line of a cell that makes no game, for
    without it there is no book, and finding that out by building takes minutes.
    """
    done = subprocess.run(
        [str(PYTHON), "-m", "cadogan", "list"], cwd=ROOT, env=surroundings(), capture_output=True
    )
    if done.returncode:
        why = done.stderr.decode(errors="replace").strip()
        raise Trouble(
            f"{why}\nMend it, or git checkout the chapter; make lab opens a copy, which no build reads."
        )


def _tell_failing() -> None:
    """Say which chapters of a book built as it stands are not as printed, and which cells fail."""
    if not FAILING.exists():
        return
    fails = FAILING.read_text(encoding="utf-8").split("\n")[:-1]
    if not fails:
        FAILING.unlink()
    if names := changed_chapters():
        say(f"chapters that are not as printed: {', '.join(names)}")
    if fails:
        say(f"cells that fail, and say so in their pages: {', '.join(fails)}")
    if names:
        say("git checkout FILE gives one back; make lab opens a copy, which no build reads")


def changed_chapters() -> list[str]:
    """The pages of the book that are not as they were last committed; where there is no git, those
    whose code is not that of their stored copies (`tests/executed`).
    """
    git = ["git", "-C", str(ROOT), "status", "--porcelain", "--", "book/*.md", "book/lessons/*.md"]
    with suppress(OSError, subprocess.CalledProcessError):
        status = subprocess.run(git, capture_output=True, text=True, check=True).stdout
        return [line[3:].split(" -> ")[-1] for line in status.splitlines()]
    sys.path.insert(0, str(ROOT))  # the package reads its pages with the standard library alone
    from cadogan.edition.notebook import code_cells

    return [
        path.relative_to(ROOT).as_posix()
        for path in files("book/*.md", "book/lessons/*.md")
        if (copy := EXECUTED / path.relative_to(BOOK).with_suffix(".ipynb")).is_file()
        and [cell.text.strip() for cell in code_cells(path.read_text(encoding="utf-8"))]
        != _stored_code(copy)
    ]


def _stored_code(copy: Path) -> list[str]:
    cells = json.loads(copy.read_text(encoding="utf-8"))["cells"]
    return ["".join(cell["source"]).strip() for cell in cells if cell["cell_type"] == "code"]


def cache_kept(part_stamps: dict[str, Stamp], stored: bool = False) -> bool:
    """Whether the executed pages in the cache belong to the present engine, and, unless ``stored``
    ones will do, were all executed here; else it is emptied, and all pages are to be built anew.
    """
    valid = part_stamps["engine"].fresh() and (stored or not PARTLY_STORED.exists())
    if not valid:
        shutil.rmtree(CACHE, ignore_errors=True)
        PARTLY_STORED.unlink(missing_ok=True)
        for part in ("frame", "site"):  # they have other outputs now
            part_stamps[part].clear()
        part_stamps["engine"].set()  # says what the pages in the cache were executed with
    return valid


def _pages(toc: Path, words: list[str]) -> None:
    """Execute the pages of a table of contents into the cache; lay out what they need in a browser."""
    command = [PYTHON, ROOT / "tools" / "execute.py", "--toc", toc, *words]
    executed = run_beside(command, "executing the pages")
    ensure_assets()  # what stops here, a signal or trouble, ends the pages: none is waited for
    executed()


def _sphinx(config: Path, output: Path, words: list[object]) -> None:
    """Build from `book/`; a warning is an error."""
    command = [PYTHON, ROOT / "tools" / "book_jobs.py", "build", BOOK, "--config", config]
    flags = ["--path-output", output, "-W", "--keep-going", "--quiet", *words]
    run([*command, *flags], "building the book", quiet=True)


# The course as a book of its own
# --------------------------------------------------------------------------------------------------


#: The part of the book that it is, the page that it opens with, and the pages that explain its
#: words.
PART, FIRST, BESIDES = "The course", "course", ["glossary", "terms"]
COURSE_TITLE = "Lady Cadogan's Patience: the course"


def course_pages() -> list[str]:
    """The pages of the course alone, in order, by the names in `book/_toc.yml`."""
    _, _, part = (BOOK / "_toc.yml").read_text(encoding="utf-8").partition(f"caption: {PART}\n")
    return re.findall(r"file: (\S+)", part.partition("caption:")[0]) + BESIDES


@alone()
def build_course() -> None:
    """Build the map, the lessons, the studio, the pages for teachers and the glossary as a book of
    their own, with the outputs of the whole one; their links to other pages become text
    (`cadogan_sphinx`). The games are in the package, so that boards play as they do there.
    """
    ensure_modules()
    start, halfway = time.monotonic(), BUILD / "course-alone"
    shutil.rmtree(halfway, ignore_errors=True)
    halfway.mkdir(parents=True)
    pages = [name for name in course_pages() if name != FIRST]
    listed = "".join(f"      - file: {name}\n" for name in pages)
    toc, config = halfway / "_toc.yml", halfway / "_config.yml"
    toc.write_text(
        f"format: jb-book\nroot: {FIRST}\nparts:\n  - chapters:\n{listed}", encoding="utf-8"
    )
    text = (ROOT / "_config.yml").read_text(encoding="utf-8")
    for old, new in (
        (r"^title: .*$", f'title: "{COURSE_TITLE}"'),
        (r"^  execute_notebooks: .*$", rf"\g<0>\n  cache: {CACHE.as_posix()}"),
        (r"cadogan_sphinx: tools", f"cadogan_sphinx: {(ROOT / 'tools').as_posix()}"),
        (r"^    language: en$", r"\g<0>\n    cadogan_alone: true"),
    ):
        text, times = re.subn(old, new, text, flags=re.MULTILINE)
        if times != 1:
            raise Trouble(f"_config.yml: {old} stands there {times} times, and once is expected")
    config.write_text(text, encoding="utf-8")
    cache_kept(stamps(), stored=True)
    _pages(toc, ["--stored"])
    _sphinx(config, halfway, ["--toc", toc])
    shutil.rmtree(COURSE, ignore_errors=True)
    shutil.move(halfway / "_build" / "html", COURSE)
    shutil.rmtree(halfway)
    say(f"built in {time.monotonic() - start:.0f} s: {COURSE}")
