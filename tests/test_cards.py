"""Cards, and the chance by which they are dealt."""

import copy
import pickle
from collections import Counter

import pytest
from hypothesis import given, strategies as some

import cadogan
from cadogan.cards import FORTY, PIQUET, SUIT_SYMBOLS, Card, CardError, cards, pack
from cadogan.engine import chance as engine
from cadogan.round_games.cards import JOKER

FACES = [Card(i) for i in range(52)]


def seeded(number, stream=0):
    chance = [0, 0, 0, 0]
    engine.seed(chance, number, stream)
    return chance


def shuffled(number, n=52, stream=0):
    order = list(range(n))
    engine.shuffle(seeded(number, stream), order, 0, n)
    return order


# --- cards -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("card", FACES, ids=str)
def test_a_card_is_read_from_every_way_of_writing_it(card):
    text = card.text
    for written in (text, card.symbol, text.lower(), *(text.replace("10", t) for t in "Tt")):
        assert Card(written) is card
    assert Card(card.index) is card is Card(card) is copy.copy(card) is copy.deepcopy(card)
    assert pickle.loads(pickle.dumps(card)) is card
    assert eval(repr(card), {"Card": Card}) is card
    assert (card.rank - 1) + 13 * "CDHS".index(card.suit) == card.index == hash(card)
    assert card.red == (card.suit in "DH") == (card.symbol[-1] in "♦♥")
    assert card.symbol[-1] == SUIT_SYMBOLS[card.suit]
    assert card.name.split(" of ")[1][0].upper() == card.suit


@pytest.mark.table("text", "no_cards")
def test_what_is_no_card_is_refused_by_name(text):
    with pytest.raises(CardError, match=r"is not a card|an index from"):
        Card(text)


@pytest.mark.parametrize("index", [-1, 52, 1000, None])
def test_no_card_beyond_the_pack(index):
    with pytest.raises(CardError, match="an index from 0 to 51"):
        Card(index)


def test_cards_are_ordered_and_told_apart():
    backwards = FACES[::-1]
    assert sorted(backwards) == FACES and len(set(FACES)) == 52
    assert Card("AC") != "AC" and Card("AC") != 0


def test_packs():
    assert list(pack()) == FACES
    sizes = [len(list(pack(n, ranks))) for n, ranks in ((3, range(1, 14)), (1, PIQUET), (1, FORTY))]
    assert sizes == [156, 32, 40]
    assert cards("7H KS") == (Card("7H"), Card("KS")) == cards(["7H", Card("KS")])


# --- chance ------------------------------------------------------------------------------------------


def test_the_first_draws_stand_for_ever():
    chance, first = seeded(1914), [3613894309, 2956066176, 695835717, 1111624603]
    assert [engine.draw(chance) for _ in range(4)] == first


#: The packs of some deals, the card dealt first standing first, by number and how many packs there
#: are (of two, the first cards). They never change: a deal's number is printed in the book.
DEALS = {
    (0, 1): (
        "AC 9S 6S 6H 9H 6C JH QS 10S 8H 10D 5S KD 10H 7D JD KH 4D 5D AH 2D 7H 5C QH 4C 3H 3D 2S 4H JS 8C 5H "
        "QD JC 8S AD KC 9C 7S 10C 7C 3S 6D 9D 8D 4S AS 2H 2C QC 3C KS"
    ),
    (1, 1): (
        "7D AD QS 10C 9D 8D 5S 9H 7S 8C 8H 5D 6D 10S JH 6H 3D 4S JS 10D KH 9S JC 7H 6C 2H 10H 2D 7C KD QC 2S "
        "KS QH 6S JD 9C 2C 3C 4C QD AH 4D 5C 8S 5H 4H AS 3H KC AC 3S"
    ),
    (1914, 1): (
        "AD 4H 2D 8H 4C 10C 9C 3D JC 10H 4D 10S 6C 7S 8S QH KD AC 6D 6H 2H 3S 2C 6S 7H KS AS 7C JS 9D QS 10D "
        "KC 5C 9S AH 3H 5H 5D 3C JD 7D 4S QD 2S QC JH 8C 8D 9H KH 5S"
    ),
    (2**62 - 1, 1): (
        "4D QD 10S 3S 2S QC 6D 10D 7S KD JS 7C JC 3D 5S KC 9C AC KS AS 5H 2H 4S 6C KH 6S AD 3C 4H 8C QS 6H 9S "
        "8S 10H AH JH 4C 9D 5C 2C 3H 8H QH 9H 2D 7D 7H 5D JD 8D 10C"
    ),
    (1914, 2): "8H 4D KH 5H 6H 7D 6C 7S QS JD QS KH 9C 9S 6S 3D AC 8S 3S AS 4H JC 6D 5H 2C JH",
}


@pytest.mark.parametrize(("number", "packs"), DEALS)
def test_a_deal_is_the_same_for_ever(number, packs):
    dealt = " ".join(Card(c % 52).text for c in shuffled(number, packs * 52))
    assert dealt.startswith(DEALS[number, packs])


def test_deals_and_re_deals_differ():
    """Neighbouring numbers and streams, and numbers that differ only above the 32nd bit, give
    different packs.
    """
    numbers = [*range(200), *(2**32 + i for i in range(50)), 2**61, 2**61 + 1, 2**62 - 1]
    packs = [shuffled(n) for n in numbers] + [shuffled(1, 52, s) for s in range(1, 100)]
    assert len(set(map(tuple, packs))) == len(packs)


@given(some.integers(0, 2**62 - 1), some.integers(0, 208))
def test_a_shuffle_loses_no_card(number, n):
    assert sorted(shuffled(number, n)) == list(range(n))


def evenly(counts, expected):
    """What was counted departs from what is expected as chance does, within five standard
    deviations.
    """
    degrees = (len(counts) - 1 or 1) * (len(counts[0]) - 1)
    found = sum((count - expected) ** 2 / expected for row in counts for count in row)
    assert abs(found - degrees) < 5 * max(1, 2 * degrees) ** 0.5, found


def test_every_card_comes_to_every_place_equally_often():
    """52 x 52 counts over 20,000 consecutive deals: 51 x 51 degrees of freedom."""
    counts = [[0] * 52 for _ in range(52)]
    for number in range(20_000):
        for place, card in enumerate(shuffled(number)):
            counts[place][card] += 1
    evenly(counts, 20_000 / 52)


def test_small_packs_come_in_every_order_equally_often():
    """All 120 orders of five cards, and which cards follow one another."""
    counts = Counter(tuple(shuffled(number, 5)) for number in range(24_000))
    assert len(counts) == 120
    evenly([[*counts.values()]], 200)


@pytest.mark.parametrize("n", [1, 2, 3, 5, 52, 104 * 103])
def test_below_stays_below(n):
    chance = seeded(7)
    drawn = [engine.below(chance, n) for _ in range(4000)]
    assert 0 <= min(drawn) and max(drawn) < n
    if n <= 52:
        evenly([[drawn.count(i) for i in range(n)]], 4000 / n)


def test_below_draws_a_biased_value_anew():
    """Of the 2**32 values of a draw, those that would favour some results are not used.

    For n = 3 * 2**30 a plain multiplication would map two draws in four to every third result. The
    draws are put in by hand: a generator whose next draw is known."""
    n = 3 << 30
    tail, met = (1 << 32) % n, 0
    for number in range(400):
        chance, other = seeded(number), seeded(number)
        while (engine.draw(other) * n) & 0xFFFFFFFF < tail:
            met += 1
        assert 0 <= engine.below(chance, n) < n
        assert chance == other, "below used another number of draws than the rule says"
    assert met > 50, "the tail was never met: the test shows nothing"


@pytest.mark.parametrize("number", [-1, 2**62, 1.5, "1", True])
def test_a_deal_out_of_range_is_refused(number):
    with pytest.raises(ValueError, match="a deal is a whole number from 0 to"):
        cadogan.games["fortress"].deal(number)


def test_where_no_deal_is_named_it_is_the_first():
    assert cadogan.games["fortress"].deal(None) == cadogan.games["fortress"].deal(1)


def test_a_pack_in_order_is_checked_card_by_card():
    game, whole = cadogan.games["fortress"], [c.text for c in pack()]
    assert game.deal(cards=whole).cards == game.deal(cards=" ".join(whole)).cards
    twice = "card 2 of the order, AC, is in the pack once, and stands here twice"
    for order, said in (
        (["AC", *whole[:-1]], twice),
        (whole[:-1], "the order has 51 cards of 52; missing are KS"),
        ([*whole[:-1], "1X"], "'1X' is not a card"),
        (whole[:10], "missing are JC QC KC AD 2D …"),
        ([*whole, "AC"], "card 53 of the order, AC"),
        (17, "Fortress: "),
    ):
        with pytest.raises(ValueError, match=r"^Fortress: ") as caught:
            game.deal(cards=order)
        assert said in str(caught.value)


@pytest.mark.parametrize("one", [Card("KS"), JOKER])
@pytest.mark.parametrize("fact", ["index", "rank", "suit", "text"])
def test_a_card_does_not_change(one, fact):
    """The same face is one object for all who hold it."""
    before = getattr(one, fact)
    with pytest.raises(AttributeError, match=f"{one.name} is one card"):
        setattr(one, fact, 3)
    assert getattr(one, fact) == before and copy.deepcopy(one) is one
