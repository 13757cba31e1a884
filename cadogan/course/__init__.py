"""The course: exercises that the engine marks, guesses, sliders, figures.

>>> from fractions import Fraction
>>> from cadogan.course import Number, check
>>> check("sample-space/three", "1/2")
Not yet. Too large.
>>> Number(Fraction(1, 6)).mark(0.17)
Nearly. It is right as far as it goes; write the fraction, or 3 figures.
"""

from __future__ import annotations

from cadogan.course import sample
from cadogan.course.asking import another, answer, ask, check, exercise, guess, progress, reveal
from cadogan.course.exercises import Like
from cadogan.course.experiment import Experiment
from cadogan.course.kinds import Choice, Function, Members, Race, Written
from cadogan.course.motion import moving
from cadogan.course.numbers import Number, Numbers
from cadogan.course.played import Cards, Change, Moves
from cadogan.course.sliders import slide

__all__ = [
    "Cards",
    "Change",
    "Choice",
    "Experiment",
    "Function",
    "Like",
    "Members",
    "Moves",
    "Number",
    "Numbers",
    "Race",
    "Written",
    "another",
    "answer",
    "ask",
    "check",
    "exercise",
    "guess",
    "moving",
    "progress",
    "reveal",
    "sample",
    "slide",
]


def __dir__() -> list[str]:
    return __all__
