"""The kernels compiled by numba and as plain Python: one source, the same results bit for bit.

All that numba must compile for is in this file, so that it is compiled once.
"""

from __future__ import annotations

import random
from typing import Any

import pytest

from cadogan import compiling, odds
from cadogan import kernels as plain
from cadogan.game import Game
from cadogan.position import ROOM, Record

numpy = pytest.importorskip("numpy")


@pytest.fixture(scope="module")
def fast() -> Any:
    """The compiled kernels."""
    kernels = compiling.compiled()
    assert kernels is not None, "numba is not installed"
    return kernels


@pytest.mark.parametrize("policy", range(len(odds.NAMED)), ids=list(odds.NAMED))
def test_whole_games_end_alike(ruling: Game, fast: Any, policy: int) -> None:
    """Games won, moves made, cards home: the same tally for the same deals, played at random and eagerly."""
    number, games = odds.first_deal(9), 3
    one = odds.run(ruling, None, policy, number, games, 300)
    assert odds.run(ruling, fast, policy, number, games, 300) == one
    assert sum(one[3:]) == games


def test_every_state_on_the_way_is_the_same(ruling: Game, fast: Any) -> None:
    """Move by move: the same legal moves in the same order, and the same state down to the last integer."""
    tables, array = ruling.program.tables, ruling.program.array
    pack = list(ruling.program.pack)
    chance, fast_chance = [0] * 4, numpy.zeros(4, numpy.int64)
    cards = pack.copy()
    fast_cards = numpy.array(pack, numpy.int64)
    plain.seed(chance, 2**61 + 17, 0)
    fast.seed(fast_chance, 2**61 + 17, 0)
    plain.shuffle(chance, cards, len(cards))
    fast.shuffle(fast_chance, fast_cards, len(cards))
    assert cards == fast_cards.tolist() and chance == fast_chance.tolist()
    size = plain.state_size(tables)
    assert fast.state_size(array) == size
    state, fast_state = [0] * size, numpy.zeros(size, numpy.int64)
    room, fast_room = [0] * ROOM, numpy.zeros(ROOM, numpy.int64)
    plain.begin(tables, state, cards, len(cards), 5, room)
    fast.begin(array, fast_state, fast_cards, len(cards), 5, fast_room)
    choose = random.Random(ruling.title)
    for step in range(80):
        assert state == fast_state.tolist(), f"after {step} moves"
        assert plain.is_won(tables, state) == fast.is_won(array, fast_state)
        n = plain.legal(tables, state, room)
        assert fast.legal(array, fast_state, fast_room) == n
        assert fast_room[:n].tolist() == room[:n]
        if n == 0 or plain.is_won(tables, state):
            break
        eager = plain.eager(tables, state, room, n)
        assert fast.eager(array, fast_state, fast_room, n) == eager
        move = choose.choice(room[:n])
        plain.apply(tables, state, move, room)
        fast.apply(array, fast_state, move, fast_room)


def test_a_game_won_by_the_compiled_kernels_is_won_move_by_move(game: Game, fast: Any) -> None:
    """Of a thousand deals played eagerly the first one won, and the first lost, are replayed by the referee."""
    first = odds.first_deal(1)
    wanted = {True, False}
    for deal in range(first, first + 1000):
        won = bool(odds.run(game, fast, 1, deal, 1, odds.LIMIT)[0])
        if won in wanted:
            wanted.remove(won)
            record = odds.playout(game, deal)
            last = record.last
            assert last.is_won == won and record == Record.from_json(record.to_json())
            if won:
                assert last.home == last.goal and last.moves() == () and last.is_over
                assert last.why_not("turn") == "The game is won; nothing is left to play."
        if not wanted:
            break


def test_simulate_counts_the_same_either_way(fast: Any) -> None:
    import cadogan

    game = cadogan.games["fortress"]
    for strategy in odds.NAMED:
        one = odds.simulate(game, strategy, n=60, seed=3, compiled=False)
        assert odds.simulate(game, strategy, n=60, seed=3, compiled=True) == one
        assert odds.simulate(game, strategy, n=60, seed=3, compiled=True, workers=2) == one
        assert odds.simulate(game, strategy, n=60, seed=3, compiled=False, workers=3) == one


def test_the_seed_space_is_whole(fast: Any) -> None:
    """The first, the last and some deal between: the same pack from both, of all 52 cards."""
    for number in (0, 1, 2**32 - 1, 2**32, 2**62 - 1):
        packs = []
        for kernels, chance, cards in (
            (plain, [0] * 4, list(range(52))),
            (fast, numpy.zeros(4, numpy.int64), numpy.arange(52)),
        ):
            kernels.seed(chance, number, 0)
            kernels.shuffle(chance, cards, 52)
            packs.append([int(c) for c in cards])
        assert packs[0] == packs[1] and sorted(packs[0]) == list(range(52))
