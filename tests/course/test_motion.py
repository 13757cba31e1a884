"""Pictures that move: each is made of what its lesson says, on axes that stand still, is one still on
paper, and is told in words.
"""

import gzip
import re
import xml.etree.ElementTree as ET
from functools import cache
from math import isclose

import pytest

from cadogan.course import asking, moving
from cadogan.course.chart import Chart

from ..conftest import shown, text_of

PAGES = [slug for slug in asking.lessons() if "\nmoving(" in text_of(f"book/lessons/{slug}.md")]


@cache
def picture_of(page):
    """The picture of a lesson, and the names of its page."""
    return shown(page, "moving(")


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
    picture, _ = picture_of(page)
    html = picture._repr_html_()
    assert len(gzip.compress(html.encode())) < 60_000 and len(html) < 250_000
    assert picture.caption and len(picture.description) > 60 and all(picture.labels)
    ET.fromstring(picture.svg)


def heights(chart):
    """The bars of a frame: where their middles stand, how wide and how high they are."""
    return [((a + b) / 2, b - a, high) for ((a, high), (b, _)), _ in chart._marks]


@pytest.mark.parametrize("n", [1, 4, 64])
def test_standardized_sums_have_mean_0_and_variance_1_and_their_bars_area_1(n):
    _, page = picture_of("bell")
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


def test_thirty_paths_end_where_their_seeds_end_and_few_leave_two_standard_deviations():
    picture, page = picture_of("spread")
    ends = [page["off"](seed, 1000) for seed in range(30)]
    counted = [page["without"](seed)[-1] for seed in range(1, 31)]
    assert ends == [pytest.approx(count - 1000 * 293 / 630) for count in counted]
    assert page["two_sigmas"](1000) == pytest.approx(2 * (1000 * 293 * 337 / 630**2) ** 0.5)
    inside = sum(abs(end) <= page["two_sigmas"](1000) for end in ends)
    assert (
        picture.labels[-1] == f"1,000 layouts: {inside} of 30 between the curves" and inside >= 26
    )


def test_a_fair_price_grows_or_falls_and_the_mean_of_all_deals_stays():
    _, page = picture_of("fair-price")
    for one in page["thirty"]:
        alive = [price for price in one if price]
        assert alive == [float(page["price"](n)) for n in range(len(alive))]
        assert one[len(alive) :] == [0.0] * (16 - len(alive))
    # of all deals: the chance to be still in, times the price
    still_in, start = 1, page["price"]()
    for shown_before in range(15):
        still_in *= 1 - page["Fraction"](4, 51 - shown_before)
        assert still_in * page["price"](shown_before + 1) == start


def test_what_the_stock_loses_the_lanes_gain_in_proportion():
    picture, page = picture_of("bayes")
    for turned in range(25):
        now = page["after"](turned)
        assert sum(now.values()) == 1 and now[8] == page["Fraction"](24 - turned, 45 - turned)
        assert all(now[lane] * 21 == (lane - 1) * (1 - now[8]) for lane in range(2, 8))
    assert len(set(page["stock"])) == 24 and "AC" not in page["stock"]
    assert picture.svg.count('class="frame') == 25


def test_gaps_trade_places_and_no_card_is_lost():
    picture, page = picture_of("indicators")
    lengths = []
    for order in page["orders"]:
        kings, _ = page["lies"](order)
        assert sorted(order) == list(range(8)) and kings[0] == 0 and len(set(kings)) == 8
        gaps = [b - a - 1 for a, b in zip(kings, [*kings[1:], 96])]
        assert gaps == [page["sizes"][gap] for gap in order]
        lengths.append(gaps)
    assert len({tuple(gaps) for gaps in lengths}) == len(lengths), "each is another row"
    assert all(sorted(gaps) == sorted(lengths[0]) and sum(gaps) == 88 for gaps in lengths)
    empty = [f"gap {gaps.index(0) + 1} is empty" for gaps in lengths]
    assert [label.partition(":")[0] for label in picture.labels[:: page["STEPS"]]] == empty


def test_rows_of_a_riffle_are_its_rising_sequences():
    picture, page = picture_of("shuffling")
    told = []
    for says, lie in page["stops"]:
        if "rising" not in says:
            continue
        pack = sorted(lie, key=lambda card: lie[card][0])
        rows = {}
        for card in pack:
            rows.setdefault(lie[card][1], []).append(card)
        for row in rows.values():
            assert row == list(range(row[0], row[0] + len(row))), "a run, left to right"
        assert len(rows) == page["rising"](pack)
        told.append(len(rows))
    assert told[0] <= 2 and told[1] <= 4 and told[2] <= 8 and sorted(set(told)) == told
    assert picture.labels[-1] == f"riffle 3: {told[-1]} rising sequences"


def test_values_are_filled_in_backwards_and_all_of_them():
    picture, page = picture_of("bellman")
    texts = [
        one.text for group in frames(picture) for one in group.iter() if one.tag.endswith("text")
    ]
    assert len(texts) == 3 * 25 and texts[0] == "1.00"
    for left, value in enumerate(page["best"]):
        assert texts[25 * left + 24] == f"{float(value):.2f}"[1:]
        assert picture.labels[9 * left + 8].endswith(f"cards out 8: {float(value):.4f}")
