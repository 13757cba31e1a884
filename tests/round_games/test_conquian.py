"""Conquian: the worked examples and invariants of its digest, and each of its options."""

import random
import re

import pytest

import cadogan
from cadogan.round_games import State
from cadogan.round_games.cards import FORTY, Card, card, cards, pack
from cadogan.round_games.conquian_down import fitted, lessened
from cadogan.round_games.melds import laid_as, runs_in, sets_in

from .at_play import lies, play, texts, walk
from .laying import laid

GAME = cadogan.round_games["conquian"]
TEN = tuple(range(1, 11))


def down(state, seat):
    """The cards that a player has down."""
    return [c for m in state.down if m.owner == seat for c in m.cards]


def laying(state, seed):
    """To the end at random, but whoever can lay something does."""
    rng = random.Random(seed)
    while not state.is_over:
        lays = [a for a in state.actions() if a.verb in ("use", "place", "lay", "add")]
        state = state.play(rng.choice(lays or state.actions()))
    return state


# --- the worked examples ---


def test_cq9_who_blocks_cannot_win():
    """Two of a kind, one of which the adversary needs, and none to come: with either still in the
    hand he has not eleven down.
    """
    hands = "4C 5C 6C 4D 5D 6D QH KH AC 2D | 7C 7D AH 2H 3H AS 2S 3S KC QD"
    state = laid("conquian", hands, "4H 7H 4S 7S")
    state = play(state, "use AH+2H+3H+4H; lay AS+2S+3S; done; discard KC; pass")
    assert state.offer == (card("7H"),)
    state = play(state, "decline; pass; place 1; done; discard QD; pass; decline; pass")
    assert {*state.hands[1]} == {*cards("7C 7D")} and {*cards("7H 7S")} <= {*state.passed}
    for hand in cards("7C 7D"), cards("7C"), cards("7D"):  # holding both, or one of them
        for x in state.view(1).unseen:
            melds = (*runs_in([*hand, x], FORTY), *sets_in([*hand, x]))
            assert not any(x in m.cards for m in melds), "nothing still to come takes a seven off"
    assert [m.text for m in sets_in(cards("7C 7D 7H"))] == ["7C+7D+7H"], (
        "with another seven to come he could use both"
    )


def test_cq7_the_ends_of_a_run_of_five_in_turn():
    five, three, six = (
        laid_as(cards(line), FORTY) for line in ("3H 4H 5H 6H 7H", "7C 7D 7S", "3H 4H 5H 6H 7H JH")
    )
    for lent, left in (("7H", "3H+4H+5H+6H"), ("7H 6H", "3H+4H+5H"), ("3H 7H", "4H+5H+6H")):
        assert lessened(five, cards(lent)).text == left
    assert lessened(five, cards("3H")).low == 3
    assert lessened(five, cards("6H")) is None and lessened(five, cards("5H 6H 7H")) is None
    assert lessened(three, cards("7C")) is None, "of three none"
    assert lessened(six, cards("6H 7H JH")) is not None


# --- who acts, and refusals ---


def test_a_forced_card_is_not_borrowed_in_that_turn():
    hands = "AC 2C 7H QS 2S AS 4S 3D JC KS | 7C 7D 5H 6H QC KD AD 4C"
    forced = laid("conquian", hands, "7S 3C JH")
    forced = play(forced, "use 7C+7D+7S; done; discard QC; pass; use AC+2C+3C; done; force 7H 0")
    assert forced.fixed == "7H" and "lay 5H+6H+7H" not in texts(forced)
    loose = forced._table.copy()
    loose.fixed = ""
    assert any([m.text for m in melds] == ["5H+6H+7H"] for melds in GAME.combinations(loose, 1)), (
        "without the force it could"
    )


#: Player 2 will have two sequences of four down and two kings.
EIGHT = "2C 2D 5C 6D 7D JC QD QC 7H JH | AH 2H 3H AS 2S 3S KC KD 7C JD"


def test_forcing_ten_down_loses():
    """A blunder, but legal: the forced card is the eleventh."""
    state = laid("conquian", EIGHT, "4H 7S 4S JS 5H")
    state = play(state, "use AH+2H+3H+4H; lay AS+2S+3S; done; discard JD; pass; decline; pass")
    t = play(state, "place 1; done; discard 7C; pass; decline; pass")._table.copy()
    t.down[0] = fitted(fitted(t.down[0], card("5H")), card("6H"))
    t.offer.clear()
    t.hands[1].clear()
    t.ask(0, "discard")
    state = State(GAME, t)
    assert sum(len(m.cards) for m in state.down) == 10 and "force 7H 0" in texts(state)
    end = state.play("force 7H 0")
    assert end.is_over and end.payoffs == (-1, 1)


def test_a_card_used_never_enters_the_hand():
    for seed in range(30):
        first, *states = walk(GAME, seed)
        ever = [set(h) for h in first.hands]
        assert all(set(h) <= e for state in states for h, e in zip(state.hands, ever))


# --- options ---


def test_the_two_forty_card_packs_and_the_whole_one():
    assert {c.rank for c in GAME.cards(2)} == set(FORTY) and {
        c.rank for c in GAME.vary(pack="A23456789T").cards(2)
    } == set(TEN)
    spanish = [m.faces for m in runs_in(pack(FORTY), FORTY)]
    american = [m.faces for m in runs_in(pack(TEN), TEN)]
    to = dict(zip(FORTY, TEN))
    assert {tuple(Card(c.index - c.rank + to[c.rank]) for c in m) for m in spanish} == set(
        american
    ), "the two packs are one game"
    hearts = GAME.vary(pack="full52").cards(2)
    assert sum(c.suit == "H" for c in hearts) == 13 >= 11, "a suit alone can win"


@pytest.mark.parametrize("target", [11, 10, 9])
@pytest.mark.slow
def test_targets(target):
    ends = [laying(GAME.deal(seed, target=target), seed) for seed in range(150)]
    won = [(end, end.payoffs.index(1)) for end in ends if end.pools == {"pool": 0}]
    assert won
    for end, seat in won:
        assert len(down(end, seat)) == target and end.hands[seat] == ()


# --- invariants ---


@pytest.mark.parametrize(
    "options",
    [{}, {"rearrange": "free"}, {"pack": "A23456789T", "first_card": "turn_up"}, {"target": 9}],
)
@pytest.mark.slow
def test_invariants(options):
    game = GAME.vary(**options)
    for seed in range(60):
        rng, state = random.Random(seed), game.deal(seed)
        draws, used, stock = 1, 0, len(state.pack)
        while not state.is_over:
            lays = [a for a in state.actions() if a.verb not in ("decline", "pass", "done")]
            eager = lays and rng.random() < 0.7
            before, state = state, state.play(rng.choice(lays if eager else state.actions()))
            assert all(lies(m, game.ranks) for m in state.down)
            assert len(state.pack) <= len(before.pack) and stock >= len(state.pack)
            draws += len(before.pack) - len(state.pack)
            each = [len(state.hands[seat]) + len(down(state, seat)) for seat in (0, 1)]
            if state.offer:
                assert each == [game.target - 1] * 2
            assert max(each) <= game.target
            old, new = ({c for m in s.down for c in m.cards} for s in (before, state))
            assert old <= new, "no card comes up again"
            told = " ".join(map(str, state.history[len(before.history) :]))
            used += re.search(" uses | places | forces ", told) is not None
        assert draws <= len(game.cards(2)) - 2 * (game.target - 1) and used <= 2 * game.target - 1
