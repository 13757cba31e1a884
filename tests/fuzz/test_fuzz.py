"""Some of what strangers may send, from fixed seeds; `tools/fuzz.py` tries more."""

from time import process_time

import fuzz
import fuzzing
import pytest

import cadogan
from cadogan.round_games import IllegalAction, games

#: How many cases of each kind are tried here: a few seconds each.
TRIED = {
    "cells": 200,
    "reader": 400,
    "records": 250,
    "positions": 100,
    "links": 150,
    "sessions": 80,
    "actions": 400,
    "tables": 100,
    "differential": 300,
    "play": 5,
    "rounds": 100,
}
#: In how many groups the cases of a kind are tried.
GROUPS = 5


@pytest.mark.few("0")
@pytest.mark.parametrize("group", range(GROUPS))
@pytest.mark.parametrize("name", fuzzing.KINDS)
def test_whatever_comes_is_taken_or_refused_with_a_sentence(name, group):
    outcomes = set(fuzz.batch(name, TRIED[name] // GROUPS, number=group))
    if name in ("play", "rounds"):  # the book's own games
        assert True in outcomes
        return
    assert outcomes == {True, False}, "some cases are taken and some are refused"


def test_every_kind_is_tried():
    assert TRIED.keys() == fuzzing.KINDS.keys()


@pytest.mark.parametrize(
    "said",
    [
        "",
        " ",
        None,
        "'NoneType' object is not iterable",
        "list index out of range",
        "x" * 2_000,
        "KeyError: 'x'",
        "Game.__init__() got one",
    ],
)
def test_what_is_no_sentence_of_ours_is_a_fault(said):
    with pytest.raises(fuzzing.Fault):
        fuzzing.sentence(said)


def test_a_sentence_of_ours_may_repeat_a_name_with_underscores():
    fuzzing.sentence("a rules cell does not know the name __class__")


def test_a_false_reason_would_be_found():
    state = games["cooncan"].deal(1)
    wrong = IllegalAction(f"{state.hands[1][0].symbol} is not in the hand: nothing")
    assert "is in the hand" in fuzzing.false_reason(state, wrong)


def test_a_wrong_exception_is_a_fault_and_its_smallest_case_is_told(monkeypatch, tmp_path):
    def broken(before, slug, *texts):
        raise KeyError(slug)

    first = next(iter(cadogan.games))
    monkeypatch.setattr(fuzzing, "read_changed", broken)
    with pytest.raises(KeyError, match=first) as caught:
        fuzz.batch("cells", 20, tmp_path)
    assert any(note.startswith(f"{first}: [") for note in caught.value.__notes__)
    assert any(tmp_path.iterdir()), "it is kept, and tried first the next time"


def test_a_case_that_is_slow_or_comes_to_no_end_is_a_fault(monkeypatch):
    def endless(rng):
        while True:
            pass

    monkeypatch.setattr(fuzz, "PATIENCE", 0.05)
    for kind, said in (
        (fuzzing.Kind(fuzzing.try_reader, -1), "took"),
        (fuzzing.Kind(endless), "end"),
    ):
        monkeypatch.setitem(fuzzing.KINDS, "cells", kind)
        with pytest.raises(fuzzing.Fault, match=said):
            fuzz.batch("cells", 3)


def test_a_run_tries_its_minutes(monkeypatch, tmp_path):
    monkeypatch.setattr(fuzz, "KEPT", tmp_path)
    begun = process_time()
    found = fuzz.tried("reader", 0.01)
    assert 0.5 < process_time() - begun < 5 and set(found) == {True, False}
