"""The page of benchmarks: it shows what was kept, and what is measured is what it says."""

import json
import platform
import re

import bench
import pytest

import cadogan

from .conftest import text_of

KEPT = json.loads(text_of(bench.KEPT))


def test_the_page_shows_what_was_kept():
    page = text_of(bench.PAGE)
    assert bench.with_table(page, KEPT) == page
    shown = re.findall(r"^\| *\d+ *\|", page, re.MULTILINE)
    assert len(shown) == sum(len(row["figures"]) for row in KEPT["rows"].values()) > 0


def test_a_row_is_one_of_the_benchmark_and_its_figures_are_in_order():
    assert set(KEPT["rows"]) <= set(bench.ROWS)
    assert all(
        one["low"] <= one["median"] <= one["high"]
        for row in KEPT["rows"].values()
        for one in row["figures"]
    )


def test_the_machine_has_no_name():
    assert platform.node() not in " ".join(bench.machine().values())
    assert set(KEPT["machine"]) == {"processor", "cores", "system", "Python", "wasmtime"}


@pytest.mark.few
def test_a_changed_rule_is_valid_and_unknown(game):
    """Of every game of the book; a game that is equal to no other has no program yet."""
    assert bench.changed(game).deal(1).game != game


@pytest.mark.parametrize("title", bench.DECIDED)
def test_the_solver_s_games_are_those_named(title):
    assert bench.known()[title].rules.redeal is None


def test_the_page_is_in_the_book():
    assert "file: benchmarks" in text_of("book/_toc.yml")
    assert "benchmarks" not in cadogan.games
