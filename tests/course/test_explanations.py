"""What is said under an exercise, once it is answered: its words for quantities and its numbers are
held to values, as those of the lesson above it are; and a model answer is right by its own marker.
"""

import ast
import re
from contextlib import suppress
from fractions import Fraction

import pytest

from cadogan.course import asking, exercise, questions
from cadogan.course.numbers import Number, Numbers
from cadogan.course.reading import Unreadable, number
from cadogan.course.verdict import computed
from cadogan.edition.notebook import code_cells, page_path
from cadogan.round_games import games as round_games

from .. import quantities
from ..conftest import text_of
from .conftest import asked_in

NAMES = [name for slug in asking.lessons() for name in asked_in(slug)]
DECIMAL = re.compile(r"(?<![\w.,])(\d[\d,]*\.\d+|\d+(?:\.\d+)?(?= ?%))( ?%)?(?!\.?\d)")
#: What can stand in a sum, on either side of its sign of equality.
SUM = r"[\d\s.,+−·×/()²³⁴⁵⁶⁷⁸⁹⁰¹√!½⅓¼⅔⅙⅛%-]+|C\(\d+, \d+\)"


@pytest.mark.parametrize("slug", asking.lessons())
def test_a_word_for_a_quantity_in_an_explanation_is_held_to_a_value(slug):
    claims = "\n".join(
        f'claim("{phrase}", x)' for phrase in quantities.CLAIMED.findall(text_of(page_path(slug)))
    )
    for one in asking.exercises(slug):
        text = f"{one.because}\n\n```\n{claims}\n```\n"
        assert not quantities.untied("-", text), one.name


def literals(node):
    """The text that is written in an explanation, without what is computed in it."""
    parts = node.values if isinstance(node, ast.JoinedStr) else [node]
    return "{}".join(one.value for one in parts if isinstance(one, ast.Constant))


def known_values(kind):
    """The values of what is asked and of its slips."""
    if isinstance(kind, Number):
        return [computed(one) for one in (kind.value, *kind.near.values())]
    return [*computed(kind.values)] if isinstance(kind, Numbers) else []


@pytest.mark.parametrize("name", NAMES)
def test_a_decimal_in_an_explanation_is_computed_or_the_value_asked_for(name):
    """A decimal, or a percentage, is filled in by the cell; or it is the answer's, a slip's or the
    question's, stands in the cell's own sums, or comes out of an equation that is told.
    """
    one, written = exercise(name), asked_in(name.partition("/")[0])[name]
    if len(written) < 3:
        return
    cell = next(
        cell.text
        for cell in code_cells(text_of(page_path(name.partition("/")[0])))
        if f'ask("{name}"' in cell.text
    )
    sums = cell.replace(ast.get_source_segment(cell, _because(cell, name)), "")
    told = literals(written[2])
    claimed = quantities.CLAIMED.findall(text_of(page_path(name.partition("/")[0])))
    values = [Fraction(value) for value in known_values(one.expects)]
    right = {side for left, right in equations(told) for side in (left, right)}
    for found in DECIMAL.finditer(told):
        given = number(found[0])
        assert (
            any(given.is_near(value) for value in values)
            or found[0] in (*one.asks.split(), "1.96", "95 %")
            or any(found[0] in phrase and phrase in told for phrase in claimed)
            or re.search(rf"(?<![\d.]){re.escape(found[1])}(?!\d)", sums)
            or any(found[0] in side for side in right)
        ), (found[0], told)


def _because(cell, name):
    calls = [node for node in ast.walk(ast.parse(cell)) if isinstance(node, ast.Call)]
    return next(
        call.args[2]
        for call in calls
        if ast.unparse(call.func) == "ask" and ast.literal_eval(call.args[0]) == name
    )


def equations(text):
    """The equations between numbers of an explanation, as pairs of texts."""
    sides = re.split(r"\s=\s", text)
    for before, after in zip(sides, sides[1:]):
        left = _longest([before[at:] for at in range(len(before)) if at in (0, *starts(before))])
        right = _longest([after[:at] for at in range(len(after), 0, -1)])
        if left and right:
            yield left, right


def starts(text):
    """Where a sum can begin in a text: behind a word, or a point or a comma."""
    return [found.end() for found in re.finditer(r"(?:[a-z]{2}|[a-z\d)/%][,:.;]) ", text)]


def _longest(texts):
    """The first of some texts that is a sum or a number by itself."""
    for text in texts:
        bare = text.strip().rstrip(".,;:")
        whole = bare == text.strip() or text.strip().startswith(bare)
        if bare and whole and len(bare) <= 60 and re.fullmatch(rf"(?:{SUM})+", bare):
            with suppress(Unreadable):
                number(bare)
                return bare
    return ""


@pytest.mark.parametrize("name", NAMES)
def test_an_equation_of_an_explanation_holds(name):
    for left, right in equations(exercise(name).because):
        a, b = number(left), number(right)
        assert b.is_near(a.value) or a.is_near(b.value), (left, right)


def test_equations_are_found_and_tried():
    told = "The mean is 3 · 8/84 = 2/7. Twice: 12² − 10² = 44, or n (2 + 3) = 20; n = 25."
    assert [*equations(told)] == [("3 · 8/84", "2/7"), ("12² − 10²", "44")]


@pytest.mark.parametrize("name", NAMES)
def test_an_explanation_gives_its_steps_and_not_the_result_alone(name):
    words = re.findall(r"[A-Za-z]{2,}", exercise(name).because)
    assert len(words) >= 5, exercise(name).because


MODELS = [
    name
    for name in NAMES
    if re.match("Function|Race", ast.unparse(asked_in(name.partition("/")[0])[name][1]))
]


@pytest.mark.parametrize("name", MODELS)
def test_a_model_answer_is_right_by_its_own_marker(name):
    one = exercise(name)
    assert one.model and one.mark(one.model).mark == "right", one.mark(one.model)
    shown = one._repr_html_()
    assert "<pre><code>def " in shown or "<pre><code>from " in shown


#: Of the chapters' races the player that the chapter's own answer names.
RACED = {"congress/3": "discreet", "la-nivernaise/2": "advised", "sultan/3": "waiting"}


@pytest.mark.slow
def test_the_players_of_the_chapters_win_their_races():
    import cadogan

    slugs = (*cadogan.games, *round_games)
    asked = {name: call for slug in slugs for name, call in asked_in(slug).items()}
    races = {name for name, call in asked.items() if ast.unparse(call[1]).startswith("Race(")}
    assert races == RACED.keys()
    for name, player in RACED.items():
        slug = name.partition("/")[0]
        names = questions.names_of(slug)
        given = [one for one in names.statements if player in one.binds]
        names.value(given[-1])
        assert exercise(name).mark(names.known[player]).mark == "right", name
