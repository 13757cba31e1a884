"""Some of what strangers may send, from fixed seeds; and at length:

    pytest tests/fuzz -k "cells or records" --minutes 10

Batches of each kind are then tried for so many minutes of the processor. The smallest case that
Hypothesis finds for a fault is printed and kept in `_build/fuzz`, and the next run tries it first. A
case that takes more seconds of the processor than its kind may, comes to no end, or takes memory
beyond `MEMORY`, is a fault like any other. `node tools/fuzz_page.mjs KIND` does the same in the
Python of the page."""

import time
from collections import Counter

import pytest
from house import BUILD
from hypothesis import HealthCheck, Phase, given, seed, settings, strategies as st
from hypothesis.database import DirectoryBasedExampleDatabase

import cadogan
from cadogan.round_games import IllegalAction, games

from ..conftest import patience
from . import fuzzing

#: In how many groups the cases of a kind are tried.
GROUPS = 5


#: What a case may take at most: seconds of the processor, and bytes when they are tried at length.
PATIENCE, MEMORY = 60, 4 << 30


def batch(name, cases, kept=None, number=None):
    """Try so many cases of a kind: how many were taken and how many refused.

    Faults are kept in a folder, and those that are there are tried first; a number is a seed, for
    the same cases each time."""
    found, kind = Counter(), fuzzing.KINDS[name]

    @settings(
        max_examples=cases,
        derandomize=False,
        database=DirectoryBasedExampleDatabase(kept) if kept else None,
        phases=(Phase.reuse, Phase.generate, Phase.shrink),
        suppress_health_check=list(HealthCheck),
    )
    @given(st.randoms(use_true_random=False))
    def one(rng):
        begun = time.thread_time()
        with patience(PATIENCE):
            taken = kind.attempt(rng)
        if (took := time.thread_time() - begun) > kind.slow:
            raise fuzzing.Fault(f"it took {took:.1f} s")
        found[taken] += 1

    (one if number is None else seed(number)(one))()
    return found


def tried(name, minutes, kept=BUILD / "fuzz"):
    """Try batches of a kind until they have taken so many minutes."""
    fuzzing.book_cells()  # the chapters are read once, and not on any case's account
    found, until = Counter(), time.process_time() + 60 * minutes
    while time.process_time() < until:
        found += batch(name, fuzzing.KINDS[name].tried, kept)
    return found


@pytest.fixture
def minutes(request):
    """For how many minutes each kind is tried, within `MEMORY`; none in `make test`."""
    minutes = request.config.getoption("--minutes")
    if minutes:
        resource = pytest.importorskip("resource")
        resource.setrlimit(resource.RLIMIT_DATA, (MEMORY, resource.RLIM_INFINITY))
    return minutes


@pytest.mark.few("0")
@pytest.mark.parametrize("group", range(GROUPS))
@pytest.mark.parametrize("name", fuzzing.KINDS)
def test_whatever_comes_is_taken_or_refused_with_a_sentence(name, group, minutes):
    if minutes:
        outcomes = tried(name, minutes / GROUPS)
        print(f"{outcomes[True]:,} taken, {outcomes[False]:,} refused")  # with -rP
    else:
        outcomes = batch(name, fuzzing.KINDS[name].tried // GROUPS, number=group)
    assert True in outcomes
    assert False in outcomes or name == "play", "some are refused, but for the book's own games"


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
        batch("cells", 20, tmp_path)
    assert any(note.startswith(f"{first}: [") for note in caught.value.__notes__)
    assert any(tmp_path.iterdir()), "it is kept, and tried first the next time"


def test_a_case_that_is_slow_or_comes_to_no_end_is_a_fault(monkeypatch):
    def endless(rng):
        while True:
            pass

    monkeypatch.setitem(globals(), "PATIENCE", 0.05)
    for kind, said in (
        (fuzzing.Kind(fuzzing.try_reader, 3, -1), "took"),
        (fuzzing.Kind(endless, 3), "end"),
    ):
        monkeypatch.setitem(fuzzing.KINDS, "cells", kind)
        with pytest.raises(AssertionError, match=said):
            batch("cells", 3)


def test_a_run_tries_its_minutes(tmp_path):
    begun = time.process_time()
    found = tried("reader", 0.01, tmp_path)
    assert 0.5 < time.process_time() - begun < 5 and set(found) == {True, False}
