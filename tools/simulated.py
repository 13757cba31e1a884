"""Reads the simulated values of the lessons off their executed copies: `python tools/simulated.py`,
after `tools/notebooks.py`.

A simulated value is a line that a cell prints and that says its seed, or the numbers of its deals.
What a line does not say of itself stands in the last line of the same output, which begins with
"simulated:", and holds for all of it. The page *The lessons' values* shows what is written here
(`cadogan/course/simulated.json`)."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

from house import EXECUTED, ROOT

from cadogan.course.asking import lessons
from cadogan.players.strategies import STRATEGIES

FILE = ROOT / "cadogan" / "course" / "simulated.json"
COMMON = "simulated:"
#: What was counted, after the number that were looked at.
THINGS = "games|deals|hands|columns|squares|packs|walks|layouts|determinizations|careful games|imagined deals|common deals"
NUMBER = r"[-+]?[\d.,]*\d(?:e-\d+)?"
#: Who played: what is longer first, then the strategies of the package.
WHO = (
    *("careful and player", "rule bot", "as much home as possible", "all cards seen"),
    *("everything tried", *STRATEGIES),
)
#: What a line says of a value, each by its first match.
PATTERNS = {
    "strategy": rf"\b({'|'.join(WHO)})\b",
    "limit": r"at most ([\d,]+ moves)\b",
    "n": rf"(?:\bof|mean of|1 to) ([\d,]+\d|\d)\b|([\d,]+\d) (?:{THINGS})\b",
    "seed": r"\bseeds? (\d+(?: to \d+)?)|\b(deals \d+ to [\d,]+\d)",
    "interval": rf"95 % interval ({NUMBER} to {NUMBER}(?: %)?)|(± {NUMBER})|(at most {NUMBER} %)(?:, by the rule of three| )"
    rf"|% +({NUMBER} to {NUMBER})|\(({NUMBER} to {NUMBER})\)",
}


def said(line: str, common: str = "") -> dict[str, str]:
    """What a line says of a value. How many deals and which of them, the common line says if it
    does; the rest only if the line does not.

    >>> said("no ace in 22 of 100 deals (seed 1): 95 % interval 0.150 to 0.311")
    {'strategy': '', 'limit': '', 'n': '100', 'seed': '1', 'interval': '0.150 to 0.311'}
    >>> said("careful: +2.0 points (95 % interval +0.3 to +3.7)", "simulated: 1,000 deals each, seed 48, at most 1,000 moves")["n"]
    '1,000'
    """
    found = {}
    for name, pattern in PATTERNS.items():
        where = {"interval": (line,), "n": (common, line), "seed": (common, line)}.get(
            name, (line, common)
        )
        match = next(filter(None, (re.search(pattern, text) for text in where)), None)
        found[name] = next(filter(None, match.groups()), "") if match else ""
    return found


def values_of(output: str) -> Iterator[dict[str, str]]:
    """The simulated values in an output; a line without an interval holds none."""
    lines = [line.strip() for line in output.splitlines() if line.strip()]
    common = lines[-1] if lines and lines[-1].lower().startswith(COMMON) else ""
    for line in lines:
        one = said(line, common)
        if line != common and one["seed"] and one["interval"]:
            yield {"printed": plain(line), **one}


def plain(line: str) -> str:
    """A line as it is read, without what a table or a link is written with.

    >>> plain("| [Anna](../anna.md) | “easy” | **wrong** |")
    'Anna; “easy”; wrong'
    """
    line = (
        re.sub(r"\[([^]]+)\]\([^)]*\)", r"\1", line)
        .replace("**", "")
        .strip("| ")
        .replace(" | ", "; ")
    )
    return re.sub(r" {2,}", "  ", line)


def outputs(notebook: dict[str, Any]) -> Iterator[str]:
    """What each cell of a notebook printed, or showed as text; not what it asked."""
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code" and "remove-input" not in cell["metadata"].get("tags", ()):
            printed = ["".join(one.get("text", "")) for one in cell["outputs"]]
            shown = [
                "".join(one.get("data", {}).get(form, ""))
                for one in cell["outputs"]
                for form in ("text/plain", "text/markdown")
            ]
            yield "".join(printed) or "".join(
                text
                for text in shown
                if not text.startswith(("[Figure", "[The")) and "one of" not in text
            )


def read() -> list[dict[str, str]]:
    """Every simulated value of the lessons, in the order of the course."""
    return [
        {"lesson": slug, **one}
        for slug in lessons()
        for output in outputs(
            json.loads((EXECUTED / "lessons" / f"{slug}.ipynb").read_text(encoding="utf-8"))
        )
        for one in values_of(output)
    ]


def text() -> str:
    """The file's text."""
    return json.dumps(read(), ensure_ascii=False, indent=1) + "\n"


if __name__ == "__main__":
    FILE.write_text(text(), encoding="utf-8")
