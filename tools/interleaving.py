"""How closely the old text and its rules take turns: `python tools/interleaving.py [slug …]`.

For each chapter its parts (named or not, without the plate and the line that puts them together),
their lines, how many cite by ``@``, and of the old sentences that a part carries out the share
whose part begins within three lines of text below them: lines of the chapter that say something,
without blank ones, fences and tags."""

from __future__ import annotations

import re
import statistics
import sys

import cadogan
from cadogan.edition import concordance
from cadogan.edition.chapters import read_rules, rules_cells
from cadogan.edition.old_text import passages

NEAR = 3
SILENT = re.compile(r"^\s*$|^>\s*$|^```|^:tags:|^<!--")


def measured(slug: str) -> tuple[list[int], int, int, int]:
    """The lines of a chapter's parts, how many parts cite, and of how many sentences how many have
    their part near.
    """
    text = cadogan.games.text(slug)
    lines = text.split("\n")
    cells = [start for start, _ in rules_cells(text)]
    rules = read_rules(text, slug)
    parts = {
        (one.first, one.last) for written in rules.made[:1] for one in written.clauses if one.name
    }
    cited = sum("@" in "\n".join(lines[first - 1 : last]) for first, last in parts)
    above = {passage.where: passage for passage in passages(text)}
    said = near = 0
    for sentence in concordance.read(text, slug):
        if not sentence.by:
            continue
        passage = above[sentence.where]
        end = passage.line - 1
        told = ""
        while end < len(lines) and sentence.text.rstrip() not in " ".join(told.split()):
            told += " " + lines[end].lstrip("> ")
            end += 1
        firsts = [cells[one.cell - 1] + one.first - 1 for one in sentence.by]
        below = [
            sum(not SILENT.match(line) for line in lines[end:first])
            for first in firsts
            if first >= end
        ]
        said += 1
        near += bool(below) and min(below) <= NEAR
    return [last - first + 1 for first, last in parts], cited, said, near


def main() -> None:
    """Print a line for each chapter, and the whole."""
    every: list[int] = []
    total = [0, 0, 0]
    print(
        f"{'chapter':<24}{'parts':>6}{'median':>8}{'longest':>8}{'cite':>6}{'sentences':>11}{'near':>6}"
    )
    for slug in sys.argv[1:] or cadogan.games:
        lengths, cited, said, near = measured(slug)
        every += lengths
        total = [a + b for a, b in zip(total, (cited, said, near), strict=True)]
        share = f"{near / said:>6.0%}" if said else "     -"
        print(
            f"{slug:<24}{len(lengths):>6}{statistics.median(lengths):>8g}{max(lengths):>8}{cited:>6}{said:>11}{share}"
        )
    cited, said, near = total
    print(
        f"{len(every)} parts: median {statistics.median(every):g} lines, longest {max(every)}; {cited} cite ({cited / len(every):.0%}); "
        f"{near} of {said} sentences that bind have their part within {NEAR} lines ({near / said:.0%})"
    )


if __name__ == "__main__":
    main()
