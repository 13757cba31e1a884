"""Figures and sliders: each tells in words what it shows, in ink that follows the page, with no
name that another figure has.
"""

import math
import re
import xml.etree.ElementTree as ET

import pytest

from cadogan import games, odds
from cadogan.course import figures, slide
from cadogan.course.figures import Figure

FORTRESS = games["fortress"]
EVERY = {
    "bars": (
        lambda: figures.bars({0: 168768, 1: 131040}, "fifteens", "layouts", log=True, level=0.5),
        "0: 168,768, 1: 131,040",
    ),
    "counts": (
        lambda: figures.counts(
            {"exact": {0: 0.4, 1: 0.6}, '"<b>': {0: 0.5}}, "wins & more", "share", 1, [1]
        ),
        'exact: 0 0.4, 1 0.6; "<b>: 0 0.5',
    ),
    "curves": (
        lambda: figures.curves({"a": [(0, 1), (1, 3)], "b": [(0, 2), (1, 0)]}, "x", "y", level=2),
        "a: from 1 at 0 to 3 at 1",
    ),
    "price": (
        lambda: figures.price([("one", 1.5, (0.5, 2.5)), ("two", -0.1, (-1, 0.8))]),
        "one +1.5 (95 % interval +0.5 to +2.5); two -0.1",
    ),
    "at least": (
        lambda: figures.at_least({"greedy": odds.simulate(FORTRESS, "greedy", n=50)}),
        "greedy: from 100 at 0 to 0 at 52",
    ),
    "ends": (
        lambda: figures.ends({"greedy": odds.simulate(FORTRESS, "greedy", n=50)}, lost=True),
        "greedy: from ",
    ),
    "intervals": (
        lambda: figures.intervals({"4": (1, 0, 2), "8": (3, 2, 4)}, "helps", "% won", "8"),
        "4: 1 (95 % interval 0 to 2); 8: 3",
    ),
}


def labels(figure):
    """The texts in a drawing."""
    return [one for one in ET.fromstring(figure.svg).iter() if one.tag.endswith("text")]


@pytest.mark.parametrize("name", EVERY)
def test_a_figure_tells_what_it_shows(name):
    make, words = EVERY[name]
    figure = make()
    assert words in figure.description and repr(figure) == f"[Figure: {figure.description}]"
    assert figure == make(), "the same twice"
    root = ET.fromstring(figure.svg)
    assert root.get("role") == "img" and root.get("aria-label") == figure.description
    assert "currentColor" in figure.svg and len(figure.svg) < 25_000
    for word in ("#000000", "<style", " id="):
        assert word not in figure.svg, "a colour, a rule or a name that meets another's"


def test_the_axes_stand_still_where_they_are_told_to_and_the_answer_is_in_colour():
    few, many = (
        figures.counts({"n": {0: share, 3: 0.1}}, "x", "y", 1, [3]) for share in (0.2, 0.9)
    )
    ticks = [[(one.get("y"), one.text) for one in labels(some)] for some in (few, many)]
    assert ticks[0] == ticks[1] and few.svg != many.svg
    assert few.svg.count(figures.ACCENT) == 1
    still, free = (figures.curves({"a": [(0, 1)]}, "x", "y", y=y) for y in ((0, 9), None))
    assert still.svg != free.svg


def test_no_label_leaves_the_drawing():
    long = "games won, in percentage points, on common deals"
    figure = figures.price(
        [("a name of a reading that takes up half of it", 1.5, (0.5, 2.5))], long
    )
    width = float(ET.fromstring(figure.svg).get("viewBox", "").split()[2])
    label = next(one for one in labels(figure) if one.text == long)
    half = len(long) * 6.4 / 2 * float(label.get("font-size", 12)) / 12
    assert half <= float(label.get("x", 0)) <= width - half
    short = figures.curves({"a": [(0, 1), (9, 3)]}, "x", "y", level=2, level_says="one")
    label = next(one for one in labels(short) if one.text == "one")
    assert float(label.get("x", 0)) + 7 * len("one") <= width, "wide letters, and few of them"


def test_a_caption_stands_under_its_figure_and_in_its_words():
    figure = figures.bars({1: 2}, "x", "y").titled("Two < three")
    assert "<figcaption>Two &lt; three</figcaption>" in figure._repr_html_()
    assert repr(figure).startswith("[Figure: Two < three Bars of y")


def test_a_slider_stores_its_states_and_shows_one():
    moved = slide("n < 9", [1, 2, 3], lambda n: "<" * n, start=2)
    html = moved._repr_html_()
    assert (
        html.count('class="cadogan-state"') == 3
        and html.count(" hidden>") == 2
        and 'value="1"' in html
    )
    assert "n &lt; 9" in html and "<p>&lt;&lt;</p>" in html and "<<" not in html
    assert "<svg" in slide("n", [1, 2], lambda n: Figure("<svg/>", "nothing"))._repr_html_()
    for values, start in (([1], None), (list(range(26)), None), ([1, 2], 3)):
        with pytest.raises(ValueError, match=r"states|one of its values"):
            slide("n", values, str, start)


def test_any_other_number_of_a_slider_is_computed_and_nothing_else():
    whole, part = slide("n", [1, 30], lambda n: f"{n * n}"), slide("share", [0.5, 2], str)
    assert (whole.state_at(7), whole.state_at(30.0), part.state_at(1.25)) == ("49", "900", "1.25")
    suit = slide("suit", ["hearts", "spades"], str)
    for moved, value in ((whole, 31), (whole, 1.5), (whole, math.nan), (part, 0.1), (suit, 1)):
        with pytest.raises(ValueError, match=r"a (whole )?number from|are no numbers"):
            moved.state_at(value)


@pytest.mark.parametrize("axis", ["x", "y"])
def test_the_label_of_a_level_stands_outside_the_axes(axis):
    def plot(chart):
        chart.line([(0, 0), (4, 4)])
        chart.level(2, axis=axis, label="exactly two of four")
        chart.level(9, axis=axis, label="out of sight")
        chart.limit((0, 4), (0, 4))

    figure = figures.drawn(plot, "a level")
    axes = next(one.get("d", "") for one in ET.fromstring(figure.svg) if one.tag.endswith("path"))
    left, top, _, right = map(float, re.findall(r"[\d.]+", axes))
    placed = [one for one in labels(figure) if not one.text.isdigit()]
    assert " ".join(one.text for one in placed) == "exactly two of four"
    for one in placed:
        if axis == "y":
            assert float(one.get("x", 0)) > right
        else:
            assert float(one.get("y", 0)) < top and left < float(one.get("x", 0)) < right


def test_matplotlib_draws_the_same_data():
    pytest.importorskip("matplotlib").use("Agg")
    figure = figures.counts({"a": {0: 3, 2: 5}}, "cards", "games", high=9, answer=(2,), level=4)
    ax = figure.plot()
    assert [bar.get_height() for bar in ax.patches] == [3, 5, 5]
    assert (ax.get_xlabel(), ax.get_ylabel(), ax.get_ylim()) == ("cards", "games", (0, 9))
    (level,) = ax.lines
    assert list(level.get_ydata()) == [4, 4]
    lines = (
        figures.curves({"one": [(0, 1), (2, 3)], "two": [(0, 2), (2, 0)]}, "x", "y").plot(ax).lines
    )
    assert [list(line.get_ydata()) for line in lines[1:]] == [[1, 3], [2, 0]]
    with pytest.raises(ValueError, match="no data"):
        Figure("<svg/>", "nothing").plot()


def test_odds_are_plotted_with_their_intervals():
    pytest.importorskip("matplotlib").use("Agg")
    import cadogan

    compared = cadogan.odds.compare({"Nestor": cadogan.games["nestor"]}, ("random", "greedy"), n=50)
    names = [label.get_text() for label in compared.plot().get_yticklabels()]
    assert names == ["greedy", "random"]
    result = compared.rows[0][1]
    assert sum(bar.get_height() for bar in result.plot().patches) == result.n
