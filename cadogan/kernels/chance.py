"""Chance: one small generator of our own, and a shuffle without bias.

The small fast counting generator of Chris Doty-Humphrey (sfc32, from PractRand): four words of 32 bits,
a few additions and shifts. Deals are drawn without bias: a draw that would favour a value is drawn anew.
"""

from __future__ import annotations

from .backend import Ints, kernel
from .tables import T_SINGLE


@kernel
def draw(R: Ints) -> int:
    """The next 32 random bits of the generator R (four words)."""
    t = (R[0] + R[1] + R[3]) & 0xFFFFFFFF
    R[3] = (R[3] + 1) & 0xFFFFFFFF
    R[0] = R[1] ^ (R[1] >> 9)
    R[1] = (R[2] + (R[2] << 3)) & 0xFFFFFFFF
    R[2] = (((R[2] << 21) & 0xFFFFFFFF) + (R[2] >> 11) + t) & 0xFFFFFFFF
    return t


@kernel
def seed(R: Ints, number: int, stream: int) -> None:
    """Set the generator to a number (below 2**62) and a stream: 0 the deal, k the k-th re-deal …"""
    R[0] = number & 0xFFFFFFFF
    R[1] = number >> 32
    R[2] = stream & 0xFFFFFFFF
    R[3] = 1
    for _ in range(15):
        draw(R)


@kernel
def below(R: Ints, n: int) -> int:
    """A number from 0 to n - 1, each equally likely (Lemire's method, redrawing the biased tail)."""
    m = draw(R) * n
    if (m & 0xFFFFFFFF) < n:
        tail = (1 << 32) % n
        while (m & 0xFFFFFFFF) < tail:
            m = draw(R) * n
    return m >> 32


@kernel
def shuffle(R: Ints, cards: Ints, n: int) -> None:
    """Shuffle the first n entries: every order is equally likely, as far as the generator goes.

    Two places are drawn at once from the product of their ranges, which halves the draws
    (batched bounded numbers, Brackett-Rozinsky and Lemire 2024).
    """
    i = n - 1
    while i > 1:
        both = (i + 1) * i
        m = draw(R) * (i + 1)
        j = m >> 32
        m = (m & 0xFFFFFFFF) * i
        if (m & 0xFFFFFFFF) < both:
            tail = (1 << 32) % both
            while (m & 0xFFFFFFFF) < tail:  # the biased tail is drawn anew
                m = draw(R) * (i + 1)
                j = m >> 32
                m = (m & 0xFFFFFFFF) * i
        k = m >> 32
        cards[i], cards[j] = cards[j], cards[i]
        i -= 1
        cards[i], cards[k] = cards[k], cards[i]
        i -= 1
    if i == 1:
        j = below(R, 2)
        cards[1], cards[j] = cards[j], cards[1]


@kernel
def shuffle_packs(T: Ints, R: Ints, cards: Ints, n: int) -> None:
    """Shuffle the pack of a game. Where the first cards come from a single pack, what is left of it and the other
    packs are shuffled together afterwards (The Herring-Bone's German variety)."""
    first = T[T_SINGLE]
    if first == 0:
        shuffle(R, cards, n)
        return
    shuffle(R, cards, 52)
    rest = cards[first:n]
    shuffle(R, rest, n - first)
    for i in range(n - first):
        cards[first + i] = rest[i]


@kernel
def shuffle_many(R: Ints, cards: Ints, n: int, times: int) -> int:
    """Shuffle so many times (for the benchmark); the sum of the first cards shows that it was done."""
    total = 0
    for _ in range(times):
        shuffle(R, cards, n)
        total += cards[0]
    return total
