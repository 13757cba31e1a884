"""Claims of the chapters that no cell of theirs holds (`cadogan.edition.wording`): figures of long
runs, tried again on other deals and measured in standard deviations, and sentences that once were
wrong. Each test names the sentence it tries, so that a chapter that says something else fails here.
"""
# ruff: noqa: F403, F405 - the vocabulary as a rules cell has it

import ast
import functools
import linecache
import math
import re
from statistics import mean, stdev

import pytest

import cadogan
from cadogan import odds
from cadogan.edition.notebook import code_cells
from cadogan.round_games.ladder import load
from cadogan.tables import rows as rows_of_the_table
from cadogan.words import *

from .conftest import text_of

#: Other deals than the chapters', which are those of seed 1.
SEED = 2
SIGMAS = 4.0


@functools.cache
def chapter(slug):
    return text_of(f"book/{slug}.md")


def says(slug, *phrases):
    """The chapter says so, in its own prose."""
    prose = re.sub(r"```.*?```|^>.*?$", " ", chapter(slug), flags=re.DOTALL | re.MULTILINE)
    prose = " ".join(prose.split())
    for phrase in phrases:
        assert phrase in prose, f"{slug} no longer says {phrase!r}"


def cells(slug):
    return code_cells(chapter(slug))


def functions(slug, *names, **known):
    """Functions that the chapter defines, with its imports and whatever else is given them."""
    space = {"cadogan": cadogan, **known}
    for cell in cells(slug):
        name, lines = f"<{slug} {cell.start}>", cell.text.splitlines(keepends=True)
        # (the engine reads a player's text)
        linecache.cache[name] = len(cell.text), None, lines, name
        for node in ast.parse(cell.text).body:
            if isinstance(node, (ast.Import, ast.ImportFrom, ast.FunctionDef)):
                exec(compile(ast.Module([node], []), name, "exec"), space)
    return [space[name] for name in names]


# --- figures of one game -------------------------------------------------------------------------------


@pytest.mark.slow
def test_the_sultans_patience():
    says("sultan", "it won 44 more games in a hundred than the greedy player")
    (waiting,) = functions("sultan", "waiting")
    game = cadogan.games["sultan"]
    worth = odds.difference(game, game, "greedy", waiting, n=150, seed=SEED)
    assert worth.rate[1] > 0.25 and worth.rate[1] < 0.44 < worth.rate[2]


@pytest.mark.slow
def test_the_nations_first_column():
    says("nation", "8 · 5/6 = 6.67", "6.61 ± 0.02 in twenty thousand deals")
    game = cadogan.games["nation"]
    lengths = [len(game.deal(odds.first_deal(3) + d).cards["c1"]) for d in range(600)]
    assert abs(mean(lengths) - 6.61) < SIGMAS * stdev(lengths) / math.sqrt(len(lengths))


def test_no_chapter_says_that_it_has_no_switch_under_a_switch():
    for slug in cadogan.games:
        readings = re.search(r"\n#{2,3} Readings and changes\n(.*?)\n## ", chapter(slug), re.DOTALL)
        assert readings, slug
        switches = re.findall(r"\| `[^|]*` \|$", readings[1], re.MULTILINE)
        if switches:
            assert not re.search(r"[Nn]one of these has a switch|[Nn]o switch", readings[1]), slug


def test_one_limit_beside_the_table():
    """A simulation beside the table stops at the table's limit; only a loop that says its limits
    may have others.
    """
    for slug in cadogan.games:
        for cell in cells(slug):
            hidden = "remove-cell" in cell.tags
            assert hidden or not re.search(r"odds\.\w+\(.*limit=\d", cell.text), slug


# --- players of the chapters ---------------------------------------------------------------------------


@pytest.mark.slow
def test_the_labyrinths_best_grace():
    says(
        "labyrinth",
        "The best grace wins twice as many games as the first possible one, and three times as many as no grace",
        "thirteen games in a hundred",
    )
    (three_ends,) = functions(
        "labyrinth", "three_ends", odds=odds, labyrinth=cadogan.games["labyrinth"]
    )
    ends = [three_ends(deal) for deal in range(5001, 5301)]
    for column, claimed in zip(zip(*ends, strict=True), (34, 52, 105), strict=True):
        share = claimed / 400
        error = math.sqrt(share * (1 - share) * (1 / 300 + 1 / 400))
        assert abs(column.count(104) / 300 - share) < SIGMAS * error
    gained = [best - first for _, first, best in ends]
    assert mean(gained) > SIGMAS * stdev(gained) / math.sqrt(300)
    patient = rows_of_the_table.stored()["labyrinth"][""]["patient"]
    assert odds.wilson(patient["wins"], patient["n"])[0] > 0.1230, (
        "more than the greedy player wins"
    )


@pytest.mark.slow
def test_the_congress_and_discretion():
    says("congress", "It won 13 of four hundred deals with eight helps and none with four")
    (discreet,) = functions("congress", "discreet")
    game = cadogan.games["congress"]
    four_helps = game.vary(places("helps", 4, at=line(4, 0, 7.6, 1.02)))
    for other, players, claimed in (
        (game, ("greedy", discreet), 7.5),
        (four_helps, (discreet, None), -7.5),
    ):
        found = odds.difference(game, other, *players, n=150, seed=SEED)
        error = found.home_error * math.sqrt(1 + 150 / 400)
        assert abs(found.home[0] - claimed) < SIGMAS * error, str(found)
        assert found.sigmas * math.copysign(1, claimed) > SIGMAS, str(found)


@pytest.mark.slow
def test_the_mills_forty_deals():
    says(
        "mill",
        "In fourteen deals of fifteen both bring home the same number of cards",
        "0.5 points in favour of the talon (95 % interval −0.6 to 1.6)",
    )
    (player,) = functions("mill", "player")
    game = cadogan.games["mill"]
    one, other = (
        odds.simulate(game, player(talon_first), 100, SEED).ends for talon_first in (False, True)
    )
    unlike = sum(a != b for a, b in zip(one, other, strict=True)) / 100
    assert abs(unlike - 1 / 15) < SIGMAS * math.sqrt(1 / 15 * 14 / 15 / 100)


# --- the round games -----------------------------------------------------------------------------------


def test_the_bots_page_says_what_its_table_says():
    says(
        "bots",
        "in Commerce and in Pope Joan is larger than all that the author's advice gains over chance",
        "That is true of one match only",
    )
    lucky, unsettled = set(), set()
    for found in load():
        if found.players != found.game.seats:
            continue  # the page's sentences speak of the usual numbers
        one, other, *_ = found.gains
        gained, low, _ = found.ahead(one, other)
        spread = (gained - low) * math.sqrt(found.n) / 1.96
        if gained and other == "random" and spread > gained:
            lucky.add(found.game.slug)
        if gained and low < 0:
            unsettled.add((found.game.slug, one))
    assert lucky == {"commerce", "pope-joan"} and unsettled == {("speculation", "sharp 60")}


def test_what_twelve_deals_of_cooncan_settle():
    """The sentence below the table agrees with the table's own intervals."""
    says(
        "cooncan",
        "the patient bot gained and the eager one lost, and both intervals exclude zero; for the rule bot nothing is settled",
    )
    printed = text_of("tests/executed/cooncan.ipynb").split("seats, seed 2")[0]
    drawn = printed.rpartition("deals led")[2]
    rows = re.findall(r"(patient|eager|rule) +[+-][\d.]+ +([+-][\d.]+) to +([+-][\d.]+)", drawn)
    low, high = ({name: float(row[i]) for name, *row in rows} for i in (0, 1))
    assert low["patient"] > 0 > high["eager"] and low["rule"] < 0 < high["rule"]


# --- sentences that once were wrong --------------------------------------------------------------------


@pytest.mark.table("slug, sentence", "mended")
def test_a_sentence_that_was_mended_stands(slug, sentence):
    says(slug, sentence)


@pytest.mark.table("slug, words", "gone")
def test_a_sentence_that_was_wrong_is_gone(slug, words):
    with pytest.raises(AssertionError):
        says(slug, words)


def test_what_is_this_editions_default_is_not_said_to_be_the_authors():
    """A place once empty stays empty: La Belle Lucie does not say so."""
    position = cadogan.games["la-belle-lucie"].deal(1914)
    while all(position.cards[f"t{n}"] for n in range(1, 19)):
        position = position.play(position.moves()[0])
    fans = sorted((f"t{n}" for n in range(1, 19)), key=lambda fan: len(position.cards[fan]))
    empty, full = fans[0], fans[-1]
    assert "(this edition's default)" in position.why_not(f"{full}-{empty}")


def test_every_line_of_the_louis_patience_has_its_source():
    assert all("(" in line for line in cadogan.games["louis"].tell().splitlines()[4:-1])


def test_the_herring_bone_replays_the_deal_that_its_board_names():
    board, _ = [cell for cell in cells("herring-bone") if "cadogan.play(" in cell.text]
    assert board.text.count("1904") == 2
