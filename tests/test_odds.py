"""Simulation: counts that can be trusted, interrupted and resumed; intervals; strategies of one's
own.
"""

from __future__ import annotations

import dataclasses
import errno
import json
import math
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as some

import cadogan
from cadogan.patience.game import Game
from cadogan.patience.position import IllegalMove, Move, Position
from cadogan.players import odds
from cadogan.players.comparison import paired
from cadogan.players.odds import Odds, simulate, wilson
from cadogan.players.strategies import STRATEGIES

FORTRESS = cadogan.games["fortress"]
LUCIE = cadogan.games["la-belle-lucie"]


def counts(result: Odds) -> tuple[Any, ...]:
    return result.n, result.wins, result.moves, result.stopped, result.home


# --- intervals ---------------------------------------------------------------------------------------


@given(some.integers(1, 10**6).flatmap(lambda n: some.tuples(some.integers(0, n), some.just(n))))
def test_the_interval_holds_the_share_and_is_a_mirror_image(case: tuple[int, int]) -> None:
    wins, n = case
    low, high = wilson(wins, n)
    assert 0 <= low <= wins / n + 1e-12 and wins / n - 1e-12 <= high <= 1
    other = wilson(n - wins, n)
    assert math.isclose(low, 1 - other[1], abs_tol=1e-12) and math.isclose(
        high, 1 - other[0], abs_tol=1e-12
    )


@given(some.integers(1, 2000).flatmap(lambda n: some.tuples(some.integers(0, n), some.just(n))))
def test_the_interval_solves_its_equation(case: tuple[int, int]) -> None:
    """Wilson's ends are the shares p for which the observed share lies z standard errors off."""
    wins, n = case
    z = 1.959964
    for p in wilson(wins, n):
        if 0 < p < 1:
            assert math.isclose(
                abs(wins / n - p), z * math.sqrt(p * (1 - p) / n), rel_tol=1e-6, abs_tol=1e-7
            )


def test_nothing_played_says_nothing() -> None:
    assert wilson(0, 0) == (0.0, 1.0)
    assert wilson(0, 100)[0] == 0 and wilson(100, 100)[1] == 1 and wilson(0, 100)[1] > 0.03


# --- counts ------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_counts_belong_to_deals_that_can_be_looked_at(game: Game) -> None:
    """Game i of a simulation is the deal seed * 2**32 + i: played one by one, the games add up to
    the counts.
    """
    for strategy in (one.name for one in STRATEGIES.values() if not one.compiled):
        result = simulate(game, strategy, n=2, seed=3, limit=70)
        records = [odds.playout(game, (3 << 32) + i, strategy, 70) for i in range(2)]
        assert list(result.ends) == [2 * r.last.home + r.last.is_won for r in records]
        assert result.moves == sum(len(r.moves) for r in records)
        ends = [r.last for r in records]
        assert result.wins == sum(p.is_won for p in ends)
        assert [result.home[p.home] > 0 for p in ends] == [True] * 2 and sum(result.home) == 2
        assert result.stopped == sum(
            len(r.moves) >= 70 and not p.is_won for r, p in zip(records, ends)
        )


def test_the_patient_player_plays_one_game_as_he_plays_many() -> None:
    """Move by move, by the program, what the simulation counts."""
    result = simulate(FORTRESS, "rollout", n=2, seed=3)
    records = [odds.playout(FORTRESS, (3 << 32) + i, "rollout") for i in range(2)]
    assert result.moves == sum(len(r.moves) for r in records)
    assert list(result.ends) == [2 * r.last.home + r.last.is_won for r in records]


def test_one_seed_one_result_another_seed_another() -> None:
    one = simulate(LUCIE, n=40, seed=1)
    assert simulate(LUCIE, n=40, seed=1) == one
    assert counts(simulate(LUCIE, n=40, seed=2)) != counts(one)
    assert simulate(LUCIE, n=40, seed=0).n == simulate(LUCIE, n=40, seed=odds.HIGHEST_SEED).n == 40


def test_a_longer_run_begins_with_the_shorter() -> None:
    steps: list[tuple[int, int]] = []
    simulate(LUCIE, n=23, seed=5, progress=lambda done, n: steps.append((done, n)))
    assert steps[-1] == (23, 23) and [d for d, _ in steps] == sorted({d for d, _ in steps})
    short, long = simulate(LUCIE, n=10, seed=5), simulate(LUCIE, n=23, seed=5)
    assert short.wins <= long.wins and short.moves < long.moves
    assert all(a <= b for a, b in zip(short.home, long.home))


class Impatient:
    """Progress that interrupts once so many games are done, as Ctrl-C would."""

    def __init__(self, games: int) -> None:
        self.games = games

    def __call__(self, done: int, n: int) -> None:
        if done >= self.games:
            raise KeyboardInterrupt


@pytest.mark.parametrize("workers", [1, 2])
@pytest.mark.parametrize("strategy", ["random", "greedy"])
def test_an_interrupted_run_keeps_its_counts_and_goes_on(strategy: str, workers: int) -> None:
    whole = simulate(LUCIE, strategy, n=60, seed=2)
    part = simulate(LUCIE, strategy, n=60, seed=2, workers=workers, progress=Impatient(20))
    assert 20 <= part.n < 60 and part.wanted == 60 and sum(part.home) == part.n
    assert "interrupted, 60 were asked for" in str(part)
    assert counts(part) == counts(simulate(LUCIE, strategy, n=part.n, seed=2))
    rest = simulate(LUCIE, strategy, n=60, seed=2, workers=workers, resume=part)
    assert rest == whole and counts(rest) == counts(whole)


class Killed(Exception):
    """The process ends."""


@pytest.mark.parametrize("workers", [1, 2])
def test_a_killed_run_goes_on_from_its_checkpoint(workers: int, tmp_path: Path) -> None:
    """What was counted last is on disk when the process ends in the middle, and the rest comes to
    the same counts.
    """
    path = tmp_path / "counts.json"
    reached = 0

    def kill(done: int, n: int) -> None:
        nonlocal reached
        reached = done
        if done >= 30:
            raise Killed

    with pytest.raises(Killed):
        simulate(LUCIE, n=60, seed=2, workers=workers, checkpoint=path, progress=kill)
    assert 30 <= reached < 60 and json.loads(path.read_text())["n"] == reached
    steps: list[int] = []
    whole = simulate(
        LUCIE, n=60, seed=2, checkpoint=path, progress=lambda done, n: steps.append(done)
    )
    assert (
        steps[0] > reached
        and whole == simulate(LUCIE, n=60, seed=2)
        and counts(whole) == counts(simulate(LUCIE, n=60, seed=2))
    )


def test_a_checkpoint_of_something_else_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "counts.json"
    simulate(LUCIE, n=5, seed=2, checkpoint=path)
    with pytest.raises(ValueError, match="other rules"):
        simulate(FORTRESS, n=9, seed=2, checkpoint=path)
    with pytest.raises(ValueError, match="belong to another game, strategy, seed or limit"):
        simulate(LUCIE, n=9, seed=3, checkpoint=path)
    for content in (b"{}", b"[]", b"\xff\x00", b"[" * 100_000, b'{"n": ' + b"9" * 5000 + b"}", b""):
        path.write_bytes(content)
        with pytest.raises(ValueError, match="holds no counts of a simulation"):
            simulate(LUCIE, n=9, seed=2, checkpoint=path)
        assert path.read_bytes() == content
    with pytest.raises(ValueError, match="there is no folder"):
        simulate(LUCIE, n=9, seed=2, checkpoint=tmp_path / "nowhere" / "counts.json")


@pytest.mark.parametrize(
    "changed",
    [
        {"wins": 1_000_000},
        {"n": -5},
        {"n": 6},
        {"n": "5"},
        {"n": True},
        {"wins": 2.0},
        {"moves": 10**9},
        {"moves": -1},
        {"stopped": 6},
        {"home": [5] * 2},
        {"home": [6, -1]},
        {"home": [0] * 60 + [5]},
        {"home": "5"},
        {"strategy": 5},
        {"seed": 10**30},
        {"wins": None},
    ],
)
def test_a_checkpoint_is_checked_whole(changed: dict[str, Any], tmp_path: Path) -> None:
    path = tmp_path / "counts.json"
    kept = simulate(LUCIE, n=5, seed=2, checkpoint=path)
    path.write_text(json.dumps(json.loads(path.read_text()) | changed))
    with pytest.raises(ValueError, match=r"holds counts that cannot be: \w+"):
        simulate(LUCIE, n=9, seed=2, checkpoint=path)
    off = {name: tuple(value) if name == "home" else value for name, value in changed.items()}
    if not off.keys() & {"strategy", "seed"}:
        with pytest.raises(ValueError, match=r"cannot be|more than"):
            simulate(LUCIE, n=9, seed=2, resume=dataclasses.replace(kept, **off))


def test_a_full_disk_loses_no_counts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "counts.json"
    simulate(LUCIE, n=20, seed=2, checkpoint=path)
    before, write = path.read_bytes(), Path.write_text

    def full(self: Path, text: str, encoding: str) -> None:
        write(self, text[:10], encoding)
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(Path, "write_text", full)
    with pytest.warns(RuntimeWarning, match="No space left on device; the games go on") as told:
        whole = simulate(LUCIE, n=60, seed=2, checkpoint=path)
    assert whole == simulate(LUCIE, n=60, seed=2) and len(told) == 1
    assert path.read_bytes() == before and list(tmp_path.iterdir()) == [path], (
        "the old counts stay, and nothing half written"
    )


@pytest.mark.parametrize(
    ("options", "kind", "said"),
    [
        ({"resume": 5}, TypeError, "resume is what an earlier simulation gave, not 5"),
        ({"fuel": "x"}, ValueError, "fuel is a whole number"),
        ({"fuel": 0}, ValueError, "fuel"),
        ({"fuel": True}, ValueError, "fuel"),
        ({"fuel": 10**5000}, ValueError, "fuel"),
    ],
)
def test_what_cannot_be_simulated_is_said(
    options: dict[str, Any], kind: type[Exception], said: str
) -> None:
    with pytest.raises(kind, match=said):
        simulate(LUCIE, n=5, seed=2, **options)


def test_resuming_a_finished_run_changes_nothing() -> None:
    whole = simulate(LUCIE, n=20, seed=2)
    assert simulate(LUCIE, n=20, seed=2, resume=whole) == whole
    assert counts(simulate(LUCIE, n=30, seed=2, resume=whole)) == counts(
        simulate(LUCIE, n=30, seed=2)
    )


def test_counts_of_something_else_are_not_added() -> None:
    part = simulate(LUCIE, "random", n=10, seed=2)
    for changed in ({"seed": 3}, {"limit": 99}, {"strategy": "greedy"}, {"n": 5}):
        with pytest.raises(ValueError, match="resume"):
            simulate(
                LUCIE, **({"strategy": "random", "n": 20, "seed": 2, "resume": part} | changed)
            )  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="resume"):
        simulate(FORTRESS, "random", n=20, seed=2, resume=part)


def test_the_limit_stops_games_that_go_on_for_ever() -> None:
    caesar = cadogan.games["caesar"]
    for limit in (50, 120):
        result = simulate(caesar, "random", n=3, seed=1, limit=limit)
        assert (result.wins, result.stopped, result.moves) == (0, 3, 3 * limit)
        assert f"stopped after {limit} moves" in str(result)


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (
            {"strategy": "clever"},
            "there is no strategy 'clever'; there are random, greedy, careful, rollout, or a function of your own",
        ),
        ({"strategy": None}, "there is no strategy None"),
        ({"n": 0}, "n is a whole number from 1 to"),
        ({"n": -5}, "n is a whole number from 1 to"),
        ({"n": 1.5}, "n is a whole number from 1 to"),
        ({"n": True}, "n is a whole number from 1 to"),
        ({"n": 2**32 + 1}, "n is a whole number from 1 to"),
        ({"seed": -1}, "seed is a whole number from 0 to"),
        ({"seed": 2**30}, "seed is a whole number from 0 to"),
        ({"seed": "1"}, "seed is a whole number from 0 to"),
        ({"limit": 0}, "limit is a whole number from 1 to"),
        ({"workers": 0}, "workers is a whole number from 1 to"),
        ({"workers": 65}, "workers is a whole number from 1 to"),
    ],
)
def test_a_wrong_argument_is_refused_by_name(given: dict[str, Any], said: str) -> None:
    with pytest.raises(ValueError) as caught:
        simulate(FORTRESS, **({"n": 1} | given))
    assert said in str(caught.value)


# --- strategies of one's own -------------------------------------------------------------------------


def first_move(seen: Mapping[str, Sequence[Any]], moves: Sequence[Move]) -> Move | None:
    return moves[0]


def test_a_strategy_of_ones_own_is_played_and_named() -> None:
    result = simulate(FORTRESS, first_move, n=6, seed=1)
    assert result.strategy == "first_move" and result.n == 6 and sum(result.home) == 6
    assert simulate(FORTRESS, first_move, n=6, seed=1) == result
    last, made = odds.play_out(FORTRESS.deal(1 << 32), first_move)
    assert last.is_over and cadogan.Record(FORTRESS, 1 << 32, made).last == last


def test_it_gets_what_is_seen_and_nothing_else() -> None:
    klondike = cadogan.games["canfield-or-klondike"]
    hidden = 0

    def look(seen: Mapping[str, Sequence[Any]], moves: Sequence[Move]) -> Move | None:
        nonlocal hidden
        assert not any(isinstance(thing, Position) for thing in (seen, moves, *moves))
        hidden += sum(card is None for pile in seen.values() for card in pile)
        assert all(card is None for card in seen["hand"])
        return moves[-1]

    simulate(klondike, look, n=2, seed=1, limit=30)
    assert hidden > 100


def test_it_may_stop_and_may_not_cheat() -> None:
    assert simulate(FORTRESS, lambda seen, moves: None, n=3, seed=1).moves == 0
    cheat = dataclasses.replace(FORTRESS.deal(5).moves()[0], text="l1-f4")
    with pytest.raises(IllegalMove):
        simulate(FORTRESS, lambda seen, moves: cheat, n=3, seed=1)


def test_an_interrupted_strategy_keeps_its_counts_too() -> None:
    part = simulate(FORTRESS, first_move, n=9, seed=1, progress=Impatient(4))
    assert part.n == 4
    assert simulate(FORTRESS, first_move, n=9, seed=1, resume=part) == simulate(
        FORTRESS, first_move, n=9, seed=1
    )


@pytest.mark.few
def test_the_eager_player_takes_what_goes_home(game: Game) -> None:
    """Whenever a card can go to a foundation (from elsewhere than one), or a set be taken, he does
    just that.
    """
    for deal in range(2):
        record = odds.playout(game, deal, limit=40)
        for position, text in zip(record.positions(), record.moves):
            group = {p.id: p.group for p in game.places}
            homes = {c.name for c in game.active if type(c).__name__ == "foundations"}
            home = [
                m
                for m in position.moves()
                if m.kind == "play" and group[m.target] in homes and group[m.source] not in homes
            ]
            if home:
                assert text in [m.text for m in home]
            elif sets := [m.text for m in position.moves() if m.kind in ("take", "together")]:
                assert text in sets


# --- showing -----------------------------------------------------------------------------------------


def test_results_show_themselves() -> None:
    result = simulate(LUCIE, "greedy", n=100, seed=1)
    low, high = result.interval
    least, most = result.home_interval
    assert result.wins and str(result) == (
        f"La Belle Lucie: {result.wins} of 100 games won ({100 * result.rate:.2f} %, 95 % interval {100 * low:.2f} to {100 * high:.2f}), "
        f"{result.mean_home:.2f} cards home on average ({least:.2f} to {most:.2f}), strategy greedy, at most 1,000 moves, seed 1"
    )
    html = result._repr_html_()
    assert html.startswith("<table") and "La Belle Lucie" in html and "<script" not in html
    assert math.isclose(result.mean_home, sum(h * c for h, c in enumerate(result.home)) / 100)
    assert "seconds" not in repr(result)


def test_comparing_plays_the_same_deals() -> None:
    comparison = odds.compare({"one": LUCIE, "two": LUCIE}, ("random", "greedy"), n=10, seed=4)
    assert [label for label, _ in comparison.rows] == [
        "one, random",
        "one, greedy",
        "two, random",
        "two, greedy",
    ]
    results = [o for _, o in comparison.rows]
    assert results[0] == results[2] and results[1] == results[3]
    assert str(comparison).count("\n") == 8 and "10 deals each, the same for all, seed 4" in str(
        comparison
    )
    assert "at most 1,000 moves" in str(comparison) and comparison._repr_html_().count("<tr>") == 5


def test_rows_are_compared_with_the_one_that_is_named() -> None:
    found = odds.compare({"one": LUCIE}, ("random", "greedy"), n=10, seed=4, against="greedy")
    assert [label for label, _ in found.differences] == ["random"]
    assert "random against greedy: " in str(found) and "more than greedy" in found._repr_html_()
    with pytest.raises(ValueError, match="no row is called 'careful'; there are random, greedy"):
        odds.compare({"one": LUCIE}, ("random", "greedy"), n=10, seed=4, against="careful")


def test_a_look_of_the_careful_player_has_its_worth() -> None:
    found = odds.worth("fortress", "frees", "dig")
    assert [name for name, _, _ in found.rows()] == ["frees", "dig"], "the most worth first"
    assert found.rows()[0][1][1] > 0, "the interval does not hold nothing"
    assert "100,000 deals" in str(found) and "it releases one" in found._repr_html_()
    with pytest.raises(KeyError, match="no look 'luck' in fortress"):
        odds.worth("fortress", "luck")


def test_no_win_is_never_a_bare_nought() -> None:
    """What three in so many leaves, with as many digits as it is worth."""
    result = simulate(FORTRESS, "random", n=200, seed=1)
    assert not result.wins
    for text in (
        str(result),
        result._repr_html_(),
        str(odds.compare({"one": FORTRESS}, "random", n=200)),
    ):
        assert "at most 1.50 %" in text and "0.00" not in text.replace("0.00 cards", "")
    assert odds.rule_of_three(100_000) == 3e-5 and Odds(
        FORTRESS, "", 100_000, 0, 1, 0, 0, 0, ()
    ).share.startswith("at most 0.0030 %")


def test_the_interval_of_the_mean_holds_the_mean() -> None:
    """Of a hundred intervals of fifty deals each, ninety at least hold the mean of all five
    thousand.
    """
    whole = simulate(LUCIE, "greedy", n=5000, seed=9)
    held = 0
    for start in range(0, 5000, 50):
        part = [end // 2 for end in whole.ends[start : start + 50]]
        home = tuple(part.count(h) for h in range(53))
        low, high = Odds(LUCIE, "", 50, 0, 9, 0, 0, 0, home).home_interval
        held += low <= whole.mean_home <= high
    assert 88 <= held <= 100


def test_a_difference_is_that_of_the_deals() -> None:
    """Won by one alone, won by the other alone, cards home: counted deal by deal."""
    random, eager = (simulate(LUCIE, name, n=400, seed=4) for name in ("random", "greedy"))
    found = paired(random, eager)
    assert found is not None and found.n == 400
    assert found.gained - found.lost == eager.wins - random.wins
    assert math.isclose(found.rate[0], eager.rate - random.rate) and math.isclose(
        found.home[0], eager.mean_home - random.mean_home
    )
    assert (
        found.rate[1] < found.rate[0] < found.rate[2]
        and found.home[1] < found.home[0] < found.home[2]
    )
    back = paired(eager, random)
    assert back is not None and (back.gained, back.lost) == (found.lost, found.gained)
    assert math.isclose(back.rate[1], -found.rate[2]) and math.isclose(back.home[1], -found.home[2])


def test_a_game_differs_from_itself_in_nothing_beyond_doubt() -> None:
    one = simulate(LUCIE, n=100, seed=4)
    found = paired(one, one)
    assert (
        found is not None
        and (found.gained, found.lost) == (0, 0)
        and found.rate[1] < 0 < found.rate[2]
    )


def test_two_games_on_the_same_deals() -> None:
    """The rates differ as those of two simulations do, and the error is that of the deals, not of
    the two apart.
    """
    other = LUCIE.vary(cadogan.words.again(1, "fans", shuffled=True))
    found = odds.difference(LUCIE, other, n=300, seed=6)
    one, two = (simulate(game, n=300, seed=6) for game in (LUCIE, other))
    assert math.isclose(found.rate[0], two.rate - one.rate) and math.isclose(
        found.home[0], two.mean_home - one.mean_home
    )
    steps = [b // 2 - a // 2 for a, b in zip(one.ends, two.ends, strict=True)]
    error = math.sqrt(sum((step - found.home[0]) ** 2 for step in steps) / 299 / 300)
    assert math.isclose(found.home_error, error) and math.isclose(
        found.sigmas, found.home[0] / error
    )
    assert "300 common deals, seed 6, strategy greedy" in str(found) and found.strategy == "greedy"
    assert odds.difference(LUCIE, LUCIE, "greedy", "careful", n=20).strategy == "greedy and careful"
    with pytest.raises(ValueError, match="one alone has no spread"):
        odds.difference(LUCIE, other, n=1)


def test_what_was_compared_before_is_not_played_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """The games' results are kept by all that they depend on; one broken off is not, and one's own
    function is asked anew.
    """
    played: list[tuple[Any, ...]] = []
    monkeypatch.setattr(odds, "_found", {})
    monkeypatch.setattr(
        odds,
        "simulate",
        lambda *a, **more: played.append((*a, *more.values())) or simulate(*a, **more),
    )
    other = LUCIE.vary(empty_fans="any available card")
    first = odds.compare({"one": LUCIE, "other": other}, ("random", "greedy"), n=20)
    assert len(played) == 4 and len(set(played)) == 4
    again = odds.compare({"one": LUCIE, "other": other}, ("random", "greedy"), n=20)
    assert odds.difference(LUCIE, other, n=20).n == 20 and again == first and len(played) == 4
    assert [one.ends for _, one in again.rows] == [one.ends for _, one in first.rows]
    for changed in (
        {"n": 21},
        {"seed": 2},
        {"limit": 9},
        {"strategy": "careful"},
        {"progress": lambda done, n: None},
    ):
        before = len(played)
        odds.compare({"one": LUCIE}, **{"strategy": "greedy", "n": 20, **changed})
        assert len(played) == before + 1, changed
    for _ in range(2):
        odds.compare({"one": LUCIE}, lambda seen, moves: None, n=2)
    assert len(played) == before + 3
    monkeypatch.setattr(
        odds, "simulate", lambda *a, **more: dataclasses.replace(simulate(*a, **more), n=5)
    )  # of eight: broken off
    assert odds.compare({"one": LUCIE}, n=8).rows[0][1].n == 5
    monkeypatch.setattr(odds, "simulate", simulate)
    assert odds.compare({"one": LUCIE}, n=8).rows[0][1].n == 8
    with pytest.raises(TypeError, match="not 'la-belle-lucie'"):
        odds.compare({"one": "la-belle-lucie"})  # type: ignore[dict-item]
    monkeypatch.setattr(odds, "MOST_FOUND", 2)
    odds.compare({"one": LUCIE, "other": other}, ("random", "greedy"), n=7)
    assert len(odds._found) == 2


def test_other_deals_are_not_paired() -> None:
    one = simulate(LUCIE, n=40, seed=4)
    assert paired(one, simulate(LUCIE, n=40, seed=5)) is None
    assert paired(one, simulate(LUCIE, n=39, seed=4)) is None
    assert odds.table("la-belle-lucie").differences == ()


def test_pairing_saves_deals_where_two_play_nearly_alike() -> None:
    """Of two players who differ in a few deals only, the difference is known much better than
    either's rate.
    """
    same = cadogan.games["red-and-black"]
    found = odds.compare(
        {"as it is": same, "again": same.vary(title="The same")}, n=300
    ).differences[0][1]
    assert found.gained + found.lost == 0
    lucie = odds.compare(
        {"two": LUCIE, "one": LUCIE.vary(cadogan.words.again(1, "fans", shuffled=True))}, n=2000
    ).differences[0][1]
    assert lucie.lost > lucie.gained and lucie.saved > 0


def test_counters_follow_the_cards_home() -> None:
    klondike = cadogan.games["canfield-or-klondike"]
    result = simulate(klondike, n=10, seed=1)
    assert math.isclose(result.mean_counters, 5 * result.mean_home - 52)


def test_a_game_is_simulated_and_not_its_name() -> None:
    with pytest.raises(TypeError, match=r"such as cadogan\.games"):
        odds.simulate("fortress", n=10)  # type: ignore[arg-type]


def test_all_games_won_are_not_a_hundred_per_cent_to_a_hundred() -> None:
    """An interval whose ends look alike says nothing; that of a hundred thousand wins begins below
    100.
    """
    line = cadogan.summary("margarethe")
    assert (
        "a careful player has won each of 100,000 games" in str(line)
        and "interval 99.9962 to 100;" in line.known
    )
