"""What holds in every game without a word in its rules cell: one test for each of
`cadogan.concordance.DEFAULTS`.

The little game of these tests says as little as a game can; the defaults are what it does not say.
"""
# ruff: noqa: F403, F405 - the vocabulary as a rules cell has it

import pytest

from cadogan import Game, IllegalMove, Position
from cadogan.cards import pack
from cadogan.edition.concordance import DEFAULTS, proof_of_default
from cadogan.words import *

from .test_cases import Case

LITTLE = Game(
    "Little Game",
    packs(1),
    foundations(4, ascending(A, K)),
    places("fans", 6),
    deal(each("fans", (9, 9, 9, 9, 9, 7))),
    marry(down, "fans"),
    fill("fans", "fans", may),
)


def table(picture):
    """A position of the little game: these piles, and every other card on the last fan."""
    return Case("", said={"deal": [], "first": [], "picture": [f"{picture} t6[…]"]}).position(
        LITTLE
    )


def dealt(first, *changed):
    """The deal of the changed game with these cards first."""
    return Case("", said={"deal": [f"{first} …"], "first": []}).position(LITTLE.vary(*changed))


def texts(position):
    return {move.text for move in position.moves()}


def refused(position, move):
    with pytest.raises(IllegalMove) as caught:
        position.play(move)
    return caught.value.sentence


def test_every_default_has_its_test():
    assert {proof_of_default(name).rpartition("::")[2] for name in DEFAULTS} <= globals().keys()


def test_no_re_deal():
    assert "no re-deal" in refused(LITTLE.deal(1), "again")


def test_in_suit():
    position = table("f1[AC] t1[2C] t2[2D]")
    assert "t1-f1" in texts(position) and "t2-f1" not in texts(position)
    wants = "Foundation 1 wants the two of clubs next, not the two of diamonds."
    assert refused(position, "t2-f1") == wants


def test_one_card_at_a_time():
    """A sequence of two, either of which would fit, is moved card by card."""
    position = table("t1[KC 5H 4H] t2[6H] t3[5D]")
    assert {move.count for move in position.moves()} == {1}
    assert refused(position, "t1-t2") == "4♥ may not lie on 6♥: in descending line only."
    alone = table("t1[KC 5H] t2[6H]")
    assert alone.play("t1-t2").cards["t2"][-1].text == "5H"


def test_uppermost():
    """The deuce under the king is not to be had, though its foundation waits for it."""
    covered, bare = table("f1[AC] t1[2C KH]"), table("f1[AC] t1[2C]")
    assert "t1-f1" not in texts(covered) and "t1-f1" in texts(bare)


def test_stays_home():
    position = table("f1[AC 2C] t1[3C]")
    assert not any(move.startswith("f1-") for move in texts(position))
    assert "stay" in refused(position, "f1-t1")


def test_no_corner():
    """No king is married to an ace, and nothing follows the king on a foundation."""
    position = table("t1[AH] t2[KH] t3[AS]")
    assert "t2-t1" not in texts(position) and "t1-t2" not in texts(position)
    full = table("f1[AC..KC] t1[AD]")
    assert "t1-f1" not in texts(full) and "t1-f2" in texts(full)


def test_stays_empty():
    """Only with the clause that grants it may a card be laid on a fan that has been emptied."""
    granted = table("t1[6H] t2[5H]")
    bare = Position.parse(str(granted), LITTLE.vary(without=["fill"]))
    assert "t1-t3" in texts(granted) and texts(bare) == {"t2-t1"}
    assert bare.play("t2-t1").cards["t2"] == ()


def test_as_you_like():
    """An ace might go home, a fan might be filled: a marriage may be made all the same."""
    position = table("t1[AC] t2[6H] t3[5H]")
    assert {"t1-f1", "t3-t2", "t3-t4"} <= texts(position)
    assert position.play("t3-t2").cards["t1"][-1].text == "AC"


def test_success():
    nearly = table("f1[AC..KC] f2[AD..KD] f3[AH..KH] f4[AS..QS] t1[KS]")
    assert not nearly.is_won and not nearly.is_over
    won = nearly.play("t1-f4")
    assert won.is_won and won.is_over and not won.moves()
    stuck = LITTLE.vary(without=["fill"]).deal(2)
    while stuck.moves():
        stuck = stuck.play(stuck.moves()[0])
    assert stuck.is_over and not stuck.is_won


def test_dealt_in_order():
    """Nine to the first fan, then nine to the next, as they come, and all faces seen."""
    cards = list(pack())
    position = LITTLE.deal(cards=cards)
    assert [card for i in range(1, 7) for card in position.cards[f"t{i}"]] == cards
    assert position.seen == position.cards


def test_once_dealt():
    """The aces are played as they fall; the deuce on the first fan, which would follow, waits for
    the end of the deal.
    """
    position = dealt("2C AC AD", as_dealt("fans")).play("hand-f1")
    assert position.phase == "dealing"
    assert [position.cards[place][-1].text for place in ("t1", "f1")] == ["2C", "AC"]
    assert "t1-f1" not in texts(position)
    assert "Not while cards are being dealt" in refused(position, "t1-f1")


def test_no_marriages():
    granted = table("t1[6H] t2[5H]")
    bare = Position.parse(str(granted), LITTLE.vary(without=["build", "fill"]))
    assert "t2-t1" in texts(granted) and "t2-t1" not in texts(bare)
    assert "No card is moved to the fans" in refused(bare, "t2-t1")


def test_turned_up():
    """Of two rows, the first face down: the five of hearts goes on the six, and the deuce of clubs
    beneath it is seen.
    """
    position = dealt(
        "2C 3C 4C 5C 6C 7C 5H 6H 9S JS KS QD", deal(rows("fans", 2, down=(1,))), turn()
    )
    assert position.seen["t1"][0] is None
    after = position.play("t1-t2").seen["t1"]
    assert [card and card.text for card in after] == ["2C"]
