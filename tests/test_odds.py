"""Simulation: counts that can be trusted, interrupted and resumed; intervals; strategies of one's
own.
"""

import dataclasses
import json
import math
import pickle
import statistics
from array import array
from unittest.mock import DEFAULT, Mock

import pytest
from hypothesis import given, strategies as some

import cadogan
from cadogan.patience.game import Game
from cadogan.patience.position import IllegalMove, Position
from cadogan.players import odds
from cadogan.players.batches import Play
from cadogan.players.comparison import paired
from cadogan.players.odds import simulate, wilson
from cadogan.players.playing import WON
from cadogan.players.strategies import STRATEGIES

FORTRESS = cadogan.games["fortress"]
LUCIE = cadogan.games["la-belle-lucie"]
ONE_RE_DEAL = LUCIE.vary(cadogan.words.again(1, "fans", shuffled=True))


def counts(result):
    return result.n, result.wins, result.moves, result.stopped, result.home


# --- intervals ---------------------------------------------------------------------------------------


@given(some.integers(1, 10**6).flatmap(lambda n: some.tuples(some.integers(0, n), some.just(n))))
def test_the_interval_holds_the_share_is_a_mirror_image_and_solves_its_equation(case):
    """Wilson's ends are the shares p for which the observed share lies z standard errors off."""
    wins, n = case
    low, high = wilson(wins, n)
    assert 0 <= low <= wins / n + 1e-12 and wins / n - 1e-12 <= high <= 1
    assert wilson(n - wins, n) == pytest.approx((1 - high, 1 - low), rel=0, abs=1e-12)
    for p in low, high:
        off = 1.959964 * math.sqrt(p * (1 - p) / n)
        assert p in (0, 1) or abs(wins / n - p) == pytest.approx(off, rel=1e-6, abs=1e-7)
    with pytest.raises(ValueError, match="are no share"):
        wilson(n + 1, n)


def test_nothing_played_says_nothing():
    assert wilson(0, 0) == (0.0, 1.0) and wilson(0, 100)[0] == 0 and wilson(100, 100)[1] == 1


# --- counts ------------------------------------------------------------------------------------------


def counted_alone(game, strategy, limit, backend="auto"):
    """Game i of a simulation is the deal seed * 2**32 + i: played one by one, the games add up to
    the counts.
    """
    result = simulate(game, strategy, n=2, seed=3, limit=limit, backend=backend)
    records = [odds.playout(game, (3 << 32) + i, strategy, limit) for i in range(2)]
    ends, lengths = [r.last for r in records], [len(r.moves) for r in records]
    assert list(result.ends) == [2 * p.home + p.is_won for p in ends]
    assert result.moves == sum(lengths) and result.wins == sum(p.is_won for p in ends)
    assert all(result.home[p.home] > 0 for p in ends) and sum(result.home) == 2
    assert result.stopped == sum(n >= limit and not p.is_won for n, p in zip(lengths, ends))


@pytest.mark.slow
def test_counts_belong_to_deals_that_can_be_looked_at(game):
    """Interpreted, for `test_backends` holds the compiled programs to that."""
    for strategy in (one.name for one in STRATEGIES.values() if not one.compiled):
        counted_alone(game, strategy, 70, "interpreted")


def test_the_patient_player_plays_one_game_as_he_plays_many():
    """Move by move, by the program, what the simulation counts."""
    counted_alone(FORTRESS, "rollout", odds.LIMIT)


def test_one_seed_one_result_another_seed_another():
    one = simulate(LUCIE, n=40, seed=1)
    assert simulate(LUCIE, n=40, seed=1) == one
    assert counts(simulate(LUCIE, n=40, seed=2)) != counts(one)
    assert simulate(LUCIE, n=40, seed=0).n == simulate(LUCIE, n=40, seed=odds.HIGHEST_SEED).n == 40


def impatient(done, n):
    """Progress that interrupts once eight games are done, as Ctrl-C would."""
    if done >= 8:
        raise KeyboardInterrupt


def first_move(seen, moves):
    return moves[0]


@pytest.mark.parametrize("workers", [1, 2])
@pytest.mark.parametrize("strategy", ["random", "greedy", first_move])
def test_an_interrupted_run_keeps_its_counts_and_goes_on(strategy, workers):
    whole = simulate(LUCIE, strategy, n=24, seed=2)
    part = simulate(LUCIE, strategy, n=24, seed=2, workers=workers, progress=impatient)
    assert 8 <= part.n < 24 and part.wanted == 24 and sum(part.home) == part.n
    assert "interrupted, 24 were asked for" in str(part)
    none = dataclasses.replace(part, n=0, wins=0, home=())
    assert str(none) == f"{LUCIE.title}: interrupted before the first of 24 games was over"
    assert counts(part) == counts(simulate(LUCIE, strategy, n=part.n, seed=2))
    rest = simulate(LUCIE, strategy, n=24, seed=2, workers=workers, resume=part)
    assert rest == whole and counts(rest) == counts(whole)


def test_an_interrupted_comparison_begins_no_further_row():
    games = {"two": LUCIE, "one": ONE_RE_DEAL}
    assert [row for row, _ in odds.compare(games, n=24, progress=impatient).rows] == ["two"]
    with pytest.raises(KeyboardInterrupt):
        odds.difference(LUCIE, ONE_RE_DEAL, n=24, progress=impatient)


@pytest.mark.table("changed", "counts")
def test_counts_that_cannot_be_are_not_gone_on_with(changed):
    off = {name: tuple(v) if name == "home" else v for name, v in json.loads(changed).items()}
    kept = simulate(LUCIE, n=5, seed=2)
    for ends in (kept.ends, array("h")):
        with pytest.raises(ValueError, match=r"resume: these counts (cannot be: \w+|belong)"):
            simulate(LUCIE, n=9, seed=2, resume=dataclasses.replace(kept, ends=ends, **off))


def test_what_came_of_each_deal_adds_up_to_the_counts_of_all():
    kept = simulate(LUCIE, n=5, seed=2)
    for i in range(5):
        for other in (kept.ends[i] + 2, kept.ends[i] ^ 1, -2):
            ends = kept.ends[:]
            ends[i] = other
            with pytest.raises(ValueError, match="does not add up"):
                simulate(LUCIE, n=9, seed=2, resume=dataclasses.replace(kept, ends=ends))


def test_a_strategy_of_ones_own_goes_on_with_its_own_counts_alone():
    """A cell is run again with another text and the same name."""

    def strategies():
        def mine(seen, moves):
            return moves[0]

        return mine

    mine, edited = strategies(), strategies()
    edited.__code__ = (lambda seen, moves: moves[-1]).__code__
    part = simulate(LUCIE, mine, n=3, seed=2)
    assert simulate(LUCIE, mine, n=6, seed=2, resume=part).n == 6
    for other in (edited, strategies()):
        with pytest.raises(ValueError, match="another strategy that is called mine, too"):
            simulate(LUCIE, other, n=6, seed=2, resume=part)
    sent = pickle.loads(pickle.dumps(part))
    assert sent == part
    with pytest.raises(ValueError, match="another strategy"):
        simulate(LUCIE, mine, n=6, seed=2, resume=sent)
    books = pickle.loads(pickle.dumps(simulate(LUCIE, "random", n=3, seed=2)))
    assert simulate(LUCIE, "random", n=6, seed=2, resume=books).n == 6
    twin = dataclasses.replace(STRATEGIES["random"])
    with pytest.raises(ValueError, match="another strategy that is called random"):
        simulate(LUCIE, twin, n=6, seed=2, resume=books)


def test_a_game_played_by_other_weights_has_other_counts():
    part = simulate(LUCIE, "careful", n=5, seed=2)
    other = Game(LUCIE.title, *LUCIE.clauses, slug=LUCIE.slug, played_as="fortress")
    assert other == LUCIE
    with pytest.raises(ValueError, match="belong to another game"):
        simulate(other, "careful", n=9, seed=2, resume=part)


@pytest.mark.parametrize("strategy", ["random", first_move])
def test_no_odds_are_given_of_counts_that_cannot_be(strategy, monkeypatch):
    """No game should give any; if one does, nobody reads a number of it."""
    batch = Play.batch

    def off(self, start, size):
        counts, ends = batch(self, start, size)
        counts[WON] += 1
        return counts, ends

    monkeypatch.setattr(Play, "batch", off)
    with pytest.raises(RuntimeError, match="no odds are given, for these counts cannot be: 3 of 3"):
        simulate(FORTRESS, strategy, n=3, seed=1)


def test_fuel_is_a_whole_number():
    for fuel in ("x", 0, True, 10**5000):
        with pytest.raises(ValueError, match="fuel is a whole number"):
            simulate(LUCIE, n=5, seed=2, fuel=fuel)


def test_resuming_a_finished_run_changes_nothing():
    whole = simulate(LUCIE, n=20, seed=2)
    assert simulate(LUCIE, n=20, seed=2, resume=whole) == whole
    longer = simulate(LUCIE, n=30, seed=2, resume=whole)
    assert counts(longer) == counts(simulate(LUCIE, n=30, seed=2))
    with pytest.raises(TypeError, match="resume is what an earlier simulation gave, not 5"):
        simulate(LUCIE, n=5, seed=2, resume=5)


def test_counts_of_something_else_are_not_added():
    same = {"game": LUCIE, "strategy": "random", "n": 20, "seed": 2}
    part = simulate(**same | {"n": 10})
    for changed in (
        {"seed": 3},
        {"limit": 99},
        {"strategy": "greedy"},
        {"n": 5},
        {"game": FORTRESS},
    ):
        with pytest.raises(ValueError, match="resume"):
            simulate(**same | changed, resume=part)


def test_the_limit_stops_games_that_go_on_for_ever():
    caesar = cadogan.games["caesar"]
    for limit in (50, 120):
        result = simulate(caesar, "random", n=3, seed=1, limit=limit)
        assert (result.wins, result.stopped, result.moves) == (0, 3, 3 * limit)
        assert f"stopped after {limit} moves" in str(result)


@pytest.mark.table("given, said", "arguments")
def test_a_wrong_argument_is_refused_by_name(given, said):
    with pytest.raises(ValueError) as caught:
        simulate(FORTRESS, **{"n": 1} | json.loads(given))
    assert said in str(caught.value)


# --- strategies of one's own -------------------------------------------------------------------------


def test_a_strategy_of_ones_own_is_played_and_named():
    result = simulate(FORTRESS, first_move, n=6, seed=1)
    assert result.strategy == "first_move" and result.n == 6 and sum(result.home) == 6
    assert simulate(FORTRESS, first_move, n=6, seed=1) == result
    last, made = odds.play_out(FORTRESS.deal(1 << 32), first_move)
    assert last.is_over and cadogan.Record(FORTRESS, 1 << 32, made).last == last


def test_it_gets_what_is_seen_and_nothing_else():
    klondike = cadogan.games["canfield-or-klondike"]
    hidden = 0

    def look(seen, moves):
        nonlocal hidden
        assert not any(isinstance(thing, Position) for thing in (seen, moves, *moves))
        hidden += sum(card is None for pile in seen.values() for card in pile)
        assert all(card is None for card in seen["hand"])
        return moves[-1]

    simulate(klondike, look, n=2, seed=1, limit=30)
    assert hidden > 100


def test_it_may_stop_and_may_not_cheat():
    assert simulate(FORTRESS, lambda seen, moves: None, n=3, seed=1).moves == 0
    cheat = dataclasses.replace(FORTRESS.deal(5).moves()[0], text="l1-f4")
    with pytest.raises(IllegalMove):
        simulate(FORTRESS, lambda seen, moves: cheat, n=3, seed=1)


@pytest.mark.few
def test_the_eager_player_takes_what_goes_home(game):
    """Whenever a card can go to a foundation (from elsewhere than one), or a set be taken, he does
    just that.
    """
    home = {place.label for place in game.rules.places if place.group.foundation}
    for deal in range(2):
        record = odds.playout(game, deal, limit=40)
        for position, text in zip(record.positions(), record.moves):
            moves = position.moves()
            homeward = [
                m.text
                for m in moves
                if m.kind == "play" and m.target in home and m.source not in home
            ]
            wanted = homeward or [m.text for m in moves if m.kind in ("take", "together")]
            assert not wanted or text in wanted


# --- showing -----------------------------------------------------------------------------------------


def test_results_show_themselves():
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


def test_comparing_plays_the_same_deals():
    comparison = odds.compare({"one": LUCIE, "two": LUCIE}, ("random", "greedy"), n=10, seed=4)
    labels, results = zip(*comparison.rows)
    assert labels == ("one, random", "one, greedy", "two, random", "two, greedy")
    assert results[:2] == results[2:]
    text = str(comparison)
    assert text.count("\n") == 8 and "10 deals each, the same for all, seed 4" in text
    assert "at most 1,000 moves" in text and comparison._repr_html_().count("<tr>") == 5


def test_differences_are_one_table():
    """Each under its label, by the figures of the single ones; a single one is such a table."""
    found = odds.Differences(
        (who, odds.difference(LUCIE, ONE_RE_DEAL, who, n=20)) for who in ("random", "greedy")
    )
    lines, table = str(found).split("\n"), found._repr_html_()
    assert lines[1] == f"greedy: {found['greedy'].short}"
    assert lines[2].startswith("20 common deals, seed 1, played by random, greedy;")
    assert table.count("<tr>") == 3 and all(f">{who}</th>" in table for who in found)
    one = found["greedy"]._repr_html_()
    assert table.split("greedy</th>")[1].split("</tr>")[0] in one and "played by greedy;" in one


def test_rows_are_compared_with_the_one_that_is_named():
    found = odds.compare({"one": LUCIE}, ("random", "greedy"), n=10, seed=4, against="greedy")
    assert [label for label, _ in found.differences] == ["random"]
    assert (
        "random against greedy: " in str(found) and "difference from greedy" in found._repr_html_()
    )
    with pytest.raises(TypeError, match="games are compared by labels"):
        odds.compare([cadogan.games["fortress"]])
    with pytest.raises(ValueError, match="no row is called 'careful'; there are random, greedy"):
        odds.compare({"one": LUCIE}, ("random", "greedy"), n=10, seed=4, against="careful")


def test_a_look_of_the_careful_player_has_its_worth():
    found = odds.worth("fortress", "frees", "dig")
    assert [name for name, _, _ in found.rows()] == ["frees", "dig"], "the most worth first"
    assert found.rows()[0][1][1] > 0, "the interval does not hold nothing"
    assert "100,000 deals" in str(found) and "it releases one" in found._repr_html_()
    with pytest.raises(KeyError, match="no look 'luck' in fortress"):
        odds.worth("fortress", "luck")


def test_no_win_is_never_a_bare_nought():
    """What three in so many leaves, with as many digits as it is worth."""
    result = simulate(FORTRESS, "random", n=200, seed=1)
    compared = odds.compare({"one": FORTRESS}, "random", n=200)
    assert not result.wins
    for text in (str(result), result._repr_html_(), str(compared)):
        assert "at most 1.50 %" in text and "0.00" not in text.replace("0.00 cards", "")
    assert odds.rule_of_three(100_000) == 3e-5
    none = dataclasses.replace(result, n=100_000)
    assert none.share.startswith("at most 0.0030 %")


def test_the_interval_of_the_mean_holds_the_mean():
    """Of a hundred intervals of fifty deals each, ninety at least hold the mean of all five
    thousand.
    """
    whole = simulate(LUCIE, "greedy", n=5000, seed=9)
    held = 0
    for start in range(0, 5000, 50):
        part = [end // 2 for end in whole.ends[start : start + 50]]
        home = tuple(part.count(h) for h in range(53))
        low, high = dataclasses.replace(whole, n=50, home=home).home_interval
        held += low <= whole.mean_home <= high
    assert 88 <= held <= 100


def test_two_games_on_the_same_deals():
    """The rates differ as those of two simulations do, and the error is that of the deals, not of
    the two apart. Won by one alone, won by the other alone, cards home: counted deal by deal."""
    found, back = (
        odds.difference(*games, n=300, seed=6)
        for games in ((LUCIE, ONE_RE_DEAL), (ONE_RE_DEAL, LUCIE))
    )
    one, two = (simulate(game, n=300, seed=6) for game in (LUCIE, ONE_RE_DEAL))
    assert found == paired(one, two) and found.gained - found.lost == two.wins - one.wins
    assert (found.n, back.gained, back.lost) == (300, found.lost, found.gained)
    for (mean, low, high), less, of in (
        (found.rate, back.rate, lambda one: one.rate),
        (found.home, back.home, lambda one: one.mean_home),
    ):
        assert mean == pytest.approx(of(two) - of(one)) and low < mean < high
        assert [-less[i] for i in (0, 2, 1)] == pytest.approx((mean, low, high))
    steps = [b // 2 - a // 2 for a, b in zip(one.ends, two.ends, strict=True)]
    error = statistics.stdev(steps) / math.sqrt(300)
    assert found.home_error == pytest.approx(error)
    assert found.sigmas == pytest.approx(found.home[0] / error)
    assert "300 common deals, seed 6, strategy greedy" in str(found) and found.strategy == "greedy"
    assert odds.difference(LUCIE, LUCIE, "greedy", "careful", n=20).strategy == "greedy and careful"
    with pytest.raises(ValueError, match="one alone has no spread"):
        odds.difference(LUCIE, ONE_RE_DEAL, n=1)


@pytest.fixture
def played(monkeypatch):
    """What is played when rows are compared, where no result has been kept so far."""
    monkeypatch.setattr(odds, "_recent", {})
    monkeypatch.setattr(odds, "simulate", Mock(wraps=simulate))
    return odds.simulate


def test_what_was_compared_before_is_not_played_again(played, monkeypatch):
    """The games' results are kept by all that they depend on, and one's own function is asked anew."""
    two = {"one": LUCIE, "other": LUCIE.vary(empty_fans="any available card")}
    first, again = (odds.compare(two, ("random", "greedy"), n=20) for _ in range(2))
    assert played.call_count == 4 == len(odds._recent) and again == first
    assert [one.ends for _, one in again.rows] == [one.ends for _, one in first.rows]
    assert odds.difference(*two.values(), n=20).n == 20 and played.call_count == 4

    def nothing(done, n):
        """Progress that is not looked at, and a strategy that plays no move."""

    others = {"n": 21}, {"seed": 2}, {"limit": 9}, {"strategy": "careful"}, {"progress": nothing}
    own = {"strategy": nothing, "n": 2}
    for number, changed in enumerate((*others, own, own), 5):
        odds.compare({"one": LUCIE}, **{"strategy": "greedy", "n": 20, **changed})
        assert played.call_count == number, changed
    monkeypatch.setattr(odds, "MOST_FOUND", 2)
    odds.compare(two, ("random", "greedy"), n=7)
    assert len(odds._recent) == 2


def test_what_was_broken_off_is_not_kept(played):
    played.return_value = dataclasses.replace(simulate(LUCIE, n=8), n=5)
    assert odds.compare({"one": LUCIE}, n=8).rows[0][1].n == 5
    played.return_value = DEFAULT
    assert odds.compare({"one": LUCIE}, n=8).rows[0][1].n == 8 and played.call_count == 2


def test_other_deals_are_not_paired():
    one = simulate(LUCIE, n=40, seed=4)
    assert paired(one, simulate(LUCIE, n=40, seed=5)) is None
    assert paired(one, simulate(LUCIE, n=39, seed=4)) is None
    assert odds.table("la-belle-lucie").differences == ()


def test_pairing_saves_deals_where_two_play_nearly_alike():
    """Of two players who differ in a few deals only, the difference is known much better than
    either's rate.
    """
    same = cadogan.games["red-and-black"]
    (_, found), *_ = odds.compare({"it": same, "again": same.vary()}, n=300).differences
    assert found.gained + found.lost == 0
    (_, lucie), *_ = odds.compare({"two": LUCIE, "one": ONE_RE_DEAL}, n=2000).differences
    assert lucie.lost > lucie.gained and lucie.saved > 0


def test_counters_follow_the_cards_home():
    klondike = cadogan.games["canfield-or-klondike"]
    result = simulate(klondike, n=10, seed=1)
    assert math.isclose(result.mean_counters, 5 * result.mean_home - 52)


def test_what_is_no_game_is_not_simulated():
    for refused in (simulate, lambda name: odds.compare({"one": name})):
        with pytest.raises(TypeError, match=r"give a game or its short name.*not 3"):
            refused(3)


def test_all_games_won_are_not_a_hundred_per_cent_to_a_hundred():
    """An interval whose ends look alike says nothing; that of a hundred thousand wins begins below
    100.
    """
    line = cadogan.summary("margarethe")
    assert "a careful player has won each of 100,000 games" in str(line)
    assert "interval 99.9962 to 100;" in line.known


def test_the_deals_that_were_won_are_named_and_can_be_dealt():
    found = odds.simulate("nestor", n=300, seed=2)
    won, lost = found.deals(), found.deals(won=False)
    assert len(won) == found.wins and sorted(won + lost) == [2 * 2**32 + i for i in range(300)]
    game = cadogan.games["nestor"]
    assert [odds.playout(game, deal).last.is_won for deal in (won[0], lost[0])] == [True, False]
    with pytest.raises(ValueError, match="was not kept"):
        odds.table("nestor").rows[0][1].deals()


def test_a_game_may_be_named_by_its_slug_wherever_odds_are_asked_for():
    game = cadogan.games["caesar"]
    assert odds.simulate("caesar", n=20) == odds.simulate(game, n=20)
    assert odds.playout("caesar", 3) == odds.playout(game, 3)
    assert odds.compare({"a": "caesar"}, n=20).rows[0][1] == odds.simulate(game, n=20)
    assert odds.difference("caesar", game, n=20).rate[0] == 0
    with pytest.raises(KeyError, match="did you mean 'caesar'"):
        odds.simulate("caesars")
    with pytest.raises(KeyError, match=r"cadogan\.play_round"):
        odds.simulate("cooncan")


def test_tab_offers_what_is_documented_and_the_games_by_their_keys():
    assert {"simulate", "Odds"} <= set(dir(odds)) and not {"time", "array", "check"} & set(
        dir(odds)
    )
    for module in (odds, cadogan.solver, cadogan.plates, cadogan.course, cadogan.round_games):
        assert dir(module) and all(getattr(module, name).__doc__ for name in dir(module))
    for games in (cadogan.games, cadogan.round_games.games):
        assert games._ipython_key_completions_() == list(games)


def test_without_webassembly_it_is_said_why_a_simulation_takes_long(monkeypatch, capsys):
    monkeypatch.setattr(odds, "has_webassembly", lambda: False)
    monkeypatch.setattr(odds, "SLOW", 0.0)
    simulate("caesar", n=200, backend="python")
    told = capsys.readouterr().err.splitlines()
    assert "without wasmtime" in told[0] and 'install "wasmtime' in told[0]
    assert told[1].endswith(" of 200 games") and len(told) == 2, "why once, how far now and then"
    simulate("caesar", n=200, backend="python", progress=lambda done, n: None)
    assert not capsys.readouterr().err
