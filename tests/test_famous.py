"""The famous patiences of `book/famous.md`: written in few lines, and worth what has been published."""

import json
import sys

import pytest

import cadogan
from cadogan import Record
from cadogan.board import page
from cadogan.board.shown import replay
from cadogan.players.fingerprint import fingerprint
from cadogan.players.result import wilson
from cadogan.solver import Solver

from .conftest import ROOT

sys.path.insert(0, str(ROOT / "tools"))
import famous

GAMES = famous.games()
ROWS = json.loads(famous.PATH.read_text(encoding="utf-8"))
#: The share that can be won with all cards known, as C. Blake and I. P. Gent found it
#: (arXiv:1906.12314), and for Baker's Game as G. Bryan counted it.
PUBLISHED = {
    "FreeCell": 0.99999,
    "Baker's Game": 0.75,
    "Beleaguered Castle": 0.6817,
    "Black Hole": 0.8694,
    "Canfield": 0.712,
    "Golf": 0.451,
    "Klondike, by three": 0.81945,
    "Yukon": 0.8,
    "Spider": 0.99,
}


def microsoft(number):
    """Microsoft's deal of FreeCell of this number, as its program of 1991 dealt it."""
    pack = [f"{value}{suit}" for value in "A 2 3 4 5 6 7 8 9 10 J Q K".split() for suit in "CDHS"]
    dealt = []
    while pack:
        number = (number * 214013 + 2531011) & 0x7FFFFFFF
        at = (number >> 16) % len(pack)
        pack[at], pack[-1] = pack[-1], pack[at]
        dealt.append(pack.pop())
    return " ".join(dealt)


def test_there_are_two_dozen_in_twelve_lines_each():
    cells = [
        cell.source
        for cell in famous.code_of(famous.read_page(famous.BOOK / "famous.md"))
        if "famous" in cell.metadata.get("tags", ())
    ]
    assert len(GAMES) == len(cells) >= 24
    assert max(len(cell.splitlines()) for cell in cells) <= 12


@pytest.mark.parametrize("title", GAMES)
def test_what_stands_beside_a_game_was_measured_by_its_rules(title):
    row = ROWS[title]
    assert row["rules"] == fingerprint(GAMES[title]), "python tools/famous.py"
    assert row["won"] + row["lost"] + row["open"] == famous.SOLVED


@pytest.mark.parametrize("title", PUBLISHED)
def test_what_was_published_lies_within_the_interval(title):
    row = ROWS[title]
    low, high = (
        wilson(won, famous.SOLVED)[end]
        for end, won in enumerate((row["won"], row["won"] + row["open"]))
    )
    assert low <= PUBLISHED[title] <= high, title


@pytest.mark.slow
@pytest.mark.parametrize("number, verdict", [(1, "won"), (11982, "lost"), (146692, "lost")])
def test_microsofts_impossible_deals_are_proved_lost(number, verdict):
    game = GAMES["FreeCell"]
    position = game.deal(cards=microsoft(number))
    assert str(position.cards["t1"][0]) == {1: "JD", 11982: "AH", 146692: "JC"}[number]
    assert Solver(game, 1500).solve(position, 3_000_000).verdict == verdict


@pytest.mark.parametrize(
    "title, in_hand",
    [
        ("Spider, one suit", 50),
        ("Spider, two suits", 50),
        ("Spider", 50),
        ("Spiderette", 24),
        ("Easthaven", 31),
        ("Scorpion", 3),
        ("Klondike, by three", 24),
    ],
)
def test_one_plays_before_the_first_row_is_dealt_from_the_hand(title, in_hand):
    position = GAMES[title].deal(1)
    assert len(position.seen["hand"]) == in_hand
    assert any(move.kind in ("deal", "turn") for move in position.moves())


@pytest.mark.parametrize(
    "title, played, legal",
    [
        (
            "Bisley",
            "",
            "c6-k1, c9-k1, c1-c10, c10-c1, c3-c10, c10-c3, c3-c8, c8-c3, c7-c8, c8-c7",
        ),
        ("Canfield", "", "c3-c4, turn"),
        ("Canfield", "c3-c4, turn", "turn"),
        ("Storehouse", "", "c4-f2, turn"),
        ("Storehouse", "c4-f2", "storehouse-c4, turn"),
        ("Miss Milligan", "", "c1-c4, c3-c8, c5-c2, deal"),
        ("Aces Up", "", "take c1, deal"),
        ("Aces Up", "take c1", "c2-c1, c3-c1, c4-c1, deal"),
        ("Calculation", "", "tray-h1, tray-h2, tray-h3, tray-h4"),
        ("Calculation", "tray-h1", "turn"),
        ("Osmosis", "", "r3-f1, turn"),
        ("Osmosis", "r3-f1", "turn"),
        ("Gaps", "t2-f1, t42-f2, t48-f3, t51-f4", "t6-t2, t30-t42, t46-t48"),
    ],
)
def test_the_moves_of_a_deal_are_those_found_by_hand(title, played, legal):
    position = GAMES[title].deal(1)
    for move in filter(None, played.split(", ")):
        position = position.play(move)
    assert {str(move) for move in position.moves()} == set(legal.split(", "))


@pytest.mark.parametrize("title", GAMES)
def test_the_pages_own_python_opens_what_a_board_shows(title):
    game = GAMES[title]
    record = replay(Record(game, 1))["record"]
    answer = json.loads(page.open_game(json.dumps(record)))
    state = answer["replies"][0]
    assert (state["title"], state["deal"]) == (title, 1)
    assert state["kept_as"] == f"{game.slug} (changed)", "each game is kept by itself"
    assert {move["text"] for move in state["moves"]} == {str(m) for m in game.deal(1).moves()}


def test_the_sequences_of_spider_go_home_as_one():
    game = GAMES["Spider"]
    assert all(move.kind in ("play", "deal") for move in game.deal(1).moves())
    assert game.aim == "Won when all 104 cards are home."


def test_a_turn_says_how_many_cards_it_turns():
    position = GAMES["Klondike, by three"].deal(1)
    assert position.find("turn").says == "turn the next three cards"
    assert cadogan.games["carpet"].deal(1).find("turn").says == "turn the next card"


def test_a_pack_that_may_be_turned_without_end_is_not_shown_going_round():
    game = GAMES["Klondike, by three"]
    record = cadogan.Board(game).replay["record"]
    *before, last = cadogan.Record(game, record["deal"], record["moves"]).positions()
    assert [p.cards for p in before].count(last.cards) == 1, (
        "it ends where it lies as it did before"
    )
    assert not last.is_over and len({p.cards["talon"] for p in before}) > 5
