"""Babette."""

from __future__ import annotations

from functools import cache

from cadogan.course.kinds import Number
from cadogan.course.old import Exercise
from cadogan.course.played import Change, ways


@cache
def returns() -> int:
    """After how many deals of thirteen rows of eight the pack has its first order again.

    A second way: four steps multiply a place by 13 four times.

    >>> returns() == next(n for n in range(1, 200) if 13**n % 105 == 1)
    True
    """
    step = [13 * (7 - i % 8) + i // 8 for i in range(104)]
    order, deals = step, 1
    while order != list(range(104)):
        order, deals = [step[i] for i in order], deals + 1
    return deals


EXERCISES = (
    Exercise("babette/1", 1, "How many ways are there?", Number(lambda: ways((10, 10, 9), 8, 11), near={
        "Where may the first ten go, once the nine is home?": lambda: 1})),
    Exercise("babette/2", 2, "", Number(returns, near={"Half as many: but is each pile the right way round?": lambda: returns() // 2})),
    Exercise("babette/3", 3, "", Change("babette", 'again(2, "garden", shuffled=True)', {
        "That is another number of re-deals; how many does the game grant?": 'again(1, "garden", shuffled=True)'})),
)  # fmt: skip
