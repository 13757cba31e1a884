"""Words of earlier editions, as they are said now: links and kept changes that use them are read
still, and nothing else is.
"""

from __future__ import annotations

from cadogan.usage import Groups, Name
from cadogan.words import covered, each, equal, single, staircase as one_more_each, take, whole
from cadogan.words.values import Relation


def pairs(total: int, group: Groups, to: Name = "pairs", where: Relation | None = None) -> take:
    """Two cards that make a sum (0: of equal value) are taken up."""
    return take(total or equal, group, to, where)


def crowned_triples(total: int, group: Name, to: Name) -> take:
    """Three cards that make a sum are taken up with a court card."""
    return take(total, group, to, crowned=True)


def staircase(group: Name) -> each:
    """One card to the first column, two to the second, and so on, the last of each face up."""
    return each(group, one_more_each, down=covered, by_row=True)


#: By the word, where it is called.
WORDS = {"pairs": pairs, "crowned_triples": crowned_triples, "staircase": staircase}
#: Words that took run=True for moving=whole.
RAN = ("build", "marry", "fill")


def moving(run: object) -> object:
    """What run= said."""
    return whole if run else single
