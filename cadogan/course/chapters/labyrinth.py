"""The Labyrinth."""

from __future__ import annotations

from cadogan.course.kinds import Function, Numbers
from cadogan.course.old import Exercise
from cadogan.course.played import Change, ways


def orders(n: int) -> int:
    """In how many orders a column of n cards can be cleared from both ends.

    A second way: those permutations of which what is left is a stretch without a hole at every moment.

    >>> from itertools import permutations
    >>> def from_ends(order):
    ...     return all(max(order[i:]) - min(order[i:]) + 1 == len(order) - i for i in range(len(order)))
    >>> [sum(map(from_ends, permutations(range(n)))) for n in range(1, 7)] == [orders(n) for n in range(1, 7)]
    True
    """
    return int(2 ** (n - 1))


EXERCISES = (
    Exercise("labyrinth/1", 1, "", Numbers(lambda: (ways((9, 4, 3), 2, 10, both_ends=True), ways((9, 3, 4), 2, 10, both_ends=True)), (
        "the orders as they lie", "with the four and the three changed"))),
    Exercise("labyrinth/2", 2, "", Function("orders", orders, ((1,), (2,), (3,), (7,), (20,)), "n")),
    Exercise("labyrinth/3", 3, "Enter the clause.", Change("labyrinth", 'free("tableau", below)', {
        "That is the upper end.": 'free("tableau", top)'})),
)  # fmt: skip
