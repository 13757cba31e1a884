"""Words for numbers: what they may stand for, and that a page says what its `claim` cells hold."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from cadogan.edition.wording import claim, meaning

BOOK = Path(__file__).resolve().parent.parent / "book"
CELL = re.compile(r"```\{code-cell\}[^\n]*\n:tags: \[claim, remove-cell\]\n(.*?)```", re.DOTALL)
PHRASE = re.compile(r'\bclaim\(\s*"([^"]+)"')
PAGES = sorted(path for path in BOOK.rglob("*.md") if CELL.search(path.read_text(encoding="utf-8")))


@pytest.mark.parametrize(
    ("phrase", "true", "false"),
    [
        ("nearly half", 0.48, 0.5112),
        ("a little more than half", 0.5112, 0.6),
        ("more than half", 0.55, 0.83),
        ("once in four thousand", 1 / 4100, 1 / 10_000),
        ("one game in five thousand", 1 / 4900, 1 / 11_600),
        ("one layout out of twenty", 0.05, 0.0428),
        ("nine games in ten", 0.9, 0.974),
        ("thirty-five games in a hundred", 0.352, 0.30),
        ("two thirds", 0.66, 0.75),
        ("two and a half cards", 2.5, 3.0),
        ("three times", 3.2, 4.0),
        ("35 %", 0.35, 0.40),
    ],
)
def test_a_word_for_a_number_stands_for_some_values_only(
    phrase: str, true: float, false: float
) -> None:
    claim(phrase, true)
    with pytest.raises(AssertionError, match=re.escape(phrase)):
        claim(phrase, false)


@pytest.mark.parametrize("phrase", ["hardly ever", "", "in the long run"])
def test_a_phrase_without_a_number_is_refused(phrase: str) -> None:
    with pytest.raises(ValueError, match="begins with its number"):
        meaning(phrase)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_the_page_says_what_is_claimed(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    phrases = [phrase for cell in CELL.findall(text) for phrase in PHRASE.findall(cell)]
    prose = " ".join(re.sub(r"```.*?```", " ", text, flags=re.DOTALL).split()).casefold()
    assert phrases and not [phrase for phrase in phrases if phrase.casefold() not in prose]
