"""Words for numbers: what they may stand for, that a page says what its `claim` cells hold, and that
no chapter says such a word of nothing."""

import re

import pytest

from cadogan.course import asking
from cadogan.edition.wording import claim, meaning

from . import quantities
from .conftest import ROOT, text_of

CELL = re.compile(r"```\{code-cell\}[^\n]*\n:tags: \[claim, remove-cell\]\n(.*?)```", re.DOTALL)
PAGES = sorted(path for path in (ROOT / "book").rglob("*.md") if CELL.search(text_of(path)))


@pytest.mark.table("phrase, true, false", "phrases")
def test_a_word_for_a_number_stands_for_some_values_only(phrase, true, false):
    claim(phrase, true)
    with pytest.raises(AssertionError, match=re.escape(phrase)):
        claim(phrase, false)


@pytest.mark.table("phrase", "numberless")
def test_a_phrase_without_a_number_is_refused(phrase):
    with pytest.raises(ValueError, match="begins with its number"):
        meaning(phrase)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_the_page_says_what_is_claimed(page):
    text = text_of(page)
    phrases = [phrase for cell in CELL.findall(text) for phrase in quantities.CLAIMED.findall(cell)]
    prose = " ".join(re.sub(r"```.*?```", " ", text, flags=re.DOTALL).split()).casefold()
    if page.stem in asking.lessons():  # whose exercises' cells hold what is said of their answers
        prose += " ".join(one.because for one in asking.exercises(page.stem)).casefold()
    assert phrases and not [phrase for phrase in phrases if phrase.casefold() not in prose]


@pytest.mark.table("words", "quantities")
def test_a_word_for_a_quantity_needs_a_value(words):
    page = f"The careful player wins {words} here."
    assert quantities.untied("-", page)
    assert not quantities.untied("-", f'{page}\n\n```\nclaim("{words}", share)\n```\n')


@pytest.mark.table("words", "no_quantities")
def test_a_rule_a_question_and_a_quotation_need_none(words):
    assert not quantities.untied("-", words)


@pytest.mark.parametrize(
    ("slug", "text"), [*quantities.chapters().items(), *quantities.lessons().items()]
)
def test_no_chapter_or_lesson_says_a_quantity_that_nothing_holds_to_a_value(slug, text):
    assert not quantities.untied(slug, text)
