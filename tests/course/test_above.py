"""No answer of an exercise is printed in the lesson above it: not in its text, its code or what its
cells print. Read off the executed copies.
"""

import json
import re
from fractions import Fraction

from cadogan.course import Number, exercise
from cadogan.course.questions import questions

from ..conftest import text_of

NUMBER = re.compile(
    r"(?<![\w.,/])(\d{1,3}(?:[,\u202f\u00a0]\d{3})+|\d+(?:\.\d+)?)\s*(/\s*\d[\d,]*)?\s*(%)?"
)


def printed(slug):
    """Of each question its name, and all that stands above it but other questions."""
    notebook = json.loads(text_of(f"tests/executed/lessons/{slug}.ipynb"))
    above = ""
    for cell in notebook["cells"]:
        source, tags = "".join(cell["source"]), cell["metadata"].get("tags", [])
        if "exercise" in tags:
            yield from ((name, above) for name in re.findall(r'\bask\(\s*"([^"]+)"', source))
        if cell["cell_type"] == "markdown":
            above += source + "\n"
        elif not {"exercise", "remove-cell"} & set(tags):
            above += "" if "remove-input" in tags else source + "\n"
            for output in cell["outputs"]:
                text = output.get("text", output.get("data", {}).get("text/plain", ""))
                above += "".join(text) + "\n"


def same(answer, number, over, percent):
    """Whether what is printed is the answer, to at least three figures."""
    digits = re.sub(r"[,\u202f\u00a0]", "", number)
    value = Fraction(digits)
    if over:
        bottom = int(re.sub(r"[/\s,]", "", over) or 0)
        return bool(bottom) and value / bottom == answer and bottom > 20
    figures = len((digits.replace(".", "") if "." in digits else digits.rstrip("0")).lstrip("0"))
    places = len(digits.partition(".")[2])
    shown = answer * 100 if percent else answer
    return figures >= 3 and abs(shown - value) <= Fraction(1, 2 * 10**places)


def test_no_answer_is_printed_above_its_question(slug):
    found = dict(printed(slug))
    asks = [one.name for one in questions(slug) if one.kind == "ask"]
    assert list(found) == asks
    for name, above in found.items():
        kind = exercise(name).expects
        if not isinstance(kind, Number):
            continue
        hits = [
            above[max(0, hit.start() - 60) : hit.end() + 20].replace("\n", " ")
            for hit in NUMBER.finditer(above)
            if same(kind._exact, hit[1].strip(), hit[2] or "", hit[3] or "")
        ]
        assert not hits, f"{name} ({kind.solution()}) is printed above: {hits}"
