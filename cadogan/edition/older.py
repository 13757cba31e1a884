"""Words of earlier editions, as they are said now: links and kept changes that use them are read
still, and nothing else is.
"""

from __future__ import annotations

from cadogan.usage import Count, Groups, Name, Rank
from cadogan.words import (
    Q,
    base,
    covered,
    each,
    equal,
    hand,
    lift,
    rounds,
    rows,
    single,
    staircase as one_more_each,
    take,
    whole,
)
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


def heap(group: Name, rank: Rank) -> each:
    """Cards are heaped on the last packet until one of a value begins the next."""
    return each(group, until=rank)


def scatter(group: Name, n: Count) -> rounds:
    """In each round cards are laid on whichever places you like: as many as there are places."""
    return rounds(group, pause=True, at_will=True)


def complete(group: Name) -> rows:
    """One card to each place that is still empty."""
    return rows(group, gaps=True)


def by_colour(red: Name, black: Name) -> rows:
    """Red cards go to one group and black cards to another."""
    return rows((red, black), by_colour=True)


def choose_base(n: Count, group: Name, foundation: Name) -> base:
    """Some cards are turned up, and you choose which of them opens the foundations."""
    return base(foundation, group, n)


def slip(group: Name, rank: Rank) -> lift:
    """A card of one value that lies uppermost is slipped under its packet."""
    return lift(group, only=rank)


def pay_key(group: Name, n: Count) -> lift:
    """As long as the uppermost card is a queen, some cards go under the pack."""
    return lift(group, hand, n, only=Q)


#: By the word, where it is called.
WORDS = {
    word.__name__: word
    for word in (
        *(pairs, crowned_triples, staircase),
        *(heap, scatter, complete, by_colour, choose_base, slip, pay_key),
    )
}
#: Words that took run=True for moving=whole.
RAN = ("build", "marry", "fill")


def moving(run: object) -> object:
    """What run= said."""
    return whole if run else single
