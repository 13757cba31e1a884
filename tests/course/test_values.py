"""The lessons' values: every lesson stands in the table, each second way agrees and would be found
out, and what is simulated says how.
"""

import ast
import json
from fractions import Fraction
from functools import cache

import pytest
import simulated

from cadogan.course import Number, Numbers, asking
from cadogan.edition.needs import Names
from cadogan.edition.notebook import code_cells, page_path

from ..conftest import shown

SIMULATED = json.loads(simulated.FILE.read_text(encoding="utf-8"))


@cache
def of_the_page(name):
    """A function of the page *The lessons' values*."""
    return shown("values", f"def {name}(")[1][name]


@cache
def found(slug):
    """What the page takes from a lesson: expression, what it computes, value, second way, whether they agree."""
    return tuple(of_the_page("exact")(slug))


@pytest.mark.slow
def test_every_lesson_has_values_and_each_agrees_with_its_second_way(slug):
    assert found(slug)
    for call, says, _, second, agree in found(slug):
        assert agree, call
        assert says.endswith(".") and second.endswith("."), call


def told(value):
    """A value as the table of those wanted has it."""
    if isinstance(value, dict):
        return ", ".join(f"{one}: {told(number)}" for one, number in sorted(value.items()))
    return ", ".join(map(told, value)) if isinstance(value, list) else str(value)


@pytest.mark.slow
@pytest.mark.table("slug, function, value", "wanted")
def test_what_must_come_out_of_a_lesson_comes_out(slug, function, value):
    assert (function, value) in [(call, told(number)) for call, _, number, _, _ in found(slug)]


#: Sums that one does in one's head; what a search or a table gives; what depends on a slider.
ONE_WAY = """
coverage/three hidden-hands/asked hidden-hands/look hidden-hands/outs hidden-hands/spare luck-and-skill/even
luck-and-skill/house one-rule/price one-rule/touched rare-events/product rare-events/saved rare-events/weight
search/luck claims/gap common-deals/enough search/information search/open
forty-eighth/tune invariants/five one-rule/tune
"""


def test_nearly_every_number_that_is_asked_has_a_second_way_in_its_cell():
    without = set()
    for slug in asking.lessons():
        kinds = {one.name: one.expects for one in asking.exercises(slug)}
        for cell in code_cells(page_path(slug).read_text(encoding="utf-8")):
            body = ast.parse(cell.text).body
            asked = {
                ast.unparse(one).split("'")[1]
                for one in body
                if ast.unparse(one).startswith("ask(")
            }
            twice = any(
                isinstance(one, ast.Assert) and one.msg and ": " in " ".join(one.msg.value.split())
                for one in body
            )
            without |= {
                name for name in asked if isinstance(kinds[name], Number | Numbers) and not twice
            }
    assert without == {*ONE_WAY.split()}


@pytest.mark.parametrize(
    ("slug", "value", "right", "wrong"),
    [
        (
            "sample-space",
            "by_lines",
            "8 * Fraction(len(threes), 84)",
            "9 * Fraction(len(threes), 84)",
        ),
        (
            "fair-price",
            "price()",
            "comb(51 - shown - beating",
            "comb(50 - shown - beating",
        ),
        ("absorbing", "expected((3, 3))", "return 1 + sum(", "return 2 + sum("),
        ("invariants", "eighteens", "range(2, 11)) // 18", "range(2, 12)) // 18"),
    ],
)
def test_a_wrong_value_of_a_page_does_not_agree(slug, value, right, wrong):
    path = page_path(slug)
    assert path
    cells = [cell.text for cell in code_cells(path.read_text(encoding="utf-8"))]
    assert any(right in text for text in cells)
    names = Names([text.replace(right, wrong) for text in cells], slug)
    assert [one[-1] for one in of_the_page("exact")(slug, names) if one[0] == value] == [False]


def test_the_table_says_no_where_two_ways_differ():
    row = of_the_page("exact_row")
    assert row("claims", "six_stops()", "The share.", Fraction(1, 2), "by | thought.", False) == (
        "| [21](lessons/claims.md) | The share. | `six_stops()`: 1/2 = 0.5 | by \\| thought. | **no** |"
    )


def test_a_value_is_told_as_people_write_it():
    told = of_the_page("told")
    assert told(Fraction(33, 140)) == "33/140 = 0.2357" and told(2728) == "2,728"
    assert told((Fraction(1, 2), {"pair": 3744})) == "1/2 = 0.5, pair 3,744"
    assert told(Fraction(1, 3**60)) == "2.359e-29 (a fraction whose denominator has 29 figures)"


def test_a_build_without_answers_has_no_table_of_values(monkeypatch):
    monkeypatch.setenv("CADOGAN_ANSWERS", "student")
    assert "|" not in shown("values", "Markdown(")[0].data


def test_a_simulated_value_says_how_many_deals_which_and_how_far_it_may_be_off():
    for one in SIMULATED:
        assert all(one[name] for name in ("n", "seed", "interval")), one
        assert bool(one["strategy"]) or not one["limit"], one
        if " games won" in one["printed"]:
            assert one["strategy"] and one["limit"], one


def test_every_lesson_that_simulates_stands_in_the_table():
    folder = simulated.EXECUTED / "lessons"
    drawn = {
        slug
        for slug in asking.lessons()
        if "Random(" in (text := (folder / f"{slug}.ipynb").read_text()) or "simulate(" in text
    }
    assert {one["lesson"] for one in SIMULATED} == drawn


def test_the_simulated_values_are_those_of_the_executed_lessons():
    assert json.loads(simulated.text()) == SIMULATED, "python tools/simulated.py writes them anew"
