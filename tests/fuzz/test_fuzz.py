"""Some of what strangers may send, from fixed seeds; `tools/fuzz.py` tries more."""

from __future__ import annotations

from pathlib import Path

import fuzz
import fuzzing
import pytest

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
#: The first seed of each kind, and in how many groups its cases are tried.
FIRST, GROUPS = 1_000, 5


@pytest.mark.few("0")
@pytest.mark.parametrize("group", range(GROUPS))
@pytest.mark.parametrize("name", fuzzing.KINDS)
def test_whatever_comes_is_taken_or_refused_with_a_sentence(name: str, group: int) -> None:
    kind, outcomes = fuzzing.KINDS[name], set()
    for seed in range(FIRST + group, FIRST + TRIED[name], GROUPS):
        try:
            outcomes.add(fuzzing.tried(kind, f"{name} {seed}"))
        except fuzzing.Fault as fault:
            pytest.fail(f"{fault}; python tools/fuzz.py --again {name}:{seed}")
    if name in ("play", "rounds"):  # the book's own games
        assert True in outcomes
        return
    assert outcomes == {True, False}, "some cases are taken and some are refused"


def test_every_kind_is_tried() -> None:
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
def test_what_is_no_sentence_of_ours_is_a_fault(said: object) -> None:
    with pytest.raises(fuzzing.Fault):
        fuzzing.sentence(said)


def test_a_sentence_of_ours_may_repeat_a_name_with_underscores() -> None:
    fuzzing.sentence("a rules cell does not know the name __class__")


def test_a_false_reason_would_be_found() -> None:
    state = games["cooncan"].deal(1)
    wrong = IllegalAction(f"{state.hands[1][0].symbol} is not in the hand: nothing")
    assert "is in the hand" in fuzzing.false_reason(state, wrong)


def test_a_case_is_the_same_for_the_same_seed() -> None:
    for kind in fuzzing.KINDS.values():
        assert fuzzing.case(kind, "1") == fuzzing.case(kind, "1") != fuzzing.case(kind, "2")


def test_a_wrong_exception_is_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise KeyError("x")

    monkeypatch.setattr(fuzzing, "read_changed", broken)
    with pytest.raises(fuzzing.Fault, match="KeyError"):
        fuzzing.tried(fuzzing.KINDS["cells"], "1")


def test_a_run_counts_what_its_process_tries(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(fuzz, "KEPT", tmp_path)
    found = fuzz.Found("records", 5)
    fuzz.tried(found, minutes=0.005, slow=1, memory=200)
    assert (
        0.3 <= found.seconds < 1.5
        and found.taken + found.refused == found.seed - 5 > 10
        and not found.faults
    )
    assert fuzz.Found.last("records") == found


def test_a_run_goes_on_where_the_last_one_stopped(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(fuzz, "KEPT", tmp_path)
    assert fuzz.Found.last("cells") is None
    found = fuzz.Found("cells", 7)
    for did, seconds, memory in (
        (True, 0.2, 1),
        (False, 0.1, 3),
        ("broken", 0.1, 0),
        (True, 1.5, 0),
        (False, 0.1, 300),
    ):
        found.count(did, seconds, memory, slow=1, most=200)
    found.keep()
    again = fuzz.Found.last("cells")
    assert again == found and (again.seed, again.taken, again.refused, again.faults) == (
        12,
        1,
        1,
        3,
    )
    assert (again.slowest, again.slowest_seed, again.memory) == (
        1.5,
        10,
        300,
    ) and again.seconds == pytest.approx(2)
    assert {path.name for path in tmp_path.glob("cells-*")} == {
        "cells-9.json",
        "cells-10.json",
        "cells-11.json",
    }
