"""Names say what a thing is, not how its value came: a count that may fall, and does not rise."""

import ast

import pytest
from house import ROOT

#: Words that say how a value came, whatever it is.
VAGUE = {
    *"found said told made wanted given shown there here some one asked held met named at by of where".split(),
    *"how same again these those does says brings kept".split(),
}
#: Arguments of the vocabulary, which are its own words.
ITS_OWN = {"cadogan/words": {"by", "where", "at"}}
#: How many of a folder's bindings may bear such a name, in a hundred.
CEILING = 1
FOLDERS = sorted(
    {
        path.parent.relative_to(ROOT).as_posix()
        for top in ("cadogan", "tools")
        for path in (ROOT / top).rglob("*.py")
    }
)


def bindings(tree):
    """Every name that is bound: functions, classes, parameters, variables."""
    for node in ast.walk(tree):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            yield node.name
        elif isinstance(node, ast.arg):
            yield node.arg
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.id


@pytest.mark.parametrize("folder", FOLDERS)
def test_names_say_what_a_thing_is(folder):
    names = [
        name.strip("_")
        for path in (ROOT / folder).glob("*.py")
        for name in bindings(ast.parse(path.read_text(encoding="utf-8")))
    ]
    vague = [name for name in names if name in VAGUE - ITS_OWN.get(folder, set())]
    assert 100 * len(vague) <= CEILING * len(names), sorted(vague)


def test_a_vague_name_is_counted():
    tree = ast.parse("def told(given): held = [one for one in given]")
    assert sorted(bindings(tree)) == ["given", "held", "one", "told"]
