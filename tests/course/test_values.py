"""The lessons' values: every lesson stands in the table, each second way agrees and would be found
out, and what is simulated says how.
"""

import ast
import json
import re
from fractions import Fraction

import pytest
import simulated

from cadogan.course import asking
from cadogan.edition.needs import Names
from cadogan.edition.notebook import code_cells, page_path

from ..conftest import shown, text_of

SIMULATED = json.loads(text_of(simulated.FILE))


def of_the_page(name):
    """A function of the page *The lessons' values*."""
    return shown("values", f"def {name}(")[1][name]


@pytest.fixture
def table(slug):
    """The rows of a lesson in the executed copy of the page, which nbval compares with the built one:
    what is computed, expression and value, the second way, whether they agree.
    """
    cells = json.loads(text_of("tests/executed/values.ipynb"))["cells"]
    outputs = [output for cell in cells for output in cell.get("outputs", ())]
    rows = "".join(outputs[0]["data"]["text/markdown"]).split("\n")
    return [row.split(" | ")[1:] for row in rows if f"](lessons/{slug}.md) | " in row]


def test_every_lesson_has_values_and_each_agrees_with_its_second_way(table):
    assert table
    for says, _, second, agree in table:
        assert (says[-1], second[-1], agree) == (".", ".", "yes |"), says


@pytest.mark.table("slug, function, value", "wanted")
def test_what_must_come_out_of_a_lesson_comes_out(table, function, value):
    called = [re.sub(" = [^,]*", "", row[1]) for row in table]
    assert f"`{function}`: {value}" in called, called


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
        for cell in code_cells(text_of(page_path(slug))):
            told, asked = [], set()
            for one in ast.parse(cell.text).body:
                match one:
                    case ast.Assert(msg=ast.Constant(message)):
                        told.append(": " in " ".join(message.split()))
                    case ast.Expr(ast.Call(ast.Name("ask"), [ast.Constant(name), kind, *_])):
                        if ast.unparse(kind).startswith("Number"):
                            asked.add(name)
            without |= set() if any(told) else asked
    assert without == {*ONE_WAY.split()}


@pytest.mark.table("slug, value, right, wrong", "wrong_values")
def test_a_wrong_value_of_a_page_does_not_agree(slug, value, right, wrong):
    cells = [cell.text for cell in code_cells(text_of(page_path(slug)))]
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
    drawn = {
        slug
        for slug in asking.lessons()
        if "Random(" in (text := text_of(f"tests/executed/lessons/{slug}.ipynb"))
        or "simulate(" in text
    }
    assert {one["lesson"] for one in SIMULATED} == drawn


def test_the_simulated_values_are_those_of_the_executed_lessons():
    assert json.loads(simulated.text()) == SIMULATED, "python tools/simulated.py writes them anew"
