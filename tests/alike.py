"""Whether two runs of a page show the same: texts, tables and drawings, cell by cell, without what
may differ from run to run (`sanitize.cfg`) and the numbers of widgets.

What the built page's own Python shows is compared so with the executed copies
(`browser/test_cells_alike.py`), as nbval compares these with the book as it was built."""

import configparser
import re
from dataclasses import dataclass
from pathlib import Path

from notebooks import WIDGET

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


@dataclass(frozen=True)
class Difference:
    """A cell that shows something else in the page: the beginning of its code, and both outputs."""

    cell: str
    page: dict[str, list[str]]
    notebook: dict[str, list[str]]

    def __str__(self):
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


def _patterns():
    """What may differ between two runs, from `tests/sanitize.cfg`."""
    found = configparser.RawConfigParser()
    found.read(Path(__file__).with_name("sanitize.cfg"))
    return [(found[name]["regex"], found[name]["replace"]) for name in found.sections()]


PATTERNS = _patterns()


def shown(outputs):
    """What a cell shows, by kind; what is printed in several pieces is one."""
    kinds = {}
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


def _settled(text):
    text = re.sub(r'(?<="slide-)\d+(?=")', "N", text)  # the page has sliders before its cells run
    for pattern, replace in PATTERNS:
        text = re.sub(pattern, replace, text)
    return text.rstrip("\n")


def ran(evaluate, site):
    """Run the cells of an open page, in which `evaluate` calls a JavaScript function of one text: the
    ``source`` of each, and its ``outputs``.

    Raises:
        ValueError: the page cannot run them.
    """
    found = evaluate(RUN, f"{site}_static/cells.mjs")
    if isinstance(found, dict):
        raise ValueError(found["error"])
    return list(found)


def unlike(cells, ran):
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
