"""The board's one ES module, put together from its parts in `js/`.

A widget takes its front end as one text. The parts are ordinary modules that a browser also loads
as they are; here they stand in order, each after those it imports, without the lines that bind
them."""

from __future__ import annotations

import re
from pathlib import Path

FOLDER = Path(__file__).parent / "js"
_IMPORT = re.compile(r'^import [^;]*? from "\./(\w+)\.js";\n', re.MULTILINE)
_EXPORT = re.compile(r"^export (?!default\b)", re.MULTILINE)


def script(last: str = "board") -> str:
    """The board, or with ``round`` the table of the round games, as one ES module, whose default
    export is the widget: the part of that name behind all that it imports.
    """
    texts: dict[str, str] = {}

    def take(part: str) -> None:
        text = (FOLDER / f"{part}.js").read_text(encoding="utf-8")
        for other in _IMPORT.findall(text):
            if other not in texts:
                take(other)
        texts[part] = _EXPORT.sub("", _IMPORT.sub("", text))

    take(last)
    return "\n".join(texts.values())
