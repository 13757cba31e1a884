"""The hands of commerce: which three cards are better than which."""

from __future__ import annotations

from functools import lru_cache
from itertools import combinations

from cadogan.round_games.cards import PIQUET, Card, pack

COMBINATIONS = ("point", "pair", "flush", "sequence", "tricon")
#: What each combination is.
WHAT_IT_IS = {
    "tricon": "three of one rank",
    "sequence": "three in a row of one suit",
    "flush": "three of one suit",
    "pair": "two of one rank",
    "point": "the sum of the three cards",
}
#: What limited commerce recognises.
RECOGNISED = {
    "all": COMBINATIONS,
    "no_pair": ("point", "flush", "sequence", "tricon"),
    "tricon_sequence_point": ("point", "sequence", "tricon"),
}


#: By rank: what a card counts, ace 11, court cards and ten 10, others their pips (digest:
#: recovered); and its value with the ace highest.
POINTS = (0, 11, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10)
HIGH = (0, 14, *range(2, 14))


def strength(
    cards: tuple[Card, ...], recognised: str = "all", flush_tie: str = "high_cards"
) -> tuple[int, ...]:
    """The strength of three cards: the place of its combination in `COMBINATIONS`, then what
    decides within it.

    Tricon by rank; sequence by its highest card, 3 2 A the lowest; flush by points, then the
    highest card that differs (or equal: ``share``); pair by rank, then the third card; point by the
    total, then the highest card that differs (digest: recovered)."""
    first, second, third = cards
    low, middle, top = sorted((HIGH[first.rank], HIGH[second.rank], HIGH[third.rank]))
    suited = first.suit == second.suit == third.suit
    names = RECOGNISED[recognised]
    if low == top and "tricon" in names:
        return 4, top
    if suited and top - 2 == middle - 1 == low:
        return 3, top
    if suited and (low, middle, top) == (2, 3, 14):
        return 3, 3
    total = POINTS[first.rank] + POINTS[second.rank] + POINTS[third.rank]
    if suited and "flush" in names:
        return (2, total) if flush_tie == "share" else (2, total, top, middle, low)
    if "pair" in names and (low == middle) != (middle == top):
        return 1, middle, low + top - middle
    return 0, total, top, middle, low


@lru_cache(maxsize=None)
def ranked(size: int, recognised: str, flush_tie: str) -> list[tuple[int, ...]]:
    """The strengths of every hand of a pack, the weakest first."""
    whole = pack(PIQUET) if size == 32 else pack()
    return sorted(strength(three, recognised, flush_tie) for three in combinations(whole, 3))
