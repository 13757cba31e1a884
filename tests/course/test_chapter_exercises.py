"""The chapters' own exercises: each has its field in the chapter, and what is expected marks right,
near and wrong as it should.
"""

import ast
import json
import re
from fractions import Fraction

import pytest

import cadogan
from cadogan.course import Experiment, asking, check, exercise, questions
from cadogan.course.exercises import GRADES
from cadogan.course.kinds import Choice, Function, Race, Written
from cadogan.course.numbers import Number, Numbers
from cadogan.course.played import Change, Moves, name_of
from cadogan.course.verdict import computed
from cadogan.round_games import games as round_games

from ..conftest import text_of
from .conftest import asked_in, reported

#: A question of a chapter: its number, and by hand, to compute, or to design.
QUESTION = re.compile(r"^(?:\*\*(\d)\. |(\d)\. \*)(By hand|To compute|To design)\.\*", re.MULTILINE)
SLUGS = sorted(slug for slug in (*cadogan.games, *round_games) if questions.questions(slug))
ALL = [(slug, name) for slug in SLUGS for name in asked_in(slug)]
LESSONS = [(slug, name) for slug in asking.lessons() for name in asked_in(slug)]


def exercises_of(slug):
    text = text_of(f"book/{slug}.md")
    return text.partition("\n## Exercises\n")[2].partition("\n## ")[0]


def test_every_chapter_with_exercises_has_them_marked():
    asked = {slug for slug in (*cadogan.games, *round_games) if QUESTION.search(exercises_of(slug))}
    assert set(SLUGS) == asked
    assert not asked & set(asking.lessons()), "a name leads to one exercise"


@pytest.mark.parametrize("slug", SLUGS)
def test_every_question_has_its_field_and_every_field_its_exercise(slug):
    text, own = exercises_of(slug), asking.exercises(slug)
    asked = {found[1] or found[2]: found[3].lower() for found in QUESTION.finditer(text)}
    assert [one.name for one in own] == [f"{slug}/{n}" for n in "123"] and [*asked] == [*"123"]
    assert [GRADES[one.grade] for one in own] == list(asked.values()) and {
        one.grade for one in own
    } == set(GRADES)
    starts = [found.start() for found in QUESTION.finditer(text)]
    for start, end, one in zip(
        starts, (*starts[1:], None), own, strict=True
    ):  # question, field, folded answer
        question, _, rest = text[start:end].partition("```{code-cell}")
        assert question.strip() and "<details>" not in question
        field, _, answer = rest.partition("\n```\n\n")
        assert re.search(rf'^(mark|ask)\("{one.name}"', field, re.MULTILINE)
        assert re.match(
            r"<details><summary>[^<]+</summary>\n\n.+?\n\n</details>\n", answer, re.DOTALL
        )


def right_answer(one):
    """What is expected, as a reader would give it."""
    if isinstance(one.expects, Function):
        return one.expects.reference
    if isinstance(one.expects, Experiment):
        return reported(one.name, one.model)
    if isinstance(one.expects, Numbers):
        return tuple(computed(one.expects.values))
    return one.expects.solution().partition(", about")[0].partition(" = ")[0].removeprefix("about ")


def slips(kind):
    """The known slips of a kind of answer, by what is said of them."""
    if isinstance(kind, Choice):
        wrong = set(kind.why_not) - {computed(kind.right)}
        return {kind.why_not[option]: option for option in wrong}
    return {said: computed(slip) for said, slip in getattr(kind, "near", {}).items()}


@pytest.mark.few
@pytest.mark.parametrize(("slug", "name"), [*ALL, *LESSONS])
def test_an_exercise_marks_its_solution_its_slips_and_nonsense(slug, name):
    assert name.startswith(f"{slug}/")
    one = exercise(name)
    assert one.grade in GRADES and one.asks and (one.because or slug in SLUGS)
    if not isinstance(one.expects, (Race, Written)):
        assert one.mark(right_answer(one)).mark == "right"
    for said, slip in slips(one.expects).items():
        assert (one.mark(slip).mark, one.mark(slip).comment) == ("wrong", said), slip
    assert one.mark("nonsense").mark == "unread" and one.mark("").mark == "unread"
    if isinstance(one.expects, Number):
        assert (
            one.mark(computed(one.expects.value) + max(1, 2 * one.expects.within)).mark != "right"
        )
    elif isinstance(one.expects, Numbers):
        first, *rest = computed(one.expects.values)
        assert one.mark((first + max(1, 2 * one.expects.within), *rest)).mark == "wrong"
    elif isinstance(one.expects, Choice):
        options, right = one.expects.options, computed(one.expects.right)
        assert right in options and {*one.expects.why_not} <= {*options}
        assert {one.mark(option).mark for option in {*options} - {right}} == {"wrong"}
    elif isinstance(one.expects, Moves):
        assert one.mark(one.expects.known.split()[0] + " nowhere").mark == "wrong"
    elif isinstance(one.expects, Change):
        assert "played as it stands" in one.mark(name_of(one.expects.game)).comment


NUMBERS = [
    (slug, name)
    for slug, name in ALL
    if re.match(r"Number\((?!.*within=)", ast.unparse(asked_in(slug)[name][1]))
]


@pytest.mark.few
@pytest.mark.parametrize(("slug", "name"), NUMBERS)
def test_a_chance_or_mean_is_the_one_that_the_chapter_itself_comes_to(slug, name):
    """The chapter works it out in cells of its own: as a fraction, or a decimal, in its answer or
    what its cells print.
    """
    value = Fraction(computed(exercise(name).expects.value))
    if value.denominator == 1:
        return  # a small number stands anywhere
    cells = json.loads(text_of(f"tests/executed/{slug}.ipynb"))["cells"]
    printed = "".join(
        "".join(out.get("text", "")) for cell in cells for out in cell.get("outputs", ())
    )
    near = float(value)
    forms = {f"{value}", f"{100 * near:.1f}", f"{near:.3f}", f"{near:.4f}"}
    forms |= {f"{near:.{figures}g}" for figures in (3, 4, 5, 6)}
    if value.numerator == 1:
        forms.add(f"one in {value.denominator}")
    assert any(
        re.search(rf"(?<![\d.,]){re.escape(form)}", exercises_of(slug) + printed) for form in forms
    ), (value, near)


def test_a_field_names_its_question_and_holds_no_answer():
    html = check("kings/2")._repr_html_()
    assert (
        'aria-labelledby="wanted-kings-2"' in html
        and "Answer to 2:" in html
        and "check(&quot;kings/" not in html
    )
    assert "check(&quot;kings/1&quot;, …)" in check("kings/1")._repr_html_(), "once a page"
    assert "<details" not in html and "<input" in html
    assert repr(check("kings/2")).startswith("kings/2 (to compute): What is the chance that ")
    with pytest.raises(asking.UnknownExercise, match="did you mean 'kings/"):
        exercise("kings/9")
