"""The board's log as data: read as the board writes it, and refused with the file, the line and the
reason.
"""

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from cadogan.course.log import PARTS, LogError, pool, read_log

JS = Path(__file__).parents[2] / "cadogan" / "board" / "js" / "log.js"
HEAD = ",".join(PARTS)
LINE = "2026-11-22T09:30:00.000Z,fortress,1914,31,260,stuck,1,2,0"
ENTRY = dict(zip(PARTS, ("2026-11-22T09:30:00.000Z", "fortress", 1914, 31, 260, "stuck", 1, 2, 0)))


def written(folder, text, name="ben.csv"):
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def test_csv_and_json_say_the_same_and_a_class_pools_them(tmp_path):
    (one,) = read_log(written(tmp_path, f"{HEAD}\n{LINE}\n"))
    (other,) = read_log(written(tmp_path, json.dumps({"format": 1, "played": [ENTRY]}), "ben.json"))
    assert one == other and (one.game, one.deal, one.seconds, one.outcome, one.player) == (
        "fortress",
        1914,
        260,
        "stuck",
        "ben",
    )
    assert one.begun.hour == 9 and one.begun.utcoffset() is not None
    anna = written(tmp_path, f"{HEAD}\n{LINE}\n{LINE.replace('1914', '1915')}\n", "anna.csv")
    assert [
        (sitting.player, sitting.deal)
        for sitting in pool([anna, tmp_path / "ben.csv", tmp_path / "ben.json"])
    ] == [("anna", 1914), ("anna", 1915), ("ben", 1914)]
    assert read_log(written(tmp_path, f"{HEAD}\n")) == ()


@pytest.mark.table("text, said", "logs")
def test_the_first_wrong_line_is_named(tmp_path, text, said):
    text = text.replace("HEAD", HEAD).replace("LINE", LINE)
    with pytest.raises(LogError, match=r"ben\.csv, line") as refusal:
        read_log(written(tmp_path, text))
    assert said in str(refusal.value)


def test_what_is_no_text_or_too_large_is_refused(tmp_path):
    path = tmp_path / "x.csv"
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(LogError, match=r"x\.csv: this is not text in UTF-8"):
        read_log(path)
    path.write_bytes(b"x" * 5_000_001)
    with pytest.raises(LogError, match="more than any log has"):
        read_log(path)


def test_what_the_board_writes_is_read(tmp_path):
    """The board's own script makes the files."""
    node = shutil.which("node")
    if not node:
        pytest.skip("there is no node on this machine")
    code = f"""
    const store = new Map([["cadogan-log", JSON.stringify([{json.dumps({**ENTRY, "game": 'my "own" (changed), twice'})}])]]);
    globalThis.localStorage = {{ getItem: name => store.get(name) ?? null, setItem() {{}} }};
    const {{ log }} = await import({json.dumps(JS.as_uri())});
    (await import("node:fs")).writeFileSync("out.csv", log.csv());
    (await import("node:fs")).writeFileSync("out.json", log.json());
    """
    subprocess.run([node, "--input-type=module", "-e", code], cwd=tmp_path, check=True)
    assert read_log(tmp_path / "out.csv") == read_log(tmp_path / "out.json")
    assert read_log(tmp_path / "out.csv")[0].game == 'my "own" (changed), twice'
