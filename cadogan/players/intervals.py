"""Numbers as they are written: round, with their intervals, and as a table."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from html import escape

#: The 97.5 % point of the normal distribution.
Z = 1.959964


MINUS = "\u2212"


def rounded(number: float) -> int:
    """A number to two significant digits and a half: 1,247 becomes 1,250, and 548 550."""
    step = max(1, int(f"1{'0' * (len(str(int(number))) - 2)}") // 2)
    return round(number / step) * step


def measured(value: float, low: float, high: float, signed: bool = False) -> str:
    """A measured number with its interval, for people: no figure more exact than the interval, and
    a minus sign that is one.

    >>> measured(0.0800, 0.0643, 0.0995), measured(-0.5, -0.514, -0.478, signed=True)
    ('0.08 (0.06 to 0.10)', '−0.50 (−0.51 to −0.48)')
    """
    half = (high - low) / 2
    places = min(6, max(0, -math.floor(math.log10(half)))) if half > 0 else 2
    sign = "+" if signed else ""
    middle = f"{value:{sign}z.{places}f}"
    least, most = (f"{end + 0.0:{sign}.{places}f}" for end in (low, high))  # −0 is below 0
    return f"{middle} ({least} to {most})".replace("-", MINUS)


def table_of(
    heads: Sequence[str], rows: Iterable[Sequence[str]], note: str = "", kind: str = "odds"
) -> str:
    """A table as HTML, with a note as its caption; the first cell of each row is its head."""
    caption = f"<caption>{escape(note)}</caption>" if note else ""
    head = "".join(f"<th scope='col'>{title}</th>" if title else "<td></td>" for title in heads)
    head = head and f"<thead><tr>{head}</tr></thead>"
    body = "".join(
        f"<tr><th scope='row'>{escape(label)}</th>{''.join(f'<td>{escape(cell)}</td>' for cell in row)}</tr>"
        for label, *row in rows
    )
    return f"<table class='cadogan-{kind}'>{caption}{head}<tbody>{body}</tbody></table>"
