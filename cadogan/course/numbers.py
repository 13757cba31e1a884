"""Answers that are numbers, one or several, and the slips that may be behind a wrong one."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from cadogan.course.reading import LONGEST, Given, number
from cadogan.course.verdict import RIGHT, Kind, Unreadable, Verdict, computed
from cadogan.words.english import counted, upper_first

#: An exact number, or a float where there is none, as for a root.
Exact = int | Fraction | float


#: The largest denominator of a fraction that a solution shows; beyond it, only a decimal.
LONGEST_DENOMINATOR = 10**8


@dataclass(frozen=True)
class Number(Kind):
    """One number.

    Attributes:
        value: the number, or a function that computes it.
        figures: how many significant figures a decimal must have.
        within: by how much an answer may be off, if it is an estimate; 0 otherwise.
        near: comments on known slips, each with the value to which that slip leads.
        unit: what is counted, for `form`.
        chance: whether a value between 0 and 1 is a chance or a share; a mean or a variance is not.
        difference: whether it is the difference of two shares, which may be negative.
    """

    value: Exact | Callable[[], Exact]
    figures: int = 3
    within: float = 0
    near: Mapping[str, Exact | Callable[[], Exact]] = field(default_factory=dict)
    unit: str = ""
    chance: bool = True
    difference: bool = False

    @property
    def form(self) -> str:
        """What an answer looks like, as a phrase."""
        if self.within:
            return "a number; near enough will do"
        if self._exact.denominator == 1:
            return "a whole number" + (f" of {self.unit}" if self.unit else "")
        if self._is_share:
            return f"a fraction, a decimal to {self.figures} figures, or a percentage"
        return f"a fraction, or a decimal to {self.figures} figures"

    @property
    def _is_chance(self) -> bool:
        """Whether the value is a chance or a share strictly between 0 and 1; 0 and 1 are counts."""
        return self.chance and not self.difference and 0 < self._exact < 1

    @property
    def _is_share(self) -> bool:
        """Whether the answer may be a percentage."""
        return self._is_chance or self.difference

    @property
    def _exact(self) -> Fraction:
        return Fraction(computed(self.value))

    def solution(self) -> str:
        """The number: exact if it is rational and not too long, and as a decimal.

        >>> Number(lambda: Fraction(16, 21)).solution(), Number(lambda: Fraction(3, 2)).solution(), Number(lambda: 2**0.5).solution()
        ('16/21, about 0.7619', '3/2 = 1.5', 'about 1.414')
        >>> Number(lambda: 123_456.7).solution(), Number(0.37003).solution()
        ('about 123,457', 'about 0.3700')
        """
        exact = self._exact
        if exact.denominator == 1:
            return f"{exact.numerator:,}"
        large = abs(exact) >= 10**self.figures
        decimal = f"{float(exact):{',.0f' if large else f'.{self.figures + 1}g'}}"
        if not large and not number(decimal).is_exactly(exact):  # with the noughts at its end
            decimal = f"{float(exact):#.{self.figures + 1}g}".rstrip(".")
        if isinstance(computed(self.value), float) or exact.denominator > LONGEST_DENOMINATOR:
            return f"about {decimal}"
        fraction = f"{exact.numerator:,}/{exact.denominator:,}"
        return (
            f"{fraction} = {decimal}"
            if Fraction(decimal.replace(",", "")) == exact
            else f"{fraction}, about {decimal}"
        )

    def hint(self) -> str:
        """The round numbers between which the value lies: 1, 2, 5, 10, 20 …

        >>> Number(Fraction(16, 21)).hint(), Number(-7).hint()
        ('It lies between 0.5 and 1.', 'It lies between -10 and -5.')
        """
        size = abs(self._exact)
        if not size:
            return "Can it happen at all?"
        tens = Fraction(10) ** math.floor(math.log10(size))
        low, high = next((a, b) for a, b in ((5, 10), (2, 5), (1, 2)) if a * tens <= size)
        ends = sorted(step * (tens if self._exact > 0 else -tens) for step in (low, high))
        return f"It lies between {float(ends[0]):,.10g} and {float(ends[1]):,.10g}."

    def judge(self, answer: object) -> Verdict:
        """Mark a number. If it is both the value of a slip and right to its few figures, the
        comment is on the slip; a single figure is never nearly right.
        """
        parsed, exact = number(answer), self._exact
        if parsed.percent and not self._is_share:
            raise Unreadable("It is no share: write the number without the sign of per cent.")
        if self.within and abs(parsed.value - exact) <= Fraction(self.within):
            return RIGHT
        if isinstance(answer, float) and exact:  # 0.0930 is the float 0.093
            decimals = self.figures - 1 - _places(exact)
            if decimals >= 0 and answer == round(float(exact), decimals):
                return RIGHT
        if (
            not parsed.slack and not self.within and _is_rounded(parsed, exact)
        ):  # a whole number for a fraction
            parsed = Given(parsed.value, Fraction(1, 2), len(str(abs(parsed.value.numerator))))
        near = parsed.is_near(exact) or (
            isinstance(computed(self.value), float) and not parsed.slack and parsed.tells(exact)
        )
        if near and (
            not parsed.slack or parsed.is_exactly(exact) or parsed.figures >= self.figures
        ):
            return RIGHT
        for sentence, value in self.near.items():
            slip = Fraction(computed(value))
            if parsed.is_exactly(slip) or (parsed.tells(slip) and not near):
                return Verdict("wrong", sentence)
        if near:
            enough = f"write the fraction, or {self.figures} figures."
            if parsed.figures < 2:
                return Verdict("wrong", f"One figure says too little; {enough}")
            return Verdict("nearly", f"It is right as far as it goes; {enough}")
        return _off(parsed, exact, self._is_share, self._is_chance)


def _is_rounded(parsed: Given, exact: Fraction) -> bool:
    return (
        parsed.value.denominator == 1
        and exact.denominator != 1
        and abs(parsed.value - exact) <= Fraction(1, 2)
        and abs(exact) > 1  # a chance is not rounded to 1
    )


def _off(parsed: Given, exact: Fraction, share: bool, chance: bool) -> Verdict:
    """The verdict on a wrong number: what is probably wrong with it."""
    value = parsed.value
    if parsed.figures > 2 and parsed.is_near(exact, 2):
        return Verdict("nearly", "The last figure is off: it is to be rounded.")
    if share and not parsed.percent:
        percentage = abs(value) > 9 and _is_rounded(parsed, 100 * exact)
        if exact and (parsed.tells(100 * exact) or percentage):
            return Verdict(
                "nearly", "That is the figure of the percentage; write the sign, or the share."
            )
    if chance and not parsed.percent:
        if value > 1 and parsed.tells(1 / exact):
            return Verdict("wrong", "It is upside down: a chance lies between 0 and 1.")
        if not 0 <= value <= 1:
            return Verdict("wrong", "It is a share or a chance, and those lie between 0 and 1.")
    if chance and parsed.tells(1 - exact):
        return Verdict("wrong", "That is the chance of the opposite.")
    if exact and parsed.is_near(-exact):
        return Verdict("wrong", "The sign is the wrong way round.")
    side = "large" if value > exact else "small"
    if exact and value and _is_multiple(parsed, exact):
        why = (
            "is something counted more than once, or the number of ways not divided out?"
            if side == "large"
            else "is something left out, such as the orders in which it can happen?"
        )
        return Verdict("wrong", f"Too {side}, by a whole factor: {why}")
    if exact and abs(value - exact) <= abs(exact) / 10:
        return Verdict("wrong", f"Close, but too {side}, by less than a tenth.")
    return Verdict("wrong", f"Too {side}.")


def _is_multiple(parsed: Given, exact: Fraction) -> bool:
    """Whether a number is the right one multiplied or divided by a small whole number."""
    if parsed.slack and parsed.figures < 2:
        return False
    return any(
        parsed.is_near(exact * k) or parsed.is_near(exact / k)
        for k in (*range(2, 13), 24, 120, 720)
    )


@dataclass(frozen=True)
class Numbers(Kind):
    """Several numbers in their order, such as the ends of an interval, with the ``names`` of each.
    Each needs as many decimals as the largest needs for three figures. ``within``, ``chance`` and
    ``difference`` are as in `Number`.
    """

    values: Sequence[Exact] | Callable[[], Sequence[Exact]]
    names: tuple[str, ...]
    within: float = 0
    chance: bool = True
    difference: bool = False

    @property
    def form(self) -> str:
        """What an answer looks like, as a phrase."""
        return f"{', '.join(self.names)}, with a semicolon between them"

    def solution(self) -> str:
        """The numbers, with semicolons between them."""
        return "; ".join(
            Number(value, chance=self.chance).solution() for value in computed(self.values)
        )

    def _each(self) -> list[Number]:
        values = [*computed(self.values)]
        places = [_places(value) for value in values if value]
        figures = [max(1, 3 + _places(value) - max(places)) if value else 3 for value in values]
        return [
            Number(value, digits, self.within, chance=self.chance, difference=self.difference)
            for value, digits in zip(values, figures, strict=True)
        ]

    def hint(self) -> str:
        """The round numbers between which each number lies."""
        return " ".join(
            f"{upper_first(name)}: {kind.hint()}"
            for name, kind in zip(self.names, self._each(), strict=True)
        )

    def judge(self, answer: object) -> Verdict:
        """Mark each number by itself; the verdict is the worst of them, or says that they are the
        right ones in another order.
        """
        count = len(self.names)
        ends = self.names[0].startswith("lower")
        parts = parts_of(answer, count, ends) if isinstance(answer, str) else unpacked(answer)
        if not isinstance(parts, Sequence) or len(parts) != count:
            raise Unreadable(f"Enter {counted(count)} numbers: {self.form}.")
        each = self._each()
        marked = [kind.mark(part) for kind, part in zip(each, parts)]
        order = ["unread", "wrong", "nearly", "right"]
        worst = min(range(len(marked)), key=lambda i: order.index(marked[i].mark))
        if marked[worst].mark == "right":
            return RIGHT
        if marked[worst].mark == "wrong" and _is_reordered(each, parts):
            return Verdict(
                "wrong",
                f"They are the right numbers, but not in the order {', '.join(self.names)}.",
            )
        others = " The others are right." if len(marked) > 2 else " The other is right."
        alone = [verdict.mark for verdict in marked].count("right") == len(marked) - 1
        text = f"{upper_first(self.names[worst])}: {marked[worst].comment}{others if alone else ''}"
        return Verdict(marked[worst].mark, text)


def _places(value: Exact) -> int:
    """The place of the first figure of a number: 0 for 7, -1 for 0.7."""
    return math.floor(math.log10(abs(float(value))))


def _is_reordered(each: Sequence[Number], parts: Sequence[object]) -> bool:
    """Whether the parts are the right numbers in any order."""
    left = [*parts]
    for kind in each:
        index = next((i for i, part in enumerate(left) if kind.mark(part).mark == "right"), None)
        if index is None:
            return False
        del left[index]
    return True


def unpacked(answer: object) -> object:
    """An array of numpy as a list; anything else as it is."""
    return (
        answer.tolist()
        if type(answer).__module__ == "numpy" and hasattr(answer, "tolist")
        else answer
    )


#: Separators of numbers; the first that splits an answer into the right number of parts is used.
BETWEEN = (
    r"\s*;\s*",
    r"\s*;\s*|\s+(?:to|and)\s+",
    r"\s+(?:to|and)\s+|,\s+",
    r"\s*,\s*",
    r"\s*[–—]\s*",
)


#: Two plain numbers, the ends of an interval, in brackets behind others or with a hyphen or dash
#: between them.
_END = r"[-+−]?(?:\d+\.?\d*|\.\d+)\s*%?"
_IN_BRACKETS = re.compile(rf"[\[(]\s*({_END})\s*(?:[,;–—-]|to)\s*({_END})\s*[\])]$")
_DASHED = re.compile(rf"(?:(?<=[;,\s])|^)({_END})\s*[–—-]\s*({_END})$")


def parts_of(answer: str, count: int, ends: bool = False) -> list[str]:
    """Split an answer into ``count`` numbers at semicolons, commas, "to", "and" or a dash; brackets
    around the whole and "from" or "between" before it are dropped. If the last two are the ends of
    an interval, "0.1 ± 0.078" is both, a hyphen between them is a dash, and a sign of per cent behind
    the second holds for the first, too.

    >>> parts_of("[0.1, 0.2]", 2), parts_of("comb(4, 2)/6; 4*comb(4, 1)/(5)", 2), parts_of("(1/2) to (1/3)", 2)
    (['0.1', '0.2'], ['comb(4, 2)/6', '4*comb(4, 1)/(5)'], ['(1/2)', '(1/3)'])
    >>> parts_of("12.34,56.78", 2), parts_of("1,680, 1,700", 2), parts_of("between 0.1–0.2", 2)
    (['12.34', '56.78'], ['1,680', '1,700'], ['0.1', '0.2'])
    >>> parts_of("10 ± 7.8 %", 2, ends=True)
    ['10 % - (7.8 %)', '10 % + (7.8 %)']
    >>> parts_of("64-96", 2, ends=True), parts_of("1000; 7; [52, 58 %]", 4, ends=True)
    (['64', '96'], ['1000', '7', '52 %', '58 %'])
    """
    text, depth = answer.strip(), 0
    for i, sign in enumerate(text):
        depth += (sign in "([") - (sign in ")]")
        if not depth:
            text = text[1:-1] if 0 < i == len(text) - 1 and text[0] in "([" else text
            break
    text = re.sub(r"^(from|between)\b\s*", "", text.strip())
    before, sign, reach = text.replace("+/-", "±").replace("+/−", "±").rpartition("±")
    if ends and sign and not {*reach} & {*";,"}:
        at = 1 + max(map(before.rfind, ";,±"))  # where its middle begins
        middle, reach = before[at:].strip(), reach.strip()
        percent = " %" if reach.endswith("%") and not middle.endswith("%") else ""
        text = before[:at] + " to ".join(f"{middle}{percent} {way} ({reach})" for way in "-+")
    elif ends and len(text) <= count * LONGEST:  # what is longer holds no such numbers
        text = _DASHED.sub(r"\1 to \2", _IN_BRACKETS.sub(r"\1 to \2", text))
    parted = (re.split(between, text, maxsplit=count) for between in BETWEEN)
    parts = next((parts for parts in parted if len(parts) == count), [text])
    if ends and parts[-1].endswith("%") and re.fullmatch(r"[-+−]?[\d.]+", parts[-2:][0]):
        parts[-2] += " %"
    return parts
