"""No class of the board's, the round tables' or the page's own scripts has a name that the book's
theme styles.
"""

import re
from importlib.util import find_spec
from pathlib import Path

import pytest

from .conftest import ROOT, text_of

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
OURS = [*ROOT.glob("cadogan/board/*.css")]
SCRIPTS = [*ROOT.glob("cadogan/board/js/*.js"), *ROOT.glob("book/_static/*rule*.*js")]


def named_in(sheet):
    return NAME.findall(BODIES.sub(" ", sheet))


def theirs():
    """The classes that the theme and its company style."""
    specs = filter(None, map(find_spec, STYLED))
    return {
        name
        for spec in specs
        for folder in spec.submodule_search_locations or ()
        for path in Path(folder).rglob("*.css")
        for name in named_in(path.read_text(encoding="utf-8", errors="replace"))
    }


def test_no_class_of_ours_is_the_themes():
    styled = theirs()
    if not styled:
        pytest.skip("the book's theme is not installed")
    assert {"row", "table", "card", "badge"} <= styled, (
        "the style sheets were found, and read as they should be"
    )
    ours = {name for path in OURS for name in named_in(text_of(path))}
    for path in SCRIPTS:
        for plain, made in re.findall(r'\bclass(?:Name)?: (?:"([^"]*)"|`([^`]*)`)', text_of(path)):
            inside = re.findall(r'"([^"]*)"', " ".join(re.findall(r"\$\{([^}]*)\}", made)))
            ours |= set(" ".join([plain, re.sub(r"\$\{[^}]*\}", " ", made), *inside]).split())
    assert {"cadogan", "playing-card", "cloth", "rule-tools", "rule-mark"} <= ours
    assert sorted(ours & styled) == []
