"""The lessons' values in two tables: the exact ones with the second way that agrees, the simulated
ones with all that they depend on.

An exact value is read off an assertion of a lesson's page, which is run here: only if it holds do the
two ways agree.

A simulated value is what an executed lesson prints with a seed; `tools/simulated.py` reads them
into ``simulated.json``."""

from __future__ import annotations

import ast
import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from importlib import resources

from cadogan.course.asking import lessons
from cadogan.course.exercises import answers
from cadogan.course.pages import Page
from cadogan.course.questions import names_of
from cadogan.edition.needs import Names

#: The most figures of a denominator that is written out.
FIGURES = 18
#: What a line of a lesson's output that holds a simulated value says, besides the value: the
#: columns of the table.
COLUMNS = ("strategy", "limit", "n", "seed", "interval")


@dataclass(frozen=True)
class Exact:
    """An exact value of a lesson.

    Attributes:
        slug: the lesson's.
        call: the expression that computes it.
        says: what is computed.
        value: what it gives.
        second: the second way, in words.
        agree: whether the assertion holds.
    """

    slug: str
    call: str
    says: str
    value: object
    second: str
    agree: bool


def exact(slug: str, names: Names | None = None) -> Iterator[Exact]:
    """The exact values of a lesson that have a second way, in the order of its page: the assertions
    that say in their message what is computed, and after a colon in what other way.

    The first of the two that are compared is the value.

    Args:
        slug: the lesson's.
        names: those of its page; others are only given to see whether a wrong value is found out.

    >>> [one.value for one in exact("sample-space") if one.call == "by_lines"]
    [Fraction(16, 21)]
    """
    names = names or names_of(slug)
    for one in names.statements if names else ():
        match one.node:
            case ast.Assert(ast.Compare(value), ast.Constant(message)):
                says, colon, second = " ".join(str(message).split()).partition(": ")
            case _:
                continue
        if colon:
            assert names
            try:
                names.value(one)
                agree = True
            except AssertionError:
                agree = False
            told = eval(compile(ast.Expression(value), slug, "eval"), names.known)
            yield Exact(slug, ast.unparse(value), f"{says}.", told, second, agree)


def told(value: object) -> str:
    """A value as the table shows it: a fraction with its decimal, thousands apart.

    >>> told(Fraction(33, 140)), told(2728), told((Fraction(1, 2), {"pair": 3744})), told(Fraction(1, 3**60))
    ('33/140 = 0.2357', '2,728', '1/2 = 0.5, pair 3,744', '2.359e-29 (a fraction whose denominator has 29 figures)')
    """
    if isinstance(value, Fraction) and value.denominator > 1:
        if len(str(value.denominator)) > FIGURES:
            return f"{float(value):.4g} (a fraction whose denominator has {len(str(value.denominator))} figures)"
        return f"{value} = {float(value):.4g}"
    if isinstance(value, (int, Fraction)):
        return f"{int(value):,}"
    if isinstance(value, float):
        return f"{value:.6g}"
    if isinstance(value, Mapping):
        return ", ".join(
            f"{told(key)} {told(one)}" if isinstance(key, str) else f"{told(key)}: {told(one)}"
            for key, one in value.items()
        )
    if isinstance(value, (tuple, list)):
        return ", ".join(f"({told(one)})" if isinstance(one, tuple) else told(one) for one in value)
    return str(value)


def exact_values() -> Page:
    """Every exact value of the lessons that is computed in two ways, in one table; whether they
    agree is seen while it is made.

    Many of them answer an exercise, so that a build without answers has no such table.
    """
    if answers() == "student":
        return Page("These values answer exercises; they stand in the teacher's build.")
    rows = ["| lesson | what | value | the second way | they agree |", "|---|---|---|---|---|"]
    for slug, lesson in lessons().items():
        for one in exact(slug):
            rows.append(
                _row(
                    f"[{lesson.number}](lessons/{slug}.md)",
                    one.says,
                    f"`{one.call}`: {told(one.value)}",
                    one.second,
                    "yes" if one.agree else "**no**",
                )
            )
    return Page("\n".join(rows))


def _row(*cells: str) -> str:
    return f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in cells)} |"


def simulated() -> tuple[Mapping[str, str], ...]:
    """The simulated values as the executed lessons print them, each with its lesson's slug,
    strategy, limit, n, seed and interval.
    """
    return tuple(
        json.loads(
            resources.files("cadogan.course").joinpath("simulated.json").read_text(encoding="utf-8")
        )
    )


def simulated_values() -> Page:
    """Every simulated value of the lessons in one table."""
    rows = [
        f"| lesson | as it is printed there | {' | '.join(COLUMNS)} |",
        "|---|---|---|---|---|---|---|",
    ]
    for one in simulated():
        lesson = lessons()[one["lesson"]]
        rows.append(
            _row(
                f"[{lesson.number}](lessons/{one['lesson']}.md)",
                one["printed"],
                *(one[name] or "–" for name in COLUMNS),
            )
        )
    return Page("\n".join(rows))
