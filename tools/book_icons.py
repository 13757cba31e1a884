"""Cuts the theme's icons down to those that the book shows.

The theme brings the whole of Font Awesome, two thousand icons: 0.2 MB of every page. Here its fonts
and its style sheet keep the icons whose class stands in a page or a script of the book, and those
that a style sheet writes by itself."""

from __future__ import annotations

import re
from importlib import resources
from pathlib import Path

from assets import CUT_FONTS
from environment import node
from house import run

#: The theme's files as they come, from which a later build takes what an earlier one did not need.
WHOLE = Path(str(resources.files("pydata_sphinx_theme"))) / "theme/pydata_sphinx_theme/static"
SHEET = "styles/pydata-sphinx-theme.css"
#: In a style sheet: the classes of an icon and its character; a character written anywhere else;
#: and the second form of a font, for browsers that have long been none.
ICON = re.compile(r'((?:\.fa-[\w-]+:before,?)+)\{content:"\\?([^"]+)"\}')
WRITTEN = re.compile(r"[\ue000-\uf8ff]|\\([ef][0-9a-f]{3})\b")
OLD_FORM = re.compile(r',url\([^)]*\.ttf\) format\("truetype"\)')
CLASS = re.compile(r"\bfa-[a-z0-9-]+")


def cut(site: Path) -> None:
    """Lay the fonts and the style sheet of the theme anew into a built book, for its icons alone."""
    static = site / "_static"
    scripts = [p for p in static.rglob("*js") if "vendor" not in p.relative_to(static).parts]
    used: set[str] = set()
    for path in [*site.rglob("*.html"), *scripts]:
        used.update(CLASS.findall(path.read_text(encoding="utf-8")))
    characters: set[str] = set()

    def icon(match: re.Match[str]) -> str:
        if not used.intersection(CLASS.findall(match[1])):
            return ""
        characters.add(chr(int(match[2], 16)) if len(match[2]) > 1 else match[2])
        return match[0]

    sheet = ICON.sub(icon, (WHOLE / SHEET).read_text(encoding="utf-8"))
    (static / SHEET).write_text(OLD_FORM.sub("", sheet), encoding="utf-8")
    for path in static.rglob("*.css"):
        for match in WRITTEN.finditer(path.read_text(encoding="utf-8")):
            characters.add(chr(int(match[1], 16)) if match[1] else match[0])
    fonts: list[Path] = []
    for font in sorted((WHOLE / "vendor").rglob("*.woff2")):
        laid = static / font.relative_to(WHOLE)
        laid.with_suffix(".ttf").unlink(missing_ok=True)
        fonts += [font, laid]
    text = f"--text={''.join(sorted(characters))}"
    run([*node(), CUT_FONTS, text, *fonts], "cutting the icons", quiet=True)
