"""The examination: what it asks stands in no page of the book, with its numbers; a blueprint covers
every part; the two papers of a seed ask in other words.
"""

import ast
import itertools
import math
import re
from functools import cache

import pytest

from cadogan.course import asking, exercise, pack
from cadogan.course.examination import (
    ARGUMENTS,
    BLUEPRINT,
    HELD,
    HELD_OUT,
    PAPERS,
    POINTS,
    TICKS,
    WRITTEN,
    argument,
    held_out,
    papers,
)
from cadogan.course.kinds import Written
from cadogan.course.lesson import PARTS
from cadogan.course.verdict import computed
from cadogan.edition.notebook import book_folder

from ..conftest import text_of
from .conftest import asked_in

SEEDS = (1, 2, 3, 1914)
LIKE = sorted(
    name for slug in asking.lessons() for name, call in asked_in(slug).items() if len(call) > 3
)


@cache
def every():
    """Every exercise of the book; not read when tests are but listed."""
    return [one for slug in asking.lessons() for one in asking.exercises(slug)]


@pytest.fixture(scope="module", params=SEEDS)
def drawn(request):
    """The two papers of a seed."""
    return papers(request.param, asking.lessons(), every())


def words(text):
    return re.sub(r"[*`]|\s+", " ", text).split()


@pytest.fixture(scope="module")
def offered():
    """Every question that a page asks or offers, with its numbers; and the text of all pages."""
    asked = {tuple(words(one.asks)) for one in every()}
    for one in every():
        if one.like:
            asked |= {tuple(words(one.like.variant(n)[0])) for n in range(1, len(one.like) + 1)}
    folder = book_folder()
    pages = [*folder.glob("*.md"), *folder.glob("lessons/*.md")]
    return asked, " ".join(" ".join(words(text_of(page))) for page in pages)


def test_no_question_of_a_paper_stands_in_the_book(drawn, offered):
    asked, pages = offered
    for paper in drawn.values():
        for one in paper:
            text = words(one.asks)
            assert tuple(text) not in asked and " ".join(text) not in pages, one.name


def test_a_paper_covers_every_part_and_has_its_points(drawn):
    assert set(BLUEPRINT) == set(PARTS)
    for paper in drawn.values():
        parts = [
            asking.lessons()[one.name.partition("/")[0]].part
            for one in paper
            if HELD_OUT in one.name
        ]
        assert {part: parts.count(part) for part in PARTS} == BLUEPRINT
        written = [one for one in paper if isinstance(one.expects, Written)]
        assert len(written) == ARGUMENTS and len(paper) == len(parts) + ARGUMENTS
        assert sum(one.grade for one in paper) == POINTS * len(parts) + TICKS * ARGUMENTS
        table = pack.blueprint(paper)
        assert "the lesson and its whole goal" in table
        assert table.count("\n| ") == len(paper) + 1 and all(part in table for part in PARTS)


def test_the_two_papers_of_a_seed_have_no_template_in_common(drawn):
    names = [{one.name.partition("#")[0] for one in paper} for paper in drawn.values()]
    assert [*drawn] == [*PAPERS] and not names[0] & names[1]


def test_seeds_differ():
    names = [
        frozenset(one.name.partition("#")[0] for one in paper)
        for seed in SEEDS
        for paper in papers(seed, asking.lessons(), every()).values()
    ]
    assert len(set(names)) == len(names)
    assert all(len(one & other) < 12 for one in names for other in names if one != other)


@pytest.mark.parametrize("name", LIKE)
def test_numbers_that_are_held_out_are_marked_and_offered_nowhere(name):
    one = exercise(name)
    assert set(HELD[name]) == set(one.like.numbers)
    there = {tuple(words(one.like.variant(n)[0])) for n in range(1, len(one.like) + 1)}
    seen = set()
    for number in range(1, 40):
        other = held_out(one, number)
        if other.name in seen:
            continue
        seen.add(other.name)
        assert not re.search(r"(^|[.?!:] )\d+ [a-z]|\b1 deals", other.asks)
        assert tuple(words(other.asks)) not in there | {tuple(words(one.asks))}, other.asks
        right = getattr(other.expects, "value", None) or tuple(computed(other.expects.values))
        assert other.mark(right).mark == "right"
        for sentence, slip in getattr(other.expects, "near", {}).items():
            assert other.mark(slip).comment == sentence, (other.asks, sentence)
        assert exercise(other.name).asks == other.asks and len(other.asks) > 60, other.asks
    assert len(seen) >= 2


def test_states_are_few_enough_for_paper():
    held = HELD["absorbing/three"]
    states = itertools.product(*(held[place] for place in ("first", "second", "third")))
    assert all(math.prod(state) <= 5 for state in states)


def test_every_exercise_with_others_like_it_has_numbers_held_out():
    assert set(HELD) == set(LIKE) and len(LIKE) >= 46


def test_an_argument_has_a_model_and_three_ticks():
    assert len(WRITTEN) >= ARGUMENTS * len(PAPERS)
    for number, one in enumerate(WRITTEN, 1):
        asked = argument(number)
        assert asked.grade == len(one.ticks) == TICKS and asked.mark(one.model).mark == "written"
        assert all(tick in asked.because for tick in one.ticks)
        assert exercise(f"examination/{number}").asks == one.asks
    for name in ("examination/0", "examination/99", "examination/x", f"{LIKE[0]}#held0"):
        with pytest.raises(asking.UnknownExercise):
            exercise(name)


def test_the_numbers_held_out_stand_in_one_module_that_pages_lack():
    """Nothing that a page runs imports it when it is loaded."""
    for path in (book_folder().parent / "cadogan/course").glob("*.py"):
        top = [node for node in ast.parse(text_of(path)).body if isinstance(node, ast.ImportFrom)]
        assert "examination" not in {name.name for node in top for name in node.names}, path.name
