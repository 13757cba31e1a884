"""The hands of commerce: which three cards are better than which."""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations

from cadogan.round_games.cards import PIQUET, Card, high, pack

COMBINATIONS = ("point", "pair", "flush", "sequence", "tricon")
#: What limited commerce recognises.
RECOGNISED = {"all": COMBINATIONS, "no_pair": ("point", "flush", "sequence", "tricon"),
              "tricon_sequence_point": ("point", "sequence", "tricon")}  # fmt: skip


def points(card: Card) -> int:
    """Ace 11, court cards and ten 10, others their pips (digest: recovered)."""
    return 11 if card.rank == 1 else min(10, card.rank)


@lru_cache(maxsize=None)
def strength(cards: tuple[Card, ...], recognised: str = "all", flush_tie: str = "high_cards") -> tuple[int, ...]:
    """The strength of three cards: the place of its combination in `COMBINATIONS`, then what decides within it.

    Tricon by rank; sequence by its highest card, 3 2 A the lowest; flush by points, then the highest card that
    differs (or equal: ``share``); pair by rank, then the third card; point by the total, then the highest card that
    differs (digest: recovered).
    """
    ranks = sorted(map(high, cards), reverse=True)
    suited = len({c.suit for c in cards}) == 1
    names = RECOGNISED[recognised]
    if "tricon" in names and ranks[0] == ranks[2]:
        return 4, ranks[0]
    if suited and ranks[0] - 2 == ranks[1] - 1 == ranks[2]:
        return 3, ranks[0]
    if suited and ranks == [14, 3, 2]:
        return 3, 3
    total = sum(map(points, cards))
    if "flush" in names and suited:
        return (2, total) if flush_tie == "share" else (2, total, *ranks)
    if "pair" in names and len(set(ranks)) == 2:
        return 1, ranks[1], ranks[0] + ranks[2] - ranks[1]
    return 0, total, *ranks


@lru_cache(maxsize=None)
def ranked(size: int, recognised: str, flush_tie: str) -> list[tuple[int, ...]]:
    """The strengths of every hand of a pack, the weakest first."""
    whole = pack(PIQUET) if size == 32 else pack()
    return sorted(strength(three, recognised, flush_tie) for three in combinations(whole, 3))
