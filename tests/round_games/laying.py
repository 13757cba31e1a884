"""Deals made by hand: for each round game, hands as text, player 1's (the dealer's) first, each filled
up from the pack, and what lies after them.
"""

from __future__ import annotations

import random
from collections import Counter

from cadogan.round_games import State, games
from cadogan.round_games.calabrasella import ORDER
from cadogan.round_games.cards import FORTY, JOKER, cards, pack


def calabrasella(hands: list[str], stock: str = "", /, **options: object) -> State:
    """Filled up with the lowest cards left."""
    rows = [h.split() for h in (*hands, stock)]
    named = {c for row in rows for c in row}
    lowest = sorted(pack(FORTY), key=lambda c: ORDER.index(c.rank))
    rest = iter(str(c) for c in lowest if str(c) not in named)
    for row, size in zip(rows, (12, 12, 12, 4)):
        row += [next(rest) for _ in range(size - len(row))]
    packet = options.get("packet", 2)
    assert isinstance(packet, int)
    order = [c for k in range(0, 12, packet) for i in (1, 2, 0) for c in rows[i][k : k + packet]]
    return games["calabrasella"].deal(1, cards=[*order, *rows[3]], **options)


def three_each(slug: str, hands: list[str], then: str = "", /, **options: object) -> State:
    """Commerce and Speculation, where all hands are named; of a row the top card comes first."""
    rows = [h.split() for h in hands]
    order = [rows[(1 + i) % len(rows)][k] for k in range(3) for i in range(len(rows))]
    return games[slug].deal(1, len(rows), cards=[*order, *then.split()], **options)


def conquian(hands: list[str], stock: str = "", /, **options: object) -> State:
    """Filled up at random."""
    game = games["conquian"].vary(**options)
    dealer, pone = ([*cards(hand)] for hand in hands)
    begin = cards(stock)
    rest = [c for c in game.cards(2) if c not in (*pone, *dealer, *begin)]
    random.Random(1).shuffle(rest)
    each = game.target - 1
    full = [[*some, *(rest.pop() for _ in range(each - len(some)))] for some in (pone, dealer)]
    order = [c for i in range(0, each, 2) for some in full for c in some[i : i + 2]]
    return game.deal(1, cards=[*order, *begin])


def cooncan(hands: list[str], then: str = "QD", /, **options: object) -> State:
    """Filled up at random, but with no joker; the first of what comes after is the stock."""
    game = games["cooncan"]
    left = Counter(game.cards(4))
    named = [cards(hand) for hand in hands]
    left.subtract([*cards(then), *(c for some in named for c in some)])
    assert min(left.values()) >= 0, "a card is named too often"
    fill = [c for c in left.elements() if c is not JOKER]
    random.Random(1).shuffle(fill)
    full = [[*some, *(fill.pop() for _ in range(10 - len(some)))] for some in named]
    order = [full[(1 + i) % len(full)][k] for k in range(10) for i in range(len(full))]
    return game.deal(1, len(full), cards=[*order, *cards(then)], **{"deals": 1, **options})


def pope_joan(hands: list[str], spare: str, /, **options: object) -> State:
    """Filled up in the order of the pack; the turn-up is the last of the spare hand, or told alone."""
    game, n = games["pope-joan"], len(hands)
    rows = [*(hands[(1 + i) % n].split() for i in range(n)), spare.split()]
    sizes = [len(range(i, 51, n + 1)) for i in range(n + 1)]
    if len(rows[-1]) == 1:
        rows[-1] = [""] * (sizes[-1] - 1) + rows[-1]
    named = {c for row in rows for c in row}
    rest = iter(c for c in map(str, game.cards(n)) if c not in named)
    for row, size in zip(rows, sizes):
        row += [""] * (size - len(row))
        row[:] = [c or next(rest) for c in row]
    return game.deal(1, n, cards=[rows[i % (n + 1)][i // (n + 1)] for i in range(51)], **options)


def laid(slug: str, hands: str, then: str = "", /, **options: object) -> State:
    """The deal of a game in which the players have these hands, between bars."""
    rows = [hand.strip() for hand in hands.split("|")]
    if slug in ("commerce", "speculation"):
        return three_each(slug, rows, then, **options)
    own = {"calabrasella": calabrasella, "conquian": conquian, "cooncan": cooncan}
    return own.get(slug, pope_joan)(rows, *[then] * bool(then), **options)
