"""Games and positions as values, and the package as it is asked for: equality and hashes, pickling
and copying, names.
"""

from __future__ import annotations

import copy
import importlib
import pickle
from collections.abc import Callable
from typing import Any

import pytest

import cadogan
from cadogan.patience.game import Game
from cadogan.patience.position import Position


def test_equal_games_have_equal_hashes(game: Game) -> None:
    """However a game was come by: with the clauses of the option in force written out, or switched
    to and fro.
    """
    plain = Game(game.title, *game.active)
    assert plain == game and hash(plain) == hash(game) and len({plain, game}) == 1
    for name, options in game.readings.items():
        keyword = name.replace(" ", "_")
        for option in options:
            changed = game.vary(**{keyword: option})
            written_out = Game(changed.title, *changed.active)
            assert written_out == changed and hash(written_out) == hash(changed)
            back = changed.vary(**{keyword: options[0]})
            assert back == game and hash(back) == hash(game)
            assert (changed == game) == (option == options[0])


def test_games_are_pickled_and_copied(ruling: Game) -> None:
    for other in (pickle.loads(pickle.dumps(ruling)), copy.deepcopy(ruling)):
        assert other == ruling and hash(other) == hash(ruling) and other.slug == ruling.slug
        assert [move.text for move in other.deal(3).moves()] == [
            move.text for move in ruling.deal(3).moves()
        ]


def test_a_card_turned_over_makes_another_position() -> None:
    position = cadogan.games["canfield-or-klondike"].deal(1)
    card = next(
        c
        for p, pile in zip(position.game.places, position.piles)
        if p.id != "hand"
        for c in pile
        if position.is_down(c)
    )
    state = position.state.copy()
    same, state.down[card] = Position(position.game, state.copy()), 0
    other = Position(position.game, state)
    assert same == position and hash(same) == hash(position)
    assert other != position and other.seen != position.seen


def test_positions_are_pickled_and_copied(ruling: Game, walk: Callable[[Game, int], Any]) -> None:
    """Each alone, and all in one text, so that the game that comes with them need not be made anew
    for each.
    """
    positions = walk(ruling, 1).positions[::9]
    again = pickle.loads(pickle.dumps(positions))
    assert (
        len(again) == len(positions) and pickle.loads(pickle.dumps(positions[-1])) == positions[-1]
    )
    for position, pickled in zip(positions, again):
        for other in {
            id(one): one for one in (pickled, copy.deepcopy(position), copy.copy(position))
        }.values():
            assert (
                other == position and hash(other) == hash(position) and str(other) == str(position)
            )
            assert other.state.dump() == position.state.dump()
            assert [move.text for move in other.moves()] == [move.text for move in position.moves()]
            if other.moves():
                assert other.play(other.moves()[-1]) == position.play(position.moves()[-1])


@pytest.mark.parametrize("name", ["machine", "kernels", "terms", "x" * 1000, "_private"])
def test_a_name_that_the_package_has_not_is_simply_absent(name: str) -> None:
    importlib.invalidate_caches()
    assert not hasattr(cadogan, name)
    with pytest.raises(AttributeError, match=f"has no attribute '{name}'"):
        getattr(cadogan, name)


def test_the_package_lists_what_it_has() -> None:
    names = dir(cadogan)
    assert {
        "games",
        "odds",
        "play",
        "plate",
        "summary",
        "round_games",
        "words",
        "play_round",
    } <= set(names)
    assert set(cadogan.__all__) <= set(names)
    for name in cadogan.__all__:
        assert getattr(cadogan, name) is not None
