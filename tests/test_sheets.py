"""The sheets of words: every word and argument of the book explains itself, and what a sheet offers is
what the reader of rules cells accepts.
"""

import inspect

import book_sheets
import pytest

from cadogan import usage, words
from cadogan.usage import VOCABULARY
from cadogan.words.meanings import SUBJECTS, meaning


def told():
    """The sheets by word; not made when tests are but listed."""
    return book_sheets.sheets()["words"]


def test_every_word_and_argument_of_a_chapter_has_its_sheet(slug):
    for use in book_sheets.uses():
        if use.slug == slug:
            word = told()[use.word]
            assert word["says"].endswith("."), use
            # a reading or a part of the game is named in vary as the chapter names it
            if use.arg and not (use.word == ".vary" and use.arg not in word["args"]):
                assert word["args"][use.arg]["says"].endswith("."), use


def test_every_word_stands_under_one_subject():
    listed = [name for names in SUBJECTS.values() for name in names]
    assert sorted(listed) == sorted(VOCABULARY)


@pytest.mark.parametrize("name", [name for name in words.VOCABULARY if callable(VOCABULARY[name])])
def test_a_docstring_tells_what_the_word_takes_and_nothing_else(name):
    takes = {
        *usage.usage(VOCABULARY[name]).kinds,
        *book_sheets.placed_of(name, VOCABULARY[name]),
    }
    assert set(meaning(name).args) == takes - ({"suit"} if name == "marry" else set())


def test_what_a_sheet_offers_may_stand_there():
    offered = 0
    for name, word in told().items():
        if name[0] != "." and callable(VOCABULARY[name]):
            use = usage.usage(VOCABULARY[name])
            for arg, sheet in word["args"].items():
                for choice in sheet.get("choices", ()) if arg in use.kinds else ():
                    value = eval(choice, dict(VOCABULARY))
                    assert usage.fits(value, use.kinds[arg]), f"{name}({arg}={choice})"
                    offered += 1
    assert offered > 150
    assert set(told()["marry"]["args"]["line"]["choices"]) == {
        *("down", "up", "either", "equal", "anything")
    }
    assert told()["fill"]["args"]["when"]["choices"][:3] == ["may", "before_dealing_on", "at_once"]


def test_examples_and_chapters_are_those_of_the_book():
    assert told()["either"]["example"][0].startswith("marry(either,")
    slugs = [slug for slug, _ in book_sheets.sheets()["games"]]
    used = {slugs[i] for i in told()["won"]["used"]}
    assert used == {"caesar"}
    without = {name for name, word in told().items() if word["used"] and "example" not in word}
    assert without <= {"Game", ".vary", ".along", *SUBJECTS["What the old text says"]}


def test_a_value_explains_itself_in_a_notebook():
    for value in (
        words.either,
        words.in_suit,
        words.after_deal,
        words.beside,
        words.newest,
        words.RULE,
    ):
        said = value.getdoc()  # what IPython shows by Shift-Tab
        assert said and said != inspect.getdoc(value)
    assert words.Line((5,)).getdoc() is None
    assert "\nArgs:\n    line: which value" in (inspect.getdoc(words.marry) or "")


def test_a_page_names_the_words_that_it_has():
    sheet = book_sheets.of_page("fortress")
    assert (
        '"marry":["line","onto"]' in sheet and '"either":[]' in sheet and "alternate" not in sheet
    )


def test_the_file_stays_light():
    assert len(book_sheets.text().encode()) < 100_000


def test_the_vocabulary_stays_small():
    """A word that one chapter alone uses, or an argument more for a word that has many, wants a
    reason: perhaps a word that is there can say it.
    """
    once = [name for name in words.VOCABULARY if len(told()[name]["used"]) == 1]
    assert len(words.VOCABULARY) <= 90 and len(once) <= 19
    many = {name for name in words.VOCABULARY if callable(VOCABULARY[name])}
    many = {name for name in many if len(usage.usage(VOCABULARY[name]).kinds) > 9}
    assert not many
