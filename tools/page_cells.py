"""Whether page and notebook show the same: `python tools/page_cells.py [--tenth] [--firefox]
[--log FILE] [PAGE …]`.

Every code cell of the pages is run in the built page (`make build`) by the page's own Python, in order, as *Run* does it;
what it shows is compared with the executed copy of its page (`tests/executed`) as nbval compares
it: texts, tables and drawings, without the numbers of widgets. A tenth of the pages is part of
`make test` (`tests/browser/test_cells_alike.py`). With `--log` each page is noted in a file, and a
run that was broken off goes on behind the last one."""

from __future__ import annotations

import argparse
import configparser
import re
import shutil
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from browsers import installed
from firefox import Firefox
from house import BOOK, ROOT, SITE
from notebooks import WIDGET, chapters, copy_of, read

#: Calls a JavaScript function of one text in an open page, and gives what it gives.
Evaluate = Callable[[str, str], Any]
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"]

#: Runs every cell of a page, as its button does, and gives what each has shown.
RUN = """async script => {
  const { begin } = await import(script);
  const all = await begin("cells-alike"), seen = {}, ask = all.ask.bind(all);
  all.ask = async (...words) => {
    const answer = await ask(...words);
    Object.assign(seen, answer.shown);
    return answer;
  };
  for (const one of all.cells) await (one.node ? all.runOne(one) : all.ask({ run: one.n }));
  return all.cells.map(({ n, text }) => ({ source: text, outputs: seen[n] ?? [] }));
}"""
#: What a cell gives besides what is compared: a widget, or the page's board in its place.
APART = {WIDGET, "application/vnd.cadogan.board+json", "image/png", "image/jpeg"}


#: How many cells of a page differ, and why.
KNOWN = {
    "for-authors": (1, "Python 3.14, which is the page's, prints the types of `help` unquoted"),
    "reference": (4, "it describes the package as the page has it: another board, no source text"),
    "values": (1, "sets are printed in another order"),
}


#: What a promise of Firefox's leaves to be fetched: a call over its wire must be answered soon.
ENDED = "all => { window.ran = [all]; }, error => { window.ran = [{ error: String(error) }]; }"


@dataclass(frozen=True)
class Difference:
    """A cell that shows something else in the page: the beginning of its code, and both outputs."""

    cell: str
    page: dict[str, list[str]]
    notebook: dict[str, list[str]]

    def __str__(self) -> str:
        lines = [self.cell]
        for kind in sorted(self.page.keys() | self.notebook.keys()):
            ours, theirs = (
                "".join(one.get(kind, ["nothing"])) for one in (self.page, self.notebook)
            )
            at = next((n for n, (a, b) in enumerate(zip(ours, theirs)) if a != b), 0)
            if ours != theirs:
                lines += [f"  {kind}, page:     …{ours[max(0, at - 40) : at + 120]!r}"]
                lines += [f"  {kind}, notebook: …{theirs[max(0, at - 40) : at + 120]!r}"]
        return "\n".join(lines)


def _patterns() -> list[tuple[str, str]]:
    """What may differ between two runs, from `tests/sanitize.cfg`."""
    found = configparser.RawConfigParser()
    found.read(ROOT / "tests" / "sanitize.cfg")
    return [(found[name]["regex"], found[name]["replace"]) for name in found.sections()]


PATTERNS = _patterns()


def shown(outputs: list[Any]) -> dict[str, list[str]]:
    """What a cell shows, by kind; what is printed in several pieces is one."""
    kinds: dict[str, list[str]] = {}
    for output in outputs:
        if output["output_type"] == "stream":
            kinds.setdefault(output["name"], [""])[0] += "".join(output["text"])
        elif output["output_type"] == "error":
            kinds.setdefault("error", []).append(f"{output['ename']}: {output['evalue']}")
        else:
            for kind, text in output["data"].items():
                if kind not in APART:
                    kinds.setdefault(kind, []).append("".join(text))
    return {kind: [_settled(text) for text in texts] for kind, texts in kinds.items()}


def _settled(text: str) -> str:
    text = re.sub(r'(?<="slide-)\d+(?=")', "N", text)  # the page has sliders before its cells run
    for pattern, replace in PATTERNS:
        text = re.sub(pattern, replace, text)
    return text.rstrip("\n")


def ran(evaluate: Evaluate, site: str) -> list[dict[str, Any]]:
    """Run the cells of an open page: the ``source`` of each, and its ``outputs``.

    Raises:
        ValueError: the page cannot run them.
    """
    found = evaluate(RUN, f"{site}_static/cells.mjs")
    if isinstance(found, dict):
        raise ValueError(found["error"])
    return list(found)


def unlike(cells: list[Any], ran: list[dict[str, Any]]) -> list[Difference]:
    """Of the code cells of a notebook those that show something else in the page.

    Raises:
        ValueError: these are not the cells of the page.
    """
    if [cell.source for cell in cells] != [one["source"] for one in ran]:
        raise ValueError("the executed copy has other cells; run: make notebooks")
    pairs = [(cell, shown(one["outputs"]), shown(cell.outputs)) for cell, one in zip(cells, ran)]
    return [
        Difference(cell.source.strip().split("\n")[0], here, there)
        for cell, here, there in pairs
        if here != there
    ]


def compare(chapter: Path, evaluate: Evaluate, site: str) -> tuple[int, list[Difference]]:
    """Run the cells of an open page.

    Returns:
        How many there are, and those that show something else than in the notebook.

    Raises:
        ValueError: the copy of the page is older than the page.
    """
    cells = code_of(read(copy_of(chapter)))
    return len(cells), unlike(cells, ran(evaluate, site))


def code_of(notebook: Any) -> list[Any]:
    """The code cells of a notebook."""
    return [cell for cell in notebook.cells if cell.cell_type == "code"]


def tenth() -> list[Path]:
    """Every tenth page with code."""
    return chapters()[4::10]


def name_of(chapter: Path) -> str:
    """The page of a chapter, as its address has it."""
    return f"{chapter.relative_to(BOOK).with_suffix('.html').as_posix()}"


@contextmanager
def chromium() -> Iterator[Callable[[str], Evaluate]]:
    """Opens pages, each in a context of its own."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=installed(), args=FLAGS)

        def open_page(address: str) -> Evaluate:
            for old in browser.contexts:
                old.close()
            page = browser.new_context().new_page()
            page.set_default_timeout(0)
            page.goto(address)
            evaluate: Evaluate = page.evaluate
            return evaluate

        yield open_page
        browser.close()


@contextmanager
def gecko() -> Iterator[Callable[[str], Evaluate]]:
    """Opens pages in Firefox, one after another."""
    command = shutil.which("firefox-esr") or shutil.which("firefox")
    if not command:
        raise SystemExit("There is no Firefox on this machine.")
    with tempfile.TemporaryDirectory() as folder, Firefox(command, Path(folder)) as browser:

        def evaluate(function: str, value: str) -> Any:
            browser.run(
                f"value => {{ window.ran = null; ({function})(value).then({ENDED}); }}", value
            )
            return browser.wait("() => window.ran", seconds=3600)[0]

        def open_page(address: str) -> Evaluate:
            browser.open(address)
            return evaluate

        yield open_page


def main(words: list[str] | None = None) -> int:
    """Compare the pages, and tell; returns 1 where a cell differs."""
    from cadogan.serve import address, server

    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("pages", nargs="*", metavar="PAGE", help="only these, by their slugs")
    parser.add_argument("--tenth", action="store_true", help="every tenth page")
    parser.add_argument("--firefox", action="store_true", help="in Firefox instead of Chromium")
    parser.add_argument("--log", type=Path, metavar="FILE", help="note each page; skip those noted")
    chosen = parser.parse_args(words)
    wanted = tenth() if chosen.tenth else chapters()
    wanted = [one for one in wanted if not chosen.pages or one.stem in chosen.pages]
    noted = chosen.log.read_text(encoding="utf-8") if chosen.log and chosen.log.exists() else ""
    before = [line.split("\t") for line in noted.splitlines()]
    cells, others = sum(int(n) for _, n, _ in before), sum(int(n) for _, _, n in before)
    wanted = [one for one in wanted if name_of(one) not in {name for name, _, _ in before}]
    failed = False
    with server(SITE, 0) as httpd, (gecko if chosen.firefox else chromium)() as visit:
        threading.Thread(target=httpd.serve_forever, daemon=True).start()
        site = address(httpd)
        for chapter in wanted:
            begun = time.monotonic()
            try:
                n, differences = compare(chapter, visit(site + name_of(chapter)), site)
            except Exception as error:  # told, and the other pages are compared all the same
                n, differences = 0, [Difference(str(error), {}, {})]
            cells, others = cells + n, others + len(differences)
            if chosen.log and n:
                with chosen.log.open("a", encoding="utf-8") as log:
                    log.write(f"{name_of(chapter)}\t{n}\t{len(differences)}\n")
            print(
                f"{n - len(differences):4} of {n:3} alike, {time.monotonic() - begun:5.1f} s  {name_of(chapter)}"
            )
            if KNOWN.get(chapter.stem, (0, ""))[0] == len(differences) > 0:
                print(f"  {KNOWN[chapter.stem][1]}", flush=True)
            else:
                failed = failed or bool(differences)
                print("".join(f"{one}\n" for one in differences), end="", flush=True)
        httpd.shutdown()
    print(f"{cells - others} of {cells} cells show in the page what they show in the notebook")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
