"""The class as the sample: what is called out, pasted or handed in is drawn as it is, and what cannot be
read is told.
"""

import xml.etree.ElementTree as ET

import pytest

from cadogan import odds
from cadogan.course import sample
from cadogan.course.log import PARTS

from ..conftest import shown
from .test_handed_in import handed


def sitting(game, outcome):
    """A deal in a board's log."""
    told = dict.fromkeys(PARTS, 0)
    return {**told, "begun": "2026-11-27T10:00:00Z", "game": game, "outcome": outcome}


@pytest.mark.parametrize(
    "text, found",
    [
        ("31, 28; 27\n", {"1": (31, 60), "2": (28, 60), "3": (27, 60)}),
        ("Ada Lovelace\t31\nBen, 28/40", {"Ada Lovelace": (31, 60), "Ben": (28, 40)}),
        ("seed 7: 30 of 61; seed 8: 0", {"seed 7": (30, 61), "seed 8": (0, 60)}),
        ("Ada 3 Ada 4", {"Ada": (3, 60), "Ada (2)": (4, 60)}),
    ],
)
def test_wins_are_read_as_they_are_called_out(text, found):
    assert sample.wins(text) == found


@pytest.mark.parametrize(
    "text, says",
    [("61", "61 are more wins than 60"), ("none", "write the"), ("26.5 30", "26.5 are no wins")],
)
def test_what_cannot_be_wins_is_told(text, says):
    with pytest.raises(ValueError, match=says):
        sample.wins(text)


def test_wins_and_guesses_are_read_from_what_was_handed_in(tmp_path):
    """Of two files of one student the later one counts; a damaged one costs nobody anything."""
    log = [sitting("anna", "won"), sitting("anna", "stuck"), sitting("clock", "won")]
    for file, name, guess, played in (
        ("a", "Ada", "31", log),
        ("b", "Ben", "about 20", log[:1]),
        ("c", "Cy", "1/2", log[2:]),
        ("d", "ben", "25", log[:1]),
    ):
        text = handed(name, {}, "coverage", {"coverage/wins": guess}, played=played)
        if file == "d":
            text = text.replace("2026-11-27T10:00:00.000Z", "2026-11-27T11:00:00.000Z")
        (tmp_path / f"{file}.json").write_text(text)
    (tmp_path / "e.json").write_text("{")
    assert sample.wins(tmp_path) == {"Ada": (1, 2), "ben": (1, 1)}
    assert sorted(sample.guesses(tmp_path, "coverage/wins")) == [0.5, 25, 31]
    with pytest.raises(ValueError, match="holds a deal of zodiac"):
        sample.wins(tmp_path, game="zodiac")
    with pytest.raises(ValueError, match="no guess among them"):
        sample.guesses(tmp_path, "coverage/other")


def test_intervals_that_miss_are_crossed_and_named():
    ends = {"Ada": (0.3, 0.6), "Ben": (0.55, 0.7), "3": (0.1, 0.4)}
    figure = sample.stacked(ends, 0.5, "share of the class")
    texts = [one.text for one in ET.fromstring(figure.svg).iter() if one.tag.endswith("text")]
    assert {"Ada", "Ben", "share of the class"} <= {*texts}
    assert figure.svg.count("l8,8") == 2, "two crosses"
    assert "3 intervals" in figure.description and "missed by 2 of them" in figure.description
    nameless = sample.stacked({"1": (0.3, 0.6), "2": (0.4, 0.7)}, 0.5)
    assert "student" in nameless.svg and "missed by 0" in nameless.description


def test_each_guess_is_a_disc_beside_what_came_out():
    figure = sample.beside([20, 30, 30, 45], 30)
    assert figure.svg.count("<circle") == 4
    assert (
        "20 to 45, 30 in the middle" in figure.description
        and "1 guessed less, 1 more" in figure.description
    )


def test_the_class_in_lesson_7_is_drawn_with_its_own_intervals():
    figure, page = shown("coverage", "sample.stacked({")
    assert list(page["ours"].values()) == [
        (won, 60) for won in map(int, page["called_out"].split())
    ]
    ends = [odds.wilson(won, n) for won, n in page["ours"].values()]
    assert f"between {min(low for low, _ in ends):.3g} and {max(high for _, high in ends):.3g}" in (
        figure.description
    )
