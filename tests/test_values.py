"""Games and positions as values, and the package as it is asked for: equality and hashes, pickling
and copying, names.
"""

import copy
import dataclasses
import importlib
import pickle

import pytest

import cadogan
from cadogan.patience.game import Game
from cadogan.patience.position import Position


def same(one, other):
    return one == other and hash(one) == hash(other)


def test_a_game_is_a_value(game):
    """However it was come by: with the clauses of the option in force written out, or switched to
    and fro; and none of that changes it.
    """
    before = (game.tell(), game.clauses, game.readings)
    again = Game(game.title, *game.clauses, slug=game.slug)
    assert again.deal(3) == game.deal(3) and again.tell() == game.tell()
    assert same(again, game) and same(Game(game.title, *game.active), game)
    for name, options in game.readings.items():
        keyword = name.replace(" ", "_")
        for option in options:
            changed = game.vary(**{keyword: option})
            assert changed.readings[name][0] == option
            assert set(changed.readings[name]) == set(options)
            assert same(Game(changed.title, *changed.active), changed)
            assert same(changed.vary(**{keyword: options[0]}), game)
            assert (changed == game) == (option == options[0])
    with pytest.raises(dataclasses.FrozenInstanceError):
        game.title = "Mine"
    assert (game.tell(), game.clauses, game.readings) == before


def test_games_are_pickled_and_copied(ruling):
    moves = [move.text for move in ruling.deal(3).moves()]
    for other in (pickle.loads(pickle.dumps(ruling)), copy.deepcopy(ruling)):
        assert same(other, ruling) and other.slug == ruling.slug
        assert [move.text for move in other.deal(3).moves()] == moves


def test_a_card_turned_over_makes_another_position():
    position = cadogan.games["canfield-or-klondike"].deal(1)
    card = next(
        c
        for p, pile in zip(position.game.places, position.piles)
        if p.id != "hand"
        for c in pile
        if position.is_down(c)
    )
    state = position.state.copy()
    assert same(Position(position.game, state.copy()), position)
    state.down[card] = 0
    other = Position(position.game, state)
    assert other != position and other.seen != position.seen


def test_positions_are_pickled_and_copied(ruling, walk):
    """Each alone, and all in one text, so that the game that comes with them need not be made anew
    for each.
    """
    positions = walk(ruling, 1).positions[::9]
    assert pickle.loads(pickle.dumps(positions[-1])) == positions[-1]
    pickled = pickle.loads(pickle.dumps(positions))
    for position, one in zip(positions, pickled, strict=True):
        for other in (one, copy.deepcopy(position), copy.copy(position)):
            assert (
                same(other, position)
                and str(other) == str(position)
                and other.state.dump() == position.state.dump()
            )
            moves = position.moves()
            assert [move.text for move in other.moves()] == [move.text for move in moves]
            if moves:
                assert other.play(other.moves()[-1]) == position.play(moves[-1])


@pytest.mark.parametrize("name", ["machine", "kernels", "terms", "x" * 1000, "_private"])
def test_a_name_that_the_package_has_not_is_simply_absent(name):
    importlib.invalidate_caches()
    assert not hasattr(cadogan, name)
    with pytest.raises(AttributeError, match=f"has no attribute '{name}'"):
        getattr(cadogan, name)
