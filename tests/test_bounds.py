"""A game that somebody has sent is bounded when it is read: in places, moves, steps of the deal, and rounds that would never end."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from cadogan import Game, odds
from cadogan.engine.run import Machine
from cadogan.words import (
    A,
    K,
    RuleError,
    ascending,
    before_dealing_on,
    below,
    deal,
    each,
    fill,
    foundations,
    free,
    hand,
    heap,
    may,
    packs,
    pairs,
    pay_key,
    places,
    rounds,
    rows,
    same_line,
    same_row,
    staircase,
    swap,
    talon,
    turn,
)


def fans(n: int, *clauses: object) -> Game:
    return Game("A Stranger's", packs(1), foundations(4, ascending(A, K)), places("fans", n), *clauses)


HOSTILE: dict[str, tuple[Callable[[], Game], str]] = {
    "more moves than there is room for": (
        lambda: Game("A", packs(8), foundations(32, ascending(A, K)), places("sq", 366), deal(rows("sq", 1)), swap("sq")),
        "legal moves, and there is room for",
    ),
    "a deal of millions of steps": (lambda: fans(380, deal(*((rows("fans", 1000),) * 60))), "more than 5,000 steps"),
    "a long staircase": (lambda: fans(300, deal(staircase("fans"))), "more than 5,000 steps"),
    "a group a thousand times": (lambda: fans(18, deal(rows(("fans",) * 1000))), "more than 5,000 steps"),
    "a group named twice": (lambda: fans(18, deal(each("fans", 3)), free(("fans",) * 500, below)), "names a group twice"),
    "a run of places without end": (lambda: fans(9, deal(each("t1-99999999", 3))), "is no run of places"),
    "rounds of no card": (lambda: fans(18, deal(rounds("fans", 0))), "from 1 upward, not 0"),
    "rounds of fewer": (lambda: fans(18, deal(rounds("fans", -1))), "from 1 upward, not -1"),
    "heaps with nowhere to go": (lambda: fans(1, deal(heap("fans", K))), "has fewer places"),
    "a queen that is paid nothing": (lambda: fans(4, deal(pay_key("fans", 0))), "from 1 upward, not 0"),
    "more unlike cards than values": (lambda: fans(3, deal(rows("fans", 17, unlike=True))), "can all be unlike"),
    "gaps filled by none": (lambda: fans(18, deal(each("fans", 2)), fill("fans", hand, by=0)), "whole numbers from 1 upward"),
    "gaps filled by fewer": (lambda: fans(18, deal(each("fans", 2)), fill("fans", hand, by=-1)), "whole numbers from 1 upward"),
    "gaps filled from gaps": (lambda: fans(9, deal(each("fans", 1)), fill("fans", ("fans", talon)), turn()), "leaves another"),
    "gaps filled from one another before dealing on": (
        lambda: fans(9, places("reserve", 9), deal(each("fans", 1)), turn(), fill("fans", "reserve"),
                     fill("reserve", "fans", before_dealing_on)),
        "what fills a vacancy in the fans and the reserve comes from there, too",
    ),
    "gaps filled along a row, to and fro": (lambda: fans(9, deal(each("fans", 1)), fill("fans", "fans", where=same_row)), "leaves another"),
}  # fmt: skip


@pytest.mark.parametrize("made", [
    lambda: fans(9, places("reserve", 9), deal(each("fans", 1), each("reserve", 1)), fill("fans", "reserve"), fill("reserve", hand)),
    lambda: fans(9, places("reserve", 1), deal(each("fans", 1)), fill("reserve", "reserve")),
    lambda: fans(9, deal(each("fans", 1)), fill("fans", "fans", may)),
])  # fmt: skip
def test_gaps_filled_from_what_is_not_emptied_for_ever_are_taken(made: Callable[[], Game]) -> None:
    position = made().deal(1)
    for move in position.moves():
        position.play(move)


@pytest.mark.parametrize("what", HOSTILE)
def test_what_would_never_end_is_refused_when_it_is_read(what: str) -> None:
    made, said = HOSTILE[what]
    with pytest.raises(RuleError) as refused:
        _ = made().rules
    assert said in str(refused.value)


def test_cards_that_cannot_all_be_unlike_are_laid_in_the_end() -> None:
    """Thirteen cards of thirteen values in three columns: chance hardly ever brings that about, and the deal ends all the same."""
    position = fans(3, deal(rows("fans", 13, unlike=True))).deal(1)
    assert [len(position.cards[f"t{i}"]) for i in (1, 2, 3)] == [13, 13, 13]


@pytest.mark.parametrize("total", [14, 26, 0])
def test_an_exchange_for_a_pair_is_looked_for_in_little_work(total: int) -> None:
    """Two of a hundred cards change places, and two others: to try them all out would be twenty million times thousands of pairs."""
    game = Game(
        "A", packs(4), foundations(16, ascending(A, K)), places("square", 100), deal(rows("square", 2)),
        pairs(total, "square", where=same_line), swap("square", 1),
    )  # fmt: skip
    machine = Machine(game.program, "wasm", fuel=50_000_000)
    machine.call("deal", 1)
    assert machine.call("legal") is not None
    assert machine.fuel > 0


@pytest.mark.parametrize("backend", ["wasm", "python", "interpreted"])
def test_a_card_is_turned_only_where_there_is_room_for_it(backend: str) -> None:
    """A hand of more cards than the places that they are turned to: with these full no card is turned, and none goes elsewhere."""
    game = Game(
        "A", packs(1), places("columns", 2), places("reserve", 4), deal(each("columns", 6)), pairs(0, "columns"),
        turn(to="reserve", freely=True),
    )  # fmt: skip
    position = game.deal(1)
    for _ in range(4):
        position = position.play("turn")
    assert "turn" not in [move.text for move in position.moves()]
    assert "No place of the reserve is empty" in str(position.why_not("turn"))
    assert sum(len(position.cards[f"r{i}"]) for i in range(1, 5)) == 4
    result = odds.simulate(game, "random", n=20, backend=backend)
    assert result.n == 20
