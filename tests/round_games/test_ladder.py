"""The ladder's figures, and the tool that prints the ladders of all games."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from cadogan.round_games import games
from cadogan.round_games.ladder import Standings, ladder

ROOT = Path(__file__).parents[2]


def test_how_much_more_one_gains_is_reckoned_deal_by_deal() -> None:
    gains = {"one": (5.0, -3.0, 2.0, 8.0), "other": (4.0, -4.0, 1.0, 7.0)}
    found = Standings(games["pope-joan"], 5, 1, 4, gains)
    assert found.ahead("one", "other") == (1.0, 1.0, 1.0)  # always by one: the deals' own luck falls out
    low, high = found["one"].interval
    assert low < 0 < high
    mean, low, high = Standings(games["pope-joan"], 5, 1, 4, gains | {"one": (6.0, -4.0, 1.0, 9.0)}).ahead("one", "other")
    assert mean == 1.0 and (low, high) == pytest.approx((1 - 1.959964 * 0.577350, 1 + 1.959964 * 0.577350), abs=1e-5)


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    """The tool, as one calls it."""
    return subprocess.run([sys.executable, "tools/ladders.py", *arguments], cwd=ROOT, capture_output=True, text=True, check=False)


def test_the_tool_prints_both_ladders_and_goes_on_with_those_kept(tmp_path: Path) -> None:
    kept = tmp_path / "kept.json"
    first = run("pope-joan", "--deals", "1", "--against-random", "6", "--budget", "2", "--file", str(kept))
    assert first.returncode == 0, first.stderr
    assert "rule - random: " in first.stdout and "searcher 2 - rule: " in first.stdout
    run("pope-joan", "--deals", "2", "--against-random", "8", "--budget", "2", "--file", str(kept))
    gains = {tuple(names): [tuple(g) for g in names.values()] for names in json.loads(kept.read_text()).values()}
    whole = ladder(games["pope-joan"], ["rule", "random"], 8, seed=1)
    assert gains["rule", "random"] == list(whole.gains.values())
    assert [len(g) for g in gains["searcher 2", "rule"]] == [2, 2]
    stopped = run("pope-joan", "--deals", "0", "--against-random", "9", "--minutes", "0", "--file", str(kept))
    assert stopped.returncode == 1 and "8 deals in every rotation" in stopped.stdout


def test_the_tool_refuses_a_game_that_there_is_not() -> None:
    refused = run("whist")
    assert refused.returncode == 2 and "no game whist; there are calabrasella, commerce" in refused.stderr
