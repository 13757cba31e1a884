"""Bit sets as integers: the two questions that every backend answers with one instruction."""

from __future__ import annotations


def lowest(bits: int) -> int:
    """The number of the lowest bit that is set; `bits` must not be 0.

    >>> lowest(0b1100)
    2
    """
    return (bits & -bits).bit_length() - 1


def count(bits: int) -> int:
    """How many bits are set in a number that is not negative.

    >>> count(0b1011)
    3
    """
    return bits.bit_count()
