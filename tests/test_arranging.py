"""Where groups lie: of games of which nobody has said it every card is seen, and none overlap; and
tables that are arranged for another shape of screen keep what belongs together, and show larger
cards."""

import json
import shutil
import subprocess

import pytest

import cadogan
from cadogan.board.shown import piles, places
from cadogan.edition.cells import read

from .conftest import ROOT

GAMES = {
    "cells after columns": 'places("columns", 8), places("cells", 4), deal(rounds("columns")), '
    'foundations(4, ascending(A, K)), free(("columns", "cells")), '
    'build(down, alternate, "columns", ("columns", "cells")), fill("cells", "columns", may)',
    "foundations last": 'places("columns", 10), deal(each("columns", 4)), turn(), '
    'build(down, alternate, "columns", ("columns", talon)), foundations(4, ascending(A, K))',
    "fans in two lines": 'foundations(4, ascending(A, K)), places("fans", 18), '
    'deal(each("fans", (3,) * 17 + (1,))), marry(down, "fans")',
}


def boxes(game, position):
    """What each place covers: left, top, right, bottom, by its group."""
    for place in game.places:
        cards = max(1, len(position.cards[place.id]))
        across, lower = (part * (cards - 1) for part in place.spread)
        yield place.group, (place.x, place.y, place.x + 1 + across, place.y + 1 + lower)


@pytest.mark.parametrize("title", GAMES)
def test_groups_do_not_overlap_whatever_the_order_of_their_clauses(title):
    game = read(f'game = Game("Toy", packs(1), {GAMES[title]})').values["game"]
    covered = list(boxes(game, game.deal(1)))
    for i, (group, (left, top, right, bottom)) in enumerate(covered):
        for other, (x, y, x_end, y_end) in covered[:i]:
            apart = right <= x or x_end <= left or bottom <= y or y_end <= top
            assert apart, f"{group} lies over {other}"


@pytest.mark.parametrize("title", GAMES)
def test_every_card_of_a_pile_that_is_dealt_face_up_is_seen(title):
    game = read(f'game = Game("Toy", packs(1), {GAMES[title]})').values["game"]
    position = game.deal(1)
    for place in game.places:
        if len(position.cards[place.id]) > 1 and place.group != "hand":
            assert place.spread != (0.0, 0.0), place.name


def test_a_pile_that_is_said_to_be_squared_is():
    game = read(
        'game = Game("Toy", packs(1), foundations(4, ascending(A, K)), '
        'places("heaps", 4, spread=(0, 0)), deal(each("heaps", 13)))'
    ).values["game"]
    assert {place.spread for place in game.places} == {(0.0, 0.0)}


#: The room of a table in the full window of a laptop (1366 x 768) and of a telephone (390 x 844;
#: held across), and in the page of a laptop, with the buttons below it and beside it: width and
#: height in pixels.
ROOMS = {
    "page": [(738, 440), (562, 552)],
    "laptop": [(1350, 631), (1170, 720)],
    "telephone": [(380, 640)],
    "lying": [(650, 340)],
}
#: The least width of a card in each, in pixels, and the tables whose shape leaves less: nine cards
#: in a line, four of them upright on each side of the Shah; four rows of eight that stand above one
#: another, beside the judges and bishops; seven above one another beside the Army
#: and the Navy; eight knaves with their ribs; rows of twelve; rings of twelve and twenty-four.
#: A telephone's full window is 378 pixels wide: for 34 a table may be 10.9 cards wide, with its edge.
#: The Blockade's rows of twelve take 12.2 (12 if the cards touch). Across the Shah lie one upright
#: card and eight of 1.4, which are 12.2 if they touch. The Zodiac's Equator of eight and a card of
#: 1.4 at each end are 10.8 if all touch, 11.2 as drawn. The Clock is 10.2 wide as it is dealt, and
#: 11.4 with room for nine cards at three o'clock; seven, which occur, take 11.
LEAST = {
    "page": (44, {"shah": 39, "empress-of-india": 39.5, "constitution": 40, "fish-bone": 43.5}),
    "laptop": (56, {"shah": 51}),
    "telephone": (
        34,
        {"shah": 27, "empress-of-india": 33.5, "blockade": 30, "clock": 32.5, "zodiac": 33},
    ),
    "lying": (28, {"shah": 24, "fish-bone": 26.5}),
}


@pytest.mark.skipif(not shutil.which("node"), reason="node is not installed")
def test_an_arrangement_for_the_screen_keeps_what_belongs_together_and_shows_larger_cards():
    tables = []
    for slug, game in cadogan.games.items():
        position = game.deal(1914)
        dealt = {"slug": slug, "places": places(game), "piles": piles(position), "rooms": ROOMS}
        tables.append(dealt)
        if any(place["row"] for place in dealt["places"]):  # all of its rows have come
            full = {place["id"]: ["AS"] for place in dealt["places"]}
            tables.append({**dealt, "slug": f"{slug}, all dealt", "piles": full})
    lines = "".join(json.dumps(table) + "\n" for table in tables)
    command = [shutil.which("node"), ROOT / "tests/js/arranged.mjs"]
    run = subprocess.run(command, input=lines, capture_output=True, text=True, check=True)
    found = json.loads(run.stdout)
    assert not found["wrong"]
    widths = found["widths"]
    for screen, (least, less) in LEAST.items():
        small = {slug: widths[slug][screen] for slug in cadogan.games}
        narrow = {slug: wide for slug, wide in small.items() if wide < less.get(slug, least)}
        assert not narrow, screen
        assert all(small[slug] < least for slug in less), f"{screen}: no exception any more"


def test_places_are_tied_where_a_rule_asks_how_they_lie_and_rows_come_one_by_one():
    tied = {
        slug: {place["group"] for place in places(game) if place["tied"]}
        for slug, game in cadogan.games.items()
    }
    assert tied["congress"] == {"rivers"} and tied["carpet"] == {"carpet"}
    assert tied["kings"] == {"left lines", "right lines"}
    assert not tied["la-belle-lucie"] and not tied["empress-of-india"]
    rows = [
        place["row"] for place in places(cadogan.games["blockade"]) if place["group"] == "places"
    ]
    assert rows == [i // 12 for i in range(108)]
