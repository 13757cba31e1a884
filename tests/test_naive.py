"""The engine against a second, deliberately naive one, on packs so small that every position can be
reached.

Below, a few games are written once more, as dumbly as possible: piles are tuples of (value, suit),
a move is made by trying every card on every pile, nothing is kept or looked up. They share nothing
with the engine but the order of the pack. The games are those of `small_games.py`. For many
deals both must reach the same number of positions, make the same number of moves between them, and
agree on whether the game can be won."""

from itertools import islice

import pytest
from small_games import SMALL

from cadogan.engine.chance import SHUFFLE, seed, shuffle
from cadogan.engine.numbers import FACE, RANK, SUIT

# --- the naive engine: a table is (foundations, piles, hand), each pile with its uppermost card last; a talon
# is the last of the piles, on which nothing is laid ---


def put(piles, i, pile):
    return (*piles[:i], pile, *piles[i + 1 :])


def goes_home(home, card):
    if not home:
        return card[0] == 1
    return card == (home[-1][0] + 1, home[-1][1])


def home_moves(table):
    """The uppermost cards of the piles on the foundations; of several empty ones the first."""
    homes, piles, hand = table
    for h, home in enumerate(homes):
        for i, pile in enumerate(piles):
            if pile and goes_home(home, pile[-1]) and (home or all(homes[:h])):
                yield put(homes, h, (*home, pile[-1])), put(piles, i, pile[:-1]), hand


def shifted(table, may, columns):
    """The uppermost card of a pile on one of the columns, where it may lie on what is there."""
    homes, piles, hand = table
    for j, onto in enumerate(piles[:columns]):
        for i, pile in enumerate(piles):
            if i != j and pile and may(onto, pile[-1]):
                yield homes, put(put(piles, i, pile[:-1]), j, (*onto, pile[-1])), hand


def turned(table):
    homes, (*columns, talon), hand = table
    if hand:
        yield homes, (*columns, (*talon, hand[0])), hand[1:]


def downward(onto, card):
    return bool(onto) and card == (onto[-1][0] - 1, onto[-1][1])


def either_way(onto, card):
    """In suit; and any card where nothing lies."""
    return not onto or (card[1] == onto[-1][1] and abs(card[0] - onto[-1][0]) == 1)


def downward_or_empty(onto, card):
    return not onto or downward(onto, card)


def in_colours(onto, card):
    red = (1, 2)
    return bool(onto) and (onto[-1][1] in red) != (card[1] in red) and onto[-1][0] - card[0] == 1


def on_anything(onto, card):
    return bool(onto)


def round_the_corner(onto, card):
    """Downward in suit, the four on the ace."""
    return bool(onto) and onto[-1][1] == card[1] and (onto[-1][0] - card[0]) % 4 == 1


def moves(table, may, columns):
    """Every table that a move leads to; a talon is turned and played from."""
    yield from home_moves(table)
    yield from shifted(table, may, columns)
    if columns < len(table[1]):
        yield from turned(table)


def dealt_in_packets(pack, sizes):
    cards = iter(pack)
    return tuple(tuple(islice(cards, size)) for size in sizes), ()


def dealt_in_rows(pack, rounds):
    """And a talon, on which nothing lies yet."""
    dealt, columns = sum(rounds), rounds[0]
    return (*(pack[column:dealt:columns] for column in range(columns)), ()), pack[dealt:]


# --- both, searched through and through --------------------------------------------------------------


def search(start, after, won):
    """How many positions can be reached, how many moves lead from them, and whether one of them is
    won.
    """
    known, waiting, moves, win = {start}, [start], 0, False
    while waiting:
        here = waiting.pop()
        if won(here):
            win = True
            continue
        following = after(here)
        moves += len(following)
        for there in following:
            if there not in known:
                known.add(there)
                waiting.append(there)
        assert len(known) <= 20_000, "too many positions to search"
    return len(known), moves, win


#: Small likenesses of the book's games, each with what may lie on what written anew, how its pack is
#: laid out (the cards of each packet in turn, or the cards of each round), and of how many deals.
CASES = {
    "Lucie of 8": (downward, dealt_in_packets, (3, 3, 2), 120),
    "Lucie of 12": (downward, dealt_in_packets, (3, 3, 3, 3), 120),
    "Fortress of 8": (either_way, dealt_in_packets, (3, 3, 2), 10),
    "Napoleon of 8": (downward_or_empty, dealt_in_rows, (2, 2), 24),
    "Colours of 12": (in_colours, dealt_in_packets, (3, 3, 3, 3), 25),
    "Round of 12": (round_the_corner, dealt_in_packets, (3, 3, 3, 3), 40),
    "On anything": (on_anything, dealt_in_packets, (3, 2, 1), 5),
}


@pytest.mark.slow
@pytest.mark.parametrize("name", CASES)
def test_both_engines_reach_the_same(name):
    may, layout, sizes, deals = CASES[name]
    game = SMALL[name]
    columns = sizes[0] if layout is dealt_in_rows else len(sizes)
    verdicts = set()
    for number in range(deals):
        pack, start = in_order(game, number), game.deal(number)
        homes = ((),) * len({suit for _, suit in pack})
        theirs = search(
            (homes, *layout(pack, sizes)),
            lambda t: list(moves(t, may, columns)),
            lambda t: not t[2] and not any(t[1]),
        )
        ours = search(start, lambda p: [p.play(m) for m in p.moves()], lambda p: p.is_won)
        assert theirs == ours, (
            f"deal {number}: positions, moves, won: naive {theirs}, engine {ours}\n{start}"
        )
        verdicts.add(ours[2])
    assert True in verdicts, "no deal of these can be won: nothing is compared"
    assert False in verdicts or deals <= 20


def in_order(game, number):
    """The pack of a deal, from the piles' own order: the card dealt first stands first."""
    chance, pack = [0] * 4, list(game.rules.pack)
    seed(chance, number, SHUFFLE)
    shuffle(chance, pack, 0, len(pack))
    return tuple((RANK[c & FACE], SUIT[c & FACE]) for c in pack)


def test_a_re_deal_as_it_lies():
    """The packets are taken up in order, each as it lies, and dealt again: written out by hand for
    one deal.
    """
    game = SMALL["Dealt again as it lies"]
    order = "2H 4S AH  3S 3H 4H  AS 2S"
    position = game.deal(cards=order)
    fans = [p.id for p in game.places if p.group == "fans"]

    def lying(position):
        return "  ".join(" ".join(map(str, position.cards[fan])) for fan in fans)

    assert lying(position) == order
    position = position.play(f"{fans[0]}-f1")
    after = position.play("again")
    assert lying(after) == "2H 4S 3S  3H 4H AS  2S"
    assert after.why_not("again") is not None and "again" in [m.text for m in position.moves()]
