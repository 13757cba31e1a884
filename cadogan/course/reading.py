"""Reads an answer as a number: a fraction, a decimal, a percentage, "4 of 1,680", or a small sum.

A decimal stands for what rounds to it: 0.236 for everything from 0.2355 to 0.2365. An answer of
whole numbers alone is exact; a sum with a decimal in it counts as having three figures."""

from __future__ import annotations

import ast
import math
import re
import unicodedata
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from decimal import Decimal
from fractions import Fraction
from numbers import Complex, Rational, Real
from typing import Any

from cadogan.course.verdict import Unreadable
from cadogan.edition.cells import OPERATORS

#: The most characters of an answer that is read as a number, and the most bits of a number computed
#: for it.
LONGEST, MOST_BITS = 200, 20_000
#: The largest relative error of a float after the few operations of an answer.
MACHINE = Fraction(1, 10**9)
#: How many figures a sum with a decimal in it counts as having.
FIGURES = 3

_FUNCTIONS: dict[str, Callable[..., Any]] = {
    "comb": math.comb,
    "perm": math.perm,
    "factorial": math.factorial,
    "sqrt": math.sqrt,
    "log2": math.log2,
    "exp": math.exp,
    "log": math.log,
    "ln": math.log,
}
#: What may stand before an answer: "it is"; a name with its sign, as in "n = 14", "P(A) = 1/4".
_BEFORE = re.compile(
    r"(?:(?:it|that|this)(?: is|['’]s)\s+)?(?:[a-z]\w*\s*(?:\([^()=]*\)\s*)?(?=[=≈]))?",
    re.IGNORECASE,
)
#: A number with a word behind it, and the words that would make another number of it.
_COUNTED = re.compile(r"([+-]?\d[\d./ ]*?)\s+([a-z]{3,})")
_NUMERAL = re.compile(
    r"(.*illion|.*th|hundred|thousand|dozen|gross|score|pair|couple|half|halve|third|quarter|perc?ent|permille|plu|minu|les|over|"
    r"(one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|.*teen|.*ty)e?)s?"
)
_PLAIN = re.compile(r"([+-]?)(\d+\.?\d*|\.\d+)(?:e([+-]?\d{1,3}))?\s*(%?)")


@dataclass(frozen=True)
class Given:
    """A number with the precision to which it was written.

    Attributes:
        value: the number itself.
        slack: by how much it may be off: half a unit of its last place; 0 if it is exact.
        figures: how many significant figures were written; 0 if it is exact.
        percent: whether it was written with a per cent sign.
    """

    value: Fraction
    slack: Fraction = Fraction(0)
    figures: int = 0
    percent: bool = False

    def is_exactly(self, value: Fraction) -> bool:
        """Whether this is a value itself, up to the error of a float."""
        return abs(self.value - value) <= abs(value) * MACHINE

    def agrees(self, other: Given) -> bool:
        """Whether this and another number can stand for the same value."""
        slack = self.slack + other.slack
        return self.is_exactly(other.value) or abs(self.value - other.value) <= slack

    def tells(self, value: Fraction) -> bool:
        """Whether this is a value to two figures at least, enough to tell it from others: 0.4 does
        not tell 0.4495.
        """
        return self.is_exactly(value) or (self.is_near(value) and self.figures != 1)

    def is_near(self, value: Fraction, slacks: int = 1) -> bool:
        """Whether this is a value to within ``slacks`` times its slack, and the error of a float."""
        return abs(self.value - value) <= max(
            slacks * self.slack, abs(value) * MACHINE if self.slack else Fraction(0)
        )


def number(answer: object) -> Given:
    """Read an answer as a number.

    Raises:
        Unreadable: the answer is not a number.

    >>> number("33/140"), number("23.6 %").slack, number("0.2357").figures
    (Given(value=Fraction(33, 140), slack=Fraction(0, 1), figures=0, percent=False), Fraction(1, 2000), 4)
    >>> number("4 of 1,680").value == number("C(4, 1) / 1 680").value == number("1 in 420").value
    True
    >>> number("3 3/4 turns").value, number("n = 14").value, number("e^-2") == number("exp(-2)")
    (Fraction(15, 4), Fraction(14, 1), True)
    >>> number("61/13 = 4.692") == number("61/13"), number("log 2") == number("ln 2")
    (True, True)
    """
    if (
        answer is None
        or (isinstance(answer, tuple) and not answer)
        or type(answer).__name__ in ("bool", "bool_")  # numpy's, too
    ):
        raise Unreadable("Enter a number.")
    if isinstance(answer, str):
        return _of_text(answer)
    if isinstance(answer, Rational):  # numpy's whole numbers, too
        return Given(Fraction(int(answer.numerator), int(answer.denominator)))
    if isinstance(answer, (Real, Decimal)) or (
        getattr(answer, "shape", None) == () and not isinstance(answer, Complex)
    ):
        with suppress(
            TypeError, ValueError, OverflowError
        ):  # an array of something else, or no number at all, as Decimal("sNaN") is
            answer = float(answer)  # type: ignore[arg-type]
    if isinstance(answer, float):
        return _of_machine(answer)
    kind = type(answer).__name__
    raise Unreadable(f"Enter a number, not {'an' if kind[0] in 'aeiou' else 'a'} {kind}.")


def _of_machine(value: float) -> Given:
    if not math.isfinite(value):
        raise Unreadable(f"Enter a finite number, not {value}.")
    parsed = _plain(repr(value))
    assert parsed is not None
    return parsed


def _of_text(text: str) -> Given:
    text = re.sub("([⁻⁰¹²³⁴-⁹]+)", r"**\1", text)  # which would be figures of the base
    text = re.sub(r"(?<!\d)(\d+)\s*([¼½¾⅐-⅞])", r"(\1+\2)", text)
    text = re.sub("([¼½¾⅐-⅞])", r"(\1)", text)  # one number, whatever stands before it
    text = unicodedata.normalize("NFKC", text).strip().rstrip(".").lower()
    text = text.translate(str.maketrans("−–⁄×·÷", "--/**/")).strip()
    text = re.sub(r"^(=|≈|~|about\b)\s*", "", bare(text))
    if not text:
        raise Unreadable("Write your answer first.")
    if len(text) > LONGEST:
        raise Unreadable(f"An answer has at most {LONGEST} characters.")
    if len(sides := re.split("[=≈]+", text)) > 1:
        first, *others = map(_of_text, sides)
        if not all(first.agrees(other) for other in others):
            raise Unreadable("Your two sides are not equal: write one number.")
        return first
    thousands = r"(?<!\w\()\b[1-9]\d{0,2}(?:(?:,\d{3})+|(?: \d{3})+)\b"
    text = re.sub(thousands, lambda match: re.sub(r"[ ,]", "", match[0]), text)
    text = re.sub(r"\bc(?=\()", "comb", text)
    text = re.sub(r"\b(\d+)\s*(?:c|choose)\s*(\d+)\b", r"comb(\1, \2)", text)
    if re.fullmatch(r"[+-]?\d*,\d+\s*%?", text):
        raise Unreadable("Write the decimals after a point, not after a comma, as in 0.5.")
    text = re.sub(r"\s*per ?cent\b", " %", text)
    text = re.sub(r"(?<=\d)\s*\b(in|of|out of)\s+(?=\d)", "/", text)
    if (match := _COUNTED.fullmatch(text)) and not _NUMERAL.fullmatch(match[2]):
        text = match[1] if match[2].endswith("s") or match[1] == "1" else text
    mixed = re.fullmatch(r"([+-]?)(\d+)\s+(\d{1,2})/(\d{1,3})", text)
    if mixed and int(mixed[3]) < int(mixed[4]):
        text = "{}({}+{}/{})".format(*mixed.groups())
    return _plain(text) or _sum(text)


def bare(text: str) -> str:
    """An answer without quotation marks, and without what may stand before it.

    >>> bare("It's wrong"), bare("P(A) = 1/4"), bare("“tricon”")
    ('wrong', '= 1/4', 'tricon')
    """
    return _BEFORE.sub("", unquoted(text), count=1)


def unquoted(text: str) -> str:
    """A text without the spaces and quotation marks around it.

    >>> unquoted("“tricon”"), unquoted("'3/8'")
    ('tricon', '3/8')
    """
    return text.strip().strip("\"'`“”‘’„«»").strip()


def _plain(text: str) -> Given | None:
    """A single decimal, whole number or percentage; None if the text is not one."""
    match = _PLAIN.fullmatch(text)
    if not match:
        return None
    sign, digits, power, percent = match[1], match[2], int(match[3] or 0), bool(match[4])
    value = Fraction(Decimal(f"{sign}{digits}e{power}")) / (100 if percent else 1)
    if "." not in digits and not power and not percent:
        return Given(value)
    unit = Fraction(10) ** (power - len(digits.partition(".")[2])) / (100 if percent else 1)
    return Given(value, unit / 2, len(digits.replace(".", "").lstrip("0")) or 1, percent)


def _sum(text: str) -> Given:
    """The value of a small sum of numbers, with the four operations, powers and a few functions."""
    text = re.sub(r"(\d+)\s*!", r"factorial(\1)", text).replace("√", "sqrt ")
    text = re.sub(  # no more than a number alone: ln 2/3 is one of two
        r"\b(?:(ln)\s*|(sqrt|exp|log2?)\s+)(-?\d+\.?\d*)(?=\s*(?:$|[-+)]))", r"\1\2(\3)", text
    )
    text = re.sub(r"(\d+\.?\d*)\s*%", r"(\1/100)", text).replace("^", "**")
    if re.fullmatch(r"[-+\d.,/ %]*\d[ %]*[a-z][a-z ]*", text):
        raise Unreadable("Write the number alone, without the words behind it.")
    try:
        value = _value(ast.parse(text, mode="eval").body)
    except ZeroDivisionError:
        raise Unreadable("Nothing can be divided by 0.") from None
    except Unreadable:
        raise
    except (SyntaxError, ValueError, TypeError, OverflowError, RecursionError, MemoryError):
        raise Unreadable(
            "This cannot be read as a number. Write a fraction such as 3/8, a decimal such as 0.375, or a percentage such as 37.5 %."
        ) from None
    parsed = _of_machine(value) if isinstance(value, float) else Given(value)
    size = abs(parsed.value)
    if "." not in text or not 1e-300 < size < 1e300:
        return parsed
    unit = Fraction(10) ** (math.floor(math.log10(size)) + 1 - FIGURES)
    return replace(parsed, slack=unit / 2, figures=FIGURES)


def _value(node: ast.AST) -> Fraction | float:
    match node:
        case ast.Constant(int() | float() as value) if not isinstance(value, bool):
            return Fraction(str(value))
        case ast.Name("e"):
            return math.e
        case ast.UnaryOp(ast.USub(), operand):
            return -_value(operand)
        case ast.UnaryOp(ast.UAdd(), operand):
            return _value(operand)
        case ast.BinOp(left, ast.Pow(), right):
            return _power(_value(left), _value(right))
        case ast.BinOp(left, op, right) if type(op) in OPERATORS:
            return _short(OPERATORS[type(op)](_value(left), _value(right)))
        case ast.Call(ast.Name(name), args, []) if name in _FUNCTIONS:
            arguments = [_value(argument) for argument in args]
            whole = name in ("comb", "perm", "factorial")
            if whole and any(argument not in range(1001) for argument in arguments):
                raise ValueError
            output = _FUNCTIONS[name](*map(int if whole else float, arguments))
            return Fraction(output) if whole else float(output)
    raise ValueError


def _power(base: Fraction | float, exponent: Fraction | float) -> Fraction | float:
    if isinstance(base, Fraction) and exponent == int(exponent):
        if _bits(base) * abs(int(exponent)) > MOST_BITS:
            raise OverflowError
        return Fraction(base ** int(exponent))
    return math.pow(base, exponent)


def _short(value: Fraction | float) -> Fraction | float:
    if isinstance(value, Fraction) and _bits(value) > MOST_BITS:
        raise OverflowError
    return value


def _bits(value: Fraction) -> int:
    return max(value.numerator.bit_length(), value.denominator.bit_length())
