"""Sentences of the lessons that once were wrong: what stands in their place, held to a value that is
worked out here, by other code than the page's.
"""

import json
import math
import re
from fractions import Fraction
from functools import cache

import pytest

import cadogan
from cadogan import odds
from cadogan.course import asking

from ..conftest import text_of

F = Fraction


@cache
def prose(slug):
    """A page without its front matter and cells."""
    text = text_of(f"book/{slug}.md")
    bare = re.sub(r"\A---\n.*?\n---\n|^```.*?^```$", "", text, flags=re.DOTALL | re.MULTILINE)
    return " ".join(bare.split())


def says(slug, *sentences):
    for sentence in sentences:
        assert sentence in prose(f"lessons/{slug}"), f"{slug} no longer says {sentence!r}"


def test_the_lines_of_caesar_are_not_independent():
    says("sample-space", "about 0.689; the true variance, 0.779, is larger.")
    layouts = (168768, 131040, 48960, 10240, 2824, 832, 176, 32, 8)
    mean = F(sum(n * count for n, count in enumerate(layouts)), math.factorial(9))
    square = F(sum(n * n * count for n, count in enumerate(layouts)), math.factorial(9))
    assert f"{float(square - mean**2):.3f}" == "0.779"


def test_kings_are_added_and_the_other_cards_stay():
    says("indicators", "Take some away from the two packs, or add some; the 88 other cards stay.")
    says("indicators", "The mean grows faster than the number of kings and passes 1")
    few, many = (F(k * math.comb(86 + k, k - 2), math.comb(87 + k, k - 1)) for k in (2, 20))
    assert few < 1 < many
    assert "turn other cards" not in prose("lessons/indicators")


def test_a_won_sultan_leaves_no_card_with_seven_kings_or_eight():
    says("common-deals", "A won Sultan has 103 cards home and a won game of eight kings 104")
    ends = odds.simulate(cadogan.games["sultan"], "greedy", n=300, seed=2).ends
    assert {end // 2 for end in ends if end % 2} == {103}, "of the other a cell says it"


def test_a_lesson_and_the_map_agree_on_what_it_needs(slug):
    (line,) = re.findall(r"\*You need:\* (.*?)\.? \*", prose(f"lessons/{slug}"))
    needs = [int(n) for n in re.findall(r"\[(?:lesson )?(\d+)\]\(", line)]
    assert tuple(needs) == tuple(asking.lessons()[slug].needs)


def test_the_rate_of_the_forty_eighth_stands_once_and_on_deals_it_was_not_tuned_on():
    says("forty-eighth", "The game was tuned on the deals of seed 48.")
    says(
        "forty-eighth",
        "so the game is judged on other deals. Here are three players on the same 2,000 deals, of seed 49",
    )
    executed = json.loads(text_of("tests/executed/lessons/forty-eighth.ipynb"))
    printed = "".join(
        "".join(one.get("text", ""))
        for cell in executed["cells"]
        for one in cell.get("outputs", [])
    )
    assert len(re.findall(r"careful: won [\d.]+ %", printed)) == 1
    assert not re.search(r"0\.244|23\.3 %|22\.35", printed + prose("lessons/forty-eighth"))


def test_there_is_one_rubric():
    pages = [*cadogan.games.folder.glob("*.md"), *cadogan.games.folder.glob("lessons/*.md")]
    assert [one.stem for one in pages if "| points | 0 | 1 | 2 |" in text_of(one)] == ["studio"]


@pytest.mark.table("words", "awkward")
def test_an_awkward_sentence_is_gone(words):
    for slug in asking.lessons():
        assert words not in prose(f"lessons/{slug}"), slug
