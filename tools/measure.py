"""How heavy the chapters are, measured on the built book: `python tools/measure.py [SLUG …]
[--keep]`.

Of each chapter: how many screens of 1366 by 768 it has before a fold is opened; our words by the
author's, the find aside: all that stand in sight, and those that are written, without what the machine
says (clauses in plain words, refusals, captions, results); which share of the lines of code in sight are rules or moves; how many
pictures it has; and which words and arguments of its rules cells have no sheet. `--keep` writes the figures to
`book/measures.json`, from which *For authors of chapters* shows them."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Any

import book_sheets
from house import BOOK, SITE, command_line, read_rows, write_rows
from served import served

import cadogan

KEPT = BOOK / "measures.json"
WIDE, HIGH = 1366, 768
#: Asked of the page. The find is what stands between the worked example and the notebook or the exercises.
ASK = """() => {
  const article = document.querySelector("article");
  const seen = node => node.checkVisibility({ contentVisibilityAuto: false });
  const count = text => (text.match(/[\\p{L}\\p{N}][\\p{L}\\p{N}'’-]*/gu) || []).length;
  const parts = [...article.querySelectorAll("section section")].filter(one => one.parentElement.parentElement.closest("section") === null);
  const title = part => part.querySelector("h2")?.firstChild?.textContent.trim() ?? "";
  const at = name => parts.findIndex(part => title(part) === name);
  const example = at("A worked example"), end = [at("The notebook of the game"), at("Exercises")].filter(n => n >= 0);
  const find = new Set(example < 0 || !end.length ? [] : parts.slice(example + 1, Math.min(...end)));
  let author = 0, ours = 0, written = 0, rules = 0, code = 0;
  for (const one of article.querySelectorAll("p, li, h2, h3, td, th, summary, figcaption")) {
    if (!seen(one) || one.closest(".cell_input, .cadogan, .rule-tools, .cell-tools, pre, .cadogan-old-page")) continue;
    const own = [...one.childNodes].filter(n => n.nodeType === 3 || (!n.matches("p, ul, ol, details") && seen(n)));
    const said = count(own.map(n => n.textContent).join(" "));
    if (one.closest("blockquote")) author += said;
    else if (![...find].some(part => part.contains(one))) {
      ours += said;
      if (!one.closest(".cell_output, .voice-says")) written += said;
    }
  }
  for (const cell of article.querySelectorAll(".cell")) {
    const pre = cell.querySelector(".cell_input pre");
    if (!pre || !seen(pre)) continue;
    const lines = pre.textContent.trim().split("\\n").length;
    code += lines;
    if (cell.matches(".tag_rules") || /cadogan\\.(trial|strip)\\(|\\.listing\\(/.test(pre.textContent)) rules += lines;
  }
  for (const pre of article.querySelectorAll(".cell_output .highlight-python pre")) {
    if (seen(pre)) { const lines = pre.textContent.trim().split("\\n").length; code += lines; rules += lines; }
  }
  const drawn = ".plate svg, .cadogan-trial svg, cadogan-strip, .cadogan .cloth, .cell_output img, figure:not(cadogan-strip *) > svg";
  const pictures = [...article.querySelectorAll(drawn)].filter(seen).length;
  return { height: article.getBoundingClientRect().height, author, ours, written, rules, code, pictures };
}"""


def measured(page: Any, address: str, slug: str) -> dict[str, Any]:
    """The figures of one chapter."""
    page.goto(f"{address}{slug}.html")
    page.wait_for_load_state("networkidle")
    counts, missing = page.evaluate(ASK), sorted(set(bare(slug)))
    if missing:
        print(f"{slug}: no sheet explains {', '.join(missing)}", file=sys.stderr)
    return {
        "screens": round(counts["height"] / HIGH, 1),
        "words": round(counts["ours"] / max(1, counts["author"]), 1),
        "written": round(counts["written"] / max(1, counts["author"]), 1),
        "code": round(counts["rules"] / max(1, counts["code"]), 2),
        "pictures": counts["pictures"],
        "without a sheet": len(missing),
    }


def bare(slug: str) -> Iterator[str]:
    """The words in a chapter's rules cells, and their arguments, that no sheet explains."""
    known = book_sheets.sheets()["words"]
    for use in book_sheets.uses():
        word = known.get(use.word, {})
        if use.slug != slug:
            continue
        if use.word == ".vary" and use.arg.replace("_", " ") in cadogan.games[slug].readings:
            continue  # a switch of the game's own: it stands in the table of readings
        if not word.get("says"):
            yield use.word
        elif use.arg and use.arg not in word.get("args", {}):
            yield f"{use.word}({use.arg})"


def main() -> None:
    """See the module."""
    chapters = [*cadogan.games, *cadogan.round_games.games]
    arguments = command_line(__doc__, chapters, keep=False)
    rows = {}
    with served(SITE) as (browser, home):
        page = browser.new_page(viewport={"width": WIDE, "height": HIGH})
        for slug in arguments.names:
            rows[slug] = measured(page, home, slug)
            print(f"{slug:24}", *(f"{k} {v}" for k, v in rows[slug].items()), sep="  ", flush=True)
    if arguments.keep:
        stored = {**read_rows(KEPT), **rows}
        write_rows(KEPT, {slug: stored[slug] for slug in chapters if slug in stored})


if __name__ == "__main__":
    main()
