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
#: The things that were looked at, after their number.
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


def facts_in(line: str, common: str = "") -> dict[str, str]:
    """The facts of a value that a line states. The number of deals and the seed come from the common
    line if it has them; the rest only if the line itself has none.

    >>> facts_in("no ace in 22 of 100 deals (seed 1): 95 % interval 0.150 to 0.311")
    {'strategy': '', 'limit': '', 'n': '100', 'seed': '1', 'interval': '0.150 to 0.311'}
    >>> facts_in("careful: +2.0 points (95 % interval +0.3 to +3.7)", "simulated: 1,000 deals each, seed 48, at most 1,000 moves")["n"]
    '1,000'
    """
    facts = {}
    for name, pattern in PATTERNS.items():
        texts = {"interval": (line,), "n": (common, line), "seed": (common, line)}.get(
            name, (line, common)
        )
        match = next(filter(None, (re.search(pattern, text) for text in texts)), None)
        facts[name] = next(filter(None, match.groups()), "") if match else ""
    return facts


def values_of(output: str) -> Iterator[dict[str, str]]:
    """The simulated values in an output; a line without an interval holds none."""
    lines = [line.strip() for line in output.splitlines() if line.strip()]
    common = lines[-1] if lines and lines[-1].lower().startswith(COMMON) else ""
    for line in lines:
        facts = facts_in(line, common)
        if line != common and facts["seed"] and facts["interval"]:
            yield {"printed": plain(line), **facts}


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
    """The text that each cell of a notebook printed or showed, without its question."""
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code" and "remove-input" not in cell["metadata"].get("tags", ()):
            printed = ["".join(output.get("text", "")) for output in cell["outputs"]]
            texts = [
                "".join(output.get("data", {}).get(form, ""))
                for output in cell["outputs"]
                for form in ("text/plain", "text/markdown")
            ]
            yield "".join(printed) or "".join(
                text
                for text in texts
                if not text.startswith(("[Figure", "[The")) and "one of" not in text
            )


def read() -> list[dict[str, str]]:
    """Every simulated value of the lessons, in the order of the course."""
    return [
        {"lesson": slug, **value}
        for slug in lessons()
        for output in outputs(
            json.loads((EXECUTED / "lessons" / f"{slug}.ipynb").read_text(encoding="utf-8"))
        )
        for value in values_of(output)
    ]


def text() -> str:
    """The file's text."""
    return json.dumps(read(), ensure_ascii=False, indent=1) + "\n"


if __name__ == "__main__":
    FILE.write_text(text(), encoding="utf-8")
