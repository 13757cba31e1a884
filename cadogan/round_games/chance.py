"""The order of a pack: the engine's generator and shuffle, with the generator's words in local
variables.

The round games are played in plain Python, where dealing is a good part of a short game. The same
number gives the same order here and in the patiences; tests hold the orders."""

from __future__ import annotations

from functools import cache
from typing import TypeVar

V = TypeVar("V")
LOW = 0xFFFFFFFF


@cache
def pairs(last: int) -> tuple[tuple[int, int, int], ...]:
    """The places that are filled two by two, from the last, and in how many ways."""
    return tuple([(i, i - 1, i * (i + 1)) for i in range(last, 1, -2)])


def shuffle(order: list[V], number: int, stream: int) -> None:
    """Bring a list into the order of a number (0 to 2**62 - 1) and a stream (0 for the first
    shuffle of a game).
    """
    a, b, c = number & LOW, number >> 32, stream & LOW
    for count in range(1, 16):
        t = a + b + count
        a = b ^ (b >> 9)
        b = c * 9 & LOW
        c = ((c << 21) + (c >> 11) + t) & LOW
    count = 16
    last = len(order) - 1
    for i, below, both in pairs(last):
        while True:  # two places are drawn at once, from the product of their ranges
            t = (a + b + count) & LOW
            count += 1
            a = b ^ (b >> 9)
            b = c * 9 & LOW
            c = ((c << 21) + (c >> 11) + t) & LOW
            m = t * both
            if (m & LOW) >= both or (m & LOW) >= (1 << 32) % both:  # the biased tail is drawn anew
                break
        m >>= 32
        j = m // i
        order[i], order[j] = order[j], order[i]
        j = m % i
        order[below], order[j] = order[j], order[below]
    if last > 0 and last % 2:  # the last by itself: two equal halves
        j = ((a + b + count) & LOW) >> 31
        order[1], order[j] = order[j], order[1]
