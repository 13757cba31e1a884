"""An experiment of the reader's own, with the report that belongs to it: the number of trials, the
seed, and a 95 % interval."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import sqrt

from cadogan.course.numbers import Exact, Number, parts_of, unpacked
from cadogan.course.reading import Given, number
from cadogan.course.verdict import RIGHT, Kind, Unreadable, Verdict, computed
from cadogan.players.intervals import Z

#: By what factor the width of the interval of a mean may differ from the one due to the trials, in
#: either direction: the spread is estimated from the same trials.
SLACK = 1.6
#: The same for a share, whose interval's middle tells the spread: room for Wilson's, exact and
#: bootstrap intervals, but not for one of 90 or 99 %.
SHARE_SLACK = 1.1
#: Beyond so many standard errors a miss is not put down to chance.
FAR = 4


@dataclass(frozen=True)
class Experiment(Kind):
    """The report of a reader's own simulation: the number of trials, the seed, and the ends of a 95 %
    interval, which must be as wide as so many trials make it: for a share within a tenth, for a mean
    within a factor of 1.6. One that misses the exact value by chance is right, too.

    Attributes:
        value: the exact value.
        model: code that makes such an experiment, for the folded answer; its last line is the answer.
        deviation: the standard deviation of one trial; None: the value is a chance p, and it is
            the root of p (1 - p).
        least: the fewest trials that are enough.

    >>> coin = Experiment(Fraction(1, 2), "")
    >>> coin.mark("1000; 7; 0.47; 0.53"), coin.mark("1000; 7; 0.4; 0.6").mark
    (Right., 'wrong')
    >>> coin.mark((1000, 7, 0.51, 0.57)).mark, coin.mark("1000; 7; 0.61; 0.67").mark
    ('right', 'wrong')
    """

    value: Exact | Callable[[], Exact]
    model: str
    deviation: Exact | Callable[[], Exact] | None = None
    least: int = 1000

    @property
    def form(self) -> str:
        """What is to be written."""
        return (
            f"how many trials, {self.least:,} or more, the seed, and the lower and the upper end of the "
            "95 % interval, with a semicolon between them"
        )

    def _half(self, trials: int) -> float:
        """Half the width of the interval after so many trials."""
        value = float(computed(self.value))
        deviation = (
            sqrt(value * (1 - value)) if self.deviation is None else float(computed(self.deviation))
        )
        return Z * deviation / sqrt(trials)

    def solution(self) -> str:
        """The exact value, and how far an interval reaches to either side."""
        exact = Number(computed(self.value), chance=self.deviation is None).solution()
        return (
            f"An interval that holds {exact}; after {self.least:,} trials it reaches about "
            f"{self._half(self.least):.2g} to either side"
        )

    def hint(self) -> str:
        """How far an interval reaches to either side."""
        return f"After {self.least:,} trials the interval reaches about {self._half(self.least):.2g} to either side."

    def judge(self, answer: object) -> Verdict:
        """Judge whether there are enough trials, and whether the interval is as wide as they make it
        and contains the value.
        """
        trials, seed, low, high = reported(answer)
        if trials.value.denominator != 1 or seed.value.denominator != 1:
            raise Unreadable("The number of trials and the seed are whole numbers.")
        if trials.value < self.least:
            return Verdict("wrong", f"Too few trials: take {self.least:,} or more.")
        if not low.value < high.value:
            return Verdict("wrong", "The lower end of the interval comes first.")
        verdict = self._interval(int(trials.value), low, high)
        if self.percentages(low, high):
            low, high = (
                replace(end, value=end.value / 100, slack=end.slack / 100) for end in (low, high)
            )
            if self._interval(int(trials.value), low, high).share:
                return Verdict(
                    "nearly",
                    "Those are the figures of the percentages; write the signs, or the shares.",
                )
        return verdict

    def percentages(self, low: Given, high: Given) -> bool:
        """Whether the ends of the interval of a chance can only be percentages without their signs."""
        return self.deviation is None and high.value > 1 and not (low.percent or high.percent)

    def _interval(self, trials: int, low: Given, high: Given) -> Verdict:
        rounded = float(low.slack + high.slack) / 2
        middle, half = float(low.value + high.value) / 2, float(high.value - low.value) / 2
        due, exact = self._half(trials), float(Fraction(computed(self.value)))
        width, slack = due, SLACK
        if self.deviation is None:
            slack = SHARE_SLACK
            if 0 < middle < 1:  # a rare outcome's exact value would be off by more than the slack
                width = Z * sqrt(middle * (1 - middle) / trials)
        for off, what in (
            (half - rounded > slack * width, "longer"),
            (half + rounded < width / slack, "shorter"),
        ):
            if off:
                why = (
                    "it reaches 1.96 standard errors to either side, and one standard error is the "
                    "standard deviation of a single trial over the root of their number"
                )
                return Verdict(
                    "wrong", f"The interval is {what} than so many trials make it: {why}."
                )
        away = abs(middle - exact) - rounded
        if away <= half:
            return RIGHT
        if away <= FAR * due / Z:
            return Verdict(
                "right",
                "This interval misses the exact value. An honest one does so one time in twenty; report "
                "it as it is.",
            )
        return Verdict(
            "wrong",
            "The interval is as long as it should be, but it misses the exact value by more than chance "
            "explains: look at what a trial does.",
        )


def reported(answer: object) -> tuple[Given, Given, Given, Given]:
    """The number of trials, the seed and the two ends of the interval, read from an answer.

    Raises:
        Unreadable: the answer is not four numbers.
    """
    parts = parts_of(answer, 4, ends=True) if isinstance(answer, str) else unpacked(answer)
    if not isinstance(parts, Sequence) or isinstance(parts, str) or len(parts) != 4:
        raise Unreadable
    trials, seed, low, high = map(number, parts)
    return trials, seed, low, high
