"""The parts of the board's front end, and the one module that is made of them."""

import re

import pytest

from cadogan.board.script import FOLDER, script

from .conftest import text_of

SOURCES = {path.stem: text_of(path) for path in FOLDER.iterdir()}
#: By its longest line, which is no import and no export, a part is known in the whole.
KNOWN_BY = {
    part: max(re.findall(r"^(?!import|export).*$", text, re.MULTILINE), key=len)
    for part, text in SOURCES.items()
}
#: The patience board, and the table of the round games.
both = pytest.mark.parametrize("last", ["board", "round"])


def test_every_part_is_joined():
    whole = script("board") + script("round")
    assert [part for part, line in KNOWN_BY.items() if line not in whole] == []


@both
def test_a_part_stands_after_those_it_imports_and_takes_only_what_they_export(last):
    whole, looked_at = script(last), 0
    for part, text in SOURCES.items():
        if KNOWN_BY[part] not in whole:
            continue
        for names, other in re.findall(
            r'^import \{([^}]*)\} from "\./(\w+)\.js";$', text, re.MULTILINE
        ):
            looked_at += 1
            first, then = whole.index(KNOWN_BY[other]), whole.index(KNOWN_BY[part])
            assert first < then, f"{part} needs {other} too early"
            for name in re.findall(r"\w+", names):
                exports = re.search(rf"^export .*\b{name}\b", SOURCES[other], re.MULTILINE)
                assert exports, f"{other} exports no {name}"
    assert looked_at > 10


@both
def test_no_two_parts_name_the_same_thing(last):
    names = r"^(?:export )?(?:async )?(?:const|let|function|class) (\w+)"
    named = re.findall(names, script(last), re.MULTILINE)
    assert len(named) > 50 and sorted(named) == sorted(set(named))


@both
def test_the_whole_binds_nothing_and_exports_the_widget_alone(last):
    assert not re.search(r"^import ", script(last), re.MULTILINE)
    assert re.findall(r"^export .*", script(last), re.MULTILINE) == ["export default {"]


def test_every_part_is_short_enough_to_read():
    assert not [part for part, text in SOURCES.items() if text.count("\n") > 450]
