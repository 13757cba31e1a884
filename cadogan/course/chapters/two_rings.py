"""The exercises of Two Rings."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

import cadogan
from cadogan.cards import RANKS, Card
from cadogan.course.kinds import Choice, Number
from cadogan.course.old import Exercise
from cadogan.course.played import changed
from cadogan.patience.game import Game
from cadogan.patience.position import Move
from cadogan.words import packs

ONCE = "two_rings.vary(without=['again'])"
#: Aces and kings are withdrawn; the aces ascend to sixes, the kings descend to sevens.
INSIDE_OUT = """two_rings.vary(
    foundations(8, descending(K, 7), name='sevens', cards='KC KD KS KH KC KD KS KH', at=ring_of_sevens),
    foundations(8, ascending(A, 6), name='sixes', cards='AC AD AS AH AC AD AS AH', at=ring_of_sixes), without=['again'])"""


def distance(card: Card) -> int:
    """How far a card is from the joint of the rings."""
    return card.rank - 7 if card.rank > 6 else 6 - card.rank


def mirrored(card: Card) -> Card:
    """The card that plays its part when the rings are turned inside out.

    >>> from cadogan.cards import cards
    >>> [mirrored(card).text for card in cards("AC 6D 7H KS 8C")]
    ['6C', 'AD', 'KH', '7S', 'QC']
    """
    return Card(RANKS[(6 if card.rank < 7 else 19) - card.rank] + card.suit)


def eagerly(seen: Mapping[str, Any], moves: Sequence[Move]) -> Move:
    """To a foundation if possible, else the next card."""
    return next((move for move in moves if move.target[:1] in ("f", "s")), moves[0])


def home(game: Game, cards: Sequence[Card]) -> int:
    """How many cards the greedy player brings home."""
    last: Any = cadogan.odds.play_out(game.deal(cards=cards), eagerly)[0]
    return int(last.home)


@cache
def stacked() -> str:
    """What becomes of the pack that holds the eights and fives last."""
    cards = sorted(packs(2).cards(), key=distance, reverse=True)
    if home(changed("two-rings", ONCE), cards) == len(cards):
        return "won without the re-deal"
    return "won with the re-deal" if home(cadogan.games["two-rings"], cards) == len(cards) else "hopeless"


@cache
def in_one_round() -> float:
    """The cards home, of 88, when the talon would be taken up."""
    return cadogan.odds.simulate(changed("two-rings", ONCE), "greedy", n=1000).mean_home - 16


@cache
def inside_out() -> str:
    """Whether the game inside out brings more cards home, fewer, or card for card as many, if each card is exchanged for its mirror."""
    gains = set()
    for deal in range(3):
        cards = list(packs(2).cards())
        random.Random(deal).shuffle(cards)
        mirror = [mirrored(card) for card in cards]
        gains.add(home(changed("two-rings", INSIDE_OUT), mirror) - home(changed("two-rings", ONCE), cards))
    return "neither" if gains == {0} else "easier" if min(gains) >= 0 else "harder"


EXERCISES = (
    Exercise("two-rings/1", 1, "",
        Choice(("hopeless", "won with the re-deal", "won without the re-deal"), stacked, {
            "hopeless": "What lies uppermost on the talon when the last card has been turned? And under it?",
            "won with the re-deal": "Is it needed? What lies uppermost on the talon when the last card has been turned?"})),
    Exercise("two-rings/2", 2, "Of the 88 cards, on average.", Number(in_one_round, within=1.5, near={
        "The foundation cards were home from the start.": lambda: in_one_round() + 16})),
    Exercise("two-rings/3", 3, "",
        Choice(("harder", "easier", "neither"), inside_out, dict.fromkeys(
            ("harder", "easier"), "Which card of the new game does what the ace does in the old one? And the deuce?"))),
)  # fmt: skip
