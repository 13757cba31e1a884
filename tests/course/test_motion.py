"""Pictures that move: each is made of what its lesson says, on axes that stand still, is one still on
paper, and is told in words.
"""

import gzip
import re
import xml.etree.ElementTree as ET
from math import isclose

import pytest

from cadogan.course import asking, moving
from cadogan.course.chart import Chart

from ..conftest import shown, text_of

PAGES = [slug for slug in asking.lessons() if "\nmoving(" in text_of(f"book/lessons/{slug}.md")]


def point(chart, n):
    """A point that climbs."""
    chart.points([(n, n * n)])
    return f"<{n}>"


def frames(picture):
    """The groups that are its frames."""
    return [one for one in ET.fromstring(picture.svg).iter() if "frame" in one.get("class", "")]


def test_a_picture_has_its_axes_once_and_a_group_for_each_frame():
    picture = moving("n", range(1, 5), point, "A point climbs.", still=1).titled("Up & up")
    stills = ["still" in one.get("class") for one in frames(picture)]
    hidden = [one.get("display") for one in frames(picture)]
    assert stills == [False, True, False, False] and hidden == ["none", None, "none", "none"]
    ticks = [one.text for one in ET.fromstring(picture.svg).iter() if one.tag.endswith("text")]
    assert len(ticks) == len(set(ticks)) and "15" in ticks, (
        "one pair of axes, which the last point is within"
    )
    html = picture._repr_html_()
    assert 'max="3"' in html and 'value="1"' in html and "<figcaption>Up &amp; up<" in html
    assert "&lt;2&gt;</output>" in html and "<2>" not in html
    assert repr(picture).startswith("[A picture that moves: Up & up A point climbs. 4 frames, from")


def test_what_grows_keeps_its_frames_on_paper():
    picture = moving("n", range(1, 5), point, "Points come.", still=2, grows=True)
    assert ["still" in one.get("class") for one in frames(picture)] == [True, True, True, False]
    assert " data-grows " in picture._repr_html_()


def test_the_cards_of_a_picture_are_drawn_once_and_under_names_of_its_own():
    def card(chart, n):
        chart.card((n, 0), "KH", 40)
        return str(n)

    one, other = (moving("n", (1, 2, 3), card, says) for says in ("A king goes.", "And comes."))
    assert one.svg.count("<symbol") == 3 and one.svg.count("<use href=") >= 3
    ids = [set(re.findall(r' id="([^"]+)"', picture.svg)) for picture in (one, other)]
    assert ids[0] and not ids[0] & ids[1]
    for picture, own in zip((one, other), ids):
        assert set(re.findall(r'href="#([^"]+)"', picture.svg)) <= own


@pytest.mark.parametrize(
    "values, options, says",
    [
        ([1], {}, "2 to 80 frames, not 1"),
        (range(81), {}, "not 81"),
        ([1, 2], {"still": 2}, "not number 2"),
        ([1, 2], {"beat": 0.01}, "0.05 to 5 seconds"),
    ],
)
def test_a_picture_that_cannot_be_is_refused(values, options, says):
    with pytest.raises(ValueError, match=re.escape(says)):
        moving("n", values, point, "A point climbs.", **options)


@pytest.mark.parametrize("page", PAGES)
def test_the_pictures_of_the_lessons_are_light_and_told(page):
    picture, _ = shown(page, "moving(")
    html = picture._repr_html_()
    assert len(gzip.compress(html.encode())) < 60_000 and len(html) < 250_000
    assert picture.caption and len(picture.says) > 60 and all(picture.told)
    ET.fromstring(picture.svg)


def heights(chart):
    """The bars of a frame: where their middles stand, how wide and how high they are."""
    return [((a + b) / 2, b - a, high) for ((a, high), (b, _)), _ in chart._marks]


@pytest.mark.parametrize("n", [1, 4, 64])
def test_standardized_sums_have_mean_0_and_variance_1_and_their_bars_area_1(n):
    _, page = shown("bell", "moving(")
    chart = Chart()
    assert page["of_layouts"](chart, n).startswith(f"{n} layout")
    bars = heights(chart)
    area = sum(wide * high for _, wide, high in bars)
    mean = sum(at * wide * high for at, wide, high in bars)
    variance = sum(at * at * wide * high for at, wide, high in bars)
    assert isclose(area, 1, abs_tol=0.002), "but for bars that cannot be seen"
    assert isclose(mean, 0, abs_tol=0.01) and isclose(variance, 1, abs_tol=0.03)
    whole = page["standardized"](n)
    wide = 1 / (float(page["sigma"]) * n**0.5)
    assert isclose(sum(at * high for at, high in whole.items()) * wide, 0, abs_tol=1e-9)
    assert isclose(sum(at * at * high for at, high in whole.items()) * wide, 1, abs_tol=1e-9)
