"""Chance: one small generator of our own, and a shuffle without bias.

The small fast counting generator of Chris Doty-Humphrey (sfc32, from PractRand): four words of 32
bits, a few additions and shifts. Deals are drawn without bias: a draw that would favour a value is
drawn anew."""

from __future__ import annotations

from .rules import Rules, State

LOW = 0xFFFFFFFF  # a word of 32 bits
#: The streams of a deal: the shuffle, its re-deals (1, 2 …), its repeated first deals, and the
#: player's own choices.
SHUFFLE, REPEATED, CHOICES = 0, 1000, 1 << 30


def draw(chance: list[int]) -> int:
    """The next 32 random bits of a generator: a row of four words."""
    t = (chance[0] + chance[1] + chance[3]) & LOW
    chance[3] = (chance[3] + 1) & LOW
    chance[0] = chance[1] ^ (chance[1] >> 9)
    chance[1] = (chance[2] + (chance[2] << 3)) & LOW
    chance[2] = (((chance[2] << 21) & LOW) + (chance[2] >> 11) + t) & LOW
    return t


def seed(chance: list[int], number: int, stream: int) -> None:
    """Set the generator to a number (0 to 2**62 - 1) and a stream."""
    chance[0] = number & LOW
    chance[1] = number >> 32
    chance[2] = stream & LOW
    chance[3] = 1
    for _ in range(15):
        draw(chance)


def below(chance: list[int], n: int) -> int:
    """A number from 0 to n - 1, each equally likely (Lemire's method, redrawing the biased tail)."""
    m = draw(chance) * n
    if (m & LOW) < n:
        tail = (1 << 32) % n
        while (m & LOW) < tail:
            m = draw(chance) * n
    return m >> 32


def shuffle(chance: list[int], cards: list[int], first: int, end: int) -> None:
    """Shuffle a part of a row of cards: every order is equally likely, as far as the generator
    goes.

    Two places are drawn at once from the product of their ranges, which halves the draws (batched
    bounded numbers, Brackett-Rozinsky and Lemire 2024)."""
    a, b, c, d = (
        chance[0],
        chance[1],
        chance[2],
        chance[3],
    )  # the generator's words: what is drawn here is drawn as in `draw`
    i = end - first - 1
    while i > 1:
        both = (i + 1) * i
        while True:
            drawn = (a + b + d) & LOW
            d += 1
            a = b ^ (b >> 9)
            b = (c + (c << 3)) & LOW
            c = ((c << 21) + (c >> 11) + drawn) & LOW
            m = drawn * (i + 1)
            j = m >> 32
            m = (m & LOW) * i
            if (m & LOW) >= both or (m & LOW) >= (1 << 32) % both:
                break  # the biased tail is drawn anew
        k = m >> 32
        cards[first + i], cards[first + j] = cards[first + j], cards[first + i]
        i -= 1
        cards[first + i], cards[first + k] = cards[first + k], cards[first + i]
        i -= 1
    chance[0], chance[1], chance[2], chance[3] = a, b, c, d & LOW
    if i == 1:
        j = below(chance, 2)
        cards[first + 1], cards[first + j] = cards[first + j], cards[first + 1]


def shuffle_pack(rules: Rules, s: State, number: int) -> None:
    """Set the pack of a game in the order of a deal. Where the first cards come from a single pack,
    the rest of it and the other packs are shuffled together afterwards (`packs(single=)`)."""
    for i in range(len(rules.pack)):
        s.pack[i] = rules.pack[i]
    seed(s.chance, number, SHUFFLE)
    if rules.single == 0:
        shuffle(s.chance, s.pack, 0, len(rules.pack))
    else:
        shuffle(s.chance, s.pack, 0, 52)
        shuffle(s.chance, s.pack, rules.single, len(rules.pack))
