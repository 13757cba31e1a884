"""The signs of the lessons' formulae stand in the glossary, each with the lesson that has it first."""

import re

from cadogan.course.asking import lessons

from ..conftest import text_of

FORMULA = re.compile(r"\$\$(.+?)\$\$|\$([^$\n]+)\$", re.DOTALL)
SIGN = re.compile(r"\\operatorname\{\w+\}|\\[a-zA-Z]+|[A-Z](?=\()|X(?=_)|[|!]")
ROW = re.compile(
    r"^\| (\$[^|]+\$) \|[^|]+\|[^|]+\| \[lesson (\d+)\]\(lessons/([\w-]+)\.md\) \|$", re.MULTILINE
)
#: How a formula is laid out, and words in it.
LAYOUT = set(
    r"\big \Big \bigl \bigr \Bigl \Bigr \left \right \frac \tfrac \text \quad \qquad \dots \cdot \underbrace".split()
)
#: Explained where they stand, in the one lesson that has them, or in two in the same way.
LOCAL = {"F", "L", "U", "V"}


def signs(text):
    """What the formulae of a text are made of, without letters and figures.

    >>> sorted(signs(r"It is $\\frac{1}{n!}$, or $P(A)$."))
    ['!', 'P']
    """
    formulae = " ".join(a or b for a, b in FORMULA.findall(text))
    return set(SIGN.findall(re.sub(r"\\[lr]vert", "|", formulae))) - LAYOUT


def test_every_sign_is_explained_and_the_lesson_that_has_it_first_is_named():
    explained = text_of("book/glossary.md").split("## Notation")[1]
    rows = ROW.findall(explained)
    used = {slug: signs(text_of(f"book/lessons/{slug}.md")) for slug in lessons()}
    assert len(rows) == explained.split("## Index")[0].count("\n| $")
    assert set().union(*used.values()) - LOCAL == set().union(*(signs(sign) for sign, *_ in rows))
    for sign, number, slug in rows:
        wanted = signs(sign) - {"P"} or {"P"}
        first = next(one for one in used if wanted & used[one])
        assert (slug, int(number)) == (first, lessons()[first].number), sign
