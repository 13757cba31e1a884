"""The first screen of a chapter: the line below the title, aim and play."""

import re

import pytest

import cadogan
from cadogan.board.offers import chances
from cadogan.edition.wording import meaning
from cadogan.tables.finding import facts
from cadogan.tables.summary import in_so_many

from .conftest import text_of

CHAPTERS = [*cadogan.games, *cadogan.round_games]


@pytest.mark.parametrize("thousandths", range(1, 1000, 7))
def test_a_share_is_told_within_what_its_words_stand_for(thousandths):
    share = thousandths / 1000
    told = in_so_many(share, "game")
    if told.startswith("all but "):
        told, share = told.removeprefix("all but "), 1 - share
    low, high = meaning(told)
    assert low * 0.93 <= share <= high * 1.07, (
        told
    )  # tenths and eighths lie farther apart than a word may be off


def test_the_line_says_how_hard_the_game_is_and_how_that_is_known(slug):
    line, row = cadogan.summary(slug), facts(slug)
    best = row.at_sight
    assert f" · {row.difficulty}: a {best.strategy} player " in str(line) and "%" not in str(line)
    assert f"A {best.strategy} player won {best.percent} of {best.n:,} deals" in line.known
    low, high = row.winnable
    if "could be won" in str(line):
        assert low > best.interval[1] or high - low < 0.1
    told = re.search(r"at least (.*) could be won", str(line))
    assert not told or meaning(told[1])[0] <= low
    assert "nearly every deal could" not in str(line) or low > 0.95
    assert ("at most" in str(line)) == (
        not row.solved.won and high < 0.1
    )  # of a deal that nobody has won


def test_the_line_names_another_player_where_it_surely_wins_more():
    named = {slug: facts(slug).at_sight.strategy for slug in cadogan.games}
    others = {slug: name for slug, name in named.items() if name != "careful"}
    assert others == {"mill": "greedy", "labyrinth": "greedy", "caesar": "random"}


def test_line_and_board_round_a_share_in_one_way(slug):
    best = facts(slug).at_sight
    row = {"player": best.strategy, "n": best.n, "wins": best.wins, "share": best.rate}
    told = re.findall(r"(?<= 1 game in )[\d,]*\d", str(cadogan.summary(slug)))
    board = re.findall(r"(?<=1 in )[\d,]*\d", chances([row]))
    assert not told or not board or told == board


def test_a_changed_game_claims_no_odds():
    changed = cadogan.games["fortress"].vary(direction="descend")
    assert str(cadogan.summary(changed)) == "One pack" and not cadogan.summary(changed).known


@pytest.mark.parametrize("slug", CHAPTERS)
def test_aim_and_play_stand_before_the_board_in_few_words(slug):
    head = text_of(f"book/{slug}.md").split("\n## ")[0]
    said = {
        name: text.split()
        for name, text in re.findall(r"^\*\*(Aim|Play)\.\*\* (.+)$", head, re.MULTILINE)
    }
    assert list(said) == ["Aim", "Play"] and len(said["Aim"]) <= 20 and len(said["Play"]) <= 45
    assert head.index("**Play.**") < re.search(r"cadogan\.play(_round)?\(", head).start()
