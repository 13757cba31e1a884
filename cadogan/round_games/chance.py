"""The order of a pack: the engine's generator and shuffle, as in the patiences.

The round games are played in plain Python, where dealing is a good part of a short game: so the
generator is set here with its words in local variables. Tests hold the orders."""

from __future__ import annotations

from cadogan.engine.chance import LOW, shuffle as shuffle_row


def shuffle(order: list[int], number: int, stream: int) -> None:
    """Bring a row of numbers into the order of a number (0 to 2**62 - 1) and a stream (0 for the first
    shuffle of a game).
    """
    a, b, c = number & LOW, number >> 32, stream & LOW
    for d in range(1, 16):
        t = a + b + d
        a = b ^ (b >> 9)
        b = c * 9 & LOW
        c = ((c << 21) + (c >> 11) + t) & LOW
    shuffle_row([a, b, c, 16], order, 0, len(order))
