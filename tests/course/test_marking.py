"""What the engine says of answers: right in any equal form, nearly, wrong, and what cannot be
understood.
"""

import itertools
import math
import re
import time
from collections import Counter
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest

import cadogan
from cadogan.course import Experiment, another, asking, check, exercise
from cadogan.course.kinds import Choice, Function, Members, Race, Written
from cadogan.course.numbers import Number, Numbers
from cadogan.course.played import Change, Moves, these
from cadogan.course.reading import Unreadable, number
from cadogan.course.verdict import computed
from cadogan.players.odds import wilson

from .conftest import asked_in

ALL = {name: call for slug in asking.lessons() for name, call in asked_in(slug).items()}
PRICE = Number(
    lambda: Fraction(33, 140), near={"You have forgotten the turned card.": lambda: Fraction(1, 4)}
)


@pytest.mark.table("said, value", "reads")
def test_a_number_is_read_in_any_form(said, value):
    assert number(said).value == number(Fraction(value)).value == Fraction(value)


#: What stands in no table.
LONG_OR_NOTHING = (
    ("9" * 300, "at most 200"),
    ("x" * 150, "cannot be read"),
    (None, "Enter a number"),
)


@pytest.mark.table("said, why", "illegible", *LONG_OR_NOTHING)
def test_what_is_no_number_is_told_what_would_be_one(said, why):
    with pytest.raises(Unreadable, match=why):
        number(said)


@pytest.mark.table("said, mark, words", "off")
def test_an_answer_that_is_off_is_told_how_and_not_what_is_right(said, mark, words):
    found = PRICE.mark(said)
    assert found.mark == mark and words in found.comment
    assert "33" not in found.comment and "0.23" not in found.comment and "140" not in found.comment


MARKED = {
    "price": PRICE,
    "count": Number(lambda: 40320),
    "mean": Number(lambda: Fraction(100, 13)),
    "root": Number(lambda: 2**0.5),
    "estimate": Number(lambda: 3000, within=10),
    "eight": Number(lambda: 8 * Fraction(1025368, 1566040)),  # 8 times 0.6548
    "half a width": Number(1.959964 * 0.065**0.5),
    "power": Number(Fraction(19, 20) ** 30),
    "three halves": Number(Fraction(3, 2)),
    "chances": Numbers(lambda: (Fraction(246, 595), Fraction(656, 1547)), ("none", "one")),
    "ends": Numbers(lambda: wilson(25, 60), ("lower end", "upper end")),
    "some": Members(lambda: {1, 3, 7, 9}),
    "claim": Choice(
        ("true", "too strong", "wrong"), lambda: "too strong", {"true": "Look at the interval."}
    ),
    "square": Function("square", lambda n: n * n, ((0,), (1,), (2,), (3,), (4,)), "n"),
    "lines": Number(0.4651, near={"That is for independent lines.": 0.4495}),
    "own": Written(),
    "rare": Number(Fraction(16, 567)),
    "missing": Number(
        Fraction(52, 3517), near={"That was so before you looked.": Fraction(1, 100)}
    ),
    "top": Number(Fraction(513, 1024), near={"Ten times running?": Fraction(1, 2)}),
    "change": Number(Fraction(1, 72), difference=True),
    "deviation": Number(Fraction(9, 2)),
    "variance": Number(0.5054, chance=False),
    "variances": Numbers((Fraction(3, 16), Fraction(1, 16)), ("within", "between"), chance=False),
    "matched": Numbers(
        (0.022010834756452657, 0.17798916524354735), ("lower", "upper"), difference=True
    ),
    "reach": Numbers((64.32, 95.68), ("lower end", "upper end"), within=0.5),
    "thousands": Numbers((1680, 1700), ("low", "high")),
    "noughts": Number(0.37003),
    "dies away": Number(math.exp(-48 / 13)),
    "e to the -2": Number(math.exp(-2)),
    "half life": Number(math.log(2)),
    "coin": Experiment(Fraction(1, 2), ""),
    "spread out": Experiment(Fraction(100, 13), "", deviation=2.5, least=500),
}


@pytest.mark.table("kind, said, mark, words", "marks")
def test_an_answer_has_its_mark_and_its_sentence(kind, said, mark, words):
    found = MARKED[kind].mark(said)
    assert found.mark == mark
    assert found.comment == words if words.endswith(".") else words in found.comment


@pytest.mark.parametrize(
    "kind, said, mark",
    [
        ("ends", "30.1 to 54.3 %", "right"),
        ("ends", "0.301-0.543", "right"),
        ("reach", "64-96", "right"),
        ("coin", "1000; 7; 47 to 53 %", "right"),
        ("coin", "1000;7;0.47–0.53", "right"),
        ("coin", "1000; 7; [0.47, 0.53]", "right"),
        ("coin", "1000; 7; 0.48; 0.52", "wrong"),  # 80 %
        ("coin", "1000; 7; 0.46; 0.541", "wrong"),  # 99 %
        ("seldom", "1000; 7; 0.0055; 0.0182", "right"),  # Wilson's of 10 wins
        ("seldom", "1000; 7; 0.0137; 0.0303", "right"),  # of 20 wins, exact ends and rare luck
        ("coin", "1000; 7; 0.51; 0.572", "right"),  # honest, and misses
        ("rare share", round(4 / 43, 4), "right"),
        ("rare share", "0.093", "nearly"),
        ("rare share", 0.0931, "nearly"),
        ("fifth", "9/45 = 1/5", "right"),
        ("fifth", "1/5 = 0.2", "right"),
        ("fifth", "1/5 = 0.25", "unread"),
        ("half life", "log 2", "right"),
        ("e to the -2", "exp -2", "right"),
        ("ten", "10 min", "right"),
        ("ten", "10 minutes", "right"),
        ("ten", "1 minute", "unread"),
        ("near square", lambda n: n * n + 1e-8, "right"),
        ("near square", lambda n: n * n + 1e-3, "wrong"),
        ("square", lambda n: n * n + 1e-8, "wrong"),
        ("square", lambda n: str(n * n), "wrong"),
    ],
)
def test_an_answer_in_the_books_own_form_has_its_mark(kind, said, mark):
    kinds = {
        **MARKED,
        "seldom": Experiment(Fraction(1, 100), ""),
        "rare share": Number(Fraction(4, 43)),
        "fifth": Number(Fraction(1, 5)),
        "ten": Choice(("shorter", "ten minutes"), "ten minutes"),
        "near square": replace(MARKED["square"], within=1e-6),
    }
    assert kinds[kind].mark(said).mark == mark


def test_what_the_lessons_own_methods_give_is_right():
    slices = """def within(z):
    n = round(1000 * z)
    return sum(exp(-((i + 0.5) / 1000) ** 2 / 2) for i in range(-n, n)) / 1000 / sqrt(2 * pi)"""
    for name, answer in (
        ("common-deals/matched", "0.0217; 0.178"),  # with n - 1
        ("common-deals/matched", "0.0220; 0.178"),
        ("bell/function", slices),
        ("bellman/price", "35.1"),
    ):
        assert exercise(name).mark(answer).mark == "right", name


def test_a_solution_has_as_many_figures_as_are_asked_for():
    for kind in [*MARKED.values(), *(exercise(name).expects for name in ALL)]:
        if isinstance(kind, Number | Numbers):
            said = re.sub(r"[^;]*(?:about|=) ", "", kind.solution())
            assert kind.mark(said).mark == "right", (said, kind)
    assert MARKED["noughts"].solution() == "about 0.3700"
    assert MARKED["matched"].solution() == "about 0.02201; about 0.1780"


def test_values_are_marked_as_their_texts_are():
    for kind, value in (
        ("ends", wilson(25, 60)),
        ("some", {1, 3, 7, 9}),
        ("some", np.array([3, 1, 9, 7])),
        ("square", lambda n: n * n),
        ("price", Fraction(33, 140)),
        ("price", 33 / 140),
        ("chances", np.array([246 / 595, 656 / 1547])),
    ):
        assert MARKED[kind].mark(value).mark == "right"


def test_of_what_is_no_chance_nothing_is_said_of_one():
    mean = Number(lambda: Fraction(6, 7), chance=False)
    for said in ("8/7", "7/6", "5", "1/7"):
        assert "chance" not in mean.mark(said).comment


@pytest.mark.parametrize(
    ("kind", "told"),
    [
        (Number(Fraction(33, 140)), "It lies between 0.2 and 0.5."),
        (Number(-7), "It lies between -10 and -5."),
        (Number(40320), "It lies between 20,000 and 50,000."),
        (
            Numbers((1, 0.25), ("low", "high")),
            "Low: It lies between 1 and 2. High: It lies between 0.2 and 0.5.",
        ),
        (Members({1, 3, 7}), "There are 3 of them."),
        (Function("f", lambda n: n * n, ((3,),), "n"), "f(3) should give 9."),
        (Choice(("yes", "no"), "no"), ""),
    ],
)
def test_a_hint_is_true_and_not_the_answer(kind, told):
    assert kind.hint() == told


def test_an_exercise_is_asked_and_answered_by_its_name():
    three = "sample-space/three"
    assert check(three) is exercise(three)
    assert str(check("sample-space/middle", None)) == "Not answered yet. Write a whole number."
    assert "hint" not in str(check(three, 0.5))
    assert "A hint: It lies between 0.02 and 0.05." in str(check(three, 0.6))
    assert str(check(three, "2.8 %")).startswith("Nearly.")
    for name, words in (
        ("sample-space/thre", "did you mean 'sample-space/three'"),
        ("sample-spice/x", "did you mean 'sample-space'"),
        ("none", "a name is"),
        ("", "a name is"),
        ("spread/due#1", "there is no exercise"),
        *((f"{LIKE}#{wrong}", "there is no exercise") for wrong in (0, "x", "9" * 9999)),
    ):
        with pytest.raises(asking.UnknownExercise, match=words):
            check(name)


#: An exercise that has others like it.
LIKE = "spread/deviation"


def test_one_like_another_is_offered_with_the_hint_and_asked_by_name(monkeypatch):
    monkeypatch.setattr(asking, "_others", Counter())
    offer = f'One like it, in a cell: cadogan.course.another("{LIKE}").'
    assert "another(" not in str(check(LIKE, 5)) and str(check(LIKE, 6)).endswith(offer)
    assert [another(LIKE).name for _ in range(2)] == [f"{LIKE}#1", f"{LIKE}#2"]
    assert str(check(LIKE, 8)) == f"Right. {offer}"


@pytest.mark.slow
def test_a_player_is_raced_on_common_deals():
    race = Race("fourteenth", "random", n=30)
    assert race.mark(lambda seen, moves: moves[0]).mark in ("nearly", "wrong", "right")
    idle = race.mark("def player(seen, moves):\n    return None")
    assert idle.mark == "wrong" and "30 common deals" in idle.comment and "-" in idle.comment
    assert "KeyError" in race.mark("def player(seen, moves):\n    return seen['nowhere']").comment


def test_options_that_hold_commas_are_told_apart():
    threes = Choice(("2, 6, 10", "3, 6, 9", "4, 5, 9"), "3, 6, 9")
    assert threes.form == "2, 6, 10; 3, 6, 9; or 4, 5, 9"
    assert Choice(("now", "later", "the same"), "now").form == "now, later or the same"


@pytest.mark.parametrize("name", ALL)
def test_nothing_is_given_for_no_work(name):
    """Nought, one figure, a slip and a function that gives the same whatever it is asked have no
    points.
    """
    kind = exercise(name).expects
    if isinstance(kind, Number):
        exact, slips = Fraction(computed(kind.value)), [*map(computed, kind.near.values())]
        idle = {"0.0", "0.00", "0", "0 %", f"{float(exact):.0e}", f"{float(exact):.1f}", *slips}
        idle |= {f"{float(slip):.{figures}g}" for slip in slips for figures in (1, 2, 3, 4)}
        for answer in idle:
            given = number(answer)
            close = given.is_near(exact) and given.figures > 1  # no slip's any more
            if given.value != exact and not close and abs(given.value - exact) > kind.within:
                assert not kind.mark(answer).share, answer
    elif isinstance(kind, Function):
        for given in [*(kind.reference(*case) for case in kind.cases), None]:
            assert not kind.mark(lambda *case, given=given: given).share, given


def test_progress_counts_the_chapters_exercises_too(monkeypatch):
    right = dict.fromkeys(("sample-space/none", "anna/1", "kings/2"), "right")
    monkeypatch.setattr(asking, "_marks", {**right, "anna/2": "nearly"})
    done = asking.progress()
    answered = [(one.slug, one.right) for one in (*done.lessons, *done.chapters) if one.right]
    assert {*answered} == {("sample-space", 1), ("anna", 1), ("kings", 1)}
    assert (done.in_chapters.right, done.in_chapters.total) == (2, 159) and len(done.chapters) == 53
    assert repr(done).endswith("The chapters' exercises: 2 of 159 right")
    assert (
        '<li data-exercises="anna"><a href="anna.html">Anna</a>: <span>1</span> of 3 right</li>'
        in done._repr_html_()
    )


class Spoilt:
    """Raises whatever is done with it."""

    def fails(self, *given):
        raise RuntimeError("looked at")

    __str__ = __repr__ = __float__ = __eq__ = __hash__ = __len__ = __iter__ = fails


SPOILT_LIST = type("SpoiltList", (list,), {"__len__": Spoilt.fails, "__iter__": Spoilt.fails})
SPOILT_TEXT = type(
    "SpoiltText", (str,), {"__len__": Spoilt.fails, "strip": Spoilt.fails, "split": Spoilt.fails}
)
#: Answers that a reader's cell can come to, and what somebody might try.
HOSTILE = {
    "array": np.array([5, 6]),
    "array of an array": (np.array([1, 2]), 3),
    "array of texts": np.array(["a"]),
    "text of numpy": np.str_("a"),
    "moment": np.datetime64("2026-01-01"),
    "complex": np.complex128(1j),
    "sNaN": Decimal("sNaN"),
    "NaN": Decimal("NaN"),
    "digits": 10**5000,
    "digits below": Fraction(10**5000, 3),
    "digits twice": [10**5000] * 2,
    "exponent": Decimal("1e999999"),
    "endless": itertools.count(),
    "endless cards": itertools.repeat("AS"),
    "members": set(range(1_000_000)),
    "range": range(10**12),
    "spoilt": Spoilt(),
    "spoilt twice": [Spoilt(), Spoilt()],
    "spoilt list": SPOILT_LIST([3]),
    "spoilt text": SPOILT_TEXT("5"),
    "nested": [[1], [2]],
    "bytes": b"1",
    "half a sign": "\ud800",
    "long": "1" * 10**6,
    "long list": "1;" * 10**6,
    "brackets": "(" * 10**5,
    "exit": exit,
    "exits": "def f(*a):\n  exit()",
    "exits at once": "exit()",
    "raises": "def f(*a): return f(*a)",
    "zero": "\0",
    "gives spoilt": lambda *a: Spoilt(),
    "gives sNaN": lambda *a: Decimal("sNaN"),
    "gives digits": lambda *a: 10**5000,
    "gives an array": lambda *a: np.array([1, 2]),
    "gives the endless": lambda *a: itertools.count(),
    "gives much": lambda *a: "x" * 10**6,
    "a class": dict,
    "nothing": None,
    "yes": True,
    "raises spoilt": "class E(Exception):\n  __str__ = None\nraise E",
}
KINDS = {
    **{name: kind for name, kind in MARKED.items() if name not in ("own", "eight")},
    "words": Members(lambda: {"a", "b"}),
    "race": Race("nestor", "random", n=2),
    "moves": Moves(lambda: cadogan.games["fortress"].deal(1), lambda position: False, ""),
    "cards": these("two cards", lambda: cadogan.cards.cards("AS 2S")),
    "change": Change("fortress", "fortress"),
}


@pytest.mark.parametrize("kind", KINDS.values(), ids=KINDS)
def test_marks_never_raise(kind):
    for name, answer in HOSTILE.items():
        began = time.process_time()
        verdict = kind.mark(answer)
        assert verdict.mark in ("unread", "wrong") and 0 < len(verdict.comment) < 600, (
            name,
            verdict.mark,
        )
        assert time.process_time() - began < 2, name
        str(verdict).encode(errors="surrogatepass")


def test_what_numpy_gives_is_read():
    assert number(np.float64(0.5)) == number(np.array(0.5)) == number(0.5)
    assert number(np.int64(3)) == number(3)
    for value in (np.bool_(True), np.complex128(1)):
        with pytest.raises(Unreadable):
            number(value)


@pytest.mark.parametrize("name", [name for name, call in ALL.items() if len(call) > 3])
def test_an_exercise_like_another_has_other_numbers_and_is_marked_as_well(name):
    one = exercise(name)
    like = [exercise(f"{one.name}#{number}") for number in range(1, len(one.like) + 1)]
    assert len({other.asks for other in like} - {one.asks}) == len(like) >= 5
    assert len({other.expects.solution() for other in like}) > len(like) / 2
    for other in like:
        assert not re.search(r"(^|[.?!:] )\d+ [a-z]|\b1 deals", other.asks)
        right = getattr(other.expects, "value", None) or tuple(other.expects.values)
        assert other.mark(right).mark == "right" and other.expects.solution()
        for sentence, value in getattr(other.expects, "near", {}).items():
            assert other.mark(value).comment == sentence, other.asks
        shown = re.sub("</?em>", "*", other._repr_html_())
        assert other.grade == one.grade and other.asks in shown
    assert like[0].asks == exercise(f"{one.name}#{len(like) + 1}").asks, (
        "after the last comes the first"
    )
