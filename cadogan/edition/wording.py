"""Words for numbers: which values "nearly half" or "one in twenty-three" may stand for.

A page says in a cell tagged `claim` which value a phrase of its prose was made from; the cell fails
where the two do not agree, and a test looks for the phrase in the page.

>>> claim("nearly half of them", 0.48)
>>> claim("nearly half", 0.5112)
Traceback (most recent call last):
AssertionError: "nearly half" is said of 0.5112; it stands for 0.44 to 0.5
"""

from __future__ import annotations

import re

UNITS = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen \
seventeen eighteen nineteen".split()
)
TENS = dict(
    zip(
        "twenty thirty forty fifty sixty seventy eighty ninety".split(),
        range(20, 100, 10),
        strict=True,
    )
)
NUMBERS = {
    **{word: n for n, word in enumerate(UNITS)},
    **TENS,
    "a": 1,
    "an": 1,
    "once": 1,
    "twice": 2,
}
SCALES = {"hundred": 100, "thousand": 1000, "million": 1_000_000}
PARTS = {
    "half": 2,
    "halves": 2,
    "third": 3,
    "quarter": 4,
    "fifth": 5,
    "sixth": 6,
    "seventh": 7,
    "eighth": 8,
    "ninth": 9,
    "tenth": 10,
    "twelfth": 12,
    "twentieth": 20,
    "hundredth": 100,
}
#: Words for a share, and the shares that they may stand for.
SHARES = {
    "nearly all": (0.88, 1),
    "nearly every": (0.88, 1),
    "nearly always": (0.88, 1),
    "most": (0.5, 1),
    "mostly": (0.5, 1),
    "usually": (0.6, 1),
    "more often than not": (0.5, 1),
    "seldom": (0, 0.2),
    "rarely": (0, 0.1),
    "hardly": (0, 0.06),
    "nearly never": (0, 0.06),
    "next to nothing": (0, 0.02),
    "next to none": (0, 0.02),
}
#: A plain word for a number may be off by this share of it (a share near one by a quarter of what
#: it lacks), "about" by half as much again; "nearly" and "more than" by a little more, to one side.
ROUND, ONE_SIDE = 0.08, 0.12
BELOW = r"nearly|almost|not quite|less than|fewer than|under"
ABOVE = r"more than|over|a little more than"
EVEN = r"about|some|roughly|around"
WORD = r"(?:[a-z]+(?:-[a-z]+)*|[\d,]+(?:\.\d+)?)"


def claim(phrase: str, value: float, *, whole: float | None = None) -> None:
    """Hold a phrase of the prose to the value it was made from.

    The phrase begins with its number, perhaps after "nearly", "more than" or "about": "one game
    in twenty-three", "nearly half", "two thirds", "three times", "35 games in a hundred". ``whole``
    turns a value counted among so many into a share. Raises `AssertionError` where they do not
    agree, `ValueError` for a phrase without a number that can be read."""
    share = float(value) / whole if whole else float(value)
    low, high = meaning(phrase)
    if not low <= share <= high:
        raise AssertionError(
            f'"{phrase}" is said of {share:.4g}; it stands for {low:.3g} to {high:.3g}'
        )


def meaning(phrase: str) -> tuple[float, float]:
    """The smallest and the largest value that the phrase may stand for.

    >>> [round(x, 3) for x in meaning("one deal in twenty-three")]
    [0.04, 0.047]
    >>> [round(x, 3) for x in meaning("four games in a hundred")]
    [0.035, 0.045]
    """
    text = " ".join(phrase.lower().replace("%", " %").replace("almost ", "nearly ").split())
    for word, shares in SHARES.items():
        if re.match(rf"{word}\b", text):
            return shares
    if two := re.match(rf"({WORD}) or ({WORD}) (?!so )(.+)", text):
        return meaning(f"{two[1]} {two[3]}")[0], meaning(f"{two[2]} {two[3]}")[1]
    side = re.match(rf"(?:({BELOW})|({ABOVE})|({EVEN})) ", text)
    stated, rounding = _stated(text[side.end() :] if side else text)
    if not stated:
        raise ValueError(f"no number can be read in {phrase!r}; a phrase begins with its number")
    if side and side[1]:
        return stated * (1 - ONE_SIDE), stated
    if side and side[2]:
        return stated, stated * (1 + ONE_SIDE)
    off = ROUND * stated if stated >= 1 else min(ROUND * stated, (1 - stated) / 4)
    off = max(off * (1.5 if side else 1), rounding)
    return stated - off, stated + off


def _stated(text: str) -> tuple[float, float]:
    """The number that a phrase states, a count, a part or a share ("two games in seven"), and what
    rounding to whole games or cards may have taken from it; 0 where none can be read."""
    words = re.findall(rf"{WORD}|%", text)
    if words[:1] == ["half"]:
        return 0.5, 0
    number, used = _number(words)
    rest = words[used:]
    if words[used - 1 : used + 1] == ["a", "half"]:
        return number - 0.5, 0  # two and a half
    if rest[:1] == ["%"] or rest[:2] == ["per", "cent"]:
        return number / 100, 0.005
    part = PARTS.get(rest[0]) or PARTS.get(rest[0].removesuffix("s")) if rest else None
    if part:
        return number / part, 0
    share = r"(?:(?!in\b|out\b)\S+ ){0,3}?(?:in|out of) (?:a |every )?(.+)"
    out_of = re.match(share, " ".join(rest))
    whole = _number(re.findall(WORD, out_of[1]))[0] if out_of else 0
    rounded = 0.5 if number >= 3 and number == int(number) and (not whole or whole >= 100) else 0
    return (number / whole, rounded / whole) if whole else (number, rounded)


def _number(words: list[str]) -> tuple[float, int]:
    """The number with which the words begin, and how many of them it takes; (0, 0) where they begin
    with none.
    """
    total, current, used = 0.0, 0.0, 0
    for word in words:
        if re.fullmatch(r"[\d,]+(?:\.\d+)?", word):
            current += float(word.replace(",", ""))
        elif word in SCALES:
            current = max(current, 1) * SCALES[word]
            if SCALES[word] >= 1000:
                total, current = total + current, 0.0
        elif all(part in NUMBERS for part in word.split("-")):
            current += sum(NUMBERS[part] for part in word.split("-"))
        elif not (word == "and" and used):
            break
        used += 1
    return total + current, used
