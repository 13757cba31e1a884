"""The parts of the board's front end, and the one module that is made of them."""

import re
from collections import Counter

import pytest

from cadogan.board.script import FOLDER, PARTS, ROUND_PARTS, script

SOURCES = {path.stem: path.read_text(encoding="utf-8") for path in FOLDER.iterdir()}
#: The patience board, and the table of the round games.
both = pytest.mark.parametrize("parts", [PARTS, ROUND_PARTS])


def test_every_part_is_joined():
    assert set(SOURCES) == {*PARTS, *ROUND_PARTS}


@both
def test_a_part_imports_only_parts_before_it_and_only_what_they_export(
    parts,
):
    for n, part in enumerate(parts):
        for names, other in re.findall(
            r'^import \{([^}]*)\} from "\./(\w+)\.js";$', SOURCES[part], re.MULTILINE
        ):
            assert other in parts[:n], f"{part} needs {other} too early"
            for name in names.split(","):
                assert re.search(rf"^export .*\b{name.strip()}\b", SOURCES[other], re.MULTILINE), (
                    f"{other} exports no {name.strip()}"
                )


@both
def test_no_two_parts_name_the_same_thing(parts):
    named = Counter(
        re.findall(
            r"^(?:async )?(?:const|let|function|class) (\w+)",
            re.sub(r"^export ", "", script(parts), flags=re.M),
            re.M,
        )
    )
    assert not [name for name, times in named.items() if times > 1]


@both
def test_the_whole_binds_nothing_and_exports_the_widget_alone(parts):
    assert not re.search(r"^import ", script(parts), re.MULTILINE)
    assert re.findall(r"^export .*", script(parts), re.MULTILINE) == ["export default {"]


def test_every_part_is_short_enough_to_read():
    assert {
        part: len(text.splitlines())
        for part, text in SOURCES.items()
        if len(text.splitlines()) > 450
    } == {}
