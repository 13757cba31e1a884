"""Deals of the round games made by hand."""

import random
from collections import Counter

from cadogan.round_games import State, games
from cadogan.round_games.calabrasella import ORDER
from cadogan.round_games.cards import JOKER, cards

#: How many cards are dealt at a time, where not one.
PACKET = {"calabrasella": 2, "conquian": 2}


def laid(slug, hands, then="", /, **options):
    """The deal of a game in which the players have these hands, between bars, the dealer's, who is
    player 1, first, and of a row the card that will lie on top; and these cards after them: at
    Cooncan the stock first, at Pope Joan the spare hand, with the turn-up last.

    A hand is filled up with cards not named, at Calabrasella the lowest, and with no joker.
    """
    game = games[slug].vary(**({"deals": 1} if slug == "cooncan" else {}), **options)
    dealer, *rows = ([*cards(hand)] for hand in hands.split("|"))
    rows, end = [*rows, dealer], [*cards(then)]
    dealt = games[slug].vary(**options).deal(1, len(rows))
    sizes = [len(dealt.hands[(seat + 1) % len(rows)]) for seat in range(len(rows))]
    left = Counter(game.cards(len(rows)))
    left.subtract([*end, *(card for row in rows for card in row)])
    assert min(left.values()) >= 0, "a card is named too often"
    rest = [card for card in left.elements() if card is not JOKER]
    random.Random(1).shuffle(rest)
    if slug == "calabrasella":
        rest.sort(key=lambda card: ORDER.index(card.rank), reverse=True)
    for row, size in zip(rows, sizes):
        row += [rest.pop() for _ in range(size - len(row))]
    if slug == "pope-joan":
        spare = [rest.pop() for _ in range(51 - sum(sizes) - len(end))]
        rows, end = [*rows, [*end[:-1], *spare, *end[-1:]]], []
    packet = game.options.get("packet", PACKET.get(slug, 1))
    order = [c for i in range(0, 13, packet) for row in rows for c in row[i : i + packet]]
    return game.deal(1, len(sizes), cards=[*order, *end])


def bare(slug, hands, then="", /, **options):
    """A deal of Pope Joan with only these cards in the hands; the others lie with the spare hand."""
    state = laid(slug, hands, then, **options)
    t = state._table.copy()
    for hand, keep in zip(t.hands, map(cards, hands.split("|"))):
        for held in [held for held in hand if held.card not in keep]:
            hand.remove(held)
            t.spare.append(held._replace(seen=0))
    return State(state.game, t)
