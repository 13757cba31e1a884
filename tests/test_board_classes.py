"""No class of the board's, the round tables' or the page's own scripts has a name that the book's
theme styles.
"""

import re
from importlib.util import find_spec
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
#: The packages whose style sheets a page of the book loads.
STYLED = (
    "pydata_sphinx_theme",
    "sphinx_book_theme",
    "sphinx",
    "sphinx_design",
    "sphinx_copybutton",
    "sphinx_togglebutton",
    "myst_nb",
)
NAME = re.compile(r"\.(-?[a-zA-Z_][\w-]*)")
#: Rules' bodies, comments and addresses hold dots that name no class.
BODIES = re.compile(r"\{[^{}]*\}|/\*.*?\*/|url\([^)]*\)", re.DOTALL)
OURS = [*(ROOT / "cadogan" / "board").glob("*.css")]
SCRIPTS = [
    *(ROOT / "cadogan" / "board" / "js").glob("*.js"),
    *(ROOT / "book" / "_static").glob("*rule*.*js"),
]


def theirs():
    """The classes that the theme and its company style."""
    found = set()
    for name in STYLED:
        spec = find_spec(name)
        if spec is None or not spec.submodule_search_locations:
            continue
        for path in Path(spec.submodule_search_locations[0]).rglob("*.css"):
            found |= set(
                NAME.findall(BODIES.sub(" ", path.read_text(encoding="utf-8", errors="replace")))
            )
    return found


def test_no_class_of_ours_is_the_themes():
    styled = theirs()
    if not styled:
        pytest.skip("the book's theme is not installed")
    assert {"row", "table", "card", "badge"} <= styled, (
        "the style sheets were found, and read as they should be"
    )
    ours = {
        name
        for path in OURS
        for name in NAME.findall(BODIES.sub(" ", path.read_text(encoding="utf-8")))
    }
    for path in SCRIPTS:
        for plain, made in re.findall(
            r'\bclass(?:Name)?: (?:"([^"]*)"|`([^`]*)`)', path.read_text(encoding="utf-8")
        ):
            inside = re.findall(r'"([^"]*)"', " ".join(re.findall(r"\$\{([^}]*)\}", made)))
            ours |= set(" ".join([plain, re.sub(r"\$\{[^}]*\}", " ", made), *inside]).split())
    assert {"cadogan", "playing-card", "cloth", "rule-tools", "rule-mark"} <= ours
    assert sorted(ours & styled) == []
