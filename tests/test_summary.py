"""The first screen of a chapter: the line below the title, aim and play."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import cadogan
from cadogan.edition.wording import meaning
from cadogan.tables.finding import facts
from cadogan.tables.summary import in_so_many

BOOK = Path(__file__).resolve().parent.parent / "book"
CHAPTERS = [*cadogan.games, *cadogan.round_games]


@pytest.mark.parametrize("thousandths", range(1, 1000, 7))
def test_a_share_is_told_within_what_its_words_stand_for(thousandths: int) -> None:
    share = thousandths / 1000
    told = in_so_many(share, "game")
    if told.startswith("all but "):
        told, share = told.removeprefix("all but "), 1 - share
    low, high = meaning(told)
    assert low * 0.93 <= share <= high * 1.07, (
        told
    )  # tenths and eighths lie farther apart than a word may be off


@pytest.mark.parametrize("slug", list(cadogan.games))
def test_the_line_says_how_hard_the_game_is_and_how_that_is_known(slug: str) -> None:
    line, row = cadogan.summary(slug), facts(slug)
    assert f" · {row.difficulty}: a careful player " in str(line) and "%" not in str(line)
    assert f"{row.results['careful'].n:,} deals" in line.known and "95 % interval" in line.known
    low, high = row.winnable
    if "could be won" in str(line):
        assert low > row.results["careful"].interval[1] or high - low < 0.1 or low > 0.9


def test_a_changed_game_claims_no_odds() -> None:
    changed = cadogan.games["fortress"].vary(direction="descend")
    assert str(cadogan.summary(changed)) == "One pack" and not cadogan.summary(changed).known


@pytest.mark.parametrize("slug", CHAPTERS)
def test_aim_and_play_stand_before_the_board_in_few_words(slug: str) -> None:
    head = (BOOK / f"{slug}.md").read_text(encoding="utf-8").split("\n## ")[0]
    said = {
        name: text.split()
        for name, text in re.findall(r"^\*\*(Aim|Play)\.\*\* (.+)$", head, re.MULTILINE)
    }
    assert list(said) == ["Aim", "Play"] and len(said["Aim"]) <= 20 and len(said["Play"]) <= 45
    assert head.index("**Play.**") < re.search(r"cadogan\.play(_round)?\(", head).start()  # type: ignore[union-attr]
