"""A changed rule is told once: where its game departs from what is stored of it."""

import sys

import pytest

import cadogan

from .conftest import ROOT, text_of

sys.path.insert(0, str(ROOT / "tools"))
import departures

from cadogan.words import down, marry

FORTRESS = cadogan.games["fortress"]


def test_a_changed_rule_is_told_by_the_move_at_which_its_game_departs(monkeypatch, capsys):
    one_way = FORTRESS.vary(marry(down, "lanes")).named("fortress", {}, False)
    games = {"caesar": cadogan.games["caesar"], "fortress": one_way}
    monkeypatch.setattr(departures.cadogan, "games", games)
    assert departures.main([]) == 1
    first, tables, meant = capsys.readouterr().out.splitlines()
    assert first.startswith(
        "fortress departs from its golden playthrough at move 4, l10-l6: 8♦ may not"
    )
    assert all(name in tables for name in departures.TABLES)
    assert "--regenerate -k fortress" in meant


@pytest.mark.parametrize("slug", ["fortress", "caesar", "mill"])
def test_the_games_as_they_stand_do_not_depart(slug):
    assert (
        departures.from_playthrough(cadogan.games[slug], text_of(f"tests/golden/{slug}.txt")) == ""
    )


@pytest.mark.parametrize(
    ("old", "new", "where"),
    [
        ("l1[KD QH", "l1[QH KD", "at the deal"),
        ("  1. l2-f1", "  1. l2-f2", "at move 1, l2-f2: "),
        ("of diamonds from lane 2", "of hearts from lane 2", "at move 1, l2-f1: "),
        ("The game is ", "The game is not ", "at its end: the game is "),
    ],
)
def test_each_part_of_a_playthrough_is_compared(old, new, where):
    text = text_of("tests/golden/fortress.txt")
    assert old in text
    assert departures.from_playthrough(FORTRESS, text.replace(old, new)).startswith(where)
