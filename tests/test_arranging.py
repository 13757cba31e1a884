"""Games of which nobody has said where their groups lie: every card is seen, and none overlap."""

import pytest

from cadogan.edition.cells import read

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
        'places("heaps", 4, spread=squared), deal(each("heaps", 13)))'
    ).values["game"]
    assert {place.spread for place in game.places} == {(0.0, 0.0)}
