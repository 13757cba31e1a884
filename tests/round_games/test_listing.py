"""What a chapter shows of a round game is its own source."""

import re

import pytest

from cadogan.round_games import games
from cadogan.round_games.cooncan import points

from ..conftest import text_of

CALL = re.compile(r"^(\w+)\.listing\(", re.MULTILINE)


def test_a_part_is_shown_with_its_citation_and_no_mark_of_the_formatter():
    cooncan = games["cooncan"]
    assert cooncan.listing("at_discard").text.startswith(
        '@rule("COONCAN 11.2, 12.1")\ndef at_discard(self, t: Drawing)'
    )
    assert cooncan.listing("min_naturals").text.startswith("min_naturals = Option(\n")  # inherited
    assert not cooncan.listing("min_naturals").text.endswith("skip")
    both = cooncan.listing(points, "do_done")
    assert both.text.startswith("def points(") and "\n\ndef do_done(" in both.text
    assert repr(both) == both.text and both._repr_markdown_() == f"```python\n{both.text}\n```"


def test_a_docstring_is_broken_for_the_page_and_only_there():
    shown = games["cooncan"].listing("at_lay").text
    said = shown.split('"""')[1]
    assert len(said) > 2 * 90 >= 2 * max(map(len, said.split("\n")))
    assert " ".join(said.split()) == " ".join((games["cooncan"].at_lay.__doc__ or "").split())


def test_what_no_game_has_is_refused_with_what_was_perhaps_meant():
    with pytest.raises(ValueError, match=r"^Cooncan has no part 'setle'; did you mean 'settle'"):
        games["cooncan"].listing("setle")


def test_text_and_code_take_turns(slug):
    """No chapter has more than six paragraphs of quotation in a row, and each shows at least four
    parts of its game.
    """
    text = text_of(f"book/{slug}.md")
    assert len(CALL.findall(text)) >= 4
    for quotation in re.findall(r"(?:^>.*\n)+", text, re.MULTILINE):
        assert quotation.count("\n>\n") <= 5, quotation[:60]


def test_an_excerpt_shows_some_lines_and_folds_the_whole():
    whole = games["pope-joan"].listing("run")
    part = whole.between("if following is None", "seat, card, following = ")
    assert part.text.splitlines()[0].startswith("if following is None"), "at the margin"
    assert len(part.text.splitlines()) == 4 and part.whole == whole.text
    shown = part._repr_markdown_()
    assert "<summary>The whole of run</summary>" in shown and shown.count("```python") == 2
    with pytest.raises(ValueError, match="no line here has 'until'"):
        whole.between("while True", "until")
