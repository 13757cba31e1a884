"""The board's one ES module, put together from its parts in `js/`.

A widget takes its front end as one text. The parts are ordinary modules that a browser also loads
as they are; here they stand in order, each after those it imports, without the lines that bind
them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

FOLDER = Path(__file__).parent / "js"
#: Each part stands after those it imports; the last one exports the widget.
PARTS = (
    "words",
    "layout",
    "table",
    "memory",
    "log",
    "sound",
    "stopwatch",
    "referees",
    "show",
    "dealing",
    "hands",
    "keys",
    "shelf",
    "screen",
    "outlook",
    "panels",
    "ending",
    "story",
    "replay",
    "board",
)
#: The parts of the table of the round games; those without `round` in their name are the board's
#: own.
ROUND_PARTS = (
    "words",
    "memory",
    "sound",
    "referees",
    "keys",
    "shelf",
    "screen",
    "story",
    "round_draw",
    "round_drag",
    "round_panels",
    "round_table",
    "round_replay",
    "round",
)

_IMPORT = re.compile(r'^import [^;]*? from "\./\w+\.js";\n', re.MULTILINE)
_EXPORT = re.compile(r"^export (?!default\b)", re.MULTILINE)


def script(parts: Sequence[str] = PARTS) -> str:
    """The board, or the table of these parts, as one ES module, whose default export is the widget."""
    return "\n".join(
        _EXPORT.sub("", _IMPORT.sub("", (FOLDER / f"{part}.js").read_text(encoding="utf-8")))
        for part in parts
    )
